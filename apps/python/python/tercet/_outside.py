"""Programs as bots (`cmd:…`): what is to be told of them when a call is over, and that they are not kept for the next one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any

_log = logging.getLogger("tercet.arena")

Counts = dict[str, dict[str, int]]


def new_faults(before: Counts, after: Counts) -> Counts:
    """Why games were lost between two looks, and how often, by the programs' names."""
    new = {}
    for name, reasons in after.items():
        grown = {why: games - before.get(name, {}).get(why, 0) for why, games in reasons.items()}
        new[name] = {why: games for why, games in grown.items() if games}
    return {name: reasons for name, reasons in new.items() if reasons}


@contextlib.contextmanager
def told(native: Any, bots: Iterable[str]) -> Iterator[None]:
    """Tells by the log `tercet.arena` what programs among these bots did, and ends them: one that is changed is started anew next time."""
    names = {bot for bot in bots if bot.startswith("cmd:")}
    if not names:
        yield
        return
    before = native.outside_bots()
    try:
        yield
    finally:
        native.end_outside_bots()
        for name, reasons in new_faults(before, native.outside_bots()).items():
            for why, games in reasons.items():
                _log.warning("`%s` lost %d %s by its own fault: %s", name, games, "games" if games > 1 else "game", why)
        not_reproducible(_log, native.outside_promises(), names)


def not_reproducible(log: logging.Logger, promises: dict[str, bool], names: Iterable[str]) -> None:
    """Tells which programs promise nothing."""
    for name in sorted(names):
        if promises.get(name) is False:
            log.warning("not reproducible: `%s` does not promise the same answers again", name)
