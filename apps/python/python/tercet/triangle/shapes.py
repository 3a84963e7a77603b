"""Shapes, cells and lines of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tercet._tercet import puzzle_lines
from tercet.triangle.colors import COLOR_TO_ID_MAP, Color
from tercet.triangle.config import EnvConfig, _whole
from tercet.triangle.geometry import Point

Triple: TypeAlias = tuple[int, int, bool]
"""A triangle of a shape: row and column from the shape's (0, 0), and whether it points up."""

class Shape:
    """Triangles that are placed together: (row, column, whether it points up) from the shape's (0, 0).

    Without a number its colour has the one that `COLOR_TO_ID_MAP` says, or 0 if it is none of those.

    >>> shape = Shape([(0, 1, False), (0, 0, True)], (220, 40, 40), 0)
    >>> shape.triangles, shape.bbox()
    ([(0, 0, True), (0, 1, False)], (0, 0, 0, 1))
    """

    __slots__ = ("color", "color_id", "triangles")

    def __init__(
        self, triangles: Iterable[Triple], color: Color, color_id: int | None = None
    ) -> None:
        self.triangles: list[Triple] = sorted(_triangle(each) for each in triangles)
        self.color: Color = _color(color)
        number = COLOR_TO_ID_MAP.get(self.color, 0) if color_id is None else color_id
        self.color_id: int = _whole("color_id", number)

    def bbox(self) -> tuple[int, int, int, int]:
        """The lowest row and column, and the highest; all zero for no triangles."""
        if not self.triangles:
            return (0, 0, 0, 0)
        rows = [row for row, _, _ in self.triangles]
        cols = [col for _, col, _ in self.triangles]
        return (min(rows), min(cols), max(rows), max(cols))

    def copy(self) -> Shape:
        """A copy."""
        return Shape(self.triangles, self.color, self.color_id)

    def to_cpp_repr(self) -> tuple[list[Triple], Color, int]:
        """The triangles, the colour and its number."""
        return self.triangles, self.color, self.color_id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self.to_cpp_repr() == other.to_cpp_repr()

    def __hash__(self) -> int:
        return hash((tuple(self.triangles), self.color, self.color_id))

    def __str__(self) -> str:
        return f"Shape(ColorID:{self.color_id}, Tris:{len(self.triangles)})"

    def __repr__(self) -> str:
        return f"Shape({self.triangles!r}, {self.color!r}, {self.color_id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Shape, (self.triangles, self.color, self.color_id)


def _triangle(each: Any) -> Triple:
    try:
        row, col, is_up = each
    except (TypeError, ValueError):
        raise TypeError(f"triangles: {each!r} is none; it takes (row, column, is_up)") from None
    return _whole("triangles", row), _whole("triangles", col), bool(is_up)


def _color(color: Any) -> Color:
    try:
        red, green, blue = color
    except (TypeError, ValueError):
        raise TypeError(f"color: {color!r} is none; it takes (red, green, blue)") from None
    return _whole("color", red), _whole("color", green), _whole("color", blue)


@dataclass(slots=True, eq=False)
class Triangle:
    """A cell of a grid. Two of them are equal if they lie at the same place.

    What a cell holds is `GridData`'s matter; `is_occupied`, `color` and the three neighbours are the caller's to set.

    >>> Triangle.at(3, 4)
    Triangle(row=3, col=4, is_up=True, is_death=False)
    """

    row: int
    col: int
    is_up: bool
    is_death: bool = False
    is_occupied: bool = field(init=False, repr=False)
    color: Color | None = field(init=False, repr=False, default=None)
    neighbor_left: Triangle | None = field(init=False, repr=False, default=None)
    neighbor_right: Triangle | None = field(init=False, repr=False, default=None)
    neighbor_vert: Triangle | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        self.is_occupied = self.is_death

    @classmethod
    def at(cls, row: int, col: int, config: EnvConfig | None = None) -> Triangle:
        """The cell of a grid in this row and column; outside of it everything is a death zone."""
        config = config or EnvConfig()
        start, end = config.PLAYABLE_RANGE_PER_ROW[row] if 0 <= row < config.ROWS else (0, 0)
        return cls(row, col, (row + col) % 2 == 1, not start <= col < end)

    def neighbors(self) -> list[tuple[int, int]]:
        """The row and column of the three cells beside it: left, right, and below or above."""
        below = 1 if self.is_up else -1
        return [(self.row, self.col - 1), (self.row, self.col + 1), (self.row + below, self.col)]

    def get_points(self, ox: float, oy: float, cw: float, ch: float) -> list[Point]:
        """Its corners where the reference draws it, columns three quarters of a width apart: base, base, tip.

        >>> Triangle(0, 0, True).get_points(0, 0, 100, 100)
        [(0.0, 100), (100.0, 100), (50.0, 0)]
        """
        left, top = ox + self.col * cw * 0.75, oy + self.row * ch
        base, tip = (top + ch, top) if self.is_up else (top, top + ch)
        return [(left, base), (left + cw, base), (left + cw / 2, tip)]

    def copy(self) -> Triangle:
        """The same cell, without its neighbours."""
        twin = Triangle(self.row, self.col, self.is_up, self.is_death)
        twin.is_occupied, twin.color = self.is_occupied, self.color
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Triangle):
            return NotImplemented
        return (self.row, self.col) == (other.row, other.col)

    def __hash__(self) -> int:
        return hash((self.row, self.col))


def lines(
    config: EnvConfig | None = None, direction: str | None = None, min_length: int | None = None
) -> list[list[tuple[int, int]]]:
    """The lines of a grid: the row and column of each cell.

    All of them, each cells in ascending order, or with a direction (`h`, `d1` down to the right, `d2` up to the right) its own,
    in the order in which they run. Without a shortest length it is the config's `MIN_LINE_LENGTH`.

    >>> [len(line) for line in lines(direction="h")]
    [9, 11, 13, 15, 15, 13, 11, 9]
    """
    config = config or EnvConfig()
    shortest = config.MIN_LINE_LENGTH if min_length is None else _whole("min_length", min_length)
    # No line has more cells than a grid.
    return puzzle_lines(config._plan(), direction, min(max(shortest, 0), 64 * 64 + 1))
