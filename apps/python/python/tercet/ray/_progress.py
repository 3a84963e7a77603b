"""A job's progress, shown if stderr is a terminal."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_WIDTH = 30


class Progress:
    """A line on stderr: units, units a second, workers, time left. Nothing where stderr is no terminal."""

    def __init__(self, unit: str, total: int, done: int = 0, *, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self.is_shown = self._stream.isatty()
        self.unit, self.total, self.done, self.workers = unit, total, done, 0
        self._begun, self._before, self._next, self._longest = time.monotonic(), done, 0.0, 0

    @property
    def rate(self) -> float:
        """Units a second since the driver began."""
        return (self.done - self._before) / max(time.monotonic() - self._begun, 1e-6)

    def line(self) -> str:
        """The line."""
        share = self.done / self.total if self.total else 1.0
        bar = ("=" * int(_WIDTH * share) + ">")[:_WIDTH].ljust(_WIDTH)
        rate = f"{self.rate:,.0f}" if self.rate >= 10 else f"{self.rate:.1f}"
        left = (self.total - self.done) / self.rate if self.rate > 0 else 0.0
        time_left = f"{int(left) // 60}:{int(left) % 60:02d}"
        workers = f"{self.workers} worker" + ("s" if self.workers != 1 else "")
        return f"{bar} {self.done:,}/{self.total:,} {self.unit}, {rate}/s, {workers}, {time_left} left"

    def show(self, done: int, workers: int) -> None:
        """So many are done, on so many workers."""
        self.done, self.workers = done, workers
        now = time.monotonic()
        if self.is_shown and now >= self._next:
            self._next, line = now + 0.1, self.line()
            self._longest = max(self._longest, len(line))
            print("\r" + line.ljust(self._longest), end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Wipes the line out."""
        if self._longest:
            print("\r" + " " * self._longest + "\r", end="", file=self._stream, flush=True)
