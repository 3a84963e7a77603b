"""The examples of harmonictook's plan, the document that `tercet.machi` takes its names from: the calls are its own, only
the imports are ours."""

from __future__ import annotations

import doctest
import math
import warnings
from pathlib import Path
from unittest.mock import patch

import pytest
import tercet
from tercet.machi import Bot, Display, Event, Game, Human, NullDisplay, RecordingDisplay, TerminalDisplay, bots
from tercet.machi.strategy import (
    _convolve,
    _die_pmf,
    delta_tuv,
    opponent_turn_pmf,
    own_turn_pmf,
    pmf_mean,
    pmf_percentile,
    pmf_variance,
    portfolio_ev,
    round_pmf,
    tuv_expected,
    tuv_percentile,
    tuv_variance,
)
from tercet.machi.tournament import elo_changes, finish_score, swiss


def city(coins: int = 3, landmarks: tuple[str, ...] = (), **cards: int) -> dict[str, object]:
    held = {name.replace("_", " "): copies for name, copies in cards.items()} or {"Wheat Field": 1, "Bakery": 1}
    return {"coins": coins, "cards": held, "landmarks": list(landmarks)}


def at(*cities: dict[str, object]) -> Game:
    return Game.at({"players": list(cities)}, playable=False)


def test_building_blocks() -> None:
    assert _die_pmf(1) == {face: pytest.approx(1 / 6) for face in range(1, 7)}
    assert _die_pmf(2) == {total: pytest.approx((6 - abs(total - 7)) / 36) for total in range(2, 13)}
    a, b = {0: 0.5, 2: 0.5}, {1: 0.25, 3: 0.75}
    expected: dict[int, float] = {}
    for x, p in a.items():
        for y, q in b.items():
            expected[x + y] = expected.get(x + y, 0.0) + p * q
    assert _convolve(a, b) == expected
    pmf = {0: 0.25, 1: 0.5, 4: 0.25}
    assert pmf_mean(pmf) == 1.5
    assert pmf_variance(pmf) == 0.5 * 1 + 0.25 * 16 - 1.5**2
    assert pmf_percentile(pmf, 0.5) == 1


def test_own_and_opponents_turns() -> None:
    game = at(city(Wheat_Field=1, Bakery=1, Cafe=1, Convenience_Store=1), city(), city(coins=0))
    player, *opponents = game.players
    # Blue and green fire on the own turn, red does not.
    assert own_turn_pmf(player, game.players) == pytest.approx({0: 2 / 6, 1: 3 / 6, 3: 1 / 6})
    # Blue and red on the others', green does not.
    first = opponent_turn_pmf(player, opponents[0], game.players)
    assert first == pytest.approx({0: 4 / 6, 1: 2 / 6})
    whole = own_turn_pmf(player, game.players)
    for opponent in opponents:
        whole = _convolve(whole, opponent_turn_pmf(player, opponent, game.players))
    assert round_pmf(player, game.players) == pytest.approx(whole)
    assert pmf_mean(round_pmf(player, game.players)) == pytest.approx(portfolio_ev(player, game.players))


def test_a_train_station_means_two_dice() -> None:
    game = at(city(landmarks=("Train Station",), Mine=1), city())
    assert own_turn_pmf(game.players[0], game.players) == pytest.approx({0: 32 / 36, 5: 4 / 36})


def test_a_radio_tower_rolls_again_what_pays_nothing() -> None:
    plain = own_turn_pmf(at(city(), city()).players[0])
    tower = own_turn_pmf(at(city(landmarks=("Radio Tower",)), city()).players[0])
    assert tower[0] == pytest.approx(plain[0] ** 2)
    assert tower[1] == pytest.approx(plain[1] + plain[0] * plain[1])


def test_an_amusement_park_is_worth_a_sixth_of_a_turn() -> None:
    built = ("Train Station", "Amusement Park")
    without = own_turn_pmf(at(city(landmarks=built[:1], Mine=2), city()).players[0])
    park = own_turn_pmf(at(city(landmarks=built, Mine=2), city()).players[0])
    assert pmf_mean(park) == pytest.approx(7 / 6 * pmf_mean(without))


def test_turns_until_victory() -> None:
    game = at(city(landmarks=("Train Station",), coins=20, Wheat_Field=2, Ranch=2), city())
    player, other = game.players
    income = pmf_mean(round_pmf(player, game.players))
    expected = max(3, math.ceil((10 + 16 + 22 - 20) / income))
    assert tuv_expected(player, game) == expected
    # Who has the coins still needs a turn for each landmark.
    rich = at(city(coins=99, landmarks=("Train Station",)), city())
    assert tuv_expected(rich.players[0], rich) == 3
    assert tuv_percentile(player, game, p=0.8) <= tuv_percentile(player, game, p=0.5)
    took = pmf_variance(round_pmf(player, game.players, model="harmonictook"))
    assert tuv_variance(player, game, model="harmonictook") == pytest.approx(took)
    # In turns: about the missing coins times the variance of a round's income by the cube of its mean.
    about = (10 + 16 + 22 - 20) * pmf_variance(round_pmf(player, game.players)) / income**3
    assert tuv_variance(player, game) == pytest.approx(about, rel=0.15)
    ahead = delta_tuv(player, other, game)
    assert ahead == tuv_expected(player, game) - tuv_expected(other, game) < 0


def test_the_game_object() -> None:
    game = Game(players=2)
    assert len(game.players) == 2 and game.players[0].bank == 3
    assert game.current_player_index == 0 and game.turn_number == 0 and game.winner is None
    assert game.get_current_player() is game.players[0]
    assert all(isinstance(name, str) for name in game.get_purchase_options())
    assert {"name", "bank", "landmarks", "cards"} <= game.get_player_state(game.players[0]).keys()
    assert game.get_market_state()["Wheat Field"] == 6
    assert isinstance(game.next_turn(NullDisplay()), list) and game.turn_number == 1
    game.refresh_market()
    mixed = Game(bots=1, humans=1)
    assert isinstance(mixed.players[0], Human) and isinstance(mixed.players[1], Bot)


def test_a_silent_game_has_a_winner() -> None:
    game = Game(players=2)
    game.run(display=NullDisplay())
    assert game.winner is not None and game.winner.isWinner()


def test_one_mock_controls_the_dice() -> None:
    with patch("random.randint", return_value=1):
        game = Game(players=2)
        events = game.next_turn(NullDisplay())
        rolls = [event for event in events if event.type == "roll"]
        assert [(event.value, event.is_doubles) for event in rolls] == [(1, False)]
        # Both own a Wheat Field.
        assert [event.player for event in events if event.type == "payout"] == ["Robo0", "Robo1"]
        assert game.last_roll == 1


def test_events(capsys: pytest.CaptureFixture[str]) -> None:
    events = [
        Event(type="roll", player="Jurph", value=7),
        Event(type="payout", card="Cafe", player="Bot1", value=2),
        Event(type="buy", player="Jurph", card="Forest", value=3),
        Event(type="pass", player="Bot1"),
        Event(type="win", player="Jurph"),
    ]
    assert [event.type for event in events] == ["roll", "payout", "buy", "pass", "win"]
    TerminalDisplay().show_events(events)
    assert capsys.readouterr().out.splitlines() == [
        "Jurph roll 7",
        "Bot1 payout Cafe 2",
        "Jurph buy Forest 3",
        "Bot1 pass",
        "Jurph win",
    ]
    game = Game(players=2)
    TerminalDisplay().show_state(game)
    NullDisplay().show_state(game)
    shown = capsys.readouterr().out
    assert "Robo0" in shown and "Robo1" in shown and "Forest" in shown


def test_finish_scores() -> None:
    # Landmarks three times, cards twice, coins once.
    game = at(city(coins=7, landmarks=("Train Station", "Shopping Mall"), Mine=1, Cafe=2), city())
    assert finish_score(game.players[0]) == 3 * (4 + 10) + 2 * (6 + 2 * 2) + 7
    assert finish_score(game.players[1]) == 2 * (1 + 1) + 3
    # By turns until victory: who is two rounds from winning scores 48.
    near = at(city(coins=99, landmarks=("Train Station", "Shopping Mall")), city())
    assert finish_score(near.players[0], way="tuv") == 48.0


def test_pairwise_elo() -> None:
    ratings = [1600.0, 1500.0, 1400.0]
    scores = [10, 30, 30]
    expected = []
    for i, r_i in enumerate(ratings):
        change = 0.0
        for j, r_j in enumerate(ratings):
            if i != j:
                result = 0.5 if scores[i] == scores[j] else float(scores[i] > scores[j])
                change += 32 / 2 * (result - 1 / (1 + 10 ** ((r_j - r_i) / 400)))
        expected.append(change)
    assert elo_changes(ratings, scores) == pytest.approx(expected)
    changes = elo_changes([1500.0] * 4, [4, 3, 2, 1])
    assert changes == pytest.approx([16.0, 16 / 3, -16 / 3, -16.0])


def test_a_swiss_day_of_four_rounds() -> None:
    standings = swiss(["impatient"] * 10, seed=1).standings
    assert len(standings["player"]) == 12
    assert sorted(standings["player"])[:2] == ["RandomBot", "RandomBot#2"]
    assert standings["games"] == [4] * 12 and max(standings["opponents"]) <= 1 + 1 + 2 + 3
    assert sum(standings["elo"]) == pytest.approx(12 * 1500.0)


def test_a_game_by_position() -> None:
    assert [type(player) for player in Game(2, 1).players] == [Human, Bot, Bot]
    assert [type(player) for player in Game(0, 2).players] == [Human, Human]
    assert [player.name for player in Game(["ev", Bot("b")], ["Ann"]).players] == ["Ann", "ev", "b"]
    assert [player.name for player in Game(players=2).players] == ["Robo0", "Robo1"]


def test_a_display_that_only_shows_events() -> None:
    class Types(Display):
        def __init__(self) -> None:
            self.types: list[str] = []

        def show_events(self, events: list[Event]) -> None:
            self.types += [event.type for event in events]

    game, shown, kept = Game(players=2, seed=1), Types(), RecordingDisplay()
    output = game.next_turn(shown)
    assert shown.types == [event.type for event in output]
    assert game.next_turn(kept) == kept.events


def test_harmonictooks_bots_by_name() -> None:
    advised = [name for name in bots.__all__ if "advisor" in vars(getattr(bots, name))]
    assert set(bots.__all__) - set(advised) == {"PassBot"}
    for name in advised:
        game = Game(players=[getattr(bots, name)("own"), "random"], seed=4)
        twin = Game(players=[Bot("own", advisor=getattr(bots, name).advisor), "random"], seed=4)
        assert game.run(NullDisplay()) is not None
        twin.run(NullDisplay())
        assert game.record() == twin.record()


def test_cards_that_a_player_has_not_count_0() -> None:
    player = Game(players=2).players[0]
    assert (player.cards["Ranch"], player.cards["Bakery"], player.closed["Bakery"]) == (0, 1, 0)
    assert player.cards == {"Wheat Field": 1, "Bakery": 1} and "Ranch" not in player.cards


def test_a_method_that_overrides_nothing_is_told() -> None:
    def act(self: Bot, *arguments: object) -> None:
        """Never asked."""

    slips = {"choseCard": "chooseCard", "choose_dice": "chooseDice", "chooseReRoll": "chooseReroll"}
    for slip, meant in slips.items():
        with pytest.warns(UserWarning, match=rf"^Baker\.{slip} overrides nothing, .*; do you mean {meant}\?$"):
            type("Baker", (Bot,), {slip: act})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for fine in ("chooseCard", "chooseBestCard", "_choose_card", "plan", "isWinner"):
            type("Baker", (Bot,), {fine: act})
    with pytest.warns(UserWarning, match="^Baker"):
        baker = type("Baker", (Bot,), {"choseCard": act})
    mixed = type("Mixin", (), {"choseDice": act})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        type("Patissier", (baker,), {"chooseCard": act})
    with pytest.warns(UserWarning, match=r"^Patissier\.choseDice"):
        type("Patissier", (mixed, baker), {})


def test_nobody_is_no_game() -> None:
    for bots, humans in [(0, 0), (1, 0), (0, 1), ([], []), (3, 3)]:
        with pytest.raises(tercet.errors.ConfigError, match="is not from 2 to 5"):
            Game(bots, humans)
    assert len(Game().players) == 2


def test_the_page_for_who_comes_over() -> None:
    page = Path(__file__).parents[3] / "docs" / "coming-from" / "harmonictook.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
