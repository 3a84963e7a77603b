"""What travels with a job: the files that bots by name need, and bots that are written in Python."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tercet.errors import ConfigError

Files = dict[str, tuple[int, bytes]]
"""Mode and content by path, relative to the directory where the job was begun."""

LARGEST = 256 << 20
"""The most bytes that travel."""


def files_of(names: Iterable[str]) -> Files:
    """The files that stand in bots' names, as in `cmd:./mybot --table table.bin` and `learned:runs/first/value.tercet`.

    Only those below the working directory travel: an absolute path is meant as one of every node.
    """
    files: Files = {}
    for word in {word for name in names for word in re.split(r"[\s,:=]+", name)}:
        path = Path(word)
        if word and not path.is_absolute() and ".." not in path.parts and path.is_file():
            files[os.path.normpath(word)] = (path.stat().st_mode & 0o777, path.read_bytes())
    size = sum(len(content) for _, content in files.values())
    if size > LARGEST:
        raise ConfigError(f"the bots' files have {size >> 20} MB; at most {LARGEST >> 20} MB travel with a job")
    return files


def version_of(files: Files) -> str:
    """The hash of the files."""
    found = hashlib.blake2b(digest_size=16)
    for name, (mode, content) in sorted(files.items()):
        found.update(f"{name} {mode} {len(content)}\n".encode() + content)
    return found.hexdigest()


@contextlib.contextmanager
def unpacked(files: Files) -> Iterator[None]:
    """Works in a directory that has the files; it stands for as long as the machine keeps temporary files."""
    if not files:
        yield
        return
    place = Path(tempfile.gettempdir()) / f"tercet-ray-{os.getuid()}-{version_of(files)}"
    for name, (mode, content) in files.items():
        path = place / name
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Another worker of this node may write the same file at the same moment.
            part = path.with_name(f".{path.name}.{os.getpid()}")
            part.write_bytes(content)
            part.chmod(mode)
            part.replace(path)
    before = os.getcwd()
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)


def by_value(entrants: Iterable[Any]) -> None:
    """Has Ray send modules of bots that are not installed on every node: those outside of Python's own directories."""
    from ray import cloudpickle

    installed = [Path(path).resolve() for path in {*sysconfig.get_paths().values(), *_site()}]
    for entrant in entrants:
        module = inspect.getmodule(entrant)
        if isinstance(entrant, str) or module is None or module.__name__ == "__main__":
            continue
        if not _is_installed(module, installed):
            cloudpickle.register_pickle_by_value(module)


def _site() -> list[str]:
    import site

    return [*site.getsitepackages(), site.getusersitepackages()]


def _is_installed(module: ModuleType, installed: list[Path]) -> bool:
    top = sys.modules[module.__name__.split(".")[0]]
    place = getattr(top, "__file__", None) or next(iter(getattr(top, "__path__", [])), None)
    if place is None or top.__name__ == "tercet":
        return True
    return any(root in Path(place).resolve().parents for root in installed)


def source_version(entrant: Any) -> str:
    """What a Python bot's version is: what it says itself, or else the hash of its source."""
    said = getattr(entrant, "version", None)
    if isinstance(said, str | int):
        return str(said)
    try:
        text = inspect.getsource(entrant)
    except (OSError, TypeError):
        text = getattr(entrant, "__qualname__", repr(entrant))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
