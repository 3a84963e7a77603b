"""Boards dealt by a policy, with a generator of your own."""

from __future__ import annotations

import random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from tercet._tercet import set_deal, set_refill
from tercet.set.cards import Board, Card, Deck
from tercet.set.config import (
    USUAL_EXHAUSTED,
    USUAL_GUARANTEE,
    DealPolicy,
    EngineConfig,
    Guarantee,
    OnExhausted,
)


@runtime_checkable
class RandomLike(Protocol):
    """What dealing needs of a generator; `random.Random` fits as it is."""

    def shuffle(self, x: list[Any], /) -> None:
        """Puts a list into another order, in place."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from a to b, both included."""
        ...


class NumpyRandom:
    """A `numpy.random.Generator` as a `RandomLike`.

    >>> import numpy as np
    >>> NumpyRandom(np.random.default_rng(1)).randint(3, 3)
    3
    """

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def shuffle(self, x: list[Any], /) -> None:
        """Puts a list into another order, in place."""
        self.generator.shuffle(x)

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from a to b, both included."""
        return int(self.generator.integers(a, b, endpoint=True))


class Refilled(NamedTuple):
    """What a refill comes to. `waived`: no choice of the deck's cards gives the Set that the policy promises."""

    board: Board
    deck: Deck
    waived: bool


def deal(
    config: EngineConfig,
    rng: RandomLike | None = None,
    *,
    on_exhausted: OnExhausted = USUAL_EXHAUSTED,
    guarantee: Guarantee = USUAL_GUARANTEE,
) -> tuple[Board, Deck]:
    """Deals a first board as the config says; without a generator, `random.Random` of the config's seed.

    A board that holds no Set where one is promised, or fewer than `config.zen.target_min_sets`, is dealt again up to
    `max_resample_attempts` times. After that `InvariantViolation` is raised; `OnExhausted.FORCE` makes one Set in place of none.

    >>> from tercet.set import RngSpec, ZenMode, all_sets
    >>> board, deck = deal(EngineConfig(RngSpec(42)))
    >>> board.occupied(), len(deck)
    (12, 69)
    >>> board, deck = deal(EngineConfig(RngSpec(42), zen=ZenMode(target_min_sets=4)))
    >>> len(all_sets(board.present)) >= 4
    True
    """
    _check("config", config, EngineConfig)
    # There are 1080 Sets, so a larger number is refused all the same.
    target = 0 if config.zen is None else min(config.zen.target_min_sets, 2**32 - 1)
    shuffle = _shuffle(rng or random.Random(config.rng.seed))
    plan, options = _plan(config.deal_policy), _options(on_exhausted, guarantee)
    cells, deck, _ = set_deal(plan, options, target, shuffle)
    return _board(cells), _deck(deck)


def refill(
    board: Board,
    deck: Deck,
    policy: DealPolicy,
    rng: RandomLike,
    *,
    on_exhausted: OnExhausted = USUAL_EXHAUSTED,
    guarantee: Guarantee = USUAL_GUARANTEE,
) -> Refilled:
    """Fills a board's empty cells from the top of the deck, up to the policy's capacity.

    A refill that holds no Set where one is promised goes back, what is left of the deck is shuffled, and cards are drawn again.
    """
    _check("board", board, Board)
    _check("deck", deck, Deck)
    ids = [card.id for card in deck]
    plan, options = _plan(policy), _options(on_exhausted, guarantee)
    found, rest, waived = set_refill(plan, options, board._ids(), ids, _shuffle(rng))
    return Refilled(_board(found), _deck(rest), waived)


def _check(name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{name}: {value!r} is no {kind.__name__}")


def _shuffle(rng: Any) -> Any:
    try:
        return rng.shuffle
    except AttributeError:
        raise TypeError(f"rng: {rng!r} can't shuffle") from None


def _plan(policy: DealPolicy) -> tuple[bool, int, int]:
    _check("policy", policy, DealPolicy)
    ensure, capacity, resamples = policy
    return bool(ensure), capacity, resamples


def _options(on_exhausted: OnExhausted, guarantee: Guarantee) -> tuple[str, str]:
    return OnExhausted(on_exhausted).value, Guarantee(guarantee).value


def _board(cells: list[int | None]) -> Board:
    return Board(tuple(None if id is None else Card.from_id(id) for id in cells))


def _deck(ids: list[int]) -> Deck:
    return Deck(tuple(Card.from_id(id) for id in ids))
