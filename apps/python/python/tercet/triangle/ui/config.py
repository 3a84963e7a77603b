"""The reference's path since 2.0: what is here stands in `tercet.triangle`."""

from tercet.triangle.config import DEFAULT_DISPLAY_CONFIG, DisplayConfig

__all__ = ["DEFAULT_DISPLAY_CONFIG", "DisplayConfig"]
