"""Placing shapes on a `GridData` and clearing its lines, by the engine's own rules.

>>> from tercet.triangle import GridData, Shape
>>> grid = GridData()
>>> can_place(grid, Shape([(0, 0, True)], (220, 40, 40)), 0, 3)
True
"""

from __future__ import annotations

from collections.abc import Iterable

from tercet.triangle.colors import NO_COLOR_ID
from tercet.triangle.grid import Coord, GridData, Line
from tercet.triangle.shapes import Shape

__all__ = ["can_place", "check_and_clear_lines"]


def can_place(grid_data: GridData, shape: Shape | None, r: int, c: int) -> bool:
    """Does the shape fit with its (0, 0) on this cell? A shape without triangles fits nowhere."""
    if shape is None or not shape.triangles:
        return False
    return grid_data._grid.can_place(grid_data._occupied_np, shape.to_cpp_repr(), r, c)


def check_and_clear_lines(
    grid_data: GridData, newly_occupied_coords: Iterable[Coord]
) -> tuple[int, set[Coord], set[Line]]:
    """Clears the full lines that have one of these cells: how many they were, their cells, and the lines."""
    new = list(newly_occupied_coords)
    full = {frozenset(line) for line in grid_data._grid.full_lines(grid_data._occupied_np, new)}
    cleared = {cell for line in full for cell in line}
    for cell in cleared:
        grid_data._occupied_np[cell] = False
        grid_data._color_id_np[cell] = NO_COLOR_ID
    return len(full), cleared, full
