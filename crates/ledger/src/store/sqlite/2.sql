-- Version 2. What entries name by its hash and must not contain.
CREATE TABLE vault (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
