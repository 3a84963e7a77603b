"""SET by image: learns to claim from pictures of the table and from whether a claim was a Set, in plain NumPy.

A card's picture becomes four guesses among three values by a small net; three cards are a Set as far as each of the four is all the same
or all different. What the four stand for is for the net to find out: it is never given a card's number, colour, shape or shading. Then it
races against the engine's racers, looking at nothing but the picture.

    python examples/python/see_set.py --minutes 5
"""

from __future__ import annotations

import argparse
import os
import time
from itertools import permutations

# Small products are fastest on one thread; libraries read this when they are first imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np  # noqa: E402
import tercet  # noqa: E402

SIZE, HIDDEN, RATE, SHARE = (250, 264), 64, 3e-3, 1 / 79
TRIPLES = np.array([(i, j, k) for i in range(21) for j in range(i + 1, 21) for k in range(j + 1, 21)])
CLAIMS = np.flatnonzero(TRIPLES.max(axis=1) < 12)
"""The 220 claims of twelve cards: it never deals more. One in 79 is a Set, which is `SHARE`."""


def crops(pictures):
    """The cards of each picture `(n, 264, width, 3)`, row by row, five pixels by five to one: `(n, cards, 528)`."""
    columns = range(6, pictures.shape[2], 61)
    cards = [pictures[:, y : y + 80, x : x + 55] for y in range(6, 264, 86) for x in columns if x + 55 <= pictures.shape[2]]
    pooled = np.stack(cards, axis=1).reshape(len(pictures), len(cards), 16, 5, 11, 5, 3).mean(axis=(3, 5))
    return pooled.reshape(len(pictures), len(cards), -1).astype(np.float32) / 255 - 0.8


class Net:
    """Pictures of cards to four distributions over three values, and Adam to move it."""

    def __init__(self, pixels: int, rng: np.random.Generator) -> None:
        self.w = [rng.normal(0, pixels**-0.5, (pixels, HIDDEN)), np.zeros(HIDDEN), rng.normal(0, 2 * HIDDEN**-0.5, (HIDDEN, 12)), np.zeros(12)]
        self.w = [w.astype(np.float32) for w in self.w]
        self.m, self.v, self.t = [np.zeros_like(w) for w in self.w], [np.zeros_like(w) for w in self.w], 0

    def see(self, cards):
        """Hidden layer and distributions `(n, 4, 3)` of pictures `(n, pixels)`."""
        h = np.maximum(cards @ self.w[0] + self.w[1], 0)
        z = (h @ self.w[2] + self.w[3]).reshape(-1, 4, 3)
        p = np.exp(z - z.max(axis=2, keepdims=True))
        return h, p / p.sum(axis=2, keepdims=True)

    def learn(self, cards, was_set) -> None:
        """A step down the surprise at whether triples `(n, 3, pixels)` were Sets.

        Sets are shown more often than they occur and count for less, so that their share is as in the game: with nothing known the four
        guesses say one in 81, and a net that must say more finds it in calling everything the same, from which it never comes back.
        """
        n = len(was_set)
        weight = np.where(was_set, 0.5 / was_set.sum(), 0.5 * (1 / SHARE - 1) / (n - was_set.sum()))
        flat = cards.reshape(3 * n, -1)
        h, p = self.see(flat)
        a, b, c = p.reshape(n, 3, 4, 3).transpose(1, 0, 2, 3)
        q, slopes = fits(a, b, c)
        likely = np.clip(q.prod(axis=1), 1e-9, 1 - 1e-3)
        d_q = (weight * np.where(was_set, -1.0, likely / (1 - likely)))[:, None] / np.clip(q, 1e-6, None)
        d_p = (np.stack(slopes, axis=1) * d_q[:, None, :, None]).reshape(3 * n, 4, 3)
        d_z = ((d_p - (d_p * p).sum(axis=2, keepdims=True)) * p).reshape(3 * n, 12).astype(np.float32)
        d_h = (d_z @ self.w[2].T) * (h > 0)
        self.t += 1
        for i, g in enumerate([flat.T @ d_h, d_h.sum(0), h.T @ d_z, d_z.sum(0)]):
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            self.w[i] -= RATE * self.m[i] / (1 - 0.9**self.t) / (np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-8)


def fits(a, b, c):
    """How likely three values are all the same or all different `(n, 4)`, and its slopes by each."""
    q, slopes = (a * b * c).sum(axis=-1), [b * c, a * c, a * b]
    for i, j, k in permutations(range(3)):
        q = q + a[..., i] * b[..., j] * c[..., k]
        slopes[0][..., i] += b[..., j] * c[..., k]
        slopes[1][..., j] += a[..., i] * c[..., k]
        slopes[2][..., k] += a[..., i] * b[..., j]
    return q, slopes


def likeliest(net: Net, cards, triples=TRIPLES[CLAIMS]):
    """Of each table's cards `(n, cards, pixels)`: how likely each of these claims is a Set."""
    p = net.see(cards.reshape(-1, cards.shape[2]))[1].reshape(len(cards), -1, 4, 3)
    a, b, c = (p[:, triples[:, place]] for place in range(3))
    return fits(a, b, c)[0].prod(axis=2)


def player(net: Net, milliseconds: int = 3000):
    """The net as a bot for `tercet.arena`: it sees the picture, and soon claims what is rather a Set than not."""

    def seer(view):
        width = view.position.rgb().shape[1] // 4  # a column more where there is no Set among twelve
        cards = crops(view.position.rgb(width=width)[None, :264])
        claims = [action for action in view.legal if action.startswith("claim")]
        triples = np.array([[int(cell) - 1 for cell in claim.split()[1:4]] for claim in claims]).reshape(-1, 3)
        likely = likeliest(net, cards, triples)[0] if claims else np.zeros(1)
        if "deal" in view.legal and likely.max() <= 0.5:
            return "deal", milliseconds
        # Who is not sure looks for longer first.
        return claims[int(likely.argmax())], milliseconds if likely.max() > 0.5 else 4 * milliseconds

    return seer


def main() -> None:
    """Learns, prints how many of its claims were Sets, and prints the share of tables on which its best claim is one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=10**9)
    parser.add_argument("--tables", type=int, default=512, help="new tables at the end")
    parser.add_argument("--games", type=int, default=20, help="races against each racer at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    envs = tercet.vector.make("set", 64, seed=options.seed, obs="rgb", size=SIZE, autoreset="same_step", max_episode_steps=40)
    pictures, masks = envs.reset()
    deal = envs.num_actions - 1
    net = Net(crops(pictures[:1]).shape[2], rng)
    sets, others, begun, claims = [], [], time.monotonic(), []
    for number in range(1, options.rounds + 1):
        cards = crops(pictures)
        is_plain = masks[:, :deal].sum(axis=1) == 220  # at the end of a deck there are fewer than twelve cards
        # Half of the claims are the net's best, half are tried out.
        guesses = np.where(rng.random((64, 1)) < 0.5, likeliest(net, cards), rng.random((64, 220))).argmax(axis=1)
        pictures, rewards, _, _, masks = envs.step(np.where(is_plain, CLAIMS[guesses], deal))
        for table in np.flatnonzero(is_plain):
            (sets if rewards[table] > 0 else others).append(cards[table, TRIPLES[CLAIMS[guesses[table]]]])
        claims += (rewards[is_plain] > 0).tolist()
        sets, others = sets[-4000:], others[-12000:]
        for _ in range(4 if len(sets) >= 64 else 0):
            some = [sets[i] for i in rng.integers(len(sets), size=64)] + [others[i] for i in rng.integers(len(others), size=192)]
            net.learn(np.stack(some), np.arange(256) < 64)
        is_late = time.monotonic() - begun > 60 * options.minutes
        if number % 200 == 0 or is_late or number == options.rounds:
            print(f"round {number}, {time.monotonic() - begun:.0f} s: {np.mean(claims):.1%} of {len(claims)} claims were Sets", flush=True)
            claims = []
        if is_late:
            break
    share, count = judged(net, options.seed + 1000, options.tables)
    error = 1.96 * (share * (1 - share) / count) ** 0.5
    print(f"its best claim is a Set on {share:.1%} ± {error:.1%} of {count} new tables; a random claim on 1.3 %")
    field = {"seer": player(net), "child": "racer:1", "player": "racer:3"}
    table = tercet.arena.head_to_head("set", field, games=options.games, seed=7)
    for row in zip(*(table[key] for key in ("player", "against", "share", "low", "high")), strict=True):
        print("{} against {}: {:.1%} of the points ({:.1%} to {:.1%})".format(*row))


def judged(net: Net, seed: int, tables: int) -> tuple[float, int]:
    """The share of new tables on which the likeliest claim is a Set."""
    envs = tercet.vector.make("set", tables, seed=seed, obs="rgb", size=SIZE)
    pictures, _ = envs.reset()
    best = CLAIMS[likeliest(net, crops(pictures)).argmax(axis=1)]
    _, rewards, _, _, _ = envs.step(best)
    return float((rewards > 0).mean()), tables


if __name__ == "__main__":
    main()
