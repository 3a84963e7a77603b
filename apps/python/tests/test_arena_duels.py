"""Who beats whom, and whether a bot is better, for any game."""

from __future__ import annotations

import pytest
import tercet
from tercet import arena


def test_head_to_head_of_any_game() -> None:
    table = arena.head_to_head("machi", ["impatient", "random", "ev"], games=20, seed=1)
    assert list(zip(table["player"], table["against"], strict=True)) == [
        ("impatient", "random"),
        ("impatient", "ev"),
        ("random", "ev"),
    ]
    assert table["games"] == [20, 20, 20] and table["share"][0] > 0.7 and table["chance"][0] < 0.01
    assert table == arena.head_to_head("machi", ["impatient", "random", "ev"], games=20, seed=1, jobs=1)
    puzzle = arena.head_to_head("triangle", ["random", "greedy"], games=5, seed=1)
    assert (puzzle["won"], puzzle["lost"]) == ([0], [5])
    level = arena.head_to_head("set", ["racer:1", "racer:4"], games=4, seed=1)
    assert {len(column) for column in level.values()} == {1}


def test_sprt_of_any_game() -> None:
    test = arena.sprt("triangle", "greedy", "random", elo1=100, seed=2, slots=2)
    assert test.verdict == "better" and test.counts[4] == test.pairs and test.elo == float("inf")
    again = arena.sprt("triangle", "greedy", "random", elo1=100, seed=2, slots=2, jobs=1)
    assert (again.counts, again.log_ratio, again.bounds) == (test.counts, test.log_ratio, test.bounds)
    assert test.log_ratio >= test.bounds[1]
    assert arena.sprt("set", "first", "first", elo1=50, seed=1, games=4000).verdict == "not_better"


def test_sprt_by_hand() -> None:
    test = arena.Sprt(elo0=0, elo1=10)
    assert (test.verdict, test.pairs, test.share, test.log_ratio) == ("open", 0, 0.5, 0.0)
    for half_points in (2, 4, 3):
        test.count(half_points)
    assert (test.counts, test.pairs, test.share) == ([0, 0, 1, 1, 1], 3, 0.75)
    first, second = arena.Sprt.games(1, 0)
    assert first[0] == second[0] and (first[1], second[1]) == (0, 1) and len(first[2]) == 2
    with pytest.raises(tercet.errors.ConfigError, match="half_points: 5 is not from 0 to 4"):
        test.count(5)
    with pytest.raises(tercet.errors.ConfigError, match="alpha 0.7 is not between 0 and 0.5"):
        arena.Sprt(alpha=0.7)
    with pytest.raises(tercet.errors.BotError):
        arena.sprt("machi", "best", "random")
    with pytest.raises(tercet.errors.ConfigError, match="there is no game `go`"):
        arena.sprt("go", "best", "random")
