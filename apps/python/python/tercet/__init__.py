"""SET, Machi Koro and the triangle puzzle: one engine, played, learnt and studied from Python.

>>> import tercet
>>> game = tercet.begin("set", seed=42)
>>> game.play(game.legal_actions()[0])[0]
'seat 1 claimed 1 3 4: 3res 2peo 1ged'
"""

from __future__ import annotations

from collections.abc import Mapping

from tercet import _native, _plan, arena, errors, learn, machi, opponents, search, set, triangle, vector
from tercet._tercet import (
    Game,
    Position,
    __version__,
    themes,
)
from tercet._notebook import Record, Svg
from tercet._review import Review, review
from tercet.errors import TercetError

# `tercet.set` is left out, so that a star import leaves Python's own `set` alone.
__all__ = [
    "Game",
    "Position",
    "Record",
    "Review",
    "Svg",
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
    made: Game = _native.of(game).begin(game, _plan.pairs(config), deal)
    return made


def position(game: str, **config: object) -> Position:
    """The position before the first input, for search: you decide what chance brings."""
    made: Position = _native.of(game).Position(game, _plan.pairs(config))
    return made


def replay(record: str) -> Game:
    """Goes on with a recorded match."""
    made: Game = _native.of_record(record).replay(record)
    return made


def verify(record: str) -> None:
    """Replays a record and compares what it comes to with what it says."""
    _native.of_record(record).verify(record)


def games() -> dict[str, str]:
    """The games, those of other packages included: name, and what it is."""
    return _native.all_games()


def bots(game: str) -> dict[str, str]:
    """The bots of a game: name, and what it does."""
    if game not in games():
        raise errors.ConfigError(f"there is no game `{game}`; the games are {', '.join(games())}")
    return dict(_native.of(game).bots(game))


def options(game: str) -> dict[str, dict[str, str]]:
    """The options of a game: what each may be, what it does, and what it is if nobody says."""
    return {
        name: {"values": values, "about": about, "usual": usual}
        for name, values, about, usual in _native.of(game).options(game)
    }


def __getattr__(name: str) -> object:
    """`tercet.openspiel`, `tercet.pettingzoo` and `tercet.ray` are imported when they are first asked for: they need those packages."""
    if name in ("openspiel", "pettingzoo", "ray"):
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
