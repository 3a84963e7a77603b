"""Machi Koro for two, learnt by playing itself: PPO with masks in plain NumPy, one hidden layer.

Half of the tables have yesterday's net in the other seat, half the engine's `impatient`; a win is 1, a loss -1, and a little is given on the
way for turns that are fewer until victory. It prints the share of games won against each, then plays the engine's bots in a tournament.

    python examples/python/selfplay_machi.py --minutes 8
"""

from __future__ import annotations

import argparse
import os
import time

# Small products are fastest on one thread; libraries read this when they are first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np  # noqa: E402
import tercet  # noqa: E402
from tercet import learn  # noqa: E402

TABLES, STEPS, HIDDEN, CONFIG = 256, 32, 128, {"players": 2}
GAMMA, LAMBDA, CLIP, ENTROPY, RATE, SHAPING = 0.997, 0.95, 0.2, 0.01, 1e-3, 0.02


class Net:
    """Observations to log-probabilities and a value, and Adam to move it."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        sizes = [(inputs, HIDDEN, 1.4), (HIDDEN, actions, 0.01), (HIDDEN, 1, 0.1)]
        self.w = []
        for rows, cols, gain in sizes:
            self.w.append((rng.standard_normal((rows, cols)) * gain / np.sqrt(rows)).astype(np.float32))
            self.w.append(np.zeros(cols, np.float32))
        self.m, self.v, self.t = [np.zeros_like(w) for w in self.w], [np.zeros_like(w) for w in self.w], 0

    def forward(self, x, masks):
        """Hidden layer, log-probabilities of the actions, values."""
        h = np.maximum(x @ self.w[0] + self.w[1], 0)
        logits = np.where(masks != 0, h @ self.w[2] + self.w[3], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        return h, logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), (h @ self.w[4])[:, 0] + self.w[5]

    def learn(self, x, h, d_logits, d_values) -> None:
        """One step against these gradients."""
        d_h = (d_logits @ self.w[2].T + d_values[:, None] * self.w[4][:, 0]) * (h > 0)
        slopes = [x.T @ d_h, d_h.sum(0), h.T @ d_logits, d_logits.sum(0), (h.T @ d_values)[:, None], d_values.sum(keepdims=True)]
        norm = np.sqrt(sum(float((g * g).sum()) for g in slopes))
        self.t += 1
        for i, g in enumerate(slopes):
            g = g * min(1.0, 0.5 / norm)
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            step = self.m[i] / (1 - 0.9**self.t) / (np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-5)
            self.w[i] -= (RATE * step).astype(np.float32)

    def copy(self) -> Net:
        """The net as it is now, to play against."""
        twin = Net.__new__(Net)
        twin.w = [w.copy() for w in self.w]
        return twin


class Rival:
    """Yesterday's net as an opponent: one call for all tables that wait."""

    def __init__(self, net: Net, rng: np.random.Generator) -> None:
        self.net, self.rng = net, rng

    def __call__(self, obs, masks):
        return drawn(self.net.forward(obs.reshape(len(obs), -1), masks)[1], self.rng)


def drawn(logp, rng):
    """An action of each row: the largest of the log-probabilities with noise is a draw from them."""
    return (logp - np.log(rng.exponential(size=logp.shape))).argmax(axis=1)


def improve(net: Net, rows, last, rng) -> None:
    """Some passes of PPO over what was played."""
    x, masks, actions, old, values, rewards, over = (np.stack(column) for column in zip(*rows, strict=True))
    gains = learn.gae(rewards, values, last, over, gamma=GAMMA, lam=LAMBDA)
    targets = (gains + values).ravel()
    gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).ravel()
    x, masks, actions, old = x.reshape(len(targets), -1), masks.reshape(len(targets), -1), actions.ravel(), old.ravel()
    for _ in range(2):
        for part in np.array_split(rng.permutation(len(targets)), 8):
            each = np.arange(len(part))
            h, logp, value = net.forward(x[part], masks[part])
            shares = np.exp(logp)
            ratio = np.exp(logp[each, actions[part]] - old[part])
            held = np.where(gains[part] >= 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            chosen = np.zeros_like(shares)
            chosen[each, actions[part]] = 1
            known = np.where(masks[part] != 0, logp, 0)
            spread = -(shares * known).sum(axis=1, keepdims=True)
            pull = np.where(held, 0.0, -gains[part] * ratio)[:, None]
            d_logits = pull * (chosen - shares) + ENTROPY * shares * (known + spread)
            d_values = 0.5 * (value - targets[part])
            net.learn(x[part], h, (d_logits / len(part)).astype(np.float32), (d_values / len(part)).astype(np.float32))


def best(net: Net):
    """The net as a policy that plays its likeliest action."""
    return lambda obs, masks: net.forward(obs.reshape(len(obs), -1), masks)[1].argmax(axis=1)


def main() -> None:
    """Learns, prints a line now and then, and plays the engine's bots."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--updates", type=int, default=10**9)
    parser.add_argument("--games", type=int, default=400, help="games against each bot at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    halves = [tercet.vector.make("machi", TABLES // 2, seed=1, opponents="impatient", config=CONFIG, seat="any", autoreset="same_step", shaping=SHAPING)]
    obs, masks = halves[0].reset()
    net = Net(obs[0].size, halves[0].num_actions, rng)
    rival = Rival(net.copy(), rng)
    halves.append(tercet.vector.make("machi", TABLES // 2, seed=2, opponents=rival, config=CONFIG, seat="any", autoreset="same_step"))
    seen = [(obs, masks), halves[1].reset()]
    won: list[list[float]] = [[], []]
    begun = time.monotonic()
    for update in range(1, options.updates + 1):
        rows = []
        for _ in range(STEPS):
            obs, masks = (np.concatenate(pair) for pair in zip(*seen, strict=True))
            x = obs.reshape(TABLES, -1)
            _, logp, values = net.forward(x, masks)
            actions = drawn(logp, rng)
            rewards, over = np.empty(TABLES, np.float32), np.empty(TABLES, np.bool_)
            for half, batch in enumerate(halves):
                own = slice(half * TABLES // 2, (half + 1) * TABLES // 2)
                seen_obs, rewards[own], terminals, truncations, seen_masks = batch.step(actions[own])
                seen[half], over[own] = (seen_obs, seen_masks), terminals | truncations
                won[half] += (rewards[own][terminals] > 0.5).tolist()
            rows.append((x, masks, actions, logp[np.arange(TABLES), actions], values, rewards, over))
        obs, masks = (np.concatenate(pair) for pair in zip(*seen, strict=True))
        improve(net, rows, net.forward(obs.reshape(TABLES, -1), masks)[2], rng)
        if update % 20 == 0:
            rival.net = net.copy()
        is_late = time.monotonic() - begun > 60 * options.minutes
        if update % 50 == 0 or is_late or update == options.updates:
            shares = [f"{np.mean(games):.1%} of {len(games)}" if games else "no games" for games in won]
            print(f"update {update:>5}, {time.monotonic() - begun:4.0f} s: {shares[0]} won against impatient, {shares[1]} against itself", flush=True)
            won = [[], []]
        if is_late:
            break
    field = {"learned": tercet.opponents.player(best(net)), "impatient": "impatient", "thoughtful": "thoughtful", "random": "random"}
    table = tercet.arena.head_to_head("machi", field, games=options.games, seed=7)
    for row in zip(*(table[key] for key in ("player", "against", "share", "low", "high")), strict=True):
        print("{} against {}: {:.1%} of the points ({:.1%} to {:.1%})".format(*row))


if __name__ == "__main__":
    main()
