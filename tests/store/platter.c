#include "platter.h"

#include "base/check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 600, SECTOR = 512, GARBAGE = 0x5a };

/* A write, or with NULL bytes a new size. */
typedef struct {
    uint8_t *bytes;
    size_t size, offset;
} change;

typedef struct {
    uint8_t *bytes;
    size_t size;
} content;

/* A file. A deleted file and a new one of the same name are two files. */
struct platter {
    char path[PATH_BYTES];
    bool has_name, is_deleted; /* certain after a power cut; not certain */
    content synced;
    change *changes;
    size_t count, room;
    platter *next; /* the next older file */
};

static struct {
    char db[PATH_BYTES];
    platter *first;
} watched;

/* ---- contents ------------------------------------------------------------- */

static void *need(void *memory)
{
    dom_check(memory != NULL);
    return memory;
}

/* New bytes are zero, as in a file system. */
static void resize(content *c, size_t size)
{
    c->bytes = need(realloc(c->bytes, size + 1));
    if (size > c->size)
        memset(c->bytes + c->size, 0, size - c->size);
    c->size = size;
}

static void put(content *c, const void *bytes, size_t size, size_t offset)
{
    if (offset + size > c->size)
        resize(c, offset + size);
    if (size > 0)
        memcpy(c->bytes + offset, bytes, size);
}

static void apply(content *c, const change *what)
{
    if (what->bytes)
        put(c, what->bytes, what->size, what->offset);
    else
        resize(c, what->size);
}

/* ---- files ---------------------------------------------------------------- */

static bool is_watched(const char *path)
{
    return path != NULL && platter_is_watching() &&
           strncmp(path, watched.db, strlen(watched.db)) == 0;
}

/* Returns the newest file of that name. */
static platter *find(const char *path)
{
    platter *found = NULL;
    for (platter *p = watched.first; p; p = p->next)
        if (!p->is_deleted && strcmp(p->path, path) == 0)
            found = p;
    return found;
}

static void forget_changes(platter *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->changes[i].bytes);
    p->count = 0;
}

static void forget(platter *p)
{
    forget_changes(p);
    free(p->changes);
    free(p->synced.bytes);
    free(p);
}

static void forget_deleted(bool all)
{
    for (platter **at = &watched.first; *at;) {
        platter *p = *at;
        if (!all && !p->is_deleted) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        forget(p);
    }
}

static void read_content(platter *p, sqlite3_file *real)
{
    sqlite3_int64 size = 0;
    dom_check(real->pMethods->xFileSize(real, &size) == SQLITE_OK);
    resize(&p->synced, (size_t)size);
    dom_check(size == 0 || real->pMethods->xRead(real, p->synced.bytes, (int)size, 0) == SQLITE_OK);
    p->has_name = size > 0;
}

void platter_watch(const char *db)
{
    forget_deleted(true);
    (void)snprintf(watched.db, sizeof watched.db, "%s", db);
}

bool platter_is_watching(void)
{
    return watched.db[0] != '\0';
}

platter *platter_of(const char *path, sqlite3_file *real)
{
    if (!is_watched(path))
        return NULL;
    platter *p = find(path);
    if (p)
        return p;
    p = need(calloc(1, sizeof *p));
    (void)snprintf(p->path, sizeof p->path, "%s", path);
    read_content(p, real);
    platter **end = &watched.first;
    while (*end)
        end = &(*end)->next;
    *end = p;
    return p;
}

/* ---- changes --------------------------------------------------------------- */

static void note(platter *p, change what)
{
    if (p->count == p->room) {
        p->room = 2 * p->room + 8;
        p->changes = need(realloc(p->changes, p->room * sizeof *p->changes));
    }
    p->changes[p->count++] = what;
}

void platter_write(platter *p, const void *bytes, size_t size, size_t offset)
{
    if (p == NULL)
        return;
    change what = {.bytes = need(malloc(size + 1)), .size = size, .offset = offset};
    memcpy(what.bytes, bytes, size);
    note(p, what);
}

void platter_truncate(platter *p, size_t size)
{
    if (p)
        note(p, (change){.size = size});
}

void platter_sync(platter *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->count; i++)
        apply(&p->synced, &p->changes[i]);
    forget_changes(p);
}

void platter_delete(const char *path)
{
    platter *p = is_watched(path) ? find(path) : NULL;
    if (p)
        p->is_deleted = true;
}

void platter_sync_name(const char *path)
{
    if (!is_watched(path))
        return;
    forget_deleted(false);
    for (platter *p = watched.first; p; p = p->next)
        p->has_name = true;
}

/* ---- the power cut -------------------------------------------------------- */

/* Returns a random number in 0..n-1. */
static unsigned chance(uint64_t *seed, unsigned n)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % n;
}

/* Applies one part of a write, up to the end of a sector: completely, not at all, or half of it. */
static void cut_part(content *c, const change *what, size_t from, size_t size, unsigned kept,
                     uint64_t *seed)
{
    uint8_t garbage[SECTOR];
    memset(garbage, GARBAGE, sizeof garbage);
    if (chance(seed, 16) < kept)
        put(c, what->bytes + from, size, what->offset + from);
    else if (chance(seed, 16) == 0)
        put(c, garbage, size, what->offset + from);
}

static void cut_write(content *c, const change *what, unsigned kept, uint64_t *seed)
{
    for (size_t from = 0, size; from < what->size; from += size) {
        size_t rest = what->size - from;
        size = SECTOR - (what->offset + from) % SECTOR;
        size = size < rest ? size : rest;
        cut_part(c, what, from, size, kept, seed);
    }
}

static size_t size_now(const platter *p)
{
    size_t size = p->synced.size;
    for (size_t i = 0; i < p->count; i++) {
        const change *what = &p->changes[i];
        size_t end = what->offset + what->size;
        size = what->bytes && end < size ? size : end;
    }
    return size;
}

/* File systems write sizes separately from contents. */
static void cut_size(content *c, const platter *p, uint64_t *seed)
{
    switch (chance(seed, 4)) {
    case 0:
        resize(c, size_now(p));
        break;
    case 1:
        if (p->synced.size < c->size)
            resize(c, p->synced.size);
        break;
    default: /* as far as the bytes in the file reach */
        break;
    }
}

static content cut_content(const platter *p, uint64_t *seed)
{
    static const unsigned sixteenths[] = {0, 2, 8, 15, 16};
    unsigned kept = sixteenths[chance(seed, sizeof sixteenths / sizeof *sixteenths)];
    content c = {0};
    put(&c, p->synced.bytes, p->synced.size, 0);
    for (size_t i = 0; i < p->count; i++) {
        const change *what = &p->changes[i];
        if (what->bytes)
            cut_write(&c, what, kept, seed);
        else if (chance(seed, 16) < kept)
            resize(&c, what->size);
    }
    if (p->count > 0)
        cut_size(&c, p, seed);
    return c;
}

static void cut_file(const platter *p, const char *path, uint64_t *seed)
{
    if (!p->has_name && chance(seed, 2))
        return;
    content c = cut_content(p, seed);
    FILE *out = need(fopen(path, "wb"));
    dom_check((c.size == 0 || fwrite(c.bytes, 1, c.size, out) == c.size) && fclose(out) == 0);
    free(c.bytes);
    if (p->is_deleted && chance(seed, 2))
        (void)remove(path);
}

/* The index of the log is shared memory. SQLite must not trust what a power cut left of it. */
static void cut_index(const char *to, uint64_t *seed)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s-shm", to);
    if (chance(seed, 2))
        return;
    FILE *out = need(fopen(path, "wb"));
    for (int i = 0; i < 32768; i++)
        (void)fputc((int)chance(seed, 256), out);
    dom_check(fclose(out) == 0);
}

void platter_cut(const char *to, unsigned seed)
{
    static const char *const ends[] = {"", "-wal", "-journal", "-shm"};
    char path[PATH_BYTES];
    uint64_t state = seed;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        (void)snprintf(path, sizeof path, "%s%s", to, ends[i]);
        (void)remove(path);
    }
    for (const platter *p = watched.first; p; p = p->next) {
        (void)snprintf(path, sizeof path, "%s%s", to, p->path + strlen(watched.db));
        cut_file(p, path, &state);
    }
    cut_index(to, &state);
}
