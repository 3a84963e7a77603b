"""Events in harmonictook's words: which type a card's coins are told by, and what the fields mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tercet.machi import Bot, Event, Game, LogDisplay


def rolled(total: int, *cities: dict[str, Any], **config: object) -> list[Event]:
    """The events of a turn in which the first player rolls this; the players are Ann, Bob and so on."""
    players = [Bot(name) for name, _ in zip(["Ann", "Bob", "Cyd"], cities, strict=False)]
    full = [{"coins": 0, "cards": {}, "landmarks": [], **city} for city in cities]
    game = Game.at({"players": full}, players, **config)
    game._dice = lambda low, high: total
    return game.next_turn()


def of(events: list[Event], *types: str) -> list[Event]:
    return [event for event in events if event.type in types]


def test_a_red_card_steals_from_the_roller() -> None:
    events = rolled(3, {"coins": 5}, {"cards": {"Cafe": 2}})
    assert of(events, "steal", "collect") == [Event("steal", "Bob", "Cafe", "Ann", 2)]
    assert [event.kind for event in of(events, "steal")] == ["collect"]


def test_a_stadium_collects_from_everybody() -> None:
    events = rolled(6, {"cards": {"Stadium": 1}}, {"coins": 5}, {"coins": 1})
    assert of(events, "steal", "collect") == [
        Event("collect", "Ann", "Stadium", "Bob", 2),
        Event("collect", "Ann", "Stadium", "Cyd", 1),
    ]


def test_a_tv_station_steals_from_one() -> None:
    events = rolled(6, {"cards": {"TV Station": 1}}, {"coins": 9}, {"coins": 1})
    assert of(events, "steal", "collect") == [Event("steal", "Ann", "TV Station", "Bob", 5)]


def test_cards_of_the_expansions_go_by_whom_they_take_from() -> None:
    publisher = [{"cards": {"Publisher": 1}, "landmarks": ["Train Station"]}, {"coins": 9, "cards": {"Cafe": 2}}]
    game = Game.at(
        {"players": [{"coins": 0, "cards": {}, "landmarks": [], **city} for city in publisher]},
        [Bot("Ann"), Bot("Bob")],
        expansions="harbor",
        market="total",
    )
    dice = iter([3, 4])
    game._dice = lambda low, high: next(dice)
    assert of(game.next_turn(), "steal", "collect") == [Event("collect", "Ann", "Publisher", "Bob", 2)]


def test_payouts_and_what_fires() -> None:
    events = rolled(1, {"cards": {"Wheat Field": 2}}, {"cards": {"Wheat Field": 1}})
    assert of(events, "payout") == [
        Event("payout", "Ann", "Wheat Field", "", 2),
        Event("payout", "Bob", "Wheat Field", "", 1),
    ]
    fired = of(events, "card_activates")
    assert fired == [
        Event("card_activates", "Ann", "Wheat Field", "", 1),
        Event("card_activates", "Bob", "Wheat Field", "", 1),
    ]
    assert [event.copies for event in fired] == [2, 1]


def test_what_fires_tells_the_roll_after_two_were_added() -> None:
    city = {"coins": 0, "cards": {"Tuna Boat": 1}, "landmarks": ["Train Station", "Harbor"]}
    game = Game.at({"players": [city, city]}, [Bot("Ann", advisor="impatient"), Bot("Bob")], expansions="harbor", market="total")
    game._dice = lambda low, high: 6
    events = game.next_turn()
    total = of(events, "roll", "add_two")[-1].value
    assert {event.value for event in of(events, "card_activates")} == {total}


def test_a_swap() -> None:
    class Swapper(Bot):
        def chooseTarget(self, players):  # type: ignore[no-untyped-def]
            return players[0]

        def chooseBusinessCenterSwap(self, target, mine, theirs):  # type: ignore[no-untyped-def]
            return "Bakery", "Mine"

    cities = [{"cards": {"Business Center": 1, "Bakery": 1, "Ranch": 1}}, {"cards": {"Mine": 1, "Forest": 1}}]
    full = [{"coins": 0, "landmarks": [], **city} for city in cities]
    game = Game.at({"players": full}, [Swapper("Ann"), Bot("Bob")])
    game._dice = lambda low, high: 6
    swap = of(game.next_turn(), "bc_swap")
    assert swap == [Event("bc_swap", "Ann", "Bakery", "Bob", message="Mine")]
    assert swap[0].kind == "swap"


def test_a_declined_exchange_pays_as_harmonictook_does() -> None:
    class Keeper(Bot):
        def chooseTarget(self, players):  # type: ignore[no-untyped-def]
            return None

    full = [{"coins": 0, "cards": {"Business Center": 1, "Bakery": 1}, "landmarks": []}] * 2
    game = Game.at({"players": full}, [Keeper("Ann"), Bot("Bob")], compat="harmonictook")
    game._dice = lambda low, high: 6
    assert of(game.next_turn(), "bc_bot_payout") == [Event("bc_bot_payout", "Ann", "Business Center", "", 5)]


def test_a_purchase_tells_what_is_left() -> None:
    class Forester(Bot):
        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            return "Forest"

    game = Game(players=[Forester("Ann"), "random"], seed=1)
    game._dice = lambda low, high: 6
    bought = of(game.next_turn(), "buy")
    assert bought == [Event("buy", "Ann", "Forest", value=3)] and bought[0].remaining_bank == 0
    loan = Game.at(
        {"players": [{"coins": 2, "cards": {}, "landmarks": []}] * 2},
        [type("Borrower", (Bot,), {"chooseCard": lambda self, options: "Loan Office"})("Ann"), Bot("Bob")],
        expansions="millionaires_row",
        market="total",
    )
    loan._dice = lambda low, high: 1
    assert [event.remaining_bank for event in of(loan.next_turn(), "buy")] == [2]


def test_doubles_bonus_and_win() -> None:
    city = {"cards": {}, "landmarks": ["Train Station", "Amusement Park"]}
    assert of(rolled(4, city, {}), "doubles_bonus") == [Event("doubles_bonus", "Ann")]
    rich = {"coins": 22, "cards": {}, "landmarks": ["Train Station", "Amusement Park", "Shopping Mall"]}
    tower = type("Tower", (Bot,), {"chooseCard": lambda self, options: "Radio Tower"})
    game = Game.at({"players": [rich, rich]}, [tower("Ann"), Bot("Bob")])
    game._dice = lambda low, high: 4
    assert of(game.next_turn(), "win") == [Event("win", "Ann")]


def test_every_event_of_a_game_names_the_logs_type(tmp_path: Path) -> None:
    game = Game(players=4, seed=3, expansions=["harbor", "millionaires_row", "promo"])
    with LogDisplay(tmp_path / "log.jsonl") as log:
        game.run(log)
    logged = [json.loads(line)["type"] for line in (tmp_path / "log.jsonl").read_text().splitlines()[1:]]
    output = [event.kind for turn in game.history for event in turn.events]
    assert output == logged
