"""Which compiled module plays a game: our own, or that of a package with games of its own, see docs/your-own-game.md.

Such a package is found when it is imported or, by its entry point in the group `tercet.games`, when its game is first asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tercet import _tercet

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tercet.games"

_own = frozenset(name for name, _, _ in _tercet.games())
_added: dict[str, Any] = {}


def add(module: Any, games: Iterable[str]) -> None:
    """Takes the games of a compiled module, which calls this when it is imported."""
    if module.__version__ != _tercet.__version__:
        why = f"`{module.__name__}` is built with Tercet {module.__version__}, and the package tercet is {_tercet.__version__}"
        raise ImportError(f"{why}; build it with the same")
    for game in games:
        other = _added.setdefault(game, module)
        if other is not module:
            raise ImportError(f"two packages have a game `{game}`: `{other.__name__}` and `{module.__name__}`")
    envs = sys.modules.get("tercet.envs")
    if envs is not None:
        for game in games:
            envs.register_game(game)


def of(game: str) -> Any:
    """The module that plays a game; ours, which says what there is, if nobody does."""
    if game in _own:
        return _tercet
    if game not in _added:
        for point in _points():
            if point.name == game:
                point.load()
    return _added.get(game, _tercet)


def of_record(record: str) -> Any:
    """The module that plays a record's game."""
    for line in record.splitlines()[:4]:
        if line.startswith("game "):
            return of(line.removeprefix("game ").strip())
    return _tercet


def all_games() -> dict[str, str]:
    """All games that are installed: name, and what it is."""
    for point in _points():
        of(point.name)
    modules = {_tercet.__name__: _tercet, **{module.__name__: module for module in _added.values()}}
    return {name: about for module in modules.values() for name, _, about in module.games()}


def classes(name: str) -> tuple[type, ...]:
    """The class of this name of each module."""
    modules = {id(module): module for module in (_tercet, *_added.values())}
    return tuple(getattr(module, name) for module in modules.values())


def of_words(words: Sequence[str]) -> Any:
    """The module that plays the game of a command line, as in `simulate machi --games 5`."""
    return of(words[1]) if len(words) > 1 else _tercet


def _points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # few ask for a game that is not ours

    return entry_points(group=GROUP)
