"""Many environments as Gymnasium's vector environments are called."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from tercet import _native, _plan
from tercet._notebook import Record
from tercet._tasks import RENDER_MODES, Task, check_mode, checked_format, formatted, space
from tercet._tercet import Batch
from tercet.opponents import PolicyTable

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no such class yet, nor anything but `next_step` of its own
    from enum import Enum

    class AutoresetMode(Enum):  # type: ignore[no-redef]
        """When a new episode begins after one is over."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}
AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VecEnv(VectorEnv[Any, Any, Any]):
    """Many environments, stepped by one call of the engine.

    Its arguments are `Env`'s, and `num_envs`, `autoreset_mode` and `num_threads`.
    """

    def __init__(
        self,
        task: Task,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int = 1,
        render_mode: str | None = None,
        theme: str = "light",
        render_width: int = 0,
        max_episode_steps: int | str | None = _plan.USUAL,
        deal: str = "stream",
        obs_format: str = "array",
    ) -> None:
        check_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        plan = _plan.plan(
            task.game,
            num_envs=num_envs,
            config=task.config,
            options=task.options,
            num_threads=num_threads,
            autoreset=AUTORESETS[self.autoreset_mode],
            max_episode_steps=max_episode_steps,
            deal=deal,
            picture=task.picture,
        )
        own = cast(Batch, PolicyTable(plan, task.policies, task.dtype)) if task.policies else None
        self._core: Batch = own or _native.of(task.game).Batch(plan)
        self._format = checked_format(obs_format)
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self._dtype = np.dtype(task.dtype)
        self._shape = tuple(self._core.obs_shape)
        self._actions = self._core.num_actions
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = space(task, self._shape, self._actions, self._format)
        self.single_action_space = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins episodes in all environments, or in those of `options["reset_mask"]`."""
        chosen = _reset_mask(options, self.num_envs)
        seeds = _plan.spread_seeds(seed, self.num_envs)
        for env in range(self.num_envs):
            is_chosen = chosen is None or chosen[env]
            if seeds[env] is None and is_chosen and not self._core.is_born(env):
                seeds[env] = _plan.drawn_seed()
        obs, masks = self._empty()
        self._core.reset_into(seeds, None if chosen is None else chosen.tolist(), obs, masks)
        return self._seen(obs, masks), self._infos(masks)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """A step in each."""
        obs, masks = self._empty()
        rewards = np.empty(self.num_envs, np.float64)
        terminals = np.empty(self.num_envs, np.bool_)
        truncations = np.empty(self.num_envs, np.bool_)
        self._core.step_part(actions, obs, rewards, terminals, truncations, masks)
        finals: dict[str, Any] = {}
        ended = terminals | truncations
        if ended.any():
            episodes = self._episodes(ended)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                finals = self._finals(obs, masks, ended)
                finals["final_info"].update(episodes)
                self._core.renew_into(obs, masks)
            else:
                finals = episodes
        infos = self._infos(masks)
        infos.update(finals)
        return self._seen(obs, masks), rewards, terminals, truncations, infos

    def render(self) -> tuple[Any, ...] | None:
        """What the render mode asks for, of each."""
        if self.render_mode == "rgb_array":
            width = self._render_width
            return tuple(self._core.rgb(env, self._theme, width) for env in range(self.num_envs))
        if self.render_mode == "svg":
            return tuple(self._core.svg(env, self._theme) for env in range(self.num_envs))
        if self.render_mode is None:
            return None
        texts = tuple(self._core.ansi(env) for env in range(self.num_envs))
        if self.render_mode == "ansi":
            return texts
        sys.stdout.write("\n".join(texts) + "\n")
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Frees what it holds."""
        self._core.close()

    def action_masks(self) -> Any:
        """Which actions may be tried, as bool."""
        masks = np.empty((self.num_envs, self._actions), np.bool_)
        self._core.look_into(None, masks)
        return masks

    def sample_legal(self) -> Any:
        """An action of each mask, each as likely as the others, drawn from the seeds."""
        actions = np.empty(self.num_envs, np.int64)
        self._core.sample_into(actions)
        return actions

    def digests(self) -> Any:
        """A number for each position: the same for equal ones, on every machine."""
        return np.asarray(self._core.digests(), np.uint64)

    def record(self, env: int) -> Record:
        """The record of an episode so far, as `tercet.replay` takes it."""
        return Record(self._core.record(env))

    def _empty(self) -> tuple[Any, Any]:
        obs = np.empty((self.num_envs, *self._shape), self._dtype)
        return obs, np.empty((self.num_envs, self._actions), np.int8)

    def _seen(self, obs: Any, masks: Any) -> Any:
        return obs if self._format == "array" else formatted(obs, masks, self._format)

    def _infos(self, masks: Any) -> dict[str, Any]:
        """What is known of all of them, also of those that a reset has left alone: whoever draws from a mask needs it whole."""
        illegal = np.asarray(self._core.illegal(), np.int64)
        known = {"action_mask": masks, "illegal_actions": illegal, **self._core.facts()}
        return _info(known, np.ones(self.num_envs, np.bool_))

    def _episodes(self, ended: Any) -> dict[str, Any]:
        """What the episodes came to that are over: rewards, steps and winners, as Gymnasium gathers them."""
        rewards, steps = self._core.earned()
        came_to = {
            "r": np.where(ended, np.asarray(rewards, np.float64), 0.0),
            "l": np.where(ended, np.asarray(steps, np.int64), 0),
        }
        winners = np.full(self.num_envs, None, dtype=object)
        for env in np.flatnonzero(ended):
            winners[env] = list(self._core.winners(int(env)))
        return _info({"episode": _info(came_to, ended), "winners": winners}, ended)

    def _finals(self, obs: Any, masks: Any, ended: Any) -> dict[str, Any]:
        """The last moments of the episodes that are over."""
        seen = np.full(self.num_envs, None, dtype=object)
        for env in np.flatnonzero(ended):
            mask = masks[env].copy()
            last = obs[env].copy()
            seen[env] = last if self._format == "array" else formatted(last, mask, self._format)
        illegal = np.asarray(self._core.illegal(), np.int64)
        known = {"action_mask": masks, "illegal_actions": illegal, **self._core.facts()}
        blank = {key: np.where(ended.reshape(-1, *[1] * (row.ndim - 1)), row, 0) for key, row in known.items()}
        info = _info({key: row.astype(known[key].dtype) for key, row in blank.items()}, ended)
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }


def _info(known: Mapping[str, Any], present: Any) -> dict[str, Any]:
    """Infos as Gymnasium's vector environments give them: each value, and a mask of the environments that have it."""
    return {key: value for name, row in known.items() for key, value in ((name, row), (f"_{name}", present.copy()))}


def _reset_mask(options: dict[str, Any] | None, num_envs: int) -> Any:
    if options is None or "reset_mask" not in options:
        return None
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("options['reset_mask'] takes a NumPy array of bool")
    if mask.shape != (num_envs,):
        raise ValueError(f"options['reset_mask'] has the shape {mask.shape}; it takes ({num_envs},)")
    if not mask.any():
        raise ValueError("options['reset_mask'] chooses no environment; at least one entry must be true")
    return mask
