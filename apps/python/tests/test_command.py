"""The program `tercet`, as the package brings it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import tercet
from tercet.__main__ import main

ROOT = Path(__file__).parents[3]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tercet", *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=120)


def test_it_solves_a_board() -> None:
    done = run("solve", "set", "2rss", "1gsd", "3pso", "3gto", "1ped")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "2 Sets in 5 cards"


def test_it_says_its_version_and_helps() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"tercet {tercet.__version__}\n")
    assert run("play", "--help").stdout.startswith("Play a game, alone or against bots")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "set", "0", "1", "3"], 1),
        (["solve", "set", "2rsx"], 2),
        (["games", "--game", "go"], 2),
        ([], 2),
    ],
)
def test_exit_codes_are_the_programs(words: list[str], code: int) -> None:
    done = run(*words)
    assert done.returncode == code, done


def test_a_prompt_reads_stdin() -> None:
    done = run("play", "set", "--seed", "42", "--plain", stdin="1 3 4\n")
    assert done.returncode == 0 and "you took 1 3 4" in done.stdout


def test_a_pipe_that_is_closed_early_is_no_failure() -> None:
    command = [sys.executable, "-m", "tercet", "cards", "machi"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.close()
        assert (child.stderr.read(), child.wait(60)) == (b"", 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send to one process alone")
def test_ctrl_c_ends_a_long_run_at_once_and_tells_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    command = [sys.executable, "-m", "tercet", "simulate", "machi", "--games", "100000000", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        # The file is made once the signal is listened for, and has lines once a game was played.
        while not (log.exists() and log.stat().st_size):
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=20)
    assert child.returncode == 1
    assert output.startswith("games: ") and "turns a game: mean" in output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send to one process alone")
def test_a_server_answers_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tercet", "serve", "--port", "0", "--metrics-port", "off", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        found = re.match(r"Tercet is at (http://127\.0\.0\.1:\d+/) ", child.stdout.readline())
        assert found is not None
        with urllib.request.urlopen(found[1], timeout=20) as answer:
            assert answer.status == 200 and b"Tercet" in answer.read()
        child.send_signal(signal.SIGINT)
        assert child.wait(20) == 0


def test_it_can_be_called_from_python_more_than_once(capfd: pytest.CaptureFixture[str]) -> None:
    handler = signal.getsignal(signal.SIGINT)
    assert [main(["bots", "triangle"]), main(["bots", "go"])] == [0, 2]
    captured = capfd.readouterr()
    assert captured.out.startswith("random ") and "invalid value 'go'" in captured.err
    assert signal.getsignal(signal.SIGINT) is handler


def test_installing_brings_the_command() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '[project.scripts]\ntercet = "tercet.__main__:main"\n' in project


def test_importing_the_package_brings_nothing_heavy() -> None:
    heavy = {"PIL", "pettingzoo", "pyspiel", "open_spiel", "ray", "torch", "pandas", "http.server", "asyncio"}
    code = "import sys, tercet; print(*sys.modules, sep='\\n')"
    modules = set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert "numpy" in modules and not heavy & modules
