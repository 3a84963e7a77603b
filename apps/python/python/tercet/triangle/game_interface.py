"""The reference's path since 2.0: what is here stands in `tercet.triangle`."""

from tercet._tercet import GameState
from tercet.triangle.shapes import Shape

__all__ = ["GameState", "Shape"]
