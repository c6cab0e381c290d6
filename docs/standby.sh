#!/usr/bin/env bash
# A PostgreSQL primary with a synchronous standby, in a temporary folder on this machine: a house plays
# on the primary, the primary is killed with -9 under load, the standby is promoted, every entry that was
# acknowledged is looked for on it, and the house goes on there to the end of its week.
#
#   docs/standby.sh [ROUNDS] [KILL_AFTER]     rounds in all, and after how many acknowledgements to kill
#
# Wants PostgreSQL's programs on PATH or in /usr/lib/postgresql/*/bin, and Rust. Uses unix sockets only,
# so no port is taken. Exits 1 if anything acknowledged is lost or differs.
set -euo pipefail

rounds=${1:-20000}
kill_after=${2:-15000}
tables=${TABLES:-24}
cd "$(dirname "$0")/.."

# A folder that has all the programs: PATH may have links to some of them only.
bin=
for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) ${PATH//:/ }; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && [ -x "$folder/pg_basebackup" ] && [ -x "$folder/psql" ]; then
        bin=$folder
        break
    fi
done
if [ -z "$bin" ]; then
    echo "PostgreSQL is needed: apt-get install postgresql, or dnf install postgresql-server" >&2
    exit 2
fi

# PostgreSQL refuses to run as root.
as_owner() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

cargo build --quiet --package croupier
cargo build --quiet --package house --example week
target=${CARGO_TARGET_DIR:-target}/debug
croupier=$target/croupier
week=$target/examples/week

work=$(mktemp -d /tmp/croupier-standby-XXXXXX)
chmod 755 "$work"
mkdir "$work/notes" "$work/servers"
if [ "$(id -u)" = 0 ]; then chown postgres "$work/servers"; fi
servers=$work/servers

clear_up() {
    for name in primary standby; do
        (cd / && as_owner "$bin/pg_ctl" -D "$servers/$name" -m immediate stop) >/dev/null 2>&1 || true
    done
    rm -rf "$work"
}
trap clear_up EXIT

# start NAME OPTIONS: a server with its socket in a folder of its own.
start() {
    as_owner mkdir -p "$servers/$1-socket"
    (cd / && as_owner "$bin/pg_ctl" -D "$servers/$1" -w -l "$servers/$1.log" \
        -o "-c listen_addresses= -c unix_socket_directories=$servers/$1-socket $2" start) >/dev/null
}

ask() { # ask NAME DATABASE SQL
    (cd / && as_owner "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h "$servers/$1-socket" -U postgres -d "$2" -c "$3")
}

# until_is WHAT COMMAND...: asks again until the command says so, for at most 60 seconds.
until_is() {
    local wanted=$1 tries=0
    shift
    until [ "$("$@")" = "$wanted" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 600 ]; then echo "gave up waiting for: $*" >&2; exit 1; fi
        sleep 0.1
    done
}

echo "== a primary, and a standby that has every commit before it is acknowledged"
(cd / && as_owner "$bin/initdb" -D "$servers/primary" -A trust -U postgres -E UTF8 --locale=C) >/dev/null
start primary ""
ask primary postgres "CREATE ROLE house LOGIN"
ask primary postgres "CREATE DATABASE house OWNER house"
(cd / && as_owner "$bin/pg_basebackup" -h "$servers/primary-socket" -U postgres -D "$servers/standby" \
    -R -X stream -C -S standby1 -c fast)
start standby "-c cluster_name=standby1"
ask primary postgres "ALTER SYSTEM SET synchronous_standby_names = 'standby1'"
ask primary postgres "SELECT pg_reload_conf()" >/dev/null
until_is sync ask primary postgres "SELECT sync_state FROM pg_stat_replication"
ask primary postgres "SELECT application_name, state, sync_state FROM pg_stat_replication"

url() { echo "postgres://house@/house?host=$servers/$1-socket"; }
# Both addresses: whoever connects finds the one that takes writes.
sockets="$servers/primary-socket,$servers/standby-socket"
either="postgres://house@${sockets//\//%2F}/house?target_session_attrs=read-write"
heard() { cat "$work"/notes/*.heard 2>/dev/null | wc -l; }

echo "== a house of $tables tables plays on the primary"
"$week" --store "$either" --folder "$work/notes" --tables "$tables" --rounds "$rounds" --kills 0 \
    >"$work/week.out" 2>"$work/week.err" &
house=$!
while [ "$(heard)" -lt "$kill_after" ]; do
    if ! kill -0 $house 2>/dev/null; then
        echo "the week was over before the kill: give more rounds" >&2
        cat "$work/week.err" >&2
        exit 2
    fi
    sleep 0.02
done

echo "== kill -9 of the primary, all of its processes at once"
postmaster=$(head -1 "$servers/primary/postmaster.pid")
# shellcheck disable=SC2046
kill -9 "$postmaster" $(pgrep -P "$postmaster")
lost_at=$(date +%s%N)
wait $house && { echo "the week ended as if nothing had happened" >&2; exit 1; }
mv "$servers/primary" "$servers/primary-lost"
echo "the house says: $(tail -1 "$work/week.err")"

echo "== promote"
(cd / && as_owner "$bin/pg_ctl" -D "$servers/standby" -w promote) >/dev/null
until_is f ask standby postgres "SELECT pg_is_in_recovery()"
ready_at=$(date +%s%N)
echo "standby takes writes $(((ready_at - lost_at) / 1000000)) ms after the kill"

echo "== what was acknowledged before the kill, on the standby"
cut -d' ' -f1,2 "$work"/notes/*.heard | sort -u >"$work/acknowledged"
chmod 644 "$work/acknowledged"
figures=$(cd / && as_owner "$bin/psql" -X -q -A -t -F' ' -v ON_ERROR_STOP=1 -h "$servers/standby-socket" -U postgres -d house <<SQL
CREATE TEMP TABLE heard (id text, seq bigint);
\copy heard FROM '$work/acknowledged' WITH (DELIMITER ' ')
SELECT count(*),
       count(*) FILTER (WHERE (SELECT count(*) FROM croupier.entries e
                               WHERE e.id = decode(heard.id, 'hex') AND e.seq = heard.seq) <> 1),
       (SELECT count(*) FROM croupier.entries),
       (SELECT count(*) FROM croupier.entries) - (SELECT count(DISTINCT id) FROM croupier.entries)
FROM heard;
SQL
)
read -r acknowledged missing entries doubled <<<"$figures"
echo "acknowledged $acknowledged, missing $missing; entries $entries, twice $doubled"
"$croupier" store check --store "$(url standby)"
"$croupier" audit verify --store "$(url standby)" --replay
if [ "$missing" != 0 ] || [ "$doubled" != 0 ]; then exit 1; fi

echo "== the house goes on, on the standby"
"$week" --store "$either" --folder "$work/notes" --tables "$tables" --rounds "$rounds" --kills 0 --resume \
    2>"$work/week.err" || { cat "$work/week.err" >&2; exit 1; }

echo "== the log, exported and verified without the store"
"$croupier" audit export --out "$work/house.log" --store "$(url standby)"
"$croupier" audit verify "$work/house.log"
