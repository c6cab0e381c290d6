//! The description of the interface: generated from the handlers and types, as `/openapi.json` and as a page.

use axum::routing::get;
use axum::{Json, Router};
use maud::{DOCTYPE, Markup, html};
use utoipa::openapi::path::{Operation, Parameter, PathItem};
use utoipa::openapi::{InfoBuilder, OpenApi, RefOr};
use utoipa::{PartialSchema as _, ToSchema as _};
use wire::error::ErrorBody;

use crate::state::App;

/// The description of every call.
pub fn openapi() -> OpenApi {
    finished(crate::calls().split_for_parts().1)
}

fn finished(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Croupier")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "South Dakota's casino table games by the book. JSON in snake_case, money as dollar strings, cards \
             like As, unseen cards ??, times in RFC 3339. Sign in with POST /api/v1/session; send the token as \
             Authorization: Bearer, or the cookie with the header X-CSRF-Token for changes.",
        ))
        .build();
    // Every refusal has the same body.
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert(ErrorBody::name().into_owned(), ErrorBody::schema());
    let mut parts = Vec::new();
    ErrorBody::schemas(&mut parts);
    schemas.extend(parts);
    document
}

pub(crate) fn router(document: OpenApi) -> Router<App> {
    let document = finished(document);
    let page = page(&document).into_string();
    Router::new()
        .route("/openapi.json", get(move || async move { Json(document) }))
        .route("/api", get(move || async move { axum::response::Html(page) }))
}

fn operations(item: &PathItem) -> Vec<(&'static str, &Operation)> {
    let all = [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
    all.into_iter().filter_map(|(method, it)| Some((method, it.as_ref()?))).collect()
}

fn parameter(parameter: &RefOr<Parameter>) -> Option<&Parameter> {
    match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    }
}

/// The calls as a page: nothing on it comes from another host.
fn page(document: &OpenApi) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Croupier: the interface" }
            }
            body {
                h1 { "Croupier" }
                p { (document.info.description.as_deref().unwrap_or_default()) }
                p { a href="/openapi.json" { "The same for programs (OpenAPI)" } }
                @for (path, item) in &document.paths.paths {
                    @for (method, operation) in operations(item) {
                        section {
                            h2 { code { (method) " " (path) } }
                            p { (operation.summary.as_deref().or(operation.description.as_deref()).unwrap_or_default()) }
                            @if let Some(parameters) = &operation.parameters {
                                ul {
                                    @for parameter in parameters.iter().filter_map(parameter) {
                                        li { code { (parameter.name) } " " (parameter.description.as_deref().unwrap_or_default()) }
                                    }
                                }
                            }
                            p { "Answers: " (operation.responses.responses.keys().map(String::as_str).collect::<Vec<_>>().join(", ")) }
                        }
                    }
                }
            }
        }
    }
}
