"""Cards as numbers, and the Sets among them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex, TypeAlias

from tercet._tercet import set_all_positions, set_card_json, set_is_set
from tercet.errors import InvalidCardError
from tercet.set.cards import Card
from tercet.set.encodings import DECK_SIZE, CardCode, IdCode, codes_of, to_id

__all__ = [
    "BOARD_INCREASE_STEP",
    "DECK_SIZE",
    "FEATURE_CARDINALITY",
    "FEATURE_DIM",
    "INITIAL_BOARD_SIZE",
    "MAX_BOARD_SIZE",
    "Triple",
    "Vec",
    "all_set_positions",
    "all_sets",
    "as_id",
    "as_ids",
    "card_name",
    "code_to_vec",
    "is_set",
    "vec_to_code",
]

INITIAL_BOARD_SIZE = 12
BOARD_INCREASE_STEP = 3
MAX_BOARD_SIZE = 21
FEATURE_DIM = 4
FEATURE_CARDINALITY = 3

Triple: TypeAlias = tuple[int, int, int]
Codes: TypeAlias = tuple[CardCode, CardCode, CardCode]
Vec: TypeAlias = tuple[int, int, int, int]

_WEIGHTS = (1, 3, 27, 9)
"""What number, colour, shading and shape weigh in an id."""


def as_id(card: SupportsIndex | Card, encoding: str = "id") -> int:
    """The id of a card that is given by itself or by its code."""
    return card.id if isinstance(card, Card) else to_id(card, encoding)


def as_ids(cards: Iterable[Any], encoding: str = "id") -> list[int]:
    """The ids of cards."""
    codes_of(encoding)
    # Most are ids already, and need no look.
    if encoding == "id":
        return [card if type(card) is IdCode else as_id(card) for card in cards]
    return [as_id(card, encoding) for card in cards]


def code_to_vec(code: SupportsIndex | Card, encoding: str = "id") -> Vec:
    """The number, colour, shading and shape of a card, each from 0 to 2.

    `original` reads the codes of the original environment, where shading weighs 9 and shape 27.

    >>> code_to_vec(46), code_to_vec(46, encoding="original")
    ((1, 0, 1, 2), (1, 0, 2, 1))
    >>> code_to_vec(vec_to_code((1, 0, 1, 2), encoding="original"))
    Traceback (most recent call last):
    tercet.errors.InvalidCardError: 64 is a code of the encoding `original`, not `id`
    """
    id = as_id(code, encoding)
    n, c, s, h = (id // weight % FEATURE_CARDINALITY for weight in _WEIGHTS)
    return n, c, s, h


def vec_to_code(vec: Sequence[SupportsIndex], encoding: str = "id") -> CardCode:
    """The code of a card by its number, colour, shading and shape. It knows its encoding.

    >>> vec_to_code(code_to_vec(46, encoding="original"))
    64
    """
    by_id = codes_of(encoding)
    features = [operator.index(each) for each in vec]
    if len(features) != FEATURE_DIM or not all(0 <= each < FEATURE_CARDINALITY for each in features):
        raise InvalidCardError(f"{tuple(features)} is no card; it takes four numbers from 0 to 2")
    return by_id[sum(feature * weight for feature, weight in zip(features, _WEIGHTS, strict=True))]


def is_set(
    a: SupportsIndex | Card,
    b: SupportsIndex | Card,
    c: SupportsIndex | Card,
    encoding: str = "id",
) -> bool:
    """Are these three different cards that agree or all differ in each attribute?

    >>> is_set(0, 1, 2), is_set(0, 1, 3), is_set(5, 5, 5)
    (True, False, False)
    """
    return set_is_set(as_id(a, encoding), as_id(b, encoding), as_id(c, encoding))


def all_set_positions(codes: Iterable[SupportsIndex | Card], encoding: str = "id") -> list[Triple]:
    """The positions of all Sets among different cards, in lexicographic order.

    >>> all_set_positions([40, 0, 80, 1])
    [(0, 1, 2)]
    """
    return set_all_positions(as_ids(codes, encoding))


def all_sets(codes: Iterable[SupportsIndex | Card], encoding: str = "id") -> list[Codes]:
    """All Sets among different cards, as their codes.

    >>> all_sets([40, 0, 80, 1])
    [(40, 0, 80)]
    """
    ids = as_ids(codes, encoding)
    by_id = codes_of(encoding)
    cards = [by_id[id] for id in ids]
    return [(cards[i], cards[j], cards[k]) for i, j, k in set_all_positions(ids)]


def card_name(id: int, empty: bool = False) -> str:
    """A card in words; `empty` says the demo's word for open symbols."""
    number, color, shape, shading, _ = set_card_json(id)
    words = (
        ("one", "two", "three")[number - 1],
        color,
        "empty" if empty and shading == "open" else shading,
    )
    return " ".join((*words, shape if number == 1 else shape + "s"))
