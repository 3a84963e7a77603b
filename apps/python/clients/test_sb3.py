"""Stable-Baselines3 and its masks, on one environment and on the native vector."""

from __future__ import annotations

import warnings

import gymnasium as gym
import pytest
import tercet
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env

IDS = ["tercet/Set-v0", "tercet/SetImage-v0", "tercet/Triangle-v0", "tercet/Machi-v0"]


@pytest.mark.parametrize("env_id", IDS)
def test_check_env(env_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gym.make(env_id, render_mode="rgb_array"), warn=True, skip_render_check=False)
    assert is_masking_supported(gym.make(env_id))


@pytest.mark.parametrize("env_id", ["tercet/Triangle-v0", "tercet/Set-v0", "tercet/Machi-v0"])
def test_maskable_ppo_learns_on_one(env_id: str) -> None:
    env = gym.make(env_id)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, seed=1)
    model.learn(256)
    obs, _ = env.reset(seed=1)
    action, _ = model.predict(obs, action_masks=get_action_masks(env))
    assert env.unwrapped.action_masks()[action]


def test_maskable_ppo_learns_on_the_native_vector() -> None:
    from tercet.sb3 import VecEnv

    native = gym.make_vec("tercet/Triangle-v0", num_envs=16, autoreset_mode=AutoresetMode.SAME_STEP)
    vec = VecEnv(native)
    assert is_masking_supported(vec)
    MaskablePPO("MlpPolicy", vec, n_steps=32, batch_size=128, seed=1).learn(1024)
    with pytest.raises(ValueError, match="autoreset_mode=SAME_STEP"):
        VecEnv(gym.make_vec("tercet/Triangle-v0", num_envs=2))
    assert tercet.__version__
