"""A whole game that plays itself: take every Set there is, deal three, and so on to the end."""

from __future__ import annotations

import operator
import secrets
import sys
from collections import deque
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, SupportsIndex, TypeAlias

from tercet._tercet import set_demo, set_sweep
from tercet.set.cards import ALL_COLORS, ALL_NUMBERS, ALL_SHAPES, Card, Shading
from tercet.set.codes import as_ids, card_name, is_set
from tercet.set.encodings import DECK_SIZE

_GO_ON = "Press Enter to go on. "
_RESULTS = "The game is over. Press Enter to see all Sets. "

_Round: TypeAlias = tuple[list[int], list[list[int]]]
"""What is dealt, and the Sets that are taken after it."""


class SetGame:
    """A game of SET that plays itself, the same each time it is asked.

    Args:
        shuffle: Is the deck shuffled? If not, cards come by colour, shape, shading and number.
        seed: What it is shuffled by; without one it is drawn.
        deck: All 81 cards in order, in place of both.
        encoding: What numbers in `deck` mean: `id`, or `original`, the codes of the original environment.

    >>> discovered, sets = SetGame(seed=1).play_quiet()
    >>> discovered == len(sets)
    True
    """

    colors = ["red", "green", "purple"]
    """The words of cards, one attribute after the other."""
    shapes = ["diamond", "squiggle", "oval"]
    shadings = ["solid", "empty", "striped"]
    numbers = ["one", "two", "three"]
    deck: deque[Card]
    """The cards that `deal` takes from, in the order in which the game deals them."""
    board: list[Card]
    """Yours to lay cards on: the game that plays itself has a board of its own."""

    def __init__(
        self,
        shuffle: bool = True,
        seed: SupportsIndex | None = None,
        *,
        deck: Iterable[SupportsIndex | Card] | None = None,
        encoding: str = "id",
    ) -> None:
        self.seed: int | None = None
        if deck is None and shuffle:
            self.seed = secrets.randbits(63) if seed is None else operator.index(seed)
            self._deal = f"stream {self.seed}"
        else:
            order = _in_order() if deck is None else as_ids(deck, encoding)
            self._deal = f"given {' '.join(map(str, order))}"
        self._moves, self._left = set_demo(self._deal)
        dealt = [id for is_taken, cards in self._moves if not is_taken for id in cards]
        self.deck = deque(Card.from_id(id) for id in dealt)
        self.board = []

    def deal(self, cards: SupportsIndex = 12) -> list[Card]:
        """Takes so many cards from the top of `deck`, which is as before if it has fewer.

        >>> game = SetGame(seed=1)
        >>> len(game.deal()), len(game.deck)
        (12, 69)
        """
        count = operator.index(cards)
        if not 0 <= count <= len(self.deck):
            raise IndexError(f"cards: {count} is not from 0 to {len(self.deck)}, the cards that are left")
        return [self.deck.popleft() for _ in range(count)]

    @property
    def left(self) -> list[Card]:
        """The cards that are left on the board at the end."""
        return [Card.from_id(id) for id in self._left]

    def play(self, wait: Callable[[str], object] | None = None) -> None:
        """Plays and shows each step: the cards on the board, and the Sets that are found on it.

        Args:
            wait: Is called with a prompt between two steps; without one, `input`. Where no more input comes (`EOFError`), the
                game goes on without waiting.
        """
        pause = _Pause(input if wait is None else wait)
        _say("A game of SET that plays itself.")
        pause(_GO_ON)
        board: list[int] = []
        found: list[list[int]] = []
        left = DECK_SIZE
        for cards, sets in self._rounds():
            board += cards
            left -= len(cards)
            self._show_board(f"\nDealing {len(cards)} cards.", board)
            _say(f"Cards on the board: {len(board)}\nCards in the deck: {left}\nSets discovered: {len(found)}")
            pause(_GO_ON)
            self._show_sets(f"\nSets on the board: {len(sets)}", sets)
            found += sets
            board = [card for card in board if all(card not in each for each in sets)]
            self._show_board(f"\nCards left on the board: {len(board)}", board)
            pause(_GO_ON)
        _say("\nThe deck is empty, and no Set is left.")
        pause(_RESULTS)
        self._show_sets(f"\nSets discovered: {len(found)}", found)

    def _rounds(self) -> list[_Round]:
        rounds: list[_Round] = []
        for is_taken, cards in self._moves:
            if is_taken:
                rounds[-1][1].append(cards)
            else:
                rounds.append((cards, []))
        return rounds

    def _show_board(self, title: str, board: list[int]) -> None:
        _say(title)
        self.display_cards(board)

    def _show_sets(self, title: str, sets: list[list[int]]) -> None:
        _say(title)
        for number, cards in enumerate(sets, 1):
            self._show_board(f"Set {number}", cards)

    def play_quiet(self) -> tuple[int, list[tuple[Card, Card, Card]]]:
        """Plays and says nothing: how many Sets were discovered, and which."""
        sets = [_triple(cards) for is_set, cards in self._moves if is_set]
        return len(sets), sets

    @staticmethod
    def display_cards(cards: Iterable[Any], encoding: str = "id") -> None:
        """Prints cards in words, a line each."""
        for id in as_ids(cards, encoding):
            _say(f"- {card_name(id, empty=True)}")

    @staticmethod
    def is_a_set(card1: Any, card2: Any, card3: Any) -> bool:
        """Are these three cards a Set?"""
        return is_set(card1, card2, card3)

    @staticmethod
    def find_sets(board: list[Any]) -> list[list[Any]]:
        """Takes Sets off a board, the first in the order of positions again and again, until none is left: those Sets.

        >>> board = [0, 1, 2, 3]
        >>> SetGame.find_sets(board), board
        ([[0, 1, 2]], [3])
        """
        positions = set_sweep(as_ids(board))
        sets = [[board[nth] for nth in each] for each in positions]
        taken = {nth for each in positions for nth in each}
        board[:] = [card for nth, card in enumerate(board) if nth not in taken]
        return sets


class _Pause:
    """Waits for a person, as long as there is one."""

    def __init__(self, wait: Callable[[str], object]) -> None:
        self._wait: Callable[[str], object] | None = wait

    def __call__(self, prompt: str) -> None:
        if self._wait is None:
            return
        try:
            self._wait(prompt)
        except EOFError:
            self._wait = None
            _say("")


def _triple(ids: list[int]) -> tuple[Card, Card, Card]:
    a, b, c = (Card.from_id(id) for id in ids)
    return a, b, c


def _in_order() -> list[int]:
    shadings = (Shading.SOLID, Shading.OPEN, Shading.STRIPED)
    loops = product(ALL_COLORS, ALL_SHAPES, shadings, ALL_NUMBERS)
    return [Card(number, color, shape, shading).id for color, shape, shading, number in loops]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
