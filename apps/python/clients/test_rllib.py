"""One iteration of RLlib: with masks, and with the native vector."""

from __future__ import annotations

import os
from typing import Any

# Otherwise Ray writes a token into the home directory.
os.environ["RAY_AUTH_MODE"] = "disabled"

import gymnasium as gym
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


def masked(_: Any) -> Any:
    import tercet.envs

    return tercet.envs.make_triangle(obs_format="rllib")


def small(config: PPOConfig) -> PPOConfig:
    return config.env_runners(num_env_runners=0).training(
        train_batch_size_per_learner=256, minibatch_size=128, num_epochs=1
    )


def test_masks() -> None:
    ray.init(num_cpus=1, include_dashboard=False, ignore_reinit_error=True)
    register_env("masked-triangle", masked)
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64]})
    config = small(PPOConfig().environment("masked-triangle").rl_module(rl_module_spec=spec))
    algorithm = config.build_algo()
    assert algorithm.train()["training_iteration"] == 1
    algorithm.stop()


def test_native_vector() -> None:
    import tercet  # noqa: F401

    ray.init(num_cpus=1, include_dashboard=False, ignore_reinit_error=True)
    config = small(PPOConfig().environment("tercet/Machi-v0")).env_runners(
        num_env_runners=0,
        num_envs_per_env_runner=4,
        gym_env_vectorize_mode=gym.VectorizeMode.VECTOR_ENTRY_POINT,
    )
    algorithm = config.build_algo()
    assert algorithm.train()["training_iteration"] == 1
    algorithm.stop()
