"""The cluster that a job runs on: connecting, counting workers, and distinguishing a crash from a mistake."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from typing import Any

from tercet.errors import ConfigError


@contextlib.contextmanager
def connected(address: str | None = None, **options: Any) -> Iterator[None]:
    """Ray, as it is connected already or else at this address: `None` begins it on this machine, `"auto"` finds the one that runs."""
    import ray

    if ray.is_initialized():
        yield
        return
    usual = {"log_to_driver": False, "logging_level": logging.WARNING}
    if address is None:
        # Nothing is asked of the dashboard, and nothing is sent to anybody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        usual["include_dashboard"] = False
    try:
        ray.init(address=address or "local", **{**usual, **options})
    except (ConnectionError, RuntimeError) as error:
        why = f"no cluster answers at {address!r}: {error}. `ray start --head` begins one; without an address this machine is one"
        raise ConfigError(why) from error
    try:
        yield
    finally:
        ray.shutdown()


def workers(num_cpus: float) -> int:
    """How many tasks of so many cores the cluster has room for now; at least one, for which it may still grow."""
    import ray

    return max(1, int(ray.cluster_resources().get("CPU", 0) // num_cpus))


def checked_cpus(num_cpus: int) -> int:
    """A whole number of cores a task."""
    if isinstance(num_cpus, bool) or not isinstance(num_cpus, int) or not 1 <= num_cpus <= 1024:
        raise ConfigError(f"num_cpus: {num_cpus!r} is not a whole number from 1 to 1024")
    return num_cpus


def is_crash(error: BaseException) -> bool:
    """Did a worker, a node or the memory fail, rather than what was asked of it?"""
    from ray import exceptions

    crashes = (
        exceptions.WorkerCrashedError,
        exceptions.NodeDiedError,
        exceptions.OutOfMemoryError,
        exceptions.ObjectLostError,
        exceptions.LocalRayletDiedError,
        exceptions.TaskPlacementGroupRemoved,
        exceptions.ActorDiedError,
        exceptions.ActorUnavailableError,
    )
    return isinstance(error, crashes)
