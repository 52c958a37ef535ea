#include "match_row.h"

#include "column.h"

#include <string.h>

/* Integers of a match, in the order of the table and of the checksum. */
static const dom_store_field match_fields[] = {
    DOM_STORE_FIELD(dom_store_match, tournament, "tournament", 1, INT64_MAX),
    DOM_STORE_FIELD(dom_store_match, match, "match", 1, INT64_MAX),
    DOM_STORE_FIELD(dom_store_match, set, "set_number", 1, INT64_MAX),
    DOM_STORE_FIELD(dom_store_match, rotation, "rotation", 0, UINT8_MAX),
    DOM_STORE_FIELD(dom_store_match, variant, "variant", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_match, attempt, "attempt", 0, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_match, end, "ended", 0, DOM_FAULT_COUNT - 1),
    DOM_STORE_FIELD(dom_store_match, fault_seat, "fault_seat", -1, DOM_SEATS_MAX - 1),
    DOM_STORE_FIELD(dom_store_match, rounds, "rounds", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_match, started_ms, "started_ms", INT64_MIN, INT64_MAX),
    DOM_STORE_FIELD(dom_store_match, duration_ms, "duration_ms", INT64_MIN, INT64_MAX),
};

/* The same for a seat, without its number. */
static const dom_store_field seat_fields[] = {
    DOM_STORE_FIELD(dom_store_seat, bot, "bot", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_seat, place, "place", 1, DOM_SEATS_MAX),
    DOM_STORE_FIELD(dom_store_seat, score, "score", INT32_MIN, INT32_MAX),
    DOM_STORE_FIELD(dom_store_seat, time_us, "time_us", INT64_MIN, INT64_MAX),
    DOM_STORE_FIELD(dom_store_seat, process, "process", 0, INT64_MAX),
};

enum {
    MATCH_FIELDS = sizeof match_fields / sizeof *match_fields,
    SEAT_FIELDS = sizeof seat_fields / sizeof *seat_fields
};

/* ---- checksum ------------------------------------------------------------- */

void dom_store_match_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                              const dom_store_match *m)
{
    dom_store_hash hash;
    dom_store_hash_begin(&hash);
    dom_store_fields_hash(&hash, match_fields, MATCH_FIELDS, m);
    dom_store_hash_bytes(&hash, m->sandbox, strlen(m->sandbox));
    for (int seat = 0; seat < m->seats; seat++) {
        dom_store_hash_integer(&hash, seat);
        dom_store_fields_hash(&hash, seat_fields, SEAT_FIELDS, &m->seat[seat]);
    }
    dom_store_hash_end(&hash, out);
}

void dom_store_decisions_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                                  const dom_store_match *m)
{
    dom_store_hash hash;
    dom_store_hash_begin(&hash);
    dom_store_hash_integer(&hash, m->tournament);
    dom_store_hash_integer(&hash, (int64_t)m->match);
    dom_store_hash_bytes(&hash, m->decisions, m->decisions_bytes);
    dom_store_hash_end(&hash, out);
}

/* ---- writing -------------------------------------------------------------- */

void dom_store_match_bind(dom_store *store, const dom_store_match *m,
                          const uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES])
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MATCH_ADD);
    dom_store_fields_bind(stmt, 1, match_fields, MATCH_FIELDS, m);
    dom_store_text_bind(store, stmt, MATCH_FIELDS + 1, m->sandbox);
    dom_store_bytes_bind(store, stmt, MATCH_FIELDS + 2, checksum, DOM_STORE_CHECKSUM_BYTES);
}

void dom_store_decisions_bind(dom_store *store, const dom_store_match *m,
                              const uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES])
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_DECISIONS_ADD);
    (void)sqlite3_bind_int64(stmt, 1, m->tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)m->match);
    dom_store_bytes_bind(store, stmt, 3, m->decisions, m->decisions_bytes);
    dom_store_bytes_bind(store, stmt, 4, checksum, DOM_STORE_CHECKSUM_BYTES);
}

void dom_store_seat_bind(dom_store *store, const dom_store_match *m, int seat)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_SEAT_ADD);
    (void)sqlite3_bind_int64(stmt, 1, m->tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)m->match);
    (void)sqlite3_bind_int64(stmt, 3, seat);
    dom_store_fields_bind(stmt, 4, seat_fields, SEAT_FIELDS, &m->seat[seat]);
}

/* ---- reading -------------------------------------------------------------- */

const char *dom_store_match_read(dom_store_match *m,
                                 uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES],
                                 sqlite3_stmt *row, const dom_store_tournament *t)
{
    *m = (dom_store_match){0};
    const char *wrong = dom_store_fields_read(m, match_fields, MATCH_FIELDS, row, 0);
    if (wrong != NULL)
        return wrong;
    if (m->variant >= t->variant_count)
        return "variant";
    if (!dom_store_text_read(m->sandbox, sizeof m->sandbox, row, MATCH_FIELDS) ||
        !dom_store_text_is_word(m->sandbox))
        return "sandbox";
    if (!dom_store_bytes_read(checksum, DOM_STORE_CHECKSUM_BYTES, row, MATCH_FIELDS + 1))
        return "checksum";
    return NULL;
}

const char *dom_store_decisions_read(dom_store_match *m, sqlite3_stmt *row)
{
    uint8_t stored[DOM_STORE_CHECKSUM_BYTES], checksum[DOM_STORE_CHECKSUM_BYTES];
    const void *decisions = sqlite3_column_blob(row, 1); /* NULL: no bytes      */
    m->decisions = decisions != NULL ? decisions : (const uint8_t *)"";
    m->decisions_bytes = decisions != NULL ? (size_t)sqlite3_column_bytes(row, 1) : 0;
    if (!dom_store_bytes_read(stored, DOM_STORE_CHECKSUM_BYTES, row, 2))
        return "impossible checksum of the decisions";
    dom_store_decisions_checksum(checksum, m);
    if (memcmp(checksum, stored, sizeof checksum) != 0)
        return "the checksum of its decisions differs";
    return NULL;
}

int64_t dom_store_row_match(sqlite3_stmt *row)
{
    return sqlite3_column_int64(row, 0);
}

const char *dom_store_seat_read(dom_store_match *m, sqlite3_stmt *row,
                                const dom_store_tournament *t)
{
    if (m->seats >= DOM_SEATS_MAX || sqlite3_column_int64(row, 1) != m->seats)
        return "number of a seat";
    dom_store_seat *seat = &m->seat[m->seats];
    const char *wrong = dom_store_fields_read(seat, seat_fields, SEAT_FIELDS, row, 2);
    if (wrong != NULL)
        return wrong;
    if (seat->bot >= t->bot_count)
        return "bot";
    m->seats++;
    return NULL;
}
