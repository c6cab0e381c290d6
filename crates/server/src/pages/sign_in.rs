//! Signing in and out.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use house::Command;
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::Posted;
use super::shell::Shell;
use super::{PageError, is_local};
use crate::auth::{Caller, Token};
use crate::error::ApiError;
use crate::extract::Query;
use crate::routes::ask;
use crate::routes::sessions::{
    CallerAnew, Origin, by_secret, device_cookie, no_cookie, session_cookie,
};
use crate::state::App;

/// Where to go afterward, and which device this is: a console's bookmark names it.
#[derive(Deserialize)]
pub(crate) struct Next {
    next: Option<String>,
    device: Option<String>,
}

impl Next {
    fn path(&self) -> &str {
        self.next.as_deref().filter(|path| is_local(path)).unwrap_or("/")
    }
}

/// The form.
pub(crate) async fn page(caller: Caller, Query(next): Query<Next>) -> Markup {
    form(Some(&caller), &next, "", None)
}

fn form(caller: Option<&Caller>, next: &Next, person: &str, error: Option<&ApiError>) -> Markup {
    let main = html! {
        main id="main" class="message" {
            h2 { "Sign in" }
            @if let Some(error) = error { p class="form-error" role="alert" { (super::floor::first_upper(error.message())) } }
            form class="stacked" method="post" action="/sign-in" {
                input type="hidden" name="next" value=(next.path());
                @if let Some(device) = &next.device { input type="hidden" name="device" value=(device); }
                label for="person" { "Name" }
                input id="person" name="person" value=(person) autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus[person.is_empty()];
                label for="secret" { "Secret or PIN" }
                input id="secret" name="secret" type="password" autocomplete="current-password" required autofocus[!person.is_empty()];
                button class="btn first" { "Sign in" }
            }
            p class="muted" { "Players need no account at a practice table: take a seat as a guest." }
        }
    };
    Shell::new("Sign in").page(caller, &main)
}

/// What the form says.
#[derive(Deserialize)]
pub(crate) struct SignIn {
    person: String,
    secret: String,
    next: Option<String>,
    device: Option<String>,
}

/// Signs a person in and goes where they wanted to.
pub(crate) async fn sign_in(
    State(app): State<App>,
    caller: CallerAnew,
    axum::Form(SignIn { person, secret, next, device }): axum::Form<SignIn>,
) -> Result<Response, PageError> {
    let (token, next) = (Token::fresh()?, Next { next, device });
    let signed_in = match Origin::new(caller, next.device.as_deref()) {
        Ok(from) => by_secret(&app, &token, from, person.clone(), secret).await,
        Err(error) => Err(error),
    };
    let entered = match signed_in {
        Ok(entered) => entered,
        Err(error) => {
            let page = form(None, &next, &person, Some(&error));
            return Ok((error.status(), page).into_response());
        }
    };
    let snapshot = app.snapshot();
    let session = snapshot.machine.session(token.mark(), app.now());
    let until = session.ok_or_else(ApiError::no_session)?.started.until;
    let cookie = session_cookie(&app, &token, until)?;
    let mut response = Redirect::to(next.path()).into_response();
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response.headers_mut().append(header::SET_COOKIE, device_cookie(&entered.device)?);
    Ok(response)
}

/// Signs out and goes to the pit.
pub(crate) async fn sign_out(
    State(app): State<App>,
    posted: Posted,
) -> Result<Response, PageError> {
    let signed_in = posted.caller.signed_in.as_ref();
    // There is nothing of a visitor that could end.
    if let Some(signed_in) = signed_in.filter(|signed_in| signed_in.visitor.is_none()) {
        let session = &signed_in.session;
        let what =
            Command::EndSessions { person: session.person.clone(), session: Some(session.number) };
        ask(&app, session, &HeaderMap::new(), what).await?;
    }
    let mut response = Redirect::to("/").into_response();
    response.headers_mut().insert(header::SET_COOKIE, no_cookie()?);
    Ok(response)
}
