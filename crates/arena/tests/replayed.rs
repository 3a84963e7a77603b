//! What a study learns from records is what it learns from the games themselves.

use std::sync::Arc;

use tercet_arena::{Results, Series, Watch, simulate, study_record};
use tercet_game::{Deal, Game, Match, Player, Seat, Turn, stream_seed};
use tercet_set::{Config, SetGame};
use tercet_set_play::bots::First;

#[test]
fn a_study_of_records_is_a_study_of_games() {
    let game = Arc::new(SetGame::new(&Config::plain()).unwrap());
    let series = Series { games: 5, seed: 3, jobs: 1, is_rotated: false };
    let live = simulate(
        &series,
        &Watch::default(),
        &*game,
        |seed| game.shuffle(seed),
        |_, _| First,
        Results::default,
    );
    let mut studied = Results::default();
    for number in 0..5 {
        let deal = Deal::stream(stream_seed(3, &[number, 0]));
        let mut table = Match::new(Arc::clone(&game), deal, &mut ()).unwrap();
        while table.turn() != Turn::Over {
            let answer = First.answer(&game, table.state(), Seat::FIRST).unwrap();
            table.play(Seat::FIRST, answer.action, &mut ()).unwrap();
        }
        study_record::<SetGame, _>(&table.record(), &mut studied).unwrap();
    }
    assert_eq!(studied, live.unwrap().study);
}
