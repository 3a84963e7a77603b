"""What a terminal shows: colours, where they are wanted."""

from __future__ import annotations

import io
import re

import pytest
from tercet.machi import Event, Game, TerminalDisplay


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def shown(file: io.StringIO, color: bool | None = None) -> str:
    game = Game(players=2, seed=42)
    game.next_turn(TerminalDisplay(file, color=color))
    return file.getvalue()


def test_cards_have_their_colours_and_landmarks_are_orange() -> None:
    out = io.StringIO()
    cards = ["Wheat Field", "Bakery", "Cafe", "Stadium", "Train Station"]
    TerminalDisplay(out, color=True).show_events([Event("buy", "Ann", card) for card in cards])
    assert out.getvalue().splitlines() == [
        "Ann buy \x1b[34mWheat Field\x1b[0m",
        "Ann buy \x1b[32mBakery\x1b[0m",
        "Ann buy \x1b[31mCafe\x1b[0m",
        "Ann buy \x1b[35mStadium\x1b[0m",
        "Ann buy \x1b[38;5;208mTrain Station\x1b[0m",
    ]


def test_colours_change_nothing_but_colours() -> None:
    plain, painted = shown(io.StringIO()), shown(Terminal())
    assert "\x1b" not in plain and "\x1b[34mWheat Field\x1b[0m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_who_decides_on_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" in shown(Terminal()) and "\x1b" not in shown(Terminal(), color=False)
    assert "\x1b" in shown(io.StringIO(), color=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown(Terminal()) and "\x1b" in shown(Terminal(), color=True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in shown(Terminal())


def test_old_consoles_of_windows_get_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.delenv("TERM")
    assert "\x1b" not in shown(Terminal())
    monkeypatch.setenv("WT_SESSION", "1")
    assert "\x1b" in shown(Terminal())


def test_only_whole_names_are_painted() -> None:
    out = io.StringIO()
    display = TerminalDisplay(out, color=True)
    display.show_events([Event("pass", "Miner"), Event("pass", "Forester"), Event("buy", "Ann", "Mine")])
    assert out.getvalue() == "Miner pass\nForester pass\nAnn buy \x1b[34mMine\x1b[0m\n"
    assert out.getvalue().isascii()
