"""The puzzle inside a compiled program of JAX: 4,096 steps of 256 environments by one call of `jax.lax.scan`.

    python examples/python/jax_triangle.py --steps 16

Needs JAX. A linear policy draws legal actions; the program prints the mean reward of a step and the steps a second.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import tercet.jax


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=4096)
    options = parser.parse_args()
    envs = tercet.jax.make("triangle", options.envs, seed=1)
    first = envs.reset()
    weights = jnp.zeros((first.obs[0].size, first.masks.shape[1]))

    def act(carried, _):
        state, key = carried
        key, own = jax.random.split(key)
        logits = state.obs.reshape(options.envs, -1) @ weights
        actions = jax.random.categorical(own, jnp.where(state.masks == 1, logits, -1e9))
        state = envs.step(state.token, actions)
        return (state, key), state.rewards.mean()

    play = jax.jit(lambda start: jax.lax.scan(act, start, None, options.steps))
    begun = time.perf_counter()
    _, rewards = jax.block_until_ready(play((first, jax.random.key(1))))
    seconds = time.perf_counter() - begun
    print(f"mean reward of a step: {float(rewards.mean()):.3f}")
    print(f"{options.envs * options.steps / seconds:,.0f} steps/s, the policy and the compilation counted")


if __name__ == "__main__":
    main()
