"""What happened, and how a turn left everybody."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Event", "GameState", "PlayerSnapshot"]


@dataclass
class Event:
    """One thing that happened. The types and what they mean stand in `docs/machi-events.md`; building is `buy` here.

    >>> Event(type="buy", player="Jurph", card="Forest", value=3)
    Event(type='buy', player='Jurph', card='Forest', target='', value=3, is_doubles=False)
    """

    type: str
    player: str = ""
    """Whose event it is."""
    card: str = ""
    """The card or landmark; in an exchange the one that was given."""
    target: str = ""
    """The other player: who paid, or with whom cards were exchanged."""
    value: int = 0
    """Coins; of dice their total, of cards that fire or close how many, of a turn its number."""
    is_doubles: bool = False
    other_card: str = field(default="", repr=False)
    """The card that was taken in an exchange, or shown by an Exhibit Hall."""
    text: str = field(default="", repr=False, compare=False)
    """The engine's own text of it; empty for an event that you made."""
    words: str = field(default="", repr=False, compare=False)
    """It in words."""

    def __str__(self) -> str:
        if self.words:
            return self.words
        parts = [self.player, self.type, self.card, str(self.value) if self.value else ""]
        told = " ".join(part for part in parts if part)
        return f"{told} ({self.target})" if self.target else told


@dataclass
class PlayerSnapshot:
    """What a player had when a turn was over."""

    name: str
    bank: int
    landmarks: int
    cards: int


@dataclass
class GameState:
    """A turn that is over."""

    turn_number: int
    """Counted from 0."""
    active_player: str
    roll: int | None
    """The last total, with what was added to it."""
    players: list[PlayerSnapshot]
    events: list[Event]
