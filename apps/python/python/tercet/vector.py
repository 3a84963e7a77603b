"""Batches: many environments of one game, stepped by one call.

>>> import tercet
>>> batch = tercet.vector.make("triangle", 4, seed=1)
>>> obs, masks = batch.reset()
>>> obs.shape, masks.shape
((4, 7, 8, 15), (4, 360))
>>> obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
>>> rewards.shape
(4,)
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from tercet import _native, _plan
from tercet._notebook import Record, Svg
from tercet._tercet import Batch as _Core
from tercet._tercet import Snapshot
from tercet.errors import RunError
from tercet.opponents import PolicyTable, policies_of

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Batch", "Played", "Snapshot", "make"]

Array = npt.NDArray[Any]
Seed = SupportsIndex | Sequence[SupportsIndex | None] | None


class Played(NamedTuple):
    """What a rollout played."""

    steps: int
    """Steps in all environments together."""
    episodes: int
    """Episodes that came to their end."""
    reward: float
    """All rewards of the first learner together."""
    illegal: int
    """Actions that were not taken."""


class Batch:
    """Many environments of one game.

    `step_into` writes into arrays that you own, `step` into new ones. Rows of arrays are environments. The global
    interpreter lock is released while they work.
    """

    _sending: _Sending | None = None

    def __init__(self, core: _Core, dtype: str, seed: Seed = None) -> None:
        self._core = core
        self._seeds: list[int | None] | None = _plan.spread_seeds(seed, core.num_envs)
        self.game: str = core.game
        self.num_envs: int = core.num_envs
        self.num_threads: int = core.num_threads
        self.num_actions: int = core.num_actions
        self.num_agents: int = core.num_agents
        self.autoreset: str = core.autoreset
        self.max_episode_steps: int = core.max_episode_steps
        self.obs_shape: tuple[int, ...] = tuple(core.obs_shape)
        if dtype not in core.obs_dtypes:
            from tercet.errors import ConfigError

            names = " or ".join(core.obs_dtypes)
            raise ConfigError(f"dtype: observations are {names}, not `{dtype}`")
        self.obs_dtype: np.dtype[Any] = np.dtype(dtype)
        agents = () if self.num_agents == 1 else (self.num_agents,)
        self._rewards_shape = (self.num_envs, *agents)
        self.final_obs: Array | None = None
        """With `same_step`: the last observations of the episodes that ended in the last step, in their rows; `None` if none
        did. What stands in other rows means nothing: `terminals | truncations` says which ended."""
        self.final_masks: Array | None = None
        """Their last masks."""
        self.episode_returns: npt.NDArray[np.float64] | None = None
        """With `same_step`: what the first learner was rewarded with in those episodes, all steps together; 0 in other rows."""
        self.episode_lengths: npt.NDArray[np.int64] | None = None
        """How many steps those episodes had; 0 in other rows."""

    @property
    def config(self) -> dict[str, str]:
        """Every option of the game, as text."""
        return dict(self._core.config)

    def empty_obs(self) -> Array:
        """A new array for observations."""
        return np.empty((self.num_envs, *self.obs_shape), self.obs_dtype)

    def empty_masks(self) -> Array:
        """A new array for masks."""
        return np.empty((self.num_envs, self.num_actions), np.int8)

    def reset(self, seed: Seed = None, reset_mask: Array | None = None) -> tuple[Array, Array]:
        """Begins new episodes: observations and masks.

        One seed counts up from environment to environment, a list names each. Without a seed, the next episode of each
        environment's own seed begins. `reset_mask` chooses environments by true and false.
        """
        obs, masks = self.empty_obs(), self.empty_masks()
        self.reset_into(obs, masks, seed=seed, reset_mask=reset_mask)
        return obs, masks

    def reset_into(
        self,
        obs: Array | None = None,
        masks: Array | None = None,
        *,
        seed: Seed = None,
        reset_mask: Array | None = None,
    ) -> None:
        """`reset` into arrays of yours."""
        self._check_idle()
        chosen = None if reset_mask is None else [bool(one) for one in reset_mask]
        self._core.reset_into(self._next_seeds(seed, chosen), chosen, _shared(obs), _shared(masks))

    def _next_seeds(self, seed: Seed, chosen: list[bool] | None) -> list[int | None]:
        seeds = _plan.spread_seeds(seed, self.num_envs)
        if seed is None and self._seeds is not None:
            seeds = self._seeds
        if chosen is None:
            self._seeds = None
        for env, one in enumerate(seeds):
            is_chosen = chosen is None or chosen[env]
            if one is None and is_chosen and not self._core.is_born(env):
                seeds[env] = _plan.drawn_seed()
        return seeds

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Array]:
        """A step in each: observations, rewards, terminals, truncations, masks, in new arrays."""
        obs, masks = self.empty_obs(), self.empty_masks()
        rewards = np.empty(self._rewards_shape, np.float32)
        terminals = np.empty(self.num_envs, np.bool_)
        truncations = np.empty(self.num_envs, np.bool_)
        self.step_into(actions, obs, rewards, terminals, truncations, masks)
        return obs, rewards, terminals, truncations, masks

    def step_into(
        self,
        actions: Any,
        obs: Array | None = None,
        rewards: Array | None = None,
        terminals: Array | None = None,
        truncations: Array | None = None,
        masks: Array | None = None,
    ) -> None:
        """A step in each, into arrays of yours; what is `None` is not written.

        Rewards are float32 or float64; terminals, truncations and masks bool, int8 or uint8; observations of one of the
        batch's kinds. All must be contiguous. Arrays of other libraries are taken over the same memory where they lie in the
        main memory and have `__dlpack__` or `numpy()`: torch, JAX, CuPy on the host.
        """
        self._check_idle()
        self._step_into(actions, obs, rewards, terminals, truncations, masks)

    def _step_into(
        self,
        actions: Any,
        obs: Any = None,
        rewards: Any = None,
        terminals: Any = None,
        truncations: Any = None,
        masks: Any = None,
    ) -> None:
        actions = _shared(actions)
        obs, rewards, masks = _shared(obs), _shared(rewards), _shared(masks)
        terminals, truncations = _shared(terminals), _shared(truncations)
        if self.autoreset != "same_step":
            self._core.step_into(actions, obs, rewards, terminals, truncations, masks)
            return
        terminals = np.empty(self.num_envs, np.bool_) if terminals is None else terminals
        truncations = np.empty(self.num_envs, np.bool_) if truncations is None else truncations
        self._core.step_part(actions, obs, rewards, terminals, truncations, masks)
        ended = terminals.astype(np.bool_) | truncations.astype(np.bool_)
        if not ended.any():
            self.final_obs = self.final_masks = self.episode_returns = self.episode_lengths = None
            return
        self.final_obs = None if obs is None else obs.copy()
        self.final_masks = None if masks is None else masks.copy()
        returns, lengths = self._core.earned()
        self.episode_returns = np.where(ended, np.asarray(returns, np.float64), 0.0)
        self.episode_lengths = np.where(ended, np.asarray(lengths, np.int64), 0)
        self._core.renew_into(obs, masks)

    def send(self, actions: Any) -> None:
        """Begins a step in each on a thread of the batch's own and comes back at once; `recv` has what comes of it.

        With two batches a learner works on what one gave while the other steps:

        >>> import tercet
        >>> halves = [tercet.vector.make("triangle", 64, seed=seed) for seed in (0, 64)]
        >>> for half in halves:
        ...     obs, masks = half.reset()
        ...     half.send(half.sample_legal())
        >>> for _ in range(3):
        ...     for half in halves:
        ...         obs, rewards, terminals, truncations, masks = half.recv()
        ...         actions = masks.argmax(axis=1)  # here the learner decides, while the other half steps
        ...         half.send(actions)
        """
        self._check_idle()
        if self._sending is None or not self._sending.is_own():
            self._sending = _Sending(self)
        self._sending.send(np.array(_shared(actions)))

    def recv(self) -> tuple[Array, Array, Array, Array, Array]:
        """What came of the last `send`: observations, rewards, terminals, truncations, masks.

        The arrays are the batch's own, two of each in turn: they stay as they are until the next but one `recv`.
        """
        if self._sending is None or not self._sending.is_busy:
            raise RunError("recv: nothing was sent; send actions first")
        return self._sending.recv()

    def _check_idle(self) -> None:
        if self._sending is not None and self._sending.is_busy:
            raise RunError("a step is under way; recv what it comes to first")

    def __getstate__(self) -> dict[str, Any]:
        self._check_idle()
        return {**self.__dict__, "_sending": None}

    @property
    def observations(self) -> Array:
        """Observations as they are, `(num_envs, *obs_shape)`; `torch.from_dlpack` and `jax.dlpack.from_dlpack` take them without a copy."""
        self._check_idle()
        obs = self.empty_obs()
        self._core.look_into(obs, None)
        return obs

    def observe(self) -> tuple[Array, Array]:
        """Observations and masks as they are."""
        obs, masks = self.empty_obs(), self.empty_masks()
        self._core.look_into(obs, masks)
        return obs, masks

    def masks(self) -> Array:
        """Masks as they are."""
        masks = self.empty_masks()
        self._core.look_into(None, masks)
        return masks

    def sample_legal(self) -> npt.NDArray[np.int64]:
        """An action of each mask, each as likely as the others, drawn from each environment's seed."""
        actions = np.empty(self.num_envs, np.int64)
        self._core.sample_into(actions)
        return actions

    def rollout(self, n_steps: int, policy: str = "random") -> Played:
        """Plays so many steps in each environment without asking: at random, or as a bot does.

        With `random` the actions are those that `sample_legal` would have drawn.
        """
        return Played(*self._core.rollout(n_steps, policy))

    def current_player(self) -> npt.NDArray[np.int64]:
        """Whose decision it is in each environment; -1 where none is awaited."""
        return np.asarray(self._core.players(), np.int64)

    def illegal_actions(self) -> npt.NDArray[np.int64]:
        """How many actions of each episode were not taken."""
        return np.asarray(self._core.illegal(), np.int64)

    def digests(self) -> npt.NDArray[np.uint64]:
        """A number for each position: the same for equal ones, on every machine."""
        return np.asarray(self._core.digests(), np.uint64)

    def clone_env(self, env: int) -> Snapshot:
        """One environment as it is now, dealer and all."""
        return self._core.snapshot(env)

    def restore_env(self, env: int, snapshot: Snapshot) -> None:
        """Puts what `clone_env` gave in the place of an environment."""
        self._core.restore(env, snapshot)

    def record(self, env: int) -> Record:
        """The record of an episode so far, as `tercet.replay` takes it."""
        return Record(self._core.record(env))

    def action_text(self, env: int, number: int) -> str | None:
        """What an action's number means to whoever is to decide."""
        return self._core.action_text(env, number)

    def action_number(self, env: int, text: str) -> int:
        """The number of an action's text to whoever is to decide."""
        return self._core.action_number(env, text)

    def svg(self, env: int, *, theme: str = "light") -> Svg:
        """The picture of an environment."""
        return Svg(self._core.svg(env, theme))

    def render(self, env: int, *, theme: str = "light", width: int = 0) -> npt.NDArray[np.uint8]:
        """The picture of an environment as pixels."""
        return self._core.rgb(env, theme, width)

    def close(self) -> None:
        """Frees what it holds."""
        self._core.close()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<tercet.vector.Batch of {self.num_envs} x {self.game}>"


class _Sending:
    """Steps of a batch on a thread of its own, into two sets of arrays in turn."""

    def __init__(self, batch: Batch) -> None:
        from concurrent.futures import ThreadPoolExecutor  # takes a while to import, and few need it

        self._batch = batch
        self._process = os.getpid()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="tercet-batch")
        self._arrays = [self._made(), self._made()]
        self._under_way: Future[tuple[Array, Array, Array, Array, Array]] | None = None

    def _made(self) -> tuple[Array, Array, Array, Array, Array]:
        batch = self._batch
        terminals, truncations = np.empty(batch.num_envs, np.bool_), np.empty(batch.num_envs, np.bool_)
        rewards = np.empty(batch._rewards_shape, np.float32)
        return batch.empty_obs(), rewards, terminals, truncations, batch.empty_masks()

    def is_own(self) -> bool:
        """Is its thread this process's? A fork has none of its parent's."""
        return self._process == os.getpid()

    @property
    def is_busy(self) -> bool:
        return self._under_way is not None

    def send(self, actions: Array) -> None:
        arrays = self._arrays[0]
        self._arrays.reverse()

        def step() -> tuple[Array, Array, Array, Array, Array]:
            self._batch._step_into(actions, *arrays)
            return arrays

        self._under_way = self._worker.submit(step)

    def recv(self) -> tuple[Array, Array, Array, Array, Array]:
        assert self._under_way is not None
        arrays = self._under_way.exception() or self._under_way.result()
        self._under_way = None
        if isinstance(arrays, BaseException):
            raise arrays
        return arrays


def _shared(array: Any) -> Any:
    """An array of another library as NumPy's over the same memory."""
    if array is None or isinstance(array, np.ndarray):
        return array
    if hasattr(array, "numpy"):
        return array.numpy()
    return np.from_dlpack(array) if hasattr(array, "__dlpack__") else array


def make(
    game: str,
    num_envs: int,
    *,
    obs: str = "planes",
    dtype: npt.DTypeLike | None = None,
    size: tuple[int, int] = (84, 84),
    theme: str = "light",
    seed: Seed = None,
    num_threads: int = 1,
    autoreset: str = "next_step",
    max_episode_steps: int | str | None = _plan.USUAL,
    deal: str = "stream",
    config: Mapping[str, object] | None = None,
    **options: object,
) -> Batch:
    """Makes a batch.

    Args:
        game: `set`, `machi` or `triangle`, or one of another package.
        num_envs: How many environments.
        obs: `planes`, or `rgb` for pictures (SET and the puzzle).
        dtype: Of planes: `float32`, or the game's own `int8` or `int16`.
        size: Width and height of pictures.
        theme: Colours of pictures.
        seed: Of the first episodes; a number counts up from environment to environment.
        num_threads: Threads of this batch's own.
        autoreset: `next_step`, `same_step` or `disabled`.
        max_episode_steps: Where episodes are cut off; 0 or `None` for nowhere. Usually that is 300 for SET and nowhere else.
        deal: Which dealer.
        config: Options of the game, as `tercet.options(game)` lists them.
        **options: Rewards and the like: see the page of the environment; `opponents` of Machi Koro may be policies, see
            `tercet.opponents`.
    """
    picture = None
    if obs == "rgb":
        picture = (size[0], size[1], theme)
    elif obs != "planes":
        from tercet.errors import ConfigError

        raise ConfigError(f"obs: `{obs}` is none; there are planes and rgb")
    policies = policies_of(options.get("opponents"))
    plan = _plan.plan(
        game,
        num_envs=num_envs,
        config=config,
        options={**options, "opponents": None} if policies else options,
        num_threads=num_threads,
        autoreset=autoreset,
        max_episode_steps=max_episode_steps,
        deal=deal,
        picture=picture,
    )
    core: Any = PolicyTable(plan, policies, None if dtype is None else _kind(dtype)) if policies else _native.of(game).Batch(plan)
    return Batch(core, core.obs_dtypes[0] if dtype is None else _kind(dtype), seed)


def _kind(dtype: npt.DTypeLike) -> str:
    try:
        return np.dtype(dtype).name
    except TypeError:
        return str(dtype)
