"""`tercet.ray` on a cluster of two nodes on this machine. The long runs stand in `clients/test_ray_long.py`."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ray_cluster

ray = pytest.importorskip("ray")

import tercet  # noqa: E402
from tercet import arena  # noqa: E402
from tercet import ray as on_ray  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with ray_cluster.cluster() as made:
        yield made


def command(words: list[str], address: str, data: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TERCET_DATA": str(data)}
    call = [sys.executable, "-m", "tercet.ray", *words, "--address", address]
    return subprocess.run(call, capture_output=True, text=True, check=False, env=environment, **options)


def local(words: list[str], data: Path, **options: Any) -> str:
    call = [sys.executable, "-m", "tercet", *words]
    environment = {**os.environ, "TERCET_DATA": str(data)}
    done = subprocess.run(call, capture_output=True, text=True, check=False, env=environment, **options)
    return done.stdout


def test_commands_print_what_the_local_ones_print(cluster: Any, tmp_path: Path) -> None:
    simulate = ["simulate", "machi", "--games", "20000", "--seed", "77", "--json"]
    sprt = ["sprt", "machi", "--new", "ev", "--base", "random", "--elo1", "50", "--seed", "1"]
    tournament = ["tournament", "machi", "--entrants", "ev,random,tuv", "--seed", "4", "--json"]
    for words in (simulate, sprt, tournament):
        done = command(words, cluster.address, tmp_path / "ray")
        assert done.returncode == 0, done.stderr
        assert done.stdout == local(words, tmp_path / "local"), words
    # What a run kept for the case of a crash goes with its end.
    assert list((tmp_path / "ray" / "ray").iterdir()) == []


def test_mistakes_are_told_before_anything_runs(cluster: Any, tmp_path: Path) -> None:
    for words, why in [
        (["simulate", "machi", "--games", "5", "--players", "nobody,random"], "nobody"),
        (["simulate", "machi", "--games", "5", "--worker-cpus", "0"], "worker-cpus"),
        (["fly"], "is no command of a cluster"),
        (["dataset", "machi", "--players", "ev,random", "--games", "5", "--out", str(tmp_path / "d"), "--option", "x"], "KEY=VALUE"),
    ]:
        done = command(words, cluster.address, tmp_path)
        assert done.returncode == 2 and ("error" in done.stderr) and why.replace("worker-cpus", "num_cpus") in done.stderr, done


class Careful:
    """Travels with the job: workers have no such module."""

    def act(self, view: Any) -> str:
        return str(view.legal[-1])


def test_python_bots_travel_and_the_tables_are_the_local_ones(cluster: Any) -> None:
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("simulate", ("machi", [Careful, "random", "ev"]), {"games": 60, "seed": 5, "rotate": True}),
        ("tournament", ("machi", {"own": Careful, "ev": "ev", "random": "random"}), {"games": 4, "seed": 5, "format": "swiss"}),
    ]
    for name, args, kwargs in calls:
        assert getattr(on_ray, name)(*args, **kwargs) == getattr(arena, name)(*args, **kwargs)
    ours = on_ray.sprt("machi", Careful, "random", elo1=100, games=400, seed=2)
    assert ours.counts == arena.sprt("machi", Careful, "random", elo1=100, games=400, seed=2).counts


def test_a_bot_that_raises_loses_and_the_rest_goes_on(cluster: Any, caplog: pytest.LogCaptureFixture) -> None:
    def fragile(view: Any) -> str:
        if view.scores[view.seat] > 3:
            raise ValueError("too rich")
        return str(view.legal[0])

    table = on_ray.simulate("machi", [fragile, "random"], games=40, seed=3)
    assert table["won"][1] == 40 and table["won"][0] == 0
    output = [record.getMessage() for record in caplog.records if record.name == "tercet.ray"]
    assert len([line for line in output if 'raise ValueError("too rich")' in line]) == 1
    assert output[-1] == "`fragile` lost 40 games by its own fault"


def test_programs_travel(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "here" / "mybot.py"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\n"
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        "        print(json.dumps({'protocol': 1, 'reproducible': True}), flush=True)\n"
        "    elif message['type'] == 'decide':\n"
        "        print(json.dumps({'action': message['legal'][0]}), flush=True)\n"
    )
    program.chmod(0o755)
    monkeypatch.chdir(program.parent)
    players = ["cmd:./mybot.py", "random"]
    ours = on_ray.simulate("machi", players, games=6, seed=1)
    assert ours == arena.simulate("machi", players, games=6, seed=1)
    assert sum(ours["won"]) + sum(ours["shared"]) // 2 == 6


def test_a_program_that_promises_nothing_is_told_as_on_one_machine(cluster: Any, tmp_path: Path) -> None:
    program = tmp_path / "loose.py"
    text = """#!PYTHON
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"action": message["legal"][0]}), flush=True)
""".replace("PYTHON", sys.executable)
    program.write_text(text)
    program.chmod(0o755)
    words = ["simulate", "machi", "--players", "cmd:./loose.py,random", "--games", "4", "--seed", "1", "--json"]
    done = command(words, cluster.address, tmp_path / "data", cwd=tmp_path)
    assert done.stdout == local(words, tmp_path / "data", cwd=tmp_path)
    assert '"reproducible":false' in done.stdout
    assert "not reproducible: `cmd:./loose.py` does not promise the same answers again" in done.stderr
    tournament = ["tournament", "machi", "--entrants", "cmd:./loose.py,random", "--games", "2", "--seed", "1", "--json"]
    done = command(tournament, cluster.address, tmp_path / "ray", cwd=tmp_path)
    assert done.stdout == local(tournament, tmp_path / "local", cwd=tmp_path)
    assert '"reproducible":false' in done.stdout


def test_a_worker_that_crashes_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    mark = tmp_path / "crashed"

    def crashing(view: Any) -> str:
        if not mark.exists():
            mark.touch()
            os._exit(11)
        return str(view.legal[0])

    crashing.version = "1"  # type: ignore[attr-defined]
    ours = on_ray.simulate("triangle", [crashing], games=8, seed=1)
    assert mark.exists() and ours == arena.simulate("triangle", [crashing], games=8, seed=1)


def test_a_bot_that_always_kills_its_worker_is_given_up(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from tercet.ray import _schedule

    monkeypatch.setattr(_schedule, "MOST_TRIES", 2)
    with pytest.raises(tercet.errors.RunError, match="games 0 to 0 cost 2 workers their life"):
        on_ray.simulate("triangle", [lambda view: os._exit(11)], games=1, seed=1)


def test_a_driver_that_is_killed_goes_on(cluster: Any, tmp_path: Path) -> None:
    words = ["simulate", "machi", "--games", "150000", "--seed", "7", "--json"]
    call = [sys.executable, "-m", "tercet.ray", *words, "--address", cluster.address, "--usage"]
    environment = {**os.environ, "TERCET_DATA": str(tmp_path)}
    driver = subprocess.Popen(call, stdout=subprocess.PIPE, env=environment)
    kept = tmp_path / "ray"
    while driver.poll() is None and (not kept.exists() or sum(file.stat().st_size for file in kept.iterdir()) < 60_000):
        time.sleep(0.02)
    assert driver.poll() is None, "it was over before it could be killed"
    driver.kill()
    driver.wait()
    assert [file.name for file in kept.iterdir()] != []
    done = command([*words, "--usage"], cluster.address, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == local(words, tmp_path)
    assert list(kept.iterdir()) == []


def test_nodes_come_and_go(cluster: Any) -> None:
    """One is killed in mid-run, another one comes."""
    from tercet.ray import _schedule
    from tercet.ray._jobs import SimulateJob
    from tercet.ray._work import SimulateWork

    extra = cluster.add_node(**ray_cluster.NODE)
    changes = [lambda: cluster.remove_node(extra, allow_graceful=False), lambda: cluster.add_node(**ray_cluster.NODE)]

    class Watched(SimulateJob):
        taken, most = 0, 1_500

        def take(self, first: int, last: int, part: bytes) -> None:
            super().take(first, last, part)
            Watched.taken += 1
            if Watched.taken in (16, 24):
                changes[Watched.taken // 8 - 2]()

    work = SimulateWork("machi", ("random", "random"), 7, (), False)
    job = Watched(work, 60_000)
    report = _schedule.run(job)
    assert report.chunks == Watched.taken >= 40
    assert job.columns() == arena.simulate("machi", ["random", "random"], games=60_000, seed=7)


def test_rollouts_are_large_arrays_by_reference(cluster: Any) -> None:
    from tercet.ray import Rollouts, rollouts, writable

    shards = dict(rollouts("triangle", shards=3, num_envs=8, steps=5, seed=3, dtype="int8"))
    assert sorted(shards) == [0, 1, 2]
    arrays = ray.get(shards[1])
    here = Rollouts("triangle", 8, 5, 3, "int8").shard(1, threads=2)
    assert arrays.keys() == here.keys() and all(np.array_equal(arrays[name], here[name]) for name in here)
    assert arrays["observations"].shape[:2] == (5, 8)
    # They are the cluster's; who writes into one is told to copy it.
    batch = tercet.vector.make("triangle", 8, dtype="int8", seed=1)
    with pytest.raises(tercet.errors.ArrayError, match="read-only; pass a copy of it"):
        batch.reset_into(arrays["last_observations"], arrays["last_masks"])
    own = writable(arrays)
    batch.reset_into(own["last_observations"], own["last_masks"])


def test_threads_are_those_that_ray_gave(cluster: Any) -> None:
    """A task of one core plays on one thread: no more processor's time than wall time."""
    from tercet.ray import _schedule
    from tercet.ray._jobs import SimulateJob
    from tercet.ray._work import SimulateWork

    job = SimulateJob(SimulateWork("machi", ("random", "random"), 7, (), False), 2_000)
    report = _schedule.run(job)
    assert 0 < report.worker_cpu <= 1.1 * report.worker_seconds + 0.2 and report.workers >= 2
    with pytest.raises(tercet.errors.ConfigError, match="num_cpus"):
        on_ray.simulate("set", ["first"], games=1, num_cpus=0)


def test_datasets_and_reviews(cluster: Any, tmp_path: Path) -> None:
    files = on_ray.dataset("machi", ["ev", "random"], tmp_path / "d", games=25, shard=10, seed=1, table="games", format="jsonl")
    assert [file.name for file in files] == [f"games-0000{number}-of-00003.jsonl" for number in range(3)]
    first = files[1].read_bytes()
    files[1].unlink()
    on_ray.dataset("machi", ["ev", "random"], tmp_path / "d", games=25, shard=10, seed=1, table="games", format="jsonl")
    assert files[1].read_bytes() == first and len(first.splitlines()) == 10
    with pytest.raises(tercet.errors.ConfigError, match="another dataset"):
        on_ray.dataset("machi", ["ev", "random"], tmp_path / "d", games=25, shard=10, seed=2, table="games", format="jsonl")
    game = tercet.begin("set", seed=42)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    reviews = on_ray.review([game.record()] * 3, seed=2)
    assert [one.json() for one in reviews] == [tercet.review(game, seed=2).json()] * 3


def test_statistics_of_several_workers_survive_their_actor(cluster: Any, tmp_path: Path) -> None:
    actor = on_ray.StatsCollectorActor.options(max_restarts=1).remote(max_history=100, root=str(tmp_path), every=5)

    @ray.remote(num_cpus=0.1)
    def worker(number: int, stats: Any) -> None:
        ray.get([stats.log.remote("loss", float(step), {"worker": number, "step": step}) for step in range(4)])

    ray.get([worker.remote(number, actor) for number in range(3)])
    data = ray.get(actor.get_data.remote())
    assert sorted(value for _, value in data["loss"]) == [0.0] * 3 + [1.0] * 3 + [2.0] * 3 + [3.0] * 3
    assert ray.get(actor.save.remote()) == 3

    def patiently(method: Any) -> Any:
        """What the actor answers, killed in between or not."""
        for _ in range(600):
            try:
                return ray.get(method.remote())
            except ray.exceptions.RayActorError:
                time.sleep(0.05)
        raise AssertionError("the actor did not come back")

    ray.kill(actor, no_restart=False)
    assert patiently(actor.get_data) == data
    local_collector = tercet.learn.StatsCollector(100)
    local_collector.set_state(patiently(actor.get_state))
    assert local_collector.get_data() == data


def test_a_tournament_whose_driver_is_killed_goes_on(cluster: Any, tmp_path: Path) -> None:
    words = ["tournament", "machi", "--entrants", "ev,random", "--format", "round-robin", "--games", "20000", "--seed", "4", "--json"]
    call = [sys.executable, "-m", "tercet.ray", *words, "--address", cluster.address]
    driver = subprocess.Popen(call, stdout=subprocess.PIPE, env={**os.environ, "TERCET_DATA": str(tmp_path / "ray")})

    def kept() -> int:
        """How many games the archive has, as far as it is there."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{tmp_path}/ray/archive.sqlite?mode=ro", uri=True)) as archive:
                return int(archive.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:
            return 0

    while driver.poll() is None and kept() < 500:
        time.sleep(0.1)
    assert driver.poll() is None, "it was over before it could be killed"
    driver.kill()
    driver.wait()
    done = command(["tournament", "machi", "--resume", "1", "--json"], cluster.address, tmp_path / "ray")
    assert done.returncode == 0, done.stderr
    assert done.stdout == local(words, tmp_path / "local")
