-- Version 1. The ledger, the state as its last entries left it, and what each entry is about.
CREATE TABLE entries (
    seq  INTEGER PRIMARY KEY,
    id   BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    line TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TABLE rows (
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    json    TEXT NOT NULL,
    hash    BLOB NOT NULL CHECK (length(hash) = 32),
    seq     INTEGER NOT NULL,
    is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX rows_by_seq ON rows (seq);
-- Finished things pile up; a ledger is opened with the others.
CREATE INDEX rows_live ON rows (kind, name) WHERE is_live = 1;

CREATE TABLE subjects (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    PRIMARY KEY (kind, name, seq)
) STRICT, WITHOUT ROWID;
