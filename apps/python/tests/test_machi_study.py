"""Positions of Machi Koro that are changed by hand, and harmonictook's names for cards, piles and entrants."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import pytest
from tercet import errors, machi
from tercet.machi import (
    Blue,
    BusinessCenter,
    Card,
    Game,
    Green,
    NullDisplay,
    PassBot,
    PlainTextDisplay,
    PlayerDeck,
    Red,
    Stadium,
    TableDeck,
    TVStation,
    UniqueDeck,
    UpgradeCard,
    bots,
    get_die_roller,
    setPlayers,
    strategy,
    tournament,
)


def test_coins_by_hand() -> None:
    game = Game(players=2, seed=1)
    one, other = game.players
    one.deposit(10)
    assert (one.bank, other.bank) == (13, 3)
    assert one.deduct(99) == 13
    other.deposit(13)
    assert (one.bank, other.bank) == (0, 16)
    one.bank = 7
    assert one.bank == 7
    with pytest.raises(errors.ConfigError, match="bank: -1 is below 0"):
        one.bank = -1
    assert one.bank == 7


def test_a_game_changed_by_hand_goes_on_and_has_no_record() -> None:
    game = Game(players=2, seed=1)
    assert game.record()
    game.players[0].deposit(100)
    events = game.next_turn(NullDisplay())
    assert game.turn_number == 1 and any(event.type == "roll" for event in events)
    assert game.run(NullDisplay()) is not None
    with pytest.raises(errors.RecordError):
        game.record()


def test_landmarks_by_hand() -> None:
    game = Game(players=2, seed=1)
    player = game.players[0]
    for name in ("hasTrainStation", "hasShoppingMall", "hasAmusementPark"):
        setattr(player, name, True)
        assert getattr(player, name) and not player.isWinner()
    player.hasShoppingMall = False
    assert [card.name for card in player.checkRemainingUpgrades()] == ["Shopping Mall", "Radio Tower"]


def test_landmarks_by_hand_win() -> None:
    game = Game(players=2, seed=1)
    player = game.players[1]
    for name in ("hasTrainStation", "hasShoppingMall", "hasAmusementPark", "hasRadioTower"):
        assert not game.is_over
        setattr(player, name, True)
    assert game.is_over and game.run(NullDisplay()) is game.winner is player
    with pytest.raises(errors.RefusedError, match="over"):
        game.next_turn(NullDisplay())


def test_buying_by_hand_pays_and_takes_from_the_market() -> None:
    game = Game(players=2, seed=1)
    player, other = game.players
    before = game.get_market_state()["Forest"]
    assert not player.buy("Mine", game.market) and not player.buy("Totally Fake Card")
    assert player.bank == 3
    assert player.buy("Forest", game.market)
    assert (player.bank, player.cards["Forest"], game.get_market_state()["Forest"]) == (0, 1, before - 1)
    other.deposit(10)
    assert other.buy("Train Station") and not other.buy("Train Station")
    assert other.hasTrainStation and other.bank == 9


def test_exchanging_by_hand() -> None:
    game = Game(players=2, seed=1)
    one, other = game.players
    one.deposit(100), other.deposit(100)
    one.buy("Forest"), other.buy("Ranch")
    one.swap("Forest", other, "Ranch")
    assert one.cards["Ranch"] and not one.cards["Forest"] and other.cards["Forest"] and not other.cards["Ranch"]
    with pytest.raises(errors.ConfigError, match="Robo0 has no Mine"):
        one.swap("Mine", other, "Forest")


def test_nothing_is_changed_in_the_middle_of_a_turn() -> None:
    class Cheat(machi.Bot):
        def chooseCard(self, options: list[Card], game: Game | None = None) -> str | None:
            self.deposit(100)
            return None

    game = Game(players=[Cheat("C"), "random"], seed=1)
    with pytest.raises(errors.RunError, match="between turns"):
        game.run(NullDisplay())


def test_who_rolls_by_hand() -> None:
    game = Game(players=3, seed=1)
    game.players[2].isrollingdice = True
    assert game.current_player_index == 2 and get_die_roller(game.players) is game.players[2]
    with pytest.raises(errors.ConfigError, match="isrollingdice"):
        game.players[2].isrollingdice = False
    with pytest.raises(ValueError, match="nobody"):
        get_die_roller([machi.Bot("A"), machi.Bot("B")])


def test_dice_thrown_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(players=2, seed=1)
    player = game.players[0]
    assert player.chooseDice() == 1
    player.hasTrainStation = True
    thrown = iter([3, 4, 5, 5])
    monkeypatch.setattr("random.randint", lambda low, high: next(thrown))
    assert player.dieroll() == (7, False)
    assert player.dieroll() == (10, True)


def test_odds_follow_what_is_changed() -> None:
    game = Game(players=2, seed=1)
    player = game.players[0]
    before = strategy.portfolio_ev(player, game.players)
    player.deposit(10)
    player.buy("Ranch")
    assert strategy.portfolio_ev(player, game.players) == pytest.approx(before + 2 / 6)


def test_cards_have_the_classes_of_their_colours() -> None:
    game = Game(players=2, seed=1)
    kinds = {"Forest": Blue, "Bakery": Green, "Cafe": Red, "Stadium": Stadium, "TV Station": TVStation}
    for name, kind in {**kinds, "Business Center": BusinessCenter, "Radio Tower": UpgradeCard}.items():
        card = game.card(name)
        assert type(card) is kind and card == name
        for again in (pickle.loads(pickle.dumps(card)), copy.deepcopy(card)):
            assert type(again) is kind and (again, again.cost, again.rule) == (card, card.cost, card.rule)
    assert Stadium() == game.card("Stadium") and Stadium().cost == 6
    assert UpgradeCard("Train Station").cost == 4
    with pytest.raises(ValueError, match="no landmark `Forest`"):
        UpgradeCard("Forest")
    own = Blue("Dark Blue Card", 2, 1, 5, [11, 12])
    assert isinstance(own, Card) and (own.cost, own.payout, own.hitsOn, own.color) == (1, 5, [11, 12], "blue")


def test_piles() -> None:
    table = TableDeck()
    counts = {card.name: copies for card, copies in table.freq().items()}
    assert counts["Wheat Field"] == 6 and counts["Stadium"] == 1 and sum(counts.values()) == len(table)
    assert "Ranch" in table.names(maxcost=1) and "Mine" not in table.names(maxcost=1)
    table.append(Stadium())
    assert len(table) == sum(counts.values()) + 1
    table.remove(Stadium())
    assert len(table) == sum(counts.values())
    wrong: Any = "not a card"
    with pytest.raises(TypeError, match="a pile takes cards"):
        table.append(wrong)
    assert PlayerDeck().names() == ["Wheat Field", "Bakery"]
    assert len(UniqueDeck(2)) == 2 * (3 + 4)


def test_who_sits_down() -> None:
    assert [type(one) for one in setPlayers(bots=2)] == [bots.ThoughtfulBot] * 2
    assert [type(one) for one in setPlayers(humans=1, bots=1)] == [machi.Human, bots.ThoughtfulBot]
    assert len(setPlayers(1)) == len(setPlayers(bots=1)) == 2
    assert len(setPlayers(5)) == len(setPlayers(humans=3, bots=2)) == 4
    with pytest.raises(ValueError, match="3.14"):
        setPlayers(3.14)


def test_entrants_by_label() -> None:
    entries = [
        tournament.TournamentPlayer("Pass", PassBot),
        tournament.TournamentPlayer("Think", bots.ThoughtfulBot),
    ]
    ranked = tournament.run_swiss_tournament(entries, seed=1)
    assert [entry.label for entry in ranked] == ["Think", "Pass"]
    assert ranked[0].elo > ranked[1].elo != 1500


def test_a_display_without_colours() -> None:
    out = io.StringIO()
    Game(players=2, seed=1).next_turn(PlainTextDisplay(out))
    assert "Robo0 rolls 1" in out.getvalue() and "\x1b" not in out.getvalue()


def test_probabilities_by_their_old_names() -> None:
    assert strategy.ONE_DIE_PROB == strategy.die_pmf(1) and strategy.TWO_DIE_PROB == strategy.die_pmf(2)
    assert sum(p for total, p in strategy.TWO_DIE_PROB.items() if total % 2) == pytest.approx(0.5)
    assert pytest.approx(1 / 6) == strategy.P_DOUBLES
