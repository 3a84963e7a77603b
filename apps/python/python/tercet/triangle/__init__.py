"""The triangle puzzle as its reference is called.

>>> from tercet.triangle import GameState
>>> state = GameState(initial_seed=42)
>>> reward, done = state.step(min(state.valid_actions()))
>>> state.current_step, done
(1, False)
"""

from tercet._tercet import GameState
from tercet.triangle import geometry
from tercet.triangle import grid_logic as GridLogic  # noqa: N812 - the reference's name
from tercet.triangle import shape_logic as ShapeLogic  # noqa: N812 - the reference's name
from tercet.triangle.colors import (
    COLOR_ID_MAP,
    COLOR_TO_ID_MAP,
    COLORS,
    DEBUG_COLOR_ID,
    NO_COLOR_ID,
    SHAPE_COLORS,
)
from tercet.triangle.config import (
    DEFAULT_DISPLAY_CONFIG,
    ActionType,
    DisplayConfig,
    EnvConfig,
    decode_action,
    encode_action,
)
from tercet.triangle.grid import GridData
from tercet.triangle.placement import calculate_reward, execute_placement, get_valid_actions
from tercet.triangle.shapes import Shape, Triangle, lines
from tercet.triangle.visualization import Visualizer

__all__ = [
    "COLORS",
    "COLOR_ID_MAP",
    "COLOR_TO_ID_MAP",
    "DEBUG_COLOR_ID",
    "DEFAULT_DISPLAY_CONFIG",
    "NO_COLOR_ID",
    "SHAPE_COLORS",
    "ActionType",
    "DisplayConfig",
    "EnvConfig",
    "GameState",
    "GridData",
    "GridLogic",
    "Shape",
    "ShapeLogic",
    "Triangle",
    "Visualizer",
    "calculate_reward",
    "decode_action",
    "encode_action",
    "execute_placement",
    "geometry",
    "get_valid_actions",
    "lines",
]
