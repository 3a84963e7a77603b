"""Results of chunks, on the driver's disk: a job that was killed goes on from there."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tercet.errors import ConfigError

SUFFIX = ".tercet-ray"


def digest(value: Any) -> str:
    """The hash of what JSON can say: the same for the same run, wherever it is made."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def directory() -> Path:
    """Where journals stand that nobody named a place for."""
    named = os.environ.get("TERCET_DATA")
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(named) / "ray" if named else Path(base) / "tercet" / "ray"


class Journal:
    """One file of one run. A chunk's key is the hash of the run and of its range: one that comes twice is kept once.

    The file is open in one process at a time. What was kept outlives a kill of the process.
    """

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.run = path, digest(about)
        try:
            self._file = sqlite3.connect(path, timeout=0.2, isolation_level=None)
            self._open(about)
        except sqlite3.Error as error:
            why = "another process plays it" if "locked" in str(error) else str(error)
            raise ConfigError(f"journal {path}: {why}") from error

    def _open(self, about: Mapping[str, Any]) -> None:
        self._file.executescript(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
            "CREATE TABLE IF NOT EXISTS run (id TEXT NOT NULL, about TEXT NOT NULL);"
            "CREATE TABLE IF NOT EXISTS chunks (key TEXT PRIMARY KEY, first INTEGER, last INTEGER, part BLOB) WITHOUT ROWID;"
        )
        found = self._file.execute("SELECT id, about FROM run").fetchone()
        if found is None:
            self._file.execute("INSERT INTO run VALUES (?, ?)", (self.run, json.dumps(about, default=str)))
        elif found[0] != self.run:
            self._file.close()
            raise ConfigError(f"journal {self.path} is of another run: {found[1]}")

    def key(self, first: int, last: int) -> str:
        """The key of a chunk."""
        return digest([self.run, first, last])

    def parts(self) -> Iterator[tuple[int, int, bytes]]:
        """What was kept, in order: first unit, last, and what came of them."""
        yield from self._file.execute("SELECT first, last, part FROM chunks ORDER BY first")

    def ranges(self) -> list[tuple[int, int]]:
        """The ranges that were kept, in order; neighbours are one."""
        joined: list[tuple[int, int]] = []
        for first, last in self._file.execute("SELECT first, last FROM chunks ORDER BY first"):
            if joined and joined[-1][1] == first:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return joined

    def keep(self, parts: Iterable[tuple[int, int, bytes]]) -> None:
        """Keeps what came of chunks, all or none."""
        rows = [(self.key(first, last), first, last, part) for first, last, part in parts]
        self._file.execute("BEGIN")
        self._file.executemany("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?)", rows)
        self._file.execute("COMMIT")

    def close(self, *, is_over: bool) -> None:
        """Closes the file; one of a run that is over is not needed any more."""
        self._file.close()
        if is_over:
            for path in (self.path, self.path.with_name(self.path.name + "-wal")):
                path.unlink(missing_ok=True)
