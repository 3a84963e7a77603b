"""Who sits down, and by which rules: what the arguments of a game stand for."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercet import errors
from tercet._tercet import machi_cards
from tercet.machi.human import Human
from tercet.machi.players import Bot, Player

if TYPE_CHECKING:
    from tercet.machi.game import Game

Seat = Player | str | type[Player] | Callable[[str], Player]
"""Somebody to sit down: a player, the name of a bot, or what makes a player from a name."""


class Seats(list[Player]):
    """The players of a game: seats stay, who sits there may change."""

    def __init__(self, game: Game, players: Iterable[Player]) -> None:
        super().__init__(players)
        self._game = game
        if len({id(player) for player in self}) < len(self):
            raise errors.ConfigError("players: one player can't sit at two seats")
        for seat, player in enumerate(self):
            player._sit(game, seat, game._seeds[seat])

    def __setitem__(self, seat: Any, player: Any) -> None:
        if not isinstance(player, Player):
            raise TypeError(f"a Player sits at a seat, not {type(player).__name__}")
        seat = range(len(self))[operator.index(seat)]
        if any(other is player for place, other in enumerate(self) if place != seat):
            raise errors.ConfigError("players: one player can't sit at two seats")
        player._sit(self._game, seat, self._game._seeds[seat])
        super().__setitem__(seat, player)

    def _fixed(self, *_: Any, **__: Any) -> Any:
        """Refused: seats stay."""
        raise TypeError("the number of seats is fixed; put another player at a seat by players[0] = …")

    append = extend = insert = remove = pop = clear = sort = reverse = _fixed
    __delitem__ = __iadd__ = __imul__ = _fixed

    @classmethod
    def of(cls, game: Game, players: Iterable[Player]) -> Seats:
        """Players who sit there already."""
        seats = cls.__new__(cls)
        list.extend(seats, players)
        seats._game = game
        return seats

    def __deepcopy__(self, memo: dict[int, Any]) -> Seats:
        twin = Seats.__new__(Seats)
        memo[id(self)] = twin
        list.extend(twin, [copy.deepcopy(player, memo) for player in self])
        twin._game = copy.deepcopy(self._game, memo)
        return twin


def rules(
    expansions: Sequence[str], market: str | None, cards: str | PathLike[str] | None
) -> dict[str, object]:
    """The options that the arguments stand for."""
    if isinstance(expansions, str):
        expansions = [] if expansions == "none" else expansions.split(",")
    options: dict[str, object] = {"expansions": ",".join(expansions) or None, "market": market}
    if cards is not None:
        path = Path(cards)
        texts = machi_cards(path.read_text(encoding="utf-8"), path.name, list(expansions))
        options["cards"] = ";".join(texts) or None
    return options


def sit_down(
    players: int | Sequence[Seat] | None,
    bots: int | Sequence[Seat] | None,
    humans: int | Sequence[Player | str] | None,
) -> list[Player]:
    """Everybody in the order of seats; two bots where nothing is said."""
    if players is not None:
        if bots or humans:
            raise errors.ConfigError("players: give either players, or bots and humans")
        return [player(seat, number) for number, seat in enumerate(_all(players, "players"))]
    if isinstance(humans, str) or isinstance(bots, str):
        raise TypeError("bots and humans are numbers or lists of names")
    if bots is None and humans is None:
        bots = 2
    people = [_human(one, number) for number, one in enumerate(_all(humans or 0, "humans"))]
    robots = _all(bots or 0, "bots")
    if not 2 <= len(people) + len(robots) <= 5:
        raise errors.ConfigError(f"players: {len(people) + len(robots)} is not from 2 to 5")
    return [*people, *(player(one, number) for number, one in enumerate(robots))]


def setPlayers(players: Any = None, *, bots: int = 0, humans: int = 0) -> list[Player]:  # noqa: N802 - harmonictook's name
    """Who would sit down, from 2 to 4 as harmonictook trims them: so many bots that play at random, or humans and behind them
    bots that go down a list. Nobody is asked at the terminal.

    >>> [player.name for player in setPlayers(2)]
    ['Robo0', 'Robo1']
    """
    from tercet.machi.bots import ThoughtfulBot

    if players is not None:
        if isinstance(players, bool) or not isinstance(players, int):
            raise ValueError(f"players: {players!r} is no whole number")
        return [Bot(f"Robo{number}") for number in range(min(4, max(2, players)))]
    seated: list[Player] = [Human(f"Player{number + 1}") for number in range(humans)]
    robots = [ThoughtfulBot(f"Robo{number}") for number in range(max(bots, 2 - humans))]
    return [*seated, *robots][:4]


def get_die_roller(players: Iterable[Player]) -> Player:
    """Who of these players is to roll."""
    for one in players:
        if one._game is not None and one.isrollingdice:
            return one
    raise ValueError("players: nobody of them rolls")


def _all(who: Any, name: str) -> list[Any]:
    """So many of nobody in particular, or those that are named."""
    if isinstance(who, Sequence) and not isinstance(who, str):
        return list(who)
    if isinstance(who, str):
        raise TypeError(f"{name}: a number or a list of names, not a text")
    number = operator.index(who)
    if not 0 <= number <= 5:
        raise errors.ConfigError(f"{name}: {number} is not from 2 to 5")
    return [None] * number


def player(seat: Seat | None, number: int = 0) -> Player:
    """Somebody to sit down, from what stands for him."""
    if seat is None:
        return Bot(f"Robo{number}")
    if isinstance(seat, Player):
        return seat
    if isinstance(seat, str):
        return Bot(seat, advisor=seat)
    if not callable(seat):
        raise TypeError(f"a Player, the name of a bot or a class of players, not {type(seat).__name__}")
    made = seat(getattr(seat, "__name__", "Player"))
    if not isinstance(made, Player):
        raise TypeError(f"{getattr(seat, '__name__', seat)!r} made no Player but {type(made).__name__}")
    return made


def _human(one: Player | str | None, number: int) -> Player:
    if one is None:
        return Human(f"Player{number + 1}")
    return Human(one) if isinstance(one, str) else player(one)
