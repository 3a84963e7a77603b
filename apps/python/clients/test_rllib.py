"""Iterations of RLlib's new API stack: masks, the native batch, a table of learners, and the example that trains."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

# Otherwise Ray writes a token into the home directory.
os.environ["RAY_AUTH_MODE"] = "disabled"

import pytest
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from tercet.ray.rllib import masked_module, multi_agent_config, register

EXAMPLE = Path(__file__).parents[3] / "examples" / "python" / "rllib_triangle.py"


@pytest.fixture(scope="module", autouse=True)
def names() -> list[str]:
    ray.init(address="local", num_cpus=1, include_dashboard=False, ignore_reinit_error=True)
    return register()


def trained(config: PPOConfig) -> Any:
    small = config.training(train_batch_size_per_learner=256, minibatch_size=128, num_epochs=1)
    algorithm = small.build_algo()
    result = algorithm.train()
    algorithm.stop()
    assert result["training_iteration"] == 1
    return result["env_runners"]


@pytest.mark.parametrize("name", ["tercet-set", "tercet-triangle", "tercet-machi"])
@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_one_learner_with_masks(name: str, mode: str) -> None:
    options = {"opponents": "random"} if name == "tercet-machi" else {}
    config = PPOConfig().environment(name, env_config=options).rl_module(rl_module_spec=masked_module((32,)))
    config = config.env_runners(num_env_runners=0, num_envs_per_env_runner=4, gym_env_vectorize_mode=mode)
    assert trained(config)["num_env_steps_sampled"] >= 256


def test_a_table_of_learners() -> None:
    config = PPOConfig().environment("tercet-machi-multi", env_config={"num_players": 3}).env_runners(num_env_runners=0)
    assert trained(multi_agent_config(config, (32,)))["num_env_steps_sampled"] >= 256


def test_a_game_of_the_table_comes_to_its_end() -> None:
    from tercet.ray._table import MachiTable

    table = MachiTable(num_players=2)
    seen, _ = table.reset(seed=1)
    earned, steps = dict.fromkeys(table.possible_agents, 0.0), 0
    while True:
        (agent, view), = seen.items()
        assert table.observation_spaces[agent].contains(view)
        seen, rewards, ended, cut, _ = table.step({agent: int(view["action_mask"].argmax())})
        earned = {name: earned[name] + rewards[name] for name in earned}
        steps += 1
        if ended["__all__"] or cut["__all__"]:
            break
    assert set(seen) == set(table.possible_agents) and steps > 50 and any(earned.values())


def test_the_example_trains() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), "--iterations", "12"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    returns = [float(number) for number in re.findall(r"return (-?[0-9.]+)", done.stdout)]
    assert len(returns) == 12 and sum(returns[-3:]) > sum(returns[:3]), returns
