"""The reference's path: what is here stands in `tercet.triangle`."""

from tercet.triangle import geometry
from tercet.triangle.config import ActionType

__all__ = ["ActionType", "geometry"]
