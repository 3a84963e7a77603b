"""Our games in OpenSpiel: its own checks, and that they are our games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
import tercet
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts

NAMES = tercet.openspiel.register()
VARIANTS = [
    "tercet_set",
    "tercet_set(variant=ultra)",
    "tercet_machi",
    "tercet_machi(players=4)",
    "tercet_machi(players=5,expansions=harbor)",
    "tercet_triangle",
    "tercet_triangle(slots=1)",
]


def test_registering_twice_changes_nothing() -> None:
    assert tercet.openspiel.register() == NAMES == ["tercet_set", "tercet_machi", "tercet_triangle"]
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", VARIANTS)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("market", ["total", "variable", "hybrid"])
def test_all_cards_of_machi_koro(market: str) -> None:
    game = pyspiel.load_game(f"tercet_machi(players=3,expansions=harbor+millionaires_row,market={market})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game)).new_initial_state()
    assert str(again) == str(game.new_initial_state())


@pytest.mark.parametrize("name", NAMES)
def test_playthroughs(name: str) -> None:
    lines = generate_playthrough.playthrough(name, action_sequence=None, seed=1).splitlines()
    assert f'GameType.short_name = "{name}"' in lines
    assert "IsTerminal() = True" in lines
    again = generate_playthrough.playthrough(name, action_sequence=None, seed=1).splitlines()
    assert again == lines


def played(name: str, seed: int) -> tuple[Any, tercet.Position]:
    """A random game in OpenSpiel, and the same inputs on our own position."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    twin = tercet.position(name.removeprefix("tercet_"))
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            weights = [weight for weight, _ in twin.outcomes()]
            np.testing.assert_allclose(chances, np.array(weights) / sum(weights))
            action = rng.choices(outcomes, chances)[0]
            twin.resolve(state.action_to_string(action))
        else:
            assert [state.current_player()] == twin.acting
            action = rng.choice(state.legal_actions())
            twin.play(state.action_to_string(action))
        state.apply_action(action)
    return state, twin


@pytest.mark.parametrize("name", NAMES)
def test_games_are_ours(name: str) -> None:
    for seed in range(3):
        state, twin = played(name, seed)
        assert twin.is_over and str(state).split()[1] == f"{twin.digest:016x},"


def test_returns() -> None:
    state, twin = played("tercet_set", 1)
    assert state.returns() == [float(twin.scores[0])]
    state, twin = played("tercet_triangle", 1)
    assert state.returns() == [twin.scores[0] * 0.005]
    state, twin = played("tercet_machi", 1)
    assert state.returns() == [1.0 if seat in twin.winners else -1.0 for seat in (0, 1)]
    state = pyspiel.load_game("tercet_machi(players=3)").new_initial_state()
    assert state.returns() == [0.0, 0.0, 0.0]


def test_observations_are_the_planes() -> None:
    state, twin = played("tercet_machi", 2)
    for player in (0, 1):
        np.testing.assert_array_equal(state.observation_tensor(player), twin.planes(player).ravel())
    assert state.get_game().observation_tensor_shape() == list(twin.planes(0).shape)


def test_states_copy() -> None:
    state = pyspiel.load_game("tercet_triangle").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    twin = state.clone()
    before = str(state)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


def test_its_search_plays_our_games() -> None:
    game = pyspiel.load_game("tercet_machi(turn_limit=40)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 5, evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_its_environments_take_our_games() -> None:
    env = rl_environment.Environment("tercet_triangle")
    env.seed(1)
    step, steps = env.reset(), 0
    while not step.last():
        step = env.step([step.observations["legal_actions"][0][0]])
        steps += 1
    assert steps > 5 and step.rewards[0] >= 0.0


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(tercet.errors.ConfigError):
        pyspiel.load_game("tercet_machi", {"players": 9})
    with pytest.raises(tercet.errors.ConfigError, match="expansions: OpenSpiel takes no comma; write `harbor.millionaires_row`"):
        pyspiel.load_game("tercet_machi", {"expansions": "harbor,millionaires_row"})
    with pytest.raises(tercet.errors.ConfigError, match="for a race there is tercet.set.parallel_env"):
        pyspiel.load_game("tercet_set", {"seats": 2})
