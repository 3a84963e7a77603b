"""Features, the sum tree, returns and statistics."""

from __future__ import annotations

import copy
import gzip
import json
import logging
import pickle
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import tercet
from tercet import learn
from tercet.triangle import GameState

FIXTURES = Path(__file__).parents[3] / "games" / "triangle" / "rules" / "tests" / "fixtures"


def records(name: str) -> list[Any]:
    with gzip.open(FIXTURES / name, "rt") as lines:
        return [json.loads(line) for line in lines]


class Shape(NamedTuple):
    triangles: list[tuple[int, int, bool]]


class Recorded:
    """A recorded position behind the reference's calls."""

    def __init__(self, record: Any) -> None:
        config = record["config"]
        self.shape = (config["rows"], config["cols"])
        death = np.ones(self.shape, np.bool_)
        for row, (start, end) in enumerate(config["ranges"]):
            death[row, start:end] = False
        occupied = np.array([cell == "1" for cell in record["occ"]]).reshape(self.shape)
        self.cells = {"death": death, "occupied": occupied}
        self.shapes = [slot and Shape([tuple(each) for each in slot[0]]) for slot in record["shapes"]]
        self.score = record["score"]
        self.current_step = record["step"]

    def game_score(self) -> float:
        return float(self.score)

    def get_shapes(self) -> list[Shape | None]:
        return self.shapes

    def get_grid_data_np(self) -> dict[str, Any]:
        return self.cells


def test_the_recorded_features() -> None:
    recorded = records("public_features.jsonl.gz")
    assert len(recorded) == 60
    for record in recorded:
        state = Recorded(record)
        features = learn.extract_features(state)
        assert features.grid.dtype == features.other.dtype == np.float32
        assert features.grid.shape == (1, *state.shape)
        np.testing.assert_array_equal(features.grid.ravel(), np.array(record["grid"], np.float32))
        np.testing.assert_array_equal(features.other, np.array(record["other"], np.float32))


def test_features_of_a_game_under_way() -> None:
    state = GameState(initial_seed=7)
    for step in range(6):
        features = learn.extract_features(state)
        cells = state.get_grid_data_np()
        expected = np.where(cells["death"], -1, cells["occupied"]).astype(np.float32)
        np.testing.assert_array_equal(features.grid[0], expected)
        assert features.other[24] == np.float32(state.game_score() / 100)
        assert features.other[29] == np.float32(step / 1000)
        state.step(min(state.valid_actions()))


def test_features_of_several_states() -> None:
    first = [Recorded(record) for record in records("public_features.jsonl.gz")[:4]]
    together = learn.extract_features_batch(first)
    assert together.grid.shape == (4, 1, 8, 15) and together.other.shape == (4, 30)
    np.testing.assert_array_equal(together.other[2], learn.extract_features(first[2]).other)
    with pytest.raises(tercet.errors.ArrayError, match="there are none"):
        learn.extract_features_batch([])


def test_features_of_a_batch() -> None:
    batch = tercet.vector.make("triangle", 8, seed=1, dtype="int8")
    with pytest.raises(tercet.errors.ResetNeededError):
        learn.extract_features_batch(batch)
    obs, _ = batch.reset()
    score = np.zeros(8)
    for step in range(12):
        features = learn.extract_features_batch(batch)
        np.testing.assert_array_equal(features.grid[:, 0], obs[:, 0].astype(np.float32))
        np.testing.assert_allclose(features.other[:, 24], score / 100, rtol=1e-6)
        np.testing.assert_allclose(features.other[:, 29], step / 1000)
        assert (features.other[:, 21:24].sum(axis=1) == 3 - step % 3).all()
        obs, rewards, terminals, _, _ = batch.step(batch.sample_legal())
        assert not terminals.any()
        score += rewards
    with pytest.raises(tercet.errors.ConfigError, match="set: only the puzzle has features"):
        learn.extract_features_batch(tercet.vector.make("set", 1, seed=1))


def test_features_refuse_what_is_no_grid() -> None:
    state = Recorded(records("public_features.jsonl.gz")[0])
    state.cells["occupied"] = state.cells["occupied"].astype(np.int8)
    with pytest.raises(TypeError, match="`occupied` is an array of int8; it takes bool"):
        learn.extract_features(state)
    state.cells["occupied"] = np.zeros((8, 14), np.bool_)
    with pytest.raises(tercet.errors.ArrayError, match=r"\(8, 14\) and `death` \(8, 15\)"):
        learn.extract_features(state)
    state.cells["occupied"] = np.zeros(120, np.bool_)
    with pytest.raises(tercet.errors.ArrayError, match="it takes rows and columns"):
        learn.extract_features(state)


def test_the_recorded_trees() -> None:
    recorded = records("public_sumtree.jsonl.gz")
    assert len(recorded) == 8
    for record in recorded:
        tree = learn.SumTree(record["capacity"])
        for op in record["ops"]:
            if op["op"] == "add":
                tree.add(op["p"], op["data"])
            elif op["op"] == "update":
                tree.update(op["idx"], op["p"])
            else:
                assert tree.get_leaf(op["v"]) == (op["idx"], op["p"], op["data"])
            assert abs(tree.total_priority - op["total"]) < 1e-9
            assert (tree.max_priority, len(tree)) == (op["max"], op["n"])


def test_a_tree_holds_anything_and_pickles() -> None:
    tree = learn.SumTree(3)
    assert tree.capacity == 3 and tree.get_leaf(0.0) == (3, 0.0, None)
    for nth in range(4):
        assert tree.add(nth + 0.5, {"nth": nth}) == 2 + nth % 3
    again = pickle.loads(pickle.dumps(tree))
    assert again.get_leaf(4.0) == tree.get_leaf(4.0)
    assert again.add(9.0, None) == tree.add(9.0, None) == 3
    assert (again.total_priority, again.max_priority) == (tree.total_priority, 9.0)


def test_a_tree_shows_itself_as_the_references() -> None:
    tree = learn.SumTree(3)
    assert (tree.n_entries, tree.data_pointer, tree.tree.tolist(), tree.data.tolist()) == (0, 0, [0.0] * 5, [0, 0, 0])
    leaves = [tree.add(priority, name) for priority, name in ((1.0, "a"), (2.0, "b"))]
    assert tree.n_entries == tree.data_pointer == 2 and tree.data.tolist() == ["a", "b", 0]
    assert [tree.tree[leaf] for leaf in leaves] == [1.0, 2.0] and tree.tree[0] == tree.total_priority == 3.0
    for node in (0, 1):
        assert tree.tree[node] == tree.tree[2 * node + 1] + tree.tree[2 * node + 2]
    tree.add(4.0, "c"), tree.add(8.0, "d")
    assert tree.data.tolist() == ["d", "b", "c"] and tree.tree[0] == 14.0 and tree.data_pointer == 1


def test_a_tree_refuses_with_a_reason() -> None:
    tree = learn.SumTree(4)
    tree.add(1.0, "a")
    with pytest.raises(tercet.errors.ArrayError, match="node 1 holds nothing: data is at nodes 3 to 3"):
        tree.update(1, 1.0)
    with pytest.raises(tercet.errors.ArrayError, match="node -1 holds nothing"):
        tree.update(-1, 1.0)
    with pytest.raises(tercet.errors.ArrayError, match="finite number from 0 on, not -1"):
        tree.add(-1.0, "b")
    with pytest.raises(tercet.errors.ConfigError, match="capacity: 0 is not from 1"):
        learn.SumTree(0)
    with pytest.raises(TypeError):
        tree.add("high", "b")  # type: ignore[arg-type]
    assert (len(tree), tree.total_priority) == (1, 1.0)


def slow_n_step(rewards: Any, over: Any, n: int, gamma: float) -> list[float]:
    """The obvious twin for one environment: sums, without what follows."""
    out = []
    for start in range(len(rewards)):
        total = 0.0
        for k, reward in enumerate(rewards[start : start + n]):
            total += gamma**k * reward
            if over[start + k]:
                break
        out.append(total)
    return out


def test_n_step_returns_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(1)
    rewards = rng.normal(size=(50, 7))
    terminals, truncations = rng.random((50, 7)) < 0.1, rng.random((50, 7)) < 0.1
    found = learn.n_step_returns(rewards, terminals, truncations)
    for env in range(7):
        slow = slow_n_step(rewards[:, env], terminals[:, env] | truncations[:, env], 5, 0.99)
        np.testing.assert_allclose(found.returns[:, env], slow, rtol=1e-12)
    last = np.arange(50)[:, None] + found.steps - 1
    ended = np.take_along_axis(terminals, last, 0)
    cut = np.take_along_axis(truncations, last, 0)
    follows = ~ended & (cut | (found.steps == 5))
    np.testing.assert_allclose(found.discounts, np.where(follows, 0.99**found.steps, 0.0), rtol=1e-12)


def test_what_follows_counts_where_it_should() -> None:
    rewards = np.array([1, 2, 4, 8, 16], np.float32)
    terminals = np.array([False, True, False, False, False])
    truncations = np.array([False, False, False, True, False])
    values = np.array([10, 20, 30, 40, 50], np.float32)
    flushed = learn.n_step_returns(rewards, terminals, truncations, n=3, gamma=0.5, next_values=values)
    assert flushed.returns.dtype == np.float32
    assert flushed.returns.tolist() == [2, 2, 8 + 0.25 * 40, 8 + 0.5 * 40, 16]
    assert flushed.steps.tolist() == [2, 1, 2, 1, 1]
    carried = learn.n_step_returns(
        rewards, terminals, truncations, n=3, gamma=0.5, next_values=values, tail="bootstrap"
    )
    assert carried.returns.tolist() == [2, 2, 18, 28, 16 + 0.5 * 50]
    # An episode to its end: the tail is flushed without what may follow.
    assert learn.n_step_returns([1.0, 1.0, 1.0], n=2, gamma=0.5).returns.tolist() == [1.5, 1.5, 1.0]


def test_advantages() -> None:
    rewards, values = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, 0.25, 0.75, 1.0])
    terminals = np.array([0, 1, 0, 0], np.int8)
    expected = [1.5, 1.75, 4.75, 4.0]
    after = np.array([0.25, 9.0, 1.0, 2.0])
    assert learn.gae(rewards, values, after, terminals, gamma=0.5, lam=1.0).tolist() == expected
    assert learn.gae(rewards, values, 2.0, terminals, gamma=0.5, lam=1.0).tolist() == expected
    pair = np.stack([rewards, rewards], 1), np.stack([values, values], 1), np.stack([terminals, terminals], 1)
    both = learn.gae(pair[0], pair[1], np.array([2.0, 2.0]), pair[2], gamma=0.5, lam=1.0)
    assert both.T.tolist() == [expected, expected]
    with pytest.raises(tercet.errors.ArrayError, match="an episode was cut off"):
        learn.gae(rewards, values, 2.0, terminals, np.array([1, 0, 0, 0]))


def test_returns_refuse_with_a_reason() -> None:
    rewards = np.ones(3)
    with pytest.raises(TypeError, match="`rewards` is an array of <U1"):
        learn.n_step_returns(["a"])
    with pytest.raises(tercet.errors.ArrayError, match=r"`rewards` has the shape \(1, 1, 1\)"):
        learn.n_step_returns(np.ones((1, 1, 1)))
    with pytest.raises(tercet.errors.ArrayError, match=r"`terminals` has the shape \(2,\); the rewards have \(3,\)"):
        learn.n_step_returns(rewards, np.zeros(2, np.bool_))
    with pytest.raises(TypeError, match="`terminals` is an array of float64; it takes bool"):
        learn.n_step_returns(rewards, np.zeros(3))
    with pytest.raises(tercet.errors.ConfigError, match="n: a return has at least 1 step, not 0"):
        learn.n_step_returns(rewards, n=0)
    with pytest.raises(tercet.errors.ConfigError, match="gamma: 1.5 is not from 0 to 1"):
        learn.n_step_returns(rewards, gamma=1.5)
    with pytest.raises(tercet.errors.ConfigError, match="tail: `cut` is none; there are flush and bootstrap"):
        learn.n_step_returns(rewards, tail="cut")
    # Read-only arrays and arrays with gaps are only read.
    gaps = np.arange(6.0)[::2]
    gaps.flags.writeable = False
    assert learn.n_step_returns(gaps, n=1).returns.tolist() == [0.0, 2.0, 4.0]


def test_statistics() -> None:
    stats = learn.StatsCollector(max_history=3)
    for step in range(5):
        stats.log("loss", step / 2, {"global_step": step})
    stats.log_batch({"length": (7, 1), "loss": (9.0, {"global_step": 5})})
    assert list(stats.get_data()) == ["loss", "length"]
    values = stats.get_metric_data("loss")
    assert values is not None
    assert list(values) == [({"global_step": 3}, 1.5), ({"global_step": 4}, 2.0), ({"global_step": 5}, 9.0)]
    values.clear()
    assert len(stats.get_data()["loss"]) == 3 and stats.get_metric_data("none") is None
    stats.update_worker_game_state(3, "a state")
    assert stats.get_latest_worker_states() == {3: "a state"}
    stats.clear()
    assert (stats.get_data(), stats.get_latest_worker_states()) == ({}, {})


def test_values_that_are_not_finite_are_skipped_with_a_line(caplog: pytest.LogCaptureFixture) -> None:
    stats = learn.StatsCollector()
    with caplog.at_level(logging.WARNING, "tercet.learn"):
        stats.log("loss", float("nan"), 7)
        stats.log("loss", float("inf"), 8)
    assert [one.getMessage() for one in caplog.records] == [
        "loss: nan is not finite and was skipped (7)",
        "loss: inf is not finite and was skipped (8)",
    ]
    assert stats.get_data() == {}
    with pytest.raises(TypeError):
        stats.log("loss", "low", 9)  # type: ignore[arg-type]


def test_statistics_come_back() -> None:
    stats = learn.StatsCollector(max_history=4)
    for step in range(6):
        stats.log("loss", 1 / (step + 1), step)
    output = json.loads(json.dumps(stats.get_state()))
    again = learn.StatsCollector()
    again.set_state(output)
    assert (again.get_data(), again.max_history) == (stats.get_data(), 4)
    stats.update_worker_game_state(1, [1, 2])
    for twin in (copy.deepcopy(stats), pickle.loads(pickle.dumps(stats))):
        assert twin.get_data() == stats.get_data()
        assert twin.get_latest_worker_states() == {1: [1, 2]}
    with pytest.raises(tercet.errors.RecordError, match="statistics of version 2"):
        again.set_state({"version": 2})
    assert again.get_data() == stats.get_data()
