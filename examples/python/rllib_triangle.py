"""PPO of RLlib learns the triangle puzzle, with masks and the native batch: `pip install 'tercet[ray]' 'ray[rllib]' torch`.

    python examples/python/rllib_triangle.py --iterations 20
    python examples/python/rllib_triangle.py --iterations 200 --runners 8 --address auto
"""

from __future__ import annotations

import argparse

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from tercet.ray.rllib import masked_module, register


def main() -> None:
    """Learns, and says how it goes; random play comes to about 2.4."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 for this one")
    parser.add_argument("--address", help="of a cluster; without it, this machine")
    options = parser.parse_args()
    ray.init(address=options.address or "local", include_dashboard=False, log_to_driver=False)
    register()
    config = (
        PPOConfig()
        .environment("tercet-triangle")
        .env_runners(
            num_env_runners=options.runners, num_envs_per_env_runner=32, gym_env_vectorize_mode="vector_entry_point"
        )
        .rl_module(rl_module_spec=masked_module((256, 256)))
        .training(train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=4, lr=3e-4, gamma=0.99, entropy_coeff=0.01)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    for iteration in range(1, options.iterations + 1):
        result = algorithm.train()["env_runners"]
        print(f"iteration {iteration}: return {result['episode_return_mean']:.2f}, {result['episode_len_mean']:.1f} steps", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
