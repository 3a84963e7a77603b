"""How fast it is: `python -m tercet.bench`.

Every line is measured in this run, in CPU time of one thread unless it says otherwise: the median of several
rounds. Yardsticks stand beside: Gymnasium's CartPole, the puzzle in plain Python, Pillow's own drawing, trianglengin if
it is installed.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import tercet
from tercet import vector
from tercet._yardsticks import PlainPuzzle, pillow_board


class Line(NamedTuple):
    """One line of the table."""

    name: str
    rate: float
    bar: float | None
    """What it should be at least, on the machine that the project is developed on."""


def measured(work: Callable[[], int], rounds: int, seconds: float) -> float:
    """Steps per CPU-second: the median of rounds of about so many seconds each."""
    work()
    rates = []
    for _ in range(rounds):
        start, steps = time.process_time(), 0
        while time.process_time() - start < seconds:
            steps += work()
        rates.append(steps / (time.process_time() - start))
    return statistics.median(rates)


def batched(game: str, num_envs: int, *, planes: bool, **kwargs: Any) -> Callable[[], int]:
    """Steps of a batch into new arrays; actions are drawn before and not counted."""
    batch = vector.make(game, num_envs, seed=1, **kwargs)
    batch.reset()
    actions = [np.empty(num_envs, np.int64) for _ in range(16)]

    def work() -> int:
        for row in actions:
            batch._core.sample_into(row)
            if planes:
                batch.step(row)
            else:
                masks = batch.empty_masks()
                batch._core.step_into(row, None, None, None, None, masks)
        return num_envs * len(actions)

    return work


def sampling(game: str, num_envs: int, **kwargs: Any) -> Callable[[], int]:
    """Only the drawing of actions, which is taken off."""
    batch = vector.make(game, num_envs, seed=1, **kwargs)
    batch.reset()
    row = np.empty(num_envs, np.int64)

    def work() -> int:
        for _ in range(16):
            batch._core.sample_into(row)
        return num_envs * 16

    return work


def without(whole: float, part: float) -> float:
    """The rate of the rest, where a part of each step is taken off."""
    return 1 / (1 / whole - 1 / part)


def single(env: Any, legal: Callable[[], Any]) -> Callable[[], int]:
    """Steps of one environment, its legal actions drawn before."""
    env.reset(seed=1)

    def work() -> int:
        step, reset = env.step, env.reset
        for _ in range(2000):
            _, _, terminated, truncated, _ = step(legal())
            if terminated or truncated:
                reset()
        return 2000

    return work


def drawn(legal: Callable[[], Any]) -> Callable[[], int]:
    """Only the drawing."""

    def work() -> int:
        for _ in range(2000):
            legal()
        return 2000

    return work


def batch_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """Batches and rollouts."""
    rows: list[tuple[str, str, bool, dict[str, Any], float]] = [
        ("triangle, 1024 envs, float planes and masks", "triangle", True, {}, 3e6),
        ("triangle, 1024 envs, int8 planes and masks", "triangle", True, {"dtype": "int8"}, 8e6),
        ("triangle, 1024 envs, masks only", "triangle", False, {}, 6e6),
        ("set, 1024 envs, int8 planes and masks", "set", True, {"dtype": "int8"}, 10e6),
        (
            "machi, 1024 envs, 2 learners, int16 and masks",
            "machi",
            True,
            {"dtype": "int16", "config": {"players": 2}},
            3e6,
        ),
        (
            "machi, 1024 envs, 3 random bots, float planes and masks",
            "machi",
            True,
            {"opponents": "random", "config": {"players": 4}},
            1e6,
        ),
    ]
    for name, game, planes, kwargs, bar in rows:
        whole = measured(batched(game, 1024, planes=planes, **kwargs), rounds, seconds)
        part = measured(sampling(game, 1024, **kwargs), rounds, seconds)
        yield Line(name, without(whole, part), bar)
    yield Line("triangle, random rollouts", measured(rollouts, rounds, seconds), 12e6)
    batch = vector.make("triangle", 1024, seed=1)
    batch.reset()
    yield Line("triangle, Batch.rollout", measured(lambda: batch.rollout(64).steps, rounds, seconds), None)


def rollouts() -> int:
    """Random play without an environment around it."""
    return tercet.arena.rollout("triangle", games=64, steps=5000)["steps"]


def gymnasium_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """One environment at a time, and Gymnasium's own yardstick."""
    try:
        import gymnasium as gym
    except ModuleNotFoundError:
        return
    from tercet import envs

    raw = envs.make_triangle()
    draw = measured(drawn(_ready(raw).sample_legal), rounds, seconds)
    rate = measured(single(raw, raw.sample_legal), rounds, seconds)
    yield Line("Triangle-v0, env.step", without(rate, draw), 700e3)
    made: Any = gym.make("tercet/Triangle-v0")
    rate = measured(single(made, made.unwrapped.sample_legal), rounds, seconds)
    yield Line("Triangle-v0, through gym.make", without(rate, draw), 350e3)
    cart = gym.make("CartPole-v1")
    yield Line("yardstick: CartPole-v1 through gym.make", measured(single(cart, lambda: 0), rounds, seconds), None)


def _ready(env: Any) -> Any:
    env.reset(seed=1)
    return env


def pettingzoo_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """Turns at a table of four."""
    try:
        import pettingzoo  # noqa: F401
    except ModuleNotFoundError:
        return
    env = tercet.machi.env(num_players=4)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(500):
            _, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(env.sample_legal())
        return 500

    yield Line("machi.env, last() and step() of PettingZoo", measured(work, rounds, seconds), 60e3)


def puzzle_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """The puzzle as its reference is called, and the reference itself if it can be imported."""
    state = tercet.triangle.GameState(initial_seed=1)
    yield Line("GameState.step and valid_actions", measured(looped(state), rounds, seconds), 400e3)
    yield Line("GameState.copy", measured(drawn(state.copy), rounds, seconds), None)
    yield Line("yardstick: the same in plain Python", measured(looped(PlainPuzzle(), 20), rounds, seconds), None)
    try:
        import trianglengin
    except Exception as error:  # noqa: BLE001 - its wheels fail in several ways
        print(f"trianglengin can't be imported: {type(error).__name__}", file=sys.stderr)
        return
    reference = trianglengin.GameState(initial_seed=1)
    yield Line("yardstick: trianglengin", measured(looped(reference), rounds, seconds), None)


def looped(state: Any, steps: int = 500) -> Callable[[], int]:
    """Steps of a puzzle, each with the set of valid actions."""

    def work() -> int:
        for _ in range(steps):
            actions = state.valid_actions()
            if actions:
                state.step(next(iter(actions)))
            else:
                state.reset()
        return steps

    return work


def image_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """Sets claimed, each with the image of the next board; what is not a Set costs no new image."""
    try:
        import PIL  # noqa: F401
    except ModuleNotFoundError:
        return
    for mode, bar in (("RGBA", 1000), ("RGB", 400)):
        yield Line(f"SetEnv.select with an image, {mode}", measured(claimed(mode), rounds, seconds), bar)
    draw = pillow_board()
    yield Line("yardstick: such a board drawn by Pillow", measured(lambda: bool(draw()), rounds, seconds), None)


def claimed(mode: str) -> Callable[[], int]:
    """Games of SET; finding the Sets takes no time to speak of."""
    env = tercet.set.SetEnv(seed=1, mode=mode)

    def work() -> int:
        claims = 0
        env.reset()
        while not env.status().done:
            sets = tercet.set.all_set_positions(env.board)
            if sets:
                _, held = env.select(sets[0])
                claims += held is not None
            else:
                env.deal_three()
        return claims

    return work


def thread_lines(rounds: int, seconds: float) -> Iterator[Line]:
    """Two threads beside one, by the clock: only an idle machine shows it."""
    rates = []
    for threads in (1, 2):
        batch = vector.make("triangle", 16384, seed=1, num_threads=threads)
        batch.reset()
        best = 0.0
        for _ in range(rounds * 2):
            start, steps = time.perf_counter(), 0
            while time.perf_counter() - start < seconds:
                steps += batch.rollout(8).steps
            best = max(best, steps / (time.perf_counter() - start))
        rates.append(best)
    yield Line(f"two threads, by the clock: {rates[1] / rates[0]:.2f} times one", rates[1], None)


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; 1 if a line is below what it should reach, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tercet.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each line")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each round")
    options = parser.parse_args(arguments)
    print(f"tercet {tercet.__version__}, Python {platform.python_version()}, {platform.machine()}")
    print(f"{'what':<64}{'steps/s':>14}{'at least':>14}")
    parts = (
        batch_lines,
        gymnasium_lines,
        pettingzoo_lines,
        puzzle_lines,
        image_lines,
        thread_lines,
    )
    slow = []
    for part in parts:
        for name, rate, bar in part(options.rounds, options.seconds):
            wanted = "" if bar is None else f"{bar:,.0f}"
            print(f"{name:<64}{rate:>14,.0f}{wanted:>14}", flush=True)
            if bar is not None and rate < bar:
                slow.append(name)
    for name in slow:
        print(f"too slow: {name}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
