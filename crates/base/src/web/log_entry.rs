//! The header `Log-Entry`: which entry of the audit trail a change has written, and up to which one a reader wants to read.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest};

use crate::db::audit::EntryPlace;

/// Answers name the last entry of what they did in it; a request that sends it back reads what came after.
pub const LOG_ENTRY: HeaderName = HeaderName::from_static("log-entry");

/// The last entry that a request has written, once it has; all clones share it.
#[derive(Debug, Clone, Default)]
pub struct WrittenEntry(Arc<AtomicI64>);

impl WrittenEntry {
    /// The entry of the request.
    pub fn of(request: &HttpRequest) -> WrittenEntry {
        let mut extensions = request.extensions_mut();
        if let Some(written) = extensions.get::<WrittenEntry>() {
            return written.clone();
        }
        let written = WrittenEntry::default();
        extensions.insert(written.clone());
        written
    }

    /// Puts down that this one was written.
    pub fn set(&self, entry: EntryPlace) {
        self.0.store(entry.0, Ordering::Relaxed);
    }

    fn get(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|entry| *entry > 0)
    }
}

/// The entry up to which the reader wants to read.
pub fn seen(request: &HttpRequest) -> Option<EntryPlace> {
    let seen = request.headers().get(LOG_ENTRY)?.to_str().ok()?;
    seen.parse().ok().map(EntryPlace)
}

/// Names the entry in the answer to a request that has written one. An answer that is given again names its own.
pub async fn tell_written(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let written = WrittenEntry::of(request.request());
    let mut response = next.call(request).await?;
    let is_new = !response.headers().contains_key(LOG_ENTRY) && response.status().is_success();
    if let Some(entry) = written.get().filter(|_| is_new) {
        response.headers_mut().insert(LOG_ENTRY, HeaderValue::from(entry));
    }
    Ok(response)
}
