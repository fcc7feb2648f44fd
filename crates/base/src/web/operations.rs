//! Operations as the document describes them: the paths that are served, the methods that each answers to, and what is asked of
//! a request by what the document says.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::Data;
use serde_json::Value;

use crate::operations::{Operation, Scope};
use crate::values::error::{Error, INVALID_QUERY, Problem};
use crate::values::validation::{ParameterError, ValueError};
use crate::web::body::{MOST_FAULTS, shortened};

/// Refuses a query that the operation has no parameters for. Those that have some read it as `Query`, just as
/// strictly.
pub fn refuse_stray_query(request: &HttpRequest) -> Result<(), Error> {
    if request.query_string().is_empty() {
        return Ok(());
    }
    let operations = request.app_data::<Data<Operations>>();
    let takes_query = operations.is_none_or(|operations| operations.takes_query(request));
    if takes_query {
        Ok(())
    } else {
        let names = form_urlencoded::parse(request.query_string().as_bytes()).take(MOST_FAULTS);
        let unknown = || ValueError::new("unknown-parameter", "The operation has no query parameters.");
        Err(Problem {
            parameters: names
                .map(|(name, _)| ParameterError::of(&shortened(&name), unknown()))
                .collect(),
            ..INVALID_QUERY.problem("The operation has no query parameters.")
        }
        .into())
    }
}

/// The paths that are served, as the document describes them.
pub struct Operations(BTreeMap<String, BTreeMap<String, Described>>);

/// An operation, as far as requests are judged by what the document says of it.
struct Described {
    /// None of what is served beside the operations.
    operation: Option<Operation>,
    /// The operation in words.
    summary: String,
    takes_query: bool,
}

impl Operations {
    /// Reads the document.
    pub fn of(document: &Value) -> Operations {
        let takes_query = |operation: &Value| {
            let parameters = operation["parameters"].as_array();
            parameters.is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "query"))
        };
        let methods = |item: &Value| {
            let operations = item.as_object().into_iter().flatten();
            operations
                .map(|(method, operation)| {
                    let described = Described {
                        operation: operation["operationId"].as_str().and_then(Operation::of_name),
                        summary: operation["summary"].as_str().unwrap_or_default().to_owned(),
                        takes_query: takes_query(operation),
                    };
                    (method.to_ascii_uppercase(), described)
                })
                .collect()
        };
        let paths = document["paths"].as_object().into_iter().flatten();
        let read = || Described {
            operation: None,
            summary: String::new(),
            takes_query: true,
        };
        let own = |path: &str| (path.to_owned(), BTreeMap::from([("GET".to_owned(), read())]));
        // The document and its page are served beside the operations.
        let beside = ["/openapi.json", "/docs/{file:.*}"].map(own);
        Operations(
            paths
                .map(|(path, item)| (path.clone(), methods(item)))
                .chain(beside)
                .collect(),
        )
    }

    /// The methods that a path of that pattern answers to, as `Allow` lists them; none if there is no such path.
    pub fn methods(&self, pattern: &str) -> Option<String> {
        let mut methods: Vec<&str> = self.0.get(pattern)?.keys().map(String::as_str).collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        methods.sort_unstable();
        Some(methods.join(", "))
    }

    /// The methods that a path without parameters answers to, if this is one and that method is not among them.
    pub fn others(&self, path: &str, method: &Method) -> Option<String> {
        let methods = self.0.get(path)?;
        (!methods.contains_key(method.as_str())).then(|| self.methods(path))?
    }

    /// The scope that a program needs for the request; none if no operation is asked for, or one that is for people alone.
    pub fn scope(&self, request: &HttpRequest) -> Option<Scope> {
        self.operation(request)?.scope()
    }

    /// The operation in words that a request of that method and path asks for; none if it is a page's.
    pub fn in_words(&self, method: &str, path: &str) -> Option<&str> {
        let path = path.split('?').next().unwrap_or_default();
        let mut fitting = self.0.iter().filter(|(pattern, _)| fits(pattern, path));
        let operation = fitting.find_map(|(_, methods)| methods.get(method))?;
        Some(operation.summary.as_str())
    }

    /// The operation that is asked for; none if it is a page's.
    pub fn operation(&self, request: &HttpRequest) -> Option<Operation> {
        self.of_request(request)?.operation
    }

    fn takes_query(&self, request: &HttpRequest) -> bool {
        self.of_request(request).is_none_or(|operation| operation.takes_query)
    }

    fn of_request(&self, request: &HttpRequest) -> Option<&Described> {
        let pattern = as_documented(&request.match_pattern()?);
        self.0.get(&pattern)?.get(request.method().as_str())
    }
}

/// The path as the router reads it, which is what decides for whom and how a request is served: the path of the address may be
/// spelled otherwise.
pub fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().as_str()
}

/// Whether a path spells a character that needs no spelling, as `%76` for `v`. Such a path is the same as another one (RFC 3986,
/// 6.2.2.2), which everything else that reads it would take for a third.
pub fn is_misspelled(path: &str) -> bool {
    let mut spelled = path
        .split('%')
        .skip(1)
        .filter_map(|rest| u8::from_str_radix(rest.get(..2)?, 16).ok());
    spelled.any(|c| c.is_ascii_alphanumeric() || b"-._~".contains(&c))
}

/// Whether a path is of that pattern.
fn fits(pattern: &str, path: &str) -> bool {
    let segments = || pattern.split('/').zip(path.split('/'));
    pattern.split('/').count() == path.split('/').count()
        && segments().all(|(expected, segment)| expected.starts_with('{') || expected == segment)
}

/// A path of the router as the document writes it: without the mark of a parameter that may have several segments.
pub fn as_documented(pattern: &str) -> String {
    pattern.replace(":.+}", "}")
}
