"""Statistics that several workers log to: the collector of `tercet.learn` as an actor, under the name that learners know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ray

from tercet.learn.run import Run
from tercet.learn.stats import StatsCollector, Values

__all__ = ["StatsCollectorActor"]


@ray.remote(num_cpus=0)
class StatsCollectorActor:
    """The last values of metrics, each with when it was measured, and the newest state of each worker.

        actor = StatsCollectorActor.remote(max_history=1000)
        ray.get(actor.log.remote("loss", 0.5, {"global_step": 1}))
        data = ray.get(actor.get_data.remote())

    Methods are those of `tercet.learn.StatsCollector`, over the same collector. With `run` and `root` it keeps a checkpoint of itself in
    the folder of a run (`save`), and begins from the newest: an actor that Ray starts anew (`max_restarts`) has what was saved.
    """

    def __init__(self, max_history: int | None = 1000, *, root: str | None = None, run: str = "stats", every: int = 1000) -> None:
        self._stats = StatsCollector(max_history)
        self._every, self._logged, self._step = every, 0, 0
        self._run = None if root is None else Run(root, run, resume="auto", keep=2)
        if self._run is not None and self._run.steps:
            checkpoint = self._run.load()
            self._stats.set_state(checkpoint.parts["stats"])
            self._step = checkpoint.step

    def log(self, metric_name: str, value: float, step_info: Any) -> None:
        """Takes a value."""
        self._stats.log(metric_name, value, step_info)
        self._count(1)

    def log_batch(self, metrics: Mapping[str, tuple[float, Any]]) -> None:
        """Takes several: value and step by name."""
        self._stats.log_batch(metrics)
        self._count(len(metrics))

    def _count(self, values: int) -> None:
        self._logged += values
        if self._run is not None and self._logged >= self._every:
            self.save()

    def save(self) -> int:
        """Saves a checkpoint of itself: its number. Only for one that has a run."""
        if self._run is None:
            raise ValueError("there is no run to save to; make the actor with root=…")
        self._logged, self._step = 0, self._step + 1
        self._run.save(self._step, {"stats": self._stats.get_state()})
        return self._step

    def get_data(self) -> dict[str, Values]:
        """All metrics: (step, value) from the oldest to the newest."""
        return self._stats.get_data()

    def get_metric_data(self, metric_name: str) -> Values | None:
        """One metric; `None` if it was never logged."""
        return self._stats.get_metric_data(metric_name)

    def clear(self) -> None:
        """Forgets metrics and workers."""
        self._stats.clear()

    def get_state(self) -> dict[str, Any]:
        """What a checkpoint keeps of it."""
        return self._stats.get_state()

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Becomes what `get_state` gave."""
        self._stats.set_state(state)

    def update_worker_game_state(self, worker_id: int, game_state: Any) -> None:
        """Takes the newest state of a worker."""
        self._stats.update_worker_game_state(worker_id, game_state)

    def get_latest_worker_states(self) -> dict[int, Any]:
        """The newest state of each worker."""
        return self._stats.get_latest_worker_states()
