"""Our games in OpenSpiel: `tercet_set`, `tercet_machi` and `tercet_triangle`, with explicit chance nodes.

>>> import pyspiel
>>> import tercet
>>> tercet.openspiel.register()
['tercet_set', 'tercet_machi', 'tercet_triangle']
>>> state = pyspiel.load_game("tercet_machi", {"players": 3}).new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]
(True, (0, 0.16666666666666666))
>>> state.apply_action(0)
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'build wheat_field')
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("tercet.openspiel needs OpenSpiel: pip install open_spiel", name=error.name) from error

import tercet
from tercet import _native, _plan
from tercet._tercet import Position
from tercet.errors import ConfigError

__all__ = ["Game", "Kind", "MachiGame", "Observer", "SetGame", "State", "TriangleGame", "register"]


class Kind(NamedTuple):
    """How a game appears in OpenSpiel."""

    id: str
    """Our name of it."""
    players: tuple[int, int]
    """The fewest and the most seats."""
    outcomes: int
    """The most that chance can choose from."""
    is_contest: bool
    """Is the return who won (1 and below), or the points?"""
    point: float = 1.0
    """What a point is worth in returns."""

    @property
    def name(self) -> str:
        """Its name in OpenSpiel."""
        return f"tercet_{self.id}"


def register(*games: str) -> list[str]:
    """Makes the games known to OpenSpiel; what `pyspiel.load_game` then takes. A second call changes nothing.

    `games` are those of other packages that are to be known beside ours.
    """
    known = set(pyspiel.registered_names())
    all_games: tuple[type[Game], ...] = (SetGame, MachiGame, TriangleGame, *map(_other, games))
    for game in all_games:
        if game.kind.name not in known:
            # A class, not a function: OpenSpiel lets go of it when Python has ended, and of a function it would be the last holder.
            pyspiel.register_game(_game_type(game.kind), game)
    return [game.kind.name for game in all_games]


def _other(id: str) -> type[Game]:
    """The class of a game of another package; chance may choose from as many outcomes as in ours."""
    if id not in tercet.games():
        raise ConfigError(f"there is no game `{id}`; the games are {', '.join(tercet.games())}")
    players = _native.of(id).tables(id)
    kind = Kind(id, players, 256, is_contest=players[1] > 1)
    return type(f"{id.title().replace('_', '')}Game", (Game,), {"kind": kind})


def _specification(kind: Kind) -> dict[str, Any]:
    """Every option of the game, as text or, where the usual value is one, as a whole number."""
    return {name: _parameter(option["usual"]) for name, option in tercet.options(kind.id).items()}


def _parameter(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _option(name: str, value: Any) -> str:
    """A parameter as an option: OpenSpiel writes games as text, in which a comma ends a parameter."""
    text = _plan.text(value)
    if "," in text:
        raise ConfigError(f"{name}: OpenSpiel takes no comma; write `{text.replace(',', '+')}`")
    return text.replace("+", ",")


def _game_type(kind: Kind) -> Any:
    types = pyspiel.GameType
    utility = types.Utility.ZERO_SUM if kind.is_contest else types.Utility.GENERAL_SUM
    reward_model = types.RewardModel.TERMINAL if kind.is_contest else types.RewardModel.REWARDS
    return types(
        short_name=kind.name,
        long_name=f"Tercet: {tercet.games()[kind.id]}",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=reward_model,
        min_num_players=kind.players[0],
        max_num_players=kind.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(kind),
    )


class Game(pyspiel.Game):
    """A game with its options."""

    kind: ClassVar[Kind]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, params = self.kind, params or {}
        usual = _specification(kind)
        given = {name: _option(name, value) for name, value in params.items() if usual.get(name) != value}
        self.start: Position = _native.of(kind.id).Position(kind.id, _plan.pairs(given))
        seats = self.start.num_players
        if not kind.players[0] <= seats <= kind.players[1]:
            raise ConfigError(f"{kind.name}: {seats} seats can't play it; for a race there is tercet.set.parallel_env")
        self.plays = self.start.max_plays
        super().__init__(_game_type(kind), self._info(seats), params)

    def _info(self, seats: int) -> Any:
        low, high = -1.0 / max(seats - 1, 1), 1.0
        if not self.kind.is_contest:
            # No play earns more than a full board, cleared at once.
            most = self.plays * 100.0 * self.start.planes(0)[0].size * self.kind.point
            low, high = -most, most
        return pyspiel.GameInfo(
            num_distinct_actions=self.start.num_actions,
            max_chance_outcomes=self.kind.outcomes,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if self.kind.is_contest else None,
            max_game_length=self.plays,
        )

    def new_initial_state(self) -> State:
        """The position before anything is dealt or rolled."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What shows positions as numbers."""
        return Observer(self, iig_obs_type, params)


class SetGame(Game):
    """SET alone. A race has no turns: nobody waits for another one. `tercet.set.parallel_env` is for it."""

    kind = Kind("set", (1, 1), 81, is_contest=False)


class MachiGame(Game):
    """Machi Koro for two to five."""

    kind = Kind("machi", (2, 5), 256, is_contest=True)


class TriangleGame(Game):
    """The triangle puzzle; points count as the reference's rewards at their usual weights."""

    kind = Kind("triangle", (1, 1), 256, is_contest=False, point=0.005)


class _Place:
    """Where a game stands. OpenSpiel keeps a state's history; a place that comes out of a pickle is empty and follows it."""

    def __init__(self, position: Position | None = None) -> None:
        self.position = position

    def __deepcopy__(self, _memo: Any) -> _Place:
        return _Place(self.position and self.position.clone())

    def __reduce__(self) -> tuple[type[_Place], tuple[()]]:
        return _Place, ()


class State(pyspiel.State):
    """A position. Actions have the numbers of the environments; an outcome of chance, its place among those that can be."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.kind = game.kind
        self._place = _Place(game.start.clone())
        self._before = self.returns()

    @property
    def position(self) -> Position:
        """The position; it has no dealer."""
        if self._place.position is None:
            self._place.position = self.get_game().start.clone()
            for action in self.history():
                self._take(action)
        return self._place.position

    def current_player(self) -> Any:
        """Who is to move."""
        if self.position.is_over:
            return pyspiel.PlayerId.TERMINAL
        if self.position.is_chance:
            return pyspiel.PlayerId.CHANCE
        return self.position.acting[0]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely."""
        weights = [weight for weight, _ in self.position.outcomes()]
        total = sum(weights)
        return [(nth, weight / total) for nth, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if not self.position.is_chance:
            self._before = self.returns()
        self._take(action)

    def _take(self, action: int) -> None:
        if self.position.is_chance:
            self.position.resolve(self.position.outcomes()[action][1])
        else:
            self.position.play(self._text(self.position.acting[0], action))

    def _text(self, player: int, action: int) -> str:
        text = self.position.action_text(action, player)
        if text is None:
            raise ConfigError(f"{self.kind.name}: there is no action {action}")
        return text

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.outcomes()[action][1]
        return self._text(player, action)

    def rewards(self) -> list[float]:
        """What came of the last move, and of chance after it."""
        return [now - before for now, before in zip(self.returns(), self._before, strict=True)]

    def returns(self) -> list[float]:
        """Points so far; in a contest, at its end, 1 for the winner and a share of -1 for the others."""
        scores = self.position.scores
        if not self.kind.is_contest:
            return [score * self.kind.point for score in scores]
        winners, seats = self.position.winners, len(scores)
        if not self.position.is_over or not winners:
            return [0.0] * seats
        won = (seats / len(winners) - 1) / (seats - 1)
        return [won if seat in winners else -1 / (seats - 1) for seat in range(seats)]

    def __str__(self) -> str:
        end = f", {self.position.end}" if self.position.is_over else ""
        points = " ".join(map(str, self.position.scores))
        return f"{self.kind.id} {self.position.digest:016x}, points {points}{end}"


class Observer:
    """A position as a player sees it: the planes of the environments, as floats."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ConfigError(f"observations take no parameters, and {params} came")
        planes = game.start.planes(0)
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(planes.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the position."""
        self.dict["observation"][:] = state.position.planes(player)

    def string_from(self, state: State, player: int) -> str:
        """The position in a line; with perfect recall, all that was done."""
        return f"{state}; {state.history_str()}" if self._recalls else str(state)
