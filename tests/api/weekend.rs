//! A weekend at a venue: a tournament whose pen a laptop has, what is done there, and how it is brought home.

use std::process::Output;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use federation_records::accounts::keys::KeyWords;
use federation_records::db::Url;
use federation_records::pens::laptops::LaptopKeys;
use federation_records::values::clock::Clock;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::app::TestApp;
use crate::caller::{Answer, Caller, text};
use crate::command_line::{out, run};
use crate::hall::Hall;

/// New keys of a laptop.
pub fn keys() -> LaptopKeys {
    let clock = Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap());
    LaptopKeys::generate(clock.now()).unwrap()
}

/// The keys of a laptop that was given the words of the federation which has lent it the pen.
pub fn believing(keys: &LaptopKeys, lent: &Value) -> LaptopKeys {
    let words = KeyWords::parse(text(&lent["federation_words"])).unwrap();
    keys.clone().believing(words)
}

/// The request by which the pen is lent to the laptop with these keys, for those officials.
pub fn lending(keys: &LaptopKeys, officials: &[&str]) -> Value {
    let public = keys.public().unwrap();
    json!({
        "laptop": "Hall laptop", "sealing_key": public.sealing_key, "signing_key": public.signing_key,
        "official_ids": officials,
    })
}

/// Claims signed by the laptop, as a hand-in has them.
pub fn signed(keys: &LaptopKeys, claims: &Value) -> String {
    signed_as("pen-hand-in+jwt", keys, claims)
}

/// The key by which what is signed with those keys is verified, as a federation publishes its own.
pub fn published(keys: &LaptopKeys) -> Value {
    let x = keys.public().unwrap().signing_key;
    let thumbprint = Sha256::digest(format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#));
    json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": URL_SAFE_NO_PAD.encode(thumbprint), "x": x })
}

/// Claims of that type, signed by the laptop.
pub fn signed_as(kind: &str, keys: &LaptopKeys, claims: &Value) -> String {
    let secret = serde_json::to_value(keys).unwrap();
    let seed = URL_SAFE_NO_PAD.decode(text(&secret["signing"])).unwrap();
    let key = SigningKey::from_bytes(&seed.try_into().unwrap());
    let header = json!({ "alg": "EdDSA", "typ": kind, "kid": published(keys)["kid"] });
    let [header, claims] = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let signature = key.sign(format!("{header}.{claims}").as_bytes()).to_bytes();
    format!("{header}.{claims}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// The bundle as somebody else has signed it, with keys of their own in the place of the federation's.
pub fn signed_by_another(lent: &Value, forger: &LaptopKeys) -> Value {
    let mut told = lent.clone();
    let claims = text(&lent["bundle"]["delegation"]).split('.').nth(1).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    told["bundle"]["delegation"] = json!(signed_as("pen-delegation+jwt", forger, &claims));
    told["bundle"]["keys"] = json!([published(forger)]);
    told
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    let digest = Sha256::digest(bytes.as_ref());
    let hexadecimal = |digits: String, byte: &u8| digits + &format!("{byte:02x}");
    digest.iter().fold(String::new(), hexadecimal)
}

/// A loan of a pen: the tournament's id, and which of its loans it is.
pub type LoanOf<'a> = (&'a str, u64);

/// The hash that a command has, as it stands in a hand-in.
pub fn hash_of((tournament, epoch): LoanOf<'_>, command: &Value) -> String {
    let body = digest(URL_SAFE_NO_PAD.decode(text(&command["body"])).unwrap());
    let request = json!([
        command["method"],
        command["path"],
        command["media_type"],
        body,
        command["seed"]
    ]);
    let request = digest(request.to_string());
    let place = json!([tournament, epoch, command["n"]]);
    let request = json!([command["id"], command["account_id"], command["at"], request]);
    digest(json!([command["previous"], place, request, command["changes_digest"]]).to_string())
}

/// A command with another member, and the hash that it has then.
pub fn with_member(loan: LoanOf<'_>, command: &Value, name: &str, value: Value) -> Value {
    let mut other = command.clone();
    other[name] = value;
    other["hash"] = json!(hash_of(loan, &other));
    other
}

/// A command of a loan, as a laptop hands it in where that account posted something: the first one, or that after another, at the
/// same time.
pub fn given(loan: LoanOf<'_>, before: Option<&Value>, account: &str, (path, body): (&str, &Value)) -> Value {
    let n = before.map_or(1, |before| before["n"].as_u64().unwrap() + 1);
    let previous = before.map_or("", |before| text(&before["hash"]));
    let at = before.map_or("2026-11-20T08:00:00.000000Z", |before| text(&before["at"]));
    let id = format!("019ab2c3-1d2e-7f30-9a4b-{:012x}", fastrand::u64(..1 << 48));
    // Each command has a seed of its own, and with it ids of its own.
    let command = json!({
        "n": n, "id": id, "account_id": account, "at": at, "method": "POST", "path": path, "media_type": "application/json",
        "body": URL_SAFE_NO_PAD.encode(body.to_string()), "changes_digest": digest("its changes"), "previous": previous,
    });
    with_member(loan, &command, "seed", json!(id))
}

/// A hand-in of these commands by the laptop with these keys, which keeps the pen or lays it down with them.
pub fn handed_in((tournament, epoch): LoanOf<'_>, keys: &LaptopKeys, commands: &[Value], closes: bool) -> Value {
    let (last, head) = commands
        .last()
        .map_or((json!(0), json!("")), |last| (last["n"].clone(), last["hash"].clone()));
    let claims = json!({ "tournament": tournament, "epoch": epoch, "last": last, "head": head, "closes": closes });
    json!({ "epoch": epoch, "commands": commands, "signature": signed(keys, &claims) })
}

/// A tournament whose pen a laptop has.
pub struct Weekend<'a> {
    pub hall: Hall<'a>,
    pub keys: LaptopKeys,
    /// The loan, from 1.
    pub epoch: u64,
    /// The answer by which the pen was lent.
    pub lent: Value,
    pub laptop: TestApp,
    /// The addresses with which the umpire and the coordinator sign in.
    pub umpire: String,
    pub coordinator: String,
}

pub fn own_account(caller: &Caller<'_>) -> (String, String) {
    let own = caller.get("/v1/me").expect(200);
    let own = &own["account"];
    (text(&own["id"]).to_owned(), text(&own["email"]).to_owned())
}

impl<'a> Weekend<'a> {
    /// A friendly tournament with so many players, its order set, at its venue.
    pub fn new(app: &'a TestApp, players: usize) -> Weekend<'a> {
        let hall = Hall::new(app, &json!({}), players);
        crate::hall::keep_order(app, &hall.path);
        Weekend::of(hall)
    }

    /// The pen of that tournament is lent.
    pub fn of(hall: Hall<'a>) -> Weekend<'a> {
        Weekend::lent_by(hall, |hall, loan| {
            // Whoever lends it need not be there.
            let lender = hall.app.administrator();
            let lent = lender.post(&format!("{}/pen-loans", hall.path), loan).expect(201);
            assert_eq!(lent["pen"]["lent"], true);
            lent
        })
    }

    /// The pen of that tournament is lent in some way, in which such a loan is asked for; the answer has the bundle.
    pub fn lent_by(hall: Hall<'a>, lend: impl FnOnce(&Hall<'a>, &Value) -> Value) -> Weekend<'a> {
        let (keys, umpire, coordinator) = (keys(), own_account(&hall.umpire), own_account(&hall.coordinator));
        let loan = lend(&hall, &lending(&keys, &[&umpire.0, &coordinator.0]));
        let keys = believing(&keys, &loan);
        let laptop = hall.app.laptop(&loan, &keys);
        let weekend = Weekend {
            laptop,
            hall,
            keys,
            // The file that the desk saves has the bundle alone.
            epoch: loan["pen"]["epoch"].as_u64().unwrap_or(1),
            lent: loan,
            umpire: umpire.1,
            coordinator: coordinator.1,
        };
        weekend.assert_same_rows();
        weekend
    }

    /// The tournament's id, and which of its loans it is.
    pub fn loan(&self) -> LoanOf<'_> {
        (self.hall.id(), self.epoch)
    }

    pub fn umpire(&self) -> Caller<'_> {
        self.laptop.sign_in(&self.umpire)
    }

    pub fn coordinator(&self) -> Caller<'_> {
        self.laptop.sign_in(&self.coordinator)
    }

    /// The tournament as it stands on the laptop.
    pub fn there(&self) -> Hall<'_> {
        Hall {
            app: &self.laptop,
            coordinator: self.coordinator(),
            umpire: self.umpire(),
            umpire_player: self.hall.umpire_player.clone(),
            accreditation: self.hall.accreditation.clone(),
            appointment: self.hall.appointment.clone(),
            path: self.hall.path.clone(),
            players: self.hall.players.clone(),
        }
    }

    /// Everybody is ticked, and a round is played. Time goes on there, and nobody stays signed in for long.
    pub fn play(&self) {
        let entries = self.laptop.anyone().get(&format!("{}/entries", self.hall.path)).items();
        for entry in &entries {
            self.laptop.pass(chrono::TimeDelta::seconds(3));
            let path = format!("/v1/entries/{}/check-ins", text(&entry["id"]));
            self.umpire().send("POST", &path, &[], None);
        }
        let round = self.there().draw_at_once(&json!({})).expect(201);
        let round = format!("/v1/rounds/{}", text(&round["id"]));
        self.laptop.pass(chrono::TimeDelta::minutes(15));
        self.there().step(&format!("{round}/publications")).expect(201);
        self.laptop.pass(chrono::TimeDelta::minutes(40));
        let there = self.there();
        there.enter_results(&round, |_| 4);
        there.confirm(&round);
        there.close(&round);
    }

    /// A folder of the laptop's owner, with the keys and the bundle, or what else is in these files.
    pub fn folder(&self, others: &[(&str, &Value)]) -> TempDir {
        let folder = tempfile::tempdir_in(crate::app::scratch()).unwrap();
        let keys = serde_json::to_value(&self.keys).unwrap();
        let files = [("laptop-keys.json", &keys), ("bundle.json", &self.lent)];
        for (name, content) in files.iter().chain(others) {
            std::fs::write(folder.path().join(name), content.to_string()).unwrap();
        }
        folder
    }

    /// A command about the laptop's pen, as its owner gives it in such a folder.
    pub fn asked(&self, arguments: &[&str], others: &[(&str, &Value)]) -> Output {
        let folder = self.folder(others);
        let (Url::Sqlite(of_laptop) | Url::Postgres(of_laptop)) = self.laptop.url();
        let its_own = ["--database-url", of_laptop.as_str()];
        let is_told = arguments.contains(&its_own[0]);
        let arguments = [arguments, if is_told { &[][..] } else { &its_own[..] }].concat();
        run(folder.path(), &arguments, "")
    }

    /// The output of a command that is done.
    pub fn command(&self, arguments: &[&str]) -> String {
        let output = self.asked(arguments, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        out(&output)
    }

    /// The laptop's words on an answer of the federation, and whether that has all of it.
    pub fn confirm(&self, answer: &Value) -> (String, bool) {
        let arguments = ["pen", "receipt", "--venue", "bundle.json", "answer.json"];
        let output = self.asked(&arguments, &[("answer.json", answer)]);
        let told = out(&output) + &String::from_utf8_lossy(&output.stderr);
        (told.trim().to_owned(), output.status.success())
    }

    /// The part that is to be handed in after that command.
    pub fn hand_in_after(&self, after: usize) -> Value {
        let told = self.command(&["pen", "hand-in", "--after", &after.to_string()]);
        serde_json::from_str(&told).unwrap()
    }

    /// So many commands after that one, as a laptop hands them in that had no more by then.
    pub fn part(&self, after: usize, most: usize) -> Value {
        let mut part = self.hand_in_after(after);
        let commands = part["commands"].as_array_mut().unwrap();
        commands.truncate(most);
        handed_in(self.loan(), &self.keys, commands, false)
    }

    pub fn hand_in(&self, form: &Value) -> Answer {
        let path = format!("{}/pen-hand-ins", self.hall.path);
        self.hall.umpire.post(&path, form)
    }

    /// Hands all in, which is executed without a stop.
    #[track_caller]
    pub fn bring_home(&self) -> Value {
        let receipt = self.hand_in(&self.hand_in_after(0)).expect(200);
        assert_eq!(receipt["stopped"], Value::Null, "{receipt}");
        assert_eq!(receipt["waiting"], 0, "{receipt}");
        receipt
    }

    /// Both tell the same of the tournament.
    #[track_caller]
    pub fn assert_same(&self) {
        for path in [
            "",
            "/entries",
            "/rounds",
            "/standings",
            "/teams",
            "/byes",
            "/appointments",
        ] {
            let path = format!("{}{path}", self.hall.path);
            let [here, there] = [self.hall.app, &self.laptop].map(|app| app.anyone().get(&path).json());
            assert_eq!(here, there, "{path}");
        }
        self.assert_same_rows();
    }

    /// Both have the same rows of the tournament, and the laptop no others.
    #[track_caller]
    pub fn assert_same_rows(&self) {
        for (table, of_tournament) in TABLES {
            let condition = of_tournament.replace('$', self.hall.id());
            let here = rows_where(self.hall.app, table, &condition);
            assert_eq!(here, rows(&self.laptop, table), "{table}");
        }
    }
}

/// The tables that are a tournament's alone, and which of their rows are of the one with the id `$`.
pub const TABLES: [(&str, &str); 11] = [
    ("entries", "tournament_id = '$'"),
    ("absences", OF_ENTRIES),
    ("byes", OF_ENTRIES),
    ("visitors", "tournament_id = '$'"),
    ("teams", "tournament_id = '$'"),
    (
        "team_members",
        "team_id IN (SELECT id FROM teams WHERE tournament_id = '$')",
    ),
    ("rounds", "tournament_id = '$'"),
    (
        "matches",
        "round_id IN (SELECT id FROM rounds WHERE tournament_id = '$')",
    ),
    ("results", OF_MATCHES),
    ("disputes", OF_MATCHES),
    ("appointments", "tournament_id = '$'"),
];

const OF_ENTRIES: &str = "entry_id IN (SELECT id FROM entries WHERE tournament_id = '$')";
const OF_MATCHES: &str =
    "match_id IN (SELECT m.id FROM matches AS m JOIN rounds AS r ON r.id = m.round_id WHERE r.tournament_id = '$')";

/// The results of a tournament, row by row.
pub fn results(app: &TestApp, tournament: &str) -> Vec<Value> {
    rows_where(app, "results", &OF_MATCHES.replace('$', tournament))
}

#[derive(diesel::QueryableByName)]
struct Told {
    #[diesel(sql_type = diesel::sql_types::Text)]
    told: String,
}

/// The texts that a query tells, row by row.
pub fn told(app: &TestApp, sql: &str) -> Vec<String> {
    use diesel::RunQueryDsl;
    let told: Vec<Told> = diesel::sql_query(sql).load(&mut app.connection()).unwrap();
    told.into_iter().map(|row| row.told).collect()
}

/// The rows of a table as JSON, in their order.
pub fn rows(app: &TestApp, table: &str) -> Vec<Value> {
    rows_where(app, table, "1 = 1")
}

/// The rows of a table that meet the condition, as JSON, in their order.
pub fn rows_where(app: &TestApp, table: &str, condition: &str) -> Vec<Value> {
    let object = match app.url() {
        Url::Postgres(_) => "to_jsonb(t)::text".to_owned(),
        Url::Sqlite(_) => {
            let columns = format!(
                "SELECT group_concat('''' || name || ''', \"' || name || '\"', ', ') AS told FROM pragma_table_info('{table}')"
            );
            format!("json_object({})", told(app, &columns)[0])
        }
    };
    let sql = format!("SELECT {object} AS told FROM {table} AS t WHERE {condition}");
    let rows = told(app, &sql).into_iter();
    let mut rows: Vec<Value> = rows.map(|row| plain(&serde_json::from_str(&row).unwrap())).collect();
    rows.sort_by_key(Value::to_string);
    rows
}

/// A row with its instants as both databases write them.
fn plain(row: &Value) -> Value {
    let members = row.as_object().unwrap().iter().map(|(name, value)| {
        let instant = value
            .as_str()
            .filter(|text| text.len() > 19 && text.as_bytes()[10] == b'T');
        let instant = instant.and_then(|text| chrono::DateTime::parse_from_rfc3339(text).ok());
        let value = instant.map_or_else(|| value.clone(), |instant| json!(instant.timestamp_micros()));
        (name.clone(), value)
    });
    Value::Object(members.collect())
}
