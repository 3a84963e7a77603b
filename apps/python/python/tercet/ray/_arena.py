"""`tercet.arena`'s simulations, tests and tournaments on a cluster."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import tercet
from tercet import _native, _outside, _plan, arena
from tercet._tercet import Sprt
from tercet.entrants import Entrant, Field
from tercet.errors import ConfigError
from tercet.ray import _cluster, _schedule, _travel
from tercet.ray._jobs import SimulateJob, SprtJob, TournamentJob
from tercet.ray._journal import SUFFIX, Journal, digest
from tercet.ray._work import SimulateWork, SprtWork, TournamentWork, Work

Place = str | PathLike[str] | None


def simulate(
    game: str,
    players: Sequence[Entrant],
    *,
    games: int,
    seed: int | None = None,
    rotate: bool = False,
    address: str | None = None,
    num_cpus: int = 1,
    journal: Place = None,
    **config: object,
) -> arena.Columns:
    """As `tercet.arena.simulate`, and the same table, played by a cluster.

    A bot that is written in Python travels with the job; one that raises loses its game, which is reported once with its traceback.

    Args:
        address: Ray's; `None` for this machine.
        num_cpus: Cores, and threads, of one task.
        journal: A directory where what comes back is kept: who was killed calls this again with the same `seed` and goes on.
    """
    if games < 0:
        raise ConfigError(f"games: {games} is too small")
    seed = _seed(seed)
    work = SimulateWork(game, tuple(players), seed, tuple(sorted(config.items())), rotate, files=_files(players))
    job = SimulateJob(work, games)
    # A mistake is found here, before anything is sent.
    work.play(0, 0, b"", 1)
    _run(job, ["simulate", game, _versions(work.field, players), games, seed, rotate, config], address, num_cpus, journal)
    return job.columns()


def sprt(
    game: str,
    new: Entrant,
    base: Entrant,
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    games: int = 100_000,
    seed: int | None = None,
    address: str | None = None,
    num_cpus: int = 1,
    journal: Place = None,
    **config: object,
) -> Sprt:
    """As `tercet.arena.sprt`, and the same verdict by the same pairs, played by a cluster."""
    seed, test = _seed(seed), Sprt(elo0, elo1, alpha, beta)
    work = SprtWork(game, (new, base), seed, tuple(sorted(config.items())), files=_files((new, base)))
    work.play(0, 0, b"", 1)
    job = SprtJob(work, test, games // 2)
    # What a pair came to does not depend on the question: a journal serves any.
    _run(job, ["sprt", game, _versions(work.field, (new, base)), games, seed, config], address, num_cpus, journal)
    return test


def tournament(
    game: str,
    entrants: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    format: Literal["swiss", "round_robin", "knockout"] = "round_robin",
    games: int = 2,
    days: int = 1,
    table_size: int = 2,
    finish: str | None = None,
    seed: int | None = None,
    archive: arena.Archive | None = None,
    address: str | None = None,
    num_cpus: int = 1,
    journal: Place = None,
    **config: object,
) -> arena.Columns:
    """As `tercet.arena.tournament`, and the same standings, played by a cluster. Rounds of a Swiss day and of a knock-out wait for each
    other: a round robin keeps a large cluster busy."""
    seed, field = _seed(seed), Field(game, entrants)
    options = arena._tournament_options(field, format, games, days, table_size, finish, seed, 1, config, archive is not None)
    native = _native.of(game)
    played = native.Tournament(game, options)
    plan, total = native.tournament_plan(played)
    bots = list(entrants.values()) if isinstance(entrants, Mapping) else list(entrants)
    work = TournamentWork(game, plan, 1 << 62, tuple(bots), files=_files(bots))
    job = TournamentJob(work, played, total)
    _run(job, ["tournament", game, _versions(field, bots), plan], address, num_cpus, journal)
    if archive is not None:
        archive.keep(played)
    standings: arena.Columns = played.standings()
    return standings


def _seed(seed: int | None) -> int:
    return _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)


def _files(entrants: Sequence[Entrant]) -> _travel.Files:
    _travel.by_value(entrants)
    return _travel.files_of(one for one in entrants if isinstance(one, str))


def _versions(field: Field, entrants: Sequence[Entrant]) -> list[Any]:
    """Who plays, and in which version."""
    return [
        name if isinstance(one, str) else [name, _travel.source_version(one)]
        for name, one in zip(field.bots, entrants, strict=False)
    ]


def _run(job: Any, about: list[Any], address: str | None, num_cpus: int, place: Place) -> _schedule.Report:
    """Plays a job, with a journal if somebody named a place for it."""
    work: Work = job.work
    named = {"tercet": tercet.__version__, "run": about, "files": _travel.version_of(work.files)}
    num_cpus = _cluster.checked_cpus(num_cpus)
    journal = None if place is None else Journal(Path(place) / (digest(named) + SUFFIX), named)
    try:
        with _cluster.connected(address):
            report = _schedule.run(job, num_cpus=num_cpus, journal=journal)
    except BaseException:
        if journal:
            journal.close(is_over=False)
        raise
    if journal:
        journal.close(is_over=True)
    _outside.not_reproducible(logging.getLogger("tercet.ray"), report.promises, report.promises)
    return report
