"""Bots among themselves, and the archive."""

from __future__ import annotations

from pathlib import Path

import pytest
import tercet
from tercet import arena


def test_simulations_do_not_depend_on_threads() -> None:
    one = arena.simulate("machi", ["impatient", "random"], games=60, seed=1, jobs=1)
    two = arena.simulate("machi", ["impatient", "random"], games=60, seed=1, jobs=2)
    assert one == two and one["bot"] == ["impatient", "random"] and sum(one["won"]) == 60
    assert one["won"][0] > 40
    assert {len(column) for column in one.values()} == {2}


def test_simulations_tell_errors_and_rotate() -> None:
    fixed = arena.simulate("machi", ["impatient", "random"], games=100, seed=1)
    assert fixed["win_rate"][0] == fixed["won"][0] / 100
    assert fixed["win_rate_error"][0] == pytest.approx((fixed["win_rate"][0] * (1 - fixed["win_rate"][0]) / 100) ** 0.5)
    assert fixed["points_error"][0] == pytest.approx(fixed["points_sd"][0] / 100**0.5)
    rotated = arena.simulate("machi", ["impatient", "random"], games=100, seed=1, rotate=True)
    assert rotated["player"] == [0, 1] and "seat" not in rotated and rotated["won"][0] > 70
    assert rotated == arena.simulate("machi", ["impatient", "random"], games=100, seed=1, rotate=True, jobs=1)
    assert rotated["won"] != fixed["won"] or rotated["points_mean"] != fixed["points_mean"]


def test_simulations_of_one_seat() -> None:
    alone = arena.simulate("set", ["first"], games=50, seed=1)
    assert 21 <= alone["points_min"][0] <= alone["points_max"][0] <= 27
    puzzle = arena.simulate("triangle", ["random"], games=50, seed=1)
    assert puzzle["points_mean"][0] > 0


def test_tournaments_rank_the_better_bot_first() -> None:
    table = arena.tournament("machi", ["random", "impatient", "coverage"], games=10, seed=1)
    assert table["player"][-1] == "random" and table["place"] == [1, 2, 3]
    assert table["strength"] == sorted(table["strength"], reverse=True)
    assert all(low < own < high for low, own, high in zip(table["strength_low"], table["strength"], table["strength_high"]))
    assert table == arena.tournament("machi", ["random", "impatient", "coverage"], games=10, seed=1, jobs=1)
    alone = arena.tournament("triangle", ["random", "greedy"], games=3, seed=1)
    assert alone["player"][0] == "greedy"
    swiss = arena.tournament("machi", ["ev", "random"], format="swiss", games=1, seed=1)
    assert len(swiss["player"]) == 12


def test_what_was_bought() -> None:
    table = arena.purchases("machi", ["ev", "random"], games=40, seed=1, jobs=1)
    assert table == arena.purchases("machi", ["ev", "random"], games=40, seed=1, jobs=2)
    assert {len(column) for column in table.values()} == {len(table["name"])}
    station = table["name"].index("train_station")
    assert (table["sort"][station], table["coins"][station]) == ("landmark", 0)
    for low, rate, high in zip(table["win_rate_low"], table["win_rate"], table["win_rate_high"]):
        assert 0 <= low <= rate <= high <= 1
    turns = arena.purchases("machi", ["ev", "random"], games=40, seed=1, by_turn=True)
    for name, bought in zip(table["name"], table["bought"]):
        assert sum(count for each, count in zip(turns["name"], turns["bought"]) if each == name) == bought
    assert min(turns["turn"]) == 1
    assert arena.purchases("set", ["first"], games=1, seed=1)["name"] == []


def test_what_was_bought_in_an_archive(tmp_path: Path) -> None:
    match = tercet.begin("machi", seed=3, players=2)
    while not match.is_over:
        action = match.advice("impatient", seed=3)
        assert action is not None
        match.play(action)
    with arena.Archive(tmp_path) as archive:
        archive.add(match.record(), ["a", "b"])
        table = archive.purchases()
        assert sum(table["bought"]) == sum(archive.purchases(by_turn=True)["bought"])
        builds = [text for text in archive.table("moves")["text"] if text.startswith("build ")]
        assert sum(table["bought"]) == len(builds)
        assert archive.purchases("triangle")["name"] == []


def test_rollouts_of_any_game(game: str) -> None:
    assert arena.rollout(game, games=2, steps=100, seed=3) == arena.rollout(game, games=2, steps=100, seed=3)
    assert arena.rollout(game, games=2, steps=100)["steps"] == 200


def test_an_archive(tmp_path: Path) -> None:
    records = []
    for seed in range(2):
        match = tercet.begin("triangle", seed=seed)
        while not match.is_over:
            match.play(match.legal_actions()[0])
        records.append(match.record())
    with arena.Archive(tmp_path) as archive:
        numbers = [archive.add(record, ["me"]) for record in records]
    with arena.Archive(tmp_path) as archive:
        assert archive.record(numbers[1]) == records[1]
        games = archive.table("games")
        assert games["game"] == ["triangle", "triangle"] and len(games["id"]) == 2
        moves = archive.table("moves", newest=1)
        assert len(moves["text"]) > 3
        assert archive.export("games", "csv").startswith(b"id,")
        assert archive.export("games", "parquet")[:4] == b"PAR1"
        ratings = archive.table("ratings")
        assert len(ratings) == 14 and set(map(len, ratings.values())) == {0}
        assert archive.table("strengths")["strength"] == []
        with pytest.raises(tercet.errors.RecordError, match="2 players for 1 seats"):
            archive.add(records[0], ["a", "b"])
        with pytest.raises(tercet.errors.ConfigError, match="table: `x` is none"):
            archive.table("x")  # type: ignore[arg-type]
        with pytest.raises(tercet.errors.ArchiveError):
            archive.record(99)
    with pytest.raises(tercet.errors.ClosedError):
        archive.record(1)


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(tercet.errors.BotError):
        arena.simulate("machi", ["x", "y"], games=1)
    with pytest.raises(tercet.errors.ConfigError, match="name one for each seat"):
        arena.simulate("triangle", ["random", "random"], games=1)
    with pytest.raises(tercet.errors.ConfigError, match="format: `cup` is none"):
        arena.tournament("machi", ["ev", "random"], format="cup")  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.ConfigError, match="too small a field"):
        arena.tournament("machi", ["ev"])
