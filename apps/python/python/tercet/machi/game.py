"""A game of Machi Koro: players over a table of the engine, which decides every rule."""

from __future__ import annotations

import copy
import json
import operator
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, SupportsIndex

from tercet import _plan, errors
from tercet._notebook import Record
from tercet._tercet import MachiOdds, MachiTable, stream_seed
from tercet.machi import saving
from tercet.machi.cards import Card, Store, card_of
from tercet.machi.decisions import Ask
from tercet.machi.display import Display, NullDisplay, TerminalDisplay
from tercet.machi.events import Event, GameState, PlayerSnapshot
from tercet.machi.players import Player
from tercet.machi.seats import Seat, Seats, rules, sit_down

__all__ = ["Game"]

_RANDINT = random.randint

PICKLE = 2
"""The version of pickles: raised when older ones can't be read."""

City = tuple[int, list[tuple[str, int]], list[tuple[str, int]], list[str], int]
"""Coins, cards, closed cards, landmarks, coins that are invested."""
EventTuple = tuple[str, str, int | None, str, int | None, int, bool, str, str]
"""Harmonictook's type, the log's, seat, card, other player, value, doubles, other card, text."""


class Game:
    """A table and who sits at it.

    Args:
        bots: How many bots sit behind the humans, or which: players, names of bots as `tercet.bots("machi")` has
            them, or classes.
        humans: How many humans, or which: players or their names.
        players: How many bots, or who sits there, seat by seat; in place of bots and humans.
        seed: The same seed, the same dice and cards; drawn from Python's `random` if left out.
        dice: Throws dice in the dealer's place: called with 1 and 6 like `random.randint`. A game with it has no record.
        expansions: `harbor`, `millionaires_row`, `promo`.
        market: `total`, `variable` or `hybrid`; what goes with the expansions if left out.
        cards: A file of custom cards.
        keep_turns: How many turns `history` keeps; all if left out.
        config: Other options of the rules, as `tercet.options("machi")` lists them.

    >>> game = Game(players=2, seed=42)
    >>> [player.name for player in game.players], game.players[0].bank
    (['Robo0', 'Robo1'], 3)
    >>> [event.type for event in game.next_turn()][:3]
    ['turn_start', 'roll', 'card_activates']
    """

    def __init__(
        self,
        bots: int | Sequence[Seat] | None = None,
        humans: int | Sequence[Player | str] | None = None,
        *,
        players: int | Sequence[Seat] | None = None,
        seed: SupportsIndex | None = None,
        dice: Callable[[int, int], int] | None = None,
        expansions: Sequence[str] = (),
        market: str | None = None,
        cards: str | PathLike[str] | None = None,
        keep_turns: int | None = None,
        **config: object,
    ) -> None:
        seated = sit_down(players, bots, humans)
        options = {"players": len(seated), **rules(expansions, market, cards), **config}
        seed = random.getrandbits(63) if seed is None else _plan.checked_seed(seed)
        self._sit(MachiTable.begin(_plan.pairs(options), seed), seated, None, dice, keep_turns)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Game:
        """The game that `save` wrote, to be gone on with as if it had never been away. Who sits there by a class of yours
        needs that class defined before; a `Human` asks at the terminal again."""
        return saving.load(cls, path)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the game into a file, also in the middle of it: `load` goes on with the same dice, bots and history."""
        saving.save(self, path)

    @classmethod
    def at(
        cls,
        position: Mapping[str, Any],
        players: Sequence[Seat] | None = None,
        *,
        playable: bool = True,
        seed: SupportsIndex = 0,
        **config: object,
    ) -> Game:
        """A game from a position on, in the form of `tercet roll machi`: `players` with `coins`, `cards` and `landmarks`,
        and if need be `closed` and `investment`; `active`, `market` and `rules`.

        With `playable=False` the position may be one that no game comes to; it can be asked about, not played on.

        >>> city = {"coins": 3, "cards": {"Ranch": 2, "Bakery": 1}, "landmarks": ["Train Station"]}
        >>> game = Game.at({"players": [city, city]}, playable=False)
        >>> game.players[1].cards
        {'Ranch': 2, 'Bakery': 1}
        """
        try:
            text = json.dumps({"active": 0, **position})
        except (TypeError, ValueError) as error:
            raise TypeError(f"position: {error}") from error
        table = MachiTable.at(_plan.pairs(config), text, _plan.checked_seed(seed), playable)
        seated = sit_down(table.num_players if players is None else players, 0, 0)
        if len(seated) != table.num_players:
            raise errors.ConfigError(f"players: {len(seated)} for a position of {table.num_players}")
        game = cls.__new__(cls)
        game._sit(table, seated, None, None, None)
        return game

    def _sit(
        self,
        table: MachiTable,
        players: Sequence[Player],
        seeds: Sequence[int] | None,
        dice: Callable[[int, int], int] | None,
        keep_turns: int | None,
    ) -> None:
        if keep_turns is not None and keep_turns < 0:
            raise errors.ConfigError(f"keep_turns: {keep_turns} is below 0")
        self._table, self._dice, self._keep_turns = table, dice, keep_turns
        self._learn_cards()
        self._seeds = list(seeds or (stream_seed(table.seed, [1 + seat]) for seat in range(len(players))))
        self.players: list[Player] = Seats(self, players)
        """Who sits there. Another player may take a seat: `game.players[0] = …`."""
        self._begin_anew()

    def _resume(
        self, table: MachiTable, players: Sequence[Player], seeds: Sequence[int], keep_turns: int | None
    ) -> None:
        """Sits down players who have played at this table before."""
        self._table, self._dice, self._keep_turns, self._seeds = table, None, keep_turns, list(seeds)
        self._learn_cards()
        for seat, player in enumerate(players):
            player._game, player._index = self, seat
        self.players = Seats.of(self, players)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.history: list[GameState] = []
        """The turns that are over."""
        self._events: list[Event] = []
        self._waiting: list[Event] = []
        self._shown: list[object] = []
        self._deciding: Player | None = None
        self._verb = ""
        self._swap: tuple[Card, Card] | None = None
        self._turns = 0
        self._last_roll: int | None = None
        self._total = 0
        # A game's first turn begins with its roll; a position stands in the middle of one.
        self._has_begun = not self._table.is_recorded
        self._is_studied = False
        self._quiet: list[tuple[int, int, list[int]]] = []
        """Where the engine played by itself: from which play to which, and whom."""
        self._odds: dict[str, MachiOdds] = {}

    def _study(self, table: MachiTable) -> None:
        """Goes on at a table whose position was changed by hand; see `tercet.machi.study`."""
        self._table = table
        self._odds = {}
        self._has_begun, self._is_studied, self._quiet = True, True, []
        for player in self.players:
            player._advised, player._asked = None, []

    def _learn_cards(self) -> None:
        table = self._table
        self._facts = {facts[0]: card_of(*facts) for facts in table.cards()}
        self._landmarks = [
            card_of(name, "landmark", (), cost, "landmark", rule, table.num_players)
            for name, cost, rule in table.landmarks()
        ]
        self._facts.update({card.name: card for card in self._landmarks})
        options = dict(table.config)
        self._has_expansions = (options["expansions"], options["cards"]) != ("none", "none")

    # How it stands.

    @property
    def seed(self) -> int:
        """The deal's seed."""
        return self._table.seed

    @property
    def current_player_index(self) -> int:
        """Whose turn it is, or is next."""
        return self._table.roller

    @property
    def turn_number(self) -> int:
        """How many turns are over."""
        return self._turns

    @property
    def last_roll(self) -> int | None:
        """The total of the last roll, with what was added to it."""
        return self._table.total or self._last_roll

    @property
    def winner(self) -> Player | None:
        """Who has built all landmarks first."""
        if self._table.winner is not None:
            return self.players[self._table.winner]
        # Landmarks that were built by hand win as well.
        return next((player for player in self.players if player.isWinner()), None) if self._is_studied else None

    @property
    def is_over(self) -> bool:
        """Has somebody won, or is the limit of turns reached?"""
        return self._table.is_over or self.winner is not None

    @property
    def market(self) -> Store:
        """What the current player can choose from, coins aside."""
        return Store(card for card in self._spread(self._table.market()) if not self._is_owned_purple(card))

    @property
    def reserve(self) -> Store:
        """What the current player is not offered: cards that may still come, purple ones that he has, and the landmarks
        that he has not built."""
        shown = [card for card in self._spread(self._table.market()) if self._is_owned_purple(card)]
        left = self.get_current_player().checkRemainingUpgrades()
        return Store([*shown, *self._spread(self._table.deck()), *left])

    @property
    def landmarks(self) -> list[Card]:
        """The landmarks that win."""
        return list(self._landmarks)

    @property
    def cards(self) -> list[Card]:
        """The cards that are played with."""
        return [card for card in self._facts.values() if not card.is_landmark]

    def card(self, name: str) -> Card:
        """The card or landmark of this name, in whatever spelling."""
        found = self._facts.get(name)
        return self._facts[self._table.full_name(name)] if found is None else found

    def get_current_player(self) -> Player:
        """Whose turn it is, or is next."""
        return self.players[self.current_player_index]

    def get_purchase_options(self) -> list[Card]:
        """What the current player can pay for: cards of the market, then landmarks."""
        return [self._facts[name] for name in self._table.affordable()]

    def get_player_state(self, player: Player) -> dict[str, Any]:
        """What a player has, as plain data: `bank`, numbers of `landmarks` and `cards`, and which they are."""
        self._check_seated(player)
        bank, cards, closed, landmarks, invested = self._city(player.index)
        return {
            "name": player.name,
            "bank": bank,
            "landmarks": len(landmarks),
            "cards": sum(copies for _, copies in cards),
            "landmark_names": list(landmarks),
            "card_counts": dict(cards),
            "closed": dict(closed),
            "invested": invested,
        }

    def get_market_state(self) -> dict[str, int]:
        """How many copies of each card lie open."""
        return dict(self._table.market())

    def refresh_market(self) -> None:
        """Does nothing: the engine deals what is missing, and `market` is always that of the current player. It is there
        for programs that call it before each turn."""

    def scores(self) -> list[int]:
        """The finish scores as they stand: 3 for each coin of landmarks, 2 of cards, 1 in the purse, 25 for the winner."""
        return [score for _, score in self._table.finishes()]

    def text(self) -> str:
        """How it stands, for people."""
        return self._table.text([player.name for player in self.players])

    def position(self) -> dict[str, Any]:
        """The position, as `Game.at` takes it, without a decision in the middle of a turn."""
        position: dict[str, Any] = json.loads(self._table.position())
        return position

    def record(self) -> Record:
        """The game so far as a record, which `tercet.replay` and the archive take."""
        return Record(self._table.record())

    # What happens.

    def next_turn(self, display: Display | None = None) -> list[Event]:
        """Plays one turn and returns its events, which the display gets as they happen. A bonus turn is a turn."""
        if self.is_over:
            raise errors.RefusedError("the game is over")
        display = NullDisplay() if display is None else display
        self._begin(display)
        player = self.get_current_player()
        # Kept until the turn is over: if a player fails, the next call goes on with the same turn.
        events, waiting = self._events, self._waiting
        self._waiting = []
        events.extend(waiting)
        if waiting:
            display.show_events(waiting)
        while not self._table.is_over and not self._waiting:
            if new := self._of_this_turn(self._step(display)):
                events.extend(new)
                display.show_events(new)
        self._events = []
        self._end_turn(player, events)
        getattr(display, "show_state", lambda game: None)(self)
        return events

    def run(self, display: Display | None = None) -> Player | None:
        """Plays to the end; prints if no display is named. The winner, or `None` where the limit of turns ends it."""
        display = TerminalDisplay() if display is None else display
        while not self.is_over:
            self.next_turn(display)
        return self.winner

    def _begin(self, display: Display) -> None:
        """Tells a display of the game, the first time that it is shown there."""
        if not callable(getattr(display, "show_events", None)):
            raise TypeError(f"a display has the method show_events; {type(display).__name__} has not")
        if not any(shown is display for shown in self._shown):
            getattr(display, "begin", lambda game: None)(self)
            self._shown.append(display)

    def _of_this_turn(self, events: list[Event]) -> list[Event]:
        """The events before the next turn; the others wait for it."""
        starts = [place for place, event in enumerate(events) if event.type == "turn_start"]
        if starts and not self._has_begun:
            self._has_begun, starts = True, starts[1:]
        if not starts:
            return events
        self._waiting = events[starts[0] :]
        return events[: starts[0]]

    def _end_turn(self, player: Player, events: list[Event]) -> None:
        rolls = [event.value for event in events if event.type in ("roll", "add_two")]
        self._last_roll = rolls[-1] if rolls else None
        if self._keep_turns != 0:
            states = [self.get_player_state(each) for each in self.players]
            keys = ("name", "bank", "landmarks", "cards")
            snapshots = [PlayerSnapshot(**{key: state[key] for key in keys}) for state in states]
            self.history.append(GameState(self._turns, player.name, self._last_roll, snapshots, events))
        if self._keep_turns is not None:
            del self.history[: max(0, len(self.history) - self._keep_turns)]
        self._turns += 1

    def _step(self, display: Display) -> list[Event]:
        """One input: what chance brings, or a decision."""
        bank = 0
        if self._table.is_chance:
            outcome = self._thrown()
            raw = self._table.draw() if outcome is None else self._table.resolve(outcome)
        else:
            action, bank = self._decision(display), self.get_current_player().bank
            raw = self._table.play(action)
        names = [player.name for player in self.players]
        words = self._table.words([event[-1] for event in raw], names)
        return [self._event(one, in_words, names, bank) for one, in_words in zip(raw, words, strict=True)]

    def _event(self, raw: EventTuple, words: str, names: list[str], bank: int) -> Event:
        """An event of the engine; `bank` is what the roller had before it acted."""
        name, kind, seat, card, target, value, is_doubles, other, text = raw
        player, payer = ("" if one is None else names[one] for one in (seat, target))
        event = Event(name, player, card, payer, value, is_doubles, kind=kind, text=text, words=words)
        event.message = other
        if name in ("roll", "add_two"):
            self._total = value
        elif name == "card_activates":
            event.value, event.copies = self._total, value
        elif name == "buy":
            event.remaining_bank = bank - value
        return event

    def _decision(self, display: Display | None = None) -> str:
        """What the current player decides, as the engine's text; a display may answer for a human."""
        player = self.get_current_player()
        legal = self._table.legal()
        answer = getattr(display, "decide", None)
        chosen = None if answer is None else answer(self, player, [choice[0] for choice in legal])
        if chosen is not None:
            return str(chosen)
        self._deciding, self._verb = player, legal[0][1]
        try:
            return Ask(self, player, legal).action()
        finally:
            self._deciding = None

    def _thrown(self) -> str | None:
        """The dice from outside; `None` where the dealer is to draw."""
        dice = self._dice or (None if random.randint is _RANDINT else random.randint)
        if dice is None:
            return None
        kind = self._table.outcomes()[0][1].split()[0]
        if kind == "deal":
            return None
        thrown = sorted(_die(dice(1, 6)) for _ in range(1 if kind == "die" else 2))
        return f"throw {sum(thrown)}" if kind == "throw" else f"{kind} {' '.join(map(str, thrown))}"

    def _play_quietly(self) -> None:
        """Plays to the end with nobody looking on; who overrides nothing is played in the engine."""
        bots = [player._first_bot() if self._is_plain(player) else None for player in self.players]
        plain = [seat for seat, bot in enumerate(bots) if bot is not None]
        while not self._table.is_over:
            start = self._table.num_plays
            self._table.run(bots)
            self._quiet.append((start, self._table.num_plays, plain))
            if not self._table.is_over:
                self._table.play(self._decision())

    def _is_plain(self, player: Player) -> bool:
        """Is everything that the player does its advisor's?"""
        return not player._overrides() and not (self._has_expansions and player._is_guided)

    # What players ask.

    def _city(self, seat: int) -> City:
        return self._table.city(seat)

    def _deck_of(self, seat: int) -> Store:
        _, cards, _, landmarks, _ = self._city(seat)
        return Store([*self._spread(cards), *(self._facts[name] for name in landmarks)])

    def _movable(self, seat: int) -> list[Card]:
        return list(self._spread(self._table.movable(seat)))

    def _spread(self, counts: Iterable[tuple[str, int]]) -> Iterable[Card]:
        return (self._facts[name] for name, copies in counts for _ in range(copies))

    def _is_owned_purple(self, card: Card) -> bool:
        return card.color == "purple" and card in self.get_current_player().cards

    def _check_seated(self, player: object) -> None:
        if not isinstance(player, Player):
            raise TypeError(f"a player of this game, not {type(player).__name__}")
        if player._game is not self:
            raise errors.ConfigError(f"{player.name} does not sit at this table")

    def _odds_of(self, model: str) -> MachiOdds:
        if model not in self._odds:
            self._odds[model] = MachiOdds(self._table, model)
        return self._odds[model]

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The same game once more, dealer, players and all; displays get all events again."""
        twin = self.__class__.__new__(self.__class__)
        memo[id(self)] = twin
        kept = {"_shown": [], "_odds": {}, "_facts": self._facts, "_landmarks": self._landmarks}
        for name, value in self.__dict__.items():
            twin.__dict__[name] = kept[name] if name in kept else copy.deepcopy(value, memo)
        return twin

    def __reduce__(self) -> Any:
        remade = ("_shown", "_odds", "_facts", "_landmarks", "_has_expansions", "_deciding")
        kept = {name: value for name, value in self.__dict__.items() if name not in remade}
        return _unpickle, (PICKLE, type(self)), {**kept, "players": list(self.players)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._is_studied = False  # older pickles don't say
        self.__dict__.update(kept)
        self.players = Seats.of(self, kept["players"])
        self._shown, self._odds, self._deciding = [], {}, None
        self._learn_cards()

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<tercet.machi.Game {names}: {self._turns} turns{', over' if self.is_over else ''}>"


def _die(fallen: object) -> int:
    try:
        die = operator.index(fallen)  # type: ignore[arg-type]
    except TypeError:
        die = 0
    if not 1 <= die <= 6:
        raise errors.RefusedError(f"dice answered {fallen!r}; allowed: 1 to 6")
    return die


def _unpickle(version: int, kind: type[Game]) -> Game:
    """A game that a pickle fills."""
    if version != PICKLE:
        raise errors.RecordError(f"a pickle of version {version}; this release reads version {PICKLE}")
    return kind.__new__(kind)
