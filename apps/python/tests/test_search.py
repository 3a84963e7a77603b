"""Guided search from Python: `tercet.search.mcts`."""

from __future__ import annotations

import numpy as np
import pytest

import tercet
from tercet.search import mcts


def nothing(obs, masks):
    """A net that knows nothing."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(obs), np.float32)


def batch(game="triangle", count=6, **options):
    made = tercet.vector.make(game, count, seed=3, **options)
    made.reset()
    return made


@pytest.mark.parametrize("game", ["set", "machi", "triangle"])
@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_one_call_evaluates_the_leaves_of_all(game, method):
    searched, calls = batch(game), []

    def evaluate(obs, masks):
        calls.append(obs.shape)
        return nothing(obs, masks)

    found = mcts(searched, evaluate, simulations=16, method=method)
    assert len(calls) <= 17 and calls[0] == (6, *searched.obs_shape)
    assert (found.visits.sum(axis=1) == 16).all()
    np.testing.assert_allclose(found.policy.sum(axis=1), 1, atol=1e-4)
    masks = searched.masks()
    assert (found.policy[masks == 0] == 0).all() and masks[np.arange(6), found.actions].all()
    assert (np.isnan(found.action_values) == (found.visits == 0)).all()


def test_observations_are_those_of_the_batch():
    for game in ("set", "machi", "triangle"):
        searched, seen = batch(game), []

        def evaluate(obs, masks):
            seen.append((obs, masks))
            return nothing(obs, masks)

        mcts(searched, evaluate, simulations=1)
        obs, masks = searched.observe()
        np.testing.assert_array_equal(seen[0][0], obs.astype(np.float32))
        if game != "set":
            np.testing.assert_array_equal(seen[0][1], masks)


def test_a_search_of_set_looks_at_sets_only():
    # A batch lets wrong claims be tried, as a player may; a search knows the rules.
    searched, seen = batch("set"), []

    def evaluate(obs, masks):
        seen.append(masks.copy())
        return nothing(obs, masks)

    mcts(searched, evaluate, simulations=1)
    assert (seen[0] <= searched.masks()).all() and seen[0].sum() < searched.masks().sum()
    _, rewards, *_ = searched.step(seen[0].argmax(axis=1))
    assert (rewards >= 0).all(), "a wrong claim costs a point"


def test_positions_and_games_are_searched_as_batches_are():
    whole = mcts(batch(), nothing, simulations=20, seed=4)
    games = [tercet.begin("triangle", seed=3 + nth) for nth in range(6)]
    one_by_one = mcts(games, nothing, simulations=20, seed=4)
    positions = mcts([game.position() for game in games], nothing, simulations=20, seed=4, num_threads=2)
    for found in (one_by_one, positions):
        np.testing.assert_array_equal(found.visits, whole.visits)
        np.testing.assert_array_equal(found.actions, whole.actions)


def test_the_policy_leads():
    searched = batch()
    masks = searched.masks()
    wanted = [int(np.flatnonzero(mask)[-1]) for mask in masks]

    def evaluate(obs, masks):
        logits = np.full(masks.shape, -20, np.float32)
        logits[:, wanted] = 20
        return logits, np.zeros(len(obs), np.float32)

    for method in ("puct", "gumbel"):
        found = mcts(searched, evaluate, simulations=8, method=method, gumbel_scale=0.0, max_depth=1)
        assert masks[np.arange(6), found.actions].all()
        assert set(found.actions.tolist()) <= set(wanted)


def test_the_value_leads():
    """With the policy flat, values at the leaves decide: the learner's own points in Machi Koro's two seats."""
    games = [tercet.begin("machi", seed=nth, players=2) for nth in range(2)]

    def evaluate(obs, masks):
        return np.zeros(masks.shape), np.full((len(obs), 2), 0.5)

    found = mcts(games, evaluate, simulations=30)
    np.testing.assert_allclose(found.values, 0.5, atol=0.2)


def test_search_beats_greedy_play_without_a_net():
    searched = tercet.vector.make("triangle", 8, seed=1, autoreset="disabled")
    searched.reset()
    guided = 0.0
    for _ in range(15):
        found = mcts(searched, nothing, simulations=32, method="gumbel", gumbel_scale=0.0)
        live = found.actions >= 0
        if not live.all():
            break
        _, rewards, *_ = searched.step(found.actions)
        guided += float(rewards.sum())
    drawn = tercet.vector.make("triangle", 8, seed=1, autoreset="next_step")
    drawn.reset()
    assert guided > drawn.rollout(15).reward


def test_what_is_over_is_left_alone():
    game = tercet.begin("triangle", seed=1)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    found = mcts([game], nothing, simulations=4)
    assert found.actions.tolist() == [-1] and not found.visits.any()


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"method": "alpha"}, "method: `alpha`"),
        ({"gain": "coins"}, "gain: `coins`"),
        ({"simulations": 0}, "simulations: 0"),
        ({"leaves": -1}, "leaves: -1"),
        ({"noise": (0, 1)}, "noise"),
        ({"num_threads": 0}, "num_threads: 0"),
    ],
)
def test_arguments_that_can_not_be_are_named(options, word):
    with pytest.raises(tercet.errors.ConfigError, match=word):
        mcts(batch(), nothing, **options)


def test_positions_that_can_not_be_are_named():
    with pytest.raises(tercet.errors.ConfigError, match="number 0 waits for chance"):
        mcts([tercet.position("triangle")], nothing)
    with pytest.raises(tercet.errors.ConfigError, match="number 1 is a `str`"):
        mcts([tercet.begin("set", seed=1), "set"], nothing)
    with pytest.raises(tercet.errors.ConfigError, match="number 1 is of another game"):
        mcts([tercet.begin("set", seed=1), tercet.begin("triangle", seed=1)], nothing)
    with pytest.raises(tercet.errors.ResetNeededError):
        mcts(tercet.vector.make("triangle", 2, seed=1), nothing)


def test_answers_that_can_not_be_are_refused():
    for answer, word in [
        (lambda obs, masks: (masks[:, :-1], np.zeros(len(obs))), "logits are"),
        (lambda obs, masks: (masks, np.zeros(len(obs) + 1)), "values are"),
        (lambda obs, masks: (np.full(masks.shape, np.nan), np.zeros(len(obs))), "not finite"),
        (lambda obs, masks: ("x", np.zeros(len(obs))), "no array"),
    ]:
        with pytest.raises(tercet.errors.ArrayError, match=word):
            mcts(batch(), answer)


def test_an_error_of_the_net_comes_through():
    def evaluate(obs, masks):
        raise KeyError("weights")

    with pytest.raises(KeyError, match="weights"):
        mcts(batch(), evaluate)


@pytest.mark.parametrize("game", ["triangle", "machi", "set"])
def test_what_is_observed_of_positions_is_what_batches_show(game):
    options = {"players": 2} if game == "machi" else {}
    batch = tercet.vector.make(game, 2, seed=1, config=options)
    obs, _ = batch.reset()
    seen, masks = tercet.search.observe([tercet.begin(game, seed=seed, **options) for seed in (1, 2)])
    assert np.array_equal(seen, obs) and masks.any(axis=1).all()


def test_nobody_observes_a_game_that_is_over():
    game = tercet.begin("set", seed=1)
    while not game.is_over:
        game.play(game.advice("first"))
    with pytest.raises(tercet.errors.ConfigError, match="over"):
        tercet.search.observe([game])
