"""Asks a real server all that /api/openapi.json describes, and much that it does not, with Schemathesis.

`cargo xtask test --only http` runs this small and with a fixed seed. By hand, with more examples and another seed:

    target/http-tests/bin/python apps/server/http-tests/check.py target/debug/tercet --examples 300 --seed 7
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator

SETTINGS = Path(__file__).with_name("schemathesis.toml")
PATIENCE = 60.0
"""Seconds that the server and the first tournament may take."""


@contextmanager
def server(program: str, data: Path) -> Iterator[str]:
    """A server on a free port of this machine; its address."""
    limits = ["--new-tables", "1000000", "--rate", "1000000"]
    command = [program, "--log-level", "error", "serve", "--port", "0", "--data", str(data), "--metrics-port", "off", *limits]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        address = next((word.rstrip("/") for word in line.split() if word.startswith("http://")), None)
        if address is None:
            raise SystemExit(f"the server did not say where it is: {line!r}")
        yield address
    finally:
        running.terminate()
        running.wait(timeout=PATIENCE)


def ask(address: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=PATIENCE) as answer:
        return json.load(answer)


def played_table(address: str, new: dict[str, Any]) -> tuple[str, str]:
    """A table at which some things were done, and the token of its first seat."""
    made = ask(address, "/api/tables", new)
    table, token = made["table"], made["tokens"][0]["token"]
    for _ in range(3):
        view = ask(address, f"/api/tables/{table}", token=token)
        if legal := view["legal"].get("0"):
            ask(address, f"/api/tables/{table}/act", {"state": view["state"], "seat": 0, "action": legal[0]}, token)
    return table, token


def play_tournament(address: str) -> None:
    """Fills the archive: a tournament with games, ratings and strengths."""
    start = {"game": "set", "entrants": ["first", "random"], "format": "round-robin", "seed": 1}
    number = ask(address, "/api/tournaments", start)["tournament"]
    until = time.monotonic() + PATIENCE
    while ask(address, f"/api/tournaments/{number}")["finished"] is None:
        if time.monotonic() > until:
            raise SystemExit("the tournament does not end")


def settings(address: str) -> str:
    """The settings, with tables that are there for most requests to meet."""
    me = {"kind": "me", "name": "Ana"}
    play_tournament(address)
    study, token = played_table(address, {"game": "triangle", "study": True, "seed": 1, "options": {"grid": "hexagon 2"}})
    tables = [study]
    tables.append(played_table(address, {"game": "set", "seats": [me, {"kind": "open"}], "seed": 1})[0])
    tables.append(played_table(address, {"game": "machi", "seats": [me, me], "seed": 1})[0])
    text = SETTINGS.read_text(encoding="utf-8")
    return text.replace('"TABLES"', json.dumps(tables)).replace("TOKEN", token)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program tercet")
    parser.add_argument("--examples", type=int, default=8, help="how many of each kind are tried")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    # Who ends this program ends the server with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    with tempfile.TemporaryDirectory() as place, server(asked.program, Path(place, "data")) as address:
        config = Path(place, "schemathesis.toml")
        config.write_text(settings(address), encoding="utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"{address}/api/openapi.json"]
        command += ["--max-examples", str(asked.examples), "--seed", str(asked.seed), "--no-color"]
        # What deletes tables comes last: all the rest needs them.
        parts = (["--exclude-method", "DELETE"], ["--include-method", "DELETE"])
        return max(subprocess.run(command + part, cwd=place, check=False).returncode for part in parts)


if __name__ == "__main__":
    sys.exit(main())
