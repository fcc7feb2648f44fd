//! The form by which somebody is registered as a player, whoever does it: the person, and where they live.

use serde_json::{Map, Value};

use crate::accounts::Caller;
use crate::db::Conn;
use crate::pages::field::Field;
use crate::pages::form::{Draft, Form};
use crate::pages::person_fields::{Homes, person_fields};
use crate::players::Home;
use crate::players::particulars::views::UpdateParticulars;
use crate::players::use_cases::{self, NewPlayer};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId};
use crate::web::idempotency::Creation;

/// The fields of the form.
pub(crate) fn fields(homes: &Homes) -> Vec<Field> {
    person_fields().into_iter().chain(homes.fields()).collect()
}

/// The form before anything is typed, but for `known`: most live where their club is, and are at home in South Africa.
pub(crate) fn begun(province: Option<&str>, known: Option<(String, String)>) -> Draft {
    let mut texts = vec![("nationality".to_owned(), "ZA".to_owned())];
    texts.extend(province.map(|province| ("province".to_owned(), province.to_owned())));
    texts.extend(known);
    Draft::of(texts)
}

/// Registers whoever was typed as a member of a club; `others` are the fields by which `club` finds it.
pub(crate) fn register(
    c: &mut Conn,
    by: &Caller,
    form: &Form,
    others: &[Field],
    club: impl FnOnce(&mut Conn) -> Result<ClubId, Error>,
) -> Result<PlayerId, Error> {
    // All that must be filled in is told at once.
    let all: Vec<Field> = others.iter().cloned().chain(fields(&Homes::none())).collect();
    form.read::<Map<String, Value>>(&all)?;
    let person = form.read::<UpdateParticulars>(&person_fields())?.person(by.today())?;
    let club = club(c)?;
    let region = Some(form.text("region")).filter(|region| !region.is_empty());
    let new = NewPlayer {
        creation: Creation::of(None, &(club, form.text("family_name")), by.now)?,
        person,
        home: Home {
            province: form.text("province").to_owned(),
            region: region.map(str::to_owned),
        },
        club,
    };
    Ok(use_cases::register(c, by, &new)?.id)
}
