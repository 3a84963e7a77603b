"""The pages for those who come from another program: every name that they promise is there, and so is every command."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

HOME = Path(__file__).parents[3] / "docs" / "coming-from"
PAGES = sorted(HOME.glob("*.md"))
NONE = "none"
"""What the second column says of a name that has no counterpart; the third tells why."""


class Row(NamedTuple):
    page: str
    line: int
    theirs: str
    ours: str
    differs: str


def rows() -> list[Row]:
    return [row for page in PAGES for row in rows_of(page)]


def rows_of(page: Path) -> list[Row]:
    found = []
    for line, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", text.strip())[1:-1]]
        if text.startswith("|") and len(cells) == 3 and cells[0].startswith("`"):
            found.append(Row(page.name, line, *cells))
    return found


def names(row: Row) -> list[str]:
    """What stands in backticks in the second column."""
    return re.findall(r"`([^`]+)`", row.ours)


def is_command(name: str) -> bool:
    return name.split()[0] == "tercet"


def resolve(path: str) -> object:
    """What a dotted path means: the longest module of it, then its attributes."""
    parts = path.split("(")[0].split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError as error:
            if error.name and ".".join(parts[:length]).startswith(error.name):
                continue
            raise
        for part in parts[length:]:
            found = field(found, part)
        return found
    raise ModuleNotFoundError(path)


def field(owner: object, name: str) -> object:
    """An attribute; of a class that only says what its objects have, what it says."""
    fields = {**getattr(owner, "__annotations__", {}), **getattr(owner, "__dataclass_fields__", {})}
    return fields[name] if name in fields else getattr(owner, name)


def program() -> list[str] | None:
    """The program that `TERCET` names, the console script beside this Python, or the package as a program."""
    if named := os.environ.get("TERCET"):
        return [named]
    script = Path(sys.executable).with_name("tercet")
    if script.exists():
        return [str(script)]
    if importlib.util.find_spec("tercet.__main__"):
        return [sys.executable, "-m", "tercet"]
    return None


def test_there_are_pages_and_every_row_is_of_the_form() -> None:
    assert {"set-env.md", "set-game-demo.md", "set-types.md"} <= {page.name for page in PAGES}
    for page in PAGES:
        assert rows_of(page), f"{page.name} has no table of three columns that begin with a name"
    for row in rows():
        assert names(row) or row.ours == NONE, f"{row.page}:{row.line}: `{row.ours}` names nothing"
        assert row.differs, f"{row.page}:{row.line}: what differs? `nothing` is an answer too"


PATHS = sorted({name for row in rows() for name in names(row) if not is_command(name)})
COMMANDS = sorted({name for row in rows() for name in names(row) if is_command(name)})


@pytest.mark.parametrize("path", PATHS)
def test_names_are_there(path: str) -> None:
    assert path.startswith("tercet."), f"`{path}` is no full path"
    resolve(path)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_there(command: str) -> None:
    called = program()
    if called is None:
        pytest.skip("no program: TERCET names none, and neither a console script nor tercet.__main__ is installed")
    words = [*called, *shlex.split(command)[1:], "--help"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "Usage" in done.stdout, (words, done.stderr)


def test_a_name_that_is_not_there_is_noticed() -> None:
    for wrong in ("tercet.set.NoSuchThing", "tercet.nowhere.SetEnv", "tercet.set.SetEnv.fly"):
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            resolve(wrong)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
