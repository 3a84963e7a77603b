"""A position that is under study: coins, cards and landmarks changed by hand, between turns.

Changes by hand are in no record, so `Game.record` and `Game.save` refuse from then on. A position that no game comes to can be
asked about and not played on.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from tercet import _plan, errors
from tercet._tercet import MachiTable

if TYPE_CHECKING:
    from tercet.machi.cards import Card
    from tercet.machi.game import Game
    from tercet.machi.players import Player

City = dict[str, Any]


def edit(game: Game, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the position of a game, which is as before if the changed one can't be."""
    if game._deciding is not None or game._table.total:
        raise errors.RunError("a position is changed between turns, not in the middle of one")
    position = game.position()
    change(position)
    game._study(table_at(dict(game._table.config), position, game.seed))


def table_at(config: Mapping[str, object], position: Mapping[str, Any], seed: int) -> MachiTable:
    """A table at a position: to be played on where it can be, else to be asked about."""
    pairs, text = _plan.pairs(config), json.dumps(position)
    try:
        return MachiTable.at(pairs, text, seed, True)
    except errors.TercetError:
        return MachiTable.at(pairs, text, seed, False)


def edit_city(player: Player, change: Callable[[City], None]) -> None:
    """Changes what one player has."""
    edit(player.game, lambda position: change(position["players"][player.index]))


def set_coins(player: Player, name: str, coins: SupportsIndex) -> None:
    """Gives a player so many coins, in place of what it has."""
    number = operator.index(coins)
    if number < 0:
        raise errors.ConfigError(f"{name}: {number} is below 0")
    edit_city(player, lambda city: city.update(coins=number))


def set_landmark(player: Player, landmark: str, is_built: bool) -> None:
    """Builds a landmark, or takes it away."""

    def change(city: City) -> None:
        others = [name for name in city["landmarks"] if name != landmark]
        city["landmarks"] = [*others, landmark] if is_built else others

    edit_city(player, change)


def bought(player: Player, name: str) -> bool:
    """Pays for a card of the market or a landmark, whoever's turn it is. `False` where there is none left or it is too dear."""
    game = player.game
    try:
        card = game.card(name)
    except errors.NotationError:
        return False
    left = [*game.get_market_state()] if not card.is_landmark else [one.name for one in player.checkRemainingUpgrades()]
    if card.name not in left or card.cost > player.bank:
        return False

    def change(position: dict[str, Any]) -> None:
        city = position["players"][player.index]
        city["coins"] -= card.cost
        if card.is_landmark:
            city["landmarks"].append(card.name)
            return
        _move(position.get("market"), card.name, -1)
        _move(city["cards"], card.name, 1)

    edit(game, change)
    return True


def swapped(player: Player, mine: Card | str, other: Player, theirs: Card | str) -> None:
    """Exchanges a card for another's."""
    given, taken = player.game.card(mine).name, player.game.card(theirs).name
    for owner, name in ((player, given), (other, taken)):
        if not owner.cards[name]:
            raise errors.ConfigError(f"{owner.name} has no {name}")

    def change(position: dict[str, Any]) -> None:
        ours, others = (position["players"][one.index]["cards"] for one in (player, other))
        for pile, lost, got in ((ours, given, taken), (others, taken, given)):
            _move(pile, lost, -1)
            _move(pile, got, 1)

    edit(player.game, change)


def _move(pile: dict[str, int] | None, name: str, copies: int) -> None:
    """More or fewer copies of a card on a pile."""
    if pile is None:
        return
    pile[name] = pile.get(name, 0) + copies
    if pile[name] <= 0:
        del pile[name]
