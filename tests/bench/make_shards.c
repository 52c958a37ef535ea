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

typedef struct {
    const char *folder;
    dom_shard_plan plan;
    dom_store *from;
    dom_store_tournament t;
    uint32_t set; /* the shard that is written: sets with this remainder */
    dom_store *to;
    dom_store_tournament of_shard;
    dom_shard_part part;
    uint64_t in_group;
    dom_err err;
} splitter;

static dom_rc add_match(void *context, const dom_store_match *m)
{
    splitter *s = context;
    dom_rc rc = DOM_OK;
    if (m->set % s->plan.shards != s->set)
        return DOM_OK;
    dom_store_match copy = *m;
    copy.tournament = s->of_shard.id;
    if (s->in_group++ == 0)
        rc = dom_store_begin(s->to, &s->err);
    if (rc == DOM_OK)
        rc = dom_store_match_add(s->to, &copy, &s->err);
    if (rc == DOM_OK && s->in_group == GROUP) {
        s->in_group = 0;
        rc = dom_store_commit(s->to, &s->err);
    }
    s->part.matches++;
    if (s->part.sets.count == 0 || s->part.sets.item[s->part.sets.count - 1].last != m->set)
        (void)dom_shard_set_list_add(&s->part.sets, (uint32_t)m->set);
    return rc;
}

/* Makes a database with the tournament and without matches. */
static dom_rc make_database(splitter *s, dom_store **out, const char *name)
{
    char path[DOM_PATH_BYTES];
    s->of_shard = s->t;
    dom_rc rc = dom_shard_path(path, s->folder, name, &s->err);
    if (rc == DOM_OK)
        rc = dom_store_open(out, path, DOM_STORE_WRITE, &s->err);
    return rc == DOM_OK ? dom_store_tournament_add(*out, &s->of_shard, &s->err) : rc;
}

/* Writes the report of a finished shard; its database lies at `path`. */
static dom_rc report(splitter *s, const char *path)
{
    char to[DOM_PATH_BYTES];
    dom_shard_report r = {.shard = s->part.shard,
                          .run = "00000000",
                          .sequence = 1,
                          .state = DOM_SHARD_DONE,
                          .where = "make_shards",
                          .done = s->part.matches,
                          .total = s->part.matches};
    dom_text_copy(r.plan, sizeof r.plan, s->plan.id);
    dom_rc rc = dom_shard_report_db(to, &r, s->folder, &s->err);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(path, to, 0600, r.hash, &s->err);
    if (rc == DOM_OK)
        rc = dom_shard_report_write(&r, s->folder, &s->err);
    (void)unlink(path);
    return rc;
}

static dom_rc write_shard(splitter *s)
{
    char path[DOM_PATH_BYTES];
    s->part = (dom_shard_part){.shard = s->set + 1};
    s->in_group = 0;
    dom_rc rc = make_database(s, &s->to, "shard.db");
    if (rc == DOM_OK)
        rc = dom_store_match_each(s->from, s->t.id, 1, 0, true, add_match, s, &s->err);
    if (rc == DOM_OK && s->in_group > 0)
        rc = dom_store_commit(s->to, &s->err);
    dom_store_close(&s->to);
    s->plan.sets += dom_shard_set_list_size(&s->part.sets);
    s->plan.matches += s->part.matches;
    if (rc == DOM_OK)
        rc = dom_shard_part_write(&s->part, s->folder, s->plan.id, &s->err);
    if (rc == DOM_OK)
        rc = dom_shard_path(path, s->folder, "shard.db", &s->err);
    if (rc == DOM_OK)
        rc = report(s, path);
    dom_shard_part_clear(&s->part);
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
    if (rc == DOM_OK)
        rc = make_database(s, &s->to, "arena.db");
    dom_store_close(&s->to);
    static dom_shard_bot bot = {.name = "bot", .snapshot = "bot", .version = "0"};
    dom_text_copy(s->plan.tournament, sizeof s->plan.tournament, s->t.name);
    dom_text_copy(s->plan.program, sizeof s->plan.program, DOM_VERSION);
    dom_text_copy(s->plan.machine, sizeof s->plan.machine, dom_shard_machine());
    s->plan.bots = &bot;
    s->plan.bot_count = 1;
    dom_shard_identify(&s->plan, &s->t);
    for (s->set = 0; rc == DOM_OK && s->set < s->plan.shards; s->set++)
        rc = write_shard(s);
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
