"""The reference's path: what is here stands in `tercet.triangle`."""

from tercet.triangle.config import ActionType
from tercet.triangle.utils import geometry

__all__ = ["ActionType", "geometry"]
