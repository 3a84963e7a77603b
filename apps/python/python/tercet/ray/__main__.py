"""`python -m tercet.ray`: the commands of `tercet` on a cluster. They print what `tercet` would print."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tercet
from tercet.__main__ import main as _local
from tercet.errors import ConfigError
from tercet.ray import _cluster, _schedule, _travel
from tercet.ray._dataset import add_arguments as _dataset_arguments
from tercet.ray._dataset import main as _dataset
from tercet.ray._jobs import ArchiveTournament, CommandJob
from tercet.ray._journal import SUFFIX, Journal, digest, directory
from tercet.ray._progress import Progress
from tercet.ray._review import add_arguments as _review_arguments
from tercet.ray._review import main as _review
from tercet.ray._rollouts import add_arguments as _rollouts_arguments
from tercet.ray._rollouts import main as _rollouts

EXAMPLES = """\
examples:
  python -m tercet.ray simulate machi --games 20000 --seed 77 --json
  python -m tercet.ray tournament machi --entrants ev,tuv,random --format round-robin --games 2000 --address auto
  python -m tercet.ray tournament --resume 3 --address auto
  python -m tercet.ray sprt machi --new ev --base random --seed 1 --worker-cpus 4
  python -m tercet.ray rollouts triangle --steps 1000000 --out rollouts
  python -m tercet.ray review --data archive --game machi
  python -m tercet.ray dataset machi --players ev,random --games 100000 --table moves --out moves

simulate, sprt and tournament take all that `tercet` takes, and print the same, byte for byte. Who is killed runs the same
command again, with the same --seed, and goes on; a tournament goes on with --resume, here or on one machine.
"""


def _own(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m tercet.ray {command}", add_help=False, allow_abbrev=False)
    cluster = parser.add_argument_group("the cluster")
    cluster.add_argument("--address", metavar="ADDRESS", help="where Ray is: auto, or HOST:PORT; without it, this machine is the cluster")
    cluster.add_argument("--worker-cpus", metavar="N", type=int, default=1, help="cores, and threads, of one task (1)")
    cluster.add_argument("--usage", action="store_true", help="say at the end what it took, on stderr")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Does what a command line says; the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    command = words[0] if words else "--help"
    found = _COMMANDS.get(command)
    if found is None:
        names = ", ".join(_COMMANDS)
        if command in ("-h", "--help"):
            print(f"Tercet on a cluster, by Ray.\n\nusage: python -m tercet.ray COMMAND …\n\ncommands: {names}\n\n{EXAMPLES}", end="")
            return 0
        print(f"error: `{command}` is no command of a cluster; there are {names}", file=sys.stderr)
        return 2
    try:
        return found(words)
    except (ConfigError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except tercet.errors.TercetError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130


def _commanded(words: list[str]) -> int:
    """`simulate` and `sprt`."""
    parser = _own(words[0])
    journal = parser.add_argument_group("the journal")
    journal.add_argument("--journal", metavar="DIR", help="where what comes back is kept until all is over; TERCET_DATA/ray, or the user's data directory")
    journal.add_argument("--no-journal", action="store_true", help="keep nothing: who is killed begins anew")
    own, rest = parser.parse_known_args(words)
    if _is_help(rest):
        return _help(parser, rest)
    _cluster.checked_cpus(own.worker_cpus)
    job = CommandJob(rest)
    kept = None if own.no_journal else _journal(job, own.journal)
    try:
        _played(job, own, kept)
    except BaseException:
        if kept:
            kept.close(is_over=False)
        raise
    if kept:
        kept.close(is_over=True)
    return job.report()


def _journal(job: CommandJob, place: str | None) -> Journal:
    # How it is printed, and on how many threads it would run here, is none of the run's.
    words = [word for word in job.words if word not in ("--json", "--no-color", "--ascii")]
    about = {"tercet": tercet.__version__, "words": words, **job.about, "files": _travel.version_of(job.work.files)}
    return Journal((Path(place) if place else directory()) / (digest(about) + SUFFIX), about)


def _tournament(words: list[str]) -> int:
    """`tournament`: the archive is its journal."""
    parser = _own(words[0])
    own, rest = parser.parse_known_args(words)
    if _is_help(rest):
        return _help(parser, rest)
    _cluster.checked_cpus(own.worker_cpus)
    job = ArchiveTournament(rest)
    try:
        _played(job, own, None)
    except KeyboardInterrupt:
        return job.parts.report()
    except BaseException:
        print(f"go on with: python -m tercet.ray tournament {job.parts.game} --resume {job.parts.id}", file=sys.stderr)
        raise
    return job.parts.report()


def _played(job: Any, own: argparse.Namespace, journal: Journal | None) -> None:
    with _cluster.connected(own.address):
        report = _schedule.run(job, num_cpus=own.worker_cpus, journal=journal, progress=Progress(job.unit, job.total, job.done))
    if own.usage:
        print(
            f"{report.chunks} chunks, {report.again} of them played again, {report.seconds:.2f} s on {report.workers} workers; "
            f"CPU: workers {report.worker_cpu:.2f} s, driver {report.driver_cpu:.2f} s",
            file=sys.stderr,
        )


def _is_help(words: Sequence[str]) -> bool:
    return "--help" in words or "-h" in words


def _help(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    code = _local(words)
    print("\n" + parser.format_help().split("\n\n", 1)[1], end="")
    return code


def _with(add: Callable[[argparse.ArgumentParser], None], run: Callable[[argparse.Namespace], int]) -> Callable[[list[str]], int]:
    """A command that only a cluster has."""

    def command(words: list[str]) -> int:
        parser = _own(words[0])
        parser.add_argument("-h", "--help", action="help", help="print this")
        add(parser)
        own = parser.parse_args(words[1:])
        _cluster.checked_cpus(own.worker_cpus)
        return run(own)

    return command


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "simulate": _commanded,
    "tournament": _tournament,
    "sprt": _commanded,
    "rollouts": _with(_rollouts_arguments, _rollouts),
    "review": _with(_review_arguments, _review),
    "dataset": _with(_dataset_arguments, _dataset),
}


if __name__ == "__main__":
    sys.exit(main())
