//! Chance: the one place that asks the machine for randomness.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Random bytes, as many as are asked for, fit for secrets.
///
/// # Panics
/// The machine has no source of randomness: nothing the service does would be safe.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "without randomness no token may be made and no request answered"
)]
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the machine gives random bytes");
    bytes
}

/// A secret of 256 bits as base64url: 43 characters.
#[must_use]
pub(crate) fn secret() -> String {
    URL_SAFE_NO_PAD.encode(bytes::<32>())
}
