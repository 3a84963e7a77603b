"""Methods that were meant to override a decision and don't."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

_ALIKE = 0.85
"""How alike two names must be to be taken for one another: `choseCard` and `chooseCard` are 0.95, `chooseBestCard` is 0.83."""


def warn_of_slips(cls: type[Any], decisions: Iterable[str]) -> None:
    """Warns of each method of a class that overrides nothing and is nearly called as a decision is."""
    names = {_plain(name): name for name in decisions}
    for name in _own_methods(cls):
        near = difflib.get_close_matches(_plain(name), names, n=1, cutoff=_ALIKE)
        if near:
            output = f"{cls.__name__}.{name} overrides nothing, so no decision asks it; do you mean {names[near[0]]}?"
            warnings.warn(output, UserWarning, stacklevel=3)


def _own_methods(cls: type[Any]) -> Iterator[str]:
    """Public methods that no class of this package has. A class between was looked at when it was made."""
    ours = [each for each in cls.__mro__ if each.__module__.startswith("tercet.")]
    known = {name for each in ours for name in dir(each)}
    for each in cls.__mro__:
        if each is cls or not issubclass(each, tuple(ours)):
            methods = (name for name, value in vars(each).items() if callable(value))
            yield from (name for name in methods if name not in known and not name.startswith("_"))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
