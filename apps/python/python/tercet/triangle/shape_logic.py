"""Shapes that are drawn by a generator of one's own, and what hangs together.

>>> import random
>>> generate_random_shape(random.Random(1))
Shape([(0, 0, False)], (60, 60, 220), 1)
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from tercet._tercet import puzzle_templates
from tercet.triangle.colors import COLORS
from tercet.triangle.config import EnvConfig
from tercet.triangle.shapes import Shape, Triangle, Triple

__all__ = [
    "PREDEFINED_SHAPE_TEMPLATES",
    "generate_random_shape",
    "get_neighbors",
    "is_shape_connected",
    "refill_shape_slots",
]

PREDEFINED_SHAPE_TEMPLATES: list[list[Triple]] = puzzle_templates()
"""The 31 shapes that are dealt; one that is there twice is dealt twice as often."""


class HasShapes(Protocol):
    """A game whose slots can be set: `GameState`, or one of your own."""

    shapes: Any

    @property
    def env_config(self) -> EnvConfig:
        """The config of the game."""


def generate_random_shape(rng: random.Random) -> Shape:
    """A template, then a colour, each drawn by `rng.choice`."""
    triangles = rng.choice(PREDEFINED_SHAPE_TEMPLATES)
    return Shape(triangles, rng.choice(COLORS))


def refill_shape_slots(game_state: HasShapes, rng: random.Random) -> None:
    """Fills all slots if all of them are empty. A `GameState` does that by itself, from its own deal."""
    if all(shape is None for shape in game_state.shapes):
        slots = range(game_state.env_config.NUM_SHAPE_SLOTS)
        game_state.shapes = [generate_random_shape(rng) for _ in slots]


def get_neighbors(r: int, c: int, is_up: bool) -> list[tuple[int, int]]:
    """The row and column of the three triangles beside one."""
    return Triangle(r, c, is_up).neighbors()


def is_shape_connected(shape: Shape) -> bool:
    """Can one go from each triangle of the shape to every other over common sides? Yes if there is none."""
    left = {(r, c): is_up for r, c, is_up in shape.triangles}
    reached = [left.popitem()] if left else []
    while reached:
        (r, c), is_up = reached.pop()
        beside = [cell for cell in get_neighbors(r, c, is_up) if cell in left]
        reached.extend((cell, left.pop(cell)) for cell in beside)
    return not left
