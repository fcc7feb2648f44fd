//! Files that somebody chose in a form: a form with a field for one is sent as `multipart/form-data`.

use actix_web::dev::Payload;
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest};

use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::web::body::{self, MOST_BYTES, too_large};
use crate::web::multipart;

/// The media type of a form without files.
const TYPED: &str = "application/x-www-form-urlencoded";
/// The media type of a form with files.
pub(super) const WITH_FILES: &str = "multipart/form-data";
/// More fields than any form with a file has.
const MOST_FIELDS: usize = 64;

/// A file as it was chosen.
#[derive(Debug, Clone)]
pub(crate) struct ChosenFile {
    pub(super) field: String,
    /// The name that it has on the sender's machine.
    pub(crate) name: String,
    pub(crate) content: Bytes,
}

/// The fields of a form with what was typed into them, and the files that were chosen.
#[derive(Debug, Clone, Default)]
pub(super) struct Content {
    pub(super) pairs: Vec<(String, String)>,
    pub(super) files: Vec<ChosenFile>,
}

impl Content {
    /// Reads what was typed, and nothing else.
    pub(super) fn typed(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Content, Error>> + use<> {
        let bytes = body::read(request, payload, &[TYPED]);
        async move {
            Ok(Content {
                pairs: form_urlencoded::parse(&bytes.await?).into_owned().collect(),
                files: Vec::new(),
            })
        }
    }

    /// Reads a form with files. What is typed beside them is no longer than in any other form.
    pub(super) fn with_files(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Content, Error>> + use<> {
        let parts = multipart::parts(MOST_FIELDS, request, payload);
        async move {
            let (mut content, mut bytes) = (Content::default(), 0);
            for part in parts.await? {
                let Some(name) = part.file_name else {
                    bytes += part.content.len();
                    if bytes > MOST_BYTES {
                        return Err(too_large(MOST_BYTES));
                    }
                    let text = String::from_utf8_lossy(&part.content).into_owned();
                    content.pairs.push((part.name, text));
                    continue;
                };
                // Browsers send a field in which none was chosen as a file without name and content.
                if !(name.is_empty() && part.content.is_empty()) {
                    content.files.push(ChosenFile {
                        field: part.name,
                        name,
                        content: part.content.into(),
                    });
                }
            }
            Ok(content)
        }
    }

    /// The marks of the files: what tells them from others.
    pub(super) fn digests(&self) -> Vec<(&str, &str, String)> {
        let files = self.files.iter();
        files
            .map(|file| (file.field.as_str(), file.name.as_str(), sha256(&file.content)))
            .collect()
    }
}

/// Whether a form came with files.
pub(super) fn has_files(request: &HttpRequest) -> bool {
    request.content_type().eq_ignore_ascii_case(WITH_FILES)
}
