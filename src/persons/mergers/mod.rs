//! Mergers: two entries for one person, found and made one.

pub(crate) mod routes;
pub(crate) mod use_cases;

crate::problem_kinds! {
    BOTH_HAVE_PLAYED = 409 "both-have-played", "Both have been drawn in one tournament",
        "Two who play in one tournament are two people; their entries are not merged.";
}
