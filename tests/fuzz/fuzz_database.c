/* A database with arbitrary contents and right checksums: every command that reads it
 * succeeds or refuses it with one line, and a tournament continues or is refused. JSON
 * output is valid JSON, and other output contains no control sequence of a terminal.
 *
 * The database is the newest dump of tests/data/databases without the constraints of
 * its tables, because a person who can write the file can also change its schema. The
 * input is
 *
 *     1 byte     the command to run, and how the tournament continues
 *     the rest   edits, as `edit` reads them
 *
 * No bot is resolved or started: this file replaces the functions of bots/resolve.h and
 * of the core's process.h and users.h. */
#include "bots/resolve.h"
#include "checksum.h"
#include "commands.h"
#include "fuzz.h"
#include "process.h"
#include "status.h"
#include "tournament/tournament_run.h"
#include "users.h"

#include "base/text.h"
#include "protocol/utf8.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the input ---------------------------------------------------------------- */

static fuzz_input input;

static uint8_t next(void)
{
    return fuzz_next(&input);
}

/* ---- the database that is edited -------------------------------------------------- */

static char folder[] = "/dev/shm/fuzz-XXXXXX", path[sizeof folder + 16];
static sqlite3 *original, *db;

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
    static const char *const names[] = {"arena.db", "arena.db-wal", "arena.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[sizeof path + 16];
        (void)snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        (void)unlink(name);
    }
    (void)rmdir(folder);
}

static void prepare(void)
{
    char *text = read_dump();
    remove_word(text, "NOT NULL");
    remove_word(text, "STRICT,");
    remove_word(text, "STRICT");
    expect(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
    (void)snprintf(path, sizeof path, "%s/arena.db", folder);
    expect(sqlite3_open(":memory:", &original) == SQLITE_OK);
    run_sql(original, text);
    free(text);
}

/* Makes a new copy at `path` and opens it for editing. */
static void copy_original(void)
{
    remove_folder();
    expect(mkdir(folder, 0700) == 0 && sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_backup *copying = sqlite3_backup_init(db, "main", original, "main");
    expect(copying != NULL && sqlite3_backup_step(copying, -1) == SQLITE_DONE);
    expect(sqlite3_backup_finish(copying) == SQLITE_OK);
    run_sql(db, "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; BEGIN");
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

static place next_place(void)
{
    size_t table = next() % (sizeof tables / sizeof *tables);
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
    size_t cut = next() % (size - at + 1), add = fuzz_bytes(&input, patch),
           whole = size - cut + add;
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
        size_t size = fuzz_bytes(&input, bytes);
        (void)sqlite3_bind_text(statement, 1, (const char *)bytes, (int)size, SQLITE_TRANSIENT);
        break;
    }
    case EDIT_BLOB: {
        size_t size = fuzz_bytes(&input, bytes);
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
static void edit(void)
{
    place p = next_place();
    sqlite3_stmt *statement = editing(&p);
    bind_value(statement, &p);
    (void)sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
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
     {"SELECT tournament, match, set_number, rotation, variant, attempt, ended, fault_seat, "
      "rounds, started_ms, duration_ms, sandbox FROM match WHERE (tournament, match) = (?1, ?2)",
      "SELECT seat, bot, place, score, time_us, ifnull(process, 0) FROM seat "
      "WHERE (tournament, match) = (?1, ?2) ORDER BY seat"},
     "UPDATE match SET checksum = ?3 WHERE (tournament, match) = (?1, ?2)"},
    {"SELECT id, 0 FROM decisions",
     {"SELECT tournament, match, decisions FROM decisions WHERE id = ?1"},
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

static void seal(void)
{
    for (size_t kind = 0; kind < sizeof seals / sizeof *seals; kind++)
        seal_rows(kind);
    run_sql(db, "COMMIT");
    expect(sqlite3_close(db) == SQLITE_OK);
}

/* ---- reading -------------------------------------------------------------------------- */

enum { WORDS_MAX = 4 };

static const struct {
    const char *word[WORDS_MAX + 1];
    bool is_json;
} commands[] = {
    {{"verify", "unfinished"}, false},
    {{"verify", "finished", "--json"}, true},
    {{"leaderboard", "--json"}, true},
    {{"leaderboard", "--live"}, false},
    {{"leaderboard", "--history", "--json"}, true},
    {{"leaderboard", "--markdown"}, false},
    {{"crosstable", "--json"}, true},
    {{"matches", "--tournament", "finished", "--json"}, true},
    {{"matches", "--tournament", "unfinished", "--open"}, false},
    {{"replay", "finished/1", "--stderr"}, false},
    {{"replay", "finished/13", "--unicode"}, false},
    {{"replay", "unfinished/2", "--json"}, true},
    {{"faults", "--limit", "100"}, false},
    {{"faults", "--json"}, true},
    {{"export", "--format", "jsonl"}, false},
    {{"export", "--format", "csv"}, false},
    {{"luck", "--json"}, true},
    {{"seats"}, false},
    {{"seats", "--json"}, true},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Checks output as JSON, or as text for a terminal. */
static void look_at_output(bool is_json, const char *text, size_t size)
{
    if (is_json) {
        json_t *json = json_loadb(text, size, 0, NULL);
        expect(json != NULL);
        json_decref(json);
        return;
    }
    for (const char *end; (end = memchr(text, '\n', size)) != NULL; text = end + 1) {
        expect(dom_utf8_plain(text, (size_t)(end - text)) == (size_t)(end - text));
        size -= (size_t)(end - text) + 1;
    }
}

/* Parses the command line, with the home folder. */
static void parse(dom_cli_call *call, size_t number)
{
    char *argv[WORDS_MAX + 4] = {(char[]){"domino-arena"}, (char[]){"--home"}, folder};
    int argc = 3;
    dom_err err;
    for (const char *const *word = commands[number].word; *word; word++)
        argv[argc++] = (char *)*word;
    expect(dom_cli_parse(call, dom_cli_commands, argc, argv, &err) == DOM_OK);
}

/* Runs a command; its output is checked and its messages are discarded. */
static void give(size_t number)
{
    char *text = NULL;
    size_t size = 0;
    dom_cli_call call;
    FILE *out = stdout, *error = stderr;
    parse(&call, number);
    stdout = open_memstream(&text, &size);
    stderr = fopen("/dev/null", "w");
    expect(stdout != NULL && stderr != NULL);
    int status = call.command->run(&call, call.args);
    (void)fclose(stdout);
    (void)fclose(stderr);
    stdout = out;
    stderr = error;
    dom_cli_call_clear(&call);
    expect(status == DOM_CLI_OK || status == DOM_CLI_NO || status == DOM_CLI_USAGE ||
           status == DOM_CLI_RUNTIME);
    if (status <= DOM_CLI_NO && size > 0)
        look_at_output(commands[number].is_json, text, size);
    free(text);
}

/* ---- continuing ------------------------------------------------------------------------- */

/* Bots resolve to those of the dump. */
dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err)
{
    sqlite3_stmt *row;
    (void)context;
    *out = (dom_bots_resolved){.name = ""};
    dom_rc rc = dom_bots_manifest_read(&out->manifest, yaml, map, err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(out->name, sizeof out->name, out->manifest.name);
    dom_text_copy(out->snapshot.folder, sizeof out->snapshot.folder, "/");
    expect(sqlite3_prepare_v2(original, "SELECT version FROM bot WHERE name = ?1", -1, &row,
                              NULL) == SQLITE_OK);
    (void)sqlite3_bind_text(row, 1, out->name, -1, SQLITE_STATIC);
    if (sqlite3_step(row) == SQLITE_ROW)
        dom_text_copy(out->snapshot.version, sizeof out->snapshot.version,
                      (const char *)sqlite3_column_text(row, 0));
    (void)sqlite3_finalize(row);
    return DOM_OK;
}

dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err)
{
    (void)context, (void)word;
    *out = (dom_bots_resolved){.name = ""};
    return dom_err_set(err, DOM_E_CONFIG, "no bot");
}

void dom_bots_resolved_clear(dom_bots_resolved *bot)
{
    dom_bots_manifest_clear(&bot->manifest);
    *bot = (dom_bots_resolved){.name = ""};
}

/* Hosts send hello and then nothing. */
dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err)
{
    int pair[2];
    dom_ipc_link host;
    dom_core_process *p = *out = calloc(1, sizeof *p);
    (void)err;
    expect(p != NULL && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
    p->chair = spec->chair;
    p->instance = spec->instance;
    expect(dom_ipc_link_open(&p->link, pair[0]) == DOM_OK &&
           dom_ipc_link_open(&host, pair[1]) == DOM_OK);
    dom_ipc_frame_hello *hello =
        dom_ipc_link_add(&host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, sizeof *hello);
    expect(hello != NULL);
    hello->max_tables = hello->batch = 1;
    expect(dom_ipc_link_flush(&host) == DOM_OK);
    p->host_pid = dup(host.fd); /* not used here */
    dom_ipc_link_close(&host);
    return DOM_OK;
}

dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, dom_err *err)
{
    (void)host_program, (void)level, (void)err;
    return DOM_OK;
}

void dom_core_process_close(dom_core_process **handle)
{
    dom_core_process *p = *handle;
    if (p == NULL)
        return;
    dom_ipc_link_close(&p->link);
    (void)close(p->host_pid);
    free(p);
    *handle = NULL;
}

void dom_core_process_bye(dom_core_process *p, const char *reason)
{
    (void)reason;
    p->state = DOM_CORE_PROCESS_LEAVING;
    (void)shutdown(p->host_pid, SHUT_RDWR);
}

void dom_core_process_kill(dom_core_process *p)
{
    dom_core_process_bye(p, "");
}

void dom_core_process_kill_host(const dom_core_process *p)
{
    (void)shutdown(p->host_pid, SHUT_RDWR);
}

uint32_t dom_core_port(const dom_core_listen *listen, const dom_core_tournament *tournament,
                       int bot, int seat)
{
    (void)listen, (void)tournament, (void)bot, (void)seat;
    return 0;
}

/* ---- */

typedef struct {
    dom_tournament_run *run;
    bool is_checked;
} going;

static dom_rc store_what_is_new(void *context, int64_t *id, const dom_core_progress *progress,
                                dom_err *err)
{
    going *g = context;
    (void)progress;
    g->is_checked = true;
    return dom_tournament_run_store(g->run, id, err);
}

static dom_core_stop_request stop_request(void *context)
{
    const going *g = context;
    return g->is_checked ? DOM_CORE_STOP_NOW : DOM_CORE_STOP_NOT;
}

static void look_at_end(dom_rc rc, const dom_err *err)
{
    expect(rc == DOM_OK || (err->text[0] != '\0' && strchr(err->text, '\n') == NULL));
}

static void go_on(uint32_t sets)
{
    going g = {.is_checked = false};
    dom_home home = {.host_program = "/bin/true", .lock_fd = -1}; /* every sandbox works */
    dom_err err = {.text = ""};
    dom_tournament_run_spec spec = {
        .home = &home,
        .places = dom_bots_places_of(&home, NULL),
        .request = {.file = DOM_TEST_DATA "/databases/unfinished.yaml", .sets = sets}};
    dom_text_copy(home.home, sizeof home.home, folder);
    dom_rc rc = dom_store_open(&spec.store, path, DOM_STORE_WRITE, &err);
    if (rc == DOM_OK)
        rc = dom_tournament_run_open(&g.run, &spec, &err);
    if (rc == DOM_OK) {
        dom_core_progress progress;
        dom_tournament_run_options options = {.hooks = {.context = &g,
                                                        .on_checked = store_what_is_new,
                                                        .stop_request = stop_request}};
        rc = dom_tournament_run_play(g.run, &options, &progress, &err);
        dom_tournament_run_close(&g.run);
    }
    look_at_end(rc, &err);
    dom_store_close(&spec.store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (original == NULL)
        prepare();
    input.at = data;
    input.left = size;
    uint8_t how = next();
    copy_original();
    while (input.left > 0)
        edit();
    seal();
    give(how % COMMANDS);
    if (how >= 128)
        go_on(10 + how % 3);
    return 0;
}
