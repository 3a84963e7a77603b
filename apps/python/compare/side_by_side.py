"""Tercet beside what others have: `cargo xtask bench --compare` installs them and runs this.

Each line is measured in this run, on the same machine, in steps of one process by the clock; what can't be imported is named and left
out. Games differ: the table says what is stepped. Random legal actions, new episodes where one is over.
"""

from __future__ import annotations

import os

# Before NumPy and JAX: one core for everybody.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import argparse  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
import tercet  # noqa: E402
from plain_search import run_mcts  # noqa: E402
from tercet import search, vector  # noqa: E402

ENVS = 1024


def rate(work: Callable[[], int], rounds: int, seconds: float) -> float:
    """Steps a second by the clock: the median of some rounds, after one that does not count."""
    work()
    rates = []
    for _ in range(rounds):
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            steps += work()
        rates.append(steps / (time.perf_counter() - begun))
    return statistics.median(rates)


def batch(game: str, **options: Any) -> Callable[[], int]:
    """Our batch: draw legal actions, step into arrays that are made once."""
    envs = vector.make(game, ENVS, seed=1, **options)
    obs, masks = envs.reset()
    rewards, over, cut = np.empty(envs._rewards_shape, np.float32), np.empty(ENVS, np.bool_), np.empty(ENVS, np.bool_)

    def work() -> int:
        for _ in range(16):
            envs.step_into(envs.sample_legal(), obs, rewards, over, cut, masks)
        return 16 * ENVS

    return work


def puzzle(made: Any) -> Callable[[], int]:
    """A puzzle called one step at a time, ours or the reference."""
    state = made(initial_seed=1)

    def work() -> int:
        for _ in range(200):
            actions = state.valid_actions()
            if actions:
                state.step(next(iter(actions)))
            else:
                state.reset()
        return 200

    return work


def scanned(init: Any, step: Any, length: int = 64) -> Callable[[], int]:
    """Steps of JAX's environments inside one compiled program, which is how they are fastest."""
    import jax

    keys = jax.random.split(jax.random.key(1), ENVS)
    state = jax.jit(jax.vmap(init))(keys)

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, own = jax.random.split(key)
            return (step(state, own), key), None

        return jax.lax.scan(one, (state, key), None, length)[0][0]

    def work() -> int:
        nonlocal state
        state = jax.block_until_ready(play(state, jax.random.key(int(time.monotonic_ns() % 2**31))))
        return length * ENVS

    return work


def of_pgx(name: str) -> Callable[[], int]:
    """A game of pgx, with its own automatic reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    stepped = auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> Any:
        actions = jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -1e9))
        return jax.vmap(stepped)(state, actions, jax.random.split(key, ENVS))

    return scanned(env.init, step)


def of_jumanji(name: str) -> Callable[[], int]:
    """A game of jumanji, with its own automatic reset."""
    import jax
    import jax.numpy as jnp
    import jumanji
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(jumanji.make(name))

    def init(key: Any) -> Any:
        return env.reset(key)

    def step(carried: Any, key: Any) -> Any:
        state, timestep = carried
        actions = jax.random.categorical(key, jnp.where(timestep.observation.action_mask, 0.0, -1e9))
        return jax.vmap(env.step)(state, actions)

    return scanned(init, step)


def lines(rounds: int, seconds: float) -> None:
    """Prints the table of steps."""
    import_errors: dict[str, str] = {}

    def reference() -> Callable[[], int]:
        import trianglengin

        return puzzle(trianglengin.GameState)

    rows: list[tuple[str, Callable[[], Callable[[], int]]]] = [
        ("tercet: puzzle, batch, int8 planes and masks", lambda: batch("triangle", dtype="int8")),
        ("tercet: puzzle, batch, float32 planes and masks", lambda: batch("triangle")),
        ("tercet: SET, batch, int8 planes and masks", lambda: batch("set", dtype="int8")),
        ("tercet: Machi Koro for 2, batch, int16 and masks", lambda: batch("machi", dtype="int16", config={"players": 2})),
        ("pgx: 2048, batch, compiled", lambda: of_pgx("2048")),
        ("pgx: connect_four, batch, compiled", lambda: of_pgx("connect_four")),
        ("jumanji: Game2048-v1, batch, compiled", lambda: of_jumanji("Game2048-v1")),
        ("tercet: GameState, valid_actions and step", lambda: puzzle(tercet.triangle.GameState)),
        ("trianglengin: GameState, valid_actions and step", reference),
    ]
    print(f"{'what':<52}{'steps/s':>14}")
    for name, made in rows:
        try:
            work = made()
        except Exception as error:  # noqa: BLE001 - packages fail in many ways, and each is told
            import_errors[name] = f"{type(error).__name__}: {error}".splitlines()[0]
            continue
        print(f"{name:<52}{rate(work, rounds, seconds):>14,.0f}", flush=True)
    for name, why in import_errors.items():
        print(f"left out: {name} ({why})")


class Uniform:
    """The net of both searches: every legal action alike, nothing to come. It costs nothing, so the search is measured."""

    def evaluate_batch(self, states: list[Any]) -> list[tuple[dict[int, float], float]]:
        """As trimcts asks."""
        rows = []
        for state in states:
            actions = state.valid_actions()
            rows.append(({action: 1 / len(actions) for action in actions} if actions else {}, 0.0))
        return rows

    def evaluate_state(self, state: Any) -> tuple[dict[int, float], float]:
        """As trimcts asks."""
        return self.evaluate_batch([state])[0]

    def __call__(self, obs: Any, masks: Any) -> tuple[Any, Any]:
        """As `tercet.search.mcts` asks."""
        return np.zeros(masks.shape, np.float32), np.zeros(len(obs), np.float32)


def searches(positions: int, simulations: int) -> None:
    """The same positions of the puzzle searched with the same number of simulations, ours and trimcts'."""
    net = Uniform()
    batch = vector.make("triangle", positions, seed=1, deal="mt19937")
    batch.reset(seed=1)
    for leaves in (1, 8):
        begun = time.perf_counter()
        found = search.mcts(batch, net, simulations=simulations, leaves=leaves)
        own = positions * simulations / (time.perf_counter() - begun)
        assert (found.visits.sum(axis=1) == simulations).all()
        print(f"{f'tercet.search.mcts, {positions} positions at once, leaves={leaves}':<52}{own:>14,.0f} simulations/s", flush=True)
    begun = time.perf_counter()
    for one in range(8):
        alone = vector.make("triangle", 1, seed=1 + one, deal="mt19937")
        alone.reset()
        search.mcts(alone, net, simulations=simulations, leaves=8)
    own = 8 * simulations / (time.perf_counter() - begun)
    print(f"{'tercet.search.mcts, one position, leaves=8':<52}{own:>14,.0f} simulations/s", flush=True)
    plain = timed(simulations, lambda state: run_mcts(state, net, simulations, 8), tercet.triangle.GameState)
    print(f"{'the same written out in Python, leaves=8':<52}{plain:>14,.0f} simulations/s (mcts: {own / plain:.1f} x)", flush=True)
    try:
        import trianglengin
        import trimcts
    except Exception as error:  # noqa: BLE001
        print(f"left out: trimcts ({type(error).__name__}: {error})")
        return
    config = trimcts.SearchConfiguration(max_simulations=simulations, mcts_batch_size=8, dirichlet_epsilon=0.0)
    theirs = timed(simulations, lambda state: trimcts.run_mcts(state, net, config), trianglengin.GameState)
    print(f"{'trimcts.run_mcts, one position, batch of 8':<52}{theirs:>14,.0f} simulations/s (mcts: {own / theirs:.1f} x)")


def timed(simulations: int, search_one: Callable[[Any], Any], made: Any) -> float:
    """Simulations a second of a search of one position after the other, eight of them."""
    begun = time.perf_counter()
    for one in range(8):
        search_one(made(initial_seed=1 + one))
    return 8 * simulations / (time.perf_counter() - begun)


def main() -> int:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--simulations", type=int, default=256)
    options = parser.parse_args()
    lines(options.rounds, options.seconds)
    searches(64, options.simulations)
    return 0


if __name__ == "__main__":
    sys.exit(main())
