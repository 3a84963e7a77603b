"""Work in parts, without a cluster: parts add up to the whole, chunks cover all, the journal forgets nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tercet
from tercet import arena
from tercet._tercet import (
    Parts,
    PuzzleValue,
    SimulateSums,
    Sprt,
    TournamentParts,
    dataset_part,
    play_games,
    simulate_part,
)

COMMANDS = [
    ["simulate", "machi", "--games", "300", "--seed", "77", "--json"],
    ["simulate", "machi", "--games", "50", "--seed", "7", "--players", "ev,random", "--rotate"],
    ["simulate", "set", "--games", "60", "--seed", "5", "--json"],
    ["simulate", "set", "--games", "40", "--seed", "5", "--players", "racer:2,racer:3"],
    ["simulate", "triangle", "--games", "200", "--seed", "9", "--json"],
    ["simulate", "triangle", "--games", "60", "--seed", "9", "--deal", "mt19937", "--option", "slots=2"],
    ["sprt", "machi", "--new", "ev", "--base", "random", "--elo1", "50", "--games", "400", "--seed", "1", "--json"],
    ["sprt", "triangle", "--new", "greedy", "--base", "greedy", "--games", "60", "--seed", "1"],
]


def local(words: list[str]) -> tuple[str, int]:
    done = subprocess.run([sys.executable, "-m", "tercet", *words], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout, done.returncode


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_parts_in_any_order_print_what_the_command_prints(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    parts = Parts(words)
    units = json.loads(parts.about)["units"]
    edges = sorted({0, units // 3, units // 3 + 1, units * 4 // 5, units})
    played = [(first, last, Parts(parts.words).play(first, last, 2)) for first, last in zip(edges, edges[1:], strict=False)]
    for first, last, part in reversed(played):
        parts.add(first, last, part)
    code = parts.report()
    assert (capfd.readouterr().out, code) == local(words)


def test_a_part_that_is_none_changes_nothing() -> None:
    parts = Parts(COMMANDS[0])
    part = parts.play(0, 10, 1)
    for wrong in (b"", b"\x02", part[:-1], part + b"\0", b"nonsense"):
        with pytest.raises(tercet.errors.RecordError):
            parts.add(0, 10, wrong)
    with pytest.raises(tercet.errors.RecordError, match="a part of 11 games has 10"):
        parts.add(0, 11, part)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["simulate", "machi"], "--games"),
        (["simulate", "machi", "--games", "3", "--players", "nobody,random"], "nobody"),
        (["simulate", "machi", "--games", "3", "--explain", "why.jsonl"], "--explain writes game after game"),
        (["bots"], "it is `simulate` or `sprt`"),
    ],
)
def test_wrong_command_lines_are_told_at_once(words: list[str], why: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        Parts(words)
    assert ended.value.code == 2 and why in capfd.readouterr().err


def test_a_seed_that_was_drawn_travels() -> None:
    words = Parts(["simulate", "set", "--games", "5"]).words
    assert words[-2] == "--seed" and Parts(words).words == words


def test_series_of_python_bots_in_parts() -> None:
    def last(view: Any) -> str:
        return str(view.legal[-1])

    whole = arena.simulate("machi", [last, "random"], games=20, seed=3, rotate=True)
    field = arena.Field("machi", [last, "random"])
    sums = SimulateSums()
    for first, end in ((12, 20), (0, 5), (5, 12)):
        part, faults = simulate_part("machi", field.named(), field.makers, (first, end), 3, 1, True, [])
        sums.add(part)
        assert faults == {}
    assert sums.columns(field.named(), 20, True) == whole


def test_a_bot_that_raises_loses_its_game_and_is_told_once() -> None:
    class Fragile:
        def act(self, view: Any) -> str:
            if view.scores[view.seat] > 3:
                raise ValueError("too rich")
            return str(view.legal[0])

    field = arena.Field("machi", [Fragile, "random"])
    part, faults = simulate_part("machi", field.named(), field.makers, (0, 12), 3, 1, False, [])
    sums = SimulateSums()
    sums.add(part)
    table = sums.columns(field.named(), 12, False)
    assert table["won"][0] + table["won"][1] == 12 and table["won"][1] == faults["Fragile"][1] > 0
    why = faults["Fragile"][0]
    assert 'raise ValueError("too rich")' in why and "Traceback" in why
    with pytest.raises(tercet.errors.RunError, match="too rich"):
        arena.simulate("machi", [Fragile, "random"], games=12, seed=3)


def test_answers_that_are_none_lose_too() -> None:
    for answer in ("fly", None, ("pass",), 7):
        field = arena.Field("machi", [lambda view, answer=answer: answer, "random"])
        part, faults = simulate_part("machi", ["f", "random"], field.makers, (0, 3), 1, 1, False, [])
        assert faults["f"][1] == 3, answer


def test_pairs_in_parts() -> None:
    whole = arena.sprt("machi", "ev", "random", elo1=50, seed=1)
    test, first = Sprt(0.0, 50.0), 0
    while test.verdict == "open":
        part, _ = Sprt.play_part("machi", ["ev", "random"], [None, None], (first, first + 7), 1, 2, [])
        for half_points in part:
            if test.verdict == "open":
                test.count(half_points)
        first += 7
    assert test.counts == whole.counts


def tournament_in_parts(words: list[str], stop_after: int | None = None) -> int | None:
    parts, chunks = TournamentParts(words), 0
    while (size := parts.round) is not None:
        for first in reversed(range(0, size, 5)):
            part, _ = play_games(
                parts.game, parts.plan, parts.games(first, min(first + 5, size)), [], 1, parts.memory
            )
            fresh = parts.keep(part)
            assert fresh > 0 and parts.keep(part) == 0
            chunks += 1
            if chunks == stop_after:
                return None
        parts.close()
    return parts.report()


@pytest.mark.parametrize("rest", [["machi", "--entrants", "ev,random,tuv", "--format", "swiss"], ["triangle", "--entrants", "greedy,random", "--format", "round-robin", "--games", "6"]])
def test_a_tournament_in_parts_is_the_same(rest: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", *rest, "--seed", "4", "--json"]
    expected = local([*words, "--data", str(tmp_path / "a"), "--records", str(tmp_path / "a.jsonl")])[0]
    assert tournament_in_parts([*words, "--data", str(tmp_path / "b"), "--records", str(tmp_path / "b.jsonl")]) == 0
    assert capfd.readouterr().out == expected
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    # One that was stopped goes on, here or on one machine.
    data = ["--data", str(tmp_path / "c")]
    assert tournament_in_parts([*words, *data], stop_after=2) is None
    assert local(["tournament", "--resume", "1", "--json", *data])[0] == expected


def test_a_dataset_in_shards_is_the_same_games(tmp_path: Path) -> None:
    series = ("machi", ["ev", "random"], ["ev", "random"], [None, None])
    whole, _ = dataset_part(*series, (0, 10), 5, 2, False, [], "games", "jsonl")
    halves = [dataset_part(*series, units, 5, 1, False, [], "games", "jsonl")[0] for units in ((0, 4), (4, 10))]
    assert b"".join(halves) == whole
    rows = [json.loads(line) for line in whole.splitlines()]
    assert [row["id"] for row in rows] == list(range(1, 11))
    # They are games: the archive takes them, replaying each.
    with arena.Archive() as archive:
        assert archive.table("games")["id"] == []
    assert len({row["state"] for row in rows}) == 10


def test_a_value_learns_and_comes_back(tmp_path: Path) -> None:
    value = PuzzleValue([("grid", "hexagon 3")])
    active, rewards, lengths, cuts, moves = value.play(1, 0, 30, 2)
    assert len(active) == len(rewards) == lengths.sum() and moves > 0 and not cuts.any()
    again = PuzzleValue([("grid", "hexagon 3")]).play(1, 0, 30, 1)
    assert np.array_equal(active, again[0])
    targets = np.full(len(active), 3.0, np.float32)
    first = np.abs(value.learn(active, targets)).mean()
    assert np.abs(value.learn(active, targets)).mean() < first
    other = PuzzleValue([("grid", "hexagon 3")])
    other.set_state(*value.state())
    assert np.array_equal(other.values(active), value.values(active))
    with pytest.raises(tercet.errors.ArrayError, match="there is no weight"):
        value.values(np.full((1, 3), 2**31, np.uint32))
    with pytest.raises(tercet.errors.ArrayError, match="weights"):
        value.set_state(*[np.zeros(3, np.float32)] * 3)
    value.save(tmp_path / "value.tercet", "a test", "none")
    name = f"learned:{tmp_path / 'value.tercet'},width=2"
    assert arena.simulate("triangle", [name], games=2, seed=1, grid="hexagon 3")["games"] == [2]


# What needs no compiled half.
ray = pytest.importorskip("ray", reason="the rest is of tercet.ray")


def test_chunks_cover_every_unit_once() -> None:
    from tercet.ray._chunks import Sizes, Todo

    todo, sizes, seen = Todo(), Sizes(), []
    todo.open(0, 5000, [(100, 200), (200, 201), (4990, 6000)])
    while (chunk := todo.next(sizes, 4)) is not None:
        seen.append(chunk)
        sizes.heard(chunk.size, chunk.size / 1000)
    covered = [unit for chunk in seen for unit in range(chunk.first, chunk.last)]
    assert covered == [*range(100), *range(201, 4990)] and todo.left == 0
    # It grows to a second's worth, and shrinks towards the end.
    assert max(chunk.size for chunk in seen) >= 500 and seen[-1].size <= 200
    todo.again(seen[0])
    assert todo.left == seen[0].size and todo.next(sizes, 4) == seen[0]._replace(tries=1)


def test_the_journal_keeps_a_chunk_once_and_knows_its_run(tmp_path: Path) -> None:
    from tercet.ray._journal import Journal

    path, about = tmp_path / "a" / "run", {"words": ["simulate"], "seed": 2**63}
    journal = Journal(path, about)
    journal.keep([(5, 9, b"b"), (0, 5, b"a")])
    journal.keep([(0, 5, b"another"), (20, 30, b"c")])
    with pytest.raises(tercet.errors.ConfigError, match="another process plays it"):
        Journal(path, about)
    journal.close(is_over=False)
    again = Journal(path, about)
    assert list(again.parts()) == [(0, 5, b"a"), (5, 9, b"b"), (20, 30, b"c")]
    assert again.ranges() == [(0, 9), (20, 30)]
    again.close(is_over=False)
    with pytest.raises(tercet.errors.ConfigError, match="another run"):
        Journal(path, {"words": ["sprt"]})
    Journal(path, about).close(is_over=True)
    assert list(path.parent.iterdir()) == []


def test_files_of_bots_travel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tercet.ray import _travel

    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine").write_text("#!/bin/sh\n")
    (tmp_path / "bots" / "mine").chmod(0o755)
    (tmp_path / "value.tercet").write_bytes(b"v")
    files = _travel.files_of(["cmd:./bots/mine --fast", "learned:value.tercet,width=8", "ev", "cmd:/bin/true", "racer:3"])
    assert {name: mode & 0o100 for name, (mode, _) in files.items()} == {"bots/mine": 0o100, "value.tercet": 0}
    before = _travel.version_of(files)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with _travel.unpacked(files):
        assert Path("bots/mine").stat().st_mode & 0o100 and Path("value.tercet").read_bytes() == b"v"
    assert Path.cwd() == elsewhere
    assert before != _travel.version_of({**files, "value.tercet": (0o644, b"w")})


def test_the_line_of_progress() -> None:
    from tercet.ray._progress import Progress

    progress = Progress("games", 2000, 0, stream=io.StringIO())
    assert not progress.is_shown
    progress.show(500, 3)
    line = progress.line()
    assert "500/2,000 games" in line and "3 workers" in line and line.endswith("left")
