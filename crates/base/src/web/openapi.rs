//! The parts of the OpenAPI document that are alike for all operations: who we are, how to sign in, and the problems
//! and headers that every answer may have.

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};
use utoipa_actix_web::OpenApiFactory;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::operations::{Operation, Scope, Who};
use crate::values::error::ProblemKind;
use crate::values::validation::{FieldError, ParameterError};
use crate::web::pagination::LONGEST_CURSOR;
use crate::web::problem::ProblemBody;
use crate::web::required_fields;
use crate::web::shared_problems::{SHARED, Shared, is_edit, is_secured, is_upload};

const ABOUT: &str = "\
The records of a Morabaraba federation: clubs, players, umpires, games and what follows from them.\n\
\n\
**Signing in.** `POST /v1/tokens` gives an access token; send it as `Authorization: Bearer …`. Operations without a \
padlock are open to everyone. `x-roles` of an operation says which roles it is for, and within which scope; `account` is everyone who \
has signed in.\n\
\n\
**Programs** sign in as applications (`POST /oauth/token`), act for people who have let them (`/oauth/authorize`), or call as \
you by a personal token. `security` of an operation names the scope that they need beside your roles; without one the \
operation is for people alone.\n\
\n\
**Creating.** Send an `id` of your own (a UUID of version 7) and you may send the request again until it \
is answered: the same content answers as the first time, other content is refused with `id-taken`. An `Idempotency-Key` does the same for any request that creates.\n\
\n\
**Lists** have `items` and, unless the page is the last, `next_cursor`, which is also the `Link` with `rel=\"next\"`.\n\
\n\
**Limits.** A token has 1,200 requests a minute, an address without one 120 answers that nobody was given before; whoever runs the \
service may set others. `RateLimit` tells what is left, and 429 how long to wait.\n\
\n\
**Reads** have an `ETag`; with `If-None-Match` an unchanged thing is answered with 304 and no body.\n\
\n\
**Changes** are JSON Merge Patches (RFC 7396) to what you have read: `If-Match` with its `ETag` is required, and who \
has read another version is answered 412.\n\
\n\
**Files.** `POST /v1/imports` takes clubs and players in workbooks or CSV, `POST /v1/imports/games` records of games. Both \
answer 202 with a job, which is read until it is done. `GET /v1/exports/{file}` gives what can be imported.\n\
\n\
**Problems** are `application/problem+json` (RFC 9457). Go by `code`: it never changes. `GET /v1/problems` lists all. \
`errors` names each place that is wrong: a `pointer` into the body, or a `parameter` of the query.";

/// The things that have ids in paths: the collection, the noun, and an id for examples.
const IDS: [(&str, &str, &str); 36] = [
    ("rounds", "round", "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8"),
    ("tournaments", "tournament", "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
    ("accounts", "account", "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e"),
    (
        "accreditations",
        "accreditation",
        "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b",
    ),
    ("affiliations", "affiliation", "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f"),
    ("appeals", "appeal", "019aa0d9-8192-73a4-95b6-c7d8e9f0a1b2"),
    ("application-secrets", "secret", "019aa0d9-2d3e-7f4a-8b5c-6d7e8f9a0b1c"),
    ("applications", "application", "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b"),
    ("appointments", "appointment", "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"),
    ("byes", "bye", "019aa0d5-6f70-7182-93a4-b5c6d7e8f901"),
    ("clubs", "club", "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"),
    ("colours", "award", "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
    ("consent-links", "link", "019aa0da-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
    ("consents", "consent", "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d"),
    ("disputes", "dispute", "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1"),
    ("entries", "entry", "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"),
    ("games", "game", "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b"),
    ("grants", "grant", "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f"),
    ("jobs", "job", "019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b"),
    ("matches", "match", "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9"),
    ("players", "player", "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f"),
    ("pairing-bars", "bar", "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b"),
    ("pen-branch-commands", "command", "019ab2c3-1d2e-7f30-9a4b-5c6d7e8f9a0b"),
    ("pen-findings", "finding", "019ab2c3-7a8b-7c9d-8e0f-1a2b3c4d5e6f"),
    ("personal-tokens", "token", "019aa0da-1b2c-7d3e-8f4a-5b6c7d8e9f0a"),
    ("player-accounts", "tie", "019aa0d8-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
    ("rankings", "list", "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f"),
    ("registrations", "registration", "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f"),
    ("selections", "selection", "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7"),
    ("sessions", "session", "019aa0c9-7f3b-7c2a-8d5e-4b6a9c1e2f30"),
    ("suspensions", "suspension", "019aa0cf-7a8b-7c9d-8e0f-1a2b3c4d5e6f"),
    ("teams", "team", "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"),
    ("transfers", "transfer", "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a"),
    ("umpire-candidates", "result", "019aa0cf-9cad-7e1f-8a2b-3c4d5e6f7081"),
    ("umpire-courses", "course", "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70"),
    ("webhooks", "webhook", "019aa0ef-1a2b-7c3d-8e4f-5a6b7c8d9e0f"),
];

const TAGS: [(&str, &str); 20] = [
    (
        "accounts",
        "Signing in and out; accounts, the roles they are granted, and the programs that act as them or for them.",
    ),
    (
        "federation",
        "The federation itself: its name and address, and all that its texts leave open, as dated settings.",
    ),
    ("provinces", "Reference data: the nine provinces and their regions."),
    (
        "clubs",
        "The federation's member clubs: their contacts, their affiliation by gaming year, and the standing that follows.",
    ),
    (
        "players",
        "Registered players: where they live, for which club they are registered, what they or their guardians allow, whom \
         they never meet. In public a player under 18 appears by initials and number, unless a guardian has consented.",
    ),
    (
        "umpires",
        "Courses for umpires, and accreditations: who may umpire, at which level, from when until when. What somebody has \
         shown in a course, and why an accreditation was suspended or revoked, is not for the public.",
    ),
    (
        "tournaments",
        "Tournaments from their announcement to their ratification: entries, draws, results, standings, disputes and appeals.",
    ),
    (
        "games",
        "Records of games, each replayed by the rules before it is kept.",
    ),
    (
        "rankings",
        "Lists of players by what they have done in ratified tournaments: published for a day, never changed, and open to the \
         last game.",
    ),
    (
        "colours",
        "Colours: what they are awarded for, who was selected, who has earned them, proposals and awards.",
    ),
    (
        "certificates",
        "Certificates of colours and of accreditations, as pages, as PDF and as signed tokens, and whether they are good.",
    ),
    (
        "doubts",
        "Records that are in force though the rule by which they were admitted is met no more, for a person to decide on.",
    ),
    (
        "imports",
        "Clubs and players in workbooks or CSV, a season's renewals at once, all or nothing; and files of games.",
    ),
    ("exports", "Clubs, players, games and results as files."),
    ("statistics", "A gaming year in numbers."),
    ("trail", "The audit trail, in words."),
    ("events", "Changes that everyone may hear of, as they come."),
    (
        "webhooks",
        "Events sent to a URL by themselves, signed, and again until they were taken.",
    ),
    (
        "pens",
        "Pens: the right to change a tournament, lent to a laptop at a venue without a network, and what was done there.",
    ),
    ("service", "The service itself."),
];

/// A place where operations are listed: a server, which answers them, or the document, which describes them.
pub trait Routes {
    /// Adds an operation.
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, operation: F) -> &mut Self;
}

impl Routes for web::ServiceConfig {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, operation: F) -> &mut Self {
        web::ServiceConfig::service(self, operation)
    }
}

impl Routes for ServiceConfig<'_> {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, operation: F) -> &mut Self {
        ServiceConfig::service(self, operation)
    }
}

/// The document with everything that the handlers do not say themselves.
pub fn complete(document: &impl serde::Serialize, kinds: &[&ProblemKind]) -> Value {
    let mut document = json!(document);
    document["info"] = json!({
        "title": "Federation records",
        "version": env!("CARGO_PKG_VERSION"),
        "description": ABOUT,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": "/", "description": "This service." }]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, about)| json!({ "name": name, "description": about }))
        .collect::<Value>();
    let components = &mut document["components"];
    components["headers"] = limit_headers();
    components["securitySchemes"]["access_token"] = json!({
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "The access token of `POST /v1/tokens`, good for 15 minutes.",
    });
    for (name, scheme) in schemes() {
        components["securitySchemes"][name] = scheme;
    }
    components["schemas"][ProblemBody::name().as_ref()] = json!(ProblemBody::schema());
    components["schemas"][FieldError::name().as_ref()] = json!(FieldError::schema());
    components["schemas"][ParameterError::name().as_ref()] = json!(ParameterError::schema());
    for (name, schema) in components["schemas"].as_object_mut().into_iter().flatten() {
        // The library writes a generic schema out in full; a reference says what it is of.
        if let Some(item) = name.strip_prefix("Page_") {
            schema["properties"]["items"]["items"] = json!({ "$ref": format!("#/components/schemas/{item}") });
        }
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties
            .into_iter()
            .flatten()
            .for_each(|(_, property)| raise_description(property));
    }
    for shared in &SHARED {
        let response = &mut components["responses"][shared.name];
        *response = problem(kinds, shared.about, shared.status);
        if shared.status == "429" {
            response["headers"]["Retry-After"] = header("The seconds to wait.", "1");
            tell_limits(response);
        }
        if shared.status == "308" {
            let about = "The same place of the entry that stays.";
            response["headers"]["Location"] = header(about, "/v1/players/019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f");
        }
    }
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            finish(kinds, path, method, operation);
        }
    }
    required_fields::complete(&mut document);
    document
}

/// Raises the description of a property that may be null and refers to a schema: it stands inside, where tools do not
/// look for it.
fn raise_description(property: &mut Value) {
    if let Some(description) = property.pointer("/oneOf/0/description").cloned() {
        property["description"] = description;
    }
}

fn problem(kinds: &[&ProblemKind], about: &str, status: &str) -> Value {
    json!({
        "description": about,
        "headers": { "X-Request-Id": request_id() },
        "content": { "application/problem+json": {
            "schema": { "$ref": "#/components/schemas/Problem" },
            "example": example(kinds, about, status),
        } },
    })
}

/// An example of the first problem that the description names.
fn example(kinds: &[&ProblemKind], about: &str, status: &str) -> Value {
    let code = about.split('`').nth(1).unwrap_or_default();
    let kind = kinds.iter().find(|kind| kind.code == code);
    json!({
        "type": format!("/v1/problems/{code}"),
        "title": kind.map_or("", |kind| kind.title),
        "status": status.parse::<u16>().unwrap_or_default(),
        "detail": kind.map_or("", |kind| kind.about),
        "instance": "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e",
        "code": code,
    })
}

fn request_id() -> Value {
    header(
        "The request's id, also in the log.",
        "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e",
    )
}

fn header(about: &str, example: &str) -> Value {
    json!({ "description": about, "schema": { "type": "string" }, "example": example })
}

/// The media type of lines of JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// Whether an answer has an entity tag: it has a body, which is known before it is sent.
fn is_tagged(response: &Value) -> bool {
    response["content"].is_object() && !response["content"][NDJSON].is_object()
}

/// The ways in which programs sign in, as the document names them.
const SCHEMES: [&str; 2] = ["application", "personal_token"];

/// The ways in which programs sign in, as the document explains them.
fn schemes() -> [(&'static str, Value); 2] {
    let scopes: Value = Scope::ALL
        .iter()
        .map(|scope| (scope.as_str().to_owned(), json!(scope.about())))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let application = json!({
        "type": "oauth2",
        "description": "The access token that an application gets at `POST /oauth/token`, good for 15 minutes: with its secret to act \
                        as itself, within the grant that bounds it; or with a code and PKCE (S256) to act for somebody who has \
                        let it at `/oauth/authorize`, within what that account may do. It does what its scopes say.",
        "flows": {
            "clientCredentials": { "tokenUrl": "/oauth/token", "scopes": scopes },
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "refreshUrl": "/oauth/token",
                "scopes": scopes,
            },
        },
    });
    let personal_token = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token (`POST /v1/me/tokens`) for your own scripts. It does what its scopes say, as you.",
    });
    let [first, second] = SCHEMES;
    [(first, application), (second, personal_token)]
}

/// Says for whom the operation is, by the table: in `security`, in `x-roles`, and at the end of its description for people who read
/// no extensions.
fn say_for_whom(known: Option<Operation>, operation: &mut Value) {
    let who = known.and_then(Operation::who).unwrap_or(Who::Everyone);
    let about = operation["description"].as_str().unwrap_or_default();
    operation["description"] = json!(format!("{about}\n\n{}", who.sentence()).trim());
    if who == Who::Everyone {
        operation["security"] = json!([{}]);
        return;
    }
    let scope = known.and_then(Operation::scope);
    let ways = SCHEMES.iter().filter_map(|scheme| Some(json!({ *scheme: [scope?] })));
    operation["security"] = std::iter::once(json!({ "access_token": [] })).chain(ways).collect();
    operation["x-roles"] = who.roles();
}

/// Describes the id in the path by the collection before it.
fn name_id(path: &str, operation: &mut Value) {
    let mut segments = path
        .split('/')
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .skip_while(|segment| *segment != "{id}");
    let collection = segments.nth(1);
    let known = IDS.iter().find(|(of, ..)| Some(*of) == collection);
    let (Some((_, noun, example)), Some(operation)) = (known, operation.as_object_mut()) else {
        return;
    };
    let parameters = operation.entry("parameters").or_insert(json!([]));
    let parameters = parameters.as_array_mut().into_iter();
    for parameters in parameters {
        parameters.retain(|parameter| parameter["in"] != "path" || parameter["name"] != "id");
        let described = json!({
            "name": "id", "in": "path", "required": true, "description": format!("The {noun}'s id."),
            "schema": { "$ref": "#/components/schemas/Id" }, "example": example,
        });
        parameters.insert(0, described);
    }
}

/// Gives an operation's own refusals their body, adds those that it shares with others, and the headers of good answers.
fn finish(kinds: &[&ProblemKind], path: &str, method: &str, operation: &mut Value) {
    let tagged = is_tagged(&operation["responses"]["200"]);
    let known = Operation::of_name(operation["operationId"].as_str().unwrap_or_default());
    say_for_whom(known, operation);
    let secured = is_secured(operation);
    name_id(path, operation);
    add_parameters(method, secured, tagged, operation);
    let shared: Vec<&Shared> = SHARED
        .iter()
        .filter(|shared| (shared.applies)(path, operation))
        .collect();
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, response) in responses.iter_mut() {
        if status.starts_with('4') && !response["content"].is_object() {
            let about = response["description"].as_str().unwrap_or_default().to_owned();
            *response = problem(kinds, &about, status);
        } else {
            response["headers"] = headers_of_success(status, response);
            if path.starts_with("/v1/") {
                tell_limits(response);
            }
        }
    }
    for shared in shared {
        let said = match responses.get(shared.status) {
            // Its refusals have another form.
            Some(own) if own["content"]["application/json"].is_object() => {
                let mut both = own.clone();
                let problem = problem(kinds, shared.about, shared.status);
                both["content"]["application/problem+json"] = problem["content"]["application/problem+json"].clone();
                both
            }
            // The operation has refusals of its own with this status: it tells both.
            Some(own) => {
                let about = format!("{} {}", own["description"].as_str().unwrap_or_default(), shared.about);
                problem(kinds, &about, shared.status)
            }
            None => json!({ "$ref": format!("#/components/responses/{}", shared.name) }),
        };
        responses.insert(shared.status.to_owned(), said);
    }
    if method == "get" && tagged {
        let unchanged = json!({
            "description": "Unchanged since the answer whose `ETag` was sent as `If-None-Match`.",
            "headers": { "ETag": entity_tag(), "X-Request-Id": request_id() },
        });
        responses.insert("304".to_owned(), unchanged);
    }
}

/// One or several entity tags.
const TAGS_PATTERN: &str = r#"^(\*|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$"#;

/// The headers that operations take alike, and the bounds of a cursor.
fn add_parameters(method: &str, secured: bool, tagged: bool, operation: &mut Value) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    let parameters = parameters.into_iter().flatten();
    for cursor in parameters.filter(|parameter| parameter["name"] == "cursor") {
        cursor["schema"]["minLength"] = json!(1);
        cursor["schema"]["maxLength"] = json!(LONGEST_CURSOR);
    }
    let header = |name, required: bool, about, schema: &Value, example| {
        json!({
            "name": name, "in": "header", "required": required, "description": about,
            "schema": schema, "example": example,
        })
    };
    let tags = json!({ "type": "string", "pattern": TAGS_PATTERN });
    let mut headers = Vec::new();
    if is_edit(operation) {
        let about = "The `ETag` of what you have read, or several of them; `*` changes whatever there is.";
        headers.push(header("If-Match", true, about, &tags, TAG));
    }
    if method != "get" && secured {
        let about = "A name of your choice for this request. Sent again with it within seven days, \
                     the request does nothing and is answered as the first time, with `Idempotency-Replayed: true`.";
        headers.push(header(
            "Idempotency-Key",
            is_upload(operation),
            about,
            &json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]*$" }),
            "9c1f7d0e-1b2a-4f7e-8a5d-2f0c6b7e9a11",
        ));
    }
    if method == "get" && tagged {
        let about = "The `ETag` of the answer that you have; unchanged, it is answered with 304.";
        headers.push(header("If-None-Match", false, about, &tags, TAG));
    }
    if !headers.is_empty() {
        let parameters = operation
            .as_object_mut()
            .map(|operation| operation.entry("parameters").or_insert(json!([])));
        if let Some(Value::Array(parameters)) = parameters {
            parameters.append(&mut headers);
        }
    }
}

/// Adds the headers that tell how often somebody may go on.
fn tell_limits(response: &mut Value) {
    for name in ["RateLimit-Policy", "RateLimit"] {
        response["headers"][name] = json!({ "$ref": format!("#/components/headers/{name}") });
    }
}

/// The headers that tell of limits.
fn limit_headers() -> Value {
    let policy = "The limits by which the request has counted (draft-ietf-httpapi-ratelimit-headers): so many in so many seconds. An \
                  answer that was given before, to whomever, does not count and has none.";
    let left = "The requests that are left by each limit, and the seconds until all are left again.";
    json!({
        "RateLimit-Policy": header(policy, "\"stranger\";q=120;w=60"),
        "RateLimit": header(left, "\"stranger\";r=119;t=1"),
    })
}

/// An entity tag, for an example.
const TAG: &str = "\"5f2d0c9a7b1e4c3d8a6f0b9e1d2c3b4a\"";

fn entity_tag() -> Value {
    header("Changes exactly when the body does.", TAG)
}

fn headers_of_success(status: &str, response: &Value) -> Value {
    let mut headers = Map::new();
    headers.insert("X-Request-Id".to_owned(), request_id());
    if is_tagged(response) {
        headers.insert("ETag".to_owned(), entity_tag());
    }
    let location = match status {
        "201" => Some((
            "The path of what was created.",
            "/v1/clubs/019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f",
        )),
        "202" => Some((
            "The path at which it is told how the work goes.",
            "/v1/jobs/019aa0ce-2c3d-7e4f-8a5b-6c7d8e9f0a1b",
        )),
        _ => None,
    };
    if let Some((about, example)) = location {
        headers.insert("Location".to_owned(), header(about, example));
        let replayed = header("`true` if it was answered before, else left out.", "true");
        headers.insert("Idempotency-Replayed".to_owned(), replayed);
    }
    if response["content"]["text/csv"].is_object() {
        let disposition = header("The name of the file.", "attachment; filename=\"players.csv\"");
        headers.insert("Content-Disposition".to_owned(), disposition);
    }
    Value::Object(headers)
}
