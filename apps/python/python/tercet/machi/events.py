"""What happened, and how a turn left everybody."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Event", "GameState", "PlayerSnapshot"]


@dataclass
class Event:
    """One thing that happened, in harmonictook's types and fields. The types stand in `docs/machi-events.md`, with the
    names that the log has for them.

    >>> Event(type="buy", player="Jurph", card="Forest", value=3)
    Event(type='buy', player='Jurph', card='Forest', target='', value=3, is_doubles=False)
    """

    type: str
    player: str = ""
    """Whose event it is: who rolls, is paid, takes or builds."""
    card: str = ""
    """The card or landmark; in an exchange the one that was given."""
    target: str = ""
    """The other player: who paid, or with whom cards were exchanged."""
    value: int = 0
    """Coins; of dice and of cards that fire their total, of copies that close or open how many, of a turn its number."""
    is_doubles: bool = False
    card_type: int = field(default=0, repr=False)
    """Harmonictook's number of a category, for events that you make; the engine leaves it 0."""
    message: str = field(default="", repr=False)
    """The card that was taken in an exchange, or shown by an Exhibit Hall."""
    remaining_bank: int = field(default=0, repr=False, compare=False)
    """What the buyer has left; it does not count when events are compared."""
    copies: int = field(default=0, repr=False, compare=False, kw_only=True)
    """How many copies fire: harmonictook has an event for each."""
    kind: str = field(default="", repr=False, compare=False, kw_only=True)
    """What the log calls it; empty for an event that you made."""
    text: str = field(default="", repr=False, compare=False, kw_only=True)
    """The engine's own text of it; empty for an event that you made."""
    words: str = field(default="", repr=False, compare=False, kw_only=True)
    """It in words."""

    @property
    def other_card(self) -> str:
        """The same as `message`."""
        return self.message

    def __str__(self) -> str:
        if self.words:
            return self.words
        parts = [self.player, self.type, self.card, str(self.value) if self.value else ""]
        words = " ".join(part for part in parts if part)
        return f"{words} ({self.target})" if self.target else words


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
