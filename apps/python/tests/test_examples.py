"""The examples run as they stand."""

from __future__ import annotations

import importlib.util
import itertools
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

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
    lines = run("see_set.py", "--rounds", "2", "--tables", "4", "--games", "1").splitlines()
    assert lines[0].startswith("round 2, ") and re.match(r"its best claim is a Set on \d+\.\d% ± \d+\.\d% of 4 new tables", lines[1])
    assert sum(line.startswith("seer against ") for line in lines) == 2


def test_set_is_learned_from_claims() -> None:
    """The example's net, on pictures as plain as can be: numbers that a card's four properties make, without a label for any of them."""
    spec = importlib.util.spec_from_file_location("see_set", EXAMPLES / "see_set.py")
    assert spec is not None and spec.loader is not None
    see_set = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(see_set)
    rng = np.random.default_rng(1)
    properties = np.stack([np.arange(81) // 3**place % 3 for place in range(4)], axis=1)
    parts = [rng.random((3, 60)) for _ in range(3)]
    drawn = parts[0][properties[:, 0]] * parts[1][properties[:, 1]] * parts[2][properties[:, 2]]
    inks = np.array([[0.9, 0.1, 0.2], [0.1, 0.6, 0.2], [0.5, 0.1, 0.6]])[properties[:, 3]]
    pictures = (0.2 - drawn[:, :, None] * (1 - inks[:, None])).reshape(81, -1).astype(np.float32)

    triples = np.array(list(itertools.combinations(range(81), 3)))
    are_sets = (properties[triples].sum(axis=1) % 3 == 0).all(axis=1)
    sets, others = triples[are_sets], triples[~are_sets]
    net = see_set.Net(pictures.shape[1], np.random.default_rng(2))
    for _ in range(2500):
        shown = np.concatenate([sets[rng.integers(len(sets), size=64)], others[rng.integers(len(others), size=192)]])
        net.learn(pictures[shown], np.arange(256) < 64)
    tables = np.array([rng.permutation(81)[:12] for _ in range(200)])
    best = see_set.likeliest(net, pictures[tables]).argmax(axis=1)
    claimed = np.take_along_axis(tables, see_set.TRIPLES[see_set.CLAIMS[best]], axis=1)
    assert (properties[claimed].sum(axis=1) % 3 == 0).all(axis=1).mean() > 0.8  # some tables have no Set


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
