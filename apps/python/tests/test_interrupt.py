"""Ctrl-C ends whatever takes long, soon, and leaves nothing half-changed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tercet
from tercet import arena, machi, search, vector
from tercet.machi import strategy

LIMIT = 0.5
GAMES = 20_000
"""Of the archive that is read: to replay them takes seconds."""


def interrupted(work: Callable[[], Any]) -> float:
    """How long work goes on after Ctrl-C, which comes when it is well under way."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        return time.monotonic() - pressed[0]
    finally:
        # Work that ended by itself is a failure of its own test, not of all that come after it.
        timer.cancel()
        timer.join()


@pytest.mark.parametrize(
    "work",
    [
        lambda: arena.simulate("machi", ["mcts", "mcts"], games=100_000, seed=1),
        lambda: arena.tournament("machi", ["mcts", "search"], games=100_000, seed=1),
        lambda: arena.sprt("machi", "mcts", "search", games=1_000_000, seed=1),
        lambda: tercet.begin("machi", seed=1, players=2).advice("search:turns=9,positions=1000000000"),
    ],
    ids=["simulate", "tournament", "sprt", "advice"],
)
def test_ctrl_c_ends_it_soon(work: Callable[[], Any]) -> None:
    assert interrupted(work) < LIMIT


@pytest.fixture(scope="module")
def archive() -> arena.Archive:
    """Many games of Machi Koro."""
    kept = arena.Archive()
    arena.tournament("machi", ["random", "random"], games=GAMES, seed=1, archive=kept)
    return kept


@pytest.mark.parametrize(
    "work",
    [
        lambda kept: kept.export("events", "jsonl"),
        lambda kept: kept.export("events", "parquet"),
        lambda kept: kept.table("events"),
        lambda kept: kept.purchases(),
    ],
    ids=["jsonl", "parquet", "table", "purchases"],
)
def test_reading_an_archive_ends_soon(archive: arena.Archive, work: Callable[[arena.Archive], Any]) -> None:
    assert interrupted(lambda: work(archive)) < LIMIT
    # Whoever asks again is answered.
    assert archive.table("games", newest=3)["id"] == [GAMES - 2, GAMES - 1, GAMES]


def test_other_threads_go_on_while_an_archive_is_read(archive: arena.Archive) -> None:
    ticks: list[float] = []
    is_over = threading.Event()

    def tick() -> None:
        while not is_over.wait(0.01):
            ticks.append(time.monotonic())

    clock = threading.Thread(target=tick)
    clock.start()
    begun = time.monotonic()
    archive.purchases()
    ended = time.monotonic()
    is_over.set()
    clock.join()
    assert sum(begun < at < ended for at in ticks) > 3


def test_a_search_that_a_net_guides_ends_soon() -> None:
    batch = vector.make("triangle", 512, seed=1)
    batch.reset()

    def evaluate(obs: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape, np.float32), np.zeros(len(obs), np.float32)

    assert interrupted(lambda: search.mcts(batch, evaluate, simulations=10**6)) < LIMIT


def test_a_thinking_bot_of_machi_remembers_nothing_of_it() -> None:
    def made() -> machi.Game:
        return machi.Game(bots=["search:turns=9,positions=1000000000", "random"], seed=3)

    game = made()
    assert interrupted(lambda: game.next_turn(machi.NullDisplay())) < LIMIT
    # The dice have fallen and nothing was bought: whoever calls again is asked again.
    assert (game.turn_number, game._table.num_plays) == (0, 0)
    game.players[0] = machi.bots.RandomBot("R")
    assert game.next_turn(machi.NullDisplay()) and game.turn_number == 1


def test_chances_to_win_are_not_counted_to_the_end() -> None:
    player = machi.Game(players=2, seed=1).players[0]
    assert interrupted(lambda: strategy.win_probabilities(player.game, games=10_000_000)) < LIMIT


@pytest.mark.parametrize(("policy", "threads"), [("random", 1), ("random", 2), ("mcts", 1)])
def test_a_rollout_that_is_ended_has_changed_nothing(policy: str, threads: int) -> None:
    batch = vector.make("machi", 4, seed=1, num_threads=threads)
    batch.reset()
    before = batch.digests().tolist()
    assert interrupted(lambda: batch.rollout(10**9, policy)) < LIMIT
    assert batch.digests().tolist() == before
    twin = vector.make("machi", 4, seed=1)
    twin.reset()
    assert batch.rollout(50) == twin.rollout(50)


def test_what_nobody_ends_is_as_it_was() -> None:
    batch, twin = vector.make("set", 2, seed=1), vector.make("set", 2, seed=1)
    batch.reset(), twin.reset()
    assert batch.rollout(150_000).steps == 300_000
    for _ in range(3):
        twin.rollout(50_000)
    assert batch.digests().tolist() == twin.digests().tolist()
