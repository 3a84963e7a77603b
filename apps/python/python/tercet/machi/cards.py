"""Cards and piles of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

__all__ = [
    "Blue",
    "BusinessCenter",
    "Card",
    "Counts",
    "Green",
    "PlayerDeck",
    "Purple",
    "Red",
    "Stadium",
    "Store",
    "TVStation",
    "TableDeck",
    "UniqueDeck",
    "UpgradeCard",
    "card_of",
]


class Counts(dict[str, int]):
    """Numbers of copies by name; of what is not there, 0.

    >>> Counts({"Ranch": 2})["Mine"]
    0
    """

    def __missing__(self, name: str) -> int:
        return 0


class Card(str):
    """A card or landmark: its name, which is a string like any other, with its facts.

    >>> from tercet.machi import Game
    >>> forest = Game(players=2).card("forest")
    >>> forest == "Forest", forest.cost, forest.hitsOn, forest.color
    (True, 3, [5], 'blue')
    """

    color: str
    """`blue`, `green`, `red`, `purple`, or `landmark`."""
    hitsOn: list[int]
    """The totals on which it fires; none for a landmark."""
    cost: int
    icon: str
    rule: str
    """What it does, in words."""
    copies: int
    """How many are in the game; of a landmark, one for each player."""

    def __new__(
        cls, name: str, color: str, hits_on: Iterable[int], cost: int, icon: str, rule: str, copies: int
    ) -> Card:
        card = super().__new__(cls, name)
        card.color, card.hitsOn, card.cost = color, list(hits_on), cost
        card.icon, card.rule, card.copies = icon, rule, copies
        return card

    def __reduce__(self) -> tuple[Any, ...]:
        facts = str(self), self.color, self.hitsOn, self.cost, self.icon, self.rule, self.copies
        return card_of, facts, self.__dict__

    @property
    def name(self) -> str:
        """The name as a plain string."""
        return str(self)

    @property
    def is_landmark(self) -> bool:
        """Is it built once, to win?"""
        return self.color == "landmark"

    def describe(self) -> str:
        """What it does, in words."""
        return self.rule


class _Establishment(Card):
    """A card of one colour. Made by itself, as harmonictook makes it, it is of no game: its facts can be read and compared."""

    _color = "blue"

    category: Any
    payout: int
    multiplies: Any

    def __new__(  # type: ignore[misc]
        cls, name: str, category: Any, cost: int, payout: int, hitsOn: Iterable[int], multiplies: Any = None
    ) -> Card:
        card: Any = Card.__new__(cls, name, cls._color, hitsOn, cost, str(category), f"pays {payout}", 6)
        card.category, card.payout, card.multiplies = category, payout, multiplies
        made: Card = card
        return made


class Blue(_Establishment):
    """A card that pays its owner on every player's roll."""


class Green(_Establishment):
    """A card that pays on its owner's roll."""

    _color = "green"


class Red(_Establishment):
    """A card that takes from who rolls."""

    _color = "red"


class Purple(Card):
    """A major establishment: one of a kind in a city."""


class _Official(Purple):
    """One card by its name; made by itself, it is the card of the base game."""

    _name = ""

    def __new__(cls) -> Card:  # type: ignore[misc]
        return _official()[cls._name]


class Stadium(_Official):
    """Takes from everybody."""

    _name = "Stadium"


class TVStation(_Official):
    """Takes from one."""

    _name = "TV Station"


class BusinessCenter(_Official):
    """Exchanges a card."""

    _name = "Business Center"


class UpgradeCard(Card):
    """A landmark; made by its name, it is the landmark of the base game."""

    def __new__(cls, name: str) -> Card:  # type: ignore[misc]
        found = _official().get(name)
        if found is None or not found.is_landmark:
            raise ValueError(f"name: there is no landmark `{name}` in the base game")
        return found


_CLASSES: dict[str, type[Card]] = {"blue": Blue, "green": Green, "red": Red, "purple": Purple, "landmark": UpgradeCard}
_OWN = {kind._name: kind for kind in (Stadium, TVStation, BusinessCenter)}


def card_of(name: str, color: str, *facts: Any) -> Card:
    """A card of the class of its colour, or of its own; the facts are those of `Card`."""
    return Card.__new__(_OWN.get(name) or _CLASSES.get(color, Card), name, color, *facts)


@lru_cache(maxsize=1)
def _official() -> dict[str, Card]:
    """The cards and landmarks of the base game."""
    from tercet.machi.game import Game

    game = Game(players=2, seed=0)
    return {card.name: card for card in (*game.cards, *game.landmarks)}


class Store:
    """A pile of cards, each copy by itself. Those that a game returns are copies: changing one changes no game."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.deck: list[Card] = list(cards)

    def append(self, card: Card) -> None:
        """Lays a card on the pile."""
        self.deck.append(_checked(card))

    def remove(self, card: Card) -> None:
        """Takes one copy of a card off."""
        self.deck.remove(_checked(card))

    def names(self, maxcost: int = 99) -> list[str]:
        """The different names of cards that cost no more than this."""
        return list(dict.fromkeys(card.name for card in self.deck if card.cost <= maxcost))

    def freq(self) -> dict[Card, int]:
        """How many copies of each card there are."""
        counts: dict[Card, int] = {}
        for card in self.deck:
            counts[card] = counts.get(card, 0) + 1
        return counts

    def __len__(self) -> int:
        return len(self.deck)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.deck)

    def __contains__(self, name: object) -> bool:
        return name in self.deck

    def __repr__(self) -> str:
        return f"<Store {', '.join(f'{card} x{copies}' for card, copies in self.freq().items())}>"


class TableDeck(Store):
    """The open cards of harmonictook's game: six of each, and one of each purple card."""

    def __init__(self) -> None:
        cards = [card for card in _official().values() if not card.is_landmark]
        super().__init__(card for card in cards for _ in range(1 if card.color == "purple" else 6))


class UniqueDeck(Store):
    """For so many players: each purple card and landmark once for each."""

    def __init__(self, players: int | Iterable[object]) -> None:
        count = players if isinstance(players, int) else len(list(players))
        kept = [card for card in _official().values() if card.color in ("purple", "landmark")]
        super().__init__(card for card in kept for _ in range(count))


class PlayerDeck(Store):
    """What a player begins with."""

    def __init__(self, owner: object = None) -> None:
        super().__init__(_official()[name] for name in ("Wheat Field", "Bakery"))
        self.owner = owner


def _checked(card: object) -> Card:
    if not isinstance(card, Card):
        raise TypeError(f"card: a pile takes cards, not a `{type(card).__name__}`")
    return card
