"""The reference's path of its first releases: what is here stands in `tercet.triangle`."""

from tercet._tercet import GameState
from tercet.triangle import grid_logic as GridLogic  # noqa: N812 - the reference's name
from tercet.triangle import shape_logic as ShapeLogic  # noqa: N812 - the reference's name
from tercet.triangle.config import EnvConfig, decode_action, encode_action
from tercet.triangle.grid import GridData
from tercet.triangle.placement import calculate_reward, execute_placement, get_valid_actions

__all__ = [
    "EnvConfig",
    "GameState",
    "GridData",
    "GridLogic",
    "ShapeLogic",
    "calculate_reward",
    "decode_action",
    "encode_action",
    "execute_placement",
    "get_valid_actions",
]
