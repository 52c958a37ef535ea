#include "shard/folder.h"

#include "base/bytes.h"
#include "base/interrupt.h"
#include "base/string_list.h"
#include "base/text.h"
#include "base/vec.h"
#include "ratings/sprt.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum {
    FORMAT = 1,
    PLAN_BYTES_MAX = 16 << 20,  /* of plan.json, and of a shard                        */
    REPORT_BYTES_MAX = 1 << 20, /* of a report, and of decided.json; written are a few kB */
    ESCAPE_BYTES = 5            /* "\xNN" and its NUL                                 */
};
#define HIGHEST (INT64_C(1) << 53)     /* the largest number that all JSON readers keep exact */
#define MATCHES_MAX (INT64_C(1) << 36) /* more than 2^32 sets of 8 matches have: sums stay exact */
#define SECONDS_MAX 1e12

static const char *const state_words[] = {"running", "done", "interrupted", "failed", "silent"};

const char *dom_shard_state_word(dom_shard_state state)
{
    return state_words[state];
}

const char *dom_shard_machine(void)
{
    static _Thread_local struct utsname name;
    return uname(&name) == 0 ? name.machine : "unknown";
}

dom_rc dom_shard_path(char out[static DOM_PATH_BYTES], const char *folder, const char *name,
                      dom_err *err)
{
    if (snprintf(out, DOM_PATH_BYTES, "%s/%s", folder, name) < DOM_PATH_BYTES)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", folder);
}

/* ---- reading and writing JSON --------------------------------------------------------- */

/* Reads FOLDER/NAME, a JSON object of this format of at most so many bytes: anybody may have
 * written it, and in memory an object is many times as large. The caller releases *out. */
static dom_rc read_object(json_t **out, const char *folder, const char *name, size_t most,
                          dom_err *err)
{
    char path[DOM_PATH_BYTES], *text;
    json_error_t where;
    *out = NULL;
    dom_rc rc = dom_shard_path(path, folder, name, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_text(&text, path, most, err);
    if (rc != DOM_OK)
        return rc;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    free(text);
    if (json_is_object(root) && json_integer_value(json_object_get(root, "format")) == FORMAT) {
        *out = root;
        return DOM_OK;
    }
    rc = root
             ? dom_err_set(err, DOM_E_IO, "%.300s: is not a file of this format (%d)", path, FORMAT)
             : dom_err_set(err, DOM_E_IO, "%.300s:%d: %.100s", path, where.line, where.text);
    json_decref(root);
    return rc;
}

/* Writes an object, whose reference it takes, as FOLDER/NAME. */
static dom_rc write_object(json_t *root, const char *folder, const char *name, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    char *text = root ? json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    if (text == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_shard_path(path, folder, name, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_put(path, text, strlen(text), 0644, err);
    free(text);
    return rc;
}

/* Reads values of one object. After the first wrong one, `wrong` is its key. */
typedef struct {
    const json_t *object;
    const char *wrong;
} value_reader;

static int64_t read_number(value_reader *r, const char *key, int64_t lowest, int64_t highest)
{
    const json_t *value = json_object_get(r->object, key);
    int64_t number = json_integer_value(value);
    if (r->wrong == NULL && (!json_is_integer(value) || number < lowest || number > highest))
        r->wrong = key;
    return number < lowest ? lowest : number > highest ? highest : number;
}

/* Copies a text of at most size - 1 bytes. What is not visible ASCII becomes \xNN, so that it can
 * be printed; the text is cut if it is too long then. */
static void read_text(value_reader *r, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(r->object, key));
    if (r->wrong == NULL && (text == NULL || strlen(text) >= size))
        r->wrong = key;
    dom_text shown = dom_text_of(out, size);
    for (const char *c = text ? text : ""; *c; c++) {
        char escape[ESCAPE_BYTES];
        (void)snprintf(escape, sizeof escape, dom_bytes_are_plain(c, 1) ? "%c" : "\\x%02x",
                       (unsigned char)*c);
        dom_text_add(&shown, escape);
    }
}

/* Returns the text as JSON. The names of files and hosts may not be UTF-8: then '?' replaces what
 * is not ASCII. */
static json_t *text_json(const char *text)
{
    char ascii[DOM_ERR_BYTES];
    json_t *string = json_string(text);
    if (string)
        return string;
    dom_text_copy(ascii, sizeof ascii, text);
    for (char *c = ascii; *c; c++)
        if ((unsigned char)*c >= 128)
            *c = '?';
    return json_string(ascii);
}

/* Reads a number from `lowest` to `highest` that need not be whole. */
static double read_real(value_reader *r, const char *key, double lowest, double highest)
{
    const json_t *value = json_object_get(r->object, key);
    double number = json_number_value(value);
    bool is_allowed = json_is_number(value) && lowest <= number && number <= highest;
    if (r->wrong == NULL && !is_allowed)
        r->wrong = key;
    return is_allowed ? number : lowest;
}

/* Reads a name that is also the name of a folder. */
static void read_name(value_reader *r, const char *key, char *out, size_t size)
{
    read_text(r, key, out, size);
    if (r->wrong == NULL && !dom_name_is_valid(out, size - 1))
        r->wrong = key;
}

static dom_rc end_reading(const value_reader *r, const char *folder, const char *name, dom_err *err)
{
    if (r->wrong == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "%.300s/%s: the value of '%s' is missing or not allowed",
                       folder, name, r->wrong);
}

/* ---- plan.json ------------------------------------------------------------------------ */

static const char plan_name[] = "plan.json";

static dom_rc read_bots(dom_shard_plan *out, value_reader *r, const json_t *root, dom_err *err)
{
    const json_t *bots = json_object_get(root, "bots");
    size_t count = json_array_size(bots);
    if (count < 1 || count > DOM_SHARD_BOTS_MAX) {
        r->wrong = "bots";
        return DOM_OK;
    }
    out->bots = calloc(count, sizeof *out->bots);
    if (out->bots == NULL)
        return dom_err_no_memory(err);
    out->bot_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        dom_shard_bot *bot = &out->bots[i];
        value_reader each = {.object = json_array_get(bots, i)};
        read_text(&each, "name", bot->name, sizeof bot->name);
        read_name(&each, "snapshot", bot->snapshot, sizeof bot->snapshot);
        read_name(&each, "version", bot->version, sizeof bot->version);
        read_text(&each, "hash", bot->hash, sizeof bot->hash);
        if (each.wrong)
            r->wrong = "bots";
    }
    return DOM_OK;
}

/* Reads what a comparison tests, if the plan is of one. */
static void read_comparison(dom_shard_plan *out, value_reader *r, const json_t *root)
{
    value_reader each = {.object = json_object_get(root, "compare")};
    out->compares = each.object != NULL;
    if (!out->compares)
        return;
    read_name(&each, "variant", out->variant, sizeof out->variant);
    out->sets_most = (uint32_t)read_number(&each, "sets", 1, INT32_MAX);
    out->has_seed = json_object_get(each.object, "seed") != NULL;
    if (out->has_seed)
        out->seed = (uint64_t)read_number(&each, "seed", 0, INT64_MAX);
    out->compared = (dom_core_compared){
        .is_normalised = json_is_true(json_object_get(each.object, "normalised")),
        .elo0 = read_real(&each, "elo0", -DOM_RATINGS_SPRT_ELO_MAX, DOM_RATINGS_SPRT_ELO_MAX),
        .elo1 = read_real(&each, "elo1", -DOM_RATINGS_SPRT_ELO_MAX, DOM_RATINGS_SPRT_ELO_MAX),
        .alpha = read_real(&each, "alpha", 1e-6, 0.5),
        .beta = read_real(&each, "beta", 1e-6, 0.5)};
    if (r->wrong == NULL && each.wrong)
        r->wrong = "compare";
}

static json_t *comparison_json(const dom_shard_plan *plan)
{
    const dom_core_compared *c = &plan->compared;
    if (!plan->compares)
        return NULL;
    return json_pack("{s:s, s:I, s:o*, s:b, s:f, s:f, s:f, s:f}", "variant", plan->variant, "sets",
                     (json_int_t)plan->sets_most, "seed",
                     plan->has_seed ? json_integer((json_int_t)plan->seed) : NULL, "normalised",
                     c->is_normalised, "elo0", c->elo0, "elo1", c->elo1, "alpha", c->alpha, "beta",
                     c->beta);
}

dom_rc dom_shard_plan_read(dom_shard_plan *out, const char *folder, dom_err *err)
{
    json_t *root;
    *out = (dom_shard_plan){.shards = 0};
    dom_rc rc = read_object(&root, folder, plan_name, PLAN_BYTES_MAX, err);
    if (rc == DOM_E_ABSENT)
        return dom_err_set(err, DOM_E_ABSENT,
                           "%.300s: is not a shard folder (it has no plan.json); make one with "
                           "domino-arena shard plan FILE --of N -o DIR",
                           folder);
    if (rc != DOM_OK)
        return rc;
    value_reader r = {.object = root};
    read_text(&r, "plan", out->id, sizeof out->id);
    read_name(&r, "tournament", out->tournament, sizeof out->tournament);
    read_text(&r, "program", out->program, sizeof out->program);
    read_text(&r, "machine", out->machine, sizeof out->machine);
    out->shards = (uint32_t)read_number(&r, "shards", 1, DOM_SHARD_COUNT_MAX);
    out->sets = (uint64_t)read_number(&r, "sets", 0, UINT32_MAX);
    out->matches = (uint64_t)read_number(&r, "matches", 0, MATCHES_MAX);
    out->created_ms = read_number(&r, "created_ms", 0, HIGHEST);
    read_comparison(out, &r, root);
    rc = read_bots(out, &r, root, err);
    json_decref(root);
    return rc == DOM_OK ? end_reading(&r, folder, plan_name, err) : rc;
}

dom_rc dom_shard_plan_write(const dom_shard_plan *plan, const char *folder, dom_err *err)
{
    json_t *bots = json_array();
    for (uint32_t i = 0; i < plan->bot_count; i++) {
        const dom_shard_bot *bot = &plan->bots[i];
        json_array_append_new(bots,
                              json_pack("{s:s, s:s, s:s, s:s}", "name", bot->name, "snapshot",
                                        bot->snapshot, "version", bot->version, "hash", bot->hash));
    }
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o*}", "format", FORMAT,
                  "plan", plan->id, "tournament", plan->tournament, "program", plan->program,
                  "machine", plan->machine, "shards", (json_int_t)plan->shards, "sets",
                  (json_int_t)plan->sets, "matches", (json_int_t)plan->matches, "created_ms",
                  (json_int_t)plan->created_ms, "bots", bots, "compare", comparison_json(plan));
    return write_object(root, folder, plan_name, err);
}

void dom_shard_plan_clear(dom_shard_plan *plan)
{
    free(plan->bots);
    *plan = (dom_shard_plan){.shards = 0};
}

/* ---- shards/0001.json ------------------------------------------------------------------ */

enum { NAME_BYTES = 64 };

static void name_part(char out[static NAME_BYTES], uint32_t shard)
{
    (void)snprintf(out, NAME_BYTES, "shards/%04u.json", shard);
}

static bool read_range(dom_shard_set_list *out, const json_t *pair)
{
    json_int_t first = json_integer_value(json_array_get(pair, 0));
    json_int_t last = json_integer_value(json_array_get(pair, 1));
    json_int_t after = out->count > 0 ? out->item[out->count - 1].last : 0;
    dom_shard_range *added = dom_vec_add(out->item, out->count, out->room);
    if (added == NULL)
        return false;
    *added = (dom_shard_range){(uint32_t)first, (uint32_t)last};
    return json_array_size(pair) == 2 && after < first && first <= last && last < UINT32_MAX;
}

dom_rc dom_shard_part_read(dom_shard_part *out, const char *folder, const char *plan,
                           uint32_t shard, dom_err *err)
{
    json_t *root;
    char name[NAME_BYTES], of_plan[DOM_FS_FILE_HASH_BYTES];
    *out = (dom_shard_part){.shard = shard};
    name_part(name, shard);
    dom_rc rc = read_object(&root, folder, name, PLAN_BYTES_MAX, err);
    if (rc != DOM_OK)
        return rc;
    value_reader r = {.object = root};
    (void)read_number(&r, "shard", shard, shard);
    read_text(&r, "plan", of_plan, sizeof of_plan);
    if (r.wrong == NULL && strcmp(of_plan, plan) != 0)
        r.wrong = "plan";
    out->matches = (uint64_t)read_number(&r, "matches", 0, MATCHES_MAX);
    out->expected_s = read_real(&r, "expected_s", 0, SECONDS_MAX);
    const json_t *sets = json_object_get(root, "sets"), *pair;
    size_t i;
    if (!json_is_array(sets))
        r.wrong = "sets";
    json_array_foreach(sets, i, pair) if (!read_range(&out->sets, pair)) r.wrong = "sets";
    json_decref(root);
    return end_reading(&r, folder, name, err);
}

dom_rc dom_shard_part_write(const dom_shard_part *part, const char *folder, const char *plan,
                            dom_err *err)
{
    char name[NAME_BYTES];
    json_t *sets = json_array();
    for (size_t i = 0; i < part->sets.count; i++)
        json_array_append_new(sets, json_pack("[I, I]", (json_int_t)part->sets.item[i].first,
                                              (json_int_t)part->sets.item[i].last));
    json_t *root = json_pack("{s:i, s:s, s:I, s:I, s:f, s:o}", "format", FORMAT, "plan", plan,
                             "shard", (json_int_t)part->shard, "matches", (json_int_t)part->matches,
                             "expected_s", part->expected_s, "sets", sets);
    name_part(name, part->shard);
    return write_object(root, folder, name, err);
}

void dom_shard_part_clear(dom_shard_part *part)
{
    dom_shard_set_list_clear(&part->sets);
}

/* ---- done/0001-3fa2c1d4.json ------------------------------------------------------------- */

static void name_report(char out[static NAME_BYTES], const dom_shard_report *report)
{
    (void)snprintf(out, NAME_BYTES, "done/%04u-%s.json", report->shard, report->run);
}

dom_rc dom_shard_report_db(char out[static DOM_PATH_BYTES], const dom_shard_report *report,
                           const char *folder, dom_err *err)
{
    char name[NAME_BYTES];
    (void)snprintf(name, sizeof name, "done/%04u-%s-%u.db", report->shard, report->run,
                   report->sequence);
    return dom_shard_path(out, folder, name, err);
}

dom_rc dom_shard_report_write(const dom_shard_report *report, const char *folder, dom_err *err)
{
    char name[NAME_BYTES];
    json_t *root = json_pack(
        "{s:i, s:s, s:I, s:s, s:I, s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s}",
        "format", FORMAT, "plan", report->plan, "shard", (json_int_t)report->shard, "run",
        report->run, "sequence", (json_int_t)report->sequence, "state",
        dom_shard_state_word(report->state), "where", text_json(report->where), "text",
        text_json(report->text), "done", (json_int_t)report->done, "total",
        (json_int_t)report->total, "faults", (json_int_t)report->faults, "started_ms",
        (json_int_t)report->started_ms, "updated_ms", (json_int_t)report->updated_ms, "every_ms",
        (json_int_t)report->every_ms, "played_ms", (json_int_t)report->played_ms, "here",
        (json_int_t)report->here, "hash", report->hash);
    name_report(name, report);
    return write_object(root, folder, name, err);
}

static dom_shard_state read_state(value_reader *r)
{
    char word[16];
    read_text(r, "state", word, sizeof word);
    for (int i = 0; i < DOM_SHARD_SILENT; i++)
        if (strcmp(word, state_words[i]) == 0)
            return (dom_shard_state)i;
    if (r->wrong == NULL)
        r->wrong = "state";
    return DOM_SHARD_FAILED;
}

static void fill_report(dom_shard_report *out, value_reader *r)
{
    read_text(r, "plan", out->plan, sizeof out->plan);
    out->shard = (uint32_t)read_number(r, "shard", 0, DOM_SHARD_COUNT_MAX);
    read_name(r, "run", out->run, sizeof out->run);
    out->sequence = (uint32_t)read_number(r, "sequence", 0, INT32_MAX);
    out->state = read_state(r);
    read_text(r, "where", out->where, sizeof out->where);
    read_text(r, "text", out->text, sizeof out->text);
    out->total = (uint64_t)read_number(r, "total", 0, MATCHES_MAX);
    out->done = (uint64_t)read_number(r, "done", 0, (int64_t)out->total);
    out->faults = (uint64_t)read_number(r, "faults", 0, MATCHES_MAX);
    out->started_ms = read_number(r, "started_ms", -HIGHEST, HIGHEST);
    out->updated_ms = read_number(r, "updated_ms", -HIGHEST, HIGHEST);
    out->every_ms =
        json_object_get(r->object, "every_ms") ? read_number(r, "every_ms", 0, HIGHEST / 4) : 0;
    out->played_ms = read_number(r, "played_ms", 0, HIGHEST);
    out->here = (uint64_t)read_number(r, "here", 0, MATCHES_MAX);
    read_text(r, "hash", out->hash, sizeof out->hash);
}

static dom_rc read_report(dom_shard_reports *out, const char *folder, const char *file,
                          const char *plan, dom_err *err)
{
    json_t *root;
    char name[NAME_BYTES], right[NAME_BYTES];
    if (snprintf(name, sizeof name, "done/%s", file) >= (int)sizeof name)
        return DOM_OK; /* no file of ours */
    dom_rc rc = read_object(&root, folder, name, REPORT_BYTES_MAX, err);
    if (rc != DOM_OK)
        return rc == DOM_E_ABSENT ? DOM_OK : rc; /* removed since the folder was listed */
    dom_shard_report *report = dom_vec_add(out->item, out->count, out->room);
    value_reader r = {.object = root};
    if (report == NULL)
        rc = dom_err_no_memory(err);
    else
        fill_report(report, &r);
    json_decref(root);
    if (rc == DOM_OK)
        rc = end_reading(&r, folder, name, err);
    if (rc != DOM_OK)
        return rc;
    name_report(right, report);
    if (strcmp(name, right) != 0)
        return dom_err_set(err, DOM_E_IO, "%.200s/%s: is the report %s; give it this name", folder,
                           name, right);
    if (strcmp(report->plan, plan) != 0)
        rc = dom_err_set(err, DOM_E_IO,
                         "%.300s/%s: belongs to another plan: another tournament, other bots, "
                         "secrets or shards, or another version of the program; remove it",
                         folder, name);
    return rc;
}

dom_rc dom_shard_report_read_again(dom_shard_report *report, const char *folder, dom_err *err)
{
    json_t *root;
    char name[NAME_BYTES];
    dom_shard_report now = {.shard = 0};
    name_report(name, report);
    dom_rc rc = read_object(&root, folder, name, REPORT_BYTES_MAX, err);
    if (rc != DOM_OK)
        return rc;
    value_reader r = {.object = root};
    fill_report(&now, &r);
    if (r.wrong == NULL && (now.shard != report->shard || strcmp(now.plan, report->plan) != 0))
        r.wrong = "plan";
    json_decref(root);
    rc = end_reading(&r, folder, name, err);
    if (rc == DOM_OK)
        *report = now;
    return rc;
}

static bool is_report(const char *name)
{
    return name[0] != '.' && dom_text_has_ending(name, ".json");
}

static int by_shard(const void *a, const void *b)
{
    const dom_shard_report *x = a, *y = b;
    int order = (x->shard > y->shard) - (x->shard < y->shard);
    return order ? order : strcmp(x->run, y->run);
}

dom_rc dom_shard_reports_read(dom_shard_reports *out, const char *folder, const char *plan,
                              dom_err *err)
{
    char path[DOM_PATH_BYTES];
    *out = (dom_shard_reports){.item = NULL};
    dom_rc rc = dom_shard_path(path, folder, "done", err);
    if (rc != DOM_OK)
        return rc;
    DIR *dir = opendir(path);
    if (dir == NULL)
        return dom_err_errno(err, path);
    for (const struct dirent *e = readdir(dir); e && rc == DOM_OK; e = readdir(dir))
        if (is_report(e->d_name))
            rc = read_report(out, folder, e->d_name, plan, err);
    closedir(dir);
    if (out->count > 0)
        qsort(out->item, out->count, sizeof *out->item, by_shard);
    return rc;
}

/* ---- one at a time ------------------------------------------------------------------------ */

static int open_lock(const char *folder, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    if (dom_shard_path(path, folder, ".lock", err) != DOM_OK)
        return -1;
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
}

dom_rc dom_shard_folder_try_lock(int *lock, const char *folder, dom_err *err)
{
    *lock = open_lock(folder, err);
    if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return DOM_OK;
    dom_shard_folder_unlock(lock);
    return dom_err_set(err, DOM_E_LIMIT, "%.300s: another process plans or merges here", folder);
}

/* Waits for the lock. A file system without locks is accepted. */
static dom_rc wait_for_lock(int fd, dom_err *err)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    dom_rc rc = DOM_OK;
    while (rc == DOM_OK && flock(fd, LOCK_EX | LOCK_NB) != 0 &&
           (errno == EWOULDBLOCK || errno == EINTR)) {
        rc = dom_interrupt_check(err);
        (void)nanosleep(&pause, NULL);
    }
    return rc;
}

dom_rc dom_shard_folder_lock(int *lock, const char *folder, dom_err *err)
{
    *lock = open_lock(folder, err);
    return *lock >= 0 ? wait_for_lock(*lock, err) : DOM_OK;
}

void dom_shard_folder_unlock(int *lock)
{
    if (*lock >= 0)
        (void)close(*lock);
    *lock = -1;
}

/* ---- decided.json --------------------------------------------------------------------------- */

static const char decided_name[] = "decided.json";

dom_rc dom_shard_decided_write(const char *folder, const char *plan, dom_err *err)
{
    return write_object(json_pack("{s:i, s:s}", "format", FORMAT, "plan", plan), folder,
                        decided_name, err);
}

bool dom_shard_is_decided(const char *folder)
{
    char path[DOM_PATH_BYTES];
    return dom_shard_path(path, folder, decided_name, NULL) == DOM_OK && access(path, F_OK) == 0;
}
