//! Whether the signing keys are there and whole.

use crate::accounts::keys::{read_seed, store};
use crate::db::Conn;
use crate::values::error::Error;
use crate::values::examination::Findings;

/// Examines each key: that its secret can be read, and that its name is made of its public half.
pub fn keys(c: &mut Conn, findings: &mut Findings<'_>) -> Result<(), Error> {
    let keys = store::list(c)?;
    let is_used = !crate::accounts::store::is_empty(c)?;
    findings.expect(!keys.is_empty() || !is_used, || {
        "there is none, and what was signed cannot be verified".to_owned()
    });
    for key in keys {
        findings.look();
        match read_seed(&key.seed) {
            Ok((_, public)) => findings.expect(public.common.key_id.as_ref() == Some(&key.kid), || {
                format!("key {}: its secret is that of another", key.kid)
            }),
            Err(error) => findings.fault(format!("key {}: {error}", key.kid)),
        }
    }
    Ok(())
}
