"""Self-play on a cluster: actors play with the newest weights, a learner learns from a buffer by priority, and either may be killed.

    from tercet.ray import selfplay

    report = selfplay.train("runs", "first", games=50_000, actors=8, address="auto")
    # then: tercet simulate triangle --policy learned:runs/first/value.tercet --games 100

The value is that of `tercet train triangle`: what boards are worth, by patterns of cells. A transition is a board after a hand, the next one
and what was earned between; its target is `reward + discount * value(next)`, and its priority how far the value was off.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import ray

from tercet import _plan
from tercet._tercet import PuzzleValue
from tercet.errors import ConfigError, RunError
from tercet.learn.replay import PrioritizedReplay
from tercet.learn.run import Run
from tercet.ray import _cluster
from tercet.ray._progress import Progress

__all__ = ["Learner", "Player", "Report", "Settings", "train"]

VALUE = "value.tercet"
"""The file in the run's folder that the bot `learned:FILE` plays by."""


@dataclass(frozen=True)
class Settings:
    """How a value is learned."""

    seed: int
    config: tuple[tuple[str, str], ...] = ()
    batch: int = 64
    """Games that a player plays before it asks for new weights."""
    capacity: int = 20_000
    """Transitions in the buffer."""
    replayed: float = 1.0
    """How many transitions are drawn from the buffer for each one that is new."""
    save_every: int = 2_000
    """Games between two checkpoints."""


@dataclass
class Report:
    """How far training has come."""

    games: int
    positions: int
    recent: float
    """The mean number of hands that the last games survived."""
    restarts: int = 0
    """How many times a player or the learner was lost and started anew."""


@dataclass(frozen=True)
class Played:
    """What a player brings: active weights of each position, rewards, positions of each game, and which games were cut off."""

    active: npt.NDArray[np.uint32]
    rewards: npt.NDArray[np.float32]
    lengths: npt.NDArray[np.int64]
    cuts: npt.NDArray[np.bool_]


class Player:
    """Plays games by the weights that it is given. An actor, so that it keeps the tables of the puzzle."""

    def __init__(self, settings: Settings, threads: int) -> None:
        self._settings, self._threads = settings, threads
        self._value = PuzzleValue(list(settings.config))
        self._zeros = np.zeros(len(self._value), np.float32)

    def play(self, weights: npt.NDArray[np.float32], first: int) -> Played:
        """A batch of games, the first of which has this number."""
        self._value.set_state(weights, self._zeros, self._zeros)
        active, rewards, lengths, cuts, _ = self._value.play(self._settings.seed, first, self._settings.batch, self._threads)
        return Played(active, rewards, lengths, cuts)


class Learner:
    """Holds the weights and the buffer, and keeps checkpoints in the run's folder: one that is started anew goes on from the newest."""

    def __init__(self, root: str, name: str, settings: Settings) -> None:
        self._settings, self._value = settings, PuzzleValue(list(settings.config))
        self._run = Run(root, name, resume="auto", config=dataclasses.asdict(settings), keep=2, keep_buffers=1)
        self._replay: PrioritizedReplay | None = None
        self._games = self._positions = self._saved = 0
        self._recent: list[int] = []
        if self._run.steps:
            self._resume()

    def _resume(self) -> None:
        checkpoint = self._run.load()
        parts = checkpoint.parts
        if parts["config"] != [list(pair) for pair in self._settings.config]:
            raise ConfigError(f"{self._run.path}: the run learns a puzzle with other options: {parts['config']}")
        self._value.set_state(parts["weights"], parts["errors"], parts["sizes"])
        self._games, self._positions, self._recent = parts["games"], parts["positions"], parts["recent"]
        self._saved = self._games
        found = self._run.load_buffer()
        self._replay = found[1] if found else None

    def weights(self) -> npt.NDArray[np.float32]:
        """The newest weights."""
        return self._value.state()[0]

    def progress(self) -> Report:
        """How far it is."""
        recent = float(np.mean(self._recent)) if self._recent else 0.0
        return Report(self._games, self._positions, recent)

    def learn(self, played: Played) -> Report:
        """Learns from games, last position first, then from what the buffer draws."""
        rows = _transitions(played)
        count = len(rows["reward"])
        if count:
            replay = self._buffer(played.active.shape[1])
            errors = self._lesson(rows, np.arange(count)[::-1])[::-1]
            newest = slice(max(0, count - self._settings.capacity), None)
            replay.add({name: array[newest] for name, array in rows.items()}, errors=np.abs(errors)[newest])
            self._again(replay, int(count * self._settings.replayed))
        self._games += len(played.lengths)
        self._positions += count
        self._recent = [*self._recent, *played.lengths.tolist()][-1000:]
        if self._games - self._saved >= self._settings.save_every:
            self.save()
        return self.progress()

    def _again(self, replay: PrioritizedReplay, count: int) -> None:
        for _ in range(count // 64):
            drawn = replay.sample(64)
            replay.update(drawn.ids, np.abs(self._lesson(drawn.rows, np.arange(64), drawn.weights)))

    def _lesson(
        self, rows: dict[str, npt.NDArray[Any]], order: npt.NDArray[np.int64], weights: npt.NDArray[np.float32] | None = None
    ) -> npt.NDArray[np.float32]:
        """Learns rows in an order, a few at a time, so that later ones see what earlier ones learned: how far the value was off.
        A weight below 1 takes the value that much of the way only."""
        off = np.empty(len(order), np.float32)
        for places in np.array_split(np.arange(len(order)), max(1, len(order) // 16)):
            some = order[places]
            active = np.ascontiguousarray(rows["active"][some])
            following = self._value.values(np.ascontiguousarray(rows["next"][some]))
            targets = rows["goes_on"][some] * (rows["reward"][some] + np.float32(self._value.discount) * following)
            now = self._value.values(active)
            off[places] = targets - now
            if weights is not None:
                targets = now + weights[places] * (targets - now)
            self._value.learn(active, targets.astype(np.float32))
        return off

    def _buffer(self, width: int) -> PrioritizedReplay:
        if self._replay is None:
            columns: dict[str, tuple[tuple[int, ...], npt.DTypeLike]] = {
                "active": ((width,), "uint32"),
                "next": ((width,), "uint32"),
                "reward": ((), "float32"),
                "goes_on": ((), "float32"),
            }
            self._replay = PrioritizedReplay(self._settings.capacity, columns, seed=self._settings.seed)
        return self._replay

    def save(self) -> Report:
        """Keeps a checkpoint: weights, buffer, and the file that the bot `learned:` plays by."""
        weights, errors, sizes = self._value.state()
        parts = {
            "weights": weights, "errors": errors, "sizes": sizes, "games": self._games, "positions": self._positions,
            "recent": self._recent, "config": [list(pair) for pair in self._settings.config],
        }
        report = self.progress()
        self._run.save(self._games, parts)
        if self._replay is not None:
            self._run.save_buffer(self._games, self._replay)
        score = f"{report.recent:.1f} hands a game while learning"
        self._value.save(self._run.path / VALUE, f"tercet.ray.selfplay, {self._games} games, seed {self._settings.seed}", score)
        self._run.log(self._games, positions=self._positions, hands=report.recent)
        self._saved = self._games
        return report


def _transitions(played: Played) -> dict[str, npt.NDArray[Any]]:
    """Each board with the next of its game and what was earned between. The last of a game has none: nothing follows it. The last of one
    that was cut off is left out: what follows it is not known."""
    count = len(played.rewards)
    ends = np.cumsum(played.lengths) - 1
    ends, cuts = ends[played.lengths > 0], played.cuts[played.lengths > 0]
    following = np.arange(count) + 1
    following[ends] = ends
    goes_on = np.ones(count, np.float32)
    goes_on[ends] = 0.0
    kept = np.ones(count, np.bool_)
    kept[ends[cuts]] = False
    rows = {"active": played.active, "next": played.active[following], "reward": played.rewards[following], "goes_on": goes_on}
    return {name: np.ascontiguousarray(array[kept]) for name, array in rows.items()}


def train(
    root: str | Path,
    name: str,
    *,
    games: int,
    actors: int = 0,
    seed: int | None = None,
    num_cpus: int = 1,
    address: str | None = None,
    settings: Settings | None = None,
    **config: object,
) -> Report:
    """Learns until so many games were played in all, those of earlier calls included: a run that is there is gone on with.

    Args:
        root: Where runs stand; on several machines, a directory that all of them see.
        actors: How many players; 0 for as many as the cluster has room for.
        num_cpus: Cores, and threads, of one player.
        settings: How it learns; the seed and the options come from there then.
        config: Options of the puzzle.
    """
    if games < 1:
        raise ConfigError(f"games: {games} is too few")
    if settings is None:
        drawn = _plan.drawn_seed() if seed is None else _plan.checked_seed(seed)
        settings = Settings(drawn, tuple(_plan.pairs(config)))
    with _cluster.connected(address):
        return _Training(str(Path(root).resolve()), name, settings, _cluster.checked_cpus(num_cpus), actors).run(games)


class _Training:
    """The driver: asks players for games, gives them to the learner, hands new weights out."""

    def __init__(self, root: str, name: str, settings: Settings, num_cpus: int, actors: int) -> None:
        lasting = {"max_restarts": -1, "max_task_retries": 0}
        self._settings = settings
        self._learner = ray.remote(Learner).options(num_cpus=0, **lasting).remote(root, name, settings)
        self._player = ray.remote(Player).options(num_cpus=num_cpus, **lasting)
        self._num_cpus, self._actors = num_cpus, actors or _cluster.workers(num_cpus)
        self._restarts = 0

    def run(self, games: int) -> Report:
        report: Report = self._asked(lambda: self._learner.progress.remote())
        weights = self._asked_ref(lambda: self._learner.weights.remote())
        players = [self._player.remote(self._settings, self._num_cpus) for _ in range(self._actors)]
        progress, begun = Progress("games", games, report.games), report.games
        playing: dict[Any, tuple[Any, int]] = {}
        idle = list(players)
        while report.games < games:
            for player in idle:
                playing[player.play.remote(weights, begun)] = (player, begun)
                begun += self._settings.batch
            ready, _ = ray.wait(list(playing), num_returns=1, timeout=1.0)
            idle = []
            for batch in ready:
                player, first = playing.pop(batch)
                idle.append(player)
                learned = self._learned(batch)
                if learned is not None:
                    report, weights = learned, self._asked_ref(lambda: self._learner.weights.remote())
            progress.show(report.games, len(players))
        progress.close()
        report = self._asked(lambda: self._learner.save.remote())
        return dataclasses.replace(report, restarts=self._restarts)

    def _learned(self, batch: Any) -> Report | None:
        """What the learner says to a batch; nothing if it was lost with its player or the learner: there will be others."""
        try:
            report: Report = ray.get(self._learner.learn.remote(batch))
            return report
        except Exception as error:
            self._survive(error)
            return None

    def _asked(self, ask: Any) -> Any:
        return ray.get(self._asked_ref(ask))

    def _asked_ref(self, ask: Any) -> Any:
        """The reference of an answer of the learner, asked until it is there: it may be on its way back from a crash."""
        for _ in range(100):
            answer = ask()
            try:
                ray.wait([answer], timeout=None)
                ray.get(answer)
                return answer
            except Exception as error:
                self._survive(error)
        raise RunError("the learner was lost a hundred times")

    def _survive(self, error: Exception) -> None:
        """Goes on after a crash, and only after a crash."""
        import time

        from ray.exceptions import RayTaskError

        cause = error.cause if isinstance(error, RayTaskError) else error
        if not (_cluster.is_crash(error) or (isinstance(cause, Exception) and _cluster.is_crash(cause))):
            raise error
        self._restarts += 1
        time.sleep(0.2)
