//! The rules of a game, to read over the screen: the text that stands beside its source.

use tercet_catalog::games;

use crate::screen::kit::sheet::Sheet;

/// The rules of the game with this name in commands.
pub(crate) fn sheet(game: &str) -> Sheet {
    let entry = games().games().iter().find(|entry| entry.id == game);
    let (title, rules) = entry.map_or((game, ""), |entry| (entry.title, entry.rules));
    Sheet::new(format!("the rules: {title}"), plain(rules))
}

/// Markdown as plain text from its first chapter on, what is before that being for who changes the source. A paragraph is
/// one line, which the sheet breaks where its room ends.
fn plain(markdown: &str) -> String {
    let chapters = markdown.find("\n## ").map_or(markdown, |start| &markdown[start + 1..]);
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in chapters.lines() {
        let is_own = line.starts_with(['#', '|', '-', ' ', '>']) || line.is_empty();
        let text = line.trim_start_matches('#').replace(['`', '*'], "");
        let text = if line.starts_with('#') { text.trim() } else { text.as_str() };
        match lines.last_mut().filter(|_| is_open && !is_own) {
            Some(last) => *last = format!("{last} {text}"),
            None => lines.push(text.to_owned()),
        }
        is_open = !line.starts_with(['#', '|']) && !line.is_empty();
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_read_without_its_signs() {
        let text = "# Title\n\nFor who changes it.\n\n## R1: the deck\nSome `cards`\nand more.\n- one\n  of them\n\n| a |\n| b |\n";
        assert_eq!(plain(text), "R1: the deck\nSome cards and more.\n- one\n  of them\n\n| a |\n| b |");
    }

    #[test]
    fn every_game_has_rules_to_read() {
        for entry in games().games() {
            let text = plain(entry.rules);
            assert!(
                text.lines().count() > 20 && !text.contains("xtask") && !text.contains('`'),
                "{}",
                entry.id
            );
        }
    }
}
