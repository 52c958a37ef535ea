#include "analysis/analysis_file.h"

#include "base/path.h"
#include "base/shared.h"
#include "base/vec.h"
#include "fs/whole_file.h"
#include "ratings/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    NAME_BYTES = 16, /* of a match: a hash                                      */
    SUM_BYTES = 16,  /* of the values                                           */
    SIZE_BYTES = 4,  /* of the number of bytes of the values, the lowest first  */
    HEAD_BYTES = NAME_BYTES + SUM_BYTES + SIZE_BYTES,
    VALUES_MAX = 1 << 26, /* bytes of a match */
    COUNT_MAX = 1 << 20,  /* items of a list  */
    FILE_MODE = 0644,     /* in a shared folder also for its group */
    LOCK_TRIES = 100,
    LOCK_PAUSE_NS = 30 * 1000 * 1000
};

static const char file_head[] = "domino-arena " DOM_VERSION " analysis 2 " DOM_SEARCH_REFERENCE_NAME
                                " " DOM_SEARCH_REFERENCE_HASH "\n";

/* A match in the file. */
typedef struct {
    uint8_t name[NAME_BYTES];
    size_t at;   /* of its head */
    size_t size; /* of its values */
} kept_match;

struct dom_analysis_file {
    char *path;
    int fd; /* -1: there is no file that may be used */
    bool is_writable;
    size_t end; /* of what is used */
    kept_match *entry;
    size_t entry_count, entry_room;
    uint32_t *slot; /* numbers of entries from 1, by their names; 0: free */
    size_t slots;   /* a power of two, more than twice the entries        */
};

/* ---- values as bytes ------------------------------------------------------------------------ */

#define CODE_WHOLE(b, field)                                                                       \
    do {                                                                                           \
        uint64_t whole = (uint64_t)(field);                                                        \
        dom_ratings_bytes_whole(b, &whole);                                                        \
        (field) = (__typeof__(field))whole;                                                        \
    } while (0)

/* Codes a number of which six digits are enough: single choices are estimates. */
static void code_short(dom_ratings_bytes *b, double *value)
{
    float number = (float)*value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint8_t byte[sizeof bits];
    for (size_t i = 0; i < sizeof byte; i++)
        byte[i] = (uint8_t)(bits >> 8 * i);
    dom_ratings_bytes_raw(b, byte, sizeof byte);
    bits = 0;
    for (size_t i = 0; i < sizeof byte; i++)
        bits |= (uint32_t)byte[i] << 8 * i;
    memcpy(&number, &bits, sizeof number);
    *value = number;
}

static void code_estimate(dom_ratings_bytes *b, dom_search_estimate *e)
{
    code_short(b, &e->mean);
    code_short(b, &e->variance);
}

static void code_choice(dom_ratings_bytes *b, const dom_analysis_plan *plan, dom_analysis_choice *c)
{
    CODE_WHOLE(b, c->step);
    CODE_WHOLE(b, c->round);
    CODE_WHOLE(b, c->seat);
    CODE_WHOLE(b, c->first);
    CODE_WHOLE(b, c->actions);
    CODE_WHOLE(b, c->taken);
    CODE_WHOLE(b, c->best);
    CODE_WHOLE(b, c->reference);
    code_short(b, &c->luck);
    code_short(b, &c->of_choice);
    code_estimate(b, &c->skill);
    code_estimate(b, &c->loss);
    code_short(b, &c->effective_worlds);
    dom_ratings_bytes_raw(b, &c->hand, sizeof c->hand);
    CODE_WHOLE(b, c->end_count);
    dom_ratings_bytes_raw(b, c->end, sizeof c->end);
    dom_ratings_bytes_raw(b, &c->fact, sizeof c->fact);
    if (plan->open_positions > 0) {
        CODE_WHOLE(b, c->open.is_solved);
        code_short(b, &c->open.loss);
    }
}

static void code_round(dom_ratings_bytes *b, const dom_analysis_plan *plan, dom_analysis_round *r)
{
    double *const real[] = {&r->expectation, &r->luck,      &r->skill,
                            &r->result,      &r->deal_luck, &r->loss};
    CODE_WHOLE(b, r->round);
    CODE_WHOLE(b, r->seat);
    CODE_WHOLE(b, r->is_near_end);
    CODE_WHOLE(b, r->choices);
    CODE_WHOLE(b, r->skipped);
    for (size_t i = 0; i < sizeof real / sizeof *real; i++)
        dom_ratings_bytes_real(b, real[i]);
    for (int c = 0; plan->has_causes && c < DOM_SEARCH_CAUSES; c++)
        dom_ratings_bytes_real(b, &r->caused[c]);
    if (plan->open_positions > 0) {
        CODE_WHOLE(b, r->open_solved);
        dom_ratings_bytes_real(b, &r->open_loss);
    }
}

/* Codes the number of the items that follow. When reading, makes room for them. */
static void *code_count(dom_ratings_bytes *b, void *items, size_t *count, size_t size)
{
    dom_ratings_bytes_count(b, count, COUNT_MAX);
    if (!b->is_reading)
        return items;
    items = calloc(*count + 1, size);
    dom_ratings_bytes_check(b, items != NULL);
    if (!items)
        *count = 0;
    return items;
}

/* Returns true if all numbers of a match that was read refer to what there is. */
static bool is_sound(const dom_analysis_match *m)
{
    bool good = m->value_count == m->action_count;
    size_t first = 0;
    for (size_t i = 0; i < m->choice_count; i++) {
        const dom_analysis_choice *c = &m->choice[i];
        good = good && c->first == first && c->taken < c->actions && c->best < c->actions &&
               c->reference < c->actions && c->seat < DOM_SEATS_MAX &&
               c->end_count <= DOM_ENDS_MAX && c->fact.kind < DOM_ANALYSIS_FACTS &&
               c->fact.tile < DOM_TILES_MAX;
        first += c->actions;
    }
    for (size_t i = 0; i < m->round_count; i++)
        good = good && m->round[i].seat < DOM_SEATS_MAX;
    return good && first == m->action_count;
}

/* Codes a match. What the plan does not ask for takes no bytes. */
static void code_match(dom_ratings_bytes *b, const dom_analysis_plan *plan, dom_analysis_match *m)
{
    CODE_WHOLE(b, m->rounds_left_out);
    m->choice = code_count(b, m->choice, &m->choice_count, sizeof *m->choice);
    for (size_t i = 0; i < m->choice_count; i++)
        code_choice(b, plan, &m->choice[i]);
    m->round = code_count(b, m->round, &m->round_count, sizeof *m->round);
    for (size_t i = 0; i < m->round_count; i++)
        code_round(b, plan, &m->round[i]);
    m->action = code_count(b, m->action, &m->action_count, sizeof *m->action);
    for (size_t i = 0; i < m->action_count; i++)
        dom_ratings_bytes_raw(b, &m->action[i], sizeof m->action[i]);
    m->value = code_count(b, m->value, &m->value_count, sizeof *m->value);
    for (size_t i = 0; i < m->value_count; i++)
        code_short(b, &m->value[i]);
    dom_ratings_bytes_check(b, !b->is_reading || (b->at == b->count && is_sound(m)));
}

/* ---- names ---------------------------------------------------------------------------------- */

static void add_to_name(crypto_generichash_state *hash, const void *bytes, size_t count)
{
    uint64_t size = count;
    (void)crypto_generichash_update(hash, (const uint8_t *)&size, sizeof size);
    (void)crypto_generichash_update(hash, bytes, count);
}

/* Adds what the plan asks for beside the usual values. A plan without it has the name that it had
 * before there was anything to ask for. */
static void add_plan(crypto_generichash_state *hash, const dom_analysis_plan *plan)
{
    add_to_name(hash, &plan->worlds, sizeof plan->worlds);
    if (plan->has_causes)
        add_to_name(hash, "causes", sizeof "causes");
    if (plan->open_positions > 0)
        add_to_name(hash, &plan->open_positions, sizeof plan->open_positions);
}

/* Names a match by all that its values depend on. */
static void name_of(uint8_t name[static NAME_BYTES], const dom_record_match *r,
                    const dom_analysis_plan *plan)
{
    crypto_generichash_state hash;
    (void)crypto_generichash_init(&hash, NULL, 0, NAME_BYTES);
    add_to_name(&hash, &r->match, sizeof r->match);
    add_to_name(&hash, &r->rotation, sizeof r->rotation);
    add_plan(&hash, plan);
    add_to_name(&hash, r->options, sizeof *r->options);
    add_to_name(&hash, &r->key, sizeof r->key);
    add_to_name(&hash, r->decisions, r->decisions_bytes);
    (void)crypto_generichash_final(&hash, name, NAME_BYTES);
}

static void sum_of(uint8_t sum[static SUM_BYTES], const uint8_t *bytes, size_t count)
{
    (void)crypto_generichash(sum, SUM_BYTES, bytes, count, NULL, 0);
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Returns the slot of the name: the one that has it, or the free one where it belongs. */
static uint32_t *slot_of(const dom_analysis_file *f, const uint8_t name[static NAME_BYTES])
{
    uint64_t place;
    memcpy(&place, name, sizeof place);
    for (;; place++) {
        uint32_t *slot = &f->slot[place & (f->slots - 1)];
        if (*slot == 0 || memcmp(f->entry[*slot - 1].name, name, NAME_BYTES) == 0)
            return slot;
    }
}

static bool make_slots(dom_analysis_file *f)
{
    size_t slots = f->slots ? 2 * f->slots : 1024;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(f->slot);
    f->slot = slot;
    f->slots = slots;
    for (size_t i = 0; i < f->entry_count; i++)
        *slot_of(f, f->entry[i].name) = (uint32_t)i + 1;
    return true;
}

/* Adds an entry. One with the same name as another takes its place. */
static dom_rc add_entry(dom_analysis_file *f, const uint8_t name[static NAME_BYTES], size_t at,
                        size_t size)
{
    if (2 * (f->entry_count + 1) >= f->slots && !make_slots(f))
        return DOM_E_NOMEM;
    kept_match *added = dom_vec_add(f->entry, f->entry_count, f->entry_room);
    if (!added)
        return DOM_E_NOMEM;
    *added = (kept_match){.at = at, .size = size};
    memcpy(added->name, name, NAME_BYTES);
    *slot_of(f, name) = (uint32_t)f->entry_count;
    return DOM_OK;
}

static size_t size_at(const uint8_t *bytes)
{
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* ---- the file ------------------------------------------------------------------------------- */

/* Returns true for a plain file that only this user, the owner of the database or, in a shared
 * folder, its group may write. */
static bool is_trusted(const dom_analysis_file *f, const dom_store *store)
{
    struct stat file, db;
    mode_t writers = S_IWGRP | S_IWOTH;
    mode_t allowed = dom_shared_mode(f->path, FILE_MODE) & writers;
    if (fstat(f->fd, &file) != 0 || stat(dom_store_path(store), &db) != 0)
        return false;
    return S_ISREG(file.st_mode) && (file.st_mode & writers & ~allowed) == 0 &&
           (file.st_uid == geteuid() || file.st_uid == db.st_uid || allowed != 0);
}

static bool read_at(int fd, size_t from, uint8_t *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        ssize_t got = pread(fd, bytes + at, count - at, (off_t)(from + at));
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

/* Returns true if the file was begun by this version of the arena with this reference policy. */
static bool has_our_head(const dom_analysis_file *f)
{
    uint8_t head[sizeof file_head - 1];
    return read_at(f->fd, 0, head, sizeof head) && memcmp(head, file_head, sizeof head) == 0;
}

/* Lists the matches of the file that are not listed yet, as far as they fit into it. What comes
 * behind them does not count. */
static dom_rc load(dom_analysis_file *f)
{
    struct stat file;
    uint8_t head[HEAD_BYTES];
    size_t bytes = fstat(f->fd, &file) == 0 ? (size_t)file.st_size : 0;
    if (f->end == 0 && has_our_head(f))
        f->end = sizeof file_head - 1;
    while (f->end > 0 && f->end + HEAD_BYTES <= bytes) {
        if (!read_at(f->fd, f->end, head, HEAD_BYTES))
            break;
        size_t size = size_at(head + NAME_BYTES + SUM_BYTES);
        if (size > bytes - f->end - HEAD_BYTES)
            break;
        if (add_entry(f, head, f->end, size) != DOM_OK)
            return DOM_E_NOMEM;
        f->end += HEAD_BYTES + size;
    }
    return DOM_OK;
}

static dom_rc make(dom_analysis_file **out, const dom_store *store, dom_err *err)
{
    const char *database = dom_store_path(store);
    size_t size = strlen(database) + sizeof "-analysis";
    dom_analysis_file *f = *out = calloc(1, sizeof *f);
    if (f)
        f->path = malloc(size);
    if (!f || !f->path) {
        dom_analysis_file_close(out);
        return dom_err_no_memory(err);
    }
    f->fd = -1;
    (void)snprintf(f->path, size, "%s-analysis", database);
    return DOM_OK;
}

/* Closes the file if something failed. */
static dom_rc end_open(dom_analysis_file **out, dom_rc rc, dom_err *err)
{
    if (rc != DOM_OK)
        dom_analysis_file_close(out);
    return rc == DOM_E_NOMEM ? dom_err_no_memory(err) : rc;
}

dom_rc dom_analysis_file_read(dom_analysis_file **out, const dom_store *store, dom_err *err)
{
    dom_rc rc = make(out, store, err);
    if (rc != DOM_OK)
        return rc;
    dom_analysis_file *f = *out;
    f->fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (f->fd >= 0 && is_trusted(f, store))
        rc = load(f);
    return end_open(out, rc, err);
}

dom_rc dom_analysis_file_open(dom_analysis_file **out, const dom_store *store, dom_err *err)
{
    dom_rc rc = make(out, store, err);
    if (rc != DOM_OK)
        return rc;
    dom_analysis_file *f = *out;
    f->fd = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                 dom_shared_mode(f->path, FILE_MODE));
    if (f->fd < 0 && (errno == EACCES || errno == EROFS)) {
        dom_analysis_file_close(out);
        return dom_analysis_file_read(out, store, err);
    }
    if (f->fd < 0)
        rc = dom_err_errno(err, f->path);
    else if (!is_trusted(f, store))
        rc = dom_err_set(
            err, DOM_E_IO,
            "%.300s: it is no plain file, others may write it, or it belongs to neither "
            "you nor the owner of the database; remove it, it can be computed again",
            f->path);
    f->is_writable = rc == DOM_OK;
    if (rc == DOM_OK)
        rc = load(f);
    return end_open(out, rc, err);
}

int64_t dom_analysis_file_size(const dom_store *store)
{
    struct stat file;
    char path[DOM_PATH_BYTES + 16];
    (void)snprintf(path, sizeof path, "%s-analysis", dom_store_path(store));
    return stat(path, &file) == 0 ? file.st_size : 0;
}

bool dom_analysis_file_keeps(const dom_analysis_file *file)
{
    return file->is_writable;
}

void dom_analysis_file_close(dom_analysis_file **file)
{
    dom_analysis_file *f = *file;
    if (!f)
        return;
    if (f->path && f->fd >= 0)
        (void)close(f->fd);
    free(f->path);
    free(f->entry);
    free(f->slot);
    free(f);
    *file = NULL;
}

/* Writes what stands before the values of a match. */
static void put_head(uint8_t head[static HEAD_BYTES], const uint8_t name[static NAME_BYTES],
                     const uint8_t *values, size_t size)
{
    memcpy(head, name, NAME_BYTES);
    sum_of(head + NAME_BYTES, values, size);
    for (int i = 0; i < SIZE_BYTES; i++)
        head[NAME_BYTES + SUM_BYTES + i] = (uint8_t)(size >> 8 * i);
}

/* Reads the values behind a head. Damaged ones are as good as none. */
static dom_rc read_values(uint8_t *head, size_t size, const dom_analysis_plan *plan,
                          dom_analysis_match *out)
{
    uint8_t sum[SUM_BYTES];
    dom_ratings_bytes b = {.is_reading = true, .bytes = head + HEAD_BYTES, .count = size};
    sum_of(sum, head + HEAD_BYTES, size);
    if (memcmp(sum, head + NAME_BYTES, SUM_BYTES) != 0)
        return DOM_E_ABSENT;
    code_match(&b, plan, out);
    if (!b.is_broken)
        return DOM_OK;
    dom_analysis_match_clear(out);
    return DOM_E_ABSENT;
}

dom_rc dom_analysis_file_find(const dom_analysis_file *f, const dom_record_match *record,
                              const dom_analysis_plan *plan, dom_analysis_match *out)
{
    uint8_t name[NAME_BYTES];
    if (!f->slots)
        return DOM_E_ABSENT;
    name_of(name, record, plan);
    uint32_t number = *slot_of(f, name);
    if (number == 0)
        return DOM_E_ABSENT;
    const kept_match *e = &f->entry[number - 1];
    uint8_t *bytes = malloc(HEAD_BYTES + e->size);
    if (!bytes)
        return DOM_E_NOMEM;
    dom_rc rc = DOM_E_ABSENT;
    if (read_at(f->fd, e->at, bytes, HEAD_BYTES + e->size))
        rc = read_values(bytes, e->size, plan, out);
    free(bytes);
    return rc;
}

/* Takes the lock, which other analyses have for no longer than it takes to write a match. */
static dom_rc lock(const dom_analysis_file *f, dom_err *err)
{
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_NS};
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(f->fd, LOCK_EX | LOCK_NB) == 0)
            return DOM_OK;
        (void)nanosleep(&pause, NULL);
    }
    return dom_err_set(err, DOM_E_IO,
                       "%.300s: another process has kept it locked for seconds; end that process, "
                       "or remove the file, which can be computed again",
                       f->path);
}

/* Returns true if the file still is what was listed: an arena of another version may have begun it
 * anew. */
static bool is_as_listed(const dom_analysis_file *f)
{
    uint8_t name[NAME_BYTES];
    const kept_match *last = f->entry_count ? &f->entry[f->entry_count - 1] : NULL;
    return has_our_head(f) && (!last || (read_at(f->fd, last->at, name, sizeof name) &&
                                         memcmp(name, last->name, sizeof name) == 0));
}

/* Lists what others have added meanwhile, cuts off what is behind it, and writes the head of a new
 * file. Pre: it is locked. */
static dom_rc catch_up(dom_analysis_file *f, dom_err *err)
{
    if (!is_as_listed(f)) {
        f->end = f->entry_count = 0;
        if (f->slots)
            memset(f->slot, 0, f->slots * sizeof *f->slot);
    }
    if (load(f) != DOM_OK)
        return dom_err_no_memory(err);
    bool good = ftruncate(f->fd, (off_t)f->end) == 0 && lseek(f->fd, 0, SEEK_END) >= 0;
    if (good && f->end == 0) {
        f->end = sizeof file_head - 1;
        good = dom_fs_write_all(f->fd, file_head, f->end);
    }
    return good ? DOM_OK : dom_err_errno(err, f->path);
}

/* Writes the values of a match at the end. Pre: it is locked, and has caught up. */
static dom_rc append(dom_analysis_file *f, const uint8_t name[static NAME_BYTES],
                     const dom_ratings_bytes *values, dom_err *err)
{
    uint8_t *head = malloc(HEAD_BYTES + values->count);
    if (!head)
        return dom_err_no_memory(err);
    put_head(head, name, values->bytes, values->count);
    memcpy(head + HEAD_BYTES, values->bytes, values->count);
    bool good = dom_fs_write_all(f->fd, head, HEAD_BYTES + values->count);
    free(head);
    if (!good)
        return dom_err_errno(err, f->path);
    if (add_entry(f, name, f->end, values->count) != DOM_OK)
        return dom_err_no_memory(err);
    f->end += HEAD_BYTES + values->count;
    return DOM_OK;
}

static dom_rc keep(dom_analysis_file *f, const uint8_t name[static NAME_BYTES],
                   const dom_ratings_bytes *values, dom_err *err)
{
    if (values->is_broken || values->count > VALUES_MAX)
        return dom_err_no_memory(err);
    dom_rc rc = lock(f, err);
    if (rc != DOM_OK)
        return rc;
    rc = catch_up(f, err);
    if (rc == DOM_OK)
        rc = append(f, name, values, err);
    (void)flock(f->fd, LOCK_UN);
    return rc;
}

dom_rc dom_analysis_file_add(dom_analysis_file *f, const dom_record_match *record,
                             const dom_analysis_plan *plan, dom_analysis_match *match, dom_err *err)
{
    uint8_t name[NAME_BYTES];
    dom_ratings_bytes values = {.is_reading = false};
    name_of(name, record, plan);
    code_match(&values, plan, match);
    dom_rc rc = f->is_writable ? keep(f, name, &values, err) : DOM_OK;
    free(values.bytes);
    return rc;
}
