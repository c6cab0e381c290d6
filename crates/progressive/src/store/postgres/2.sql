-- Version 2. Which entries moved which meter, so that a statement reads no others.
CREATE TABLE croupier.moves (
    meter text COLLATE "C" NOT NULL,
    seq   bigint NOT NULL,
    PRIMARY KEY (meter, seq)
);

INSERT INTO croupier.moves (meter, seq)
SELECT DISTINCT moved ->> 'meter', entries.seq
FROM croupier.entries, json_array_elements(line::json -> 'effect' -> 'moves') AS moved;
