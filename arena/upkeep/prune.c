#include "upkeep/prune.h"

#include "base/text.h"
#include "bots/snapshot.h"
#include "fs/file_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WORD_BYTES = DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES };

typedef struct {
    const dom_upkeep_prune_spec *spec;
    dom_upkeep_pruned *out;
    /* "NAME@VERSION" of every bot of every tournament; sorted once all are read. */
    dom_strings named;
} pruning;

/* ---- what the databases name ------------------------------------------------- */

/* A copy of a bot, such as "greedy#2", has the bot's snapshot. */
static dom_rc note_tournament(void *context, const dom_store_tournament *t)
{
    pruning *p = context;
    for (uint16_t i = 0; i < t->bot_count; i++) {
        const dom_store_bot *bot = &t->bots[i];
        char word[WORD_BYTES];
        (void)snprintf(word, sizeof word, "%.*s@%s", (int)strcspn(bot->name, "#"), bot->name,
                       bot->version);
        if (!dom_strings_add(&p->named, word))
            return DOM_E_NOMEM;
    }
    return DOM_OK;
}

static dom_rc note_database(pruning *p, const dom_home *home, dom_err *err)
{
    dom_store *store;
    dom_rc rc = dom_home_read(home, &store, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_tournament_each(store, note_tournament, p, err);
    dom_store_close(&store);
    return rc == DOM_E_NOMEM ? dom_err_no_memory(err) : rc;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Another database of the data folder. One that a run is using may be about to name more. */
static dom_rc note_other(pruning *p, const dom_home *other, dom_err *err)
{
    long holder = p->spec->is_dry_run ? 0 : dom_home_holder(other);
    if (is_same_file(other->db, p->spec->home->db))
        return DOM_OK;
    if (holder != 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.300s: an arena is using this database (process %ld) and the same "
                           "snapshots; allowed: when it has ended",
                           other->db, holder);
    dom_rc rc = note_database(p, other, err);
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

static bool is_database(const char *name)
{
    return dom_text_has_ending(name, ".db");
}

static dom_rc note_others(pruning *p, dom_err *err)
{
    dom_home other = *p->spec->home;
    dom_rc rc = DOM_OK;
    DIR *dir = opendir(other.home);
    if (dir == NULL)
        return dom_err_errno(err, other.home);
    for (const struct dirent *d; rc == DOM_OK && (d = readdir(dir)) != NULL;)
        if (is_database(d->d_name) && snprintf(other.db, sizeof other.db, "%s/%s", other.home,
                                               d->d_name) < (int)sizeof other.db)
            rc = note_other(p, &other, err);
    (void)closedir(dir);
    return rc;
}

/* ---- each snapshot ------------------------------------------------------------ */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_named(const pruning *p, const char *name, const char *version)
{
    char word[WORD_BYTES];
    const char *key = word;
    (void)snprintf(word, sizeof word, "%s@%s", name, version);
    return p->named.count > 0 &&
           bsearch(&key, p->named.item, p->named.count, sizeof *p->named.item, by_text) != NULL;
}

/* A manifest that cannot be read may be that of a remote bot, of a newer program. */
static bool may_be_remote(const char *folder)
{
    dom_bots_manifest manifest;
    if (dom_bots_manifest_load(&manifest, folder, NULL) != DOM_OK)
        return true;
    bool is_remote = manifest.transport == DOM_CORE_TRANSPORT_REMOTE;
    dom_bots_manifest_clear(&manifest);
    return is_remote;
}

static bool is_recent(const char *folder)
{
    struct stat st;
    return stat(folder, &st) != 0 || time(NULL) - st.st_mtim.tv_sec < DOM_UPKEEP_RECENT_S;
}

static dom_rc add_size(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    uint64_t *bytes = context;
    (void)enter;
    (void)err;
    if (S_ISREG(e->st.st_mode))
        *bytes += (uint64_t)e->st.st_size;
    return DOM_OK;
}

/* What cannot be read is not counted. */
static uint64_t size_of(const char *folder)
{
    uint64_t bytes = 0;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    (void)dom_fs_file_walk(fd, add_size, &bytes, NULL);
    (void)close(fd);
    return bytes;
}

static dom_rc remove_unneeded(pruning *p, const char *name, const dom_bots_snapshot *snapshot,
                              dom_err *err)
{
    uint64_t bytes = size_of(snapshot->folder);
    if (!p->spec->is_dry_run)
        dom_bots_snapshot_remove(snapshot);
    if (!p->spec->is_dry_run && access(snapshot->folder, F_OK) == 0)
        return dom_err_set(err, DOM_E_IO, "%.300s: cannot be removed", snapshot->folder);
    p->out->removed++;
    p->out->bytes += bytes;
    return p->spec->on_removed
               ? p->spec->on_removed(p->spec->context, name, snapshot->version, bytes, err)
               : DOM_OK;
}

static dom_rc judge_snapshot(void *context, const char *name, const dom_bots_snapshot *snapshot,
                             dom_err *err)
{
    pruning *p = context;
    bool is_needed = is_named(p, name, snapshot->version) || may_be_remote(snapshot->folder);
    if (is_needed)
        p->out->needed++;
    else if (is_recent(snapshot->folder))
        p->out->recent++;
    else
        return remove_unneeded(p, name, snapshot, err);
    return DOM_OK;
}

dom_rc dom_upkeep_prune(dom_upkeep_pruned *out, const dom_upkeep_prune_spec *spec, dom_err *err)
{
    pruning p = {.spec = spec, .out = out};
    *out = (dom_upkeep_pruned){.removed = 0};
    dom_rc rc = note_database(&p, spec->home, err);
    if (rc == DOM_OK)
        rc = note_others(&p, err);
    dom_strings_sort(&p.named);
    if (rc == DOM_OK && !spec->is_dry_run)
        dom_bots_snapshot_sweep(spec->home->home);
    if (rc == DOM_OK)
        rc = dom_bots_snapshot_each(spec->home->home, judge_snapshot, &p, err);
    dom_strings_clear(&p.named);
    return rc;
}
