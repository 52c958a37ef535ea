#include "play/hall.h"

#include "hall_table.h"

#include "base/now.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define IDLE_US (INT64_C(3600) * 1000000) /* see hall.h: then a table is ended, or forgotten */

enum {
    ENDING_MS = 20,     /* between two looks at a process that is about to end */
    LONGEST_MS = 60000, /* between two looks for tables that nobody uses       */
    /* A seat and a hint for each person, and the descriptor that wakes the thread. */
    FDS_MAX = 1 + DOM_PLAY_TABLES_MAX * DOM_SEATS_MAX * 2
};

struct dom_play_hall {
    dom_play_hall_spec spec;
    pthread_t thread;
    int wake;             /* an eventfd: the thread has to look again */
    pthread_mutex_t lock; /* protects the members below               */
    bool is_closing;
    uint32_t tables_so_far;
    size_t table_count;
    dom_play_hall_table *table[DOM_PLAY_TABLES_MAX]; /* the oldest first */
};

/* ---- news --------------------------------------------------------------------- */

static void tell_versions(dom_play_hall *hall)
{
    char versions[DOM_PLAY_VERSIONS_BYTES];
    dom_text text = dom_text_of(versions, sizeof versions);
    dom_text_add(&text, "{");
    for (size_t i = 0; i < hall->table_count; i++) {
        char entry[32];
        (void)snprintf(entry, sizeof entry, "%s\"%u\":%u", i ? "," : "", hall->table[i]->number,
                       hall->table[i]->version);
        dom_text_add(&text, entry);
    }
    dom_text_add(&text, "}");
    hall->spec.tell(hall->spec.context, versions);
}

static void wake_thread(const dom_play_hall *hall)
{
    const uint64_t one = 1;
    ssize_t n = write(hall->wake, &one, sizeof one);
    (void)n; /* a full counter wakes the thread as well */
}

/* A table has changed, because of something that a person did. */
static void note_change(dom_play_hall *hall, dom_play_hall_table *table)
{
    dom_play_hall_table_note(table);
    tell_versions(hall);
    wake_thread(hall);
}

/* ---- finding ------------------------------------------------------------------- */

static dom_play_hall_table *find_table(const dom_play_hall *hall, uint32_t number)
{
    for (size_t i = 0; i < hall->table_count; i++)
        if (hall->table[i]->number == number)
            return hall->table[i];
    return NULL;
}

/* Returns the place whose secret is `secret`; NULL if there is none. `is_invited` says which of its
 * two secrets is meant. */
static dom_play_hall_place *find_place(dom_play_hall_table *table, const char *secret,
                                       bool is_invited)
{
    dom_play_hall_place *found = NULL;
    for (int i = 0; i < table->variant.options.players; i++) {
        dom_play_hall_place *p = &table->place[i];
        const char *own = is_invited ? p->invitation : p->secret;
        if (own[0] && strlen(secret) == DOM_PLAY_SECRET_BYTES - 1 &&
            sodium_memcmp(own, secret, DOM_PLAY_SECRET_BYTES - 1) == 0)
            found = p;
    }
    return found;
}

/* Finds table and place of a key. */
static dom_rc find_key(const dom_play_hall *hall, const dom_play_key *key, bool is_invited,
                       dom_play_hall_table **table, dom_play_hall_place **place, dom_err *err)
{
    *table = find_table(hall, key->table);
    if (*table == NULL)
        return dom_err_set(err, DOM_E_ABSENT, "there is no table %u", key->table);
    *place = find_place(*table, key->secret, is_invited);
    if (*place == NULL)
        return dom_err_set(err, DOM_E_ILLEGAL,
                           is_invited ? "this invitation was used, or never there"
                                      : "you have no seat at this table");
    return DOM_OK;
}

/* ---- the list of tables ----------------------------------------------------------- */

static void remove_table(dom_play_hall *hall, size_t index)
{
    dom_play_hall_table_free(hall->table[index]);
    hall->table_count--;
    memmove(&hall->table[index], &hall->table[index + 1],
            (hall->table_count - index) * sizeof *hall->table);
}

/* Makes room for a table. Returns false if there is none. */
static bool make_place(dom_play_hall *hall)
{
    if (hall->table_count < DOM_PLAY_TABLES_MAX)
        return true;
    for (size_t i = 0; i < hall->table_count; i++)
        if (hall->table[i]->state == DOM_PLAY_ENDED) {
            remove_table(hall, i);
            return true;
        }
    return false;
}

/* Ends the tables that nobody uses, and forgets those that ended long ago. */
static void tidy(dom_play_hall *hall)
{
    int64_t now_us = dom_now_us();
    for (size_t i = hall->table_count; i-- > 0;) {
        dom_play_hall_table *table = hall->table[i];
        if (now_us - table->used_us < IDLE_US)
            continue;
        if (table->state == DOM_PLAY_ENDED) {
            remove_table(hall, i);
        } else {
            dom_play_hall_table_give_up(table, "nobody has played here for an hour");
            dom_play_hall_table_note(table);
        }
        tell_versions(hall);
    }
}

/* ---- the thread -------------------------------------------------------------------- */

static int earlier(int a_ms, int b_ms)
{
    return b_ms >= 0 && b_ms < a_ms ? b_ms : a_ms;
}

/* Collects what the thread waits for. Returns how long it may wait. */
static int collect(const dom_play_hall *hall, struct pollfd fds[static FDS_MAX], nfds_t *count)
{
    int wait_ms = LONGEST_MS;
    *count = 0;
    fds[(*count)++] = (struct pollfd){.fd = hall->wake, .events = POLLIN};
    for (size_t i = 0; i < hall->table_count; i++) {
        const dom_play_hall_table *table = hall->table[i];
        if (dom_play_hall_table_is_ending(table))
            wait_ms = earlier(wait_ms, ENDING_MS);
        for (int k = 0; k < table->variant.options.players; k++) {
            const dom_play_hall_place *p = &table->place[k];
            if (p->seat && !p->seat->has_ended) {
                fds[(*count)++] =
                    (struct pollfd){.fd = dom_play_seat_fd(p->seat), .events = POLLIN};
                wait_ms = earlier(wait_ms, dom_play_seat_left_ms(p->seat));
            }
            if (p->is_hinting)
                fds[(*count)++] = (struct pollfd){.fd = p->hint_process.fd, .events = POLLIN};
        }
    }
    return wait_ms;
}

/* Takes what has happened at the tables. */
static void take_all(dom_play_hall *hall)
{
    bool has_news = false;
    for (size_t i = 0; i < hall->table_count; i++)
        has_news |= dom_play_hall_table_take(hall->table[i]);
    if (has_news)
        tell_versions(hall);
    tidy(hall);
}

/* Returns true if the thread has something to do: until the hall is closed, and then until all
 * tables have ended. */
static bool is_open(const dom_play_hall *hall)
{
    bool is_open = !hall->is_closing;
    for (size_t i = 0; i < hall->table_count; i++)
        is_open |= hall->table[i]->state != DOM_PLAY_ENDED;
    return is_open;
}

static void *run_hall(void *context)
{
    dom_play_hall *hall = context;
    struct pollfd fds[FDS_MAX];
    nfds_t count;
    (void)pthread_mutex_lock(&hall->lock);
    while (is_open(hall)) {
        int wait_ms = collect(hall, fds, &count);
        (void)pthread_mutex_unlock(&hall->lock);
        (void)poll(fds, count, wait_ms);
        if (fds[0].revents) {
            uint64_t woken;
            ssize_t n = read(hall->wake, &woken, sizeof woken);
            (void)n;
        }
        (void)pthread_mutex_lock(&hall->lock);
        take_all(hall);
    }
    (void)pthread_mutex_unlock(&hall->lock);
    return NULL;
}

/* ---- opening and closing ------------------------------------------------------------ */

/* Starts the thread. No signal is for it. */
static int start_thread(dom_play_hall *hall)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&hall->thread, NULL, run_hall, hall);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

dom_rc dom_play_hall_open(dom_play_hall **out, const dom_play_hall_spec *spec, dom_err *err)
{
    dom_play_hall *hall = calloc(1, sizeof *hall);
    *out = NULL;
    if (hall == NULL)
        return dom_err_no_memory(err);
    hall->spec = *spec;
    (void)pthread_mutex_init(&hall->lock, NULL);
    hall->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int error = hall->wake < 0 ? errno : start_thread(hall);
    if (error == 0) {
        *out = hall;
        return DOM_OK;
    }
    if (hall->wake >= 0)
        close(hall->wake);
    (void)pthread_mutex_destroy(&hall->lock);
    free(hall);
    return dom_err_set(err, DOM_E_IO, "nobody can play: %s", strerror(error));
}

void dom_play_hall_close(dom_play_hall **handle)
{
    dom_play_hall *hall = *handle;
    if (hall == NULL)
        return;
    (void)pthread_mutex_lock(&hall->lock);
    hall->is_closing = true;
    for (size_t i = 0; i < hall->table_count; i++) /* all at once, so that none waits for another */
        if (hall->table[i]->state != DOM_PLAY_ENDED)
            dom_play_hall_table_give_up(hall->table[i], "the server has ended");
    (void)pthread_mutex_unlock(&hall->lock);
    wake_thread(hall);
    (void)pthread_join(hall->thread, NULL);
    while (hall->table_count > 0)
        remove_table(hall, hall->table_count - 1);
    close(hall->wake);
    (void)pthread_mutex_destroy(&hall->lock);
    free(hall);
    *handle = NULL;
}

/* ---- sitting down --------------------------------------------------------------------- */

static dom_rc check_person(const char *name, dom_err *err)
{
    char read[DOM_NAME_BYTES];
    if (dom_play_person_read(read, name))
        return DOM_OK;
    return dom_err_set(
        err, DOM_E_CONFIG,
        "'%.40s' is not a name of a person; allowed: up to %d letters a to z, digits, "
        "dots, dashes and underscores, such as anna",
        name, DOM_NAME_BYTES - 1);
}

static dom_rc check_order(const dom_play_order *order, dom_variant *variant, dom_err *err)
{
    dom_rc rc = dom_variant_find(variant, order->variant, err);
    if (rc == DOM_E_ABSENT)
        return dom_err_set(err, DOM_E_CONFIG, "there is no variant '%.40s'", order->variant);
    if (rc == DOM_OK)
        rc = check_person(order->person, err);
    if (rc == DOM_OK && order->seats != variant->options.players)
        rc = dom_err_set(err, DOM_E_CONFIG, "%s has %d seats, and %d are taken", order->variant,
                         (int)variant->options.players, order->seats);
    if (rc == DOM_OK && (order->clock_s < 0 || order->clock_s > DOM_PLAY_CLOCK_MAX_S))
        rc = dom_err_set(err, DOM_E_CONFIG, "a clock has 1 to %d seconds for a move",
                         (int)DOM_PLAY_CLOCK_MAX_S);
    return rc;
}

static void write_key(dom_play_key *key, const dom_play_hall_table *table,
                      const dom_play_hall_place *place)
{
    key->table = table->number;
    memcpy(key->secret, place->secret, sizeof key->secret);
}

/* Returns true if as many tables as allowed were ordered from there and have not ended. */
static bool has_enough(const dom_play_hall *hall, const char *from)
{
    size_t count = 0;
    for (size_t i = 0; i < hall->table_count; i++)
        count += hall->table[i]->state != DOM_PLAY_ENDED &&
                 strcmp(hall->table[i]->from, from ? from : "") == 0;
    return hall->spec.tables_from_one > 0 && count >= hall->spec.tables_from_one;
}

static dom_rc add_table(dom_play_hall *hall, const dom_play_order *order,
                        const dom_variant *variant, dom_play_key *key, dom_err *err)
{
    if (has_enough(hall, order->from))
        return dom_err_set(err, DOM_E_CONFIG,
                           "%zu tables were ordered from your address and have not ended; end one, "
                           "or try again later",
                           hall->spec.tables_from_one);
    if (!make_place(hall))
        return dom_err_set(err, DOM_E_CONFIG, "all %d tables are taken; try again later",
                           (int)DOM_PLAY_TABLES_MAX);
    dom_play_hall_table *table = dom_play_hall_table_make(order, variant);
    if (table == NULL)
        return dom_err_no_memory(err);
    table->number = ++hall->tables_so_far;
    hall->table[hall->table_count++] = table;
    dom_rc rc = dom_play_hall_table_begin(table, hall->spec.home, err);
    if (rc == DOM_OK)
        write_key(key, table, &table->place[0]);
    note_change(hall, table);
    return rc;
}

dom_rc dom_play_hall_order(dom_play_hall *hall, const dom_play_order *order, dom_play_key *key,
                           dom_err *err)
{
    dom_variant variant;
    dom_rc rc = check_order(order, &variant, err);
    if (rc != DOM_OK)
        return rc;
    (void)pthread_mutex_lock(&hall->lock);
    rc = add_table(hall, order, &variant, key, err);
    (void)pthread_mutex_unlock(&hall->lock);
    return rc;
}

dom_rc dom_play_hall_sit(dom_play_hall *hall, const dom_play_key *invitation, const char *person,
                         dom_play_key *key, dom_err *err)
{
    dom_play_hall_table *table;
    dom_play_hall_place *place;
    (void)pthread_mutex_lock(&hall->lock);
    dom_rc rc = find_key(hall, invitation, true, &table, &place, err);
    if (rc == DOM_OK && table->state != DOM_PLAY_WAITING)
        rc = dom_err_set(err, DOM_E_CONFIG, "this table has ended");
    if (rc == DOM_OK)
        rc = check_person(person, err);
    if (rc == DOM_OK) {
        dom_play_hall_table_sit(place, person);
        dom_play_hall_table_use(table);
        rc = dom_play_hall_table_begin(table, hall->spec.home, err);
        write_key(key, table, place);
        note_change(hall, table);
    }
    (void)pthread_mutex_unlock(&hall->lock);
    return rc;
}

/* ---- looking ---------------------------------------------------------------------------- */

static dom_rc look_with(dom_play_hall *hall, const dom_play_key *key, bool is_invited,
                        void (*see)(void *context, const dom_play_view *view), void *context)
{
    dom_play_hall_table *table;
    dom_play_hall_place *place;
    dom_play_view view;
    (void)pthread_mutex_lock(&hall->lock);
    dom_rc rc = find_key(hall, key, is_invited, &table, &place, NULL);
    if (rc == DOM_OK) {
        dom_play_hall_table_read(&view, table, place);
        see(context, &view);
    }
    (void)pthread_mutex_unlock(&hall->lock);
    return rc;
}

dom_rc dom_play_hall_read(dom_play_hall *hall, const dom_play_key *key,
                          void (*see)(void *context, const dom_play_view *view), void *context)
{
    return look_with(hall, key, false, see, context);
}

dom_rc dom_play_hall_read_invited(dom_play_hall *hall, const dom_play_key *invitation,
                                  void (*see)(void *context, const dom_play_view *view),
                                  void *context)
{
    return look_with(hall, invitation, true, see, context);
}

static unsigned people_at(const dom_play_hall_table *table)
{
    unsigned people = 0;
    for (int i = 0; i < table->variant.options.players; i++)
        people += table->place[i].secret[0] != '\0' && !table->place[i].has_left;
    return people;
}

dom_play_hall_counts dom_play_hall_count(dom_play_hall *hall)
{
    dom_play_hall_counts counts = {.people = 0};
    (void)pthread_mutex_lock(&hall->lock);
    for (size_t i = 0; i < hall->table_count; i++) {
        const dom_play_hall_table *table = hall->table[i];
        counts.tables[table->state]++;
        counts.people += table->state == DOM_PLAY_ENDED ? 0 : people_at(table);
    }
    (void)pthread_mutex_unlock(&hall->lock);
    return counts;
}

void dom_play_hall_touch(dom_play_hall *hall)
{
    (void)pthread_mutex_lock(&hall->lock);
    for (size_t i = 0; i < hall->table_count; i++)
        hall->table[i]->version++;
    tell_versions(hall);
    (void)pthread_mutex_unlock(&hall->lock);
}

/* ---- acting ------------------------------------------------------------------------------ */

/* What a person does. */
typedef struct {
    uint32_t serial, choice; /* of a choice */
} hall_act;

typedef dom_rc act_function(dom_play_hall_table *table, dom_play_hall_place *place,
                            const hall_act *act, dom_err *err);

static dom_rc act_at(dom_play_hall *hall, const dom_play_key *key, act_function *function,
                     const hall_act *act, dom_err *err)
{
    dom_play_hall_table *table;
    dom_play_hall_place *place;
    (void)pthread_mutex_lock(&hall->lock);
    dom_rc rc = find_key(hall, key, false, &table, &place, err);
    if (rc == DOM_OK)
        rc = function(table, place, act, err);
    if (rc == DOM_OK)
        note_change(hall, table);
    (void)pthread_mutex_unlock(&hall->lock);
    return rc;
}

static dom_rc choose_at(dom_play_hall_table *table, dom_play_hall_place *place, const hall_act *act,
                        dom_err *err)
{
    if (place->seat == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "%s",
                           table->state == DOM_PLAY_WAITING ? "the match has not begun"
                                                            : "the match is over");
    dom_rc rc = dom_play_seat_choose(place->seat, act->serial, act->choice, err);
    if (rc != DOM_OK)
        return rc;
    place->has_over = place->is_late = false;
    dom_play_hall_table_use(table);
    return DOM_OK;
}

dom_rc dom_play_hall_choose(dom_play_hall *hall, const dom_play_key *key, uint32_t serial,
                            uint32_t choice, dom_err *err)
{
    return act_at(hall, key, choose_at, &(hall_act){serial, choice}, err);
}

static dom_rc hint_at(dom_play_hall_table *table, dom_play_hall_place *place, const hall_act *act,
                      dom_err *err)
{
    (void)table;
    (void)act;
    if (place->seat == NULL || !place->seat->is_asked)
        return dom_err_set(err, DOM_E_CONFIG, "it is not your turn");
    if (place->is_hinting && place->hint_serial != place->seat->serial) {
        dom_play_hint_cancel(&place->hint_process); /* it is for an earlier choice */
        place->is_hinting = false;
    }
    if (place->is_hinting || place->has_hint)
        return DOM_OK;
    dom_rc rc = dom_play_hint_start(&place->hint_process, &place->seat->variant.options,
                                    &place->seat->view, err);
    place->is_hinting = rc == DOM_OK;
    place->hint_serial = place->seat->serial;
    return rc;
}

dom_rc dom_play_hall_hint(dom_play_hall *hall, const dom_play_key *key, dom_err *err)
{
    return act_at(hall, key, hint_at, NULL, err);
}

static dom_rc leave_round(dom_play_hall_table *table, dom_play_hall_place *place,
                          const hall_act *act, dom_err *err)
{
    (void)table;
    (void)act;
    if (!place->has_over)
        return dom_err_set(err, DOM_E_CONFIG, "there is no result of a round to close");
    place->has_over = false;
    return DOM_OK;
}

dom_rc dom_play_hall_next(dom_play_hall *hall, const dom_play_key *key, dom_err *err)
{
    return act_at(hall, key, leave_round, NULL, err);
}

static dom_rc leave_table(dom_play_hall_table *table, dom_play_hall_place *place,
                          const hall_act *act, dom_err *err)
{
    (void)act;
    if (table->state == DOM_PLAY_ENDED || place->has_left || (place->seat && place->seat->is_over))
        return dom_err_set(err, DOM_E_CONFIG, "the match is over");
    dom_play_hall_table_leave(table, place);
    dom_play_hall_table_use(table);
    return DOM_OK;
}

dom_rc dom_play_hall_leave(dom_play_hall *hall, const dom_play_key *key, dom_err *err)
{
    return act_at(hall, key, leave_table, NULL, err);
}
