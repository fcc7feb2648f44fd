//! Everything in which strangers can read of one child: each public GET of the document, in every form.

use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::{Answer, text};
use crate::contract;
use crate::world::accounts::png;
use crate::world::path;

/// The public operations that show no player, and what stands for their parameters, or in their query.
const SHOWING_NOBODY: [(&str, &str); 49] = [
    ("list_events", ""),
    ("read_authorization_server", ""),
    ("read_log", ""),
    ("read_log_checkpoint", ""),
    ("read_log_tile", "0 000.p/1"),
    ("read_log_receipt", "{receipt}"),
    ("read_log_consistency", "since=1"),
    ("list_consent_wordings", ""),
    ("list_federation_changes", ""),
    ("list_equipment_specifications", ""),
    ("read_federation_logo", ""),
    ("read_federation", ""),
    ("read_statistics", ""),
    ("read_statistics", "year=2027&by=sex"),
    ("list_clubs", ""),
    ("list_federation_changes", ""),
    ("read_federation", ""),
    ("list_problems", ""),
    ("list_provinces", ""),
    ("list_ranking_methods", ""),
    ("list_rankings", ""),
    ("list_regions", ""),
    ("list_tournaments", ""),
    ("read_asset", "game.js"),
    ("read_calendar", ""),
    ("read_calendar_file", ""),
    ("read_board", "position=......../......../........+X+12+12+0+-+-"),
    ("read_liveness", ""),
    ("read_problem", "not-found"),
    ("read_province", "ZA-NW"),
    ("read_readiness", ""),
    ("read_region", "DC38"),
    ("read_signing_keys", ""),
    ("read_game_position", "{game} 1"),
    ("read_game_statistics", ""),
    ("read_opening", ""),
    ("read_opening", "opening=E1"),
    // The child has colours, and is in no list of them but by name.
    ("list_colours", ""),
    ("list_colours", "player_id={child}"),
    ("list_colours_criteria", ""),
    ("list_colours_criteria_versions", ""),
    // Of somebody else, who is of age; with the code of the child's certificate the name is told.
    ("read_colours", "{colours}"),
    ("read_certificate", "{code}"),
    ("read_certificate_document", "{code}"),
    ("read_verification", "{code}"),
    ("read_certificate_token", "{code}"),
    ("list_revocations", ""),
    // Whoever takes a course is not told.
    ("list_umpire_courses", ""),
    ("read_umpire_course", "{course}"),
];

/// A child of a club of the North West who has a place wherever a player can have one: in a game, entered in a
/// tournament, accredited as an umpire and appointed as one, and in a list that was corrected.
pub struct Child {
    pub club: String,
    pub id: String,
    pub number: String,
    game: String,
    tournament: String,
    entry: String,
    team: String,
    accreditation: String,
    /// The course that the child has passed.
    course: String,
    appointment: String,
    round: String,
    /// The one that the child plays in it.
    encounter: String,
    ranking: String,
    /// Colours of somebody else, and the code of their certificate.
    colours: String,
    code: String,
    /// The place in the log of a change of the child's particulars.
    receipt: String,
}

/// An answer to a stranger.
pub struct Seen {
    /// The operation's id.
    pub operation: &'static str,
    pub path: String,
    pub media_type: &'static str,
    pub answer: Answer,
}

impl Child {
    /// Nobody is accredited before the age of 18: the birth date is mended afterwards, and what there is stays.
    pub fn new(app: &TestApp, family: &str, given: &str, born: &str) -> Child {
        let (club, administrator) = (app.club("ZA-NW"), app.administrator());
        administrator.put("/v1/federation/logo", "image/png", &png());
        let created = |path: &str, body: &Value| administrator.post(path, body).expect(201);
        let id = |thing: &Value| text(&thing["id"]).to_owned();
        let (child, other) = (app.player_named(&club, family, given, "1998-04-17"), app.player(&club));
        let registration = json!({
            "player_id": child, "club_id": club, "year": 2027, "basis": "member", "division": "senior",
        });
        app.registered(&registration);
        let course = crate::umpire_courses::passed(app, &child);
        let accreditation = json!({
            "player_id": child, "level": "level_1", "valid_from": "2026-11-20",
            "course_id": course,
        });
        let accreditation = created("/v1/accreditations", &accreditation);
        let tournament = created(
            "/v1/tournaments",
            &json!({
                "name": "Mahikeng Open", "level": "friendly", "province": "ZA-NW", "starts_on": "2026-11-20",
                "ends_on": "2026-11-20", "venue": "Mahikeng", "team_size": 1,
            }),
        );
        let path = |below: &str| format!("/v1/tournaments/{}/{below}", text(&tournament["id"]));
        let appointment = created(&path("appointments"), &json!({ "player_id": child }));
        administrator.send("POST", &path("openings"), &[], None).expect(201);
        let entry = created(&path("entries"), &json!({ "player_id": child }));
        let team = created(
            &path("teams"),
            &json!({ "name": "Herders A", "entry_ids": [entry["id"]] }),
        );
        created(&path("entries"), &json!({ "player_id": other }));
        created(&path("starting-orders"), &json!({ "player_ids": [other, child] }));
        created(&format!("/v1/entries/{}/byes", id(&entry)), &json!({ "round": 2 }));
        let (round, encounter) = play(app, &format!("/v1/tournaments/{}", text(&tournament["id"])), &child);
        let ranking = rank(app, text(&tournament["id"]), &encounter);
        let game = json!({
            "first_player_id": child, "second_player_id": other, "played_on": "2026-11-20", "turns": ["E1"],
        });
        let game = created("/v1/games", &game);
        crate::world::approved(app, &child);
        let colours = crate::world::approved(app, &other);
        let code = administrator.get(&format!("/v1/colours/{colours}/code")).expect(200);
        let particulars = format!("/v1/players/{child}/particulars");
        let mending = administrator.patch(&particulars, "*", &json!({ "birth_date": born }));
        let mended = mending.expect(200);
        Child {
            club,
            id: child,
            number: text(&mended["number"]).to_owned(),
            game: id(&game),
            tournament: id(&tournament),
            entry: id(&entry),
            team: id(&team),
            accreditation: id(&accreditation),
            course,
            appointment: id(&appointment),
            round,
            encounter,
            ranking,
            colours,
            code: text(&code["code"]).to_owned(),
            receipt: mending.header("log-entry").to_owned(),
        }
    }

    /// The public operations that show the child, and what stands for their parameters, or in their query.
    fn showing(&self) -> Vec<(&'static str, String)> {
        let Child {
            club,
            id,
            number,
            game,
            tournament,
            entry,
            team,
            accreditation,
            appointment,
            round,
            encounter,
            ranking,
            ..
        } = self;
        let mut showing = vec![
            ("list_accreditations", String::new()),
            ("list_appointments", tournament.clone()),
            ("list_byes", tournament.clone()),
            ("list_entries", tournament.clone()),
            ("list_matches", round.clone()),
            ("read_match", encounter.clone()),
            ("read_recognition", tournament.clone()),
            ("read_report", tournament.clone()),
            ("read_round", round.clone()),
            ("read_standings", tournament.clone()),
            ("list_teams", tournament.clone()),
            ("read_team", team.clone()),
            ("read_team_standings", tournament.clone()),
            ("list_games", String::new()),
            ("list_players", String::new()),
            ("read_accreditation", accreditation.clone()),
            ("read_appointment", appointment.clone()),
            ("read_entry", entry.clone()),
            ("read_game", game.clone()),
            ("list_game_versions", game.clone()),
            ("read_player", id.clone()),
        ];
        showing.extend([
            ("list_accreditations", format!("player_id={id}")),
            ("read_standings_sheet", tournament.clone()),
            ("read_cross_table", tournament.clone()),
            ("read_pairings", round.clone()),
            ("read_wall_chart", round.clone()),
            ("read_score_sheets", round.clone()),
            ("list_games", format!("player_id={id}")),
            ("list_player_rankings", id.clone()),
            ("list_ranking_changes", ranking.clone()),
            ("list_ranking_clubs", ranking.clone()),
            ("list_ranking_rows", ranking.clone()),
            ("read_ranking_row", format!("{ranking} {id}")),
            ("list_players", format!("club_id={club}")),
            ("list_players", format!("number={number}")),
        ]);
        showing
    }

    /// Whether an operation shows the child, and what stands for its parameters each time that it is asked.
    fn asked(&self, operation: &str) -> (bool, Vec<String>) {
        let of = |(id, parameter): (&str, String)| (id == operation).then_some(parameter);
        let showing: Vec<String> = self.showing().into_iter().filter_map(of).collect();
        let put_in = |parameter: &str| {
            let known = [
                ("{game}", &self.game),
                ("{child}", &self.id),
                ("{colours}", &self.colours),
                ("{code}", &self.code),
                ("{course}", &self.course),
                ("{receipt}", &self.receipt),
            ];
            known
                .into_iter()
                .fold(parameter.to_owned(), |parameter, (name, value)| {
                    parameter.replace(name, value)
                })
        };
        let nobody = SHOWING_NOBODY.map(|(id, parameter)| (id, put_in(parameter)));
        let of_club = ["read_club", "read_club_standing"].map(|id| (id, self.club.clone()));
        let of_tournament = ["list_rounds", "read_pen", "read_tournament"].map(|id| (id, self.tournament.clone()));
        let nobody = nobody.into_iter().chain(of_club).chain(of_tournament);
        let nobody = nobody.chain([("read_ranking", self.ranking.clone())]).filter_map(of);
        (!showing.is_empty(), showing.into_iter().chain(nobody).collect())
    }

    /// Every answer that strangers can read, in every form.
    pub fn crawl(&self, app: &TestApp) -> Vec<Seen> {
        app.number_entries();
        let mut seen: Vec<Seen> = Vec::new();
        let player = app.anyone().get(&format!("/v1/players/{}", self.id)).expect(200);
        let is_named = player["name_withheld"] != json!(true);
        let tells = |body: &String| body.contains(&self.number) || body.contains(text(&player["name"]));
        for (pattern, method, operation) in contract::operations() {
            if method != "get" || operation["security"] != json!([{}]) {
                continue;
            }
            let id = text(&operation["operationId"]);
            let (shows, asked) = self.asked(id);
            let shows = shows || (id == "list_colours" && is_named);
            assert!(
                !asked.is_empty(),
                "GET {pattern} is open to strangers, and the crawl does not know how to ask for it: name {id} in \
                 tests/api/crawl.rs, in `showing` if its answer can show a player, else among those that show nobody",
            );
            let forms: Vec<_> = contract::forms(operation).collect();
            for path in asked.iter().map(|parameter| path(pattern, parameter)) {
                for media_type in forms.iter().copied() {
                    let answer = app.anyone().get_with(&path, &[("accept", media_type)]);
                    assert_eq!(answer.status, 200, "{path} as {media_type}: {}", answer.body_text());
                    seen.push(Seen {
                        operation: id,
                        path: path.clone(),
                        media_type,
                        answer,
                    });
                }
                let told = seen.iter().rev().take(forms.len()).map(|seen| seen.answer.body_text());
                let told = told.filter(tells).count();
                assert_eq!(
                    told > 0,
                    shows,
                    "{path}: whether {id} shows a player is not as this test says"
                );
            }
        }
        // What is named above and is no longer there, or no longer open, is named in vain.
        for id in self
            .showing()
            .iter()
            .map(|(id, _)| *id)
            .chain(SHOWING_NOBODY.map(|(id, _)| id))
        {
            assert!(
                seen.iter().any(|seen| seen.operation == id),
                "no operation open to strangers is called {id}"
            );
        }
        seen
    }
}

/// Six games of which one player wins all: the starter of the first wins as the first word says, and they start in turns.
fn games([odd, even]: [&str; 2]) -> Vec<Value> {
    let pair = [odd, even].map(|result| json!({ "result": result }));
    pair.iter().cycle().take(6).cloned().collect()
}

/// Plays the first round of a tournament; its id, and that of the child's match.
fn play(app: &TestApp, tournament: &str, child: &str) -> (String, String) {
    let administrator = app.administrator();
    let round = administrator
        .post(&format!("{tournament}/rounds"), &json!({}))
        .expect(201);
    let round = text(&round["id"]);
    let published = administrator
        .send("POST", &format!("/v1/rounds/{round}/publications"), &[], None)
        .expect(201);
    let boards = published["boards"].as_array().unwrap();
    let sheet = json!({ "games": games(["second", "first"]) });
    let result = |board: &Value| json!({ "match_id": board["match_id"], "sheet": sheet });
    let results: Vec<Value> = boards.iter().map(result).collect();
    administrator
        .post(&format!("/v1/rounds/{round}/results"), &json!({ "results": results }))
        .expect(201);
    let own = boards
        .iter()
        .find(|board| board["players"].to_string().contains(child))
        .unwrap();
    (round.to_owned(), text(&own["match_id"]).to_owned())
}

/// Ranks those of a tournament, corrects the match, and ranks them again; the id of the second list.
fn rank(app: &TestApp, tournament: &str, encounter: &str) -> String {
    let administrator = app.administrator();
    let sql = format!(
        "UPDATE tournaments SET state = 'ratified', ratified_at = '2026-11-20T08:00:00.000000Z', level = 'regional', \
         starts_on = '2026-11-20', ends_on = '2026-11-20' WHERE id = '{tournament}'"
    );
    app.connection().batch_execute(&sql).unwrap();
    let publish = || {
        let lists = app.anyone().get("/v1/rankings?method=game-points&current=true").items();
        let mut list = json!({ "method": "game-points", "on": "2026-11-20" });
        if let Some(last) = lists.first() {
            list["replaces_id"] = last["id"].clone();
            list["reason"] = json!("A result was corrected.");
        }
        text(&administrator.post("/v1/rankings", &list).expect(201)["id"]).to_owned()
    };
    publish();
    let correction = json!({
        "version": 1, "published_rounds": 1, "sheet": { "games": games(["first", "second"]) },
        "reason": "It was the other one.",
    });
    administrator
        .post(&format!("/v1/matches/{encounter}/corrections"), &correction)
        .expect(201);
    publish()
}
