"""Cards and piles of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["Card", "Counts", "Store"]


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

    def __reduce__(self) -> tuple[type[Card], tuple[str, str, list[int], int, str, str, int]]:
        facts = str(self), self.color, self.hitsOn, self.cost, self.icon, self.rule, self.copies
        return type(self), facts

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


class Store:
    """A pile of cards, each copy by itself."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.deck: list[Card] = list(cards)

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
