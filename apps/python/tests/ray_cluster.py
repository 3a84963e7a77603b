"""A cluster of Ray on this machine, of loopback addresses, for tests."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

# Before Ray is imported: no token in the home directory, no address but this machine's own, nothing sent to anybody.
SETTINGS = {
    "RAY_AUTH_MODE": "disabled",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
os.environ.update(SETTINGS)

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}


@contextlib.contextmanager
def cluster(nodes: int = 2) -> Iterator[Any]:
    """Nodes of one core each; this process is connected to them."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        for _ in range(nodes - 1):
            made.add_node(**NODE)
        ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
        yield made
    finally:
        ray.shutdown()
        made.shutdown()
