//! `croupier serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::ValueHint;

use super::StoreArgs;

/// The demo house's own store: a real house in the same folder is another file.
const DEMO_STORE: &str = "sqlite:croupier-demo.db";

#[derive(clap::Args, Debug)]
#[command(mut_arg("store", |store| store.default_value_ifs(
    // As the environment may say it, too.
    ["true", "1", "yes", "on"].map(|said| ("demo", said, Some(DEMO_STORE)))
)))]
pub struct Serve {
    #[command(flatten)]
    pub at: StoreArgs,

    /// The address to listen on; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Open a store that is older than what was signed of it, or differs from it; the reason becomes an entry
    #[arg(long, value_name = "REASON")]
    pub accept_rollback: Option<String>,

    /// Serve the demo house, by default in sqlite:croupier-demo.db, and found it if there is none; a real house is
    /// refused
    #[arg(long, env = "CROUPIER_DEMO")]
    pub demo: bool,

    /// Let other machines reach the demo house, whose secrets everybody knows, directly or through a proxy
    #[arg(long, env = "CROUPIER_ALLOW_REMOTE_DEMO", requires = "demo")]
    pub allow_remote_demo: bool,

    /// Serve TLS with this certificate chain (PEM)
    #[arg(long, value_name = "FILE", env = "CROUPIER_TLS_CERT", requires = "tls_key", value_hint = ValueHint::FilePath)]
    pub tls_cert: Option<PathBuf>,

    /// The certificate's private key (PEM)
    #[arg(long, value_name = "FILE", env = "CROUPIER_TLS_KEY", requires = "tls_cert", value_hint = ValueHint::FilePath)]
    pub tls_key: Option<PathBuf>,

    /// Take the addresses of clients from X-Forwarded-For: there is a reverse proxy in front
    #[arg(long, env = "CROUPIER_TRUST_PROXY")]
    pub trust_proxy: bool,

    /// Show each table's exact house edge in the pit; the demo house always does
    #[arg(long, env = "CROUPIER_SHOW_EDGE")]
    pub show_edge: bool,

    /// What to log: error, warn, info, debug, trace, or by module
    #[arg(long, value_name = "LEVEL", env = "CROUPIER_LOG", default_value = "warn")]
    pub log: String,

    /// Log as JSON, one event per line
    #[arg(long, env = "CROUPIER_LOG_JSON")]
    pub log_json: bool,
}
