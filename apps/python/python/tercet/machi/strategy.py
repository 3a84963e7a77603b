"""The mathematics of Machi Koro: what turns and rounds bring as distributions, turns until victory, what a purchase gains.

Distributions are `dict[int, float]`: how likely each income is. Players are those of a `Game`; where a second argument is
asked for, it is the game or its players, and may be left out. `model` is how income is modelled:

- `seed`: two dice with a Train Station, a Radio Tower rolls again what pays nothing, nothing is lost to red cards.
- `harmonictook`: as that program has it.
- `exact`: the distribution under the rules. It can take seconds where many things happen in one turn.

>>> from tercet.machi import Game
>>> game = Game(players=2)
>>> own_turn_pmf(game.players[0], game.players)
{0: 0.5, 1: 0.5}
>>> round(pmf_mean(round_pmf(game.players[0])), 3)
0.667
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, SupportsIndex

from tercet import _plan, errors
from tercet._tercet import MachiOdds, MachiTable, machi_insight, machi_win_chances
from tercet._tercet import die_pmf as _native_die_pmf
from tercet._tercet import p_hits as _native_p_hits
from tercet._tercet import pmf_convolve as _native_convolve
from tercet._tercet import pmf_mass_at_least as _native_mass_at_least
from tercet._tercet import pmf_mean as _native_mean
from tercet._tercet import pmf_percentile as _native_percentile
from tercet._tercet import pmf_variance as _native_variance
from tercet.machi.cards import Card
from tercet.machi.game import Game
from tercet.machi.players import Player

__all__ = [
    "MODELS",
    "ONE_DIE_PROB",
    "P_DOUBLES",
    "TWO_DIE_PROB",
    "BuildOption",
    "Chance",
    "Insight",
    "Pmf",
    "Purchase",
    "Standing",
    "convolve",
    "coverage_value",
    "delta_coverage",
    "delta_ev",
    "delta_tuv",
    "die_pmf",
    "eruv",
    "ev",
    "finish_score",
    "insight",
    "landmark_cost_remaining",
    "n_landmarks_remaining",
    "opponent_turn_pmf",
    "own_turn_pmf",
    "p_hits",
    "pmf_mass_at_least",
    "pmf_mean",
    "pmf_percentile",
    "pmf_variance",
    "portfolio_coverage",
    "portfolio_ev",
    "prob_victory_within_n_rounds",
    "purchases",
    "round_pmf",
    "rounds_until_victory",
    "score_purchase_options",
    "turns_percentile",
    "tuv_expected",
    "tuv_percentile",
    "tuv_variance",
    "win_probabilities",
]

Pmf = dict[int, float]
Model = Literal["seed", "harmonictook", "exact"]
Table = Game | Sequence[Player] | None
"""A game or its players; `None` for the player's own."""

MODELS: tuple[Model, ...] = ("seed", "harmonictook", "exact")


# Distributions.


def die_pmf(n_dice: int) -> Pmf:
    """The total of so many dice.

    >>> round(die_pmf(2)[7], 9) == round(6 / 36, 9)
    True
    """
    return _native_die_pmf(_whole("n_dice", n_dice, 1000))


ONE_DIE_PROB: Pmf = _native_die_pmf(1)
"""`die_pmf(1)`, by harmonictook's name."""
TWO_DIE_PROB: Pmf = _native_die_pmf(2)
"""`die_pmf(2)`."""
P_DOUBLES = 1 / 6
"""How likely two dice are alike."""

def convolve(a: Pmf, b: Pmf) -> Pmf:
    """The sum of two independent values."""
    return _native_convolve(a, b)


_die_pmf, _convolve = die_pmf, convolve


def pmf_mean(pmf: Pmf) -> float:
    """The mean."""
    return _native_mean(pmf)


def pmf_variance(pmf: Pmf) -> float:
    """The variance."""
    return _native_variance(pmf)


def pmf_percentile(pmf: Pmf, p: float) -> float:
    """The smallest value with at least this much of the distribution at or below it."""
    return _native_percentile(pmf, p)


def pmf_mass_at_least(pmf: Pmf, value: int) -> float:
    """The chance of this value or more."""
    return _native_mass_at_least(pmf, value)


def p_hits(hitsOn: Iterable[int], num_dice: int) -> float:
    """The chance that the total of one die or two is among these."""
    return _native_p_hits(list(hitsOn), _whole("num_dice", num_dice, 2))


# Income.


def own_turn_pmf(player: Player, players: Table = None, *, model: Model = "seed") -> Pmf:
    """What the player's own turn brings him."""
    odds, table = _asked(model, player, players)
    return odds.own_turn_pmf(table, player.index)


def opponent_turn_pmf(
    observer: Player, roller: Player, players: Table = None, *, model: Model = "seed"
) -> Pmf:
    """What the turn of another roller brings the observer."""
    odds, table = _asked(model, observer, players, roller)
    return odds.opponent_turn_pmf(table, observer.index, roller.index)


def round_pmf(player: Player, players: Table = None, *, model: Model = "seed") -> Pmf:
    """What a round brings the player: his own turn and one of each opponent, without building."""
    odds, table = _asked(model, player, players)
    return odds.round_pmf(table, player.index)


def ev(card: Card | str, owner: Player, players: Table = None, N: int = 1, *, model: Model = "seed") -> float:
    """Expected coins of one copy of a card in so many rounds; of a landmark 0: it is worth what it changes."""
    odds, table = _asked(model, owner, players)
    name = owner.game.card(card)
    return 0.0 if name.is_landmark else _whole("N", N) * odds.ev(table, owner.index, name)


def portfolio_ev(player: Player, players: Table = None, N: int = 1, *, model: Model = "seed") -> float:
    """The mean income of so many rounds."""
    odds, table = _asked(model, player, players)
    return odds.portfolio_ev(table, player.index, _whole("N", N))


def coverage_value(card: Card | str, owner: Player, players: Table = None, *, model: Model = "seed") -> float:
    """Expected activations a round of one copy of a card, whatever it pays."""
    odds, table = _asked(model, owner, players)
    return odds.coverage_value(table, owner.index, owner.game.card(card))


def portfolio_coverage(player: Player, players: Table = None, *, model: Model = "seed") -> float:
    """Expected activations a round of all cards."""
    odds, table = _asked(model, player, players)
    return odds.portfolio_coverage(table, player.index)


def delta_coverage(card: Card | str, player: Player, players: Table = None, *, model: Model = "seed") -> float:
    """How much likelier it is with one more of it that something fires on a roll."""
    odds, table = _asked(model, player, players)
    return odds.delta_coverage(table, player.index, player.game.card(card))


def delta_ev(
    card: Card | str,
    player: Player,
    players: Table = None,
    N: int = 1,
    market: Iterable[Card | str] | None = None,
    *,
    model: Model = "seed",
) -> float:
    """How many more coins so many rounds are expected to bring with one more of it. With a market, a Train Station is worth
    what it opens there."""
    odds, table = _asked(model, player, players)
    names = None if market is None else [str(name) for name in market]
    return odds.delta_ev(table, player.index, player.game.card(card), _whole("N", N), names)


# Victory.


def n_landmarks_remaining(player: Player) -> int:
    """How many landmarks the player has still to build."""
    odds, table = _asked("seed", player, None)
    return odds.n_landmarks_remaining(table, player.index)


def landmark_cost_remaining(player: Player) -> int:
    """What they cost together."""
    odds, table = _asked("seed", player, None)
    return odds.landmark_cost_remaining(table, player.index)


def tuv_expected(player: Player, game: Table = None, *, model: Model = "seed") -> float:
    """Turns until victory at the mean income: as many as there are landmarks to build, or as it takes to earn them.
    `math.inf` for a city that earns nothing and lacks coins; the model `harmonictook` counts its landmarks alone there.

    >>> broke = Game.at({"players": [{"coins": 3, "cards": {}, "landmarks": []}] * 2}).players[0]
    >>> tuv_expected(broke), tuv_expected(broke, model="harmonictook")
    (inf, 4.0)
    """
    odds, table = _asked(model, player, game)
    return odds.tuv_expected(table, player.index)


eruv = tuv_expected


def tuv_percentile(player: Player, game: Table = None, p: float = 0.5, *, model: Model = "seed") -> float:
    """Turns until victory if each round brought the income of this percentile: above 0.5 is luck, so the higher `p`, the
    fewer turns. In the model `exact` it is `turns_percentile`: the higher `p`, the more turns."""
    odds, table = _asked(model, player, game)
    return odds.tuv_percentile(table, player.index, p)


def turns_percentile(player: Player, game: Table = None, p: float = 0.5, *, model: Model = "seed") -> float:
    """The turns within which this share of games is won at the present income: 0.1 is the fast end, in every model.
    `math.inf` where so many are not won within 1000 turns."""
    odds, table = _asked(model, player, game)
    return odds.turns_percentile(table, player.index, p)


def tuv_variance(player: Player, game: Table = None, *, model: Model = "seed") -> float:
    """The variance of the turns until victory at the present income, `math.inf` where victory is not sure to come within 1000;
    in the model `harmonictook` that of a round's income."""
    odds, table = _asked(model, player, game)
    return odds.tuv_variance(table, player.index)


def delta_tuv(first: Player, second: Player, game: Table = None, *, model: Model = "seed") -> float:
    """The first player's turns until victory less the second's: below 0 the first is ahead; 0 where both are infinite."""
    odds, table = _asked(model, first, game, second)
    return odds.delta_tuv(table, first.index, second.index)


def prob_victory_within_n_rounds(player: Player, game: Table = None, n: int = 1, *, model: Model = "seed") -> float:
    """The chance that so many rounds bring what all landmarks still cost."""
    odds, table = _asked(model, player, game)
    return odds.prob_victory_within_n_rounds(table, player.index, _whole("n", n))


def rounds_until_victory(
    player: Player, game: Table = None, *, grows: bool = True, model: Model = "seed"
) -> tuple[Pmf, float]:
    """How likely it is that the player is done in so many rounds if he builds nothing but landmarks, the cheapest first, and
    the chance that it takes more than 1000 rounds. `grows`: income is that of the landmarks that stand by then.

    >>> rounds, later = rounds_until_victory(Game(players=2).players[0])
    >>> round(sum(rounds.values()) + later, 9)
    1.0
    """
    odds, table = _asked(model, player, game)
    return odds.rounds_until_victory(table, player.index, grows)


def finish_score(player: Player, game: Table = None, *, model: Model = "seed") -> float:
    """50 less the turns until victory, of which no more than 1000 count: -950 for a city that never wins. In the model
    `harmonictook` a whole number."""
    odds, table = _asked(model, player, game)
    score = odds.finish_score(table, player.index)
    return int(score) if model == "harmonictook" else score


@dataclass(frozen=True)
class Chance:
    """How often a player wins, and where that lies with 95 % confidence."""

    chance: float
    low: float
    high: float


def win_probabilities(
    game: Game, bots: str | Sequence[str] = "impatient", *, games: int = 1000, seed: int = 1
) -> dict[str, Chance]:
    """Each player's chance to win from here on, by playing the game to its end so many times among bots: one for all, or
    one for each seat.

    >>> chances = win_probabilities(Game(players=2, seed=1), games=200)
    >>> round(sum(each.chance for each in chances.values()), 9)
    1.0
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game, not {type(game).__name__}")
    if not 1 <= games <= 10_000_000:
        raise ValueError(f"games: {games} is not from 1 to 10000000")
    names = [bots] * len(game.players) if isinstance(bots, str) else list(bots)
    rows = machi_win_chances(game._table, names, games, _plan.checked_seed(seed))
    return {player.name: Chance(*row) for player, row in zip(game.players, rows, strict=True)}


@dataclass(frozen=True)
class Standing:
    """What a player can expect."""

    coins: float
    """The mean coins of a round."""
    turns: float
    """Turns until victory; infinite for never, unless something changes."""
    win: Chance | None
    """How likely the player wins; `None` if no games were played."""


@dataclass(frozen=True)
class BuildOption:
    """Something that can be built now, or nothing."""

    name: str
    """The card or landmark, as records have it; `nothing` for building nothing."""
    cost: int
    coins: float
    """More coins a round."""
    turns: float
    """Turns until victory once it is built and paid; infinite for never."""
    win: Chance | None
    gain: Chance | None
    """How much likelier the player wins than by building nothing: the same dice fell in both games of a pair."""


@dataclass(frozen=True)
class Insight:
    """A position in numbers: the same that the page, the terminal and `tercet odds machi` show."""

    player: str
    """Whose turn it is: who could build."""
    games: int
    """How many games were played from each position."""
    players: dict[str, Standing]
    options: list[BuildOption]
    """What that player can build now, the best first; empty where something else is to be decided first."""
    before_roll: bool
    """Has the roll still to fall? The options are then those of a roll that brings nothing."""


def insight(
    game: Game, *, model: Model = "exact", bot: str = "impatient", games: int = 200, seed: int = 1
) -> Insight:
    """What a position is worth to everybody, and what the player whose turn it is could build now. The bot plays so many games to
    their end from each position, on every seat.

    >>> seen = insight(Game(players=2, seed=1), games=20)
    >>> any(option.name == "nothing" for option in seen.options)
    True
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game, not {type(game).__name__}")
    if not 0 <= games <= 1_000_000:
        raise ValueError(f"games: {games} is not from 0 to 1000000")
    answer = json.loads(machi_insight(game._table, model, bot, games, _plan.checked_seed(seed)))
    names = [player.name for player in game.players]
    options = [
        BuildOption(
            each["name"], each["cost"], each["coins"], _turns(each["turns"]), _chance(each["win"]), _chance(each["gain"])
        )
        for each in answer["options"]
    ]
    players = {
        name: Standing(each["round_mean"], _turns(each["turns"]), _chance(each["win"]))
        for name, each in zip(names, answer["players"], strict=True)
    }
    return Insight(names[answer["seat"]], answer["games"], players, options, answer["before_roll"])


def _turns(turns: float | None) -> float:
    return math.inf if turns is None else turns


def _chance(row: dict[str, float] | None) -> Chance | None:
    return None if row is None else Chance(row["chance"], row["low"], row["high"])


# Purchases.


@dataclass(frozen=True)
class Purchase:
    """What one thing that can be bought would change."""

    card: Card
    cost: int
    delta_ev: float
    """More coins in the rounds asked for."""
    delta_coverage: float
    delta_tuv: float
    """More turns until victory, once it is paid: less than 0 is good. `-math.inf` for what leads out of never winning, 0 for
    what does not."""
    delta_victory: float
    """More chance to earn all that victory costs within the rounds asked for, once it is paid."""
    tuv_after: float
    """Turns until victory once it is paid; `math.inf` if never."""


def purchases(
    player: Player,
    game: Table = None,
    N: int = 1,
    *,
    market: Iterable[Card | str] | None = None,
    model: Model = "seed",
) -> list[Purchase]:
    """Everything that the player could buy, affordable or not, by gain: cards of the market and landmarks."""
    odds, table = _asked(model, player, game)
    names = None if market is None else [str(name) for name in market]
    rows = odds.purchases(table, player.index, _whole("N", N), names)
    return [Purchase(player.game.card(row[0]), *row[1:]) for row in rows]


def score_purchase_options(
    player: Player, game: Table = None, N: int = 1, *, model: Model = "seed"
) -> dict[Card, float]:
    """What the player can pay for now, and how many coins each gains in so many rounds; the best first.

    >>> game = Game(players=2, seed=1)
    >>> next(iter(score_purchase_options(game.players[0], game)))
    'Convenience Store'
    """
    bank = player.bank
    return {each.card: each.delta_ev for each in purchases(player, game, N, model=model) if each.cost <= bank}


def _whole(name: str, number: SupportsIndex, most: int = 10_000) -> int:
    """A number from 0 to so many."""
    value = operator.index(number)
    if not 0 <= value <= most:
        raise ValueError(f"{name}: {value} is not from 0 to {most}")
    return value


def _asked(
    model: str, player: Player, table: Table, other: Player | None = None
) -> tuple[MachiOdds, MachiTable]:
    """The mathematics of a player's table, after a look at whether all of it fits together."""
    if not isinstance(player, Player):
        raise TypeError(f"a Player, not {type(player).__name__}")
    game = player.game
    if isinstance(table, Game):
        if table is not game:
            raise errors.ConfigError(f"{player.name} does not sit at that table")
    elif table is not None:
        if isinstance(table, str) or not isinstance(table, Sequence):
            raise TypeError(f"a Game or its players, not {type(table).__name__}")
        if [id(each) for each in table] != [id(each) for each in game.players]:
            raise errors.ConfigError("players: all players of one game, in the order of their seats")
    if other is not None:
        game._check_seated(other)
        if other is player:
            raise errors.ConfigError(f"{player.name} is both; name two players")
    return game._odds_of(model), game._table
