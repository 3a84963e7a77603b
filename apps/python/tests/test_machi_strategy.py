"""The mathematics through Python: every function, every model, and the recorded fixtures."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tercet
from tercet.machi import Bot, Game, roll, strategy, tournament

ROOT = Path(__file__).parents[3]
CLOSE = 1e-9


def recorded(path: str) -> list[dict[str, Any]]:
    with gzip.open(ROOT / path, "rt") as lines:
        return [json.loads(line) for line in lines]


def cities() -> Iterator[tuple[Game, dict[str, Any], int, dict[str, Any]]]:
    for record in recorded("games/machi/odds/tests/fixtures/pmf_public.jsonl.gz"):
        game = Game.at({"players": record["players"]}, playable=False)
        for seat, out in enumerate(record["out"]):
            yield game, record, seat, out


def same(ours: dict[int, float], theirs: dict[str, float]) -> bool:
    recorded = {int(value): chance for value, chance in theirs.items()}
    values = ours.keys() | recorded.keys()
    return all(abs(ours.get(value, 0.0) - recorded.get(value, 0.0)) < CLOSE for value in values)


def test_harmonictook_is_as_recorded() -> None:
    count = 0
    for game, record, seat, out in cities():
        player, players = game.players[seat], game.players
        model = "harmonictook"
        own = strategy.own_turn_pmf(player, players, model=model)
        turn_round = strategy.round_pmf(player, game, model=model)
        assert same(own, out["own_turn_pmf"]) and same(turn_round, out["round_pmf"])
        for roller, theirs in out["opponent_turn_pmf"].items():
            ours = strategy.opponent_turn_pmf(player, players[int(roller)], players, model=model)
            assert same(ours, theirs)
        numbers = {
            "own_mean": strategy.pmf_mean(own),
            "own_variance": strategy.pmf_variance(own),
            "round_mean": strategy.pmf_mean(turn_round),
            "round_variance": strategy.pmf_variance(turn_round),
            "tuv_variance": strategy.tuv_variance(player, game, model=model),
            "portfolio_coverage": strategy.portfolio_coverage(player, players, model=model),
        }
        for name, ours in numbers.items():
            assert abs(ours - out[name]) < CLOSE, (record["id"], seat, name)
        for rounds, chance in out["prob_victory_within"].items():
            ours = strategy.prob_victory_within_n_rounds(player, game, int(rounds), model=model)
            assert abs(ours - chance) < CLOSE
        assert strategy.n_landmarks_remaining(player) == out["n_landmarks_remaining"]
        assert strategy.landmark_cost_remaining(player) == out["landmark_cost_remaining"]
        check_turns(game, seat, out, record, turn_round)
        count += 1
    assert count == 903


def check_turns(game: Game, seat: int, out: dict[str, Any], record: dict[str, Any], rounds: dict[int, float]) -> None:
    """Turns until victory: exact, or next to it where the record says that a rounding decides."""
    player, model = game.players[seat], "harmonictook"
    room = 1.0 if out["tuv_boundary"] else 0.0
    assert abs(strategy.tuv_expected(player, game, model=model) - out["tuv_expected"]) <= room
    assert abs(strategy.finish_score(player, game, model=model) - out["finish_score"]) <= room
    for p, theirs in out["round_percentile"].items():
        if float(p) in out["percentile_boundary"]:
            continue
        assert strategy.pmf_percentile(rounds, float(p)) == theirs
        ours = strategy.tuv_percentile(player, game, float(p), model=model)
        assert abs(ours - out["tuv_percentile"][p]) <= room
    if seat == 1:
        near = room or bool(record["out"][0]["tuv_boundary"])
        ours = strategy.delta_tuv(game.players[0], player, game, model=model)
        assert abs(ours - record["delta_tuv_0_1"]) <= float(near)


def test_the_seed_model_is_as_recorded() -> None:
    for game, _, seat, out in cities():
        player = game.players[seat]
        own, turn_round = strategy.own_turn_pmf(player, game), strategy.round_pmf(player, game)
        assert abs(strategy.pmf_mean(own) - out["seed_own_mean"]) < CLOSE
        assert abs(strategy.pmf_mean(turn_round) - out["seed_round_mean"]) < CLOSE
        assert abs(strategy.portfolio_ev(player, game) - out["seed_round_mean"]) < CLOSE
        assert "seed_own_turn_pmf" not in out or same(own, out["seed_own_turn_pmf"])
        assert not out["own_follows_seed"] or same(own, out["own_turn_pmf"])
        assert not out["round_follows_seed"] or same(turn_round, out["round_pmf"])


def test_recorded_turns_of_the_base_game() -> None:
    turns = recorded("games/machi/rules/tests/fixtures/turns_public.jsonl.gz")
    for turn in turns:
        answer = roll(turn)
        assert answer["coins"] == turn["official_coins"], turn["id"]
        if "official_cards" in turn:
            assert answer["cards"] == [dict(sorted(cards.items())) for cards in turn["official_cards"]], turn["id"]
    assert len(turns) == 1500


def test_recorded_turns_with_expansions() -> None:
    turns = recorded("games/machi/rules/tests/fixtures/turns_expansion_public.jsonl.gz")
    for turn in turns:
        answer = roll(turn)
        for key in ("coins", "coins_after_city_hall"):
            assert answer[key] == turn[key], (turn["id"], key)
        for key, after in (("closed", "closed_after"), ("cards", "cards_after"), ("landmarks", "landmarks_after")):
            if after in turn:
                ours = [sorted(each) if isinstance(each, list) else each for each in answer[key]]
                theirs = [sorted(each) if isinstance(each, list) else each for each in turn[after]]
                assert ours == theirs, (turn["id"], key)
    assert len(turns) == 1000


def test_what_a_roll_is_asked_wrongly() -> None:
    with pytest.raises(tercet.errors.NotationError, match="`dice`: is missing"):
        roll({"players": [{"coins": 1, "cards": {}, "landmarks": []}] * 2, "active": 0})
    with pytest.raises(tercet.errors.NotationError, match="active"):
        roll({"players": []})
    with pytest.raises(TypeError, match="question: "):
        roll({"players": {1}})


def test_distributions() -> None:
    two = strategy.die_pmf(2)
    assert strategy._die_pmf is strategy.die_pmf and strategy._convolve is strategy.convolve
    assert list(two) == list(range(2, 13)) and two[7] == pytest.approx(1 / 6, abs=1e-15)
    one = strategy.die_pmf(1)
    assert strategy.die_pmf(0) == {0: 1.0} and one == dict.fromkeys(range(1, 7), 1 / 6)
    assert strategy.convolve(one, one) == pytest.approx(two)
    loss = {-2: 0.25, 0: 0.75}
    assert strategy.convolve(loss, {1: 1.0}) == {-1: 0.25, 1: 0.75}
    assert (strategy.pmf_mean(loss), strategy.pmf_variance(loss)) == (-0.5, 0.75)
    pmf = {0: 0.5, 1: 0.25, 2: 0.25}
    assert [strategy.pmf_percentile(pmf, p) for p in (0.1, 0.5, 0.51, 0.75, 1.0)] == [0, 0, 1, 1, 2]
    assert strategy.pmf_mass_at_least(pmf, 1) == 0.5
    assert strategy.p_hits([2, 3], 1) == pytest.approx(1 / 3) and strategy.p_hits([99], 2) == 0.0
    assert strategy.p_hits([7], 2) == pytest.approx(1 / 6) and strategy.p_hits([], 1) == 0.0


@pytest.mark.parametrize(
    ("call", "error", "output"),
    [
        (lambda: strategy.pmf_mean({}), ValueError, "at least one value"),
        (lambda: strategy.pmf_mean({0: -0.5, 1: 1.5}), ValueError, "-0.5 at 0 is no chance"),
        (lambda: strategy.pmf_mean({0: float("nan")}), ValueError, "no chance"),
        (lambda: strategy.pmf_mean({0: 0.5, 10**8: 0.5}), ValueError, "too far apart"),
        (lambda: strategy.pmf_mean({"a": 1.0}), TypeError, ""),
        (lambda: strategy.pmf_mean([1, 2]), TypeError, ""),
        (lambda: strategy.pmf_mean({10**30: 1.0}), ValueError, "values are from"),
        (lambda: strategy.pmf_percentile({0: 1.0}, 1.5), ValueError, "p: 1.5 is not from 0 to 1"),
        (lambda: strategy.die_pmf(5000), ValueError, "n_dice: 5000 is not from 0 to 1000"),
        (lambda: strategy.die_pmf(-1), ValueError, "n_dice: -1 is not"),
        (lambda: strategy.convolve({2**31 - 1: 1.0}, {1: 1.0}), ValueError, "values are from -536870912 to 536870912"),
        (lambda: strategy.p_hits([1], 3), ValueError, "num_dice: 3 is not"),
        (lambda: strategy.p_hits([1], 0), ValueError, "num_dice: 0 is not 1 or 2"),
    ],
)
def test_distributions_that_are_none(call: Any, error: type[Exception], output: str) -> None:
    with pytest.raises(error, match=output or None):
        call()


def game_of(*cities: tuple[int, dict[str, int], list[str]], **options: Any) -> Game:
    players = [{"coins": coins, "cards": cards, "landmarks": built} for coins, cards, built in cities]
    return Game.at({"players": players}, **options)


START = (3, {"Wheat Field": 1, "Bakery": 1}, [])


def test_what_things_are_worth() -> None:
    game = game_of(START, START)
    player, other = game.players
    near = pytest.approx
    assert strategy.ev("Wheat Field", player, game.players) == near(2 / 6)
    assert strategy.ev("Bakery", player, game.players, N=3) == near(1.0)
    assert strategy.ev("Train Station", player, game) == 0.0
    assert strategy.portfolio_ev(player, game.players, N=2) == near(2 * (2 / 6 + 2 / 6))
    assert strategy.coverage_value("wheat_field", player, game) == near(2 / 6)
    assert strategy.portfolio_coverage(player, game) == near(4 / 6)
    gains = {name: strategy.delta_coverage(name, player, game) for name in game.landmarks}
    assert list(gains.values()) == near([3 / 36 - 0.5, 0.0, 0.5 / 6, 0.25])
    assert strategy.delta_coverage("Cafe", player, game) == near(1 / 6)
    assert strategy.delta_ev("Radio Tower", player, game, N=2) == near(0.5)
    assert strategy.delta_ev("Cafe", player, game) == near(1 / 6)
    ranches = game_of((3, {"Wheat Field": 1, "Ranch": 3}, []), START)
    market = ["Cheese Factory", "Mine", "Wheat Field", "Ranch"]
    gain = strategy.delta_ev("Train Station", ranches.players[0], None, 10, market, model="harmonictook")
    assert gain == near(10 * ((9 / 6 + 5 * 4 / 36) / 2 - 2 / 6))
    assert strategy.delta_tuv(player, other, game) == 0.0
    assert strategy.tuv_expected(player) == strategy.eruv(player) == 74.0


def test_every_model_answers_everything() -> None:
    built = ["Train Station", "Shopping Mall", "Radio Tower"]
    rich = (12, {"Wheat Field": 2, "Bakery": 2, "Convenience Store": 2, "Forest": 1}, built)
    game = game_of(rich, START, seed=1)
    player = game.players[0]
    own = {model: strategy.pmf_mean(strategy.own_turn_pmf(player, game, model=model)) for model in strategy.MODELS}
    assert len(set(own.values())) == 3 and own["exact"] == max(own.values())
    for model in strategy.MODELS:
        turn_round = strategy.round_pmf(player, model=model)
        assert sum(turn_round.values()) == pytest.approx(1.0)
        rounds, later = strategy.rounds_until_victory(player, model=model)
        assert sum(rounds.values()) + later == pytest.approx(1.0) and min(rounds) >= 1
        fixed, _ = strategy.rounds_until_victory(player, grows=False, model=model)
        assert strategy.pmf_mean(rounds) <= strategy.pmf_mean(fixed) + 1
        options = strategy.purchases(player, game, 10, model=model)
        assert [each.delta_ev for each in options] == sorted((each.delta_ev for each in options), reverse=True)
        assert {each.card for each in options} == {*game.market.names(), "Amusement Park"}
        scored = strategy.score_purchase_options(player, game, 10, model=model)
        assert list(scored) == [each.card for each in options if each.cost <= 12]
        ordered = [strategy.turns_percentile(player, game, p, model=model) for p in (0.1, 0.5, 0.9)]
        assert ordered == sorted(ordered) and ordered[0] < ordered[2]
        turns = [strategy.tuv_percentile(player, game, p, model=model) for p in (0.1, 0.5, 0.9)]
        assert turns == (ordered if model == "exact" else sorted(turns, reverse=model == "seed")) or model == "harmonictook"
        assert strategy.tuv_variance(player, game, model=model) > 0
        assert 0 < strategy.prob_victory_within_n_rounds(player, game, 5, model=model) < 1
    only = strategy.purchases(player, game, market=["Mine"])
    assert [each.card for each in only if not each.card.is_landmark] == ["Mine"]


def test_a_city_without_income_never_wins() -> None:
    game = game_of((3, {}, []), (3, {}, []))
    player, other = game.players
    for model in ("seed", "exact"):
        assert strategy.tuv_expected(player, game, model=model) == math.inf
        assert strategy.tuv_variance(player, game, model=model) == math.inf
        assert strategy.delta_tuv(player, other, game, model=model) == 0.0
        assert strategy.turns_percentile(player, game, 0.1, model=model) == math.inf
        assert strategy.finish_score(player, game, model=model) == -950.0
        options = {each.card: each for each in strategy.purchases(player, game, 10, model=model)}
        assert options["Wheat Field"].delta_tuv == -math.inf and options["Wheat Field"].tuv_after < math.inf
        assert options["Cheese Factory"].delta_tuv == 0.0 and options["Cheese Factory"].tuv_after == math.inf
    assert strategy.tuv_expected(player, game, model="harmonictook") == 4.0
    took = strategy.finish_score(player, game, model="harmonictook")
    assert took == 46 and isinstance(took, int)
    ahead = game_of(START, (3, {}, []))
    assert strategy.delta_tuv(ahead.players[0], ahead.players[1]) == -math.inf
    assert tournament.finish_score(ahead.players[1], way="tuv") == strategy.finish_score(ahead.players[1]) == -950.0
    assert tournament.finish_score(ahead.players[0], way="tuv") == strategy.finish_score(ahead.players[0]) == -24.0


def test_exact_numbers_that_need_too_much_are_given_up() -> None:
    cards = {"Cafe": 3, "Family Restaurant": 3, "Stadium": 1, "TV Station": 1, "Tax Office": 1, "Park": 1, "Pizza Joint": 3}
    cards |= {"Sushi Bar": 2, "Forest": 3, "Mine": 3}
    city = {"coins": 3, "cards": cards, "landmarks": ["Train Station", "Amusement Park", "Radio Tower", "Harbor"]}
    game = Game.at({"players": [city] * 5, "rules": {"harbor": True, "millionaires_row": True}}, playable=False)
    player = game.players[0]
    with pytest.raises(tercet.errors.LimitError, match="need more than 256 MB of memory"):
        strategy.round_pmf(player, game, model="exact")
    assert sum(strategy.round_pmf(player, game, model="seed").values()) == pytest.approx(1.0)


def test_win_probabilities() -> None:
    ahead = (8, {"Wheat Field": 2, "Bakery": 1, "Convenience Store": 2}, ["Train Station"])
    game = game_of(ahead, START, seed=1)
    chances = strategy.win_probabilities(game, games=400, seed=7)
    assert list(chances) == ["Robo0", "Robo1"]
    first = chances["Robo0"]
    assert 0.5 < first.low < first.chance < first.high
    assert chances == strategy.win_probabilities(game, ["impatient", "impatient"], games=400, seed=7)
    with pytest.raises(tercet.errors.ConfigError, match="1 bots for 2 seats"):
        strategy.win_probabilities(game, ["impatient"])
    with pytest.raises(tercet.errors.BotError):
        strategy.win_probabilities(game, "best")
    with pytest.raises(ValueError, match="games: 0"):
        strategy.win_probabilities(game, games=0)
    with pytest.raises(tercet.errors.RefusedError, match="only to be asked about"):
        strategy.win_probabilities(game_of(START, START, playable=False))
    with pytest.raises(TypeError, match="a Game, not Seats"):
        strategy.win_probabilities(game.players)  # type: ignore[arg-type]


def test_questions_that_do_not_fit() -> None:
    game, other = game_of(START, START), game_of(START, START)
    player = game.players[0]
    with pytest.raises(TypeError, match="a Player, not str"):
        strategy.own_turn_pmf("Robo0")  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.RunError, match="sits at no table"):
        strategy.own_turn_pmf(Bot("Al"))
    with pytest.raises(tercet.errors.ConfigError, match="Robo0 does not sit at that table"):
        strategy.own_turn_pmf(player, other)
    with pytest.raises(tercet.errors.ConfigError, match="all players of one game"):
        strategy.own_turn_pmf(player, [player])
    with pytest.raises(TypeError, match="a Game or its players, not int"):
        strategy.own_turn_pmf(player, 3)  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.ConfigError, match="model: `best` is none; there are seed, harmonictook, exact"):
        strategy.own_turn_pmf(player, model="best")  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.ConfigError, match="name two players"):
        strategy.opponent_turn_pmf(player, player)
    with pytest.raises(tercet.errors.ConfigError, match="does not sit at this table"):
        strategy.delta_tuv(player, other.players[1])
    with pytest.raises(tercet.errors.NotationError, match="no such card"):
        strategy.ev("Moon", player)
    with pytest.raises(tercet.errors.NotationError, match="no such card or landmark"):
        strategy.delta_ev("Harbor", player)
    with pytest.raises(ValueError, match="n: 20000 is not from 0 to 10000"):
        strategy.prob_victory_within_n_rounds(player, n=20000)
    with pytest.raises(ValueError, match="p: 2 is not from 0 to 1"):
        strategy.tuv_percentile(player, p=2.0)
