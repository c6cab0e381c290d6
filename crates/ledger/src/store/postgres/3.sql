-- Who runs, and what each process has to tell the others. Nothing of it outlives them.
CREATE UNLOGGED TABLE croupier.present (
    process text PRIMARY KEY,
    names text[] NOT NULL,
    seen timestamptz NOT NULL
);
