"""The driver: keeps two chunks a worker in flight, takes what comes back, plays again what was lost."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tercet.errors import RunError
from tercet.ray import _cluster
from tercet.ray._chunks import MANY, Chunk, Sizes, Todo
from tercet.ray._faults import FaultReports
from tercet.ray._progress import Progress
from tercet.ray._work import Done, Work

IN_FLIGHT = 2
"""Chunks a worker: one that is played, and one that waits beside it."""
MOST_TRIES = 8
"""A chunk that costs so many workers their life is given up."""


class Job(Protocol):
    """What the driver knows of a job."""

    work: Work
    unit: str
    total: int
    """All units, those included that were done before."""
    done: int
    """How many units were done before, elsewhere than in the journal."""
    most: int | None
    """The most units of a chunk; `None` for as many as it takes."""

    @property
    def open(self) -> int:
        """Units below this can be played now; more may come when they are done."""

    @property
    def is_decided(self) -> bool:
        """Is no more needed, though not all was played?"""

    def payload(self, first: int, last: int) -> bytes:
        """What workers need beside the range."""

    def take(self, first: int, last: int, part: bytes) -> None:
        """Takes what came of a range, each once, in any order."""

    def advance(self) -> None:
        """All units that were open are done."""


class Kept(Protocol):
    """Where what came back is kept for a driver that comes after this one: a journal, or files."""

    def ranges(self) -> list[tuple[int, int]]:
        """The ranges that were kept, in order."""

    def parts(self) -> Iterator[tuple[int, int, bytes]]:
        """What was kept, in order, as far as the job takes it again."""

    def keep(self, parts: Iterable[tuple[int, int, bytes]]) -> None:
        """Keeps what came of chunks."""


@dataclass
class Report:
    """What a job took."""

    chunks: int = 0
    again: int = 0
    """Chunks that were lost with their worker and played once more."""
    seconds: float = 0.0
    worker_seconds: float = 0.0
    worker_cpu: float = 0.0
    driver_cpu: float = 0.0
    workers: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    promises: dict[str, bool] = field(default_factory=dict)
    """Which programs promise the same answers again."""


def run(job: Job, *, num_cpus: int = 1, journal: Kept | None = None, progress: Progress | None = None) -> Report:
    """Plays a job on the cluster that is connected."""
    driver = _Driver(job, num_cpus, journal, progress)
    start, cpu = time.perf_counter(), time.process_time()
    try:
        driver.run()
    finally:
        driver.close()
    report = driver.report
    report.seconds, report.driver_cpu = time.perf_counter() - start, time.process_time() - cpu
    return report


class _Driver:
    def __init__(self, job: Job, num_cpus: int, journal: Kept | None, progress: Progress | None) -> None:
        import ray

        self._ray, self._job, self._journal = ray, job, journal
        self._progress = progress or Progress(job.unit, job.total)
        self._task = ray.remote(_play).options(num_cpus=num_cpus, max_retries=0, name="tercet")
        self._work = ray.put(job.work)
        self._num_cpus = num_cpus
        self._in_flight: dict[Any, Chunk] = {}
        self._todo, self._sizes, self._reports = Todo(), Sizes(job.most), FaultReports()
        self._opened, self._done = 0, job.done
        self._workers, self._counted = 1, 0.0
        self.report = Report()

    def run(self) -> None:
        known = self._journal.ranges() if self._journal else []
        self._done += sum(last - first for first, last in known)
        if self._journal:
            self._resume(self._journal)
        while not self._job.is_decided:
            self._open(known)
            self._fill()
            if not self._in_flight:
                break
            self._take(self._ready())
            self._progress.show(self._done, self._workers)

    def _resume(self, journal: Kept) -> None:
        """Takes what an earlier driver kept, stage after stage."""
        for first, last, part in journal.parts():
            while first >= self._job.open:
                self._job.advance()
            self._job.take(first, last, part)

    def _open(self, known: Sequence[tuple[int, int]]) -> None:
        """Opens what can be played now; a stage that is done opens the next."""
        while True:
            if self._opened < self._job.open:
                self._todo.open(self._opened, self._job.open, [(a, b) for a, b in known if b > self._opened])
                self._opened = self._job.open
            if self._todo.left or self._in_flight or self._job.is_decided:
                return
            self._job.advance()
            if self._opened >= self._job.open:
                return

    def _fill(self) -> None:
        now = time.monotonic()
        if now >= self._counted:
            self._workers, self._counted = _cluster.workers(self._num_cpus), now + 1.0
            self.report.workers = max(self.report.workers, self._workers)
        while len(self._in_flight) < IN_FLIGHT * self._workers:
            chunk = self._todo.next(self._sizes, self._workers)
            if chunk is None:
                return
            payload = self._job.payload(chunk.first, chunk.last)
            task = self._task.remote(self._work, chunk.first, chunk.last, payload, self._num_cpus)
            self._in_flight[task] = chunk

    def _ready(self) -> list[tuple[Chunk, Done | Exception]]:
        """What has come back: one wait for the first, one look at all, one fetch."""
        tasks = list(self._in_flight)
        if self._workers > MANY:
            # A look at thousands of tasks costs about a millisecond; each worker has a chunk in hand, so that they may add up.
            time.sleep(0.02)
        ready, _ = self._ray.wait(tasks, num_returns=1, timeout=0.25)
        if ready:
            ready, _ = self._ray.wait(tasks, num_returns=len(tasks), timeout=0)
        chunks = [self._in_flight.pop(task) for task in ready]
        try:
            return list(zip(chunks, self._ray.get(ready), strict=True))
        except Exception:
            # One of them at least is a failure: which, is seen one by one. They are all here, so nothing waits.
            return [(chunk, self._one(task)) for chunk, task in zip(chunks, ready, strict=True)]

    def _one(self, task: Any) -> Done | Exception:
        try:
            done: Done = self._ray.get(task)
            return done
        except Exception as error:
            return error

    def _take(self, ready: list[tuple[Chunk, Done | Exception]]) -> None:
        kept = [(chunk, done) for chunk, done in ready if isinstance(done, Done)]
        if self._journal and kept:
            self._journal.keep((chunk.first, chunk.last, done.part) for chunk, done in kept)
        for chunk, done in kept:
            self._job.take(chunk.first, chunk.last, done.part)
            self._reports.take(done.faults)
            self._promised(done.promises)
            self._sizes.heard(chunk.size, done.seconds)
            self._done += chunk.size
            self.report.chunks += 1
            self.report.worker_seconds += done.seconds
            self.report.worker_cpu += done.cpu
        for chunk, error in ready:
            if isinstance(error, Exception):
                self._lost(chunk, error)

    def _promised(self, promises: dict[str, bool]) -> None:
        """What programs promised counts for the whole: one that did not once, does not."""
        for name, is_reproducible in promises.items():
            if self.report.promises.get(name) not in (is_reproducible, False):
                self.report.promises[name] = is_reproducible
                self._job.work.native.hear_promises({name: is_reproducible})

    def _lost(self, chunk: Chunk, error: Exception) -> None:
        if not _cluster.is_crash(error):
            raise _cause(error)
        if chunk.tries + 1 >= MOST_TRIES:
            units = f"{self._job.unit} {chunk.first} to {chunk.last - 1}"
            raise RunError(f"{units} cost {MOST_TRIES} workers their life; the last: {error}") from error
        self.report.again += 1
        self._todo.again(chunk)

    def close(self) -> None:
        for task in self._in_flight:
            self._ray.cancel(task, force=False)
        self._progress.close()
        self._reports.close()
        self.report.faults = self._reports.counts


def _cause(error: Exception) -> Exception:
    """What a worker raised, as it was, with the worker's traceback as its cause."""
    from ray.exceptions import RayTaskError

    cause = error.cause if isinstance(error, RayTaskError) else None
    if isinstance(cause, Exception):
        cause.__cause__ = error
        return cause
    return error


def _play(work: Work, first: int, last: int, payload: bytes, jobs: int) -> Done:
    """A task of Ray: the threads are as many as Ray gave it cores."""
    return work.done(first, last, payload, jobs)
