"""Gymnasium environments: `tercet/Set-v0`, `tercet/SetImage-v0`, `tercet/Triangle-v0`, `tercet/Machi-v0`.

They are registered when `tercet` is imported, if Gymnasium is installed.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex, TypeVar, cast

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from tercet import _plan
from tercet._tercet import Batch, Single, Snapshot
from tercet.errors import ClosedError
from tercet.opponents import Policy, PolicySeat, PolicyTable, policies_of

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no such class yet, nor anything but `next_step` of its own
    from enum import Enum

    class AutoresetMode(Enum):  # type: ignore[no-redef]
        """When a new episode begins after one is over."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


__all__ = ["Env", "Task", "VecEnv", "machi", "register", "set_image", "set_planes", "triangle"]

RENDER_MODES = ["rgb_array", "ansi", "svg", "human"]
AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
FORMATS = ("array", "dict", "rllib")


class Task(NamedTuple):
    """What an environment is about: a game, its options, and what is seen of it."""

    game: str
    config: Mapping[str, object]
    options: Mapping[str, object]
    dtype: str
    bounds: tuple[float, float]
    picture: tuple[int, int, str] | None = None
    policies: tuple[Policy, ...] = ()


def set_planes(
    *,
    dtype: str = "int8",
    mask: str = "cells",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Set-v0: the board as 21 rows of 13 ones and zeros."""
    return Task("set", config or {}, {"mask": mask, **(reward or {})}, dtype, (0, 1))


def set_image(
    *,
    size: tuple[int, int] = (250, 264),
    theme: str = "light",
    mask: str = "cells",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """SetImage-v0: the board as a picture."""
    picture = (size[0], size[1], theme)
    return Task("set", config or {}, {"mask": mask, **(reward or {})}, "uint8", (0, 255), picture)


def triangle(
    *,
    dtype: str = "float32",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Triangle-v0: the board, the shapes and where they fit, as planes."""
    return Task("triangle", config or {}, reward or {}, dtype, (-1, 1))


def machi(
    *,
    opponents: str | Policy | Sequence[str | Policy] = ("random", "random", "random"),
    num_players: int | None = None,
    seat: int | None = 0,
    expansions: Sequence[str] = (),
    market: str | None = None,
    dtype: str = "float32",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Machi-v0: one seat against bots by name, or against policies of yours: see `tercet.opponents`.

    A `seat` of `None` is another one each episode.
    """
    policies = policies_of(opponents)
    names = [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
    players = num_players or (len(names) + 1 if isinstance(opponents, Sequence) and not isinstance(opponents, str) else 4)
    settings = {"players": players, **machi_config(expansions, market), **(config or {})}
    options = {
        "opponents": None if policies else names,
        "seat": "any" if seat is None else seat,
        **(reward or {}),
    }
    return Task("machi", settings, options, dtype, (0, 32767), policies=tuple(policies or ()))


def machi_config(expansions: Sequence[str], market: str | None) -> dict[str, object]:
    """Options of Machi Koro that have a parameter of their own here."""
    names = [expansions] if isinstance(expansions, str) else list(expansions)
    return {"expansions": names or None, "market": market}


def _checked_format(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(f"obs_format: `{name}` is none; there are {', '.join(FORMATS)}")
    return name


def _formatted(obs: Any, mask: Any, obs_format: str) -> Any:
    if obs_format == "dict":
        return {"observation": obs, "action_mask": mask}
    flat = obs.reshape(*mask.shape[:-1], -1)
    return {"observations": flat.astype(np.float32), "action_mask": mask.astype(np.float32)}


def _space(task: Task, shape: Sequence[int], actions: int, obs_format: str) -> spaces.Space[Any]:
    low, high = task.bounds
    dtype = np.dtype(task.dtype)
    if obs_format == "rllib":
        dtype = np.dtype(np.float32)
        shape = (math.prod(shape),)
    box: spaces.Space[Any] = spaces.Box(low, high, tuple(shape), dtype.type)
    if obs_format == "array":
        return box
    if obs_format == "dict":
        return spaces.Dict(
            {"observation": box, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        )
    return spaces.Dict({"observations": box, "action_mask": spaces.Box(0, 1, (actions,), np.float32)})


class Env(gym.Env[Any, Any]):
    """One environment.

    Args:
        task: What it is about.
        render_mode: `rgb_array`, `ansi` (text), `svg` (a picture as text) or `human`, which prints.
        theme: Colours of what is rendered.
        render_width: Width of what is rendered, in pixels; 0 for its natural size.
        max_episode_steps: Where episodes are cut off; 0 or `None` for nowhere. Usually that is 300 for SET and nowhere else.
            `gym.make` keeps the argument for a wrapper of its own, which takes -1 for nowhere.
        deal: Which dealer: `stream`, or `mt19937` for the puzzle, `cpython` for SET.
        obs_format: `array`; `dict` for `observation` and `action_mask`; `rllib` for `observations`, in one row, and
            `action_mask`, both in float32.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        task: Task,
        *,
        render_mode: str | None = None,
        theme: str = "light",
        render_width: int = 0,
        max_episode_steps: int | str | None = _plan.USUAL,
        deal: str = "stream",
        obs_format: str = "array",
    ) -> None:
        _check_mode(render_mode)
        plan = _plan.plan(
            task.game,
            config=task.config,
            options=task.options,
            autoreset="disabled",
            max_episode_steps=max_episode_steps,
            deal=deal,
            picture=task.picture,
        )
        own = cast(Single, PolicySeat(plan, task.policies, task.dtype)) if task.policies else None
        self._core: Single = own or Single(plan, task.dtype)
        self._format = _checked_format(obs_format)
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self._is_closed = False
        self._is_plain = self._format == "array" and render_mode != "human"
        self.render_mode = render_mode
        actions = self._core.num_actions
        self.observation_space = _space(task, self._core.obs_shape, actions, self._format)
        self.action_space = spaces.Discrete(actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins an episode: the first of a seed, or without one the next."""
        super().reset(seed=seed)
        if self._is_closed:
            self._is_closed = False
            self._is_plain = self._format == "array" and self.render_mode != "human"
        if seed is not None:
            seed = _plan.checked_seed(seed)
        elif not self._core.is_born:
            seed = int(self.np_random.integers(2**63))
        obs, info = self._core.reset(seed)
        if self._format != "array":
            obs = _formatted(obs, info["action_mask"], self._format)
        if self.render_mode == "human":
            self.render()
        return obs, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action; one that is not legal raises nothing, see the environment's page."""
        if self._is_plain:
            return self._core.step(action)
        self._check_open()
        obs, reward, terminated, truncated, info = self._core.step(action)
        if self._format != "array":
            obs = _formatted(obs, info["action_mask"], self._format)
        if self.render_mode == "human":
            self.render()
        return obs, reward, terminated, truncated, info

    def render(self) -> Any:
        """What the render mode asks for; `human` prints."""
        self._check_open()
        if self.render_mode == "rgb_array":
            return self._core.rgb(self._theme, self._render_width)
        if self.render_mode == "svg":
            return self._core.svg(self._theme)
        if self.render_mode is None:
            gym.logger.warn("render() needs a render mode: gym.make(id, render_mode=\"rgb_array\")")
            return None
        text = self._core.ansi()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Ends its use: only a reset, which opens it again, can follow. Checkers of learners' libraries ask for that."""
        self._is_closed = True
        self._is_plain = False

    def _check_open(self) -> None:
        if self._is_closed:
            raise ClosedError("the environment is closed; reset opens it again")

    def action_masks(self) -> Any:
        """Which actions may be tried, as bool."""
        self._check_open()
        return self._core.action_masks()

    def sample_legal(self) -> int:
        """An action of the mask, each as likely as the others, drawn from the seed."""
        self._check_open()
        return self._core.sample_legal()

    def action_text(self, action: SupportsIndex) -> str | None:
        """What an action's number means."""
        return self._core.action_text(action)

    def action_number(self, text: str) -> int:
        """The number of an action, from its text: the other way round of `action_text`."""
        return self._core.action_number(text)

    def record(self) -> str:
        """The record of the episode so far, as `tercet.replay` takes it."""
        return self._core.record()

    def clone_state(self) -> Snapshot:
        """The environment as it is now."""
        return self._core.snapshot()

    def restore_state(self, snapshot: Snapshot) -> None:
        """Goes back to what `clone_state` gave."""
        self._core.restore(snapshot)

    @property
    def digest(self) -> int:
        """A number for the position: the same for equal ones, on every machine."""
        return self._core.digest


def _check_mode(render_mode: str | None) -> None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode: `{render_mode}` is none; there are {', '.join(RENDER_MODES)}")


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
        _check_mode(render_mode)
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
        self._core: Batch = own or Batch(plan)
        self._format = _checked_format(obs_format)
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self._dtype = np.dtype(task.dtype)
        self._shape = tuple(self._core.obs_shape)
        self._actions = self._core.num_actions
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**Env.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = _space(task, self._shape, self._actions, self._format)
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

    def record(self, env: int) -> str:
        """The record of an episode so far, as `tercet.replay` takes it."""
        return self._core.record(env)

    def _empty(self) -> tuple[Any, Any]:
        obs = np.empty((self.num_envs, *self._shape), self._dtype)
        return obs, np.empty((self.num_envs, self._actions), np.int8)

    def _seen(self, obs: Any, masks: Any) -> Any:
        return obs if self._format == "array" else _formatted(obs, masks, self._format)

    def _infos(self, masks: Any) -> dict[str, Any]:
        """What is known of all of them, also of those that a reset has left alone: whoever draws from a mask needs it whole."""
        illegal = np.asarray(self._core.illegal(), np.int64)
        known = {"action_mask": masks, "illegal_actions": illegal, **self._core.told()}
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
            seen[env] = last if self._format == "array" else _formatted(last, mask, self._format)
        illegal = np.asarray(self._core.illegal(), np.int64)
        known = {"action_mask": masks, "illegal_actions": illegal, **self._core.told()}
        blank = {key: np.where(ended.reshape(-1, *[1] * (row.ndim - 1)), row, 0) for key, row in known.items()}
        info = _info({key: row.astype(known[key].dtype) for key, row in blank.items()}, ended)
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }


def _info(known: Mapping[str, Any], told: Any) -> dict[str, Any]:
    """As Gymnasium's vector environments tell it: each thing, and of which environments it is known."""
    return {key: value for name, row in known.items() for key, value in ((name, row), (f"_{name}", told.copy()))}


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


_TASKS: dict[str, Callable[..., Task]] = {
    "Set-v0": set_planes,
    "SetImage-v0": set_image,
    "Triangle-v0": triangle,
    "Machi-v0": machi,
}
_ENV_ARGUMENTS = (
    "render_mode",
    "theme",
    "render_width",
    "max_episode_steps",
    "deal",
    "obs_format",
)
_VEC_ARGUMENTS = (*_ENV_ARGUMENTS, "num_envs", "autoreset_mode", "num_threads")


_LIMITS = {"Set-v0": 300, "SetImage-v0": 300}
"""The usual limits, as `gym.spec` shows them."""

_Made = TypeVar("_Made", Env, VecEnv)


def _made(name: str, kind: type[_Made], own: Sequence[str], kwargs: dict[str, Any]) -> _Made:
    # A picture that is seen and one that is rendered have the same colours unless somebody says otherwise.
    taken = {key: kwargs.pop(key) for key in own if key in kwargs}
    # `gym.make` cuts episodes off itself and never hands its limit over; `gym.make_vec` does.
    taken.setdefault("max_episode_steps", 0)
    if name == "SetImage-v0" and "theme" in taken:
        kwargs["theme"] = taken["theme"]
    return kind(_TASKS[name](**kwargs), **taken)


def make_set(**kwargs: Any) -> Env:
    """Set-v0."""
    return _made("Set-v0", Env, _ENV_ARGUMENTS, kwargs)


def make_set_image(**kwargs: Any) -> Env:
    """SetImage-v0."""
    return _made("SetImage-v0", Env, _ENV_ARGUMENTS, kwargs)


def make_triangle(**kwargs: Any) -> Env:
    """Triangle-v0."""
    return _made("Triangle-v0", Env, _ENV_ARGUMENTS, kwargs)


def make_machi(**kwargs: Any) -> Env:
    """Machi-v0."""
    return _made("Machi-v0", Env, _ENV_ARGUMENTS, kwargs)


def make_set_vec(**kwargs: Any) -> VecEnv:
    """Set-v0, many."""
    return _made("Set-v0", VecEnv, _VEC_ARGUMENTS, kwargs)


def make_set_image_vec(**kwargs: Any) -> VecEnv:
    """SetImage-v0, many."""
    return _made("SetImage-v0", VecEnv, _VEC_ARGUMENTS, kwargs)


def make_triangle_vec(**kwargs: Any) -> VecEnv:
    """Triangle-v0, many."""
    return _made("Triangle-v0", VecEnv, _VEC_ARGUMENTS, kwargs)


def make_machi_vec(**kwargs: Any) -> VecEnv:
    """Machi-v0, many."""
    return _made("Machi-v0", VecEnv, _VEC_ARGUMENTS, kwargs)


def register() -> None:
    """Registers all environments; what is registered already stays.

    The engine itself refuses a step before a reset, so Gymnasium's wrapper for that is left out. The time limit of
    `gym.make` is Gymnasium's, whose wrapper it is; that of `gym.make_vec` the engine's.
    """
    for name in _TASKS:
        entry = f"make_{name.removesuffix('-v0').replace('SetImage', 'Set_Image').lower()}"
        if f"tercet/{name}" not in gym.registry:
            gym.register(
                id=f"tercet/{name}",
                entry_point=f"tercet.envs:{entry}",
                vector_entry_point=f"tercet.envs:{entry}_vec",
                max_episode_steps=_LIMITS.get(name),
                order_enforce=False,
                disable_env_checker=True,
            )
