"""Learns to beat the bot `random` at Connect, by policy gradient in NumPy alone.

    pip install ../.. .          # the package `tercet`, and this folder's game
    python train.py
"""

from __future__ import annotations

import numpy as np
import tercet

CONFIG = {"columns": 5, "rows": 4, "line": 3}


def train(updates: int = 60, envs: int = 256, steps: int = 24, rate: float = 8.0, seed: int = 1) -> list[float]:
    """The share of its games that the learner won, update by update."""
    rng = np.random.default_rng(seed)
    batch = tercet.vector.make(
        "connect", envs, seed=seed, autoreset="same_step", opponents="random", config=CONFIG
    )
    obs, masks = batch.reset()
    weights = np.zeros((obs[0].size + 1, batch.num_actions))
    shares = []
    for _ in range(updates):
        seen, gaps, rewards, ends = [], [], [], []
        for _ in range(steps):
            inputs = np.hstack([obs.reshape(envs, -1), np.ones((envs, 1))])
            logits = np.where(masks == 1, inputs @ weights, -np.inf)
            chances = np.exp(logits - logits.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            actions = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)
            obs, reward, terminals, truncations, masks = batch.step(actions)
            seen.append(inputs)
            gaps.append(np.eye(batch.num_actions)[actions] - chances)
            rewards.append(reward)
            ends.append(terminals | truncations)
        shares.append(float((np.array(rewards) == 1).sum() / np.array(ends).sum()))
        returns, gained = np.zeros((steps, envs)), np.zeros(envs)
        for step in reversed(range(steps)):
            # What a game brings is brought by all of its moves; games that are not over yet teach nothing.
            gained = np.where(ends[step], rewards[step], gained)
            returns[step] = gained
        known = np.cumsum(np.array(ends)[::-1], axis=0)[::-1] > 0
        weigh = np.where(known, returns - returns[known].mean(), 0)
        weights += rate * np.einsum("tei,tea,te->ia", np.array(seen), np.array(gaps), weigh) / known.sum()
    return shares


if __name__ == "__main__":
    shares = train()
    for first in range(0, len(shares), 10):
        print(f"updates {first + 1:>3} to {first + 10:>3}: won {np.mean(shares[first : first + 10]):.1%}")
