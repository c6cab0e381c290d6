//! A small HTTP client: one connection, one request at a time, or a stream of events.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::Failure;

/// Where the house is.
#[derive(Clone, Copy)]
pub struct Server {
    address: SocketAddr,
}

impl Server {
    pub fn new(url: &str) -> Result<Server, Failure> {
        let address = url.strip_prefix("http://").ok_or("an address is http://HOST:PORT")?;
        Ok(Server { address: address.trim_end_matches('/').parse()? })
    }

    pub async fn connect(&self) -> Result<Connection, Failure> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream: BufReader::new(stream), host: self.address, token: None })
    }

    /// How much memory the server holds.
    pub async fn resident_bytes(&self) -> Result<u64, Failure> {
        let (_, text) = self.connect().await?.exchange("GET", "/metrics", "").await?;
        let text = String::from_utf8(text)?;
        let value =
            text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
        Ok(value.ok_or("the server does not tell its memory")?.parse::<f64>()? as u64)
    }

    /// A connection of someone who has signed in.
    pub async fn sign_in(&self, body: Value) -> Result<Connection, Failure> {
        let mut connection = self.connect().await?;
        let (status, said) = connection.call("POST", "/api/v1/session", Some(&body)).await?;
        if status != 200 {
            return Err(format!("cannot sign in: {status} {said}").into());
        }
        connection.token = said["token"].as_str().map(str::to_owned);
        Ok(connection)
    }
}

/// A connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
    token: Option<String>,
}

impl Connection {
    async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<(), Failure> {
        let host = self.host;
        let token = self.token.as_deref();
        let authorization =
            token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{authorization}content-length: {}\r\n\r\n",
            body.len()
        );
        self.stream.get_mut().write_all((head + body).as_bytes()).await?;
        Ok(())
    }

    /// The status, the length of the body if it is known.
    async fn head(&mut self) -> Result<(u16, Option<usize>), Failure> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).ok_or("the connection was closed")?.parse()?;
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            if line.trim().is_empty() {
                return Ok((status, length));
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = Some(value.trim().parse()?);
            }
        }
    }

    pub async fn call(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, Value), Failure> {
        let body = body.map_or_else(String::new, ToString::to_string);
        let (status, bytes) = self.exchange(method, path, &body).await?;
        Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// Sends a request, and receives the answer as it is.
    pub async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<(u16, Vec<u8>), Failure> {
        self.send(method, path, body).await?;
        let (status, length) = self.head().await?;
        let mut bytes = vec![0; length.ok_or("an answer has a length")?];
        self.stream.read_exact(&mut bytes).await?;
        Ok((status, bytes))
    }

    /// Opens a stream of events.
    pub async fn stream(&mut self, path: &str) -> Result<(), Failure> {
        self.send("GET", path, "").await?;
        match self.head().await? {
            (200, _) => Ok(()),
            (status, _) => Err(format!("{path}: {status}").into()),
        }
    }

    /// The data of the next event.
    pub async fn event(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                return Err("the stream has ended".into());
            }
            if let Some(data) = line.strip_prefix("data:") {
                return Ok(data.trim().to_owned());
            }
        }
    }
}
