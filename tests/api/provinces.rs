//! Provinces and regions: reference data.

use serde_json::json;

use crate::app::TestApp;
use crate::caller::text;

on_sqlite! {
    the_nine_provinces_are_there,
    an_unknown_province_is_not_found,
    the_regions_are_there,
    regions_are_listed_by_province,
    an_unknown_region_is_not_found,
}

fn the_nine_provinces_are_there(app: &TestApp) {
    let provinces = app.anyone().get("/v1/provinces").items();
    let codes: Vec<&str> = provinces.iter().map(|province| text(&province["code"])).collect();
    assert_eq!(
        codes,
        [
            "ZA-EC", "ZA-FS", "ZA-GP", "ZA-KZN", "ZA-LP", "ZA-MP", "ZA-NC", "ZA-NW", "ZA-WC"
        ]
    );
    for province in &provinces {
        assert_eq!(
            app.anyone()
                .get(&format!("/v1/provinces/{}", text(&province["code"])))
                .expect(200),
            *province
        );
    }
}

fn an_unknown_province_is_not_found(app: &TestApp) {
    app.anyone().get("/v1/provinces/ZA-XX").refused(404, "not-found");
    app.anyone().get("/v1/provinces/%00").refused(404, "not-found");
}

fn codes(app: &TestApp, path: &str) -> Vec<String> {
    app.anyone()
        .get(path)
        .items()
        .iter()
        .map(|region| text(&region["code"]).to_owned())
        .collect()
}

fn the_regions_are_there(app: &TestApp) {
    let regions = codes(app, "/v1/regions");
    assert_eq!(regions.len(), 52);
    assert!(regions.is_sorted());
    let region = app.anyone().get("/v1/regions/DC38").expect(200);
    assert_eq!(
        region,
        json!({ "code": "DC38", "name": "Ngaka Modiri Molema", "province": "ZA-NW" })
    );
    assert!(app.anyone().get("/v1/regions").items().contains(&region));
}

fn regions_are_listed_by_province(app: &TestApp) {
    assert_eq!(
        codes(app, "/v1/regions?province=ZA-NW"),
        ["DC37", "DC38", "DC39", "DC40"]
    );
    let provinces = codes(app, "/v1/provinces");
    let each = provinces
        .iter()
        .map(|province| codes(app, &format!("/v1/regions?province={province}")).len());
    assert_eq!(each.sum::<usize>(), 52);
    assert_eq!(codes(app, "/v1/regions?province=ZA-XX"), Vec::<String>::new());
    for query in ["province=", "province=%00", "limit=1"] {
        app.anyone()
            .get(&format!("/v1/regions?{query}"))
            .refused(400, "invalid-query");
    }
}

fn an_unknown_region_is_not_found(app: &TestApp) {
    for code in ["DC99", "dc38", "%00"] {
        app.anyone()
            .get(&format!("/v1/regions/{code}"))
            .refused(404, "not-found");
    }
}
