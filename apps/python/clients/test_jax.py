"""Batches inside JAX's compiled programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import tercet.jax
from tercet import vector

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def first_legal(envs: tercet.jax.Environments, state: tercet.jax.Stepped) -> tercet.jax.Stepped:
    return envs.step(state.token, jnp.argmax(state.masks, axis=1))


@pytest.mark.parametrize("game", ["triangle", "set"])
def test_a_compiled_loop_is_a_loop_of_steps(game: str) -> None:
    envs = tercet.jax.make(game, 4, seed=1)
    play = jax.jit(lambda first: jax.lax.scan(lambda state, _: (first_legal(envs, state),) * 2, first, None, 40))
    last, output = play(envs.reset())
    twin = vector.make(game, 4, seed=1)
    _, masks = twin.reset()
    for step in range(40):
        obs, rewards, terminals, truncations, masks = twin.step(masks.argmax(axis=1))
        assert np.array_equal(output.rewards[step], rewards) and np.array_equal(output.terminals[step], terminals)
    assert np.array_equal(last.obs, obs) and np.array_equal(last.masks, masks)
    assert envs.batch.digests().tolist() == twin.digests().tolist()


def test_the_same_step_twice_is_one_step() -> None:
    envs = tercet.jax.make("triangle", 2, seed=1)
    first = envs.reset()
    once, twice = first_legal(envs, first), first_legal(envs, first)
    assert int(once.token) == int(twice.token) and np.array_equal(once.obs, twice.obs)
    assert envs.batch.digests().tolist() == envs.batch.digests().tolist()


def test_environments_cant_step_back() -> None:
    envs = tercet.jax.make("triangle", 2, seed=1)
    first = envs.reset()
    first_legal(envs, first_legal(envs, first))
    with pytest.raises(Exception, match="not the newest"):
        jax.block_until_ready(envs.step(first.token, jnp.zeros(2, jnp.int32)))


def test_the_example() -> None:
    command = [sys.executable, str(EXAMPLES / "jax_triangle.py"), "--envs", "8", "--steps", "16"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"mean reward of a step: -?\d+\.\d+", done.stdout.splitlines()[0])
