"""The race of SET for PettingZoo: in each cycle every seat claims, asks for cards or waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tercet import _plan
from tercet._notebook import Record
from tercet._rendering import rendered
from tercet._tasks import RENDER_MODES, check_mode
from tercet._tercet import Race

__all__ = ["RaceEnv"]


class RaceEnv(ParallelEnv[str, dict[str, Any], Any]):
    """A race of 2 to 8.

    Claims of a cycle are taken in an order that is drawn from the seed; a claim on cards that are gone by then is void
    and free. If all wait, three cards are dealt when there is no Set.

    Args:
        num_players: 2 to 8.
        max_cycles: Where the race is cut off.
        render_mode: `rgb_array`, `svg`, `ansi` or `human`, which prints.
        reward: `set`, `wrong` and `illegal`; others than the usual 1, -0.1 and -0.1.
        config: Other options, as `tercet.options("set")` lists them.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "name": "set_race_v0", "render_fps": 4}

    def __init__(
        self,
        num_players: int = 2,
        max_cycles: int = 300,
        render_mode: str | None = None,
        *,
        reward: Mapping[str, float] | None = None,
        theme: str = "light",
        render_width: int = 0,
        config: Mapping[str, object] | None = None,
    ) -> None:
        check_mode(render_mode)
        earned = {"set": 1.0, "wrong": -0.1, "illegal": -0.1}
        for name, value in (reward or {}).items():
            if name not in earned:
                raise ValueError(f"reward: there is no `{name}`; there are {', '.join(earned)}")
            earned[name] = float(value)
        settings = _plan.pairs({"seats": num_players, **(config or {})})
        self._core = Race((settings, max_cycles, earned["set"], earned["wrong"], earned["illegal"]))
        self.render_mode = render_mode
        self._theme = _plan.theme(theme)
        self._render_width = render_width
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, tuple(self._core.obs_shape), np.int8),
                "action_mask": spaces.Box(0, 1, (self._core.num_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.state_space = seen["observation"]
        self.action_spaces = {
            agent: spaces.Discrete(self._core.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do: 1330 claims, dealing, waiting."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new race: the first of a seed, or without one the next."""
        if seed is not None:
            seed = _plan.checked_seed(seed)
        elif not self._core.is_born:
            seed = _plan.drawn_seed()
        self._core.reset(seed)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """A cycle: what every agent does."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        wait = self._core.num_actions - 1
        said = [int(actions.get(agent, wait)) for agent in self.possible_agents]
        rewards, terminated, truncated = self._core.step(said)
        agents = self.agents
        observations = self._observations()
        infos = self._infos(agents)
        if terminated or truncated:
            self.agents = []
            best = max(self.points.values())
            winners = [seat for seat, points in enumerate(self._core.points) if points == best]
            infos = {agent: {**info, "winners": winners} for agent, info in infos.items()}
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def state(self) -> Any:
        """The whole table, as every seat sees it: `(21, 13)`, int8."""
        return self._core.observe(0)["observation"]

    def sample_legal(self, agent: str) -> int:
        """An action of the agent's mask, each as likely as the others, drawn from the seed."""
        return self._core.sample_legal(self.possible_agents.index(agent))

    @property
    def points(self) -> dict[str, int]:
        """Sets taken less points lost, by the rules' own count."""
        return dict(zip(self.possible_agents, self._core.points, strict=True))

    def record(self) -> Record:
        """The record of the race so far, as `tercet.replay` takes it."""
        return Record(self._core.record())

    def render(self) -> Any:
        """What the render mode asks for; `human` prints."""
        return rendered(self._core, self.render_mode, self._theme, self._render_width)

    def close(self) -> None:
        """Frees what it holds."""
        self._core.close()

    def _infos(self, agents: list[str]) -> dict[str, Any]:
        """Of each agent: actions that were not taken, its points and its seat."""
        points = self._core.points
        return {
            agent: {"illegal_actions": self._core.illegal(seat), "score": points[seat], "seat": seat}
            for seat, agent in enumerate(agents)
        }

    def _observations(self) -> dict[str, Any]:
        return {agent: self._core.observe(seat) for seat, agent in enumerate(self.possible_agents)}
