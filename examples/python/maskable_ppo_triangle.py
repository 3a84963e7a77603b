"""MaskablePPO of sb3-contrib on the triangle puzzle, over the native vector: needs `stable-baselines3` and `sb3-contrib`.

`python examples/python/maskable_ppo_triangle.py` learns for some minutes and compares what came of it with random play.
"""

from __future__ import annotations

import argparse
import os

# Small products are fastest on one thread; libraries read this when they are first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import gymnasium as gym  # noqa: E402
import numpy as np  # noqa: E402
import tercet  # noqa: E402
import torch  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from tercet.sb3 import VecEnv  # noqa: E402


def mean_return(model: MaskablePPO | None, games: int, seed: int) -> float:
    """The mean return of so many games, all at once: of a model, or of random play."""
    batch = tercet.vector.make("triangle", games, seed=seed, autoreset="disabled", max_episode_steps=0)
    obs, masks = batch.reset()
    returns, going = np.zeros(games), np.ones(games, np.bool_)
    while going.any():
        if model is None:
            actions = batch.sample_legal()
        else:
            # A game that is over has no legal action; what is asked for it is thrown away.
            legal = np.where(going[:, None], masks, 1)
            actions, _ = model.predict(obs, action_masks=legal, deterministic=True)
        obs, rewards, terminals, truncations, masks = batch.step(actions)
        returns += np.where(going, rewards, 0)
        over = terminals | truncations
        going &= ~over
        if over.any() and going.any():
            # Ended ones begin anew, because every environment takes a step; their rewards count no more.
            fresh, fresh_masks = batch.reset(reset_mask=over)
            obs[over], masks[over] = fresh[over], fresh_masks[over]
    return float(returns.mean())


def main() -> None:
    """Learns and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A net so small is faster on one thread.
    torch.set_num_threads(1)
    native = gym.make_vec("tercet/Triangle-v0", num_envs=64, autoreset_mode=AutoresetMode.SAME_STEP)
    model = MaskablePPO(
        "MlpPolicy",
        VecEnv(native),
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128]},
        seed=options.seed,
        device="cpu",
    )
    model.learn(options.steps)
    learnt, random = mean_return(model, 200, 1000), mean_return(None, 200, 1000)
    print(f"after {model.num_timesteps} steps: return {learnt:.2f}, random play {random:.2f}")


if __name__ == "__main__":
    main()
