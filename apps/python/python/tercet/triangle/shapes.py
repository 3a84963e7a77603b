"""Shapes, cells and lines of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tercet._tercet import puzzle_colors, puzzle_lines
from tercet.triangle.config import EnvConfig, _whole

Color: TypeAlias = tuple[int, int, int]

COLORS: list[Color] = puzzle_colors()
"""Red, green and blue of shapes, by the number of their colour."""
NO_COLOR_ID = -1
"""The colour of a free cell."""
DEBUG_COLOR_ID = -2
"""The colour of a cell that was filled by hand."""


class Shape:
    """Triangles that are placed together: (row, column, whether it points up) from the shape's (0, 0).

    >>> shape = Shape([(0, 1, False), (0, 0, True)], (220, 40, 40), 0)
    >>> shape.triangles, shape.bbox()
    ([(0, 0, True), (0, 1, False)], (0, 0, 0, 1))
    """

    __slots__ = ("color", "color_id", "triangles")

    def __init__(
        self, triangles: Iterable[tuple[int, int, bool]], color: Color, color_id: int = 0
    ) -> None:
        self.triangles: list[tuple[int, int, bool]] = sorted(_triangle(each) for each in triangles)
        self.color: Color = _color(color)
        self.color_id: int = _whole("color_id", color_id)

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self._plan() == other._plan()

    def __hash__(self) -> int:
        return hash((tuple(self.triangles), self.color, self.color_id))

    def __str__(self) -> str:
        return f"Shape(ColorID:{self.color_id}, Tris:{len(self.triangles)})"

    def __repr__(self) -> str:
        return f"Shape({self.triangles!r}, {self.color!r}, {self.color_id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Shape, (self.triangles, self.color, self.color_id)

    def _plan(self) -> tuple[list[tuple[int, int, bool]], Color, int]:
        return self.triangles, self.color, self.color_id


def _triangle(each: Any) -> tuple[int, int, bool]:
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


@dataclass(frozen=True, slots=True)
class Triangle:
    """A cell of a grid.

    >>> Triangle.at(3, 4)
    Triangle(row=3, col=4, is_up=True, is_death=False)
    """

    row: int
    col: int
    is_up: bool
    is_death: bool = False

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


def lines(
    config: EnvConfig | None = None, direction: str | None = None, min_length: int = 2
) -> list[list[tuple[int, int]]]:
    """The lines of a grid: the row and column of each cell.

    All of them, each cells in ascending order, or with a direction (`h`, `d1` down to the right, `d2` up to the right) its own,
    in the order in which they run.

    >>> [len(line) for line in lines(direction="h")]
    [9, 11, 13, 15, 15, 13, 11, 9]
    """
    plan = (config or EnvConfig())._plan()
    # No line has more cells than a grid.
    return puzzle_lines(plan, direction, min(max(_whole("min_length", min_length), 0), 64 * 64 + 1))
