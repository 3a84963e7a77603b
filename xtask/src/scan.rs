//! A scanner of Rust source, exact enough to tell code from comments, text and test-only items.
//!
//! A parser would be a large dependency in the program that compiles first; the checks need words and lines only.

/// A piece of source and the line it starts on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) kind: Kind,
}

/// What a token is. Text of any kind (strings, bytes, characters, lifetimes) is one thing: not code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word(String),
    Number(String),
    Mark(char),
    Text,
    /// One line of a comment, its slashes and stars included.
    Comment(String),
}

impl Kind {
    /// Whether it is this word.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }

    /// Whether it is a number with a fraction, an exponent or a float's suffix.
    pub(crate) fn is_float(&self) -> bool {
        let Self::Number(number) = self else { return false };
        if ["0x", "0b", "0o"].iter().any(|radix| number.starts_with(radix)) {
            return false;
        }
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
        rest.starts_with(['.', 'e', 'E']) || rest == "f32" || rest == "f64"
    }
}

/// Splits source into tokens. Source that does not compile gives some tokens too, never a panic.
pub(crate) fn scan(source: &str) -> Vec<Token> {
    let mut scanner = Scanner { chars: source.chars().collect(), at: 0, line: 1, tokens: Vec::new() };
    while scanner.step() {}
    scanner.tokens
}

/// Whether the tokens from the start of `tokens` are these words and marks.
pub(crate) fn starts_with(tokens: &[Token], pattern: &[&str]) -> bool {
    let same = |token: &Token, piece: &str| match &token.kind {
        Kind::Word(word) => word == piece,
        Kind::Mark(mark) => piece.chars().eq([*mark]),
        _ => false,
    };
    tokens.len() >= pattern.len() && tokens.iter().zip(pattern).all(|(token, piece)| same(token, piece))
}

struct Scanner {
    chars: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Scanner {
    /// Reads one token, or one blank; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.peek(0) else { return false };
        match (first, self.peek(1)) {
            ('/', Some('/')) => self.line_comment(),
            ('/', Some('*')) => self.block_comment(),
            ('"', _) => self.string(0),
            ('\'', _) => self.quote(),
            _ if first.is_ascii_digit() => self.number(),
            _ if is_word(first) => self.word(),
            _ => {
                if !first.is_whitespace() {
                    self.emit(Kind::Mark(first));
                }
                self.advance();
            }
        }
        true
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn advance(&mut self) {
        if self.peek(0) == Some('\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    fn emit(&mut self, kind: Kind) {
        self.tokens.push(Token { line: self.line, kind });
    }

    fn line_comment(&mut self) {
        let text: String = self.chars[self.at..].iter().take_while(|&&c| c != '\n').collect();
        self.at += text.chars().count();
        self.emit(Kind::Comment(text));
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        let mut text = String::new();
        while let Some(c) = self.peek(0) {
            let pair = (c, self.peek(1));
            if c == '\n' {
                self.emit(Kind::Comment(std::mem::take(&mut text)));
            } else {
                text.push(c);
            }
            self.advance();
            if pair == ('/', Some('*')) || pair == ('*', Some('/')) {
                depth += if c == '/' { 1 } else { -1 };
                text.extend(self.peek(0));
                self.advance();
            }
            if depth == 0 {
                break;
            }
        }
        self.emit(Kind::Comment(text));
    }

    /// A string; `hashes` says how many close it, and zero that a backslash escapes.
    fn string(&mut self, hashes: usize) {
        self.emit(Kind::Text);
        self.advance();
        while let Some(c) = self.peek(0) {
            self.advance();
            if c == '\\' && hashes == 0 {
                self.advance();
            } else if c == '"' && (1..=hashes).all(|i| self.peek(i - 1) == Some('#')) {
                self.at += hashes;
                return;
            }
        }
    }

    /// `'a'`, `'\n'` or the lifetime `'a`.
    fn quote(&mut self) {
        self.emit(Kind::Text);
        let is_char = self.peek(1) == Some('\\') || self.peek(2) == Some('\'');
        self.advance();
        if is_char {
            if self.peek(0) == Some('\\') {
                self.advance();
            }
            self.advance();
            while self.peek(0).is_some_and(|c| c != '\'' && c != '\n') {
                self.advance();
            }
            self.advance();
        } else {
            while self.peek(0).is_some_and(is_word) {
                self.advance();
            }
        }
    }

    fn number(&mut self) {
        // After a dot it is a field of a tuple: `pair.0.1` holds no fraction.
        let is_field = matches!(self.tokens.last(), Some(Token { kind: Kind::Mark('.'), .. }));
        let mut text = String::new();
        while let Some(c) = self.peek(0) {
            let exponent = !text.starts_with("0x") && text.ends_with(['e', 'E']);
            let sign = (c == '-' || c == '+') && exponent && self.peek(1).is_some_and(|c| c.is_ascii_digit());
            let dot = c == '.' && !is_field && !text.contains('.') && self.is_fraction();
            if !(is_word(c) || sign || dot) {
                break;
            }
            text.push(c);
            self.at += 1;
        }
        self.emit(Kind::Number(text));
    }

    /// Whether the dot here belongs to a number: not to a range (`0..9`), nor to a call (`1.max(x)`).
    fn is_fraction(&self) -> bool {
        self.peek(1).is_none_or(|next| next.is_ascii_digit() || !(is_word(next) || next == '.'))
    }

    /// A word, or the prefix of a string (`r`, `b`, `br`, `c`, `cr`, with hashes), or `r#name`.
    fn word(&mut self) {
        let text: String = self.chars[self.at..].iter().take_while(|&&c| is_word(c)).collect();
        let length = text.chars().count();
        let hashes = self.chars[self.at + length..].iter().take_while(|&&c| c == '#').count();
        let is_prefix = matches!(text.as_str(), "r" | "b" | "br" | "c" | "cr");
        if is_prefix && self.peek(length + hashes) == Some('"') && (hashes == 0 || text.ends_with('r')) {
            self.at += length + hashes;
            return if hashes == 0 && text.ends_with('r') { self.raw_string() } else { self.string(hashes) };
        }
        self.at += length;
        if text == "r" && hashes == 1 {
            return self.advance();
        }
        self.emit(Kind::Word(text));
    }

    fn raw_string(&mut self) {
        self.emit(Kind::Text);
        self.advance();
        while self.peek(0).is_some_and(|c| c != '"') {
            self.advance();
        }
        self.advance();
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        let word = |token: Token| if let Kind::Word(word) = token.kind { Some(word) } else { None };
        scan(source).into_iter().filter_map(word).collect()
    }

    #[test]
    fn comments_and_text_are_not_words() {
        let source = r##"
            // one two
            /* three /* four */ five */
            let six = "seven \" eight"; let r#nine = r#"ten " eleven"#; br"\"; b"a"; twelve('x', '\'', '"');
            fn f<'a>(c: &'a str) { '\u{7f}' }
        "##;
        assert_eq!(words(source), ["let", "six", "let", "nine", "twelve", "fn", "f", "c", "str"]);
    }

    #[test]
    fn lines_count_through_comments_and_text() {
        let source = "/* a\n b R2 */ one\n\"x\ny\" two // R3\n";
        let comment = |line, text: &str| Token { line, kind: Kind::Comment(text.to_owned()) };
        let word = |line, text: &str| Token { line, kind: Kind::Word(text.to_owned()) };
        let expected = [
            comment(1, "/* a"),
            comment(2, " b R2 */"),
            word(2, "one"),
            Token { line: 3, kind: Kind::Text },
            word(4, "two"),
            comment(4, "// R3"),
        ];
        assert_eq!(scan(source), expected);
    }

    #[test]
    fn floats_are_told_from_ranges_fields_and_calls() {
        let float = |source: &str| scan(source).iter().any(|token| token.kind.is_float());
        for source in ["1.5", "1.", "2e5", "2.5e-3", "1f32", "7_f64", "(1.)"] {
            assert!(float(source), "{source} is a float");
        }
        for source in ["0..9", "a.0.1", "1.max(2)", "0x1f32", "0xE5", "1usize", "3_u8", "1..=2"] {
            assert!(!float(source), "{source} is not a float");
        }
    }
}
