"""What bots were asked. A pickle keeps that instead of the bots: asked again, they are what they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tercet._tercet import MachiBot

if TYPE_CHECKING:
    from tercet._tercet import MachiTable
    from tercet.machi.game import Game
    from tercet.machi.players import Player

Place = tuple[int, list[str]]
"""A position: after how many plays of the game, and then which more."""
Question = tuple[int, list[str], str]
"""Where a bot was asked, and which."""


def bot_again(player: Player, name: str) -> MachiBot:
    """The bot of this name as it is after all that the player asked it in its game."""
    bot = MachiBot(name, player._seed)
    asked = [(number, more) for number, more, who in player._asked if who == name]
    if name == player.advisor:
        asked.extend(_quiet(player.game, player.index))
    for table in _tables(player.game, sorted(asked, key=lambda place: place[0])):
        bot.answer(table)
    return bot


def _quiet(game: Game, seat: int) -> Iterator[Place]:
    """Where the engine asked a seat's bot by itself."""
    plays = game._table.plays_from(0)
    for start, end, plain in game._quiet:
        if seat in plain:
            yield from ((number, []) for number in range(start, end) if plays[number][0] == seat)


def _tables(game: Game, places: Iterable[Place]) -> Iterator[MachiTable]:
    """The table at each place; they are in the order of the game."""
    plays = game._table.plays_from(0)
    table = game._table.again(game.seed)
    for number, more in places:
        while table.is_chance or table.num_plays < number:
            if table.is_chance:
                table.draw()
            else:
                table.play(plays[table.num_plays][1])
        peek = table.copy()
        for action in more:
            peek.play(action)
        yield peek
