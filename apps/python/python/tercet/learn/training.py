"""Values learned from nothing by playing: `tercet train` in a process of its own, followed from Python."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tercet.errors import ConfigError

__all__ = ["Progress", "Trained", "train"]


@dataclass(frozen=True)
class Progress:
    """How far a run of training has come."""

    games: int
    """How many games it has played."""
    moves: int
    """How many moves."""
    cpu_seconds: float
    """The processor's time, of all threads together."""
    score: float | None
    """How strong the value is: the puzzle's mean score, or the percent of games that Machi Koro's `search` wins; `None` if it was not measured."""
    error: float | None
    """The standard error of the score."""


@dataclass(frozen=True)
class Trained:
    """What came of a run."""

    run: Path
    """Its folder."""
    seed: int
    """Its seed."""
    progress: list[Progress] = field(default_factory=list)
    """How it went, part by part."""
    is_stopped: bool = False
    """Was it stopped before its budget was used up? It goes on with `resume=True`."""

    @property
    def value(self) -> Path:
        """The file that bots play by, as in `learned:FILE` or `search:value=FILE`."""
        return self.run / "value.tercet"


def train(
    game: str,
    *,
    minutes: float | None = None,
    games: int | None = None,
    run: str | None = None,
    runs: str | os.PathLike[str] = "runs",
    resume: bool = False,
    jobs: int | None = None,
    seed: int | None = None,
    evaluation: int = 50,
    every: int = 5,
    options: Mapping[str, object] | None = None,
    callback: Callable[[Progress], object] | None = None,
) -> Trained:
    """Learns what positions are worth by playing, as `tercet train` does, and gives the run's folder.

    It goes on in a process of its own on all cores. Ctrl-C ends it after the games that are being played; what was learned is kept, and
    `resume=True` goes on from there.

    Args:
        game: `triangle` or `machi`.
        minutes: How long, in minutes of each thread's processor.
        games: How many games of the whole run; of both limits the first to be reached counts.
        run: The run's name; numbered if not given.
        runs: Where runs stand.
        resume: Go on with a run: the named one, or the newest.
        jobs: How many threads; as many as there are cores if not given. One thread, a seed and a number of games give the same value.
        seed: The seed; drawn from the system if none is given.
        evaluation: How many games an evaluation has; 0 for none.
        every: How many seconds of each thread's processor lie between two calls of `callback`, at most.
        options: Options of the rules, such as `{"grid": "hexagon 3"}` or `{"expansions": "harbor"}`.
        callback: Called with the progress after each part; training ends if it returns `False`.

    Raises:
        ConfigError: If something can't be; the message is the command's.
        KeyboardInterrupt: After Ctrl-C, once the run has been kept.
    """
    words = [sys.executable, "-m", "tercet", "train", game, "--json", "--runs", os.fspath(runs)]
    given = {"minutes": minutes, "games": games, "run": run, "jobs": jobs, "seed": seed}
    for name, value in {**given, "evaluation": evaluation, "every": every}.items():
        if value is not None:
            words += [f"--{name}", str(value)]
    words += ["--resume"] if resume else []
    for key, chosen in (options or {}).items():
        words += ["--option", f"{key}={chosen}"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as child:
        try:
            return _follow(child, callback)
        except BaseException:
            _end(child)
            raise


def _follow(child: subprocess.Popen[str], callback: Callable[[Progress], object] | None) -> Trained:
    assert child.stdout is not None and child.stderr is not None
    first = child.stdout.readline()
    if not first:
        message = child.stderr.read().strip().removeprefix("error: ")
        child.wait()
        raise ConfigError(message or f"training ended with {child.returncode}")
    head: dict[str, Any] = json.loads(first)
    progress: list[Progress] = []
    is_stopped = False
    for line in child.stdout:
        progress.append(Progress(**json.loads(line)))
        if callback is not None and callback(progress[-1]) is False and not is_stopped:
            is_stopped = True
            child.send_signal(signal.SIGINT)
    message = child.stderr.read().strip().removeprefix("error: ")
    if child.wait() != 0 and not is_stopped:
        raise ConfigError(message or f"training ended with {child.returncode}")
    return Trained(Path(head["run"]), head["seed"], progress, is_stopped)


def _end(child: subprocess.Popen[str]) -> None:
    """Asks it to end and waits until it has kept what it learned."""
    if child.poll() is None:
        child.send_signal(signal.SIGINT)
    child.communicate()
