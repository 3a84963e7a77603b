//! Our own `ChaCha20` beside that of the crate `chacha20`: secret deals must be what RFC 8439 says, for any key.

use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use tercet_game::{ChaCha20, Rng, Source as _};

/// The twin of a stream: the number of the stream is the first word of the nonce.
fn twin(key: &[u8; 32], stream: u32) -> chacha20::ChaCha20 {
    let mut nonce = [0; 12];
    nonce[..4].copy_from_slice(&stream.to_le_bytes());
    chacha20::ChaCha20::new(&(*key).into(), &nonce.into())
}

fn word(cipher: &mut chacha20::ChaCha20) -> u32 {
    let mut bytes = [0; 4];
    cipher.apply_keystream(&mut bytes);
    u32::from_le_bytes(bytes)
}

fn any_key(rng: &mut Rng) -> [u8; 32] {
    std::array::from_fn(|_| rng.below(256) as u8)
}

#[test]
fn blocks_are_those_of_the_twin() {
    let mut rng = Rng::stream(8439, &[]);
    for _ in 0..500 {
        let (key, stream) = (any_key(&mut rng), rng.below(u32::MAX));
        let (own, mut twin) = (ChaCha20::new(&key, stream), twin(&key, stream));
        for number in [0, 1, 2, rng.below(u32::MAX), u32::MAX - 1] {
            twin.seek(u64::from(number) * 64);
            let words: [u32; 16] = std::array::from_fn(|_| word(&mut twin));
            assert_eq!(own.words_at(number), words, "key {key:02x?}, stream {stream}, block {number}");
        }
    }
}

/// A number below a bound without bias, by throwing away the words that would make some numbers likelier.
fn below(bound: u32, mut next: impl FnMut() -> u32) -> u32 {
    let uneven = (1_u64 << 32) % u64::from(bound);
    loop {
        let product = u64::from(next()) * u64::from(bound);
        if product % (1 << 32) >= uneven {
            return (product >> 32) as u32;
        }
    }
}

#[test]
fn draws_are_those_of_the_twin_over_many_blocks() {
    let mut rng = Rng::stream(8439, &[1]);
    for stream in 0..50 {
        let key = any_key(&mut rng);
        let (mut own, mut twin) = (ChaCha20::new(&key, stream), twin(&key, stream));
        for _ in 0..1000 {
            // Small bounds are what games ask for; large ones throw words away.
            let bound = if rng.below(2) == 0 { 1 + rng.below(108) } else { u32::MAX - rng.below(1 << 31) };
            assert_eq!(own.below(bound), below(bound, || word(&mut twin)), "stream {stream}, bound {bound}");
        }
    }
}
