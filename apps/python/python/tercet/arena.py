"""Bots among themselves: simulations, tournaments with ratings, and the archive.

A bot goes by its name, or is one of your own: a class with `act(view)` or a function of a view, see `View`. Tables come as columns, `dict[str, list]`, which `pandas.DataFrame` and `polars.DataFrame` take as they are and notebooks show.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal

from tercet import _native, _outside, _plan
from tercet._notebook import Record, Table
from tercet._tercet import Archive as _Archive
from tercet._tercet import Sprt
from tercet._tercet import Tournament as _Tournament
from tercet.entrants import Answer, Entrant, Field, View

__all__ = ["Answer", "Archive", "Entrant", "Sprt", "Table", "View", "head_to_head", "purchases", "rollout", "simulate", "sprt", "tournament"]

Columns = dict[str, list[Any]]


def simulate(
    game: str,
    players: Sequence[Entrant],
    *,
    games: int,
    seed: int | None = None,
    jobs: int = 0,
    rotate: bool = False,
    **config: object,
) -> Table:
    """Plays games of bots, one a seat; a row for each seat. `points_error` and `win_rate_error` are standard errors.

    With `rotate` the players move on by a seat from game to game, and a row is a player's. The numbers depend on the seed,
    never on `jobs`, the number of threads (0 for all cores).

    >>> table = simulate("machi", ["random", "random"], games=100, seed=1)
    >>> sum(table["won"]) + sum(table["shared"]) // 2
    100
    """
    seed = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
    field = Field(game, players)
    native, names = _native.of(game), field.named()
    with _outside.told(native, names):
        played: Columns = native.simulate(
            game, names, field.makers, games, seed, field.jobs(jobs), rotate, _plan.pairs(config)
        )
    return Table(played)


def purchases(
    game: str,
    players: Sequence[str],
    *,
    games: int,
    seed: int | None = None,
    jobs: int = 0,
    by_turn: bool = False,
    **config: object,
) -> Table:
    """Plays games of bots and counts what was bought: how often a thing's buyers won, and what a copy earned.

    A row for each thing; with `by_turn`, for each thing and each turn of its buyers, counted from 1. A game in which
    nothing can be bought has no rows.

    >>> table = purchases("machi", ["ev", "random"], games=50, seed=1)
    >>> sorted(set(table["sort"]))
    ['card', 'landmark']
    >>> all(bought >= buyers for bought, buyers in zip(table["bought"], table["buyers"]))
    True
    """
    seed = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
    native = _native.of(game)
    with _outside.told(native, players):
        counted: Columns = native.purchases(game, list(players), games, seed, jobs, by_turn, _plan.pairs(config))
    return Table(counted)


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
    jobs: int = 0,
    archive: Archive | None = None,
    **config: object,
) -> Table:
    """Plays a tournament: the standings, best first.

    `strength`, from `strength_low` to `strength_high` with 95 % confidence, is fitted to all games at once; players of
    no game connects different `group`s, so they can't be compared. Elo, Glicko-2 and Weng-Lin ratings move from game to game.

    With an archive it lands there when it is over, with all its games and the ratings that go on from tournament to
    tournament; if a bot fails, nothing of it does.
    """
    keeps = archive is not None
    played = _played(game, entrants, format, games, days, table_size, finish, seed, jobs, config, keeps)
    if archive is not None:
        archive.keep(played)
    return Table(played.standings())


def head_to_head(
    game: str,
    entrants: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    games: int = 100,
    finish: str | None = None,
    seed: int | None = None,
    jobs: int = 0,
    **config: object,
) -> Table:
    """Lets everybody play everybody, so many games a pair: who beats whom, a row for each pair, seen from the first.

    `share` is that of points, a draw being half a point, between `low` and `high` with 95 % confidence; `chance` is how
    likely so large a difference is between equals, `needed` how many games would show it.

    >>> table = head_to_head("machi", ["impatient", "random"], games=100, seed=1)
    >>> table["player"], table["against"], table["won"][0] + table["lost"][0]
    (['impatient'], ['random'], 100)
    """
    played = _played(game, entrants, "round_robin", games, 1, 2, finish, seed, jobs, config)
    return Table(played.head_to_head())


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
    jobs: int = 0,
    **config: object,
) -> Sprt:
    """Plays pairs of games (same deal, seats swapped) until it is clear whether the new bot is better, at most so many games:
    the sequential probability ratio test of `elo0` against `elo1`.

    >>> sprt("machi", "impatient", "random", elo1=50, seed=1).verdict
    'better'
    """
    native = _native.of(game)
    test: Sprt = native.Sprt(elo0, elo1, alpha, beta)
    seed = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
    field = Field(game, [new, base])
    with _outside.told(native, field.named()):
        test.play(game, field.named(), field.makers, games, seed, field.jobs(jobs), _plan.pairs(config))
    return test


def _played(
    game: str,
    entrants: Sequence[Entrant] | Mapping[str, Entrant],
    format: str,
    games: int,
    days: int,
    table_size: int,
    finish: str | None,
    seed: int | None,
    jobs: int,
    config: dict[str, object],
    keeps: bool = False,
) -> _Tournament:
    """A tournament that is over."""
    field = Field(game, entrants)
    seed = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
    options = _tournament_options(field, format, games, days, table_size, finish, seed, field.jobs(jobs), config, keeps)
    native = _native.of(game)
    played: _Tournament = native.Tournament(game, options)
    with _outside.told(native, field.bots):
        played.run()
    return played


def _tournament_options(
    field: Field,
    format: str,
    games: int,
    days: int,
    table_size: int,
    finish: str | None,
    seed: int,
    jobs: int,
    config: dict[str, object],
    keeps: bool,
) -> dict[str, Any]:
    """How a tournament is played, as the engine takes it."""
    return {
        "labels": field.labels,
        "bots": field.bots,
        "makers": field.makers,
        "keeps": keeps,
        "format": format,
        "games": games,
        "days": days,
        "table_size": table_size,
        "is_striped": False,
        "finish": finish,
        "seed": seed,
        "jobs": jobs,
        "config": _plan.pairs(config),
    }


def rollout(
    game: str, *, games: int = 64, steps: int = 1000, seed: int = 0, **config: object
) -> dict[str, int]:
    """Uniformly random play of so many games side by side, so many steps in each, with nothing kept of it."""
    played, ended, points = _native.of(game).rollout(game, games, steps, _plan.checked_seed(seed), _plan.pairs(config))
    return {"steps": played, "games": ended, "points": points}


class Archive:
    """The games in a directory, the same that `tercet games` and the page show; in memory without one."""

    def __init__(self, directory: str | PathLike[str] | None = None, *, game: str = "set") -> None:
        """`game` is only to be said for games of another package: an archive takes our own games and those of one package."""
        self._archive: _Archive = _native.of(game).Archive(directory)

    def add(self, record: str, players: Sequence[str]) -> int:
        """Adds a recorded game after replaying it; `players` are names, seat by seat. Its number."""
        return self._archive.add(record, list(players))

    def keep(self, tournament: _Tournament) -> int:
        """Adds a tournament that was played to be kept, all of it at once. Its number."""
        return tournament.save(self._archive)

    def record(self, game: int) -> Record:
        """The record of a game, as `tercet.replay` takes it."""
        return Record(self._archive.record(game))

    def table(
        self,
        name: Literal["games", "moves", "events", "ratings", "strengths"] = "games",
        *,
        game: str | None = None,
        player: str | None = None,
        newest: int | None = None,
    ) -> Table:
        """A table as columns; what a row does not have is `None`."""
        text = self._archive.export(name, "jsonl", game, player, newest).decode()
        rows = [json.loads(line) for line in text.splitlines()]
        # A row leaves out what it does not have, so the names come from where all of them stand.
        head = self._archive.export(name, "csv", game, player, 0).decode().splitlines()[0]
        return Table({key: [row.get(key) for row in rows] for key in head.split(",")})

    def purchases(
        self, game: str = "machi", *, newest: int | None = None, by_turn: bool = False
    ) -> Table:
        """As the function `purchases`, from the newest games of the archive, or all."""
        return Table(self._archive.purchases(game, newest, by_turn))

    def export(self, name: str, format: str = "csv", **filters: Any) -> bytes:
        """A table as a file: `jsonl`, `csv` or `parquet`."""
        return self._archive.export(name, format, **filters)

    def close(self) -> None:
        """Closes the file."""
        self._archive.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
