"""Codes that know their encoding: both of them wherever codes are taken, and no way to mix them unnoticed."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import recorded
from tercet.set import (
    Card,
    CardCode,
    IdCode,
    InvalidCardError,
    OriginalCode,
    SetEnv,
    SetGame,
    all_set_positions,
    all_sets,
    code_to_vec,
    generate_board_image,
    is_set,
    render_board,
    vec_to_code,
)

ROWS = json.loads(recorded.text("set", "cards.json"))["cards"]
ORIGINAL = {row["id"]: row["env_code"] for row in ROWS}
BOARD = [0, 10, 30, 46, 64, 80]
CODES = [ORIGINAL[id] for id in BOARD]


def test_codes_are_ints_that_know_their_encoding() -> None:
    code = vec_to_code((1, 0, 1, 2), encoding="original")
    assert isinstance(code, int) and isinstance(code, OriginalCode) and code.encoding == "original"
    assert (code, code + 1, repr(code), json.dumps([code]), hash(code)) == (64, 65, "64", "[64]", hash(64))
    assert np.array([code]).dtype == np.array([64]).dtype
    for twin in (copy.deepcopy(code), pickle.loads(pickle.dumps(code))):
        assert twin == code and type(twin) is OriginalCode
    card = Card.from_id(46)
    assert isinstance(card.id, IdCode) and Card.from_id(IdCode(46)) == card
    assert all(isinstance(each, IdCode) for each in SetEnv(seed=1).board)
    for wrong in (-1, 81):
        with pytest.raises(InvalidCardError, match=f"{wrong} is no card's code; codes are 0 to 80"):
            OriginalCode(wrong)
    with pytest.raises(TypeError, match="a CardCode is an IdCode or an OriginalCode"):
        CardCode(1)


MIXED: list[Callable[[Any], Any]] = [
    lambda code: code == IdCode(46),
    lambda code: code != IdCode(46),
    lambda code: code in [IdCode(46)],
    lambda code: IdCode(code),
    lambda code: Card.from_id(code),
    lambda code: Card(2, "red", "oval", "striped", code),  # type: ignore[arg-type]
    lambda code: code_to_vec(code),
    lambda code: is_set(code, 1, 2),
    lambda code: is_set(IdCode(1), code, 2, encoding="original"),
    lambda code: is_set(Card.from_id(1).id, code, 2, encoding="original"),
    lambda code: all_sets([1, code]),
    lambda code: all_sets([SetEnv(seed=1).board[0], code], encoding="original"),
    lambda code: all_set_positions([code]),
    lambda code: render_board([code]),
    lambda code: generate_board_image([code]),
    lambda code: SetGame(deck=[code]),
    lambda code: SetGame.display_cards([code]),
    lambda code: SetGame.is_a_set(code, 1, 2),
    lambda code: SetGame.find_sets([code]),
]


@pytest.mark.parametrize("mix", MIXED)
def test_mixed_encodings_are_refused(mix: Callable[[Any], Any]) -> None:
    with pytest.raises(InvalidCardError, match="is a code of the encoding `(original|id)`, not `(original|id)`"):
        mix(OriginalCode(46))


def test_both_encodings_mean_the_same_cards() -> None:
    cards = [Card.from_id(id) for id in BOARD]
    assert render_board(CODES, encoding="original") == render_board(BOARD) == render_board(cards)
    assert render_board(CODES) != render_board(BOARD)
    drawn = generate_board_image(CODES, 44, 64, 5, encoding="original")
    assert drawn == generate_board_image(BOARD, 44, 64, 5) == generate_board_image(cards, 44, 64, 5, encoding="original")
    for id, code in ORIGINAL.items():
        assert code_to_vec(code, encoding="original") == code_to_vec(id)
        assert vec_to_code(code_to_vec(id), encoding="original") == code
    everything = list(ORIGINAL.values())
    assert len(all_sets(everything, encoding="original")) == 1080
    ids = all_sets(range(81))
    swapped = all_sets([ORIGINAL[id] for id in range(81)], encoding="original")
    assert swapped == [tuple(ORIGINAL[id] for id in each) for each in ids]
    assert all(type(code) is OriginalCode for code in swapped[0])
    assert all_set_positions(CODES, encoding="original") == all_set_positions(BOARD)


def test_an_environment_speaks_the_originals_codes() -> None:
    for record in recorded.lines("set", "cpython_seeds.jsonl")[:20]:
        env = SetEnv(seed=int(record["seed"]), deal="cpython", encoding="original")
        assert env.board == record["board_env"] and type(env.board[0]) is OriginalCode
        taken = all_sets(env.board, encoding="original")[0]
        message, image = env.select(all_set_positions(env.board, encoding="original")[0])
        assert message == "Success: valid Set removed." and env.discard == [taken]
        assert image == render_board(env.board, encoding="original")


def test_a_deck_in_the_originals_codes() -> None:
    record = recorded.lines("set", "games_public.jsonl.gz")[0]
    deck = [ORIGINAL[id] for id in record["deck"]]
    _, found = SetGame(deck=deck, encoding="original").play_quiet()
    assert [[card.id for card in each] for each in found] == record["skyzyx"]["sets"]


def test_encodings_that_are_none() -> None:
    for ask in (
        lambda: code_to_vec(1, encoding="x"),
        lambda: vec_to_code((0, 0, 0, 0), encoding="x"),
        lambda: is_set(0, 1, 2, encoding="x"),
        lambda: all_sets([], encoding="x"),
        lambda: render_board([], encoding="x"),
        lambda: SetEnv(seed=1, encoding="x"),
    ):
        with pytest.raises(ValueError, match="encoding: 'x' is none; there are id, original"):
            ask()
