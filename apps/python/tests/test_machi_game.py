"""Games of Machi Koro with players and displays over the engine."""

from __future__ import annotations

import copy
import io
import json
import pickle
import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import tercet
from tercet.machi import (
    Blue,
    Bot,
    Card,
    Display,
    Event,
    Game,
    Green,
    Human,
    LogDisplay,
    NullDisplay,
    Player,
    Red,
    TerminalDisplay,
)

CARDS = Path(__file__).parents[3] / "examples" / "tea_house.toml"


class Recording(Display):
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turns = 0

    def show_events(self, events: list[Event]) -> None:
        self.events.extend(events)

    def show_state(self, game: Game) -> None:
        self.turns += 1


def test_a_game_before_its_first_turn() -> None:
    game = Game(players=3, seed=1)
    assert [type(player) for player in game.players] == [Bot, Bot, Bot]
    assert [player.bank for player in game.players] == [3, 3, 3]
    assert game.players[2].cards == {"Wheat Field": 1, "Bakery": 1}
    assert [player.landmarks for player in game.players] == [[], [], []]
    state = (game.current_player_index, game.turn_number, game.last_roll, game.winner, game.history)
    assert state == (0, 0, None, None, [])
    assert game.get_market_state() == {
        **dict.fromkeys(
            ["Wheat Field", "Ranch", "Forest", "Mine", "Apple Orchard", "Bakery", "Convenience Store"]
            + ["Cheese Factory", "Furniture Factory", "Farmer's Market", "Cafe", "Family Restaurant"],
            6,
        ),
        **dict.fromkeys(["Stadium", "TV Station", "Business Center"], 3),
    }
    assert game.get_current_player() is game.players[0]
    assert game.get_player_state(game.players[1]) == {
        "name": "Robo1",
        "bank": 3,
        "landmarks": 0,
        "cards": 2,
        "landmark_names": [],
        "card_counts": {"Wheat Field": 1, "Bakery": 1},
        "closed": {},
        "invested": 0,
    }


def test_what_can_be_bought() -> None:
    game = Game(players=2, seed=1)
    options = game.get_purchase_options()
    assert options == [
        "Wheat Field",
        "Ranch",
        "Forest",
        "Apple Orchard",
        "Bakery",
        "Convenience Store",
        "Furniture Factory",
        "Farmer's Market",
        "Cafe",
        "Family Restaurant",
    ]
    assert all(isinstance(card, Card) for card in options)
    assert {type(card) for card in options} == {Blue, Green, Red}
    assert max(card.cost for card in options) == 3
    assert game.market.names(maxcost=1) == ["Wheat Field", "Ranch", "Bakery"]
    assert game.market.freq()[game.card("mine")] == 6
    assert len(game.market) == 12 * 6 + 3 * 2 and "Mine" in game.market
    assert game.reserve.names() == ["Train Station", "Shopping Mall", "Amusement Park", "Radio Tower"]
    rich = {"coins": 30, "cards": {"Stadium": 1}, "landmarks": ["Radio Tower"]}
    game = Game.at({"players": [rich, {**rich, "cards": {}}]})
    assert "Stadium" not in game.market and game.reserve.names()[0] == "Stadium"
    assert [card for card in game.get_purchase_options() if card.is_landmark] == [
        "Train Station",
        "Shopping Mall",
        "Amusement Park",
    ]
    game.refresh_market()
    assert game.get_market_state()["Stadium"] == 1


def test_turns_until_somebody_wins() -> None:
    game, shown = Game(players=2, seed=42), Recording()
    turns = []
    while not game.is_over:
        player = game.get_current_player()
        events = game.next_turn(shown)
        turns.append(events)
        starts = [event for event in events if event.type == "turn_start"]
        assert [(event.player, event.value) for event in starts] == [(player.name, len(turns))]
        assert events[0] == starts[0]
        assert game.last_roll == [event for event in events if event.type in ("roll", "add_two")][-1].value
    assert shown.events == [event for events in turns for event in events]
    assert shown.turns == game.turn_number == len(turns) == len(game.history)
    assert game.winner is not None and game.winner.isWinner() and not game.winner.checkRemainingUpgrades()
    assert [event.type for event in turns[-1]][-2:] == ["win", "over"]
    assert game.history[-1].events == turns[-1]
    last = game.history[-1].players[game.winner.index]
    assert (last.landmarks, last.bank) == (4, game.winner.bank)
    with pytest.raises(tercet.errors.RefusedError, match="the game is over"):
        game.next_turn()
    tercet.verify(game.record())
    assert tercet.replay(game.record()).winners == [game.winner.index]


def test_coins_move_as_events_say() -> None:
    game = Game(players=4, seed=5, expansions=["harbor", "millionaires_row"], bots=0)
    banks = {player.name: player.bank for player in game.players}
    names = {"payout", "collect", "steal", "buy", "fee", "city_hall", "airport", "invest"}
    for _ in range(60):
        if game.is_over:
            break
        for event in game.next_turn():
            if event.type not in names:
                continue
            gains = event.type in ("payout", "collect", "steal", "city_hall", "airport")
            banks[event.player] += event.value if gains else -event.value
            if event.type in ("collect", "steal"):
                banks[event.target] -= event.value
        shared = any(event.card == "Park" for event in game.history[-1].events)
        now = {player.name: player.bank for player in game.players}
        assert shared or banks == now
        banks = now


def test_the_same_seed_is_the_same_game() -> None:
    def played(**options: Any) -> tuple[str, int]:
        game = Game(bots=["impatient", "random", "ev"], **options)
        game.run(NullDisplay())
        return game.record(), game.turn_number

    assert played(seed=7) == played(seed=7) != played(seed=8)
    random.seed(11)
    first = played()
    random.seed(11)
    assert played() == first


def test_the_engine_plays_the_same_without_looking_on() -> None:
    for expansions in ((), ("harbor", "millionaires_row", "promo")):
        for bots in (["impatient", "random"], [None, "tuv", None]):
            seats = [bot or Bot(f"b{seat}") for seat, bot in enumerate(bots)]
            again = [bot or Bot(f"b{seat}") for seat, bot in enumerate(bots)]
            loud, quiet = (Game(players=who, seed=3, expansions=expansions) for who in (seats, again))
            loud.run(NullDisplay())
            quiet._play_quietly()
            assert loud.record() == quiet.record()


def test_a_bot_that_overrides_nothing_is_its_advisor() -> None:
    class Echo(Bot):
        """Asks the advisor for everything by the methods."""

        advisor = "impatient"

        def chooseDice(self, players):  # type: ignore[no-untyped-def]
            return super().chooseDice(players)

        def chooseAction(self, availableCards):  # type: ignore[no-untyped-def]
            return "pass" if self._advice() == "pass" else "buy"

        def chooseCard(self, options, game=None):  # type: ignore[no-untyped-def]
            return super().chooseCard(options, game)

    for seed in range(5):
        by_methods = Game(players=[Echo("a"), "impatient", Echo("c")], seed=seed, expansions=["millionaires_row"])
        by_name = Game(players=["impatient"] * 3, seed=seed, expansions=["millionaires_row"])
        by_methods._play_quietly()
        by_name._play_quietly()
        assert by_methods.record() == by_name.record()


def test_overriding_a_few_methods() -> None:
    class Careful(Bot):
        def __init__(self, name: str = "") -> None:
            super().__init__(name)
            self.asked: list[str] = []

        def chooseAction(self, availableCards):  # type: ignore[no-untyped-def]
            self.asked.append("action")
            return "pass" if len(availableCards) % 2 else "buy"

        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            self.asked.append("card")
            assert all(card.cost <= self.bank for card in options)
            return options[0].name.upper()

        def chooseReroll(self):  # type: ignore[no-untyped-def]
            self.asked.append("reroll")
            return False

    careful = Careful()
    careful.chooseDice = lambda: 1  # type: ignore[method-assign, assignment]
    game = Game(players=[careful, Bot("other")], seed=2)
    game.run(NullDisplay())
    assert careful.name == "Careful" and game.winner is not None
    assert {"action", "card"} <= set(careful.asked)


class Swapper(Bot):
    """Exchanges the first card for the first."""

    swaps = 0

    def chooseTarget(self, players):  # type: ignore[no-untyped-def]
        return players[-1].name

    def chooseBusinessCenterSwap(self, target, my_swappable, their_swappable):  # type: ignore[no-untyped-def]
        type(self).swaps += 1
        assert target is self.game.players[-1]
        return my_swappable[0], their_swappable[0]


def center(own: dict[str, int], theirs: dict[str, int], bot: Player, **config: object) -> Game:
    """A game in which a six is about to fall for the owner of a Business Center."""
    cities = [
        {"coins": 0, "cards": {"Business Center": 1, **own}, "landmarks": []},
        {"coins": 0, "cards": theirs, "landmarks": []},
    ]
    game = Game.at({"players": cities}, [bot, Bot("other")], **config)
    game._dice = lambda low, high: high
    return game


def test_a_business_center_swap() -> None:
    game = center({"Bakery": 2, "Ranch": 1}, {"Mine": 1, "Stadium": 1, "Forest": 1}, Swapper("s"))
    swap = [event for event in game.next_turn() if event.type == "bc_swap"]
    assert swap == [Event("bc_swap", "s", "Ranch", "other", message="Forest")]
    assert swap[0].other_card == "Forest"
    assert game.players[0].cards == {"Forest": 1, "Bakery": 2, "Business Center": 1}
    # Where only one card can be given and taken, the rules don't ask again.
    game = center({"Bakery": 1}, {"Mine": 1}, Swapper("s"))
    game.next_turn()
    assert game.players[0].cards == {"Mine": 1, "Business Center": 1}
    # The default is the advisor's, whoever the target is.
    game = center({"Bakery": 1, "Mine": 1}, {"Forest": 1, "Ranch": 1}, Bot("s", advisor="impatient"))
    output = [event.type for event in game.next_turn()]
    assert output.count("bc_swap") + output.count("decline") == 1


def test_a_swap_may_be_declined_where_the_rules_allow() -> None:
    class Keeper(Swapper):
        def chooseBusinessCenterSwap(self, target, my_swappable, their_swappable):  # type: ignore[no-untyped-def]
            return None

    output = center({"Bakery": 2}, {"Mine": 1}, Keeper("k")).next_turn()
    assert "decline" in [event.type for event in output]
    game = center({"Bakery": 2, "Ranch": 1}, {"Mine": 1}, Keeper("k"), business_center="mandatory")
    with pytest.raises(
        tercet.errors.RefusedError,
        match=r"^k \(Keeper.chooseBusinessCenterSwap\) answered None; allowed: \(one of Ranch, Bakery; one of Mine\)$",
    ):
        game.next_turn()
    # With one player to exchange with, and no way to decline, only the cards are asked for.
    game = center({"Bakery": 2, "Ranch": 1}, {"Mine": 1}, Swapper("s"), business_center="mandatory")
    game.next_turn()
    assert game.players[0].cards == {"Mine": 1, "Bakery": 2, "Business Center": 1}
    game = center({"Bakery": 2, "Ranch": 1}, {"Mine": 1, "Forest": 1}, Bot("b"), business_center="mandatory")
    assert [event.player for event in game.next_turn() if event.type == "bc_swap"] == ["b"]


def test_expansions_ask_more() -> None:
    asked: set[str] = set()

    def noting(name: str) -> Any:
        def decide(self: Bot, *arguments: Any) -> Any:
            asked.add(name)
            return getattr(Bot, name)(self, *arguments)

        return decide

    from tercet.machi.players import DECISIONS

    Curious = type("Curious", (Bot,), {name: noting(name) for name in DECISIONS})
    for seed in range(12):
        game = Game(players=[Curious("c"), Curious("d"), "random"], seed=seed, expansions=["harbor", "millionaires_row", "promo"])
        game._play_quietly()
        assert game.is_over
    assert asked == set(DECISIONS)


def test_custom_cards_and_other_rules() -> None:
    game = Game(players=2, seed=1, cards=CARDS, starting_coins=9, market="hybrid")
    tea = game.card("tea house")
    assert (tea, tea.color, tea.hitsOn, tea.cost, tea.icon) == ("Tea House", "green", [8], 4, "cup")
    assert tea.describe() == "on your own roll: 2 coins from the bank for each wheat"
    assert game.card("Mine").cost == 4 and game.players[0].bank == 9
    game.run(NullDisplay())
    assert game.winner is not None
    tercet.verify(game.record())
    five = Game(players=5, seed=1, expansions="harbor")
    assert len(five.players) == 5 and [card.name for card in five.landmarks][-2:] == ["Harbor", "Airport"]


def test_seats() -> None:
    game = Game(bots=2, humans=1, seed=1)
    assert [(type(player), player.name) for player in game.players] == [
        (Human, "Player1"),
        (Bot, "Robo0"),
        (Bot, "Robo1"),
    ]
    game = Game(bots=["ev", Swapper, Bot("b")], humans=["Ann"])
    assert [player.name for player in game.players] == ["Ann", "ev", "Swapper", "b"]
    assert len(Game().players) == 2
    late = Bot("late")
    game.players[0] = late
    assert late.index == 0 and late.bank == 3 and game.players[0] is late
    with pytest.raises(TypeError, match="the number of seats is fixed"):
        game.players.append(Bot("x"))
    with pytest.raises(tercet.errors.ConfigError, match="one player can't sit at two seats"):
        game.players[1] = late
    with pytest.raises(tercet.errors.ConfigError, match="one player can't sit at two seats"):
        Game(players=[late, late])


def test_dice_from_outside() -> None:
    thrown = iter([2, 3, 6, 6])
    game = Game(players=2, seed=1, dice=lambda low, high: next(thrown))
    assert [event.value for event in game.next_turn() if event.type == "roll"] == [2]
    assert game.last_roll == 2
    assert [event.value for event in game.next_turn() if event.type == "roll"] == [3]
    with pytest.raises(tercet.errors.RecordError, match="dice from outside"):
        game.record()
    with mock.patch("random.randint", return_value=5):
        game = Game(players=2)
        assert [event.value for event in game.next_turn() if event.type == "roll"] == [5]
    wrong = Game(players=2, dice=lambda low, high: 7)
    with pytest.raises(tercet.errors.RefusedError, match="dice answered 7; allowed: 1 to 6"):
        wrong.next_turn()
    station = {"coins": 0, "cards": {"Wheat Field": 1}, "landmarks": ["Train Station", "Amusement Park"]}
    game = Game.at({"players": [station, station]})
    game._dice = lambda low, high: 4
    rolls = [event for event in game.next_turn() if event.type == "roll"]
    assert [(event.value, event.is_doubles) for event in rolls] == [(8, True)]
    assert game.current_player_index == 0 and game.history[-1].events[-1].type == "doubles_bonus"


def test_positions() -> None:
    city = {"coins": 21, "cards": {"Mine": 2}, "landmarks": ["Train Station"]}
    game = Game.at({"players": [city, {**city, "coins": 0}], "active": 1}, seed=4)
    assert game.get_current_player().name == "Robo1" and game.players[0].bank == 21
    assert game.position()["players"][0] == {"coins": 21, "cards": {"Mine": 2}, "landmarks": ["Train Station"]}
    game.run(NullDisplay())
    assert game.is_over
    harbor = {"players": [{**city, "closed": {"Mine": 1}, "investment": 2}] * 3, "rules": {"millionaires_row": True}}
    asked = Game.at(harbor, playable=False)
    assert asked.players[2].closed == {"Mine": 1} and asked.players[2].invested == 2
    with pytest.raises(tercet.errors.RefusedError, match="only to be asked about"):
        asked.next_turn()
    with pytest.raises(tercet.errors.ConfigError, match="seat 1: has coins on a card that is not there"):
        Game.at({**harbor, "market": {}})
    with pytest.raises(tercet.errors.ConfigError, match="this game has no such card"):
        Game.at({"players": [{**city, "cards": {"Moon": 1}}] * 2}, playable=False)
    with pytest.raises(tercet.errors.NotationError, match="coins"):
        Game.at({"players": [{"cards": {}, "landmarks": []}] * 2})
    with pytest.raises(TypeError, match="position: "):
        Game.at({"players": {1, 2}})
    with pytest.raises(tercet.errors.ConfigError, match="players: 1 for a position of 2"):
        Game.at({"players": [city, city]}, [Bot()])


def test_copies_go_on_alike() -> None:
    game = Game(players=[Swapper("s"), "random", Bot("b")], seed=9)
    for _ in range(10):
        game.next_turn()
    twin = copy.deepcopy(game)
    assert twin.players[0] is not game.players[0] and twin.players[0].game is twin
    game.run(NullDisplay())
    assert twin.turn_number == 10
    twin.run(NullDisplay())
    assert twin.record() == game.record() and [state.roll for state in twin.history] == [
        state.roll for state in game.history
    ]
    table = pickle.loads(pickle.dumps(game._table))
    assert table.record() == game.record()


@pytest.mark.parametrize("expansions", [(), ("harbor", "millionaires_row")])
def test_a_pickle_goes_on_where_the_game_was(expansions: tuple[str, ...]) -> None:
    game = Game(players=[Swapper("s"), "random", Bot("b"), "impatient"], seed=9, expansions=expansions)
    for _ in range(40):
        game.next_turn()
    # What is kept of the second is what is kept of the first.
    twin = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(game))))
    assert twin.players[0] is not game.players[0] and twin.players[0].game is twin
    assert twin.players[0].rng.getstate() == game.players[0].rng.getstate()
    assert (twin.turn_number, twin.history, twin.record()) == (game.turn_number, game.history, game.record())
    game.run(NullDisplay())
    twin.run(NullDisplay())
    assert (twin.history, twin.record()) == (game.history, game.record())


def test_a_player_brings_its_game_along() -> None:
    game = Game(players=[Swapper("s"), "random"], seed=3)
    for _ in range(6):
        game.next_turn()
    player = pickle.loads(pickle.dumps(game.players[0]))
    assert player.game.players[0] is player and player.game.record() == game.record()
    player.game.run(NullDisplay())
    game.run(NullDisplay())
    assert player.game.record() == game.record()


class Stumbler(Bot):
    """Fails once, in the middle of a game."""

    stumbles = True

    def chooseAction(self, options: list[str]) -> str:
        if self.stumbles and self.game._table.num_plays > 30:
            raise RuntimeError("stumbled")
        return super().chooseAction(options)


def test_a_pickle_knows_what_was_played_with_nobody_looking_on() -> None:
    games = [Game(players=[Stumbler("s"), "random", "ev"], seed=4) for _ in range(2)]
    for game in games:
        with pytest.raises(RuntimeError, match="stumbled"):
            game._play_quietly()
    game, twin = games[0], pickle.loads(pickle.dumps(games[1]))
    assert game._quiet and twin.record() == game.record()
    for each in (game, twin):
        each.players[0].stumbles = False
        each._play_quietly()
    assert twin.record() == game.record() and twin.is_over


def test_pickles_that_cannot_be_are_refused() -> None:
    kept = Game(players=2, seed=1).__reduce__()
    with pytest.raises(tercet.errors.RecordError, match="^a pickle of version 7; this release reads version 2$"):
        kept[0](7, Game)
    city = {"coins": 3, "cards": {"Ranch": 2, "Bakery": 1}, "landmarks": []}
    with pytest.raises(tercet.errors.RecordError, match="position or dice from outside"):
        pickle.dumps(Game.at({"players": [city, city]}))


def test_history_may_be_short() -> None:
    game = Game(players=2, seed=1, keep_turns=3)
    game.run(NullDisplay())
    assert [turn.turn_number for turn in game.history] == [game.turn_number - 3, game.turn_number - 2, game.turn_number - 1]
    none = Game(players=2, seed=1, keep_turns=0)
    none.run(NullDisplay())
    assert none.history == [] and none.turn_number == game.turn_number


def test_the_terminal_display() -> None:
    out = io.StringIO()
    game = Game(players=2, seed=42)
    game.next_turn(TerminalDisplay(out))
    game.next_turn(TerminalDisplay(out))
    lines = out.getvalue().splitlines()
    assert lines[:8] == [
        "turn 1: Robo0",
        "Robo0 rolls 1",
        "Robo0: Wheat Field",
        "Robo0: +1 Wheat Field",
        "Robo1: Wheat Field",
        "Robo1: +1 Wheat Field",
        "Robo0 has 4 coins",
        "Robo0 builds Bakery for 1",
    ]
    assert game.text() in out.getvalue()
    out = io.StringIO()
    TerminalDisplay(out).show_events([Event("steal", "Jurph", "TV Station", "Bot1", 5), Event("pass", "Bot1")])
    assert out.getvalue() == "Jurph steal TV Station 5 (Bot1)\nBot1 pass\n"


def test_the_log(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with LogDisplay(path) as log:
        for seed in (42, 43):
            Game(bots=["random", "random"], seed=seed).run(log)
        with pytest.raises(tercet.errors.NotationError):
            log.show_events([Event("roll", "Jurph", value=7)])
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    starts = [line for line in lines if line["type"] == "game_start"]
    assert [(line["game"], line["players"], line["deal"]) for line in starts] == [
        (0, ["random", "random"], "stream 42"),
        (1, ["random", "random"], "stream 43"),
    ]
    assert lines[1] == {"game": 0, "turn": 1, "seat": 0, "type": "turn_start"}
    assert lines[-1] == {"game": 1, "turn": lines[-1]["turn"], "type": "over", "end": "finished"}
    with pytest.raises(tercet.errors.ClosedError):
        Game(players=2).run(log)
    with pytest.raises(tercet.errors.RunError, match="no game is shown"), LogDisplay(tmp_path / "x") as fresh:
        fresh.show_events([])


def test_a_human_is_asked() -> None:
    shown: list[str] = []
    answers = iter(["7", "x", "1", "2", "2"])

    def read(prompt: str) -> str:
        shown.append(prompt)
        return next(answers)

    game = Game(players=[Human("Ann", read=read, write=shown.append), "random"], seed=1, dice=lambda low, high: 1)
    events = game.next_turn()
    assert events[-1] == Event("buy", "Ann", "Ranch", value=1)
    assert shown == [
        "[1] buy",
        "[2] pass",
        "Ann, you have 4 coins: ",
        "a number from 1 to 2, please",
        "Ann, you have 4 coins: ",
        "a number from 1 to 2, please",
        "Ann, you have 4 coins: ",
        "[1] Wheat Field (1): on anyone's roll: 1 coin from the bank",
        "[2] Ranch (1): on anyone's roll: 1 coin from the bank",
        *shown[9:-1],
        "What do you buy? ",
    ]
    game.next_turn()
    assert game.next_turn()[-1].type == "pass"
    with pytest.raises(tercet.errors.RunError, match=r"^Ann \(Human.chooseAction\) failed: StopIteration$"):
        game.next_turn()
        game.next_turn()


def test_a_human_answers_everything() -> None:
    numbers = random.Random(3)
    seen: set[str] = set()

    def read(prompt: str) -> str:
        seen.add("you have" if ", you have" in prompt else prompt.split()[0])
        return numbers.choice("yn") if "[y/n]" in prompt else str(numbers.randint(1, 9))

    for seed in range(4):
        humans = [Human(name, read=read, write=lambda line: None) for name in ("Ann", "Ben", "Cy")]
        game = Game(players=humans, seed=seed, expansions=["harbor", "millionaires_row", "promo"], turn_limit=400)
        game.run(NullDisplay())
        assert game.is_over and game.turn_number <= 400
    asked = {"How", "You", "Add", "you have", "What", "Who?", "Exchange", "Which", "To", "Put"}
    assert seen == asked


@pytest.mark.parametrize(
    ("method", "answer", "output"),
    [
        ("chooseAction", "sell", r"answered 'sell'; allowed: buy, pass"),
        ("chooseCard", "Moon", r"answered 'Moon'; allowed: Wheat Field, Ranch, .*, Family Restaurant, None"),
        ("chooseCard", "Mine", r"answered 'Mine'; allowed: .*"),
        ("chooseCard", 3, r"answered 3; allowed: .*"),
        ("chooseDice", 3, r"answered 3; allowed: 1, 2"),
        ("chooseDice", "two", r"answered 'two'; allowed: 1, 2"),
        ("chooseReroll", "no", r"answered 'no'; allowed: True, False"),
        ("chooseTarget", None, r"answered None; allowed: other"),
        ("chooseTarget", "me", r"answered 'me'; allowed: other"),
    ],
)
def test_nonsense_is_refused_with_what_was_allowed(method: str, answer: object, output: str) -> None:
    bot = type("Odd", (Bot,), {method: lambda self, *_: answer})("odd")
    landmarks = {"chooseDice": ["Train Station"], "chooseReroll": ["Radio Tower"]}.get(method, [])
    cards = {"TV Station": 1} if method == "chooseTarget" else {"Wheat Field": 1}
    cities = [{"coins": 3, "cards": cards, "landmarks": landmarks}, {"coins": 5, "cards": {}, "landmarks": []}]
    third = {"coins": 1, "cards": {}, "landmarks": []}
    if method == "chooseTarget":
        cities.append(third)
    seats = [bot, Bot("other"), Bot("third")][: len(cities)]
    output = output.replace("other", "other, third") if method == "chooseTarget" else output
    game = Game.at({"players": cities}, seats)
    game._dice = lambda low, high: high if method == "chooseTarget" else 2
    before = game.position()
    with pytest.raises(tercet.errors.RefusedError, match=rf"^odd \(Odd\.{method}\) {output}$") as refused:
        game.next_turn()
    assert refused.value.code == "answer"
    if method == "chooseDice":
        assert game.position() == before


def test_a_bot_that_raises_is_named() -> None:
    class Broken(Bot):
        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            return options[100]

    game = Game(players=[Broken("Bo"), "random"], seed=1)
    with pytest.raises(tercet.errors.RunError, match=r"^Bo \(Broken.chooseCard\) failed: IndexError: ") as failed:
        game.run(NullDisplay())
    assert isinstance(failed.value.__cause__, IndexError)
    # The same turn goes on with somebody else at the seat.
    game.players[0] = Bot("Al")
    turn = game.next_turn()
    assert (turn[0].type, turn[-1].type, turn[-1].player) == ("turn_start", "buy", "Al")


def test_wrong_calls() -> None:
    with pytest.raises(tercet.errors.ConfigError, match="players: 9 is not from 2 to 5"):
        Game(players=9)
    with pytest.raises(tercet.errors.ConfigError, match="config `players`: 1 is not from 2 to 4"):
        Game(players=1)
    with pytest.raises(tercet.errors.ConfigError, match="give either players, or bots and humans"):
        Game(players=2, bots=1)
    with pytest.raises(tercet.errors.BotError, match="there is no bot `best` for machi"):
        Game(bots=["best", "random"])
    with pytest.raises(tercet.errors.ConfigError, match="config `moon`"):
        Game(players=2, moon=1)
    with pytest.raises(tercet.errors.ConfigError, match="expansions"):
        Game(players=2, expansions=["moon"])
    with pytest.raises(TypeError):
        Game(players="random")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Player, the name of a bot or a class of players, not int"):
        Game(players=[1, 2])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="made no Player but str"):
        Game(players=[str, "random"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="seed: -1"):
        Game(players=2, seed=-1)
    with pytest.raises(OSError):
        Game(players=2, cards="no such file.toml")
    alone = Bot("Al")
    with pytest.raises(tercet.errors.RunError, match="Al sits at no table"):
        alone.bank  # noqa: B018
    game = Game(players=2)
    with pytest.raises(tercet.errors.ConfigError, match="Al does not sit at this table"):
        game.get_player_state(Game(players=[alone, "random"]).players[0])
    with pytest.raises(tercet.errors.RunError, match="Robo0 is not to decide now"):
        game.players[0].chooseReroll()
    with pytest.raises(tercet.errors.NotationError):
        game.card("Moon")
    with pytest.raises(TypeError):
        Display()  # type: ignore[abstract]
    with pytest.raises(TypeError, match="a display has the method show_events; str has not"):
        game.next_turn("screen")  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.ConfigError, match="keep_turns: -1 is below 0"):
        Game(players=2, keep_turns=-1)


def test_bad_card_files_are_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[card]]\nname = "Tea House"\ncolour = "green"\nrolls = [8]\ncost = -4\nicon = "cup"\neffect = "tea"\n')
    with pytest.raises(tercet.errors.ConfigError, match=r"^bad\.toml:5: card 1 \(Tea House\), cost: -4 is not from 0 to 99\n"):
        Game(players=2, cards=path)
