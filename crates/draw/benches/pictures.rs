//! How fast pictures are drawn: laid of painted pieces, beside painting each anew.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput};
use tercet_draw::{Effort, MosaicPainter, Options, PaintedSprites, Pixels, Theme, png, raster};
use tercet_game::{Deal, Game, Match, Sample, Turn};
use tercet_machi::{MachiKoro, MarketKind};
use tercet_measure::CpuTime;
use tercet_scene::{Draw, Frame, Layer, Layers, Mosaic, View, recall};
use tercet_set::{BoardPlan, Card, Layout, SetGame, board_scene};
use tercet_triangle::{Dense, Puzzle};

const BATCH: usize = 64;

fn main() {
    let mut criterion = tercet_measure::criterion();
    set_boards(&mut criterion);
    let set = SetGame::new(&tercet_set::Config::default()).expect("a config of our own");
    first_draw(&mut criterion, "SET: first draw", &set, 10);
    batches(&mut criterion, "SET", set);
    let puzzle = Puzzle::<Dense>::new(&tercet_triangle::Config::default()).expect("a config of our own");
    first_draw(&mut criterion, "triangle: first draw", &puzzle, 10);
    batches(&mut criterion, "triangle", puzzle);
    for (name, config) in machi_tables() {
        let game = MachiKoro::new(&config).expect("a config of our own");
        first_draw(&mut criterion, &format!("Machi Koro, {name}: first draw"), &game, 200);
    }
    criterion.final_summary();
}

/// Boards of twelve cards in the size that agents see.
fn set_boards(criterion: &mut Criterion<CpuTime>) {
    let theme = Theme::default();
    let plan = BoardPlan::natural(&Layout::default(), 4).expect("a layout of our own");
    let sprites =
        PaintedSprites::new(&plan.sheet(), plan.frame(), &theme, Pixels::Rgb).expect("a size that can be");
    let mut bytes = vec![0; sprites.bytes()];
    let board = |nth: usize| (0..12).map(move |cell| Card::from_id((nth * 17 + cell * 31) % 81));
    let mut nth = 0;
    let mut next = || {
        nth += 1;
        nth
    };
    let lay = |nth: usize, bytes: &mut [u8]| {
        sprites.begin(plan.ground(12, false), bytes);
        plan.lay(board(nth).collect::<Vec<_>>().into_iter(), None, &mut |put| sprites.lay(put, bytes));
    };
    let view = View { layers: Layers::NONE.and(Layer::Labels), ..View::default() };
    let options = Options::default();
    let painted = |nth: usize| {
        let scene = board_scene(&board(nth).collect::<Vec<_>>(), &Layout::default(), &view);
        raster(&scene.expect("a layout of our own"), &options).expect("a size that can be")
    };
    let mut group = criterion.benchmark_group("SET board, RGB 1000 x 1056");
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| bencher.iter(|| lay(next(), black_box(&mut bytes))));
    group.bench_function("twin", |bencher| bencher.iter(|| painted(next()).rgb()));
    group.finish();
    let mut group = criterion.benchmark_group("SET board, PNG 1000 x 1056");
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| {
        bencher.iter(|| {
            lay(next(), &mut bytes);
            sprites.png(&bytes)
        });
    });
    group.bench_function("twin", |bencher| bencher.iter(|| png(&painted(next()), Effort::Best)));
    group.finish();
}

/// Positions of a random game.
fn positions<G: Draw + Sample + tercet_game::Notation>(game: &G, count: usize) -> Vec<(G::State, G::Memory)>
where
    G::Config: Clone,
{
    let game = Arc::new(G::new(game.config()).expect("rules that were made once"));
    let mut positions = Vec::new();
    let mut rng = tercet_game::Rng::new(1);
    while positions.len() < count {
        let deal = Deal::stream(positions.len() as u64);
        let mut table = Match::new(Arc::clone(&game), deal.clone(), &mut ()).expect("a deal of our own");
        while positions.len() < count && table.turn() != Turn::Over {
            let memory = recall(&*game, &deal, table.inputs()).expect("what was taken once");
            positions.push((*table.state(), memory));
            let Turn::Seats(seats) = table.turn() else { unreachable!("a match draws before it asks") };
            let seat = seats.iter().next().expect("somebody is to act");
            let action = game.sample_action(table.state(), seat, &mut rng).expect("it is not over");
            table.play(seat, action, &mut ()).expect("a legal action");
        }
    }
    positions
}

/// The smallest table and the fullest.
fn machi_tables() -> [(&'static str, tercet_machi::Config); 2] {
    let everything = tercet_machi::Config::everything(5);
    let full = tercet_machi::Config { market: MarketKind::Total, ..everything };
    [("base, 2 seats", tercet_machi::Config::base(2)), ("everything, 5 seats", full)]
}

/// The picture of a random game after so many plays.
fn first_draw<G: Draw + Sample + tercet_game::Notation>(
    criterion: &mut Criterion<CpuTime>,
    name: &str,
    game: &G,
    plays: usize,
) where
    G::Config: Clone,
{
    let (state, memory) = &positions(game, plays + 1)[plays];
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    group.bench_function("scene", |bencher| bencher.iter(|| game.scene(state, memory, &View::default())));
    group.bench_function("pixels", |bencher| {
        bencher.iter(|| raster(&game.scene(state, memory, &View::default()), &Options::default()));
    });
    group.finish();
}

/// Many boards into one array, for learning.
fn batches<G: Mosaic + Sample + tercet_game::Notation>(
    criterion: &mut Criterion<CpuTime>,
    name: &str,
    game: G,
) where
    G::Config: Clone,
{
    let positions = positions(&game, BATCH);
    let game = Arc::new(game);
    for side in [84, 224] {
        let frame = Frame { width: side, height: side };
        let painter = MosaicPainter::new(Arc::clone(&game), frame, &Theme::default(), Pixels::Rgb);
        let painter = painter.expect("the game fits");
        let mut bytes = vec![0; BATCH * painter.sprites().bytes()];
        let mut group = criterion.benchmark_group(format!("{name}: {BATCH} boards, RGB {side} x {side}"));
        group.throughput(Throughput::Elements(BATCH as u64));
        group.bench_function("fast", |bencher| {
            bencher.iter(|| {
                let all = positions.iter().map(|(state, memory)| (state, memory));
                painter.paint_all(all, black_box(&mut bytes)).expect("the array is long enough");
            });
        });
        group.finish();
    }
}
