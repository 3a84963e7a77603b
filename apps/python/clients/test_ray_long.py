"""Ray for longer: what a chunk costs, a hundred thousand of them, self-play that is killed. `cargo xtask soak --python-clients`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import ray_cluster  # noqa: E402

import ray  # noqa: E402
from tercet import arena  # noqa: E402
from tercet.ray import _schedule, selfplay  # noqa: E402
from tercet.ray._jobs import SimulateJob, Whole  # noqa: E402
from tercet.ray._work import SimulateWork, Work  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with ray_cluster.cluster() as made:
        yield made


class Nothing(Work):
    """Chunks that take no time: what is left is what they cost."""

    def play(self, first: int, last: int, payload: bytes, jobs: int) -> tuple[bytes, Any]:
        return b"x" * 100, {}


class Many(Whole):
    unit, most = "units", 1

    def __init__(self, total: int) -> None:
        self.work, self.total, self.taken, self.memory = Nothing(), total, 0, list[int]()

    def take(self, first: int, last: int, part: bytes) -> None:
        self.taken += 1
        if self.taken % 5_000 == 0:
            self.memory.append(_resident())


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_a_hundred_thousand_chunks_in_flat_memory(cluster: Any, tmp_path: Path) -> None:
    from tercet.ray._journal import Journal

    job = Many(100_000)
    journal = Journal(tmp_path / "run", {"run": "many"})
    report = _schedule.run(job, journal=journal)
    journal.close(is_over=True)
    grown = (job.memory[-1] - job.memory[3]) / 1e6
    each = 1e6 * report.driver_cpu / report.chunks
    print(f"{report.chunks} chunks in {report.seconds:.1f} s, driver {each:.0f} µs each, {grown:+.1f} MB from the 20,000th on")
    assert job.taken == 100_000 and grown < 10, job.memory


def test_the_cost_of_a_cluster(cluster: Any) -> None:
    """A simulation of about a minute of one core: CPU of all processes against that of one machine alone."""
    players, seconds = ["ev", "ev"], float(os.environ.get("TERCET_RAY_SECONDS", "60"))
    start = time.process_time()
    arena.simulate("machi", players, games=2_000, seed=1, jobs=1)
    games = int(2_000 * seconds / (time.process_time() - start))
    start = time.process_time()
    expected = arena.simulate("machi", players, games=games, seed=7, jobs=2)
    here = time.process_time() - start
    job = SimulateJob(SimulateWork("machi", tuple(players), 7, (), False), games)
    before = _children(cluster)
    report = _schedule.run(job)
    there = _children(cluster) - before + report.driver_cpu
    print(
        f"{games} games: {here:.1f} s of CPU here, {there:.1f} s there ({100 * (there / here - 1):+.1f} %), "
        f"of it the driver {report.driver_cpu:.2f} s ({100 * report.driver_cpu / here:.1f} %); {report.chunks} chunks"
    )
    assert job.columns() == expected
    assert there <= 1.15 * here and report.driver_cpu <= 0.05 * here


def _children(cluster: Any) -> float:
    """CPU seconds of all of Ray's processes: those below this one, whoever started them."""
    del cluster
    ticks, own = os.sysconf("SC_CLK_TCK"), os.getpid()
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            # Its own time, and that of children that are over.
            spent[int(entry.name)] = sum(int(fields[place]) for place in (11, 12, 13, 14)) / ticks

    def is_below(process: int) -> bool:
        while process not in (0, own):
            process = parents.get(process, 0)
        return process == own

    return sum(time for process, time in spent.items() if process != own and is_below(process))


def test_self_play_survives_learner_and_players(cluster: Any, tmp_path: Path) -> None:
    import threading

    settings = selfplay.Settings(seed=1, config=(("grid", "hexagon 3"),), batch=32, save_every=200)

    def kill() -> None:
        """One player, then the learner, once they are at work."""
        for name in ("Player", "Learner"):
            time.sleep(3)
            found = _actors(name)
            os.kill(found[0], 9)

    killer = threading.Thread(target=kill)
    killer.start()
    report = selfplay.train(tmp_path, "first", games=2_000, settings=settings, actors=2)
    killer.join()
    assert report.games >= 2_000 and report.restarts >= 2
    again = selfplay.train(tmp_path, "first", games=2_400, settings=settings, actors=2)
    assert again.games >= 2_400 and again.recent > 0
    name = f"learned:{tmp_path / 'first' / selfplay.VALUE},width=2"
    learned = arena.simulate("triangle", [name], games=200, seed=5, grid="hexagon 3")["points_mean"][0]
    random = arena.simulate("triangle", ["random"], games=200, seed=5, grid="hexagon 3")["points_mean"][0]
    assert learned > 1.5 * random, (learned, random)


def _actors(name: str) -> list[int]:
    """The processes of actors of a class: Ray calls them so."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if (entry / "cmdline").read_text().startswith(f"ray::{name}"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
