"""Machi Koro at PettingZoo's table: its own tests, and the race of SET the same."""

from __future__ import annotations

import copy
import io
import pickle
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
import tercet
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

TABLES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "expansions": ("harbor", "millionaires_row", "promo")},
    {"num_players": 4},
    {"num_players": 5, "expansions": ("harbor",)},
]


@pytest.fixture(params=TABLES, ids=lambda table: str(table["num_players"]))
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


# PettingZoo warns of every environment whose observation holds a mask, its own among them.
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoos_api(table: dict[str, Any]) -> None:
    with redirect_stdout(io.StringIO()):
        api_test(tercet.machi.env(**table), num_cycles=500, verbose_progress=False)


def test_pettingzoos_seeds(table: dict[str, Any]) -> None:
    seed_test(lambda: tercet.machi.env(**table), num_cycles=100)


def test_pettingzoos_rendering(table: dict[str, Any]) -> None:
    with redirect_stdout(io.StringIO()):
        render_test(lambda render_mode: tercet.machi.env(render_mode=render_mode, **table))


def test_pettingzoos_benchmark() -> None:
    with redirect_stdout(io.StringIO()) as out:
        performance_benchmark(tercet.machi.env(num_players=2))
    assert "turns per second" in out.getvalue()


def play(env: Any, steps: int = 2000) -> dict[str, float]:
    """Random legal play: what each agent earned, if the game ended."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        obs, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        action = env.sample_legal()
        assert obs["action_mask"][action] == 1
        env.step(action)
    return earned


def test_games_end_with_one_winner(table: dict[str, Any]) -> None:
    env = tercet.machi.env(**table)
    players = table["num_players"]
    env.reset(seed=1)
    earned = play(env, 100_000)
    assert not env.agents
    assert sorted(earned.values()) == pytest.approx([-1 / (players - 1)] * (players - 1) + [1.0])
    tercet.verify(env.record())


def test_positions_turn_with_the_seat() -> None:
    env = tercet.machi.env(num_players=3, dtype="int16")
    env.reset(seed=1)
    while env.agent_selection != "player_1":
        env.step(env.sample_legal())
    own = env.observe("player_1")["observation"]
    other = env.observe("player_2")
    size = 2 + 6 + 2 * 15
    assert (own[size : 2 * size] == other["observation"][:size]).all()
    assert other["action_mask"].sum() == 0 and env.observe("player_1")["action_mask"].sum() > 0


def test_illegal_actions_change_nothing() -> None:
    env = tercet.machi.env(num_players=2)
    env.reset(seed=1)
    agent, mask = env.agent_selection, env.action_mask()
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.agent_selection == agent and env.rewards[agent] == -0.1
    assert (env.action_mask() == mask).all()


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(how: Any) -> None:
    env = tercet.machi.env()
    env.reset(seed=3)
    for _ in range(25):
        env.step(env.sample_legal())
    twin = how(env)
    for _ in range(50):
        action = env.sample_legal()
        assert action == twin.sample_legal() and env.agent_selection == twin.agent_selection
        env.step(action)
        twin.step(action)
        assert (env.last()[0]["observation"] == twin.last()[0]["observation"]).all()


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(tercet.errors.ConfigError, match="players"):
        tercet.machi.env(num_players=6)
    with pytest.raises(tercet.errors.ConfigError, match="expansions"):
        tercet.machi.env(expansions=("seaside",))
    with pytest.raises(ValueError, match="render_mode: `x` is none"):
        tercet.machi.env(render_mode="x")


def test_the_state_is_the_whole_table() -> None:
    env = tercet.machi.env(num_players=3)
    env.reset(seed=1)
    for _ in range(30):
        assert env.state_space.contains(env.state())
        assert np.array_equal(env.state(), env.observe("player_0")["observation"])
        env.step(env.sample_legal())


@pytest.mark.parametrize("dtype", ["float32", "int16"])
@pytest.mark.parametrize("expansions", [(), ("harbor", "millionaires_row", "promo")])
def test_observations_keep_their_bounds(dtype: str, expansions: tuple[str, ...]) -> None:
    env = tercet.machi.env(num_players=4, expansions=expansions, dtype=dtype)
    env.reset(seed=5)
    box = env.observation_space("player_0")["observation"]
    highest = np.zeros(box.shape)
    for _ in range(1500):
        if env.terminations[env.agent_selection]:
            env.reset()
        seen = env.observe(env.agent_selection)["observation"]
        assert box.contains(seen)
        highest = np.maximum(highest, seen)
        env.step(env.sample_legal())
    # Not so wide that they say nothing: most of what was seen comes near.
    assert dtype == "int16" or (box.high[highest > 0] <= 12 * np.maximum(highest[highest > 0], 0.1)).mean() > 0.9
