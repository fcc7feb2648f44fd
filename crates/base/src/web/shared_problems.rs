//! Problems that many operations answer with for the same reason, and how the document tells which operations do.

use serde_json::{Value, json};

/// A problem that many operations answer with for the same reason.
pub(crate) struct Shared {
    pub(crate) name: &'static str,
    pub(crate) status: &'static str,
    pub(crate) about: &'static str,
    pub(crate) applies: fn(&str, &Value) -> bool,
}

/// The ways in which any operation can fail for a while.
macro_rules! unavailable {
    () => {
        "`unavailable`: busy; nothing was changed. Try again after `Retry-After` seconds. \
         `storage-full`: there is no room for the records; reading goes on. \
         `storage-lost`: the file of the records is not where it was opened. \
         `storage-damaged`: a part of the records cannot be read. Somebody has to see to these."
    };
}

/// The refusal of things that a laptop at a venue leaves to the federation.
macro_rules! not_at_venue {
    () => {
        "`not-at-venue`: this is a laptop at a venue, and it is done at the federation."
    };
}

/// The problems that operations share.
pub(crate) const SHARED: [Shared; 20] = [
    Shared {
        name: "BadRequest",
        status: "400",
        about: "`malformed-json`: the body is not JSON. `invalid-query`, `invalid-cursor`: a query parameter is wrong, or there is no such parameter. `invalid-idempotency-key`: the header has the wrong form.",
        applies: |_, _| true,
    },
    Shared {
        name: "Unauthorized",
        status: "401",
        about: "`token-required`, `token-invalid`, `token-expired`: sign in.",
        applies: |_, operation| is_secured(operation),
    },
    Shared {
        name: "Forbidden",
        status: "403",
        about: "`role-required`: none of your roles allows it. `out-of-scope`: it is for another province or club. `second-factor-required`: the federation asks your role for a second factor. `scope-required`: the program has not the scope that the operation needs.",
        applies: |_, operation| is_secured(operation),
    },
    Shared {
        name: "NotFound",
        status: "404",
        about: "`not-found`: there is nothing here, or nothing that is yours to know of.",
        applies: |path, _| path.contains('{'),
    },
    Shared {
        name: "Merged",
        status: "308",
        about: "`merged`: the entry was merged into another one of the same person; `Location` has the same place of that one.",
        applies: |path, _| path.contains("/players/{id}"),
    },
    Shared {
        name: "Erased",
        status: "410",
        about: "`erased`: the person's data was erased. `answer-erased`: so was the answer to this request, which was done before.",
        applies: |path, operation| path.starts_with("/v1/players/{id}") && is_secured(operation),
    },
    Shared {
        name: "AnswerErased",
        status: "410",
        about: "`answer-erased`: the request was done before, and its answer was erased with the person whom it was about.",
        applies: |path, operation| {
            takes_key(operation) && !path.starts_with("/v1/players/{id}") && !path.starts_with("/v1/games/{id}")
        },
    },
    Shared {
        name: "Withdrawn",
        status: "410",
        about: "`game-withdrawn`: the game was withdrawn. `answer-erased`: the request was done before, and its answer was erased with a person whom it was about.",
        applies: |path, _| path.contains("/games/{id}") && !path.ends_with("/versions"),
    },
    Shared {
        name: "HeldAtVenue",
        status: "409",
        about: concat!(
            "`held-at-venue`: a laptop at the venue has the pen of the tournament. `pen-not-here`: this laptop has laid it down. ",
            not_at_venue!()
        ),
        applies: |path, operation| is_secured_write(operation) && is_about_tournaments(path, operation),
    },
    Shared {
        name: "NotAtVenue",
        status: "409",
        about: not_at_venue!(),
        applies: |path, operation| is_secured_write(operation) && !is_about_tournaments(path, operation),
    },
    Shared {
        name: "Stale",
        status: "412",
        about: "`stale`: it has changed since you read it; `ETag` has the present version's.",
        applies: |_, operation| is_edit(operation),
    },
    Shared {
        name: "PreconditionRequired",
        status: "428",
        about: "`precondition-required`: send `If-Match` with the `ETag` of what you have read.",
        applies: |_, operation| is_edit(operation),
    },
    Shared {
        name: "TooSlow",
        status: "408",
        about: "`body-too-slow`: the body took longer than 30 seconds.",
        applies: |_, operation| has_body(operation) && !is_upload(operation),
    },
    Shared {
        name: "TooLarge",
        status: "413",
        about: "`body-too-large`: the body has more than 256 KiB.",
        applies: |_, operation| has_body(operation) && !is_upload(operation),
    },
    Shared {
        name: "UnsupportedMediaType",
        status: "415",
        about: "`unsupported-media-type`: the body is not of the media type that the operation takes.",
        applies: |_, operation| has_body(operation),
    },
    Shared {
        name: "Unprocessable",
        status: "422",
        about: "`invalid-input`: fields are wrong; `errors` lists them. `idempotency-key-reused`: the key was used for \
                another request.",
        applies: |_, operation| has_body(operation) && !is_form(operation) || takes_key(operation),
    },
    Shared {
        name: "TooManyRequests",
        status: "429",
        about: "`too-many-requests`: the token, or the address without one, has asked too often in this minute; wait for the seconds in `Retry-After`.",
        applies: |path, _| path.starts_with("/v1/"),
    },
    Shared {
        name: "Internal",
        status: "500",
        about: "`internal`: the service has a fault.",
        applies: |_, _| true,
    },
    Shared {
        name: "Unavailable",
        status: "503",
        about: unavailable!(),
        applies: |_, operation| !is_write(operation),
    },
    Shared {
        name: "UnavailableToWrite",
        status: "503",
        about: concat!(
            unavailable!(),
            " `outcome-unknown`: the database broke off while it committed; send the request again with the same id or key. \
             `standby-behind`: this is a laptop at a venue, and it was done, but is not on the second laptop yet; so too."
        ),
        applies: |_, operation| is_write(operation),
    },
];

fn has_body(operation: &Value) -> bool {
    operation.get("requestBody").is_some()
}

fn takes_key(operation: &Value) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.is_some_and(|parameters| {
        parameters
            .iter()
            .any(|parameter| parameter["name"] == "Idempotency-Key")
    })
}

/// Files, of which there may be more than of JSON.
pub(crate) fn is_upload(operation: &Value) -> bool {
    operation["requestBody"]["content"]["multipart/form-data"].is_object()
}

/// A form as OAuth has it, whose faults are told as OAuth has it.
fn is_form(operation: &Value) -> bool {
    operation["requestBody"]["content"]["application/x-www-form-urlencoded"].is_object()
}

/// An operation that may change something, as its name says.
fn is_write(operation: &Value) -> bool {
    let id = operation["operationId"].as_str().unwrap_or_default();
    matches!(id.split('_').next(), Some("create" | "update" | "delete"))
}

fn is_secured_write(operation: &Value) -> bool {
    is_write(operation) && is_secured(operation)
}

/// Whether it may change a tournament: what is its own, or who somebody is that is entered in it.
fn is_about_tournaments(path: &str, operation: &Value) -> bool {
    let tag = operation["tags"][0].as_str().unwrap_or_default();
    ["tournaments", "games", "pens"].contains(&tag) || ["/mergers", "/erasures"].iter().any(|end| path.ends_with(end))
}

/// A change to something that the caller has read.
pub(crate) fn is_edit(operation: &Value) -> bool {
    operation["requestBody"]["content"]["application/merge-patch+json"].is_object()
}

/// Security that may be left out is written as an empty requirement.
pub(crate) fn is_secured(operation: &Value) -> bool {
    operation["security"]
        .as_array()
        .is_some_and(|security| security.iter().any(|one| *one != json!({})))
}
