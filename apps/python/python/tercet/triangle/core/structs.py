"""The reference's path of its first releases: what is here stands in `tercet.triangle`."""

from tercet.triangle.colors import (
    COLOR_ID_MAP,
    COLOR_TO_ID_MAP,
    DEBUG_COLOR_ID,
    NO_COLOR_ID,
    SHAPE_COLORS,
)
from tercet.triangle.shapes import Shape, Triangle

__all__ = [
    "COLOR_ID_MAP",
    "COLOR_TO_ID_MAP",
    "DEBUG_COLOR_ID",
    "NO_COLOR_ID",
    "SHAPE_COLORS",
    "Shape",
    "Triangle",
]
