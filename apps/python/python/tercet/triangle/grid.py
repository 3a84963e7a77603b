"""A grid as arrays: what is filled, in which colour, what is a death zone, and the lines across it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet._tercet import PuzzleGrid
from tercet.triangle.colors import NO_COLOR_ID
from tercet.triangle.config import EnvConfig
from tercet.triangle.shapes import lines

Coord: TypeAlias = tuple[int, int]
Line: TypeAlias = frozenset[Coord]


class GridData:
    """The cells of a grid. It knows no shapes and no score; `grid_logic` places and clears.

    >>> grid = GridData()
    >>> grid.is_death(0, 0), grid.is_occupied(0, 3), len(grid.potential_lines)
    (True, False, 24)
    """

    def __init__(self, config: EnvConfig | None = None) -> None:
        self.config = config or EnvConfig()
        self.rows = self.config.ROWS
        self.cols = self.config.COLS
        self._grid = PuzzleGrid(self.config._plan())
        self._death_np: npt.NDArray[np.bool_] = self._grid.death()
        self._occupied_np: npt.NDArray[np.bool_] = np.zeros_like(self._death_np)
        self._color_id_np: npt.NDArray[np.int8] = np.full(
            self._death_np.shape, NO_COLOR_ID, dtype=np.int8
        )

    @classmethod
    def _of(cls, config: EnvConfig, data: dict[str, npt.NDArray[Any]]) -> GridData:
        """What a game's grid is now: nothing can be written into it."""
        grid = cls(config)
        grid._occupied_np, grid._color_id_np = data["occupied"], data["color_id"]
        for array in (grid._occupied_np, grid._color_id_np, grid._death_np):
            array.flags.writeable = False
        return grid

    @property
    def potential_lines(self) -> set[Line]:
        """All lines that can be cleared."""
        return {frozenset(line) for line in lines(self.config)}

    @property
    def _coord_to_lines_map(self) -> dict[Coord, set[Line]]:
        found: dict[Coord, set[Line]] = {}
        for line in self.potential_lines:
            for cell in line:
                found.setdefault(cell, set()).add(line)
        return found

    def reset(self) -> None:
        """Frees all cells."""
        self._occupied_np.fill(False)
        self._color_id_np.fill(NO_COLOR_ID)

    def is_empty(self) -> bool:
        """Is no playable cell filled?"""
        return not bool((self._occupied_np & ~self._death_np).any())

    def valid(self, r: int, c: int) -> bool:
        """Is there such a cell, playable or not?"""
        return 0 <= r < self.rows and 0 <= c < self.cols

    def is_death(self, r: int, c: int) -> bool:
        """Is the cell a death zone?"""
        self._check(r, c)
        return bool(self._death_np[r, c])

    def is_occupied(self, r: int, c: int) -> bool:
        """Is the cell playable and filled?"""
        self._check(r, c)
        return bool(self._occupied_np[r, c] and not self._death_np[r, c])

    def get_color_id(self, r: int, c: int) -> int | None:
        """The number of a filled cell's colour; `None` for any other and outside."""
        if not self.valid(r, c) or not self.is_occupied(r, c):
            return None
        return int(self._color_id_np[r, c])

    def get_occupied_state(self) -> npt.NDArray[np.bool_]:
        """A copy of what is filled."""
        return self._occupied_np.copy()

    def get_death_state(self) -> npt.NDArray[np.bool_]:
        """A copy of what is a death zone."""
        return self._death_np.copy()

    def get_color_id_state(self) -> npt.NDArray[np.int8]:
        """A copy of the numbers of colours."""
        return self._color_id_np.copy()

    def deepcopy(self) -> GridData:
        """A copy that can be written into."""
        twin = GridData(self.config)
        np.copyto(twin._occupied_np, self._occupied_np)
        np.copyto(twin._color_id_np, self._color_id_np)
        return twin

    def __deepcopy__(self, _memo: dict[int, Any]) -> GridData:
        return self.deepcopy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.config, self._occupied_np, self._color_id_np)

    def __str__(self) -> str:
        filled = int((self._occupied_np & ~self._death_np).sum())
        return f"GridData({self.rows}x{self.cols}, Occupied: {filled})"

    def _check(self, r: int, c: int) -> None:
        if not self.valid(r, c):
            raise IndexError(f"({r}, {c}) is outside of a grid of {self.rows} rows and {self.cols} columns")


def _restored(config: EnvConfig, occupied: npt.NDArray[Any], color_id: npt.NDArray[Any]) -> GridData:
    grid = GridData(config)
    np.copyto(grid._occupied_np, occupied)
    np.copyto(grid._color_id_np, color_id)
    return grid
