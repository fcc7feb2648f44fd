//! The criteria of a gaming year as a form: each rule on its own, begun from those of a version that there is.

use std::collections::BTreeMap;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::colours::criteria::forms::{self, MOST_RULES};
use crate::colours::criteria::rules::{Criteria, NewCriteria};
use crate::colours::criteria::{store, use_cases};
use crate::db::Conn;
use crate::federation;
use crate::pages::federation_desk::OfFederation;
use crate::pages::federation_desk::criteria::{LIST, find};
use crate::pages::federation_desk::criteria_rule::{Slot, TypedRule};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_new_criteria).service(send_criteria);
}

/// The hidden fields with the number of rules that the form has, and of those that were there when it was made.
const RULES: &str = "rules";
const KNOWN: &str = "known";

/// The rules that a form has room for besides those that there are.
const MORE: usize = 3;

/// The places of a form's rules. `text` is that of a field.
fn slots<'a>(text: impl Fn(&'static str) -> &'a str) -> impl Iterator<Item = Slot> {
    let number = |name| text(name).parse::<usize>().unwrap_or_default().min(MOST_RULES);
    let (rules, known) = (number(RULES), number(KNOWN));
    (0..rules).map(move |place| Slot {
        place,
        is_known: place < known,
    })
}

fn head_fields() -> [Field; 2] {
    [
        Field::new("year", "Gaming year from which on they are in force", FieldKind::Number)
            .with_hint("This one, if no colours were proposed in it yet, or a later one."),
        Field::new("name", "Name", FieldKind::Text).with_hint("As in: As decided on 3 October 2027."),
    ]
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<()>, Error> {
    OfFederation::read(c, by, ())
}

fn page(desk: &OfFederation<()>, visit: &Visit, draft: &Draft) -> Page {
    let slots: Vec<Slot> = slots(|name| draft.text(name)).collect();
    let head = head_fields();
    let all: Vec<Field> = head
        .iter()
        .cloned()
        .chain(slots.iter().flat_map(|slot| slot.named()))
        .collect();
    let body = html! {
        p.way { a href=(LIST) { "Criteria of colours" } }
        h1 { "Set criteria for a gaming year" }
        p {
            "To meet one of the rules for a level and a division is enough. Until colours are proposed by them, criteria can be set \
             anew; colours that were awarded before keep those by which they were."
        }
        form method="post" action={ (LIST) "/new" } {
            (draft.refusal(&all))
            (draft.hidden(visit.token()))
            @for name in [RULES, KNOWN] { input type="hidden" name=(name) value=(draft.text(name)); }
            @for field in &head { (draft.field(field)) }
            h2 { "Rules" }
            p.hint { "Each opens, to be changed or left out. The last ones are for more." }
            @for slot in &slots { (slot.shown(draft)) }
            button { "Set the criteria" }
        }
    };
    desk.page(visit, draft, "Set criteria for a gaming year", &body)
}

/// The version from which the form begins; the latest if none is named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowNewCriteria {
    from: Option<i64>,
}

/// The texts of a form that begins from those criteria. Criteria of a year that is to come are set anew for it.
fn texts(from: Option<&Criteria>, of: Option<GamingYear>, next: GamingYear) -> Vec<(String, String)> {
    let rules = from.map(|from| &from.rules.0[..]).unwrap_or_default();
    let of = of.filter(|year| *year >= next);
    let name = from.filter(|_| of.is_some()).map_or("", |from| &from.name);
    let mut texts = vec![
        (RULES.to_owned(), (rules.len() + MORE).to_string()),
        (KNOWN.to_owned(), rules.len().to_string()),
        ("year".to_owned(), of.unwrap_or(next).number().to_string()),
        ("name".to_owned(), name.to_owned()),
    ];
    for (place, rule) in rules.iter().enumerate() {
        let slot = Slot { place, is_known: true };
        texts.extend(slot.texts(rule));
    }
    texts
}

#[get("/desk/criteria/new")]
async fn show_new_criteria(
    caller: Administrator,
    visit: Visit,
    Search(query): Search<ShowNewCriteria>,
) -> Result<Page, Error> {
    let (desk, texts) = caller
        .read(move |c, by| {
            let from = match query.from {
                Some(version) => Some(find(c, version)?),
                None => store::list(c)?.pop(),
            };
            let calendar = federation::store::calendar(c)?;
            let of = from.as_ref().map(|from| from.first_year(&calendar));
            let next = calendar.year_of(by.today()).next();
            Ok((read(c, by)?, texts(from.as_ref(), of, next)))
        })
        .await?;
    Ok(page(&desk, &visit, &Draft::of(texts)))
}

/// Criteria as they are typed.
#[derive(Deserialize)]
struct TypedCriteria {
    year: GamingYear,
    name: String,
    #[serde(default)]
    items: BTreeMap<String, TypedRule>,
}

/// The criteria that a form asks for.
fn asked(form: &Form) -> Result<NewCriteria, Error> {
    let set: Vec<Slot> = slots(|name| form.text(name)).filter(|slot| slot.is_set(form)).collect();
    // Whatever is to be set has to be whole, one more too.
    let whole = set.iter().map(|slot| Slot {
        is_known: true,
        ..*slot
    });
    let fields: Vec<Field> = head_fields().into_iter().chain(whole.flat_map(Slot::fields)).collect();
    let mut typed: TypedCriteria = form.read(&fields)?;
    if set.is_empty() {
        return Err(Faults::of("", ValueError::new("required", "There is no rule.")).into());
    }
    let rules = set.iter().filter_map(|slot| {
        let rule = typed.items.remove(&slot.place.to_string())?;
        Some((slot.place, slot.rule(form, rule)))
    });
    Ok(forms::parse(typed.year, &typed.name, rules)?)
}

#[post("/desk/criteria/new")]
async fn send_criteria(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let criteria = use_cases::set(c, by, asked(form)?)?;
            Ok(format!("{LIST}/{}", criteria.version))
        },
        read,
        page,
    )
    .await
}
