//! Growth: no list and no search reads a large table through, whatever is asked for and from wherever on. The statements of
//! all reads are gathered as they are run, and SQLite tells how it finds what each asks for.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use diesel::RunQueryDsl;
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use diesel::sql_types::Text;
use federation_records::db::{Conn, Url};
use serde_json::{Value, json};

use crate::app::{ADMINISTRATOR, TestApp};
use crate::browser::Browser;
use crate::caller::text;
use crate::contract;
use crate::games::Table;
use crate::world::{self, World, path, requests};

/// The tables that grow with every year of the federation. All others are as long as its rules, its provinces, its jobs, or
/// what waits.
const GROWING: [&str; 30] = [
    "absences",
    "accounts",
    "accreditations",
    "affiliations",
    "answers",
    "appointments",
    "audit",
    "byes",
    "colours",
    "consents",
    "creations",
    "disputes",
    "entries",
    "game_versions",
    "games",
    "grants",
    "matches",
    "player_words",
    "players",
    "positions",
    "ranking_rows",
    "recorded_games",
    "registrations",
    "residences",
    "results",
    "rounds",
    "sessions",
    "tournaments",
    "transfers",
    "visitors",
];

/// The statements of a service, by the operation that ran them.
struct Gathered {
    file: String,
    operation: &'static str,
    statements: BTreeMap<String, &'static str>,
}

static GATHERED: RwLock<Option<Gathered>> = RwLock::new(None);

thread_local! {
    /// The file that was opened last on this thread.
    static OPENED: RefCell<String> = RefCell::default();
}

/// Gathers the statements of one connection. The service puts it to work once the connection is opened, so the file is told
/// by the one that was there while it was opened.
struct Gathering {
    file: String,
}

impl Gathering {
    fn of_opened() -> Gathering {
        let file = OPENED.with_borrow(Clone::clone);
        Gathering { file }
    }
}

impl Instrumentation for Gathering {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartEstablishConnection { url, .. } => OPENED.set(url.to_owned()),
            InstrumentationEvent::StartQuery { query, .. } => {
                let of_another = |gathered: &Option<Gathered>| {
                    gathered
                        .as_ref()
                        .is_none_or(|gathered| !self.file.contains(&gathered.file))
                };
                if of_another(&GATHERED.read().unwrap_or_else(PoisonError::into_inner)) {
                    return;
                }
                if let Some(gathered) = &mut *GATHERED.write().unwrap_or_else(PoisonError::into_inner) {
                    let said = query.to_string();
                    let statement = said.split(" -- binds:").next().unwrap_or_default().to_owned();
                    gathered.statements.entry(statement).or_insert(gathered.operation);
                }
            }
            _ => {}
        }
    }
}

fn tell(operation: &'static str) {
    if let Some(gathered) = &mut *GATHERED.write().unwrap() {
        gathered.operation = operation;
    }
}

/// The parameters of the operation's query, each with its example.
fn parameters(operation: &'static Value) -> Vec<String> {
    let all = operation["parameters"].as_array().into_iter().flatten();
    let of_query = all.filter(|parameter| parameter["in"] == "query");
    let said = of_query.map(|parameter| {
        let example = &parameter["example"];
        let example = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
        let example: String = form_urlencoded::byte_serialize(example.as_bytes()).collect();
        format!("{}={example}", text(&parameter["name"]))
    });
    said.collect()
}

/// The queries with none, one and two of the parameters.
fn queries(parameters: &[String]) -> Vec<String> {
    let mut queries = vec![String::new()];
    for (place, one) in parameters.iter().enumerate() {
        queries.push(one.clone());
        queries.extend(parameters[place + 1..].iter().map(|other| format!("{one}&{other}")));
    }
    queries
}

/// The plans that are let pass: each line has the operation, the step of the plan, and the reason, a bar between them.
fn allowed() -> Vec<[String; 3]> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/growth.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let fields = lines.map(|line| line.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    fields.map(|fields| fields.try_into().unwrap()).collect()
}

#[derive(diesel::QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Conditions under which nothing is sought, so that SQLite reads nothing.
const NOTHING: [&str; 3] = [" WHERE (1=0)", " AND (1=0)", " AND ((1=0) OR (1=0))"];

/// The steps by which SQLite goes through a table that grows, or sorts what it finds there before a page is taken of it.
fn slow_steps(statement: &str, connection: &mut Conn) -> Vec<String> {
    if NOTHING.iter().any(|condition| statement.contains(condition)) {
        return Vec::new();
    }
    let plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}")).load(connection);
    let plan: Vec<Step> = plan.unwrap_or_else(|error| panic!("{statement}: {error}"));
    let table = |step: &Step| {
        let name = step.detail.split(' ').nth(1).unwrap_or_default().to_owned();
        let alias = format!("` AS `{name}`");
        let named = statement
            .split_once(&alias)
            .and_then(|(before, _)| before.rsplit('`').next());
        named.map_or(name, str::to_owned)
    };
    let grows = |step: &&Step| GROWING.contains(&table(step).as_str());
    let through = plan
        .iter()
        .filter(|step| step.detail.starts_with("SCAN "))
        .filter(grows);
    let mut slow: Vec<String> = through.map(|step| step.detail.clone()).collect();
    let sorts = plan
        .iter()
        .find(|step| step.detail.contains("ORDER BY") && statement.contains(" LIMIT "));
    if let (Some(sorts), Some(first)) = (sorts, plan.iter().find(grows)) {
        slow.push(format!("{}: {}", first.detail, sorts.detail));
    }
    slow
}

#[test]
fn no_read_goes_through_a_table_that_grows() {
    set_default_instrumentation(|| Some(Box::new(Gathering::of_opened()))).unwrap();
    let app = TestApp::on_sqlite();
    let Url::Sqlite(file) = app.url() else {
        panic!("no file")
    };
    let world = World::new(&app);
    let callers = [
        app.administrator(),
        app.coordinator("ZA-NW"),
        app.secretary(&world.club),
    ];
    let reads = contract::operations().filter(|(_, method, _)| *method == "get");
    let asked: Vec<_> = reads
        .map(|(pattern, _, operation)| {
            let id = text(&operation["operationId"]);
            let request = requests(id, &app, &world, None).pop().unwrap();
            (id, path(pattern, &request.parameter), queries(&parameters(operation)))
        })
        .collect();
    // More than a search looks at for a page, so that it ends there.
    app.copy_games();
    app.copy_latest("audit", "seq", MANY, &[("seq", "seq + i"), ("leaf", "NULL")]);
    *GATHERED.write().unwrap() = Some(Gathered {
        file: file.clone(),
        operation: "",
        statements: BTreeMap::new(),
    });
    let mut answered: BTreeSet<&str> = BTreeSet::new();
    for (id, path, queries) in &asked {
        tell(id);
        for query in queries {
            let joined = if path.contains('?') { "&" } else { "?" };
            let path = if query.is_empty() {
                path.clone()
            } else {
                format!("{path}{joined}{query}")
            };
            for caller in &callers {
                if caller.get(&path).status == 200 {
                    answered.insert(id);
                }
            }
        }
    }
    let gathered = GATHERED.write().unwrap().take().unwrap();
    let mut connection = app.connection();
    let mut slow: BTreeMap<(&str, String), &String> = BTreeMap::new();
    let selects = gathered
        .statements
        .iter()
        .filter(|(statement, _)| statement.starts_with("SELECT"));
    for (statement, operation) in selects {
        for step in slow_steps(statement, &mut connection) {
            slow.entry((operation, step)).or_insert(statement);
        }
    }
    let allowed = allowed();
    let is_allowed = |operation: &str, step: &str| allowed.iter().any(|[of, how, _]| of == operation && how == step);
    let refused: Vec<String> = slow
        .iter()
        .filter(|((operation, step), _)| !is_allowed(operation, step))
        .map(|((operation, step), statement)| format!("{operation}: {step}\n{statement}\n"))
        .collect();
    assert!(
        refused.is_empty(),
        "{} of {}:\n{}",
        refused.len(),
        gathered.statements.len(),
        refused.join("\n")
    );
    let is_needless = |[of, how, _]: &&[String; 3]| !slow.contains_key(&(of.as_str(), how.clone()));
    let needless: Vec<_> = allowed.iter().filter(is_needless).collect();
    assert!(needless.is_empty(), "{needless:#?}");
    assert!(gathered.statements.len() > 300 && answered.len() > 90, "{answered:?}");
}

impl TestApp {
    /// Copies the latest row of a table many times, behind the service's back; the others are values of `i`, from 1.
    pub fn copy_latest(&self, table: &str, order: &str, count: u32, changed: &[(&str, &str)]) {
        let columns = format!("SELECT name AS detail FROM pragma_table_info('{table}')");
        let columns: Vec<Step> = diesel::sql_query(columns).load(&mut self.connection()).unwrap();
        let values = columns.iter().map(|column| {
            let changed = changed.iter().find(|(name, _)| *name == column.detail);
            changed.map_or(column.detail.as_str(), |(_, value)| *value)
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let copy = format!(
            "INSERT INTO {table} WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
             SELECT {values} FROM n, (SELECT * FROM {table} ORDER BY {order} DESC LIMIT 1)"
        );
        diesel::sql_query(copy).execute(&mut self.connection()).unwrap();
    }

    fn copy_games(&self) {
        let id = "printf('019aa0cb-0000-7000-8000-%012x', i)";
        let friendly = ["match_id", "number", "tournament_id"].map(|column| (column, "NULL"));
        let other = [("id", id), ("serial", "serial + i"), ("digest", "digest || i")];
        let other = [other, friendly].concat();
        self.copy_latest("games", "serial", MANY, &other);
    }
}

/// More than a search looks at for a page.
const MANY: u32 = 10_050;

#[test]
fn a_search_that_finds_hardly_a_game_leads_on() {
    let app = TestApp::on_sqlite();
    let table = Table::new(&app);
    let mut game = world::game(&[table.first.clone(), table.second.clone()]);
    game["played_on"] = json!("2026-11-01");
    let found = table.umpire.post("/v1/games", &game).expect(201);
    let won = [
        ("result", "first"),
        ("termination", "resignation"),
        ("played_on", "2026-11-20"),
    ];
    for (name, value) in won {
        game[name] = json!(value);
    }
    table.umpire.post("/v1/games", &game).expect(201);
    let id = "printf('019aa0cb-0000-7000-8000-%012x', i)";
    app.copy_latest(
        "games",
        "serial",
        MANY,
        &[("id", id), ("serial", "serial + i"), ("digest", "digest || i")],
    );
    let page = |query: &str| app.anyone().get(&format!("/v1/games?{query}")).expect(200);
    for query in [
        "result=unfinished",
        "termination=unfinished&rule_set=mssa-gar",
        "result=unfinished&level=friendly",
    ] {
        let first = page(query);
        assert!(first["items"].as_array().unwrap().is_empty(), "{query}");
        let second = page(&format!("{query}&cursor={}", text(&first["next_cursor"])));
        let expected = usize::from(!query.contains("level"));
        assert_eq!(second["items"].as_array().unwrap().len(), expected, "{query}");
        assert!(second["next_cursor"].is_null(), "{query}");
        assert!(expected == 0 || second["items"][0]["id"] == found["id"]);
    }
    // A page that is full leads on from its last game, and one of few games of a player is looked through whole.
    let full = page("result=first&limit=3");
    assert_eq!(full["items"].as_array().unwrap().len(), 3);
    assert!(full["next_cursor"].is_string());
    let of_player = page(&format!("result=unfinished&player_id={}", table.first));
    assert_eq!(of_player["items"][0]["id"], found["id"]);
}

#[test]
fn a_trail_in_which_hardly_a_change_is_sought_leads_on() {
    let app = TestApp::on_sqlite();
    let club = app.club("ZA-NW");
    let administrator = app.administrator();
    let own = text(&administrator.get("/v1/me").expect(200)["account"]["id"]).to_owned();
    app.account();
    let by = format!("'{own}'");
    app.copy_latest(
        "audit",
        "seq",
        MANY,
        &[("seq", "seq + i"), ("leaf", "NULL"), ("account_id", &by)],
    );
    let page = |query: &str| administrator.get(&format!("/v1/audit?{query}")).expect(200);
    let by_account = format!("subject=club&account_id={own}");
    for query in [
        "subject=club",
        "subject=club&from=2026-11-20",
        "subject=club&until=2026-11-21",
        &by_account,
    ] {
        let first = page(query);
        assert!(first["items"].as_array().unwrap().is_empty(), "{query}");
        let second = page(&format!("{query}&cursor={}", text(&first["next_cursor"])));
        assert_eq!(
            second["items"][0]["subject_id"].as_str(),
            Some(club.as_str()),
            "{query}"
        );
        assert!(second["next_cursor"].is_null(), "{query}");
    }
    // One thing is looked for along the whole trail, and whatever one account did.
    for query in [format!("subject=club&subject_id={club}"), format!("account_id={own}")] {
        assert!(!page(&query)["items"].as_array().unwrap().is_empty(), "{query}");
    }
    let browser = Browser::of(&app, ADMINISTRATOR);
    let told = browser.open("/desk/trail?subject=club").text();
    assert!(told.contains("Nothing is found so far."), "{told}");
}
