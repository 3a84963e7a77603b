"""Tercet on a cluster: simulations, tournaments, sequential tests, rollouts, reviews and datasets by Ray (`pip install tercet[ray]`).

The result is that of one machine, byte for byte, whatever the cluster, however often a part was played, in whatever order. `address` is
Ray's: `None` for this machine, `"auto"` for the cluster that runs here, or where one is. If `ray.init` was called before, its cluster is used.

    from tercet import ray

    table = ray.simulate("machi", ["ev", "random"], games=1_000_000, seed=7, address="auto")

On the command line: `python -m tercet.ray simulate machi --games 1000000 --seed 7 --address auto`. docs/ray.md has all of it.
"""

from __future__ import annotations

try:
    import ray as _ray  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("tercet.ray needs Ray: pip install 'tercet[ray]'", name="ray") from error

from tercet.ray import selfplay
from tercet.ray._arena import simulate, sprt, tournament
from tercet.ray._dataset import dataset
from tercet.ray._review import review
from tercet.ray._rollouts import Rollouts, rollouts, writable
from tercet.ray.rllib import register
from tercet.ray.stats import StatsCollectorActor

__all__ = [
    "Rollouts",
    "StatsCollectorActor",
    "dataset",
    "register",
    "review",
    "rollouts",
    "selfplay",
    "simulate",
    "sprt",
    "tournament",
    "writable",
]

