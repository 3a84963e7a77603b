"""Tournaments with bots of your own: a Swiss day or a round robin, rated by strength, Elo, Glicko-2 and Weng-Lin.

An entrant is the name of a bot, or a class of players (anything that makes a player from a name): each game seats a new
one, seeded by the tournament, the pairing and the game. Pairings, ratings and statistics are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tercet import _plan, errors
from tercet._tercet import MachiBot, MachiTable, Sprt, canonical_bot
from tercet._tercet import Tournament as _Tournament
from tercet._tercet import elo_changes as _elo_changes
from tercet.arena import Archive, Table
from tercet.machi.game import Game
from tercet.machi.players import Bot, Player
from tercet.machi.seats import rules

__all__ = [
    "Entrant",
    "Tournament",
    "TournamentPlayer",
    "elo_changes",
    "finish_score",
    "knockout",
    "round_robin",
    "run_swiss_tournament",
    "sprt",
    "swiss",
    "tournament",
]

@dataclass
class TournamentPlayer:
    """An entrant by a label, as harmonictook has it."""

    label: str
    player_factory: Callable[[str], Player]
    """A class of players, or a function that makes a player from a name."""
    elo: float = 1500.0
    """What it comes to is written here by `run_swiss_tournament`."""


Entrant = str | Callable[[str], Player] | TournamentPlayer
"""The name of a bot, a class of players, a function that makes a player from a name, or one of these with a label."""


@dataclass(frozen=True)
class Tournament:
    """What came of it. Tables are columns, which pandas and Polars take as they are."""

    standings: Table
    """Who stands where, best first, with `strength` (by all games at once) and ratings; a `filler` fills the field up."""
    head_to_head: Table
    """Who beats whom: `share` of points with its interval, and the `chance` of so large a difference between equals."""
    statistics: Table
    """Each entrant's share of games won, with its interval."""
    seats: Table
    """How the seats do, whoever sits there."""
    length: float
    """The mean number of decisions of a game."""

    def _repr_html_(self) -> str:
        return f"<div><h4>standings</h4>{self.standings._repr_html_()}<h4>head to head</h4>{self.head_to_head._repr_html_()}</div>"


def tournament(
    entrants: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    format: Literal["swiss", "round_robin", "knockout"] = "swiss",
    games: int = 1,
    days: int = 1,
    table_size: int = 2,
    striped: bool = False,
    finish: Literal["points", "tuv"] = "points",
    seed: int | None = None,
    jobs: int = 1,
    archive: Archive | None = None,
    expansions: Sequence[str] = (),
    market: str | None = None,
    cards: str | None = None,
    **config: object,
) -> Tournament:
    """Plays a tournament: the same entrants, options and seed give the same tables.

    `jobs` threads play the games among named bots (0 for all cores); those with a Python bot are played one after the other.
    With an archive the tournament lands there when it is over; if a bot fails, nothing of it does.
    """
    labels, makers = _field(entrants)
    rules_of = _plan.pairs({**rules(expansions, market, cards), **config})
    options = {
        "labels": labels,
        "bots": [
            maker.bot if isinstance(maker, _Named) else f"python:{label}"
            for label, maker in zip(labels, makers, strict=True)
        ],
        "makers": [],
        "keeps": archive is not None,
        "format": format,
        "games": games,
        "days": days,
        "table_size": table_size,
        "is_striped": striped,
        "finish": finish,
        "seed": _plan.drawn_seed() if seed is None else _plan.checked_seed(seed),
        "jobs": jobs,
        "config": rules_of,
    }
    event = _Tournament("machi", options)
    makers += [_Named(bot) for _, bot in event.entrants()[len(makers) :]]
    tables = _Tables(rules_of, finish)
    played = 0
    while (fixtures := event.round()) is not None:
        event.close(_results(event, fixtures, makers, tables, played, archive is not None))
        played += len(fixtures)
    if archive is not None:
        archive.keep(event)
    mean, _ = event.length()
    return Tournament(
        Table(event.standings()),
        Table(event.head_to_head()),
        Table(event.statistics()),
        Table(event.seats()),
        0.0 if mean is None else mean,
    )


def swiss(entrants: Sequence[Entrant] | Mapping[str, Entrant], **options: Any) -> Tournament:
    """Days of four rounds: random pairs, pairs of neighbours in Elo, triples, quads. The field is filled up to a multiple
    of 12 with `RandomBot`.

    >>> table = swiss(["impatient", "ev"], seed=1).standings
    >>> len(table["player"]), set(table["opponents"]), sum(table["filler"])
    (12, {7}, 10)
    """
    return tournament(entrants, format="swiss", **options)


def run_swiss_tournament(
    entries: list[TournamentPlayer], n_days: int = 1, *, seed: int | None = None
) -> list[TournamentPlayer]:
    """`swiss` as harmonictook calls it: the entrants by Elo, best first, which is written into each. Fillers stay outside."""
    standings = swiss(entries, days=n_days, seed=seed).standings
    elo = dict(zip(standings["player"], standings["elo"], strict=True))
    for entry in entries:
        entry.elo = float(elo[entry.label])
    return sorted(entries, key=lambda entry: -entry.elo)


def round_robin(
    entrants: Sequence[Entrant] | Mapping[str, Entrant], *, games: int = 2, **options: Any
) -> Tournament:
    """Everybody against everybody; `table_size` says how many sit together."""
    return tournament(entrants, format="round_robin", games=games, **options)


def knockout(entrants: Sequence[Entrant] | Mapping[str, Entrant], *, games: int = 2, **options: Any) -> Tournament:
    """Who loses is out."""
    return tournament(entrants, format="knockout", games=games, **options)


def sprt(
    new: Entrant,
    base: Entrant,
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    games: int = 10_000,
    seed: int | None = None,
    expansions: Sequence[str] = (),
    market: str | None = None,
    cards: str | None = None,
    **config: object,
) -> Sprt:
    """Plays pairs of games (same deal, seats swapped) until it is clear whether the new bot is better, at most so many games."""
    test = Sprt(elo0, elo1, alpha, beta)
    labels, makers = _field([new, base])
    tables = _Tables(_plan.pairs({**rules(expansions, market, cards), **config}), "points")
    seed = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
    for number in range(games // 2):
        finishes = []
        for deal, own, seeds in Sprt.games(seed, number):
            order = (0, 1) if own == 0 else (1, 0)
            place = f"pair {number + 1} of the test"
            seated = [makers[one] for one in order], [labels[one] for one in order]
            table = tables.play(place, *seated, deal, seeds)
            finishes.append(tables.finishes(table))
        test.count_finishes(seed, number, finishes)
        if test.verdict != "open":
            break
    return test


def finish_score(player: Player, game: Game | None = None, *, way: Literal["points", "tuv"] = "points") -> float:
    """What orders the players who did not win: 3 for each coin of landmarks, 2 of cards, 1 in the purse, 25 for the
    winner; or, by `tuv`, 50 less the turns until victory, as `strategy.finish_score` has it in the model `seed`."""
    if game is not None:
        game._check_seated(player)
    _, score = player.game._table.finishes(way)[player.index]
    return float(score) if way == "tuv" else score


def elo_changes(ratings: Sequence[float], finish: Sequence[int]) -> list[float]:
    """What each seat of a table gains or loses: every pair is a game, and K = 32 is shared by the pairs of a seat.

    >>> [round(change, 3) for change in elo_changes([1500.0] * 4, [90, 71, 70, 12])]
    [16.0, 5.333, -5.333, -16.0]
    """
    return _elo_changes(list(ratings), list(finish))


Maker = Callable[[str], Player]


class _Tables:
    """Tables by their number of seats: rules are made once."""

    def __init__(self, config: list[tuple[str, str]], finish: str) -> None:
        self._config, self._finish = config, finish
        self._made: dict[int, MachiTable] = {}

    def play(
        self, place: str, makers: Sequence[Maker], labels: Sequence[str], deal: int, seeds: Sequence[int]
    ) -> MachiTable:
        """Plays a game: its table at the end. `place` is which game it is, for when a player fails."""
        seats = len(makers)
        if seats not in self._made:
            config = [("players", str(seats)), *self._config]
            self._made[seats] = MachiTable.begin(config, 0)
        table = self._made[seats].again(deal)
        game = Game.__new__(Game)
        game._sit(table, [make(label) for make, label in zip(makers, labels, strict=True)], seeds, None, 0)
        try:
            game._play_quietly()
        except (errors.RunError, errors.RefusedError) as error:
            raise type(error)(f"{place}: {error}") from (error.__cause__ or error)
        return table

    def finishes(self, table: MachiTable) -> list[tuple[int, int]]:
        """Place and finish score of each seat."""
        return table.finishes(self._finish)


def _results(
    event: _Tournament,
    fixtures: list[tuple[list[int], int, list[int]]],
    makers: list[Maker],
    tables: _Tables,
    before: int,
    keeps: bool,
) -> list[tuple[list[tuple[int, int]], int]]:
    """Plays a round, after so many games: what the engine can play alone there, the rest here."""
    names = [label for label, _ in event.entrants()]
    native = [
        number
        for number, (seated, _, _) in enumerate(fixtures)
        if all(isinstance(makers[one], _Named) for one in seated)
    ]
    results = dict(zip(native, event.play(native), strict=True))
    for number, (seated, deal, seeds) in enumerate(fixtures):
        if number not in results:
            seat_makers, seat_names = [makers[one] for one in seated], [names[one] for one in seated]
            place = f"game {before + number + 1} of the tournament"
            table = tables.play(place, seat_makers, seat_names, deal, seeds)
            results[number] = tables.finishes(table), table.num_plays
            if keeps:
                event.keep_record(number, table.record(), results[number][0])
    return [results[number] for number in range(len(fixtures))]


class _Named:
    """Makes a bot by its name in the engine."""

    def __init__(self, bot: str) -> None:
        MachiBot(bot, 0)
        self.bot = bot

    def __call__(self, name: str) -> Player:
        return Bot(name, advisor=self.bot)


def _field(entrants: Sequence[Entrant] | Mapping[str, Entrant]) -> tuple[list[str], list[Maker]]:
    """The labels and makers of a field."""
    if isinstance(entrants, str) or not isinstance(entrants, Sequence | Mapping):
        raise TypeError("entrants: a list of names and classes, or a dictionary of them by label")
    if isinstance(entrants, Mapping):
        named = list(entrants.items())
    else:
        # A bot by its name is one player however it is spelled.
        known = [canonical_bot("machi", one) if isinstance(one, str) else one for one in entrants]
        named = [(_label(one), one) for one in known]
    return [label for label, _ in named], [_maker(one) for _, one in named]


def _label(entrant: Entrant) -> str:
    if isinstance(entrant, TournamentPlayer):
        return entrant.label
    return entrant if isinstance(entrant, str) else getattr(entrant, "__name__", "Player")


def _maker(entrant: Entrant) -> Maker:
    if isinstance(entrant, TournamentPlayer):
        return _maker(entrant.player_factory)
    if isinstance(entrant, str):
        return _Named(entrant)
    if isinstance(entrant, Player):
        raise TypeError(f"enter the class of {entrant.name}, not a player: each game seats a new one")
    if not callable(entrant):
        raise TypeError(f"the name of a bot or a class of players, not {type(entrant).__name__}")
    return lambda label: _made(entrant, label)


def _made(entrant: Callable[[str], Player], label: str) -> Player:
    made = entrant(label)
    if not isinstance(made, Player):
        raise errors.ConfigError(f"{label}: the entrant made no Player but {type(made).__name__}")
    return made
