"""The reference's path since 2.0: what is here stands in `tercet.triangle.visualization`."""

from tercet.triangle.visualization import (
    Visualizer,
    calculate_interactive_layout,
    colors,
    get_grid_coords_from_screen,
    get_preview_index_from_screen,
)

__all__ = [
    "Visualizer",
    "calculate_interactive_layout",
    "colors",
    "get_grid_coords_from_screen",
    "get_preview_index_from_screen",
]
