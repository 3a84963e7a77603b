"""PufferLib: our batch in its buffers."""

from __future__ import annotations

import numpy as np
from tercet.puffer import PufferEnv


def test_a_batch_writes_into_puffers_buffers() -> None:
    env = PufferEnv("triangle", num_envs=32, dtype="int8")
    obs, _ = env.reset(seed=1)
    assert obs is env.observations and obs.shape == (32, 7, 8, 15)
    ended = 0
    for _ in range(60):
        actions = np.array([np.flatnonzero(mask)[0] for mask in env.action_masks])
        obs, rewards, terminals, _, _ = env.step(actions)
        assert obs is env.observations and rewards is env.rewards
        ended += int(terminals.sum())
    assert ended > 0 and env.rewards.dtype == np.float32
    env.close()
