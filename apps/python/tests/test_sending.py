"""Steps on a thread of the batch's own, arrays of other libraries, and what pickles and notebooks get."""

from __future__ import annotations

import pickle

import gymnasium as gym
import numpy as np
import pytest

import tercet


def test_send_and_recv_are_a_step():
    sent, stepped = (tercet.vector.make("triangle", 16, seed=1, autoreset="same_step") for _ in range(2))
    sent.reset()
    stepped.reset()
    for _ in range(50):
        actions = stepped.sample_legal()
        assert (sent.sample_legal() == actions).all()
        sent.send(actions)
        for one, other in zip(sent.recv(), stepped.step(actions), strict=True):
            np.testing.assert_array_equal(one, other)


def test_what_recv_gave_stays_until_the_next_but_one():
    batch = tercet.vector.make("set", 4, seed=1)
    batch.reset()
    batch.send(batch.sample_legal())
    first = batch.recv()
    kept = [array.copy() for array in first]
    batch.send(batch.sample_legal())
    batch.recv()
    for array, copy in zip(first, kept, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_nothing_else_happens_while_a_step_is_under_way():
    batch = tercet.vector.make("triangle", 2, seed=1)
    with pytest.raises(tercet.errors.RunError, match="nothing was sent"):
        batch.recv()
    batch.reset()
    actions = batch.sample_legal()
    batch.send(actions)
    for call in (lambda: batch.step(actions), batch.reset, lambda: batch.send(actions), lambda: pickle.dumps(batch)):
        with pytest.raises(tercet.errors.RunError, match="under way"):
            call()
    batch.recv()
    again = pickle.loads(pickle.dumps(batch))
    assert (again.digests() == batch.digests()).all()


def test_an_error_of_a_step_comes_with_recv():
    batch = tercet.vector.make("triangle", 2, seed=1, autoreset="disabled")
    batch.reset()
    batch.send(np.zeros(3, np.int64))
    with pytest.raises(tercet.errors.ArrayError):
        batch.recv()
    batch.send(batch.sample_legal())
    assert batch.recv()[0].shape == (2, 7, 8, 15)


class Foreign:
    """An array that says nothing of NumPy but speaks DLPack."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_arrays_come_by_dlpack():
    batch = tercet.vector.make("triangle", 4, seed=1)
    batch.reset()
    rewards = np.full(4, 9, np.float32)
    batch.step_into(batch.sample_legal(), rewards=Foreign(rewards))
    assert (rewards != 9).all()
    assert np.from_dlpack(batch.observations).shape == (4, 7, 8, 15)
    np.testing.assert_array_equal(batch.observations, batch.observe()[0])


@pytest.mark.parametrize("game", ["set", "machi", "triangle"])
def test_positions_pickle(game):
    played = tercet.begin(game, seed=7)
    for _ in range(5):
        played.play(played.legal_actions(played.acting[0])[0], played.acting[0])
    position = played.position()
    again = pickle.loads(pickle.dumps(position))
    assert again.digest == position.digest and again.scores == position.scores
    seat = position.acting[0]
    action = position.legal_actions(seat)[-1]
    assert again.play(action, seat) == position.play(action, seat)
    assert pickle.loads(pickle.dumps(again)).digest == position.digest
    assert b"stream" not in pickle.dumps(position)


def test_tests_of_two_bots_pickle():
    test = tercet.arena.Sprt(elo0=0, elo1=20)
    for half_points in (4, 2, 3, 1):
        test.count(half_points)
    again = pickle.loads(pickle.dumps(test))
    assert (again.counts, again.verdict, again.bounds) == (test.counts, test.verdict, test.bounds)


def test_notebooks_show_games_and_positions():
    game = tercet.begin("set", seed=1)
    assert game._repr_svg_().startswith("<svg") and game.position()._repr_svg_().startswith("<svg")
    assert repr(game.position()) == "<tercet.Position set: scores [0], seats [0] may act>"


def test_positions_are_drawn_in_pixels() -> None:
    game = tercet.begin("set", seed=1)
    position = game.position()
    pixels = position.rgb(width=250)
    assert (pixels.shape, pixels.dtype) == ((264, 250, 3), np.uint8)
    np.testing.assert_array_equal(pixels, game.rgb(width=250))
    assert position.png(theme="dark").startswith(b"\x89PNG")


def test_environments_render_svg_and_read_actions():
    env = gym.make("tercet/Triangle-v0", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    number = env.unwrapped.sample_legal()
    assert env.unwrapped.action_number(env.unwrapped.action_text(number)) == number
    envs = gym.make_vec("tercet/Set-v0", 2, render_mode="svg")
    envs.reset(seed=1)
    assert [picture[:4] for picture in envs.render()] == ["<svg", "<svg"]
    batch = tercet.vector.make("set", 1, seed=1)
    batch.reset()
    assert batch.action_number(0, batch.action_text(0, 5)) == 5
