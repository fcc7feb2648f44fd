//! Entity tags: a digest of the body, by which a caller says what they have.
//!
//! A body has one tag, and another one in each coding in which it may be sent (RFC 9110, 8.8.3.3): `"5f2d…"`, and
//! `"5f2d…-br"`. A change is made to the thing and not to its bytes, so it may name any of them.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, ContentEncoding, EntityTag, Header, IfMatch, IfNoneMatch};

use crate::values::digest::sha256;
use crate::web::compression::{CODINGS, accepted};

/// The tag of a body.
pub(crate) fn entity_tag(body: impl AsRef<[u8]>) -> EntityTag {
    // 128 bits: no two bodies of one resource will ever share a tag.
    let mut tag = sha256(body);
    tag.truncate(32);
    EntityTag::new_strong(tag)
}

/// The tag of the same body in a coding.
pub(crate) fn in_coding(tag: &EntityTag, coding: ContentEncoding) -> EntityTag {
    EntityTag::new_strong(format!("{}-{}", tag.tag(), coding.as_str()))
}

/// The tag under which the caller has the body already: as it is, or in the coding in which it would be sent to them.
pub(crate) fn unchanged(request: &HttpRequest, tag: &EntityTag) -> Option<EntityTag> {
    // For other methods the header means something else (RFC 9110, 13.1.2).
    if request.method() != Method::GET || !request.headers().contains_key(header::IF_NONE_MATCH) {
        return None;
    }
    let encoded = accepted(request).map(|coding| in_coding(tag, coding));
    match IfNoneMatch::parse(request).ok()? {
        IfNoneMatch::Any => Some(tag.clone()),
        IfNoneMatch::Items(theirs) => {
            let mut ours = encoded.into_iter().chain([tag.clone()]);
            ours.find(|ours| theirs.iter().any(|theirs| theirs.weak_eq(ours)))
        }
    }
}

/// The tag under which the caller has the body already that would be sent under this one.
pub(crate) fn held(theirs: &IfNoneMatch, sent: &EntityTag) -> Option<EntityTag> {
    let suffixes = CODINGS.map(|coding| format!("-{}", coding.as_str()));
    let plain = suffixes
        .iter()
        .find_map(|suffix| sent.tag().strip_suffix(suffix.as_str()));
    let plain = plain.map_or_else(|| sent.clone(), |tag| EntityTag::new(sent.weak, tag.to_owned()));
    match theirs {
        IfNoneMatch::Any => Some(plain),
        IfNoneMatch::Items(theirs) => {
            let mut ours = [sent, &plain].into_iter();
            ours.find(|ours| theirs.iter().any(|theirs| theirs.weak_eq(ours)))
                .cloned()
        }
    }
}

/// Whether the caller has read that version, in whichever coding.
pub(crate) fn is_of(versions: &IfMatch, tag: &EntityTag) -> bool {
    match versions {
        IfMatch::Any => true,
        IfMatch::Items(versions) => {
            let encoded = CODINGS.map(|coding| in_coding(tag, coding));
            let mut tags = encoded.iter().chain([tag]);
            tags.any(|tag| versions.iter().any(|version| version.strong_eq(tag)))
        }
    }
}
