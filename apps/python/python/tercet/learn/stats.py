"""What learners measure as they go, and what their workers look at."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping
from typing import Any

from tercet._tercet import Stats as _Core
from tercet.errors import RecordError

__all__ = ["StatsCollector", "stats_actor"]

_log = logging.getLogger("tercet.learn")

Values = deque[tuple[Any, float]]


class StatsCollector:
    """The last values of metrics, each with when it was measured, and the newest state of each worker.

    `max_history` values of each metric are kept; `None` keeps all.
    """

    def __init__(self, max_history: int | None = 1000) -> None:
        self._core = _Core(max_history)
        self.max_history = max_history
        self._workers: dict[int, Any] = {}

    def log(self, metric_name: str, value: float, step_info: Any) -> None:
        """Takes a value. One that is not finite is skipped, and a line of the log says so."""
        if not self._core.log(metric_name, value, step_info):
            _log.warning("%s: %s is not finite and was skipped (%s)", metric_name, value, step_info)

    def log_batch(self, metrics: Mapping[str, tuple[float, Any]]) -> None:
        """Takes several: value and step by name."""
        for name, (value, step_info) in metrics.items():
            self.log(name, value, step_info)

    def get_data(self) -> dict[str, Values]:
        """All metrics: (step, value) from the oldest to the newest. What is done to it changes nothing here."""
        return {name: deque(values, self.max_history) for name, values in self._core.metrics()}

    def get_metric_data(self, metric_name: str) -> Values | None:
        """One metric; `None` if it was never logged."""
        values = self._core.metric(metric_name)
        return None if values is None else deque(values, self.max_history)

    def clear(self) -> None:
        """Forgets metrics and workers."""
        self._core.clear()
        self._workers.clear()

    def get_state(self) -> dict[str, Any]:
        """What a checkpoint keeps of it: plain lists. What workers look at is not kept."""
        metrics = {name: [list(pair) for pair in values] for name, values in self._core.metrics()}
        return {"version": 1, "max_history": self.max_history, "metrics": metrics}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Becomes what `get_state` gave; nothing changes if that can't be."""
        if state.get("version") != 1:
            raise RecordError(f"statistics of version {state.get('version')}; this release reads version 1")
        core = _Core(state["max_history"])
        for name, values in state["metrics"].items():
            for step_info, value in values:
                core.log(name, value, step_info)
        self._core, self.max_history = core, state["max_history"]
        self._workers.clear()

    def update_worker_game_state(self, worker_id: int, game_state: Any) -> None:
        """Takes the newest state of a worker."""
        self._workers[worker_id] = game_state

    def get_latest_worker_states(self) -> dict[int, Any]:
        """The newest state of each worker."""
        return dict(self._workers)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.get_state(), "workers": self._workers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._workers = {}
        self.set_state(state)
        self._workers = state["workers"]

    def __repr__(self) -> str:
        return f"<tercet.learn.StatsCollector of {len(self._core.metrics())} metrics>"


def stats_actor(max_history: int | None = 1000, **options: Any) -> Any:
    """A `StatsCollector` as an actor of Ray, which must be installed; options are those of Ray."""
    import ray

    return ray.remote(StatsCollector).options(**options).remote(max_history)
