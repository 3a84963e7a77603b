"""Replay by priority."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tercet
from tercet import learn

COLUMNS: dict[str, Any] = {"obs": ((2, 3), "float32"), "action": ((), "int64"), "over": ((), "bool")}


def rows(first: int, count: int) -> dict[str, Any]:
    ids = np.arange(first, first + count)
    obs = np.repeat(ids, 6).reshape(count, 2, 3).astype(np.float32)
    return {"obs": obs, "action": ids * 10, "over": ids % 2 == 1}


def made(capacity: int = 8, **options: Any) -> learn.PrioritizedReplay:
    return learn.PrioritizedReplay(capacity, COLUMNS, **{"seed": 1, **options})


def same(left: learn.Sample, right: learn.Sample) -> bool:
    pairs = [*((left.rows[name], right.rows[name]) for name in left.rows), (left.ids, right.ids)]
    return all(np.array_equal(*pair) for pair in [*pairs, (left.weights, right.weights)])


def test_rows_come_back_as_they_were() -> None:
    replay = made()
    assert replay.add(rows(0, 5)) == range(0, 5)
    assert replay.add(**rows(5, 6)) == range(5, 11)
    assert (len(replay), replay.added, replay.capacity) == (8, 11, 8)
    drawn = replay.sample(64)
    assert set(drawn.ids.tolist()) == set(range(3, 11))
    expected = rows(0, 11)
    for name, column in drawn.rows.items():
        np.testing.assert_array_equal(column, expected[name][drawn.ids])
        assert column.dtype == replay.columns[name][1]


def test_draws_follow_priorities_and_weights_make_good_for_them() -> None:
    replay = made(alpha=1.0, beta=1.0, epsilon=0.0)
    replay.add(rows(0, 2), errors=[1.0, -3.0])
    drawn = replay.sample(400)
    assert np.count_nonzero(drawn.ids == 0) == 100
    np.testing.assert_allclose(drawn.weights, np.where(drawn.ids == 0, 1.0, 1 / 3), rtol=1e-6)
    assert replay.update([0, 1], [0.0, 2.0]) == 2
    assert set(replay.sample(100).ids.tolist()) == {1}
    assert replay.priorities().tolist() == [0.0, 2.0] and replay.total_priority == 2.0
    assert replay.max_priority == 3.0


def test_the_same_seed_draws_the_same() -> None:
    one, two, other = made(), made(), made(seed=2)
    for replay in (one, two, other):
        replay.add(rows(0, 8))
    assert all(same(one.sample(5), two.sample(5)) for _ in range(10))
    assert not all(same(two.sample(5), other.sample(5)) for _ in range(10))


def test_beta_goes_to_one() -> None:
    replay = made(beta=0.5, beta_steps=10)
    replay.add(rows(0, 8))
    betas = []
    for _ in range(12):
        betas.append(replay.beta())
        replay.sample(1)
    np.testing.assert_allclose(betas, [*np.linspace(0.5, 1.0, 11), 1.0])
    assert replay.beta(5) == 0.75 and made(beta_steps=None).beta(10**9) == 0.4


def test_an_error_that_comes_too_late_changes_no_other_row() -> None:
    replay = made(4)
    replay.add(rows(0, 4))
    drawn = replay.sample(4)
    replay.add(rows(4, 4))
    before = replay.priorities()
    assert replay.update(drawn.ids, np.full(4, 100.0)) == 0
    np.testing.assert_array_equal(replay.priorities(), before)


def test_samples_go_into_arrays_of_yours() -> None:
    one, two = made(), made()
    one.add(rows(0, 8))
    two.add(rows(0, 8))
    kept = one.sample(6)
    two.sample(6)
    addresses = [column.ctypes.data for column in kept.rows.values()]
    one.sample_into(kept)
    assert same(kept, two.sample(6))
    assert [column.ctypes.data for column in kept.rows.values()] == addresses


def test_copies_pickles_and_files_draw_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    replay = made(epsilon=0.1)
    replay.add(rows(0, 11 - 3))
    replay.add(rows(8, 3), errors=np.array([5.0, 0.1, 0.7]))
    replay.sample(3)
    replay.update([9, 10], [0.123456789, 7.0])
    path = tmp_path / "replay.tercet"
    replay.save(path)
    twins = [copy.deepcopy(replay), pickle.loads(pickle.dumps(replay)), learn.PrioritizedReplay.load(path)]
    expected = [replay.sample(7) for _ in range(5)]
    for twin in twins:
        assert (twin.options, twin.columns) == (replay.options, replay.columns)
        np.testing.assert_array_equal(twin.priorities(), replay.priorities())
        assert all(same(twin.sample(7), one) for one in expected)
        assert twin.add(rows(11, 1)) == range(11, 12)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "replay.tercet"
    replay = made()
    replay.add(rows(0, 4))
    replay.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(tercet.errors.CheckpointError, match="the file is cut short: "):
        learn.PrioritizedReplay.load(path)
    path.write_bytes(whole[:-1] + b"?")
    with pytest.raises(tercet.errors.CheckpointError, match="its checksum does not fit"):
        learn.PrioritizedReplay.load(path)
    with pytest.raises(OSError, match="No such file"):
        learn.PrioritizedReplay.load(tmp_path / "none")
    assert isinstance(tercet.errors.CheckpointError(), OSError)


def test_what_does_not_fit_is_refused_and_nothing_changes() -> None:
    replay = made()
    replay.add(rows(0, 3))
    good = rows(3, 2)
    refused: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (tercet.errors.ArrayError, "columns: obs, over came; there are obs, action, over", {"action": None}),
        (tercet.errors.ArrayError, r"`obs` has the shape \(2, 3\); it takes \(rows, 2, 3\)", {"obs": good["obs"][0]}),
        (tercet.errors.ArrayError, r"`action` has the shape \(\); it takes \(rows,\)", {"action": 3}),
        (tercet.errors.ArrayError, "different numbers of rows: obs 2, action 1, over 2", {"action": [1]}),
        (TypeError, "`action` is an array of float64; the column holds int64", {"action": [0.5, 1.5]}),
        (TypeError, "`errors` is an array of <U1; it takes float64", {"errors": ["a", "b"]}),
        (tercet.errors.ArrayError, "an error must be finite, not NaN", {"errors": [1.0, float("nan")]}),
        (tercet.errors.ArrayError, "`errors` has 1 numbers for 2 rows", {"errors": [1.0]}),
    ]
    for error, text, change in refused:
        given = {name: value for name, value in {**good, **change}.items() if value is not None}
        with pytest.raises(error, match=text):
            replay.add(**given)
    with pytest.raises(tercet.errors.ArrayError, match="9 rows at once do not fit into 8 slots"):
        replay.add(rows(0, 9))
    with pytest.raises(tercet.errors.ArrayError, match="row 3 was never added: ids are from 0 to below 3"):
        replay.update([0, 3], [1.0, 1.0])
    with pytest.raises(TypeError, match="`ids` is an array of float64; it takes int64"):
        replay.update([0.5], [1.0])
    assert (replay.added, replay.priorities().tolist()) == (3, [1.0, 1.0, 1.0])


def test_rooms_that_do_not_fit_are_refused() -> None:
    replay = made()
    with pytest.raises(tercet.errors.RunError, match="the replay is empty"):
        replay.sample(1)
    replay.add(rows(0, 8))
    kept = replay.sample(4)

    def room(**columns: Any) -> learn.Sample:
        return kept._replace(rows={**kept.rows, **columns})

    with pytest.raises(TypeError, match="`action` is an array of int32; it takes a NumPy array of int64"):
        replay.sample_into(room(action=np.zeros(4, np.int32)))
    with pytest.raises(tercet.errors.ArrayError, match=r"`action` has the shape \(3,\); it takes \(4,\)"):
        replay.sample_into(room(action=np.zeros(3, np.int64)))
    with pytest.raises(tercet.errors.ArrayError, match="`action` is not contiguous"):
        replay.sample_into(room(action=np.zeros(8, np.int64)[::2]))
    frozen = np.zeros(4, np.int64)
    frozen.flags.writeable = False
    with pytest.raises(tercet.errors.ArrayError, match="`action` is read-only"):
        replay.sample_into(room(action=frozen))
    with pytest.raises(TypeError, match="`ids` is an array of float64; it takes a NumPy array of int64"):
        replay.sample_into(kept._replace(ids=np.zeros(4)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="batch_size: 0 is too small"):
        replay.sample(0)
    assert replay.samples == 1


def test_options_that_can_not_be() -> None:
    for options, text in [
        ({"alpha": 2}, "alpha: 2 is not from 0 to 1"),
        ({"beta": -1}, "beta: -1 is not from 0 to 1"),
        ({"epsilon": float("nan")}, "epsilon: NaN is not a finite number from 0 on"),
        ({"beta_steps": -1}, "beta_steps: -1 is too small"),
    ]:
        with pytest.raises(tercet.errors.ConfigError, match=text):
            made(**options)
    with pytest.raises(tercet.errors.ConfigError, match="capacity: 0 is too small"):
        made(0)
    with pytest.raises(ValueError, match="seed: -1 is not from 0"):
        made(seed=-1)
    with pytest.raises(tercet.errors.ConfigError, match="columns: there are none"):
        learn.PrioritizedReplay(4, {})
    with pytest.raises(TypeError, match="`x`: a column holds numbers or bools, not object"):
        learn.PrioritizedReplay(4, {"x": ((), object)})


def test_a_batch_and_a_replay_go_together() -> None:
    batch = tercet.vector.make("triangle", 16, seed=1, dtype="int8")
    obs, masks = batch.reset()
    columns: dict[str, Any] = {
        "obs": (batch.obs_shape, "int8"),
        "mask": ((batch.num_actions,), "int8"),
        "action": ((), "int64"),
        "reward": ((), "float32"),
    }
    replay = learn.PrioritizedReplay(64, columns, seed=1)
    for _ in range(8):
        actions = batch.sample_legal()
        before = obs, masks
        obs, rewards, _, _, masks = batch.step(actions)
        replay.add(obs=before[0], mask=before[1], action=actions, reward=rewards)
    drawn = replay.sample(32).rows
    assert drawn["mask"][np.arange(32), drawn["action"]].all()
