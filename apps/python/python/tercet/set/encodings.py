"""Cards as numbers that know their encoding: ids, and the codes of the original environment."""

from __future__ import annotations

import operator
from typing import Any, ClassVar, SupportsIndex, TypeVar

from tercet.errors import InvalidCardError

DECK_SIZE = 81

_Code = TypeVar("_Code", bound="CardCode")


class CardCode(int):
    """A card's number, 0 to 80, that knows its encoding. It is an `int` wherever one is wanted.

    Where codes of two encodings meet, `InvalidCardError` is raised: the same number means two cards.

    >>> OriginalCode(46) + 1, OriginalCode(46) == 46
    (47, True)
    >>> IdCode(46) == OriginalCode(46)
    Traceback (most recent call last):
    tercet.errors.InvalidCardError: 46 is a code of the encoding `original`, not `id`
    """

    __slots__ = ()
    encoding: ClassVar[str]
    """The name of its encoding."""

    def __new__(cls: type[_Code], code: SupportsIndex) -> _Code:
        if not hasattr(cls, "encoding"):
            raise TypeError("a CardCode is an IdCode or an OriginalCode")
        return super().__new__(cls, checked(code, cls.encoding))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardCode):
            checked(other, self.encoding)
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, CardCode):
            checked(other, self.encoding)
        return int.__ne__(self, other)

    __hash__ = int.__hash__


class IdCode(CardCode):
    """Number + 3 * colour + 9 * shape + 27 * shading: a card's id."""

    __slots__ = ()
    encoding = "id"


class OriginalCode(CardCode):
    """Number + 3 * colour + 9 * shading + 27 * shape: a code of the original environment."""

    __slots__ = ()
    encoding = "original"


def checked(code: Any, encoding: str) -> int:
    """A number that is a card's code, and of no other encoding."""
    if isinstance(code, CardCode) and code.encoding != encoding:
        raise InvalidCardError(f"{int(code)} is a code of the encoding `{code.encoding}`, not `{encoding}`")
    try:
        number = operator.index(code)
    except TypeError:
        raise TypeError(f"{code!r} is neither a card nor a card's number") from None
    if not 0 <= number < DECK_SIZE:
        noun = _NOUNS[encoding]
        raise InvalidCardError(f"{number} is no card's {noun}; {noun}s are 0 to {DECK_SIZE - 1}")
    return int(number)


_NOUNS = {IdCode.encoding: "id", OriginalCode.encoding: "code"}

IDS = tuple(map(IdCode, range(DECK_SIZE)))
ORIGINALS = tuple(map(OriginalCode, range(DECK_SIZE)))

_MIRROR = tuple(code % 9 + 9 * (code // 27) + 27 * (code // 9 % 3) for code in range(DECK_SIZE))
"""What a number of one encoding is in the other: shading and shape change places."""


_BY_ID: dict[str, tuple[CardCode, ...]] = {"id": IDS, "original": tuple(ORIGINALS[code] for code in _MIRROR)}


def codes_of(encoding: str) -> tuple[CardCode, ...]:
    """All codes of an encoding, by the id of their card."""
    try:
        return _BY_ID[encoding]
    except (KeyError, TypeError):
        raise ValueError(f"encoding: {encoding!r} is none; there are {', '.join(_BY_ID)}") from None


def to_id(code: Any, encoding: str) -> int:
    """The id of a card that is given by its code."""
    codes_of(encoding)
    number = checked(code, encoding)
    return number if encoding == "id" else _MIRROR[number]
