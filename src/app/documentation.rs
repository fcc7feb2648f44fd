//! The OpenAPI document, and the page that shows it. They are served beside the operations.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use actix_web::guard::Get;
use actix_web::web::{self, Path, ServiceConfig};
use utoipa_swagger_ui::Config;

use crate::app::{api, operations_page};
use crate::values::error::{Error, NOT_FOUND};
use crate::web::assets::StaticFile;

/// The files of the page; the library has others, for which it does not ask.
const FILES: [&str; 8] = [
    "favicon-16x16.png",
    "favicon-32x32.png",
    "index.css",
    "index.html",
    "swagger-initializer.js",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-ui.css",
];

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(web::redirect("/docs", "/docs/operations"))
        .configure(operations_page::configure)
        .service(web::resource("/openapi.json").guard(Get()).to(read_document))
        .service(web::resource("/docs/{file:.*}").guard(Get()).to(read_page));
}

async fn read_document() -> &'static StaticFile {
    static FILE: LazyLock<StaticFile> =
        LazyLock::new(|| StaticFile::new("application/json", api::openapi().to_string()));
    &FILE
}

async fn read_page(file: Path<String>) -> Result<&'static StaticFile, Error> {
    static PAGE: LazyLock<BTreeMap<&str, StaticFile>> = LazyLock::new(files);
    let name = if file.is_empty() { "index.html" } else { file.as_str() };
    let file = PAGE.get(name);
    Ok(file.ok_or_else(|| NOT_FOUND.problem("The documentation has no such file."))?)
}

fn files() -> BTreeMap<&'static str, StaticFile> {
    // All operations and all shapes laid out at once would take a browser seconds.
    let config = Config::new(["/openapi.json"]).deep_linking(true).doc_expansion("none");
    let config = Arc::new(config.default_models_expand_depth(-1));
    let read = |name| {
        let file = utoipa_swagger_ui::serve(name, Arc::clone(&config)).ok()??;
        Some((name, StaticFile::new(file.content_type, file.bytes.into_owned())))
    };
    FILES.into_iter().filter_map(read).collect()
}
