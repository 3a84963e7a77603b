"""Learns the puzzle by search: a small net in plain NumPy guides Gumbel search, and learns from what the search found.

Every round 64 puzzles are played some steps by search; the policy is learnt from the search's improved policy, the value from the points that
came. Then the net plays with search against the engine's `greedy` on the same deals, and at the end enters a tournament.

    python examples/python/guided_triangle.py --rounds 40
"""

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: small matrices lose more by threads than they gain

import numpy as np

import tercet

HIDDEN, STEPS, SIMULATIONS, DISCOUNT, UNIT = 96, 16, 16, 0.97, 1000.0


class Net:
    """One hidden layer; logits of all actions, and a value in units of `UNIT` points. Learns by Adam."""

    def __init__(self, inputs: int, actions: int, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, actions + 1), np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def __call__(self, obs, masks):
        """What `tercet.search.mcts` asks: logits and values."""
        out = self.forward(obs.reshape(len(obs), -1))[1]
        return out[:, :-1], out[:, -1] * UNIT

    def forward(self, rows):
        first, bias, second, other = self.weights
        hidden = np.maximum(rows @ first + bias, 0)
        return hidden, hidden @ second + other

    def learn(self, rows, masks, policy, values, rate=2e-3):
        """A step down the cross entropy of the policy and the square of the value's error."""
        hidden, out = self.forward(rows)
        logits = np.where(masks, out[:, :-1], -1e9)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        wrong = values / UNIT - out[:, -1]
        back = np.concatenate([shares - policy, -wrong[:, None]], axis=1) / len(rows)
        below = (back @ self.weights[2].T) * (hidden > 0)
        self.adam([rows.T @ below, below.sum(axis=0), hidden.T @ back, back.sum(axis=0)], rate)

    def adam(self, slopes, rate):
        self.updates += 1
        for weight, (mean, square), slope in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scale = (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
            weight -= rate * scale * mean / (np.sqrt(square) + 1e-8)


def play(net, batch, rng):
    """Some steps of all puzzles by search: what was seen, what the search says, and the points that came."""
    seen = []
    for _ in range(STEPS):
        obs, masks = batch.observe()
        found = tercet.search.mcts(
            batch, net, simulations=SIMULATIONS, method="gumbel", discount=DISCOUNT, seed=int(rng.integers(2**32))
        )
        _, rewards, terminals, truncations, _ = batch.step(np.maximum(found.actions, 0))
        points = rewards * 200  # a point of the rules, which is what the search gains, is a reward of 0.005
        over = terminals | truncations
        seen.append((obs.reshape(len(obs), -1), masks, found.policy, points, over, found.actions >= 0))
    values = tercet.search.mcts(batch, net, simulations=SIMULATIONS, method="gumbel", discount=DISCOUNT).values
    rows = []
    for obs, masks, policy, points, over, live in reversed(seen):
        values = np.where(over, points, points + DISCOUNT * values)
        values = np.where(live, values, 0)
        rows.append((obs[live], masks[live], policy[live], values[live]))
    return [np.concatenate(column) for column in zip(*rows, strict=True)]


def player(net, simulations=32):
    """The net with search as a bot for `tercet.arena`."""

    def guided(view):
        found = tercet.search.mcts(
            [view.position], net, simulations=simulations, method="gumbel", gumbel_scale=0, discount=DISCOUNT
        )
        return view.position.action_text(int(found.actions[0]))

    return guided


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--games", type=int, default=20, help="games of the tournament at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    batch = tercet.vector.make("triangle", options.envs, seed=options.seed)
    obs, _ = batch.reset()
    net = Net(obs[0].size, batch.num_actions)
    memory = []
    for number in range(1, options.rounds + 1):
        memory = [*memory[-7:], play(net, batch, rng)]
        rows, masks, policy, values = (np.concatenate(column) for column in zip(*memory, strict=True))
        for _ in range(24):
            some = rng.integers(len(rows), size=256)
            net.learn(rows[some], masks[some] != 0, policy[some], values[some])
        print(f"round {number}: {values.mean():.1f} points to come on average", flush=True)
    table = {name: tercet.arena.simulate("triangle", [bot], games=options.games, seed=7)
             for name, bot in {"guided": player(net), "greedy": "greedy"}.items()}
    for name, row in table.items():
        print(f"{name}: {row['points_mean'][0]:.0f} ± {1.96 * row['points_error'][0]:.0f} points")


if __name__ == "__main__":
    main()
