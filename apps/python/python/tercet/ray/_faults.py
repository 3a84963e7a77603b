"""Bots that lost games by their own fault: reported once each, with a count."""

from __future__ import annotations

import logging
from collections.abc import Mapping

_log = logging.getLogger("tercet.ray")

Faults = Mapping[str, tuple[str, int]]
"""Of each bot, why it failed the first time, and how many games it lost so."""


class FaultReports:
    """Faults of a whole job."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.reasons: dict[str, str] = {}

    def take(self, faults: Faults) -> None:
        """What a chunk brought. A bot's first fault is reported at once, with its traceback."""
        for name, (why, games) in faults.items():
            if name not in self.counts:
                self.reasons[name] = why
                _log.warning("`%s` lost a game by its own fault; the rest goes on. The first time:\n%s", name, why.rstrip())
            self.counts[name] = self.counts.get(name, 0) + games

    def close(self) -> None:
        """How often it was in the end."""
        for name, games in self.counts.items():
            if games > 1:
                _log.warning("`%s` lost %d games by its own fault", name, games)
