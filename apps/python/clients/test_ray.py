"""The collector of statistics as an actor of Ray."""

from __future__ import annotations

import os

# Otherwise Ray writes a token into the home directory.
os.environ["RAY_AUTH_MODE"] = "disabled"

import ray
from tercet import learn


def test_statistics_as_an_actor() -> None:
    ray.init(num_cpus=1, include_dashboard=False, ignore_reinit_error=True)
    actor = learn.stats_actor(max_history=2, num_cpus=0)
    ray.get([actor.log.remote("loss", 1.0 / step, {"global_step": step}) for step in (1, 2, 4)])
    ray.get(actor.log_batch.remote({"length": (7.0, {"global_step": 4})}))
    data = ray.get(actor.get_data.remote())
    assert list(data["loss"]) == [({"global_step": 2}, 0.5), ({"global_step": 4}, 0.25)]
    state = ray.get(actor.get_state.remote())
    other = learn.stats_actor()
    ray.get(other.set_state.remote(state))
    assert ray.get(other.get_data.remote()) == data
    ray.kill(actor)
    ray.kill(other)
