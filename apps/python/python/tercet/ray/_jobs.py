"""The jobs that a driver plays: what they open, and what becomes of what comes back."""

from __future__ import annotations

import json
from typing import Any

from tercet import _native
from tercet._tercet import Parts, SimulateSums, Sprt, TournamentParts
from tercet._tercet import Tournament as _Tournament
from tercet.arena import Columns
from tercet.ray._travel import files_of
from tercet.ray._work import CommandWork, SimulateWork, SprtWork, TournamentWork, Work


class Whole:
    """A job all of which is open at once."""

    work: Work
    unit = "games"
    total = 0
    done = 0
    most: int | None = None
    is_decided = False

    @property
    def open(self) -> int:
        return self.total

    def payload(self, first: int, last: int) -> bytes:
        return b""

    def advance(self) -> None:
        """Nothing comes after it."""


class CommandJob(Whole):
    """`tercet simulate …` or `tercet sprt …`: prints what that would print."""

    def __init__(self, words: list[str]) -> None:
        self._parts: Parts = _native.of_words(words).Parts(words)
        self.about: dict[str, Any] = json.loads(self._parts.about)
        self.words = self._parts.words
        files = files_of(self.about["players"])
        self.work = CommandWork(tuple(self.words), files=files)
        self.unit, self.total = self.about["unit"], self.about["units"]

    @property
    def is_decided(self) -> bool:  # type: ignore[override]
        return self._parts.is_decided

    def take(self, first: int, last: int, part: bytes) -> None:
        self._parts.add(first, last, part)

    def report(self) -> int:
        """Prints the report; the exit code."""
        return self._parts.report()


class SimulateJob(Whole):
    """`tercet.arena.simulate`."""

    def __init__(self, work: SimulateWork, games: int) -> None:
        self.work, self.total, self._sums = work, games, SimulateSums()

    def take(self, first: int, last: int, part: bytes) -> None:
        self._sums.add(part)

    def columns(self) -> Columns:
        """The table."""
        work = self.work
        assert isinstance(work, SimulateWork)
        return self._sums.columns(work.field.named(), self.total, work.rotate)


class SprtJob(Whole):
    """`tercet.arena.sprt`: pairs are counted in order, and the one that decides is the last."""

    unit = "pairs"

    def __init__(self, work: SprtWork, test: Sprt, pairs: int) -> None:
        self.work, self.test, self.total = work, test, pairs
        self._next, self._later = 0, dict[int, bytes]()

    @property
    def is_decided(self) -> bool:  # type: ignore[override]
        return self.test.verdict != "open"

    def take(self, first: int, last: int, part: bytes) -> None:
        self._later[first] = part
        while (found := self._later.pop(self._next, None)) is not None:
            self._next += len(found)
            for half_points in found:
                if not self.is_decided:
                    self.test.count(half_points)


class Staged:
    """A job in rounds: the next opens when all games of one are there."""

    work: Work
    unit = "games"
    most: int | None = None
    is_decided = False

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done, self._before = total, done, 0

    def _size(self) -> int | None:
        """How many games this round has; `None` once all is over."""
        raise NotImplementedError

    def _close(self) -> None:
        raise NotImplementedError

    @property
    def open(self) -> int:
        return self._before + (self._size() or 0)

    def advance(self) -> None:
        size = self._size()
        if size is not None:
            self._before += size
            self._close()


class ArchiveTournament(Staged):
    """`tercet tournament …`: games go into the archive as they come, from where it can be gone on with, here or on one machine."""

    def __init__(self, words: list[str]) -> None:
        parts: TournamentParts = _native.of_words(words).TournamentParts(words)
        self.parts = parts
        super().__init__(*parts.progress)
        self.work = TournamentWork(parts.game, parts.plan, parts.memory, files=files_of(parts.bots))

    def _size(self) -> int | None:
        return self.parts.round

    def _close(self) -> None:
        self.parts.close()

    def payload(self, first: int, last: int) -> bytes:
        return self.parts.games(first - self._before, last - self._before)

    def take(self, first: int, last: int, part: bytes) -> None:
        self.parts.keep(part)


class TournamentJob(Staged):
    """`tercet.arena.tournament`."""

    def __init__(self, work: TournamentWork, tournament: _Tournament, total: int) -> None:
        super().__init__(total, 0)
        self.work, self.tournament = work, tournament
        self._parts: list[bytes] = []

    def _size(self) -> int | None:
        size: int | None = self.work.native.tournament_round(self.tournament)
        return size

    def _close(self) -> None:
        self.work.native.tournament_take(self.tournament, self._parts)
        self._parts = []

    def payload(self, first: int, last: int) -> bytes:
        games: bytes = self.work.native.tournament_games(self.tournament, first - self._before, last - self._before)
        return games

    def take(self, first: int, last: int, part: bytes) -> None:
        self._parts.append(part)
