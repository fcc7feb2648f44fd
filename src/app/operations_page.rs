//! The page on which programmers find an operation by a word of it: all of them by what they are about, each leading into the
//! manual.

use std::sync::LazyLock;

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use crate::accounts::caller::Anyone;
use crate::app::api;
use crate::federation;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Head, Page, Visit};
use crate::values::error::Error;
use crate::values::names;
use crate::web::assets::Asset;

/// The script of the page.
pub(crate) const ASSETS: &[Asset] = &[Asset::script("operations.js", include_str!("operations.js"))];

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(find_operations);
}

/// The words that are sought in an operation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindOperations {
    q: Option<names::Search>,
}

/// An operation of the document.
struct Operation {
    method: String,
    path: &'static str,
    summary: &'static str,
    /// The way to it in the manual.
    manual: String,
    /// All by which it is found, in small letters.
    words: String,
}

/// The operations about one sort of thing.
struct Chapter {
    name: &'static str,
    about: &'static str,
    operations: Vec<Operation>,
}

/// All operations, in the order of the document.
static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let document = api::openapi();
    let tags = document["tags"].as_array().into_iter().flatten();
    let chapters = tags.map(|tag| {
        let name = word(&tag["name"]);
        Chapter {
            name,
            about: word(&tag["description"]),
            operations: operations(document)
                .filter(|(tag, _)| *tag == name)
                .map(|(_, operation)| operation)
                .collect(),
        }
    });
    chapters.collect()
});

fn word(value: &'static Value) -> &'static str {
    value.as_str().unwrap_or_default()
}

/// The operations of the document, each with its tag.
fn operations(document: &'static Value) -> impl Iterator<Item = (&'static str, Operation)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| {
            let (tag, id) = (word(&operation["tags"][0]), word(&operation["operationId"]));
            let (summary, method) = (word(&operation["summary"]), method.to_uppercase());
            let words = format!("{method} {path} {summary} {tag} {id}").to_lowercase();
            let manual = format!("/docs/#/{tag}/{id}");
            (
                tag,
                Operation {
                    method,
                    path,
                    summary,
                    manual,
                    words,
                },
            )
        })
    })
}

/// All operations, or those in which each of the words stands. It needs no script; with one they are found while a word is typed.
#[get("/docs/operations")]
async fn find_operations(caller: Anyone, visit: Visit, Search(query): Search<FindOperations>) -> Result<Page, Error> {
    let today = caller.today();
    let settings = caller.read(move |c| federation::store::settings(c, today)).await?;
    let sought = query.q.map(String::from).unwrap_or_default();
    let head = Head {
        title: "For programs".to_owned(),
        description: "All that the service does for programs, found by a word.".to_owned(),
        more: html! { script src="/pages/operations.js" type="module" {} },
        words: Words::ENGLISH,
    };
    Ok(visit.page_with(&settings, &head, &found(&sought)))
}

fn found(sought: &str) -> Markup {
    let words: Vec<String> = sought.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let fits = |operation: &&Operation| words.iter().all(|word| operation.words.contains(word));
    let chapters = CHAPTERS.iter().map(|chapter| {
        let operations: Vec<&Operation> = chapter.operations.iter().filter(fits).collect();
        (chapter, operations)
    });
    let chapters: Vec<_> = chapters.filter(|(_, operations)| !operations.is_empty()).collect();
    html! {
        h1 { "For programs" }
        p {
            "All that people do here, their programs do as well. Each operation leads into "
            a href="/docs/" { "the manual" } ", which can send it; "
            a href="/openapi.json" { "the document" } " is made into clients of any language."
        }
        form.line action="/docs/operations" role="search" {
            label for="q" { "Words of an operation" }
            input #q name="q" type="search" maxlength="200" value=(sought) autocomplete="off";
            button { "Find" }
        }
        p #none role="status" hidden[!chapters.is_empty()] { "No operation has these words." }
        @for (chapter, operations) in chapters {
            section.chapter {
                h2 { (chapter.name) }
                p.quiet { (chapter.about) }
                ul.things {
                    @for operation in operations {
                        li data-words=(operation.words) {
                            a href=(operation.manual) { (operation.summary) } " "
                            code { (operation.method) " " (operation.path) }
                        }
                    }
                }
            }
        }
    }
}
