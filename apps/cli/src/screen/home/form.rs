//! The form of a new game: who plays, by which rules, from which seed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use crate::screen::kit::line::Line;
use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// SET.
    Set,
    /// Machi Koro.
    Machi,
    /// The triangle puzzle.
    Triangle,
}

/// The lines of a form, one of them chosen.
pub(crate) struct Form {
    kind: Kind,
    fields: Vec<Field>,
    at: usize,
}

struct Field {
    label: &'static str,
    value: Value,
    about: &'static str,
}

enum Value {
    /// What is shown, and the words that it stands for.
    Choice { values: Vec<(String, String)>, at: usize },
    /// What is typed, behind this option.
    Typed { option: &'static str, line: Line },
}

impl Field {
    fn choice(label: &'static str, values: &[(&str, &str)], about: &'static str) -> Field {
        let values = values.iter().map(|(shown, words)| ((*shown).to_owned(), (*words).to_owned())).collect();
        Field { label, value: Value::Choice { values, at: 0 }, about }
    }

    /// A bot of the game, somebody else at this keyboard, or nobody.
    fn bot(label: &'static str, game: &str, nobody: Option<&str>, first: &str) -> Field {
        let bots = tercet_catalog::games().bots().filter(|bot| bot.games.contains(&game)).map(|bot| bot.name);
        let names: Vec<&str> = nobody.into_iter().chain(bots).chain([PERSON]).collect();
        let at = names.iter().position(|name| *name == first).unwrap_or(0);
        let word = |name: &str| match name {
            PERSON => "me".to_owned(),
            name if Some(name) == nobody => String::new(),
            name => name.to_owned(),
        };
        let values = names.iter().map(|name| ((*name).to_owned(), word(name))).collect();
        Field { label, value: Value::Choice { values, at }, about: "`tercet bots` says what each does" }
    }

    fn typed(label: &'static str, option: &'static str, about: &'static str) -> Field {
        Field { label, value: Value::Typed { option, line: Line::default() }, about }
    }

    /// The words that a choice stands for.
    fn chosen(&self) -> &str {
        match &self.value {
            Value::Choice { values, at } => &values[*at].1,
            Value::Typed { .. } => "",
        }
    }

    /// The option with what was typed, if anything was.
    fn words(&self) -> Vec<String> {
        match &self.value {
            Value::Choice { .. } => Vec::new(),
            Value::Typed { option, line } => {
                let text = line.text();
                let each = text.split_whitespace().flat_map(|word| [(*option).to_owned(), word.to_owned()]);
                each.collect()
            }
        }
    }
}

/// Somebody else at this keyboard.
const PERSON: &str = "a person here";
const SEED: &str = "a number; empty draws one";
const OPTIONS: &str = "as KEY=VALUE, with spaces between them; `tercet play GAME --help` lists them";

impl Form {
    /// The form of a game.
    pub(crate) fn new(kind: Kind) -> Form {
        let mut fields = match kind {
            Kind::Set => set(),
            Kind::Machi => machi(),
            Kind::Triangle => triangle(),
        };
        fields.push(Field::typed("seed", "--seed", SEED));
        fields.push(Field::typed("options", "--option", OPTIONS));
        Form { kind, fields, at: 0 }
    }

    /// Its heading.
    pub(crate) fn title(&self) -> &'static str {
        match self.kind {
            Kind::Set => "a game of SET",
            Kind::Machi => "a game of Machi Koro",
            Kind::Triangle => "the triangle puzzle",
        }
    }

    /// Is something typed in the line that is chosen? Every letter belongs to it then.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self.fields[self.at].value, Value::Typed { .. })
    }

    /// Takes a key.
    pub(crate) fn take(&mut self, key: &KeyEvent) {
        let last = self.fields.len() - 1;
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at == last { 0 } else { self.at + 1 },
            code => match (&mut self.fields[self.at].value, code) {
                (Value::Choice { values, at }, KeyCode::Left) => {
                    *at = at.checked_sub(1).unwrap_or(values.len() - 1);
                }
                (Value::Choice { values, at }, KeyCode::Right | KeyCode::Char(' ')) => {
                    *at = (*at + 1) % values.len();
                }
                (Value::Typed { line, .. }, _) => {
                    line.take(key);
                }
                (Value::Choice { .. }, _) => {}
            },
        }
    }

    /// Chooses the line under a place of an area; where it is chosen already, its next value.
    pub(crate) fn click(&mut self, area: Rect, (_, y): (u16, u16)) {
        let (line, step) = (y - area.y, self.step(area.height));
        let field = usize::from(line / step);
        if line % step != 0 || field >= self.fields.len() {
            return;
        }
        if field == self.at {
            self.take(&KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
        }
        self.at = field;
    }

    /// How many lines there are from one line of the form to the next.
    fn step(&self, height: u16) -> u16 {
        if self.fields.len() as u16 * 2 + 2 <= height { 2 } else { 1 }
    }

    /// The command that begins the game.
    pub(crate) fn words(&self) -> Vec<String> {
        let chosen = |label: &str| {
            self.fields.iter().find(|field| field.label == label).map_or("", Field::chosen).to_owned()
        };
        let mut words: Vec<String> = Vec::new();
        let mut add = |text: &str| words.extend(text.split_whitespace().map(str::to_owned));
        match self.kind {
            Kind::Set => {
                add(&format!("play set {}", chosen("play")));
                let others: Vec<String> = ["against", "and", "and then"]
                    .iter()
                    .map(|label| chosen(label))
                    .filter(|name| !name.is_empty())
                    .collect();
                if !others.is_empty() {
                    add(&format!("--players me,{}", others.join(",")));
                }
            }
            Kind::Machi => {
                let labels = ["seat 2", "seat 3", "seat 4", "seat 5"];
                let others: Vec<String> =
                    labels.iter().map(|label| chosen(label)).filter(|name| !name.is_empty()).collect();
                add(&format!("play machi --players me,{} {}", others.join(","), chosen("expansions")));
                add(&chosen("market"));
            }
            Kind::Triangle => {
                add(&format!("{} triangle", chosen("mode")));
                let grid = chosen("board");
                if !grid.is_empty() {
                    words.extend(["--option".to_owned(), format!("grid={grid}")]);
                }
            }
        }
        words.extend(self.fields.iter().flat_map(Field::words));
        words
    }

    /// Draws the form.
    pub(crate) fn draw(&self, pen: &mut Pen) {
        let step = self.step(pen.height());
        // What has no room beside its line stands below all.
        let mut about = "";
        for (number, field) in self.fields.iter().enumerate() {
            let y = number as u16 * step;
            let is_here = number == self.at;
            pen.text(1, y, if is_here { ">" } else { " " }, Role::Accent);
            pen.text(3, y, field.label, if is_here { Role::Accent } else { Role::Dim });
            let end = match &field.value {
                Value::Choice { values, at } => {
                    let shown = if is_here {
                        format!("← {} →", values[*at].0)
                    } else {
                        format!("  {}", values[*at].0)
                    };
                    pen.text(16, y, &shown, if is_here { Role::Strong } else { Role::Text })
                }
                Value::Typed { line, .. } => {
                    let text = line.text();
                    let end = pen.text(18, y, &text, Role::Strong);
                    if is_here {
                        pen.text(
                            18 + line.cursor() as u16,
                            y,
                            if text.is_empty() { "_" } else { "" },
                            Role::Accent,
                        );
                        pen.paint(18 + line.cursor() as u16, y, 1, Role::Cursor);
                    }
                    end
                }
            };
            let x = end.max(34) + 2;
            if is_here && usize::from(x) + field.about.chars().count() <= usize::from(pen.width()) {
                pen.text(x, y, field.about, Role::Dim);
            } else if is_here {
                about = field.about;
            }
        }
        let y = self.fields.len() as u16 * step + 1;
        let command = format!("tercet {}", self.words().join(" "));
        let room = pen.width().saturating_sub(4);
        for (y, line) in (y..).zip([wrap(&command, room), wrap(about, room)].concat()) {
            pen.text(3, y, &line, Role::Dim);
        }
    }
}

fn set() -> Vec<Field> {
    let kinds = [
        ("the whole deck", ""),
        ("junior: 27 cards", "--variant junior"),
        ("chain: each Set shares a card", "--variant chain"),
        ("ultra: four cards, two pairs", "--variant ultra"),
        ("a puzzle with 3 Sets", "--puzzle 3"),
        ("a puzzle with 6 Sets", "--puzzle 6"),
    ];
    let racers = [
        ("nobody", ""),
        ("racer:1, slow", "racer:1"),
        ("racer:2", "racer:2"),
        ("racer:3", "racer:3"),
        ("racer:4", "racer:4"),
        ("racer:5, very quick", "racer:5"),
        ("racer:auto, adapts to you", "racer:auto"),
    ];
    let about = "bots that find Sets after a while, as people do";
    vec![
        Field::choice("play", &kinds, ""),
        Field::choice("against", &racers, about),
        Field::choice("and", &racers, about),
        Field::choice("and then", &racers, about),
        Field::typed("Sets to find", "--target", "a goal; empty for none"),
        Field::typed("seconds", "--time-limit", "a goal; empty for none"),
    ]
}

fn machi() -> Vec<Field> {
    let expansions = [
        ("none", ""),
        ("Harbor", "--expansions harbor"),
        ("Millionaire's Row", "--expansions millionaires_row"),
        ("both", "--expansions harbor,millionaires_row"),
    ];
    let markets = [
        ("as the game says", ""),
        ("everything lies open", "--market total"),
        ("ten piles", "--market variable"),
        ("five of low, five of high", "--market hybrid"),
    ];
    vec![
        Field::bot("seat 2", "machi", None, "impatient"),
        Field::bot("seat 3", "machi", Some("nobody"), "nobody"),
        Field::bot("seat 4", "machi", Some("nobody"), "nobody"),
        Field::bot("seat 5", "machi", Some("nobody"), "nobody"),
        Field::choice("expansions", &expansions, "five play only with Harbor"),
        Field::choice("market", &markets, ""),
    ]
}

fn triangle() -> Vec<Field> {
    let modes = [("play", "play"), ("debug: cells and shapes by hand", "debug")];
    let boards = [
        ("hexagon of side 4", ""),
        ("hexagon of side 3", "hexagon 3"),
        ("hexagon of side 5", "hexagon 5"),
        ("triangle of side 6", "triangle 6"),
        ("triangle of side 8", "triangle 8"),
    ];
    vec![Field::choice("mode", &modes, ""), Field::choice("board", &boards, "")]
}
