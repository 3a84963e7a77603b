"""The environment for agents: images and messages, and nothing else that a player needs."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from tercet._tercet import SetTable
from tercet.errors import DealError
from tercet.set.codes import DECK_SIZE, Codes
from tercet.set.config import ZenMode
from tercet.set.encodings import CardCode, codes_of
from tercet.set.pictures import RenderCfg, checked_mode, painter

if TYPE_CHECKING:
    from PIL.Image import Image

_DEALERS = ("stream", "cpython")


class EnvReturn(NamedTuple):
    """What an action comes to: a message, and the image of the board after it."""

    message: str | None
    image: Image | None


class Status(NamedTuple):
    """How a game stands."""

    done: bool
    """Is the deck empty and no Set left?"""
    sets_found: int
    target_met: bool
    """Are there as many Sets as the goal asks for?"""
    time_up: bool
    """Is the time limit passed?"""


class SetEnv:
    """A game of SET that is seen as images and played by positions.

    Args:
        seed: A whole number; without one it is drawn. `cpython` takes any, `stream` 64 bits.
        require_initial_set: Does the first board hold a Set?
        deal: `stream`, or `cpython`: the boards that Python's `random.Random(seed)` shuffles in the original environment.
        mode: `RGBA`, whose images share their pixels with the engine, or `RGB`.
        render: How boards are drawn.
        zen: Goals, which `status` reports.
        encoding: What `board` and `discard` count in: `id`, or `original`, the codes of the original environment.

    >>> env = SetEnv(seed=42)
    >>> env.select((0, 0, 1)).message
    'Error: provide three distinct indices.'
    """

    def __init__(
        self,
        seed: SupportsIndex | None = None,
        require_initial_set: bool = True,
        *,
        deal: str = "stream",
        mode: str = "RGBA",
        render: RenderCfg | None = None,
        zen: ZenMode | None = None,
        encoding: str = "id",
    ) -> None:
        if deal not in _DEALERS:
            raise DealError(f"deal: `{deal}` is none; there are {' and '.join(_DEALERS)}")
        self._mode = checked_mode(mode)
        self._render = render or RenderCfg()
        if zen is not None and not isinstance(zen, ZenMode):
            raise TypeError(f"zen: {zen!r} is no ZenMode; ZenMode(3) wants three Sets")
        self._zen = zen or ZenMode()
        codes_of(encoding)
        self._encoding = encoding
        self._core = SetTable(deal, _seed(seed), bool(require_initial_set))

    def reset(self, seed: SupportsIndex | None = None) -> Image:
        """A new game: the first of a seed, or without one the next of the present seed. The image of its board."""
        self._core.reset(None if seed is None else _seed(seed))
        return self.get_board_image()

    def get_board_image(self) -> Image:
        """The image of the board, with the numbers of positions from one."""
        return painter(self._render).image(self._core.board, self._mode)

    def select(self, indices: Iterable[SupportsIndex]) -> EnvReturn:
        """Claims the cards in three positions, which count from zero."""
        positions = [_position(each) for each in indices]
        if any(abs(each) >= 2**63 for each in positions):
            # As far outside as these, and as different.
            positions = [-1, -2, -3] if len(set(positions)) == len(positions) == 3 else []
        return EnvReturn(self._core.select(positions), self.get_board_image())

    def deal_three(self) -> EnvReturn:
        """Adds three cards to the board."""
        return EnvReturn(self._core.deal_three(), self.get_board_image())

    def status(self, elapsed_s: float = 0.0) -> Status:
        """How the game stands; no clock is read, so say how long it took."""
        if not 0 <= elapsed_s < float("inf"):
            raise ValueError(f"elapsed_s: {elapsed_s} is no time")
        limit = self._zen.time_limit_s
        limit_ms = None if limit is None else _milliseconds(limit)
        # Nobody finds more Sets than there are cards.
        target = min(self._zen.target_min_sets, DECK_SIZE)
        return Status(*self._core.status(target, limit_ms, _milliseconds(elapsed_s)))

    @property
    def board(self) -> list[CardCode]:
        """The codes of the cards on the board: for tests and tools."""
        by_id = codes_of(self._encoding)
        return [by_id[id] for id in self._core.board]

    @property
    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return self._core.deck_size

    @property
    def discard(self) -> list[Codes]:
        """The Sets that were taken, in order."""
        by_id = codes_of(self._encoding)
        return [(by_id[a], by_id[b], by_id[c]) for a, b, c in self._core.discard]

    @property
    def seed(self) -> int:
        """The seed."""
        return int(self._core.seed)

    def __copy__(self) -> SetEnv:
        twin = object.__new__(SetEnv)
        twin.__dict__.update(self.__dict__)
        twin._core = copy(self._core)
        return twin


def _milliseconds(seconds: float) -> int:
    return min(round(min(seconds, 1e15) * 1000), 2**63)


def _seed(seed: Any) -> str:
    if seed is None:
        return str(secrets.randbits(63))
    try:
        return str(operator.index(seed))
    except TypeError:
        raise TypeError(f"seed: {seed!r} is no whole number") from None


def _position(index: Any) -> int:
    try:
        return operator.index(index)
    except TypeError:
        raise TypeError(f"indices: {index!r} is no position; it takes three whole numbers") from None
