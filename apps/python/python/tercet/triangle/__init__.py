"""The triangle puzzle as its reference is called.

>>> from tercet.triangle import GameState
>>> state = GameState(initial_seed=42)
>>> reward, done = state.step(min(state.valid_actions()))
>>> state.current_step, done
(1, False)
"""

from tercet._tercet import GameState
from tercet.triangle import geometry
from tercet.triangle.config import ActionType, EnvConfig, decode_action, encode_action
from tercet.triangle.shapes import COLORS, DEBUG_COLOR_ID, NO_COLOR_ID, Shape, Triangle, lines

__all__ = [
    "COLORS",
    "DEBUG_COLOR_ID",
    "NO_COLOR_ID",
    "ActionType",
    "EnvConfig",
    "GameState",
    "Shape",
    "Triangle",
    "decode_action",
    "encode_action",
    "geometry",
    "lines",
]
