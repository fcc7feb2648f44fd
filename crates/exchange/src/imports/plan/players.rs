//! Rows about players and their registrations.

use chrono::NaiveDate;

use crate::clubs::Club;
use crate::imports::cells::{Cells, Faulty};
use crate::imports::plan::{Altered, Fate, Judge, NameAndBirth, key, refuse};
use crate::imports::{ImportFile, ImportSuspect, words};
use crate::players::conflicts::Decision;
use crate::players::registrations::{Basis, Division, NewRegistration, Registration, RegistrationRefusal};
use crate::players::{Home, Name, Number, Person, Player, PlayerRefusal, Sex};
use crate::values::id::{PlayerId, RegistrationId};
use crate::values::names;
use crate::values::validation::{ValueError, past};

/// The name in a row, if it can be read.
pub(crate) fn named(cells: &mut Cells<'_>, today: NaiveDate) -> Option<Name> {
    let family = cells.text("family_name").unwrap_or_default();
    let person = Person::parse(family, cells.text("given_names"), today, Sex::Female, None, today);
    cells.take_all(person).map(|person| person.name)
}

/// The likeness by which two entries for one person are suspected: the folded name, or, if it is made of signs alone, the name.
fn likeness(name: &Name, birth_date: NaiveDate) -> NameAndBirth {
    let name = name.full();
    (
        Some(names::fold(&name))
            .filter(|folded| !folded.is_empty())
            .unwrap_or(name),
        birth_date,
    )
}

impl Judge {
    /// Remembers the player as the rows so far leave them: later rows are judged against that.
    pub(super) fn know(&mut self, player: Player) {
        if let Some(person) = &player.person {
            let alike = self.names.entry(likeness(&person.name, person.birth_date)).or_default();
            if !alike.contains(&player.id) {
                alike.push(player.id);
            }
        }
        self.players.insert(player.id, player);
    }

    /// The players within reach of that name and birth date.
    fn alike(&self, likeness: &NameAndBirth) -> impl Iterator<Item = &Player> {
        let is_alike = |player: &&Player| {
            let person = player.person.as_ref();
            person.is_some_and(|person| super::players::likeness(&person.name, person.birth_date) == *likeness)
        };
        let ids = self.names.get(likeness).into_iter().flatten();
        ids.filter_map(|id| self.players.get(id))
            .filter(is_alike)
            .filter(|player| self.looks_after(player))
    }

    fn looks_after(&self, player: &Player) -> bool {
        let club = self.clubs.get(&player.club);
        club.is_some_and(|club| self.reach.covers_club(club.id, &club.province))
    }

    pub(super) fn player(&mut self, cells: &mut Cells<'_>, suspects: &mut Vec<ImportSuspect>) -> Option<Fate> {
        let number = numbered(cells);
        let person = self.person(cells);
        let home = self.home(cells);
        let club = self.club_of(cells);
        let Some(number) = number.ok()? else {
            let (person, home, club) = (person?, home?, club?);
            if let Some(suspect) = self.suspect(cells, &person) {
                suspects.push(suspect);
                return Some(Fate::Suspected);
            }
            return self.register(cells, person, home, &club);
        };
        let player = self.player_of(cells, number)?;
        let first = self.is_first(cells, Some("number"), format!("player {}", player.id));
        if !self.looks_after(&player) {
            refuse(cells, "number", PlayerRefusal::OutOfScope);
            return None;
        }
        if player.person.is_none() {
            refuse(cells, "number", PlayerRefusal::Erased);
            return None;
        }
        if club?.id != player.club {
            refuse(cells, "club", RegistrationRefusal::TransferRequired);
            return None;
        }
        let (mut person, mut home) = (person?, home?);
        // Older files have no such column: what they do not say stays as it is.
        let known = player.person.as_ref().and_then(|person| person.nationality);
        person.nationality = person.nationality.or(known);
        if !cells.has("region") && home.province == player.home.province {
            home.region.clone_from(&player.home.region);
        }
        if !first {
            return None;
        }
        if player.person.as_ref() == Some(&person) && player.home == home {
            return Some(Fate::Unchanged);
        }
        let after = Player {
            home,
            ..player.clone().with(person)
        };
        self.know(after.clone());
        self.plan.players.push(Altered {
            before: Some(player),
            after,
        });
        Some(Fate::Changed)
    }

    fn register(&mut self, cells: &mut Cells<'_>, person: Person, home: Home, club: &Club) -> Option<Fate> {
        let number = Number::following(self.last_number).ok_or(PlayerRefusal::NumbersUsedUp);
        let number = number.map_err(|refusal| refuse(cells, "number", refusal)).ok()?;
        let player = Player::register(person, PlayerId::new(self.now), home, club, number, self.now);
        self.last_number = Some(player.number);
        self.lines.insert(player.id, cells.line());
        self.know(player.clone());
        self.plan.players.push(Altered {
            before: None,
            after: player,
        });
        Some(Fate::Created)
    }

    /// The player that a new one may be.
    fn suspect(&self, cells: &Cells<'_>, person: &Person) -> Option<ImportSuspect> {
        let player = self.alike(&likeness(&person.name, person.birth_date)).next()?;
        let other_line = self.lines.get(&player.id).copied();
        let player_number = other_line.is_none().then(|| player.number.to_string());
        Some(ImportSuspect {
            file: ImportFile::Players,
            line: cells.line(),
            player_number,
            other_line,
        })
    }

    /// The player of the number.
    fn player_of(&self, cells: &mut Cells<'_>, number: Number) -> Option<Player> {
        let player = self.numbers.get(&number).and_then(|id| self.players.get(id)).cloned();
        if player.is_none() {
            let rule = format!("There is no player {number}.");
            cells.note(Some("number"), ValueError::new("unknown-player", rule));
        }
        player
    }

    fn person(&self, cells: &mut Cells<'_>) -> Option<Person> {
        let today = self.now.day();
        let (birth_date, sex) = (cells.day("birth_date"), cells.value::<Sex>("sex"));
        let nationality = cells.country("nationality");
        let family = cells.text("family_name").unwrap_or_default();
        // A date or a sex that cannot be read is told already; the names are looked at all the same.
        let (born, other) = (birth_date.unwrap_or(today), sex.unwrap_or(Sex::Female));
        let of = nationality.unwrap_or_default();
        let person = cells.take_all(Person::parse(family, cells.text("given_names"), born, other, of, today));
        person.filter(|_| birth_date.is_some() && sex.is_some() && nationality.is_ok())
    }

    fn home(&self, cells: &mut Cells<'_>) -> Option<Home> {
        let (province, region) = (self.province(cells), cells.optional_word("region"));
        let (province, region) = (province?, region.ok()?.map(String::from));
        let region = region.map(|text| {
            let known = self
                .regions
                .values()
                .map(|region| (region.code.as_str(), region.name.as_str()));
            words::place(&text, known).map_or(text.clone(), str::to_owned)
        });
        let asked = Home {
            province: province.code.clone(),
            region: region.clone(),
        };
        let region = region.and_then(|code| self.regions.get(&code)).cloned();
        asked
            .found(Some(province), region)
            .map_err(|refusal| refuse(cells, "region", refusal))
            .ok()
    }

    pub(super) fn registration(&mut self, cells: &mut Cells<'_>) -> Option<Fate> {
        let number = numbered(cells);
        let club = self.club_of(cells);
        let year = cells.year("year");
        let basis: Option<Basis> = cells.value("basis");
        let division: Option<Division> = cells.value("division");
        let paid_on = cells.optional_day("paid_on");
        let player = match number {
            Ok(Some(number)) => self.player_of(cells, number),
            Ok(None) => self.member(cells, club.as_ref()),
            Err(Faulty) => None,
        };
        let (player, club, year, basis) = (player?, club?, year?, basis?);
        let (division, paid_on) = (division?, paid_on.ok()?);
        if player.person.is_none() {
            refuse(cells, "number", PlayerRefusal::Erased);
            return None;
        }
        let what = format!("registration {} {} {}", player.id, year.number(), basis.as_str());
        if !self.is_first(cells, None, what) {
            return None;
        }
        let ages = self.ages;
        let before = self.registrations.get(&key(player.id, year, basis)).cloned();
        let known = before.as_ref().and_then(|registration| registration.paid_on);
        let paid_on = if cells.has("paid_on") { paid_on } else { known };
        let decides = match &before {
            Some(known) => known.division != division || known.paid_on != paid_on,
            None => paid_on.is_some(),
        };
        if decides && let Err(conflict) = self.close.refuse(Decision::Membership, &[player.id]) {
            refuse(cells, "paid_on", conflict);
            return None;
        }
        let after = match before.clone() {
            Some(registration) if registration.club != club.id => {
                refuse(cells, "number", RegistrationRefusal::AlreadyRegistered);
                return None;
            }
            Some(registration) if registration.division == division && registration.paid_on == paid_on => {
                return Some(Fate::Unchanged);
            }
            Some(registration) => {
                let paid_on = cells.take("paid_on", paid_on.map(|day| past(day, self.now.day())).transpose())?;
                registration.with(division, paid_on, &club, &player, &ages)
            }
            None => {
                let new = NewRegistration {
                    year,
                    basis,
                    division,
                    paid_on,
                };
                let new = cells.take_all(NewRegistration::parse(new, &self.calendar, self.now.day()))?;
                Registration::admit(&new, &ages, RegistrationId::new(self.now), &player, &club, self.now)
            }
        };
        let after = after.map_err(|refusal| refuse(cells, "club", refusal)).ok()?;
        let fate = if before.is_some() { Fate::Changed } else { Fate::Created };
        self.plan.registrations.push(Altered { before, after });
        Some(fate)
    }

    /// The member of the club of the name and birth date in the row.
    fn member(&self, cells: &mut Cells<'_>, club: Option<&Club>) -> Option<Player> {
        let birth_date = cells.day("birth_date");
        let name = named(cells, self.now.day());
        let (club, name, birth_date) = (club?, name?, birth_date?);
        let likeness = likeness(&name, birth_date);
        let members: Vec<&Player> = self.alike(&likeness).filter(|player| player.club == club.id).collect();
        match members.as_slice() {
            [one] => return Some((*one).clone()),
            [] if self.incomplete.contains(ImportFile::Players.as_str()) => {}
            [] => {
                let rule = "The club has no member of this name and birth date.";
                cells.note(Some("family_name"), ValueError::new("unknown-player", rule));
            }
            _ => {
                let rule = "The club has several members of this name and birth date. Give the number.";
                cells.note(Some("number"), ValueError::new("several-players", rule));
            }
        }
        None
    }
}

/// The number in a row, if there is one.
pub(crate) fn numbered(cells: &mut Cells<'_>) -> Result<Option<Number>, Faulty> {
    let Some(text) = cells.text("number") else {
        return Ok(None);
    };
    let rule = || {
        ValueError::new(
            "invalid-value",
            "Expected a player's number, as in M-0004217-K: its last letter must fit.",
        )
    };
    cells
        .take("number", text.parse().map_err(|_| rule()))
        .map(Some)
        .ok_or(Faulty)
}
