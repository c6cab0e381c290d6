-- Version 2. Which entries moved which meter, so that a statement reads no others.
CREATE TABLE moves (
    meter TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    PRIMARY KEY (meter, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO moves (meter, seq)
SELECT DISTINCT json_extract(moved.value, '$.meter'), entries.seq
-- A line that is damaged is named when the chain is verified.
FROM entries, json_each(iif(json_valid(line), line, '{}'), '$.effect.moves') AS moved;
