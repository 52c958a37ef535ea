-- arena/store/schema_2.sql - version 2 of the results database: entries that change, and
-- what an organiser ruled.
--
-- An entry is the place of a participant in a tournament. It has the number of the
-- entrant that began in it. A new version of that bot is an entrant of its own, with
-- the same name, that plays in this place from a stage on.
--
-- The checksum of a tournament (schema.sql) also covers these rows: after its stages
-- come, for each entry_change, its columns from `number`, for each moved_sets its
-- columns from `stage`, and for each ruling its columns from `number`.

-- What was changed about an entry, by a command while nothing was played.
CREATE TABLE entry_change (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL,     -- 0, 1, 2, ... without a gap, in the order in which they were made
    stage      INTEGER NOT NULL,     -- holds from this stage on, which need not exist yet
    entry      INTEGER NOT NULL,     -- entrant.number of the version that began
    bot        INTEGER NOT NULL,     -- entrant.number of the version that plays, or played last
    state      INTEGER NOT NULL,     -- 0 plays, 1 withdrawn, 2 disqualified
    when_ms    INTEGER NOT NULL,
    reason     TEXT NOT NULL,        -- for a person, '' without one
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament, entry) REFERENCES entrant (tournament, number),
    FOREIGN KEY (tournament, bot) REFERENCES entrant (tournament, number)
) STRICT, WITHOUT ROWID;

-- Sets of earlier stages of which no match had begun when a stage was announced. They
-- belong to it: its secret deals them. Of two rows for one set the later stage has it.
CREATE TABLE moved_sets (
    tournament INTEGER NOT NULL,
    stage      INTEGER NOT NULL,
    first_set  INTEGER NOT NULL,
    last_set   INTEGER NOT NULL,
    PRIMARY KEY (tournament, stage, first_set),
    FOREIGN KEY (tournament, stage) REFERENCES stage (tournament, number)
) STRICT, WITHOUT ROWID;

-- What an organiser ruled about results. The newest ruling on a match holds.
CREATE TABLE ruling (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL,     -- 0, 1, 2, ... without a gap, in the order in which they were made
    kind       INTEGER NOT NULL,     -- 0 the tournament is closed, 1 does not count, 2 counts again
    match      INTEGER NOT NULL,     -- 0: the whole tournament
    when_ms    INTEGER NOT NULL,
    reason     TEXT NOT NULL,        -- for a person, '' without one
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
