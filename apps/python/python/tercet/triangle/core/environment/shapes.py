"""The reference's path of its first releases: what is here stands in `tercet.triangle.shape_logic`."""

from tercet.triangle import shape_logic as logic
from tercet.triangle.shape_logic import (
    PREDEFINED_SHAPE_TEMPLATES,
    generate_random_shape,
    get_neighbors,
    is_shape_connected,
    refill_shape_slots,
)

__all__ = [
    "PREDEFINED_SHAPE_TEMPLATES",
    "generate_random_shape",
    "get_neighbors",
    "is_shape_connected",
    "logic",
    "refill_shape_slots",
]
