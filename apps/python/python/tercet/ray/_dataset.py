"""Datasets: recorded games as files of rows, a shard a file. A shard depends on the description and its number alone."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import tercet
from tercet.entrants import Entrant
from tercet.errors import ConfigError
from tercet.ray import _arena, _cluster, _schedule
from tercet.ray._jobs import Whole
from tercet.ray._work import DatasetWork

MANIFEST = "dataset.json"


def dataset(
    game: str,
    players: Sequence[Entrant],
    out: str | PathLike[str],
    *,
    games: int,
    seed: int | None = None,
    rotate: bool = False,
    table: Literal["games", "moves", "events"] = "moves",
    format: Literal["parquet", "jsonl", "csv"] = "parquet",
    shard: int = 10_000,
    address: str | None = None,
    num_cpus: int = 1,
    **config: object,
) -> list[Path]:
    """Plays games and writes them into a directory, `shard` of them a file: the files, in order. `dataset.json` there says what they are.

    The tables are those of `tercet.arena.Archive.table`; a game's id is its number in the series, counted from 1. The files are the same,
    byte for byte, whatever the cluster. Those that are there already are not made again, so who was killed calls this again.
    """
    if games < 1 or shard < 1:
        raise ConfigError(f"games and shard: {games} and {shard} are not both at least 1")
    config_items = tuple(sorted(config.items()))
    seed = _arena._seed(seed)
    work = DatasetWork(
        game, tuple(players), seed, config_items, rotate, table, format, games, shard, files=_arena._files(players)
    )
    # A mistake is found here, before anything is sent or written.
    work.play(games // shard + 1, games // shard + 1, b"", 1)
    about = {
        "tercet": tercet.__version__, "game": game, "players": _arena._versions(work.field, players), "games": games,
        "seed": seed, "rotate": rotate, "table": table, "format": format, "shard": shard, "options": dict(config_items),
    }
    files = _Shards(Path(out), about, -(-games // shard))
    with _cluster.connected(address):
        _schedule.run(_DatasetJob(work, files.count), num_cpus=_cluster.checked_cpus(num_cpus), journal=files)
    return [files.path(number) for number in range(files.count)]


class _DatasetJob(Whole):
    unit = "shards"
    most: int | None = 1

    def __init__(self, work: DatasetWork, shards: int) -> None:
        self.work, self.total = work, shards

    def take(self, first: int, last: int, part: bytes) -> None:
        """They are files by now."""


class _Shards:
    """The files of a dataset."""

    def __init__(self, place: Path, about: dict[str, Any], count: int) -> None:
        self._place, self.count = place, count
        self._name, self._suffix = about["table"], about["format"]
        place.mkdir(parents=True, exist_ok=True)
        text = json.dumps(about, indent=2, sort_keys=True, default=str) + "\n"
        known = place / MANIFEST
        if not known.exists():
            _write(known, text.encode())
        elif known.read_text() != text:
            raise ConfigError(f"{known} is of another dataset; name another directory")

    def path(self, number: int) -> Path:
        """The file of a shard."""
        return self._place / f"{self._name}-{number:05d}-of-{self.count:05d}.{self._suffix}"

    def ranges(self) -> list[tuple[int, int]]:
        return [(number, number + 1) for number in range(self.count) if self.path(number).exists()]

    def parts(self) -> Iterator[tuple[int, int, bytes]]:
        yield from ()

    def keep(self, parts: Iterable[tuple[int, int, bytes]]) -> None:
        for first, _, part in parts:
            _write(self.path(first), part)


def _write(path: Path, content: bytes) -> None:
    """A file is whole or not there."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game")
    parser.add_argument("--players", required=True, help="which bots play, seat by seat")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--out", required=True, metavar="DIR", help="where the files go")
    parser.add_argument("--table", choices=["games", "moves", "events"], default="moves", help="a row for each of these")
    parser.add_argument("--format", choices=["parquet", "jsonl", "csv"], default="parquet")
    parser.add_argument("--shard", type=int, default=10_000, metavar="N", help="games a file (10000)")
    parser.add_argument("--rotate", action="store_true", help="the players move on by a seat from game to game")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the rules")


def main(own: argparse.Namespace) -> int:
    """`python -m tercet.ray dataset`."""
    config = options_of(own.option)
    files = dataset(
        own.game, own.players.split(","), own.out, games=own.games, seed=own.seed, rotate=own.rotate, table=own.table,
        format=own.format, shard=own.shard, address=own.address, num_cpus=own.worker_cpus, **config,
    )
    print(f"{len(files)} files in {own.out}")
    return 0


def options_of(words: Iterable[str]) -> dict[str, Any]:
    """Options of the rules, as `KEY=VALUE`."""
    pairs = [word.partition("=") for word in words]
    for key, equals, _ in pairs:
        if not key or not equals:
            raise ConfigError(f"--option: an option is KEY=VALUE, not `{key}`")
    return {key: value for key, _, value in pairs}
