//! Spans of requests, sent by OTLP to a collector: over plain HTTP, since it stands beside the service; what goes further is
//! the collector's business. A span has what a line of the log has. Events are not sent: they are the log's.

use async_trait::async_trait;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// The variable that names the collector, and so switches this on.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

/// The service, as a collector lists it.
const NAME: &str = "federation-records";

/// The spans that wait to be sent; they go when this is dropped. The library keeps 2,048 of them and lets go of the rest.
pub(crate) struct Spans(SdkTracerProvider);

impl Drop for Spans {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last spans could not be sent");
        }
    }
}

type Sent<S> = Box<dyn Layer<S> + Send + Sync>;

/// A layer that sends spans to the collector that the environment names; none if it names none.
pub(crate) fn to_collector<S>() -> Result<Option<(Sent<S>, Spans)>, Box<dyn std::error::Error>>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let Some(endpoint) = std::env::var(ENDPOINT).ok().filter(|endpoint| !endpoint.is_empty()) else {
        return Ok(None);
    };
    if !endpoint.starts_with("http://") {
        return Err(format!("{ENDPOINT} is not an address of the form http://host:4318").into());
    }
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Client::new())
        .build()?;
    let name = std::env::var("OTEL_SERVICE_NAME").unwrap_or_else(|_| NAME.to_owned());
    let resource = Resource::builder()
        .with_service_name(name)
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource.build())
        .build();
    let tracer = provider.tracer(NAME);
    let own = filter_fn(|metadata| {
        metadata.is_span()
            && ["federation_records", "records_"]
                .iter()
                .any(|own| metadata.target().starts_with(own))
    });
    let layer = tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_filter(own);
    Ok(Some((layer.boxed(), Spans(provider))))
}

/// Sends a request and waits for the answer. The library calls it on a thread of its own.
#[derive(Debug)]
struct Client(ureq::Agent);

impl Client {
    fn new() -> Client {
        let seconds = std::time::Duration::from_secs;
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(seconds(10)));
        Client(agent.build().new_agent())
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let answer = self.0.run(Request::from_parts(head, body.to_vec()))?;
        let (head, mut body) = answer.into_parts();
        Ok(Response::from_parts(head, body.read_to_vec()?.into()))
    }
}
