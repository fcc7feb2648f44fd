//! A ratified championship after erasures, mergers and corrections that must not touch it: its standings and awards, the ranking
//! list and the colours that rest on it are the same to the byte, but for what stands for the person.

use serde_json::{Value, json};

use crate::app::TestApp;
use crate::caller::text;
use crate::erasures::erase;
use crate::federation::set;
use crate::hall::Hall;
use crate::merits::{Claim, moves, settled};
use crate::visitors;
use crate::world::colours::any_size;

on_sqlite! {
    corrections_of_a_person_touch_nothing,
    what_is_new_of_a_person_touches_nothing,
    what_the_federation_asks_from_now_on_touches_nothing,
    an_erasure_takes_the_name_alone,
    a_merger_puts_the_number_that_stays_in_place_of_the_other,
    a_visitor_erased_or_corrected_changes_the_name_alone,
}

/// All that was told of an event: where it is read, and the bytes.
type Told = Vec<(String, String)>;

/// The number of sources that tell of the colours.
const COLOURS: usize = 2;

/// A championship of eight players in three teams over two rounds, ratified; the list of the day and the winner's colours rest
/// on it.
struct Event<'a> {
    hall: Hall<'a>,
    list: String,
    colours: String,
}

impl<'a> Event<'a> {
    fn held(app: &'a TestApp) -> Event<'a> {
        any_size(app);
        let players = settled(app, 8, "senior");
        let plan = json!({
            "name": "North West Championship", "level": "provincial", "rounds": 2, "team_size": 2, "ends_on": "2026-11-20",
        });
        let mut hall = Hall::new(app, &plan, 0);
        hall.agree_rounds(2);
        let entries: Vec<String> = players.iter().map(|player| hall.enter(player)).collect();
        let id = |place: &usize| entries[*place].rsplit('/').next().unwrap();
        for (name, members) in [("Herders", &[0, 1, 4][..]), ("Miners", &[2, 3]), ("Pickers", &[6, 7])] {
            let team = json!({ "name": name, "entry_ids": members.iter().map(id).collect::<Vec<_>>() });
            hall.coordinator
                .post(&format!("{}/teams", hall.path), &team)
                .expect(201);
        }
        // The winner is a man, so that the best lady is somebody else.
        mend(app, &players[0], &json!({ "sex": "male" }));
        let seeds = hall.seeds();
        for _ in 0..2 {
            let round = hall.publish();
            hall.enter_results(&round, |one| {
                let upper = seeds[text(&one["players"][0]["player"]["id"])];
                if upper == 1 { 6 } else { 4 }
            });
            hall.confirm(&round);
            hall.close(&round);
        }
        hall.confirm_equipment();
        hall.ratify().expect(201);
        let awards = hall.standings()["awards"].clone();
        for award in ["champions", "top_ladies"] {
            assert_eq!(awards[award].as_array().unwrap().len(), 1, "{awards}");
        }
        let list = json!({ "method": "game-points", "on": "2026-11-20" });
        let list = app.administrator().post("/v1/rankings", &list).expect(201);
        let colours = Claim::new(app, "provincial", "all_rounds").propose(&hall.coordinator, &players[0]);
        let colours = text(&colours.expect(201)["id"]).to_owned();
        app.administrator()
            .post(
                &format!("/v1/colours/{colours}/approvals"),
                &json!({ "reference": "Minutes" }),
            )
            .expect(201);
        Event {
            hall,
            list: text(&list["id"]).to_owned(),
            colours,
        }
    }

    fn player(&self, place: usize) -> &str {
        &self.hall.players[place]
    }

    /// The paths at which everyone reads of it, each with its form.
    fn sources(&self) -> Vec<(String, &'static str)> {
        let Event { hall, list, .. } = self;
        let (json, csv) = ("application/json", "text/csv");
        let tournament = &hall.path;
        vec![
            (format!("{tournament}/standings"), json),
            (format!("{tournament}/standings"), csv),
            (format!("{tournament}/standings?after_round=1"), json),
            (format!("{tournament}/team-standings"), json),
            (format!("{tournament}/team-standings"), csv),
            (format!("{tournament}/entries"), json),
            (format!("/v1/rankings/{list}/rows"), json),
            (format!("/v1/rankings/{list}/clubs"), json),
        ]
    }

    /// All that everyone reads of it, and of the colours at the end.
    fn told(&self) -> Told {
        let colours = [
            "/v1/colours?year=2027&level=provincial".to_owned(),
            format!("/v1/colours/{}", self.colours),
        ];
        let colours: [_; COLOURS] = colours.map(|path| (path, "application/json"));
        self.read(self.sources().into_iter().chain(colours))
    }

    fn read(&self, sources: impl IntoIterator<Item = (String, &'static str)>) -> Told {
        let read = |(path, accept): (String, &str)| {
            let answer = self.hall.app.anyone().get_with(&path, &[("accept", accept)]);
            assert_eq!(answer.status, 200, "{path}: {}", answer.body_text());
            (format!("{path} as {accept}"), answer.body_text())
        };
        sources.into_iter().map(read).collect()
    }

    /// Does something to the player at that place of the starting order, and asks that all is told as before, but for what
    /// stands for the person.
    #[track_caller]
    fn touches_the_name_alone(&self, place: usize, change: impl FnOnce(&str) -> String) {
        let app = self.hall.app;
        let player = self.player(place);
        let (before, then) = (self.told(), Person::read(app, player));
        let stays = change(player);
        let now = Person::read(app, &stays);
        let expected = replaced(&before, &then, &now);
        assert_ne!(expected, before, "the person stands there");
        assert_same(&expected, &self.told());
    }

    /// Does something, and asks that nothing else is told than before.
    #[track_caller]
    fn touches_nothing(&self, change: impl FnOnce()) {
        let before = self.told();
        change();
        assert_same(&before, &self.told());
    }
}

/// All that was told of an event, with one person in place of another.
fn replaced(told: &[(String, String)], then: &Person, now: &Person) -> Told {
    let replaced = |(path, body): &(String, String)| (path.clone(), then.replaced(now, body));
    told.iter().map(replaced).collect()
}

#[track_caller]
fn assert_same(before: &Told, after: &Told) {
    for ((path, before), (_, after)) in before.iter().zip(after) {
        assert_eq!(before, after, "{path}");
    }
}

/// A person as everyone reads it.
struct Person {
    id: String,
    number: String,
    name: String,
    name_withheld: bool,
}

impl Person {
    #[track_caller]
    fn read(app: &TestApp, player: &str) -> Person {
        let player = app.anyone().get(&format!("/v1/players/{player}")).expect(200);
        Person {
            id: text(&player["id"]).to_owned(),
            number: text(&player["number"]).to_owned(),
            name: text(&player["name"]).to_owned(),
            name_withheld: player["name_withheld"].as_bool().unwrap(),
        }
    }

    /// A text about this person, as it is about the other.
    fn replaced(&self, other: &Person, told: &str) -> String {
        // Names stand beside numbers, some with whether they are withheld, and in spreadsheets.
        let references = |person: &Person| {
            let Person { number, name, .. } = person;
            let reference = format!(r#""number":"{number}","name":"{name}""#);
            let withheld = format!(r#"{reference},"name_withheld":{}"#, person.name_withheld);
            [withheld, reference, format!("{number},{name}"), person.id.clone()]
        };
        let pairs = references(self).into_iter().zip(references(other));
        pairs.fold(told.to_owned(), |told, (then, now)| told.replace(&then, &now))
    }
}

fn mend(app: &TestApp, player: &str, changes: &Value) {
    let path = format!("/v1/players/{player}/particulars");
    app.administrator().patch(&path, "*", changes).expect(200);
}

fn corrections_of_a_person_touch_nothing(app: &TestApp) {
    let event = Event::held(app);
    for (place, correction) in [
        (0, json!({ "sex": "female" })),
        (1, json!({ "sex": "male" })),
        (0, json!({ "birth_date": "1950-01-01" })),
        (2, json!({ "nationality": "BW" })),
        (0, json!({ "nationality": "LS" })),
    ] {
        event.touches_nothing(|| mend(app, event.player(place), &correction));
    }
    // Another name is told from now on, and nothing else.
    event.touches_the_name_alone(1, |player| {
        mend(
            app,
            player,
            &json!({ "family_name": "Mokgosi", "given_names": "Boitumelo" }),
        );
        player.to_owned()
    });
    // Of a child the initials.
    event.touches_the_name_alone(3, |player| {
        mend(app, player, &json!({ "birth_date": "2012-01-01" }));
        player.to_owned()
    });
}

fn what_is_new_of_a_person_touches_nothing(app: &TestApp) {
    let event = Event::held(app);
    let administrator = app.administrator();
    event.touches_nothing(|| moves(app, event.player(0), "2026-11-20", "ZA-GP", None));
    event.touches_nothing(|| {
        let suspension = json!({ "begins_on": "2026-12-01", "ends_on": null, "reason": "Struck an opponent." });
        let path = format!("/v1/players/{}/suspensions", event.player(0));
        administrator.post(&path, &suspension).expect(201);
    });
    event.touches_nothing(|| {
        let bar = json!({ "player_ids": [event.player(0), event.player(7)], "relation": "siblings" });
        administrator.post("/v1/pairing-bars", &bar).expect(201);
    });
    event.touches_nothing(|| {
        let transfer = json!({ "player_id": event.player(1), "club_id": app.club("ZA-NW") });
        let transfer = administrator.post("/v1/transfers", &transfer).expect(201);
        for step in ["releases", "acceptances"] {
            let path = format!("/v1/transfers/{}/{step}", text(&transfer["id"]));
            administrator.send("POST", &path, &[], None).expect(201);
        }
    });
    event.touches_nothing(|| {
        let path = format!("{}/revocations", event.hall.accreditation);
        let reason = json!({ "reason": "Left the district." });
        administrator.post(&path, &reason).expect(201);
    });
}

fn what_the_federation_asks_from_now_on_touches_nothing(app: &TestApp) {
    let event = Event::held(app);
    for change in [
        json!({ "readings": { "floater": "lowest", "tie_breaks": "direct_then_opponents", "top_ladies": 3 } }),
        json!({ "ranking": { "months": 12, "counted_of_a_club": 2 } }),
        json!({ "name": "Bushveld Board Game Union", "awarding_bodies": { "provincial": "The {province} Board" } }),
        json!({ "divisions": { "student": { "youngest": 18, "oldest": 25 } } }),
    ] {
        event.touches_nothing(|| {
            set(app, "", &change);
        });
    }
}

fn an_erasure_takes_the_name_alone(app: &TestApp) {
    let event = Event::held(app);
    event.touches_nothing(|| erase(app, &event.hall.umpire_player));
    // The last, a reserve, a member who counted, the best lady.
    for place in [7, 4, 2, 1] {
        event.touches_the_name_alone(place, |player| {
            erase(app, player);
            player.to_owned()
        });
    }
    // With the winner go the colours, which are told of a person or not at all.
    let (before, winner) = (event.told(), event.player(0));
    let then = Person::read(app, winner);
    erase(app, winner);
    let now = Person::read(app, winner);
    let (of_event, of_colours) = before.split_at(before.len() - COLOURS);
    assert_same(&replaced(of_event, &then, &now), &event.read(event.sources()));
    assert!(of_colours.iter().all(|(_, body)| body.contains(&then.name)));
    let list = app.anyone().get("/v1/colours?year=2027&level=provincial");
    assert_eq!(list.items().len(), 0);
    app.anyone()
        .get(&format!("/v1/colours/{}", event.colours))
        .refused(404, "not-found");
}

fn a_merger_puts_the_number_that_stays_in_place_of_the_other(app: &TestApp) {
    let event = Event::held(app);
    let club = app.club("ZA-NW");
    let merge = |stays: &str, duplicate: &str| {
        let path = format!("/v1/players/{stays}/mergers");
        app.administrator()
            .post(&path, &json!({ "duplicate_id": duplicate }))
            .expect(201);
    };
    event.touches_nothing(|| merge(event.player(0), &app.player(&club)));
    for place in [5, 1, 0] {
        event.touches_the_name_alone(place, |player| {
            let stays = app.player(&club);
            merge(&stays, player);
            stays
        });
    }
}

fn a_visitor_erased_or_corrected_changes_the_name_alone(app: &TestApp) {
    let (hall, visitors) = visitors::field(app);
    hall.confirm_equipment();
    for _ in 0..6 {
        visitors::play_round(&hall);
    }
    hall.ratify().expect(201);
    let before = visitors::told(&hall);
    let visitor = format!("/v1/entries/{}/visitor", text(&visitors[0]["id"]));
    hall.umpire
        .patch(&visitor, "*", &json!({ "family_name": "Molefhe" }))
        .expect(200);
    assert_eq!(visitors::told(&hall), before.replace("Kagiso Molefe", "Kagiso Molefhe"));
    hall.step(&format!("{visitor}-erasures")).expect(201);
    assert_eq!(
        visitors::told(&hall),
        before.replace("Kagiso Molefe", "Visitor from Botswana")
    );
}
