"""Rollouts: transitions as few large arrays, which stay in the cluster's memory until somebody wants them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tercet
from tercet import _plan, vector
from tercet.errors import ConfigError, RunError
from tercet.ray import _cluster, _schedule
from tercet.ray._dataset import options_of

Array = npt.NDArray[Any]
Policy = Callable[[Array, Array], Array]
"""From observations and masks to actions, a row for each environment."""
COLUMNS = ("observations", "masks", "actions", "rewards", "terminals", "truncations")
"""The arrays of a shard, beside `last_observations` and `last_masks`."""


@dataclass(frozen=True)
class Rollouts:
    """What is rolled out: `steps` of `num_envs` environments, shard after shard. Shard `n` begins its environments anew from seeds of its own."""

    game: str
    num_envs: int
    steps: int
    seed: int
    dtype: str = "float32"
    options: tuple[tuple[str, Any], ...] = ()
    policy: Policy | None = None
    """`None` for uniformly random legal actions."""
    version: str = tercet.__version__

    def shard(self, number: int, threads: int = 1) -> dict[str, Array]:
        """The transitions of a shard, here: the same as from the cluster. Arrays have a row for each step, then one for each environment."""
        if self.version != tercet.__version__:
            raise RunError(f"this node has Tercet {tercet.__version__}, the job is of {self.version}; install the same on all")
        batch = vector.make(self.game, self.num_envs, dtype=self.dtype, num_threads=threads, **dict(self.options))
        first = _plan.checked_seed(self.seed) + number * self.num_envs
        obs, masks = batch.reset(seed=[(first + env) % 2**64 for env in range(self.num_envs)])
        seen: dict[str, list[Array]] = {name: [] for name in COLUMNS}
        for _ in range(self.steps):
            actions = batch.sample_legal() if self.policy is None else np.asarray(self.policy(obs, masks))
            before, (obs, rewards, terminals, truncations, masks) = (obs, masks, actions), batch.step(actions)
            for name, array in zip(COLUMNS, (*before, rewards, terminals, truncations), strict=True):
                seen[name].append(array)
        # What the last step led to, for bootstrapping.
        return {**{name: np.stack(arrays) for name, arrays in seen.items()}, "last_observations": obs, "last_masks": masks}


def rollouts(
    game: str,
    *,
    shards: int,
    num_envs: int = 256,
    steps: int = 128,
    seed: int = 0,
    dtype: str = "float32",
    policy: Policy | None = None,
    num_cpus: int = 1,
    **options: Any,
) -> Iterator[tuple[int, Any]]:
    """Rolls out shards on the cluster that is connected (`ray.init`): number and reference of each, as they come. `ray.get` gives the arrays.

    Two shards a worker are under way; more are begun as you take them, so memory stays bounded. A shard that was lost with its node is
    made again, the same. The arrays are read-only: they are the cluster's. `writable` copies what you want to write into.
    """
    import ray

    num_cpus = _cluster.checked_cpus(num_cpus)
    if not ray.is_initialized():
        raise RunError("rollouts are references into a cluster's memory: call ray.init(…) first")
    if shards < 0 or steps < 1:
        raise ConfigError(f"shards and steps: {shards} and {steps}; there are at least 0 and 1")
    plan = Rollouts(game, num_envs, steps, _plan.checked_seed(seed), dtype, tuple(sorted(options.items())), policy)
    # A mistake is found here, before anything is sent.
    vector.make(game, 1, dtype=dtype, **options)
    return _rolled(plan, shards, num_cpus)


def _rolled(plan: Rollouts, shards: int, num_cpus: int) -> Iterator[tuple[int, Any]]:
    import ray

    # The data has a reference of its own, so that waiting for a shard does not bring it here.
    task = ray.remote(_shard).options(num_cpus=num_cpus, num_returns=2, max_retries=_schedule.MOST_TRIES)
    work, under_way, begun = ray.put(plan), dict[Any, tuple[int, Any]](), 0
    while begun < shards or under_way:
        while begun < shards and len(under_way) < _schedule.IN_FLIGHT * _cluster.workers(num_cpus):
            data, ended = task.remote(work, begun, num_cpus)
            under_way[ended] = (begun, data)
            begun += 1
        ready, _ = ray.wait(list(under_way), num_returns=1, timeout=1.0)
        for ended in ready:
            number, data = under_way.pop(ended)
            ray.get(ended)
            yield number, data


def _shard(plan: Rollouts, number: int, threads: int) -> tuple[dict[str, Array], bool]:
    return plan.shard(number, threads), True


def writable(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Copies of arrays that came from a cluster, to write into."""
    return {name: np.array(array) for name, array in arrays.items()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game")
    parser.add_argument("--steps", type=int, required=True, help="how many transitions in all")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the shards go, an .npz each")
    parser.add_argument("--envs", type=int, default=256, metavar="N", help="environments side by side in a shard (256)")
    parser.add_argument("--length", type=int, default=128, metavar="N", help="steps of each of them (128)")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the environment")


def main(own: argparse.Namespace) -> int:
    """`python -m tercet.ray rollouts`: shards of uniformly random play as files of NumPy."""
    import ray

    place, size = Path(own.out), own.envs * own.length
    shards = -(-own.steps // max(size, 1))
    place.mkdir(parents=True, exist_ok=True)
    with _cluster.connected(own.address):
        made = rollouts(
            own.game, shards=shards, num_envs=own.envs, steps=own.length, seed=own.seed, dtype=own.dtype,
            num_cpus=own.worker_cpus, **options_of(own.option),
        )
        for number, data in made:
            part = place / f".{number:05d}.npz"
            np.savez(part, **ray.get(data))
            part.replace(place / f"rollout-{number:05d}-of-{shards:05d}.npz")
    print(f"{shards} files of {size} transitions in {place}")
    return 0
