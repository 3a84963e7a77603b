"""Machi Koro: games with players, displays and bots of your own, its mathematics and tournaments; `env` is the table for
PettingZoo.

>>> from tercet.machi import Bot, Game, NullDisplay
>>> game = Game(bots=["impatient", "random"], seed=1)
>>> game.run(NullDisplay()).name
'impatient'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tercet._tercet import machi_roll
from tercet.machi import bots, strategy, tournament
from tercet.machi.bots import PassBot
from tercet.machi.cards import (
    Blue,
    BusinessCenter,
    Card,
    Counts,
    Green,
    PlayerDeck,
    Purple,
    Red,
    Stadium,
    Store,
    TableDeck,
    TVStation,
    UniqueDeck,
    UpgradeCard,
)
from tercet.machi.display import (
    Display,
    LogDisplay,
    NullDisplay,
    PlainTextDisplay,
    RecordingDisplay,
    TerminalDisplay,
)
from tercet.machi.events import Event, GameState, PlayerSnapshot
from tercet.machi.game import Game
from tercet.machi.page import PageDisplay
from tercet.machi.human import Human
from tercet.machi.players import Bot, Player
from tercet.machi.seats import Seats, get_die_roller, setPlayers

if TYPE_CHECKING:
    from tercet.machi.aec import MachiEnv

__all__ = [
    "Blue",
    "Bot",
    "BusinessCenter",
    "Card",
    "Counts",
    "Display",
    "Event",
    "Game",
    "GameState",
    "Green",
    "Human",
    "LogDisplay",
    "NullDisplay",
    "PageDisplay",
    "PassBot",
    "PlainTextDisplay",
    "Player",
    "PlayerDeck",
    "PlayerSnapshot",
    "Purple",
    "RecordingDisplay",
    "Red",
    "Seats",
    "Stadium",
    "Store",
    "TVStation",
    "TableDeck",
    "TerminalDisplay",
    "UniqueDeck",
    "UpgradeCard",
    "bots",
    "env",
    "get_die_roller",
    "raw_env",
    "roll",
    "setPlayers",
    "strategy",
    "tournament",
]


def roll(question: Mapping[str, Any]) -> dict[str, Any]:
    """What one roll brings in any position, before anything is built: the question and the answer of `tercet roll machi`.

    >>> city = {"coins": 3, "cards": {"Ranch": 2}, "landmarks": []}
    >>> roll({"players": [city, city], "active": 0, "dice": [2]})["coins"]
    [5, 5]
    """
    try:
        text = json.dumps(dict(question))
    except (TypeError, ValueError) as error:
        raise TypeError(f"question: {error}") from error
    answer: dict[str, Any] = json.loads(machi_roll(text))
    return answer


def raw_env(**kwargs: Any) -> MachiEnv:
    """The table for PettingZoo; needs `tercet[pettingzoo]`. The same as `env`."""
    from tercet.machi.aec import MachiEnv

    return MachiEnv(**kwargs)


env = raw_env
