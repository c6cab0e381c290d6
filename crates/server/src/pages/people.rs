//! People and their sessions: who works here, who is signed in where.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use house::{
    Command, House, LockedPlace, Person, PersonId, Right, Role, Session, SessionNumber, rfc3339,
};
use maud::{Markup, html};
use wire::people::{PersonIn, SecretIn};

use super::PageError;
use super::floor::{day_time, dialog, first_upper, name_of, reason_field};
use super::forms::Posted;
use super::shell::Shell;
use crate::auth::{Caller, SignedIn};
use crate::error::ApiError;
use crate::extract::{Path, named};
use crate::routes::ask;
use crate::routes::people::{add_as, change_secret};
use crate::routes::sessions::ends;
use crate::state::App;

const ROLES: [(Role, &str); 4] = [
    (Role::Dealer, "Dealer: runs tables"),
    (Role::Supervisor, "Supervisor: verifies, opens, approves"),
    (Role::Auditor, "Auditor: reads everything that is over"),
    (Role::Player, "Player: has an account"),
];

/// The pages of this kind.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/people", get(page).post(add))
        .route("/people/{person}/secret", post(secret))
        .route("/people/{person}/retire", post(retire))
        .route("/people/{person}/unlock", post(unlock))
        .route("/sessions/{session}/end", post(end))
}

/// The people of the house, as a supervisor or an auditor sees them.
struct People<'h> {
    house: &'h House,
    viewer: &'h PersonId,
    csrf: &'h str,
}

/// Who works here.
async fn page(caller: Caller) -> Result<Response, PageError> {
    caller.must_have(Right::SeePeople)?;
    Ok(render(&caller, &Came::default()).into_response())
}

/// What came of a form, and what it said.
#[derive(Default)]
struct Came {
    done: String,
    error: Option<ApiError>,
    person: String,
    name: String,
}

fn render(caller: &Caller, came: &Came) -> Markup {
    let snapshot = Arc::clone(&caller.snapshot);
    let Some(SignedIn { session, token, .. }) = &caller.signed_in else { return html! {} };
    let csrf = token.csrf();
    let people = People { house: &snapshot.machine, viewer: &session.person, csrf: &csrf };
    let main = html! {
        main id="main" class="broad" {
            @if let Some(error) = &came.error { p class="blk form-error" role="alert" { (first_upper(error.message())) } }
            @if !came.done.is_empty() { p class="blk" role="status" { (came.done) } }
            (people.list())
            (people.sessions())
            @if people.acts() { (people.add_form(came)) }
        }
    };
    let shell = Shell {
        sub: html! { p { "who works here, and who is signed in" } },
        nav: html! { a class="btn quiet wide-only" href="/floor" { "The floor" } a class="btn quiet wide-only" href="/audit" { "Search the chain" } },
        script: Some("floor"),
        ..Shell::new("People")
    };
    shell.page(Some(caller), &main)
}

impl People<'_> {
    fn acts(&self) -> bool {
        self.house.may(self.viewer, Right::Supervise)
    }

    fn csrf_field(&self) -> Markup {
        html! { input type="hidden" name="csrf" value=(self.csrf); }
    }

    fn list(&self) -> Markup {
        let people: Vec<&Person> = self.house.people().filter(|person| !person.is_guest).collect();
        let guests = self.house.people().filter(|person| person.is_guest).count();
        html! {
            section class="blk" aria-labelledby="h-people" {
                header { h2 id="h-people" { "People" } span class="muted" { (people.len()) " with an account, " (guests) " guests" } @if self.acts() { a class="btn first" href="#add" { "Add a person" } } }
                div class="scroll" role="region" tabindex="0" aria-labelledby="h-people" { table class="tt people" {
                    thead { tr { th scope="col" { "Name" } th scope="col" class="hide" { "Signs in as" } th scope="col" { "Role" } th scope="col" { "Standing" } th scope="col" { span class="vh" { "Change" } } } }
                    tbody { @for person in &people { (self.person(person)) } }
                } }
                @for person in &people { (self.dialogs(person)) }
            }
        }
    }

    /// Whether the viewer may change this person's secret.
    fn may_change_secret(&self, person: &Person) -> bool {
        self.house.may_give_secret(self.viewer, person)
    }

    fn person(&self, person: &Person) -> Markup {
        let id = &person.id;
        let locks = self.house.locks_of(&person.id, house::desk::now());
        let opens = |what: &str, text: &str| {
            html! { a role="button" href={ "#" (what) "-" (id) } data-opens={ (what) "-" (id) } { (text) } " " }
        };
        html! {
            tr {
                td { b { (person.shown_name()) } @if *id == *self.viewer { " (you)" } }
                td class="hide" { code { (id) } }
                td { (person.role.word()) }
                td {
                    @if person.is_retired { span class="muted" { "retired" } }
                    @else if locks.is_empty() { "active" }
                    @else { @for lock in &locks { p class="lose" { (lock_words(&lock.place)) " until " (day_time(&rfc3339(lock.until))) } } }
                }
                td class="go" {
                    @if self.may_change_secret(person) { (opens("secret", "secret")) }
                    @if self.acts() && !locks.is_empty() { (opens("unlock", "unlock")) }
                    @if self.acts() && !person.is_retired && *id != *self.viewer { (opens("retire", "retire")) }
                }
            }
        }
    }

    fn dialogs(&self, person: &Person) -> Markup {
        let id = person.id.as_str();
        let (secret, retire, unlock) =
            (format!("secret-{id}"), format!("retire-{id}"), format!("unlock-{id}"));
        let is_locked = !self.house.locks_of(&person.id, house::desk::now()).is_empty();
        html! {
            @if self.may_change_secret(person) {
                (dialog(&secret, &format!("New secret for {}", person.name), html! {
                    p { "All their other sessions end." }
                    form class="stacked" method="post" action={ "/people/" (id) "/secret" } {
                        (self.csrf_field())
                        input type="text" name="username" value=(id) autocomplete="username" hidden;
                        @if person.id == *self.viewer {
                            label for={ (secret) "-old" } { "The secret or PIN you have now" }
                            input id={ (secret) "-old" } name="old" type="password" autocomplete="current-password" required;
                        } @else if self.house.reset_takes_two(self.viewer, &person.id) {
                            p class="says" { "This becomes a proposal that another supervisor approves." }
                        }
                        (secret_fields(&secret))
                        button class="btn first" { "Change the secret" }
                    }
                }))
            }
            @if self.acts() && !person.is_retired && person.id != *self.viewer {
                (self.reason_dialog(&retire, &format!("Retire {}", person.name), "Their sessions end, and they cannot sign in any more. What they did stays under their name.", id, "retire"))
            }
            @if self.acts() && is_locked {
                (self.reason_dialog(&unlock, &format!("Unlock {}", person.name), "Forgets the wrong secrets that were given for this name, at its addresses too. An address that gave too many for other names stays blocked.", id, "unlock"))
            }
        }
    }

    fn reason_dialog(&self, id: &str, title: &str, text: &str, person: &str, verb: &str) -> Markup {
        let call = format!("/api/v1/people/{person}/{verb}");
        dialog(
            id,
            title,
            html! {
                p { (text) }
                form class="stacked" method="post" action={ "/people/" (person) "/" (verb) } data-act="" data-call=(call) data-reload="" {
                    (self.csrf_field())
                    (reason_field(id, "Why?"))
                    button class="btn first" { (title) }
                }
            },
        )
    }

    fn sessions(&self) -> Markup {
        let now = house::desk::now();
        let mut sessions: Vec<&Session> =
            self.house.sessions().filter(|session| session.is_good_at(now)).collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.since));
        let is_guest =
            |person: &PersonId| self.house.person(person).is_ok_and(|known| known.is_guest);
        let (guests, staff): (Vec<_>, Vec<_>) =
            sessions.into_iter().partition(|session| is_guest(&session.person));
        html! {
            section class="blk" aria-labelledby="h-sessions" {
                header { h2 id="h-sessions" { "Signed in" } span class="muted" { (staff.len()) " with an account, " (guests.len()) " guests" } }
                div class="scroll" role="region" tabindex="0" aria-labelledby="h-sessions" { table class="tt people" {
                    thead { tr { th scope="col" { "Who" } th scope="col" { "Since" } th scope="col" class="hide" { "Until" } th scope="col" { "From" } th scope="col" { span class="vh" { "End it" } } } }
                    tbody { @for session in staff { (self.session(session)) } }
                } }
            }
        }
    }

    fn session(&self, session: &Session) -> Markup {
        let number = session.number;
        let ends =
            Command::EndSessions { person: session.person.clone(), session: Some(session.number) };
        let may_end = self.house.may_ask(self.viewer, &ends).is_ok();
        html! {
            tr {
                td { b { (name_of(self.house, &session.person)) } " " span class="muted" { "session " (number) } }
                td { (day_time(&rfc3339(session.since))) }
                td class="hide" { (day_time(&rfc3339(session.started.until))) }
                td { (session.started.address) }
                td class="go" {
                    @if may_end {
                        form method="post" action={ "/sessions/" (number) "/end" } data-act="" data-call={ "/api/v1/sessions/" (number) } data-method="DELETE" data-reload="" {
                            (self.csrf_field())
                            button class="btn quiet" aria-label={ "End session " (number) " of " (name_of(self.house, &session.person)) } { "End" }
                        }
                    }
                }
            }
        }
    }

    fn add_form(&self, came: &Came) -> Markup {
        let takes_two = self.house.is_proposed(Role::Supervisor);
        html! {
            section class="blk narrow" id="add" aria-labelledby="h-add" {
                header { h2 id="h-add" { "Add a person" } }
                form class="stacked" method="post" action="/people" {
                    (self.csrf_field())
                    label for="person" { "Signs in as: letters, digits, hyphens" }
                    input id="person" name="person" value=(came.person) autocapitalize="none" autocomplete="off" spellcheck="false" required;
                    label for="name" { "Name that others see" }
                    input id="name" name="name" value=(came.name) autocomplete="off" required;
                    label for="role" { "Role" }
                    select id="role" name="role" { @for (role, text) in ROLES { option value=(role.word()) { (text) } } }
                    @if takes_two { p class="says" { "A supervisor is added by two: this becomes a proposal that another supervisor approves." } }
                    (secret_fields("add"))
                    button class="btn first" { "Add" }
                }
            }
        }
    }
}

/// Where someone is locked, in words.
fn lock_words(place: &LockedPlace) -> String {
    match place {
        LockedPlace::EveryAddress => "locked at every address".to_owned(),
        LockedPlace::Address(address) => format!("locked at {address}"),
        LockedPlace::BlockedAddress(address) => format!("address {address} blocked"),
        LockedPlace::KnownDevice => "locked on a known device".to_owned(),
        LockedPlace::Here => "locked on the house's machine".to_owned(),
    }
}

/// A secret, twice.
pub(super) fn secret_fields(id: &str) -> Markup {
    html! {
        label for={ (id) "-secret" } { "Secret or PIN" }
        input id={ (id) "-secret" } name="secret" type="password" autocomplete="new-password" required;
        label for={ (id) "-again" } { "The same again" }
        input id={ (id) "-again" } name="again" type="password" autocomplete="new-password" required;
    }
}

/// The secret of a form, if it was typed the same way twice.
pub(super) fn secret_of(posted: &Posted) -> Result<String, ApiError> {
    let (secret, again) = (posted.field("secret"), posted.field("again"));
    match secret == again {
        true => Ok(secret.to_owned()),
        false => {
            Err(ApiError::refused("secrets-differ", "The two secrets differ: type the same twice."))
        }
    }
}

/// The page again, with what came of it. Who may not see the people is not shown them.
fn again(
    app: &App,
    posted: Posted,
    result: Result<String, ApiError>,
) -> Result<Response, PageError> {
    if !posted.caller.may(Right::SeePeople) {
        return Ok(result.map(|_| Redirect::to("/account").into_response())?);
    }
    let mut caller = posted.caller.clone();
    caller.snapshot = app.snapshot();
    Ok(match result {
        Ok(done) => render(&caller, &Came { done, ..Came::default() }).into_response(),
        Err(error) => {
            let status = error.status();
            let (person, name) = (posted.field("person").into(), posted.field("name").into());
            let came = Came { error: Some(error), person, name, ..Came::default() };
            (status, render(&caller, &came)).into_response()
        }
    })
}

/// Adds a person, or proposes a supervisor.
async fn add(State(app): State<App>, posted: Posted) -> Result<Response, PageError> {
    let added = add_posted(&app, &posted).await;
    again(&app, posted, added)
}

async fn add_posted(app: &App, posted: &Posted) -> Result<String, ApiError> {
    let name = posted.field("name").to_owned();
    let role = ROLES.iter().find(|(role, _)| role.word() == posted.field("role"));
    let (role, _) = role.ok_or_else(|| ApiError::malformed("choose a role"))?;
    let body = PersonIn {
        person: posted.field("person").to_owned(),
        name: name.clone(),
        role: *role,
        secret: secret_of(posted)?,
    };
    let done = add_as(app, &posted.caller, &posted.headers, body).await?;
    Ok(match done.proposal {
        Some(number) => {
            format!("Proposal {number}: another supervisor must approve {name} on the floor.")
        }
        None => format!("{name} is added."),
    })
}

/// Changes a secret.
async fn secret(
    State(app): State<App>,
    Path(person): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let person: PersonId = named(&person)?;
    let changed = match secret_of(&posted) {
        Ok(secret) => {
            let body = SecretIn { secret, old: Some(posted.field("old").to_owned()) };
            change_secret(&app, &posted.caller, &posted.headers, person.clone(), body).await
        }
        Err(error) => Err(error),
    };
    let name = name_of(&posted.caller.snapshot.machine, &person);
    let came = changed.map(|done| match done.proposal {
        Some(number) => format!(
            "Proposal {number}: another supervisor must approve a new secret for {name} on the floor."
        ),
        None => format!("The secret of {name} is changed."),
    });
    again(&app, posted, came)
}

async fn done(app: &App, posted: &Posted, command: Command) -> Result<Response, PageError> {
    let session = &posted.caller.must_be_signed_in()?.session;
    ask(app, session, &posted.headers, command).await?;
    Ok(Redirect::to("/people").into_response())
}

/// Retires a person.
async fn retire(
    State(app): State<App>,
    Path(person): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let reason = posted.field("reason").to_owned();
    done(&app, &posted, Command::Retire { person: named(&person)?, reason }).await
}

/// Forgets a person's wrong secrets.
async fn unlock(
    State(app): State<App>,
    Path(person): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let reason = posted.field("reason").to_owned();
    done(&app, &posted, Command::Unlock { person: named(&person)?, reason }).await
}

/// Ends a session: one's own, or as a supervisor anyone's.
async fn end(
    State(app): State<App>,
    Path(number): Path<String>,
    posted: Posted,
) -> Result<Response, PageError> {
    let what = ends(&posted.caller, SessionNumber(named(&number)?))?;
    done(&app, &posted, what).await
}
