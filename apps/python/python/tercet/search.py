"""Search that a net guides, from many positions at once.

`mcts` grows a tree for each position in Rust; all leaves of a round are evaluated by one call of yours.

>>> import numpy as np
>>> import tercet
>>> def evaluate(obs, masks):
...     return np.zeros(masks.shape, np.float32), np.zeros(len(obs), np.float32)
>>> batch = tercet.vector.make("triangle", 4, seed=1)
>>> obs, masks = batch.reset()
>>> found = tercet.search.mcts(batch, evaluate, simulations=32)
>>> found.visits.sum(axis=1)
array([32, 32, 32, 32])
>>> obs, *_ = batch.step(found.actions)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet import _native, _plan
from tercet._tercet import Forest, Game, Position
from tercet.errors import ArrayError, ConfigError
from tercet.vector import Batch

__all__ = ["Evaluate", "Found", "mcts", "observe"]

Floats = npt.NDArray[np.float32]

Evaluate = Callable[[Floats, npt.NDArray[np.int8]], tuple[Any, Any]]
"""Observations `(n, *obs_shape)` and masks `(n, num_actions)` of `n` positions, each as its seat sees it that decides, to logits
`(n, num_actions)` and values `(n,)` or `(n, seats)`."""


class Found(NamedTuple):
    """What a search found out; rows are positions, columns action numbers."""

    actions: npt.NDArray[np.int64]
    """`(n,)`: what to play; -1 where the game is over."""
    policy: Floats
    """`(n, num_actions)`: what to learn, as probabilities: shares of visits with `puct`, the improved policy with `gumbel`."""
    values: Floats
    """`(n,)`: what each position is worth to the seat that decides."""
    visits: npt.NDArray[np.int32]
    """`(n, num_actions)`: how often each action was tried."""
    action_values: Floats
    """`(n, num_actions)`: what each action was worth; `nan` where it was never tried."""


def mcts(
    positions: Batch | Iterable[Game | Position],
    evaluate: Evaluate,
    *,
    simulations: int = 64,
    method: str = "puct",
    gain: str | None = None,
    discount: float = 1.0,
    exploration: float = 1.25,
    noise: tuple[float, float] | None = None,
    considered: int = 16,
    visit_offset: float = 50.0,
    value_scale: float = 0.1,
    gumbel_scale: float = 1.0,
    max_depth: int = 1000,
    chance_width: float = 2.0,
    chance_growth: float = 0.5,
    leaves: int = 1,
    seed: int = 0,
    num_threads: int = 1,
) -> Found:
    """Searches all positions, with one call of `evaluate` a round for the leaves of all of them.

    The same seed finds the same, however many positions or threads there are. Where several seats may act at once, the first of
    them decides. Illegal actions are left out here: logits of theirs may be anything.

    Args:
        positions: A batch (its environments as they are), or games or positions of one game and size; a seat must be to act.
        evaluate: See `Evaluate`. Values are what is still to come, in the unit of `gain`. Values `(n,)` are those of the seat that
            decides: with `win` the others share the rest of 1; with `points` the game must have one seat.
        simulations: Of each position, besides the evaluation of the position itself.
        method: `puct` as AlphaZero, or `gumbel` as Gumbel MuZero, the better one with few simulations.
        gain: `points` for points as they are made, or `win` for 1 at the end, shared by the winners. Usually points where one
            plays alone. Points are scaled by the least and the largest of the tree; win chances are taken as they are.
        discount: What a gain one action later is worth.
        exploration: Of `puct`: how much actions that were tried little are preferred.
        noise: Of `puct`: alpha and share of Dirichlet noise at the root, for self-play.
        considered: Of `gumbel`: the most actions that are tried at the root.
        visit_offset: Of `gumbel`: added to the most visits where values are weighed against logits.
        value_scale: Of `gumbel`: the weight of values against logits.
        gumbel_scale: Of `gumbel`: noise at the root; 0 for none, to play as well as it can.
        max_depth: The most actions below a position.
        chance_width: A draw of chance that was visited `n` times has at most `chance_width * n ** chance_growth` outcomes.
        chance_growth: See `chance_width`; 1 lets all in.
        leaves: The most leaves of one position in a call; more than one fills calls better and finds a little less.
        seed: Of noise and chance.
        num_threads: Threads that go down the trees.
    """
    if method not in ("puct", "gumbel"):
        raise ConfigError(f"method: `{method}` is none; there are puct and gumbel")
    if gain not in (None, "points", "win"):
        raise ConfigError(f"gain: `{gain}` is none; there are points and win")
    for name, count in [("simulations", simulations), ("leaves", leaves), ("max_depth", max_depth), ("considered", considered)]:
        if not 1 <= count <= 1_000_000_000:
            raise ConfigError(f"{name}: {count} is not from 1 to 1000000000")
    if not 1 <= num_threads <= 1024:
        raise ConfigError(f"num_threads: {num_threads} is not from 1 to 1024")
    if noise is not None and not (noise[0] > 0 and 0 <= noise[1] <= 1):
        raise ConfigError(f"noise: {noise} is not an alpha above 0 and a share from 0 to 1")
    roots = positions._core if isinstance(positions, Batch) else _roots(positions)
    growth = {
        "is_gumbel": method == "gumbel",
        "counts_wins": None if gain is None else gain == "win",
        "simulations": simulations,
        "leaves": leaves,
        "num_threads": num_threads,
        "seed": _plan.checked_seed(seed),
        "discount": discount,
        "max_depth": max_depth,
        "exploration": exploration,
        "noise": noise,
        "considered": considered,
        "visit_offset": visit_offset,
        "value_scale": value_scale,
        "gumbel_scale": gumbel_scale,
        "chance_width": chance_width,
        "chance_growth": chance_growth,
    }
    forest = _forest(roots, growth)
    _grow(forest, evaluate, gain == "win" or gain is None and forest.shape[2] > 1)
    return _found(forest)


def observe(positions: Batch | Iterable[Game | Position]) -> tuple[Floats, npt.NDArray[np.int8]]:
    """What `evaluate` is first asked of these positions: observations `(n, *obs_shape)` and masks `(n, num_actions)`, scaled as
    those of batches, each as its seat sees it that decides. None may be over.

    >>> import tercet
    >>> obs, masks = observe([tercet.begin("triangle", seed=seed) for seed in (1, 2)])
    >>> obs.shape, masks.shape
    ((2, 7, 8, 15), (2, 360))
    """
    roots = positions._core if isinstance(positions, Batch) else _roots(positions)
    forest = _forest(roots, _ONE_LOOK)
    shape, actions, _ = forest.shape
    waiting = forest.gather()
    if waiting != len(forest):
        raise ConfigError("positions: a game is over, so nobody decides there")
    obs, masks = np.empty((waiting, *shape), np.float32), np.empty((waiting, actions), np.int8)
    forest.write_into(obs, masks)
    return obs, masks


_ONE_LOOK = {
    "is_gumbel": False,
    "counts_wins": None,
    "simulations": 1,
    "leaves": 1,
    "num_threads": 1,
    "seed": 0,
    "discount": 1.0,
    "max_depth": 1,
    "exploration": 1.25,
    "noise": None,
    "considered": 1,
    "visit_offset": 50.0,
    "value_scale": 0.1,
    "gumbel_scale": 0.0,
    "chance_width": 1.0,
    "chance_growth": 0.5,
}
"""The search that only looks."""


def _forest(roots: Any, growth: dict[str, Any]) -> Forest:
    """Trees from these roots, a batch's own or positions, by the module that made them."""
    first = roots[0] if isinstance(roots, list) and roots else roots
    game = str(getattr(first, "game", "") or getattr(first, "id", ""))
    made: Forest = _native.of(game).Forest(roots, growth)
    return made


def _roots(positions: Iterable[Game | Position]) -> list[Position]:
    roots: list[Position] = []
    named: Iterable[Any] = positions
    for nth, each in enumerate(named):
        if not isinstance(each, (*_native.classes("Game"), *_native.classes("Position"))):
            raise ConfigError(f"positions: number {nth} is a `{type(each).__name__}`; it takes a Batch, games or positions")
        root: Any = each.position() if hasattr(each, "position") else each
        if root.is_chance:
            raise ConfigError(f"positions: number {nth} waits for chance; resolve it first")
        roots.append(root)
    return roots


def _grow(forest: Forest, evaluate: Evaluate, counts_wins: bool) -> None:
    shape, actions, seats = forest.shape
    while waiting := forest.gather():
        obs = np.empty((waiting, *shape), np.float32)
        masks = np.empty((waiting, actions), np.int8)
        forest.write_into(obs, masks)
        logits, values = evaluate(obs, masks)
        logits, values = _floats("logits", logits), _floats("values", values)
        if logits.shape != (waiting, actions):
            raise ArrayError(f"evaluate: its logits are {logits.shape}, not {(waiting, actions)}")
        if not np.isfinite(logits[masks != 0]).all() or not np.isfinite(values).all():
            raise ArrayError("evaluate: a legal action's logit or a value is not finite")
        forest.answer(logits, _by_seat(values, forest, seats, counts_wins, waiting))


def _floats(name: str, array: Any) -> Floats:
    array = array.detach().cpu() if hasattr(array, "detach") else array
    try:
        return np.ascontiguousarray(array, np.float32)
    except (TypeError, ValueError) as error:
        raise ArrayError(f"evaluate: its {name} are no array of numbers ({error})") from None


def _by_seat(values: Floats, forest: Forest, seats: int, counts_wins: bool, waiting: int) -> Floats:
    if values.shape == (waiting, seats):
        return values
    if values.shape == (waiting, 1):
        values = values[:, 0]
    if values.shape != (waiting,):
        raise ArrayError(f"evaluate: its values are {values.shape}, not {(waiting,)} or {(waiting, seats)}")
    if seats == 1:
        return values.reshape(waiting, 1)
    if not counts_wins:
        raise ArrayError(f"evaluate: points of {seats} seats need values of all of them, {(waiting, seats)}")
    rows = np.repeat(((1 - values) / (seats - 1))[:, None], seats, axis=1)
    rows[np.arange(waiting), forest.seats()] = values
    return np.ascontiguousarray(rows, np.float32)


def _found(forest: Forest) -> Found:
    count, actions = len(forest), forest.shape[1]
    found = Found(
        actions=np.empty(count, np.int64),
        policy=np.zeros((count, actions), np.float32),
        values=np.empty(count, np.float32),
        visits=np.zeros((count, actions), np.int32),
        action_values=np.full((count, actions), np.nan, np.float32),
    )
    forest.findings_into(found.actions, found.values, found.visits, found.action_values, found.policy)
    return found
