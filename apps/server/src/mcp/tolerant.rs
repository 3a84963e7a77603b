//! Actions as agents write them: in any case, with commas or brackets, the parts in any order.

/// The legal action that is meant, or the text as it was given, for the rules to say what is wrong with it.
pub(super) fn read(text: &str, legal: &[String]) -> String {
    let given = words(text);
    let plain = given.join(" ");
    if legal.contains(&plain) {
        return plain;
    }
    let mut wanted = given.clone();
    wanted.sort();
    let is_meant = |action: &&String| {
        let mut parts = words(action);
        let is_same_verb = parts.first() == given.first();
        parts.sort();
        is_same_verb && parts == wanted
    };
    let mut meant = legal.iter().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some(action), None) => action.clone(),
        _ => plain,
    }
}

/// The words of a text, small, without what only decorates them.
fn words(text: &str) -> Vec<String> {
    let is_between = |letter: char| letter.is_whitespace() || ",;()[]{}\"'`".contains(letter);
    let small = text.trim().trim_end_matches('.').to_lowercase();
    small.split(is_between).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_found() {
        let legal: Vec<String> =
            ["claim 1 2 3", "claim 4 5 6", "deal", "place 1 2 3", "place 1 3 2"].map(str::to_owned).to_vec();
        for (text, read_as) in [
            ("claim 1 2 3", "claim 1 2 3"),
            ("  Claim 3, 2, 1.", "claim 1 2 3"),
            ("`claim (4 5 6)`", "claim 4 5 6"),
            ("DEAL", "deal"),
            ("place 1 3 2", "place 1 3 2"),
            // Two could be meant, so none is.
            ("place 2 1 3", "place 2 1 3"),
            ("claim 7 8 9", "claim 7 8 9"),
            ("", ""),
        ] {
            assert_eq!(read(text, &legal), read_as, "{text}");
        }
    }
}
