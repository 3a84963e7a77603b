"""Batches: what they write, that seeds decide all, and what they refuse."""

from __future__ import annotations

import copy
import hashlib
import multiprocessing
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import tercet
from conftest import Trail, options_of
from tercet import vector

SHAPES = {"set": (21, 13), "triangle": (7, 8, 15), "machi": (240,)}
ACTIONS = {"set": 1331, "triangle": 360, "machi": 163}
NATIVE = {"set": "int8", "triangle": "int8", "machi": "int16"}


def make(game: str, num_envs: int = 8, **kwargs: Any) -> vector.Batch:
    config = {"players": 4} if game == "machi" else None
    return vector.make(game, num_envs, config=config, **{**options_of(game), **kwargs})


def test_shapes_and_kinds(game: str) -> None:
    batch = make(game, 3, seed=5)
    obs, masks = batch.reset()
    assert obs.shape == (3, *SHAPES[game]) and obs.dtype == np.float32
    assert masks.shape == (3, ACTIONS[game]) and masks.dtype == np.int8
    obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
    assert rewards.dtype == np.float32 and terminals.dtype == truncations.dtype == np.bool_
    assert len(batch) == 3 and repr(batch) == f"<tercet.vector.Batch of 3 x {game}>"


def test_floats_are_the_whole_numbers_scaled(game: str) -> None:
    floats, wholes = make(game, seed=1), make(game, seed=1, dtype=NATIVE[game])
    first, _ = floats.reset()
    second, _ = wholes.reset()
    assert second.dtype == NATIVE[game]
    assert ((first != 0) == (second != 0)).all()
    if game != "machi":
        assert (first == second).all()


def test_sampled_actions_are_of_the_mask(game: str) -> None:
    batch = make(game, 16, seed=3)
    _, masks = batch.reset()
    for _ in range(200):
        actions = batch.sample_legal()
        over = masks.sum(axis=1) == 0
        assert (masks[np.arange(16), actions].astype(bool) | over).all()
        *_, masks = batch.step(actions)
    assert (batch.illegal_actions() == 0).all()


def trail_of(game: str, seeds: list[int], steps: int = 150, **kwargs: Any) -> list[str]:
    batch = make(game, len(seeds), **kwargs)
    obs, masks = batch.reset(seed=seeds)
    trail = Trail(len(seeds))
    trail.add(obs, masks)
    for _ in range(steps):
        trail.add(*batch.step(batch.sample_legal()))
        trail.add(batch.digests())
    return trail.digests()


def test_a_trajectory_is_the_same_in_any_batch_on_any_threads(game: str) -> None:
    seeds = list(range(100, 113))
    together = trail_of(game, seeds)
    assert len(set(together)) == 13
    assert trail_of(game, seeds, num_threads=2) == together
    assert trail_of(game, seeds, num_threads=5) == together
    assert trail_of(game, seeds[4:7]) == together[4:7]
    assert trail_of(game, [seeds[9]]) == [together[9]]
    assert trail_of(game, seeds[::-1]) == together[::-1]


def test_a_trajectory_is_the_same_in_another_process(game: str) -> None:
    code = f"import test_vector; print(test_vector.trail_of({game!r}, [7, 8]))"
    env = {**os.environ, "PYTHONPATH": os.path.dirname(__file__)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout.strip() == str(trail_of(game, [7, 8]))


def test_the_first_episode_is_the_game_of_its_seed() -> None:
    batch = make("triangle", 2, seed=42)
    batch.reset()
    assert batch.digests().tolist() == [
        tercet.begin("triangle", seed=seed).digest for seed in (42, 43)
    ]


def test_seeds(game: str) -> None:
    batch = make(game, 3)
    first, _ = batch.reset(seed=10)
    second, _ = batch.reset(seed=[10, 11, 12])
    third, _ = batch.reset()
    fourth, _ = batch.reset(seed=np.array([10, 11, 12]))
    assert (first == second).all() and (first == fourth).all()
    assert batch.digests().tolist() == make_digests(game, [10, 11, 12])
    assert not (first == third).all() or game == "machi"
    unseeded = make(game, 3)
    unseeded.reset()
    assert len(unseeded.digests()) == 3


def make_digests(game: str, seeds: list[int]) -> list[int]:
    batch = make(game, len(seeds))
    batch.reset(seed=seeds)
    return list(batch.digests().tolist())


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_autoreset(mode: str) -> None:
    batch = make("triangle", 4, seed=1, autoreset=mode)
    batch.reset()
    ended = 0
    for _ in range(60):
        before = batch.current_player()
        obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
        over = terminals | truncations
        ended += int(over.sum())
        if mode == "next_step":
            renewed = before == -1
            assert (rewards[renewed] == 0).all() and not terminals[renewed].any()
            assert (masks[over].sum(axis=1) == 0).all()
        elif mode == "same_step":
            assert (masks.sum(axis=1) > 0).all()
        elif over.any():
            with pytest.raises(tercet.errors.ResetNeededError, match="is over; reset it"):
                batch.step(batch.sample_legal())
            batch.reset(reset_mask=over)
            assert (batch.current_player() == 0).all()
    assert ended > 5


def test_a_time_limit_truncates(game: str) -> None:
    batch = make(game, 2, seed=1, max_episode_steps=3, autoreset="same_step")
    batch.reset()
    flags = [batch.step(batch.sample_legal())[2:4] for _ in range(6)]
    assert [bool(truncations.all()) for _, truncations in flags] == [False, False, True] * 2
    assert not any(terminals.any() for terminals, _ in flags)


def test_step_into_writes_what_step_gives(game: str) -> None:
    one, other = make(game, 5, seed=9), make(game, 5, seed=9)
    one.reset()
    other.reset()
    obs, masks = other.empty_obs(), np.zeros((5, ACTIONS[game]), np.bool_)
    rewards, ends = np.zeros(5, np.float64), np.zeros((2, 5), np.uint8)
    for _ in range(50):
        actions = one.sample_legal()
        assert (actions == other.sample_legal()).all()
        given = one.step(actions)
        other.step_into(actions.astype(np.int32), obs, rewards, ends[0], ends[1], masks)
        wrote = (obs, rewards.astype(np.float32), ends[0].astype(bool), ends[1].astype(bool), masks)
        for ours, theirs in zip(given, wrote, strict=True):
            assert (ours == theirs).all()


def test_only_what_is_asked_for_is_written() -> None:
    batch = make("triangle", 2, seed=1)
    batch.reset_into()
    masks = batch.empty_masks()
    batch.step_into(batch.sample_legal(), masks=masks)
    assert (masks == batch.masks()).all()


def test_rollout_plays_what_sample_legal_draws(game: str) -> None:
    one, other = make(game, 3, seed=4), make(game, 3, seed=4)
    one.reset()
    other.reset()
    played = one.rollout(100)
    rewards, ends = 0.0, 0
    for _ in range(100):
        while (other.current_player() == -1).any():
            other.reset(reset_mask=other.current_player() == -1)
        _, reward, terminals, truncations, _ = other.step(other.sample_legal())
        rewards += float(reward.sum())
        ends += int((terminals | truncations).sum())
    assert played.steps == 300 and played.illegal == 0
    assert played.episodes == ends and played.reward == pytest.approx(rewards, abs=1e-3)
    assert (one.digests() == other.digests()).all()


def test_rollout_does_not_depend_on_threads(game: str) -> None:
    def played(threads: int) -> tuple[vector.Played, list[int]]:
        batch = make(game, 7, seed=2, num_threads=threads)
        batch.reset()
        return batch.rollout(200), batch.digests().tolist()

    assert played(1) == played(3)


@pytest.mark.parametrize(("game", "bot"), [("set", "first"), ("triangle", "greedy"), ("machi", "impatient")])
def test_rollout_of_a_bot(game: str, bot: str) -> None:
    batch = make(game, 2, seed=2)
    batch.reset()
    random = make(game, 2, seed=2)
    random.reset()
    played = batch.rollout(400, bot)
    assert played.steps == 800 and played.illegal == 0
    assert played.reward > random.rollout(400).reward


def test_clone_and_restore(game: str) -> None:
    batch = make(game, 3, seed=8)
    batch.reset()
    for _ in range(7):
        batch.step(batch.sample_legal())
    snapshot = batch.clone_env(1)
    before = batch.digests()
    trail = [batch.sample_legal() for _ in range(1)]
    batch.step(trail[0])
    after = batch.digests()
    batch.restore_env(1, snapshot)
    assert batch.digests()[1] == before[1]
    batch.restore_env(0, snapshot)
    assert batch.digests()[0] == before[1]
    elsewhere = make(game, 1, seed=99)
    elsewhere.reset()
    elsewhere.restore_env(0, pickle.loads(pickle.dumps(snapshot)))
    assert elsewhere.digests()[0] == before[1]
    elsewhere.step(trail[0][1:2])
    assert elsewhere.digests()[0] == after[1]


@pytest.mark.parametrize("how", ["deepcopy", "pickle"])
def test_copies_go_on_alike(game: str, how: str) -> None:
    batch = make(game, 4, seed=6)
    batch.reset()
    for _ in range(33):
        batch.step(batch.sample_legal())
    twin = copy.deepcopy(batch) if how == "deepcopy" else pickle.loads(pickle.dumps(batch))
    for _ in range(40):
        actions = batch.sample_legal()
        assert (actions == twin.sample_legal()).all()
        for ours, theirs in zip(batch.step(actions), twin.step(actions), strict=True):
            assert (ours == theirs).all()
        assert (batch.digests() == twin.digests()).all()


def test_a_pickle_of_another_version_is_refused() -> None:
    reduced = make("set", 1, seed=1)._core.__reduce__()
    with pytest.raises(tercet.errors.RecordError, match="a pickle of version 2; this release reads version 1"):
        reduced[0](2, *reduced[1][1:])


def test_records_replay(game: str) -> None:
    batch = make(game, 2, seed=21)
    batch.reset()
    for _ in range(12):
        batch.step(batch.sample_legal())
    for env in range(2):
        tercet.verify(batch.record(env))
        assert tercet.replay(batch.record(env)).digest == int(batch.digests()[env])


def test_pictures_as_observations() -> None:
    for name, size in (("set", (250, 264)), ("triangle", (96, 96))):
        extra = {"mask": "sets"} if name == "set" else {}
        batch = make(name, 2, seed=3, obs="rgb", size=size, **extra)
        obs, _ = batch.reset()
        assert obs.shape == (2, size[1], size[0], 3) and obs.dtype == np.uint8
        seen = {hashlib.sha256(obs.tobytes()).hexdigest()}
        for _ in range(5):
            obs, *_ = batch.step(batch.sample_legal())
            seen.add(hashlib.sha256(obs.tobytes()).hexdigest())
        assert len(seen) > 2
    with pytest.raises(tercet.errors.ConfigError, match="no pictures as observations"):
        make("machi", 1, obs="rgb")


def test_every_seat_may_learn() -> None:
    batch = vector.make("machi", 4, seed=1, config={"players": 3}, autoreset="same_step")
    batch.reset()
    assert batch.num_agents == 3
    seen, finished = set(), 0
    for _ in range(1500):
        seen |= set(batch.current_player().tolist())
        _, rewards, terminals, _, _ = batch.step(batch.sample_legal())
        assert rewards.shape == (4, 3)
        for row in rewards[terminals]:
            finished += 1
            assert sorted(row.tolist()) == [-0.5, -0.5, 1.0]
    assert seen == {0, 1, 2} and finished > 0


def _child(queue: Any) -> None:
    queue.put(_forked.step(_forked.sample_legal())[0].sum().item())  # type: ignore[union-attr]


_forked: vector.Batch | None = None


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_survive_a_fork() -> None:
    global _forked
    _forked = make("triangle", 64, seed=1, num_threads=2)
    _forked.reset()
    _forked.step(_forked.sample_legal())
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_child, args=(queue,))
    process.start()
    there = queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0
    assert there == _forked.step(_forked.sample_legal())[0].sum().item()


def test_wrong_arrays_are_refused() -> None:
    batch = make("triangle", 2, seed=1)
    batch.reset()
    actions, obs, masks = batch.sample_legal(), batch.empty_obs(), batch.empty_masks()
    before = batch.digests()
    array_error = tercet.errors.ArrayError
    frozen = batch.empty_obs()
    frozen.flags.writeable = False
    wrong: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (array_error, "`obs` is read-only", {"obs": frozen}),
        (array_error, "`obs` is not contiguous", {"obs": np.zeros((2, 7, 8, 30), np.float32)[..., ::2]}),
        (array_error, "`obs` has 840 entries; it takes 1680", {"obs": obs[:1]}),
        (TypeError, "`obs` is an array of float64", {"obs": obs.astype(np.float64)}),
        (TypeError, "`obs` is a `list`", {"obs": [1, 2]}),
        (TypeError, "`masks` is an array of float32", {"masks": masks.astype(np.float32)}),
        (array_error, "`masks` has 360 entries; it takes 720", {"masks": masks[:1]}),
        (TypeError, "`rewards` is an array of int64", {"rewards": np.zeros(2, np.int64)}),
        (array_error, "`rewards` has 3 entries; it takes 2", {"rewards": np.zeros(3, np.float32)}),
        (TypeError, "`terminals` is an array of int32", {"terminals": np.zeros(2, np.int32)}),
        (array_error, "`actions` has 3 entries; it takes 2", {"actions": np.zeros(3, np.int64)}),
        (TypeError, "`actions` is an array of float64; it takes whole numbers", {"actions": np.zeros(2)}),
        (TypeError, "`actions` is a `str`", {"actions": "ab"}),
    ]
    for error, why, arguments in wrong:
        with pytest.raises(error, match=why):
            batch.step_into(**{"actions": actions, **arguments})
    shared = np.zeros(2, np.uint8)
    with pytest.raises(array_error, match="in use already"):
        batch.step_into(actions, terminals=shared, truncations=shared)
    assert (batch.digests() == before).all()


def test_actions_may_be_any_whole_numbers() -> None:
    for dtype in (np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        batch = make("set", 2, seed=1)
        batch.reset()
        assert batch.step(np.array([5, 7]).astype(dtype))[1].shape == (2,)
    batch.step([5, 7])
    frozen = np.array([5, 5, 7, 7])[::2]
    frozen.flags.writeable = False
    batch.step(frozen)


def test_wrong_calls_are_refused() -> None:
    errors = tercet.errors
    with pytest.raises(errors.ConfigError, match="there is no game `chess`"):
        vector.make("chess", 1)
    for kwargs, why in (
        ({"autoreset": "never"}, "autoreset: `never` is none; there are next_step"),
        ({"num_threads": 0}, "num_threads: 0 is not from 1"),
        ({"obs": "smell"}, "obs: `smell` is none"),
        ({"dtype": "float64"}, "dtype: observations are float32 or int8"),
        ({"cleard": 1.0}, "cleard: there is no such option; there are placed, cleared, alive, illegal"),
        ({"cleared": float("inf")}, "cleared: inf is no reward"),
        ({"config": {"slots": 99}}, "config `slots`: 99 is not from 1 to 16"),
        ({"deal": "given"}, "needs a dealer that takes seeds"),
    ):
        with pytest.raises(errors.ConfigError, match=why):
            vector.make("triangle", 1, **kwargs)
    with pytest.raises(errors.ConfigError, match="num_envs: 0 is not from 1"):
        vector.make("triangle", 0)
    with pytest.raises(TypeError):
        vector.make("triangle", 1.5)  # type: ignore[arg-type]
    with pytest.raises(errors.DealError, match="there is no dealer `x`"):
        vector.make("triangle", 1, deal="x")
    with pytest.raises(errors.BotError, match="there is no bot `nobody` for machi"):
        vector.make("machi", 1, opponents="nobody")
    reference = vector.make("triangle", 2, deal="mt19937")
    with pytest.raises(errors.DealError, match="`4294967296` is not a seed of `mt19937`"):
        reference.reset(seed=2**32 - 1)
    batch = make("triangle", 2)
    with pytest.raises(errors.ResetNeededError, match="environment 0 was never reset"):
        batch.step([0, 0])
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="is not from 0 to"):
            batch.reset(seed=seed)
    with pytest.raises(TypeError):
        batch.reset(seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 seeds for 2 environments"):
        batch.reset(seed=[1, 2, 3])
    batch.reset(seed=1)
    with pytest.raises(errors.ArrayError, match="there is no environment 2; there are 2"):
        batch.clone_env(2)
    with pytest.raises(errors.RecordError, match="of another game"):
        batch.restore_env(0, make("set", 1, seed=1).clone_env(0))
    with pytest.raises(errors.BotError, match="there is no bot `best`"):
        batch.rollout(1, "best")
    batch.close()
    with pytest.raises(errors.ClosedError, match="is closed"):
        batch.step([0, 0])
