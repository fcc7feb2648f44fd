//! The logo, set and taken away.

use serde::Serialize;

use crate::accounts::Caller;
use crate::certificates::paper::logo::{Logo, store};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::values::digest::sha256;
use crate::values::error::{Error, NOT_FOUND};

/// The logo as the trail keeps it: by its digest.
#[derive(Serialize, PartialEq)]
struct LogoEvidence {
    digest: String,
    bytes: usize,
}

impl LogoEvidence {
    fn of(png: &[u8]) -> LogoEvidence {
        LogoEvidence {
            digest: sha256(png),
            bytes: png.len(),
        }
    }
}

/// The PNG of the logo.
pub fn read(c: &mut Conn) -> Result<Vec<u8>, Error> {
    Ok(store::find(c)?.ok_or_else(|| NOT_FOUND.problem("The federation has no logo."))?)
}

/// The logo, if there is one.
pub fn find(c: &mut Conn) -> Result<Option<Logo>, Error> {
    let unusable = |error| Error::Internal(format!("the logo: {error}"));
    let png = store::find(c)?;
    png.map(|png| Logo::decoded(png).map_err(unusable)).transpose()
}

/// Sets the logo, or takes it away. What is as it was leaves no trace.
pub fn update(c: &mut Conn, by: &Caller, action: Operation, png: Option<&[u8]>) -> Result<(), Error> {
    let before = store::find(c)?.as_deref().map(LogoEvidence::of);
    let after = png.map(LogoEvidence::of);
    if before == after {
        return Ok(());
    }
    store::keep(c, png)?;
    by.audit(c, Change::altered(action, "federation_logo", 1, &before, &after)?)
}
