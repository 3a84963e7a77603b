//! Every refusal with its code and its text. That each is given where it should be is tested with its rule.

use tercet_game::Refusal;
use tercet_triangle::{Illegal, Piece};

fn assert_refusal(illegal: Illegal, code: &str, text: &str) {
    assert_eq!((illegal.code(), illegal.to_string().as_str()), (code, text));
}

#[test]
fn refusals_of_the_moment() {
    assert_refusal(Illegal::GameOver, "game_over", "the game is over");
    assert_refusal(Illegal::ShapesOwed, "shapes_owed", "shapes are still to be dealt");
    assert_refusal(Illegal::NotYourTurn, "not_your_turn", "the puzzle has one seat");
    assert_refusal(Illegal::NoShapeOwed, "no_shape_owed", "no shape is to be dealt now");
    assert_refusal(Illegal::NoWindow, "no_window", "no clock runs in this game");
}

#[test]
fn refusals_of_slots_and_cells() {
    assert_refusal(Illegal::NoSuchSlot(3), "no_such_slot", "there is no slot 4");
    assert_refusal(Illegal::NoSuchSlot(255), "no_such_slot", "there is no slot 256");
    assert_refusal(Illegal::EmptySlot(0), "empty_slot", "slot 1 is empty");
    assert_refusal(Illegal::NoSuchCell(120), "no_such_cell", "there is no cell with the number 120");
    assert_refusal(Illegal::DeathZone(0), "death_zone", "the cell with the number 0 is not playable");
    assert_refusal(Illegal::DoesNotFit, "does_not_fit", "the shape does not fit there");
}

#[test]
fn refusals_of_shapes() {
    let text = "shape 23 is none of those that are dealt or set";
    assert_refusal(Illegal::NoSuchShape(Piece(23)), "no_such_shape", text);
    assert_refusal(Illegal::NoSuchColor(9), "no_such_color", "there is no colour 9");
}
