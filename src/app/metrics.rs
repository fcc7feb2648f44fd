//! `/metrics`: what the service tells those who watch over it, at an address of its own, so that nobody else can ask.

use std::net::TcpListener;

use actix_web::dev::Server;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};

use crate::app::api;
use crate::app::process::Process;
use crate::app::server::Service;
use crate::db::Database;
use crate::db::replica::ReplicaState;
use crate::imports;
use crate::values::error::Error;
use crate::web::metrics::RequestMetrics;

/// The text form of `OpenMetrics`, which Prometheus asks for.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The most connections of those who ask: a scraper or two, and a person.
const CONNECTIONS: usize = 16;

/// The figures of a service.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    database: Database,
}

impl Service {
    /// Counts what is answered from now on; the figures are told where they are served.
    pub fn measure(&mut self) -> Metrics {
        let requests = Data::new(RequestMetrics::of(api::openapi()));
        let mut registry = Registry::with_prefix("records");
        requests.register(&mut registry);
        self.database.register(&mut registry);
        registry.register_collector(Box::new(self.connections.clone()));
        registry.register_collector(Box::new(self.room.clone()));
        registry.register_collector(Box::new(Build(self.database.kind())));
        self.metrics = Some(requests);
        Metrics {
            registry,
            database: self.database.clone(),
        }
    }
}

impl Metrics {
    /// Answers `GET /metrics` at the listener, and nothing else.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn serve(self, listener: TcpListener) -> std::io::Result<Server> {
        let metrics = Data::new(self);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(metrics.clone())
                .service(web::resource("/metrics").get(read_metrics))
        })
        .workers(1)
        .max_connections(CONNECTIONS)
        .shutdown_timeout(1)
        .disable_signals()
        .listen(listener)?;
        Ok(server.run())
    }

    async fn text(&self) -> Result<String, Error> {
        let mut told = String::new();
        let written = text::encode_registry(&mut told, &self.registry).and_then(|()| {
            let mut process = Registry::default();
            process.register_collector(Box::new(Process::now()));
            text::encode_registry(&mut told, &process)
        });
        // A database that is busy or out of reach is told by its own figures; its jobs are unknown then.
        if let Ok(waiting) = self.database.read(imports::store::count_all_waiting).await {
            let jobs = Jobs(waiting);
            let mut registry = Registry::with_prefix("records");
            registry.register_collector(Box::new(jobs));
            text::encode_registry(&mut told, &registry).map_err(|error| Error::Internal(error.to_string()))?;
        }
        if let Some(state) = self.database.replica_state().await {
            let mut registry = Registry::with_prefix("records");
            registry.register_collector(Box::new(Replica(state)));
            text::encode_registry(&mut told, &registry).map_err(|error| Error::Internal(error.to_string()))?;
        }
        let written = written.and_then(|()| text::encode_eof(&mut told));
        written.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(told)
    }
}

async fn read_metrics(metrics: Data<Metrics>) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, TEXT))
        .body(metrics.text().await?))
}

/// The program, on which kind of database.
#[derive(Debug)]
struct Build(&'static str);

impl Collector for Build {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let help = "The version of the program, and the kind of database";
        let mut metric = encoder.encode_descriptor("build_info", help, None, MetricType::Gauge)?;
        let labels = [("version", env!("CARGO_PKG_VERSION")), ("database", self.0)];
        ConstGauge::new(1).encode(metric.encode_family(&labels)?)
    }
}

/// The jobs that wait or are being done.
#[derive(Debug)]
struct Jobs(usize);

impl Collector for Jobs {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let help = "Imports that wait or are being done";
        let metric = encoder.encode_descriptor("jobs_waiting", help, None, MetricType::Gauge)?;
        ConstGauge::new(self.0).encode(metric)
    }
}

/// The replica from which strangers are read for.
#[derive(Debug)]
struct Replica(ReplicaState);

impl Collector for Replica {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let help = "Whether strangers are read for from the replica, or from the server itself";
        let metric = encoder.encode_descriptor("replica_is_read", help, None, MetricType::Gauge)?;
        ConstGauge::new(i64::from(self.0.is_read)).encode(metric)?;
        // One that cannot be asked has no lag that is known.
        let Some(lag) = self.0.lag else { return Ok(()) };
        let help = "The time since which the replica lacks something";
        let unit = Some(&Unit::Seconds);
        let metric = encoder.encode_descriptor("replica_lag", help, unit, MetricType::Gauge)?;
        ConstGauge::new(lag.as_seconds_f64()).encode(metric)
    }
}

/// The figures by which every program is known to Prometheus.
impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let gauges = [
            ("process_resident_memory_bytes", "Memory in use", self.memory),
            (
                "process_open_fds",
                "File descriptors that are open",
                self.file_descriptors,
            ),
            (
                "process_max_fds",
                "File descriptors that may be open",
                self.most_file_descriptors,
            ),
            ("process_threads", "Threads", self.threads),
        ];
        for (name, help, figure) in gauges {
            let Some(figure) = figure else { continue };
            let metric = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            ConstGauge::new(figure).encode(metric)?;
        }
        if let Some(seconds) = self.cpu_seconds {
            let help = "Time at work on a core";
            let unit = Some(&Unit::Seconds);
            let metric = encoder.encode_descriptor("process_cpu", help, unit, MetricType::Counter)?;
            ConstCounter::new(seconds).encode(metric)?;
        }
        Ok(())
    }
}
