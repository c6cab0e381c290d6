-- Version 2. What entries name by its hash and must not contain.
CREATE TABLE croupier.vault (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    text text NOT NULL
);
