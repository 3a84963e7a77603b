"""What rewards come to. Arrays have a row for each moment and, if they have two dimensions, a column for each environment."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet._tercet import advantages as _advantages
from tercet._tercet import n_step as _n_step
from tercet.errors import ArrayError, ConfigError

__all__ = ["NStepReturns", "gae", "n_step_returns"]

Array = npt.NDArray[Any]


class NStepReturns(NamedTuple):
    """N-step returns; all three have the shape of the rewards."""

    returns: Array
    """The discounted sum of up to n rewards; with `next_values`, of what follows too."""
    discounts: Array
    """What the value of what follows is multiplied by; 0 where nothing follows."""
    steps: npt.NDArray[np.int64]
    """How many rewards were summed up: what follows is the outcome of row `t + steps - 1`."""


def n_step_returns(
    rewards: Any,
    terminals: Any = None,
    truncations: Any = None,
    *,
    n: int = 5,
    gamma: float = 0.99,
    tail: str = "flush",
    next_values: Any = None,
) -> NStepReturns:
    """The n-step return of every moment.

    Steps end early where an episode does. After a terminal end nothing follows; after one that was cut off, and after n steps, the value
    of what follows counts.

    Args:
        rewards: [moments] or [moments, environments].
        terminals: Where an episode came to its end.
        truncations: Where one was cut off. Where both are set, the end counts.
        n: How many steps.
        gamma: The discount.
        tail: What becomes of moments whose n steps reach beyond the last row: `flush` sums up what is there, as if the last row ended every
            episode; `bootstrap` counts the value of what follows it.
        next_values: What the learner thinks of the outcome of each row's step, before any reset. Without it, add
            `discounts * values` yourself.
    """
    array, envs = _rewards(rewards)
    steps = operator.index(n)
    if steps < 1:
        raise ConfigError(f"n: a return has at least 1 step, not {steps}")
    flat = np.ascontiguousarray(array, np.float64).reshape(-1)
    ends = [_flags(name, flags, array) for name, flags in (("terminals", terminals), ("truncations", truncations))]
    returns, discounts, counts = _n_step(flat, ends[0], ends[1], envs, steps, gamma, tail)
    if next_values is not None:
        values = _like("next_values", next_values, array)
        # The outcome of the last step of each, some rows further down in the same column.
        returns += discounts * values[np.arange(flat.size) + (counts - 1) * envs]
    kind = _kind(array)
    shape = array.shape
    return NStepReturns(
        returns.astype(kind, copy=False).reshape(shape),
        discounts.astype(kind, copy=False).reshape(shape),
        counts.reshape(shape),
    )


def gae(
    rewards: Any,
    values: Any,
    next_values: Any,
    terminals: Any = None,
    truncations: Any = None,
    *,
    gamma: float = 0.99,
    lam: float = 0.95,
) -> Array:
    """Generalised advantages of every moment; with `values` added they are what values are to become.

    `next_values` are the values of each step's outcome, before any reset: of the shape of the rewards. Where no episode was cut off, the
    values after the last row will do.
    """
    array, envs = _rewards(rewards)
    own = _like("values", values, array)
    following = np.asarray(next_values)
    if following.shape == array.shape:
        after = _like("next_values", following, array)
    elif following.shape == array.shape[1:] and following.ndim < array.ndim:
        if truncations is not None and np.any(truncations):
            raise ArrayError("an episode was cut off: give `next_values` for each step, not after the last row only")
        after = np.concatenate([own[envs:], np.ascontiguousarray(following, np.float64).reshape(-1)])
    else:
        raise ArrayError(
            f"`next_values` has the shape {following.shape}; it takes {array.shape}, or {array.shape[1:]} after the last row"
        )
    flat = np.ascontiguousarray(array, np.float64).reshape(-1)
    ends = [_flags(name, flags, array) for name, flags in (("terminals", terminals), ("truncations", truncations))]
    gains = _advantages(flat, own, after, ends[0], ends[1], envs, gamma, lam)
    return gains.astype(_kind(array), copy=False).reshape(array.shape)


def _rewards(rewards: Any) -> tuple[Array, int]:
    array = np.asarray(rewards)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`rewards` is an array of {array.dtype}; it takes numbers")
    if array.ndim not in (1, 2) or array.size == 0:
        raise ArrayError(f"`rewards` has the shape {array.shape}; it takes (moments,) or (moments, environments)")
    return array, array.shape[1] if array.ndim == 2 else 1


def _kind(array: Array) -> type[np.floating[Any]]:
    return np.float32 if array.dtype == np.float32 else np.float64


def _like(name: str, value: Any, rewards: Array) -> npt.NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` is an array of {array.dtype}; it takes numbers")
    if array.shape != rewards.shape:
        raise ArrayError(f"`{name}` has the shape {array.shape}; the rewards have {rewards.shape}")
    return np.ascontiguousarray(array, np.float64).reshape(-1)


def _flags(name: str, value: Any, rewards: Array) -> npt.NDArray[np.uint8] | None:
    if value is None:
        return None
    array = np.asarray(value)
    if array.dtype.kind not in "biu":
        raise TypeError(f"`{name}` is an array of {array.dtype}; it takes bool")
    if array.shape != rewards.shape:
        raise ArrayError(f"`{name}` has the shape {array.shape}; the rewards have {rewards.shape}")
    return np.ascontiguousarray(array != 0, np.uint8).reshape(-1)
