"""No memory grows over ten million steps."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import gymnasium as gym
import tercet
from tercet import vector

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def test_ten_million_steps_of_batches() -> None:
    plans = {"triangle": {}, "set": {}, "machi": {"opponents": "random", "config": {"players": 4}}}
    batches = [vector.make(game, 256, seed=1, **kwargs) for game, kwargs in plans.items()]
    for batch in batches:
        batch.reset()
        batch.rollout(4000)
        for _ in range(20):
            batch.step(batch.sample_legal())
    before = resident()
    for batch in batches:
        batch.rollout(13_000)
        for _ in range(100):
            batch.step(batch.sample_legal())
    assert resident() - before < 8_000_000


def test_single_environments() -> None:
    env = gym.make("tercet/Triangle-v0").unwrapped
    env.reset(seed=1)

    def play(steps: int) -> None:
        for _ in range(steps):
            _, _, terminated, _, _ = env.step(env.sample_legal())
            if terminated:
                env.reset()

    play(20_000)
    before = resident()
    play(100_000)
    assert resident() - before < 4_000_000


def test_the_seeds_interfaces() -> None:
    state = tercet.triangle.GameState(initial_seed=1)
    cfg = tercet.set.RenderCfg(card_w=44, card_h=64)
    env = tercet.set.SetEnv(seed=1, render=cfg)

    def play(steps: int) -> None:
        nonlocal state
        for _ in range(steps):
            actions = state.valid_actions()
            if actions:
                state = state.copy()
                state.step(min(actions))
            else:
                state.reset()
        for _ in range(steps // 100):
            sets = tercet.set.all_set_positions(env.board)
            if env.status().done:
                env.reset()
            elif sets:
                env.select(sets[0])
            else:
                env.deal_three()

    play(20_000)
    before = resident()
    play(60_000)
    assert resident() - before < 4_000_000
