//! The colours of a game so far, found by dealing it again.

use tercet_game::{Deal, Dealer, Deals, Game, Input, InputOf, Turn};
use tercet_triangle::{AnyDealer, Canvas, Event, Field, Puzzle, State};

/// Follows a game and knows its colours. A dealer that does not deal what is played gives colours all the same.
pub(crate) struct Painter {
    canvas: Canvas,
    dealer: Option<AnyDealer>,
}

impl Painter {
    pub(crate) fn new<F: Field>(game: &Puzzle<F>, deal: &Deal) -> Painter {
        Painter { canvas: Canvas::new(game.grid().size()), dealer: game.dealer(deal).ok() }
    }

    /// Before each input: some dealers know a colour only once they have drawn its shape.
    pub(crate) fn await_input<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) {
        if let Some(dealer) = &mut self.dealer
            && game.turn(state) == Turn::Chance
        {
            let _ = dealer.draw(game, state);
        }
    }

    /// After each input: what it brought.
    pub(crate) fn hear<F: Field>(&mut self, game: &Puzzle<F>, events: &[Event]) {
        let color = |nth| self.dealer.as_ref().map_or(0, |dealer| dealer.color(nth, game.config().colors));
        for event in events {
            self.canvas.hear(event, color);
        }
    }

    pub(crate) fn canvas(self) -> Canvas {
        self.canvas
    }
}

/// The colours after these inputs.
pub(crate) fn canvas<F: Field>(game: &Puzzle<F>, deal: &Deal, inputs: &[InputOf<Puzzle<F>>]) -> Canvas {
    let mut painter = Painter::new(game, deal);
    let mut state = game.start();
    for &input in inputs {
        painter.await_input(game, &state);
        let mut heard: Vec<Event> = Vec::new();
        let taken = match input {
            Input::Play(seat, action) => game.play(&mut state, seat, action, &mut heard),
            Input::Chance(chance) => game.resolve(&mut state, chance, &mut heard),
            Input::Expire => game.expire(&mut state, &mut heard),
            Input::Edit(edit) => game.edit(&mut state, edit, &mut heard),
        };
        taken.expect("what was played once plays again");
        painter.hear(game, &heard);
    }
    painter.canvas()
}
