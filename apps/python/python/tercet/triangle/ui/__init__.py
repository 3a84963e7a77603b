"""The reference's path since 2.0: what is here stands in `tercet.triangle`."""

from tercet.triangle.config import DEFAULT_DISPLAY_CONFIG, DisplayConfig
from tercet.triangle.visualization import Visualizer

__all__ = ["DEFAULT_DISPLAY_CONFIG", "DisplayConfig", "Visualizer"]
