"""The steps of a game one by one, as the reference's first releases called them."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from tercet._tercet import GameState, puzzle_reward
from tercet.triangle.config import EnvConfig, encode_action

__all__ = ["calculate_reward", "execute_placement", "get_valid_actions"]


def get_valid_actions(state: GameState) -> set[int]:
    """The numbers of the valid actions."""
    return state.valid_actions()


def calculate_reward(
    placed_count: int, cleared_count: int | Sized, is_game_over: bool, config: EnvConfig
) -> float:
    """What `GameState.step` gives for so many triangles placed and cleared. Cleared cells may be counted or listed.

    >>> calculate_reward(3, 0, False, EnvConfig())
    0.034999999999999996
    """
    cleared = len(cleared_count) if isinstance(cleared_count, Sized) else cleared_count
    return puzzle_reward(config._plan(), placed_count, cleared, is_game_over)


def execute_placement(
    game_state: GameState, shape_idx: int, r: int, c: int, rng: Any = None
) -> tuple[int, int]:
    """Plays the whole step: how many triangles it cleared, and how many it placed. A wrong one changes nothing.

    `rng` is for programs that pass one: the game deals from its own seed.
    """
    del rng
    action = encode_action(shape_idx, r, c, game_state.env_config)
    shape = game_state.get_shapes()[shape_idx]
    if shape is None or action not in game_state.valid_actions():
        raise ValueError(f"the shape of slot {shape_idx} can't be placed at ({r}, {c})")
    game_state.step(action)
    return game_state.get_last_cleared_triangles(), len(shape.triangles)
