//! A small HTTP client on the standard library: one connection, one request at a time, or a stream of events.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(40);

/// What a server answers.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

fn broken(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, why.to_owned())
}

/// Connects, with a limit on how long an answer may take.
pub fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(ANSWER_WITHIN))?;
    Ok(stream)
}

/// Reads the head of an answer.
fn head(stream: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| broken("the connection was closed"))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(broken("the head of the answer broke off"));
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => return Ok(Answer { status, headers, body: String::new() }),
        }
    }
}

/// Reads an answer whose length is known.
pub fn answer(stream: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let mut answer = head(stream)?;
    let length = answer.header("content-length").map_or(Ok(0), str::parse::<usize>);
    let mut bytes = vec![0; length.map_err(|_| broken("a length is a number"))?];
    stream.read_exact(&mut bytes)?;
    answer.body = String::from_utf8(bytes).map_err(|_| broken("an answer is text"))?;
    Ok(answer)
}

/// Someone who calls the house.
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
    pub person: String,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    /// Someone who is not signed in.
    pub fn new(address: SocketAddr) -> Client {
        Client { address, token: None, person: String::new(), connection: None }
    }

    pub fn guest(address: SocketAddr, name: &str) -> Client {
        Client::signed_in(address, &json!({ "guest": name }))
    }

    pub fn staff(address: SocketAddr, person: &str) -> Client {
        let secret = format!("{person}-demo");
        Client::signed_in(address, &json!({ "person": person, "secret": secret }))
    }

    /// A player whom the supervisor of the demo house has added: their chips have no end.
    pub fn player(address: SocketAddr, person: &str) -> Client {
        let mut sue = Client::staff(address, "sue");
        let secret = format!("{person}-demo");
        let known = json!({ "person": person, "name": person, "role": "player", "secret": secret });
        let said = sue.post("/api/v1/people", &known);
        assert_eq!(said.status, 200, "{}", said.body);
        assert_eq!(sue.send("DELETE", "/api/v1/session", &[], "").unwrap().status / 100, 2);
        Client::staff(address, person)
    }

    #[track_caller]
    fn signed_in(address: SocketAddr, body: &Value) -> Client {
        let mut client = Client::new(address);
        let said = client.post("/api/v1/session", body);
        assert_eq!(said.status, 200, "{}", said.body);
        let text = |key: &str| said.json()[key].as_str().map(str::to_owned);
        client.token = text("token");
        client.person = text("person").unwrap_or_default();
        client
    }

    /// The same person, with the same token, at another server or on another connection.
    pub fn at(&self, address: SocketAddr) -> Client {
        let (token, person) = (self.token.clone(), self.person.clone());
        Client { address, token, person, connection: None }
    }

    /// Sends a request, on the open connection if there is one.
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<Answer> {
        let mut stream = match self.connection.take() {
            Some(stream) => stream,
            None => BufReader::new(connect(self.address)?),
        };
        let request = self.request(method, path, headers, body);
        stream.get_mut().write_all(request.as_bytes())?;
        let said = answer(&mut stream)?;
        if said.header("connection") != Some("close") {
            self.connection = Some(stream);
        }
        Ok(said)
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut lines =
            vec![format!("{method} {path} HTTP/1.1"), format!("host: {}", self.address)];
        lines.extend(self.token.iter().map(|token| format!("authorization: Bearer {token}")));
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        lines.push(format!("content-length: {}\r\n\r\n{body}", body.len()));
        lines.join("\r\n")
    }

    #[track_caller]
    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], "").unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[track_caller]
    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.send("POST", path, &[], &body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Sends an act with a key.
    pub fn try_act(&mut self, table: &str, key: &str, act: &Value) -> io::Result<Answer> {
        let path = format!("/api/v1/tables/{table}/acts");
        self.send("POST", &path, &[("idempotency-key", key)], &act.to_string())
    }

    /// An act that is taken; the view after it.
    #[track_caller]
    pub fn act(&mut self, table: &str, act: &Value) -> Value {
        let said = self.post(&format!("/api/v1/tables/{table}/acts"), act);
        assert_eq!(said.status, 200, "{table}: {act}: {}", said.body);
        said.json()["view"].clone()
    }

    #[track_caller]
    pub fn view(&mut self, table: &str) -> Value {
        let said = self.get(&format!("/api/v1/tables/{table}"));
        assert_eq!(said.status, 200, "{table}: {}", said.body);
        said.json()
    }

    /// Opens a stream of events on a connection of its own.
    pub fn stream(&self, path: &str, last: Option<u64>) -> io::Result<Events> {
        let stream = connect(self.address)?;
        self.stream_on(stream, path, last)
    }

    /// Opens a stream of events on this connection.
    pub fn stream_on(
        &self,
        stream: TcpStream,
        path: &str,
        last: Option<u64>,
    ) -> io::Result<Events> {
        let mut stream = BufReader::new(stream);
        let last = last.map(|last| last.to_string());
        let headers: Vec<_> = last.iter().map(|last| ("last-event-id", last.as_str())).collect();
        stream.get_mut().write_all(self.request("GET", path, &headers, "").as_bytes())?;
        let answer = head(&mut stream)?;
        if answer.status != 200 {
            return Err(broken(&format!("{path}: {}", answer.status)));
        }
        Ok(Events { stream, rest: String::new() })
    }

    #[track_caller]
    pub fn watch(&self, table: &str) -> Events {
        let path = format!("/api/v1/tables/{table}/events");
        self.stream(&path, None).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// One event.
#[derive(Debug, Default)]
pub struct Event {
    pub id: Option<u64>,
    pub name: String,
    pub data: Value,
}

/// A stream of events.
pub struct Events {
    stream: BufReader<TcpStream>,
    rest: String,
}

impl Events {
    /// The next event; nothing after the last. Heartbeats are not events: a stream that has nothing else to say for
    /// too long is an error.
    pub fn next(&mut self) -> io::Result<Option<Event>> {
        let until = Instant::now() + ANSWER_WITHIN;
        loop {
            if Instant::now() > until {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "no event, only heartbeats"));
            }
            let Some((block, rest)) = self.rest.split_once("\n\n") else {
                match self.chunk()? {
                    Some(chunk) => self.rest.push_str(&chunk),
                    None => return Ok(None),
                }
                continue;
            };
            let mut event = Event::default();
            for line in block.lines() {
                match line.split_once(": ") {
                    Some(("id", id)) => event.id = id.parse().ok(),
                    Some(("event", name)) => event.name = name.to_owned(),
                    Some(("data", data)) => event.data = serde_json::from_str(data)?,
                    _ => {}
                }
            }
            self.rest = rest.to_owned();
            if !event.data.is_null() {
                return Ok(Some(event));
            }
        }
    }

    /// The next view: news of meters are passed over.
    #[track_caller]
    pub fn view(&mut self) -> Value {
        loop {
            match self.next() {
                Ok(Some(event)) if event.name.is_empty() => return event.data,
                Ok(Some(event)) => assert_eq!(event.name, "meter", "{event:?}"),
                Ok(None) => panic!("the stream has ended"),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Streams come in chunks; the last is empty.
    fn chunk(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(broken("the stream broke off"));
        }
        let length = usize::from_str_radix(line.trim(), 16).map_err(|_| broken("no chunk"))?;
        let mut bytes = vec![0; length + 2];
        self.stream.read_exact(&mut bytes)?;
        bytes.truncate(length);
        let text = String::from_utf8(bytes).map_err(|_| broken("an event is text"))?;
        Ok((length > 0).then_some(text))
    }
}
