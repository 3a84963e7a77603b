"""What workers do: pure functions of a description and a range. Nothing here knows of Ray but what it is given."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import tercet
from tercet import _native, _outside, _plan, _tercet
from tercet._tercet import Parts
from tercet.entrants import Entrant, Field
from tercet.errors import RunError
from tercet.ray._faults import Faults
from tercet.ray._travel import Files, unpacked


class Done(NamedTuple):
    """What came of a chunk."""

    part: bytes
    faults: Faults
    promises: dict[str, bool]
    """Which programs promise the same answers again."""
    seconds: float
    cpu: float
    """Seconds of the processor, of all threads together."""


@dataclass(frozen=True)
class Work:
    """A description of work: the same description and range give the same part, wherever and however often they are played."""

    files: Files = field(default_factory=dict, kw_only=True)
    version: str = field(default=tercet.__version__, kw_only=True)

    @property
    def native(self) -> Any:
        """The compiled module that plays it."""
        return _tercet

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        """Plays the units of a range on so many threads."""
        raise NotImplementedError

    def done(self, first: int, last: int, payload: bytes, jobs: int) -> Done:
        """The same, with what it took."""
        if self.version != tercet.__version__:
            raise RunError(f"this node has Tercet {tercet.__version__}, the job is of {self.version}; install the same on all")
        start, cpu, before = time.perf_counter(), time.process_time(), self.native.outside_bots()
        with unpacked(self.files):
            part, faults = self.play(first, last, payload, jobs)
        faults = {**faults, **_new_faults(before, self.native.outside_bots())}
        return Done(part, faults, self.native.outside_promises(), time.perf_counter() - start, time.process_time() - cpu)


def _new_faults(before: _outside.Counts, after: _outside.Counts) -> Faults:
    """The reason that came most often, and how many games were lost in all."""
    new = _outside.new_faults(before, after)
    return {name: (max(reasons, key=lambda why: reasons[why]), sum(reasons.values())) for name, reasons in new.items()}


@functools.lru_cache(maxsize=8)
def _command(words: tuple[str, ...]) -> Parts:
    parts: Parts = _native.of_words(words).Parts(list(words))
    return parts


@dataclass(frozen=True)
class CommandWork(Work):
    """`tercet simulate …` or `tercet sprt …`, by its command line."""

    words: tuple[str, ...]

    @property
    def native(self) -> Any:
        return _native.of_words(self.words)

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        return _command(self.words).play(first, last, jobs), {}


@dataclass(frozen=True)
class TableWork(Work):
    """Games between entrants, some of which may be written in Python."""

    game: str
    entrants: tuple[Entrant, ...]
    seed: int
    config: tuple[tuple[str, object], ...]

    @property
    def native(self) -> Any:
        return _native.of(self.game)

    @functools.cached_property
    def field(self) -> Field:
        """Who plays."""
        return Field(self.game, self.entrants)

    @functools.cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The options of the rules."""
        return _plan.pairs(dict(self.config))


@dataclass(frozen=True)
class SimulateWork(TableWork):
    """Games of `tercet.arena.simulate`."""

    rotate: bool

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        field = self.field
        part: tuple[bytes, Faults] = self.native.simulate_part(
            self.game, field.named(), field.makers, (first, last), self.seed, jobs, self.rotate, self.pairs
        )
        return part


@dataclass(frozen=True)
class SprtWork(TableWork):
    """Pairs of `tercet.arena.sprt`."""

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        field = self.field
        names, units = field.named(), (first, last)
        part: tuple[bytes, Faults] = self.native.Sprt.play_part(self.game, names, field.makers, units, self.seed, jobs, self.pairs)
        return part


@dataclass(frozen=True)
class DatasetWork(TableWork):
    """Recorded games as rows of a file."""

    rotate: bool
    table: str
    format: str
    games: int
    shard: int
    """How many games a shard has; a unit is a shard, and so is a chunk."""

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        field = self.field
        games = (first * self.shard, min(last * self.shard, self.games))
        series = (field.named(), field.bots, field.makers, games, self.seed, jobs, self.rotate)
        part: tuple[bytes, Faults] = self.native.dataset_part(self.game, *series, self.pairs, self.table, self.format)
        return part


@dataclass(frozen=True)
class TournamentWork(Work):
    """Games of a tournament, which come as the chunk's payload."""

    game: str
    plan: str
    memory: int
    entrants: tuple[Entrant, ...] = ()
    """Those that play it, where some are written in Python; fillers of the field come behind them."""

    @property
    def native(self) -> Any:
        return _native.of(self.game)

    @functools.cached_property
    def makers(self) -> list[Any]:
        """What seats those that are written in Python."""
        return Field(self.game, self.entrants).makers if self.entrants else []

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        part: tuple[bytes, Faults] = self.native.play_games(self.game, self.plan, payload, self.makers, jobs, self.memory)
        return part


@dataclass(frozen=True)
class ReviewWork(Work):
    """Reviews of recorded games, which come as the chunk's payload."""

    playouts: int | None
    seed: int

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Faults]:
        import json

        reviews = [tercet.review(record, players=players, playouts=self.playouts, seed=self.seed).json() for record, players in json.loads(payload)]
        return json.dumps(reviews).encode(), {}
