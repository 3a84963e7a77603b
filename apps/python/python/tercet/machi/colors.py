"""Cards in their colours, for terminals."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import IO

from tercet._tercet import MachiTable
from tercet.machi.cards import Card, card_of

_ANSI = {"blue": "34", "green": "32", "red": "31", "purple": "35", "landmark": "38;5;208"}
"""Landmarks are orange, which is not among the first sixteen colours."""


def is_wanted(file: IO[str], color: bool | None) -> bool:
    """Are colours to be written there? `None` leaves it to the stream and to `NO_COLOR`."""
    if color is not None:
        return color
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(getattr(file, "isatty", lambda: False)()) and _takes_ansi()


def _takes_ansi() -> bool:
    """Does the terminal know ANSI's colours? Old consoles of Windows print them as rubbish."""
    return sys.platform != "win32" or any(name in os.environ for name in ("WT_SESSION", "ANSICON", "TERM"))


@lru_cache(maxsize=1)
def official() -> list[Card]:
    """All cards and landmarks of the official sets, for events of no game."""
    table = MachiTable.begin([("expansions", "harbor,millionaires_row,promo")], 0)
    landmarks = [card_of(name, "landmark", (), cost, "", rule, 1) for name, cost, rule in table.landmarks()]
    return [*(card_of(*facts) for facts in table.cards()), *landmarks]


def painted(text: str, cards: Iterable[Card]) -> str:
    """The text with the names of cards in their colours; its width is the same."""
    colors = {card.name: _ANSI[card.color] for card in cards if card.color in _ANSI}
    if not colors:
        return text
    return _pattern(tuple(colors)).sub(lambda name: f"\x1b[{colors[name[0]]}m{name[0]}\x1b[0m", text)


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names as whole words, the longest first."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
