//! TLS to a server: the certificate is checked, or nothing is said to the server at all.

use std::net::TcpListener;
use std::path::PathBuf;
use std::time::Duration;

use house::store::{self, Deadlines};
use house::{Ledger, PostError};
use ledger::{OpenMode, PostgresStore, StoreError};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

use crate::support::cluster::Cluster;
use crate::support::house::*;

/// Someone who signs certificates: his own, and that of `localhost` with its key.
struct Signer {
    own: String,
    of_localhost: String,
    key: String,
}

impl Signer {
    fn new() -> Signer {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own_key = KeyPair::generate().unwrap();
        let own = params.self_signed(&own_key).unwrap().pem();
        let (issuer, key) = (Issuer::new(params, own_key), KeyPair::generate().unwrap());
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let of_localhost = params.signed_by(&key, &issuer).unwrap().pem();
        Signer { own, of_localhost, key: key.serialize_pem() }
    }
}

/// A server with a certificate, and who signed it.
struct Sealed {
    cluster: Cluster,
    port: u16,
    signer: PathBuf,
    dir: TempDir,
}

impl Sealed {
    fn start() -> Sealed {
        let port = TcpListener::bind("localhost:0").unwrap().local_addr().unwrap().port();
        let (cluster, signer) = (Cluster::start_on(port), Signer::new());
        let certificate = cluster.put("server.crt", &signer.of_localhost);
        let key = cluster.put("server.key", &signer.key);
        let settings = [
            ("ssl_cert_file", certificate.display().to_string()),
            ("ssl_key_file", key.display().to_string()),
            ("ssl", "on".to_owned()),
        ];
        cluster.admin(|client| {
            for (name, value) in settings {
                let set = format!("ALTER SYSTEM SET {name} = '{value}'");
                client.batch_execute(&set).unwrap();
            }
        });
        cluster.down();
        cluster.up();
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("signer.crt");
        std::fs::write(&file, signer.own).unwrap();
        Sealed { cluster, port, signer: file, dir }
    }

    fn url(&self, host: &str, options: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres?{options}", self.port)
    }

    fn trusted(&self) -> String {
        let options = format!("sslmode=require&sslrootcert={}", self.signer.display());
        self.url("localhost", &options)
    }
}

fn why_not(url: &str) -> String {
    store::open(url, OpenMode::Create)
        .err()
        .unwrap_or_else(|| panic!("{url} was opened"))
        .to_string()
}

#[test]
fn a_house_is_kept_over_tls() {
    let server = Sealed::start();
    let short = Duration::from_secs(2);
    let deadlines = Deadlines { posting: short, ..Deadlines::default() };
    let store = PostgresStore::open_with(&server.trusted(), OpenMode::Create, deadlines).unwrap();
    let ledger = Ledger::open(Box::new(store)).unwrap();
    found(&ledger, 1);
    let sealed = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                  WHERE application_name = 'croupier'";
    let is_sealed: bool =
        server.cluster.admin(|client| client.query_one(sealed, &[]).unwrap().get(0));
    assert!(is_sealed);
    let mut changes = store::watch(&server.trusted()).unwrap();
    let posted = done(&ledger, "dan", lock("t0", &[(1, 100)]));
    while changes.head().seq < posted.seq {
        changes.wait(Duration::from_secs(1)).unwrap();
    }
    // A commit that waits for a lost standby is cancelled over TLS as well.
    server.cluster.wait_for_standbys("nobody");
    let told = loop {
        match ledger.post(ask("ann", note("is it there?"))) {
            Ok(_) => {}
            Err(PostError::Store(StoreError::Unavailable(why))) => break why,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(told.contains("it waited for its synchronous standby"), "{told}");
}

#[test]
fn a_server_that_is_not_made_sure_of_is_refused() {
    let server = Sealed::start();
    // The certificate is of another name.
    let other_name = server.trusted().replace("localhost", "127.0.0.1");
    let why = why_not(&other_name);
    assert!(why.contains("certificate not valid for name"), "{why}");
    // It was signed by someone else, and nobody whom the system trusts signed it.
    let other = server.dir.path().join("other.crt");
    std::fs::write(&other, Signer::new().own).unwrap();
    let options = format!("sslmode=require&sslrootcert={}", other.display());
    let why = why_not(&server.url("localhost", &options));
    assert!(why.contains("invalid peer certificate"), "{why}");
    let why = why_not(&server.url("localhost", "sslmode=require"));
    let is_told = ["invalid peer certificate", "the system has no trusted certificates"]
        .iter()
        .any(|told| why.contains(told));
    assert!(is_told, "{why}");
    // It speaks no TLS.
    server.cluster.admin(|client| client.batch_execute("ALTER SYSTEM SET ssl = off").unwrap());
    server.cluster.down();
    server.cluster.up();
    let why = why_not(&server.trusted());
    assert!(why.contains("TLS"), "{why}");
    assert!(store::open(&server.url("localhost", "sslmode=disable"), OpenMode::Create).is_ok());
}

#[test]
fn addresses_with_certificates_say_what_is_wrong_with_them() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("none.crt").display().to_string();
    let url = |options: &str| format!("postgres://x@localhost:1/house?{options}");
    let why = why_not(&url(&format!("sslmode=require&sslrootcert={file}")));
    assert!(why.contains("cannot read the certificates in"), "{why}");
    std::fs::write(&file, "no certificate").unwrap();
    let why = why_not(&url(&format!("sslrootcert={file}&sslmode=require")));
    assert!(why.contains("it has none"), "{why}");
    let escaped = file.replace('/', "%2F");
    let why = why_not(&url(&format!("sslrootcert={escaped}&sslmode=require")));
    assert!(why.contains("it has none"), "{why}");
    let why = why_not(&url(&format!("sslrootcert={file}")));
    assert!(why.contains("has no effect without sslmode=require"), "{why}");
}
