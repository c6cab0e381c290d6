//! What the commands answer: games, rules, odds, strategies, settlements.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::library::games::GameList;
use wire::library::odds::OddsAnswer;
use wire::library::par::ParResults;
use wire::library::progressive::ProgressiveLife;
use wire::library::protect::ProtectAnswer;
use wire::library::rules::RulesAnswer;
use wire::library::settle::Settlement;
use wire::library::strategy::StrategyAnswer;

use crate::auth::Caller;
use crate::error::{ApiError, Refusals};
use crate::extract::{Path, Query};
use crate::labs::asker;
use crate::library::Question;
use crate::state::App;

pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(rules))
        .routes(routes!(odds))
        .routes(routes!(par))
        .routes(routes!(progressive))
        .routes(routes!(protect))
        .routes(routes!(strategy))
        .routes(routes!(settle))
}

/// A round file, as an example in the description.
const ROUND: &str =
    include_str!("../../../../docs/rounds/three-card-poker-exposed-card.round.toml");

/// Options as the command has them, in the order given.
type Options = Query<Vec<(String, String)>>;

async fn answer(app: &App, question: Question) -> Result<Json<Value>, ApiError> {
    let turns = match question {
        Question::Odds(_)
        | Question::Par(_)
        | Question::Progressive(_)
        | Question::Protect(_)
        | Question::Strategy(_) => &app.analyses,
        Question::Games | Question::Rules { .. } | Question::Settle(_) => &app.lookups,
    };
    let library = std::sync::Arc::clone(&app.library);
    Ok(Json(turns.run(move || library.answer(&question)).await??))
}

/// Every game with its editions and schedules, as `croupier games --json`.
#[utoipa::path(get, path = "/api/v1/games", tag = "library",
    responses((status = 200, body = GameList), Refusals))]
async fn games(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Games).await
}

/// The rules of a game, as `croupier rules GAME --json`; its options are query parameters.
#[utoipa::path(get, path = "/api/v1/rules/{game}", tag = "library", params(("game" = String, Path)),
    responses((status = 200, body = RulesAnswer), Refusals))]
async fn rules(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(options): Options,
) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Rules { game, options }).await
}

/// The exact odds, as `croupier odds --json`; `game` and the command's options are query parameters. With `pay=ROW=ODDS`,
/// which may be repeated, it is a what-if: one session or address has one at a time, 10 a second in the long run.
#[utoipa::path(get, path = "/api/v1/odds", tag = "library", params(("game" = Option<String>, Query)),
    responses((status = 200, body = OddsAnswer), Refusals))]
async fn odds(
    State(app): State<App>,
    caller: Result<Caller, ApiError>,
    headers: HeaderMap,
    Query(options): Options,
) -> Result<Json<Value>, ApiError> {
    let question = Question::Odds(options);
    if !question.is_what_if() {
        return answer(&app, question).await;
    }
    let asker = asker(&caller?, &headers);
    app.limits.lab(&asker.who)?;
    let library = std::sync::Arc::clone(&app.library);
    Ok(Json(app.labs.run(asker, move || library.answer(&question)).await??))
}

/// The par sheets, as `croupier par --json`; `game` and the command's options are query parameters.
#[utoipa::path(get, path = "/api/v1/par", tag = "library", params(("game" = String, Query)),
    responses((status = 200, body = ParResults), Refusals))]
async fn par(State(app): State<App>, Query(options): Options) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Par(options)).await
}

/// The life of a progressive, as `croupier progressive --json`; `game` and the command's options are query parameters.
#[utoipa::path(get, path = "/api/v1/progressive", tag = "library", params(("game" = String, Query)),
    responses((status = 200, body = ProgressiveLife), Refusals))]
async fn progressive(
    State(app): State<App>,
    Query(options): Options,
) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Progressive(options)).await
}

/// What hidden cards and counting are worth to a player, as `croupier protect --json`; `game` and the command's options
/// are query parameters.
#[utoipa::path(get, path = "/api/v1/protect", tag = "library", params(("game" = String, Query)),
    responses((status = 200, body = ProtectAnswer), Refusals))]
async fn protect(State(app): State<App>, Query(options): Options) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Protect(options)).await
}

/// The best strategy, as `croupier strategy --json`; `game` and the command's options are query parameters.
#[utoipa::path(get, path = "/api/v1/strategy", tag = "library", params(("game" = String, Query)),
    responses((status = 200, body = StrategyAnswer), Refusals))]
async fn strategy(
    State(app): State<App>,
    Query(options): Options,
) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Strategy(options)).await
}

/// Settles a round file, as `croupier settle --json`.
#[utoipa::path(post, path = "/api/v1/settle", tag = "library",
    request_body(content = String, content_type = "application/toml", example = json!(ROUND)),
    responses((status = 200, body = Settlement), Refusals))]
async fn settle(State(app): State<App>, body: axum::body::Bytes) -> Result<Json<Value>, ApiError> {
    let text = String::from_utf8(body.into())
        .map_err(|_| ApiError::malformed("a round file is UTF-8 text"))?;
    answer(&app, Question::Settle(text)).await
}
