"""A game on the page, where humans click."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from tercet import errors
from tercet.machi.display import Display
from tercet.machi.human import Human
from tercet.machi.players import Player

if TYPE_CHECKING:
    from tercet.machi.events import Event
    from tercet.machi.game import Game

__all__ = ["PageDisplay"]


class PageDisplay(Display):
    """Plays the game along on the page: `tercet serve` must run.

    It makes a table there by the same rules and from the same deal, and does at it what is done here, so whoever opens
    `link` sees the game as it goes on; when it is over the server's archive has it. A `Human` is asked there: whoever opens
    the link that `seat_link` gives clicks what the page offers, and that is the player's answer. Nothing is taken back: what
    the page takes back after this game has heard of it is done again.

    Args:
        url: The server.
        access: The server's own token, where it was started with one.
        pace: How many seconds to wait after each action of a bot, for people who look on.
        clicks: Do humans answer on the page? If not, they are asked at the terminal. One with `read` of its own, or with
            decisions that a class of yours overrides, is never asked on the page.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        access: str | None = None,
        pace: float = 0.0,
        clicks: bool = True,
    ) -> None:
        self.url = url.rstrip("/")
        self.link: str | None = None
        """Where the table is to be seen, once there is one."""
        self._access, self._pace, self._has_clicks = access, pace, clicks
        self._tokens: dict[int, str] = {}
        self._game: Game | None = None
        self._shown, self._state = 0, 0
        self._clicked: list[str] = []

    def begin(self, game: Game) -> None:
        if not game._table.is_recorded:
            raise errors.RunError("the page shows games from their deal on; this one has a position or dice from outside")
        options = dict(game._table.config)
        del options["players"]
        seats = [{"kind": "me", "name": player.name[:40]} for player in game.players]
        made = self._send("/api/tables", {"game": "machi", "options": options, "seats": seats, "seed": game.seed})
        self._tokens = {seat["seat"]: seat["token"] for seat in made["tokens"]}
        self._table, self.link = made["table"], f"{self.url}/t/{made['table']}"
        self._game, self._shown, self._clicked = game, 0, []
        self._state = self._send(f"/api/tables/{self._table}", None)["state"]
        self._follow()
        for player in game.players:
            if self._is_asked_here(player):
                print(f"{player.name} plays at {self.seat_link(player)}")

    def seat_link(self, player: Player) -> str:
        """The link of a player's seat: whoever opens it sits there. It gives the seat away, so show it to nobody else."""
        if self._game is None or player not in self._game.players:
            raise errors.RunError(f"{player.name} sits at no table of this page")
        return f"{self.link}#{self._tokens[player.index]}"

    def show_events(self, events: list[Event]) -> None:
        self._follow()

    def show_state(self, game: Game) -> None:
        self._follow()

    def decide(self, game: Game, player: Player, legal: list[str]) -> str | None:
        """What is clicked on the page, for a human; waits until it is."""
        if not self._is_asked_here(player):
            return None
        self._follow()
        while not self._clicked:
            self._hear(player.index)
        self._shown += 1
        return self._clicked.pop(0)

    def _is_asked_here(self, player: Player) -> bool:
        return self._has_clicks and isinstance(player, Human) and player._is_at_the_terminal()

    def _hear(self, seat: int) -> None:
        """Waits for what happens next at the table, up to the server's patience."""
        path = f"/api/tables/{self._table}?wait={self._state}&since={self._state}"
        answer = self._send(path, None, self._tokens[seat])
        for line in answer["log"]:
            if line["number"] <= self._state:
                continue
            self._state = line["number"]
            action = line["input"].split(" ", 2)[2]
            if action != "undo":
                self._clicked.append(action)
            elif self._clicked:
                self._clicked.pop()
            else:
                self._shown -= 1
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
                why = error.read().decode("utf-8", "replace")
            raise errors.RunError(f"{self.url}{path}: {error.code}: {why}") from error
        except (URLError, OSError, ValueError) as error:
            raise errors.RunError(f"{self.url}{path}: {error}; does `tercet serve` run there?") from error
