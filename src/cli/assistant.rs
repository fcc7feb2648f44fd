//! `mcp`: the operations of a service as tools of an assistant, by the [Model Context Protocol](https://modelcontextprotocol.io)
//! over standard input and output.
//!
//! Each operation of the document that answers JSON is a tool, with the parameters and the words that it has there. A call is
//! a request to the service, with the token that was given, so an assistant may do what the token's owner may and no more.
//! Only what reads is offered, unless somebody asks for all.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer, ServiceExt};
use rmcp::transport::stdio;
use serde_json::{Map, Value, json};
use ureq::Agent;
use ureq::http::{Method, Request};

use crate::app::api;
use crate::cli::CommandOutcome;

/// The bytes of the longest answer that is read.
const LONGEST: u64 = 4 << 20;

/// The time for an answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Headers that a tool is not asked for: an assistant keeps nothing that it could ask about again.
const UNASKED: [&str; 2] = ["If-None-Match", "last-event-id"];

#[derive(Args)]
pub(crate) struct Assistant {
    /// The address of the service
    #[arg(long, env = "RECORDS_URL", default_value = "http://127.0.0.1:8080")]
    url: String,

    /// A token of whoever the assistant works for, such as a personal token; without one it reads what everyone may
    #[arg(long, env = "RECORDS_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// Offer the operations that write, too
    #[arg(long)]
    writes: bool,
}

/// Answers an assistant until it hangs up.
pub(crate) async fn answer(asked: Assistant) -> CommandOutcome {
    let tools = tools(api::openapi(), asked.writes);
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .new_agent();
    let service = Service {
        url: asked.url.trim_end_matches('/').to_owned(),
        token: asked.token,
        agent,
    };
    let offered = Offered {
        tools: Arc::new(tools),
        service: Arc::new(service),
    };
    offered.serve(stdio()).await?.waiting().await?;
    Ok(std::process::ExitCode::SUCCESS)
}

/// An operation as a tool: how it is described, and how it is asked for.
struct Operation {
    tool: Tool,
    method: Method,
    path: String,
    /// The parameters by name, with the part of a request in which each is sent.
    parameters: BTreeMap<String, String>,
    /// The media type of the body, if there is one.
    media_type: Option<String>,
}

/// The operations of the document that answer JSON, by name; those that write only if they are wanted.
fn tools(document: &Value, writes: bool) -> BTreeMap<String, Operation> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths
        .filter(|(path, _)| path.starts_with("/v1/"))
        .flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |one| (path, one)));
    operations
        .filter_map(|(path, (method, operation))| {
            let method: Method = method.to_uppercase().parse().ok()?;
            let is_offered = answers_json(operation) && (writes || method == Method::GET);
            let tool = is_offered.then(|| Operation::of(document, path, method, operation))??;
            Some((tool.tool.name.to_string(), tool))
        })
        .collect()
}

fn answers_json(operation: &Value) -> bool {
    let answers = operation["responses"].as_object().into_iter().flatten();
    let mut good = answers.filter(|(status, _)| status.starts_with('2'));
    good.any(|(_, answer)| answer["content"].get("application/json").is_some())
}

impl Operation {
    /// None where its body is no JSON.
    fn of(document: &Value, path: &str, method: Method, operation: &Value) -> Option<Operation> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let mut parameters = BTreeMap::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let (name, place) = (parameter["name"].as_str()?, parameter["in"].as_str()?);
            if UNASKED.contains(&name) {
                continue;
            }
            let mut schema = parameter["schema"].clone();
            schema["description"] = parameter["description"].clone();
            properties.insert(name.to_owned(), schema);
            parameters.insert(name.to_owned(), place.to_owned());
            if parameter["required"] == true {
                required.push(name);
            }
        }
        let content = operation["requestBody"]["content"].as_object();
        let body = content.map(|content| content.iter().find(|(kind, _)| kind.ends_with("json")));
        let media_type = match body {
            Some(Some((kind, body))) => {
                properties.insert("body".to_owned(), body["schema"].clone());
                if operation["requestBody"]["required"] == true {
                    required.push("body");
                }
                Some(kind.clone())
            }
            Some(None) => return None,
            None => None,
        };
        let mut schema = json!({ "type": "object", "properties": properties, "required": required });
        let mut definitions = Map::new();
        bring_definitions(&mut schema, document, &mut definitions);
        schema["additionalProperties"] = false.into();
        if !definitions.is_empty() {
            schema["$defs"] = definitions.into();
        }
        let Value::Object(schema) = schema else { return None };
        let about = operation["description"].as_str().unwrap_or_default();
        let tool = Tool::new(operation["operationId"].as_str()?.to_owned(), about.to_owned(), schema)
            .with_title(operation["summary"].as_str().unwrap_or_default())
            .with_annotations(ToolAnnotations::new().read_only(method == Method::GET));
        Some(Operation {
            tool,
            method,
            path: path.to_owned(),
            parameters,
            media_type,
        })
    }

    /// The request by which it is asked for with those arguments; the name of an argument that it does not have, or that
    /// cannot be sent.
    fn request(&self, service: &Service, arguments: &JsonObject) -> Result<Request<Vec<u8>>, String> {
        let (mut path, mut query) = (self.path.clone(), form_urlencoded::Serializer::new(String::new()));
        let mut request = Request::builder()
            .method(self.method.clone())
            .header("accept", "application/json");
        if let Some(token) = &service.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut body = Vec::new();
        for (name, value) in arguments {
            let place = self.parameters.get(name).map(String::as_str);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match place {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &segment(&text)),
                Some("query") => {
                    query.append_pair(name, &text);
                }
                Some(_) => request = request.header(name, text),
                None if name == "body" && self.media_type.is_some() => body = text.into_bytes(),
                None => return Err(format!("There is no parameter {name}.")),
            }
        }
        if path.contains('{') {
            return Err(format!("A parameter of {path} is missing."));
        }
        if let Some(media_type) = &self.media_type {
            request = request.header("content-type", media_type);
        }
        let query = query.finish();
        let mark = if query.is_empty() { "" } else { "?" };
        let request = request.uri(format!("{}{path}{mark}{query}", service.url));
        request.body(body).map_err(|error| error.to_string())
    }
}

/// The text as one segment of a path.
fn segment(text: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    encoded.replace('+', "%20")
}

/// Makes a schema stand alone: the parts of the document that it names come with it.
fn bring_definitions(schema: &mut Value, document: &Value, definitions: &mut Map<String, Value>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
                *reference = format!("#/$defs/{name}");
                if !definitions.contains_key(&name) {
                    let mut named = document["components"]["schemas"][&name].clone();
                    // It may name itself.
                    definitions.insert(name.clone(), Value::Null);
                    bring_definitions(&mut named, document, definitions);
                    definitions.insert(name, named);
                }
            }
            fields
                .values_mut()
                .for_each(|field| bring_definitions(field, document, definitions));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| bring_definitions(item, document, definitions)),
        _ => {}
    }
}

/// The service that does the work.
struct Service {
    url: String,
    token: Option<String>,
    agent: Agent,
}

impl Service {
    /// The answer to a request, good or not; a sentence where there is none.
    fn ask(&self, request: Request<Vec<u8>>) -> Result<CallToolResult, String> {
        let answer = self
            .agent
            .run(request)
            .map_err(|error| format!("The service does not answer: {error}."))?;
        let is_good = answer.status().is_success();
        let mut text = String::new();
        let read = answer
            .into_body()
            .into_reader()
            .take(LONGEST + 1)
            .read_to_string(&mut text);
        read.map_err(|error| format!("The answer breaks off: {error}."))?;
        if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST) {
            return Err("The answer is too long. Ask for less at a time.".to_owned());
        }
        let answer: Value = serde_json::from_str(&text).map_err(|_| "The answer is no JSON.".to_owned())?;
        Ok(if is_good {
            CallToolResult::structured(answer)
        } else {
            CallToolResult::structured_error(answer)
        })
    }
}

/// The tools that are offered, and the service behind them.
#[derive(Clone)]
struct Offered {
    tools: Arc<BTreeMap<String, Operation>>,
    service: Arc<Service>,
}

impl ServerHandler for Offered {
    fn get_info(&self) -> ServerConfig {
        let about = "The records of a Morabaraba federation: its clubs, players, umpires, tournaments, games, rankings and colours. \
                     Lists come in pages; send `next_cursor` back as `cursor`. Names of minors are initials unless a guardian has consented.";
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))
            .with_instructions(about)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.values().map(|operation| operation.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (tools, service) = (Arc::clone(&self.tools), Arc::clone(&self.service));
        let answered = tokio::task::spawn_blocking(move || {
            let operation = tools
                .get(asked.name.as_ref())
                .ok_or_else(|| format!("There is no tool {}.", asked.name))?;
            service.ask(operation.request(&service, &asked.arguments.unwrap_or_default())?)
        });
        let answer = answered
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        // Refusals are for the assistant to read, which may then ask otherwise.
        let answer = answer.unwrap_or_else(|told| CallToolResult::structured_error(json!({ "detail": told })));
        Ok(answer.into())
    }
}
