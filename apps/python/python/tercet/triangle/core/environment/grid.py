"""The reference's path of its first releases: what is here stands in `tercet.triangle`."""

from tercet.triangle import grid_logic as logic
from tercet.triangle.grid import GridData

__all__ = ["GridData", "logic"]
