//! The board as text: three rows, as on a table, each card in words with its position. The more columns there are,
//! the more lines a card takes, so that 80 columns hold every board.

use tercet_set::{Card, Color, Shading, Shape, State};

use tercet_entry::Style;

const ROWS: usize = 3;

/// The board and, in a chain, the Set on show.
pub fn draw(state: &State, style: Style) -> String {
    let cells: Vec<Option<Card>> = state.board().collect();
    let columns = cells.len().div_ceil(ROWS).max(1);
    let layout = Layout::of(columns);
    let mut lines: Vec<String> = Vec::new();
    for (row, cards) in cells.chunks(columns).enumerate() {
        let numbers = row * columns + 1..;
        let texts: Vec<Vec<Text>> =
            cards.iter().zip(numbers).map(|(&card, number)| layout.texts(number, card, style)).collect();
        let row_lines =
            (0..layout.lines).map(|line| join(texts.iter().map(|text| text.get(line)), layout.width));
        lines.extend(row_lines);
    }
    if cells.is_empty() {
        lines.push("(the board is empty)".to_owned());
    }
    lines.extend(state.shown().map(|shown| on_show(shown, style)));
    lines.join("\n")
}

fn on_show(shown: [Card; 3], style: Style) -> String {
    let named = |(card, place): (&Card, u8)| format!("s{place} {}", painted(*card, &card.words(), style));
    let shown: Vec<String> = shown.iter().zip(1..).map(named).collect();
    format!("on show: {}", shown.join(", "))
}

/// How a card is written: in how many columns of text, and in how many lines.
struct Layout {
    width: usize,
    lines: usize,
    /// Columns before the words, for the number.
    indent: usize,
    has_symbols: bool,
}

impl Layout {
    fn of(columns: usize) -> Layout {
        match columns {
            0..=4 => Layout { width: 20, lines: 2, indent: 3, has_symbols: true },
            5 => Layout { width: 16, lines: 3, indent: 3, has_symbols: true },
            6 => Layout { width: 13, lines: 4, indent: 3, has_symbols: true },
            _ => Layout { width: 11, lines: 4, indent: 2, has_symbols: false },
        }
    }

    /// The lines of one cell.
    fn texts(&self, number: usize, card: Option<Card>, style: Style) -> Vec<Text> {
        let Some(card) = card else { return vec![Text { width: 4, text: format!("{number:>2} -") }] };
        let words = self.words(card, style);
        let texts = words.iter().enumerate().map(|(line, words)| {
            let before = if line == 0 { format!("{number:>2} ") } else { " ".repeat(self.indent) };
            let width = before.len() + words.chars().count();
            Text { width, text: before + &painted(card, words, style) }
        });
        texts.collect()
    }

    /// The card's words by line, with its symbols where there is room for them.
    fn words(&self, card: Card, style: Style) -> Vec<String> {
        let has_symbols = self.has_symbols && !style.is_ascii;
        let symbols = if has_symbols { format!(" {}", symbols(card)) } else { String::new() };
        let (number, color, shading) = (card.number(), card.color(), card.shading());
        let words = card.words();
        let shape = words.rsplit(' ').next().unwrap_or_default().to_owned();
        match self.lines {
            2 => vec![format!("{number} {color}{symbols}"), format!("{shading} {shape}")],
            3 => vec![format!("{number} {color}"), format!("{shading}{symbols}"), shape],
            _ => vec![format!("{number}{symbols}"), color.to_string(), shading.to_string(), shape],
        }
    }
}

/// A text and how many columns it takes: colours take none.
struct Text {
    text: String,
    width: usize,
}

/// The card's symbols, as many as it has.
fn symbols(card: Card) -> String {
    let symbol = match (card.shape(), card.shading()) {
        (Shape::Diamond, Shading::Solid) => '◆',
        (Shape::Diamond, Shading::Striped) => '◈',
        (Shape::Diamond, Shading::Open) => '◇',
        (Shape::Squiggle, Shading::Solid) => '▰',
        (Shape::Squiggle, Shading::Striped) => '▨',
        (Shape::Squiggle, Shading::Open) => '▱',
        (Shape::Oval, Shading::Solid) => '●',
        (Shape::Oval, Shading::Striped) => '◍',
        (Shape::Oval, Shading::Open) => '○',
    };
    symbol.to_string().repeat(card.number() as usize + 1)
}

/// The text in the card's colour.
fn painted(card: Card, text: &str, style: Style) -> String {
    let ansi = match card.color() {
        Color::Red => 31,
        Color::Green => 32,
        Color::Purple => 35,
    };
    style.paint(ansi, text)
}

/// Texts side by side, each in a column of this width; nothing after the last.
fn join<'t>(texts: impl Iterator<Item = Option<&'t Text>>, width: usize) -> String {
    let mut line = String::new();
    let mut owed = 0;
    for text in texts {
        line.extend(std::iter::repeat_n(' ', owed));
        owed = width;
        if let Some(text) = text {
            line.push_str(&text.text);
            owed = width.saturating_sub(text.width);
        }
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::Game;
    use tercet_set::{Config, Refill, SetGame, Setup, Variant};

    const PLAIN: Style = Style { has_color: false, is_ascii: true };

    fn drawn(board: &[&str], style: Style) -> String {
        let game = SetGame::new(&Config { refill: Refill::InPlace, ..Config::default() }).unwrap();
        let card = |text: &&str| (*text != "-").then(|| text.parse().unwrap());
        let setup = Setup { board: board.iter().map(card).collect(), ..Setup::default() };
        draw(&game.position(&setup).unwrap(), style)
    }

    #[test]
    fn twelve_cards_are_drawn_in_words() {
        let board =
            ["1rsd", "2gto", "3pes", "1rto", "2rsd", "3pts", "-", "2ped", "3gso", "1pss", "2rts", "3pto"];
        let expected = "
 1 one red           2 two green         3 three purple      4 one red
   solid diamond       striped ovals       open squiggles      striped oval
 5 two red           6 three purple      7 -                 8 two purple
   solid diamonds      striped squiggles                       open diamonds
 9 three green      10 one purple       11 two red          12 three purple
   solid ovals         solid squiggle      striped squiggles   striped ovals";
        assert_eq!(format!("\n{}", drawn(&board, PLAIN)), expected);
    }

    fn first_cards(count: usize, style: Style) -> String {
        let board: Vec<String> = Card::all().skip(34).take(count).map(|card| card.to_string()).collect();
        let board: Vec<&str> = board.iter().map(String::as_str).collect();
        format!("\n{}\n", drawn(&board, style))
    }

    #[test]
    fn larger_boards_have_their_words_on_more_lines() {
        let fifteen = first_cards(15, Style { is_ascii: false, ..PLAIN });
        let first_row = "
 1 two purple    2 three purple  3 one red       4 two red       5 three red
   striped ◈◈      striped ◈◈◈     striped ▨       striped ▨▨      striped ▨▨▨
   diamonds        diamonds        squiggle        squiggles       squiggles
";
        assert!(fifteen.starts_with(first_row), "{fifteen}");
        let eighteen = first_cards(18, Style { is_ascii: false, ..PLAIN });
        let first_row = "
 1 two ◈◈     2 three ◈◈◈  3 one ▨      4 two ▨▨     5 three ▨▨▨  6 one ▨
   purple       purple       red          red          red          green
   striped      striped      striped      striped      striped      striped
   diamonds     diamonds     squiggle     squiggles    squiggles    squiggle
";
        assert!(eighteen.starts_with(first_row), "{eighteen}");
        let twenty_one = first_cards(21, PLAIN);
        let first_row = "
 1 two      2 three    3 one      4 two      5 three    6 one      7 two
  purple     purple     red        red        red        green      green
  striped    striped    striped    striped    striped    striped    striped
  diamonds   diamonds   squiggle   squiggles  squiggles  squiggle   squiggles
";
        assert!(twenty_one.starts_with(first_row), "{twenty_one}");
    }

    #[test]
    fn no_board_is_wider_than_80_columns_and_ascii_is_ascii() {
        for count in 0..=21 {
            let board: Vec<String> =
                Card::all().skip(60 - count).take(count).map(|card| card.to_string()).collect();
            let board: Vec<&str> = board.iter().map(String::as_str).collect();
            for is_ascii in [true, false] {
                let text = drawn(&board, Style { is_ascii, has_color: false });
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                assert!(text.is_ascii() || !is_ascii);
            }
        }
    }

    #[test]
    fn colours_take_no_room() {
        let colored = drawn(&["1rsd", "2gto", "3pes"], Style { has_color: true, is_ascii: true });
        let expected =
            " 1 \x1b[31mone red\x1b[0m\n   \x1b[31msolid diamond\x1b[0m\n 2 \x1b[32mtwo green\x1b[0m\n";
        assert!(colored.starts_with(expected), "{colored:?}");
        let plain = drawn(&["1rsd", "2gto", "3pes"], PLAIN);
        assert_eq!(
            colored
                .replace("\x1b[31m", "")
                .replace("\x1b[32m", "")
                .replace("\x1b[35m", "")
                .replace("\x1b[0m", ""),
            plain
        );
    }

    #[test]
    fn a_chain_shows_its_last_set() {
        let game = SetGame::new(&Config::of(Variant::Chain)).unwrap();
        let shown = ["1rsd", "2rsd", "3rsd"].map(|card| card.parse().unwrap());
        let setup =
            Setup { board: vec![Some("2gto".parse().unwrap())], shown: Some(shown), ..Setup::default() };
        let text = draw(&game.position(&setup).unwrap(), PLAIN);
        let expected = " 1 two green\n   striped ovals\non show: s1 one red solid diamond, s2 two red solid diamonds, \
                        s3 three red solid diamonds";
        assert_eq!(text, expected);
    }
}
