//! TLS to a server, where the address asks for it.
//!
//! `sslmode=require` in an address means a certificate that is checked: its signer must be trusted, and it must be
//! the host's own. `sslrootcert=FILE` names the trusted signers; without it they are the system's.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::errors::describe;
use crate::store::StoreError;

/// A server.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: Config,
    /// How it is made sure of, if it is.
    pub(super) tls: Option<MakeRustlsConnect>,
}

/// The server at an address.
pub(super) fn parse(url: &str) -> Result<Server, StoreError> {
    let (url, roots) = take_roots(url);
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        let why = describe(&error);
        StoreError::Unavailable(format!("{why}; write postgres://USER@HOST/DATABASE"))
    })?;
    let tls = match config.get_ssl_mode() {
        SslMode::Require => Some(connector(roots.as_deref())?),
        _ if roots.is_some() => {
            let why = "sslrootcert has no effect without sslmode=require";
            return Err(StoreError::Unavailable(why.to_owned()));
        }
        // What is not checked is no better than what is not sealed.
        _ => {
            config.ssl_mode(SslMode::Disable);
            None
        }
    };
    Ok(Server { config, tls })
}

/// An address without `sslrootcert=FILE`, and the file.
fn take_roots(url: &str) -> (String, Option<PathBuf>) {
    let Some((base, options)) = url.split_once('?') else { return (url.to_owned(), None) };
    let (mut kept, mut roots) = (Vec::new(), None);
    for option in options.split('&') {
        match option.strip_prefix("sslrootcert=") {
            Some(file) => {
                let file = percent_decode_str(file).decode_utf8_lossy();
                roots = Some(PathBuf::from(file.into_owned()));
            }
            None => kept.push(option),
        }
    }
    let mark = if kept.is_empty() { "" } else { "?" };
    (format!("{base}{mark}{}", kept.join("&")), roots)
}

fn connector(file: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unavailable(format!("cannot set up TLS: {error}")))?
        .with_root_certificates(match file {
            Some(file) => roots_of(file)?,
            None => roots_of_the_system()?,
        })
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn roots_of(file: &Path) -> Result<RootCertStore, StoreError> {
    let cannot = |why: &dyn std::fmt::Display| {
        let file = file.display();
        StoreError::Unavailable(format!("cannot read the certificates in {file}: {why}"))
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| cannot(&error))? {
        let certificate = certificate.map_err(|error| cannot(&error))?;
        roots.add(certificate).map_err(|error| cannot(&error))?;
    }
    if roots.is_empty() { Err(cannot(&"it has none")) } else { Ok(roots) }
}

fn roots_of_the_system() -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    // Some of a system's certificates may be of a kind that is not known here.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        let why = "the system has no trusted certificates: name a file with sslrootcert=FILE";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    Ok(roots)
}
