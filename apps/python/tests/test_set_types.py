"""The engine types of SET, codes, dealing by a policy, and the game that plays itself."""

from __future__ import annotations

import copy
import io
import json
import os
import pickle
import random
import subprocess
import sys
from contextlib import redirect_stdout
from itertools import combinations
from typing import Any
from uuid import UUID

import numpy as np
import pytest
import recorded
import tercet
from tercet import set as sets
from tercet.set import (
    ALL_COLORS,
    ALL_NUMBERS,
    ALL_SHADINGS,
    ALL_SHAPES,
    Board,
    Card,
    Color,
    DealPolicy,
    Deck,
    Discard,
    DuplicateCardError,
    EngineConfig,
    Guarantee,
    InvalidCardError,
    InvalidSetError,
    InvariantViolation,
    Number,
    NumpyRandom,
    OnExhausted,
    RngSpec,
    Seed,
    SetGame,
    SetTriple,
    Shading,
    Shape,
    TypesError,
    ZenMode,
    all_set_positions,
    all_sets,
    code_to_vec,
    deal,
    is_set,
    refill,
    vec_to_code,
)

DECK = Deck.standard()


def test_every_card_has_the_recorded_attributes_and_codes() -> None:
    rows = json.loads(recorded.text("set", "cards.json"))["cards"]
    assert len(rows) == 81
    ordinals = {}
    for row in rows:
        data = {key: row[key] for key in ("number", "color", "shape", "shading", "id")}
        card = Card.from_json(data)  # type: ignore[arg-type]
        assert (card.to_json(), card.id) == (data, row["id"])
        vec = (
            ALL_NUMBERS.index(card.number),
            ALL_COLORS.index(card.color),
            ALL_SHADINGS.index(card.shading),
            ALL_SHAPES.index(card.shape),
        )
        assert code_to_vec(card) == code_to_vec(row["id"]) == vec
        assert code_to_vec(row["env_code"], encoding="original") == vec
        assert (vec_to_code(vec), vec_to_code(vec, encoding="original")) == (row["id"], row["env_code"])
        ordinals[row["skyzyx_ordinal"]] = row["id"]
    in_order = [id for _, cards in SetGame(shuffle=False)._moves[:1] for id in cards]
    assert in_order == [ordinals[nth] for nth in range(12)]


def test_all_sets_of_the_recorded_boards() -> None:
    boards = recorded.lines("set", "public.jsonl.gz")
    assert len(boards) == 3499
    for record in boards:
        cards = record["cards"]
        positions = [tuple(each) for each in record["sets"]]
        assert all_set_positions(cards) == positions
        assert all_sets(cards) == [tuple(cards[nth] for nth in each) for each in positions]


def test_there_are_1080_sets() -> None:
    assert len(all_sets(range(81))) == len(all_sets(DECK)) == 1080
    assert sum(is_set(*trio) for trio in combinations(range(30), 3)) == len(all_sets(range(30)))
    assert not is_set(7, 7, 7) and is_set(DECK.cards[0], 1, DECK.cards[2])


def test_codes_that_are_none() -> None:
    for wrong in (-1, 81, 10**9):
        for ask in (
            lambda: code_to_vec(wrong),
            lambda: is_set(0, 1, wrong),
            lambda: Card.from_id(wrong),
        ):
            with pytest.raises(InvalidCardError, match=f"{wrong} is no card's id; ids are 0 to 80"):
                ask()
    for vec in ((0, 1, 2), (0, 1, 2, 3), (0, 0, 0, -1)):
        with pytest.raises(InvalidCardError, match="it takes four numbers from 0 to 2"):
            vec_to_code(vec)
    with pytest.raises(ValueError, match="encoding: 'x' is none; there are id, original"):
        code_to_vec(1, encoding="x")
    with pytest.raises(DuplicateCardError, match="2rsd .two red solid diamonds. is there twice"):
        all_sets([1, 2, 1])
    with pytest.raises(TypeError, match="1.5 is neither a card nor a card's number"):
        is_set(1.5, 1, 2)  # type: ignore[arg-type]


def test_constants_and_orders() -> None:
    assert (sets.DECK_SIZE, sets.INITIAL_BOARD_SIZE, sets.BOARD_INCREASE_STEP, sets.MAX_BOARD_SIZE) == (
        81,
        12,
        3,
        21,
    )
    assert (sets.FEATURE_DIM, sets.FEATURE_CARDINALITY) == (4, 3)
    assert (sets.STANDARD_DECK_SIZE, sets.BOARD_MIN, sets.BOARD_STANDARD) == (81, 12, 12)
    assert ALL_NUMBERS == (Number.ONE, Number.TWO, Number.THREE) and Number.THREE.value == 3
    assert ALL_COLORS == (Color.RED, Color.GREEN, Color.PURPLE)
    assert ALL_SHAPES == (Shape.DIAMOND, Shape.SQUIGGLE, Shape.OVAL)
    assert ALL_SHADINGS == (Shading.SOLID, Shading.STRIPED, Shading.OPEN)
    for word in ("open", "empty", "outline", "outlined", "hollow"):
        assert Shading(word) is Shading.OPEN


def test_every_error_is_a_types_error() -> None:
    for error in (InvalidCardError, DuplicateCardError, InvalidSetError, InvariantViolation):
        assert (
            issubclass(error, TypesError)
            and issubclass(error, tercet.TercetError)
            and issubclass(error, ValueError)
        )
        assert getattr(tercet.errors, error.__name__) is error


def test_cards_are_values() -> None:
    card = Card(Number.TWO, Color.RED, Shape.OVAL, Shading.STRIPED)
    assert card.id == 46 and card == Card(Number.TWO, Color.RED, Shape.OVAL, Shading.STRIPED, 46)  # type: ignore[arg-type]
    assert card.as_tuple() == (Number.TWO, Color.RED, Shape.OVAL, Shading.STRIPED)
    assert str(card) == "two red striped ovals"
    assert Card(2, "red", "oval", "striped") == card  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(card)) == copy.deepcopy(card) == card == Card.from_id(46)
    assert len(set(DECK)) == 81
    with pytest.raises(AttributeError):
        card.number = Number.ONE  # type: ignore[misc]
    with pytest.raises(InvalidCardError, match="the id of two red striped ovals is 46, not 47"):
        Card(Number.TWO, Color.RED, Shape.OVAL, Shading.STRIPED, 47)  # type: ignore[arg-type]
    with pytest.raises(InvalidCardError, match="number: 4 is not one of 1, 2, 3"):
        Card(4, "red", "oval", "striped")  # type: ignore[arg-type]
    with pytest.raises(InvalidCardError, match="shape: 'square' is not one of diamond, squiggle, oval"):
        Card(1, "red", "square", "striped")  # type: ignore[arg-type]


HASHES = """
from uuid import UUID
from tercet.set import *
cards = tuple(map(Card.from_id, range(12)))
values = [
    *cards, Deck.standard(), Board((cards[0], None)), Discard(frozenset(cards)), SetTriple(frozenset(cards[:3])),
    RngSpec(7), RngSpec(7, UUID(int=5)), ZenMode(), ZenMode(3, 1.5), DealPolicy(), EngineConfig(RngSpec(7)),
    EngineConfig(RngSpec(7), DealPolicy(False, 15, 9), ZenMode(2)), IdCode(46), OriginalCode(46),
    *Number, *Color, *Shape, *Shading, *OnExhausted, *Guarantee, frozenset(Color), (Color.RED, Shape.OVAL),
]
print([hash(value) for value in values])
"""


def test_hashes_are_the_same_in_every_process() -> None:
    prints = {
        subprocess.run(
            [sys.executable, "-c", HASHES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "random")
    }
    assert len(prints) == 1 and len(json.loads(prints.pop())) == 44


def test_a_set_is_checked_when_it_is_made() -> None:
    a, b, c, d = DECK.cards[:4]
    triple = SetTriple(frozenset((a, b, c)))
    assert triple == SetTriple([c, b, a]) and hash(triple) == hash(SetTriple([c, b, a]))  # type: ignore[arg-type]
    with pytest.raises(InvalidSetError, match="1rsd 2rsd 1gsd is no Set"):
        SetTriple(frozenset((a, b, d)))
    with pytest.raises(InvalidSetError, match="a Set has 3 cards, not 2"):
        SetTriple(frozenset((a, b)))
    with pytest.raises(TypeError, match="0 is no Card"):
        SetTriple(frozenset((0, 1, 2)))  # type: ignore[arg-type]


def test_a_rule_of_ones_own() -> None:
    def same_color(a: Card, b: Card, c: Card) -> bool:
        return a.color == b.color == c.color

    reds = [DECK.cards[id] for id in (0, 1, 9)]
    assert SetTriple.by(reds, same_color).cards == frozenset(reds)
    for wrong in (reds[:2], [*reds[:2], DECK.cards[3]]):
        with pytest.raises(InvalidSetError, match="no Set by this rule"):
            SetTriple.by(wrong, same_color)


def test_decks_and_boards_refuse_duplicates() -> None:
    a, b = DECK.cards[:2]
    assert [card.id for card in DECK] == list(range(81)) and len(Deck((a, b))) == 2
    for make in (lambda: Deck((a, b, a)), lambda: Board((a, None, a))):
        with pytest.raises(DuplicateCardError, match="1rsd .one red solid diamond. is there twice"):
            make()
    with pytest.raises(TypeError, match="3 is no Card"):
        Deck((3,))  # type: ignore[arg-type]


def test_a_board_knows_what_is_there() -> None:
    a, b = DECK.cards[:2]
    board = Board((a, None, b))
    assert (board.size(), board.occupied(), board.present, board.indices) == (3, 2, {a, b}, {0, 2})
    assert board == Board((a, None, b), frozenset((a, b)), frozenset((0, 2)))  # type: ignore[arg-type]
    assert hash(board) == hash(Board((a, None, b)))
    with pytest.raises(InvariantViolation, match="present: it is not what follows from the cells"):
        Board((a, None), frozenset((b,)))
    with pytest.raises(InvariantViolation, match="indices: it is not what follows from the cells"):
        Board((a, None), indices=frozenset((1,)))  # type: ignore[arg-type]
    assert Discard(frozenset((a,))).cards == {a} and Discard().cards == frozenset()


def test_json_shapes() -> None:
    a, b = DECK.cards[1], DECK.cards[80]
    assert a.to_json() == {"number": 2, "color": "red", "shape": "diamond", "shading": "solid", "id": 1}
    board = Board((a, None, b))
    assert board.to_json() == {"capacity": 3, "cells": [1, None, 80]}
    assert Board.from_json(board.to_json()) == board
    config = EngineConfig(
        RngSpec(Seed(7), UUID(int=1)), DealPolicy(False, 15, 9), ZenMode(3)
    )
    kept = {
        "seed": 7,
        "ensure_at_least_one_set": False,
        "board_capacity": 15,
        "max_resample_attempts": 9,
    }
    assert config.to_json() == kept
    assert EngineConfig.from_json(config.to_json()) == EngineConfig(
        RngSpec(Seed(7)), DealPolicy(False, 15, 9)
    )
    assert json.loads(json.dumps(config.to_json())) == kept


@pytest.mark.parametrize(
    ("read", "data", "error", "why"),
    [
        (
            Card,
            {"number": 4, "color": "red", "shape": "oval", "shading": "open", "id": 1},
            InvalidCardError,
            "`number`: `4` is not one of 1, 2, 3",
        ),
        (
            Card,
            {"number": 1, "color": "red", "shape": "oval", "shading": "open", "id": 1},
            InvalidCardError,
            "the id of one red open oval is 72, not 1",
        ),
        (Card, {"number": 1}, InvalidCardError, "missing field `color` at line 1 column 13"),
        (
            Card,
            {"number": "one", "color": "red", "shape": "oval", "shading": "open", "id": 1},
            InvalidCardError,
            '`number`: invalid type: string "one", expected u8',
        ),
        (
            Board,
            {"capacity": 2, "cells": [1]},
            InvariantViolation,
            "`cells` has 1 entries, `capacity` is 2",
        ),
        (
            Board,
            {"capacity": 2, "cells": [1, 1]},
            DuplicateCardError,
            "2rsd (two red solid diamonds) is there twice",
        ),
        (Board, {"capacity": 1, "cells": [81]}, InvalidCardError, "81 is no card's id; ids are 0 to 80"),
        (
            Board,
            {"capacity": 1, "cells": ["x"]},
            TypesError,
            '`cells[0]`: invalid type: string "x", expected u8',
        ),
        (EngineConfig, {"seed": -1}, TypesError, "`seed`: invalid value: integer `-1`, expected u64"),
        (
            EngineConfig,
            {
                "seed": 1,
                "ensure_at_least_one_set": True,
                "board_capacity": 22,
                "max_resample_attempts": 5,
            },
            TypesError,
            "`board_capacity`: 22 is not from 3 to 21",
        ),
        (
            EngineConfig,
            {"seed": {1}},
            TypesError,
            "not JSON: Object of type set is not JSON serializable",
        ),
    ],
)
def test_json_that_is_none(read: Any, data: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error) as caught:
        read.from_json(data)
    assert (str(caught.value), type(caught.value)) == (why, error)


def test_json_is_a_dict() -> None:
    with pytest.raises(TypeError, match="3 is no dict"):
        Card.from_json(3)  # type: ignore[arg-type]


def test_the_usual_policy() -> None:
    ensure, capacity, attempts = policy = DealPolicy()
    assert (ensure, capacity, attempts) == policy == (True, 12, 5) and hash(policy) == hash((True, 12, 5))
    assert repr(policy) == (
        "DealPolicy(ensure_at_least_one_set=True, board_capacity=12, max_resample_attempts=5)"
    )
    assert DealPolicy._fields == ("ensure_at_least_one_set", "board_capacity", "max_resample_attempts")
    seed, source = RngSpec(Seed(7))
    assert (seed, source) == (7, None)
    assert repr(RngSpec(Seed(7))) == "RngSpec(seed=7, source=None)"
    assert EngineConfig(RngSpec(Seed(1))) == EngineConfig(RngSpec(Seed(1)), DealPolicy(), None)
    for seed, error in [(1.5, TypeError), (-1, ValueError), (2**64, ValueError), (True, TypeError)]:
        with pytest.raises(error, match="seed"):
            RngSpec(seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time_limit_s: -1 is no time"):
        ZenMode(time_limit_s=-1)


def test_deals_of_a_generator() -> None:
    config = EngineConfig(RngSpec(Seed(42)))
    board, deck = deal(config)
    assert (board, deck) == deal(config) == deal(config, random.Random(42))
    order = list(range(81))
    random.Random(42).shuffle(order)
    assert [card.id for card in board.cells if card] == order[:12] and [
        card.id for card in deck
    ] == order[12:]
    other, rest = deal(config, NumpyRandom(np.random.default_rng(1)))
    assert other != board and set(other.present) | set(rest) == set(DECK)
    assert 1 <= NumpyRandom(np.random.default_rng(1)).randint(1, 6) <= 6
    with pytest.raises(TypeError, match="rng: 3 can't shuffle"):
        deal(config, 3)  # type: ignore[arg-type]


class Fixed:
    """A generator whose shuffles are given: each puts these ids first."""

    def __init__(self, *firsts: list[int]) -> None:
        self.firsts = list(firsts)

    def shuffle(self, x: list[Any], /) -> None:
        first = self.firsts.pop(0)
        x[:] = first + [id for id in x if id not in first]

    def randint(self, a: int, b: int, /) -> int:
        return a


# Twelve cards without a Set: number and colour never all equal nor all different with the rest.
BARREN = [n + 3 * c + 9 * s + 27 * h for h in (0, 1) for s in (0, 1) for c in (0, 1) for n in (0, 1)][
    :12
]


def test_a_board_without_a_set_is_dealt_again() -> None:
    assert all_sets(BARREN) == []
    config = EngineConfig(RngSpec(Seed(1)))
    board, deck = deal(config, Fixed(BARREN, BARREN, [0, 1, 2]))
    assert [card.id for card in board.cells[:3] if card] == [0, 1, 2] and len(deck) == 69
    with pytest.raises(InvariantViolation, match="no Set on the board after 5 redeals"):
        deal(config, Fixed(*[BARREN] * 6))
    once = EngineConfig(config.rng, config.deal_policy._replace(max_resample_attempts=1))
    board, deck = deal(once, Fixed(BARREN, BARREN), on_exhausted=OnExhausted.FORCE)
    assert [card.id for card in board.cells if card] == [*BARREN[:11], 2] and len(
        set(deck) | board.present
    ) == 81
    free = EngineConfig(config.rng, DealPolicy(ensure_at_least_one_set=False))
    assert [card.id for card in deal(free, Fixed(BARREN))[0].cells if card] == BARREN


def test_a_deal_keeps_the_goals_number_of_sets() -> None:
    dealt = 0
    for seed in range(100):
        config = EngineConfig(RngSpec(Seed(seed)), zen=ZenMode(target_min_sets=4, time_limit_s=9.0))
        try:
            board, deck = deal(config)
        except InvariantViolation as error:
            assert "no board with 4 Sets after 5 redeals, the best had " in str(error)
            continue
        dealt += 1
        assert len(all_sets(board.present)) >= 4 and len(deck) == 69
    assert 50 < dealt < 100
    patient = DealPolicy(max_resample_attempts=255)
    for target in range(8):
        board, _ = deal(EngineConfig(RngSpec(Seed(1)), patient, ZenMode(target)))
        assert len(all_sets(board.present)) >= target
    for sets in (15, 2**40):
        with pytest.raises(InvariantViolation, match="target_min_sets: no board with"):
            deal(EngineConfig(RngSpec(Seed(1)), zen=ZenMode(sets)), on_exhausted=OnExhausted.FORCE)


def test_a_goal_holds_where_the_policy_promises_nothing() -> None:
    free = DealPolicy(ensure_at_least_one_set=False)
    one = EngineConfig(RngSpec(Seed(1)), free, ZenMode(1))
    board, _ = deal(one, Fixed(BARREN, [0, 1, 2]))
    assert [card.id for card in board.cells[:3] if card] == [0, 1, 2]
    with pytest.raises(InvariantViolation, match="no board with 1 Sets after 5 redeals, the best had 0"):
        deal(one, Fixed(*[BARREN] * 6))


def test_protocols_are_checked_at_run_time() -> None:
    assert isinstance(random.Random(1), sets.RandomLike) and isinstance(is_set, sets.SetPredicate)
    assert isinstance(NumpyRandom(np.random.default_rng(1)), sets.RandomLike)
    assert not isinstance(np.random.default_rng(1), sets.RandomLike)


def test_refills() -> None:
    policy, rng = DealPolicy(), random.Random(1)
    board, deck = deal(EngineConfig(RngSpec(Seed(1))))
    taken = all_set_positions(card for card in board.cells if card)[0]
    holes = Board(tuple(None if nth in taken else card for nth, card in enumerate(board.cells)))
    filled = refill(holes, deck, policy, rng, guarantee=Guarantee.INITIAL)
    assert filled == refill(holes, deck, policy._replace(ensure_at_least_one_set=False), rng)
    assert (filled.board.occupied(), len(filled.deck), filled.waived) == (12, 66, False)
    for nth, card in enumerate(holes.cells):
        assert card is None or filled.board.cells[nth] == card
    assert [filled.board.cells[nth] for nth in taken] == list(deck.cards[:3])
    # Beyond the capacity the last cards fill the holes.
    large = Board(DECK.cards[:15])
    closed = refill(
        Board(tuple(None if nth < 3 else card for nth, card in enumerate(large.cells))),
        Deck(DECK.cards[15:]),
        policy,
        rng,
    )
    assert [card.id for card in closed.board.cells if card] == [12, 13, 14, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert len(closed.deck) == 66


def test_a_refill_without_a_set_is_drawn_again_or_waived() -> None:
    nine = tuple(Card.from_id(id) for id in BARREN[:9])
    holes = Board((*nine, None, None, None))
    rest = [id for id in range(81) if id not in BARREN[:9]]
    deck = Deck(
        tuple(Card.from_id(id) for id in [*BARREN[9:], *(id for id in rest if id not in BARREN[9:])])
    )
    again = refill(holes, deck, DealPolicy(), Fixed([2]))
    assert [card.id for card in again.board.cells[9:] if card][0] == 2 and not again.waived
    with pytest.raises(InvariantViolation, match="no Set on the board after 1 redeals"):
        refill(holes, deck, DealPolicy(max_resample_attempts=1), Fixed(BARREN[9:]))
    hopeless = refill(holes, Deck(deck.cards[:3]), DealPolicy(), Fixed())
    assert (hopeless.waived, len(hopeless.deck), hopeless.board.occupied()) == (True, 0, 12)
    none_left = refill(holes, Deck(()), DealPolicy(), Fixed())
    assert (none_left.waived, none_left.board.occupied()) == (True, 9)


def test_refills_and_deals_that_cannot_be() -> None:
    a, b = DECK.cards[:2]
    rng = random.Random(1)
    with pytest.raises(DuplicateCardError, match="1rsd"):
        refill(Board((a, None)), Deck((b, a)), DealPolicy(), rng)
    with pytest.raises(InvariantViolation, match="the board has more than 21 cells"):
        refill(Board(DECK.cards[:22]), Deck(()), DealPolicy(), rng)
    for policy, why in [
        (DealPolicy(board_capacity=22), "config `capacity`: 22 is not from 3 to 21"),
        (DealPolicy(board_capacity=-1), "board_capacity: -1 is not from 0 to 255"),
        (DealPolicy(max_resample_attempts=256), "max_resample_attempts: 256 is not from 0 to 255"),
    ]:
        with pytest.raises(InvariantViolation, match=why):
            deal(EngineConfig(RngSpec(Seed(1)), policy))

    class Thief(random.Random):
        def shuffle(self, x: Any) -> None:
            x.pop()

    with pytest.raises(InvariantViolation, match="the generator gave back other cards than it got"):
        deal(EngineConfig(RngSpec(Seed(1))), Thief())

    class Broken(random.Random):
        def shuffle(self, x: Any) -> None:
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        deal(EngineConfig(RngSpec(Seed(1))), Broken())


def test_capacities_other_than_twelve() -> None:
    for capacity in (3, 9, 15, 21):
        board, deck = deal(
            EngineConfig(
                RngSpec(Seed(3)), DealPolicy(board_capacity=capacity, max_resample_attempts=200)
            )
        )
        assert (board.size(), len(deck), len(all_sets(board.present)) > 0) == (
            capacity,
            81 - capacity,
            True,
        )


def test_the_recorded_games_of_the_demo() -> None:
    games = recorded.lines("set", "games_public.jsonl.gz")
    assert len(games) == 150
    for record in games:
        game = SetGame(deck=record["deck"])
        discovered, found = game.play_quiet()
        assert [[card.id for card in each] for each in found] == record["skyzyx"]["sets"]
        assert discovered == len(found) and [card.id for card in game.left] == record["skyzyx"]["left"]


def test_a_game_is_that_of_the_command_line() -> None:
    """The same deal through the engine: `tercet play set --quiet --seed 42`."""
    demo = {"refill": "on_deal", "guarantee": "none", "deal_rule": "only_if_no_set"}
    table = tercet.begin("set", seed=42, **demo)
    taken = []
    while not table.is_over:
        for event in table.play(table.advice("first") or ""):
            if "claimed" in event:
                taken.append(event.split(": ")[1])
    _, found = SetGame(seed=42).play_quiet()
    short = {
        "one": "1",
        "two": "2",
        "three": "3",
        "red": "r",
        "green": "g",
        "purple": "p",
        "solid": "s",
        "striped": "t",
        "open": "e",
    }
    names = [
        " ".join(
            "".join([*(short[word] for word in str(card).split()[:3]), str(card).split()[3][0]])
            for card in each
        )
        for each in found
    ]
    assert names == taken


def test_the_chatty_game_shows_the_board_and_waits() -> None:
    game, prompts = SetGame(seed=42), []
    said = io.StringIO()

    def wait(prompt: str) -> None:
        prompts.append((prompt, said.getvalue().count("\n")))

    with redirect_stdout(said):
        game.play(wait)
    lines = said.getvalue().splitlines()
    discovered, found = game.play_quiet()
    rounds = lines.count("Dealing 3 cards.") + 1
    # After the welcome, twice a round, and before the results; each time something new was shown.
    assert len(prompts) == 2 + 2 * rounds and len({at for _, at in prompts}) == len(prompts)
    assert [prompt for prompt, _ in prompts[:-1]] == ["Press Enter to go on. "] * (1 + 2 * rounds)
    assert prompts[-1][0] == "The game is over. Press Enter to see all Sets. "
    at = lines.index("Dealing 12 cards.")
    assert lines[at + 13 : at + 16] == [
        "Cards on the board: 12",
        "Cards in the deck: 69",
        "Sets discovered: 0",
    ]
    results = lines[lines.index(f"Sets discovered: {discovered}", lines.index("The deck is empty, and no Set is left.")) :]
    output = [f"- {card}".replace("open", "empty") for each in found for card in each]
    assert [line for line in results if line.startswith("- ")] == output
    assert f"Cards left on the board: {81 - 3 * discovered}" in lines
    assert pickle.loads(pickle.dumps(game)).play_quiet() == game.play_quiet()


def test_the_chatty_game_goes_on_without_input(monkeypatch: pytest.MonkeyPatch) -> None:
    game, prompts = SetGame(seed=42), 0

    def wait(_: str) -> None:
        nonlocal prompts
        prompts += 1
        if prompts == 3:
            raise EOFError

    with redirect_stdout(io.StringIO()) as out:
        game.play(wait)
    assert prompts == 3 and f"Sets discovered: {game.play_quiet()[0]}" in out.getvalue()
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n"))
    with redirect_stdout(io.StringIO()) as typed:
        game.play()
    assert typed.getvalue().count("Press Enter to go on. ") == 3, "the third finds no more input"

    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    with redirect_stdout(io.StringIO()), pytest.raises(KeyboardInterrupt):
        game.play(interrupted)


def test_the_demos_questions() -> None:
    board = list(DECK.cards[:12])
    found = SetGame.find_sets(board)
    assert found == [list(DECK.cards[nth : nth + 3]) for nth in (0, 3, 6, 9)] and board == []
    assert SetGame.is_a_set(*DECK.cards[:3]) and not SetGame.is_a_set(*DECK.cards[1:4])
    assert SetGame.find_sets(list(BARREN)) == []


def test_games_that_cannot_be() -> None:
    assert SetGame().seed != SetGame().seed
    for wrong in ([0, 1], [0] * 81, range(82)):
        with pytest.raises(tercet.TercetError):
            SetGame(deck=wrong)
    with pytest.raises(TypeError):
        SetGame(seed=1.5)  # type: ignore[arg-type]


def test_a_wrong_config_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"^rng: 1 is no RngSpec; RngSpec\(7\) has seed 7$"):
        EngineConfig(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^deal_policy: 3 is no DealPolicy$"):
        EngineConfig(RngSpec(Seed(1)), 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^zen: 3 is no ZenMode"):
        EngineConfig(RngSpec(Seed(1)), zen=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^zen: 3 is no ZenMode"):
        sets.SetEnv(1, zen=3)  # type: ignore[arg-type]
