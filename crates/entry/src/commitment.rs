//! Commitments: a hash of a secret deal, published before the game so that nobody can change the deal unnoticed.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use tercet_game::Deal;

/// The commitment to a deal that has a key: the SHA-256 of its text, in 64 digits. It reveals nothing of the key, and no other key has
/// it, so whoever noted it before the game can see afterwards that the deal was fixed by then. Any tool can check it:
/// `printf 'chacha20 …' | sha256sum`. A deal without a key has none: whoever wants can try all its seeds.
///
/// ```
/// use tercet_entry::commitment;
/// use tercet_game::Deal;
///
/// let hash = commitment(&Deal::chacha20(&[7; 32])).expect("it has a key");
/// assert_eq!(hash.len(), 64);
/// assert_eq!(commitment(&Deal::stream(42)), None);
/// ```
pub fn commitment(deal: &Deal) -> Option<String> {
    deal.has_key().then(|| {
        let mut digits = String::with_capacity(64);
        for byte in Sha256::digest(deal.to_string().as_bytes()) {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    })
}
