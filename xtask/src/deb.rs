//! `cargo xtask deb`: a Debian package, with `dpkg-deb` alone.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The unit is the one that the documentation shows.
const UNIT_FIRST: &str = "# /etc/systemd/system/croupier.service\n";
const STORE_ENV: &str = "\
# The house that croupier.service runs. Only root and the service read this file.
# Found it before the service starts:
#   runuser -u croupier -- croupier found PERSON --name NAME --store sqlite:/var/lib/croupier/house.db
CROUPIER_STORE=sqlite:/var/lib/croupier/house.db
";
/// The service is not started: on an empty store it would found the demo house.
const POSTINST: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = configure ]; then
    if ! getent passwd croupier >/dev/null; then
        useradd --system --user-group --home-dir /var/lib/croupier --no-create-home \\
            --shell /usr/sbin/nologin croupier
    fi
    install -d -o croupier -g croupier -m 0700 /var/lib/croupier
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        systemctl try-restart croupier.service
    fi
fi
";
const PRERM: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now croupier.service || true
fi
";
/// The house and its user stay, also after a purge: a ledger is never thrown away by a package.
const POSTRM: &str = "\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
";

/// Builds the package, from a `dist` build or from a given binary.
pub fn build(binary: Option<&str>) -> bool {
    match package(binary.map(Path::new)) {
        Ok(file) => {
            crate::print(&file.display().to_string());
            true
        }
        Err(error) => {
            crate::say(&format!("== deb: FAILED: {error}"));
            false
        }
    }
}

fn package(binary: Option<&Path>) -> io::Result<PathBuf> {
    let root = Path::new(ROOT);
    let binary = match binary {
        Some(binary) => binary.to_owned(),
        None => {
            let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
            run(&cargo, &["build", "--profile", "dist", "--locked", "--package", "croupier"])?;
            root.join("target/dist/croupier")
        }
    };
    let arch = run("dpkg", &["--print-architecture"])?.trim().to_owned();
    let tree = root.join("target/deb");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let put = |path: &str, mode: u32, content: &[u8]| write(&tree.join(path), mode, content);
    put("usr/bin/croupier", 0o755, &fs::read(&binary)?)?;
    let program = binary.canonicalize()?;
    documents(&tree, root, &program)?;
    for (shell, path) in [
        ("bash", "usr/share/bash-completion/completions/croupier"),
        ("zsh", "usr/share/zsh/vendor-completions/_croupier"),
        ("fish", "usr/share/fish/vendor_completions.d/croupier.fish"),
    ] {
        put(path, 0o644, run(&program, &["completions", shell])?.as_bytes())?;
    }
    put("usr/lib/systemd/system/croupier.service", 0o644, unit(root)?.as_bytes())?;
    put("etc/croupier/store.env", 0o640, STORE_ENV.as_bytes())?;
    put("DEBIAN/conffiles", 0o644, b"/etc/croupier/store.env\n")?;
    put("DEBIAN/postinst", 0o755, POSTINST.as_bytes())?;
    put("DEBIAN/prerm", 0o755, PRERM.as_bytes())?;
    put("DEBIAN/postrm", 0o755, POSTRM.as_bytes())?;
    put("DEBIAN/control", 0o644, control(&arch)?.as_bytes())?;
    folders(&tree)?;
    let file = root.join(format!("target/croupier_{VERSION}_{arch}.deb"));
    let arguments = ["--root-owner-group", "--build"].map(OsStr::new);
    run("dpkg-deb", &[&arguments[..], &[tree.as_os_str(), file.as_os_str()]].concat())?;
    file.canonicalize()
}

/// Manual pages, documentation and licenses.
fn documents(tree: &Path, root: &Path, program: &Path) -> io::Result<()> {
    let man = tree.join("usr/share/man/man1");
    fs::create_dir_all(&man)?;
    run(program, &[OsStr::new("man"), OsStr::new("--out"), man.as_os_str()])?;
    for page in fs::read_dir(&man)? {
        run("gzip", &[OsStr::new("-9n"), page?.path().as_os_str()])?;
    }
    for page in fs::read_dir(&man)? {
        fs::set_permissions(page?.path(), fs::Permissions::from_mode(0o644))?;
    }
    let into = tree.join("usr/share/doc/croupier");
    for name in ["README.md", "CHANGELOG.md", "docs/operating.md", "docs/shuffle.md"] {
        let name = Path::new(name);
        let to = into.join(name.file_name().unwrap_or_default());
        write(&to, 0o644, &fs::read(root.join(name))?)?;
    }
    let mut copyright =
        "Croupier may be used under the MIT license or the Apache License 2.0.\n".to_owned();
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copyright.push('\n');
        copyright.push_str(&fs::read_to_string(root.join(license))?);
    }
    write(&into.join("copyright"), 0o644, copyright.as_bytes())
}

/// The unit in docs/operating.md.
fn unit(root: &Path) -> io::Result<String> {
    let text = fs::read_to_string(root.join("docs/operating.md"))?;
    let unit = text.split_once(UNIT_FIRST).and_then(|(_, after)| after.split_once("```"));
    let missing = || io::Error::other("docs/operating.md has no unit");
    unit.map(|(unit, _)| unit.to_owned()).ok_or_else(missing)
}

fn control(arch: &str) -> io::Result<String> {
    // It is linked against the library of the machine that it is built on.
    let libc = run("dpkg-query", &["-W", "-f", "${Version}", "libc6"])?;
    let libc = libc.split('-').next().unwrap_or_default();
    Ok(format!(
        "Package: croupier
Version: {VERSION}
Architecture: {arch}
Maintainer: The Croupier authors <croupier@localhost>
Depends: libc6 (>= {libc}), libgcc-s1, passwd
Recommends: ca-certificates
Section: games
Priority: optional
Description: South Dakota's casino table games by the book
 Rules, exact odds, settlement, progressive meters with an audited ledger,
 and a server for live, virtual and practice tables.
"
    ))
}

fn write(path: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Folders are everyone's to read, whatever the umask.
fn folders(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders(&entry.path())?;
        }
    }
    Ok(())
}

/// Runs a program; what it prints.
fn run<A: AsRef<OsStr>>(program: impl AsRef<OsStr>, arguments: &[A]) -> io::Result<String> {
    let program = program.as_ref();
    let output = Command::new(program).args(arguments).current_dir(ROOT).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(format!("{}: {said}", program.to_string_lossy())));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
