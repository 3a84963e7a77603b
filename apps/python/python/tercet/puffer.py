"""A batch for PufferLib: it writes into the buffers that PufferLib shares with its workers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pufferlib
from gymnasium import spaces

from tercet import vector

__all__ = ["PufferEnv"]


class PufferEnv(pufferlib.PufferEnv):
    """`num_envs` environments of a game as one of PufferLib's; the other arguments are those of `tercet.vector.make`."""

    def __init__(self, game: str, num_envs: int = 64, *, buf: Any = None, seed: int = 0, **kwargs: Any) -> None:
        self._batch = vector.make(game, num_envs, autoreset="same_step", **kwargs)
        bounds = {"int8": (-1, 1), "uint8": (0, 255)}.get(self._batch.obs_dtype.name, (-32768, 32767))
        dtype = self._batch.obs_dtype
        self.single_observation_space = spaces.Box(*bounds, self._batch.obs_shape, dtype.type)
        self.single_action_space = spaces.Discrete(self._batch.num_actions)
        self.num_agents = num_envs
        super().__init__(buf)
        self.action_masks = np.zeros((num_envs, self._batch.num_actions), np.bool_)

    def reset(self, seed: int = 0) -> tuple[Any, list[Any]]:
        """Begins all episodes."""
        self._batch.reset_into(self.observations, self.action_masks, seed=seed)
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[Any]]:
        """A step in each, into the shared buffers."""
        self._batch.step_into(
            actions, self.observations, self.rewards, self.terminals, self.truncations, self.action_masks
        )
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """Frees what it holds."""
        self._batch.close()
