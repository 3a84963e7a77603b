"""Replay by priority: rows that a learner was surprised by come back more often."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet import _plan
from tercet._tercet import Replay as _Core
from tercet.errors import ArrayError, ConfigError, RecordError

__all__ = ["PrioritizedReplay", "Sample"]

Array = npt.NDArray[Any]
KINDS = "biufc"


class Sample(NamedTuple):
    """What was drawn."""

    rows: dict[str, Array]
    """The rows, an array for each column."""
    ids: npt.NDArray[np.int64]
    """Which rows they are, for `update`."""
    weights: npt.NDArray[np.float32]
    """By how much each counts, so that the mean is that of even draws; the largest is 1."""


class PrioritizedReplay:
    """A ring of rows with priorities; its memory is asked for once.

    A row's priority is `(abs(error) + epsilon) ** alpha`. A sample takes one row from each of equal parts of the total. Weights are
    `(rows * probability) ** -beta` over the sample's largest; beta goes to 1 within `beta_steps` samples.

    Args:
        capacity: How many rows are kept; then the oldest go.
        columns: Of each column by name: shape of a row, and dtype.
        alpha: How much priorities count; 0 for even draws.
        beta: How much weights make good for priorities at first.
        beta_steps: After how many samples they make good for them wholly; `None` for never.
        epsilon: What is added to an error, so that no row is lost for ever.
        seed: What draws depend on; drawn if it is `None`.
    """

    def __init__(
        self,
        capacity: int,
        columns: Mapping[str, tuple[tuple[int, ...], npt.DTypeLike]],
        *,
        alpha: float = 0.6,
        beta: float = 0.4,
        beta_steps: int | None = 100_000,
        epsilon: float = 1e-5,
        seed: int | None = None,
    ) -> None:
        capacity, steps = operator.index(capacity), operator.index(beta_steps or 0)
        if capacity < 1 or steps < 0:
            name, value = ("capacity", capacity) if capacity < 1 else ("beta_steps", steps)
            raise ConfigError(f"{name}: {value} is too small")
        options = {
            "capacity": capacity,
            "alpha": float(alpha),
            "epsilon": float(epsilon),
            "beta": float(beta),
            "beta_steps": steps,
            "seed": _plan.drawn_seed() if seed is None else _plan.checked_seed(seed),
        }
        self._adopt(_Core([_described(name, *column) for name, column in columns.items()], options))

    def _adopt(self, core: _Core) -> None:
        self._core = core
        self._columns: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {}
        for name, kind, shape, width in core.columns:
            dtype = np.dtype(kind)
            if dtype.itemsize * int(np.prod(shape, dtype=np.int64)) != width:
                raise RecordError(f"it can't be brought back: rows of `{name}` are no {kind} of the shape {shape}")
            self._columns[name] = (tuple(shape), dtype)

    @classmethod
    def _of(cls, core: _Core) -> PrioritizedReplay:
        replay = cls.__new__(cls)
        replay._adopt(core)
        return replay

    @property
    def capacity(self) -> int:
        """How many rows are kept."""
        return int(self._core.options["capacity"])

    @property
    def columns(self) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
        """Shape of a row and dtype, of each column."""
        return dict(self._columns)

    @property
    def options(self) -> dict[str, Any]:
        """Capacity, alpha, epsilon, beta, beta_steps (0 for never) and seed."""
        return dict(self._core.options)

    @property
    def added(self) -> int:
        """How many rows were ever added: the id of the next."""
        return self._core.added

    @property
    def samples(self) -> int:
        """How many samples were drawn."""
        return self._core.samples

    @property
    def total_priority(self) -> float:
        """All priorities together."""
        return self._core.total_priority

    @property
    def max_priority(self) -> float:
        """The highest priority so far, and at least 1: what new rows get."""
        return self._core.max_priority

    def priorities(self) -> npt.NDArray[np.float64]:
        """The priorities of the rows that are held: row `id` stands at `id % capacity`."""
        return self._core.priorities()

    def beta(self, step: int | None = None) -> float:
        """How much weights make good for priorities, now or at a step."""
        return self._core.beta(step)

    def add(self, rows: Mapping[str, Any] | None = None, *, errors: Any = None, **columns: Any) -> range:
        """Adds rows: an array for each column, by name or in a mapping. Their ids.

        Without the learner's errors they get the highest priority so far. Nothing is added if something is wrong.
        """
        given = {**(rows or {}), **columns}
        if given.keys() != self._columns.keys():
            raise ArrayError(f"columns: {_names(given)} came; there are {_names(self._columns)}")
        arrays = [self._rows(name, given[name]) for name in self._columns]
        counts = {name: len(array) for name, array in zip(self._columns, arrays, strict=True)}
        count = next(iter(counts.values()))
        if any(other != count for other in counts.values()):
            sizes = ", ".join(f"{name} {number}" for name, number in counts.items())
            raise ArrayError(f"columns have different numbers of rows: {sizes}")
        raw = [np.ascontiguousarray(array).reshape(-1).view(np.uint8) for array in arrays]
        first = self._core.add(count, raw, None if errors is None else _numbers("errors", errors, np.float64))
        return range(first, first + count)

    def _rows(self, name: str, value: Any) -> Array:
        shape, dtype = self._columns[name]
        array = np.asarray(value)
        if array.dtype != dtype:
            if not np.can_cast(array.dtype, dtype, "same_kind"):
                raise TypeError(f"`{name}` is an array of {array.dtype}; the column holds {dtype}")
            array = array.astype(dtype)
        if array.ndim == 0 or array.shape[1:] != shape:
            raise ArrayError(f"`{name}` has the shape {array.shape}; it takes {_shape(shape)}")
        return array

    def sample(self, batch_size: int, *, step: int | None = None) -> Sample:
        """Draws rows into new arrays. `step` says how far the learner is; without it, the number of samples does."""
        size = operator.index(batch_size)
        if size < 1:
            raise ValueError(f"batch_size: {size} is too small")
        rows = {name: np.empty((size, *shape), dtype) for name, (shape, dtype) in self._columns.items()}
        sample = Sample(rows, np.empty(size, np.int64), np.empty(size, np.float32))
        self.sample_into(sample, step=step)
        return sample

    def sample_into(self, sample: Sample, *, step: int | None = None) -> None:
        """`sample` into arrays of yours, such as those of an earlier sample; they must be contiguous and writable."""
        if sample.rows.keys() != self._columns.keys():
            raise ArrayError(f"columns: {_names(sample.rows)} came; there are {_names(self._columns)}")
        raw = [(name, self._room(name, sample.rows[name], len(sample.ids))) for name in self._columns]
        self._core.sample_into(sample.ids, sample.weights, raw, step)

    def _room(self, name: str, array: Any, size: int) -> Array:
        shape, dtype = self._columns[name]
        if not isinstance(array, np.ndarray) or array.dtype != dtype:
            what = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else f"a `{type(array).__name__}`"
            raise TypeError(f"`{name}` is {what}; it takes a NumPy array of {dtype}")
        if array.shape != (size, *shape):
            raise ArrayError(f"`{name}` has the shape {array.shape}; it takes {(size, *shape)}")
        if not array.flags.c_contiguous:
            raise ArrayError(f"`{name}` is not contiguous; pass numpy.ascontiguousarray({name})")
        return array.reshape(-1).view(np.uint8)

    def update(self, ids: Any, errors: Any) -> int:
        """Gives rows new priorities by the learner's errors. How many of them were still there: rows that were replaced
        since they were drawn are left alone."""
        return self._core.update(_numbers("ids", ids, np.int64), _numbers("errors", errors, np.float64))

    def save(self, path: str | PathLike[str]) -> None:
        """Saves rows, priorities, options and where draws stand, whole or not at all, with a checksum."""
        self._core.save(path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> PrioritizedReplay:
        """Brings back what was saved: it draws on as if nothing had been."""
        return cls._of(_Core.load(path))

    def __len__(self) -> int:
        return len(self._core)

    def __repr__(self) -> str:
        return f"<tercet.learn.PrioritizedReplay with {len(self)} of {self.capacity} rows>"

    def __getstate__(self) -> _Core:
        return self._core

    def __setstate__(self, core: _Core) -> None:
        self._adopt(core)


def _described(name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> tuple[str, str, list[int], int]:
    kind = np.dtype(dtype)
    if kind.kind not in KINDS:
        raise TypeError(f"`{name}`: a column holds numbers or bools, not {kind}")
    sizes = [operator.index(size) for size in shape]
    if any(size < 0 for size in sizes):
        raise ConfigError(f"`{name}`: {tuple(sizes)} is no shape")
    return name, kind.str, sizes, kind.itemsize * int(np.prod(sizes, dtype=np.int64))


def _numbers(name: str, value: Any, dtype: Any) -> Array:
    array = np.asarray(value)
    if array.size and not np.can_cast(array.dtype, dtype, "same_kind"):
        raise TypeError(f"`{name}` is an array of {array.dtype}; it takes {np.dtype(dtype)}")
    if array.ndim != 1:
        raise ArrayError(f"`{name}` has the shape {array.shape}; it takes one number for each row")
    return np.ascontiguousarray(array, dtype)


def _names(columns: Mapping[str, Any]) -> str:
    return ", ".join(columns) or "none"


def _shape(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(["rows", *map(str, shape)]) + ("," if not shape else "") + ")"
