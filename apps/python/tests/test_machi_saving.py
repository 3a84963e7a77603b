"""Games in files: what was saved goes on as if it had never been away."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import tercet
from tercet.machi import Bot, Game, Human, NullDisplay


class Moody(Bot):
    """Draws from its own generator, and remembers."""

    advisor = "impatient"

    def __init__(self, name: str = "Moody") -> None:
        super().__init__(name)
        self.bought: list[str] = []

    def chooseCard(self, options, game=None):  # type: ignore[no-untyped-def]
        card = self.rng.choice([*options, super().chooseCard(options)])
        self.bought.append(str(card))
        return card


def rest(game: Game) -> tuple[str, Any, Any]:
    game.run(NullDisplay())
    return game.record(), game.history, [vars(player).get("bought") for player in game.players]


@pytest.mark.parametrize("turns", [0, 1, 17])
@pytest.mark.parametrize("expansions", [[], ["harbor", "millionaires_row", "promo"]])
def test_a_loaded_game_goes_on_the_same(tmp_path: Path, turns: int, expansions: list[str]) -> None:
    game = Game(players=[Moody("Mo"), "random", Bot("r"), "mcts:playouts=8"], seed=7, expansions=expansions)
    for _ in range(turns):
        game.next_turn()
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert (again.turn_number, again.last_roll, again.text()) == (turns, game.last_roll, game.text())
    assert again.history == game.history and type(again.players[0]) is Moody
    assert rest(again) == rest(game)


def test_a_game_is_saved_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    class Fails(Bot):
        fails = True

        def chooseCard(self, options):  # type: ignore[no-untyped-def]
            if Fails.fails:
                raise OSError("the line is down")
            return options[0]

    game = Game(players=[Fails("f"), "random"], seed=2)
    with pytest.raises(tercet.errors.RunError, match="the line is down"):
        game.next_turn()
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    Fails.fails = False
    output = game.next_turn()
    assert [event.type for event in output][:2] == ["turn_start", "roll"]
    assert again.next_turn() == output and rest(again) == rest(game)


def test_a_human_is_asked_at_the_terminal_again(tmp_path: Path) -> None:
    game = Game(humans=[Human("Ana", read=lambda prompt: "1", write=lambda line: None)], bots=1, seed=1)
    game.next_turn()
    game.save(tmp_path / "game.json")
    ana = Game.load(tmp_path / "game.json").players[0]
    assert type(ana) is Human and ana.name == "Ana" and ana._read is None


def test_saving_leaves_nothing_behind_and_replaces(tmp_path: Path) -> None:
    game = Game(players=2, seed=1)
    game.save(tmp_path / "game.json")
    game.next_turn()
    game.save(tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert Game.load(tmp_path / "game.json").turn_number == 1


def test_damaged_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = Game(players=2, seed=1)
    for _ in range(5):
        game.next_turn()
    game.save(path)
    whole = path.read_text()
    refused = pytest.raises(tercet.errors.RecordError, match=r"game\.json: ")
    for text in ["", "{", "[]", '"text"', whole[:-20], whole.replace('"turns": 5', '"turns": 6')]:
        path.write_text(text)
        with refused:
            Game.load(path)
    for place in range(0, len(whole), 97):
        path.write_text(whole[:place] + "#" + whole[place + 1 :])
        with refused:
            Game.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with refused:
        Game.load(path)
    other = {**json.loads(whole), "version": 99}
    path.write_text(json.dumps(other))
    with pytest.raises(tercet.errors.RecordError, match="version 99; this release reads version 1"):
        Game.load(path)
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "none.json")


def test_what_a_file_can_not_keep(tmp_path: Path) -> None:
    class Keeps(Bot):
        memory: Any

    game = Game(players=[Keeps("k"), "random"], seed=1)
    game.players[0].memory = {1, 2}  # type: ignore[attr-defined]
    with pytest.raises(tercet.errors.RecordError, match="k keeps `memory`, a set that a file has no exact form for"):
        game.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []
    outside = Game(players=2, dice=random.randint)
    outside.next_turn()
    with pytest.raises(tercet.errors.RecordError, match="dice from outside"):
        outside.save(tmp_path / "game.json")


def test_an_unknown_class_is_told(tmp_path: Path) -> None:
    game = Game(players=2, seed=1)
    body = tmp_path / "game.json"
    game.save(body)
    from tercet.machi import saving

    output = json.loads(body.read_text())
    output.pop("check")
    output["players"][0]["class"] = "elsewhere.Baker"
    body.write_text(json.dumps({**output, "check": saving._check(output)}))
    with pytest.raises(tercet.errors.RecordError, match=r"a elsewhere\.Baker sits there; define or import that class"):
        Game.load(body)


def test_a_link_is_followed_and_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    game = Game(2, 0, seed=3)
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    link.symlink_to(real)
    game.save(link)
    assert link.is_symlink() and Game.load(real).record() == game.record()
    with pytest.raises(tercet.errors.RecordError, match="not a file"):
        game.save(tmp_path)


def test_a_file_of_brackets_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    with pytest.raises(tercet.errors.RecordError, match="no saved game"):
        Game.load(path)


def test_a_display_needs_only_events() -> None:
    class EventTuple:
        def __init__(self) -> None:
            self.events: list[object] = []

        def show_events(self, events: list[object]) -> None:
            self.events += events

    display = EventTuple()
    events = Game(2, 0, seed=3).next_turn(display)  # type: ignore[arg-type]
    assert display.events == events
