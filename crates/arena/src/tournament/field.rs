//! Who enters.

/// One of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in tables: the bot's, with a number if the bot was entered before.
    pub label: String,
    /// Which bot plays.
    pub bot: String,
    /// Is it there to fill the field up? It plays and is rated like everybody, but only for this tournament.
    pub is_filler: bool,
}

impl Entrant {
    /// What it is called where people read.
    pub fn shown(&self) -> String {
        shown(&self.label, self.is_filler)
    }
}

pub(super) fn shown(label: &str, is_filler: bool) -> String {
    if is_filler { format!("{label} (filler)") } else { label.to_owned() }
}

/// What padding entrants are called.
pub const PADDING: &str = "RandomBot";

/// The field of these bots; a name given twice is numbered.
///
/// ```
/// let field = tercet_arena::field(&["greedy", "random", "greedy"]);
/// let labels: Vec<&str> = field.iter().map(|entrant| entrant.label.as_str()).collect();
/// assert_eq!(labels, ["greedy", "random", "greedy#2"]);
/// ```
pub fn field<S: AsRef<str>>(bots: &[S]) -> Vec<Entrant> {
    let mut field: Vec<Entrant> = Vec::with_capacity(bots.len());
    for bot in bots {
        let bot = bot.as_ref();
        let label = numbered(bot, field.iter().filter(|entrant| entrant.bot == bot).count());
        field.push(Entrant { label, bot: bot.to_owned(), is_filler: false });
    }
    field
}

/// Fills the field up to a multiple of `multiple` with this bot, labelled [`PADDING`].
pub fn pad(field: &mut Vec<Entrant>, multiple: usize, bot: &str) {
    let missing = field.len().next_multiple_of(multiple) - field.len();
    let there = field.iter().filter(|entrant| is_padding(&entrant.label)).count();
    let padding = |before: usize| Entrant {
        label: numbered(PADDING, there + before),
        bot: bot.to_owned(),
        is_filler: true,
    };
    field.extend((0..missing).map(padding));
}

/// Is this how padding entrants are called?
pub fn is_padding(label: &str) -> bool {
    label.strip_prefix(PADDING).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

fn numbered(name: &str, before: usize) -> String {
    if before == 0 { name.to_owned() } else { format!("{name}#{}", before + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_padded_to_a_multiple_of_twelve() {
        let mut entrants = field(&["first"; 10]);
        pad(&mut entrants, 12, "random");
        let labels: Vec<&str> = entrants[8..].iter().map(|entrant| entrant.label.as_str()).collect();
        assert_eq!(labels, ["first#9", "first#10", "RandomBot", "RandomBot#2"]);
        assert!(entrants[10..].iter().all(|entrant| entrant.bot == "random" && is_padding(&entrant.label)));
        let shown: Vec<String> = entrants[9..].iter().map(Entrant::shown).collect();
        assert_eq!(shown, ["first#10", "RandomBot (filler)", "RandomBot#2 (filler)"]);
        pad(&mut entrants, 12, "random");
        assert_eq!(entrants.len(), 12);
        entrants.extend(field(&["last"]));
        pad(&mut entrants, 12, "random");
        assert_eq!(entrants.len(), 24);
    }
}
