#include "column.h"
#include "handle.h"

#include <string.h>

/* In the order of the columns. */
static const dom_store_field fields[] = {
    DOM_STORE_FIELD(dom_store_fault, tournament, "tournament", 1, INT64_MAX),
    DOM_STORE_FIELD(dom_store_fault, match, "match", 0, INT64_MAX),
    DOM_STORE_FIELD(dom_store_fault, seat, "seat", -1, DOM_SEATS_MAX - 1),
    DOM_STORE_FIELD(dom_store_fault, bot, "bot", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_fault, process, "process", 0, INT64_MAX),
    DOM_STORE_FIELD(dom_store_fault, code, "code", DOM_FAULT_NONE + 1, DOM_FAULT_COUNT - 1),
    DOM_STORE_FIELD(dom_store_fault, tolerated, "tolerated", 0, 1),
    DOM_STORE_FIELD(dom_store_fault, when_ms, "when_ms", INT64_MIN, INT64_MAX),
    DOM_STORE_FIELD(dom_store_fault, choice, "choice", -1, INT32_MAX),
};

enum { FIELDS = sizeof fields / sizeof *fields };

static void checksum_of(const dom_store_fault *f, uint8_t out[static DOM_STORE_CHECKSUM_BYTES])
{
    dom_store_hash hash;
    const char *text = f->text ? f->text : "";
    dom_store_hash_begin(&hash);
    dom_store_fields_hash(&hash, fields, FIELDS, f);
    dom_store_hash_bytes(&hash, text, strlen(text));
    dom_store_hash_bytes(&hash, f->answer, f->answer_bytes);
    dom_store_hash_end(&hash, out);
}

dom_rc dom_store_fault_add(dom_store *store, const dom_store_fault *f, dom_err *err)
{
    dom_check(store->group != DOM_STORE_GROUP_NONE && f->answer_bytes <= DOM_STORE_ANSWER_BYTES);
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    checksum_of(f, checksum);
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_FAULT_ADD);
    dom_store_fields_bind(stmt, 1, fields, FIELDS, f);
    dom_store_text_bind(store, stmt, FIELDS + 1, f->text);
    dom_store_bytes_bind(store, stmt, FIELDS + 2, f->answer, f->answer_bytes);
    dom_store_bytes_bind(store, stmt, FIELDS + 3, checksum, sizeof checksum);
    return dom_store_group_run(store, DOM_STORE_SQL_FAULT_ADD, err);
}

typedef struct {
    dom_store *store;
    dom_err *err;
    dom_store_tournament tournament; /* what the rows may name                */
    dom_rc (*visit)(void *context, const dom_store_fault *f);
    void *context;
} fault_walk;

static const char *column_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return text != NULL ? (const char *)text : "";
}

/* NULL where no such match is finished. */
static bool read_variant(int32_t *variant, sqlite3_stmt *row, int column, int variants)
{
    int64_t number = -1;
    if (sqlite3_column_type(row, column) != SQLITE_NULL)
        number = sqlite3_column_int64(row, column);
    *variant = (int32_t)number;
    return -1 <= number && number < variants;
}

static dom_rc visit_fault(void *context, sqlite3_stmt *row)
{
    const fault_walk *walk = context;
    dom_store_fault f = {.text = column_text(row, FIELDS),
                         .answer = sqlite3_column_blob(row, FIELDS + 1),
                         .answer_bytes = (size_t)sqlite3_column_bytes(row, FIELDS + 1)};
    const char *wrong = dom_store_fields_read(&f, fields, FIELDS, row, 0);
    if (wrong == NULL && f.bot >= walk->tournament.bot_count)
        wrong = "bot";
    if (wrong == NULL && f.answer_bytes > DOM_STORE_ANSWER_BYTES)
        wrong = "answer";
    if (wrong == NULL && !read_variant(&f.variant, row, FIELDS + 3, walk->tournament.variant_count))
        wrong = "variant";
    uint8_t stored[DOM_STORE_CHECKSUM_BYTES], checksum[DOM_STORE_CHECKSUM_BYTES];
    checksum_of(&f, checksum);
    if (wrong == NULL && (!dom_store_bytes_read(stored, sizeof stored, row, FIELDS + 2) ||
                          memcmp(stored, checksum, sizeof stored) != 0))
        wrong = "checksum";
    if (wrong != NULL)
        return dom_err_set(
            walk->err, DOM_E_IO, DOM_STORE_AT_PATH "damaged: a fault in match %lld: impossible %s",
            DOM_STORE_PATH_OF(walk->store), (long long)sqlite3_column_int64(row, 1), wrong);
    return walk->visit(walk->context, &f);
}

dom_rc dom_store_fault_each(dom_store *store, int64_t tournament,
                            dom_rc (*visit)(void *context, const dom_store_fault *f), void *context,
                            dom_err *err)
{
    fault_walk walk = {.store = store, .err = err, .visit = visit, .context = context};
    dom_rc rc = dom_store_tournament_load(store, tournament, &walk.tournament, err);
    if (rc != DOM_OK)
        return rc;
    (void)sqlite3_bind_int64(dom_store_statement_of(store, DOM_STORE_SQL_FAULTS), 1, tournament);
    rc = dom_store_statement_each(store, DOM_STORE_SQL_FAULTS, visit_fault, &walk, err);
    dom_store_tournament_free(&walk.tournament);
    return rc;
}
