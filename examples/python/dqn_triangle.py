"""Double DQN in plain NumPy on the triangle puzzle: a batch of environments, n-step returns, replay by priority, a run to go on with.

`python examples/python/dqn_triangle.py` learns for some minutes and writes into `runs/dqn`; begun again, it goes on where it was.
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

ENVS, ROWS, HIDDEN, BATCH = 64, 16, 256, 256
GAMMA, RATE, UPDATES, TARGET = 0.97, 3e-4, 16, 20


class Net:
    """Planes to what each action is worth: one hidden layer, and Adam to move it."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.w = [
            (rng.standard_normal((inputs, HIDDEN)) * np.sqrt(2 / inputs)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal((HIDDEN, actions)) * 0.01).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.m = [np.zeros_like(w) for w in self.w]
        self.v = [np.zeros_like(w) for w in self.w]
        self.t = 0

    def worth(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden layer, and what each action is worth."""
        h = np.maximum(x @ self.w[0] + self.w[1], 0)
        return h, h @ self.w[2] + self.w[3]

    def learn(self, x: np.ndarray, actions: np.ndarray, targets: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """One step towards the targets; the errors before it."""
        h, q = self.worth(x)
        rows = np.arange(len(x))
        errors = q[rows, actions] - targets
        d_q = np.zeros_like(q)
        d_q[rows, actions] = np.clip(errors, -1, 1) * weights / len(x)
        d_h = (d_q @ self.w[2].T) * (h > 0)
        self.t += 1
        for i, g in enumerate([x.T @ d_h, d_h.sum(0), h.T @ d_q, d_q.sum(0)]):
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            self.w[i] -= RATE * (self.m[i] / (1 - 0.9**self.t)) / (np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-8)
        return errors

    def parts(self) -> dict[str, np.ndarray]:
        """What a checkpoint keeps."""
        named = zip(("w", "m", "v"), (self.w, self.m, self.v), strict=True)
        return {f"{name}{i}": array for name, arrays in named for i, array in enumerate(arrays)}

    def load(self, parts: dict[str, np.ndarray], t: int) -> None:
        """Becomes what was kept."""
        for name, arrays in (("w", self.w), ("m", self.m), ("v", self.v)):
            arrays[:] = [parts[f"{name}{i}"] for i in range(len(arrays))]
        self.t = t


def flat(obs: np.ndarray) -> np.ndarray:
    """Planes in a row, as floats."""
    return obs.reshape(len(obs), -1).astype(np.float32)


class Player:
    """A batch that is played by a net, with some random moves, in pieces of some rows."""

    def __init__(self, seed: int) -> None:
        self.batch = tercet.vector.make(
            "triangle", ENVS, seed=seed, dtype="int8", autoreset="same_step", max_episode_steps=0
        )
        self.obs, self.masks = self.batch.reset()
        self.returns = np.zeros(ENVS)
        self.ended: list[float] = []

    def play(self, net: Net, epsilon: float, rng: np.random.Generator) -> dict[str, np.ndarray]:
        """Some rows, as transitions of up to five steps."""
        obs, masks, actions, rewards, over = [self.obs], [self.masks], [], [], []
        for _ in range(ROWS):
            best = np.where(self.masks, net.worth(flat(self.obs))[1], -np.inf).argmax(1)
            chosen = np.where(rng.random(ENVS) < epsilon, self.batch.sample_legal(), best)
            self.obs, reward, ends, _, self.masks = self.batch.step(chosen)
            self.returns += reward
            self.ended += self.returns[ends].tolist()
            self.returns[ends] = 0
            for column, value in zip((obs, masks, actions, rewards, over), (self.obs, self.masks, chosen, reward, ends), strict=True):
                column.append(value)
        steps = learn.n_step_returns(np.stack(rewards), np.stack(over), gamma=GAMMA, tail="bootstrap")
        row, env = np.indices(steps.steps.shape)
        after = (row + steps.steps).ravel(), env.ravel()
        all_obs, all_masks = np.stack(obs), np.stack(masks)
        return {
            "obs": all_obs[:-1].reshape(-1, *self.batch.obs_shape),
            "action": np.stack(actions).ravel(),
            "return": steps.returns.ravel(),
            "discount": steps.discounts.ravel(),
            "next_obs": all_obs[after],
            "next_mask": all_masks[after],
        }


def improve(net: Net, target: Net, replay: learn.PrioritizedReplay) -> float:
    """One sample: the net chooses what follows, its older self says what that is worth."""
    drawn = replay.sample(BATCH)
    rows = drawn.rows
    after = flat(rows["next_obs"])
    chosen = np.where(rows["next_mask"], net.worth(after)[1], -np.inf).argmax(1)
    worth = target.worth(after)[1][np.arange(BATCH), chosen]
    # Where nothing follows there may be no legal action either, and the discount is 0.
    errors = net.learn(flat(rows["obs"]), rows["action"], rows["return"] + rows["discount"] * worth, drawn.weights)
    replay.update(drawn.ids, errors)
    return float(np.abs(errors).mean())


def main() -> None:
    """Learns, and prints the mean return of the games that ended since the last line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", default="runs")
    options = parser.parse_args()
    player = Player(options.seed)
    batch = player.batch
    net, target = (Net(int(np.prod(batch.obs_shape)), batch.num_actions, np.random.default_rng(0)) for _ in range(2))
    columns = {
        "obs": (batch.obs_shape, "int8"),
        "action": ((), "int64"),
        "return": ((), "float32"),
        "discount": ((), "float32"),
        "next_obs": (batch.obs_shape, "int8"),
        "next_mask": ((batch.num_actions,), "int8"),
    }
    replay = learn.PrioritizedReplay(50_000, columns, seed=options.seed, beta_steps=options.rounds * UPDATES)
    first = 0
    with learn.Run(options.runs, "dqn", config=vars(options)) as run:
        if run.is_resumed:
            first, parts = run.load()
            net.load(parts, parts["t"])
            target.w = [w.copy() for w in net.w]
            _, replay = run.load_buffer() or (0, replay)
            print(f"goes on after round {first} with {len(replay)} rows")
        for nth in range(first + 1, options.rounds + 1):
            rng = np.random.default_rng([options.seed, nth])
            replay.add(player.play(net, max(0.02, 1 - nth / (0.3 * options.rounds)), rng))
            loss = float(np.mean([improve(net, target, replay) for _ in range(UPDATES)]))
            if nth % TARGET == 0:
                target.w = [w.copy() for w in net.w]
            if nth % 50 == 0 or nth in (1, options.rounds):
                mean = float(np.mean(player.ended)) if player.ended else 0.0
                print(f"round {nth:>4}: return {mean:6.2f} of {len(player.ended)} games, error {loss:.3f}", flush=True)
                run.log(nth, value=mean, games=len(player.ended), loss=loss)
                run.save(nth, {**net.parts(), "t": net.t}, score=mean)
                run.save_buffer(nth, replay)
                player.ended.clear()


if __name__ == "__main__":
    main()
