"""Batches in JAX's programs: `reset` and `step` as functions that `jax.jit` and `jax.lax.scan` take.

The environments stay in the engine, on the host: a step leaves the compiled program by `jax.pure_callback` and comes back with arrays. What JAX
carries is a token, the number of the step; it orders the steps, and asking for the newest one again gives the same answer.

    >>> import jax, jax.numpy as jnp
    >>> import tercet.jax
    >>> envs = tercet.jax.make("triangle", 64, seed=1)
    >>> first = envs.reset()
    >>> def act(state, _):
    ...     state = envs.step(state.token, jnp.argmax(state.masks, axis=1))
    ...     return state, state.rewards
    >>> last, rewards = jax.jit(lambda state: jax.lax.scan(act, state, None, 100))(first)
    >>> rewards.shape
    (100, 64)

Needs JAX: `pip install jax`.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet import vector
from tercet.errors import RunError

try:
    import jax
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("tercet.jax needs JAX: pip install jax") from error

__all__ = ["Environments", "Stepped", "make"]


class Stepped(NamedTuple):
    """What a reset or a step gives: arrays of JAX, whose rows are environments."""

    token: Any
    """Scalar uint32: which step it is; the next one takes it."""
    obs: Any
    """`(num_envs, *obs_shape)`, of the batch's dtype."""
    rewards: Any
    """`(num_envs,)` or `(num_envs, num_agents)`, float32."""
    terminals: Any
    """`(num_envs,)`, bool."""
    truncations: Any
    """`(num_envs,)`, bool."""
    masks: Any
    """`(num_envs, num_actions)`, int8."""


class Environments:
    """A batch whose steps JAX calls. Only the newest position is held, so only its token can be stepped from."""

    def __init__(self, batch: vector.Batch) -> None:
        self.batch = batch
        """The batch itself; don't step it beside."""
        self._lock = threading.Lock()
        self._token = 0
        self._asked: npt.NDArray[np.int64] | None = None
        self._answer: tuple[Any, ...] = ()
        rows = batch.num_envs
        shapes = [
            ((rows, *batch.obs_shape), batch.obs_dtype),
            (batch._rewards_shape, np.dtype(np.float32)),
            ((rows,), np.dtype(np.bool_)),
            ((rows,), np.dtype(np.bool_)),
            ((rows, batch.num_actions), np.dtype(np.int8)),
        ]
        arrays = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in shapes]
        self._shapes = (jax.ShapeDtypeStruct((), np.dtype(np.uint32)), *arrays)

    def reset(self, seed: vector.Seed = None) -> Stepped:
        """New episodes in all environments; called outside of compiled programs. Tokens of before are worth nothing from then on."""
        with self._lock:
            obs, masks = self.batch.reset(seed)
            self._token += 1
            self._asked = None
            rewards = np.zeros(self.batch._rewards_shape, np.float32)
            none = np.zeros(self.batch.num_envs, np.bool_)
            answer = (np.uint32(self._token), obs, rewards, none, none, masks)
        return Stepped(*(jax.numpy.asarray(array) for array in answer))

    def step(self, token: Any, actions: Any) -> Stepped:
        """A step in each environment, `actions` being `(num_envs,)` whole numbers; in compiled programs and outside."""
        found = jax.pure_callback(self._step, self._shapes, token, actions, vmap_method="sequential")
        return Stepped(*found)

    def _step(self, token: Any, actions: Any) -> tuple[Any, ...]:
        """What JAX calls. It may call twice with the same arguments, and gets the same answer twice."""
        number, chosen = int(token), np.asarray(actions, np.int64)
        with self._lock:
            if number == self._token - 1 and self._asked is not None and np.array_equal(self._asked, chosen):
                return self._answer
            if number != self._token:
                raise RunError(f"token: {number} is not the newest, {self._token}; environments can't step back")
            stepped = self.batch.step(chosen)
            self._token += 1
            self._asked, self._answer = chosen.copy(), (np.uint32(self._token), *stepped)
            return self._answer


def make(game: str, num_envs: int, **options: Any) -> Environments:
    """Makes environments for JAX; arguments as `tercet.vector.make`'s."""
    return Environments(vector.make(game, num_envs, **options))
