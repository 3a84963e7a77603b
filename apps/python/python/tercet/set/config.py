"""How boards are dealt: the policy, the seed and the goals of the engine types, and their JSON shape. All values are frozen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, NewType, TypedDict
from uuid import UUID

from tercet._tercet import set_default_policy, set_read_config
from tercet.set.cards import Word, json_text

Seed = NewType("Seed", int)


class ConfigJSON(TypedDict):
    """A config: its seed and the three fields of its policy; all others come back as usual."""

    seed: int
    ensure_at_least_one_set: bool
    board_capacity: int
    max_resample_attempts: int


class OnExhausted(Word):
    """What happens when all redeals held no Set."""

    FORCE = "force"
    ERROR = "error"


class Guarantee(Word):
    """Which deals must hold a Set."""

    NONE = "none"
    INITIAL = "initial"
    INITIAL_AND_REFILL = "initial_and_refill"


(_ENSURE, _CAPACITY, _RESAMPLES), (_EXHAUSTED, _GUARANTEE) = set_default_policy()
USUAL_EXHAUSTED, USUAL_GUARANTEE = OnExhausted(_EXHAUSTED), Guarantee(_GUARANTEE)


class DealPolicy(NamedTuple):
    """How boards are dealt.

    >>> ensure, capacity, attempts = DealPolicy()
    >>> ensure, capacity, attempts
    (True, 12, 5)
    """

    ensure_at_least_one_set: bool = _ENSURE
    board_capacity: int = _CAPACITY
    max_resample_attempts: int = _RESAMPLES


@dataclass(frozen=True, slots=True)
class RngSpec:
    """A seed, and where it comes from. It unpacks as a tuple does.

    >>> seed, source = RngSpec(Seed(7))
    >>> seed, source
    (7, None)
    """

    seed: Seed
    source: UUID | None = None

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise TypeError(f"seed: {self.seed!r} is no whole number")
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: {self.seed} is not from 0 to {2**64 - 1}")
        if self.source is not None and not isinstance(self.source, UUID):
            raise TypeError(f"source: {self.source!r} is no UUID")

    def __iter__(self) -> Iterator[Seed | UUID | None]:
        yield self.seed
        yield self.source

    def __hash__(self) -> int:
        """The same in every process, as that of `None` is not."""
        return hash((self.seed, -1 if self.source is None else self.source.int))


@dataclass(frozen=True, slots=True)
class ZenMode:
    """Goals: of an episode, which `SetEnv.status` reports, and of a deal, which holds at least `target_min_sets` Sets."""

    target_min_sets: int = 0
    time_limit_s: float | None = None

    def __post_init__(self) -> None:
        if self.target_min_sets < 0:
            raise ValueError(f"target_min_sets: {self.target_min_sets} is below 0")
        if self.time_limit_s is not None and not 0 <= self.time_limit_s < float("inf"):
            raise ValueError(f"time_limit_s: {self.time_limit_s} is no time")

    def __hash__(self) -> int:
        return hash((self.target_min_sets, -1 if self.time_limit_s is None else self.time_limit_s))


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """A seed, a policy, and goals."""

    rng: RngSpec
    deal_policy: DealPolicy = DealPolicy()
    zen: ZenMode | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.rng, RngSpec):
            raise TypeError(f"rng: {self.rng!r} is no RngSpec; RngSpec(7) has seed 7")
        if not isinstance(self.deal_policy, DealPolicy):
            raise TypeError(f"deal_policy: {self.deal_policy!r} is no DealPolicy")
        if self.zen is not None and not isinstance(self.zen, ZenMode):
            raise TypeError(f"zen: {self.zen!r} is no ZenMode; ZenMode(3) wants three Sets")

    def __hash__(self) -> int:
        return hash((self.rng, self.deal_policy, -1 if self.zen is None else self.zen))

    @classmethod
    def from_json(cls, data: ConfigJSON) -> EngineConfig:
        """The config that a JSON object means; what it does not name is as usual."""
        seed, ensure, capacity, resamples = set_read_config(json_text(data))
        return cls(RngSpec(Seed(seed)), DealPolicy(ensure, capacity, resamples))

    def to_json(self) -> ConfigJSON:
        """The config as a JSON object of four fields."""
        return {
            "seed": self.rng.seed,
            "ensure_at_least_one_set": self.deal_policy.ensure_at_least_one_set,
            "board_capacity": self.deal_policy.board_capacity,
            "max_resample_attempts": self.deal_policy.max_resample_attempts,
        }
