"""Gymnasium environments: `tercet/Set-v0`, `tercet/SetImage-v0`, `tercet/Triangle-v0`, `tercet/Machi-v0`.

They are registered when `tercet` is imported, if Gymnasium is installed; those of another package's games when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeVar, cast

import gymnasium as gym
from gymnasium import spaces

from tercet import _native, _plan
from tercet._notebook import Record
from tercet._rendering import rendered
from tercet._tasks import Task, check_mode, checked_format, formatted, machi, plain, set_image, set_planes, space, triangle
from tercet._tercet import Single, Snapshot
from tercet._vec_env import METADATA, VecEnv
from tercet.errors import ClosedError
from tercet.opponents import PolicySeat

__all__ = ["Env", "Task", "VecEnv", "machi", "plain", "register", "register_game", "set_image", "set_planes", "triangle"]


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

    metadata: dict[str, Any] = METADATA

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
        check_mode(render_mode)
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
        self._core: Single = own or _native.of(task.game).Single(plan, task.dtype)
        self._format = checked_format(obs_format)
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self._is_closed = False
        self._is_plain = self._format == "array" and render_mode != "human"
        self.render_mode = render_mode
        actions = self._core.num_actions
        self.observation_space = space(task, self._core.obs_shape, actions, self._format)
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
            obs = formatted(obs, info["action_mask"], self._format)
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
            obs = formatted(obs, info["action_mask"], self._format)
        if self.render_mode == "human":
            self.render()
        return obs, reward, terminated, truncated, info

    def render(self) -> Any:
        """What the render mode asks for; `human` prints."""
        self._check_open()
        if self.render_mode is None:
            gym.logger.warn("render() needs a render mode: gym.make(id, render_mode=\"rgb_array\")")
        return rendered(self._core, self.render_mode, self._theme, self._render_width)

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

    def record(self) -> Record:
        """The record of the episode so far, as `tercet.replay` takes it."""
        return Record(self._core.record())

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


_TASKS: dict[str, Callable[..., Task]] = {
    "Set-v0": set_planes,
    "SetImage-v0": set_image,
    "Triangle-v0": triangle,
    "Machi-v0": machi,
    "plain": plain,
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


def make_plain(game: str, **kwargs: Any) -> Env:
    """A game of another package."""
    return _made("plain", Env, _ENV_ARGUMENTS, {**kwargs, "game": game})


def make_plain_vec(game: str, **kwargs: Any) -> VecEnv:
    """A game of another package, many."""
    return _made("plain", VecEnv, _VEC_ARGUMENTS, {**kwargs, "game": game})


def register_game(game: str) -> None:
    """Registers a game of another package: `my_game` is `tercet/MyGame-v0`. One without planes says so when it is made."""
    name = "".join(word[:1].upper() + word[1:] for word in game.split("_"))
    if f"tercet/{name}-v0" not in gym.registry:
        gym.register(
            id=f"tercet/{name}-v0",
            entry_point="tercet.envs:make_plain",
            vector_entry_point="tercet.envs:make_plain_vec",
            kwargs={"game": game},
            order_enforce=False,
            disable_env_checker=True,
        )


def register() -> None:
    """Registers all environments; what is registered already stays.

    The engine itself refuses a step before a reset, so Gymnasium's wrapper for that is left out. The time limit of
    `gym.make` is Gymnasium's, whose wrapper it is; that of `gym.make_vec` the engine's.
    """
    for name in _TASKS:
        if name == "plain":
            continue
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
