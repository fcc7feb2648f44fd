//! The settings of the federation as fields of forms, in groups of what belongs together, each named as its member of the
//! JSON body.

use crate::federation::SeedingMethod;
use crate::federation::readings::{
    ByeValue, ClubSeparation, ConfirmationTime, Floater, ShotReading, TenMovesReading, TieBreaks,
};
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::readings;

/// A group of settings that are changed together.
pub(super) struct Group {
    /// Its name in the path.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The settings of it in a sentence.
    pub(super) about: &'static str,
    pub(super) fields: Vec<Field>,
}

/// All groups, in the order in which they are shown.
pub(super) fn groups() -> Vec<Group> {
    vec![
        identity(),
        awarding_bodies(),
        umpires(),
        gaming_year(),
        divisions(),
        readings_of_rules(),
        ranking(),
        counted(),
        super_league(),
        glicko(),
    ]
}

fn number(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, FieldKind::Number)
}

/// A choice among words, each with the sentence for it.
fn choice<T: Copy>(all: &[T], word: fn(T) -> &'static str, sentence: fn(Words, T) -> String) -> FieldKind {
    let choices = all
        .iter()
        .map(|one| (word(*one).to_owned(), sentence(Words::ENGLISH, *one)));
    FieldKind::Choice(choices.collect())
}

fn identity() -> Group {
    Group {
        name: "identity",
        title: "Name and address",
        about: "As they stand on everything that the federation signs, and at the foot of every page.",
        fields: vec![
            Field::new("name", "Name", FieldKind::Text).optional(),
            Field::new("short_name", "Short name", FieldKind::Text).optional(),
            Field::new("website", "Website", FieldKind::Text)
                .optional()
                .with_hint("With https:// before it."),
            Field::new("contact", "Contact", FieldKind::Text)
                .optional()
                .with_hint("How anybody reaches the federation: an address, a telephone number."),
        ],
    }
}

fn awarding_bodies() -> Group {
    let body = |name, label| {
        Field::new(name, label, FieldKind::Text)
            .with_hint("{federation} stands for the name of the federation, {province} for the province of the player.")
    };
    Group {
        name: "awarding-bodies",
        title: "Who awards colours",
        about: "The wording on certificates of colours.",
        fields: vec![
            body("awarding_bodies/regional", "Regional colours are awarded by"),
            body("awarding_bodies/provincial", "Provincial colours are awarded by"),
            body(
                "awarding_bodies/national_federation",
                "National federation colours are awarded by",
            ),
            body("awarding_bodies/national", "National colours are awarded by"),
        ],
    }
}

fn umpires() -> Group {
    Group {
        name: "umpires",
        title: "Umpires",
        about: "How long an accreditation holds, who can have one, and who passes a course.",
        fields: vec![
            number("umpires/accreditation_years", "Years for which an accreditation holds")
                .with_hint("International ones hold for one year."),
            number("umpires/youngest_age", "Youngest age of an umpire"),
            number(
                "umpires/pass_mark_regulations",
                "Pass mark for constitution and regulations",
            )
            .with_hint("Out of a hundred."),
            number("umpires/pass_mark_rules", "Pass mark for the rules of the discipline")
                .with_hint("Out of a hundred."),
        ],
    }
}

fn gaming_year() -> Group {
    let month = |name, label| number(name, label).with_hint("1 to 12: November is 11.");
    Group {
        name: "gaming-year",
        title: "The gaming year",
        about: "A year that has begun stays as it is: another first day holds for the years that begin in a later calendar year.",
        fields: vec![
            number("gaming_year/begins_on/day", "It begins on day"),
            month("gaming_year/begins_on/month", "of month"),
            number(
                "gaming_year/grace_until/day",
                "A club that has not paid is in grace until day",
            ),
            month("gaming_year/grace_until/month", "of the month"),
        ],
    }
}

fn divisions() -> Group {
    Group {
        name: "divisions",
        title: "Ages of the divisions",
        about: "By the age on 1 January of the calendar year by which the gaming year is named. Among seniors everybody competes.",
        fields: vec![
            number("divisions/primary_school/youngest", "Primary schools: youngest age"),
            number("divisions/primary_school/oldest", "Primary schools: oldest age"),
            number("divisions/high_school/youngest", "High schools: youngest age"),
            number("divisions/high_school/oldest", "High schools: oldest age"),
            number("divisions/student/youngest", "Students: youngest age"),
            number("divisions/student/oldest", "Students: oldest age"),
        ],
    }
}

fn readings_of_rules() -> Group {
    let ten_moves = choice(TenMovesReading::ALL, TenMovesReading::as_str, readings::ten_moves);
    let shots = choice(ShotReading::ALL, ShotReading::as_str, readings::shot);
    let tie_breaks = choice(TieBreaks::ALL, TieBreaks::as_str, readings::tie_breaks);
    let byes = choice(ByeValue::ALL, ByeValue::as_str, readings::bye_value);
    let floater = choice(Floater::ALL, Floater::as_str, readings::floater);
    let clubs = choice(ClubSeparation::ALL, ClubSeparation::as_str, readings::clubs);
    let confirmations = choice(ConfirmationTime::ALL, ConfirmationTime::as_str, readings::confirmations);
    let seeding = choice(SeedingMethod::ALL, SeedingMethod::as_str, readings::seeding);
    Group {
        name: "readings",
        title: "How the rules are read",
        about: "Where their text leaves a choice. A tournament keeps the readings of the day on which it opens.",
        fields: vec![
            Field::new("readings/ten_moves", "Draws by moves", ten_moves),
            Field::new("readings/shot", "Shots", shots),
            Field::new("readings/tie_breaks", "Equal points", tie_breaks),
            Field::new("readings/bye_value", "Byes", byes),
            Field::new("readings/floater", "Odd groups in the draw", floater),
            Field::new("readings/clubs", "Club mates in the draw", clubs),
            number("readings/top_ladies", "Ladies honoured in a tournament").with_hint("1 or 3."),
            Field::new(
                "readings/confirmations",
                "A second person confirms results",
                confirmations,
            ),
            Field::new(
                "seeding_method",
                "Players are seeded in the first round by their",
                seeding,
            ),
        ],
    }
}

fn ranking() -> Group {
    Group {
        name: "ranking",
        title: "Rankings",
        about: "A list keeps what is set on its day.",
        fields: vec![
            number("ranking/months", "Months of which tournaments count")
                .with_hint("Up to the day of the list, unless the list says otherwise."),
            number("ranking/counted_of_a_club", "Players who count for a club")
                .with_hint("Its best, in the ranking of clubs."),
        ],
    }
}

fn counted() -> Group {
    const METHODS: [(&str, &str); 3] = [
        ("game_points", "Game points"),
        ("super_league", "Super league"),
        ("glicko_2", "Rating"),
    ];
    const LEVELS: [(&str, &str); 9] = [
        ("friendly", "friendly tournaments"),
        ("club", "tournaments of clubs"),
        ("school", "tournaments of schools"),
        ("student", "tournaments of universities"),
        ("regional", "tournaments of regions"),
        ("provincial", "provincial championships"),
        ("national", "national championships"),
        ("continental", "tournaments of a continent"),
        ("world", "tournaments of the world"),
    ];
    let mut fields = Vec::new();
    for (method, title) in METHODS {
        // The super league has points for championships alone.
        let has = |level: &str| method != "super_league" || ["provincial", "national"].contains(&level);
        for (level, label) in LEVELS.into_iter().filter(|(level, _)| has(level)) {
            let name = format!("ranking/{method}/levels/{level}");
            fields.push(Field::new(name, format!("{title}: {label} count"), FieldKind::YesNo));
        }
        let name = format!("ranking/{method}/forfeits");
        fields.push(Field::new(
            name,
            format!("{title}: forfeited games count"),
            FieldKind::YesNo,
        ));
    }
    Group {
        name: "counted",
        title: "What counts for rankings",
        about: "The tournaments and the games from which each method makes its lists.",
        fields,
    }
}

fn super_league() -> Group {
    Group {
        name: "super-league",
        title: "Super league points",
        about: "The first place brings so many, each place behind it one fewer.",
        fields: vec![
            number(
                "ranking/super_league/provincial",
                "First place of a provincial championship",
            ),
            number(
                "ranking/super_league/national",
                "First place of the national championship",
            ),
            number("ranking/super_league/rest", "Every place that would bring fewer"),
            number(
                "ranking/super_league/umpired_provincial",
                "Umpiring a provincial championship",
            ),
            number(
                "ranking/super_league/umpired_national",
                "Umpiring the national championship",
            ),
        ],
    }
}

fn glicko() -> Group {
    Group {
        name: "rating",
        title: "Rating (Glicko-2)",
        about: "The constants of the method. Whoever changes them changes every rating of the lists that follow.",
        fields: vec![
            number("ranking/glicko_2/rating", "Rating with which everyone begins"),
            number("ranking/glicko_2/deviation", "Deviation with which everyone begins"),
            Field::new(
                "ranking/glicko_2/volatility",
                "Volatility with which everyone begins",
                FieldKind::Decimal,
            )
            .with_hint("From 0.01 to 0.2."),
            Field::new(
                "ranking/glicko_2/tau",
                "How much the volatility may change",
                FieldKind::Decimal,
            )
            .with_hint("From 0.1 to 1.5; the paper calls it tau."),
            number(
                "ranking/glicko_2/provisional_above",
                "Deviation above which a rating is provisional",
            ),
        ],
    }
}
