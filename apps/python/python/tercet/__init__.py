"""SET, Machi Koro and the triangle puzzle: one engine, played, learnt and studied from Python.

>>> import tercet
>>> game = tercet.begin("set", seed=42)
>>> game.play(game.legal_actions()[0])[0]
'seat 1 claimed 1 3 4: 3res 2peo 1ged'
"""

from __future__ import annotations

from collections.abc import Mapping

from tercet import _plan, arena, errors, learn, machi, opponents, search, set, triangle, vector
from tercet._tercet import (
    Game,
    Position,
    __version__,
    replay,
    themes,
    verify,
)
from tercet._tercet import begin as _begin
from tercet._tercet import bots as _bots
from tercet._tercet import games as _games
from tercet._tercet import options as _options
from tercet._review import Review, review
from tercet.errors import TercetError

# `tercet.set` is left out, so that a star import leaves Python's own `set` alone.
__all__ = [
    "Game",
    "Position",
    "Review",
    "TercetError",
    "__version__",
    "arena",
    "begin",
    "bots",
    "errors",
    "games",
    "learn",
    "machi",
    "opponents",
    "options",
    "position",
    "replay",
    "review",
    "search",
    "themes",
    "triangle",
    "vector",
    "verify",
]


def begin(game: str, *, seed: int | None = None, deal: str | None = None, **config: object) -> Game:
    """Begins a match of a game, by its name and options.

    `seed` is our own dealer's; `deal` names another, such as `"mt19937 42"`. Without either a seed is drawn.
    """
    if deal is None:
        deal = f"stream {_plan.drawn_seed() if seed is None else _plan.checked_seed(seed)}"
    elif seed is not None:
        raise errors.ConfigError("deal: a deal has its own seed, so give only one of seed and deal")
    return _begin(game, _plan.pairs(config), deal)


def position(game: str, **config: object) -> Position:
    """The position before the first input, for search: you decide what chance brings."""
    return Position(game, _plan.pairs(config))


def games() -> dict[str, str]:
    """The games: name, and what it is."""
    return {name: about for name, _, about in _games()}


def bots(game: str) -> dict[str, str]:
    """The bots of a game: name, and what it does."""
    if game not in games():
        raise errors.ConfigError(f"there is no game `{game}`; the games are {', '.join(games())}")
    return dict(_bots(game))


def options(game: str) -> dict[str, dict[str, str]]:
    """The options of a game: what each may be, what it does, and what it is if nobody says."""
    return {
        name: {"values": values, "about": about, "usual": usual}
        for name, values, about, usual in _options(game)
    }


def __getattr__(name: str) -> object:
    """`tercet.openspiel` and `tercet.ray` are imported when they are first asked for: they need OpenSpiel and Ray."""
    if name in ("openspiel", "ray"):
        from importlib import import_module

        return import_module(f"tercet.{name}")
    raise AttributeError(f"module `tercet` has no attribute `{name}`")


def _register() -> None:
    from importlib.util import find_spec

    if find_spec("gymnasium") is None:
        return
    try:
        from tercet import envs

        envs.register()
    except Exception as error:  # whatever a Gymnasium of another time raises: the rest of the package needs none
        import warnings

        why = f"this Gymnasium is not supported ({type(error).__name__}: {error}); environments need gymnasium>=1.0,<2"
        warnings.warn(f"{why}. The rest of tercet works.", UserWarning, stacklevel=3)


_register()
