//! Who calls: sessions by cookie or bearer token, and what guards them against other sites.
//!
//! A token is 32 random bytes that only its client has; the house keeps its SHA-256. The CSRF token is derived
//! from it, so there is nothing more to keep.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, header};
use hmac::{Hmac, KeyInit as _, Mac as _};
use house::view::Viewer;
use house::{PersonId, Right, Session, Snapshot, Submission, TokenMark};
use ledger::RequestId;
use sha2::{Digest as _, Sha256};

use crate::error::ApiError;
use crate::state::App;
use crate::visitors::Visitor;

/// The name of the session's cookie.
pub const COOKIE: &str = "croupier_session";
/// The name of the cookie of a device on which someone has signed in.
pub const DEVICE_COOKIE: &str = "croupier_device";
/// The header with the token of a device that keeps no cookies.
pub const DEVICE_HEADER: &str = "x-device-token";
/// The header that changes need when the session comes by cookie.
pub const CSRF_HEADER: &str = "x-csrf-token";
/// The header that makes a request safe to send again.
pub const IDEMPOTENCY_HEADER: &str = "idempotency-key";
/// The longest idempotency key.
const KEY_MAX: usize = 200;

/// A session's token, as its client has it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A fresh token.
    pub fn fresh() -> Result<Token, ApiError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(ApiError::internal)?;
        Ok(Token(hex(&bytes)))
    }

    /// A token as a client has it.
    pub(crate) fn from_text(text: String) -> Token {
        Token(text)
    }

    /// The text that the client keeps.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The token of the device that a call comes from, if it presents one.
    pub fn of_device(headers: &HeaderMap) -> Option<Token> {
        let said = headers.get(DEVICE_HEADER).and_then(|value| value.to_str().ok());
        let token = said.map(str::to_owned).or_else(|| cookie_of(headers, DEVICE_COOKIE));
        token.map(Token).filter(Token::is_one)
    }

    /// Whether it looks like a token.
    fn is_one(&self) -> bool {
        self.0.len() == 64 && self.0.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// What the house keeps.
    pub fn mark(&self) -> TokenMark {
        TokenMark::of(&self.0)
    }

    /// What changes by cookie must say too.
    pub fn csrf(&self) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("any key will do");
        mac.update(b"croupier-csrf-1");
        hex(&mac.finalize().into_bytes())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Who calls, if anyone is signed in.
#[derive(Clone)]
pub struct Caller {
    /// The session, if there is one.
    pub signed_in: Option<SignedIn>,
    /// The house when the call came in.
    pub snapshot: Arc<Snapshot>,
    /// Where it came from.
    pub address: IpAddr,
    /// The token of the device, if it has one.
    pub device: Option<Token>,
}

/// Someone who is signed in.
#[derive(Clone)]
pub struct SignedIn {
    /// Their session.
    pub session: Session,
    /// Their token.
    pub token: Token,
    /// A guest who has not sat down yet is not in the house.
    pub visitor: Option<Visitor>,
}

impl SignedIn {
    /// The session in the house that a request is made in. A visitor is brought in for it, if the house would take it.
    /// What this process has not read yet refuses nobody: a refusal is checked against what the store has now.
    pub(crate) async fn session_for(
        &self,
        app: &App,
        snapshot: &Snapshot,
        request: &Submission,
    ) -> Result<Session, ApiError> {
        let Some(visitor) = &self.visitor else { return Ok(self.session.clone()) };
        if let Err(refused) = Visitor::must_be_taken(snapshot, request) {
            let now = app.caught_up().await.ok_or(refused)?;
            if now.machine.person(&self.session.person).is_err() {
                Visitor::must_be_taken(&visitor.seen_in(&now, &self.session), request)?;
            }
        }
        visitor.bring_in(app, &self.token).await
    }
}

impl Caller {
    /// The same caller as a guest who has just come, and is not in the house yet.
    pub(crate) fn as_visitor(&self, signed_in: SignedIn) -> Caller {
        let visitor = signed_in.visitor.as_ref();
        let seen = visitor.map(|it| it.seen_in(&self.snapshot, &signed_in.session));
        let snapshot = seen.map_or_else(|| Arc::clone(&self.snapshot), Arc::new);
        Caller { signed_in: Some(signed_in), snapshot, ..self.clone() }
    }

    /// Who looks at a table.
    pub fn viewer(&self) -> Viewer<'_> {
        self.person().map_or(Viewer::Public, Viewer::Person)
    }

    /// Who it is, if signed in.
    pub fn person(&self) -> Option<&PersonId> {
        self.signed_in.as_ref().map(|signed_in| &signed_in.session.person)
    }

    /// What forms of this session must say; nothing without one.
    pub fn csrf(&self) -> String {
        self.signed_in.as_ref().map(|signed_in| signed_in.token.csrf()).unwrap_or_default()
    }

    /// The session, or 401.
    pub fn must_be_signed_in(&self) -> Result<&SignedIn, ApiError> {
        self.signed_in.as_ref().ok_or_else(ApiError::no_session)
    }

    /// The session of someone who has a right, or 401 or 403: the house says who has it.
    pub fn must_have(&self, right: Right) -> Result<&SignedIn, ApiError> {
        let signed_in = self.must_be_signed_in()?;
        self.snapshot.machine.must_have(&signed_in.session.person, right)?;
        Ok(signed_in)
    }

    /// Whether the caller has a right. Nobody has one without signing in.
    pub fn may(&self, right: Right) -> bool {
        self.person().is_some_and(|person| self.snapshot.machine.may(person, right))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        let address = address(parts, app.options.trusts_proxy);
        let device = Token::of_device(&parts.headers);
        let mut snapshot = app.snapshot();
        let Some(Credentials { token, by_cookie }) = credentials(&parts.headers)? else {
            return Ok(Caller { signed_in: None, snapshot, address, device });
        };
        let now = app.now();
        let mut session = snapshot.machine.session(token.mark(), now).cloned();
        if session.is_none() && token.is_one() {
            // Another process of the house may have started it a moment ago.
            snapshot = app.caught_up().await.unwrap_or(snapshot);
            session = snapshot.machine.session(token.mark(), now).cloned();
        }
        let visitor = match session {
            Some(_) => None,
            None => Visitor::of(&token, &snapshot, now),
        };
        if let Some(visitor) = &visitor {
            let own = visitor.session(&token);
            snapshot = Arc::new(visitor.seen_in(&snapshot, &own));
            session = Some(own);
        }
        let Some(session) = session else {
            // A cookie that is not good any more is like none, so that pages stay readable; a token is an error.
            if by_cookie {
                return Ok(Caller { signed_in: None, snapshot, address, device });
            }
            return Err(ApiError::no_session());
        };
        if by_cookie && !is_safe(&parts.method) {
            must_be_from_here(parts, &token)?;
        }
        if visitor.is_none() {
            app.presence.heard(&session.person);
        }
        snapshot.machine.person(&session.person)?;
        let signed_in = Some(SignedIn { session, token, visitor });
        Ok(Caller { signed_in, snapshot, address, device })
    }
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

struct Credentials {
    token: Token,
    by_cookie: bool,
}

/// The token that a call presents.
fn credentials(headers: &HeaderMap) -> Result<Option<Credentials>, ApiError> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let said = value.to_str().ok().and_then(|text| text.split_once(' '));
        let token = said.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = token.ok_or_else(ApiError::no_session)?.1.trim().to_owned();
        return Ok(Some(Credentials { token: Token(token), by_cookie: false }));
    }
    let token = cookie_of(headers, COOKIE);
    Ok(token.map(|token| Credentials { token: Token(token), by_cookie: true }))
}

fn cookie_of(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get_all(header::COOKIE).iter().find_map(|value| {
        let mut pairs = value.to_str().ok()?.split(';');
        pairs.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    })
}

/// What a browser sends says where the page came from: another site's is refused.
pub fn must_be_same_site(parts: &Parts) -> Result<(), ApiError> {
    let text = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
    // In HTTP/2 the host is a part of the address.
    let host = parts.uri.authority().map(Authority::as_str).or(text("host")).unwrap_or_default();
    let is_own = |origin: &str| origin.split_once("://").is_some_and(|(_, from)| from == host);
    // Another port or a sister host has the same site, but is not ours.
    let is_cross =
        text("sec-fetch-site").is_some_and(|site| matches!(site, "cross-site" | "same-site"));
    if is_cross || text("origin").is_some_and(|origin| !is_own(origin)) {
        return Err(ApiError::forbidden("cross-site", "this came from another site"));
    }
    Ok(())
}

/// A change by cookie comes from a page of ours: it knows the CSRF token, and its origin is this host.
fn must_be_from_here(parts: &Parts, token: &Token) -> Result<(), ApiError> {
    must_be_same_site(parts)?;
    let said =
        parts.headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is_same(said.as_bytes(), token.csrf().as_bytes()) {
        Ok(())
    } else {
        let message = "with a cookie, changes need the header X-CSRF-Token of this session";
        Err(ApiError::forbidden("no-csrf-token", message))
    }
}

/// Compares without telling how far they agree.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differs = |differs: u8, (one, other): (&u8, &u8)| differs | (one ^ other);
    one.len() == other.len() && one.iter().zip(other).fold(0, differs) == 0
}

/// Where a call came from. Behind a proxy, the last address is the one that the proxy added.
pub fn address(parts: &Parts, trusts_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip());
    if !trusts_proxy {
        return peer;
    }
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
    let last =
        forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.unwrap_or(peer)
}

/// What guests and wrong secrets from an address are counted under. Someone with one address of IPv6 has the whole
/// network of it, and an IPv4 address is the same in either form.
pub fn counted_as(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) if address.is_loopback() => address.to_string(),
        IpAddr::V6(address) => {
            let network = Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX));
            format!("{network}/64")
        }
    }
}

/// The id of a change: from the caller's own key, so that the same key is the same request, or a fresh one. A key
/// belongs to its person: someone else's is another id.
pub fn request_id(headers: &HeaderMap, person: &PersonId) -> Result<RequestId, ApiError> {
    let Some(key) = headers.get(IDEMPOTENCY_HEADER) else {
        return house::desk::fresh_id().map_err(ApiError::internal);
    };
    let key = key.to_str().ok().filter(|key| (1..=KEY_MAX).contains(&key.len()));
    let key = key.ok_or_else(|| {
        ApiError::malformed("an Idempotency-Key has 1 to 200 visible ASCII characters")
    })?;
    let mut hash = Sha256::new();
    for part in ["croupier-idempotency-1", person.as_str(), key] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let bytes = hash.finalize();
    Ok(RequestId(bytes.iter().take(16).fold(0, |id, byte| id << 8 | u128::from(*byte))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_counted_with_its_network() {
        for (address, counted) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("::1", "::1"),
        ] {
            assert_eq!(counted_as(address.parse().unwrap()), counted, "{address}");
        }
    }
}
