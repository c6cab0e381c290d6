//! Is it alive, is it ready, and how is it doing?

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(alive)).routes(routes!(ready)).routes(routes!(metrics))
}

/// The process is alive.
#[utoipa::path(get, path = "/healthz", tag = "health",
    responses((status = 200, content_type = "text/plain", body = String)))]
async fn alive() -> &'static str {
    "ok\n"
}

/// The store can be reached and written to, and the house has passed its self-check.
#[utoipa::path(get, path = "/readyz", tag = "health",
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 503, content_type = "text/plain", body = String)))]
async fn ready(State(app): State<App>) -> impl IntoResponse {
    match app.is_ready().await {
        Ok(()) if !app.snapshot().machine.keys().can_seal() => {
            let why = "not ready: there is no key to seal shuffles under\n";
            (StatusCode::SERVICE_UNAVAILABLE, why.to_owned())
        }
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n")),
    }
}

/// Counters for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "health",
    responses((status = 200, content_type = "text/plain", body = String)))]
async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let snapshot = app.snapshot();
    if let Some(anchors) = app.anchors.get() {
        app.metrics.anchored(snapshot.head.seq, &anchors.statuses());
    }
    let text = app.metrics.render(&snapshot, &app.kept(), app.secrets_hashed());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
