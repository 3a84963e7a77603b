"""The reference's path: what is here stands in `tercet.triangle.geometry`."""

from tercet.triangle.geometry import is_point_in_polygon

__all__ = ["is_point_in_polygon"]
