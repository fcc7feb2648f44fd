//! Digests, as text.

use sha2::{Digest, Sha256};

/// SHA-256 as 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(bytes.as_ref()))
}

/// Bytes as twice as many hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}"); // writing to a string cannot fail
            text
        })
}

/// The 32 bytes of a digest that is written so.
pub fn from_hexadecimal(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let pairs = digits.as_bytes().chunks(2);
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    /// The example of FIPS 180-2, B.1.
    #[test]
    fn it_is_sha256() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(crate::values::digest::sha256("abc"), abc);
    }

    #[test]
    fn it_is_read_back() {
        let digest = crate::values::digest::sha256("abc");
        let bytes = crate::values::digest::from_hexadecimal(&digest).unwrap();
        assert_eq!(crate::values::digest::hexadecimal(&bytes), digest);
        for wrong in ["", "ba78", &digest.replace('b', "x"), &digest.replace('b', "é")] {
            assert_eq!(crate::values::digest::from_hexadecimal(wrong), None, "{wrong}");
        }
    }
}
