"""The native vector for Stable-Baselines3, masks included: `MaskablePPO("MlpPolicy", VecEnv(gym.make_vec(…)))`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv as _VecEnv

from tercet.envs import VecEnv as _Native

__all__ = ["VecEnv"]


class VecEnv(_VecEnv):
    """Steps a native vector in `SAME_STEP`, as Stable-Baselines3 expects it."""

    def __init__(self, native: _Native) -> None:
        if native.autoreset_mode != AutoresetMode.SAME_STEP:
            raise ValueError("Stable-Baselines3 resets in the same step: make the vector with autoreset_mode=SAME_STEP")
        self._native = native
        self._seed: int | None = None
        self._actions: Any = None
        super().__init__(native.num_envs, native.single_observation_space, native.single_action_space)

    def reset(self) -> Any:
        """Begins all episodes."""
        obs, _ = self._native.reset(seed=self._seed)
        self._seed = None
        return obs

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next reset; it counts up from environment to environment."""
        self._seed = seed
        return [None if seed is None else seed + env for env in range(self.num_envs)]

    def step_async(self, actions: Any) -> None:
        """Takes the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Does the step."""
        obs, rewards, terminals, truncations, infos = self._native.step(self._actions)
        output: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for env in np.flatnonzero(terminals | truncations):
            output[env]["terminal_observation"] = infos["final_obs"][env]
            output[env]["TimeLimit.truncated"] = bool(truncations[env] and not terminals[env])
        return obs, rewards.astype(np.float32), terminals | truncations, output

    def close(self) -> None:
        """Frees what it holds."""
        self._native.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The vector's own attribute, once for each environment."""
        return [getattr(self._native, attr_name, None)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets the vector's own attribute."""
        setattr(self._native, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Only `action_masks` is a method of each environment."""
        if method_name != "action_masks":
            raise AttributeError(f"environments of a native vector have no `{method_name}`")
        masks = self._native.action_masks()
        return [masks[env] for env in self._chosen(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Is there such an attribute or method?"""
        return attr_name == "action_masks" or hasattr(self._native, attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped around them."""
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return list(indices) if isinstance(indices, Iterable) else [indices]
