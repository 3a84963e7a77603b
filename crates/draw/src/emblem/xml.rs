//! The tags of a small XML file, one after the other.

/// A tag with its attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    pub(super) line: usize,
    pub(super) name: &'t str,
    pub(super) kind: TagKind,
    attributes: Vec<(&'t str, &'t str)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `<g>`
    Open,
    /// `<path/>`
    Whole,
    /// `</g>`
    Close,
}

impl<'t> Tag<'t> {
    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

/// A line, and what is wrong there.
pub(super) type Fault = (usize, String);

/// All tags of a text. Comments, declarations and what stands between tags are left out.
pub(super) fn tags(text: &str) -> Result<Vec<Tag<'_>>, Fault> {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let line = 1 + text[..text.len() - rest.len()].matches('\n').count();
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        let length = tag_length(rest, end).ok_or((line, format!("`{end}` is missing")))?;
        let inner = &rest[1..length - end.len()];
        rest = &rest[length..];
        if !inner.starts_with(['!', '?']) {
            tags.push(read(inner, line)?);
        }
    }
    Ok(tags)
}

/// How long a tag is that ends like this; a `>` in quotes does not end it.
fn tag_length(text: &str, end: &str) -> Option<usize> {
    if end.len() > 1 {
        return text.find(end).map(|at| at + end.len());
    }
    let mut quote = None;
    text.char_indices().find_map(|(at, letter)| {
        match (quote, letter) {
            (None, '>') => return Some(at + 1),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        None
    })
}

fn read(inner: &str, line: usize) -> Result<Tag<'_>, Fault> {
    if let Some(name) = inner.strip_prefix('/') {
        return Ok(Tag { line, name: name.trim(), kind: TagKind::Close, attributes: Vec::new() });
    }
    let (inner, kind) = match inner.strip_suffix('/') {
        Some(inner) => (inner, TagKind::Whole),
        None => (inner, TagKind::Open),
    };
    let (name, mut rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let mut attributes = Vec::new();
    while !rest.trim().is_empty() {
        let fault = || (line, format!("<{name}>: `{}` is no attribute", rest.trim()));
        let (key, value) = rest.split_once('=').ok_or_else(fault)?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\'')).ok_or_else(fault)?;
        let (value, after) = value[1..].split_once(quote).ok_or_else(fault)?;
        attributes.push((key.trim(), value));
        rest = after;
    }
    Ok(Tag { line, name, kind, attributes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_names_lines_and_attributes() {
        let text = "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<svg viewBox='0 0 1 1'>\n<path d=\"M>\" id = \"x\"/></svg>";
        let found = tags(text).unwrap();
        let output: Vec<_> = found.iter().map(|tag| (tag.line, tag.name, tag.kind)).collect();
        assert_eq!(
            output,
            [(3, "svg", TagKind::Open), (4, "path", TagKind::Whole), (4, "svg", TagKind::Close)]
        );
        assert_eq!((found[1].attribute("d"), found[1].attribute("id")), (Some("M>"), Some("x")));
        assert_eq!(found[1].attribute("fill"), None);
    }

    #[test]
    fn what_is_not_written_right_is_told_with_its_line() {
        assert_eq!(tags("\n<svg").unwrap_err(), (2, "`>` is missing".to_owned()));
        assert_eq!(tags("<a b>").unwrap_err(), (1, "<a>: `b` is no attribute".to_owned()));
        assert_eq!(tags("<a b=c>").unwrap_err(), (1, "<a>: `b=c` is no attribute".to_owned()));
    }
}
