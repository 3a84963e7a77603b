"""TorchRL's checks of specs."""

from __future__ import annotations

import gymnasium as gym
import pytest
import tercet
from gymnasium.vector import AutoresetMode
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

IDS = ["tercet/Set-v0", "tercet/Triangle-v0", "tercet/Machi-v0"]


@pytest.mark.parametrize("env_id", IDS)
def test_one(env_id: str) -> None:
    check_env_specs(GymWrapper(gym.make(env_id)))


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
@pytest.mark.parametrize("env_id", IDS)
def test_vectors(env_id: str, mode: AutoresetMode) -> None:
    check_env_specs(GymWrapper(gym.make_vec(env_id, num_envs=3, autoreset_mode=mode)))


def test_pettingzoo() -> None:
    env = tercet.machi.env(num_players=2)
    check_env_specs(PettingZooWrapper(env, use_mask=True))
