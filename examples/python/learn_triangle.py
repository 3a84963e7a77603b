"""PPO in plain NumPy on the triangle puzzle: masks, many environments at once, one hidden layer.

`python examples/python/learn_triangle.py` takes some minutes; `--updates 20` shows the beginning.
"""

from __future__ import annotations

import argparse
import os

# Small products are fastest on one thread; libraries read this when they are first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np  # noqa: E402
import tercet  # noqa: E402
from tercet import learn  # noqa: E402

ENVS, STEPS, HIDDEN = 256, 16, 128
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.005, 1e-3


class Net:
    """Planes to logits and a value, and Adam to move it."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, cols: int, gain: float) -> np.ndarray:
            return (rng.standard_normal((rows, cols)) * gain / np.sqrt(rows)).astype(np.float32)

        self.w = [layer(inputs, HIDDEN, 1.4), np.zeros(HIDDEN, np.float32)]
        self.w += [layer(HIDDEN, actions, 0.01), np.zeros(actions, np.float32)]
        self.w += [layer(HIDDEN, 1, 1.0), np.zeros(1, np.float32)]
        self.m = [np.zeros_like(w) for w in self.w]
        self.v = [np.zeros_like(w) for w in self.w]
        self.t = 0

    def forward(self, x: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden layer, log-probabilities of the actions, values."""
        h = np.maximum(x @ self.w[0] + self.w[1], 0)
        logits = np.where(masks, h @ self.w[2] + self.w[3], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        logp = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return h, logp, (h @ self.w[4])[:, 0] + self.w[5]

    def learn(self, x: np.ndarray, h: np.ndarray, d_logits: np.ndarray, d_values: np.ndarray) -> None:
        """One step against these gradients."""
        d_h = (d_logits @ self.w[2].T + d_values[:, None] * self.w[4][:, 0]) * (h > 0)
        grads = [x.T @ d_h, d_h.sum(0), h.T @ d_logits, d_logits.sum(0)]
        grads += [(h.T @ d_values)[:, None], d_values.sum(keepdims=True)]
        norm = np.sqrt(sum(float((g * g).sum()) for g in grads))
        self.t += 1
        for i, g in enumerate(grads):
            g = g * min(1.0, 0.5 / norm)
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            step = self.m[i] / (1 - 0.9**self.t) / (np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-5)
            self.w[i] -= (RATE * step).astype(np.float32)


def main() -> None:
    """Learns, and prints the mean return and length of the episodes that ended since the last line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    batch = tercet.vector.make("triangle", ENVS, seed=options.seed, autoreset="same_step")
    obs, masks = batch.reset()
    net = Net(obs[0].size, batch.num_actions, rng)
    returns, lengths = np.zeros(ENVS), np.zeros(ENVS, np.int64)
    ended: list[tuple[float, int]] = []
    for update in range(1, options.updates + 1):
        rows = []
        for _ in range(STEPS):
            x, legal = obs.reshape(ENVS, -1), masks.astype(bool)
            _, logp, values = net.forward(x, legal)
            # The largest of the log-probabilities with noise is a draw from them.
            actions = (logp - np.log(rng.exponential(size=logp.shape))).argmax(axis=1)
            obs, rewards, terminals, truncations, masks = batch.step(actions)
            over = terminals | truncations
            rows.append((x, legal, actions, logp[np.arange(ENVS), actions], values, rewards, over))
            returns, lengths = returns + rewards, lengths + 1
            ended += zip(returns[over].tolist(), lengths[over].tolist(), strict=True)
            returns[over], lengths[over] = 0, 0
        improve(net, rows, net.forward(obs.reshape(ENVS, -1), masks.astype(bool))[2], rng)
        if update % 20 == 0 or update == 1:
            mean, length = np.mean(ended, axis=0) if ended else (0.0, 0.0)
            print(f"update {update:>4}: return {mean:6.2f}, length {length:6.1f}, {len(ended)} games", flush=True)
            ended = []


def improve(net: Net, rows: list[tuple[np.ndarray, ...]], last: np.ndarray, rng: np.random.Generator) -> None:
    """Some passes of PPO over what was played."""
    x, legal, actions, old, values, rewards, over = (np.stack(column) for column in zip(*rows, strict=True))
    gains = learn.gae(rewards, values, last, over, gamma=GAMMA, lam=LAMBDA)
    targets = (gains + values).ravel()
    gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).ravel()
    x, legal = x.reshape(len(targets), -1), legal.reshape(len(targets), -1)
    actions, old = actions.ravel(), old.ravel()
    for _ in range(2):
        for part in np.array_split(rng.permutation(len(targets)), 4):
            rows_ = np.arange(len(part))
            h, logp, value = net.forward(x[part], legal[part])
            probs = np.exp(logp)
            ratio = np.exp(logp[rows_, actions[part]] - old[part])
            held = np.where(gains[part] >= 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            pull = np.where(held, 0.0, -gains[part] * ratio)[:, None]
            chosen = np.zeros_like(probs)
            chosen[rows_, actions[part]] = 1
            entropy = -(probs * np.where(legal[part], logp, 0)).sum(axis=1, keepdims=True)
            d_logits = pull * (chosen - probs) + ENTROPY * probs * (np.where(legal[part], logp, 0) + entropy)
            d_values = value - targets[part]
            net.learn(x[part], h, (d_logits / len(part)).astype(np.float32), (d_values / len(part)).astype(np.float32))


if __name__ == "__main__":
    main()
