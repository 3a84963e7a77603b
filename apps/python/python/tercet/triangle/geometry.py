"""Where cells lie on a plane: triangles of equal sides, without gaps, rows from the top.

`side` is the length of a triangle's side, `origin` the upper left corner of row and column zero.

>>> cell_at(*cell_center(3, 4))
(3, 4)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

__all__ = ["EPSILON", "cell_at", "cell_center", "cell_polygon", "is_point_in_polygon"]

Point: TypeAlias = tuple[float, float]

EPSILON = 1e-9
"""What is no further from a polygon's edge than this lies on it."""

_HEIGHT = math.sqrt(3) / 2
"""The height of a triangle with sides of one."""


def _is_up(row: int, col: int) -> bool:
    return (row + col) % 2 == 1


def cell_polygon(row: int, col: int, side: float = 1.0, origin: Point = (0.0, 0.0)) -> list[Point]:
    """The three corners of a cell: left, tip, right.

    >>> cell_polygon(0, 0, side=2.0)
    [(0.0, 0.0), (1.0, 1.7320508075688772), (2.0, 0.0)]
    """
    left = origin[0] + col * side / 2
    top = origin[1] + row * side * _HEIGHT
    bottom = origin[1] + (row + 1) * side * _HEIGHT
    flat, tip = (bottom, top) if _is_up(row, col) else (top, bottom)
    return [(left, flat), (left + side / 2, tip), (left + side, flat)]


def cell_center(row: int, col: int, side: float = 1.0, origin: Point = (0.0, 0.0)) -> Point:
    """The middle of a cell: as far from all of its sides."""
    corners = cell_polygon(row, col, side, origin)
    return sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3


def cell_at(x: float, y: float, side: float = 1.0, origin: Point = (0.0, 0.0)) -> tuple[int, int]:
    """The row and column of the cell at a point; they may lie outside of any grid. On a border it is one of those that meet there.

    >>> cell_at(10.0, 1.0, side=2.0)
    (0, 9)
    """
    if not side > 0:
        raise ValueError(f"side: {side} is no length")
    row_at = (y - origin[1]) / (side * _HEIGHT)
    col_at = (x - origin[0]) / (side / 2)
    row, half = math.floor(row_at), math.floor(col_at)
    # A half column is shared by the two cells that begin one and zero columns before its end.
    down, across = row_at - row, col_at - half
    if _is_up(row, half):
        return (row, half) if across >= 1 - down else (row, half - 1)
    return (row, half) if across >= down else (row, half - 1)


def is_point_in_polygon(point: Point, polygon: Sequence[Point]) -> bool:
    """Does the polygon wind around the point, or the point lie on its edge, within `EPSILON`?

    >>> square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    >>> is_point_in_polygon((1.0, 1.0), square), is_point_in_polygon((2.0, 1.0), square), is_point_in_polygon((3.0, 1.0), square)
    (True, True, False)
    """
    if len(polygon) < 3:
        return False
    y = point[1]
    windings = 0
    for nth, end in enumerate(polygon):
        start = polygon[nth - 1]
        turn = (end[0] - start[0]) * (y - start[1]) - (point[0] - start[0]) * (end[1] - start[1])
        is_straight = start[0] == end[0] or start[1] == end[1]
        is_on_line = is_straight or abs(turn) < EPSILON
        if (is_on_line and _is_beside(point, start, end)) or _is_beside(point, end, end):
            return True
        if start[1] <= y < end[1] and turn > 0:
            windings += 1
        elif end[1] <= y < start[1] and turn < 0:
            windings -= 1
    return windings != 0


def _is_beside(point: Point, start: Point, end: Point) -> bool:
    """Does the point lie in the rectangle of two corners, within `EPSILON`?"""
    return all(
        min(low, high) - EPSILON <= at <= max(low, high) + EPSILON
        for at, low, high in zip(point, start, end, strict=True)
    )
