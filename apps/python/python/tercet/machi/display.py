"""Displays: they receive events and positions. The page's is in `page.py`."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from os import PathLike
from typing import IO, TYPE_CHECKING

from tercet import errors
from tercet._tercet import MachiLog
from tercet.machi import colors

if TYPE_CHECKING:
    from tercet.machi.cards import Card
    from tercet.machi.events import Event
    from tercet.machi.game import Game
    from tercet.machi.players import Player

__all__ = ["Display", "LogDisplay", "NullDisplay", "PlainTextDisplay", "RecordingDisplay", "TerminalDisplay"]


class Display(ABC):
    """What a game is shown on."""

    def begin(self, game: Game) -> None:
        """A game is shown here for the first time."""

    @abstractmethod
    def show_events(self, events: list[Event]) -> None:
        """Shows what happened, as soon as it has."""

    def show_state(self, game: Game) -> None:
        """Shows how it stands, when a turn is over; nothing if it is not overridden."""

    def decide(self, game: Game, player: Player, legal: list[str]) -> str | None:
        """What somebody in front of the display decides for a player, one of the legal actions; `None` asks the player."""
        return None


class NullDisplay(Display):
    """Shows nothing."""

    def show_events(self, events: list[Event]) -> None:
        """Nothing."""


class RecordingDisplay(Display):
    """Keeps all events, to be looked at afterwards."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def show_events(self, events: list[Event]) -> None:
        self.events.extend(events)


class TerminalDisplay(Display):
    """Prints what happens in words, and after each turn what everybody has and what the market has. Cards have their
    colours where that is a terminal, landmarks are orange; it prints no emoji.

    Args:
        file: Where to; the standard output if left out.
        color: `True` or `False` to have it so; else colours go to terminals only, and nowhere if `NO_COLOR` is set.
    """

    def __init__(self, file: IO[str] | None = None, *, color: bool | None = None) -> None:
        self._file, self._color = file, color
        self._cards: list[Card] | None = None

    def begin(self, game: Game) -> None:
        self._cards = [*game.cards, *game.landmarks]

    def show_events(self, events: list[Event]) -> None:
        for event in events:
            self._print(str(event))

    def show_state(self, game: Game) -> None:
        self._cards = [*game.cards, *game.landmarks]
        self._print(f"\n{game.text()}\n")

    def _print(self, text: str) -> None:
        file = self._file or sys.stdout
        if colors.is_wanted(file, self._color):
            text = colors.painted(text, colors.official() if self._cards is None else self._cards)
        print(text, file=file)


class PlainTextDisplay(TerminalDisplay):
    """As `TerminalDisplay`, never in colours.

    Args:
        file: Where to; the standard output if left out.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        super().__init__(file, color=False)


class LogDisplay(Display):
    """Writes every event as a line of JSON, in the form of `tercet play machi --log`: see `docs/machi-events.md`.

    Several games go into one file, one after the other.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115
        self._log = MachiLog()
        self._game: Game | None = None

    def begin(self, game: Game) -> None:
        self._game = game
        self._write(self._log.begin(game._table, [player.name for player in game.players]))

    def show_events(self, events: list[Event]) -> None:
        if self._game is None:
            raise errors.RunError("no game is shown on this log; give it to Game.run or Game.next_turn")
        self._write(self._log.lines(self._game._table, [event.text for event in events]))

    def _write(self, lines: str) -> None:
        if self._file.closed:
            raise errors.ClosedError("the log is closed")
        self._file.write(lines)
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> LogDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
