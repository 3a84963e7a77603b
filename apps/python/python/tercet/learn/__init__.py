"""What learners keep beside environments: features, replay by priority, returns, statistics, runs, training. NumPy in and out.

>>> import numpy as np
>>> import tercet
>>> replay = tercet.learn.PrioritizedReplay(1000, {"obs": ((2,), "float32"), "action": ((), "int64")}, seed=1)
>>> replay.add(obs=np.zeros((4, 2), np.float32), action=np.arange(4))
range(0, 4)
>>> drawn = replay.sample(2)
>>> drawn.rows["obs"].shape, drawn.weights
((2, 2), array([1., 1.], dtype=float32))
>>> replay.update(drawn.ids, np.array([0.5, 2.0]))
2
"""

from __future__ import annotations

from tercet._tercet import SumTree
from tercet.learn.features import Features, extract_features, extract_features_batch
from tercet.learn.replay import PrioritizedReplay, Sample
from tercet.learn.returns import NStepReturns, gae, n_step_returns
from tercet.learn.run import Checkpoint, CheckpointWarning, Run
from tercet.learn.stats import StatsCollector, stats_actor
from tercet.learn.training import Progress, Trained, train

__all__ = [
    "Checkpoint",
    "CheckpointWarning",
    "Features",
    "NStepReturns",
    "PrioritizedReplay",
    "Progress",
    "Run",
    "Sample",
    "StatsCollector",
    "SumTree",
    "Trained",
    "extract_features",
    "extract_features_batch",
    "gae",
    "n_step_returns",
    "stats_actor",
    "train",
]
