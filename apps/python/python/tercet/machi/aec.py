"""Machi Koro at a table of learners, for PettingZoo.

PettingZoo's own wrappers cost more than a turn does; what they check is checked here, so `env` needs none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tercet import _plan
from tercet._tasks import RENDER_MODES, check_mode, machi_config, machi_highest
from tercet._tercet import Single

__all__ = ["MachiEnv"]


class MachiEnv(AECEnv[str, dict[str, Any], Any]):
    """A table of 2 to 5 learners. One decision a step: somebody who decides several times in a turn is selected again.

    Args:
        num_players: 2 to 5; five need the expansion `harbor`.
        expansions: `harbor`, `millionaires_row`, `promo`.
        market: Which cards lie open; `None` for what goes with the expansions.
        render_mode: `rgb_array`, `svg`, `ansi` or `human`, which prints.
        illegal_reward: Of an action that the mask does not have; nothing else comes of it.
        dtype: `float32` or `int16`.
        config: Other options, as `tercet.options("machi")` lists them.
    """

    metadata: dict[str, Any] = {
        "render_modes": RENDER_MODES,
        "name": "machi_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        num_players: int = 4,
        expansions: Sequence[str] = (),
        market: str | None = None,
        render_mode: str | None = None,
        *,
        illegal_reward: float = -0.1,
        dtype: str = "float32",
        theme: str = "light",
        render_width: int = 0,
        config: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        settings = {"players": num_players, **machi_config(expansions, market), **(config or {})}
        plan = _plan.plan(
            "machi", config=settings, options={"illegal": illegal_reward}, autoreset="disabled"
        )
        self._core = Single(plan, dtype)
        self.render_mode = render_mode
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        high = machi_highest(settings, dtype)
        box = spaces.Box(np.zeros_like(high), high, dtype=np.dtype(dtype).type)
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
        """What an agent sees. Who is not to decide sees the table from its own seat, and an empty mask."""
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

    def record(self) -> str:
        """The record of the game so far, as `tercet.replay` takes it."""
        return self._core.record()

    def render(self) -> Any:
        """What the render mode asks for; `human` prints."""
        if self.render_mode == "rgb_array":
            return self._core.rgb(self._theme, self._render_width)
        if self.render_mode == "svg":
            return self._core.svg(self._theme)
        if self.render_mode is None:
            return None
        text = self._core.ansi()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Frees what it holds."""
        self._core.close()

    def __repr__(self) -> str:
        return "machi_v0"

    __str__ = __repr__
