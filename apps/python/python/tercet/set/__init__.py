"""SET: the environment for agents, the engine types, a game that plays itself, and the race for PettingZoo.

>>> from tercet.set import SetEnv, all_sets
>>> env = SetEnv(seed=42)
>>> len(all_sets(env.board)) > 0
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tercet.errors import (
    DuplicateCardError,
    InvalidCardError,
    InvalidSetError,
    InvariantViolation,
    TypesError,
)
from tercet.set.boards import EnvReturn, SetEnv, Status
from tercet.set.cards import (
    ALL_COLORS,
    ALL_NUMBERS,
    ALL_SHADINGS,
    ALL_SHAPES,
    BOARD_MIN,
    BOARD_STANDARD,
    STANDARD_DECK_SIZE,
    Board,
    BoardIndex,
    BoardJSON,
    Card,
    CardId,
    CardJSON,
    CardTriple,
    Color,
    Deck,
    Discard,
    Number,
    SetPredicate,
    SetTriple,
    Shading,
    Shape,
)
from tercet.set.codes import (
    BOARD_INCREASE_STEP,
    DECK_SIZE,
    FEATURE_CARDINALITY,
    FEATURE_DIM,
    INITIAL_BOARD_SIZE,
    MAX_BOARD_SIZE,
    all_set_positions,
    all_sets,
    code_to_vec,
    is_set,
    vec_to_code,
)
from tercet.set.config import (
    ConfigJSON,
    DealPolicy,
    EngineConfig,
    Guarantee,
    OnExhausted,
    RngSpec,
    Seed,
    ZenMode,
)
from tercet.set.dealing import NumpyRandom, RandomLike, Refilled, deal, refill
from tercet.set.demo import SetGame
from tercet.set.encodings import CardCode, IdCode, OriginalCode
from tercet.set.pictures import RenderCfg, generate_board_image, render_board

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from tercet.set.race import RaceEnv

__all__ = [
    "ALL_COLORS",
    "ALL_NUMBERS",
    "ALL_SHADINGS",
    "ALL_SHAPES",
    "BOARD_INCREASE_STEP",
    "BOARD_MIN",
    "BOARD_STANDARD",
    "DECK_SIZE",
    "FEATURE_CARDINALITY",
    "FEATURE_DIM",
    "INITIAL_BOARD_SIZE",
    "MAX_BOARD_SIZE",
    "STANDARD_DECK_SIZE",
    "Board",
    "BoardIndex",
    "BoardJSON",
    "Card",
    "CardCode",
    "CardId",
    "CardJSON",
    "CardTriple",
    "Color",
    "ConfigJSON",
    "DealPolicy",
    "Deck",
    "Discard",
    "DuplicateCardError",
    "EngineConfig",
    "EnvReturn",
    "Guarantee",
    "IdCode",
    "InvalidCardError",
    "InvalidSetError",
    "InvariantViolation",
    "Number",
    "NumpyRandom",
    "OnExhausted",
    "OriginalCode",
    "RandomLike",
    "Refilled",
    "RenderCfg",
    "RngSpec",
    "Seed",
    "SetEnv",
    "SetGame",
    "SetPredicate",
    "SetTriple",
    "Shading",
    "Shape",
    "Status",
    "TypesError",
    "ZenMode",
    "all_set_positions",
    "all_sets",
    "code_to_vec",
    "deal",
    "env",
    "generate_board_image",
    "is_set",
    "parallel_env",
    "refill",
    "render_board",
    "vec_to_code",
]


def parallel_env(**kwargs: Any) -> RaceEnv:
    """The race for PettingZoo, everybody at once; needs `tercet[pettingzoo]`."""
    from tercet.set.race import RaceEnv

    return RaceEnv(**kwargs)


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The race for PettingZoo, one after the other: a cycle is played when all have said what they do."""
    from pettingzoo.utils.conversions import parallel_to_aec

    return parallel_to_aec(parallel_env(**kwargs))
