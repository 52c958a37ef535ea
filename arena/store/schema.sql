-- arena/store/schema.sql - version 1 of the results database.
--
-- Facts only. Ratings, hands, legal actions and the points of a round are
-- computed from them and stand in no column.
--
-- Times called _ms are Unix time in milliseconds, durations say so. Numbers of
-- bots, variants and seats count from 0, sets, matches and places from 1. An
-- id names a row inside this file only and means nothing elsewhere.
--
-- People are invited to read with sqlite3, best through the views v_matches and
-- v_faults, whose columns stay as they are while tables may change.

PRAGMA application_id = 1148153153; -- "DomA"

-- One version of a bot, whichever tournaments it plays in.
CREATE TABLE bot (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    version TEXT NOT NULL,           -- hash of its files, lower-case hex
    UNIQUE (name, version)
) STRICT;

-- A tournament, written with its first stage before the first deal.
--
-- checksum: as that of a match (see there) over is_reproducible, name and config;
-- then for each entrant its number and the bot's name and version; for each
-- tournament_variant its columns from `number`; for each stage those from `number`.
CREATE TABLE tournament (
    id              INTEGER PRIMARY KEY,
    name            TEXT NOT NULL UNIQUE,
    config          TEXT NOT NULL,   -- the whole tournament file as JSON, as last extended
    is_reproducible INTEGER NOT NULL, -- 1: the secrets follow from a seed and are none
    checksum        BLOB NOT NULL CHECK (length(checksum) = 8)
) STRICT;

-- What was announced at once: the tournament as it was begun, and then each of its
-- extensions. The sets of a stage follow on those of the one before. Its secret is
-- its own, because that of a finished stage is revealed.
CREATE TABLE stage (
    tournament  INTEGER NOT NULL REFERENCES tournament (id),
    number      INTEGER NOT NULL,    -- 0, 1, 2, ... without a gap
    first_set   INTEGER NOT NULL,    -- number of its first set
    bots        INTEGER NOT NULL,    -- entrants below this number take part
    old_bots    INTEGER NOT NULL,    -- tables of none but entrants below this are not played
    sets        INTEGER NOT NULL,    -- per table, or per pairing of a Swiss round
    rounds      INTEGER NOT NULL,    -- Swiss: rounds of this stage; else 0
    created_ms  INTEGER NOT NULL,
    finished_ms INTEGER NOT NULL,    -- 0 until every match of it was played
    secret      BLOB NOT NULL CHECK (length(secret) = 32), -- whoever has it knows every deal
    commitment  TEXT NOT NULL,       -- hash of the secret, hex; published before the first deal
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Which bot has which number in a tournament.
CREATE TABLE entrant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL,     -- 0, 1, 2, ... without a gap
    bot        INTEGER NOT NULL REFERENCES bot (id),
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Which variant has which number in a tournament, and all that it means.
CREATE TABLE tournament_variant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL,     -- 0, 1, 2, ... without a gap
    name       TEXT NOT NULL,
    base       TEXT NOT NULL,        -- the variant it was made from, '' without one
    options    TEXT NOT NULL,        -- every option of the rules as 'name=value name=value ...'
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- One process of a bot, from its start to its end. It serves one seat number.
CREATE TABLE process (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL,
    bot        INTEGER NOT NULL,     -- entrant.number
    seat       INTEGER NOT NULL,
    instance   INTEGER NOT NULL,     -- 0, 1, ... through all processes of one run of the arena
    started_ms INTEGER NOT NULL,
    language   TEXT NOT NULL,        -- as it said itself, '' when it said nothing
    version    TEXT NOT NULL,        -- likewise
    ended      TEXT NOT NULL,        -- how it ended, for a person; '' while it runs
    log        BLOB NOT NULL,        -- what it printed, beginning and end
    checksum   BLOB NOT NULL CHECK (length(checksum) = 8), -- of the columns from tournament to log
    FOREIGN KEY (tournament, bot) REFERENCES entrant (tournament, number)
) STRICT;

-- How a match can end and what a bot can do wrong, by number.
CREATE TABLE fault_word (
    code INTEGER PRIMARY KEY,
    word TEXT NOT NULL               -- as in the match record
) STRICT;

INSERT INTO fault_word (code, word)
VALUES (0, 'normal'), (1, 'illegal'), (2, 'timeout'), (3, 'stall'), (4, 'protocol'),
       (5, 'crash'), (6, 'resource'), (7, 'spawn');

-- A finished match but for its seats and what was decided in it. Never changed
-- after it was written. Many matches are read at once, so their rows are short and lie
-- in the order in which they are read.
--
-- checksum: the first 8 bytes of the BLAKE2b-256 of the columns of this table
-- from `tournament` to `sandbox` in the order below, and then for each row of
-- `seat`, seats ascending, its columns from `seat` to `process`. An integer is 8
-- bytes, lowest first, in two's complement; NULL is 0. A text or blob is its
-- length in bytes, written like an integer, and its bytes.
CREATE TABLE match (
    tournament  INTEGER NOT NULL REFERENCES tournament (id),
    match       INTEGER NOT NULL,    -- place in the schedule
    set_number  INTEGER NOT NULL,    -- the duplicate set it belongs to
    rotation    INTEGER NOT NULL,    -- which rotation of the seats
    variant     INTEGER NOT NULL,    -- tournament_variant.number
    attempt     INTEGER NOT NULL,    -- starts that reached the disk, the last included
    ended       INTEGER NOT NULL REFERENCES fault_word (code), -- 0: by the rules
    fault_seat  INTEGER NOT NULL,    -- the seat whose fault ended it, else -1
    rounds      INTEGER NOT NULL,    -- rounds that were started
    started_ms  INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    sandbox     TEXT NOT NULL,       -- none, limits or bwrap
    checksum    BLOB NOT NULL CHECK (length(checksum) = 8),
    PRIMARY KEY (tournament, match),
    FOREIGN KEY (tournament, variant) REFERENCES tournament_variant (tournament, number)
) STRICT, WITHOUT ROWID;

-- What the bots chose in a finished match; matches in the order in which they were
-- stored.
--
-- A table with row ids, because a row of a table without them that is longer
-- than a quarter of a page costs a page of its own.
CREATE TABLE decisions (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL,
    match      INTEGER NOT NULL,
    decisions  BLOB NOT NULL,        -- arena/record/decisions.h
    checksum   BLOB NOT NULL CHECK (length(checksum) = 8), -- of the columns from tournament to here
    UNIQUE (tournament, match),
    FOREIGN KEY (tournament, match) REFERENCES match (tournament, match)
) STRICT;

-- Who sat where in a finished match, and what came of it.
CREATE TABLE seat (
    tournament INTEGER NOT NULL,
    match      INTEGER NOT NULL,
    seat       INTEGER NOT NULL,     -- 0, 1, ... without a gap
    bot        INTEGER NOT NULL,     -- entrant.number
    place      INTEGER NOT NULL,     -- 1 is best, equal places are draws
    score      INTEGER NOT NULL,     -- match points
    time_us    INTEGER NOT NULL,     -- what its choices took together, microseconds
    process    INTEGER REFERENCES process (id), -- the last that sat there, NULL without one
    PRIMARY KEY (tournament, match, seat),
    FOREIGN KEY (tournament, match) REFERENCES match (tournament, match),
    FOREIGN KEY (tournament, bot) REFERENCES entrant (tournament, number)
) STRICT, WITHOUT ROWID;

-- Starts of matches that are not finished. The row goes when its match comes.
CREATE TABLE match_start (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    match      INTEGER NOT NULL,
    starts     INTEGER NOT NULL,     -- how often it was started
    PRIMARY KEY (tournament, match)
) STRICT, WITHOUT ROWID;

-- An offence of a bot, tolerated or not, in the order of arrival. Its match need
-- not be finished, so it is not a reference.
CREATE TABLE fault (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL,
    match      INTEGER NOT NULL,     -- 0 when it concerned none
    seat       INTEGER NOT NULL,     -- -1 when it sat nowhere
    bot        INTEGER NOT NULL,     -- entrant.number
    process    INTEGER REFERENCES process (id), -- NULL without one
    code       INTEGER NOT NULL REFERENCES fault_word (code),
    tolerated  INTEGER NOT NULL,     -- 1: the match went on with a substitute
    when_ms    INTEGER NOT NULL,
    choice     INTEGER NOT NULL,     -- choices of the match made before it, -1: it was not asked
    text       TEXT NOT NULL,        -- what happened, for a person
    answer     BLOB NOT NULL CHECK (length(answer) <= 256), -- how the message began that it is about
    checksum   BLOB NOT NULL CHECK (length(checksum) = 8), -- of the columns from tournament to here
    FOREIGN KEY (tournament, bot) REFERENCES entrant (tournament, number)
) STRICT;

CREATE INDEX fault_of_tournament ON fault (tournament);

-- One row per finished match; bots, places and scores in the order of the seats.
CREATE VIEW v_matches AS
SELECT t.name AS tournament,
       m.match,
       m.set_number AS "set",
       m.rotation,
       v.name AS variant,
       (SELECT group_concat(name, ' ')
          FROM (SELECT b.name FROM seat s
                  JOIN entrant e ON e.tournament = s.tournament AND e.number = s.bot
                  JOIN bot b ON b.id = e.bot
                 WHERE s.tournament = m.tournament AND s.match = m.match
                 ORDER BY s.seat)) AS bots,
       (SELECT group_concat(place, ' ')
          FROM (SELECT place FROM seat s
                 WHERE s.tournament = m.tournament AND s.match = m.match
                 ORDER BY s.seat)) AS places,
       (SELECT group_concat(score, ' ')
          FROM (SELECT score FROM seat s
                 WHERE s.tournament = m.tournament AND s.match = m.match
                 ORDER BY s.seat)) AS scores,
       w.word AS ended,
       nullif(m.fault_seat, -1) AS fault_seat,
       m.rounds,
       m.attempt,
       strftime('%Y-%m-%dT%H:%M:%fZ', m.started_ms / 1000.0, 'unixepoch') AS started,
       m.duration_ms,
       m.sandbox,
       length(d.decisions) AS decisions_bytes
  FROM match m
  JOIN decisions d ON d.tournament = m.tournament AND d.match = m.match
  JOIN tournament t ON t.id = m.tournament
  JOIN tournament_variant v ON v.tournament = m.tournament AND v.number = m.variant
  JOIN fault_word w ON w.code = m.ended;

-- One row per offence, with what the bot's process had to say about itself.
CREATE VIEW v_faults AS
SELECT f.id,
       t.name AS tournament,
       nullif(f.match, 0) AS match,
       nullif(f.seat, -1) AS seat,
       b.name AS bot,
       b.version,
       w.word AS fault,
       f.tolerated,
       strftime('%Y-%m-%dT%H:%M:%fZ', f.when_ms / 1000.0, 'unixepoch') AS "when",
       f.text,
       nullif(f.choice, -1) AS choice,
       hex(f.answer) AS answer_hex,
       p.instance,
       p.language,
       p.ended AS process_ended
  FROM fault f
  JOIN tournament t ON t.id = f.tournament
  JOIN entrant e ON e.tournament = f.tournament AND e.number = f.bot
  JOIN bot b ON b.id = e.bot
  JOIN fault_word w ON w.code = f.code
  LEFT JOIN process p ON p.id = f.process;
