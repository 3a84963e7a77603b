"""Runs: checkpoints, what is left after a crash, and going on."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tercet
from tercet import learn

PARTS = {"weights": np.arange(6, dtype=np.float32).reshape(2, 3), "step": {"games": 3}, "torch": b"\x00\x01"}


def test_a_checkpoint_comes_back(tmp_path: Path) -> None:
    with learn.Run(tmp_path, "first", config={"lr": 0.1}) as run:
        assert (run.is_resumed, run.name, run.path) == (False, "first", tmp_path / "first")
        assert run.save(100, PARTS).name == "000001-step-100.tercet"
        assert run.config == {"lr": 0.1}
        step, parts = run.load()
        assert step == 100 and parts["step"] == {"games": 3} and parts["torch"] == b"\x00\x01"
        np.testing.assert_array_equal(parts["weights"], PARTS["weights"])
        assert parts["weights"].dtype == np.float32
    with pytest.raises(tercet.errors.ClosedError, match="the run is closed"):
        run.load()


def test_the_newest_the_best_and_the_final_are_kept(tmp_path: Path) -> None:
    run = learn.Run(tmp_path, keep=2)
    assert run.name == "run-0001" and run.best is None
    for step, score in [(1, 0.5), (2, 3.0), (3, 1.0), (4, 2.0)]:
        run.save(step, {"step": step}, score=score)
    assert run.steps == [2, 3, 4] and run.best == (2, 3.0)
    assert run.finish() == 4
    for step in range(5, 9):
        run.save(step, {"step": step})
    assert run.steps == [2, 4, 7, 8]
    assert [run.load(which).step for which in ("latest", "best", "final", 7)] == [8, 2, 4, 7]
    with pytest.raises(tercet.errors.CheckpointError, match="there is nothing of step 3; there is of 2, 4, 7, 8"):
        run.load(3)
    with pytest.raises(tercet.errors.ConfigError, match="which: `first` is none"):
        run.load("first")


def test_a_torn_checkpoint_is_passed_over_with_a_warning(tmp_path: Path) -> None:
    run = learn.Run(tmp_path)
    run.save(1, PARTS)
    torn = run.save(2, PARTS)
    changed = run.save(3, PARTS)
    torn.write_bytes(torn.read_bytes()[:200])
    whole = bytearray(changed.read_bytes())
    whole[-40] ^= 1
    changed.write_bytes(whole)
    with pytest.warns(learn.CheckpointWarning) as output:
        assert run.load().step == 1
    assert [str(one.message) for one in output] == [
        f"{changed}: the file was changed: its checksum does not fit; step 1 is used instead",
        f"{torn}: the file is cut short: 200 of {len(whole)} bytes; step 1 is used instead",
    ]
    with pytest.raises(tercet.errors.CheckpointError, match="checksum"):
        run.load(3)
    run.save(4, {"x": 1})
    assert run.load() == (4, {"x": 1})


def test_runs_are_resumed(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    with learn.Run(root, config={"n": 1}) as first:
        first.save(10, {"x": 1})
    with learn.Run(root, "second", resume=False) as second:
        second.save(20, {"x": 2})
    with learn.Run(root) as newest:
        assert (newest.is_resumed, newest.name, newest.load().step) == (True, "second", 20)
    with learn.Run(root, "run-0001", config={"n": 2}) as again:
        assert (again.is_resumed, again.load().step, again.config) == (True, 10, {"n": 1})
    with pytest.raises(tercet.errors.CheckpointError, match="the run is there already"):
        learn.Run(root, "second", resume=False)
    with pytest.raises(tercet.errors.CheckpointError, match="there is no run; begin one first"):
        learn.Run(root, "third", resume=True)
    with pytest.raises(tercet.errors.ConfigError, match="`../x` is no name for a run"):
        learn.Run(root, "../x")
    with pytest.raises(tercet.errors.ConfigError, match="resume: `never` is none"):
        learn.Run(root, resume="never")


CRASHING = """
import os, sys
import numpy as np
from tercet import learn
run = learn.Run(sys.argv[1], "crash")
for step in range(1, 4):
    run.save(step, {"weights": np.full(1000, step)})
(run.path / "checkpoints" / ".part-1-000004-step-4.tercet").write_bytes(b"half of it")
os._exit(7)
"""


def test_a_process_that_died_leaves_a_run_to_go_on_with(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CRASHING, str(tmp_path)], check=False)
    assert done.returncode == 7
    run = learn.Run(tmp_path, "crash")
    step, parts = run.load()
    assert run.is_resumed and step == 3 and parts["weights"].tolist() == [3] * 1000
    assert sorted(path.name for path in (run.path / "checkpoints").iterdir()) == [
        f"00000{step}-step-{step}.tercet" for step in (1, 2, 3)
    ]


def test_a_run_is_open_in_one_process(tmp_path: Path) -> None:
    run = learn.Run(tmp_path, "one")
    code = "import sys; from tercet import learn; learn.Run(sys.argv[1], 'one')"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last == f"tercet.errors.CheckpointError: {run.path}: another process has this run open"


def test_buffers(tmp_path: Path) -> None:
    run = learn.Run(tmp_path, keep_buffers=2)
    assert run.load_buffer() is None
    replay = learn.PrioritizedReplay(8, {"x": ((), "int64")}, seed=1)
    paths = []
    for step in range(3):
        replay.add(x=[step], errors=[step + 0.5])
        paths.append(run.save_buffer(step, replay))
    assert [path.exists() for path in paths] == [False, True, True]
    step, again = run.load_buffer() or (None, None)
    assert step == 2 and again is not None
    np.testing.assert_array_equal(again.priorities(), replay.priorities())
    assert again.sample(5).ids.tolist() == replay.sample(5).ids.tolist()
    paths[2].write_bytes(b"")
    with pytest.warns(learn.CheckpointWarning, match="cut short after 0 bytes; step 1 is used instead"):
        assert (run.load_buffer() or (None, None))[0] == 1


def test_logs_and_configs(tmp_path: Path) -> None:
    run = learn.Run(tmp_path, config={"lr": 0.5, "bots": ["a"]})
    run.log(1, loss=np.float32(0.5), length=np.int64(3))
    run.log(2, loss=0.25)
    lines = (run.path / "logs" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{"step": 1, "loss": 0.5, "length": 3}, {"step": 2, "loss": 0.25}]
    assert (run.path / "configs.json").read_text() == '{\n  "bots": [\n    "a"\n  ],\n  "lr": 0.5\n}\n'


def test_parts_that_can_not_be_saved(tmp_path: Path) -> None:
    run = learn.Run(tmp_path)
    with pytest.raises(TypeError, match="`x` is an array of objects"):
        run.save(1, {"x": np.array([object()])})
    with pytest.raises(TypeError, match="`x` can't be said in JSON"):
        run.save(1, {"x": object()})
    with pytest.raises(TypeError, match="`x` can't be said in JSON"):
        run.save(1, {"x": float("nan")})
    with pytest.raises(tercet.errors.ConfigError, match="step: -1 is too small"):
        run.save(-1, {})
    with pytest.raises(tercet.errors.ConfigError, match="score: NaN can't be compared"):
        run.save(1, {}, score=float("nan"))
    with pytest.raises(tercet.errors.CheckpointError, match="there is no checkpoint yet"):
        run.load()
    assert run.steps == []
    run.save(1, {"any": pickle.dumps({1, 2})})
    assert pickle.loads(run.load().parts["any"]) == {1, 2}
