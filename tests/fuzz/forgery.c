#include "forgery.h"

#include "checksum.h"

#include "fs/remove_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static fuzz_input *input;

static uint8_t next(void)
{
    return fuzz_next(input);
}

/* ---- the database that is edited -------------------------------------------------- */

static char folder[] = "/dev/shm/fuzz-XXXXXX", path[sizeof folder + 16], bot[sizeof folder + 16];
static sqlite3 *original, *db;
static uint8_t alias[128]; /* by number of a match: the number under which the trees will have it */

static void run_sql(sqlite3 *on, const char *sql)
{
    expect(sqlite3_exec(on, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* Replaces every `word` by blanks. */
static void remove_word(char *text, const char *word)
{
    for (char *at = text; (at = strstr(at, word)) != NULL;)
        memset(at, ' ', strlen(word));
}

static char *read_dump(void)
{
    FILE *file = fopen(DOM_TEST_DATA "/databases/schema-1.sql", "rb");
    expect(file != NULL && fseek(file, 0, SEEK_END) == 0);
    size_t size = (size_t)ftell(file);
    char *text = calloc(1, size + 1);
    rewind(file);
    expect(text != NULL && fread(text, 1, size, file) == size);
    (void)fclose(file);
    return text;
}

static void remove_folder(void)
{
    dom_fs_remove_tree(folder);
}

static void prepare(void)
{
    char *text = read_dump();
    remove_word(text, "NOT NULL");
    remove_word(text, "STRICT,");
    remove_word(text, "STRICT");
    expect(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    (void)snprintf(path, sizeof path, "%s/arena.db", folder);
    (void)snprintf(bot, sizeof bot, "%s/bot", folder);
    expect(sqlite3_open(":memory:", &original) == SQLITE_OK);
    run_sql(original, text);
    free(text);
}

const char *forgery_folder(void)
{
    if (original == NULL)
        prepare();
    return folder;
}

const char *forgery_bot(void)
{
    (void)mkdir(bot, 0700);
    return bot;
}

sqlite3 *forgery_original(void)
{
    (void)forgery_folder();
    return original;
}

static void copy_to(sqlite3 *to)
{
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", forgery_original(), "main");
    expect(copying != NULL && sqlite3_backup_step(copying, -1) == SQLITE_DONE);
    expect(sqlite3_backup_finish(copying) == SQLITE_OK);
}

void forgery_copy(const char *to)
{
    sqlite3 *copy;
    expect(sqlite3_open(to, &copy) == SQLITE_OK);
    copy_to(copy);
    expect(sqlite3_close(copy) == SQLITE_OK);
}

static void use_alias(sqlite3_context *context, int count, sqlite3_value **values)
{
    int64_t match = sqlite3_value_int64(values[0]);
    (void)count;
    if (sqlite3_value_type(values[0]) != SQLITE_INTEGER || match < 0 || match >= 128)
        sqlite3_result_value(context, values[0]);
    else
        sqlite3_result_int64(context, alias[match]);
}

/* Makes a new copy at `path` and opens it for editing. */
static void copy_original(void)
{
    (void)forgery_folder();
    remove_folder();
    expect(mkdir(folder, 0700) == 0 && sqlite3_open(path, &db) == SQLITE_OK);
    copy_to(db);
    run_sql(db, "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; BEGIN");
    expect(sqlite3_create_function(db, "alias", 1, SQLITE_UTF8, NULL, use_alias, NULL, NULL) ==
           SQLITE_OK);
    for (int i = 0; i < 128; i++)
        alias[i] = (uint8_t)i;
}

/* ---- edits ------------------------------------------------------------------------ */

static const struct {
    const char *name, *key, *columns[12];
} tables[] = {
    {"tournament", "id", {"id", "name", "config", "is_reproducible"}},
    {"stage",
     "tournament, number",
     {"tournament", "number", "first_set", "bots", "old_bots", "sets", "rounds", "created_ms",
      "finished_ms", "secret", "commitment"}},
    {"entrant", "tournament, number", {"tournament", "number", "bot"}},
    {"bot", "id", {"id", "name", "version"}},
    {"tournament_variant",
     "tournament, number",
     {"tournament", "number", "name", "base", "options"}},
    {"match",
     "tournament, match",
     {"tournament", "match", "set_number", "rotation", "variant", "attempt", "ended", "fault_seat",
      "rounds", "started_ms", "duration_ms", "sandbox"}},
    {"decisions", "id", {"id", "tournament", "match", "decisions"}},
    {"seat",
     "tournament, match, seat",
     {"tournament", "match", "seat", "bot", "place", "score", "time_us", "process"}},
    {"match_start", "tournament, match", {"tournament", "match", "starts"}},
    {"fault",
     "id",
     {"id", "tournament", "match", "seat", "bot", "process", "code", "tolerated", "when_ms",
      "choice", "text", "answer"}},
    {"process",
     "id",
     {"id", "tournament", "bot", "seat", "instance", "started_ms", "language", "version", "ended",
      "log"}},
};

typedef enum {
    EDIT_SMALL,
    EDIT_WIDE,
    EDIT_TEXT,
    EDIT_BLOB,
    EDIT_NULL,
    EDIT_PART,
    EDIT_DELETE
} edit_kind;

typedef struct {
    const char *table, *key, *column;
    int row; /* number of the row in the order of the key */
    edit_kind kind;
} place;

static place next_place(uint8_t table_byte)
{
    size_t table = table_byte % (sizeof tables / sizeof *tables);
    size_t columns = 0;
    while (columns < 12 && tables[table].columns[columns])
        columns++;
    place p = {.table = tables[table].name, .key = tables[table].key};
    p.column = tables[table].columns[next() % columns];
    p.row = next();
    p.kind = (edit_kind)(next() % (EDIT_DELETE + 1));
    return p;
}

/* Prepares `sql` for the row of the place. */
static sqlite3_stmt *about_row(const char *sql, const place *p)
{
    char text[400];
    sqlite3_stmt *statement;
    (void)snprintf(text, sizeof text,
                   "%s WHERE (%s) = (SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d)", sql, p->key,
                   p->key, p->table, p->key, p->row);
    expect(sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

static sqlite3_stmt *reading(const place *p)
{
    char sql[100];
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM %s", p->column, p->table);
    return about_row(sql, p);
}

static sqlite3_stmt *editing(const place *p)
{
    char sql[100];
    if (p->kind == EDIT_DELETE)
        (void)snprintf(sql, sizeof sql, "DELETE FROM %s", p->table);
    else
        (void)snprintf(sql, sizeof sql, "UPDATE %s SET %s = ?1", p->table, p->column);
    return about_row(sql, p);
}

static void bind_number(sqlite3_stmt *statement)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | next();
    (void)sqlite3_bind_int64(statement, 1, (int64_t)number);
}

/* Binds the stored text or bytes with some of them changed. */
static void bind_part(sqlite3_stmt *statement, const place *p)
{
    uint8_t patch[256];
    sqlite3_stmt *reader = reading(p);
    bool is_row = sqlite3_step(reader) == SQLITE_ROW;
    bool is_text = is_row && sqlite3_column_type(reader, 0) == SQLITE_TEXT;
    const uint8_t *old = is_row ? sqlite3_column_blob(reader, 0) : NULL;
    size_t size = old ? (size_t)sqlite3_column_bytes(reader, 0) : 0;
    size_t at = (size_t)(next() << 8 | next()) % (size + 1);
    size_t cut = next() % (size - at + 1), add = fuzz_bytes(input, patch), whole = size - cut + add;
    char *value = malloc(whole + 1);
    expect(value != NULL);
    if (at > 0)
        memcpy(value, old, at);
    memcpy(value + at, patch, add);
    if (size > at + cut)
        memcpy(value + at + add, old + at + cut, size - at - cut);
    if (is_text)
        (void)sqlite3_bind_text(statement, 1, value, (int)whole, free);
    else
        (void)sqlite3_bind_blob(statement, 1, value, (int)whole, free);
    (void)sqlite3_finalize(reader);
}

static void bind_value(sqlite3_stmt *statement, const place *p)
{
    uint8_t bytes[256];
    switch (p->kind) {
    case EDIT_SMALL:
        (void)sqlite3_bind_int64(statement, 1, (int8_t)next());
        break;
    case EDIT_WIDE:
        bind_number(statement);
        break;
    case EDIT_TEXT: {
        size_t size = fuzz_bytes(input, bytes);
        (void)sqlite3_bind_text(statement, 1, (const char *)bytes, (int)size, SQLITE_TRANSIENT);
        break;
    }
    case EDIT_BLOB: {
        size_t size = fuzz_bytes(input, bytes);
        (void)sqlite3_bind_blob(statement, 1, bytes, (int)size, SQLITE_TRANSIENT);
        break;
    }
    case EDIT_PART:
        bind_part(statement, p);
        break;
    case EDIT_NULL:
    case EDIT_DELETE:
        break;
    }
}

/* Reads the table, column, row, kind of change and its bytes. A key that exists already is not
 * changed. */
static void edit_row(uint8_t table)
{
    place p = next_place(table);
    sqlite3_stmt *statement = editing(&p);
    bind_value(statement, &p);
    (void)sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
}

/* Reads a tournament, a match of it, an unused number, and the number under which the trees will
 * have the copy. */
static void repeat_match(void)
{
    static const struct {
        const char *table, *columns;
    } parts[] = {
        {"match", "set_number, rotation, variant, attempt, ended, fault_seat, rounds, started_ms, "
                  "duration_ms, sandbox, checksum"},
        {"decisions", "decisions, checksum"},
        {"seat", "seat, bot, place, score, time_us, process"},
    };
    int tournament = next(), match = next(), copy = next() % 128, shown = next() % 128;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char sql[500];
        (void)snprintf(sql, sizeof sql,
                       "INSERT OR IGNORE INTO %s (tournament, match, %s) SELECT tournament, %d, %s "
                       "FROM %s WHERE tournament = %d AND match = %d",
                       parts[i].table, parts[i].columns, copy, parts[i].columns, parts[i].table,
                       tournament, match);
        run_sql(db, sql);
    }
    alias[copy] = (uint8_t)shown;
}

static void edit(void)
{
    uint8_t table = next();
    if (table >= FORGERY_REPEAT)
        repeat_match();
    else
        edit_row(table);
}

/* ---- checksums, as schema.sql describes them ----------------------------------------- */

static sqlite3_stmt *prepared(const char *sql)
{
    sqlite3_stmt *statement;
    expect(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

/* Hashes the columns of every row of `sql`. Its parameters are the first two columns of the row
 * `of`. */
static void hash_rows(dom_store_hash *hash, const char *sql, sqlite3_stmt *of)
{
    sqlite3_stmt *rows = prepared(sql);
    for (int i = 0; i < sqlite3_bind_parameter_count(rows); i++)
        (void)sqlite3_bind_value(rows, i + 1, sqlite3_column_value(of, i));
    while (sqlite3_step(rows) == SQLITE_ROW)
        dom_store_hash_columns(hash, rows, 0, sqlite3_column_count(rows));
    (void)sqlite3_finalize(rows);
}

/* A kind of row with a checksum: its key of two columns, the hashed columns of the row and of
 * rows that refer to it, and the column of the checksum. */
static const struct {
    const char *keys, *parts[4], *update;
} seals[] = {
    {"SELECT tournament, match FROM match",
     {"SELECT tournament, alias(match), set_number, rotation, variant, attempt, ended, fault_seat, "
      "rounds, started_ms, duration_ms, sandbox FROM match WHERE (tournament, match) = (?1, ?2)",
      "SELECT seat, bot, place, score, time_us, ifnull(process, 0) FROM seat "
      "WHERE (tournament, match) = (?1, ?2) ORDER BY seat"},
     "UPDATE match SET checksum = ?3 WHERE (tournament, match) = (?1, ?2)"},
    {"SELECT id, 0 FROM decisions",
     {"SELECT tournament, alias(match), decisions FROM decisions WHERE id = ?1"},
     "UPDATE decisions SET checksum = ?3 WHERE id = ?1"},
    {"SELECT id, 0 FROM process",
     {"SELECT tournament, bot, seat, instance, started_ms, language, version, ended, log "
      "FROM process WHERE id = ?1"},
     "UPDATE process SET checksum = ?3 WHERE id = ?1"},
    {"SELECT id, 0 FROM fault",
     {"SELECT tournament, match, seat, bot, ifnull(process, 0), code, tolerated, when_ms, choice, "
      "text, answer FROM fault WHERE id = ?1"},
     "UPDATE fault SET checksum = ?3 WHERE id = ?1"},
    {"SELECT id, 0 FROM tournament",
     {"SELECT is_reproducible, name, config FROM tournament WHERE id = ?1",
      "SELECT number, name, version FROM entrant JOIN bot ON bot.id = bot "
      "WHERE tournament = ?1 ORDER BY number",
      "SELECT number, name, base, options FROM tournament_variant WHERE tournament = ?1 "
      "ORDER BY number",
      "SELECT number, first_set, bots, old_bots, sets, rounds, created_ms, finished_ms, secret, "
      "commitment FROM stage WHERE tournament = ?1 ORDER BY number"},
     "UPDATE tournament SET checksum = ?3 WHERE id = ?1"},
};

static void seal_rows(size_t kind)
{
    sqlite3_stmt *row = prepared(seals[kind].keys), *update = prepared(seals[kind].update);
    while (sqlite3_step(row) == SQLITE_ROW) {
        uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
        dom_store_hash hash;
        dom_store_hash_begin(&hash);
        for (int i = 0; i < 4 && seals[kind].parts[i]; i++)
            hash_rows(&hash, seals[kind].parts[i], row);
        dom_store_hash_end(&hash, checksum);
        (void)sqlite3_bind_value(update, 1, sqlite3_column_value(row, 0));
        (void)sqlite3_bind_value(update, 2, sqlite3_column_value(row, 1));
        (void)sqlite3_bind_blob(update, 3, checksum, sizeof checksum, SQLITE_TRANSIENT);
        (void)sqlite3_step(update);
        (void)sqlite3_reset(update);
    }
    (void)sqlite3_finalize(row);
    (void)sqlite3_finalize(update);
}

/* ---- trees, as the file format of SQLite describes them (1.6 and 2.1) --------------------- */

enum { PAGE_INTERIOR = 2, PAGE_LEAF = 10 };

typedef struct {
    uint8_t *bytes;
    size_t size, page;
} file_image;

static uint64_t number_at(const file_image *f, size_t at, int bytes)
{
    uint64_t number = 0;
    expect(at + (size_t)bytes <= f->size);
    for (int i = 0; i < bytes; i++)
        number = number << 8 | f->bytes[at + (size_t)i];
    return number;
}

static uint64_t varint_at(const file_image *f, size_t *at)
{
    uint64_t number = 0, byte;
    do {
        byte = number_at(f, (*at)++, 1);
        number = number << 7 | (byte & 127);
    } while (byte >= 128);
    return number;
}

/* Gives the second column of a record, the number of a match in one byte, its alias. */
static void patch_record(const file_image *f, size_t record)
{
    size_t at = record;
    uint64_t header = varint_at(f, &at), tournament = varint_at(f, &at), match = varint_at(f, &at);
    size_t value = record + header + (tournament == 1);
    if (tournament != 1 && tournament != 8 &&
        tournament != 9) /* one byte, or the constants 0 and 1 */
        return;
    if (match == 1 && number_at(f, value, 1) < 128)
        f->bytes[value] = alias[f->bytes[value]];
}

static void patch_tree(const file_image *f, uint64_t page)
{
    size_t begin = (page - 1) * f->page;
    uint64_t kind = number_at(f, begin, 1), cells = number_at(f, begin + 3, 2);
    expect(kind == PAGE_INTERIOR || kind == PAGE_LEAF);
    for (uint64_t i = 0; i < cells; i++) {
        size_t pointer = begin + (kind == PAGE_INTERIOR ? 12 : 8) + 2 * i;
        size_t at = begin + number_at(f, pointer, 2);
        if (kind == PAGE_INTERIOR) {
            patch_tree(f, number_at(f, at, 4));
            at += 4;
        }
        (void)varint_at(f, &at); /* bytes of the record */
        patch_record(f, at);
    }
    if (kind == PAGE_INTERIOR)
        patch_tree(f, number_at(f, begin + 8, 4));
}

static void read_image(file_image *f)
{
    FILE *file = fopen(path, "rb");
    expect(file != NULL && fseek(file, 0, SEEK_END) == 0);
    f->size = (size_t)ftell(file);
    f->bytes = malloc(f->size);
    rewind(file);
    expect(f->bytes != NULL && fread(f->bytes, 1, f->size, file) == f->size);
    (void)fclose(file);
    f->page = number_at(f, 16, 2);
}

static void write_image(file_image *f)
{
    FILE *file = fopen(path, "wb");
    expect(file != NULL && fwrite(f->bytes, 1, f->size, file) == f->size && fclose(file) == 0);
    free(f->bytes);
}

/* Gives the matches their aliases in all trees that are in the order of matches. */
static void patch_trees(const uint64_t roots[], int count)
{
    file_image f;
    read_image(&f);
    for (int i = 0; i < count; i++)
        patch_tree(&f, roots[i]);
    write_image(&f);
}

static int find_roots(uint64_t roots[static 3])
{
    int count = 0;
    sqlite3_stmt *row = prepared("SELECT rootpage FROM sqlite_schema WHERE name IN "
                                 "('match', 'seat', 'sqlite_autoindex_decisions_1')");
    while (count < 3 && sqlite3_step(row) == SQLITE_ROW)
        roots[count++] = (uint64_t)sqlite3_column_int64(row, 0);
    (void)sqlite3_finalize(row);
    return count;
}

/* ---- */

static void seal(void)
{
    for (size_t kind = 0; kind < sizeof seals / sizeof *seals; kind++)
        seal_rows(kind);
    run_sql(db, "COMMIT");
}

const char *forgery_make(fuzz_input *edits)
{
    uint64_t roots[3];
    input = edits;
    copy_original();
    while (input->left > 0)
        edit();
    seal();
    int count = find_roots(roots);
    expect(sqlite3_close(db) == SQLITE_OK);
    patch_trees(roots, count);
    return path;
}
