"""Any game at a table of learners, for PettingZoo: `tercet.pettingzoo.env("machi")`, or a game of your own with `Encode`.

PettingZoo's own wrappers cost more than a turn does; what they check is checked here, so `env` needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

try:
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("tercet.pettingzoo needs PettingZoo: pip install 'tercet[pettingzoo]'", name=error.name) from error

from tercet import _native, _plan
from tercet._notebook import Record
from tercet._rendering import rendered
from tercet._tasks import RENDER_MODES, check_mode, widest
from tercet._tercet import Single

__all__ = ["Table", "env"]


class Table(AECEnv[str, dict[str, Any], Any]):
    """A table of learners. One decision a step: somebody who decides several times in a turn is selected again.

    Args:
        game: One that several play, turn by turn.
        render_mode: `rgb_array`, `svg`, `ansi` or `human`, which prints.
        illegal_reward: Of an action that the mask does not have; nothing else comes of it.
        dtype: `float32`, or the game's own; `None` for the usual one.
        highest: The largest that each entry of an observation can be; of `None`, what its own type can hold.
        config: Options of the game, as `tercet.options(game)` lists them.
    """

    metadata: dict[str, Any] = {
        "render_modes": RENDER_MODES,
        "name": "tercet_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        *,
        illegal_reward: float = -0.1,
        dtype: str | None = None,
        theme: str = "light",
        render_width: int = 0,
        highest: Any = None,
        config: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        plan = _plan.plan(game, config=config, options={"illegal": illegal_reward}, autoreset="disabled")
        native = _native.of(game)
        dtypes: list[str] = [] if dtype and highest is not None else native.Batch(plan).obs_dtypes
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self._core: Single = native.Single(plan, dtype or dtypes[0])
        self.render_mode = render_mode
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self.possible_agents = [f"player_{seat}" for seat in range(self._core.num_agents)]
        self.agents: list[str] = []
        box = self._box(dtypes, highest)
        mask = spaces.Box(0, 1, (self._core.num_actions,), np.int8)
        self._seen = {
            agent: spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self._done = {agent: spaces.Discrete(self._core.num_actions) for agent in self.possible_agents}
        self.observation_spaces = self._seen
        self.state_space = box
        self.action_spaces = self._done
        self._now: tuple[Any, Any] | None = None

    def _box(self, dtypes: list[str], highest: Any) -> spaces.Box:
        dtype: Any = np.dtype(self._core.obs_dtype).type
        if highest is not None:
            return spaces.Box(np.zeros_like(highest), highest, dtype=dtype)
        low, high = widest(dtypes)
        return spaces.Box(low, high, tuple(self._core.obs_shape), dtype)

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: `observation` and `action_mask`."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self._done[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first of a seed, or without one the next."""
        if seed is not None:
            seed = _plan.checked_seed(seed)
        elif not self._core.is_born:
            seed = _plan.drawn_seed()
        self._core.reset(seed)
        self._now = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._core.player or 0]
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """The selected agent's decision; one who is done takes `None`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards, terminated, truncated = self._core.turn(action)
        self._now = None
        self._cumulative_rewards[agent] = 0.0
        for name, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        if terminated or truncated:
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._core.player or 0]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. An agent that is not to decide sees the table from its own seat, and an empty mask."""
        seat = self.possible_agents.index(agent)
        if seat == self._core.player:
            if self._now is None:
                self._now = self._core.observe()
            obs, mask = self._now
            return {"observation": obs.copy(), "action_mask": mask.copy()}
        obs = self._core.observe_from(seat)
        return {"observation": obs, "action_mask": np.zeros(self._core.num_actions, np.int8)}

    def state(self) -> Any:
        """The whole table, as player_0 sees it: all that there is, whoever is to decide."""
        return self._core.observe_from(0)

    def action_mask(self) -> Any:
        """What the selected agent may do."""
        return self.observe(self.agent_selection)["action_mask"]

    def sample_legal(self) -> int:
        """A legal action of the selected agent, each as likely as the others, drawn from the seed."""
        return self._core.sample_legal()

    def action_text(self, action: int) -> str | None:
        """What an action's number means to the selected agent."""
        return self._core.action_text(action)

    def record(self) -> Record:
        """The record of the game so far, as `tercet.replay` takes it."""
        return Record(self._core.record())

    def render(self) -> Any:
        """What the render mode asks for; `human` prints."""
        return rendered(self._core, self.render_mode, self._theme, self._render_width)

    def close(self) -> None:
        """Frees what it holds."""
        self._core.close()

    def __repr__(self) -> str:
        return str(self.metadata["name"])

    __str__ = __repr__


def env(game: str, **options: Any) -> Table:
    """A table of a game; options are those of `Table`.

    >>> table = env("machi", config={"players": 2})
    >>> table.reset(seed=1)
    >>> table.agent_selection
    'player_0'
    """
    return Table(game, **options)
