//! The people who act for the federation: administrators, coordinators, secretaries, umpires, and others with an account.

use crate::accounts::grants::{self, Grant};
use crate::accounts::{self, Account, Authority, Email, NewAccount};
use crate::app::server::{HERE, Service};
use crate::cli::demo::cast::Cast;
use crate::cli::demo::clubs::InventedClub;
use crate::cli::demo::diary::{Diary, Officer, Scribe, Season};
use crate::cli::demo::members::Member;
use crate::cli::demo::names::Names;
use crate::clubs::ClubKind;
use crate::federation::{self, FederationSettings};
use crate::players::Sex;
use crate::umpires::UmpireLevel;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::random;

/// The province and the name of each coordinator.
const COORDINATORS: [(&str, &str); 9] = [
    ("ZA-EC", "Noxolo Mqhayi"),
    ("ZA-FS", "Lehlohonolo Motaung"),
    ("ZA-GP", "Bronwyn Fletcher"),
    ("ZA-KZN", "Suren Govender"),
    ("ZA-LP", "Azwihangwisi Nemavhola"),
    ("ZA-MP", "Vusi Mahlangu"),
    ("ZA-NC", "Katriena Beukes"),
    ("ZA-NW", "Pieter Botha"),
    ("ZA-WC", "Mariëtte Arendse"),
];

/// The club whose secretary signs in, by its code.
const CLUB: &str = "DIT";
/// The province whose coordinator signs in, and of which the umpire is who signs in.
pub(super) const PROVINCE: &str = "ZA-NW";

/// The people who act for the federation.
#[derive(Debug, Clone)]
pub(super) struct Office {
    pub(super) administrator: Officer,
    /// The second administrator, who confirms what the first has begun.
    pub(super) registrar: Officer,
    pub(super) coordinators: Vec<(&'static str, Officer)>,
    /// The secretary of each club.
    pub(super) secretaries: Vec<Officer>,
    pub(super) umpires: Vec<InventedUmpire>,
    pub(super) bursaries: Officer,
    /// The mother of two who play.
    pub(super) parent: Account,
    /// Those who have a password, each with its hash.
    hashes: Vec<(Email, String)>,
}

/// An umpire before they are accredited.
#[derive(Debug, Clone)]
pub(super) struct InventedUmpire {
    pub(super) officer: Officer,
    pub(super) member: usize,
    pub(super) province: &'static str,
    pub(super) level: UmpireLevel,
}

/// A person who can sign in.
pub(super) struct Key {
    role: &'static str,
    email: String,
    password: String,
}

impl Key {
    /// The line that tells the person how.
    pub(super) fn line(&self) -> String {
        format!("    {:<15} {:<34} {}", self.role, self.email, self.password)
    }

    /// A password for each of those who can sign in.
    pub(super) fn all() -> Vec<Key> {
        let roles = [
            ("administrator", "administrator"),
            ("coordinator", "coordinator"),
            ("umpire", "umpire"),
            ("club_secretary", "secretary"),
            ("institution", "bursaries"),
            ("parent", "parent"),
        ];
        let key = |(role, word): (&'static str, &str)| Key {
            role,
            email: address(word),
            password: random::secret()[..16].to_owned(),
        };
        roles.map(key).into()
    }

    /// The hashes by which the service knows the passwords.
    pub(super) async fn hashes(keys: &[Key], service: &Service) -> Result<Vec<(Email, String)>, Error> {
        let mut hashes = Vec::new();
        for key in keys {
            let NewAccount { email, password, .. } = NewAccount::parse(&key.email, key.role, Some(&key.password))?;
            if let Some(password) = password {
                let hash = service.hasher.hash(HERE, password).await?;
                hashes.push((email, hash));
            }
        }
        Ok(hashes)
    }
}

fn address(word: &str) -> String {
    format!("{word}@federation.example")
}

fn account(word: &str, name: &str, now: Timestamp) -> Result<Account, Error> {
    let new = NewAccount::parse(&address(word), name, None)?;
    Ok(Account::new(new.email, new.name, now))
}

fn officer(word: &str, name: &str, authority: Authority, now: Timestamp) -> Result<Officer, Error> {
    Ok(Officer {
        account: account(word, name, now)?,
        authority,
    })
}

impl Office {
    pub(super) fn invented(
        clubs: &[InventedClub],
        members: &[Member],
        season: Season,
        hashes: Vec<(Email, String)>,
        chance: &mut fastrand::Rng,
    ) -> Result<Office, Error> {
        let founded = Timestamp::beginning(season.begins[0]);
        let coordinator = |(province, name): &(&'static str, &str)| {
            let word = match *province {
                PROVINCE => "coordinator".to_owned(),
                code => format!("coordinator.{}", code.trim_start_matches("ZA-").to_lowercase()),
            };
            let authority = Authority::Coordinator((*province).to_owned());
            Ok((*province, officer(&word, name, authority, founded)?))
        };
        let mut secretary = |club: &InventedClub| {
            let (word, name) = match club.code {
                CLUB => ("secretary".to_owned(), "Kagiso Moatshe".to_owned()),
                code => (
                    format!("secretary.{}", code.to_lowercase()),
                    Names::of(club.province, Sex::Female, chance).full(),
                ),
            };
            officer(&word, &name, Authority::ClubSecretary(club.id), founded)
        };
        let secretaries = clubs.iter().map(&mut secretary).collect::<Result<_, Error>>()?;
        Ok(Office {
            administrator: officer("administrator", "Nomsa Dlamini", Authority::Administrator, founded)?,
            registrar: officer("registrar", "Tebogo Kekana", Authority::Administrator, founded)?,
            coordinators: COORDINATORS.iter().map(coordinator).collect::<Result<_, Error>>()?,
            secretaries,
            umpires: umpires(clubs, members, season)?,
            bursaries: officer(
                "bursaries",
                "Bursary office of the University of Platteland",
                Authority::Institution,
                founded,
            )?,
            parent: account("parent", "Lesego Seloane", founded)?,
            hashes,
        })
    }

    /// The coordinator of that province.
    pub(super) fn coordinator(&self, province: &str) -> Result<&Officer, Error> {
        let mut coordinators = self.coordinators.iter();
        let found = coordinators.find(|(of, _)| *of == province).map(|(_, officer)| officer);
        found.ok_or_else(|| Error::Internal(format!("{province} has no coordinator")))
    }

    /// The umpires of that province.
    pub(super) fn umpires_of(&self, province: &str) -> impl Iterator<Item = &InventedUmpire> {
        self.umpires.iter().filter(move |umpire| umpire.province == province)
    }

    /// Everybody with an account who is no secretary; of a mother nothing is to be granted.
    fn others(&self) -> impl Iterator<Item = &Officer> {
        let coordinators = self.coordinators.iter().map(|(_, officer)| officer);
        let umpires = self.umpires.iter().map(|umpire| &umpire.officer);
        [&self.administrator, &self.registrar, &self.bursaries]
            .into_iter()
            .chain(coordinators)
            .chain(umpires)
    }

    fn hash_of(&self, account: &Account) -> Option<&str> {
        let mut hashes = self.hashes.iter();
        let found = hashes.find(|(email, _)| *email == account.email);
        found.map(|(_, hash)| hash.as_str())
    }
}

/// The umpires: grown-up members of clubs, who play too little to win anything, and have no relatives who play.
fn umpires(clubs: &[InventedClub], members: &[Member], season: Season) -> Result<Vec<InventedUmpire>, Error> {
    const OF_A_PROVINCE: usize = 3;
    let founded = Timestamp::beginning(season.begins[0]);
    let relatives: Vec<usize> = members
        .iter()
        .enumerate()
        .filter_map(|(index, member)| Some([index, member.relative?.0]))
        .flatten()
        .collect();
    let mut umpires = Vec::new();
    for (province, _) in COORDINATORS {
        let serves = |index: &usize| {
            let (member, club) = (&members[*index], &clubs[members[*index].club]);
            let is_near = club.province == province && club.kind == ClubKind::Community && club.is_paid_up();
            is_near && member.is_of_years(28, season.today()) && !relatives.contains(index)
        };
        let mut able: Vec<usize> = (0..members.len()).filter(serves).collect();
        able.sort_by_key(|index| members[*index].strength());
        for (nth, index) in able.into_iter().take(OF_A_PROVINCE).enumerate() {
            let word = match (province, nth) {
                (PROVINCE, 0) => "umpire".to_owned(),
                (code, nth) => format!("umpire{}.{}", nth + 1, code.trim_start_matches("ZA-").to_lowercase()),
            };
            let level = match (province, nth) {
                ("ZA-GP" | "ZA-WC", 0) => UmpireLevel::International,
                (_, 0) => UmpireLevel::National,
                _ => UmpireLevel::Level1,
            };
            umpires.push(InventedUmpire {
                officer: officer(&word, &members[index].names.full(), Authority::Umpire, founded)?,
                member: index,
                province,
                level,
            });
        }
    }
    Ok(umpires)
}

/// Notes when the federation gets its name, and its people their accounts.
pub(super) fn tell(cast: &Cast, diary: &mut Diary) {
    let founded = cast.season.begins[0];
    diary.on(founded, 8, |scribe| {
        let office = &scribe.cast.office;
        open(scribe, &office.parent)?;
        for officer in office.others() {
            admit(scribe, officer)?;
        }
        name(scribe)
    });
    // A secretary is one of a club, which is there by then.
    diary.on(founded, 13, |scribe| {
        let secretaries = &scribe.cast.office.secretaries;
        secretaries.iter().try_for_each(|secretary| admit(scribe, secretary))
    });
}

fn open(scribe: &mut Scribe<'_>, account: &Account) -> Result<(), Error> {
    let (hash, (now, actor)) = (scribe.cast.office.hash_of(account), scribe.command_line());
    accounts::use_cases::create(scribe.c, now, &actor, account, hash)
}

fn admit(scribe: &mut Scribe<'_>, Officer { account, authority }: &Officer) -> Result<(), Error> {
    open(scribe, account)?;
    let (now, actor) = scribe.command_line();
    grants::use_cases::give(scribe.c, now, &actor, &Grant::new(account.id, authority, now))
}

/// The name and the address of the invented federation.
fn name(scribe: &mut Scribe<'_>) -> Result<(), Error> {
    let by = scribe.by(&scribe.cast.office.administrator);
    federation::use_cases::update(scribe.c, &by, by.today(), |settings| {
        let named = FederationSettings {
            name: Some("Morabaraba Federation of the Platteland".to_owned()),
            short_name: Some("MFP".to_owned()),
            website: Some("https://morabaraba.example".to_owned()),
            contact: Some("PO Box 17, Mahikeng 2745".to_owned()),
            ..settings.clone()
        };
        Ok(named.parse()?)
    })?;
    Ok(())
}
