"""A whole game that plays itself: take every Set there is, deal three, and so on to the end."""

from __future__ import annotations

import operator
import secrets
import sys
from collections.abc import Iterable
from itertools import product
from typing import Any, SupportsIndex

from tercet._tercet import set_demo
from tercet.set.cards import ALL_COLORS, ALL_NUMBERS, ALL_SHAPES, Card, Shading
from tercet.set.codes import as_code, as_codes, card_name


class SetGame:
    """A game of SET that plays itself, the same each time it is asked.

    Args:
        shuffle: Is the deck shuffled? If not, cards come by colour, shape, shading and number.
        seed: What it is shuffled by; without one it is drawn.
        deck: All 81 cards in order, in place of both.

    >>> discovered, sets = SetGame(seed=1).play_quiet()
    >>> discovered == len(sets)
    True
    """

    def __init__(
        self,
        shuffle: bool = True,
        seed: SupportsIndex | None = None,
        *,
        deck: Iterable[SupportsIndex | Card] | None = None,
    ) -> None:
        self.seed: int | None = None
        if deck is None and shuffle:
            self.seed = secrets.randbits(63) if seed is None else operator.index(seed)
            self._deal = f"stream {self.seed}"
        else:
            order = _in_order() if deck is None else as_codes(deck)
            self._deal = f"given {' '.join(map(str, order))}"
        self._moves, self._left = set_demo(self._deal)

    @property
    def left(self) -> list[Card]:
        """The cards that are left on the board at the end."""
        return [Card.from_id(id) for id in self._left]

    def play(self) -> None:
        """Plays and says what happens."""
        board = 0
        for is_set, cards in self._moves:
            if is_set:
                board -= len(cards)
                _say("Set!")
                self.display_cards(cards)
            else:
                board += len(cards)
                _say(f"Dealing {len(cards)} cards: {board} on the board.")
        discovered, _ = self.play_quiet()
        _say(f"Sets discovered: {discovered}")
        _say(f"Cards left: {board}")

    def play_quiet(self) -> tuple[int, list[tuple[Card, Card, Card]]]:
        """Plays and says nothing: how many Sets were discovered, and which."""
        sets = [_triple(cards) for is_set, cards in self._moves if is_set]
        return len(sets), sets

    def display_cards(self, cards: Iterable[Any]) -> None:
        """Prints cards in words, a line each."""
        for card in cards:
            _say(f"- {card_name(as_code(card), empty=True)}")


def _triple(ids: list[int]) -> tuple[Card, Card, Card]:
    a, b, c = (Card.from_id(id) for id in ids)
    return a, b, c


def _in_order() -> list[int]:
    shadings = (Shading.SOLID, Shading.OPEN, Shading.STRIPED)
    loops = product(ALL_COLORS, ALL_SHAPES, shadings, ALL_NUMBERS)
    return [Card(number, color, shape, shading).id for color, shape, shading, number in loops]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
