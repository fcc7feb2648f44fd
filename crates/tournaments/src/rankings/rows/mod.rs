//! The rows of a list: who has which rank, and what follows from that.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::players::registrations::Division;
use crate::players::{Player, Sex};
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Ranked};
use crate::values::id::{ClubId, PlayerId};

/// The register's particulars of a player on the day of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterFacts {
    /// The province in which the player lived.
    pub province: String,
    /// The club through which the player was registered; of who was not, the club of which the player is a member.
    pub club: ClubId,
    /// The division in which the player competed; none if the player was not registered.
    pub division: Option<Division>,
    /// The sex, for the ladies' list; none once the person's data is erased.
    pub sex: Option<Sex>,
}

/// A row as it is on record.
#[derive(Debug, Clone)]
pub struct RankingRow {
    /// The player's id.
    pub player: PlayerId,
    /// The row's number in the list, from 1.
    pub ordinal: i64,
    /// The rank, from 1; those who share one have the same.
    pub rank: i64,
    /// Whether others have the same rank.
    pub shared: bool,
    /// The figure by which the player is ranked.
    pub figure: Figure,
    /// The uncertainty of a rating.
    pub deviation: Option<Figure>,
    /// The player's particulars, as the register had them.
    pub particulars: RegisterFacts,
    /// The rank in the list before.
    pub previous_rank: Option<i64>,
}

/// A row as it is shown.
#[derive(Debug, Clone)]
pub struct ListedRow {
    /// The row.
    pub row: RankingRow,
    /// The rank among those who were asked for.
    pub rank_in_selection: i64,
    /// Whether others of them have the same rank.
    pub shared_in_selection: bool,
    /// Whether the rating is still too uncertain, by what the list keeps of its method.
    pub provisional: Option<bool>,
    /// The player as on record now; of an entry that was merged since, the one that stays.
    pub player: Player,
}

/// A row that is new, and what its figure is the sum of.
pub type NewRow = (RankingRow, Vec<Contribution>);

/// The ranks, counted row by row: rows of one figure share the better rank, one more than the rows before them.
struct SharedRanks {
    seen: i64,
    last: Option<(Figure, i64)>,
}

impl SharedRanks {
    fn next(&mut self, figure: Figure) -> i64 {
        self.seen += 1;
        let rank = self
            .last
            .filter(|(last, _)| *last == figure)
            .map_or(self.seen, |(_, rank)| rank);
        self.last = Some((figure, rank));
        rank
    }
}

/// Figures in descending order, each with its rank and whether that is shared.
fn ranks(figures: impl Iterator<Item = Figure>) -> Vec<(i64, bool)> {
    let mut counting = SharedRanks { seen: 0, last: None };
    let ranks: Vec<i64> = figures.map(|figure| counting.next(figure)).collect();
    let shares = |index: usize| {
        let own = ranks.get(index);
        own == ranks.get(index + 1) || (index > 0 && own == ranks.get(index - 1))
    };
    ranks
        .iter()
        .enumerate()
        .map(|(index, rank)| (*rank, shares(index)))
        .collect()
}

/// The rows of a list, the best first, and of equal figures the player whose number was given first. `register` has of each
/// player the number and what else it says, `before` the ranks in the list before. Whom the register does not know has no
/// rank.
pub fn placed(
    mut ranked: Vec<Ranked>,
    register: &HashMap<PlayerId, (i64, RegisterFacts)>,
    before: &HashMap<PlayerId, i64>,
) -> Vec<NewRow> {
    ranked.retain(|ranked| register.contains_key(&ranked.player));
    let number = |ranked: &Ranked| register.get(&ranked.player).map(|(number, _)| *number);
    ranked.sort_by_key(|ranked| (Reverse(ranked.figure), number(ranked)));
    let ranks = ranks(ranked.iter().map(|ranked| ranked.figure));
    let rows = ranked.into_iter().zip(ranks).zip(1..);
    rows.filter_map(|((ranked, (rank, shared)), ordinal)| {
        let (_, particulars) = register.get(&ranked.player)?;
        let row = RankingRow {
            player: ranked.player,
            ordinal,
            rank,
            shared,
            figure: ranked.figure,
            deviation: ranked.deviation,
            particulars: particulars.clone(),
            previous_rank: before.get(&ranked.player).copied(),
        };
        Some((row, ranked.contributions))
    })
    .collect()
}

/// The ranks within a selection of the rows of a page, which are in order, each with whether it is shared there; what comes
/// after the page is not looked at. `before` rows of the selection come before the first, and `better` of them have a better
/// rank than it.
#[must_use]
pub fn ranks_in_selection(rows: &[RankingRow], before: i64, better: i64) -> Vec<(i64, bool)> {
    let mut rank = better + 1;
    let mut last: Option<i64> = None;
    let mut ranks = Vec::with_capacity(rows.len());
    for ((row, seen), next) in rows.iter().zip(before + 1..).zip(1..) {
        if last.is_some_and(|last| last != row.rank) {
            rank = seen;
        }
        let with_those_before = last.map_or(before > better, |last| last == row.rank);
        let with_the_next = rows.get(next).is_some_and(|next| next.rank == row.rank);
        last = Some(row.rank);
        ranks.push((rank, with_those_before || with_the_next));
    }
    ranks
}

/// A club in the ranking of clubs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubRow {
    /// The club's id.
    pub club: ClubId,
    /// The rank, from 1.
    pub rank: i64,
    /// Whether others have the same rank.
    pub shared: bool,
    /// The sum of the figures of those who count.
    pub figure: Figure,
    /// The players who count, the club's best, with their figures.
    pub counted: Vec<(PlayerId, Figure)>,
}

/// The ranking of clubs that follows from the rows, which are in order: so many of a club count at most. Clubs of equal figures are in the order in which
/// their best players are.
#[must_use]
pub fn clubs(rows: &[RankingRow], most: usize) -> Vec<ClubRow> {
    let mut best: BTreeMap<ClubId, (i64, Vec<(PlayerId, Figure)>)> = BTreeMap::new();
    for row in rows {
        let (_, counted) = best.entry(row.particulars.club).or_insert((row.ordinal, Vec::new()));
        if counted.len() < most {
            counted.push((row.player, row.figure));
        }
    }
    let sum = |counted: &[(PlayerId, Figure)]| counted.iter().map(|(_, figure)| *figure).sum::<Figure>();
    let mut clubs: Vec<_> = best
        .into_iter()
        .map(|(club, (first, counted))| (sum(&counted), first, club, counted))
        .collect();
    clubs.sort_by_key(|(figure, first, ..)| (Reverse(*figure), *first));
    let ranks = ranks(clubs.iter().map(|(figure, ..)| *figure));
    let row = |((figure, _, club, counted), (rank, shared))| ClubRow {
        club,
        rank,
        shared,
        figure,
        counted,
    };
    clubs.into_iter().zip(ranks).map(row).collect()
}

impl RankingRow {
    /// Whether both show the same to everyone; how far the player has moved aside.
    fn shows_as(&self, other: &RankingRow) -> bool {
        let shown = |row: &RankingRow| (row.rank, row.shared, row.figure, row.deviation);
        let (own, others) = (&self.particulars, &other.particulars);
        shown(self) == shown(other)
            && (&own.province, own.club, own.division) == (&others.province, others.club, others.division)
    }
}

/// A player whose row is another one in a list than in the list that it replaces, or is in one of them alone.
#[derive(Debug, Clone)]
pub struct RankingDifference {
    /// The row in the list that was replaced.
    pub before: Option<RankingRow>,
    /// The row in the list.
    pub after: Option<RankingRow>,
}

impl RankingDifference {
    /// The rank in the order of differences: as in the list; then those who are no longer in it, as they were.
    #[must_use]
    pub fn key(&self) -> (bool, i64) {
        match (&self.after, &self.before) {
            (Some(after), _) => (false, after.ordinal),
            (None, before) => (true, before.as_ref().map_or(0, |before| before.ordinal)),
        }
    }

    /// The player whose row it is.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.after.as_ref().or(self.before.as_ref()).map(|row| row.player)
    }
}

/// The differences between two lists, in order.
#[must_use]
pub fn differences(before: Vec<RankingRow>, after: Vec<RankingRow>) -> Vec<RankingDifference> {
    let mut earlier: HashMap<PlayerId, RankingRow> = before.into_iter().map(|row| (row.player, row)).collect();
    let mut differences: Vec<RankingDifference> = Vec::new();
    for row in after {
        match earlier.remove(&row.player) {
            Some(before) if before.shows_as(&row) => {}
            before => differences.push(RankingDifference {
                before,
                after: Some(row),
            }),
        }
    }
    differences.extend(earlier.into_values().map(|row| RankingDifference {
        before: Some(row),
        after: None,
    }));
    differences.sort_by_key(RankingDifference::key);
    differences
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::rankings::rows::*;
    use crate::values::id::Id;

    fn id<I: From<Id>>(number: u64) -> I {
        let id: Id = format!("019aa0ca-0000-7000-8000-{number:012x}").parse().unwrap();
        id.into()
    }

    fn register(count: u64) -> HashMap<PlayerId, (i64, RegisterFacts)> {
        let particulars = |number: u64| RegisterFacts {
            province: "ZA-NW".to_owned(),
            club: id(1000 + number % 3),
            division: None,
            sex: None,
        };
        (0..count)
            .map(|number| (id(number), (i64::try_from(number).unwrap(), particulars(number))))
            .collect()
    }

    fn listed(figures: &[i64]) -> Vec<NewRow> {
        let ranked = figures.iter().zip(0..).map(|(figure, number)| Ranked {
            player: id(number),
            figure: Figure::hundredths(*figure),
            deviation: None,
            contributions: Vec::new(),
        });
        placed(
            ranked.collect(),
            &register(figures.len().try_into().unwrap()),
            &HashMap::new(),
        )
    }

    #[test]
    fn ties_share_the_better_place() {
        let rows = listed(&[100, 300, 200, 200, 100]);
        let placed: Vec<_> = rows.iter().map(|(row, _)| (row.rank, row.shared, row.player)).collect();
        let expected = [(1, false, 1), (2, true, 2), (2, true, 3), (4, true, 0), (4, true, 4)];
        assert_eq!(
            placed,
            expected.map(|(rank, shared, number)| (rank, shared, id(number)))
        );
    }

    #[test]
    fn a_club_has_its_best_four() {
        // The players 0, 3, 6 … are of the first club, 1, 4, 7 … of the second, 2, 5, 8 … of the third.
        let figures = [90, 10, 40, 10, 40, 30, 20, 30, 60, 30, 20, 50, 70, 60, 20, 80];
        let rows: Vec<RankingRow> = listed(&figures).into_iter().map(|(row, _)| row).collect();
        let clubs = clubs(&rows, 4);
        let told: Vec<_> = clubs.iter().map(|club| (club.club, club.rank, club.figure)).collect();
        let expected = [
            (id(1000), 1, Figure::hundredths(90 + 80 + 70 + 30)),
            (id(1002), 2, Figure::hundredths(60 + 50 + 40 + 30)),
            (id(1001), 3, Figure::hundredths(60 + 40 + 30 + 20)),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn clubs_of_one_figure_share_a_place() {
        let rows: Vec<RankingRow> = listed(&[50; 16]).into_iter().map(|(row, _)| row).collect();
        let clubs = clubs(&rows, 4);
        assert_eq!(clubs.len(), 3);
        assert!(
            clubs
                .iter()
                .all(|club| club.rank == 1 && club.shared && club.figure == Figure::whole(2))
        );
    }

    proptest! {
        #[test]
        fn places_are_monotone_and_count_those_ahead(figures in prop::collection::vec(0_i64..6, 0..40)) {
            let rows: Vec<RankingRow> = listed(&figures).into_iter().map(|(row, _)| row).collect();
            prop_assert_eq!(rows.len(), figures.len());
            for (index, row) in rows.iter().enumerate() {
                let ahead = rows.iter().filter(|other| other.figure > row.figure).count();
                prop_assert_eq!(row.rank, i64::try_from(ahead).unwrap() + 1);
                let level = rows.iter().filter(|other| other.figure == row.figure).count();
                prop_assert_eq!(row.shared, level > 1);
                prop_assert_eq!(row.ordinal, i64::try_from(index).unwrap() + 1);
            }
        }

        /// A page of a selection, wherever it begins, has the ranks that the whole selection has, and says which are shared.
        #[test]
        fn places_in_a_selection_are_those_of_the_whole(
            figures in prop::collection::vec(0_i64..5, 1..30), odd in any::<u32>(), start in 0_usize..30,
        ) {
            let rows: Vec<RankingRow> = listed(&figures).into_iter().map(|(row, _)| row).collect();
            let chosen: Vec<RankingRow> = rows.into_iter().zip(0..).filter(|(_, bit)| odd >> bit & 1 == 1).map(|(row, _)| row).collect();
            let page = &chosen[start.min(chosen.len())..];
            let Some(first) = page.first() else { return Ok(()) };
            let better = |than: &RankingRow| chosen.iter().filter(|row| row.rank < than.rank).count();
            let before = chosen.len() - page.len();
            let (before, ahead) = (i64::try_from(before).unwrap(), i64::try_from(better(first)).unwrap());
            let ranks = ranks_in_selection(page, before, ahead);
            for (row, (rank, shared)) in page.iter().zip(ranks) {
                prop_assert_eq!(rank, i64::try_from(better(row)).unwrap() + 1);
                let level = chosen.iter().filter(|other| other.rank == row.rank).count();
                prop_assert_eq!(shared, level > 1);
            }
        }
    }
}
