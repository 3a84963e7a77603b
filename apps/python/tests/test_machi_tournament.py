"""Tournaments of Machi Koro with bots written in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tercet
from tercet import arena
from tercet.machi import Bot, Game, NullDisplay, tournament


class First(Bot):
    """Buys the dearest thing."""

    def chooseCard(self, options):  # type: ignore[no-untyped-def]
        return max(options, key=lambda card: card.cost)


class Dreamer(Bot):
    """Draws from its own generator."""

    def chooseCard(self, options, game=None):  # type: ignore[no-untyped-def]
        return self.rng.choice([*options, None])


class Quick(Bot):
    """The engine's impatient, asked by the methods."""

    advisor = "impatient"

    def chooseAction(self, availableCards):  # type: ignore[no-untyped-def]
        return "pass" if self._advice() == "pass" else "buy"

    def chooseCard(self, options, game=None):  # type: ignore[no-untyped-def]
        return super().chooseCard(options, game)


def test_named_bots_alone_play_the_engines_tournament() -> None:
    field = ["impatient", "random", "ev"]
    for format in ("round_robin", "swiss", "knockout"):
        options: dict[str, Any] = {"format": format, "games": 2, "seed": 3}
        ours = tournament.tournament(field, **options)
        assert ours.standings == arena.tournament("machi", field, **options)


def test_a_python_twin_of_a_bot_plays_as_the_bot_does() -> None:
    options: dict[str, Any] = {"games": 4, "seed": 5, "expansions": ["harbor", "millionaires_row"]}
    python = tournament.round_robin({"a": Quick, "b": "ev", "c": Quick}, **options)
    engine = tournament.round_robin({"a": "impatient", "b": "ev", "c": "impatient"}, **options)
    assert python == engine


def test_a_swiss_day() -> None:
    result = tournament.swiss([First, Dreamer, "thoughtful", "impatient", "impatient"], seed=1)
    table = result.standings
    assert sorted(table["player"])[:5] == ["Dreamer", "First", "RandomBot", "RandomBot#2", "RandomBot#3"]
    assert len(table["player"]) == 12 and table["place"] == list(range(1, 13))
    assert table["games"] == [4] * 12 and table["opponents"] == [7] * 12
    assert table["elo"] == sorted(table["elo"], reverse=True)
    assert sum(table["elo"]) == pytest.approx(12 * 1500)
    assert sum(table["strength"]) == pytest.approx(12 * 1500) and set(table["group"]) == {0}
    fillers = [name for name, filler in zip(table["player"], table["filler"], strict=True) if filler]
    assert len(fillers) == 7 and all(name.startswith("RandomBot") for name in fillers)
    assert sum(result.seats["games"]) == 48 and result.length > 0
    assert result == tournament.swiss([First, Dreamer, "thoughtful", "impatient", "impatient"], seed=1, jobs=2)
    assert result != tournament.swiss([First, Dreamer, "thoughtful", "impatient", "impatient"], seed=2)


def test_a_round_robin_tells_who_beats_whom() -> None:
    result = tournament.round_robin({"dear": First, "any": Dreamer, "imp": "impatient"}, games=10, seed=1)
    pairs = result.head_to_head
    met = list(zip(pairs["player"], pairs["against"], pairs["games"], strict=True))
    assert met == [("dear", "any", 10), ("dear", "imp", 10), ("any", "imp", 10)]
    assert [w + d + lost for w, d, lost in zip(pairs["won"], pairs["drawn"], pairs["lost"], strict=True)] == [10] * 3
    assert all(low <= share <= high for low, share, high in zip(pairs["low"], pairs["share"], pairs["high"], strict=True))
    assert result.statistics["player"] == ["dear", "any", "imp"] and result.statistics["games"] == [20, 20, 20]
    assert result.standings["player"][0] == "imp"
    four = tournament.round_robin([First, Dreamer, "impatient", "random"], table_size=4, games=4, seed=1, finish="tuv")
    assert four.standings["games"] == [4] * 4 and len(four.seats["seat"]) == 4


def test_a_pairing_plays_the_same_deal_from_both_seats() -> None:
    games: list[Game] = []

    class Noting(First):
        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            if self.game not in games:
                games.append(self.game)
            return super().chooseCard(options)

    result = tournament.round_robin({"n": Noting, "r": "random"}, games=2, seed=9)
    first, second = games
    assert first.seed == second.seed
    assert [player.name for player in first.players] == [player.name for player in second.players][::-1]
    for game in games:
        tercet.verify(game.record())
    won = [game.winner.name for game in games if game.winner is not None]
    assert dict(zip(result.standings["player"], result.standings["won"], strict=True)) == {
        name: won.count(name) for name in ("n", "r")
    }


def test_is_it_better() -> None:
    better = tournament.sprt(Quick, "random", elo1=100, seed=1)
    assert better.verdict == "better" and better.pairs < 100
    native = arena.sprt("machi", "impatient", "random", elo1=100, seed=1)
    assert (native.counts, native.elo_interval) == (better.counts, better.elo_interval)
    assert tournament.sprt("random", "impatient", elo1=100, seed=1).verdict == "not_better"
    few = tournament.sprt("random", "random", games=10, seed=1)
    assert (few.verdict, few.pairs) == ("open", 5)
    assert repr(few).startswith("<tercet.Sprt open: 5 pairs, elo ")


def test_scores_and_ratings() -> None:
    game = Game(players=2, seed=1)
    assert [tournament.finish_score(player) for player in game.players] == [7, 7]
    game.run(NullDisplay())
    winner = game.winner
    assert winner is not None
    landmarks, cards = 3 * (4 + 10 + 16 + 22), sum(2 * card.cost for card in winner.deck if not card.is_landmark)
    assert tournament.finish_score(winner, game) == landmarks + cards + winner.bank + 25
    assert tournament.finish_score(winner, game, way="tuv") == 50.0
    assert game.scores()[winner.index] == tournament.finish_score(winner)
    assert tournament.elo_changes([1500.0, 1500.0], [2, 1]) == [16.0, -16.0]
    with pytest.raises(tercet.errors.ConfigError, match="1 ratings for 2 finishes"):
        tournament.elo_changes([1500.0], [2, 1])
    with pytest.raises(tercet.errors.ConfigError, match="finish: `best` is none; there are points, tuv"):
        tournament.finish_score(winner, way="best")  # type: ignore[arg-type]


def test_wrong_fields() -> None:
    with pytest.raises(TypeError, match="enter the class of Al, not a player"):
        tournament.swiss([Bot("Al"), "random"])
    with pytest.raises(TypeError, match="a list of names and classes"):
        tournament.swiss("random")
    with pytest.raises(TypeError, match="the name of a bot or a class of players, not int"):
        tournament.swiss([1, 2])  # type: ignore[list-item]
    with pytest.raises(tercet.errors.BotError, match="there is no bot `best`"):
        tournament.round_robin(["best", First])
    with pytest.raises(tercet.errors.ConfigError, match="str: the entrant made no Player but str"):
        tournament.round_robin([str, "random"])  # type: ignore[list-item]
    with pytest.raises(tercet.errors.ConfigError, match="too small a field"):
        tournament.round_robin([First])
    with pytest.raises(tercet.errors.ConfigError, match="1 is too small a field"):
        tournament.swiss([First])
    with pytest.raises(tercet.errors.ConfigError, match="6 can't sit at a table"):
        tournament.round_robin([First] * 6, table_size=6)
    with pytest.raises(tercet.errors.ConfigError, match="config `moon`"):
        tournament.round_robin([First, "random"], moon=1)
    with pytest.raises(tercet.errors.ConfigError, match="elo0 10 must be below elo1 5"):
        tournament.sprt(First, "random", elo0=10, elo1=5)

    BROKEN = r"^game 1 of the tournament: Broken \(Broken.chooseCard\) failed: KeyError: 'x'$"

    class Broken(Bot):
        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            raise KeyError("x")

    with pytest.raises(tercet.errors.RunError, match=BROKEN) as output:
        tournament.round_robin([Broken, "random"], seed=1)
    assert isinstance(output.value.__cause__, KeyError)


def test_a_tournament_lands_in_the_archive(tmp_path: Path) -> None:
    field: dict[str, Any] = {"dear": First, "imp": "impatient", "any": "random"}
    with arena.Archive(tmp_path) as archive:
        result = tournament.round_robin(field, games=2, seed=1, archive=archive)
        games, ratings = archive.table("games"), archive.table("ratings")
        assert len(games["id"]) == 6 and {len(archive.record(number)) > 0 for number in games["id"]} == {True}
        for number in games["id"]:
            tercet.verify(archive.record(number))
        assert {bot for pair in games["bots"] for bot in pair} == {"python:dear", "impatient", "random"}
        assert set(archive.table("strengths")["player"]) == {"python:dear", "impatient", "random"}
        last = dict(zip(ratings["player"], ratings["elo"], strict=True))
        assert last == pytest.approx(dict(zip(result.standings["player"], result.standings["elo"], strict=True)))
    assert result == tournament.round_robin(field, games=2, seed=1)


def test_nothing_of_a_tournament_that_fails_is_kept(tmp_path: Path) -> None:
    class Late(First):
        games = 0

        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            Late.games += self.game.turn_number == 0
            if Late.games > 100:
                raise OSError("late")
            return super().chooseCard(options)

    with arena.Archive(tmp_path) as archive:
        with pytest.raises(tercet.errors.RunError, match=r"^game [2-9] of the tournament: Late \(Late.chooseCard\)"):
            tournament.round_robin([Late, "random"], games=8, seed=1, archive=archive)
        assert archive.table("games")["id"] == [] and archive.table("ratings")["player"] == []
