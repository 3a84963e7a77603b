"""Bots of your own for any game: a function or a class that is shown the position and answers with an action.

>>> def first(view):
...     return view.legal[0]
>>> from tercet import arena
>>> arena.simulate("triangle", [first], games=2, seed=1)["games"]
[2]

`docs/python-bots.md` has an example for each game. Players of Machi Koro that override harmonictook's
methods are another thing: `tercet.machi.Bot`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tercet import errors
from tercet import _native
from tercet._tercet import Position

__all__ = ["Answer", "Entrant", "View"]

Answer = str | tuple[str, int] | None
"""An action; in a race also with how many milliseconds it takes, or `None` to leave it to the others."""


class View:
    """What a bot is shown when it is to act."""

    def __init__(self, position: Position, seat: int, labels: Sequence[str], rng: random.Random) -> None:
        self.position = position
        """A copy of the position, to try things out on: see `tercet.Position`. It holds no dealer, so nobody can look ahead."""
        self.seat = seat
        """The bot's own seat, counted from 0."""
        self.labels = list(labels)
        """What everybody at the table is called, seat by seat."""
        self.rng = rng
        """A generator of the bot's own, seeded anew for each game: whoever draws from it plays the same game again."""
        self._legal: list[str] | None = None

    @property
    def game(self) -> str:
        """The game's name."""
        return self.position.id

    @property
    def legal(self) -> list[str]:
        """What may be done, as text; one of these is the answer."""
        if self._legal is None:
            self._legal = self.position.legal_actions(self.seat)
        return self._legal

    @property
    def scores(self) -> list[int]:
        """Everybody's points as they stand."""
        return self.position.scores

    @property
    def text(self) -> str:
        """The position in words, for people and models."""
        return self.position.text()

    def __repr__(self) -> str:
        return f"<tercet.arena.View of {self.game}, seat {self.seat}: {len(self.legal)} actions>"


Entrant = str | type[Any] | Callable[[View], Answer]
"""A bot by its name, a class with a method `act(view)`, or a function of a view."""
Maker = Callable[[list[str], int, int], Callable[[Position, int], tuple[str, int] | None]]
"""Seats a bot: from everybody's labels, its seat and its seed to what is asked for its actions."""


class Field:
    """Who enters: labels, names for the engine and the archive, and what seats those that it does not know."""

    def __init__(self, game: str, entrants: Sequence[Entrant] | Mapping[str, Entrant]) -> None:
        if isinstance(entrants, str) or not isinstance(entrants, Sequence | Mapping):
            raise TypeError("bots: a list of names, classes and functions, or a dictionary of them by label")
        named = list(entrants.items()) if isinstance(entrants, Mapping) else [(_label(one), one) for one in entrants]
        # A bot by its name is one player however it is spelled; a label that somebody chose is kept.
        named = [(label, _native.of(game).canonical_bot(game, one) if isinstance(one, str) else one) for label, one in named]
        if not isinstance(entrants, Mapping):
            named = [(one if isinstance(one, str) else label, one) for label, one in named]
        self.labels = [str(label) for label, _ in named]
        self.bots = [one if isinstance(one, str) else f"python:{label}" for label, one in named]
        self.makers = [None if isinstance(one, str) else _maker(game, one) for _, one in named]

    def named(self) -> list[str]:
        """What they are called at a table: names of bots, and labels of the others."""
        return [bot.removeprefix("python:") for bot in self.bots]

    def jobs(self, jobs: int) -> int:
        """How many threads: Python bots are asked one after the other unless somebody says otherwise."""
        return 1 if jobs == 0 and any(self.makers) else jobs


def _label(entrant: object) -> str:
    return entrant if isinstance(entrant, str) else getattr(entrant, "__name__", type(entrant).__name__)


def _maker(game: str, entrant: Any) -> Maker:
    from tercet.machi.players import Player

    if isinstance(entrant, type):
        if issubclass(entrant, Player):
            why = "a player of tercet.machi; enter it by tercet.machi.tournament"
            raise TypeError(f"{entrant.__name__} is {why}{'' if game == 'machi' else f', it does not play {game}'}")
        if not callable(getattr(entrant, "act", None)):
            raise TypeError(f"{entrant.__name__} has no method act(view)")
    elif hasattr(entrant, "act"):
        raise TypeError(f"enter the class {type(entrant).__name__}, not one of it: each game seats a new one")
    elif not callable(entrant):
        raise TypeError(f"the name of a bot, a class or a function, not {type(entrant).__name__}")
    return lambda labels, seat, seed: _Seated(entrant, labels, seat, seed)


class _Seated:
    """A bot at one table."""

    def __init__(self, entrant: Any, labels: list[str], seat: int, seed: int) -> None:
        self._labels, self._rng = labels, random.Random(seed)
        method = ".act" if isinstance(entrant, type) else ""
        self._who = f"{labels[seat]} ({_label(entrant)}{method})"
        made = self._guarded(entrant) if isinstance(entrant, type) else None
        self._act: Callable[[View], Any] = entrant if made is None else made.act

    def __call__(self, position: Position, seat: int) -> tuple[str, int] | None:
        """What it does; the engine refuses what is not legal."""
        answer = self._guarded(self._act, View(position.clone(), seat, self._labels, self._rng))
        if answer is None and len(position.acting) > 1:
            return None
        action, delay = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, 0)
        if not isinstance(action, str) or not isinstance(delay, int) or not 0 <= delay < 2**32:
            self._refuse(answer, position.legal_actions(seat), "no action")
        try:
            position.clone().play(action, seat)
        except (errors.NotationError, errors.RefusedError) as error:
            self._refuse(answer, position.legal_actions(seat), str(error))
        return action, delay

    def _guarded(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise errors.RunError(f"{self._who} failed: {why}") from error

    def _refuse(self, answer: object, legal: list[str], why: str) -> None:
        allowed = ", ".join(legal[:8]) + (f" and {len(legal) - 8} more" if len(legal) > 8 else "")
        refused = errors.RefusedError(f"{self._who} answered {answer!r}: {why}; allowed: {allowed}")
        refused.code = "answer"
        raise refused
