//! Names that people give themselves and others see.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// The most characters that a name has.
pub const LONGEST_NAME: usize = 40;

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Nothing of it can be seen.
    Invisible,
    /// It has this many characters.
    Long(usize),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Invisible => {
                f.write_str("nothing of this name can be seen; give one with letters, or none at all")
            }
            NameError::Long(length) => {
                write!(f, "a name has {LONGEST_NAME} characters at most; this one has {length}")
            }
        }
    }
}

impl std::error::Error for NameError {}

/// A name as it is kept and shown. What can't be seen is left out: control characters, marks that turn the direction
/// of writing, characters without width, and those that no standard gives a look. The rest is in Unicode's form NFC, so that
/// what looks the same is the same; any white space is one space, and none stands at either end. An empty text is no name,
/// and stays one.
///
/// # Errors
/// If nothing is left of it, or more than [`LONGEST_NAME`] characters are.
///
/// ```
/// use tercet_entry::{NameError, clean_name};
///
/// assert_eq!(clean_name("  Zoe\u{308} \u{202e}B. "), Ok("Zoë B.".to_owned()));
/// assert_eq!(clean_name("\u{200b}"), Err(NameError::Invisible));
/// ```
pub fn clean_name(text: &str) -> Result<String, NameError> {
    let name = visible(text);
    let length = name.chars().count();
    if length > LONGEST_NAME {
        return Err(NameError::Long(length));
    }
    if name.is_empty() && !text.is_empty() { Err(NameError::Invisible) } else { Ok(name) }
}

/// The same for names that were taken elsewhere, as bots' are: what is too long is cut off.
pub fn shown_name(text: &str) -> String {
    visible(text).chars().take(LONGEST_NAME).collect()
}

/// A text of one line as people see it: composed, nothing invisible, one space between words.
pub fn visible(text: &str) -> String {
    let seen = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    let letters: Vec<char> = seen.collect();
    let kept = (0..letters.len()).filter(|&nth| !is_invisible(letters[nth]) || joins_pictures(&letters, nth));
    let composed: String = kept.map(|nth| letters[nth]).nfc().collect();
    composed.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Does it join two pictures into one, as in a family or a flag, or say that a sign is meant as a picture?
fn joins_pictures(letters: &[char], nth: usize) -> bool {
    let is_picture = |letter: Option<&char>| letter.is_some_and(|&letter| is_pictograph(letter));
    let before = || letters[..nth].iter().rev().find(|&&letter| letter != VARIATION);
    match letters[nth] {
        JOINER => is_picture(before()) && is_picture(letters.get(nth + 1)),
        VARIATION => is_picture(letters[..nth].last()),
        _ => false,
    }
}

const JOINER: char = '\u{200d}';
/// Asks for the picture of a sign that has also a plain look.
const VARIATION: char = '\u{fe0f}';

/// The blocks of Unicode that pictures are in: arrows to miscellaneous symbols, and the plane of emoji.
fn is_pictograph(letter: char) -> bool {
    matches!(u32::from(letter), 0x2190..=0x2bff | 0x1_f000..=0x1_faff)
}

/// Is it a control character, a private one, or one that Unicode lists as ignorable, a turn of direction or a blank?
fn is_invisible(letter: char) -> bool {
    let code = u32::from(letter);
    letter.is_control()
        || code & 0xfffe == 0xfffe
        || INVISIBLE.iter().any(|(from, to)| (*from..=*to).contains(&code))
}

/// `Default_Ignorable_Code_Point` of Unicode's `DerivedCoreProperties.txt`, joined where blocks touch, and what stands beside each.
const INVISIBLE: &[(u32, u32)] = &[
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x061c, 0x061c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x202a, 0x202e),
    (0x2060, 0x206f),
    // A Braille pattern without dots.
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    // For private use.
    (0xe000, 0xf8ff),
    // No characters.
    (0xfdd0, 0xfdef),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    // Unassigned, marks of annotations, and what stands for an object.
    (0xfff0, 0xfffc),
    (0x1_bca0, 0x1_bca3),
    // A musical head without a look.
    (0x1_d159, 0x1_d159),
    (0x1_d173, 0x1_d17a),
    (0xe_0000, 0xe_0fff),
    // For private use.
    (0xf_0000, 0x10_ffff),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_seen_is_left_out() {
        let examples = [
            ("Ana", "Ana"),
            ("", ""),
            ("Müller", "Müller"),
            ("\u{202e}anA\u{202c}", "anA"),
            ("A\u{2066}n\u{2069}a", "Ana"),
            ("A\u{200b}n\u{200d}a\u{feff}", "Ana"),
            ("A\u{0}\u{7}na\u{7f}", "Ana"),
            ("A\u{e0041}na\u{fe0f}", "Ana"),
            ("A\u{ad}na\u{e000}\u{ffff}\u{10fffe}", "Ana"),
            ("李雷", "李雷"),
            // A family of three, a heart, a rainbow flag: one picture each.
            ("\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}"),
            ("A \u{2764}\u{fe0f}", "A \u{2764}\u{fe0f}"),
            ("\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}", "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}"),
            ("\u{1f468}\u{200d}", "\u{1f468}"),
            ("שָׁלוֹם", "שָׁלוֹם"),
            ("<b>&amp;</b>", "<b>&amp;</b>"),
        ];
        for (text, name) in examples {
            assert_eq!(clean_name(text).as_deref(), Ok(name), "{text:?}");
        }
    }

    #[test]
    fn what_looks_the_same_is_the_same() {
        assert_eq!(clean_name("Zoe\u{308}"), clean_name("Zo\u{eb}"));
        assert_eq!(clean_name("Zoe\u{34f}\u{308}"), clean_name("Zo\u{eb}"), "what is left out parts nothing");
        assert_eq!(clean_name("\u{212b}sa"), clean_name("A\u{30a}sa"));
        assert_eq!(clean_name("\tAna\u{a0}\u{2003} B.\r\n").as_deref(), Ok("Ana B."));
        assert_eq!(clean_name("가").unwrap().chars().count(), 1);
    }

    #[test]
    fn nothing_visible_is_refused_with_a_reason() {
        for text in [" ", "\u{200b}\u{200c}", "\u{202e}", "\n\t", "\u{3164}", "\u{2800}"] {
            assert_eq!(clean_name(text), Err(NameError::Invisible), "{text:?}");
        }
        let why = "nothing of this name can be seen; give one with letters, or none at all";
        assert_eq!(NameError::Invisible.to_string(), why);
    }

    #[test]
    fn a_name_is_as_long_as_what_is_left_of_it() {
        let long = "e\u{301}\u{200b}".repeat(LONGEST_NAME);
        assert_eq!(clean_name(&long).unwrap(), "é".repeat(LONGEST_NAME));
        assert_eq!(clean_name(&format!("  {long}  ")).unwrap(), "é".repeat(LONGEST_NAME));
        assert_eq!(shown_name(&format!("{long}!")), "é".repeat(LONGEST_NAME));
        let error = clean_name(&format!("{long}!")).unwrap_err();
        assert_eq!(error.to_string(), "a name has 40 characters at most; this one has 41");
    }

    #[test]
    fn a_clean_name_stays_as_it_is() {
        for text in ["Zoe\u{308} \u{202e}B.", " a  b ", "ﬁ", "\u{1100}\u{1161}\u{11a8}", "a\u{315}\u{300}"]
        {
            let once = clean_name(text).unwrap();
            assert_eq!(clean_name(&once), Ok(once.clone()), "{text:?}");
        }
    }
}
