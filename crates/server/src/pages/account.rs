//! One's own account: a new secret, which asks for the old one, and where else one is signed in.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use house::{Command, Session, SessionNumber, rfc3339};
use maud::{Markup, html};
use wire::people::SecretIn;

use super::PageError;
use super::floor::{day_time, first_upper};
use super::forms::Posted;
use super::people::{secret_fields, secret_of};
use super::shell::Shell;
use crate::auth::{Caller, SignedIn};
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::routes::ask;
use crate::routes::people::change_secret;
use crate::state::App;

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/account", get(page))
        .route("/account/secret", post(secret))
        .route("/account/sessions/{session}/end", post(end))
}

/// What came of a form.
enum Came {
    Nothing,
    Done,
    Refused(ApiError),
}

/// One's own account.
async fn page(caller: Caller) -> Result<Response, PageError> {
    if caller.signed_in.is_none() {
        return Ok(Redirect::to("/sign-in?next=/account").into_response());
    }
    Ok(render(&caller, &Came::Nothing)?.into_response())
}

fn render(caller: &Caller, came: &Came) -> Result<Markup, ApiError> {
    let SignedIn { session, token, .. } = caller.must_be_signed_in()?;
    let house = &caller.snapshot.machine;
    let person = house.person(&session.person)?;
    let now = house::desk::now();
    let is_own = |it: &&Session| it.person == session.person && it.is_good_at(now);
    let mut sessions: Vec<&Session> = house.sessions().filter(is_own).collect();
    sessions.sort_by_key(|it| std::cmp::Reverse(it.since));
    let csrf = html! { input type="hidden" name="csrf" value=(token.csrf()); };
    let main = html! {
        main id="main" class="broad" {
            @match came {
                Came::Nothing => {}
                Came::Done => p class="blk" role="status" { "Your secret is changed, and your other sessions have ended." },
                Came::Refused(error) => p class="blk form-error" role="alert" { (first_upper(error.message())) },
            }
            section class="blk narrow" aria-labelledby="h-secret" {
                header { h2 id="h-secret" { "Your secret" } }
                @if person.is_guest { p class="muted" { "You play as a guest, without a secret." } }
                @else {
                    p { "Your other sessions end when you change it." }
                    form class="stacked" method="post" action="/account/secret" {
                        (csrf)
                        input type="text" name="username" value=(person.id) autocomplete="username" hidden;
                        label for="old" { "The secret or PIN you have now" }
                        input id="old" name="old" type="password" autocomplete="current-password" required;
                        (secret_fields("new"))
                        button class="btn first" { "Change my secret" }
                    }
                }
            }
            (signed_in(&sessions, session, &csrf))
        }
    };
    let shell = Shell {
        sub: html! { p { (person.name) ", " (person.role.word()) } },
        script: Some("floor"),
        ..Shell::new("Your account")
    };
    Ok(shell.page(Some(caller), &main))
}

fn signed_in(sessions: &[&Session], this: &Session, csrf: &Markup) -> Markup {
    html! {
        section class="blk" aria-labelledby="h-sessions" {
            header { h2 id="h-sessions" { "Where you are signed in" } }
            table class="tt people" {
                thead { tr { th scope="col" { "Since" } th scope="col" class="hide" { "Until" } th scope="col" { "From" } th scope="col" { span class="vh" { "End it" } } } }
                tbody {
                    @for session in sessions {
                        tr {
                            td { (day_time(&rfc3339(session.since))) }
                            td class="hide" { (day_time(&rfc3339(session.started.until))) }
                            td { (session.started.address) }
                            td class="go" {
                                @if session.number == this.number { "this one" }
                                @else {
                                    form method="post" action={ "/account/sessions/" (session.number) "/end" } {
                                        (csrf)
                                        button class="btn quiet" { "End" span class="vh" { " session " (session.number) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Changes one's own secret. A page that was left open does not do it: the old secret is asked for, and wrong ones
/// count as at signing in.
async fn secret(State(app): State<App>, posted: Posted) -> Result<Response, PageError> {
    let came = match changed(&app, &posted).await {
        Ok(()) => Came::Done,
        Err(error) => Came::Refused(error),
    };
    let mut caller = posted.caller.clone();
    caller.snapshot = app.snapshot();
    let page = render(&caller, &came)?;
    Ok(match &came {
        Came::Refused(error) => (error.status(), page).into_response(),
        Came::Nothing | Came::Done => page.into_response(),
    })
}

async fn changed(app: &App, posted: &Posted) -> Result<(), ApiError> {
    let secret = secret_of(posted)?;
    let person = posted.caller.must_be_signed_in()?.session.person.clone();
    let body = SecretIn { secret, old: Some(posted.field("old").to_owned()) };
    change_secret(app, &posted.caller, &posted.headers, person, body).await?;
    Ok(())
}

/// Ends another of one's own sessions.
async fn end(
    State(app): State<App>,
    Path(number): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let SignedIn { session, .. } = posted.caller.must_be_signed_in()?;
    let number = SessionNumber(named(&number)?);
    let is_it = |it: &Session| it.number == number && it.person == session.person;
    if !posted.caller.snapshot.machine.sessions().any(is_it) {
        return Err(ApiError::unknown(format!("there is no session {number}")).into());
    }
    let what = Command::EndSessions { person: session.person.clone(), session: Some(number) };
    ask(&app, session, &posted.headers, what).await?;
    Ok(Redirect::to("/account").into_response())
}
