//! Styles and scripts of the pages for people, each by its name, and files that are always the same.

use std::borrow::Cow;

use actix_web::body::BoxBody;
use actix_web::http::header::{self, EntityTag};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder};

use crate::web::compression::Kept;
use crate::web::entity_tag::{entity_tag, unchanged};
use crate::web::response::PUBLIC;

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";

/// A style or a script that pages of a noun ask for, by its name.
pub struct Asset {
    pub name: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) text: &'static str,
}

impl Asset {
    /// A style sheet.
    pub const fn style(name: &'static str, text: &'static str) -> Asset {
        Asset {
            name,
            media_type: "text/css; charset=utf-8",
            text,
        }
    }

    /// A script.
    pub const fn script(name: &'static str, text: &'static str) -> Asset {
        Asset {
            name,
            media_type: "text/javascript; charset=utf-8",
            text,
        }
    }
}

/// A file that is the same as long as the service runs. What can be known of it is found out once.
pub struct StaticFile {
    media_type: Cow<'static, str>,
    body: Bytes,
    tag: EntityTag,
    kept: Kept,
}

impl StaticFile {
    /// A file of that media type.
    pub fn new(media_type: impl Into<Cow<'static, str>>, body: impl Into<Bytes>) -> StaticFile {
        let body = body.into();
        StaticFile {
            media_type: media_type.into(),
            tag: entity_tag(&body),
            body,
            kept: Kept::default(),
        }
    }
}

impl From<&'static Asset> for StaticFile {
    fn from(asset: &'static Asset) -> StaticFile {
        StaticFile::new(asset.media_type, asset.text)
    }
}

impl Responder for &'static StaticFile {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let unchanged = unchanged(request, &self.tag);
        let mut response = match unchanged {
            Some(_) => HttpResponse::NotModified(),
            None => HttpResponse::Ok(),
        };
        response
            .insert_header((header::CACHE_CONTROL, PUBLIC))
            .insert_header((header::ETAG, unchanged.as_ref().unwrap_or(&self.tag).to_string()));
        if unchanged.is_some() {
            return response.finish();
        }
        let mut response = response.content_type(self.media_type.as_ref()).body(self.body.clone());
        response.extensions_mut().insert(&self.kept);
        response
    }
}
