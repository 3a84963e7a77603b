"""What a user writes, a few lines for every module: checked by `mypy --strict` and pyright, and run (see test_typing.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
import tercet
from tercet import arena, entrants, envs, errors, learn, machi, opponents, search, triangle, vector
from tercet.machi import bots, strategy, tournament
from tercet.set import Card, SetEnv, SetGame, all_sets
from tercet.triangle import EnvConfig, GameState, Shape


def engine() -> str:
    """Games, positions, records, reviews."""
    game: tercet.Game = tercet.begin("set", seed=42)
    game.play(game.legal_actions()[0])
    position: tercet.Position = tercet.position("triangle")
    try:
        tercet.begin("chess")
    except errors.TercetError as error:
        assert isinstance(error, ValueError)
    texts: list[str] = [game.record(), position.id, *tercet.games(), *tercet.themes(), *tercet.bots("set")]
    return " ".join(texts)


def batches() -> npt.NDArray[np.int64]:
    """Batches, opponents, search."""

    def first(obs: npt.NDArray[Any], masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        return np.asarray(masks.argmax(axis=1), np.int64)

    policy: opponents.Policy = first
    batch: vector.Batch = vector.make("machi", 2, seed=1, opponents=policy, config={"players": 2})
    obs, masks = batch.reset()
    obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
    puzzles = vector.make("triangle", 2, seed=1, dtype=np.dtype("int8"))
    puzzles.reset()

    def evaluate(seen: npt.NDArray[np.float32], legal: npt.NDArray[np.int8]) -> tuple[Any, Any]:
        return np.zeros(legal.shape, np.float32), np.zeros(len(seen), np.float32)

    found: search.Found = search.mcts(puzzles, evaluate, simulations=4)
    played: vector.Played = puzzles.rollout(3)
    assert played.steps == 6 and rewards.shape == terminals.shape == truncations.shape == (2,)
    return found.actions


def environments() -> float:
    """Gymnasium, by name and by class; PettingZoo."""
    env = gym.make("tercet/Set-v0")
    _, info = env.reset(seed=1)
    own = envs.Env(envs.triangle(dtype="int8"), render_mode="ansi")
    own.reset(seed=1)
    _, reward, terminated, truncated, info = own.step(own.sample_legal())
    assert not terminated and not truncated and info["score"] >= 0
    table = machi.env(num_players=2)
    table.reset(seed=1)
    table.step(table.sample_legal())
    return float(reward) + float(table.state().sum())


def learning(root: Path) -> int:
    """What learners keep."""
    replay = learn.PrioritizedReplay(16, {"obs": ((2,), "float32")}, seed=1)
    replay.add(obs=np.zeros((4, 2), np.float32))
    drawn: learn.Sample = replay.sample(2)
    returns = learn.gae(np.ones((3, 2)), np.zeros((3, 2)), np.zeros(2), np.zeros((3, 2), np.bool_), gamma=0.9, lam=0.9)
    tree = learn.SumTree(4)
    tree.add(1.0, "data")
    run = learn.Run(root, "typed")
    run.save(1, {"weights": returns})
    collector = learn.StatsCollector()
    features: learn.Features = learn.extract_features(GameState(initial_seed=1))
    assert collector is not None and features.grid.ndim == 3
    return len(drawn.ids) + len(tree)


def puzzle() -> tuple[float, bool]:
    """The puzzle as its reference is called."""
    state = GameState(EnvConfig(ROWS=8), initial_seed=1)
    shapes: list[Shape | None] = state.get_shapes()
    grid: triangle.GridData = state.grid_data
    number = triangle.encode_action(0, 2, 3)
    assert len(shapes) == 3 and grid.rows == 8 and triangle.decode_action(number) == (0, 2, 3)
    return state.step(min(state.valid_actions()))


def cards() -> tuple[int, list[tuple[Card, Card, Card]]]:
    """SET's environment, types and the game that plays itself."""
    env = SetEnv(seed=42)
    assert all_sets(env.board)
    return SetGame(seed=1).play_quiet()


class Baker(machi.Bot):
    """A bot of one's own."""

    advisor = "impatient"

    def chooseCard(self, options: list[machi.Card], game: machi.Game | None = None) -> str | None:
        """The cheapest."""
        return min(options, key=lambda card: card.cost)


def koro() -> dict[int, float]:
    """Machi Koro's games, mathematics and tournaments."""
    game = machi.Game(players=[Baker("Bea"), bots.ImpatientBot("Ida")], seed=1)
    game.next_turn(machi.NullDisplay())
    player: machi.Player = game.players[0]
    result: tournament.Tournament = tournament.round_robin([Baker, "random"], games=2, seed=1)
    assert len(result.standings["player"]) == 2
    return strategy.own_turn_pmf(player, game.players)


def meetings() -> arena.Columns:
    """Simulations and tournaments of any game."""

    def highest(view: entrants.View) -> str:
        return view.legal[-1]

    arena.simulate("set", ["first"], games=2, seed=1)
    legal = opponents.player(lambda obs, masks: masks.argmax(axis=1))
    arena.simulate("triangle", [legal], games=1, seed=1)
    return arena.tournament("triangle", [highest, "random"], games=2, seed=1, format="round_robin")


def with_pictures() -> tuple[int, ...]:
    """What notebooks and videos get."""
    game = tercet.begin("set", seed=1)
    pixels: npt.NDArray[np.uint8] = game.position().rgb(width=250)
    while not game.is_over:
        game.play(game.advice("first") or "deal")
    review: tercet.Review = tercet.review(game.record())
    assert game.position().png(theme="dark") and review.game == "set"
    return pixels.shape


def many_seats() -> int:
    """PettingZoo by its class, OpenSpiel, the yardsticks."""
    from tercet import bench, openspiel, pettingzoo

    table: pettingzoo.Table = machi.env(num_players=3)
    table.reset(seed=1)
    names: list[str] = openspiel.register("triangle")
    line = bench.Line("steps", 1.0, None)
    return len(table.agents) + len(names) + int(line.rate)


def clusters() -> arena.Columns:
    """Ray: checked only, for it starts a cluster."""
    from tercet import ray

    return ray.simulate("set", ["first"], games=2, seed=1)


def learners(actions: Any) -> tuple[Any, ...]:
    """What stands beside other libraries: checked only, for they need not be installed."""
    from tercet import jax, puffer, sb3

    compiled: jax.Environments = jax.make("triangle", 4, seed=1)
    stepped: jax.Stepped = compiled.step(compiled.reset().token, actions)
    vec = sb3.VecEnv(envs.VecEnv(envs.triangle(), num_envs=2))
    return stepped.rewards, vec.reset(), puffer.PufferEnv("set", 4).step(actions)


def main(root: Path) -> None:
    """All of it that can run everywhere."""
    print(with_pictures(), many_seats())
    print(len(engine()), batches().shape, environments() > 0, learning(root), puzzle()[1], cards()[0], len(koro()))
    print(len(meetings()["player"]))


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as directory:
        main(Path(directory))
