"""The puzzle's position as the numbers that learners of its reference see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tercet._tercet import batch_features as _batch_features
from tercet._tercet import features as _features
from tercet.errors import ArrayError
from tercet.vector import Batch

__all__ = ["Features", "State", "extract_features", "extract_features_batch"]


class State(Protocol):
    """What is asked of a state: the reference's calls, so that its states do as well as `tercet.triangle`'s."""

    @property
    def current_step(self) -> int:
        """How many shapes were placed."""

    def game_score(self) -> float:
        """The score so far."""

    def get_shapes(self) -> Sequence[Any]:
        """What each slot holds: `None`, or an object with `triangles`."""

    def get_grid_data_np(self) -> dict[str, npt.NDArray[Any]]:
        """`occupied` and `death`, an array of rows and columns each."""


class Features(NamedTuple):
    """A position, or a batch of them, as floats."""

    grid: npt.NDArray[np.float32]
    """1 where a cell is filled, 0 where it is free, -1 where nothing can lie: [1, rows, columns]."""
    other: npt.NDArray[np.float32]
    """Seven numbers of each slot, a flag of each slot, and six of the whole: [8 * slots + 6]."""


def extract_features(state: State) -> Features:
    """The features of one state.

    Of a slot (all 0 if it is empty): number of triangles / 5, share pointing up, share pointing down, height / rows, width / columns,
    middle row / rows, middle column / columns. Then whether each slot is filled. Then score / 100, mean height, greatest height, holes,
    roughness, and step / 1000.
    """
    data = state.get_grid_data_np()
    death, occupied = _cells("death", data["death"]), _cells("occupied", data["occupied"])
    if death.shape != occupied.shape:
        raise ArrayError(f"`occupied` has the shape {occupied.shape} and `death` {death.shape}; they are of one grid")
    slots = [None if shape is None else [tuple(each) for each in shape.triangles] for shape in state.get_shapes()]
    grid, other = _features(
        death.shape[1], ~death.ravel(), occupied.ravel(), slots, float(state.game_score()), int(state.current_step)
    )
    return Features(grid.reshape(1, *death.shape), other)


def extract_features_batch(states: Sequence[State] | Batch) -> Features:
    """The features of several states of one grid, one after the other: [n, 1, rows, columns] and [n, 8 * slots + 6].

    Of a batch of environments they are written natively. Its score is made of its counts, so that the last bits of a double may differ from
    rewards that were added up.
    """
    if isinstance(states, Batch):
        rows, cols, (grid, other) = _batch_features(states._core)
        return Features(grid.reshape(-1, 1, rows, cols), other.reshape(len(states), -1))
    each = [extract_features(state) for state in states]
    if not each:
        raise ArrayError("states: there are none")
    if len({(one.grid.shape, one.other.shape) for one in each}) > 1:
        raise ArrayError("states: they are of different grids")
    return Features(np.stack([one.grid for one in each]), np.stack([one.other for one in each]))


def _cells(name: str, array: Any) -> npt.NDArray[np.bool_]:
    cells = np.asarray(array)
    if cells.dtype != np.bool_:
        raise TypeError(f"`{name}` is an array of {cells.dtype}; it takes bool")
    if cells.ndim != 2:
        raise ArrayError(f"`{name}` has the shape {cells.shape}; it takes rows and columns")
    return cells
