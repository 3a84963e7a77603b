"""Who sits at the table. Override what you want to decide; an advisor, one of the engine's bots, decides the rest."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tercet import errors
from tercet._tercet import MachiBot
from tercet.machi import study
from tercet.machi.cards import Counts
from tercet.machi.overrides import warn_of_slips
from tercet.machi.questions import Question, bot_again

if TYPE_CHECKING:
    from tercet._tercet import MachiTable
    from tercet.machi.cards import Card, Store
    from tercet.machi.game import Game

__all__ = ["Bot", "Player"]

DECISIONS = (
    "chooseDice",
    "chooseReroll",
    "chooseAddTwo",
    "chooseAction",
    "chooseCard",
    "chooseTarget",
    "chooseBusinessCenterSwap",
    "chooseDemolition",
    "chooseMove",
    "chooseRenovation",
    "chooseExhibit",
    "chooseActivation",
    "chooseInvestment",
)

_EXPANSION_VERBS = frozenset(["add_two", "demolish", "move", "renovate", "exhibit", "activate", "invest"])
_GUIDE = "impatient"


class Player:
    """A seat at a table: what it has, read from the engine, and the decisions that it makes.

    Every decision that a subclass does not override is its advisor's.
    """

    advisor: str = "random"
    """The bot that decides what is not overridden, by its name as `tercet.bots("machi")` has it. Where nobody names one, what
    only expansions ask is left to `impatient`: at random it would demolish anything."""

    def __init__(self, name: str = "", *, advisor: str | None = None) -> None:
        self.name = name or type(self).__name__
        self._is_guided = advisor is None and self.advisor == Player.advisor
        if advisor is not None:
            self.advisor = advisor
        self.rng = random.Random()
        """A generator of its own, seeded anew for each game: draw from it, and the same seed is the same game."""
        self._game: Game | None = None
        self._index = -1
        self._brain: MachiBot | None = None
        self._guide: MachiBot | None = None
        self._advised: tuple[int, str] | None = None
        self._asked: list[Question] = []

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        warn_of_slips(cls, DECISIONS)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    # What it has.

    @property
    def game(self) -> Game:
        """The game at whose table it sits."""
        if self._game is None:
            raise errors.RunError(f"{self.name} sits at no table; seat it with Game(players=[…])")
        return self._game

    @property
    def index(self) -> int:
        """Its seat, counted from 0."""
        self.game  # noqa: B018
        return self._index

    @property
    def bank(self) -> int:
        """Its coins. They can be set, between turns: see `tercet.machi.study`."""
        return self.game._city(self._index)[0]

    @bank.setter
    def bank(self, coins: int) -> None:
        study.set_coins(self, "bank", coins)

    @property
    def deck(self) -> Store:
        """Its cards and landmarks."""
        return self.game._deck_of(self._index)

    @property
    def cards(self) -> Counts:
        """Its cards with their numbers of copies; 0 of a card that it has not."""
        return Counts(self.game._city(self._index)[1])

    @property
    def closed(self) -> Counts:
        """How many copies of its cards are closed; 0 of any other card."""
        return Counts(self.game._city(self._index)[2])

    @property
    def landmarks(self) -> list[str]:
        """The landmarks that it has built."""
        return list(self.game._city(self._index)[3])

    @property
    def invested(self) -> int:
        """The coins on its Tech Startup."""
        return self.game._city(self._index)[4]

    @property
    def isrollingdice(self) -> bool:
        """Is it its turn? Setting it to `True`, between turns, makes it so."""
        return self.game.current_player_index == self._index

    @isrollingdice.setter
    def isrollingdice(self, is_rolling: bool) -> None:
        if is_rolling:
            study.edit(self.game, lambda position: position.update(active=self._index))
        elif self.isrollingdice:
            raise errors.ConfigError("isrollingdice: somebody rolls; set it to True where it should be")

    @property
    def hasTrainStation(self) -> bool:
        """Has it built the Train Station? It can be set, between turns."""
        return "Train Station" in self.landmarks

    @hasTrainStation.setter
    def hasTrainStation(self, is_built: bool) -> None:
        study.set_landmark(self, "Train Station", is_built)

    @property
    def hasShoppingMall(self) -> bool:
        """Has it built the Shopping Mall? It can be set, between turns."""
        return "Shopping Mall" in self.landmarks

    @hasShoppingMall.setter
    def hasShoppingMall(self, is_built: bool) -> None:
        study.set_landmark(self, "Shopping Mall", is_built)

    @property
    def hasAmusementPark(self) -> bool:
        """Has it built the Amusement Park? It can be set, between turns."""
        return "Amusement Park" in self.landmarks

    @hasAmusementPark.setter
    def hasAmusementPark(self, is_built: bool) -> None:
        study.set_landmark(self, "Amusement Park", is_built)

    @property
    def hasRadioTower(self) -> bool:
        """Has it built the Radio Tower? It can be set, between turns."""
        return "Radio Tower" in self.landmarks

    @hasRadioTower.setter
    def hasRadioTower(self, is_built: bool) -> None:
        study.set_landmark(self, "Radio Tower", is_built)

    def isWinner(self) -> bool:
        """Has it built all landmarks?"""
        return not self.checkRemainingUpgrades()

    def checkRemainingUpgrades(self) -> list[Card]:
        """The landmarks that it has still to build."""
        built = self.landmarks
        return [card for card in self.game.landmarks if card not in built]

    # What is changed by hand, between turns.

    def deposit(self, amount: int) -> None:
        """Gives it coins by hand: from then on the game has no record."""
        study.set_coins(self, "deposit", self.bank + amount)

    def deduct(self, amount: int) -> int:
        """Takes coins by hand, as many as it has: how many they were."""
        taken = min(amount, self.bank)
        study.set_coins(self, "deduct", self.bank - taken)
        return taken

    def buy(self, name: str, availableCards: Store | None = None) -> bool:
        """Buys a card of the table's market, or a landmark, by hand, whoever's turn it is: was there one that it can pay for?"""
        return study.bought(self, name)

    def swap(self, card: Card | str, otherPlayer: Player, otherCard: Card | str) -> None:
        """Exchanges a card for another's by hand."""
        study.swapped(self, card, otherPlayer, otherCard)

    def dieroll(self) -> tuple[int, bool]:
        """Throws as many dice as it chooses, by Python's `random`, and changes nothing: the total, and whether they are alike."""
        dice = self.chooseDice()
        if dice not in (1, 2):
            raise ValueError(f"chooseDice answered {dice!r}; allowed: 1, 2")
        thrown = [random.randint(1, 6) for _ in range(dice)]
        return sum(thrown), len(thrown) == 2 and thrown[0] == thrown[1]

    # What it decides: override what you like.

    def chooseDice(self, players: Sequence[Player] | None = None) -> int:
        """One die or two; a game asks with a Train Station only. A player who need not decide answers two where there is one."""
        if self._game is None or self._game._deciding is not self:
            return 2 if self._game is not None and self.hasTrainStation else 1
        return int(self._advice().split()[1])

    def chooseReroll(self, last_roll: int | None = None) -> bool:
        """Roll again? Asked with a Radio Tower only."""
        return self._advice() == "reroll"

    def chooseAddTwo(self, total: int) -> bool:
        """Add two to the total? Asked with a Harbor, on 10 or more."""
        return self._advice() == "add_two"

    def chooseAction(self, availableCards: Store) -> str:
        """`buy` or `pass`; asked when there is something that it can pay for."""
        if type(self).chooseCard is not Player.chooseCard:
            return "buy"
        return "pass" if self._advice() == "pass" else "buy"

    def chooseCard(self, options: list[Card], game: Game | None = None) -> str | None:
        """The card or landmark to buy, one of the options, or `None` for nothing."""
        advice = self._advice()
        return None if advice == "pass" else self.game.card(advice.split(" ", 1)[1])

    def chooseTarget(self, players: list[Player]) -> Player | None:
        """Who pays for a TV Station, or with whom to exchange by a Business Center (`None` declines)."""
        advice = self._advice()
        return None if advice == "decline" else self.game.players[int(advice.split()[1]) - 1]

    def chooseBusinessCenterSwap(
        self, target: Player, my_swappable: list[Card], their_swappable: list[Card]
    ) -> tuple[str, str] | None:
        """The card to give and the card to take, or `None` to decline."""
        game = self.game
        # What the rules would ask after this; where there is one card only, they don't.
        peek, swap = game._table.copy(), {"give": my_swappable[0].name, "take": their_swappable[0].name}
        played = [f"exchange {target.index + 1}"] if game._verb == "exchange" else []
        for action in played:
            peek.play(action)
        for verb in ("give", "take"):
            legal = peek.legal()
            if legal and legal[0][1] == verb:
                advice = self._answer(peek, played)
                swap[verb] = advice.split(" ", 1)[1]
                peek.play(advice)
                played = [*played, advice]
        return game.card(swap["give"]), game.card(swap["take"])

    def chooseDemolition(self, landmarks: list[Card]) -> str:
        """The own landmark to un-build by a Demolition Company."""
        return self._named_by_advice()

    def chooseMove(self, cards: list[Card], players: list[Player]) -> tuple[str, Player]:
        """The own card to give away by a Moving Company, and to whom."""
        card, seat = self._advice().split(" ", 1)[1].rsplit(" ", 1)
        return self.game.card(card), self.game.players[int(seat) - 1]

    def chooseRenovation(self, cards: list[Card]) -> str:
        """The card whose copies a Renovation Company closes."""
        return self._named_by_advice()

    def chooseExhibit(self, cards: list[Card]) -> str | None:
        """The own card that an Exhibit Hall activates, or `None` to decline."""
        return None if self._advice() == "decline" else self._named_by_advice()

    def chooseActivation(self, cards: list[Card]) -> str:
        """The purple card that fires next, where the order matters."""
        return self._named_by_advice()

    def chooseInvestment(self, invested: int) -> bool:
        """Put a coin on the Tech Startup, where so many lie?"""
        return self._advice() == "invest"

    # The advisor.

    def _sit(self, game: Game, index: int, seed: int) -> None:
        self._brain, self._guide = MachiBot(self.advisor, seed), None
        self._game, self._index, self._advised, self._asked = game, index, None, []
        self._seed = seed
        self.rng = random.Random(seed)

    def _answer(self, table: MachiTable, played: Sequence[str] = ()) -> str:
        """The answer of who decides now what is not overridden, at the table as it is or with more plays."""
        name, bot = self._thinking()
        answer = bot.answer(table)
        self._asked.append((self.game._table.num_plays, list(played), name))
        return answer

    def _thinking(self) -> tuple[str, MachiBot]:
        if not self._is_guided or self.game._verb not in _EXPANSION_VERBS:
            return self.advisor, self._first_bot()
        if self._guide is None:
            self._guide = bot_again(self, _GUIDE)
        return _GUIDE, self._guide

    def _first_bot(self) -> MachiBot:
        """The advisor itself."""
        if self._brain is None:
            self._brain = bot_again(self, self.advisor)
        return self._brain

    def _advice(self) -> str:
        """The advisor's action, thought of once for each decision."""
        game = self.game
        if game._deciding is not self:
            raise errors.RunError(f"{self.name} is not to decide now, so its advisor has nothing to say")
        moment = game._table.num_plays
        if self._advised is None or self._advised[0] != moment:
            self._advised = moment, self._answer(game._table)
        return self._advised[1]

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle keeps: all but the bots, which are what they were asked."""
        return {**self.__dict__, "_brain": None, "_guide": None}

    def __deepcopy__(self, memo: dict[int, Any]) -> Player:
        twin = self.__class__.__new__(self.__class__)
        memo[id(self)] = twin
        for name, value in self.__dict__.items():
            twin.__dict__[name] = copy.deepcopy(value, memo)
        return twin

    def _named_by_advice(self) -> Card:
        return self.game.card(self._advice().split(" ", 1)[1])

    def _overrides(self) -> bool:
        """Does it decide anything itself?"""
        return any(
            name in self.__dict__ or getattr(type(self), name) is not getattr(Player, name) for name in DECISIONS
        )


class Bot(Player):
    """A player that a program decides for.

    >>> from tercet.machi import Bot, Game, NullDisplay
    >>> class Baker(Bot):
    ...     def chooseCard(self, options):
    ...         return "Bakery" if "Bakery" in options else options[-1]
    >>> game = Game(players=[Baker("Bea"), "random"], seed=1)
    >>> game.run(NullDisplay()).name
    'Bea'
    """
