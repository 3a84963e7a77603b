"""Beside the real program: a game on the page of its server, and the log that it writes. `TERCET` names the program;
`cargo xtask test --only python` builds it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
import tercet
from tercet._tercet import stream_seed
from tercet.machi import Bot, Game, Human, LogDisplay, PageDisplay


@pytest.fixture
def program() -> str:
    named = os.environ.get("TERCET")
    assert named, "TERCET must name the program `tercet`: run cargo xtask test --only python"
    return named


@pytest.fixture
def server(program: str, tmp_path: Path) -> Iterator[str]:
    command = [program, "serve", "--port", "0", "--metrics-port", "off", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        try:
            yield said.removeprefix("Tercet is at ").split()[0].rstrip("/")
        finally:
            running.terminate()


def get(url: str) -> dict[str, object]:
    with urlopen(url, timeout=30) as answer:
        output: dict[str, object] = json.load(answer)
    return output


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
    output = get(f"{server}/api/tables/{table}")
    assert [seat["name"] for seat in output["seats"]] == ["impatient", "random", "random"]  # type: ignore[attr-defined]
    assert output["state"] == game._table.num_plays and output["over"] is None
    game.run(page)
    output = get(f"{server}/api/tables/{table}")
    assert output["scores"] == game.scores()
    assert output["over"]["places"][game.winner.index] == 1  # type: ignore[index, union-attr]
    with urlopen(f"{server}/api/tables/{table}/record", timeout=30) as record:
        assert record.read().decode() == game.record()
    # Another game on the same display is another table.
    again = Game(bots=2, seed=1)
    again.next_turn(page)
    assert not page.link.endswith(table)


class Clicker(threading.Thread):
    """Somebody at the page: waits for the seat's turn, picks one of the actions that the page offers, and sends it."""

    def __init__(self, link: str, pick: Callable[[list[str]], str]) -> None:
        super().__init__(daemon=True)
        address, self.token = link.split("#")
        self.table = address.replace("/t/", "/api/tables/")
        self.pick, self.clicked = pick, list[str]()

    def ask(self, path: str, body: object = None) -> dict[str, object]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with urlopen(Request(self.table + path, data, headers), timeout=30) as answer:
            output: dict[str, object] = json.load(answer)
        return output

    def run(self) -> None:
        output = self.ask("")
        while output["over"] is None:
            [seat] = output["you"]  # type: ignore[misc]
            legal = output["legal"].get(str(seat))  # type: ignore[attr-defined]
            if legal:
                action = self.pick(legal)
                self.clicked.append(action)
                self.ask("/act", {"state": self.ask("")["state"], "action": action})
            output = self.ask("" if legal else f"?wait={output['state']}")


def dearest(legal: list[str]) -> str:
    """Builds whatever is listed last, for landmarks stand there; else the first action."""
    return legal[-2] if legal[-1] == "pass" and len(legal) > 1 else legal[0]


def test_a_human_clicks_on_the_page(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    ana = Human("Ana", write=lambda line: pytest.fail("asked at the terminal"))
    game = Game(humans=[ana], bots=["random"], seed=11, expansions=["harbor", "millionaires_row", "promo"])
    page = PageDisplay(server)
    page.begin(game)
    game._shown.append(page)
    assert capsys.readouterr().out == f"Ana plays at {page.seat_link(ana)}\n"
    clicker = Clicker(page.seat_link(ana), dearest)
    clicker.start()
    game.run(page)
    clicker.join(30)
    assert not clicker.is_alive() and game.is_over
    assert [action for seat, action in game._table.plays_from(0) if seat == 0] == clicker.clicked
    with urlopen(f"{clicker.table}/record", timeout=30) as record:
        assert record.read().decode() == game.record()


class Regretful(Clicker):
    """Buys a Business Center, and takes back with whom to exchange as soon as it may."""

    def __init__(self, link: str) -> None:
        super().__init__(link, self.choose)
        self.undone = 0

    def choose(self, legal: list[str]) -> str:
        if legal[0].startswith("give") and not self.undone:
            self.undone = self.ask("/undo", {"state": self.ask("")["state"]})["state"]  # type: ignore[assignment]
            while not (legal := self.ask("")["legal"]["0"])[0].startswith("give"):  # type: ignore[index]
                time.sleep(0.01)
        wanted = [action for action in legal if action.startswith(("build business_center", "exchange"))]
        return wanted[0] if wanted else legal[-1]

    def run(self) -> None:
        with contextlib.suppress(OSError):  # The test ends before the game does, and the server with it.
            super().run()


def test_what_is_taken_back_on_the_page_is_done_again(server: str) -> None:
    game = Game(humans=["Ana"], bots=["random"], seed=3, starting_coins=30)
    page = PageDisplay(server)
    page.begin(game)
    game._shown.append(page)
    clicker = Regretful(page.seat_link(game.players[0]))
    clicker.start()
    while not clicker.undone:
        game.next_turn(page)
    exchange = [action for _, action in game._table.plays_from(0) if action.startswith("exchange")]
    assert exchange == ["exchange 2"]
    log = get(f"{clicker.table}?since={clicker.undone - 2}")["log"]
    assert [line["input"] for line in log][:3] == ["seat 1 exchange 2", "seat 1 undo", "seat 1 exchange 2"]  # type: ignore[attr-defined]


def test_who_is_not_asked_on_the_page(server: str) -> None:
    class Decided(Human):
        def chooseAction(self, availableCards):  # type: ignore[no-untyped-def]
            return "pass"

    for human in (Decided("Ben"), Human("Cyd", read=lambda prompt: "2", write=lambda line: None)):
        game = Game(players=[human, Bot("b")], seed=1)
        assert game.next_turn(PageDisplay(server))[-1].type == "pass"
    asked: list[str] = []
    output = iter(["2"] * 9)
    terminal = Human("Dan", write=asked.append)
    game = Game(players=[terminal, Bot("b")], seed=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", lambda prompt: next(output))
        assert game.next_turn(PageDisplay(server, clicks=False))[-1].type == "pass"
    assert asked == ["[1] buy", "[2] pass"]


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
