"""A person at a terminal."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tercet.machi.players import DECISIONS, Player

if TYPE_CHECKING:
    from tercet.machi.cards import Card, Store
    from tercet.machi.game import Game

__all__ = ["Human"]

T = TypeVar("T")


class Human(Player):
    """A person at a terminal: every decision is a question with numbered answers.

    Args:
        name: The person's name.
        read: Reads an answer after showing a prompt; `input` if left out.
        write: Shows a line; `print` if left out.
    """

    def __init__(
        self,
        name: str = "Player",
        *,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__(name)
        self._read, self._write = read, write

    def _is_at_the_terminal(self) -> bool:
        """Does it ask as every human does, or has somebody said otherwise?"""
        asks_as_usual = all(getattr(type(self), name) is getattr(Human, name) for name in DECISIONS)
        return self._read is None and asks_as_usual and not any(name in self.__dict__ for name in DECISIONS)

    def show(self, line: str) -> None:
        """Shows a line."""
        (self._write or builtins.print)(line)

    def pick(self, prompt: str, options: Sequence[T], label: Callable[[T], str] = str) -> T:
        """Asks for one of the options by its number, until one is given."""
        for number, option in enumerate(options, 1):
            self.show(f"[{number}] {label(option)}")
        while True:
            answer = (self._read or builtins.input)(f"{prompt} ").strip()
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                return options[int(answer) - 1]
            self.show(f"a number from 1 to {len(options)}, please")

    def confirm(self, prompt: str) -> bool:
        """Asks for yes or no, until one is given."""
        while True:
            answer = (self._read or builtins.input)(f"{prompt} [y/n] ").strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer[0] == "y"
            self.show("y or n, please")

    def chooseDice(self, players: Sequence[Player] | None = None) -> int:
        return self.pick("How many dice?", [1, 2])

    def chooseReroll(self, last_roll: int | None = None) -> bool:
        return self.confirm(f"You rolled {last_roll}. Roll again?")

    def chooseAddTwo(self, total: int) -> bool:
        return self.confirm(f"Add two to {total}?")

    def chooseAction(self, availableCards: Store) -> str:
        return self.pick(f"{self.name}, you have {self.bank} coins:", ["buy", "pass"])

    def chooseCard(self, options: list[Card], game: Game | None = None) -> str | None:
        return self.pick("What do you buy?", options, _priced)

    def chooseTarget(self, players: list[Player]) -> Player | None:
        return self.pick("Who?", players, lambda player: f"{player.name} ({player.bank} coins)")

    def chooseBusinessCenterSwap(
        self, target: Player, my_swappable: list[Card], their_swappable: list[Card]
    ) -> tuple[str, str] | None:
        if not self.confirm(f"Exchange a card with {target.name}?"):
            return None
        give = self.pick("What do you give?", _different(my_swappable))
        return give, self.pick("What do you take?", _different(their_swappable))

    def chooseDemolition(self, landmarks: list[Card]) -> str:
        return self.pick("Which landmark goes?", landmarks)

    def chooseMove(self, cards: list[Card], players: list[Player]) -> tuple[str, Player]:
        card = self.pick("Which card do you give away?", cards)
        return card, self.pick("To whom?", players, lambda player: player.name)

    def chooseRenovation(self, cards: list[Card]) -> str:
        return self.pick("Which cards close?", cards)

    def chooseExhibit(self, cards: list[Card]) -> str | None:
        choice = self.pick("Which card do you show?", [*cards, "none"])
        return None if choice == "none" else choice

    def chooseActivation(self, cards: list[Card]) -> str:
        return self.pick("Which card fires next?", cards)

    def chooseInvestment(self, invested: int) -> bool:
        return self.confirm(f"Put a coin on the Tech Startup, where {invested} lie?")


def _priced(card: Card) -> str:
    return f"{card} ({card.cost}): {card.rule}"


def _different(cards: list[Card]) -> list[Card]:
    return list(dict.fromkeys(cards))
