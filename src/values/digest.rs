//! Digests, as text.

use sha2::{Digest, Sha256};

/// SHA-256 as 64 hexadecimal digits.
pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(bytes.as_ref()))
}

/// Bytes as twice as many hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}"); // writing to a string cannot fail
            text
        })
}

#[cfg(test)]
mod tests {
    /// The example of FIPS 180-2, B.1.
    #[test]
    fn it_is_sha256() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(crate::values::digest::sha256("abc"), abc);
    }
}
