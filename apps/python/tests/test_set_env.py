"""SET as its original environment is called: messages, boards and images."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import recorded
import tercet
from PIL import Image, ImageDraw
from tercet.set import (
    MAX_BOARD_SIZE,
    RenderCfg,
    SetEnv,
    ZenMode,
    all_set_positions,
    code_to_vec,
    generate_board_image,
    render_board,
    vec_to_code,
)

DISTINCT = "Error: provide three distinct indices."
RANGE = "Error: index out of range."
NO_SET = "Not a Set. Try again."
TAKEN = "Success: valid Set removed."
FULL = "Error: board is at maximum size."
EMPTY = "Error: deck depleted; cannot deal more cards."
DEALT = "Success: dealt 3 new cards."


def small() -> RenderCfg:
    return RenderCfg(card_w=44, card_h=64, card_radius=4, pad=5, stripe_gap=3, index_tag_r=0)


def original(code: int) -> int:
    """The number of a card in the original environment."""
    return vec_to_code(code_to_vec(code), encoding="original")


def test_python_seeds_deal_the_recorded_boards_and_decks() -> None:
    records = recorded.lines("set", "cpython_seeds.jsonl")
    assert len(records) == 100
    for record in records:
        env = SetEnv(seed=int(record["seed"]), deal="cpython", render=small())
        assert env.board == record["board_id"]
        assert [original(code) for code in env.board] == record["board_env"]
        assert env.seed == int(record["seed"])
        seen, dealt = set(env.board), []
        while not env.status().done:
            sets = all_set_positions(env.board)
            message = env._core.select(list(sets[0])) if sets else env._core.deal_three()
            assert message == (TAKEN if sets else DEALT)
            dealt += [code for code in env.board if code not in seen]
            seen.update(env.board)
        assert [original(code) for code in dealt] == record["deck_env"]


def test_python_itself_deals_so() -> None:
    """Two games of one generator, the second without a new seed, held against `random` itself."""
    import random

    from tercet.set import all_sets

    for seed in (1, 2, 3, -7, 10**40):
        env = SetEnv(seed=seed, deal="cpython", render=small())
        rng = random.Random(seed)
        for game in range(3):
            while True:
                deck = list(range(81))
                rng.shuffle(deck)
                board = [vec_to_code(code_to_vec(code, encoding="original")) for code in deck[:12]]
                if all_sets(board):
                    break
            assert env.board == board, (seed, game)
            env.reset()


def test_the_recorded_compact_games() -> None:
    """The games are played from given decks; the environment's rules are those of `tercet.begin`'s defaults."""
    games = recorded.lines("set", "games_public.jsonl.gz")
    assert len(games) == 150
    for record in games:
        deal = f"given {' '.join(map(str, record['deck']))}"
        game = tercet.begin("set", deal=deal, guarantee="none")
        for move in record["compact"]["moves"]:
            action = "deal" if move == "deal" else "claim " + " ".join(str(cell + 1) for cell in move)
            assert game.legal_actions()[0] == action
            game.play(action)
        assert game.is_over and game.scores == [record["compact"]["n_sets"]]


def test_messages_come_in_the_order_of_checks() -> None:
    env = SetEnv(seed=42, render=small())
    sets = all_set_positions(env.board)
    wrong = next(trio for trio in combinations(range(12), 3) if trio not in sets)
    before = env.board
    for indices, message in [
        ((0, 0, 1), DISTINCT),
        ((0, 1), DISTINCT),
        ((0, 1, 2, 3), DISTINCT),
        ((), DISTINCT),
        ((99, 99, 1), DISTINCT),
        ((0, 1, 12), RANGE),
        ((-1, 0, 1), RANGE),
        ((2**70, 2**71, 0), RANGE),
        ((2**70, 2**70, 0), DISTINCT),
        (wrong, NO_SET),
        (tuple(reversed(wrong)), NO_SET),
    ]:
        answer = env.select(indices)
        assert answer.message == message, indices
        assert (env.board, env.deck_size, env.discard) == (before, 69, [])
    message, image = env.select(np.array(sets[0][::-1]))  # type: ignore[arg-type]
    assert (message, image.size if image else None) == (TAKEN, (5 + 4 * 49, 5 + 3 * 69))
    taken = tuple(before[index] for index in sets[0][::-1])
    assert (env.discard, env.deck_size) == ([taken], 66)
    assert env.board[:9] == [code for code in before if code not in taken]


def test_cards_are_dealt_up_to_21_and_as_far_as_the_deck_goes() -> None:
    env = SetEnv(seed=1, render=small())
    sizes = []
    while (answer := env.deal_three()).message == DEALT:
        sizes.append((len(env.board), env.deck_size, answer.image.size[0] if answer.image else 0))
    assert sizes == [(15, 66, 250), (18, 63, 299), (21, 60, 348)]
    assert answer.message == FULL and len(env.board) == MAX_BOARD_SIZE
    while env.deck_size or all_set_positions(env.board):
        sets = all_set_positions(env.board)
        assert env._core.select(list(sets[0])) == TAKEN if sets else env._core.deal_three() == DEALT
    assert env.status().done and env.status().sets_found == len(env.discard)
    assert 21 <= len(env.discard) <= 27
    assert env.deal_three().message == EMPTY
    assert env.select((0, 1, 2)).message in (NO_SET, RANGE)
    assert len(env.board) + 3 * len(env.discard) == 81


@pytest.mark.parametrize("deal", ["stream", "cpython"])
def test_resets(deal: str) -> None:
    env = SetEnv(seed=5, deal=deal, render=small())
    first = env.board
    env.select(all_set_positions(first)[0])
    env.reset()
    second = env.board
    assert second != first and env.discard == [] and env.seed == 5
    env.reset()
    third = env.board
    image = env.reset(5)
    assert env.board == first and image == env.get_board_image()
    env.reset()
    env.reset()
    assert env.board == third
    assert SetEnv(seed=5, deal=deal, render=small()).board == first


def test_our_own_deal_is_that_of_the_engine() -> None:
    game = tercet.begin("set", seed=42)
    env = SetEnv(seed=42)
    sets = [f"claim {i + 1} {j + 1} {k + 1}" for i, j, k in all_set_positions(env.board)]
    assert game.legal_actions() == [*sets, "deal"]


def test_a_seed_is_drawn_and_kept() -> None:
    env = SetEnv(render=small())
    assert SetEnv(seed=env.seed, render=small()).board == env.board
    assert SetEnv(render=small()).seed != env.seed


def test_boards_without_a_set_are_dealt_only_where_none_is_required() -> None:
    without = [
        seed for seed in range(200) if not all_set_positions(SetEnv(seed, False, render=small()).board)
    ]
    assert 0 < len(without) < 20
    for seed in without:
        assert all_set_positions(SetEnv(seed, render=small()).board)


@pytest.mark.parametrize("deal", ["stream", "cpython"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(how: Any, deal: str) -> None:
    env = SetEnv(seed=10**6, deal=deal, render=small())
    for _ in range(3):
        env.reset()
    env.select(all_set_positions(env.board)[0])
    env.deal_three()
    twin = how(env)
    assert (twin.board, twin.discard, twin.deck_size, twin.seed) == (env.board, env.discard, 63, 10**6)
    assert twin.get_board_image() == env.get_board_image()
    for each in (env, twin):
        each.select(all_set_positions(each.board)[0])
    assert twin.board == env.board
    env.reset()
    assert twin.board != env.board and twin.reset() == env.get_board_image() and twin.board == env.board


def test_pickles_are_versioned_and_checked() -> None:
    env = SetEnv(seed=1)
    again, (version, kept) = env._core.__reduce__()
    with pytest.raises(tercet.errors.RecordError, match="a pickle of version 9"):
        again(9, kept)
    *start, plays = kept
    assert plays == []
    wrong = next(trio for trio in combinations(range(12), 3) if trio not in all_set_positions(env.board))
    with pytest.raises(tercet.errors.RecordError, match="play 1 of what was saved can't be"):
        again(version, (*start, [list(wrong)]))


def test_goals_are_reported() -> None:
    env = SetEnv(seed=1, render=small(), zen=ZenMode(target_min_sets=1, time_limit_s=1.5))
    assert env.status() == (False, 0, False, False)
    env.select(all_set_positions(env.board)[0])
    assert env.status(elapsed_s=1.4) == (False, 1, True, False)
    assert env.status(elapsed_s=1.5).time_up
    with pytest.raises(ValueError, match="elapsed_s: -1 is no time"):
        env.status(elapsed_s=-1)


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(
        tercet.errors.DealError, match="deal: `given` is none; there are stream and cpython"
    ):
        SetEnv(seed=1, deal="given")
    for seed in (-1, 2**64):
        with pytest.raises(tercet.errors.DealError, match="it takes a whole number from 0 to"):
            SetEnv(seed=seed)
    with pytest.raises(TypeError, match="seed: 1.5 is no whole number"):
        SetEnv(seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.DrawError, match="mode: `L` is none; there are RGBA and RGB"):
        SetEnv(seed=1, mode="L")
    env = SetEnv(seed=1)
    before = env.board
    with pytest.raises(TypeError, match="indices: 'a' is no position; it takes three whole numbers"):
        env.select("abc")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        env.select(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="indices: 1.0 is no position"):
        env.select((0, 1.0, 2))  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.DealError):
        env.reset(2**64)
    assert env.board == before


def test_images_are_pillows() -> None:
    env = SetEnv(seed=42)
    image = env.get_board_image()
    assert isinstance(image, Image.Image) and (image.mode, image.size) == ("RGBA", (1000, 1056))
    assert image.getpixel((0, 0)) == (233, 236, 241, 255)
    assert image.getextrema()[3] == (255, 255)
    rgb = SetEnv(seed=42, mode="RGB").get_board_image()
    assert rgb.mode == "RGB" and rgb == image.convert("RGB")
    assert image == render_board(env.board) and rgb == render_board(env.board, mode="RGB")


def test_numbers_stand_in_black_discs() -> None:
    image = SetEnv(seed=42).get_board_image()
    for cell in range(12):
        left, top = 24 + cell % 4 * 244, 24 + cell // 4 * 344
        disc = np.asarray(image.crop((left + 8, top + 8, left + 42, top + 42)))
        black, white = (disc == (0, 0, 0, 255)).all(axis=2), (disc == 255).all(axis=2)
        assert black.sum() > 500 and white.sum() > 20
    bare = generate_board_image(SetEnv(seed=42).board, overlay_indices=False)
    assert bare.size == image.size and bare != image


def test_an_image_stays_as_it_is() -> None:
    env = SetEnv(seed=42, render=small())
    images = [env.get_board_image()]
    copies = [images[0].copy()]
    for _ in range(12):
        sets = all_set_positions(env.board)
        answer = env.select(sets[0]) if sets else env.deal_three()
        assert answer.image is not None
        images.append(answer.image)
        copies.append(answer.image.copy())
    assert images == copies and len({image.tobytes() for image in images}) == 13
    # Drawing on an image draws on a copy.
    ImageDraw.Draw(images[-1]).rectangle((0, 0, 50, 50), fill=(1, 2, 3, 255))
    images[-1].putpixel((60, 60), (9, 9, 9, 255))
    assert images[-1] != copies[-1] and env.get_board_image() == copies[-1]


def test_threads_do_not_share_pixels() -> None:
    from concurrent.futures import ThreadPoolExecutor

    def play(seed: int) -> bool:
        env = SetEnv(seed=seed, render=small())
        images = []
        for _ in range(20):
            image = env.reset(seed)
            images.append((env.board, image))
            env.select(all_set_positions(env.board)[0])
            images.append((env.board, env.get_board_image()))
        return all(image == render_board(board, small()) for board, image in images)

    expected = [render_board(SetEnv(seed, render=small()).board, small()).tobytes() for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(play, range(8)))
    assert expected == [
        render_board(SetEnv(seed, render=small()).board, small()).tobytes() for seed in range(8)
    ]


def test_pixels_are_used_again_when_nobody_holds_them() -> None:
    from tercet.set.pictures import painter

    cfg = RenderCfg(card_w=50, card_h=60)
    env = SetEnv(seed=42, render=cfg)
    rooms = set()
    for _ in range(30):
        image = env.reset()
        assert image.size == (24 + 4 * 74, 24 + 3 * 84)
        rooms.update(id(room.pixels) for room in painter(cfg)._rooms)
    assert len(rooms) == 2, "one for the image that is held, one for the next"


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_every_field_of_the_config_is_honoured(mode: str) -> None:
    board = [0, 27, 54, 13, 80]
    usual = render_board(board, mode=mode)
    changes: dict[str, Any] = {
        "card_w": 200,
        "card_h": 300,
        "card_radius": 3,
        "pad": 10,
        "grid_rows": 2,
        "stripe_gap": 20,
        "index_tag_r": 30,
        "card_bg": (1, 2, 3),
        "board_bg": (4, 5, 6),
        "palette": "colorblind",
        "order": "columns",
        "font_scale": 0.5,
        "min_cols": 4,
        "index_bg": (7, 8, 9),
        "index_fg": (10, 11, 12),
    }
    assert list(changes) == list(RenderCfg.__dataclass_fields__)
    seen = {usual.tobytes()}
    for name, value in changes.items():
        image = render_board(board, RenderCfg(**{name: value}), mode=mode)
        seen.add(image.tobytes())
        if name == "board_bg":
            assert image.getpixel((0, 0))[:3] == (4, 5, 6)  # type: ignore[index]
    assert len(seen) == len(changes) + 1
    assert render_board(board, RenderCfg(), mode=mode) == usual


def count(image: Image.Image, rgb: tuple[int, int, int]) -> int:
    return int((np.asarray(image)[..., :3] == rgb).all(axis=2).sum())


def test_every_field_changes_the_pixels_it_should() -> None:
    def drawn(codes: list[int] | None = None, **fields: Any) -> Image.Image:
        return render_board([0] if codes is None else codes, RenderCfg(**fields))

    corner, middle = (24, 24), (24 + 110, 24 + 160)
    assert drawn(card_w=200, card_h=300, pad=10).size == (220, 940)
    assert drawn(card_radius=0).getpixel(corner) != drawn(card_radius=60).getpixel(corner)
    assert drawn(card_bg=(1, 2, 3)).getpixel((24 + 200, 24 + 20)) == (1, 2, 3, 255)
    assert drawn(board_bg=(4, 5, 6)).getpixel((0, 0)) == (4, 5, 6, 255)
    assert drawn([0] * 0, grid_rows=2).size == (268, 712)
    assert drawn(min_cols=4).size == (1000, 1056)
    # Stripes: the wider the gap, the fewer red pixels on a striped card.
    red = drawn().getpixel(middle)[:3]  # type: ignore[index]
    assert count(drawn([27], stripe_gap=20), red) < count(drawn([27], stripe_gap=6), red)
    # The discs: their size, their colour, the colour and the size of their numbers.
    disc = {"index_bg": (7, 8, 9), "index_fg": (10, 11, 12)}
    usual = drawn(**disc)
    assert count(usual, (7, 8, 9)) > 500 and count(usual, (10, 11, 12)) > 20
    assert usual.getpixel((24 + 25, 24 + 12)) == (7, 8, 9, 255)
    assert count(drawn(**disc, index_tag_r=30), (7, 8, 9)) > 2 * count(usual, (7, 8, 9))
    assert count(drawn(**disc, index_tag_r=0), (7, 8, 9)) == 0
    small_number, large_number = (drawn(**disc, font_scale=scale) for scale in (0.6, 1.2))
    assert count(small_number, (10, 11, 12)) < count(large_number, (10, 11, 12))
    # The second card: to the right by rows, below by columns.
    by_rows, by_columns = drawn([0, 3, 6, 1], order="rows"), drawn([0, 3, 6, 1], order="columns")
    below = (middle[0], middle[1] + 344)
    assert by_rows.getpixel((middle[0] + 244, middle[1])) == by_columns.getpixel(below) != by_rows.getpixel(below)
    assert drawn(palette=((1, 1, 1), (2, 2, 2), (3, 3, 3))).getpixel(middle) == (1, 1, 1, 255)
    assert render_board([0], RenderCfg(), False) == drawn(index_tag_r=0)


def test_palettes_and_their_legends() -> None:
    assert RenderCfg().legend == {"red": "red", "green": "green", "purple": "purple"}
    safe = RenderCfg(palette="colorblind")
    assert safe.legend == {"red": "magenta", "green": "amber", "purple": "blue"}
    middle = (24 + 110, 24 + 160)
    colors = [render_board([code], safe).getpixel(middle) for code in (0, 3, 6)]
    assert colors == [(0xD8, 0x1B, 0x60, 255), (0xFF, 0xC1, 0x07, 255), (0x1E, 0x88, 0xE5, 255)]
    own = RenderCfg(palette=((1, 2, 3), (4, 5, 6), (7, 8, 9)))
    assert own.legend == {"red": "#010203", "green": "#040506", "purple": "#070809"}
    assert [render_board([code], own).getpixel(middle) for code in (0, 3, 6)] == [
        (1, 2, 3, 255),
        (4, 5, 6, 255),
        (7, 8, 9, 255),
    ]


def test_layouts() -> None:
    cfg = RenderCfg()
    assert [cfg.grid_cols(n) for n in (0, 1, 3, 4, 12, 13, 15, 21)] == [1, 1, 1, 2, 4, 5, 5, 7]
    assert [render_board(range(n)).size for n in (0, 12, 21)] == [
        (268, 1056),
        (1000, 1056),
        (1732, 1056),
    ]
    image = generate_board_image(range(3), card_width=20, card_height=30, margin=2, cols=5, rows=2)
    assert image.size == (2 + 5 * 22, 2 + 2 * 32)
    with pytest.raises(tercet.errors.DrawError, match="5 cards don't fit into 2 columns and 2 rows"):
        generate_board_image(range(5), cols=2, rows=2)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"card_w": 0}, "layout `card_w`: 0 is not from 8 to 4096"),
        ({"grid_rows": 0}, "layout `grid_rows`: 0 is not from 1 to 21"),
        ({"order": "spiral"}, "order: `spiral` is none; there are rows and columns"),
        ({"palette": "neon"}, "palette: `neon` is none; there are classic and colorblind"),
        ({"palette": ((1, 2, 3),)}, "palette: 1 colours; symbols have three"),
        ({"card_bg": (1, 2, 300)}, r"card_bg: \(1, 2, 300\) is no colour; its parts are from 0 to 255"),
        ({"font_scale": 0}, "font_scale: 0 is not above 0 and up to 10"),
        ({"pad": -1}, "a size of -1 to 320 pixels can't be"),
    ],
)
def test_a_config_that_cannot_be(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(tercet.errors.DrawError, match=why):
        RenderCfg(**fields)


def test_boards_that_cannot_be_drawn() -> None:
    with pytest.raises(tercet.errors.DrawError, match="22 cards can't be drawn; a board has up to 21"):
        render_board(range(22))
    with pytest.raises(
        tercet.errors.DrawError, match="a picture of 16404 x 12304 pixels can't be drawn"
    ):
        render_board(range(12), RenderCfg(card_w=4096, card_h=4096, pad=4))
    with pytest.raises(tercet.set.InvalidCardError, match="81 is no card's id; ids are 0 to 80"):
        render_board([81])
    with pytest.raises(TypeError, match="'x' is neither a card nor a card's number"):
        render_board(["x"])
    with pytest.raises(TypeError, match="card_bg: 'red' is no colour"):
        RenderCfg(card_bg="red")  # type: ignore[arg-type]
