//! A throw-away PostgreSQL server on a unix socket. Missing PostgreSQL fails the test and says how to
//! get it; nothing is skipped.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use postgres::{Client, NoTls};

const MISSING: &str = "PostgreSQL is needed for these tests and was not found on PATH or in \
    /usr/lib/postgresql/*/bin: install it (apt-get install postgresql, or dnf install \
    postgresql-server); no server needs to be running";

/// A server of our own.
pub struct Cluster {
    dir: PathBuf,
    bin: PathBuf,
    admin: Mutex<Option<Client>>,
    made: AtomicU32,
    /// Where it listens beside its socket.
    port: Option<u16>,
    /// Stops the server and clears up as soon as this process ends, however it ends.
    _watch: (ChildStdin, Child),
}

/// The one server of this test binary.
pub fn shared() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(Cluster::start)
}

fn find_bin() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    found.extend(versions.map(|version| version.path().join("bin")));
    let has_all =
        |dir: &PathBuf| ["initdb", "pg_ctl", "postgres"].iter().all(|name| dir.join(name).exists());
    found.into_iter().find(has_all).expect(MISSING)
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout.starts_with(b"0\n")
}

/// The command as a user that PostgreSQL accepts: it refuses to run as root.
fn as_user(command: &str) -> Command {
    let mut shell;
    if is_root() {
        shell = Command::new("su");
        shell.args(["postgres", "-s", "/bin/sh", "-c", command]);
    } else {
        shell = Command::new("/bin/sh");
        shell.args(["-c", command]);
    }
    shell.stdin(Stdio::null()).current_dir("/");
    shell
}

fn run(mut command: Command) {
    // Not captured by pipes: a server that stays would hold them open.
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

impl Cluster {
    /// Makes and starts a server.
    pub fn start() -> Cluster {
        Cluster::make(None)
    }

    /// Makes and starts a server that listens on localhost too.
    pub fn start_on(port: u16) -> Cluster {
        Cluster::make(Some(port))
    }

    fn make(port: Option<u16>) -> Cluster {
        let bin = find_bin();
        let dir = tempfile::Builder::new().prefix("crp-pg-").tempdir().expect("a folder").keep();
        if is_root() {
            let mut chown = Command::new("chown");
            chown.arg("postgres").arg(&dir);
            run(chown);
        }
        let (data, initdb) = (dir.join("data"), bin.join("initdb"));
        run(as_user(&format!(
            "{} -D {} -A trust -U postgres -E UTF8 --locale=C --no-sync",
            initdb.display(),
            data.display()
        )));
        let stop = format!(
            "read gone; {} -D {} -m immediate -w stop >/dev/null 2>&1; rm -rf {}",
            bin.join("pg_ctl").display(),
            data.display(),
            dir.display()
        );
        let mut watch = as_user(&stop);
        watch.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut watch = watch.spawn().expect("the watch starts");
        let stdin = watch.stdin.take().expect("it has an input");
        let cluster = Cluster {
            dir,
            bin,
            admin: Mutex::new(None),
            made: AtomicU32::new(0),
            port,
            _watch: (stdin, watch),
        };
        cluster.up();
        cluster
    }

    fn data(&self) -> PathBuf {
        self.dir.join("data")
    }

    fn control(&self, what: &str) {
        let (control, data) = (self.bin.join("pg_ctl"), self.data());
        run(as_user(&format!("{} -D {} {what}", control.display(), data.display())));
    }

    /// Starts the server.
    pub fn up(&self) {
        let listens = match self.port {
            Some(port) => format!("localhost -p {port}"),
            None => String::new(),
        };
        let options = format!(
            "-c listen_addresses={listens} -c unix_socket_directories={} -c max_connections=200",
            self.dir.display()
        );
        self.control(&format!("-w -l {} -o \"{options}\" start", self.dir.join("log").display()));
    }

    /// Stops the server without letting anyone finish.
    pub fn down(&self) {
        *self.admin.lock().unwrap() = None;
        self.control("-m immediate -w stop");
    }

    /// The processes of the server, and whatever they are doing, stand still until they are let go on.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets the processes of the server go on.
    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let first = file.lines().next().unwrap();
        // The first one too, so that nobody new is let in; before its children, so that it makes none.
        // One of them may end by itself meanwhile.
        let each =
            format!("for child in $(pgrep -P {first}); do kill -{signal} $child || true; done");
        run(as_user(&format!("kill -{signal} {first} && {each}")));
    }

    /// Names the standbys without which the server confirms nothing.
    pub fn wait_for_standbys(&self, names: &str) {
        self.admin(|client| {
            let setting = format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'");
            client.batch_execute(&setting).unwrap();
            client.batch_execute("SELECT pg_reload_conf()").unwrap();
        });
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        let port = self.port.map_or(String::new(), |port| format!("&port={port}"));
        format!("postgres://postgres@/{database}?host={}{port}", self.dir.display())
    }

    /// Where its sockets are.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Puts a file beside the server's data that only the server can read, and says where.
    pub fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        if is_root() {
            let mut chown = Command::new("chown");
            chown.arg("postgres").arg(&path);
            run(chown);
        }
        path
    }

    /// Does something as the server's owner.
    pub fn admin<T>(&self, act: impl FnOnce(&mut Client) -> T) -> T {
        let mut admin = self.admin.lock().unwrap_or_else(|poison| poison.into_inner());
        if admin.as_ref().is_none_or(Client::is_closed) {
            *admin = Some(Client::connect(&self.url("postgres"), NoTls).expect("the server runs"));
        }
        act(admin.as_mut().expect("it was just made"))
    }

    /// A new database, and its address.
    pub fn database(&self) -> String {
        let name = format!("house_{}", self.made.fetch_add(1, Ordering::Relaxed));
        self.admin(|client| client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap());
        self.url(&name)
    }

    /// Cuts every connection but ours to a database, and says how many.
    pub fn cut(&self, url: &str) -> i64 {
        let name = url.rsplit('/').find_map(|part| part.split_once('?')).unwrap().0.to_owned();
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = $1 AND pid <> pg_backend_pid()";
        self.admin(|client| client.query_one(cut, &[&name]).unwrap().get(0))
    }
}
