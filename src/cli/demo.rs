//! An invented federation, to look around in: no person, club or game in it exists.

use std::io::Write;

use chrono::{Days, NaiveDate};
use morabaraba_rules::{Position, RuleSet};

use crate::accounts::{self, Account, Authority, NewAccount, Reach};
use crate::app::server::Service;
use crate::certificate_codes::{self, Code, Subject};
use crate::clubs::affiliations::Affiliation;
use crate::clubs::{self, Club, ClubKind, NewClub};
use crate::colours::{self, Approval, Award, ColoursBasis, ColoursLevel, Proposal, ProposalContext, awarding_body};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::federation::divisions::DivisionAges;
use crate::federation::{self, FederationSettings, SettingsChange, UmpireSettings};
use crate::games::{self, Game, GameResult, Play, Record, Submission, Termination};
use crate::players::consents::{Consent, ConsentRelation, Given, Purpose};
use crate::players::registrations::{Basis, Division, NewRegistration, Registration};
use crate::players::{self, Home, Person, Player, Sex};
use crate::provinces;
use crate::umpires::courses::candidates::{Candidate, Marks, NewCandidate};
use crate::umpires::courses::{self, Course, NewCourse};
use crate::umpires::{self, Accreditation, AccreditationContext, CourseRecord, NewAccreditation, UmpireLevel};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::{
    AccountId, AccreditationId, AffiliationId, AwardId, ClubId, ConsentId, GameId, Id, PlayerId, RegistrationId,
    UmpireCandidateId, UmpireCourseId,
};
use crate::values::random;

/// Province, code, name and kind of each club.
const CLUBS: [(&str, &str, &str, ClubKind); 12] = [
    ("ZA-EC", "MTH", "Mthatha Milling Players", ClubKind::Community),
    ("ZA-EC", "QON", "Qonce Secondary School", ClubKind::School),
    ("ZA-FS", "TSH", "Tsholetsanang Cattle Club", ClubKind::Community),
    ("ZA-GP", "VAA", "Vaal Herders", ClubKind::Community),
    ("ZA-GP", "WIT", "Witpoort University", ClubKind::University),
    ("ZA-KZN", "ULU", "Ulundi Stones", ClubKind::Community),
    ("ZA-LP", "SEK", "Sekhukhune Kraal", ClubKind::Community),
    ("ZA-LP", "MAK", "Makgato High School", ClubKind::School),
    ("ZA-MP", "BUS", "Bushbuckridge Boards", ClubKind::Community),
    ("ZA-NC", "KUR", "Kuruman Corner", ClubKind::Community),
    ("ZA-NW", "DIT", "Ditsobotla Herders", ClubKind::Community),
    ("ZA-WC", "LAN", "Langeberg Morabaraba", ClubKind::Community),
];

const FAMILY_NAMES: [&str; 24] = [
    "Mokoena",
    "Dlamini",
    "Nkosi",
    "van der Merwe",
    "Mabaso",
    "Naidoo",
    "Sithole",
    "Baloyi",
    "Nxele-!Xam",
    "Botha",
    "Mahlangu",
    "Khumalo",
    "Ramaphala",
    "O'Brien",
    "Tshabangu",
    "Moatshe",
    "Pieterse",
    "Zwane",
    "Letsoalo",
    "Adams",
    "Mthembu",
    "Sechaba",
    "du Plessis",
    "Ngobeni",
];

const GIVEN_NAMES: [(&str, Sex); 20] = [
    ("Thandiwe", Sex::Female),
    ("Sipho", Sex::Male),
    ("Leoné", Sex::Female),
    ("Kagiso", Sex::Male),
    ("Nomsa", Sex::Female),
    ("Pieter", Sex::Male),
    ("Lerato", Sex::Female),
    ("Themba", Sex::Male),
    ("Zanele", Sex::Female),
    ("Johan", Sex::Male),
    ("Ayanda", Sex::Female),
    ("Rudzani", Sex::Male),
    ("Priya", Sex::Female),
    ("Tebogo", Sex::Male),
    ("Anneké", Sex::Female),
    ("Mpho", Sex::Male),
    ("Khethiwe", Sex::Female),
    ("Ashwin", Sex::Male),
    ("Refilwe", Sex::Female),
    ("Bongani", Sex::Male),
];

/// The number of clubs, the first of them, that have not paid their fee: both standings of the day are there to see.
const UNPAID: usize = 2;
const PLAYERS_A_CLUB: usize = 4;
const GAMES: usize = 12;

/// Loads the federation into an empty database, and tells people who can sign in.
///
/// # Errors
/// The database already has accounts, or fails.
pub async fn load(service: &Service, people: &mut impl Write) -> Result<(), Error> {
    if !service.has_no_accounts().await? {
        tell(people, "The database is not empty, so nothing was invented.")?;
        return Ok(());
    }
    let now = service.clock.now();
    service.database.write(move |c| load_federation(c, now)).await?;
    let clubs = service.database.write(move |c| load_clubs(c, now)).await?;
    let club = clubs.iter().find(|club| club.province == "ZA-NW").map(|club| club.id);
    let club = club.ok_or_else(|| Error::Internal("a club is missing".to_owned()))?;
    let mut players = service.database.write(move |c| load_players(c, &clubs, now)).await?;
    let of_age = players
        .iter()
        .find(|player| player.club == club && !player.name_is_withheld(now.day()));
    let umpire = of_age
        .cloned()
        .ok_or_else(|| Error::Internal("the umpire is missing".to_owned()))?;
    // Nobody records a game of their own.
    players.retain(|player| player.id != umpire.id);
    let umpires_name = umpire.public_name(now.day());
    let roles = [
        ("administrator", "Nomsa Dlamini", Authority::Administrator),
        (
            "coordinator",
            "Pieter Botha",
            Authority::Coordinator("ZA-NW".to_owned()),
        ),
        ("umpire", umpires_name.as_str(), Authority::Umpire),
        ("secretary", "Kagiso Moatshe", Authority::ClubSecretary(club)),
        (
            "bursaries",
            "Bursary office of the University of Platteland",
            Authority::Institution,
        ),
    ];
    tell(
        people,
        "An invented federation was loaded. These people can sign in; the passwords are shown only now:",
    )?;
    let mut ids = Vec::new();
    for (word, name, authority) in roles {
        let (email, password) = (format!("{word}@federation.example"), random::secret()[..16].to_owned());
        let role = authority.role();
        let new = NewAccount::parse(&email, name, Some(&password))?;
        let account: Account = service.create_account(new, Some(authority)).await?;
        tell(people, &format!("    {:<15} {email:<34} {password}", role.as_str()))?;
        ids.push(account.id);
    }
    let [administrator, coordinator, recorder, ..] = ids[..] else {
        return Err(Error::Internal("an account is missing".to_owned()));
    };
    service
        .database
        .write(move |c| {
            load_accreditation(c, &umpire, recorder, now)?;
            load_colours(c, &umpire, [coordinator, administrator], now)?;
            load_games(c, &players, recorder, now)
        })
        .await
}

fn tell(people: &mut impl Write, line: &str) -> Result<(), Error> {
    writeln!(people, "{line}").map_err(|error| Error::Internal(error.to_string()))
}

fn everywhere() -> Reach {
    Reach::of(&[Authority::Administrator])
}

/// The name and the address of the invented federation.
fn load_federation(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    let preset = FederationSettings::default();
    let named = FederationSettings {
        name: Some("Morabaraba Federation of the Platteland".to_owned()),
        short_name: Some("MFP".to_owned()),
        website: Some("https://morabaraba.example".to_owned()),
        contact: Some("PO Box 17, Mahikeng 2745".to_owned()),
        ..preset.clone()
    };
    if let Some(change) = SettingsChange::between(&preset, &named, now.day(), 1, now)? {
        federation::store::insert(c, &change)?;
        audit::append(
            c,
            now,
            &Actor::command_line(),
            Change::altered("load_demo", "federation", change.version, &preset, &named)?,
        )?;
    }
    Ok(())
}

fn load_clubs(c: &mut Conn, now: Timestamp) -> Result<Vec<Club>, Error> {
    CLUBS
        .iter()
        .enumerate()
        .map(|(nth, (province, code, name, kind))| {
            let new = NewClub::parse(code, name, *kind, (*province).to_owned())?;
            let province = provinces::store::find(c, province)?;
            let club = Club::admit(new, ClubId::new(now), province, &everywhere(), now)?;
            clubs::store::insert(c, &club)?;
            note(c, now, "club", club.id)?;
            let (id, paid_on) = (AffiliationId::new(now), (nth >= UNPAID).then(|| now.day()));
            let calendar = federation::store::calendar(c)?;
            let year = calendar.year_of(now.day());
            let affiliation = Affiliation::parse(id, club.id, year, paid_on, &calendar, now)?;
            clubs::affiliations::store::insert(c, &affiliation)?;
            note(c, now, "affiliation", id)?;
            Ok(club)
        })
        .collect()
}

fn note(c: &mut Conn, now: Timestamp, subject: &str, id: impl Into<Id>) -> Result<(), Error> {
    let change = Change::created("load_demo", subject, id.into(), &"invented")?;
    audit::append(c, now, &Actor::command_line(), change)
}

/// The same people each time: chance begins from a fixed seed.
fn load_players(c: &mut Conn, clubs: &[Club], now: Timestamp) -> Result<Vec<Player>, Error> {
    let mut chance = fastrand::Rng::with_seed(1652);
    let mut everyone = Vec::new();
    for club in clubs {
        for _ in 0..PLAYERS_A_CLUB {
            everyone.push(load_player(c, club, &mut chance, now)?);
        }
    }
    Ok(everyone)
}

/// The same games each time.
fn load_games(c: &mut Conn, everyone: &[Player], recorder: AccountId, now: Timestamp) -> Result<(), Error> {
    let mut chance = fastrand::Rng::with_seed(1652);
    for _ in 0..GAMES {
        let first = chance.usize(..everyone.len());
        let second = (first + chance.usize(1..everyone.len())) % everyone.len();
        load_game(c, [&everyone[first], &everyone[second]], recorder, &mut chance, now)?;
    }
    Ok(())
}

fn load_player(c: &mut Conn, club: &Club, chance: &mut fastrand::Rng, now: Timestamp) -> Result<Player, Error> {
    let family = FAMILY_NAMES[chance.usize(..FAMILY_NAMES.len())];
    let (given, sex) = GIVEN_NAMES[chance.usize(..GIVEN_NAMES.len())];
    // Scholars are 13 to 18, students 18 to 25, the others anything to 60.
    let age = match club.kind {
        ClubKind::School => chance.u64(13 * 365..18 * 365),
        ClubKind::University => chance.u64(18 * 366..25 * 365),
        ClubKind::Community => chance.u64(16 * 365..60 * 365),
    };
    let today = now.day();
    let born = today.checked_sub_days(Days::new(age)).unwrap_or(today);
    let person = Person::parse(family, Some(given), born, sex, Some(Country::HOME), today)?;
    let home = Home {
        province: club.province.clone(),
        region: None,
    };
    let number = players::store::fresh_number(c)?;
    let player = Player::register(person, PlayerId::new(now), home, club, number, now);
    players::store::insert(c, &player)?;
    note(c, now, "player", player.id)?;
    let division = match club.kind {
        ClubKind::Community => Division::Senior,
        ClubKind::School => Division::HighSchool,
        ClubKind::University => Division::Student,
    };
    let paid_on = chance.bool().then_some(today);
    let new = NewRegistration {
        year: federation::store::calendar(c)?.year_of(today),
        basis: Basis::Member,
        division,
        paid_on,
    };
    let registration = Registration::admit(
        &new,
        &DivisionAges::default(),
        RegistrationId::new(now),
        &player,
        club,
        now,
    )?;
    players::registrations::store::insert(c, &registration)?;
    note(c, now, "registration", registration.id)?;
    Ok(player)
}

/// The umpire has passed a course, a month ago at most.
fn load_course(c: &mut Conn, umpire: &Player, now: Timestamp) -> Result<(Course, Candidate), Error> {
    let today = now.day();
    let calendar = federation::store::calendar(c)?;
    let (begun, _) = calendar.days(calendar.year_of(today));
    let new = NewCourse {
        held_on: today.checked_sub_days(Days::new(30)).unwrap_or(today).max(begun),
        venue: "Mahikeng".to_owned(),
        province: umpire.home.province.clone(),
        held_by: "Umpires' committee".to_owned(),
    };
    let province = provinces::store::find(c, &new.province)?;
    let course = Course::admit(new, UmpireCourseId::new(now), province, &everywhere(), now)?;
    courses::store::insert(c, &course)?;
    note(c, now, "umpire_course", course.id)?;
    let shown = NewCandidate {
        player: umpire.id,
        marks: Marks {
            regulations: 84,
            rules: 91,
        },
    };
    let (id, settings) = (UmpireCandidateId::new(now), UmpireSettings::default());
    let result = Candidate::admit(shown, id, &course, umpire, None, settings, now)?;
    courses::candidates::store::insert(c, &result)?;
    note(c, now, "umpire_candidate", result.id)?;
    Ok((course, result))
}

/// The umpire is accredited from today on.
fn load_accreditation(c: &mut Conn, umpire: &Player, account: AccountId, now: Timestamp) -> Result<(), Error> {
    let (level, valid_from) = (UmpireLevel::Level1, now.day());
    let (course, result) = load_course(c, umpire, now)?;
    let (player, account_id) = (umpire.id, Some(account));
    let new = NewAccreditation {
        player,
        account: account_id,
        level,
        valid_from,
        valid_until: None,
        course: Some(course.id),
        without_course: None,
        nomination: None,
    };
    let settings = UmpireSettings::default();
    let year = federation::store::calendar(c)?.year_of(valid_from);
    let registration = players::registrations::store::find_of(c, umpire.id, year, Basis::Member)?;
    let registration = registration.ok_or_else(|| Error::Internal("the umpire is not registered".to_owned()))?;
    let registration = Registration {
        paid_on: Some(now.day()),
        ..registration
    };
    players::registrations::store::update(c, &registration)?;
    let context = AccreditationContext {
        asked: new.parse(settings)?,
        settings,
        suspended: false,
        account: accounts::store::find(c, account)?,
        year,
        registration: Some(registration),
        course: CourseRecord {
            course: Some(course),
            result: Some(result),
        },
        others: Vec::new(),
    };
    let accreditation = Accreditation::admit(&new, AccreditationId::new(now), umpire, &context, now)?;
    umpires::store::insert(c, &accreditation, &Code::of(random::bytes()))?;
    note(c, now, "accreditation", accreditation.id)
}

/// The umpire has colours, proposed and approved by these two, and has consented that institutions read so.
fn load_colours(c: &mut Conn, holder: &Player, [by, second]: [AccountId; 2], now: Timestamp) -> Result<(), Error> {
    let (level, year) = (
        ColoursLevel::Provincial,
        federation::store::calendar(c)?.year_of(now.day()),
    );
    let criteria = colours::criteria::store::of_year(c, year)?;
    let province = provinces::store::find(c, &holder.home.province)?;
    let province = province.map(|province| province.name).unwrap_or_default();
    let context = ProposalContext {
        suspended: false,
        foreign: None,
        player: holder.clone(),
        home: holder.home.clone(),
        criteria: criteria.version,
        outcome: Some(Ok((Vec::new(), holder.home.clone()))),
        others: Vec::new(),
        awarding_body: awarding_body(&federation::store::settings(c, now.day())?, level, &province),
    };
    let proposal = Proposal {
        player: holder.id,
        level,
        division: Division::Senior,
        year,
        basis: ColoursBasis::Discretion,
        reason: Some("Has taught the game in twelve schools.".to_owned()),
    };
    let award = Award::propose(AwardId::new(now), proposal, &context, by, &everywhere(), now)?;
    let approval = Approval {
        account: second,
        at: now,
        reference: "Minutes of the board, item 7".to_owned(),
    };
    let award = award.approved(&context, approval)?;
    colours::store::insert(c, &award)?;
    certificate_codes::store::insert(c, Subject::Colours(award.id), &Code::of(random::bytes()))?;
    note(c, now, "colours", award.id)?;
    let given = Given::parse(
        None,
        ConsentRelation::Themselves,
        Purpose::ShareColours,
        "2026-1",
        now.day(),
        now.day(),
    )?;
    let consent = Consent::of(ConsentId::new(now), holder.id, given, now);
    players::consents::store::insert(c, &consent)?;
    note(c, now, "consent", consent.id)
}

fn load_game(
    c: &mut Conn,
    [first, second]: [&Player; 2],
    recorder: AccountId,
    chance: &mut fastrand::Rng,
    now: Timestamp,
) -> Result<(), Error> {
    let rule_set = RuleSet::default();
    let turns = play(rule_set, chance);
    let played_on: NaiveDate = now
        .day()
        .checked_sub_days(Days::new(chance.u64(1..60)))
        .unwrap_or(now.day());
    let open = Play::Turns {
        rule_set,
        turns: turns.clone(),
        result: None,
        termination: None,
    };
    let open = Record::judge(&open).is_ok_and(|record| record.result() == GameResult::Unfinished);
    // A game that has not ended on the board by then ends with a handshake.
    let (result, termination) = if open {
        (Some(GameResult::Drawn), Termination::from_word("agreement"))
    } else {
        (None, None)
    };
    let play = Play::Turns {
        rule_set,
        turns,
        result,
        termination,
    };
    let judged = Record::judge(&play);
    let submission = Submission {
        first: first.id,
        second: second.id,
        played_on,
        of: None,
        play,
    };
    let (first, second) = (Some(first.clone().into()), Some(second.clone().into()));
    let game = Game::admit(&submission, GameId::new(now), judged, first, second, recorder, now)?;
    games::store::insert(c, &[&game])?;
    note(c, now, "game", game.id)
}

/// A game between two who take every shot they can and else move at random.
#[must_use]
pub fn play(rule_set: RuleSet, chance: &mut fastrand::Rng) -> Vec<String> {
    const LONGEST: usize = 160;
    let mut position = Position::new(rule_set);
    let mut turns = Vec::new();
    while turns.len() < LONGEST {
        let legal = position.legal_turns();
        let shots: Vec<_> = legal.iter().filter(|turn| turn.shot.is_some()).collect();
        let choice = if shots.is_empty() {
            chance.choice(legal.iter())
        } else {
            chance.choice(shots)
        };
        let Some((turn, next)) = choice.and_then(|turn| Some((turn, position.play(*turn).ok()?))) else {
            break;
        };
        turns.push(turn.to_string());
        position = next;
    }
    turns
}
