"""Cards as numbers, and the Sets among them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex, TypeAlias

from tercet._tercet import set_all_positions, set_card_json, set_is_set
from tercet.errors import InvalidCardError
from tercet.set.cards import Card

DECK_SIZE = 81
INITIAL_BOARD_SIZE = 12
BOARD_INCREASE_STEP = 3
MAX_BOARD_SIZE = 21
FEATURE_DIM = 4
FEATURE_CARDINALITY = 3

Triple: TypeAlias = tuple[int, int, int]
Vec: TypeAlias = tuple[int, int, int, int]

_WEIGHTS = {"id": (1, 3, 27, 9), "original": (1, 3, 9, 27)}
"""What number, colour, shading and shape weigh in a code, by the name of the encoding."""


def _weights(encoding: str) -> Vec:
    try:
        return _WEIGHTS[encoding]
    except KeyError:
        raise ValueError(f"encoding: {encoding!r} is none; there are {', '.join(_WEIGHTS)}") from None


def as_code(card: SupportsIndex | Card) -> int:
    """The number of a card that is given by itself or by its number."""
    if isinstance(card, Card):
        return card.id
    try:
        return operator.index(card)
    except TypeError:
        raise TypeError(f"{card!r} is neither a card nor a card's number") from None


def as_codes(cards: Iterable[Any]) -> list[int]:
    """The numbers of cards."""
    return [as_code(card) for card in cards]


def code_to_vec(code: SupportsIndex | Card, encoding: str = "id") -> Vec:
    """The number, colour, shading and shape of a card, each from 0 to 2.

    `original` reads the codes of the original environment, where shading weighs 9 and shape 27.

    >>> code_to_vec(46), code_to_vec(46, encoding="original")
    ((1, 0, 1, 2), (1, 0, 2, 1))
    """
    number = as_code(code)
    if not 0 <= number < DECK_SIZE:
        raise InvalidCardError(f"{number} is no card's id; ids are 0 to {DECK_SIZE - 1}")
    n, c, s, h = (number // weight % FEATURE_CARDINALITY for weight in _weights(encoding))
    return n, c, s, h


def vec_to_code(vec: Sequence[SupportsIndex], encoding: str = "id") -> int:
    """The code of a card by its number, colour, shading and shape.

    >>> vec_to_code(code_to_vec(46, encoding="original"))
    64
    """
    features = [operator.index(each) for each in vec]
    if len(features) != FEATURE_DIM or not all(0 <= each < FEATURE_CARDINALITY for each in features):
        raise InvalidCardError(f"{tuple(features)} is no card; it takes four numbers from 0 to 2")
    return sum(feature * weight for feature, weight in zip(features, _weights(encoding), strict=True))


def is_set(a: SupportsIndex | Card, b: SupportsIndex | Card, c: SupportsIndex | Card) -> bool:
    """Are these three different cards that agree or all differ in each attribute?

    >>> is_set(0, 1, 2), is_set(0, 1, 3), is_set(5, 5, 5)
    (True, False, False)
    """
    return set_is_set(as_code(a), as_code(b), as_code(c))


def all_set_positions(codes: Iterable[SupportsIndex | Card]) -> list[Triple]:
    """The positions of all Sets among different cards, in lexicographic order.

    >>> all_set_positions([40, 0, 80, 1])
    [(0, 1, 2)]
    """
    return set_all_positions(as_codes(codes))


def all_sets(codes: Iterable[SupportsIndex | Card]) -> list[Triple]:
    """All Sets among different cards, as their codes.

    >>> all_sets([40, 0, 80, 1])
    [(40, 0, 80)]
    """
    cards = as_codes(codes)
    return [(cards[i], cards[j], cards[k]) for i, j, k in set_all_positions(cards)]


def card_name(code: int, empty: bool = False) -> str:
    """A card in words; `empty` says the demo's word for open symbols."""
    number, color, shape, shading, _ = set_card_json(code)
    words = (
        ("one", "two", "three")[number - 1],
        color,
        "empty" if empty and shading == "open" else shading,
    )
    return " ".join((*words, shape if number == 1 else shape + "s"))
