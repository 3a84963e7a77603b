"""A game in a file: what it was dealt from, what was played, the players, and the events so far.

The file is JSON and is read as data: no code of it runs. The engine plays the actions again, so a file that was changed, or is
of other rules, is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from dataclasses import asdict, fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercet import errors
from tercet._tercet import MachiTable
from tercet.machi.events import Event, GameState, PlayerSnapshot
from tercet.machi.human import Human
from tercet.machi.players import Player

if TYPE_CHECKING:
    from tercet.machi.game import Game

FORMAT = "tercet machi game"
VERSION = 1

_DEFAULTS = {one.name: one.default for one in fields(Event)}


def save(game: Game, path: str | PathLike[str]) -> None:
    """Writes a game; the file is whole or not there."""
    reduced: Any = game._table.__reduce__()
    body = {
        "format": FORMAT,
        "version": VERSION,
        "table": reduced[1],
        "position": game.position(),
        "turns": game._turns,
        "last_roll": game._last_roll,
        "keep_turns": game._keep_turns,
        "has_begun": game._has_begun,
        "total": game._total,
        "seeds": game._seeds,
        "swap": game._swap,
        "quiet": game._quiet,
        "events": _event_rows(game._events),
        "waiting": _event_rows(game._waiting),
        "history": [{**asdict(turn), "events": _event_rows(turn.events)} for turn in game.history],
        "players": [_player(player) for player in game.players],
    }
    text = json.dumps({**body, "check": _check(body)}, ensure_ascii=False)
    # The file behind a link is written, not the link; a device or a pipe is left as it is.
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        raise errors.RecordError(f"{path}: not a file; a game is saved into one")
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def load(kind: type[Game], path: str | PathLike[str]) -> Game:
    """The game of a file, as it was."""
    body = _read(Path(path))
    try:
        version, config, *kept = body["table"]
        table = MachiTable._unpickle(version, [(key, value) for key, value in config], *kept)
        game = kind.__new__(kind)
        game._resume(table, [_seated(seat) for seat in body["players"]], body["seeds"], body["keep_turns"])
        _fill(game, body)
    except (KeyError, TypeError, ValueError, AttributeError, errors.RefusedError) as error:
        raise errors.RecordError(f"{path}: not a game that this release can go on with: {error}") from error
    if game.position() != body["position"]:
        raise errors.RecordError(f"{path}: its actions come to another position than it has; it is of other rules")
    return game


def _read(path: Path) -> dict[str, Any]:
    """What a file says, if nobody changed it."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise errors.RecordError(f"{path}: no saved game: {error}") from error
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise errors.RecordError(f"{path}: no saved game of Machi Koro; Game.save writes one")
    if body.get("version") != VERSION:
        why = f"a saved game of version {body.get('version')}; this release reads version {VERSION}"
        raise errors.RecordError(f"{path}: {why}")
    if body.pop("check", None) != _check(body):
        raise errors.RecordError(f"{path}: the file is damaged: its checksum is another")
    return body


def _fill(game: Game, body: dict[str, Any]) -> None:
    """What a game has beside its table and its players."""
    game._turns, game._last_roll = body["turns"], body["last_roll"]
    game._has_begun, game._total = body["has_begun"], body["total"]
    game._quiet = [(start, end, seats) for start, end, seats in body["quiet"]]
    game._swap = body["swap"] and (game.card(body["swap"][0]), game.card(body["swap"][1]))
    game._events, game._waiting = _events(body["events"]), _events(body["waiting"])
    for turn in body["history"]:
        had = [PlayerSnapshot(**player) for player in turn["players"]]
        game.history.append(GameState(**{**turn, "players": had, "events": _events(turn["events"])}))


def _check(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _event_rows(events: list[Event]) -> list[dict[str, Any]]:
    """Events without the fields that they leave alone."""
    return [{name: value for name, value in asdict(one).items() if value != _DEFAULTS[name]} for one in events]


def _events(rows: list[dict[str, Any]]) -> list[Event]:
    return [Event(**one) for one in rows]


_OURS = ("_game", "_brain", "_guide", "_index", "_seed", "_read", "_write", "_advised", "_asked", "rng")
"""What a player has of its game, and what the file has in another form."""


def _player(player: Player) -> dict[str, Any]:
    """A player: its class by name, what it was asked, and its own attributes, which must be plain data."""
    own = {name: value for name, value in vars(player).items() if name not in _OURS}
    for name, value in own.items():
        if not _is_plain(value):
            why = f"{player.name} keeps `{name}`, a {type(value).__name__} that a file has no exact form for"
            raise errors.RecordError(f"{why}; keep numbers, texts, lists and dictionaries by text, or use pickle")
    state = player.rng.getstate()
    fresh = random.Random(player._seed).getstate()
    return {
        "class": f"{type(player).__module__}.{type(player).__qualname__}",
        "seed": player._seed,
        "attributes": own,
        "asked": player._asked,
        "advised": player._advised,
        "rng": None if state == fresh else state,
    }


def _is_plain(value: object) -> bool:
    try:
        return bool(json.loads(json.dumps(value)) == value)
    except (TypeError, ValueError):
        return False


def _seated(saved: dict[str, Any]) -> Player:
    """A player as it was; it sits down later."""
    known = {f"{each.__module__}.{each.__qualname__}": each for each in _classes(Player)}
    if saved["class"] not in known:
        raise errors.RecordError(f"a {saved['class']} sits there; define or import that class before loading")
    player = known[saved["class"]].__new__(known[saved["class"]])
    Player.__init__(player)
    if isinstance(player, Human):
        player._read = player._write = None
    player.__dict__.update(saved["attributes"])
    player._seed = saved["seed"]
    player.rng = random.Random(saved["seed"])
    if saved["rng"] is not None:
        version, words, gauss = saved["rng"]
        player.rng.setstate((version, tuple(words), gauss))
    player._asked = [(number, list(more), name) for number, more, name in saved["asked"]]
    player._advised = saved["advised"] and (saved["advised"][0], saved["advised"][1])
    return player


def _classes(kind: type[Player]) -> list[type[Player]]:
    """A class and all that are derived from it; of two of one name the later."""
    return [kind, *(each for sub in kind.__subclasses__() for each in _classes(sub))]
