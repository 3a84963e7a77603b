"""Beside the real program: a game on the page of its server, and the log that it writes. `TERCET` names the program;
`cargo xtask test --only python` builds it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
import tercet
from tercet._tercet import stream_seed
from tercet.machi import Game, LogDisplay, PageDisplay


@pytest.fixture
def program() -> str:
    named = os.environ.get("TERCET")
    assert named, "TERCET must name the program `tercet`: run cargo xtask test --only python"
    return named


@pytest.fixture
def server(program: str, tmp_path: Path) -> Iterator[str]:
    command = [program, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        try:
            yield said.removeprefix("Tercet is at ").split()[0].rstrip("/")
        finally:
            running.terminate()


def get(url: str) -> dict[str, object]:
    with urlopen(url, timeout=30) as answer:
        told: dict[str, object] = json.load(answer)
    return told


def test_the_log_is_that_of_the_command_line(program: str, tmp_path: Path) -> None:
    """A game of a simulation, played again from its deal and its bots' seeds: the same log, byte for byte."""
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    bots = ["random", "impatient", "tuv"]
    simulate = [program, "simulate", "machi", "--players", ",".join(bots), "--games", "1", "--seed", "5"]
    options = ["--expansions", "harbor,millionaires_row", "--log", str(theirs)]
    subprocess.run([*simulate, *options], check=True, capture_output=True)
    deal = json.loads(theirs.read_text().splitlines()[0])["deal"].removeprefix("stream ")
    game = Game(players=bots, seed=int(deal), expansions=["harbor", "millionaires_row"])
    for seat, player in enumerate(game.players):
        player._sit(game, seat, stream_seed(5, [0, 1 + seat]))
    with LogDisplay(ours) as log:
        game.run(log)
    assert ours.read_bytes() == theirs.read_bytes()


def test_the_page_plays_along(server: str) -> None:
    game = Game(bots=["impatient", "random", "random"], seed=42, expansions=["harbor"])
    page = PageDisplay(server)
    assert page.link is None
    game.next_turn(page)
    assert page.link is not None and page.link.startswith(f"{server}/t/")
    table = page.link.rsplit("/", 1)[1]
    with urlopen(page.link, timeout=30) as shown:
        assert shown.status == 200
    told = get(f"{server}/api/tables/{table}")
    assert [seat["name"] for seat in told["seats"]] == ["impatient", "random", "random"]  # type: ignore[attr-defined]
    assert told["state"] == game._table.num_plays and told["over"] is None
    game.run(page)
    told = get(f"{server}/api/tables/{table}")
    assert told["scores"] == game.scores()
    assert told["over"]["places"][game.winner.index] == 1  # type: ignore[index, union-attr]
    with urlopen(f"{server}/api/tables/{table}/record", timeout=30) as record:
        assert record.read().decode() == game.record()
    # Another game on the same display is another table.
    again = Game(bots=2, seed=1)
    again.next_turn(page)
    assert not page.link.endswith(table)


def test_what_the_page_can_not_show(server: str) -> None:
    with pytest.raises(tercet.errors.RunError, match="a position or dice from outside"):
        Game.at({"players": [{"coins": 3, "cards": {}, "landmarks": []}] * 2}).next_turn(PageDisplay(server))
    with pytest.raises(tercet.errors.RunError, match="no game is shown"):
        PageDisplay(server).show_events([])
    lost = PageDisplay(f"{server}/nowhere")
    with pytest.raises(tercet.errors.RunError, match=r"/nowhere/api/tables: 40\d: "):
        Game(players=2).next_turn(lost)


def test_no_server_is_told() -> None:
    with pytest.raises(tercet.errors.RunError, match="does `tercet serve` run there"):
        Game(players=2).next_turn(PageDisplay("http://127.0.0.1:9"))
