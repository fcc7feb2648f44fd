//! A rule of the criteria in a form: what it gives, on what it rests, and what that asks for.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Deserialize;

use crate::colours::criteria::forms::CreateRule;
use crate::colours::criteria::rules::{Among, Rule, Team, event, team};
use crate::colours::{ColoursBasis, ColoursLevel};
use crate::languages::Words;
use crate::pages::federation_desk::colours::basis;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::public::{colours_of, divisions};
use crate::players::registrations::Division;
use crate::tournaments::model::TournamentLevel;
use crate::values::validation::{Faults, ValueError};

/// The place of a rule in the form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) place: usize,
    /// Whether it was there when the form was made, or is one more.
    pub(super) is_known: bool,
}

/// A rule as it is typed, but for its divisions, which are ticked.
#[derive(Deserialize)]
pub(super) struct TypedRule {
    level: ColoursLevel,
    basis: ColoursBasis,
    among: Option<Among>,
    #[serde(default)]
    events: BTreeMap<String, TournamentLevel>,
    places: Option<u32>,
    entrants: Option<u32>,
    rounds: Option<u32>,
    byes: Option<u32>,
    team: Option<Team>,
}

/// The words of a choice.
fn words<T: Copy, S: Into<String>>(all: &[T], word: impl Fn(T) -> &'static str, told: impl Fn(T) -> S) -> FieldKind {
    let choice = |one: &T| (word(*one).to_owned(), told(*one).into());
    FieldKind::Choice(all.iter().map(choice).collect())
}

fn among(among: Among) -> &'static str {
    match among {
        Among::All => "everyone who has played",
        Among::Division => "those of the same division",
    }
}

impl Slot {
    /// The name of the field for a member of the rule.
    fn name(self, member: &str) -> String {
        format!("items/{}/{member}", self.place)
    }

    fn title(self) -> String {
        format!("Rule {}", self.place + 1)
    }

    /// The fields, but for the ticks. One more rule may be left empty.
    pub(super) fn fields(self) -> Vec<Field> {
        let field = |member: &str, label: &'static str, kind| Field::new(self.name(member), label, kind);
        let colours = words(ColoursLevel::ALL, ColoursLevel::as_str, |one| {
            colours_of(Words::ENGLISH, one)
        });
        let rests = words(ColoursBasis::ALL, ColoursBasis::as_str, basis);
        let level = |member, label| {
            let levels = words(TournamentLevel::ALL, TournamentLevel::as_str, event);
            field(member, label, levels).optional()
        };
        let needed = [
            field("level", "Colours", colours),
            field("basis", "They rest on", rests),
        ];
        let needed = needed.map(|one| if self.is_known { one } else { one.optional() });
        let asked = [
            level("events/0", "Event").with_hint("For places, all won, and the top half."),
            level("events/1", "Other event").with_hint("For the top half of two events alone."),
            field("places", "Number of places that count", FieldKind::Number)
                .optional()
                .with_hint("For places."),
            field("entrants", "Least number of players, or of teams", FieldKind::Number)
                .optional()
                .with_hint(
                    "For places: among fewer they do not count. For all rounds or all games won: so many have played.",
                ),
            field(
                "rounds",
                "Least number of rounds that the player has played",
                FieldKind::Number,
            )
            .optional()
            .with_hint("For all rounds or all games won. 5 if you leave it empty."),
            field("byes", "Byes in six rounds that do no harm", FieldKind::Number)
                .optional()
                .with_hint("For all rounds or all games won. 0 if none may be among them."),
            field("team", "Team", words(Team::ALL, Team::as_str, team))
                .optional()
                .with_hint("For selections."),
            field(
                "among",
                "Among whom places are counted",
                words(Among::ALL, Among::as_str, among),
            )
            .optional()
            .with_hint("Everyone if you leave it empty."),
        ];
        needed.into_iter().chain(asked).collect()
    }

    /// The fields as the list of faults names them, the divisions too.
    pub(super) fn named(self) -> impl Iterator<Item = Field> {
        let divisions = Field::new(self.name("divisions"), "Divisions", FieldKind::YesNo);
        self.fields().into_iter().chain([divisions]).map(move |field| Field {
            label: format!("{}, {}", self.title(), field.label).into(),
            ..field
        })
    }

    /// Whether the rule is one to be set: not dropped, and, where it is one more, not left empty.
    pub(super) fn is_set(self, form: &Form) -> bool {
        let is_typed = |name: &str| !form.text(name).is_empty();
        let is_any = self.fields().iter().any(|field| is_typed(&field.name))
            || divisions(Words::ENGLISH).any(|(word, _)| is_typed(&self.name(&format!("divisions/{word}"))));
        is_any && !is_typed(&self.name("dropped"))
    }

    /// The rule that was typed.
    pub(super) fn rule(self, form: &Form, typed: TypedRule) -> Result<Rule, Faults> {
        let is_ticked = |one: &&Division| !form.text(&self.name(&format!("divisions/{}", one.as_str()))).is_empty();
        let divisions: Vec<Division> = Division::ALL.iter().filter(is_ticked).copied().collect();
        let ticked = if divisions.is_empty() {
            Err(ValueError::new("required", "Tick at least one."))
        } else {
            Ok(())
        };
        let mut faults = Faults::default();
        faults.check("/divisions", ticked);
        let asked = CreateRule {
            level: typed.level,
            divisions: divisions.into_iter().collect(),
            among: typed.among,
            basis: typed.basis,
            events: typed.events.into_values().collect(),
            places: typed.places,
            entrants: typed.entrants,
            rounds: typed.rounds,
            byes: typed.byes,
            team: typed.team,
        };
        match asked.parse() {
            Ok(rule) if faults.is_empty() => Ok(rule),
            Ok(_) => Err(faults),
            Err(others) => {
                faults.extend(others);
                Err(faults)
            }
        }
    }

    /// The texts of the fields for a rule on record.
    pub(super) fn texts(self, rule: &Rule) -> Vec<(String, String)> {
        let condition = &rule.condition;
        let number = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        let mut texts = vec![
            ("level".to_owned(), rule.level.as_str().to_owned()),
            ("basis".to_owned(), condition.basis().as_str().to_owned()),
            ("among".to_owned(), rule.among.as_str().to_owned()),
            ("places".to_owned(), number(condition.places())),
            ("entrants".to_owned(), number(condition.entrants())),
            ("rounds".to_owned(), number(condition.rounds())),
            ("byes".to_owned(), number(condition.byes())),
            ("team".to_owned(), condition.team().map_or("", Team::as_str).to_owned()),
        ];
        let events = condition.events().into_iter().enumerate();
        texts.extend(events.map(|(at, event)| (format!("events/{at}"), event.as_str().to_owned())));
        let divisions = rule.divisions.iter();
        texts.extend(divisions.map(|one| (format!("divisions/{}", one.as_str()), "yes".to_owned())));
        texts
            .into_iter()
            .map(|(member, text)| (self.name(&member), text))
            .collect()
    }

    /// The rule in the form, open where something is wrong with it.
    pub(super) fn shown(self, draft: &Draft) -> Markup {
        let (fields, ticks) = (self.fields(), self.name("divisions"));
        let is_wrong = fields.iter().any(|field| draft.fault(&field.name).is_some()) || draft.fault(&ticks).is_some();
        let in_words = |member: &str| {
            let name = self.name(member);
            let field = fields.iter().find(|field| field.name == name);
            field.map_or("", |field| field.in_words(draft.text(&name))).to_owned()
        };
        let dropped = self.name("dropped");
        html! {
            details.rule open[is_wrong] {
                summary {
                    @if self.is_known { (self.title()) ": " (in_words("level")) ", " (in_words("basis")) }
                    @else { (self.title()) ", one more" }
                }
                @for field in fields.iter().take(2) { (draft.field(field)) }
                fieldset id=(ticks.replace('/', "-")) {
                    legend { "Divisions whose players earn them" }
                    @if let Some(fault) = draft.fault(&ticks) { p.fault { (fault) } }
                    @for (word, words) in divisions(Words::ENGLISH) {
                        (tick(draft, &format!("{ticks}/{word}"), &words))
                    }
                }
                @for field in fields.iter().skip(2) { (draft.field(field)) }
                @if self.is_known { (tick(draft, &dropped, "Leave this rule out")) }
            }
        }
    }
}

fn tick(draft: &Draft, name: &str, words: &str) -> Markup {
    html! {
        label.tick {
            input type="checkbox" name=(name) value="yes" checked[draft.text(name) == "yes"];
            span { (words) }
        }
    }
}
