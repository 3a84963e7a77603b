"""The race of SET: PettingZoo's own tests, and the rules of a cycle."""

from __future__ import annotations

import copy
import io
import pickle
from contextlib import redirect_stdout
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import tercet
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test

CLAIMS = {cells: number for number, cells in enumerate(combinations(range(21), 3))}
DEAL, WAIT = 1330, 1331


@pytest.fixture(params=[2, 3, 4, 5])
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_pettingzoos_parallel_api(players: int) -> None:
    parallel_api_test(tercet.set.parallel_env(num_players=players), num_cycles=400)


def test_pettingzoos_seeds(players: int) -> None:
    parallel_seed_test(lambda: tercet.set.parallel_env(num_players=players), num_cycles=60)


# PettingZoo warns of every environment whose observation holds a mask, its own among them.
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoos_api_one_after_the_other(players: int) -> None:
    with redirect_stdout(io.StringIO()):
        api_test(tercet.set.env(num_players=players), num_cycles=200, verbose_progress=False)


def test_pettingzoos_rendering() -> None:
    with redirect_stdout(io.StringIO()):
        render_test(lambda render_mode: tercet.set.env(render_mode=render_mode))


def sets_of(obs: Any) -> list[tuple[int, int, int]]:
    """The Sets of a board, found the slow way."""
    present = [cell for cell in range(21) if obs[cell, 0]]
    cards = {cell: obs[cell, 1:].reshape(4, 3).argmax(axis=1) for cell in present}
    return [
        trio
        for trio in combinations(present, 3)
        if all((cards[trio[0]][i] + cards[trio[1]][i] + cards[trio[2]][i]) % 3 == 0 for i in range(4))
    ]


def board(env: Any) -> Any:
    return env._core.observe(0)["observation"]


def test_a_set_earns_and_a_wrong_claim_costs_and_locks() -> None:
    env = tercet.set.parallel_env(num_players=2)
    env.reset(seed=1)
    sets = sets_of(board(env))
    wrong = next(trio for trio in CLAIMS if max(trio) < 12 and trio not in sets)
    seen, rewards, *_ = env.step({"player_0": CLAIMS[wrong], "player_1": WAIT})
    assert rewards == {"player_0": -0.1, "player_1": 0.0}
    assert np.flatnonzero(seen["player_0"]["action_mask"]).tolist() == [WAIT]
    _, rewards, *_, infos = env.step({"player_0": CLAIMS[sets[0]], "player_1": WAIT})
    assert rewards["player_0"] == -0.1 and infos["player_0"]["illegal_actions"] == 1
    _, rewards, *_ = env.step({"player_0": WAIT, "player_1": CLAIMS[sets[0]]})
    assert rewards == {"player_0": 0.0, "player_1": 1.0}
    assert env.points == {"player_0": -1, "player_1": 1}


def test_of_two_claims_on_the_same_cards_one_is_void_and_free() -> None:
    firsts = set()
    for seed in range(20):
        env = tercet.set.parallel_env(num_players=2)
        env.reset(seed=seed)
        sets = sets_of(board(env))
        if not sets:
            continue
        _, rewards, *_ = env.step(dict.fromkeys(env.agents, CLAIMS[sets[0]]))
        assert sorted(rewards.values()) == [0.0, 1.0]
        firsts.add(max(rewards, key=lambda agent: rewards[agent]))
    assert firsts == {"player_0", "player_1"}, "the order is drawn anew"


def test_cards_come_when_all_wait_and_there_is_no_set() -> None:
    dealt = 0
    for seed in range(60):
        env = tercet.set.parallel_env(num_players=2)
        env.reset(seed=seed)
        sets = sets_of(board(env))
        env.step(dict.fromkeys(env.agents, WAIT))
        cards = int(board(env)[:, 0].sum())
        assert cards == (12 if sets else 15)
        dealt += cards == 15
    assert dealt > 0


def test_a_race_comes_to_its_end() -> None:
    env = tercet.set.parallel_env(num_players=3, max_cycles=1000)
    env.reset(seed=4)
    cycles = 0
    while env.agents:
        sets = sets_of(board(env))
        actions = dict.fromkeys(env.agents, WAIT)
        if sets:
            actions["player_1"] = CLAIMS[sets[0]]
        _, _, terminations, _, _ = env.step(actions)
        cycles += 1
    assert all(terminations.values()) and 21 <= env.points["player_1"] <= 27
    tercet.verify(env.record())


def test_cycles_are_limited() -> None:
    env = tercet.set.parallel_env(max_cycles=5)
    env.reset(seed=1)
    for _ in range(5):
        _, _, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, CLAIMS[(0, 1, 20)]))
    assert all(truncations.values()) and not any(terminations.values()) and not env.agents


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(how: Any) -> None:
    env = tercet.set.parallel_env(num_players=3)
    env.reset(seed=2)
    for _ in range(10):
        env.step({agent: env.sample_legal(agent) for agent in env.agents})
    twin = how(env)
    for _ in range(20):
        actions = {agent: env.sample_legal(agent) for agent in env.agents}
        assert actions == {agent: twin.sample_legal(agent) for agent in twin.agents}
        assert env.step(actions)[1] == twin.step(actions)[1]
        assert env._core.digest == twin._core.digest


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(tercet.errors.ConfigError, match="seats"):
        tercet.set.parallel_env(num_players=9)
    with pytest.raises(ValueError, match="reward: there is no `win`"):
        tercet.set.parallel_env(reward={"win": 1.0})
    env = tercet.set.parallel_env()
    with pytest.raises(tercet.errors.ResetNeededError):
        env._core.step([WAIT, WAIT])
    env.reset(seed=1)
    with pytest.raises(tercet.errors.ArrayError, match="each of the 2 seats, not 3"):
        env._core.step([WAIT] * 3)
