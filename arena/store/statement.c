/* All SQL statements, except schema.sql and the settings in settings.c. */
#include "file.h"

/* `what` completes "cannot ..." when the statement fails. */
static const struct {
    const char *what, *sql;
    int schema; /* the first one that has its table */
} table[DOM_STORE_SQL_COUNT] = {
    [DOM_STORE_SQL_BEGIN] = {"write", "BEGIN IMMEDIATE", 1},
    [DOM_STORE_SQL_BEGIN_READING] = {"read", "BEGIN", 1},
    [DOM_STORE_SQL_COMMIT] = {"commit", "COMMIT", 1},
    [DOM_STORE_SQL_ROLLBACK] = {"roll back", "ROLLBACK", 1},

    [DOM_STORE_SQL_TOURNAMENT_ADD] =
        {"store the tournament",
         "INSERT INTO tournament (is_reproducible, name, config, checksum) "
         "VALUES (?1, ?2, ?3, zeroblob(8))",
         1},
    [DOM_STORE_SQL_TOURNAMENT_EXTEND] = {"extend the tournament",
                                         "UPDATE tournament SET config = ?2 WHERE id = ?1", 1},
    /* By name, or the newest for NULL. */
    [DOM_STORE_SQL_TOURNAMENT_ID] =
        {"find the tournament",
         "SELECT id FROM tournament WHERE ?1 IS NULL OR name = ?1 ORDER BY id DESC LIMIT 1", 1},
    [DOM_STORE_SQL_TOURNAMENT_AFTER] =
        {"read the tournaments",
         "SELECT id, is_reproducible, name, config, checksum FROM tournament WHERE id > ?1 "
         "ORDER BY id LIMIT 1",
         1},
    [DOM_STORE_SQL_TOURNAMENT_NAMES] = {"list the tournaments",
                                        "SELECT name FROM tournament ORDER BY id DESC", 1},
    [DOM_STORE_SQL_TOURNAMENT_SEAL] = {"store the tournament's checksum",
                                       "UPDATE tournament SET checksum = ?2 WHERE id = ?1", 1},
    [DOM_STORE_SQL_STAGE_ADD] =
        {"store a stage",
         "INSERT INTO stage (tournament, number, first_set, bots, old_bots, sets, rounds, "
         "created_ms, finished_ms, secret, commitment) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
         1},
    [DOM_STORE_SQL_STAGES] = {"read the stages",
                              "SELECT number, first_set, bots, old_bots, sets, rounds, created_ms, "
                              "finished_ms, secret, commitment FROM stage WHERE tournament = ?1 "
                              "ORDER BY number",
                              1},
    [DOM_STORE_SQL_TOURNAMENT_FINISH] = {"finish the tournament",
                                         "UPDATE stage SET finished_ms = ?2 "
                                         "WHERE tournament = ?1 AND finished_ms = 0",
                                         1},

    [DOM_STORE_SQL_BOT_ADD] = {"store a bot",
                               "INSERT INTO bot (name, version) VALUES (?1, ?2) "
                               "ON CONFLICT DO NOTHING",
                               1},
    [DOM_STORE_SQL_ENTRANT_ADD] = {"store an entrant",
                                   "INSERT INTO entrant (tournament, number, bot) "
                                   "SELECT ?1, ?2, id FROM bot WHERE name = ?3 AND version = ?4",
                                   1},
    [DOM_STORE_SQL_ENTRANTS] =
        {"read the entrants",
         "SELECT number, name, version FROM entrant JOIN bot ON bot.id = bot "
         "WHERE tournament = ?1 ORDER BY number",
         1},
    [DOM_STORE_SQL_CHANGE_ADD] =
        {"store a change of an entry",
         "INSERT INTO entry_change (tournament, number, stage, entry, bot, state, when_ms, reason) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
         2},
    [DOM_STORE_SQL_CHANGES] = {"read the changes of entries",
                               "SELECT number, stage, entry, bot, state, when_ms, reason "
                               "FROM entry_change WHERE tournament = ?1 ORDER BY number",
                               2},
    [DOM_STORE_SQL_MOVE_ADD] =
        {"store sets that move",
         "INSERT INTO moved_sets (tournament, stage, first_set, last_set) VALUES (?1, ?2, ?3, ?4)",
         2},
    [DOM_STORE_SQL_MOVES] = {"read the sets that moved",
                             "SELECT stage, first_set, last_set FROM moved_sets "
                             "WHERE tournament = ?1 ORDER BY stage, first_set",
                             2},
    [DOM_STORE_SQL_RULING_ADD] =
        {"store a ruling",
         "INSERT INTO ruling (tournament, number, kind, match, when_ms, reason) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
         2},
    [DOM_STORE_SQL_RULINGS] = {"read the rulings",
                               "SELECT number, kind, match, when_ms, reason FROM ruling "
                               "WHERE tournament = ?1 ORDER BY number",
                               2},
    [DOM_STORE_SQL_VARIANT_ADD] =
        {"store a variant",
         "INSERT INTO tournament_variant (tournament, number, name, base, options) "
         "VALUES (?1, ?2, ?3, ?4, ?5)",
         1},
    [DOM_STORE_SQL_VARIANTS] = {"read the variants",
                                "SELECT number, name, base, options FROM tournament_variant "
                                "WHERE tournament = ?1 ORDER BY number",
                                1},

    [DOM_STORE_SQL_PROCESS_ADD] =
        {"store a process",
         "INSERT INTO process (tournament, bot, seat, instance, started_ms, language, version, "
         "ended, log, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
         1},
    [DOM_STORE_SQL_PROCESS_UPDATE] = {"store the end of a process",
                                      "UPDATE process SET language = ?2, version = ?3, ended = ?4, "
                                      "log = ?5, checksum = ?6 WHERE id = ?1",
                                      1},
    [DOM_STORE_SQL_PROCESS_FIND] =
        {"read a process",
         "SELECT p.tournament, p.bot, p.seat, p.instance, p.started_ms, p.language, p.version, "
         "p.ended, p.log, p.checksum FROM process p "
         "JOIN entrant e ON e.tournament = p.tournament AND e.number = p.bot WHERE p.id = ?1",
         1},
    [DOM_STORE_SQL_PROCESSES] = {"list the processes",
                                 "SELECT id FROM process WHERE tournament = ?1 ORDER BY id", 1},

    [DOM_STORE_SQL_MATCH_START] =
        {"note the start of a match",
         "INSERT INTO match_start (tournament, match, starts) SELECT ?1, ?2, 1 "
         "WHERE NOT EXISTS (SELECT * FROM match WHERE tournament = ?1 AND match = ?2) "
         "ON CONFLICT DO UPDATE SET starts = starts + 1",
         1},
    [DOM_STORE_SQL_MATCH_STARTS] = {"read the starts of matches",
                                    "SELECT match, starts FROM match_start WHERE tournament = ?1 "
                                    "ORDER BY match",
                                    1},
    [DOM_STORE_SQL_MATCH_STARTED] = {"forget the starts of a match",
                                     "DELETE FROM match_start WHERE tournament = ?1 AND match = ?2",
                                     1},
    [DOM_STORE_SQL_MATCH_ADD] =
        {"store a match",
         "INSERT INTO match (tournament, match, set_number, rotation, variant, attempt, ended, "
         "fault_seat, rounds, started_ms, duration_ms, sandbox, checksum) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
         1},
    [DOM_STORE_SQL_DECISIONS_ADD] =
        {"store the decisions",
         "INSERT INTO decisions (tournament, match, decisions, checksum) "
         "VALUES (?1, ?2, ?3, ?4)",
         1},
    /* The numbers are what a row has in the file beside its texts and bytes. */
    [DOM_STORE_SQL_MATCH_COUNT] =
        {"count the matches",
         "SELECT count(*), ifnull(max(started_ms + duration_ms), 0), "
         "(SELECT ifnull(sum(48 + length(decisions)), 0) FROM decisions WHERE tournament = ?1) + "
         "(SELECT 24 * count(*) FROM seat WHERE tournament = ?1) + "
         "(SELECT ifnull(sum(100 + length(log)), 0) FROM process WHERE tournament = ?1) + "
         "(SELECT ifnull(sum(64 + length(text) + length(answer)), 0) FROM fault "
         "WHERE tournament = ?1) + 56 * count(*) FROM match WHERE tournament = ?1",
         1},
    [DOM_STORE_SQL_MATCH_COUNT_WITHIN] =
        {"count matches",
         "SELECT count(*) FROM match WHERE tournament = ?1 AND match BETWEEN ?2 AND ?3", 1},
    [DOM_STORE_SQL_MATCH_NUMBERS] = {"read the numbers of matches",
                                     "SELECT match FROM match WHERE tournament = ?1 ORDER BY match",
                                     1},
    [DOM_STORE_SQL_MATCHES] =
        {"read the matches",
         "SELECT tournament, match, set_number, rotation, variant, attempt, ended, fault_seat, "
         "rounds, started_ms, duration_ms, sandbox, checksum FROM match "
         "WHERE tournament = ?1 AND match BETWEEN ?2 AND ?3 ORDER BY match",
         1},
    [DOM_STORE_SQL_DECISIONS] = {"read the decisions",
                                 "SELECT match, decisions, checksum FROM decisions "
                                 "WHERE tournament = ?1 AND match BETWEEN ?2 AND ?3 ORDER BY match",
                                 1},
    [DOM_STORE_SQL_MARK] = {"read the last match",
                            "SELECT id, checksum FROM decisions ORDER BY id DESC LIMIT 1", 1},
    [DOM_STORE_SQL_SINCE] = {"read the new matches",
                             "SELECT id, checksum, tournament, match FROM decisions WHERE id >= ?1 "
                             "ORDER BY id",
                             1},
    [DOM_STORE_SQL_SEAT_ADD] =
        {"store a seat",
         "INSERT INTO seat (tournament, match, seat, bot, place, score, time_us, process) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, 0))",
         1},
    [DOM_STORE_SQL_SEATS] =
        {"read the seats",
         "SELECT match, seat, bot, place, score, time_us, process FROM seat "
         "WHERE tournament = ?1 AND match BETWEEN ?2 AND ?3 ORDER BY match, seat",
         1},

    [DOM_STORE_SQL_INFO_ADD] =
        {"store infos",
         "INSERT INTO info (tournament, match, seat, dropped, reason, infos, checksum) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
         3},
    [DOM_STORE_SQL_INFOS] = {"read infos",
                             "SELECT tournament, match, seat, dropped, reason, infos, checksum "
                             "FROM info WHERE tournament = ?1 AND match = ?2 ORDER BY seat",
                             3},

    [DOM_STORE_SQL_FAULT_ADD] =
        {"store a fault",
         "INSERT INTO fault (tournament, match, seat, bot, process, code, tolerated, when_ms, "
         "choice, text, answer, checksum) "
         "VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
         1},
    [DOM_STORE_SQL_FAULTS] =
        {"read the faults",
         "SELECT f.tournament, f.match, seat, bot, process, code, tolerated, when_ms, choice, "
         "text, answer, f.checksum, m.variant FROM fault f "
         "LEFT JOIN match m ON m.tournament = f.tournament AND m.match = f.match "
         "WHERE f.tournament = ?1 ORDER BY f.id",
         1},

    [DOM_STORE_SQL_LOOSE_ROWS] = {"check the references",
                                  "SELECT \"table\" FROM pragma_foreign_key_check", 1},
    [DOM_STORE_SQL_CONTENTS] =
        {"count its rows",
         "SELECT (SELECT count(*) FROM tournament), (SELECT count(*) FROM match), "
         "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
         1},
    [DOM_STORE_SQL_DATA_VERSION] = {"check for changes", "PRAGMA data_version", 1},
    [DOM_STORE_SQL_STAGE_VERSION] = {"count the stages",
                                     "SELECT count(*) + count(nullif(finished_ms, 0)) FROM stage",
                                     1},
    [DOM_STORE_SQL_CHANGE_VERSION] =
        {"count the changes and rulings",
         "SELECT (SELECT count(*) FROM entry_change) + (SELECT count(*) FROM ruling)", 2},
};

/* ---- running -------------------------------------------------------------- */

static int prepare_one(dom_store *store, dom_store_sql sql)
{
    return sqlite3_prepare_v3(store->db, table[sql].sql, -1, SQLITE_PREPARE_PERSISTENT,
                              &store->statement[sql], NULL);
}

dom_rc dom_store_statements_prepare(dom_store *store, dom_err *err)
{
    bool may_be_older = sqlite3_db_readonly(store->db, "main") == 1;
    for (int i = 0; i < DOM_STORE_SQL_COUNT; i++) {
        int rc = prepare_one(store, (dom_store_sql)i);
        if (rc != SQLITE_OK && !(may_be_older && table[i].schema > 1))
            return dom_store_failed(store, rc, "read its tables", err);
    }
    return DOM_OK;
}

bool dom_store_statement_is_there(dom_store *store, dom_store_sql sql)
{
    return store->statement[sql] || prepare_one(store, sql) == SQLITE_OK;
}

void dom_store_statements_finalize(dom_store *store)
{
    for (int i = 0; i < DOM_STORE_SQL_COUNT; i++) {
        (void)sqlite3_finalize(store->statement[i]); /* NULL is fine */
        store->statement[i] = NULL;
    }
}

sqlite3_stmt *dom_store_statement_of(dom_store *store, dom_store_sql sql)
{
    dom_check(!sqlite3_stmt_busy(store->statement[sql]));
    return store->statement[sql];
}

void dom_store_statement_reset(dom_store *store, dom_store_sql sql)
{
    (void)sqlite3_reset(store->statement[sql]); /* repeats what the last step said */
    (void)sqlite3_clear_bindings(store->statement[sql]);
    store->bind_rc = SQLITE_OK;
}

dom_rc dom_store_statement_next(dom_store *store, dom_store_sql sql, bool *has_row, dom_err *err)
{
    *has_row = false;
    if (store->bind_rc != SQLITE_OK)
        return dom_store_failed(store, store->bind_rc, table[sql].what, err);
    int rc = sqlite3_step(store->statement[sql]);
    if (store->is_sealed && !dom_store_file_is_unchanged(store))
        return dom_err_set(err, DOM_E_IO,
                           DOM_STORE_AT_PATH "was changed while it was read; try again",
                           DOM_STORE_PATH_OF(store));
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return dom_store_failed(store, rc, table[sql].what, err);
    *has_row = rc == SQLITE_ROW;
    return DOM_OK;
}

dom_rc dom_store_statement_each(dom_store *store, dom_store_sql sql, dom_store_row *row,
                                void *context, dom_err *err)
{
    bool has_row = true;
    dom_rc rc = DOM_OK;
    while (rc == DOM_OK && has_row) {
        rc = dom_store_statement_next(store, sql, &has_row, err);
        if (rc == DOM_OK && has_row)
            rc = row(context, store->statement[sql]);
    }
    /* A value for which memory was missing looks like damage. */
    if (rc == DOM_E_IO && sqlite3_errcode(store->db) == SQLITE_NOMEM)
        rc = dom_store_failed(store, SQLITE_NOMEM, table[sql].what, err);
    dom_store_statement_reset(store, sql);
    return rc;
}

static dom_rc no_row(void *context, sqlite3_stmt *row)
{
    (void)context;
    (void)row;
    return DOM_OK;
}

dom_rc dom_store_statement_run(dom_store *store, dom_store_sql sql, dom_err *err)
{
    return dom_store_statement_each(store, sql, no_row, NULL, err);
}
