"""The reference's path of its first releases: what is here stands in `tercet.triangle`."""

from tercet.triangle.core import environment, structs

__all__ = ["environment", "structs"]
