#include "column.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the columns, after the id. */
static const dom_store_field fields[] = {
    DOM_STORE_FIELD(dom_store_process, tournament, "tournament", 1, INT64_MAX),
    DOM_STORE_FIELD(dom_store_process, bot, "bot", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_process, seat, "seat", 0, DOM_SEATS_MAX - 1),
    DOM_STORE_FIELD(dom_store_process, instance, "instance", 0, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_process, started_ms, "started_ms", INT64_MIN, INT64_MAX),
};

enum { FIELDS = sizeof fields / sizeof *fields };

static void checksum_of(const dom_store_process *p, uint8_t out[static DOM_STORE_CHECKSUM_BYTES])
{
    dom_store_hash hash;
    dom_store_hash_begin(&hash);
    dom_store_fields_hash(&hash, fields, FIELDS, p);
    dom_store_hash_bytes(&hash, p->language, strlen(p->language));
    dom_store_hash_bytes(&hash, p->version, strlen(p->version));
    dom_store_hash_bytes(&hash, p->ended, strlen(p->ended));
    dom_store_hash_bytes(&hash, p->log, p->log_bytes);
    dom_store_hash_end(&hash, out);
}

/* `checksum` is borrowed until the statement has run, as p is. */
static void bind_rest(dom_store *store, sqlite3_stmt *stmt, int first, const dom_store_process *p,
                      uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES])
{
    checksum_of(p, checksum);
    dom_store_text_bind(store, stmt, first, p->language);
    dom_store_text_bind(store, stmt, first + 1, p->version);
    dom_store_text_bind(store, stmt, first + 2, p->ended);
    dom_store_bytes_bind(store, stmt, first + 3, p->log, p->log_bytes);
    dom_store_bytes_bind(store, stmt, first + 4, checksum, DOM_STORE_CHECKSUM_BYTES);
}

dom_rc dom_store_process_add(dom_store *store, dom_store_process *p, dom_err *err)
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_PROCESS_ADD);
    dom_store_fields_bind(stmt, 1, fields, FIELDS, p);
    bind_rest(store, stmt, FIELDS + 1, p, checksum);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_PROCESS_ADD, err);
    if (rc == DOM_OK)
        p->id = sqlite3_last_insert_rowid(store->db);
    return rc;
}

static dom_rc there_is_none(const dom_store *store, int64_t id, dom_err *err)
{
    return dom_err_set(err, DOM_E_ABSENT, DOM_STORE_AT_PATH "there is no process %lld",
                       DOM_STORE_PATH_OF(store), (long long)id);
}

dom_rc dom_store_process_update(dom_store *store, const dom_store_process *p, dom_err *err)
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_PROCESS_UPDATE);
    (void)sqlite3_bind_int64(stmt, 1, p->id);
    bind_rest(store, stmt, 2, p, checksum);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_PROCESS_UPDATE, err);
    if (rc != DOM_OK || sqlite3_changes(store->db) > 0)
        return rc;
    dom_err why;
    (void)there_is_none(store, p->id, &why);
    return dom_store_group_fail(store, &why, err);
}

typedef struct {
    dom_store *store;
    dom_store_process *out;
    dom_err *err;
    bool is_found;
} process_search;

static const char *read_texts(dom_store_process *p, sqlite3_stmt *row)
{
    if (!dom_store_text_read(p->language, sizeof p->language, row, FIELDS))
        return "language";
    if (!dom_store_text_read(p->version, sizeof p->version, row, FIELDS + 1))
        return "version";
    if (!dom_store_text_read(p->ended, sizeof p->ended, row, FIELDS + 2))
        return "ended";
    return NULL;
}

static dom_rc copy_log(const process_search *s, sqlite3_stmt *row)
{
    const void *log = sqlite3_column_blob(row, FIELDS + 3); /* NULL: no bytes */
    size_t count = log != NULL ? (size_t)sqlite3_column_bytes(row, FIELDS + 3) : 0;
    uint8_t *copy = malloc(count + 1);
    if (copy == NULL)
        return dom_err_no_memory(s->err);
    if (count > 0)
        memcpy(copy, log, count);
    free(s->store->log);
    s->store->log = copy;
    s->out->log = copy;
    s->out->log_bytes = count;
    return DOM_OK;
}

static bool has_its_checksum(const dom_store_process *p, sqlite3_stmt *row)
{
    uint8_t stored[DOM_STORE_CHECKSUM_BYTES], checksum[DOM_STORE_CHECKSUM_BYTES];
    checksum_of(p, checksum);
    return dom_store_bytes_read(stored, sizeof stored, row, FIELDS + 4) &&
           memcmp(stored, checksum, sizeof stored) == 0;
}

static dom_rc take_process(void *context, sqlite3_stmt *row)
{
    process_search *s = context;
    const char *wrong = dom_store_fields_read(s->out, fields, FIELDS, row, 0);
    if (wrong == NULL)
        wrong = read_texts(s->out, row);
    dom_rc rc = wrong == NULL ? copy_log(s, row) : DOM_OK;
    if (rc != DOM_OK)
        return rc;
    if (wrong == NULL && !has_its_checksum(s->out, row))
        wrong = "checksum";
    if (wrong != NULL)
        return dom_err_set(s->err, DOM_E_IO,
                           DOM_STORE_AT_PATH "damaged: process %lld: impossible %s",
                           DOM_STORE_PATH_OF(s->store), (long long)s->out->id, wrong);
    s->is_found = true;
    return DOM_OK;
}

dom_rc dom_store_process_find(dom_store *store, int64_t id, dom_store_process *out, dom_err *err)
{
    process_search s = {.store = store, .out = out, .err = err};
    *out = (dom_store_process){.id = id};
    (void)sqlite3_bind_int64(dom_store_statement_of(store, DOM_STORE_SQL_PROCESS_FIND), 1, id);
    dom_rc rc = dom_store_statement_each(store, DOM_STORE_SQL_PROCESS_FIND, take_process, &s, err);
    return rc == DOM_OK && !s.is_found ? there_is_none(store, id, err) : rc;
}

typedef struct {
    dom_store *store;
    dom_err *err;
    dom_rc (*visit)(void *context, const dom_store_process *p);
    void *context;
} process_visitor;

static dom_rc visit_process(void *context, sqlite3_stmt *row)
{
    const process_visitor *walk = context;
    dom_store_process p;
    dom_rc rc = dom_store_process_find(walk->store, sqlite3_column_int64(row, 0), &p, walk->err);
    return rc == DOM_OK ? walk->visit(walk->context, &p) : rc;
}

dom_rc dom_store_process_each(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, const dom_store_process *p),
                              void *context, dom_err *err)
{
    process_visitor walk = {.store = store, .err = err, .visit = visit, .context = context};
    (void)sqlite3_bind_int64(dom_store_statement_of(store, DOM_STORE_SQL_PROCESSES), 1, tournament);
    return dom_store_statement_each(store, DOM_STORE_SQL_PROCESSES, visit_process, &walk, err);
}
