#include "hall_table.h"

#include "base/now.h"
#include "base/text.h"
#include "base/vec.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- places ---------------------------------------------------------------------- */

static void make_secret(char secret[static DOM_PLAY_SECRET_BYTES])
{
    unsigned char bytes[(DOM_PLAY_SECRET_BYTES - 1) / 2];
    randombytes_buf(bytes, sizeof bytes);
    (void)sodium_bin2hex(secret, DOM_PLAY_SECRET_BYTES, bytes, sizeof bytes);
}

void dom_play_hall_table_sit(dom_play_hall_place *place, const char *person)
{
    (void)dom_play_person_read(place->person, person);
    make_secret(place->secret);
    place->invitation[0] = '\0';
}

/* Returns false when out of memory. */
static bool order_place(dom_play_hall_place *place, const char *word)
{
    place->is_person = word == NULL;
    if (place->is_person)
        make_secret(place->invitation);
    else
        place->word = strdup(word);
    return place->is_person || place->word;
}

static void clear_place(dom_play_hall_place *place)
{
    if (place->is_hinting)
        dom_play_hint_cancel(&place->hint_process);
    dom_play_seat_close(&place->seat);
    free(place->word);
}

/* ---- beginning and end --------------------------------------------------------------- */

dom_play_hall_table *dom_play_hall_table_make(const dom_play_order *order,
                                              const dom_variant *variant)
{
    dom_play_hall_table *table = calloc(1, sizeof *table);
    bool is_made = table != NULL;
    if (is_made)
        *table = (dom_play_hall_table){.used_us = dom_now_us(),
                                       .variant = *variant,
                                       .clock_s = order->clock_s,
                                       .process = {.errors = -1}};
    for (int i = 0; is_made && i < order->seats; i++)
        is_made = order_place(&table->place[i], i == 0 ? NULL : order->seat[i]);
    if (is_made) {
        dom_text_copy(table->from, sizeof table->from, order->from ? order->from : "");
        dom_play_hall_table_sit(&table->place[0], order->person);
    } else if (table) {
        dom_play_hall_table_free(table);
    }
    return is_made ? table : NULL;
}

void dom_play_hall_table_free(dom_play_hall_table *table)
{
    dom_play_table_stop(&table->process);
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        clear_place(&table->place[i]);
    free(table->rounds);
    free(table);
}

/* The table has ended. */
static void end_table(dom_play_hall_table *table, const char *trouble)
{
    table->state = DOM_PLAY_ENDED;
    dom_play_hall_table_use(table);
    table->is_stored = trouble[0] == '\0';
    if (table->is_stored || table->trouble[0] == '\0')
        dom_text_copy(table->trouble, sizeof table->trouble, trouble);
    dom_play_table_stop(&table->process);
}

/* Opens the seats of the people. Returns false when out of memory. */
static bool open_seats(dom_play_hall_table *table)
{
    bool are_open = true;
    for (int i = 0; i < table->variant.options.players; i++) {
        if (!table->place[i].is_person)
            continue;
        table->place[i].seat = dom_play_seat_open(table->process.seat_fd[i], table->clock_s * 1000);
        are_open &= table->place[i].seat != NULL;
    }
    return are_open;
}

dom_rc dom_play_hall_table_begin(dom_play_hall_table *table, const dom_home *home, dom_err *err)
{
    dom_play_table_spec spec = {.home = home,
                                .variant = table->variant.name,
                                .seats = table->variant.options.players,
                                .is_clocked = table->clock_s > 0};
    for (int i = 0; i < spec.seats; i++) {
        const dom_play_hall_place *place = &table->place[i];
        if (place->is_person && place->person[0] == '\0')
            return DOM_OK; /* somebody is missing */
        spec.seat[i] = place->is_person ? place->person : place->word;
        spec.people |= (uint32_t)place->is_person << i;
    }
    dom_err why = {.text = ""};
    dom_rc rc = dom_play_table_start(&table->process, &spec, &why);
    if (rc == DOM_OK && !open_seats(table))
        rc = dom_err_no_memory(&why);
    table->state = DOM_PLAY_PLAYING;
    if (rc == DOM_OK)
        return DOM_OK;
    end_table(table, why.text);
    return dom_err_set(err, rc, "%s", why.text);
}

void dom_play_hall_table_give_up(dom_play_hall_table *table, const char *why)
{
    dom_text_copy(table->trouble, sizeof table->trouble, why);
    table->is_given_up = true;
    dom_play_hall_table_use(table);
    if (table->process.pid == 0)
        end_table(table, why);
}

void dom_play_hall_table_leave(dom_play_hall_table *table, dom_play_hall_place *place)
{
    if (table->state == DOM_PLAY_PLAYING) {
        place->has_left = true;
        dom_play_seat_close(&place->seat);
    } else if (place == &table->place[0]) {
        dom_play_hall_table_give_up(table, "the first person has left before the match");
    } else {
        make_secret(place->invitation);
        place->secret[0] = place->person[0] = '\0';
    }
}

static bool is_left(const dom_play_hall_table *table)
{
    for (int i = 0; i < table->variant.options.players; i++)
        if (table->place[i].seat && !table->place[i].seat->has_ended)
            return false;
    return true;
}

void dom_play_hall_table_note(dom_play_hall_table *table)
{
    table->version++;
}

void dom_play_hall_table_use(dom_play_hall_table *table)
{
    table->used_us = dom_now_us();
}

bool dom_play_hall_table_is_ending(const dom_play_hall_table *table)
{
    return table->process.pid > 0 && (table->is_given_up || is_left(table));
}

/* ---- what happens ----------------------------------------------------------------- */

/* Everybody at the table is told of every round; it is kept once. */
static void keep_round(dom_play_hall_table *table, const dom_ipc_frame_round *round)
{
    if (round->round <= (int32_t)table->round_count)
        return;
    dom_ipc_frame_round *added = dom_vec_add(table->rounds, table->round_count, table->round_room);
    if (added)
        *added = *round;
}

static void take_happening(dom_play_hall_table *table, dom_play_hall_place *place,
                           dom_play_happening happening)
{
    if (happening == DOM_PLAY_ROUND) {
        keep_round(table, &place->seat->round);
        place->over = place->seat->view;
        place->has_over = true;
    }
    place->is_late |= happening == DOM_PLAY_FAULT;
    if (happening == DOM_PLAY_ASK || happening == DOM_PLAY_RESULT)
        place->has_hint = false;
    if (happening == DOM_PLAY_RESULT)
        place->has_over = false;
}

static bool take_seat(dom_play_hall_table *table, dom_play_hall_place *place)
{
    bool has_news = false;
    dom_play_happening happening;
    if (place->seat == NULL || place->seat->has_ended)
        return false;
    if (dom_play_seat_left_ms(place->seat) == 0)
        dom_play_seat_expire(place->seat);
    while ((happening = dom_play_seat_next(place->seat)) != DOM_PLAY_NOTHING &&
           happening != DOM_PLAY_GONE) {
        take_happening(table, place, happening);
        has_news = true;
    }
    return has_news || happening == DOM_PLAY_GONE;
}

/* Takes the hint if it is there. A hint for an earlier choice is dropped. */
static bool take_hint(dom_play_hall_place *place)
{
    if (!place->is_hinting || !dom_play_hint_is_there(&place->hint_process))
        return false;
    bool is_found = dom_play_hint_finish(&place->hint_process, &place->hint);
    place->is_hinting = false;
    place->has_hint = is_found && place->seat && place->seat->is_asked &&
                      place->seat->serial == place->hint_serial;
    return true;
}

/* Looks whether the process has ended after the last person has left it. */
static bool take_end(dom_play_hall_table *table)
{
    dom_err err = {.text = ""};
    if (table->state != DOM_PLAY_PLAYING || !is_left(table))
        return false;
    dom_rc rc = dom_play_table_take_end(&table->process, &err);
    if (rc == DOM_E_ABSENT)
        return false;
    end_table(table, err.text);
    return true;
}

bool dom_play_hall_table_take(dom_play_hall_table *table)
{
    bool has_news = false, is_played = false;
    if (table->is_given_up && table->process.pid > 0)
        (void)kill(table->process.pid, SIGTERM);
    for (int i = 0; i < table->variant.options.players; i++) {
        is_played |= take_seat(table, &table->place[i]);
        has_news |= take_hint(&table->place[i]);
    }
    if (is_played)
        dom_play_hall_table_use(table);
    has_news |= is_played | take_end(table);
    if (has_news)
        dom_play_hall_table_note(table);
    return has_news;
}

void dom_play_hall_table_read(dom_play_view *view, const dom_play_hall_table *table,
                              const dom_play_hall_place *place)
{
    *view = (dom_play_view){.table = table->number,
                            .version = table->version,
                            .used_us = table->used_us,
                            .state = table->state,
                            .is_stored = table->is_stored,
                            .trouble = table->trouble,
                            .tournament = table->process.tournament,
                            .variant = &table->variant,
                            .own = (int)(place - table->place),
                            .clock_s = table->clock_s,
                            .seat = place->seat,
                            .over = place->has_over ? &place->over : NULL,
                            .rounds = table->rounds,
                            .round_count = table->round_count,
                            .is_hinting = place->is_hinting,
                            .hint = place->has_hint ? &place->hint : NULL,
                            .is_late = place->is_late,
                            .has_left = place->has_left};
    for (int i = 0; i < table->variant.options.players; i++) {
        const dom_play_hall_place *p = &table->place[i];
        view->is_person[i] = p->is_person;
        view->name[i] = p->is_person ? p->person : p->word;
        view->invitation[i] = view->own == 0 ? p->invitation : "";
    }
}
