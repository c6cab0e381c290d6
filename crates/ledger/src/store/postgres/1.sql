-- Version 1. The ledger, the state as its last entries left it, and what each entry is about.
CREATE TABLE croupier.entries (
    seq  bigint PRIMARY KEY,
    id   bytea NOT NULL UNIQUE CHECK (octet_length(id) = 16),
    line text NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE TABLE croupier.rows (
    kind    text COLLATE "C" NOT NULL,
    name    text COLLATE "C" NOT NULL,
    json    text NOT NULL,
    hash    bytea NOT NULL CHECK (octet_length(hash) = 32),
    seq     bigint NOT NULL,
    is_live boolean NOT NULL,
    PRIMARY KEY (kind, name)
) WITH (fillfactor = 50);

CREATE INDEX rows_by_seq ON croupier.rows (seq);
-- Finished things pile up; a ledger is opened with the others.
CREATE INDEX rows_live ON croupier.rows (kind, name) WHERE is_live;

CREATE TABLE croupier.subjects (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    seq  bigint NOT NULL,
    PRIMARY KEY (kind, name, seq)
);

-- Where the chain ends. Its one row is what writers queue for.
CREATE TABLE croupier.head (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    seq     bigint NOT NULL,
    hash    bytea NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO croupier.head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));
