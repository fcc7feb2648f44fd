//! The contents of a file as they are read: who the players are, and everything that happened.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;

use crate::players::person::Person;
use crate::players::{Home, Number, Player, PlayerRefusal};
use crate::tournaments::archives::form::{
    AbsenceForm, Archive, EntryForm, FORMAT, MatchForm, PlayerForm, ResultForm, TeamForm, VisitorForm,
};
use crate::tournaments::model::{
    Absence, Bye, Contestant, Entered, Entry, Match, Round, RoundState, ScoreSheet, Team, Tournament,
    TournamentSnapshot, TournamentState, Visitor,
};
use crate::tournaments::standings::outcome::OutcomeDifference;
use crate::tournaments::visitors::VisitorFacts;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, EntryId, Id, PlayerId};
use crate::values::number::{RoundNumber, Seed};
use crate::values::sql_types::Json;
use crate::values::validation::{Faults, ValueError};

impl PlayerForm {
    /// The person; nobody, if all that was known was erased where the file was written.
    pub(crate) fn person(&self, today: NaiveDate) -> Result<Option<Person>, Faults> {
        let given = self.given_names.as_deref();
        match (self.family_name.as_deref(), self.birth_date, self.sex) {
            (Some(family), Some(born), Some(sex)) => {
                Person::parse(family, given, born.into(), sex, None, today).map(Some)
            }
            (None, None, None) if given.is_none() => Ok(None),
            _ => Err(Faults::of(
                "",
                ValueError::new("incomplete", "Must have a name, a birth date and a sex, or nothing."),
            )),
        }
    }
}

impl VisitorForm {
    /// The visitor of that entry; without a name, if it was erased where the file was written.
    fn visitor(&self, entry: EntryId) -> Result<Visitor, Faults> {
        let (family, given) = (self.family_name.as_deref(), self.given_names.as_deref());
        let facts = VisitorFacts::parse(family.unwrap_or("-"), given, self.country, self.named)?;
        match (family, given) {
            (Some(_), _) => Ok(facts.of(entry)),
            (None, None) => Ok(facts.of(entry).erased()),
            (None, Some(_)) => Err(Faults::of(
                "/family_name",
                ValueError::new("required", "Must be given."),
            )),
        }
    }
}

impl MatchForm {
    /// The results, which that account has entered here.
    fn results(&self, by: AccountId, games: i64, pointer: &str, faults: &mut Faults) -> Vec<Entered> {
        if self.results.is_empty() {
            faults.check::<()>(
                &format!("{pointer}/results"),
                Err(ValueError::new("required", "Has no result.")),
            );
        }
        let mut results = Vec::new();
        for (form, version) in self.results.iter().zip(1..) {
            let pointer = format!("{pointer}/results/{}", version - 1);
            let ResultForm {
                started,
                games: played,
                reason,
                at,
            } = form;
            if let Some(sheet) = ScoreSheet::parse(*started, played.to_vec(), games, &pointer, faults) {
                let (reason, at) = (reason.clone(), *at);
                results.push(Entered {
                    version,
                    sheet,
                    reason,
                    by,
                    at,
                    confirmed: None,
                    undone_at: None,
                });
            }
        }
        results
    }
}

impl Archive {
    /// Everything that happened in the tournament, with the players and the clubs that they are here; that account enters the
    /// results, now.
    ///
    /// # Errors
    /// All that no tournament of ours would have, at once.
    pub fn snapshot(
        &self,
        tournament: Tournament,
        players: &HashMap<PlayerId, Player>,
        clubs: &HashMap<ClubId, ClubId>,
        (account, now): (AccountId, Timestamp),
    ) -> Result<TournamentSnapshot, Faults> {
        let mut faults = Faults::default();
        self.check(&mut faults);
        let entries = self.entries(players, clubs, &mut faults);
        let (rounds, matches) = self.rounds(account, &mut faults);
        let byes = self.byes(now, &mut faults);
        let teams = self.teams(clubs, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(TournamentSnapshot {
            tournament,
            entries,
            rounds,
            matches,
            byes,
            teams,
        })
    }

    /// Everything that happened in the tournament, without any records: the players are whom the file names, and nothing is known
    /// of them but where they play.
    ///
    /// # Errors
    /// The form of the file is another one, or its content is no tournament.
    pub fn alone(&self) -> Result<TournamentSnapshot, Error> {
        if self.format != FORMAT {
            let wrong = ValueError::new("unknown-format", format!("Only `{FORMAT}` can be read."));
            return Err(Faults::of("/format", wrong).into());
        }
        let tournament = Tournament {
            id: self.id,
            province: self.province.as_str().to_owned(),
            plan: self.plan.clone().parse()?,
            readings: Json(self.readings),
            state: TournamentState::Finished,
            reason: None,
            ended_because: self.ended_because.clone(),
            decisions: self.decisions(),
            ratified_at: None,
            created_at: self.created_at,
            opened_at: None,
        };
        let (mut players, mut sexes) = (HashMap::new(), HashMap::new());
        let mut last = None;
        for form in &self.players {
            let home = Home {
                province: form.province.as_str().to_owned(),
                region: None,
            };
            let number = Number::following(last).ok_or(PlayerRefusal::NumbersUsedUp)?;
            let player = Player::pseudonym(form.id, home, form.club_id, number, self.created_at);
            last = Some(number);
            players.insert(form.id, player);
            sexes.insert(form.id, form.sex);
        }
        let clubs = self.clubs.iter().map(|club| (club.id, club.id)).collect();
        // No account enters results here.
        let nobody = (AccountId::from(Id::from(self.id)), self.created_at);
        let mut snapshot = self.snapshot(tournament, &players, &clubs, nobody)?;
        for entry in &mut snapshot.entries {
            entry.sex = entry.sex.or(sexes.get(&entry.player.id()).copied().flatten());
        }
        Ok(snapshot)
    }

    /// The places where the outcome that the file states differs from the one that is counted from all else in it; none if it
    /// states none.
    ///
    /// # Errors
    /// The content of the file is no tournament, or what it states is no outcome.
    pub fn outcome_differences(&self, alone: &TournamentSnapshot) -> Result<Vec<OutcomeDifference>, Error> {
        let Some(form) = &self.outcome else {
            return Ok(Vec::new());
        };
        let stated = form.read().map_err(|faults| faults.below("/outcome"))?;
        let counted = alone.outcome().map_err(|error| {
            let message = format!("What happened does not fit together: {error}.");
            Faults::of("/rounds", ValueError::new("inconsistent", message))
        })?;
        Ok(stated.differences(&counted))
    }

    /// The entries, with the players and the clubs that they are here.
    pub fn entries(
        &self,
        players: &HashMap<PlayerId, Player>,
        clubs: &HashMap<ClubId, ClubId>,
        faults: &mut Faults,
    ) -> Vec<Entry> {
        let absence = |form: &AbsenceForm| Absence {
            first_round: RoundNumber::new(form.first_round),
            last_round: form.last_round.map(RoundNumber::new),
        };
        let named = |team: &TeamForm| {
            let name = team.name.clone();
            team.entry_ids
                .iter()
                .map(|entry| (*entry, name.clone()))
                .collect::<Vec<_>>()
        };
        let mut teams: HashMap<EntryId, String> = self.teams.iter().flat_map(named).collect();
        let mut entries = Vec::new();
        let mut last = 0;
        for (index, form) in self.entries.iter().enumerate() {
            let pointer = format!("/entries/{index}");
            let missing = || ValueError::new("unknown", "Is not in the file.");
            let player = self.contestant(form, players, &pointer, faults);
            let club = match form.club_id {
                Some(club) => {
                    let club = clubs.get(&club).copied().ok_or_else(missing);
                    faults.check(&format!("{pointer}/club_id"), club).map(Some)
                }
                None => Some(None),
            };
            // The place of an entry that was removed is empty.
            let following = u32::try_from(form.seed).ok().filter(|seed| *seed > last).map(Seed::new);
            last = following.map_or(last, Seed::get);
            let wrong = || ValueError::new("out-of-order", "The places ascend from 1.");
            let seed = faults.check(&format!("{pointer}/seed"), following.ok_or_else(wrong));
            if let (Some(player), Some(club), Some(seed)) = (player, club, seed) {
                entries.push(Entry {
                    id: form.id,
                    tournament: self.id,
                    player,
                    club,
                    team: teams.remove(&form.id),
                    division: form.division,
                    sex: form.sex,
                    seed,
                    placed: false,
                    checked_in_at: None,
                    first_round: RoundNumber::new(form.first_round),
                    absences: form.absences.iter().map(absence).collect(),
                    created_at: form.created_at,
                });
            }
        }
        entries
    }

    /// The player of an entry, or the visitor.
    fn contestant(
        &self,
        form: &EntryForm,
        players: &HashMap<PlayerId, Player>,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<Contestant> {
        let wrong = |code, message: &str| Err(ValueError::new(code, message));
        let at = |member: &str| format!("{pointer}/{member}");
        match (form.player_id, form.club_id, &form.visitor) {
            (Some(id), Some(_), None) => {
                let player = players.get(&id).cloned().map(Contestant::Player);
                let missing = || ValueError::new("unknown", "Is not in the file.");
                faults.check(&at("player_id"), player.ok_or_else(missing))
            }
            (None, None, Some(_)) if !self.plan.level.is_international() => {
                let message = "Everybody in this tournament is a player of the register.";
                faults.check(&at("visitor"), wrong("no-visitors", message))
            }
            (None, None, Some(visitor)) => match visitor.visitor(form.id) {
                Ok(visitor) => Some(Contestant::Visitor(visitor)),
                Err(found) => {
                    faults.extend(found.below(&at("visitor")));
                    None
                }
            },
            _ => faults.check(
                pointer,
                wrong("incomplete", "Must have a player and a club, or a visitor."),
            ),
        }
    }

    /// The rounds, and their matches with results that that account has entered.
    pub fn rounds(&self, by: AccountId, faults: &mut Faults) -> (Vec<Round>, Vec<Match>) {
        let (mut rounds, mut matches) = (Vec::new(), Vec::new());
        let seeds: HashSet<i64> = self.entries.iter().map(|entry| entry.seed).collect();
        for ((index, form), number) in self.rounds.iter().enumerate().zip((1..).map(RoundNumber::new)) {
            rounds.push(Round {
                id: form.id,
                tournament: self.id,
                number,
                state: RoundState::Closed,
                digest: form.digest.clone(),
                orders: form.orders.clone(),
                draw: form.draw.clone(),
                drawn_at: form.drawn_at,
                published_at: Some(form.published_at),
                closed_at: Some(form.closed_at),
            });
            for (paired, board) in form.matches.iter().zip(1..) {
                let pointer = format!("/rounds/{index}/matches/{}", board - 1);
                let known = paired.pair.iter().all(|seed| seeds.contains(&seed.get().into()));
                let starters = paired
                    .results
                    .iter()
                    .map(|result| result.started)
                    .chain([paired.drawn_to_start]);
                let seated = starters.into_iter().all(|seed| paired.pair.contains(&seed));
                if !known || !seated || paired.pair[0] == paired.pair[1] {
                    let wrong = ValueError::new("unknown", "Names somebody who is not at the board.");
                    faults.check::<()>(&format!("{pointer}/pair"), Err(wrong));
                    continue;
                }
                matches.push(Match {
                    id: paired.id,
                    round_id: form.id,
                    round_number: number,
                    board,
                    pair: paired.pair,
                    starter: paired.drawn_to_start,
                    results: paired.results(by, self.plan.games, &pointer, faults),
                    recorded: BTreeMap::new(),
                    disputed: false,
                });
            }
        }
        (rounds, matches)
    }

    /// The teams by name, with the clubs that they are here.
    fn teams(&self, clubs: &HashMap<ClubId, ClubId>, faults: &mut Faults) -> Vec<Team> {
        let mut teams = Vec::new();
        for (index, form) in self.teams.iter().enumerate() {
            let club = form.club_id.map(|club| clubs.get(&club).copied());
            if club == Some(None) {
                let wrong = ValueError::new("unknown", "Is not in the file.");
                faults.check::<()>(&format!("/teams/{index}/club_id"), Err(wrong));
            }
            teams.push(Team {
                id: form.id,
                tournament: self.id,
                name: form.name.clone(),
                club: club.flatten(),
                members: form.entry_ids.to_vec(),
                created_at: form.created_at,
            });
        }
        teams.sort_by(|one, other| one.name.cmp(&other.name));
        teams
    }

    /// The byes.
    pub fn byes(&self, now: Timestamp, faults: &mut Faults) -> Vec<Bye> {
        let mut byes = Vec::new();
        for (index, form) in self.byes.iter().enumerate() {
            if self.entries.iter().any(|entry| entry.id == form.entry_id) {
                byes.push(Bye {
                    id: form.id,
                    entry: form.entry_id,
                    round: RoundNumber::new(form.round),
                    kind: form.kind,
                    value: form.value,
                    created_at: now,
                });
            } else {
                let wrong = ValueError::new("unknown", "Is not in the file.");
                faults.check::<()>(&format!("/byes/{index}/entry_id"), Err(wrong));
            }
        }
        byes
    }
}
