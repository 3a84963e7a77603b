//! Who enters.

/// One of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in tables: the bot's, with a number if the bot was entered before.
    pub label: String,
    /// Which bot plays.
    pub bot: String,
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
        field.push(Entrant { label, bot: bot.to_owned() });
    }
    field
}

/// Fills the field up to a multiple of `multiple` with this bot, labelled [`PADDING`].
pub fn pad(field: &mut Vec<Entrant>, multiple: usize, bot: &str) {
    let missing = field.len().next_multiple_of(multiple) - field.len();
    let padding = |before: usize| Entrant { label: numbered(PADDING, before), bot: bot.to_owned() };
    field.extend((0..missing).map(padding));
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
        assert!(entrants[10..].iter().all(|entrant| entrant.bot == "random"));
        pad(&mut entrants, 12, "random");
        assert_eq!(entrants.len(), 12);
        entrants.push(Entrant { label: "last".to_owned(), bot: "last".to_owned() });
        pad(&mut entrants, 12, "random");
        assert_eq!(entrants.len(), 24);
    }
}
