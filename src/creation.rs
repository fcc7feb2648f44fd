//! Creating things under an id that the caller chose: the same request again answers as the first did.

use serde::Serialize;

use crate::digest::sha256;
use crate::error::{Error, ID_TAKEN};

/// What a thing was created from, as 64 hexadecimal digits: equal for equal content, however it was spaced or ordered.
pub(crate) fn fingerprint(content: &impl Serialize) -> Result<String, Error> {
    let content = serde_json::to_vec(content).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(sha256(content))
}

/// What stands under the id already, if it was created from the same content.
pub(crate) fn earlier<T>(existing: Option<(T, String)>, fingerprint: &str) -> Result<Option<T>, Error> {
    match existing {
        None => Ok(None),
        Some((thing, theirs)) if theirs == fingerprint => Ok(Some(thing)),
        Some(_) => Err(ID_TAKEN
            .at("/id", "Something else was created with this id before.")
            .into()),
    }
}
