#include "results/standings_cache.h"

#include "base/text.h"
#include "fs/whole_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SUM_BYTES = 32,
    PATH_BYTES = 4200,
    LISTS_MAX = 65536,
    PARTS_MAX = 1 << 20,
    ROWS_MAX = DOM_RATINGS_POOL_PLAYERS_MAX
};

/* ---- what it says --------------------------------------------------------------- */

static void code_text(dom_ratings_bytes *b, char text[], size_t size)
{
    size_t length = strnlen(text, size);
    dom_ratings_bytes_count(b, &length, size - 1);
    dom_ratings_bytes_raw(b, text, length);
    text[length] = '\0';
}

static void code_row(dom_ratings_bytes *b, dom_results_standing_row *row)
{
    dom_results_sums *sums = &row->sums;
    uint64_t *const counts[] = {&row->sets,        &row->faulty,       &sums->matches,
                                &sums->score.wins, &sums->score.draws, &sums->score.losses,
                                &sums->rounds,     &sums->forfeits};
    code_text(b, row->bot.name, sizeof row->bot.name);
    code_text(b, row->bot.version, sizeof row->bot.version);
    dom_ratings_bytes_real(b, &row->live_elo);
    dom_ratings_bytes_signed(b, &sums->points);
    uint64_t entry = row->newest.entry;
    dom_ratings_bytes_signed(b, &row->newest.tournament);
    dom_ratings_bytes_whole(b, &entry);
    row->newest.entry = (uint16_t)entry;
    dom_ratings_bytes_signed(b, &row->last_ms);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        dom_ratings_bytes_whole(b, counts[i]);
    for (int i = 0; i < DOM_FAULT_COUNT; i++)
        dom_ratings_bytes_whole(b, &row->faults[i]);
}

/* Returns room for `count` items when reading, and the existing items when writing. */
static void *room_for(dom_ratings_bytes *b, void *items, size_t count, size_t size)
{
    if (!b->is_reading)
        return items;
    items = calloc(count + 1, size);
    dom_ratings_bytes_check(b, items != NULL);
    return items;
}

static void code_list(dom_ratings_bytes *b, dom_results_standing_list *l)
{
    size_t rows = l->row_count, parts = l->part_count, options = sizeof l->options;
    code_text(b, l->variant, sizeof l->variant);
    dom_ratings_bytes_count(b, &options, sizeof l->options);
    dom_ratings_bytes_check(b, options == sizeof l->options);
    dom_ratings_bytes_raw(b, &l->options, sizeof l->options);
    dom_ratings_bytes_whole(b, &l->sets);
    dom_ratings_bytes_whole(b, &l->matches);
    dom_ratings_bytes_count(b, &rows, ROWS_MAX);
    l->rows = room_for(b, l->rows, rows, sizeof *l->rows);
    l->row_count = l->rows ? rows : 0;
    for (size_t i = 0; i < l->row_count; i++)
        code_row(b, &l->rows[i]);
    dom_ratings_bytes_count(b, &parts, PARTS_MAX);
    l->parts = room_for(b, l->parts, parts, sizeof *l->parts);
    l->part_count = l->parts ? parts : 0;
    for (size_t i = 0; i < l->part_count; i++) {
        dom_ratings_bytes_signed(b, &l->parts[i].tournament);
        dom_ratings_bytes_whole(b, &l->parts[i].first_set);
    }
    dom_ratings_pool_code(&l->pool, b);
}

void dom_results_standings_cache_code(dom_ratings_bytes *b,
                                      dom_results_standings_cache_place *place,
                                      dom_results_standings *s)
{
    char version[] = "domino-arena " DOM_VERSION " standings 7", found[sizeof version];
    size_t lists = s->list_count;
    memcpy(found, version, sizeof found);
    dom_ratings_bytes_raw(b, found, sizeof found);
    dom_ratings_bytes_check(b, memcmp(found, version, sizeof found) == 0);
    dom_ratings_bytes_signed(b, &place->mark.last);
    dom_ratings_bytes_raw(b, place->mark.checksum, sizeof place->mark.checksum);
    dom_ratings_bytes_signed(b, &place->tournament);
    dom_ratings_bytes_whole(b, &place->match);
    dom_ratings_bytes_whole(b, &place->changes);
    dom_ratings_bytes_count(b, &lists, LISTS_MAX);
    s->lists = room_for(b, s->lists, lists, sizeof *s->lists);
    s->list_count = s->lists ? lists : 0;
    for (size_t i = 0; i < s->list_count; i++)
        code_list(b, &s->lists[i]);
    dom_ratings_bytes_check(b, !b->is_reading || b->at == b->count);
}

/* ---- the file ------------------------------------------------------------------- */

static bool path_of(char path[static PATH_BYTES], const dom_store *store)
{
    return snprintf(path, PATH_BYTES, "%s-cache", dom_store_path(store)) < PATH_BYTES;
}

/* Returns true for a plain file that belongs to this user or to the owner of the database. */
static bool is_trusted(int fd, const dom_store *store, size_t *bytes)
{
    struct stat file, db;
    if (fstat(fd, &file) != 0 || stat(dom_store_path(store), &db) != 0)
        return false;
    *bytes = (size_t)file.st_size;
    return S_ISREG(file.st_mode) && (file.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
           (file.st_uid == geteuid() || file.st_uid == db.st_uid) && file.st_size > SUM_BYTES;
}

static void sum_of(uint8_t sum[static SUM_BYTES], const uint8_t *bytes, size_t count)
{
    (void)crypto_generichash(sum, SUM_BYTES, bytes, count, NULL, 0);
}

static bool read_all(int fd, uint8_t *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        ssize_t got = read(fd, bytes + at, count - at);
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

dom_ratings_bytes dom_results_standings_cache_load(const dom_store *store)
{
    char path[PATH_BYTES];
    uint8_t sum[SUM_BYTES];
    size_t bytes = 0;
    dom_ratings_bytes b = {.is_reading = true};
    int fd = path_of(path, store) ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (fd < 0)
        return b;
    if (is_trusted(fd, store, &bytes))
        b.bytes = malloc(bytes);
    if (b.bytes && read_all(fd, b.bytes, bytes)) {
        b.count = bytes - SUM_BYTES;
        sum_of(sum, b.bytes, b.count);
        if (memcmp(sum, b.bytes + b.count, SUM_BYTES) != 0)
            b.count = 0;
    }
    (void)close(fd);
    return b;
}

void dom_results_standings_cache_save(const dom_store *store, const dom_ratings_bytes *written)
{
    char path[PATH_BYTES], draft[PATH_BYTES + 8];
    uint8_t sum[SUM_BYTES];
    if (written->is_broken || !path_of(path, store))
        return;
    (void)snprintf(draft, sizeof draft, "%s.XXXXXX", path);
    int fd = mkostemp(draft, O_CLOEXEC);
    if (fd < 0)
        return;
    sum_of(sum, written->bytes, written->count);
    /* Nothing is synced: after a power cut the checksum shows that the file is incomplete. */
    bool ok = dom_fs_write_all(fd, written->bytes, written->count) &&
              dom_fs_write_all(fd, sum, sizeof sum);
    ok = close(fd) == 0 && ok && rename(draft, path) == 0;
    if (!ok)
        (void)unlink(draft);
}
