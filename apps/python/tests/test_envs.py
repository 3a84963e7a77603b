"""Gymnasium: the checks of its own, the native vector beside its own, and a twin in plain Python."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import tercet
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from tercet.envs import Env, VecEnv
from twin import TwinEnv

IDS = ["tercet/Set-v0", "tercet/SetImage-v0", "tercet/Triangle-v0", "tercet/Machi-v0"]
SMALL: dict[str, dict[str, Any]] = {"tercet/SetImage-v0": {"size": (96, 96)}}


@pytest.fixture(params=IDS)
def env_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def make(env_id: str, **kwargs: Any) -> Env:
    made = gym.make(env_id, **{**SMALL.get(env_id, {}), **kwargs})
    if made.spec is not None and made.spec.max_episode_steps is not None:
        assert isinstance(made, TimeLimit) and isinstance(made.env, Env), "only a limit is wrapped around it"
        return made.env
    assert isinstance(made, Env), "nothing is wrapped around it"
    return made


def test_gymnasium_finds_nothing_to_say(env_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(env_id).unwrapped)
    for mode in ("rgb_array", "ansi"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gym.make(env_id, render_mode=mode).unwrapped)


@pytest.mark.parametrize("obs_format", ["dict", "rllib"])
def test_masks_may_stand_in_the_observation(env_id: str, obs_format: str) -> None:
    check_env(gym.make(env_id, obs_format=obs_format).unwrapped)
    env = make(env_id, obs_format=obs_format)
    obs, info = env.reset(seed=1)
    assert (obs["action_mask"] == info["action_mask"]).all()
    assert set(obs) == {"observations" if obs_format == "rllib" else "observation", "action_mask"}


class Known(gym.Wrapper[Any, Any, Any, Any]):
    """Tells only what the twin counts too."""

    def reset(self, **kwargs: Any) -> Any:
        obs, info = self.env.reset(**kwargs)
        return obs, self.known(info)

    def step(self, action: Any) -> Any:
        *stepped, info = self.env.step(action)
        return *stepped, self.known(info)

    def known(self, info: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in info.items() if key not in ("score", "episode", "winners")}


def test_the_native_puzzle_is_the_twin() -> None:
    for seed in range(3):
        native = Known(make("tercet/Triangle-v0", deal="mt19937"))
        check_environments_match(native, TwinEnv(), 1000, seed=seed)


def test_the_native_puzzle_is_the_twin_over_whole_games() -> None:
    puzzle, twin = make("tercet/Triangle-v0", deal="mt19937"), TwinEnv()
    native = Known(puzzle)
    ends = 0
    for seed in range(12):
        (obs, info), (expected, _) = native.reset(seed=seed), twin.reset(seed=seed)
        over = False
        while not over:
            assert (obs == expected).all()
            action = puzzle.sample_legal()
            obs, reward, over, _, info = native.step(action)
            expected, wanted, ended, _, output = twin.step(action)
            assert (reward, over) == (wanted, ended)
            if not over:
                assert data_equivalence(info, output)
        ends += 1
    assert ends == 12


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_native_vector_is_gymnasiums_own(env_id: str, mode: AutoresetMode) -> None:
    steps = 10_000 // 4 if "Image" not in env_id else 100
    kwargs = {**SMALL.get(env_id, {}), "max_episode_steps": 40}
    native = gym.make_vec(env_id, num_envs=4, autoreset_mode=mode, **kwargs)
    assert isinstance(native, VecEnv) and native.metadata["autoreset_mode"] == mode
    ours = SyncVectorEnv(
        [lambda: Env(native_task(env_id), max_episode_steps=40) for _ in range(4)], autoreset_mode=mode
    )
    assert native.single_observation_space == ours.single_observation_space
    assert native.observation_space == ours.observation_space
    assert native.action_space == ours.action_space
    assert data_equivalence(native.reset(seed=3), ours.reset(seed=3))
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = native.sample_legal()
        wild = rng.random(4) < 0.02
        actions[wild] = rng.integers(native.single_action_space.n, size=4)[wild]
        stepped, expected = native.step(actions), ours.step(actions)
        for mine, theirs in zip(stepped[:4], expected[:4], strict=True):
            assert data_equivalence(mine, theirs)
        assert_infos(stepped[4], expected[4])
        over = stepped[2] | stepped[3]
        if mode == AutoresetMode.DISABLED and over.any():
            again = native.reset(options={"reset_mask": over})
            expected_again = ours.reset(options={"reset_mask": over.copy()})
            assert data_equivalence(again[0], expected_again[0])
            # Gymnasium's own tells nothing of those that were left alone; the native one tells all.
            assert again[1].keys() == expected_again[1].keys()
            assert (again[1]["action_mask"] == native.action_masks()).all()
            for key, row in expected_again[1].items():
                assert (again[1][key][over] == row[over]).all(), key


def native_task(env_id: str) -> Any:
    from tercet import envs

    name = env_id.removeprefix("tercet/")
    return envs._TASKS[name](**SMALL.get(env_id, {}))


def assert_infos(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert mine.keys() == theirs.keys()
    for key in mine:
        if key == "final_obs":
            for ours, other in zip(mine[key], theirs[key], strict=True):
                assert (ours is None) == (other is None) and (ours is None or (ours == other).all())
        elif isinstance(mine[key], dict):
            assert_infos(mine[key], theirs[key])
        else:
            assert mine[key].dtype == theirs[key].dtype and (mine[key] == theirs[key]).all(), key


def test_seeds_of_vectors(env_id: str) -> None:
    vec = gym.make_vec(env_id, num_envs=3, **SMALL.get(env_id, {}))
    first, _ = vec.reset(seed=5)
    second, _ = vec.reset(seed=[5, 6, 7])
    single, _ = make(env_id).reset(seed=6)
    assert data_equivalence(first, second) and data_equivalence(first[1], single)
    with pytest.raises(ValueError, match="2 seeds for 3 environments"):
        vec.reset(seed=[1, 2])
    with pytest.raises(TypeError, match="NumPy array of bool"):
        vec.reset(options={"reset_mask": [True, False, False]})
    with pytest.raises(ValueError, match="has the shape"):
        vec.reset(options={"reset_mask": np.ones(2, np.bool_)})
    with pytest.raises(ValueError, match="chooses no environment"):
        vec.reset(options={"reset_mask": np.zeros(3, np.bool_)})


def test_observations_are_arrays_of_their_own(env_id: str) -> None:
    env = make(env_id)
    first, info = env.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    for _ in range(5):
        env.step(env.sample_legal())
    assert (first == kept).all() and (info["action_mask"] == mask).all()


@pytest.mark.parametrize("how", ["deepcopy", "pickle", "clone"])
def test_copies_go_on_alike(env_id: str, how: str) -> None:
    env = make(env_id)
    env.reset(seed=4)
    for _ in range(9):
        env.step(env.sample_legal())
    if how == "clone":
        twin = make(env_id)
        twin.reset(seed=99)
        twin.restore_state(env.clone_state())
    else:
        twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    for _ in range(8):
        action = env.sample_legal()
        assert action == twin.sample_legal()
        assert data_equivalence(env.step(action), twin.step(action))
        assert env.digest == twin.digest


def test_illegal_actions_raise_nothing() -> None:
    env = make("tercet/Triangle-v0")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal_actions"]) == (-10.0, True, False, 1)
    for env_id, action in (("tercet/Set-v0", 1329), ("tercet/Machi-v0", 0)):
        env = make(env_id)
        env.reset(seed=1)
        legal = env.action_masks()
        action = int(np.flatnonzero(~legal)[0])
        before = env.digest
        for wrong in (action, -1, 10**6):
            _, reward, terminated, truncated, info = env.step(wrong)
            assert (reward, terminated, truncated) == (-0.1, False, False)
        assert info["illegal_actions"] == 3 and env.digest == before
        assert type(truncated) is bool and type(reward) is float


def test_rewards_of_set() -> None:
    env = make("tercet/Set-v0", mask="sets", reward={"set": 2.0, "wrong": -0.5, "deal_penalty": -0.25})
    _, info = env.reset(seed=1)
    right = int(np.flatnonzero(info["action_mask"])[0])
    cells = make("tercet/Set-v0")
    cells.reset(seed=1)
    occupied = np.flatnonzero(cells.action_masks())
    wrong = next(int(one) for one in occupied if not info["action_mask"][one])
    assert env.step(wrong)[1] == -0.5
    assert env.step(1330)[1] == -0.25, "a Set is there"
    assert env.step(right)[1] == 2.0
    assert occupied.size == 220 + 1 and env.action_text(1330) == "deal" and env.action_text(0) == "claim 1 2 3"


def test_machi_ends_with_a_winner() -> None:
    env = make("tercet/Machi-v0", opponents=("random",), seat=None)
    seats = set()
    rewards = []
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env._core.player)
        while True:
            _, reward, terminated, truncated, _ = env.step(env.sample_legal())
            if terminated or truncated:
                rewards.append(reward)
                break
    assert seats == {0, 1} and set(rewards) <= {1.0, -1.0, 0.0} and -1.0 in rewards


def test_machi_shaping_pays_for_progress() -> None:
    env = make("tercet/Machi-v0", reward={"shaping": 0.01})
    env.reset(seed=1)
    earned = [env.step(env.sample_legal())[1] for _ in range(30)]
    assert any(reward != 0 for reward in earned)


def test_time_limits() -> None:
    env = Env(native_task("tercet/Set-v0"))
    env.reset(seed=1)
    flags = [env.step(0)[3] for _ in range(300)]
    assert flags.index(True) == 299
    with pytest.raises(tercet.errors.ResetNeededError, match="is over"):
        env.step(0)


def test_rendering(env_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    picture = make(env_id, render_mode="rgb_array")
    picture.reset(seed=1)
    frame = picture.render()
    assert frame.dtype == np.uint8 and frame.ndim == 3 and frame.shape[2] == 3
    narrow = make(env_id, render_mode="rgb_array", render_width=200)
    narrow.reset(seed=1)
    assert narrow.render().shape[1] == 200
    text = make(env_id, render_mode="ansi")
    text.reset(seed=1)
    assert text.render().count("\n") >= 3
    human = make(env_id, render_mode="human")
    human.reset(seed=1)
    human.step(human.sample_legal())
    assert human.render() is None
    assert text.render() in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode: `smell` is none"):
        make(env_id, render_mode="smell")


def test_what_a_terminal_shows() -> None:
    env = make("tercet/Set-v0", render_mode="ansi")
    env.reset(seed=1)
    lines = env.render().splitlines()
    assert len(lines) == 4 and lines[3] == "deck 69, Sets 0"
    puzzle = make("tercet/Triangle-v0", render_mode="ansi")
    puzzle.reset(seed=1)
    lines = puzzle.render().splitlines()
    assert lines[0] == "   △▽△▽△▽△▽△" and lines[3] == "△▽△▽△▽△▽△▽△▽△▽△"
    assert [line.split(":")[0] for line in lines[8:]] == ["slot 0", "slot 1", "slot 2"]


def test_wrong_calls() -> None:
    env = make("tercet/Triangle-v0")
    with pytest.raises(tercet.errors.ResetNeededError, match="was never reset"):
        env.step(0)
    env.reset(seed=1)
    for action in ("a", None, 1.5, [1, 2]):
        with pytest.raises(TypeError, match="is no action; it takes a whole number"):
            env.step(action)
    with pytest.raises(ValueError, match="is not from 0 to"):
        env.reset(seed=2**64)
    with pytest.raises(tercet.errors.ConfigError, match="there is no such option; there are set, wrong"):
        make("tercet/Set-v0", reward={"sets": 1.0})
    with pytest.raises(tercet.errors.ConfigError, match="need 3 opponents, not 2"):
        make("tercet/Machi-v0", opponents=("random", "random"), num_players=4)
    with pytest.raises(tercet.errors.ConfigError, match="`7` is no seat"):
        make("tercet/Machi-v0", seat=7)
    with pytest.raises(ValueError, match="obs_format: `x` is none"):
        make("tercet/Set-v0", obs_format="x")
    env.close()
    env.close()
    for call in (lambda: env.step(0), env.render, env.sample_legal, env.action_masks):
        with pytest.raises(tercet.errors.ClosedError, match="is closed; reset opens it again"):
            call()
    env.reset(seed=1)
    assert env.step(env.sample_legal())[1] > 0


def test_registering_twice_is_fine() -> None:
    from tercet import envs

    envs.register()
    assert sorted(name for name in gym.registry if name.startswith("tercet/")) == sorted(IDS)
