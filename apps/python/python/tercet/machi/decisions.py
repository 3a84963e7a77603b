"""From what a player answers to what the engine takes: each question of the rules asks one method of the player.

What is legal is the engine's list; an answer that is not on it is refused with the list.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from tercet import errors

if TYPE_CHECKING:
    from tercet.machi.cards import Card
    from tercet.machi.game import Game
    from tercet.machi.players import Player

Choice = tuple[str, str, str | None, int | None]
"""An action that is legal: its text, verb, card or landmark, and seat."""


class Ask:
    """One decision of a player."""

    def __init__(self, game: Game, player: Player, legal: list[Choice]) -> None:
        self.game, self.player, self.legal = game, player, legal

    def action(self) -> str:
        """The action that the player decides on, as text."""
        return _QUESTIONS[self.legal[0][1]](self)

    def _ask(self, method: str, *arguments: Any) -> Any:
        """What a method of the player answers; it is given as many arguments as it takes."""
        ask = getattr(self.player, method)
        try:
            return ask(*arguments[: _arguments(ask)])
        except Exception as error:
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise errors.RunError(f"{self._who(method)} failed: {why}") from error

    def _who(self, method: str) -> str:
        return f"{self.player.name} ({type(self.player).__name__}.{method})"

    def _refuse(self, method: str, answer: object, allowed: Iterable[object]) -> NoReturn:
        names = ", ".join(str(one) for one in allowed)
        refused = errors.RefusedError(f"{self._who(method)} answered {answer!r}; allowed: {names}")
        refused.code = "answer"
        raise refused

    def _cards(self, verb: str) -> list[Card]:
        """The cards or landmarks that actions of this verb name."""
        return [self.game.card(site) for _, said, site, _ in self.legal if said == verb and site]

    def _players(self, verb: str) -> list[Player]:
        """The players that actions of this verb name."""
        seats = dict.fromkeys(seat for _, said, _, seat in self.legal if said == verb)
        return [self.game.players[seat] for seat in seats if seat is not None]

    def _card(self, method: str, answer: object, cards: list[Card], allowed: list[object]) -> Card:
        """The card of an answer, by its name in whatever spelling."""
        if isinstance(answer, str):
            for card in cards:
                if answer == card:
                    return card
            try:
                named = self.game.card(answer)
            except errors.NotationError:
                named = None
            if named is not None and named in cards:
                return named
        self._refuse(method, answer, allowed)

    def _player(self, method: str, answer: object, players: list[Player], allowed: list[object]) -> Player:
        """The player of an answer: one of them, or the name of one."""
        for player in players:
            if answer is player or (isinstance(answer, str) and answer == player.name):
                return player
        self._refuse(method, answer, allowed)

    def _yes(self, method: str, *arguments: object) -> bool:
        answer = self._ask(method, *arguments)
        if answer is None or isinstance(answer, bool | np.bool_):
            return bool(answer)
        self._refuse(method, answer, (True, False))

    def _named(self, verb: str, method: str) -> str:
        cards = self._cards(verb)
        return f"{verb} {self._card(method, self._ask(method, cards), cards, [*cards])}"

    def dice(self) -> str:
        """One die or two."""
        answer = self._ask("chooseDice", self.game.players)
        if isinstance(answer, int | np.integer) and answer in (1, 2):
            return f"roll {int(answer)}"
        self._refuse("chooseDice", answer, (1, 2))

    def reroll(self) -> str:
        """Roll again, or keep the dice."""
        return "reroll" if self._yes("chooseReroll", self.game.last_roll) else "keep"

    def add_two(self) -> str:
        """Add two, or leave the total."""
        return "add_two" if self._yes("chooseAddTwo", self.game.last_roll) else "stay"

    def build(self) -> str:
        """What to buy, if anything."""
        action = self._ask("chooseAction", self.game.market)
        if action == "pass":
            return "pass"
        if action != "buy":
            self._refuse("chooseAction", action, ("buy", "pass"))
        options = self._cards("build")
        answer = self._ask("chooseCard", options, self.game)
        if answer is None:
            return "pass"
        return f"build {self._card('chooseCard', answer, options, [*options, None])}"

    def target(self) -> str:
        """Who pays."""
        players = self._players("target")
        answer = self._ask("chooseTarget", players)
        return f"target {self._player('chooseTarget', answer, players, _names(players)).index + 1}"

    def exchange(self) -> str:
        """With whom to exchange, and what."""
        players = self._players("exchange")
        optional = any(verb == "decline" for _, verb, _, _ in self.legal)
        allowed = [*_names(players), *([None] if optional else [])]
        answer = self._ask("chooseTarget", players)
        if answer is None and optional:
            return "decline"
        target = self._player("chooseTarget", answer, players, allowed)
        return f"exchange {target.index + 1}" if self._swap(target, optional) else "decline"

    def _swap(self, target: Player, optional: bool) -> bool:
        """Asks for both cards of an exchange at once, and keeps them for when the rules ask."""
        method = "chooseBusinessCenterSwap"
        mine, theirs = self.game._movable(self.player.index), self.game._movable(target.index)
        answer = self._ask(method, target, mine, theirs)
        if answer is None and optional:
            return False
        pairs = f"(one of {', '.join(dict.fromkeys(mine))}; one of {', '.join(dict.fromkeys(theirs))})"
        allowed: list[object] = [pairs, *([None] if optional else [])]
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            self._refuse(method, answer, allowed)
        give = self._card(method, answer[0], mine, allowed)
        self.game._swap = give, self._card(method, answer[1], theirs, allowed)
        return True

    def give(self) -> str:
        """The card to give in an exchange."""
        return f"give {self._settled()[0]}"

    def take(self) -> str:
        """The card to take in an exchange."""
        _, take = self._settled()
        self.game._swap = None
        return f"take {take}"

    def _settled(self) -> tuple[Card, Card]:
        """Both cards of an exchange. Where there was only one to exchange with, and no way to decline, the rules did not ask
        for the target, so the player has not been asked yet."""
        partner = self.game._table.partner
        if self.game._swap is None and partner is not None:
            self._swap(self.game.players[partner], optional=False)
        assert self.game._swap is not None
        return self.game._swap

    def move(self) -> str:
        """Which card to give away, and to whom."""
        cards, players = list(dict.fromkeys(self._cards("move"))), self._players("move")
        answer = self._ask("chooseMove", cards, players)
        allowed: list[object] = [f"(one of {', '.join(cards)}; one of {', '.join(map(str, _names(players)))})"]
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            self._refuse("chooseMove", answer, allowed)
        card = self._card("chooseMove", answer[0], cards, allowed)
        return f"move {card} {self._player('chooseMove', answer[1], players, allowed).index + 1}"

    def exhibit(self) -> str:
        """The card to show, or none."""
        cards = self._cards("exhibit")
        answer = self._ask("chooseExhibit", cards)
        if answer is None:
            return "decline"
        return f"exhibit {self._card('chooseExhibit', answer, cards, [*cards, None])}"

    def invest(self) -> str:
        """Put a coin aside, or not."""
        return "invest" if self._yes("chooseInvestment", self.player.invested) else "save"

    def demolish(self) -> str:
        """Which landmark goes."""
        return self._named("demolish", "chooseDemolition")

    def renovate(self) -> str:
        """Which cards close."""
        return self._named("renovate", "chooseRenovation")

    def activate(self) -> str:
        """Which card fires next."""
        return self._named("activate", "chooseActivation")


_QUESTIONS: dict[str, Callable[[Ask], str]] = {
    "roll": Ask.dice,
    "keep": Ask.reroll,
    "add_two": Ask.add_two,
    "build": Ask.build,
    "target": Ask.target,
    "exchange": Ask.exchange,
    "give": Ask.give,
    "take": Ask.take,
    "demolish": Ask.demolish,
    "move": Ask.move,
    "renovate": Ask.renovate,
    "exhibit": Ask.exhibit,
    "activate": Ask.activate,
    "invest": Ask.invest,
}


def _names(players: list[Player]) -> list[object]:
    return [player.name for player in players]


def _arguments(method: Callable[..., Any]) -> int | None:
    """How many arguments a method takes; `None` for any number."""
    function = getattr(method, "__func__", None)
    taken = _counted(method if function is None else function)
    return taken if taken is None or function is None else taken - 1


@lru_cache(maxsize=1024)
def _counted(method: Callable[..., Any]) -> int | None:
    try:
        parameters = list(inspect.signature(method).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in kinds for each in parameters)
