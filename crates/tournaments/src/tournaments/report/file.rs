//! The tournament report file (FIDE's TRF16): what has columns stands in them, and the rest in lines of remarks (`###`).

use std::collections::HashMap;

use chrono::NaiveDate;
use morabaraba_swiss::trf::Report;
use morabaraba_swiss::{Bye, ByeValue, MatchResult, PlayerId, Results};

use crate::tournaments::model::TournamentSystem;
use crate::tournaments::model::draw::seed;
use crate::tournaments::points::fraction;
use crate::tournaments::report::ReportedTournament;
use crate::values::error::Error;

/// The numbers of those who took part, from 1, in the order of their seeds.
struct Numbers(HashMap<PlayerId, u32>);

impl Numbers {
    fn of(results: &Results) -> Numbers {
        Numbers(results.entrants.iter().map(|one| one.id).zip(1..).collect())
    }

    fn at(&self, player: PlayerId) -> u32 {
        self.0.get(&player).copied().unwrap_or_default()
    }

    /// The points of a match, which are those of its games: the format knows who won, and no more.
    fn of_match(&self, played: &MatchResult) -> String {
        let [one, other] = [played.players.0, played.players.1].map(|player| self.at(player));
        let [own, others] = [played.points.0, played.points.1].map(fraction);
        let forfeit = if played.forfeit { " forfeit" } else { "" };
        format!("### match {} {one} {other} {own} {others}{forfeit}", played.round)
    }

    /// A bye that is worth the player's average: the format has the half of a win for it.
    fn of_bye(&self, bye: &Bye) -> String {
        format!("### bye {} {} average", bye.round, self.at(bye.player))
    }
}

impl ReportedTournament {
    /// The file, with names as everyone may see them on that day.
    pub fn file(&self, today: NaiveDate) -> Result<String, Error> {
        let (snapshot, plan) = (&self.snapshot, &self.snapshot.tournament.plan);
        let is_over = snapshot.is_over() && self.table.after_round >= snapshot.published_rounds();
        let results = snapshot.results(self.table.after_round, is_over);
        let entry = |player: PlayerId| snapshot.at(seed(player));
        let name = |player| entry(player).map(|entry| entry.player.named(today).name);
        // The name of the tournament is written before the other lines about it.
        let mut report = Report::of("", &results, |player| name(player).unwrap_or_default())?;
        for (row, one) in report.players.iter_mut().zip(&results.entrants) {
            row.team = entry(one.id).and_then(|entry| entry.team.clone());
        }
        let system = match plan.system {
            TournamentSystem::ModifiedSwiss => "Individual: Modified Swiss",
            TournamentSystem::RoundRobin => "Individual: Round-Robin",
        };
        let about = [
            format!("012 {}", plan.name),
            format!("022 {}", plan.place()),
            format!("032 {}", plan.country),
            format!("042 {}", plan.starts_on.format("%Y/%m/%d")),
            format!("052 {}", plan.ends_on.format("%Y/%m/%d")),
            format!("062 {}", results.entrants.len()),
            format!("092 {system}"),
            format!("XXR {}", snapshot.most_rounds()),
        ];
        let numbers = Numbers::of(&results);
        let games = format!("### games {}", plan.games);
        let matches = results.matches.iter().map(|played| numbers.of_match(played));
        let average = results.byes.iter().filter(|bye| bye.value == ByeValue::Average);
        let remarks = std::iter::once(games)
            .chain(matches)
            .chain(average.map(|bye| numbers.of_bye(bye)));
        let ended = |line: String| line + "\r\n";
        let about: String = about.into_iter().map(ended).collect();
        let remarks: String = remarks.map(ended).collect();
        Ok(format!("{about}{report}{remarks}"))
    }
}
