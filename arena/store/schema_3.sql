-- arena/store/schema_3.sql - version 3 of the results database: what bots said they think.
--
-- The infos of one seat in a finished match: written with the match, and never changed. A
-- seat that gave none has no row. Nothing is computed from them, and no hash covers them.
--
-- Before the duplicate set of the match is over, nobody may be shown them.

CREATE TABLE info (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL,
    match      INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    dropped    INTEGER NOT NULL,     -- how many were not kept
    reason     TEXT NOT NULL,        -- why the first of those was not, for a person; '' without one
    infos      BLOB NOT NULL CHECK (length(infos) <= 16384), -- arena/record/infos.h
    checksum   BLOB NOT NULL CHECK (length(checksum) = 8), -- of the columns from tournament to here
    UNIQUE (tournament, match, seat),
    FOREIGN KEY (tournament, match) REFERENCES match (tournament, match)
) STRICT;
