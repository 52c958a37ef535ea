#include "column.h"
#include "handle.h"

#include <string.h>

/* A row without its reason and its infos, in the order of the columns. */
typedef struct {
    int64_t tournament;
    uint64_t match;
    uint8_t seat;
    uint32_t dropped;
} info_key;

static const dom_store_field fields[] = {
    DOM_STORE_FIELD(info_key, tournament, "tournament", 1, INT64_MAX),
    DOM_STORE_FIELD(info_key, match, "match", 1, INT64_MAX),
    DOM_STORE_FIELD(info_key, seat, "seat", 0, DOM_SEATS_MAX - 1),
    DOM_STORE_FIELD(info_key, dropped, "dropped", 0, UINT32_MAX),
};

enum { FIELDS = sizeof fields / sizeof *fields };

static void checksum_of(const info_key *key, const dom_store_info *info,
                        uint8_t out[static DOM_STORE_CHECKSUM_BYTES])
{
    dom_store_hash hash;
    dom_store_hash_begin(&hash);
    dom_store_fields_hash(&hash, fields, FIELDS, key);
    dom_store_hash_bytes(&hash, info->reason, strlen(info->reason));
    dom_store_hash_bytes(&hash, info->infos, info->infos_bytes);
    dom_store_hash_end(&hash, out);
}

static bool is_given(const dom_store_info *info)
{
    return info->infos_bytes > 0 || info->dropped > 0;
}

static dom_rc add_seat(dom_store *store, const dom_store_match *m, int seat, dom_err *err)
{
    dom_store_info info = m->info[seat];
    info_key key = {.tournament = m->tournament,
                    .match = m->match,
                    .seat = (uint8_t)seat,
                    .dropped = info.dropped};
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    info.reason = info.reason ? info.reason : "";
    dom_check(info.infos_bytes <= DOM_STORE_INFOS_BYTES);
    checksum_of(&key, &info, checksum);
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_INFO_ADD);
    dom_store_fields_bind(stmt, 1, fields, FIELDS, &key);
    dom_store_text_bind(store, stmt, FIELDS + 1, info.reason);
    dom_store_bytes_bind(store, stmt, FIELDS + 2, info.infos, info.infos_bytes);
    dom_store_bytes_bind(store, stmt, FIELDS + 3, checksum, sizeof checksum);
    return dom_store_group_run(store, DOM_STORE_SQL_INFO_ADD, err);
}

dom_rc dom_store_info_add(dom_store *store, const dom_store_match *m, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (int seat = 0; m->info && rc == DOM_OK && seat < m->seats; seat++)
        if (is_given(&m->info[seat]))
            rc = add_seat(store, m, seat, err);
    return rc;
}

/* ---- reading --------------------------------------------------------------- */

typedef struct {
    dom_store *store;
    dom_err *err;
    dom_rc (*visit)(void *context, int seat, const dom_store_info *info);
    void *context;
} info_walk;

/* Returns NULL, or the name of a column with an impossible value. */
static const char *read_row(info_key *key, dom_store_info *info, sqlite3_stmt *row)
{
    uint8_t stored[DOM_STORE_CHECKSUM_BYTES], checksum[DOM_STORE_CHECKSUM_BYTES];
    const char *wrong = dom_store_fields_read(key, fields, FIELDS, row, 0);
    const unsigned char *reason = sqlite3_column_text(row, FIELDS);
    *info = (dom_store_info){.dropped = key->dropped,
                             .reason = reason ? (const char *)reason : "",
                             .infos = sqlite3_column_blob(row, FIELDS + 1),
                             .infos_bytes = (size_t)sqlite3_column_bytes(row, FIELDS + 1)};
    if (wrong)
        return wrong;
    if (info->infos_bytes > DOM_STORE_INFOS_BYTES)
        return "infos";
    checksum_of(key, info, checksum);
    if (!dom_store_bytes_read(stored, sizeof stored, row, FIELDS + 2) ||
        memcmp(stored, checksum, sizeof stored) != 0)
        return "checksum";
    return NULL;
}

static dom_rc visit_info(void *context, sqlite3_stmt *row)
{
    const info_walk *walk = context;
    info_key key = {0};
    dom_store_info info;
    const char *wrong = read_row(&key, &info, row);
    if (wrong)
        return dom_err_set(walk->err, DOM_E_IO,
                           DOM_STORE_AT_PATH "damaged: the infos of match %lld: impossible %s",
                           DOM_STORE_PATH_OF(walk->store), (long long)sqlite3_column_int64(row, 1),
                           wrong);
    return walk->visit(walk->context, key.seat, &info);
}

dom_rc dom_store_info_each(dom_store *store, int64_t tournament, uint64_t match,
                           dom_rc (*visit)(void *context, int seat, const dom_store_info *info),
                           void *context, dom_err *err)
{
    info_walk walk = {.store = store, .err = err, .visit = visit, .context = context};
    if (!dom_store_statement_is_there(store, DOM_STORE_SQL_INFOS))
        return DOM_OK;
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_INFOS);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)match);
    return dom_store_statement_each(store, DOM_STORE_SQL_INFOS, visit_info, &walk, err);
}
