//! The matches of a round as a file for a spreadsheet.

use std::borrow::Cow;

use morabaraba_swiss::Points;

use crate::tournaments::model::{Entry, Match};
use crate::tournaments::points::decimal;
use crate::tournaments::sheets::papers::RoundPapers;
use crate::tournaments::sheets::round::{Seat, seats};
use crate::values::error::Error;
use crate::web::response::Text;
use crate::web::spreadsheet;

const COLUMNS: [&str; 13] = [
    "board",
    "player_1_number",
    "player_1_name",
    "player_1_club",
    "player_1_points_before",
    "player_1_points",
    "player_2_number",
    "player_2_name",
    "player_2_club",
    "player_2_points_before",
    "player_2_points",
    "starter_number",
    "state",
];

/// The matches of a published round by board, and last those who rest.
pub(crate) fn matches_csv(papers: &RoundPapers) -> Result<Text, Error> {
    let head = COLUMNS.map(Cow::from).to_vec();
    let matches = papers.matches().map(|paired| match_row(papers, paired));
    let resting = papers.tournament.resting(&papers.round).into_iter();
    let resting = resting.map(|(called, entry)| resting_row(papers, &called, entry));
    spreadsheet::write(std::iter::once(head).chain(matches).chain(resting))
}

fn match_row<'a>(papers: &'a RoundPapers, paired: &Match) -> Vec<Cow<'a, str>> {
    let seats = seats(&papers.tournament, &papers.round, paired);
    let starter = seats
        .iter()
        .find(|seat| seat.starts)
        .map(|seat| seat.entry.player.printed_number());
    let mut row = vec![paired.board.to_string().into()];
    row.extend(seats.iter().flat_map(|seat| player(papers, seat)));
    row.extend([starter.unwrap_or_default().into(), paired.progress().as_str().into()]);
    row
}

fn player<'a>(papers: &'a RoundPapers, seat: &Seat<'a>) -> [Cow<'a, str>; 5] {
    let number = |points: Points| decimal(points).map(|points| points.to_string()).unwrap_or_default();
    let [own, name, club] = who(papers, seat.entry);
    [
        own,
        name,
        club,
        number(seat.before).into(),
        seat.won.map(number).unwrap_or_default().into(),
    ]
}

fn who<'a>(papers: &'a RoundPapers, entry: &Entry) -> [Cow<'a, str>; 3] {
    [
        entry.player.printed_number().into(),
        papers.tournament.name(entry).into(),
        papers.tournament.club(entry).into(),
    ]
}

/// The row of a player who rests, without board and opponent.
fn resting_row<'a>(papers: &'a RoundPapers, called: &str, entry: &Entry) -> Vec<Cow<'a, str>> {
    let mut row = vec!["".into()];
    row.extend(who(papers, entry));
    row.resize(COLUMNS.len() - 1, "".into());
    row.push(called.to_lowercase().into());
    row
}
