//! Pictures of the games: sizes, pixels, the text of SVGs, what can't be drawn.

use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_draw::{
    DrawError, Effort, MosaicPainter, Options, PaintedSprites, Pixels, Styles, SvgOptions, THEMES, Theme,
    png, raster, stylesheet, svg,
};
use tercet_game::{Deal, Digest, Game, Match, Seat, Settings};
use tercet_scene::{Draw, Frame, Layer, Layers, Role, Scene, View, recall};
use tercet_set::{BoardPlan, Card, Layout, Order, SetGame, board_scene};
use tercet_triangle::{Config, Dense, Puzzle};

fn cards(count: usize) -> Vec<Option<Card>> {
    (0..count).map(|cell| Card::from_id((cell * 31 + 4) % 81)).collect()
}

/// The picture as agents see it.
fn agents_view() -> View {
    View { layers: Layers::NONE.and(Layer::Labels), ..View::default() }
}

fn board(count: usize) -> Scene {
    board_scene(&cards(count), &Layout::default(), &agents_view()).unwrap()
}

fn golden(name: &str, text: &str) {
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name), text);
}

fn plain(theme: &str) -> SvgOptions {
    SvgOptions::new(Theme::named(theme).unwrap())
}

fn puzzle(options: &[(&str, &str)]) -> Puzzle<Dense> {
    Puzzle::new(&Config::from_pairs(options.iter().copied()).unwrap()).unwrap()
}

/// A small puzzle after two plays.
fn small_puzzle(view: &View) -> Scene {
    let game = Arc::new(puzzle(&[("grid", "hexagon 2"), ("slots", "2")]));
    let mut table = Match::new(Arc::clone(&game), Deal::stream(3), &mut ()).unwrap();
    for _ in 0..2 {
        let first = table.legal_actions(Seat::FIRST)[0];
        table.play(Seat::FIRST, first, &mut ()).unwrap();
    }
    let memory = recall(&*game, table.deal(), table.inputs()).unwrap();
    game.scene(table.state(), &memory, view)
}

#[test]
fn golden_svg_of_set() {
    golden("set_3.svg", &svg(&board(3), &plain("light")));
}

#[test]
fn golden_svg_of_the_puzzle() {
    let view = View { picked: vec!["slot-1".into()], ..View::of(Seat::FIRST) };
    golden("triangle_small.svg", &svg(&small_puzzle(&view), &plain("dark")));
}

#[test]
fn golden_stylesheet() {
    golden("themes.css", &stylesheet());
}

#[test]
fn boards_have_the_sizes_of_the_environment() {
    for count in 3..=21usize {
        let columns = count.div_ceil(3);
        let size = Options::default().size_of(&board(count)).unwrap();
        assert_eq!(size, (24 + 244 * columns as u32, 1056), "{count} cards");
    }
    assert_eq!(Options::default().size_of(&board(12)), Ok((1000, 1056)));
    assert_eq!(Options { scale: 0.5, ..Options::default() }.size_of(&board(12)), Ok((500, 528)));
}

#[test]
fn a_board_has_its_pixels() {
    let picture = raster(&board(12), &Options::default()).unwrap();
    assert!(picture.is_opaque());
    let theme = Theme::default();
    let opaque = |role: Role| {
        let [red, green, blue] = theme.color(role).rgb;
        [red, green, blue, 255]
    };
    assert_eq!(picture.pixel(0, 0), opaque(Role::Board));
    assert_eq!(picture.pixel(24 + 110, 24 + 20), opaque(Role::Card));
    // The first card shows two solid green diamonds, none in its middle; the disc is black.
    assert_eq!(picture.pixel(24 + 110, 24 + 115), opaque(Role::Symbol(1)));
    assert_eq!(picture.pixel(24 + 110, 24 + 160), opaque(Role::Card));
    assert_eq!(picture.pixel(24 + 13, 24 + 25), [0, 0, 0, 255]);
    // The twelfth shows one solid green oval.
    assert_eq!(picture.pixel(756 + 110, 712 + 160), opaque(Role::Symbol(1)));
}

/// The digest of a picture's pixels. Another processor may round otherwise: then the other tests still hold.
fn digest(scene: &Scene) -> String {
    let mut digest = Digest::default();
    digest.bytes(raster(scene, &Options::default()).unwrap().rgba());
    digest.to_string()
}

#[test]
fn golden_pixels() {
    let lines = [
        format!("set 3 {}", digest(&board(3))),
        format!("set 12 {}", digest(&board(12))),
        format!("set 21 {}", digest(&board(21))),
        format!("triangle {}", digest(&small_puzzle(&View::default()))),
    ];
    golden("pixels.txt", &(lines.join("\n") + "\n"));
}

#[test]
fn a_png_reads_back() {
    let picture = raster(&board(3), &Options::default()).unwrap();
    for effort in [Effort::Fast, Effort::Best] {
        let bytes = png(&picture, effort);
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height, info.color_type), (268, 1056, ::png::ColorType::Rgb));
        assert_eq!(read, picture.rgb());
    }
}

#[test]
fn columns_first_keeps_cards_in_their_places() {
    let layout = Layout { order: Order::Columns, ..Layout::default() };
    for cell in 0..12 {
        assert_eq!(layout.place(cell, 4), layout.place(cell, 5));
    }
    assert_eq!(Layout::default().place(4, 4), (24, 368));
    assert_eq!(layout.place(4, 4), (268, 368));
}

#[test]
fn every_field_of_a_layout_is_honoured() {
    let base = board(3);
    let changed = [
        Layout { card_w: 200, ..Layout::default() },
        Layout { card_h: 300, ..Layout::default() },
        Layout { card_radius: 3, ..Layout::default() },
        Layout { pad: 10, ..Layout::default() },
        Layout { grid_rows: 1, ..Layout::default() },
        Layout { min_cols: 2, ..Layout::default() },
        Layout { stripe_gap: 20, ..Layout::default() },
        Layout { index_tag_r: 30, ..Layout::default() },
        Layout { font_percent: 50, ..Layout::default() },
    ];
    let mut seen = vec![base];
    for layout in changed {
        // The second of these cards is striped.
        let scene = board_scene(&cards(3), &layout, &agents_view()).unwrap();
        assert!(!seen.contains(&scene), "{layout:?}");
        seen.push(scene);
    }
    let error = |layout: Layout| board_scene(&[], &layout, &agents_view()).unwrap_err().to_string();
    assert_eq!(error(Layout { card_w: 0, ..Layout::default() }), "layout `card_w`: 0 is not from 8 to 4096");
    assert_eq!(
        error(Layout { grid_rows: 0, ..Layout::default() }),
        "layout `grid_rows`: 0 is not from 1 to 21"
    );
}

#[test]
fn what_can_not_be_drawn_says_why() {
    let error =
        |scale: f64| raster(&board(3), &Options { scale, ..Options::default() }).unwrap_err().to_string();
    assert_eq!(
        error(0.0),
        "a picture can't be drawn at scale 0; a scale is a number above 0, as in 0.5 or 2"
    );
    assert!(error(f64::NAN).starts_with("a picture can't be drawn at scale NaN"));
    assert!(error(-1.0).starts_with("a picture can't be drawn at scale -1"));
    assert_eq!(
        error(100.0),
        "a picture of 26800 x 105600 pixels can't be drawn; each side is from 1 to 16384 pixels"
    );
    assert!(error(0.0001).starts_with("a picture of 0 x 0 pixels"));
    let game = Arc::new(SetGame::new(&tercet_set::Config::default()).unwrap());
    let painter = |width, height| {
        MosaicPainter::new(Arc::clone(&game), Frame { width, height }, &Theme::default(), Pixels::Rgb)
    };
    assert_eq!(painter(20, 20).err(), Some(DrawError::TooSmall { width: 20, height: 20 }));
    assert_eq!(painter(0, 84).err(), Some(DrawError::Size { width: 0, height: 84 }));
    let state = game.start();
    let refused = painter(84, 84).unwrap().paint(&state, &game.memory(&Deal::stream(1)), &mut [0; 7]);
    assert_eq!(refused.unwrap_err().to_string(), "the array has 7 bytes; 1 pictures take 21168");
}

#[test]
fn laid_boards_are_the_painted_ones() {
    for (count, pixels) in [(3usize, Pixels::Rgba), (13, Pixels::Rgb)] {
        let plan = BoardPlan::natural(&Layout::default(), count.div_ceil(3) as u32).unwrap();
        let sprites = PaintedSprites::new(&plan.sheet(), plan.frame(), &Theme::default(), pixels).unwrap();
        let mut laid = vec![0; sprites.bytes()];
        sprites.begin(plan.ground(count, false), &mut laid);
        plan.lay(cards(count).into_iter(), None, &mut |put| sprites.lay(put, &mut laid));
        let painted = raster(&board(count), &Options::default()).unwrap();
        let painted = if pixels == Pixels::Rgb { painted.rgb() } else { painted.into_rgba() };
        let apart = laid.iter().zip(&painted).map(|(one, other)| one.abs_diff(*other));
        assert!(apart.clone().max() <= Some(24), "{count} cards: {:?}", apart.max());
        // Edges are rounded otherwise where they stand further from the picture's corner.
        let rounded = apart.filter(|apart| *apart > 1).count();
        assert!(rounded * 1000 < laid.len(), "{count} cards: {rounded} of {}", laid.len());
    }
}

#[test]
fn pieces_painted_when_they_are_laid_are_the_same_on_any_ground() {
    let plan = |columns| BoardPlan::natural(&Layout::default(), columns).unwrap();
    let (four, five) = (plan(4), plan(5));
    let lazy =
        PaintedSprites::on_demand(&four.sheet(), four.frame(), &Theme::default(), Pixels::Rgba).unwrap();
    let lazy = [lazy.on(&five.sheet().grounds, five.frame()).unwrap(), lazy];
    for (plan, lazy) in [five, four].into_iter().zip(lazy) {
        let eager =
            PaintedSprites::new(&plan.sheet(), plan.frame(), &Theme::default(), Pixels::Rgba).unwrap();
        let picture = |sprites: &PaintedSprites| {
            let mut laid = vec![0; sprites.bytes()];
            sprites.begin(0, &mut laid);
            plan.lay(cards(12).into_iter(), None, &mut |put| sprites.lay(put, &mut laid));
            laid
        };
        assert!(picture(&lazy) == picture(&eager));
    }
}

#[test]
fn laid_triangles_leave_no_seams() {
    let game = Arc::new(puzzle(&[]));
    let frame = Frame { width: 84, height: 84 };
    let painter = MosaicPainter::new(Arc::clone(&game), frame, &Theme::default(), Pixels::Rgb).unwrap();
    // Six triangles around one corner.
    let filled = [(3, 6), (3, 7), (3, 8), (4, 6), (4, 7), (4, 8)];
    let filled = filled.iter().map(|&(row, col)| game.grid().cell(row, col).unwrap()).collect();
    let state = game.position(&tercet_triangle::Setup { filled, ..Default::default() }).unwrap();
    let mut bytes = vec![0; painter.sprites().bytes()];
    painter.paint(&state, &game.memory(&Deal::stream(1)), &mut bytes).unwrap();
    let paint = Theme::default().color(Role::ByHand).rgb;
    let is_painted = |pixel: &[u8]| pixel.iter().zip(paint).all(|(one, other)| one.abs_diff(other) <= 6);
    let rows = bytes.chunks_exact(3 * 84).map(|row| row.chunks_exact(3).map(is_painted).collect::<Vec<_>>());
    let mut painted = 0;
    for row in rows.filter(|row| row.contains(&true)) {
        let count = row.iter().filter(|is_painted| **is_painted).count();
        let (first, last) = (row.iter().position(|is| *is).unwrap(), row.iter().rposition(|is| *is).unwrap());
        assert_eq!(count, last - first + 1, "a gap between two triangles");
        painted += count;
    }
    // Each is ten pixels wide and nine high; pixels along the slanted edges are mixed.
    assert!((220..=270).contains(&painted), "{painted}");
}

#[test]
fn a_page_switches_themes_without_a_new_picture() {
    let options = |theme: &str| SvgOptions { styles: Styles::OfThePage, ..plain(theme) };
    let texts = THEMES.map(|theme| svg(&board(3), &options(theme)));
    assert!(texts.iter().all(|text| *text == texts[0]));
    let has_style = texts[0].contains("<style") || texts[0].contains("style=");
    assert!(!has_style, "a strict page allows neither");
}
