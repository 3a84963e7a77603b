"""Opponents of your own in Machi Koro's environments: a policy plays the seats that you do not.

A policy is any callable from observations `(n, *obs_shape)` and masks `(n, num_actions)` to `n` actions: it is asked once for all
environments that wait for it. Yesterday's net, a table, a scripted bot:

>>> import numpy as np
>>> import tercet
>>> def last(obs, masks):
...     return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
>>> batch = tercet.vector.make("machi", 8, seed=1, opponents=last, config={"players": 2})
>>> obs, masks = batch.reset()
>>> obs, rewards, terminals, truncations, masks = batch.step(batch.sample_legal())
>>> rewards.shape
(8,)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tercet import _native
from tercet.errors import ConfigError, RefusedError

if TYPE_CHECKING:
    from tercet.entrants import View

__all__ = ["Policy", "PolicySeat", "PolicyTable", "player", "policies_of"]

Policy = Callable[[npt.NDArray[Any], npt.NDArray[np.int8]], Any]
"""From observations and masks, rows of each, to an action a row."""


def policies_of(opponents: object) -> list[Policy] | None:
    """The policies among opponents; `None` where they are bots by name."""
    if callable(opponents):
        return [opponents]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return None
    named = [one for one in opponents if isinstance(one, str)]
    if len(named) == len(opponents):
        return None
    if named or not all(callable(one) for one in opponents):
        raise ConfigError("opponents: either all are names of bots or all are callables")
    return list(opponents)


def player(policy: Policy) -> Callable[[View], str]:
    """A policy as a bot for `tercet.arena`, so that a net enters a tournament in three lines:

    >>> from tercet import arena, opponents
    >>> likeliest = opponents.player(lambda obs, masks: masks.argmax(axis=1))
    >>> len(arena.tournament("machi", {"mine": likeliest, "random": "random"}, seed=1)["player"])
    2
    """
    from tercet.search import observe

    def learned(view: View) -> str:
        obs, masks = observe([view.position])
        action = _asked(policy, view.seat, obs, masks)[0]
        text = view.position.action_text(int(action), view.seat)
        assert text is not None, "the mask has actions only"
        return text

    return learned


class PolicyTable:
    """A batch in which policies play all seats but one. It stands where the engine's own batch would."""

    num_agents = 1

    def __init__(self, plan: dict[str, Any], policies: Sequence[Policy], dtype: str | None = None) -> None:
        options = dict(plan["options"])
        seat = options.pop("seat", "0")
        options.pop("opponents", None)
        limit = plan["max_episode_steps"]
        own = {"options": list(options.items()), "autoreset": "disabled", "max_episode_steps": 0}
        self._core = _native.of(plan["game"]).Batch({**plan, **own})
        if self._core.num_agents == 1:
            raise ConfigError(f"opponents: {plan['game']} is played alone")
        self.autoreset: str = plan["autoreset"]
        self.max_episode_steps: int = limit or 0
        self._players = self._core.num_agents
        self._policies = list(policies) * (self._players - 1) if len(policies) == 1 else list(policies)
        if len(self._policies) != self._players - 1:
            wanted = f"{self._players} players need {self._players - 1} opponents"
            raise ConfigError(f"opponents: {wanted}, not {len(policies)}; or one for all")
        if seat != "any" and not (seat.isdigit() and int(seat) < self._players):
            raise ConfigError(f"seat: `{seat}` is no seat; it takes 0 to {self._players - 1} or any")
        self._fixed = None if seat == "any" else int(seat)
        count = self._core.num_envs
        self._dtype = np.dtype(dtype or self._core.obs_dtypes[0])
        self._episodes = np.zeros(count, np.int64)
        self._seats = np.zeros(count, np.int64)
        self._is_over = np.zeros(count, np.bool_)
        self._returns, self._lengths = np.zeros(count), np.zeros(count, np.int64)

    def __getattr__(self, name: str) -> Any:
        """What is not about opponents is the engine's."""
        if name == "_core":
            raise AttributeError(name)
        return getattr(self._core, name)

    def reset_into(
        self, seeds: Sequence[int | None], reset_mask: Sequence[bool] | None = None, obs: Any = None, masks: Any = None
    ) -> None:
        """Begins episodes; opponents who sit before the learner have moved already."""
        count = self._core.num_envs
        chosen = np.ones(count, np.bool_) if reset_mask is None else np.asarray(reset_mask, np.bool_)
        self._core.reset_into(list(seeds), None if reset_mask is None else list(reset_mask))
        seeded = np.asarray([seed is not None for seed in seeds])
        self._episodes[chosen] = np.where(seeded, 0, self._episodes + 1)[chosen]
        turning = (self._episodes + np.arange(count)) % self._players
        self._seats[chosen] = (turning if self._fixed is None else np.full(count, self._fixed))[chosen]
        self._is_over[chosen], self._returns[chosen], self._lengths[chosen] = False, 0, 0
        self._answer(np.zeros((count, self._players)), np.zeros(count, np.bool_), np.zeros(count, np.bool_))
        self._core.look_into(obs, masks)

    def step_part(
        self,
        actions: Any,
        obs: Any = None,
        rewards: Any = None,
        terminals: Any = None,
        truncations: Any = None,
        masks: Any = None,
    ) -> None:
        """A step of the learner in each environment, then the opponents' until it is the learner's turn again."""
        count = self._core.num_envs
        over = self._is_over.copy()
        if over.any() and self.autoreset != "next_step":
            from tercet.errors import ResetNeededError

            raise ResetNeededError(f"environment {int(over.argmax())}: the episode is over; reset it")
        gained = np.zeros((count, self._players))
        ended, cut = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        actions = np.asarray(actions)
        if over.any():
            self.reset_into([None] * count, over.tolist())
        self._core.step_some(actions, (~over).tolist(), None, gained, ended, cut)
        self._answer(gained, ended, cut)
        own = np.where(over, 0.0, gained[np.arange(count), self._seats])
        self._returns += own
        self._lengths += ~over
        if self.max_episode_steps:
            cut |= ~ended & ~over & (self._lengths >= self.max_episode_steps)
        self._is_over = ended | cut
        for array, written in ((rewards, own), (terminals, ended), (truncations, cut)):
            if array is not None:
                array[...] = written
        self._core.look_into(obs, masks)

    def step_into(self, actions: Any, obs: Any = None, *arrays: Any) -> None:
        """`step_part`, and with `same_step` new episodes after it."""
        self.step_part(actions, obs, *arrays)
        if self.autoreset == "same_step":
            self.renew_into(obs, arrays[3] if len(arrays) > 3 else None)

    def renew_into(self, obs: Any = None, masks: Any = None) -> None:
        """New episodes where one is over."""
        if self._is_over.any():
            self.reset_into([None] * self._core.num_envs, self._is_over.tolist(), obs, masks)

    def earned(self) -> tuple[list[float], list[int]]:
        """What the learner was rewarded with in each episode, and its steps."""
        return self._returns.tolist(), self._lengths.tolist()

    def facts(self) -> dict[str, Any]:
        """What is known of each environment."""
        return {**self._core.facts(), "seat": self._seats.copy()}

    def rollout(self, steps: int, policy: str) -> tuple[int, int, float, int]:
        """Not here: opponents have to be asked."""
        raise ConfigError("rollout: environments with policies as opponents are stepped one by one")

    def _answer(self, gained: Any, ended: Any, cut: Any) -> None:
        """Asks the opponents until it is the learner's turn everywhere."""
        count = self._core.num_envs
        obs = np.empty((count, *self._core.obs_shape), self._dtype)
        masks = np.empty((count, self._core.num_actions), np.int8)
        while True:
            players = np.asarray(self._core.players(), np.int64)
            waiting = (players >= 0) & (players != self._seats) & ~ended & ~cut & ~self._is_over
            if not waiting.any():
                return
            self._core.look_into(obs, masks)
            actions = np.zeros(count, np.int64)
            chairs = players - (players > self._seats)
            for chair, policy in enumerate(self._policies):
                rows = np.flatnonzero(waiting & (chairs == chair))
                if len(rows):
                    actions[rows] = _asked(policy, chair, obs[rows], masks[rows])
            more = np.zeros_like(gained)
            self._core.step_some(actions, waiting.tolist(), None, more, ended, cut)
            gained += more


class PolicySeat:
    """One environment of a `PolicyTable`. It stands where the engine's own single environment would."""

    def __init__(self, plan: dict[str, Any], policies: Sequence[Policy], dtype: str) -> None:
        self._table = PolicyTable(plan, policies, dtype)
        self._obs = np.empty((1, *self._table.obs_shape), np.dtype(dtype))
        self._masks = np.empty((1, self._table.num_actions), np.int8)
        self.num_actions: int = self._table.num_actions
        self.obs_shape: list[int] = self._table.obs_shape

    @property
    def is_born(self) -> bool:
        """Whether it was ever reset."""
        return bool(self._table.is_born(0))

    @property
    def digest(self) -> int:
        """The digest of the position."""
        return int(self._table.digests()[0])

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """A new episode: observation and info."""
        self._table.reset_into([seed], None, self._obs, self._masks)
        return self._obs[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A step: observation, reward, terminated, truncated, info."""
        rewards, terminals, truncations = np.empty(1), np.empty(1, np.bool_), np.empty(1, np.bool_)
        actions = np.asarray([operator.index(action)])
        self._table.step_part(actions, self._obs, rewards, terminals, truncations, self._masks)
        info = self._info()
        if terminals[0] or truncations[0]:
            returns, lengths = self._table.earned()
            info["episode"] = {"r": returns[0], "l": lengths[0]}
            info["winners"] = list(self._table.winners(0))
        return self._obs[0].copy(), float(rewards[0]), bool(terminals[0]), bool(truncations[0]), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask, true and false."""
        return np.asarray(self._masks[0] != 0, np.bool_)

    def sample_legal(self) -> int:
        """An action of the mask, drawn from the environment's seed."""
        action = np.empty(1, np.int64)
        self._table.sample_into(action)
        return int(action[0])

    def snapshot(self) -> Any:
        """Not here: a policy may remember things."""
        raise ConfigError("clone_state: an environment with policies as opponents can't be copied")

    restore = snapshot

    def __getattr__(self, name: str) -> Any:
        """Texts, records and pictures are the table's, of its only environment."""
        if name not in ("action_text", "action_number", "record", "svg", "rgb", "ansi"):
            raise AttributeError(name)
        asked = getattr(self._table, name)
        return lambda *arguments: asked(0, *arguments)

    def _info(self) -> dict[str, Any]:
        facts = {name: int(values[0]) for name, values in self._table.facts().items()}
        return {"action_mask": self._masks[0].copy(), "illegal_actions": int(self._table.illegal()[0]), **facts}


def _asked(policy: Policy, chair: int, obs: Any, masks: Any) -> Any:
    answer = np.asarray(policy(obs, masks))
    if answer.shape != (len(obs),) or answer.dtype.kind not in "iu":
        raise RefusedError(f"opponent {chair} answered {answer.dtype} {answer.shape}; it takes {len(obs)} whole numbers")
    legal = (answer >= 0) & (answer < masks.shape[1])
    legal &= masks[np.arange(len(obs)), np.where(legal, answer, 0)] != 0
    if not legal.all():
        row = int((~legal).argmax())
        raise RefusedError(f"opponent {chair} answered {answer[row]}, which its mask does not have")
    return answer
