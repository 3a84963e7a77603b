"""Harmonictook's bots by its names. They play in the engine; a class derived from one overrides what it likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tercet.machi.players import Bot

if TYPE_CHECKING:
    from tercet.machi.cards import Store

__all__ = [
    "CoverageBot",
    "EVBot",
    "FromageBot",
    "ImpatientBot",
    "KinematicBot",
    "MarathonBot",
    "PassBot",
    "RandomBot",
    "TUVBot",
    "ThoughtfulBot",
]


class RandomBot(Bot):
    """Buys whatever it can pay for."""

    advisor = "random"


class PassBot(Bot):
    """Buys nothing: somebody to lose to nobody."""

    def chooseAction(self, availableCards: Store) -> str:
        """Always `pass`."""
        return "pass"


class ThoughtfulBot(Bot):
    """Goes down a list of what to buy."""

    advisor = "thoughtful"


class EVBot(Bot):
    """Buys what brings the most coins a round."""

    advisor = "ev"


class CoverageBot(Bot):
    """Buys what fires on rolls on which nothing of its own fired."""

    advisor = "coverage"


class ImpatientBot(Bot):
    """Buys what brings the end nearer."""

    advisor = "impatient"


class MarathonBot(Bot):
    """Buys what makes it likeliest to be done just before the quickest of all."""

    advisor = "marathon"


class FromageBot(Bot):
    """Goes down a list with a cap for each card, ranches and cheese among the first."""

    advisor = "fromage"


class KinematicBot(Bot):
    """As MarathonBot, but takes the others' income to grow."""

    advisor = "kinematic"


class TUVBot(Bot):
    """Keeps its turns until victory as few as can be."""

    advisor = "tuv"
