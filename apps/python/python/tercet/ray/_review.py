"""Reviews of many finished games; each is what `tercet review` prints for it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import tercet
from tercet import Review, _plan
from tercet.ray import _cluster, _schedule
from tercet.ray._jobs import Whole
from tercet.ray._work import ReviewWork

Recorded = str | tuple[str, Sequence[str]]
"""A record, or a record and the players' names, seat by seat."""


def review(
    records: Sequence[Recorded], *, playouts: int | None = None, seed: int = 1, address: str | None = None, num_cpus: int = 1
) -> list[Review]:
    """Looks at finished games again, as `tercet.review` does, and gives the same reviews, in order."""
    named = [(record, []) if isinstance(record, str) else (record[0], list(record[1])) for record in records]
    job = _ReviewJob(named, playouts, _plan.checked_seed(seed))
    with _cluster.connected(address):
        _schedule.run(job, num_cpus=_cluster.checked_cpus(num_cpus))
    return [Review(text) for text in job.texts()]


class _ReviewJob(Whole):
    def __init__(self, records: Sequence[tuple[str, list[str]]], playouts: int | None, seed: int) -> None:
        self.work, self.total, self._records = ReviewWork(playouts, seed), len(records), records
        self._reviews: dict[int, list[str]] = {}

    def payload(self, first: int, last: int) -> bytes:
        return json.dumps(self._records[first:last]).encode()

    def take(self, first: int, last: int, part: bytes) -> None:
        self._reviews[first] = json.loads(part)

    def texts(self) -> list[str]:
        """All reviews, in order."""
        return [text for first in sorted(self._reviews) for text in self._reviews[first]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--data", required=True, metavar="DIR", help="the archive whose games are reviewed")
    parser.add_argument("--game", help="only games of this")
    parser.add_argument("--newest", type=int, metavar="N", help="only so many, the newest")
    parser.add_argument("--playouts", type=int, metavar="N", help="how many playouts a review makes")
    parser.add_argument("--seed", type=int, default=1)


def main(own: argparse.Namespace) -> int:
    """`python -m tercet.ray review`: one review a line, as JSON, each with its game's number."""
    with tercet.arena.Archive(own.data) as archive:
        table = archive.table("games", game=own.game, newest=own.newest)
        records = [(archive.record(number), players) for number, players in zip(table["id"], table["players"], strict=True)]
    reviews = review(records, playouts=own.playouts, seed=own.seed, address=own.address, num_cpus=own.worker_cpus)
    for number, one in zip(table["id"], reviews, strict=True):
        print(json.dumps({"id": number, "review": json.loads(one.json())}))
    return 0
