#include "base/vec.h"
#include "checksum.h"
#include "column.h"
#include "handle.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_BYTES = DOM_OPTION_COUNT * 64 };

/* Integers of a stage, in the order of the columns after the number. */
static const dom_store_field fields[] = {
    DOM_STORE_FIELD(dom_store_stage, first_set, "first_set", 1, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_stage, bots, "bots", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_stage, old_bots, "old_bots", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_stage, sets, "sets", 0, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_stage, rounds, "rounds", 0, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_stage, created_ms, "created_ms", INT64_MIN, INT64_MAX),
    DOM_STORE_FIELD(dom_store_stage, finished_ms, "finished_ms", 0, INT64_MAX),
};

enum { FIELDS = sizeof fields / sizeof *fields };

/* Integers of a change, in the order of the columns after the number. */
static const dom_store_field change_fields[] = {
    DOM_STORE_FIELD(dom_store_change, stage, "stage", 0, UINT32_MAX),
    DOM_STORE_FIELD(dom_store_change, entry, "entry", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_change, bot, "bot", 0, UINT16_MAX),
    DOM_STORE_FIELD(dom_store_change, state, "state", 0, DOM_STORE_ENTRY_DISQUALIFIED),
    DOM_STORE_FIELD(dom_store_change, when_ms, "when_ms", INT64_MIN, INT64_MAX),
};

enum { CHANGE_FIELDS = sizeof change_fields / sizeof *change_fields };

/* Integers of a ruling, in the order of the columns after the number. */
static const dom_store_field ruling_fields[] = {
    DOM_STORE_FIELD(dom_store_ruling, kind, "kind", 0, DOM_STORE_RULING_COUNTS),
    DOM_STORE_FIELD(dom_store_ruling, match, "match", 0, INT64_MAX),
    DOM_STORE_FIELD(dom_store_ruling, when_ms, "when_ms", INT64_MIN, INT64_MAX),
};

enum { RULING_FIELDS = sizeof ruling_fields / sizeof *ruling_fields };

/* All of a move, in the order of the columns. */
static const dom_store_field move_fields[] = {
    DOM_STORE_FIELD(dom_schedule_plan_move, stage, "stage", 1, UINT16_MAX),
    DOM_STORE_FIELD(dom_schedule_plan_move, first_set, "first_set", 1, UINT32_MAX),
    DOM_STORE_FIELD(dom_schedule_plan_move, last_set, "last_set", 1, UINT32_MAX),
};

enum { MOVE_FIELDS = sizeof move_fields / sizeof *move_fields };

/* ---- reading -------------------------------------------------------------- */

/* A tournament that is being read, with the arrays that `t` will point to. */
typedef struct {
    dom_store *store;
    dom_err *err;
    dom_store_tournament t;
    dom_store_bot *bots;
    dom_variant *variants;
    dom_store_stage *stages;
    dom_store_change *changes;
    dom_schedule_plan_move *moves;
    dom_store_ruling *rulings;
    size_t room; /* of the array that is growing                              */
    dom_store_hash hash;
    uint8_t stored[DOM_STORE_CHECKSUM_BYTES]; /* the checksum                       */
} loading;

static dom_rc damaged(const loading *l, const char *what, const char *wrong)
{
    return dom_err_set(l->err, DOM_E_IO, DOM_STORE_AT_PATH "damaged: tournament %lld: %s%s",
                       DOM_STORE_PATH_OF(l->store), (long long)l->t.id, what, wrong);
}

static dom_rc take_tournament(void *context, sqlite3_stmt *row)
{
    enum { ID, IS_REPRODUCIBLE, NAME, CONFIG, CHECKSUM };
    loading *l = context;
    l->t.id = sqlite3_column_int64(row, ID);
    int64_t is_reproducible = sqlite3_column_int64(row, IS_REPRODUCIBLE);
    if (is_reproducible != 0 && is_reproducible != 1)
        return damaged(l, "impossible ", "is_reproducible");
    l->t.is_reproducible = is_reproducible == 1;
    if (!dom_store_text_read(l->t.name, sizeof l->t.name, row, NAME) ||
        !dom_store_text_is_word(l->t.name))
        return damaged(l, "impossible ", "name");
    if (!dom_store_bytes_read(l->stored, sizeof l->stored, row, CHECKSUM))
        return damaged(l, "impossible ", "checksum");
    dom_store_hash_columns(&l->hash, row, IS_REPRODUCIBLE, CHECKSUM - IS_REPRODUCIBLE);
    const char *config = (const char *)sqlite3_column_text(row, CONFIG);
    l->t.config = config != NULL ? strdup(config) : NULL;
    return l->t.config != NULL ? DOM_OK : dom_err_no_memory(l->err);
}

/* The numbers in the rows of a list, of which `count` were taken, must be 0, 1, 2, ... */
static dom_rc check_number(const loading *l, sqlite3_stmt *row, size_t count)
{
    bool is_next = sqlite3_column_int64(row, 0) == (int64_t)count && count < UINT16_MAX;
    return is_next ? DOM_OK : damaged(l, "impossible ", "number of a bot, variant or stage");
}

static dom_rc take_bot(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_rc rc = check_number(l, row, l->t.bot_count);
    if (rc != DOM_OK)
        return rc;
    if (!dom_vec_reserve(l->bots, l->t.bot_count, l->room, 1u))
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, 3);
    dom_store_bot *bot = &l->bots[l->t.bot_count];
    if (!dom_store_text_read(bot->name, sizeof bot->name, row, 1) ||
        !dom_store_text_is_word(bot->name))
        return damaged(l, "impossible ", "name of a bot");
    if (!dom_store_text_read(bot->version, sizeof bot->version, row, 2) ||
        !dom_store_text_is_visible(bot->version))
        return damaged(l, "impossible ", "version of a bot");
    l->t.bot_count++;
    return DOM_OK;
}

static dom_rc read_options(const loading *l, dom_options *options, sqlite3_stmt *row)
{
    dom_err why;
    char text[OPTIONS_BYTES];
    if (!dom_store_text_read(text, sizeof text, row, 3))
        return damaged(l, "impossible ", "options of a variant");
    *options = dom_options_default();
    dom_rc rc = dom_options_apply(options, text, &why);
    if (rc == DOM_OK)
        rc = dom_options_check(options, &why);
    return rc == DOM_OK ? DOM_OK : damaged(l, "variant: ", why.text);
}

static dom_rc take_variant(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_rc rc = check_number(l, row, l->t.variant_count);
    if (rc != DOM_OK)
        return rc;
    if (!dom_vec_reserve(l->variants, l->t.variant_count, l->room, 1u))
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, 4);
    dom_variant *variant = &l->variants[l->t.variant_count];
    *variant = (dom_variant){.summary = ""};
    if (!dom_store_text_read(variant->name, sizeof variant->name, row, 1) ||
        !dom_store_text_is_word(variant->name))
        return damaged(l, "impossible ", "name of a variant");
    if (!dom_store_text_read(variant->base, sizeof variant->base, row, 2) ||
        !dom_store_text_is_visible(variant->base))
        return damaged(l, "impossible ", "base of a variant");
    rc = read_options(l, &variant->options, row);
    if (rc == DOM_OK)
        l->t.variant_count++;
    return rc;
}

static dom_rc take_stage(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_rc rc = check_number(l, row, l->t.stage_count);
    if (rc != DOM_OK)
        return rc;
    if (!dom_vec_reserve(l->stages, l->t.stage_count, l->room, 1u))
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, FIELDS + 3);
    dom_store_stage *stage = &l->stages[l->t.stage_count];
    const char *wrong = dom_store_fields_read(stage, fields, FIELDS, row, 1);
    if (wrong != NULL)
        return damaged(l, "impossible ", wrong);
    if (stage->bots > l->t.bot_count)
        return damaged(l, "impossible ", "bots of a stage");
    if (!dom_store_bytes_read(stage->secret, sizeof stage->secret, row, FIELDS + 1))
        return damaged(l, "impossible ", "secret");
    if (!dom_store_text_read(stage->commit, sizeof stage->commit, row, FIELDS + 2) ||
        !dom_store_text_is_visible(stage->commit))
        return damaged(l, "impossible ", "commitment");
    l->t.stage_count++;
    return DOM_OK;
}

static dom_rc take_change(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_rc rc = check_number(l, row, l->t.change_count);
    if (rc != DOM_OK)
        return rc;
    dom_store_change *change = dom_vec_add(l->changes, l->t.change_count, l->room);
    if (change == NULL)
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, CHANGE_FIELDS + 2);
    *change = (dom_store_change){.reason = ""};
    const char *wrong = dom_store_fields_read(change, change_fields, CHANGE_FIELDS, row, 1);
    if (wrong != NULL)
        return damaged(l, "impossible ", wrong);
    if (change->entry >= l->t.bot_count || change->bot >= l->t.bot_count ||
        change->stage > l->t.stage_count)
        return damaged(l, "impossible ", "change of an entry");
    if (!dom_store_text_read(change->reason, sizeof change->reason, row, CHANGE_FIELDS + 1))
        return damaged(l, "impossible ", "reason of a change");
    return DOM_OK;
}

static dom_rc take_move(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_schedule_plan_move *move = dom_vec_add(l->moves, l->t.move_count, l->room);
    if (move == NULL)
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, MOVE_FIELDS);
    const char *wrong = dom_store_fields_read(move, move_fields, MOVE_FIELDS, row, 0);
    if (wrong != NULL)
        return damaged(l, "impossible ", wrong);
    if (move->stage >= l->t.stage_count)
        return damaged(l, "impossible ", "stage of sets that moved");
    return DOM_OK;
}

static dom_rc take_ruling(void *context, sqlite3_stmt *row)
{
    loading *l = context;
    dom_rc rc = check_number(l, row, l->t.ruling_count);
    if (rc != DOM_OK)
        return rc;
    dom_store_ruling *ruling = dom_vec_add(l->rulings, l->t.ruling_count, l->room);
    if (ruling == NULL)
        return dom_err_no_memory(l->err);
    dom_store_hash_columns(&l->hash, row, 0, RULING_FIELDS + 2);
    *ruling = (dom_store_ruling){.reason = ""};
    const char *wrong = dom_store_fields_read(ruling, ruling_fields, RULING_FIELDS, row, 1);
    if (wrong != NULL)
        return damaged(l, "impossible ", wrong);
    if (!dom_store_text_read(ruling->reason, sizeof ruling->reason, row, RULING_FIELDS + 1))
        return damaged(l, "impossible ", "reason of a ruling");
    return DOM_OK;
}

static dom_rc load_list(loading *l, dom_store_sql sql, dom_store_row *take)
{
    l->room = 0;
    if (!dom_store_statement_is_there(l->store, sql))
        return DOM_OK;
    (void)sqlite3_bind_int64(dom_store_statement_of(l->store, sql), 1, l->t.id);
    return dom_store_statement_each(l->store, sql, take, l, l->err);
}

static dom_rc load_parts(loading *l, int64_t after)
{
    dom_store_hash_begin(&l->hash);
    (void)sqlite3_bind_int64(dom_store_statement_of(l->store, DOM_STORE_SQL_TOURNAMENT_AFTER), 1,
                             after);
    dom_rc rc = dom_store_statement_each(l->store, DOM_STORE_SQL_TOURNAMENT_AFTER, take_tournament,
                                         l, l->err);
    if (rc == DOM_OK)
        rc = load_list(l, DOM_STORE_SQL_ENTRANTS, take_bot);
    if (rc == DOM_OK)
        rc = load_list(l, DOM_STORE_SQL_VARIANTS, take_variant);
    if (rc == DOM_OK)
        rc = load_list(l, DOM_STORE_SQL_STAGES, take_stage);
    if (rc == DOM_OK)
        rc = load_list(l, DOM_STORE_SQL_CHANGES, take_change);
    if (rc == DOM_OK)
        rc = load_list(l, DOM_STORE_SQL_MOVES, take_move);
    return rc == DOM_OK ? load_list(l, DOM_STORE_SQL_RULINGS, take_ruling) : rc;
}

/* The first tournament whose id is above `after`; out->id is 0 when there is none.
 *
 * checksum  receives what the checksum must be; NULL compares it with the stored
 *           one. The caller frees *out, which is zero on failure. */
static dom_rc load_after(dom_store *store, int64_t after, dom_store_tournament *out,
                         uint8_t *checksum, dom_err *err)
{
    loading l = {.store = store, .err = err};
    uint8_t digest[DOM_STORE_CHECKSUM_BYTES];
    dom_rc rc = load_parts(&l, after);
    dom_store_hash_end(&l.hash, digest);
    if (checksum)
        memcpy(checksum, digest, sizeof digest);
    else if (rc == DOM_OK && l.t.id != 0 && memcmp(digest, l.stored, sizeof digest) != 0)
        rc = damaged(&l, "its checksum differs", "");
    else if (rc == DOM_OK && l.t.id != 0 && l.t.stage_count == 0)
        rc = damaged(&l, "it has no stage", "");
    *out = l.t;
    out->bots = l.bots;
    out->variants = l.variants;
    out->stages = l.stages;
    out->changes = l.changes;
    out->moves = l.moves;
    out->rulings = l.rulings;
    if (rc != DOM_OK)
        dom_store_tournament_free(out);
    return rc;
}

static dom_rc load_one(dom_store *store, int64_t id, dom_store_tournament *out, uint8_t *checksum,
                       dom_err *err)
{
    *out = (dom_store_tournament){0};
    dom_rc rc = id > 0 ? load_after(store, id - 1, out, checksum, err) : DOM_OK;
    if (rc == DOM_OK && out->id != id)
        dom_store_tournament_free(out);
    return rc;
}

dom_rc dom_store_tournament_load(dom_store *store, int64_t id, dom_store_tournament *out,
                                 dom_err *err)
{
    return load_one(store, id, out, NULL, err);
}

void dom_store_tournament_free(dom_store_tournament *t)
{
    if (t == NULL)
        return;
    free((void *)t->config);
    free((void *)t->bots);
    free((void *)t->variants);
    if (t->stages)
        sodium_memzero((void *)t->stages, t->stage_count * sizeof *t->stages);
    free((void *)t->stages);
    free((void *)t->changes);
    free((void *)t->moves);
    free((void *)t->rulings);
    *t = (dom_store_tournament){0};
}

/* ---- adding --------------------------------------------------------------- */

static dom_rc take_id(void *context, sqlite3_stmt *row)
{
    int64_t *id = context;
    *id = sqlite3_column_int64(row, 0);
    return DOM_OK;
}

/* *id is 0 when there is none; NULL means the newest. */
static dom_rc find_id(dom_store *store, const char *name, int64_t *id, dom_err *err)
{
    *id = 0;
    if (name != NULL) /* else the parameter stays NULL */
        dom_store_text_bind(store, dom_store_statement_of(store, DOM_STORE_SQL_TOURNAMENT_ID), 1,
                            name);
    return dom_store_statement_each(store, DOM_STORE_SQL_TOURNAMENT_ID, take_id, id, err);
}

static dom_rc refuse_taken_name(dom_store *store, const char *name, dom_err *err)
{
    dom_err why;
    int64_t id;
    dom_rc rc = find_id(store, name, &id, &why);
    if (rc == DOM_OK && id == 0)
        return DOM_OK;
    if (rc == DOM_OK)
        (void)dom_err_set(&why, DOM_E_CONFIG,
                          DOM_STORE_AT_PATH "there is already a tournament '%s'",
                          DOM_STORE_PATH_OF(store), name);
    return dom_store_group_fail(store, &why, err);
}

static dom_rc add_row(dom_store *store, dom_store_tournament *t, dom_err *err)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_TOURNAMENT_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->is_reproducible);
    dom_store_text_bind(store, stmt, 2, t->name);
    dom_store_text_bind(store, stmt, 3, t->config);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_TOURNAMENT_ADD, err);
    if (rc == DOM_OK)
        t->id = sqlite3_last_insert_rowid(store->db);
    return rc;
}

static dom_rc add_stage(dom_store *store, const dom_store_tournament *t, int number, dom_err *err)
{
    const dom_store_stage *stage = &t->stages[number];
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_STAGE_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    (void)sqlite3_bind_int64(stmt, 2, number);
    dom_store_fields_bind(stmt, 3, fields, FIELDS, stage);
    dom_store_bytes_bind(store, stmt, FIELDS + 3, stage->secret, sizeof stage->secret);
    dom_store_text_bind(store, stmt, FIELDS + 4, stage->commit);
    return dom_store_group_run(store, DOM_STORE_SQL_STAGE_ADD, err);
}

static dom_rc add_change(dom_store *store, const dom_store_tournament *t, size_t number)
{
    const dom_store_change *change = &t->changes[number];
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_CHANGE_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)number);
    dom_store_fields_bind(stmt, 3, change_fields, CHANGE_FIELDS, change);
    dom_store_text_bind(store, stmt, CHANGE_FIELDS + 3, change->reason);
    return dom_store_group_run(store, DOM_STORE_SQL_CHANGE_ADD, NULL);
}

static dom_rc add_move(dom_store *store, const dom_store_tournament *t, size_t number)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MOVE_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    dom_store_fields_bind(stmt, 2, move_fields, MOVE_FIELDS, &t->moves[number]);
    return dom_store_group_run(store, DOM_STORE_SQL_MOVE_ADD, NULL);
}

static dom_rc finish_stages(dom_store *store, int64_t id, int64_t finished_ms, dom_err *err)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_TOURNAMENT_FINISH);
    (void)sqlite3_bind_int64(stmt, 1, id);
    (void)sqlite3_bind_int64(stmt, 2, finished_ms);
    return dom_store_group_run(store, DOM_STORE_SQL_TOURNAMENT_FINISH, err);
}

static dom_rc add_ruling(dom_store *store, const dom_store_tournament *t, size_t number)
{
    const dom_store_ruling *ruling = &t->rulings[number];
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_RULING_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)number);
    dom_store_fields_bind(stmt, 3, ruling_fields, RULING_FIELDS, ruling);
    dom_store_text_bind(store, stmt, RULING_FIELDS + 3, ruling->reason);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_RULING_ADD, NULL);
    if (rc == DOM_OK && ruling->kind == DOM_STORE_RULING_CLOSED)
        rc = finish_stages(store, t->id, ruling->when_ms, NULL);
    return rc;
}

static dom_rc add_bot(dom_store *store, const dom_store_tournament *t, int number, dom_err *err)
{
    const dom_store_bot *bot = &t->bots[number];
    dom_check(dom_store_text_is_word(bot->name) && dom_store_text_is_visible(bot->version));
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_BOT_ADD);
    dom_store_text_bind(store, stmt, 1, bot->name);
    dom_store_text_bind(store, stmt, 2, bot->version);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_BOT_ADD, err);
    if (rc != DOM_OK)
        return rc;
    stmt = dom_store_statement_of(store, DOM_STORE_SQL_ENTRANT_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    (void)sqlite3_bind_int64(stmt, 2, number);
    dom_store_text_bind(store, stmt, 3, bot->name);
    dom_store_text_bind(store, stmt, 4, bot->version);
    return dom_store_group_run(store, DOM_STORE_SQL_ENTRANT_ADD, err);
}

/* Every option, so that a later change of a fallback changes no old match. */
static void write_options(char text[static OPTIONS_BYTES], const dom_options *options)
{
    dom_text out = dom_text_of(text, OPTIONS_BYTES);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        dom_text_add(&out, i > 0 ? " " : "");
        dom_text_add(&out, option->name);
        dom_text_add_char(&out, '=');
        dom_option_write(option, dom_option_get(options, option), &out);
    }
    dom_check(!out.cut);
}

static dom_rc insert_variant(dom_store *store, const dom_store_tournament *t, int number,
                             dom_err *err)
{
    const dom_variant *variant = &t->variants[number];
    char options[OPTIONS_BYTES];
    dom_check(dom_store_text_is_word(variant->name) && dom_store_text_is_visible(variant->base));
    write_options(options, &variant->options);
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_VARIANT_ADD);
    (void)sqlite3_bind_int64(stmt, 1, t->id);
    (void)sqlite3_bind_int64(stmt, 2, number);
    dom_store_text_bind(store, stmt, 3, variant->name);
    dom_store_text_bind(store, stmt, 4, variant->base);
    dom_store_text_bind(store, stmt, 5, options);
    return dom_store_group_run(store, DOM_STORE_SQL_VARIANT_ADD, err);
}

/* Write the checksum of the tournament as it now is. */
static dom_rc seal(dom_store *store, int64_t id, dom_err *err)
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    dom_store_tournament t;
    dom_err why;
    dom_rc rc = load_one(store, id, &t, checksum, &why);
    dom_store_tournament_free(&t);
    if (rc != DOM_OK)
        return dom_store_group_fail(store, &why, err);
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_TOURNAMENT_SEAL);
    (void)sqlite3_bind_int64(stmt, 1, id);
    dom_store_bytes_bind(store, stmt, 2, checksum, sizeof checksum);
    return dom_store_group_run(store, DOM_STORE_SQL_TOURNAMENT_SEAL, err);
}

/* Everything of *t that comes after what `old` has. The group remembers what failed. */
static dom_rc add_parts(dom_store *store, const dom_store_tournament *t,
                        const dom_store_tournament *old)
{
    dom_rc rc = DOM_OK;
    for (int i = old->bot_count; rc == DOM_OK && i < t->bot_count; i++)
        rc = add_bot(store, t, i, NULL);
    for (int i = old->stage_count; rc == DOM_OK && i < t->stage_count; i++)
        rc = add_stage(store, t, i, NULL);
    for (size_t i = old->change_count; rc == DOM_OK && i < t->change_count; i++)
        rc = add_change(store, t, i);
    for (size_t i = old->move_count; rc == DOM_OK && i < t->move_count; i++)
        rc = add_move(store, t, i);
    for (size_t i = old->ruling_count; rc == DOM_OK && i < t->ruling_count; i++)
        rc = add_ruling(store, t, i);
    return rc == DOM_OK ? seal(store, t->id, NULL) : rc;
}

static void add_all(dom_store *store, dom_store_tournament *t)
{
    dom_rc rc = refuse_taken_name(store, t->name, NULL);
    if (rc == DOM_OK)
        rc = add_row(store, t, NULL);
    for (int i = 0; rc == DOM_OK && i < t->variant_count; i++)
        rc = insert_variant(store, t, i, NULL);
    if (rc == DOM_OK)
        (void)add_parts(store, t, &(dom_store_tournament){0});
}

dom_rc dom_store_tournament_add(dom_store *store, dom_store_tournament *t, dom_err *err)
{
    dom_check(dom_store_text_is_word(t->name) && t->stage_count > 0);
    t->id = 0;
    dom_rc rc = dom_store_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    add_all(store, t);
    rc = dom_store_commit(store, err);
    if (rc != DOM_OK)
        t->id = 0;
    return rc;
}

/* The stored tournament, which must be there and whole before it is changed. */
static dom_rc load_whole(dom_store *store, int64_t id, dom_store_tournament *out, dom_err *err)
{
    dom_err why;
    dom_rc rc = dom_store_tournament_load(store, id, out, &why);
    if (rc == DOM_OK && out->id == 0)
        rc =
            dom_err_set(&why, DOM_E_ABSENT, DOM_STORE_AT_PATH "there is no tournament with id %lld",
                        DOM_STORE_PATH_OF(store), (long long)id);
    return rc == DOM_OK ? DOM_OK : dom_store_group_fail(store, &why, err);
}

dom_rc dom_store_tournament_extend(dom_store *store, const dom_store_tournament *t, dom_err *err)
{
    dom_store_tournament old = {0};
    dom_rc rc = dom_store_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = load_whole(store, t->id, &old, NULL);
    if (rc == DOM_OK) {
        sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_TOURNAMENT_EXTEND);
        (void)sqlite3_bind_int64(stmt, 1, t->id);
        dom_store_text_bind(store, stmt, 2, t->config);
        rc = dom_store_group_run(store, DOM_STORE_SQL_TOURNAMENT_EXTEND, NULL);
    }
    if (rc == DOM_OK)
        (void)add_parts(store, t, &old);
    dom_store_tournament_free(&old);
    return dom_store_commit(store, err);
}

static dom_rc finish_tournament(dom_store *store, int64_t id, int64_t finished_ms, dom_err *err)
{
    dom_store_tournament old;
    dom_rc rc = load_whole(store, id, &old, err);
    dom_store_tournament_free(&old);
    if (rc != DOM_OK)
        return rc;
    rc = finish_stages(store, id, finished_ms, err);
    return rc == DOM_OK ? seal(store, id, err) : rc;
}

dom_rc dom_store_tournament_finish(dom_store *store, int64_t id, int64_t finished_ms, dom_err *err)
{
    if (store->group != DOM_STORE_GROUP_NONE)
        return finish_tournament(store, id, finished_ms, err);
    dom_rc rc = dom_store_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    (void)finish_tournament(store, id, finished_ms, NULL);
    return dom_store_commit(store, err);
}

/* ---- finding -------------------------------------------------------------- */

typedef struct {
    dom_text text;
    const char *separator;
} name_list;

static dom_rc list_name(void *context, sqlite3_stmt *row)
{
    name_list *list = context;
    const char *name = (const char *)sqlite3_column_text(row, 0);
    dom_text_add(&list->text, list->separator);
    dom_text_add(&list->text, name != NULL ? name : "");
    list->separator = ", ";
    return DOM_OK;
}

static dom_rc there_is_none(dom_store *store, const char *name, dom_err *err)
{
    char names[DOM_ERR_BYTES];
    name_list list = {dom_text_of(names, sizeof names), ""};
    dom_rc rc =
        dom_store_statement_each(store, DOM_STORE_SQL_TOURNAMENT_NAMES, list_name, &list, err);
    if (rc != DOM_OK)
        return rc;
    if (names[0] == '\0')
        return dom_err_set(err, DOM_E_ABSENT, DOM_STORE_AT_PATH "there is no tournament yet",
                           DOM_STORE_PATH_OF(store));
    if (name == NULL) /* the newest is asked for, and there are some */
        return dom_err_set(err, DOM_E_IO,
                           DOM_STORE_AT_PATH "damaged: all ids of tournaments are impossible",
                           DOM_STORE_PATH_OF(store));
    return dom_err_set(err, DOM_E_ABSENT, "there is no tournament '%.64s'; there are: %s", name,
                       names);
}

dom_rc dom_store_tournament_find(dom_store *store, const char *name, dom_store_tournament *out,
                                 dom_err *err)
{
    int64_t id;
    *out = (dom_store_tournament){0};
    dom_rc rc = find_id(store, name, &id, err);
    if (rc != DOM_OK)
        return rc;
    return id > 0 ? dom_store_tournament_load(store, id, out, err)
                  : there_is_none(store, name, err);
}

dom_rc dom_store_tournament_each(dom_store *store,
                                 dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                 void *context, dom_err *err)
{
    dom_rc rc = DOM_OK;
    int64_t last = 0;
    do {
        dom_store_tournament t = {0};
        rc = load_after(store, last, &t, NULL, err);
        last = t.id;
        if (rc == DOM_OK && t.id > 0)
            rc = visit(context, &t);
        dom_store_tournament_free(&t);
    } while (rc == DOM_OK && last > 0);
    return rc;
}
