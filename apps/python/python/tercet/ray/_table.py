"""A table of learners as RLlib's multi-agent environment: one decision a step, of the seat whose turn it is."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from tercet.machi.aec import MachiEnv


class MachiTable(MultiAgentEnv):
    """Machi Koro for 2 to 5 learners. The learner to decide sees `observations` and `action_mask`, float32; all get rewards."""

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._env = MachiEnv(**options)
        self.possible_agents = list(self._env.possible_agents)
        self.agents = list(self.possible_agents)
        seen = self._env.observation_space(self.agents[0])
        size, actions = int(np.prod(seen["observation"].shape)), self._env.action_space(self.agents[0])
        box = spaces.Box(0, float(seen["observation"].high.max()), (size,), np.float32)
        mask = spaces.Box(0, 1, (int(actions.n),), np.float32)
        both = spaces.Dict({"action_mask": mask, "observations": box})
        self.observation_spaces = dict.fromkeys(self.agents, both)
        self.action_spaces = dict.fromkeys(self.agents, actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game."""
        self._env.reset(seed)
        self.agents = list(self.possible_agents)
        agent = self._env.agent_selection
        return {agent: self._seen(agent)}, {}

    def step(self, action_dict: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """The decision of the seat whose turn it is."""
        agent = self._env.agent_selection
        self._env.step(int(action_dict[agent]))
        rewards = {name: float(reward) for name, reward in self._env.rewards.items()}
        terminated, truncated = any(self._env.terminations.values()), any(self._env.truncations.values())
        if terminated or truncated:
            # Everybody's episode ends with what they see then.
            seen = {name: self._seen(name) for name in self.possible_agents}
            self.agents = []
        else:
            seen = {self._env.agent_selection: self._seen(self._env.agent_selection)}
        return seen, rewards, {"__all__": terminated}, {"__all__": truncated}, {}

    def _seen(self, agent: str) -> dict[str, Any]:
        both = self._env.observe(agent)
        mask = both["action_mask"].astype(np.float32)
        if not mask.any():
            # Nothing is decided at the end; a mask without any action would be no distribution.
            mask[:] = 1.0
        return {"action_mask": mask, "observations": both["observation"].reshape(-1).astype(np.float32)}

    def close(self) -> None:
        """Frees what it holds."""
        self._env.close()
