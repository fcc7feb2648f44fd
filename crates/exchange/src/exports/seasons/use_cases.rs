//! The lines of a season: some games, or the matches of one tournament, at a time.

use chrono::NaiveDate;

use crate::db::Conn;
use crate::exports::seasons::Lines;
use crate::federation;
use crate::games::store::{self, GameFilter};
use crate::games::views::GameView;
use crate::tournaments::calendar::store::{CalendarFilter, list};
use crate::tournaments::matches::public::PublicMatch;
use crate::tournaments::officials;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{GameId, TournamentId};

/// Games that are read at a time.
const GAMES: i64 = 200;

/// The games of a year after that one, the latest first.
pub(crate) fn games(
    c: &mut Conn,
    (year, today): (GamingYear, NaiveDate),
    after: Option<(NaiveDate, GameId)>,
) -> Result<Lines<(NaiveDate, GameId)>, Error> {
    let (first, last) = federation::store::calendar(c)?.days(year);
    let filter = GameFilter {
        from: Some(first),
        until: Some(last),
        after,
        ..GameFilter::default()
    };
    let games = store::list(c, filter, GAMES)?;
    let end = games.last().map(|game| (game.played_on, game.id));
    Lines::of(games.iter().map(|game| GameView::new(game, today)), end)
}

/// The matches with a result of the first tournament after that one that begins in a year, by round and board.
pub(crate) fn results(
    c: &mut Conn,
    (year, today): (GamingYear, NaiveDate),
    after: Option<(NaiveDate, TournamentId)>,
) -> Result<Lines<(NaiveDate, TournamentId)>, Error> {
    let (first, last) = federation::store::calendar(c)?.days(year);
    let filter = CalendarFilter {
        province: None,
        level: None,
        stage: None,
        from: first,
        until: Some(last),
        after,
    };
    let Some(tournament) = list(c, filter, 1)?.pop() else {
        return Lines::of(Vec::<PublicMatch>::new(), None);
    };
    let end = Some((tournament.plan.starts_on, tournament.id));
    if tournament.plan.starts_on < first {
        // It is the year's before.
        return Lines::of(Vec::<PublicMatch>::new(), end);
    }
    let snapshot = officials::use_cases::watch(c, tournament.id)?;
    let decided = snapshot.matches.iter().filter(|paired| paired.result().is_some());
    Lines::of(decided.map(|paired| PublicMatch::of(paired, &snapshot, today)), end)
}
