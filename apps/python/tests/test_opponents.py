"""Policies as opponents in Machi Koro, in batches and in Gymnasium's environments."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import tercet


def first(obs, masks):
    """The first action that is legal."""
    return masks.argmax(axis=1)


def last(obs, masks):
    """The last action that is legal."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


class Counted:
    """Counts calls and rows."""

    def __init__(self, policy=first):
        self.policy, self.calls, self.rows = policy, 0, 0

    def __call__(self, obs, masks):
        self.calls += 1
        self.rows += len(obs)
        assert masks.any(axis=1).all() and len(obs) == len(masks)
        return self.policy(obs, masks)


def test_one_call_asks_for_all_environments_that_wait():
    policy = Counted()
    batch = tercet.vector.make("machi", 32, seed=1, opponents=policy, config={"players": 2})
    batch.reset()
    for _ in range(30):
        batch.step(batch.sample_legal())
    assert policy.calls < policy.rows / 8


@pytest.mark.parametrize("seat", ["0", "1", "any"])
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_it_is_always_the_learners_turn(seat, autoreset):
    batch = tercet.vector.make(
        "machi", 6, seed=2, opponents=[first, last], seat=seat, autoreset=autoreset, config={"players": 3}
    )
    batch.reset()
    episodes = 0
    for _ in range(400):
        before = batch.current_player()
        obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
        ended = terminals | truncations
        episodes += int(ended.sum())
        live = ~ended if autoreset == "next_step" else np.ones(6, bool)
        assert masks[live].any(axis=1).all()
        assert set(np.unique(rewards)) <= {-0.5, 0.0, 1.0}
        if seat != "any":
            assert set(before.tolist()) <= {int(seat), -1}
    assert episodes > 5


def test_rewards_are_the_learners():
    """Against an opponent that never builds, whoever builds wins: the reward of a won episode is 1."""

    def idle(obs, masks):
        return last(obs, masks)

    batch = tercet.vector.make("machi", 4, seed=3, opponents=idle, autoreset="same_step", config={"players": 2})
    batch.reset()
    returns, lengths = [], []
    for _ in range(2000):
        batch.step(batch.sample_legal())
        if batch.episode_returns is not None:
            returns += [value for value in batch.episode_returns if value]
            lengths += [value for value in batch.episode_lengths if value]
    assert returns and set(returns) <= {1.0, -1.0} and min(lengths) > 5


def test_the_same_game_as_with_everybody_learning():
    """A twin: the same policies, asked row by row over a table where everybody learns, come to the same positions."""
    batch = tercet.vector.make("machi", 1, seed=5, opponents=last, config={"players": 2})
    twin = tercet.vector.make("machi", 1, seed=5, config={"players": 2})
    batch.reset()
    _, masks = twin.reset()
    for _ in range(60):
        batch.step(first(None, batch.masks()))
        masks = twin.step(first(None, masks))[4]
        while twin.current_player()[0] == 1:
            masks = twin.step(last(None, masks))[4]
        assert batch.digests() == twin.digests()


def test_gymnasium_takes_policies():
    env = gym.make("tercet/Machi-v0", opponents=first, num_players=3)
    obs, info = env.reset(seed=1)
    assert obs.shape == env.observation_space.shape and info["seat"] == 0
    for _ in range(3000):
        obs, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if terminated or truncated:
            break
    assert terminated and set(info["episode"]) >= {"r", "l"} and len(info["winners"]) >= 1
    envs = gym.make_vec("tercet/Machi-v0", 5, opponents=[first, last])
    obs, infos = envs.reset(seed=1)
    for _ in range(50):
        obs, rewards, terminated, truncated, infos = envs.step(first(None, infos["action_mask"]))
    assert obs.shape[0] == 5


def test_a_time_limit_counts_the_learners_steps():
    batch = tercet.vector.make("machi", 3, seed=1, opponents=first, max_episode_steps=7, config={"players": 4})
    batch.reset()
    for step in range(1, 8):
        _, _, terminals, truncations, _ = batch.step(batch.sample_legal())
        assert truncations.all() == (step == 7) and not terminals.any()


@pytest.mark.parametrize(
    ("opponents", "error", "word"),
    [
        ([first, "random", first], tercet.errors.ConfigError, "either all are names"),
        ([first, first], tercet.errors.ConfigError, "4 players need 3 opponents"),
        (lambda obs, masks: np.zeros(len(obs)), tercet.errors.RefusedError, "float64"),
        (lambda obs, masks: np.full(len(obs), 10**6), tercet.errors.RefusedError, "its mask does not have"),
    ],
)
def test_what_can_not_be_is_told(opponents, error, word):
    with pytest.raises(error, match=word):
        batch = tercet.vector.make("machi", 2, seed=1, opponents=opponents, config={"players": 4})
        batch.reset()
        for _ in range(50):
            batch.step(batch.sample_legal())


def test_a_game_for_one_has_no_opponents():
    with pytest.raises(tercet.errors.ConfigError, match="triangle is played alone"):
        tercet.vector.make("triangle", 2, opponents=first)


def test_a_policy_enters_a_tournament():
    asked = []

    def last(obs, masks):
        asked.append((obs.shape, obs.dtype, masks.dtype))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    field = {"mine": tercet.opponents.player(last), "random": "random"}
    table = tercet.arena.tournament("machi", field, games=2, seed=1)
    assert sorted(table["player"]) == ["mine", "random"]
    batch = tercet.vector.make("machi", 1, config={"players": 2})
    assert set(asked) == {((1, *batch.obs_shape), np.dtype(np.float32), np.dtype(np.int8))}


def test_a_policy_that_answers_wrongly_is_named():
    with pytest.raises(tercet.errors.RunError, match="its mask does not have"):
        tercet.arena.simulate("triangle", [tercet.opponents.player(lambda obs, masks: np.array([-1]))], games=1, seed=1)
