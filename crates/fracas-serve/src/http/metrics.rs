//! How the server fares, for those who run it.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;

/// What is counted.
pub struct Metrics {
    began: Instant,
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 6],
    /// Orders that were kept.
    pub orders: AtomicU64,
}

impl Metrics {
    /// Nothing is counted yet.
    pub fn new() -> Self {
        Self { began: Instant::now(), answers: Default::default(), orders: AtomicU64::new(0) }
    }

    /// Counts an answer.
    pub fn count(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether all is well.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of fracas.
    fracas: &'static str,
}

/// Whether the server answers.
#[utoipa::path(get, path = "/healthz", tag = "server",
    responses((status = 200, body = Health)))]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok", fracas: fracas::VERSION })
}

/// Figures as Prometheus reads them.
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let mut text = String::new();
    let mut tell = |name: &str, kind: &str, help: &str, lines: &[(String, u64)]| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# HELP fracas_{name} {help}\n# TYPE fracas_{name} {kind}");
        for (labels, value) in lines {
            let _ = writeln!(text, "fracas_{name}{labels} {value}");
        }
    };
    let plain = |value: u64| vec![(String::new(), value)];
    let answers = app.metrics.answers.iter().enumerate().skip(1);
    let answers: Vec<(String, u64)> = answers
        .map(|(class, count)| (format!("{{status=\"{class}xx\"}}"), count.load(Ordering::Relaxed)))
        .collect();
    tell("answers_total", "counter", "Answers by status.", &answers);
    let orders = app.metrics.orders.load(Ordering::Relaxed);
    tell("orders_total", "counter", "Orders that were kept.", &plain(orders));
    let jobs = app.jobs.running() as u64;
    tell("jobs_running", "gauge", "Jobs under way.", &plain(jobs));
    let finished = app.jobs.finished().map(|(how, count)| (format!("{{state=\"{how}\"}}"), count));
    tell("jobs_finished_total", "counter", "Jobs that ended, by how they did.", &finished);
    let matches = app.matches.in_memory() as u64;
    tell("matches_in_memory", "gauge", "Matches in memory.", &plain(matches));
    let seconds = app.metrics.began.elapsed().as_secs();
    tell("uptime_seconds", "gauge", "Seconds since the start.", &plain(seconds));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
