"""Connect at every door of the Python package: `pip install ../.. .` first, then `python -m pytest`."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
import tercet
from tercet import arena, errors

sys.path.insert(0, str(Path(__file__).parents[1]))

ACROSS = [1, 1, 2, 2, 3, 3, 4]


def won() -> tercet.Game:
    game = tercet.begin("connect", seed=1)
    for column in ACROSS:
        game.play(f"drop {column}")
    return game


def test_it_is_found_without_being_imported() -> None:
    code = "import tercet; print(tercet.begin('connect', seed=1).legal_actions()[-1], sorted(tercet.games()))"
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert printed == "drop 7 ['connect', 'machi', 'set', 'triangle']\n"
    assert tercet.options("connect")["line"]["usual"] == "4"
    assert list(tercet.bots("connect"))[:2] == ["random", "mcts"]


def test_a_game_is_played_taken_back_drawn_and_replayed() -> None:
    game = won()
    assert (game.is_over, game.winners, game.scores) == (True, [0], [1, 0])
    assert tercet.replay(game.record()).digest == game.digest
    tercet.verify(game.record())
    for copied in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (copied.record(), type(copied)) == (game.record(), type(game))
    assert game.undo() and not game.is_over
    assert game.svg(seat=0).count('data-action="drop ') == 7
    assert game.advice("mcts", seed=1) == "drop 4"
    assert tercet.review(won()).game == "connect"
    with pytest.raises(errors.RefusedError):
        game.play("drop 4", seat=1)
    with pytest.raises(errors.ConfigError, match="no row of the board is as long"):
        tercet.begin("connect", columns=3, rows=4, line=5)


def test_a_moment_of_a_record_is_told_as_it_was(tmp_path: Path) -> None:
    record = tmp_path / "won.record"
    record.write_text(won().record())
    words = ["replay", str(record), "--at", "6", "--json"]
    done = subprocess.run([sys.executable, "-m", "tercet_connect", *words], check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert (told["at"], told["scores"], told["position"].splitlines()[-2]) == (6, [0, 0], "X X X . . . .")


def test_batches_have_planes_and_pay_for_wins() -> None:
    batch = tercet.vector.make("connect", 4, seed=1, dtype="int8")
    obs, masks = batch.reset()
    assert (obs.shape, obs.dtype, masks.shape) == ((4, 2, 6, 7), np.int8, (4, 7))
    for move, column in enumerate(ACROSS):
        assert (batch.current_player() == move % 2).all()
        obs, rewards, terminals, truncations, masks = batch.step(np.full(4, column - 1))
    assert terminals.all() and (rewards == [1, -1]).all()
    assert obs.sum() == 4 * len(ACROSS)
    again = pickle.loads(pickle.dumps(batch.clone_env(0)))
    assert type(again) is type(batch.clone_env(0))


def test_gymnasium_alone_and_many() -> None:
    env = gym.make("tercet_connect:tercet/Connect-v0", opponents="random", render_mode="ansi")
    assert env.observation_space.shape == (2, 6, 7)
    obs, info = env.reset(seed=3)
    ended, total = False, 0.0
    while not ended:
        assert env.observation_space.contains(obs)
        obs, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        ended, total = terminated or truncated, total + float(reward)
    assert total in (-1.0, 0.0, 1.0) and "X" in env.render()
    many = gym.make_vec("tercet/Connect-v0", num_envs=8, opponents=lambda obs, masks: masks.argmax(axis=1))
    obs, infos = many.reset(seed=1)
    assert obs.shape == (8, 2, 6, 7)
    many.step(infos["action_mask"].argmax(axis=1))


# PettingZoo warns of every environment whose observation holds a mask, and of an empty board, which is all zeros.
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo() -> None:
    from pettingzoo.test import api_test

    table = tercet.pettingzoo.env("connect")
    api_test(table, num_cycles=60)
    table.reset(seed=1)
    for column in ACROSS:
        table.step(column - 1)
    assert table.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert tercet.openspiel.register("connect")[-1] == "tercet_connect"
    state = pyspiel.load_game("tercet_connect", {"line": 3}).new_initial_state()
    for column in (1, 1, 2, 2, 3):
        assert not state.is_terminal()
        state.apply_action(column - 1)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
    assert len(state.get_game().make_py_observer().tensor) == 84


def test_search_sees_the_row_that_wins() -> None:
    game = won()
    game.undo()

    def evaluate(obs: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(masks.shape, np.float32), np.full(len(obs), 0.5, np.float32)

    found = tercet.search.mcts([game], evaluate, simulations=200, seed=1)
    assert found.actions[0] == 3


def test_series_are_those_of_the_command_line() -> None:
    table = arena.simulate("connect", ["mcts:playouts=20", "random"], games=20, seed=5)
    words = ["simulate", "connect", "--players", "mcts:playouts=20,random", "--games", "20", "--seed", "5", "--json"]
    done = subprocess.run([sys.executable, "-m", "tercet_connect", *words], check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert table["won"] == [seat["won"] for seat in told["seats"]]
    assert table["won"][0] > table["won"][1]
    assert arena.sprt("connect", "mcts:playouts=20", "random", elo1=100, seed=1).verdict == "better"
    archive = arena.Archive(game="connect")
    standings = arena.tournament("connect", {"mine": lambda view: view.legal[-1], "mcts:playouts=20": "mcts:playouts=20"}, games=4, seed=1, archive=archive)
    assert standings["player"][0] == "mcts:playouts=20"
    assert len(archive.table("games")["game"]) == 4


def test_it_learns() -> None:
    import train

    shares = train.train()
    assert np.mean(shares[-5:]) > max(0.85, np.mean(shares[:3]) + 0.1), shares
