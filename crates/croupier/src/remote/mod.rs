//! A house that a server runs: calls over HTTP, in a session that was started once.

mod calls;
mod tokens;

use std::fmt;
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use house::{AwardNumber, Command, PersonId};
use ledger::RequestId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use ureq::http::{Method, Request, Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Timeout};

use crate::args::SignInArgs;
use crate::failure::{NotSignedIn, Unreachable};
use crate::session::unanswered;
pub use calls::{Call, To, configure};
use tokens::Devices;
pub use tokens::{Kept, Tokens};

/// How long a server may take to be reached, and to answer.
const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(60);
/// The longest answer that is read: a thousand entries of the chain, or a long round.
const ANSWER_BYTES_MAX: u64 = 64 << 20;
const NO_CONTENT: u16 = 204;
const UNAUTHORIZED: u16 = 401;
const UNAVAILABLE: u16 = 503;

/// Where a server is: its scheme and host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server(String);

impl Server {
    /// Whether what is sent stays on this machine or is encrypted.
    pub fn is_private(&self) -> bool {
        let host = self
            .0
            .strip_prefix("http://")
            .map(|host| host.rsplit_once(':').map_or(host, |(name, _)| name));
        host.is_none_or(|host| host == "localhost" || host == "[::1]" || host.starts_with("127."))
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Server {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Server> {
        let error = || anyhow!("write it like https://house.example or http://127.0.0.1:8080");
        let uri: Uri = text.parse().map_err(|_| error())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(error());
        };
        let is_bare = uri.path() == "/" && uri.query().is_none();
        let has_name = authority.as_str().contains('@') || authority.host().is_empty();
        if !matches!(scheme, "http" | "https") || !is_bare || has_name {
            return Err(error());
        }
        Ok(Server(format!("{scheme}://{}", authority.as_str().to_lowercase())))
    }
}

/// What came of something that changes the house.
#[derive(Deserialize)]
pub struct Answer {
    /// The number of its entry.
    pub entry: u64,
    /// The proposal that it made.
    #[serde(default)]
    pub proposal: Option<u64>,
    /// The table after an act.
    #[serde(default)]
    pub view: Option<Value>,
}

/// A refusal, as the server words it.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    pub code: String,
    message: String,
    pub cite: Vec<String>,
}

/// A server, and the session there if one was started.
pub struct Client {
    server: Server,
    agent: Agent,
    session: Option<Kept>,
    /// What makes this device known to the server as the person's.
    device: Option<String>,
}

impl Client {
    /// A client with the session that was kept for the server, if there is one.
    pub fn new(server: &Server) -> anyhow::Result<Client> {
        let session = Tokens::load()?.get(server).cloned();
        let device = match &session {
            Some(session) => Devices::get(server, &session.person)?,
            None => None,
        };
        Ok(Client { server: server.clone(), agent: agent(server)?, session, device })
    }

    /// A client with the session of the person who signed in; with a name, only if it is that person's.
    pub fn signed_in(server: &Server, person: Option<&PersonId>) -> anyhow::Result<Client> {
        let client = Client::new(server)?;
        let session = client.session.as_ref();
        let session = session.ok_or_else(|| NotSignedIn::Nobody(server.to_string()))?;
        match person {
            Some(person) if person.as_str() != session.person => Err(NotSignedIn::Another {
                server: server.to_string(),
                person: person.to_string(),
                is: session.person.clone(),
            }
            .into()),
            _ => Ok(client),
        }
    }

    /// Starts a session. A device on which the person has signed in before says so, and is not locked out by strangers.
    pub fn sign_in(server: &Server, who: &Value) -> anyhow::Result<Kept> {
        #[derive(Deserialize)]
        struct SignedIn {
            #[serde(flatten)]
            session: Kept,
            #[serde(default)]
            device_token: Option<String>,
        }
        let device = match who["person"].as_str() {
            Some(person) => Devices::get(server, person)?,
            None => None,
        };
        let client =
            Client { server: server.clone(), agent: agent(server)?, session: None, device };
        let call = Call::post("session", Some(who.clone()));
        let response = client.send(&call, None).map_err(|error| client.lost(error, None))?;
        let SignedIn { session, device_token } = client.read(response)?;
        if let Some(token) = device_token {
            Devices::keep(server, &session.person, token)?;
        }
        Ok(session)
    }

    /// Ends the session. One that has ended already is no error.
    pub fn sign_out(&self) -> anyhow::Result<()> {
        let call = Call { method: Method::DELETE, to: To::Path("session".to_owned()), body: None };
        let response = self.send(&call, None).map_err(|error| self.lost(error, None))?;
        match response.status().as_u16() {
            NO_CONTENT | UNAUTHORIZED => Ok(()),
            _ => self.read::<Value>(response).map(drop),
        }
    }

    /// Whose session it is.
    pub fn person(&self) -> &str {
        self.session.as_ref().map_or("", |session| &session.person)
    }

    /// Reads the answer of a GET call.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<T> {
        let call = Call { method: Method::GET, to: To::Path(path.to_owned()), body: None };
        let response = self.send(&call, None).map_err(|error| self.lost(error, None))?;
        self.read(response)
    }

    /// Asks for something that changes the house; what was asked for once is done once.
    pub fn ask(&self, call: Call, id: Option<RequestId>) -> anyhow::Result<Value> {
        let id = id.unwrap_or_else(|| RequestId(rand::random()));
        let call = match call.to {
            To::AtAward(award) => Call { to: To::table(&self.table_of(award)?), ..call },
            To::Path(_) => call,
        };
        let response = self.send(&call, Some(id)).map_err(|error| self.lost(error, Some(id)))?;
        let is_unavailable = response.status().as_u16() == UNAVAILABLE;
        self.read(response).map_err(|error| match is_unavailable {
            true => error.context(unanswered(id)),
            false => error,
        })
    }

    /// The table at which an award was won.
    fn table_of(&self, award: AwardNumber) -> anyhow::Result<String> {
        #[derive(Deserialize)]
        struct Slip {
            table: String,
        }
        Ok(self.get::<Slip>(&format!("awards/{award}/slip"))?.table)
    }

    /// Follows events: each goes to `take`, which says whether to go on.
    pub fn follow(
        &self,
        path: &str,
        mut take: impl FnMut(Value) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let call = Call { method: Method::GET, to: To::Path(path.to_owned()), body: None };
        let request = self.request(&call, None)?;
        let request = self.agent.configure_request(request);
        let request = request.timeout_global(None).build();
        let response = self.agent.run(request).map_err(|error| self.lost(error.into(), None))?;
        if !response.status().is_success() {
            return self.read::<Value>(response).map(drop);
        }
        let lines = BufReader::new(response.into_body().into_reader()).lines();
        for line in lines {
            let line =
                line.with_context(|| format!("the connection to {} was lost", self.server))?;
            let Some(data) = line.strip_prefix("data:") else { continue };
            if !take(serde_json::from_str(data)?)? {
                return Ok(());
            }
        }
        Err(anyhow!("{} ended the stream", self.server))
    }

    fn request(&self, call: &Call, id: Option<RequestId>) -> anyhow::Result<Request<String>> {
        let To::Path(path) = &call.to else {
            return Err(anyhow!("the server does not say which table this award is at"));
        };
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("{}/api/v1/{path}", self.server))
            .header("Content-Type", "application/json");
        if let Some(session) = &self.session {
            request = request.header("Authorization", session.bearer());
        }
        if let Some(device) = &self.device {
            request = request.header("X-Device-Token", device);
        }
        if let Some(id) = id {
            request = request.header("Idempotency-Key", id.to_string());
        }
        let body = call.body.as_ref().map(ToString::to_string).unwrap_or_default();
        Ok(request.body(body)?)
    }

    fn send(&self, call: &Call, id: Option<RequestId>) -> anyhow::Result<Response<Body>> {
        let request = self.request(call, id)?;
        let sent = match call.body {
            Some(_) => self.agent.run(request),
            None => self.agent.run(request.map(|_| ())),
        };
        Ok(sent?)
    }

    /// Nothing came back: what was sent may have been done.
    fn lost(&self, error: anyhow::Error, id: Option<RequestId>) -> anyhow::Error {
        let is_unsent = error.downcast_ref::<ureq::Error>().is_some_and(is_unsent);
        let error = self.unreachable(error);
        match id {
            Some(id) if !is_unsent => error.context(unanswered(id)),
            _ => error,
        }
    }

    fn unreachable(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        Unreachable { server: self.server.to_string(), source: error.into().into() }.into()
    }

    /// Reads an answer, or why there is none.
    fn read<T: DeserializeOwned>(&self, mut response: Response<Body>) -> anyhow::Result<T> {
        #[derive(Deserialize)]
        struct Failed {
            error: Info,
        }
        #[derive(Deserialize)]
        struct Info {
            code: String,
            message: String,
            #[serde(default)]
            cite: Vec<String>,
        }
        let status = response.status();
        let body = response.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_string();
        let body = body.map_err(|error| self.unreachable(error))?;
        if status.is_success() {
            let not_ours =
                || format!("{} is not a croupier server, or runs another release", self.server);
            return serde_json::from_str(&body).with_context(not_ours);
        }
        let Ok(Failed { error: Info { code, message, cite } }) = serde_json::from_str(&body) else {
            return Err(anyhow!("{} is not a croupier server: it answered {status}", self.server));
        };
        let has_ended = matches!(code.as_str(), "no-session" | "session-ended");
        if has_ended {
            let (server, person) = (self.server.to_string(), self.person().to_owned());
            return Err(match self.session {
                Some(_) => NotSignedIn::Ended { server, person }.into(),
                None => NotSignedIn::Nobody(server).into(),
            });
        }
        Err(Refused { code, message, cite }.into())
    }
}

/// Whether the call failed before anything was sent.
fn is_unsent(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        ureq::Error::Timeout(timeout) => matches!(timeout, Timeout::Resolve | Timeout::Connect),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed | ureq::Error::Rustls(_) => true,
        _ => false,
    }
}

/// The HTTP client. It follows no redirections: a token is for one server.
fn agent(server: &Server) -> anyhow::Result<Agent> {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .user_agent(concat!("croupier/", env!("CARGO_PKG_VERSION")))
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(ANSWER));
    if server.0.starts_with("https:") {
        // Another part of the program may have installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        config = config.tls_config(TlsConfig::builder().root_certs(trusted()?).build());
    }
    Ok(config.build().new_agent())
}

/// The certificates that this machine trusts.
fn trusted() -> anyhow::Result<RootCerts> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        let why: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        return Err(anyhow!("the system has no trusted certificates: {}", why.join("; ")));
    }
    Ok(found.certs.iter().map(|known| Certificate::from_der(known).to_owned()).into())
}

/// Sends a request to a server, as the person who signed in.
pub fn post(server: &Server, by: &SignInArgs, what: &Command) -> anyhow::Result<Answer> {
    ask(server, by, calls::call(what, None)?)
}

/// The same with a new secret.
pub fn post_with_secret(
    server: &Server,
    by: &SignInArgs,
    what: &Command,
    secret: &str,
) -> anyhow::Result<Answer> {
    ask(server, by, calls::call(what, Some(secret))?)
}

/// Makes a call as the person who signed in.
pub fn ask(server: &Server, by: &SignInArgs, call: Call) -> anyhow::Result<Answer> {
    let client = Client::signed_in(server, by.person.as_ref())?;
    Ok(serde_json::from_value(client.ask(call, by.request)?)?)
}

/// An act at a table, with its answer as it came.
pub fn act(client: &Client, what: &Command, id: Option<RequestId>) -> anyhow::Result<Value> {
    client.ask(calls::call(what, None)?, id)
}

/// Who signs in with a secret.
pub fn person(person: &PersonId, secret: &str) -> Value {
    json!({ "person": person, "secret": secret })
}

/// Who comes in as a guest.
pub fn guest(name: &str) -> Value {
    json!({ "guest": name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_scheme_and_a_host() {
        for (text, expected) in [
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("https://House.Example/", Some("https://house.example")),
            ("house.example", None),
            ("ftp://house.example", None),
            ("https://house.example/pit", None),
            ("https://house.example/?x=1", None),
            ("https://sue:secret@house.example", None),
            ("", None),
        ] {
            let server: Option<Server> = text.parse().ok();
            assert_eq!(server.map(|server| server.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn only_tls_or_this_machine_is_private() {
        for (text, expected) in [
            ("http://127.0.0.1:8080", true),
            ("http://localhost", true),
            ("http://[::1]:80", true),
            ("https://10.0.0.5", true),
            ("http://10.0.0.5:8080", false),
            ("http://house.example", false),
        ] {
            assert_eq!(text.parse::<Server>().unwrap().is_private(), expected, "{text}");
        }
    }
}
