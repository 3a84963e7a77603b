"""Displays: they are told what happens and how it stands, and decide nothing."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from tercet import errors
from tercet._tercet import MachiLog

if TYPE_CHECKING:
    from tercet.machi.events import Event
    from tercet.machi.game import Game

__all__ = ["Display", "LogDisplay", "NullDisplay", "PageDisplay", "TerminalDisplay"]


class Display(ABC):
    """What a game is shown on."""

    def begin(self, game: Game) -> None:
        """A game is shown here for the first time."""

    @abstractmethod
    def show_events(self, events: list[Event]) -> None:
        """Shows what happened, as soon as it has."""

    @abstractmethod
    def show_state(self, game: Game) -> None:
        """Shows how it stands, when a turn is over."""


class NullDisplay(Display):
    """Shows nothing."""

    def show_events(self, events: list[Event]) -> None:
        """Nothing."""

    def show_state(self, game: Game) -> None:
        """Nothing."""


class TerminalDisplay(Display):
    """Prints what happens in words, and after each turn what everybody has and what the market has.

    Args:
        file: Where to; the standard output if left out.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        self._file = file

    def show_events(self, events: list[Event]) -> None:
        for event in events:
            print(event, file=self._file or sys.stdout)

    def show_state(self, game: Game) -> None:
        print(f"\n{game.text()}\n", file=self._file or sys.stdout)


class LogDisplay(Display):
    """Writes every event as a line of JSON, in the form of `tercet play machi --log`: see `docs/machi-events.md`.

    Several games go into one file, one after the other.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115
        self._log = MachiLog()
        self._game: Game | None = None

    def begin(self, game: Game) -> None:
        self._game = game
        self._write(self._log.begin(game._table, [player.name for player in game.players]))

    def show_events(self, events: list[Event]) -> None:
        if self._game is None:
            raise errors.RunError("no game is shown on this log; give it to Game.run or Game.next_turn")
        self._write(self._log.lines(self._game._table, [event.text for event in events]))

    def show_state(self, game: Game) -> None:
        """Nothing: the events tell all of it."""

    def _write(self, lines: str) -> None:
        if self._file.closed:
            raise errors.ClosedError("the log is closed")
        self._file.write(lines)
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> LogDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class PageDisplay(Display):
    """Plays the game along on the page: `tercet serve` must run.

    It makes a table there by the same rules and from the same deal, and does at it what is done here, so whoever opens
    `link` sees the game as it goes on; when it is over the server's archive has it.

    Args:
        url: The server.
        access: The server's own token, where it was started with one.
        pace: How many seconds to wait after each action, for people who look on.
    """

    def __init__(self, url: str = "http://127.0.0.1:8080", *, access: str | None = None, pace: float = 0.0) -> None:
        self.url = url.rstrip("/")
        self.link: str | None = None
        """Where the table is to be seen, once there is one."""
        self._access, self._pace = access, pace
        self._tokens: dict[int, str] = {}
        self._game: Game | None = None
        self._shown, self._state = 0, 0

    def begin(self, game: Game) -> None:
        if not game._table.is_recorded:
            raise errors.RunError("the page shows games from their deal on; this one has a position or dice from outside")
        options = dict(game._table.config)
        del options["players"]
        seats = [{"kind": "me", "name": player.name} for player in game.players]
        made = self._send("/api/tables", {"game": "machi", "options": options, "seats": seats, "seed": game.seed})
        self._tokens = {seat["seat"]: seat["token"] for seat in made["tokens"]}
        self._table, self.link = made["table"], f"{self.url}/t/{made['table']}"
        self._game, self._shown = game, 0
        self._state = self._send(f"/api/tables/{self._table}", None)["state"]
        self._follow()

    def show_events(self, events: list[Event]) -> None:
        self._follow()

    def show_state(self, game: Game) -> None:
        self._follow()

    def _follow(self) -> None:
        """Does at the server's table what was done here since."""
        if self._game is None:
            raise errors.RunError("no game is shown on this page; give it to Game.run or Game.next_turn")
        for seat, action in self._game._table.plays_from(self._shown):
            body = {"state": self._state, "action": action, "seat": seat}
            moved = self._send(f"/api/tables/{self._table}/act", body, self._tokens[seat])
            self._state = moved["state"]
            self._shown += 1
            if self._pace:
                time.sleep(self._pace)

    def _send(self, path: str, body: dict[str, Any] | None, token: str | None = None) -> Any:
        from urllib.error import HTTPError, URLError
        from urllib.request import Request, urlopen

        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if self._access is not None:
            headers["Tercet-Access"] = self._access
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.url + path, data, headers), timeout=30) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                told = error.read().decode("utf-8", "replace")
            raise errors.RunError(f"{self.url}{path}: {error.code}: {told}") from error
        except (URLError, OSError, ValueError) as error:
            raise errors.RunError(f"{self.url}{path}: {error}; does `tercet serve` run there?") from error
