"""The engine types of SET: cards, decks, boards, and their JSON shapes. All values are frozen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from itertools import product
from typing import (
    Any,
    Literal,
    NewType,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    runtime_checkable,
)
from zlib import crc32

from tercet._tercet import (
    set_card_json,
    set_check_different,
    set_check_triple,
    set_read_board,
    set_read_card,
    set_words,
)
from tercet.errors import InvalidCardError, InvalidSetError, InvariantViolation, TypesError
from tercet.set.encodings import DECK_SIZE, IDS, CardCode, checked

CardId = NewType("CardId", int)
BoardIndex = NewType("BoardIndex", int)

STANDARD_DECK_SIZE = DECK_SIZE
BOARD_MIN = 12
BOARD_STANDARD = 12


class Number(IntEnum):
    """How many symbols."""

    ONE = 1
    TWO = 2
    THREE = 3


class Word(Enum):
    """A word whose hash is the same in every process, as that of an enum's own is not."""

    def __hash__(self) -> int:
        return crc32(f"{type(self).__name__}.{self.name}".encode())


class Color(Word):
    """Their colour."""

    RED = "red"
    GREEN = "green"
    PURPLE = "purple"


class Shape(Word):
    """Their shape."""

    DIAMOND = "diamond"
    SQUIGGLE = "squiggle"
    OVAL = "oval"


class Shading(Word):
    """Their shading; `empty`, `outline`, `outlined` and `hollow` are read as `open`."""

    SOLID = "solid"
    STRIPED = "striped"
    OPEN = "open"

    @classmethod
    def _missing_(cls, value: object) -> Shading | None:
        return cls.OPEN if value in ("empty", "outline", "outlined", "hollow") else None


ALL_NUMBERS = tuple(Number)
ALL_COLORS = tuple(Color)
ALL_SHAPES = tuple(Shape)
ALL_SHADINGS = tuple(Shading)


class CardJSON(TypedDict):
    """A card: its attributes in lower-case words, and its id."""

    number: Literal[1, 2, 3]
    color: Literal["red", "green", "purple"]
    shape: Literal["diamond", "squiggle", "oval"]
    shading: Literal["solid", "striped", "open"]
    id: int


class BoardJSON(TypedDict):
    """A board: as many cells as its capacity, each a card's id or `None`."""

    capacity: int
    cells: Sequence[int | None]


_Attribute = TypeVar("_Attribute", bound=Enum)


def _attribute(kind: type[_Attribute], name: str, value: object) -> _Attribute:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(each.value) for each in kind)
        raise InvalidCardError(f"{name}: {value!r} is not one of {words}") from None


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 81 cards. An id that is given must be that of the attributes; one that is not is filled in.

    >>> Card(Number.TWO, Color.RED, Shape.OVAL, Shading.STRIPED).id
    46
    """

    number: Number
    color: Color
    shape: Shape
    shading: Shading
    id: CardId = field(default=None, compare=False)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "number", _attribute(Number, "number", self.number))
        put(self, "color", _attribute(Color, "color", self.color))
        put(self, "shape", _attribute(Shape, "shape", self.shape))
        put(self, "shading", _attribute(Shading, "shading", self.shading))
        if isinstance(self.id, CardCode):
            checked(self.id, "id")
        if self.id is not None:
            set_read_card(json.dumps(self._json(), default=_not_json))
        put(self, "id", CardId(IDS[self._own_id()]))

    @classmethod
    def from_id(cls, id: int) -> Card:
        """The card of an id, 0 to 80."""
        return _card(checked(id, "id"))

    @classmethod
    def from_json(cls, data: CardJSON) -> Card:
        """The card that a JSON object means, if its id is that of its attributes."""
        return cls.from_id(set_read_card(json_text(data)))

    def to_json(self) -> CardJSON:
        """The card as a JSON object."""
        return self._json()

    def as_tuple(self) -> tuple[Number, Color, Shape, Shading]:
        """Number, colour, shape and shading."""
        return self.number, self.color, self.shape, self.shading

    def __hash__(self) -> int:
        """The same in every process, as enums' own are not."""
        return hash((STANDARD_DECK_SIZE, self._own_id()))

    def __str__(self) -> str:
        return set_words(self._own_id())

    def _own_id(self) -> int:
        return (
            ALL_NUMBERS.index(self.number)
            + 3 * ALL_COLORS.index(self.color)
            + 9 * ALL_SHAPES.index(self.shape)
            + 27 * ALL_SHADINGS.index(self.shading)
        )

    def _json(self) -> CardJSON:
        return {
            "number": self.number.value,
            "color": self.color.value,
            "shape": self.shape.value,
            "shading": self.shading.value,
            "id": self.id,
        }


@lru_cache(maxsize=None)
def _card(id: int) -> Card:
    number, color, shape, shading, _ = set_card_json(id)
    return Card(Number(number), Color(color), Shape(shape), Shading(shading))


CardTriple: TypeAlias = frozenset[Card]
"""Three cards in no order."""


@runtime_checkable
class SetPredicate(Protocol):
    """A rule by which three cards are a Set or none."""

    def __call__(self, a: Card, b: Card, c: Card, /) -> bool:
        """Are they a Set?"""
        ...


@dataclass(frozen=True, slots=True)
class SetTriple:
    """Three cards that are a Set."""

    cards: CardTriple

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", frozenset(_cards(self.cards)))
        set_check_triple(sorted(card.id for card in self.cards))

    @classmethod
    def by(cls, cards: Iterable[Card], predicate: SetPredicate) -> SetTriple:
        """Three cards that are a Set by a rule of your own."""
        three = frozenset(_cards(cards))
        if len(three) != 3 or not predicate(*sorted(three, key=lambda card: card.id)):
            raise InvalidSetError(f"{', '.join(sorted(map(str, three)))}: no Set by this rule")
        triple = object.__new__(cls)
        object.__setattr__(triple, "cards", three)
        return triple


@dataclass(frozen=True, slots=True)
class Deck:
    """Different cards in order, the first on top."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", _different(self.cards))

    @classmethod
    def standard(cls) -> Deck:
        """All 81 cards by id."""
        return cls(tuple(Card(*each) for each in _by_id()))

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Board:
    """Cells with different cards or `None`. `present` and `indices` follow from the cells; they are checked where they are given."""

    cells: tuple[Card | None, ...]
    present: frozenset[Card] = field(default=None, compare=False)  # type: ignore[arg-type]
    indices: frozenset[BoardIndex] = field(default=None, compare=False)  # type: ignore[arg-type]

    def __post_init__(self) -> None:
        cells = tuple(self.cells)
        present = frozenset(_different(card for card in cells if card is not None))
        indices = frozenset(BoardIndex(nth) for nth, card in enumerate(cells) if card is not None)
        for name, own in (("present", present), ("indices", indices)):
            given = getattr(self, name)
            if given is not None and frozenset(given) != own:
                raise InvariantViolation(f"{name}: it is not what follows from the cells")
            object.__setattr__(self, name, own)
        object.__setattr__(self, "cells", cells)

    @classmethod
    def from_json(cls, data: BoardJSON) -> Board:
        """The board that a JSON object means."""
        cells = set_read_board(json_text(data))
        return cls(tuple(None if id is None else Card.from_id(id) for id in cells))

    def to_json(self) -> BoardJSON:
        """The board as a JSON object."""
        return {"capacity": self.size(), "cells": self._ids()}

    def size(self) -> int:
        """How many cells."""
        return len(self.cells)

    def occupied(self) -> int:
        """How many cards."""
        return len(self.present)

    def __hash__(self) -> int:
        return hash(tuple(-1 if card is None else card.id for card in self.cells))

    def _ids(self) -> list[int | None]:
        return [None if card is None else card.id for card in self.cells]


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards that are out of play; their order means nothing."""

    cards: frozenset[Card] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", frozenset(_cards(self.cards)))


def _by_id() -> Iterator[tuple[Number, Color, Shape, Shading]]:
    for shading, shape, color, number in product(ALL_SHADINGS, ALL_SHAPES, ALL_COLORS, ALL_NUMBERS):
        yield number, color, shape, shading


def _cards(cards: Iterable[Any]) -> tuple[Card, ...]:
    found = tuple(cards)
    for card in found:
        if not isinstance(card, Card):
            raise TypeError(f"{card!r} is no Card")
    return found


def _different(cards: Iterable[Any]) -> tuple[Card, ...]:
    found = _cards(cards)
    set_check_different([card.id for card in found])
    return found


def _not_json(value: object) -> object:
    raise TypeError(f"{value!r} has no JSON")


def json_text(data: Mapping[str, Any]) -> str:
    """The text of a JSON object."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{data!r} is no dict")
    try:
        return json.dumps(dict(data), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise TypesError(f"not JSON: {error}") from None
