//! What a board tells of itself is what its cells say, on all kinds of boards.

use tercet_game::{Game as _, Live, Rng, Sample as _, Seat, Turn};
use tercet_triangle::{
    Cells as _, Config, Dense, Drawn, Field, Layout, Piece, Puzzle, Wide, standard_templates,
};

fn compare<F: Field>(config: &Config) {
    let game = Puzzle::<F>::new(config).unwrap();
    let lines = game.grid().lines(config.min_line.into());
    let mut rng = Rng::new(1);
    let mut live = Live::new(&game, Drawn::new(2), (), &mut ()).unwrap();
    while game.turn(live.state()) != Turn::Over {
        let state = live.state();
        let filled = (0..game.grid().size() as u16).filter(|&cell| state.is_filled(cell.into()));
        assert_eq!(state.field().filled().list(), filled.collect::<Vec<u16>>());
        let mut output = Vec::new();
        state.field().each_line(game.tables(), |free| output.push(free as usize));
        let free = |line: &Vec<usize>| line.iter().filter(|&&cell| !state.is_filled(cell)).count();
        assert_eq!(output, lines.iter().map(free).collect::<Vec<usize>>());
        let action = game.sample_action(state, Seat::FIRST, &mut rng).unwrap();
        live.play(&game, Seat::FIRST, action, &mut ()).unwrap();
    }
}

#[test]
fn boards_tell_their_filled_cells_and_the_free_cells_of_their_lines() {
    let config = Config::default();
    compare::<Dense>(&config);
    compare::<Wide<1>>(&config);
    compare::<Wide<2>>(&Config { grid: Layout::Hexagon(5), ..config.clone() });
    compare::<Dense>(&Config { grid: Layout::Triangle(4), min_line: 3, ..config });
}

#[test]
fn a_piece_weighs_as_much_as_it_has_templates() {
    let templates = standard_templates();
    let config = Config { spare: vec!["U0,0 U0,2".parse().unwrap()], ..Config::default() };
    let game = Puzzle::<Wide<1>>::new(&config).unwrap();
    for (number, shape) in game.shapes().iter().enumerate() {
        let count = templates.iter().filter(|template| *template == shape).count();
        assert_eq!(game.weight(Piece(number as u8)) as usize, count);
    }
    assert_eq!((game.shapes().len(), game.weight(Piece(23)), game.weight(Piece(24))), (24, 0, 0));
}
