//! Permissions: every operation of the document is asked by everyone, and the answer is the one that the document
//! promises. What is added to the service and not to this walk fails it.

use std::collections::BTreeMap;

use federation_records::accounts::Role;
use serde_json::{Value, json};

use crate::app::{Account, TestApp};
use crate::caller::{Answer, Caller, text};
use crate::care::faults;
use crate::contract;
use crate::world::{HAS_OWN, Request, World, game, path, requests};

on_both_databases! {
    a_quarter_of_the_operations_answers_each_caller_as_documented,
    another_quarter_answers_each_caller_as_documented,
    a_third_quarter_answers_each_caller_as_documented,
    the_last_quarter_answers_each_caller_as_documented,
    roles_do_not_lend_each_other_their_scope,
    several_grants_of_a_role_add_up,
}

/// The roles that an operation is for, by the document: none if it is open, else each role and within which scope.
fn roles(operation: &'static Value) -> Option<BTreeMap<&'static str, &'static str>> {
    let id = text(&operation["operationId"]);
    let roles = operation.get("x-roles");
    if operation["security"] == json!([{}]) || operation["security"] == json!([]) {
        assert_eq!(roles, None, "{id} is open and has roles");
        return None;
    }
    assert_eq!(
        operation["security"][0],
        json!({ "access_token": [] }),
        "{id} is neither open nor secured"
    );
    let roles = roles
        .and_then(Value::as_object)
        .unwrap_or_else(|| panic!("{id} does not say for whom it is"));
    for (role, scope) in roles {
        let known = role == EVERY_ACCOUNT || Role::from_word(role).is_some();
        assert!(known, "{id}: unknown role {role}");
        assert!(
            ["any", "province", "club", "tournament", "own"].contains(&text(scope)),
            "{id}: unknown scope {scope}"
        );
    }
    Some(roles.iter().map(|(role, scope)| (role.as_str(), text(scope))).collect())
}

/// The word of the document for everyone who has signed in.
const EVERY_ACCOUNT: &str = "account";

/// Someone who asks.
pub struct Asking<'a> {
    pub who: &'static str,
    pub caller: Caller<'a>,
    /// None of a stranger.
    pub account: Option<Account>,
    /// The role that the account has today.
    pub role: Option<&'static str>,
    /// Whether what the requests are about is within that role's scope.
    pub in_scope: bool,
}

/// A stranger, and one account for every sort of grant.
pub fn everyone<'a>(world: &World, app: &'a TestApp) -> Vec<Asking<'a>> {
    let elsewhere = app.club("ZA-GP");
    let granted = |who, role, in_scope, grant: Value| {
        let account = app.account();
        let grants = format!("/v1/accounts/{}/grants", account.id);
        let grant = app.administrator().post(&grants, &grant).expect(201);
        if who == "revoked" {
            let path = format!("/v1/grants/{}/revocations", text(&grant["id"]));
            app.administrator().send("POST", &path, &[], None).expect(201);
        }
        Asking {
            who,
            caller: app.sign_in(&account.email),
            account: Some(account),
            role,
            in_scope,
        }
    };
    let powerless = app.account();
    let grants = format!("/v1/accounts/{}/grants", world.umpire.id);
    app.administrator()
        .post(&grants, &json!({ "role": "umpire" }))
        .expect(201);
    let appointed = Asking {
        who: "an appointed umpire",
        caller: app.sign_in(&world.umpire.email),
        account: Some(world.umpire.clone()),
        role: Some("umpire"),
        in_scope: true,
    };
    vec![
        Asking {
            who: "a stranger",
            caller: app.anyone(),
            account: None,
            role: None,
            in_scope: false,
        },
        Asking {
            who: "an account without grants",
            caller: app.sign_in(&powerless.email),
            account: Some(powerless),
            role: None,
            in_scope: false,
        },
        granted(
            "an administrator",
            Some("administrator"),
            true,
            json!({ "role": "administrator" }),
        ),
        granted(
            "a coordinator",
            Some("coordinator"),
            true,
            json!({ "role": "coordinator", "province": "ZA-NW" }),
        ),
        granted(
            "a coordinator elsewhere",
            Some("coordinator"),
            false,
            json!({ "role": "coordinator", "province": "ZA-GP" }),
        ),
        granted("an umpire", Some("umpire"), false, json!({ "role": "umpire" })),
        appointed,
        granted(
            "a secretary",
            Some("club_secretary"),
            true,
            json!({ "role": "club_secretary", "club_id": world.club }),
        ),
        granted(
            "a secretary of the same province",
            Some("club_secretary"),
            false,
            json!({ "role": "club_secretary", "club_id": app.club("ZA-NW") }),
        ),
        granted(
            "a secretary elsewhere",
            Some("club_secretary"),
            false,
            json!({ "role": "club_secretary", "club_id": elsewhere }),
        ),
        granted(
            "an institution",
            Some("institution"),
            true,
            json!({ "role": "institution" }),
        ),
        // They would be let in everywhere if the grant were worth anything.
        granted(
            "expired",
            None,
            false,
            json!({ "role": "administrator", "valid_from": "2026-11-01", "valid_until": "2026-11-19" }),
        ),
        granted(
            "not yet valid",
            None,
            false,
            json!({ "role": "administrator", "valid_from": "2026-11-21" }),
        ),
        granted("revoked", None, false, json!({ "role": "administrator" })),
    ]
}

/// Whether an upload is within the caller's scope is found out while it is worked on: the job tells.
fn upload(asking: &Asking<'_>, path: &str, name: &str, content: &str) -> Answer {
    let key = uuid::Uuid::from_u128(fastrand::u128(..)).to_string();
    let answer = asking.caller.upload(path, Some(&key), &[(name, content.as_bytes())]);
    if answer.status != 202 {
        return answer;
    }
    let job = asking.caller.finished(&answer);
    let faults = job["report"]["faults"].as_array().into_iter().flatten();
    let mut faults = faults.chain(job["report"]["games"]["faults"].as_array().into_iter().flatten());
    let Some(fault) = faults.next() else { return answer };
    Answer {
        status: 403,
        body: json!({ "code": fault["code"] }).to_string().into_bytes(),
        ..answer
    }
}

/// Each item of a batch is judged by itself, and the answer tells.
fn batch(answer: Answer) -> Answer {
    let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let Some(problem) = told["items"]
        .get(0)
        .map(|item| &item["problem"])
        .filter(|told| told.is_object())
    else {
        return answer;
    };
    Answer {
        status: 403,
        body: problem.to_string().into_bytes(),
        ..answer
    }
}

pub fn ask(asking: &Asking<'_>, method: &str, pattern: &str, request: &Request) -> Answer {
    let path = path(pattern, &request.parameter);
    if let Some((name, content)) = &request.file {
        return upload(asking, &path, name, content);
    }
    if let Some(form) = &request.form {
        let media_type = "application/x-www-form-urlencoded";
        return asking.caller.post_text(&path, media_type, form);
    }
    if let Some(picture) = &request.picture {
        return asking.caller.put(&path, "image/png", picture);
    }
    match &request.body {
        Some(body) if method == "patch" => asking.caller.patch(&path, "*", body),
        Some(body) if pattern.ends_with("/batches") => batch(asking.caller.post(&path, body)),
        Some(body) => asking.caller.post(&path, body),
        None => asking.caller.send(&method.to_uppercase(), &path, &[], None),
    }
}

/// The end that the document says the request has: well, or with that status and code.
pub type Ending = Result<(), (u16, &'static str)>;

pub fn promised(operation: &'static Value, asking: &Asking<'_>, own: bool) -> Ending {
    let Some(roles) = roles(operation) else { return Ok(()) };
    if asking.account.is_none() {
        return Err((401, "token-required"));
    }
    match asking
        .role
        .and_then(|role| roles.get(role))
        .or_else(|| roles.get(EVERY_ACCOUNT))
        .copied()
    {
        None => Err((403, "role-required")),
        Some("any") => Ok(()),
        Some("own") => own.then_some(()).ok_or((404, "not-found")),
        Some(_) if is_narrowed(operation) => Ok(()),
        Some(_) => asking.in_scope.then_some(()).ok_or((403, "out-of-scope")),
    }
}

/// Whether the scope narrows the answer instead of refusing it: so do lists that are about nothing in particular.
fn is_narrowed(operation: &'static Value) -> bool {
    let parameters = operation["parameters"].as_array();
    let about_something = parameters.is_some_and(|parameters| parameters.iter().any(|one| one["in"] == "path"));
    text(&operation["operationId"]).starts_with("list_") && !about_something
}

fn ending(answer: &Answer) -> Result<u16, (u16, String)> {
    if answer.status < 300 {
        return Ok(answer.status);
    }
    let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    Err((answer.status, problem["code"].as_str().unwrap_or_default().to_owned()))
}

#[track_caller]
pub fn compare(what: &str, answer: &Answer, promised: Ending) {
    let promised = promised.map_err(|(status, code)| (status, code.to_owned()));
    assert_eq!(ending(answer).map(|_| ()), promised, "{what}: {}", answer.body_text());
}

/// Every so manieth operation of the document: those who ask for all of them go on side by side.
pub fn share(number: usize, of: usize) -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    contract::operations().skip(number).step_by(of)
}

fn a_quarter_of_the_operations_answers_each_caller_as_documented(app: &TestApp) {
    answers_each_caller_as_documented(app, 0);
}

fn another_quarter_answers_each_caller_as_documented(app: &TestApp) {
    answers_each_caller_as_documented(app, 1);
}

fn a_third_quarter_answers_each_caller_as_documented(app: &TestApp) {
    answers_each_caller_as_documented(app, 2);
}

fn the_last_quarter_answers_each_caller_as_documented(app: &TestApp) {
    answers_each_caller_as_documented(app, 3);
}

fn answers_each_caller_as_documented(app: &TestApp, quarter: usize) {
    let world = World::new(app);
    let everyone = everyone(&world, app);
    let mut asked: BTreeMap<String, u32> = BTreeMap::new();
    for (pattern, method, operation) in share(quarter, 4) {
        let id = text(&operation["operationId"]);
        // Neither a refusal nor reading changes anything, so that everyone asks about the same thing then.
        let unchanged = requests(id, app, &world, None);
        for asking in &everyone {
            let is_changed = method != "get" && promised(operation, asking, false).is_ok();
            let fresh =
                (is_changed || HAS_OWN.contains(&id)).then(|| requests(id, app, &world, asking.account.as_ref()));
            for request in fresh.as_ref().unwrap_or(&unchanged) {
                let promised = promised(operation, asking, request.own);
                let what = format!("{id} by {}, own {}", asking.who, request.own);
                let answer = ask(asking, method, pattern, request);
                compare(&what, &answer, promised);
                if promised.is_ok() && roles(operation).is_some() && is_narrowed(operation) {
                    assert_eq!(answer.items().is_empty(), !asking.in_scope, "{what}");
                }
                *asked.entry(format!("{promised:?}")).or_default() += 1;
            }
        }
    }
    // Every sort of answer was seen.
    let seen: Vec<&str> = asked.keys().map(String::as_str).collect();
    let all = [
        r#"Err((401, "token-required"))"#,
        r#"Err((403, "out-of-scope"))"#,
        r#"Err((403, "role-required"))"#,
        r#"Err((404, "not-found"))"#,
        "Ok(())",
    ];
    assert_eq!(seen, all);
    assert!(asked.values().sum::<u32>() >= 13 * 70, "{asked:?}");
    is_sound(app);
}

/// Whatever the service was asked for, the doctor finds nothing. Rights that the world has planted behind the service's back
/// are told as such.
fn is_sound(app: &TestApp) {
    app.project_games();
    app.number_entries();
    let mut found = faults(&app.examined());
    let is_planted = |fault: &String| fault.ends_with("the audit trail knows nothing of it");
    if found.get("rights").is_some_and(|rights| rights.iter().all(is_planted)) {
        found.remove("rights");
    }
    assert_eq!(found, BTreeMap::new());
}

fn roles_do_not_lend_each_other_their_scope(app: &TestApp) {
    let world = World::new(app);
    let account = app.account();
    for grant in [
        json!({ "role": "umpire" }),
        json!({ "role": "coordinator", "province": "ZA-GP" }),
        json!({ "role": "club_secretary", "club_id": app.club("ZA-NW") }),
    ] {
        app.administrator()
            .post(&format!("/v1/accounts/{}/grants", account.id), &grant)
            .expect(201);
    }
    let caller = app.sign_in(&account.email);
    // An umpire's reach has no bounds, and a club is within a province: neither helps.
    caller
        .get(&format!("/v1/players/{}/particulars", world.players[0]))
        .refused(403, "out-of-scope");
    let club = json!({ "code": "DIT", "name": "Herders", "kind": "community", "province": "ZA-NW" });
    caller.post("/v1/clubs", &club).refused(403, "out-of-scope");
    caller.get("/v1/accounts").refused(403, "role-required");
    let mut game = game(&world.players);
    game["turns"] = json!(["E2"]);
    caller.post("/v1/games", &game).expect(201);
}

fn several_grants_of_a_role_add_up(app: &TestApp) {
    let account = app.account();
    for province in ["ZA-GP", "ZA-NW"] {
        let grant = json!({ "role": "coordinator", "province": province });
        app.administrator()
            .post(&format!("/v1/accounts/{}/grants", account.id), &grant)
            .expect(201);
    }
    let caller = app.sign_in(&account.email);
    for (code, province) in [("GP1", "ZA-GP"), ("NW1", "ZA-NW")] {
        let club = json!({ "code": code, "name": "Herders", "kind": "community", "province": province });
        caller.post("/v1/clubs", &club).expect(201);
    }
    let club = json!({ "code": "LP1", "name": "Herders", "kind": "community", "province": "ZA-LP" });
    caller.post("/v1/clubs", &club).refused(403, "out-of-scope");
}
