//! Listening: connections, TLS, and a clean end.

mod prompt;

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

use axum_server::Handle;
use axum_server::accept::Accept;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use hyper_util::rt::TokioTimer;
use ledger::store::Peers as Exchange;
use tokio::net::TcpStream;

use self::prompt::Prompt;
use crate::state::App;
use crate::{app, automation, peers};

/// How long the head of a request may take, and how long a connection may stay idle.
const HEAD_WITHIN: Duration = Duration::from_secs(30);
/// How long a client may leave what was sent to it unread.
const UNREAD_FOR: Duration = Duration::from_secs(60);
/// How long requests may take to finish when the server stops.
const DRAIN_FOR: Duration = Duration::from_secs(10);
/// The buffer of a connection: most clients only listen.
const BUFFER_MAX: usize = 16 * 1024;
/// What the system keeps of what a client has not read yet. By itself it would keep megabytes for each, which thousands
/// of clients that read nothing could ask for; a page fits, and a stream that falls behind notices soon.
const UNREAD_MAX: usize = 128 * 1024;

/// The files of a certificate.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The certificate chain, in PEM.
    pub certificate: PathBuf,
    /// Its private key, in PEM.
    pub key: PathBuf,
}

impl Tls {
    /// Reads the files.
    pub async fn read(&self) -> Result<Certificate, ServeError> {
        // Another part of the program may have chosen it already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let config = RustlsConfig::from_pem_file(&self.certificate, &self.key).await;
        let config = config.map_err(|why| ServeError::Tls { file: self.certificate.clone(), why });
        Ok(Certificate(config?))
    }
}

/// A certificate and its key, ready to serve with.
pub struct Certificate(RustlsConfig);

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The certificate cannot be used.
    #[error("the certificate {} or its key cannot be used: {why}", .file.display())]
    Tls {
        /// The certificate.
        file: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// The network fails.
    #[error("cannot listen: {0}")]
    Listen(#[from] io::Error),
}

/// Takes connections as they come, with small delays and a limit on what stays unread.
#[derive(Clone, Copy)]
struct Tuned;

impl<S: Send + 'static> Accept<TcpStream, S> for Tuned {
    type Stream = TcpStream;
    type Service = S;
    type Future = std::future::Ready<io::Result<(TcpStream, S)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let tuned = || -> io::Result<()> {
            stream.set_nodelay(true)?;
            let socket = socket2::SockRef::from(&stream);
            socket.set_send_buffer_size(UNREAD_MAX)?;
            socket.set_tcp_user_timeout(Some(UNREAD_FOR))
        };
        std::future::ready(tuned().map(|()| (stream, service)))
    }
}

/// Serves a house until `stop` is done, then drains and ends.
pub async fn run(
    state: App,
    exchange: Exchange,
    listener: TcpListener,
    tls: Option<Certificate>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    // Every client is a file; the default limit is for far fewer.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit on open connections stays as it is");
    }
    listener.set_nonblocking(true)?;
    crate::follow(&state);
    let threads = [
        spawn("peers", state.clone(), |state| peers::run(state, exchange))?,
        spawn("clocks", state.clone(), |state| automation::Clocks::default().run(state))?,
    ];
    // These may be solving a game, so nothing waits for them: what a bot does is one request, done or not.
    drop(spawn("bots", state.clone(), |state| automation::Bots::default().run(state))?);
    drop(spawn("coach", state.clone(), crate::pages::coach::prepare)?);
    let handle = Handle::new();
    tokio::spawn(end(state.clone(), handle.clone(), stop));
    let service = app(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let mut server = axum_server::from_tcp(listener)?.acceptor(Tuned).handle(handle.clone());
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    server.http_builder().http1().max_buf_size(BUFFER_MAX);
    server.http_builder().http2().timer(TokioTimer::new()).keep_alive_interval(HEAD_WITHIN);
    match tls {
        None => server.map(Prompt).serve(service).await?,
        Some(Certificate(config)) => {
            let accept = |tuned| Prompt(RustlsAcceptor::new(config).acceptor(tuned));
            server.map(accept).serve(service).await?;
        }
    }
    state.stop();
    for thread in threads {
        // A thread that failed has said so.
        let _ = thread.join();
    }
    Ok(())
}

async fn end(state: App, handle: Handle<SocketAddr>, stop: impl Future<Output = ()>) {
    stop.await;
    tracing::info!("stopping");
    state.stop();
    handle.graceful_shutdown(Some(DRAIN_FOR));
}

fn spawn(
    name: &str,
    state: App,
    work: impl FnOnce(&App) + Send + 'static,
) -> io::Result<std::thread::JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&state))
}
