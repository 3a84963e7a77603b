"""The puzzle as its reference is called: everything that was recorded of it, and what it lacks."""

from __future__ import annotations

import copy
import json
import pickle
import random
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import recorded
import tercet
from tercet.triangle import COLORS, EnvConfig, GameState, Shape, decode_action, encode_action, lines


def config_of(record: Any) -> EnvConfig:
    config = record["config"]
    return EnvConfig(
        ROWS=config["rows"],
        COLS=config["cols"],
        PLAYABLE_RANGE_PER_ROW=config["ranges"],
        NUM_SHAPE_SLOTS=config["slots"],
        REWARD_PER_PLACED_TRIANGLE=config["reward_placed"],
        REWARD_PER_CLEARED_TRIANGLE=config["reward_cleared"],
        REWARD_PER_STEP_ALIVE=config["reward_alive"],
        PENALTY_GAME_OVER=config["penalty"],
    )


def shapes_of(slots: Any) -> list[Shape | None]:
    return [
        slot and Shape([tuple(each) for each in slot[0]], COLORS[slot[1]], slot[1]) for slot in slots
    ]


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


def board(state: GameState) -> tuple[str, str]:
    data = state.get_grid_data_np()
    assert (data["occupied"] == (data["color_id"] != -1)).all()
    letters = {-1: ".", -2: "*", **{color: str(color) for color in range(9)}}
    occupied = "".join("1" if cell else "0" for cell in data["occupied"].flat)
    return occupied, "".join(letters[int(color)] for color in data["color_id"].flat)


def check_counts(state: GameState, record: Any) -> None:
    assert bits(state.game_score()) == bits(record["score"])
    assert state.current_step == record["step"]
    assert state.get_game_over_reason() == record.get("reason")


def do_step(state: GameState, record: Any) -> None:
    reward, done = state.step(record["action"])
    assert (bits(reward), done) == (bits(record["reward"]), record["done"])
    if record["refill"] is not None:
        assert state.get_shapes() == shapes_of(record["refill"])


def do(state: GameState, name: str, *arguments: Any) -> None:
    if name == "toggle":
        state.debug_toggle_cell(*arguments)
    elif name == "set_shapes":
        state.debug_set_shapes(shapes_of(*arguments))
    else:
        assert name == "reset"
        state.reset()


def test_the_recorded_games_from_their_seeds_alone() -> None:
    games = recorded.lines("triangle", "public.jsonl.gz")
    assert len(games) == 200
    for record in games:
        state = GameState(config_of(record), initial_seed=record["seed"])
        for name, *arguments in record["setup"]:
            do(state, name, *arguments)
        assert board(state) == (record["initial_occ"], record["initial_col"])
        assert (state.is_over(), state.valid_actions()) == (
            record["initial_over"],
            set(record["initial_valid"]),
        )
        assert state.get_shapes() == shapes_of(record["initial_shapes"])
        for step in record["steps"]:
            assert state.valid_actions() == set(step["valid"])
            assert np.flatnonzero(state.action_mask()).tolist() == step["valid"]
            assert state.get_shapes() == shapes_of(step["shapes"])
            do_step(state, step)
            assert board(state) == (step["occ"], step["col"])
            check_counts(state, step)
            assert state.get_last_cleared_triangles() == step["cleared"]
        end = record["final"]
        check_counts(state, end)
        assert (state.is_over(), bits(state.get_outcome())) == (end["over"], bits(end["outcome"]))
        assert (state.valid_actions(), state.get_shapes()) == (
            set(end["valid"]),
            shapes_of(end["shapes"]),
        )


def test_the_recorded_debug_operations() -> None:
    games = recorded.lines("triangle", "public_debug_ops.jsonl.gz")
    assert len(games) == 40
    for record in games:
        state = GameState(config_of(record), initial_seed=record["seed"])
        assert board(state) == (record["initial_occ"], record["initial_col"])
        for each in record["ops"]:
            if each["op"] == "step":
                do_step(state, each)
            else:
                arguments = {"toggle": ("r", "c"), "set_shapes": ("arg",)}.get(each["op"], ())
                do(state, each["op"], *(each[name] for name in arguments))
            assert board(state) == (each["occ"], each["col"])
            check_counts(state, each)
            assert state.valid_actions(force_recalculate=True) == set(each["valid"])
            assert state.get_last_cleared_triangles() == each["cleared"]
            assert (state.is_over(), state.get_shapes()) == (each["over"], shapes_of(each["shapes"]))


def test_the_recorded_lines() -> None:
    grids = json.loads(recorded.text("triangle", "public_lines.json.gz"))
    assert len(grids) == 6
    for record in grids.values():
        config = config_of(record)
        cells = [[tuple(cell) for cell in line] for line in record["lines"]]
        assert sorted(map(sorted, lines(config))) == sorted(map(sorted, cells))
        for direction, runs in record["by_direction"].items():
            own = sorted([list(cell) for cell in line] for line in lines(config, direction))
            assert own == sorted(runs)


def test_a_game_goes_on_in_its_stream_after_a_reset() -> None:
    state, twin = GameState(initial_seed=5), GameState(initial_seed=5)
    state.step(min(state.valid_actions()))
    first = twin.get_shapes()
    state.reset()
    twin.reset()
    assert state == twin and twin.get_shapes() != first and state.current_step == 0


def played(seed: int = 3, steps: int = 7) -> GameState:
    state = GameState(initial_seed=seed)
    for _ in range(steps):
        state.step(min(state.valid_actions()))
    return state


def to_the_end(state: GameState) -> list[Any]:
    seen: list[Any] = []
    while not state.is_over():
        seen.append((state.step(min(state.valid_actions())), str(state.get_shapes())))
    state.reset()
    return [*seen, state.game_score(), str(state.get_shapes())]


COPIES = [
    GameState.copy,
    copy.copy,
    copy.deepcopy,
    lambda state: pickle.loads(pickle.dumps(state)),
]


@pytest.mark.parametrize("how", COPIES)
def test_copies_are_exact(how: Any) -> None:
    state = played()
    twin = how(state)
    assert twin == state and twin is not state
    assert twin.env_config == state.env_config
    assert to_the_end(twin) == to_the_end(played())
    assert twin != state and state == played()


@pytest.mark.parametrize("how", COPIES)
def test_copies_of_games_that_are_over_or_changed_by_hand(how: Any) -> None:
    ends = []
    for edit in range(4):
        state = played()
        if edit == 0:
            state.step(-1)
        elif edit == 1:
            state.debug_set_shapes([])
        elif edit == 2:
            state.debug_toggle_cell(3, 3)
            state.debug_set_shapes([None, Shape([(0, 0, True), (0, 2, True)], (1, 2, 3), 4)])
        else:
            while not state.is_over():
                state.step(max(state.valid_actions()))
        twin = how(state)
        assert twin == state and str(twin) == str(state)
        assert twin.get_shapes() == state.get_shapes() and board(twin) == board(state)
        assert twin.get_game_over_reason() == state.get_game_over_reason()
        ends.append((state.get_game_over_reason(), to_the_end(twin) == to_the_end(state)))
    reasons = [
        "Invalid action provided: -1",
        "No valid actions available.",
        None,
        "No valid actions available.",
    ]
    assert ends == [(reason, True) for reason in reasons]


def test_files_keep_a_game(tmp_path: Path) -> None:
    state = played()
    state.debug_toggle_cell(4, 4)
    state.save(tmp_path / "game.json")
    twin = GameState.load(tmp_path / "game.json")
    assert twin == state and to_the_end(twin) == to_the_end(state)
    kept = json.loads((tmp_path / "game.json").read_text())
    assert (kept["version"], kept["deal"], kept["drawn"]) == (1, "mt19937 3", 9)


def test_a_damaged_file_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played().save(path)
    whole = json.loads(path.read_text())
    path.write_text(path.read_text().replace('"last_cleared":0', '"last_cleared":1'))
    with pytest.raises(tercet.errors.RecordError, match="game.json: `digest`: says that the text was changed"):
        GameState.load(path)
    del whole["digest"]
    for field, value, why in [
        ("version", 2, "`version`: is 2; this release reads 1"),
        ("cells", ".", "1 cells are described, the grid has 120"),
        ("cells", "0" * 120, "the cell with the number 0 is not playable"),
        ("cells", "?" * 120, "`cells`: `?` is no cell: `.`, `*` or a colour"),
        ("slots", [None], "1 slots are described, the game has 3"),
        ("deal", "given 0:0", "deal: all 1 shapes given are dealt"),
        ("drawn", 10**12, "1000000000000 shapes dealt are more than 1000000000"),
        ("end", "won", "`end`: `won` is no way to end"),
        (
            "counts",
            [2000000, 0, 0, 0],
            "the steps are below the limit, and no count is above 1000000000",
        ),
    ]:
        path.write_text(json.dumps({**whole, field: value}))
        with pytest.raises(tercet.errors.RecordError) as caught:
            GameState.load(path)
        assert str(caught.value) == f"{path}: {why}"
        assert isinstance(caught.value, ValueError)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(tercet.errors.RecordError, match="no text, so no saved game"):
        GameState.load(path)
    with pytest.raises(FileNotFoundError):
        GameState.load(tmp_path / "none.json")


def test_pickles_are_versioned() -> None:
    again, (version, text) = played().__reduce__()
    assert version == 1
    with pytest.raises(
        tercet.errors.RecordError, match="a pickle of version 2; this release reads version 1"
    ):
        again(2, text)


def test_a_fork_does_not_see_the_future() -> None:
    state = played()
    twin = state.fork(seed=1)
    assert twin == state
    hands = {str(to_the_end(state.fork(seed=seed))) for seed in range(5)}
    assert len(hands) == 5
    assert to_the_end(state.fork(seed=1)) == to_the_end(twin)
    assert str(to_the_end(state.fork())) not in hands
    assert state == played()


def test_the_text_of_a_game() -> None:
    state = GameState(initial_seed=1000)
    assert str(state) == (
        "GameState(Step:0, Score:0.0, Status:Ongoing, Shapes:[Shape(ColorID:1, Tris:5), "
        "Shape(ColorID:5, Tris:2), Shape(ColorID:0, Tris:3)])"
    )
    state.step(334)
    state.step(999)
    assert str(state) == (
        "GameState(Step:1, Score:-10.0, Status:Over, Shapes:[Shape(ColorID:1, Tris:5), "
        "Shape(ColorID:5, Tris:2), None])"
    )


def test_equal_means_what_is_seen() -> None:
    state = GameState(initial_seed=1)
    assert state != GameState(initial_seed=2) and state != 1
    assert state == GameState(initial_seed=1)
    other = GameState(EnvConfig(PENALTY_GAME_OVER=-1.0), initial_seed=1)
    assert state != other


def test_seeds_are_drawn_where_none_is_given() -> None:
    assert len({str(GameState()) for _ in range(4)}) > 1


def test_colours_of_ones_own_are_kept_until_the_shape_is_placed() -> None:
    state = GameState(initial_seed=1)
    shape = Shape([(0, 0, True)], (255, 0, 0), 3)
    state.debug_set_shapes([shape, shape.copy(), None, shape])
    assert state.get_shapes() == [shape, shape, None]
    assert state.copy().get_shapes() == [shape, shape, None]
    state.step(encode_action(0, 3, 4))
    assert state.get_shapes() == [None, shape, None]
    state.step(encode_action(1, 3, 6))
    assert all(each and each.color == COLORS[each.color_id] for each in state.get_shapes())
    assert state.get_grid_data_np()["color_id"][3, [4, 5, 6]].tolist() == [3, -1, 3]


def test_arrays_are_ones_own() -> None:
    state = GameState(initial_seed=1)
    data = state.get_grid_data_np()
    assert {name: (array.dtype.name, array.shape) for name, array in data.items()} == {
        "occupied": ("bool", (8, 15)),
        "color_id": ("int8", (8, 15)),
        "death": ("bool", (8, 15)),
    }
    assert int((~data["death"]).sum()) == 96
    data["occupied"][:] = True
    assert not state.get_grid_data_np()["occupied"].any()
    assert state.action_mask().dtype == bool


def test_an_invalid_action_ends_the_game() -> None:
    state = GameState(initial_seed=1)
    assert state.step(10**9) == (-10.0, True)
    assert state.get_game_over_reason() == "Invalid action provided: 1000000000"
    assert (state.step(0), state.valid_actions(), state.get_outcome()) == ((0.0, True), set(), -10.0)


def test_wrong_calls_are_refused_and_change_nothing() -> None:
    state = GameState(initial_seed=1)
    before = state.copy()
    for action, kind in [
        (1.0, "float"),
        ("3", "str"),
        (None, "NoneType"),
        ([1], "list"),
        (np.float32(1), "float32"),
    ]:
        with pytest.raises(TypeError, match=f"action: a `{kind}` is no whole number"):
            state.step(action)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="action: 1000000000000000000000 has more than 64 bits"):
        state.step(10**21)
    with pytest.raises(TypeError, match="shapes: 1 is no Shape"):
        state.debug_set_shapes([1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="r: a `str` is no whole number"):
        state.debug_toggle_cell("1", 2)  # type: ignore[arg-type]
    for triangles, color, number, why in [
        ([], (1, 1, 1), 0, "a shape has 1 to 16 triangles"),
        ([(0, 0, True), (0, 0, False)], (1, 1, 1), 0, "two triangles lie at 0,0"),
        ([(0, 0, True), (0, 1, True)], (1, 1, 1), 0, "fits nowhere"),
        ([(0, 1000, True)], (1, 1, 1), 0, "1000 is too far from the anchor"),
        ([(0, 0, True)], (1, 1, 256), 0, "color: 256 is not from 0 to 255"),
        ([(0, 0, True)], (1, 1, 1), 9, "color_id: 9 is not from 0 to 8"),
        ([(0, 0, True)], (1, 1, 1), -1, "color_id: -1 is not from 0 to 8"),
    ]:
        with pytest.raises(tercet.errors.ConfigError, match=why):
            state.debug_set_shapes([Shape(triangles, color, number)])  # type: ignore[arg-type]
    state.debug_toggle_cell(-1, 2**40)
    state.debug_toggle_cell(0, 0)
    assert state == before
    for seed in (-1, 2**32, 10**30):
        with pytest.raises(ValueError, match="initial_seed"):
            GameState(initial_seed=seed)
    with pytest.raises(TypeError, match="initial_seed: a `float` is no whole number"):
        GameState(initial_seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="config: 3 is no EnvConfig"):
        GameState(3)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    state = GameState(initial_seed=np.uint32(1))  # type: ignore[arg-type]
    action = np.flatnonzero(state.action_mask())[0]
    assert state.step(action)[0] > 0


def test_a_grid_without_playable_cells_is_over_at_once() -> None:
    config = EnvConfig(ROWS=1, COLS=2, PLAYABLE_RANGE_PER_ROW=[(1, 1)])
    state = GameState(config, initial_seed=1)
    assert (state.is_over(), state.get_game_over_reason()) == (True, "No valid actions available.")


def test_actions_are_numbered_by_slot_row_and_column() -> None:
    small = EnvConfig(ROWS=2, COLS=3, PLAYABLE_RANGE_PER_ROW=[(0, 3), (0, 3)], NUM_SHAPE_SLOTS=2)
    for config in (None, small):
        size = (config or EnvConfig()).ACTION_DIM
        assert [encode_action(*decode_action(number, config), config) for number in range(size)] == [
            *range(size)
        ]
        for wrong in (-1, size):
            with pytest.raises(ValueError, match=f"action: {wrong} is not from 0 to {size - 1}"):
                decode_action(wrong, config)
    with pytest.raises(ValueError, match="c: 3 is not from 0 to 2"):
        encode_action(0, 0, 3, small)
    with pytest.raises(TypeError, match="r: 'x' is no whole number"):
        encode_action(0, "x", 0)  # type: ignore[arg-type]


def test_random_play_is_as_the_reference_plays() -> None:
    """The means of 2000 random games lie within four standard errors of those of the reference."""
    rng = random.Random(7)
    lengths, scores = [], []
    state = GameState(initial_seed=7)
    for _ in range(2000):
        while not state.is_over():
            state.step(rng.choice(sorted(state.valid_actions())))
        lengths.append(state.current_step)
        scores.append(state.game_score())
        state.reset()
    assert abs(float(np.mean(lengths)) - 19.846) < 4 * 3.530 / 2000**0.5
    assert abs(float(np.mean(scores)) - 2.236) < 4 * 3.381 / 2000**0.5
