"""`tercet.learn.train`: the same training as the command line's, followed from Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tercet
from tercet.learn import train

SMALL = {"grid": "hexagon 2"}


def test_a_run_is_followed_kept_and_reproducible(tmp_path: Path) -> None:
    output = []
    done = train("triangle", games=60, jobs=1, seed=3, evaluation=2, run="one", runs=tmp_path, options=SMALL, callback=output.append)
    assert (done.run, done.seed, done.is_stopped) == (tmp_path / "one", 3, False)
    assert output == done.progress and output[-1].games == 60 and output[-1].score is not None
    again = train("triangle", games=60, jobs=1, seed=3, evaluation=2, run="two", runs=tmp_path, options=SMALL)
    assert again.value.read_bytes() == done.value.read_bytes()


def test_machi_koro_trains_and_goes_on(tmp_path: Path) -> None:
    first = train("machi", games=20, jobs=1, seed=3, evaluation=0, run="one", runs=tmp_path, options={"expansions": "harbor"})
    more = train("machi", games=30, jobs=1, evaluation=0, run="one", runs=tmp_path, resume=True, options={"expansions": "harbor"})
    assert (first.progress[-1].games, more.progress[-1].games, more.seed) == (20, 30, 3)


def test_a_callback_ends_it(tmp_path: Path) -> None:
    done = train("machi", minutes=600, jobs=1, every=1, evaluation=0, runs=tmp_path, callback=lambda _: False)
    assert done.is_stopped and done.value.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [({"game": "chess", "games": 1}, "chess"), ({"game": "machi"}, "--minutes"), ({"game": "machi", "games": 1, "jobs": 0}, "--jobs")],
)
def test_what_can_not_be_is_refused(words: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(tercet.errors.ConfigError, match=message):
        train(runs=tmp_path, **words)  # type: ignore[arg-type]


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    code = f"from tercet.learn import train; train('machi', minutes=600, jobs=1, every=1, evaluation=0, run='one', runs={str(tmp_path)!r}, callback=lambda p: print(p.games, flush=True))"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    games = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=120)
    assert child.returncode != 0 and "KeyboardInterrupt" in err
    more = train("machi", games=10**9, jobs=1, every=1, evaluation=0, run="one", runs=tmp_path, resume=True, callback=lambda _: False)
    assert more.progress[-1].games > games
