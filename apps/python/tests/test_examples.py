"""The examples run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agent() -> None:
    lines = run("random_agent.py").splitlines()
    assert len(lines) == 10 and lines[4].startswith("tercet/Triangle-v0     seed 0:")


def test_the_learner_begins_to_learn() -> None:
    lines = run("learn_triangle.py", "--updates", "1").splitlines()
    assert len(lines) == 1 and lines[0].startswith("update    1: return")


def test_search_and_learning_of_the_puzzle() -> None:
    lines = run("guided_triangle.py", "--rounds", "1", "--envs", "2", "--games", "2").splitlines()
    assert lines[0].startswith("round 1: ") and [line.split(":")[0] for line in lines[1:]] == ["guided", "greedy"]


def test_self_play_of_machi_koro_meets_the_bots() -> None:
    lines = run("selfplay_machi.py", "--updates", "1", "--games", "2").splitlines()
    assert lines[0].startswith("update     1,") and "won against impatient" in lines[0]
    assert sum(line.startswith("learned against ") for line in lines) == 3


def test_set_by_image() -> None:
    lines = run("see_set.py", "--rounds", "2", "--tables", "4").splitlines()
    assert lines[0].startswith("round 2, ") and re.match(r"its best claim is a Set on \d+\.\d% ± \d+\.\d% of 4 new tables", lines[1])


def test_dqn_goes_on_where_it_was(tmp_path: Path) -> None:
    first = run("dqn_triangle.py", "--rounds", "2", "--runs", str(tmp_path)).splitlines()
    assert [line.split(":")[0] for line in first] == ["round    1", "round    2"]
    again = run("dqn_triangle.py", "--rounds", "3", "--runs", str(tmp_path)).splitlines()
    assert again[0] == "goes on after round 2 with 2048 rows" and again[1].startswith("round    3: return")


def test_curves(tmp_path: Path) -> None:
    lines = run("curves.py", str(tmp_path)).splitlines()
    output = re.fullmatch(r"squared error: (\d+\.\d+) at first, (\d+\.\d+) after 200 steps", lines[2])
    assert output is not None and float(output[2]) < float(output[1])
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["bots.svg", "error.svg", "filled.svg"]


def test_plot(tmp_path: Path) -> None:
    out = tmp_path / "elo.svg"
    assert run("plot_scores.py", str(out)).endswith("random\n")
    assert out.read_text().count("<rect") == 4


def test_a_bot_enters_a_tournament() -> None:
    lines = run("enter_a_bot.py", "6").splitlines()
    assert lines[0] == "place  player        won   elo" and len(lines) == 9
    assert sorted(line.split()[1] for line in lines[1:5]) == ["Patient", "impatient", "random", "thoughtful"]
    assert all(line.startswith("Patient against ") for line in lines[6:])
