//! What every page has: the head, the bar on top, who is signed in, the place where news is read aloud.

use house::Right;
use maud::{DOCTYPE, Markup, html};

use super::assets::address;
use super::draw::icon;
use crate::auth::Caller;

/// How a page looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The dark room.
    Room,
    /// The dark room on one screen, without scrolling where there is space.
    Fixed,
    /// A document: light, and printable.
    Document,
    /// Nothing but the page itself: a wall screen.
    Bare,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Look::Room => "room",
            Look::Fixed => "fixed",
            Look::Document => "doc",
            Look::Bare => "bare",
        }
    }
}

/// A page around its main part.
pub(crate) struct Shell<'p> {
    /// Its name.
    pub(crate) title: &'p str,
    /// The line under the name.
    pub(crate) sub: Markup,
    /// What stands at the right of the bar, before who is signed in.
    pub(crate) nav: Markup,
    pub(crate) look: Look,
    /// The address of the page's stream, with what the page already shows.
    pub(crate) live: Option<String>,
    /// The script of the page, besides what all pages have.
    pub(crate) script: Option<&'static str>,
}

impl<'p> Shell<'p> {
    /// A page of the dark room without a stream.
    pub(crate) fn new(title: &'p str) -> Shell<'p> {
        let (sub, nav) = (html! {}, html! {});
        Shell { title, sub, nav, look: Look::Room, live: None, script: None }
    }

    /// The whole page.
    pub(crate) fn page(self, caller: Option<&Caller>, main: &Markup) -> Markup {
        let signed_in = caller.and_then(|caller| caller.signed_in.as_ref());
        let csrf = signed_in.map(|signed_in| signed_in.token.csrf());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content=(if self.look == Look::Document { "light" } else { "dark" });
                    @if let Some(csrf) = &csrf { meta name="csrf" content=(csrf); }
                    title { (super::words::printed(self.title)) " · Croupier" }
                    link rel="icon" href=(address("icon.svg")) type="image/svg+xml";
                    link rel="stylesheet" href=(address("house.css"));
                    script type="module" src=(address("js/app.js")) {}
                    @if let Some(script) = self.script {
                        script type="module" src=(address(&format!("js/{script}.js"))) {}
                    }
                }
                body class=(self.look.class()) data-live=[self.live.as_deref()] {
                    a class="skip" href="#main" { "Skip to the content" }
                    @if self.look != Look::Bare { (bar(&self, caller)) }
                    (main)
                    p id="lost" class="lost-note" role="status" hidden { "Connection lost. Reconnecting; everything the house confirmed is safe." }
                    (said(&[]))
                    div id="note" class="toast" role="alert" hidden {}
                    (command_line())
                }
            }
        }
    }
}

/// Where news is read aloud.
pub(crate) fn said(lines: &[String]) -> Markup {
    html! { div id="said" class="vh" role="status" aria-live="polite" { @for line in lines { p { (line) } } } }
}

/// The command line: the same words as in round files.
fn command_line() -> Markup {
    html! {
        dialog id="command" class="command" aria-label="Command" {
            form method="dialog" {
                label for="command-text" { "Command" }
                input id="command-text" autocomplete="off" autocapitalize="none" spellcheck="false" list="command-words"
                    placeholder="bet ante 10, ready, fold, help";
                datalist id="command-words" {}
                output id="command-answer" for="command-text" {}
            }
        }
    }
}

fn bar(shell: &Shell<'_>, caller: Option<&Caller>) -> Markup {
    html! {
        header class="bar" {
            a class="mark" href="/" aria-label="Croupier, the pit" { (icon("i-mark")) span class="wide-only" { "Croupier" } }
            div class="title" { h1 { (super::words::printed(shell.title)) } div class="sub" { (shell.sub) } }
            nav aria-label="Page" { (shell.nav) (who(caller)) }
        }
    }
}

/// Who is signed in, or the way to sign in.
fn who(caller: Option<&Caller>) -> Markup {
    let Some(caller) = caller else { return html! {} };
    let Some(signed_in) = &caller.signed_in else {
        return html! { a class="btn" href="/sign-in" { "Sign in" } };
    };
    let person = &signed_in.session.person;
    let known = caller.snapshot.machine.person(person).ok();
    let name = known.map_or_else(|| person.to_string(), |known| known.name.clone());
    let role = known.map(|known| known.role);
    html! {
        details class="who-menu" {
            summary class="btn quiet" aria-label=(name) {
                b class="name" { (name) }
                b class="initial" aria-hidden="true" { (name.chars().next().unwrap_or_default()) }
            }
            div class="menu" {
                p class="muted" { (name) @if let Some(role) = role { ", " (role.word()) } }
                @for (address, text) in places(caller) { a class="btn quiet" href=(address) { (text) } }
                a class="btn quiet" href="/account" { "Your account" }
                button type="button" class="btn quiet" data-deck="" aria-pressed="false" { "Four-color deck" }
                form method="post" action="/sign-out" {
                    input type="hidden" name="csrf" value=(signed_in.token.csrf());
                    button class="btn quiet" { "Sign out" }
                }
            }
        }
    }
}

/// The pages that someone may open, the one they work at first.
fn places(caller: &Caller) -> Vec<(&'static str, &'static str)> {
    let may = |right| caller.may(right);
    let floor = may(Right::SeeFloor).then_some(("/floor", "The floor"));
    let people = may(Right::SeePeople).then_some(("/people", "People"));
    let chain = may(Right::SeeChain).then_some(("/audit", "Search the chain"));
    let reports = may(Right::SeeReports).then_some(("/reports", "Reports"));
    let (pit, games) = (Some(("/", "The pit")), Some(("/games", "Games and odds")));
    let places = if may(Right::Supervise) {
        [floor, people, chain, reports, pit]
    } else if may(Right::SeeReports) {
        [chain, reports, floor, people, pit]
    } else {
        [pit, floor, games, None, None]
    };
    places.into_iter().flatten().collect()
}

/// The links to what everyone may read.
pub(crate) fn reading() -> Markup {
    html! {
        a class="btn quiet wide-only" href="/games" { "Games and odds" }
        a class="btn quiet wide-only" href="/lab" { "Lab" }
        a class="btn quiet wide-only" href="/verify" { "Check a shuffle" }
    }
}
