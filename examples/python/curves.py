"""A notebook as a script: cells that your editor runs one by one, pictures as SVG without a plotting library.

With matplotlib, `plt.plot(steps, values)` in place of `line_chart`. `python examples/python/curves.py DIRECTORY` runs all cells.
"""

# %% Where pictures go
from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import tercet
from tercet import learn

OUT = Path(sys.argv[1] if len(sys.argv) > 1 else "curves")
OUT.mkdir(parents=True, exist_ok=True)
WIDTH, HEIGHT, EDGE = 640, 320, 48
COLORS = ("#4477aa", "#cc6677", "#228833", "#aa7744")


def line_chart(title: str, lines: dict[str, tuple[Sequence[float], Sequence[float]]]) -> str:
    """Lines by name, each with its x and y."""
    xs, ys = (np.concatenate([np.asarray(line[axis], float) for line in lines.values()]) for axis in (0, 1))
    spans = max(np.ptp(xs), 1e-9), max(np.ptp(ys), 1e-9)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{title}</text>',
        f'<text x="{EDGE - 6}" y="{HEIGHT - EDGE}" text-anchor="end">{ys.min():.3g}</text>',
        f'<text x="{EDGE - 6}" y="{EDGE}" text-anchor="end">{ys.max():.3g}</text>',
        f'<text x="{EDGE}" y="{HEIGHT - EDGE + 18}">{xs.min():.3g}</text>',
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT - EDGE + 18}" text-anchor="end">{xs.max():.3g}</text>',
    ]
    for nth, (name, (x, y)) in enumerate(lines.items()):
        across = EDGE + (np.asarray(x, float) - xs.min()) / spans[0] * (WIDTH - 2 * EDGE)
        up = HEIGHT - EDGE - (np.asarray(y, float) - ys.min()) / spans[1] * (HEIGHT - 2 * EDGE)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, up, strict=True))
        color = COLORS[nth % len(COLORS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - EDGE}" y="{40 + 16 * nth}" text-anchor="end" fill="{color}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])


# %% How full the board gets: random games, step by step
GAMES = 256
batch = tercet.vector.make("triangle", GAMES, seed=1, dtype="int8", autoreset="disabled", max_episode_steps=0)
obs, _ = batch.reset()
going = np.ones(GAMES, np.bool_)
alive, filled = [], []
while going.any() and len(alive) < 40:
    alive.append(going.mean())
    filled.append((obs[going, 0] == 1).sum(axis=(1, 2)).mean())
    obs, _, terminals, _, _ = batch.step(batch.sample_legal())
    going &= ~terminals
    if terminals.any():
        obs = batch.reset(reset_mask=terminals)[0]
steps = range(len(alive))
(OUT / "filled.svg").write_text(line_chart("random play: cells filled", {"filled": (steps, filled)}))
print(f"random games that still go on after 20 steps: {100 * alive[20]:.0f} %")

# %% How much bots earn, as they play on
lines = {}
for bot in ("random", "greedy"):
    player = tercet.vector.make("triangle", 64, seed=2)
    player.reset()
    earned = np.cumsum([player.rollout(5, bot).reward for _ in range(20)]) / 64
    lines[bot] = (range(5, 105, 5), earned.tolist())
(OUT / "bots.svg").write_text(line_chart("reward of one environment", lines))
print({bot: round(values[-1], 1) for bot, (_, values) in lines.items()})

# %% A learner: what the next five steps bring, by least squares from the planes, sampled by priority
player = tercet.vector.make("triangle", 64, seed=3, autoreset="same_step", max_episode_steps=0)
obs, _ = player.reset()
seen, rewards, over = [], [], []
for _ in range(64):
    seen.append(obs.reshape(64, -1))
    obs, reward, terminals, _, _ = player.step(player.sample_legal())
    rewards.append(reward)
    over.append(terminals)
returns = learn.n_step_returns(np.stack(rewards), np.stack(over), n=5).returns
replay = learn.PrioritizedReplay(4096, {"obs": ((840,), "float32"), "return": ((), "float32")}, seed=1, beta_steps=200)
replay.add({"obs": np.concatenate(seen), "return": returns.ravel()})
weights, bias, stats = np.zeros(840, np.float32), 0.0, learn.StatsCollector()
with learn.Run(OUT / "runs", resume=False, config={"rate": 0.003}) as run:
    for step in range(1, 201):
        drawn = replay.sample(128)
        errors = drawn.rows["obs"] @ weights + bias - drawn.rows["return"]
        replay.update(drawn.ids, errors)
        push = errors * drawn.weights / 128
        weights -= 0.003 * push @ drawn.rows["obs"]
        bias -= 0.003 * float(push.sum())
        stats.log("error", float(np.square(np.concatenate(seen) @ weights + bias - returns.ravel()).mean()), step)
    run.save(200, {"weights": weights, "bias": bias, "stats": stats.get_state()})
    again = learn.StatsCollector()
    again.set_state(run.load().parts["stats"])
curve = again.get_data()["error"]
(OUT / "error.svg").write_text(line_chart("squared error", {"error": tuple(zip(*curve, strict=True))}))
print(f"squared error: {curve[0][1]:.2f} at first, {curve[-1][1]:.2f} after {curve[-1][0]} steps")
