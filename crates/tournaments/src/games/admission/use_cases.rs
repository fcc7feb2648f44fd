//! Games taken in: all that they speak of is loaded at once, each is decided by itself, and those that can be are saved
//! together.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::games::admission::{Admission, GameCandidate};
use crate::games::use_cases::{report_to_match, tournament_to_record};
use crate::games::{Game, GameEvidence, GameRefusal, Record, digest, seated, store};
use crate::operations::Operation;
use crate::players::{self, Number, Player};
use crate::tournaments::matches::recorder::MatchRecorder;
use crate::tournaments::model::Contestant;
use crate::tournaments::visitors::{self};
use crate::values::error::Error;
use crate::values::id::{GameId, PlayerId};
use crate::web::idempotency::{Creation, Creations, keep_creations};

/// Takes in the games that can be taken; where one was not taken, nothing of it is kept.
///
/// # Errors
/// The machine broke: then nothing at all is to be kept.
pub fn admit(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    candidates: &[&GameCandidate],
) -> Result<Vec<Admission>, Error> {
    let mut intake = Intake::open(c, by, action, candidates)?;
    let digests: Vec<Vec<String>> = candidates.iter().map(|candidate| intake.digests(candidate)).collect();
    intake.known = store::find_by_digests(c, &digests.concat())?;
    let mut admissions = Vec::with_capacity(candidates.len());
    for (candidate, digests) in candidates.iter().zip(digests) {
        admissions.push(match intake.take(c, candidate, digests) {
            Err(error) if error.is_refusal() => Admission::Refused(error),
            admission => admission?,
        });
    }
    save(c, by, action, candidates, &admissions)?;
    Ok(admissions)
}

fn save(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    candidates: &[&GameCandidate],
    admissions: &[Admission],
) -> Result<(), Error> {
    let recorded = || {
        let both = candidates.iter().zip(admissions);
        both.filter_map(|(candidate, admission)| Some((candidate, admission.recorded()?)))
    };
    let games: Vec<&Game> = recorded().map(|(_, game)| game).collect();
    store::insert(c, &games)?;
    let creations: Vec<&Creation<GameId>> = recorded().filter_map(|(new, _)| new.creation.as_ref()).collect();
    keep_creations(c, &creations)?;
    let created = |game: &&Game| Change::created(action, "game", game.id, &GameEvidence::of(game));
    let changes = games.iter().map(created).collect::<Result<_, _>>()?;
    audit::append_all(c, by.now, &by.actor, changes)
}

/// The records that the candidates speak of, and what was taken of them so far.
struct Intake<'a> {
    by: &'a Caller,
    action: Operation,
    recorder: MatchRecorder,
    players: HashMap<PlayerId, Contestant>,
    /// The players whose numbers stand in the records.
    numbered: BTreeMap<Number, Player>,
    /// The entries that were merged into others, by the entries that stay.
    merged: HashMap<PlayerId, Vec<PlayerId>>,
    /// The candidates' ids that are games', and whether the games hold.
    holding: HashMap<GameId, bool>,
    creations: Creations,
    /// The games that are on record or were taken, by their digests.
    known: HashMap<String, GameId>,
    /// The ids of what was taken.
    taken: HashSet<GameId>,
}

impl<'a> Intake<'a> {
    fn open(
        c: &mut Conn,
        by: &'a Caller,
        action: Operation,
        candidates: &[&GameCandidate],
    ) -> Result<Intake<'a>, Error> {
        let creations = candidates.iter().filter_map(|candidate| candidate.creation.as_ref());
        let ids: Vec<GameId> = creations.map(|creation| creation.id).collect();
        let submissions = candidates.iter().map(|candidate| &candidate.submission);
        let players: HashSet<PlayerId> = submissions.flat_map(|sent| [sent.first, sent.second]).collect();
        let records = candidates.iter().filter_map(|candidate| candidate.judged.as_ref().ok());
        let numbers: BTreeSet<Number> = records.flat_map(Record::numbers).flatten().collect();
        let players = visitors::store::find_contestants(c, &players.into_iter().collect::<Vec<_>>())?;
        let stay: Vec<PlayerId> = players.values().map(Contestant::id).collect();
        Ok(Intake {
            by,
            action,
            recorder: MatchRecorder::new(by),
            players,
            numbered: players::store::batches::find_by_numbers(c, &numbers.into_iter().collect::<Vec<_>>())?,
            merged: players::store::batches::merged(c, &stay)?,
            holding: store::find_holding(c, &ids)?,
            creations: Creations::find(c, &ids)?,
            known: HashMap::new(),
            taken: HashSet::new(),
        })
    }

    /// The digests by which the game would be on record, under any of the entries that were merged since.
    fn digests(&self, candidate: &GameCandidate) -> Vec<String> {
        let Ok(record) = &candidate.judged else {
            return Vec::new();
        };
        let sent = &candidate.submission;
        let [first, second] = [sent.first, sent.second].map(|id| self.entries(id));
        let pairs = first
            .iter()
            .flat_map(|first| second.iter().map(|second| [*first, *second]));
        pairs
            .map(|pair| digest(pair, sent.played_on, sent.of, record))
            .collect()
    }

    /// The entries of the player; none if there is no such player.
    fn entries(&self, player: PlayerId) -> Vec<PlayerId> {
        let stays = self.players.get(&player).map(Contestant::id);
        let merged = stays.and_then(|stays| self.merged.get(&stays)).into_iter().flatten();
        stays.into_iter().chain(merged.copied()).collect()
    }

    /// Takes the game, unless another one, on record or taken before, stands in its way.
    fn take(&mut self, c: &mut Conn, candidate: &GameCandidate, digests: Vec<String>) -> Result<Admission, Error> {
        let id = candidate.id;
        match self.holding_since(candidate)? {
            Some(true) => return Ok(Admission::Known(id)),
            Some(false) => return Err(GameRefusal::Withdrawn.into()),
            None => {}
        }
        let game = self.decide(c, candidate)?;
        if let Some(known) = digests.iter().find_map(|digest| self.known.get(digest)) {
            return Ok(Admission::Known(*known));
        }
        if self.taken.contains(&id) {
            return Err(GameRefusal::IdTaken.into());
        }
        report_to_match(c, &mut self.recorder, self.action, &game)?;
        self.taken.insert(id);
        self.known.extend(digests.into_iter().map(|digest| (digest, id)));
        Ok(Admission::Recorded(Box::new(game)))
    }

    /// Whether the game holds, if it was created before.
    fn holding_since(&self, candidate: &GameCandidate) -> Result<Option<bool>, Error> {
        let Some(creation) = &candidate.creation else {
            return Ok(None);
        };
        self.creations
            .earlier(creation, self.holding.get(&candidate.id).copied())
    }

    fn decide(&mut self, c: &mut Conn, candidate: &GameCandidate) -> Result<Game, Error> {
        let sent = &candidate.submission;
        let [first, second] = [sent.first, sent.second].map(|id| seated(self.players.get(&id).cloned(), sent.of));
        let players = [first.as_ref(), second.as_ref()];
        let tournament = tournament_to_record(c, &mut self.recorder, self.by, sent.of, players)?;
        let judged = self.judged(candidate, players);
        let game = Game::admit(sent, candidate.id, judged, first, second, self.by.account, self.by.now)?;
        Ok(Game {
            of: sent.of,
            tournament,
            ..game
        })
    }

    /// The record of the candidate; a number in it that finds the player is as good as the player's own.
    fn judged(&self, candidate: &GameCandidate, players: [Option<&Contestant>; 2]) -> Result<Record, GameRefusal> {
        let mut record = candidate.judged.clone()?;
        for (index, number) in record.numbers().into_iter().enumerate() {
            let meant = number.and_then(|number| self.numbered.get(&number));
            let meant = meant.map(|player| player.id);
            if meant.is_some() && meant == players[index].map(Contestant::id) {
                record = record.without_number(index);
            }
        }
        Ok(record)
    }
}
