"""What environments tell of their episodes: limits, masks, last moments, scores, frames of one size."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import tercet
from tercet import errors, vector
from tercet.envs import Env, set_planes

IDS = ["tercet/Set-v0", "tercet/SetImage-v0", "tercet/Triangle-v0", "tercet/Machi-v0"]


def length(env: Any) -> int:
    """How many steps an episode has in which nothing legal is ever done, 2000 at most."""
    env.reset(seed=1)
    for step in range(1, 2001):
        _, _, terminated, truncated, _ = env.step(-1)
        if terminated or truncated:
            return step
    return 2001


def batch_length(**options: Any) -> int:
    batch = vector.make("set", 1, seed=1, autoreset="disabled", **options)
    batch.reset()
    for step in range(1, 2001):
        _, _, terminals, truncations, _ = batch.step(np.array([-1]))
        if terminals[0] or truncations[0]:
            return step
    return 2001


def vec_length(**options: Any) -> int:
    envs = gym.make_vec("tercet/Set-v0", num_envs=1, **options)
    envs.reset(seed=1)
    for step in range(1, 2001):
        _, _, terminated, truncated, _ = envs.step(np.array([-1]))
        if terminated[0] or truncated[0]:
            return step
    return 2001


@pytest.mark.parametrize("steps", [40, 1000])
def test_a_limit_is_the_same_limit_everywhere(steps: int) -> None:
    assert length(gym.make("tercet/Set-v0", max_episode_steps=steps)) == steps
    assert length(Env(set_planes(), max_episode_steps=steps)) == steps
    assert vec_length(max_episode_steps=steps) == steps
    assert batch_length(max_episode_steps=steps) == steps


def test_the_usual_limit_is_the_same_everywhere() -> None:
    assert gym.spec("tercet/Set-v0").max_episode_steps == 300
    assert length(gym.make("tercet/Set-v0")) == length(Env(set_planes())) == 300
    assert vec_length() == batch_length() == 300


@pytest.mark.parametrize("none", [0, None, -1])
def test_no_limit_is_none(none: int | None) -> None:
    assert length(Env(set_planes(), max_episode_steps=none)) == 2001
    assert vec_length(max_episode_steps=none) == batch_length(max_episode_steps=none) == 2001


def test_gymnasiums_word_for_no_limit() -> None:
    assert length(gym.make("tercet/Set-v0", max_episode_steps=-1)) == 2001


@pytest.mark.parametrize("wrong", [-5, 1.5, "long"])
def test_a_wrong_limit_is_named(wrong: Any) -> None:
    with pytest.raises(errors.ConfigError, match="max_episode_steps"):
        vector.make("set", 1, max_episode_steps=wrong)


def test_an_unknown_theme_is_refused_at_once() -> None:
    with pytest.raises(errors.ConfigError, match="theme"):
        gym.make("tercet/Set-v0", theme="neon")
    with pytest.raises(errors.ConfigError, match="theme"):
        gym.make_vec("tercet/Set-v0", theme="neon")


@pytest.mark.parametrize("env_id", IDS)
def test_frames_have_one_size(env_id: str) -> None:
    env = gym.make(env_id, render_mode="rgb_array")
    env.reset(seed=3)
    sizes = {env.render().shape}
    for _ in range(120):
        ended = env.step(env.unwrapped.sample_legal())[2:4]
        sizes.add(env.render().shape)
        if any(ended):
            env.reset()
    assert len(sizes) == 1


@pytest.mark.parametrize("env_id", IDS)
def test_a_video_of_each_is_recorded(env_id: str, tmp_path: Path) -> None:
    """Through the board's growth where there is one: RecordVideo takes frames of one size only."""
    env = gym.wrappers.RecordVideo(gym.make(env_id, render_mode="rgb_array"), str(tmp_path / "videos"), disable_logger=True)
    env.reset(seed=3)
    for _ in range(12):
        deal = int(env.unwrapped.action_space.n) - 1  # type: ignore[attr-defined]
        action = deal if env_id.startswith("tercet/Set") else env.unwrapped.sample_legal()  # type: ignore[attr-defined]
        ended = env.step(action)[2:4]
        if any(ended):
            break
    env.close()
    videos = list((tmp_path / "videos").glob("*.mp4"))
    assert len(videos) == 1 and videos[0].stat().st_size > 1000


def test_a_board_that_grows_keeps_the_frame() -> None:
    envs = gym.make_vec("tercet/Set-v0", num_envs=2, render_mode="rgb_array")
    envs.reset(seed=1)
    small = envs.render()
    assert small is not None
    deal = int(envs.unwrapped.single_action_space.n) - 1  # type: ignore[attr-defined]
    for _ in range(3):
        envs.step(np.array([deal, deal]))
        large = envs.render()
        assert large is not None and large[0].shape == small[0].shape


@pytest.mark.parametrize("env_id", IDS)
def test_masks_are_whole_after_a_partial_reset(env_id: str) -> None:
    envs = gym.make_vec(env_id, num_envs=4)
    envs.reset(seed=1)
    chosen = np.array([True, False, False, True])
    _, info = envs.reset(options={"reset_mask": chosen})
    assert (info["action_mask"] == envs.unwrapped.action_masks()).all()
    assert info["_action_mask"].all() and info["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("game", ["set", "triangle", "machi"])
def test_a_batch_keeps_the_last_moment_of_episodes(game: str) -> None:
    options: dict[str, Any] = {"opponents": "random", "config": {"players": 2}} if game == "machi" else {}
    batch = vector.make(game, 3, seed=1, autoreset="same_step", max_episode_steps=7, **options)
    twin = vector.make(game, 3, seed=1, autoreset="next_step", max_episode_steps=7, **options)
    batch.reset(), twin.reset()
    returns = np.zeros(3)
    for step in range(1, 8):
        actions = batch.sample_legal()
        batch.step(actions)
        obs, rewards, terminals, truncations, masks = twin.step(actions)
        returns += rewards
        ended = terminals | truncations
        if ended.any():
            break
        assert batch.final_obs is None
    assert batch.final_obs is not None and batch.final_masks is not None
    assert (batch.final_obs[ended] == obs[ended]).all() and (batch.final_masks[ended] == masks[ended]).all()
    assert batch.episode_lengths is not None and batch.episode_returns is not None
    assert batch.episode_lengths[ended].tolist() == [step] * int(ended.sum())
    assert batch.episode_returns[ended] == pytest.approx(returns[ended])


@pytest.mark.parametrize(
    ("env_id", "facts"),
    [
        ("tercet/Set-v0", {"sets_found"}),
        ("tercet/Triangle-v0", {"shapes_placed", "triangles_cleared"}),
        ("tercet/Machi-v0", {"turn", "coins"}),
    ],
)
def test_info_tells(env_id: str, facts: set[str]) -> None:
    env = gym.make(env_id)
    _, info = env.reset(seed=1)
    earned, steps = 0.0, 0
    assert {"score", "seat", "illegal_actions"} | facts <= info.keys() and "episode" not in info
    while True:
        _, reward, terminated, truncated, info = env.step(env.unwrapped.sample_legal())
        earned, steps = earned + float(reward), steps + 1
        if terminated or truncated:
            break
        assert "episode" not in info
    if terminated:
        assert info["episode"] == {"r": pytest.approx(earned), "l": steps}
        assert info["winners"]


def test_vector_info_tells() -> None:
    envs = gym.make_vec("tercet/Triangle-v0", num_envs=2)
    envs.reset(seed=1)
    earned = np.zeros(2)
    for step in range(1, 1000):
        _, rewards, terminated, truncated, info = envs.step(envs.unwrapped.sample_legal())
        earned += rewards
        ended = terminated | truncated
        if ended.any():
            break
    assert (info["_episode"] == ended).all() and info["score"].shape == (2,)
    assert info["episode"]["l"][ended].tolist() == [step] * int(ended.sum())
    assert info["episode"]["r"][ended] == pytest.approx(earned[ended])


@pytest.mark.parametrize("broken", ["raise RuntimeError('old')", "vector = None"])
def test_any_gymnasium_leaves_the_package_usable(tmp_path: Path, broken: str) -> None:
    (tmp_path / "gymnasium").mkdir()
    (tmp_path / "gymnasium" / "__init__.py").write_text(broken)
    program = "import warnings; warnings.simplefilter('ignore'); import tercet; print(tercet.begin('set', seed=1).id)"
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "set\n"), ran.stderr


def test_one_bot_in_two_spellings_is_one_player() -> None:
    table = tercet.arena.simulate("set", ["racer", "racer:player"], games=2, seed=1)
    assert table["bot"] == ["racer", "racer"]
    met = tercet.arena.tournament("set", ["racer:child", "racer:1", "first"], games=2, seed=1, format="round_robin")
    assert sorted(met["player"]) == ["first", "racer:1", "racer:1#2"]
