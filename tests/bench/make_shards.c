/* A shard folder whose shards have played everything, from a database of make_matches, to measure a merge.
 *
 *     make_shards DATABASE FOLDER SHARDS
 *
 * FOLDER must not exist. Set n is played by shard n modulo SHARDS. */
#include "shard/folder.h"
#include "shard_tournament.h"

#include "base/now.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GROUP = 10000 };

/* A shard that is being written. */
typedef struct {
    dom_store *store;
    int64_t tournament;
    dom_shard_part part;
    uint64_t in_group;
} output;

typedef struct {
    const char *folder;
    dom_shard_plan plan;
    dom_store *from;
    dom_store_tournament t;
    uint64_t last_set;
    output out[DOM_SHARD_COUNT_MAX];
    dom_err err;
} splitter;

/* Counts matches and sets, which the id of the plan covers. */
static dom_rc count_match(void *context, const dom_store_match *m)
{
    splitter *s = context;
    s->plan.sets += m->set != s->last_set;
    s->last_set = m->set;
    s->plan.matches++;
    return DOM_OK;
}

static dom_rc add_match(void *context, const dom_store_match *m)
{
    splitter *s = context;
    output *out = &s->out[m->set % s->plan.shards];
    dom_store_match copy = *m;
    copy.tournament = out->tournament;
    dom_rc rc = out->in_group++ == 0 ? dom_store_begin(out->store, &s->err) : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_store_match_add(out->store, &copy, &s->err);
    if (rc == DOM_OK && out->in_group == GROUP) {
        out->in_group = 0;
        rc = dom_store_commit(out->store, &s->err);
    }
    dom_shard_set_list *sets = &out->part.sets;
    out->part.matches++;
    if (sets->count == 0 || sets->item[sets->count - 1].last != m->set)
        (void)dom_shard_set_list_add(sets, (uint32_t)m->set);
    return rc;
}

/* Makes a database with the tournament and without matches. */
static dom_rc make_database(splitter *s, output *out, const char *name)
{
    char path[DOM_PATH_BYTES];
    dom_store_tournament t = s->t;
    dom_rc rc = dom_shard_path(path, s->folder, name, &s->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&out->store, path, DOM_STORE_WRITE, &s->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_add(out->store, &t, &s->err);
    out->tournament = t.id;
    return rc;
}

static void name_database(char name[static 32], uint32_t shard)
{
    (void)snprintf(name, 32, "shard-%04u.db", shard);
}

/* Writes the report of a finished shard. */
static dom_rc report(splitter *s, const output *out, const char *path)
{
    char to[DOM_PATH_BYTES];
    dom_shard_report r = {.shard = out->part.shard,
                          .run = "00000000",
                          .sequence = 1,
                          .state = DOM_SHARD_DONE,
                          .where = "make_shards",
                          .done = out->part.matches,
                          .total = out->part.matches};
    dom_text_copy(r.plan, sizeof r.plan, s->plan.id);
    dom_rc rc = dom_shard_report_db(to, &r, s->folder, &s->err);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(path, to, 0600, r.hash, &s->err);
    if (rc == DOM_OK)
        rc = dom_shard_report_write(&r, s->folder, &s->err);
    (void)unlink(path);
    return rc;
}

/* Ends the database of a shard, and writes its sets and its report. */
static dom_rc finish_shard(splitter *s, output *out)
{
    char path[DOM_PATH_BYTES], name[32];
    dom_rc rc = out->in_group > 0 ? dom_store_commit(out->store, &s->err) : DOM_OK;
    dom_store_close(&out->store);
    name_database(name, out->part.shard);
    if (rc == DOM_OK)
        rc = dom_shard_part_write(&out->part, s->folder, s->plan.id, &s->err);
    if (rc == DOM_OK)
        rc = dom_shard_path(path, s->folder, name, &s->err);
    if (rc == DOM_OK)
        rc = report(s, out, path);
    dom_shard_part_clear(&out->part);
    return rc;
}

static dom_rc write_shards(splitter *s)
{
    char name[32];
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; rc == DOM_OK && i < s->plan.shards; i++) {
        s->out[i].part.shard = i + 1;
        name_database(name, i + 1);
        rc = make_database(s, &s->out[i], name);
    }
    if (rc == DOM_OK)
        rc = dom_store_match_each(s->from, s->t.id, 1, 0, true, add_match, s, &s->err);
    for (uint32_t i = 0; rc == DOM_OK && i < s->plan.shards; i++)
        rc = finish_shard(s, &s->out[i]);
    return rc;
}

static dom_rc make(splitter *s, const char *database)
{
    static const char *const folders[] = {"", "done", "shards"};
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_store_open(&s->from, database, DOM_STORE_READ, &s->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(s->from, NULL, &s->t, &s->err);
    for (size_t i = 0; rc == DOM_OK && i < sizeof folders / sizeof *folders; i++) {
        rc = dom_shard_path(path, s->folder, folders[i], &s->err);
        if (rc == DOM_OK && mkdir(path, 0755) != 0)
            rc = dom_err_errno(&s->err, path);
    }
    output whole = {.store = NULL};
    if (rc == DOM_OK)
        rc = make_database(s, &whole, "arena.db");
    dom_store_close(&whole.store);
    static dom_shard_bot bot = {.name = "bot", .snapshot = "bot", .version = "0"};
    dom_text_copy(s->plan.tournament, sizeof s->plan.tournament, s->t.name);
    dom_text_copy(s->plan.program, sizeof s->plan.program, DOM_VERSION);
    dom_text_copy(s->plan.machine, sizeof s->plan.machine, dom_shard_machine());
    s->plan.bots = &bot;
    s->plan.bot_count = 1;
    if (rc == DOM_OK)
        rc = dom_store_match_each(s->from, s->t.id, 1, 0, false, count_match, s, &s->err);
    dom_shard_identify(&s->plan, &s->t);
    if (rc == DOM_OK)
        rc = write_shards(s);
    return rc == DOM_OK ? dom_shard_plan_write(&s->plan, s->folder, &s->err) : rc;
}

int main(int argc, char **argv)
{
    static splitter s;
    s.plan.shards = argc == 4 ? (uint32_t)atoi(argv[3]) : 0;
    if (s.plan.shards < 1 || s.plan.shards > DOM_SHARD_COUNT_MAX) {
        (void)fprintf(stderr, "usage: make_shards DATABASE FOLDER SHARDS; 1..%d shards\n",
                      DOM_SHARD_COUNT_MAX);
        return 2;
    }
    s.folder = argv[2];
    dom_rc rc = make(&s, argv[1]);
    dom_store_tournament_free(&s.t);
    dom_store_close(&s.from);
    if (rc != DOM_OK)
        (void)fprintf(stderr, "make_shards: %s\n", s.err.text);
    return rc == DOM_OK ? 0 : 3;
}
