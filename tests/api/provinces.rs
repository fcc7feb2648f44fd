//! Provinces: reference data.

use crate::app::{TestApp, text};

on_both_databases! {
    the_nine_provinces_are_there,
    an_unknown_province_is_not_found,
}

fn the_nine_provinces_are_there(app: &TestApp) {
    let provinces = app.anyone().get("/v1/provinces").items();
    let codes: Vec<&str> = provinces.iter().map(|province| text(&province["code"])).collect();
    assert_eq!(codes, ["ZA-EC", "ZA-FS", "ZA-GP", "ZA-KZN", "ZA-LP", "ZA-MP", "ZA-NC", "ZA-NW", "ZA-WC"]);
    for province in &provinces {
        assert_eq!(app.anyone().get(&format!("/v1/provinces/{}", text(&province["code"]))).expect(200), *province);
    }
}

fn an_unknown_province_is_not_found(app: &TestApp) {
    app.anyone().get("/v1/provinces/ZA-XX").refused(404, "not-found");
    app.anyone().get("/v1/provinces/%00").refused(404, "not-found");
}
