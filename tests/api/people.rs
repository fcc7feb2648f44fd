//! The people and the clubs of the tests: whoever signs in with a grant, new clubs, and players of them.

use serde_json::{Value, json};

use crate::app::{Account, PASSWORD, TestApp};
use crate::caller::{Caller, text};

impl TestApp {
    /// Someone new, who signs in and has that grant.
    pub fn granted(&self, grant: &Value) -> Caller<'_> {
        self.sign_in(&self.account_with(grant).email)
    }

    /// The account of someone new, who has that grant.
    pub fn account_with(&self, grant: &Value) -> Account {
        let account = self.account();
        self.administrator()
            .post(&format!("/v1/accounts/{}/grants", account.id), grant)
            .expect(201);
        account
    }

    /// Someone new, who has an account and nothing else.
    pub fn account(&self) -> Account {
        let email = format!(
            "{}@federation.example",
            uuid::Uuid::from_u128(fastrand::u128(..)).simple()
        );
        let account = json!({ "email": email, "name": "Kagiso Moatshe" });
        let account = self.administrator().post("/v1/accounts", &account).expect(201);
        let account = Account {
            id: text(&account["id"]).to_owned(),
            email,
        };
        self.set_password(&account.id);
        account
    }

    /// Invites somebody to their account, who takes [`PASSWORD`].
    pub fn set_password(&self, account: &str) {
        let code = self.password_code(account);
        let password = json!({ "code": code, "password": PASSWORD });
        assert_eq!(self.anyone().post("/v1/passwords", &password).status, 204);
    }

    /// A code by which the account's password is set.
    pub fn password_code(&self, account: &str) -> String {
        let path = format!("/v1/accounts/{account}/password-codes");
        let code = self.administrator().send("POST", &path, &[], None).expect(200);
        text(&code["code"]).to_owned()
    }

    pub fn coordinator(&self, province: &str) -> Caller<'_> {
        self.granted(&json!({ "role": "coordinator", "province": province }))
    }

    pub fn umpire(&self) -> Caller<'_> {
        self.granted(&json!({ "role": "umpire" }))
    }

    pub fn institution(&self) -> Caller<'_> {
        self.granted(&json!({ "role": "institution" }))
    }

    pub fn secretary(&self, club: &str) -> Caller<'_> {
        self.granted(&json!({ "role": "club_secretary", "club_id": club }))
    }

    /// A new club of that province; its id.
    pub fn club(&self, province: &str) -> String {
        self.club_of_kind("community", province)
    }

    /// A new club of that kind and province; its id.
    pub fn club_of_kind(&self, kind: &str, province: &str) -> String {
        let code: String = std::iter::repeat_with(fastrand::uppercase)
            .filter(char::is_ascii)
            .take(8)
            .collect();
        let club = json!({ "code": code, "name": format!("{code} Herders"), "kind": kind, "province": province });
        text(&self.administrator().post("/v1/clubs", &club).expect(201)["id"]).to_owned()
    }

    /// A new grown-up player of that club; the id.
    pub fn player(&self, club: &str) -> String {
        self.player_named(club, "Mokoena", "Thandiwe", "1998-04-17")
    }

    /// Registers a player, who pays for it; the path of the registration.
    #[track_caller]
    pub fn registered(&self, registration: &Value) -> String {
        let answer = self.administrator().post("/v1/registrations", registration);
        answer.expect(201);
        let path = answer.header("location").to_owned();
        let paid = json!({ "paid_on": "2026-11-20" });
        self.administrator().patch(&path, "*", &paid).expect(200);
        path
    }

    /// A new player of that club, of an age for the division in 2027; the id. A learner of a high school is of age.
    pub fn player_in(&self, club: &str, division: &str) -> String {
        let born = match division {
            "primary_school" => "2015-04-17",
            "high_school" => "2008-04-17",
            _ => "1998-04-17",
        };
        self.player_named(club, "Mokoena", "Thandiwe", born)
    }

    pub fn player_named(&self, club: &str, family: &str, given: &str, born: &str) -> String {
        let player = json!({
            "family_name": family, "given_names": given, "birth_date": born,
            "sex": "female", "nationality": "ZA", "province": "ZA-NW", "club_id": club,
        });
        text(&self.administrator().post("/v1/players", &player).expect(201)["id"]).to_owned()
    }

    /// The number of a player.
    pub fn number_of(&self, player: &str) -> String {
        self.of_player(player, "number")
    }

    /// The id of a player's club.
    pub fn club_of(&self, player: &str) -> String {
        self.of_player(player, "club_id")
    }

    fn of_player(&self, player: &str, member: &str) -> String {
        let player = self.anyone().get(&format!("/v1/players/{player}")).expect(200);
        text(&player[member]).to_owned()
    }
}
