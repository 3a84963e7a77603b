"""Bots of one's own in any game: what they are shown, what they may answer, and where their games land."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import tercet
from tercet import arena
from tercet.arena import View


def first(view: View) -> str:
    return view.legal[0]


class Drawn:
    """Draws from its own generator, and counts its decisions in a game."""

    def __init__(self) -> None:
        self.decisions = 0

    def act(self, view: View) -> str:
        self.decisions += 1
        return view.rng.choice(view.legal)


class Slow:
    """The first Set, found by trying, after two seconds; in a race a wrong claim costs."""

    def act(self, view: View) -> arena.Answer:
        for action in view.legal:
            twin = view.position.clone()
            twin.play(action, view.seat)
            if twin.scores[view.seat] > view.scores[view.seat]:
                return action, 2000
        return None if len(view.position.acting) > 1 and "deal" not in view.legal else ("deal", 4000)


@pytest.mark.parametrize(("name", "named"), [("set", "first"), ("triangle", "random"), ("machi", "random")])
def test_python_bots_play_all_games(name: str, named: str, tmp_path: Path) -> None:
    with arena.Archive(tmp_path) as archive:
        options: dict[str, Any] = {"games": 2, "seed": 3}
        field: dict[str, Any] = {"mine": Drawn, "theirs": named}
        table = arena.tournament(name, field, archive=archive, **options)
        assert sorted(table["player"]) == ["mine", "theirs"] and table["games"] == [2, 2]
        games = archive.table("games")["id"]
        assert len(games) == (4 if name == "triangle" else 2)
        for number in games:
            tercet.verify(archive.record(number))
        assert set(archive.table("ratings")["player"]) == {"mine", "theirs"}
        assert table == arena.tournament(name, field, jobs=2, **options)


def test_a_function_is_a_bot() -> None:
    table = arena.simulate("triangle", [first], games=3, seed=1)
    assert table["bot"] == ["first"] and table["games"] == [3] and table["points_mean"][0] > 0
    assert table == arena.simulate("triangle", [first], games=3, seed=1, jobs=2)
    machi = arena.simulate("machi", [first, "impatient"], games=3, seed=1)
    assert machi["won"] == [0, 3]


def test_a_race_goes_by_delays() -> None:
    slow = arena.head_to_head("set", {"slow": Slow, "quick": "racer:5"}, games=2, seed=1)
    assert slow["won"][0] + slow["drawn"][0] + slow["lost"][0] == 2
    patient = arena.simulate("set", [lambda view: None, "racer:5"], games=1, seed=1)
    assert patient["points_max"][0] == 0 and patient["points_max"][1] > 0


def test_is_a_python_bot_better() -> None:
    test = arena.sprt("machi", first, "impatient", elo0=-50, elo1=50, games=60, seed=1)
    assert test.verdict == "not_better"


def test_what_a_view_shows() -> None:
    seen: list[View] = []

    def curious(view: View) -> str:
        seen.append(view)
        assert view.legal == view.position.legal_actions(view.seat)
        view.position.play(view.legal[-1], view.seat)
        return view.legal[0]

    arena.tournament("machi", {"me": curious, "you": "random"}, games=1, seed=1)
    view = seen[0]
    assert (view.game, view.labels[view.seat], sorted(view.labels)) == ("machi", "me", ["me", "you"])
    assert "seat 1" in view.text and len(view.scores) == 2
    assert repr(view).startswith("<tercet.arena.View of machi, seat ")


def test_the_same_seed_is_the_same_game() -> None:
    options: dict[str, Any] = {"games": 3, "seed": 7}
    assert arena.simulate("machi", [Drawn, Drawn], **options) == arena.simulate("machi", [Drawn, Drawn], **options)
    other = arena.simulate("machi", [Drawn, Drawn], games=3, seed=8)
    assert arena.simulate("machi", [Drawn, Drawn], **options) != other


class Broken:
    def act(self, view: View) -> str:
        if view.scores != [0] * len(view.scores):
            raise KeyError("x")
        return view.legal[0]


@pytest.mark.parametrize("name", ["set", "triangle"])
def test_a_bot_that_fails_is_named_with_its_game(name: str, tmp_path: Path) -> None:
    with arena.Archive(tmp_path) as archive:
        with pytest.raises(tercet.errors.RunError, match=r"^game 1 of the tournament: bad \(Broken.act\) failed: KeyError: 'x'$") as output:
            arena.tournament(name, {"bad": Broken, "good": "random"}, seed=1, archive=archive, jobs=1)
        assert archive.table("games")["id"] == []
    cause = output.value.__cause__
    assert cause is not None and isinstance(cause.__cause__, KeyError) and cause.__cause__.__traceback__ is not None
    seats = ["bad"] if name == "triangle" else ["bad", "first"]
    with pytest.raises(tercet.errors.RunError, match=r"^game 0 of the series: Broken \(Broken.act\) failed"):
        arena.simulate(name, [Broken, *seats[1:]], games=5, seed=1)
    with pytest.raises(tercet.errors.RunError, match=r"^pair 1 of the test: Broken \(Broken.act\) failed"):
        arena.sprt(name, Broken, "random", games=10, seed=1)


def test_a_bot_that_can_not_be_made_or_answers_nonsense() -> None:
    class Unborn:
        def __init__(self) -> None:
            raise OSError("no file")

        def act(self, view: View) -> str:
            return view.legal[0]

    with pytest.raises(tercet.errors.RunError, match=r"Unborn \(Unborn.act\) failed: OSError: no file"):
        arena.simulate("triangle", [Unborn], games=1, seed=1)
    for answer, why in [("fly", "fly"), (None, "no action"), (3, "no action"), (("place", -1), "no action")]:
        with pytest.raises(tercet.errors.RunError, match=rf"odd \(<lambda>\) answered .*{why}.*; allowed: "):
            arena.tournament("triangle", {"odd": lambda view: answer, "r": "random"}, games=1, seed=1)  # noqa: B023


def test_wrong_entrants() -> None:
    class Silent:
        pass

    with pytest.raises(TypeError, match=r"Silent has no method act\(view\)"):
        arena.tournament("set", [Silent, "first"])
    with pytest.raises(TypeError, match="enter the class Drawn, not one of it"):
        arena.tournament("set", [Drawn(), "first"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the name of a bot, a class or a function, not int"):
        arena.tournament("set", [1, "first"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="enter it by tercet.machi.tournament, it does not play set"):
        arena.tournament("set", [tercet.machi.Bot, "first"])
    with pytest.raises(TypeError, match="a list of names, classes and functions"):
        arena.tournament("set", "first")


def test_a_program_that_is_changed_is_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "bot.py"
    monkeypatch.chdir(tmp_path)
    for answer, lost in (("message['legal'][0]", False), ("'fly'", True)):
        program.write_text(
            f"#!{sys.executable}\n"
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    message = json.loads(line)\n"
            f"    answer = {{'protocol': 1}} if message['type'] == 'hello' else {{'action': {answer} if 'legal' in message else ''}}\n"
            "    if message['type'] != 'game':\n"
            "        print(json.dumps(answer), flush=True)\n"
        )
        program.chmod(0o755)
        caplog.clear()
        arena.simulate("machi", ["cmd:./bot.py", "random"], games=2, seed=1)
        output = [record.getMessage() for record in caplog.records if record.name == "tercet.arena"]
        told = ["`cmd:./bot.py` lost 2 games by its own fault: `fly` is no action"] if lost else []
        assert output == [*told, "not reproducible: `cmd:./bot.py` does not promise the same answers again"]
