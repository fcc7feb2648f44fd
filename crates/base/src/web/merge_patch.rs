//! Changing a thing: a JSON Merge Patch (RFC 7396) to what the caller has read of it, and to nothing else.
//!
//! `If-Match` says what that was. Who has read another version is told so, with the entity tag of the present one, and
//! nothing of two people's work is lost.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{self, Header, IfMatch};
use actix_web::{FromRequest, HttpRequest};
use serde::de::{self, DeserializeOwned, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;
use crate::web::entity_tag::{entity_tag, is_of};
use crate::web::idempotency::Request;

crate::problem_kinds! {
    PRECONDITION_REQUIRED = 428 "precondition-required", "Precondition required",
        "A change needs `If-Match` with the `ETag` of what you have read, so that nobody's change is lost; `*` changes whatever there is.";
    STALE = 412 "stale", "It has changed since you read it",
        "`ETag` has the entity tag of the present version. Read it, and decide again.";
}

/// A change as it is asked for. With it comes what tells the request from others.
pub struct MergePatch(pub Change, pub Request);

impl FromRequest for MergePatch {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if !request.headers().contains_key(header::IF_MATCH) {
            let problem = PRECONDITION_REQUIRED.problem("The request has no `If-Match`.");
            return Box::pin(ready(Err(problem.into())));
        }
        // What cannot be read matches nothing.
        let versions = IfMatch::parse(request).unwrap_or(IfMatch::Items(Vec::new()));
        let bytes = body::read(request, payload, &["application/merge-patch+json", "application/json"]);
        let request = request.clone();
        Box::pin(async move {
            let bytes = bytes.await?;
            let Patch(patch) = body::parse(&bytes)?;
            if let Some(pointer) = list_in(&patch) {
                return Err(Faults::of(&pointer, ValueError::new("invalid-value", "Expected no list.")).into());
            }
            Ok(MergePatch(Change { patch, versions }, Request::new(&request, &bytes)?))
        })
    }
}

/// The change, as it was sent. An object that names a member twice is refused, as in every other body: the library
/// would take the last of the two, and another reader the first.
struct Patch(Value);

impl<'de> Deserialize<'de> for Patch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Patch, D::Error> {
        deserializer.deserialize_any(OfPatch).map(Patch)
    }
}

struct OfPatch;

impl<'de> Visitor<'de> for OfPatch {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Patch(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.contains_key(&name) {
                // As the value of the member, so that the fault is told with its place.
                members.next_value::<Twice>()?;
            }
            let Patch(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

/// The value under a name that was there before: nothing that can be read.
struct Twice;

impl<'de> Deserialize<'de> for Twice {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Twice, D::Error> {
        Err(de::Error::custom(body::DUPLICATE_MEMBER))
    }
}

/// The place of a list in what is changed, if there is one. Nothing that can be changed has a list, and the library
/// would take it for an object's fields.
fn list_in(patch: &Value) -> Option<String> {
    let members = patch.as_object()?;
    members.iter().find_map(|(name, value)| {
        let name = name.replace('~', "~0").replace('/', "~1");
        if value.is_array() {
            Some(format!("/{name}"))
        } else {
            list_in(value).map(|below| format!("/{name}{below}"))
        }
    })
}

/// The change to make, and the versions that it may be made to.
pub struct Change {
    patch: Value,
    versions: IfMatch,
}

impl Change {
    /// The form of a thing with the change made to it, unless the thing is not as the caller has read it. `present` is what
    /// a read would answer now.
    pub fn applied_to<F: Serialize + DeserializeOwned>(&self, present: &impl Serialize, form: &F) -> Result<F, Error> {
        self.refuse_stale(present)?;
        let mut form = serde_json::to_value(form).map_err(|error| Error::Internal(error.to_string()))?;
        json_patch::merge(&mut form, &self.patch);
        body::from_value(form)
    }

    fn refuse_stale(&self, present: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string(present).map_err(|error| Error::Internal(error.to_string()))?;
        let tag = entity_tag(&text);
        if is_of(&self.versions, &tag) {
            return Ok(());
        }
        Err(STALE
            .problem("It is not what you have read.")
            .with_header("etag", tag.to_string())
            .into())
    }
}
