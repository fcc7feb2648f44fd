//! Games taken in, one or many: loaded, decided and saved, each judged by itself.

pub(crate) mod routes;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::accounts::OUT_OF_SCOPE;
use crate::db::Conn;
use crate::db::audit::{self, Change};
pub(crate) use crate::games::routes::{Entry, already_recorded, withdrawn};
use crate::games::{Game, Record, Refusal, Submission, store};
use crate::players::{self, Number, Player};
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::tournaments::matches::records::GameReport;
use crate::tournaments::officials::caller::Asking;
use crate::values::error::{Error, ID_TAKEN};
use crate::values::id::Id;
use crate::web::idempotency::earlier;

/// A game that was submitted, and replayed before the transaction began, so that nobody waits for it.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// Its id.
    pub(crate) id: Id,
    /// What it is created from.
    pub(crate) fingerprint: String,
    /// The game as it was submitted.
    pub(crate) submission: Submission,
    /// What the rules say of it.
    pub(crate) judged: Result<Record, Refusal>,
}

/// What became of a game that was submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It was recorded.
    Recorded(Id),
    /// It was on record before, as that game.
    Known(Id),
}

/// What is on record of what the candidates speak of.
struct World {
    players: HashMap<Id, Player>,
    /// By their ids, what games were created from, and whether they hold.
    fingerprints: HashMap<Id, (String, bool)>,
    /// Whose numbers stand in the records.
    numbered: BTreeMap<Number, Player>,
    /// By the entries that stay, those that were merged into them.
    merged: HashMap<Id, Vec<Id>>,
}

impl World {
    fn load(c: &mut Conn, candidates: &[Candidate]) -> Result<World, Error> {
        let ids: Vec<Id> = candidates.iter().map(|one| one.id).collect();
        let players: HashSet<Id> = candidates
            .iter()
            .flat_map(|one| [one.submission.first, one.submission.second])
            .collect();
        let records = candidates.iter().filter_map(|one| one.judged.as_ref().ok());
        let numbers: BTreeSet<Number> = records.flat_map(Record::numbers).flatten().collect();
        let players = players::store::find_all(c, &players.into_iter().collect::<Vec<_>>())?;
        let stay: Vec<Id> = players.values().map(|player| player.id).collect();
        Ok(World {
            players,
            fingerprints: store::fingerprints(c, &ids)?,
            numbered: players::store::batches::find_by_numbers(c, &numbers.into_iter().collect::<Vec<_>>())?,
            merged: players::store::batches::merged(c, &stay)?,
        })
    }

    /// What the rules say of the candidate; a number in the record that finds the player is as good as the player's own.
    fn judged(&self, candidate: &Candidate, players: [Option<&Player>; 2]) -> Result<Record, Refusal> {
        let mut record = candidate.judged.clone()?;
        for (index, number) in record.numbers().into_iter().enumerate() {
            let meant = number
                .and_then(|number| self.numbered.get(&number))
                .map(|player| player.id);
            if meant.is_some() && meant == players[index].map(|player| player.id) {
                record = record.without_number(index);
            }
        }
        Ok(record)
    }

    /// What the game would be told by if it had been recorded under any of the entries that were merged since.
    fn digests(&self, game: &Game) -> Vec<String> {
        let entries = |id: Id| std::iter::once(id).chain(self.merged.get(&id).into_iter().flatten().copied());
        let pairs = entries(game.first.id).flat_map(|first| entries(game.second.id).map(move |second| [first, second]));
        pairs.map(|pair| game.digest_of(pair)).collect()
    }
}

/// Takes in the games that can be taken; of each it is said what became of it. Where it was not taken, nothing of it is
/// kept.
///
/// # Errors
/// The machine broke: then nothing at all is to be kept.
pub(crate) fn admit(
    c: &mut Conn,
    action: &str,
    asking: &Asking,
    candidates: &[Candidate],
) -> Result<Vec<Result<Admission, Error>>, Error> {
    let world = World::load(c, candidates)?;
    let mut desk = MatchRecorder::new(asking);
    let mut decided = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        decided.push(refused(decide(c, &mut desk, asking, candidate, &world))?);
    }
    let digests = decided.iter().flat_map(|one| match one {
        Ok(Decided::New(_, digests)) => digests.clone(),
        Ok(Decided::Known(_)) | Err(_) => Vec::new(),
    });
    let mut counter = Counter {
        known: store::known(c, &digests.collect::<Vec<_>>())?,
        taken: world.fingerprints.into_keys().collect(),
        new: Vec::new(),
    };
    let mut outcomes = Vec::with_capacity(candidates.len());
    for (candidate, decided) in candidates.iter().zip(decided) {
        outcomes.push(match decided {
            Ok(Decided::New(game, digests)) => {
                refused(counter.take(c, (&mut desk, action), (*game, digests), &candidate.fingerprint))?
            }
            Ok(Decided::Known(id)) => Ok(Admission::Known(id)),
            Err(refusal) => Err(refusal),
        });
    }
    store::insert(c, &counter.new)?;
    let created = |(game, _): &(Game, String)| Change::created(action, "game", game.id, &Entry::of(game));
    let changes: Result<Vec<Change<'_>>, Error> = counter.new.iter().map(created).collect();
    audit::append_all(c, asking.now, &asking.actor, changes?)?;
    Ok(outcomes)
}

/// A refusal as what becomes of one game; what broke ends all.
fn refused<T>(outcome: Result<T, Error>) -> Result<Result<T, Error>, Error> {
    match outcome {
        Err(error) if !error.is_refusal() => Err(error),
        outcome => Ok(outcome),
    }
}

/// Where games are taken that no other game of the batch, and none on record, stands in the way of.
struct Counter {
    /// By their digests, the games that are on record or were taken.
    known: HashMap<String, Id>,
    /// The ids that games have.
    taken: HashSet<Id>,
    /// What was taken, each with what it is created from.
    new: Vec<(Game, String)>,
}

impl Counter {
    fn take(
        &mut self,
        c: &mut Conn,
        (desk, action): (&mut MatchRecorder, &str),
        (game, digests): (Game, Vec<String>),
        fingerprint: &str,
    ) -> Result<Admission, Error> {
        if let Some(id) = digests.iter().find_map(|digest| self.known.get(digest)) {
            return Ok(Admission::Known(*id));
        }
        if self.taken.contains(&game.id) {
            return Err(ID_TAKEN.at("/id", "Another game has this id.").into());
        }
        told(c, desk, action, &game)?;
        let id = game.id;
        self.taken.insert(id);
        self.known.extend(digests.into_iter().map(|digest| (digest, id)));
        self.new.push((game, fingerprint.to_owned()));
        Ok(Admission::Recorded(id))
    }
}

/// What is decided of a game before it is known whether another like it is there.
enum Decided {
    /// It can be taken; with the digests by which it would be known.
    New(Box<Game>, Vec<String>),
    /// It was created before.
    Known(Id),
}

fn decide(
    c: &mut Conn,
    desk: &mut MatchRecorder,
    asking: &Asking,
    candidate: &Candidate,
    world: &World,
) -> Result<Decided, Error> {
    let Candidate {
        id,
        fingerprint,
        submission,
        ..
    } = candidate;
    let before = world
        .fingerprints
        .get(id)
        .map(|(theirs, holds)| ((*id, *holds), theirs.clone()));
    if let Some((id, holds)) = earlier(before, fingerprint)? {
        return if holds {
            Ok(Decided::Known(id))
        } else {
            Err(withdrawn())
        };
    }
    let [first, second] = [submission.first, submission.second].map(|id| world.players.get(&id).cloned());
    let of = if let Some(of) = submission.of {
        Some((of, desk.tournament(c, of.match_id)?))
    } else {
        friendly(asking, [first.as_ref(), second.as_ref()])?;
        None
    };
    let judged = world.judged(candidate, [first.as_ref(), second.as_ref()]);
    let game = Game::admit(submission, *id, judged, first, second, asking.account, asking.now)?;
    let game = Game { of, ..game };
    let digests = world.digests(&game);
    Ok(Decided::New(Box::new(game), digests))
}

/// Umpires record friendly games wherever they are played, coordinators those of players of their provinces.
pub(crate) fn friendly(asking: &Asking, players: [Option<&Player>; 2]) -> Result<(), Error> {
    let is_near = |player: &Player| asking.reach.covers_province(&player.home.province);
    if asking.reach.is_umpire() || players.into_iter().flatten().any(is_near) || asking.reach.is_everywhere() {
        Ok(())
    } else {
        Err(OUT_OF_SCOPE
            .problem("Neither player lives in a province that you look after.")
            .into())
    }
}

/// Tells the match that the game is of what came of it.
pub(crate) fn told(c: &mut Conn, desk: &mut MatchRecorder, action: &str, game: &Game) -> Result<(), Error> {
    let Some((of, _)) = game.of else { return Ok(()) };
    if desk.has_record(c, of.match_id, of.number)? {
        return Err(already_recorded(
            "Another record of this game of the match is there.",
            None,
        ));
    }
    let told = GameReport {
        of: of.match_id,
        number: of.number,
        players: [game.first.id, game.second.id],
        played_on: game.played_on,
        rule_set: game.record.rule_set(),
        game: game.record.told(),
    };
    desk.record(c, action, &told)
}

/// Whether the account may change or withdraw the game: who recorded it, those who run its tournament, and the
/// coordinators of its players.
pub(crate) fn may_change(c: &mut Conn, desk: &mut MatchRecorder, asking: &Asking, game: &Game) -> Result<(), Error> {
    match game.of {
        Some((of, _)) => desk.tournament(c, of.match_id).map(|_| ()),
        None if game.recorded_by == asking.account => Ok(()),
        None => {
            let is_near = |player: &Player| asking.reach.covers_province(&player.home.province);
            if [&game.first, &game.second].into_iter().any(is_near) {
                Ok(())
            } else {
                Err(OUT_OF_SCOPE
                    .problem("You did not record the game, and look after neither player.")
                    .into())
            }
        }
    }
}
