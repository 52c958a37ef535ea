/* Tables that wait for people: no process runs, and no data folder is needed. */
#include "play/hall.h"
#include "play/table.h"

#include "base/now.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static void tell_nobody(void *context, const char *versions)
{
    (void)context;
    (void)versions;
}

static dom_play_hall *new_hall(size_t tables_from_one)
{
    dom_play_hall *hall;
    dom_play_hall_spec spec = {.tell = tell_nobody, .tables_from_one = tables_from_one};
    cr_assert(eq(int, dom_play_hall_open(&hall, &spec, NULL), DOM_OK));
    return hall;
}

/* A table for three people, of whom one sits. */
static dom_play_order order_of_three(void)
{
    return (dom_play_order){.variant = "block-3", .person = "anna", .seats = 3};
}

static void keep_look(void *context, const dom_play_view *view)
{
    dom_play_view *kept = context;
    *kept = *view;
}

static void keep_invitation(void *context, const dom_play_view *view)
{
    strcpy(context, view->invitation[1]);
}

/* Returns when the table was used last, once the clock shows a later time. */
static int64_t used_us(dom_play_hall *hall, const dom_play_key *key)
{
    dom_play_view view;
    cr_assert(eq(int, dom_play_hall_read(hall, key, keep_look, &view), DOM_OK));
    while (dom_now_us() == view.used_us)
        ;
    return view.used_us;
}

static dom_play_key sit_down(dom_play_hall *hall, const dom_play_key *first)
{
    dom_play_key invitation = {.table = first->table}, key;
    cr_assert(eq(int, dom_play_hall_read(hall, first, keep_invitation, invitation.secret), DOM_OK));
    cr_assert(eq(int, dom_play_hall_sit(hall, &invitation, "ben", &key, NULL), DOM_OK));
    return key;
}

Test(hall, the_hour_of_a_table_begins_anew_only_when_the_state_of_play_changes)
{
    dom_play_hall *hall = new_hall(0);
    dom_play_order order = order_of_three();
    dom_play_key anna;
    cr_assert(eq(int, dom_play_hall_order(hall, &order, &anna, NULL), DOM_OK));
    int64_t ordered = used_us(hall, &anna);
    cr_assert(eq(int, dom_play_hall_next(hall, &anna, NULL), DOM_E_CONFIG));
    cr_assert(eq(int, dom_play_hall_hint(hall, &anna, NULL), DOM_E_CONFIG));
    cr_assert(eq(int, dom_play_hall_choose(hall, &anna, 1, 0, NULL), DOM_E_CONFIG));
    dom_play_hall_touch(hall);
    cr_assert(eq(i64, used_us(hall, &anna), ordered));
    dom_play_key ben = sit_down(hall, &anna);
    int64_t sat = used_us(hall, &anna);
    cr_assert(lt(i64, ordered, sat));
    cr_assert(eq(int, dom_play_hall_leave(hall, &ben, NULL), DOM_OK));
    cr_assert(lt(i64, sat, used_us(hall, &anna)));
    dom_play_hall_close(&hall);
}

Test(table, capital_letters_in_the_name_of_a_person_become_small_ones)
{
    static const char *const none[] = {"", "Mr X", "\xc3\x84nna", "-anna",
                                       "a-name-that-is-far-too-long-for-a-person-at-a-table"};
    char name[DOM_NAME_BYTES];
    cr_assert(dom_play_person_read(name, "Anna-B.2"));
    cr_expect(eq(str, name, "anna-b.2"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect(not(dom_play_person_read(name, none[i])), "%s", none[i]);
}

static dom_rc order_from(dom_play_hall *hall, const char *from, dom_play_key *key)
{
    dom_play_order order = order_of_three();
    order.from = from;
    return dom_play_hall_order(hall, &order, key, NULL);
}

Test(hall, tables_that_have_not_ended_are_bounded_by_who_ordered_them)
{
    dom_play_hall *hall = new_hall(2);
    dom_play_key first, key;
    cr_assert(eq(int, order_from(hall, "192.0.2.1", &first), DOM_OK));
    cr_assert(eq(int, order_from(hall, "192.0.2.1", &key), DOM_OK));
    cr_assert(eq(int, order_from(hall, "192.0.2.1", &key), DOM_E_CONFIG));
    cr_assert(eq(int, order_from(hall, "192.0.2.10", &key), DOM_OK));
    for (int i = 0; i < 2; i++)
        cr_assert(eq(int, order_from(hall, NULL, &key), DOM_OK));
    cr_assert(eq(int, order_from(hall, NULL, &key), DOM_E_CONFIG));
    cr_assert(eq(int, dom_play_hall_leave(hall, &first, NULL), DOM_OK));
    cr_assert(eq(int, order_from(hall, "192.0.2.1", &key), DOM_OK));
    dom_play_hall_close(&hall);
}

Test(hall, a_place_needs_its_own_secret)
{
    static const char *const others[] = {"", "0", "00000000000000000000000000000000"};
    dom_play_hall *hall = new_hall(0);
    dom_play_order order = order_of_three();
    dom_play_key anna, key;
    dom_play_view view;
    cr_assert(eq(int, dom_play_hall_order(hall, &order, &anna, NULL), DOM_OK));
    dom_play_key ben = sit_down(hall, &anna);
    cr_expect(eq(int, dom_play_hall_read(hall, &ben, keep_look, &view), DOM_OK));
    cr_expect(eq(int, view.own, 1));
    cr_expect(eq(str, (char *)view.name[1], "ben"));
    key = anna;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        strcpy(key.secret, others[i]);
        cr_expect(eq(int, dom_play_hall_read(hall, &key, keep_look, &view), DOM_E_ILLEGAL));
        cr_expect(eq(int, dom_play_hall_read_invited(hall, &key, keep_look, &view), DOM_E_ILLEGAL));
    }
    key = anna;
    key.table++;
    cr_expect(eq(int, dom_play_hall_read(hall, &key, keep_look, &view), DOM_E_ABSENT));
    cr_assert(eq(int, dom_play_hall_leave(hall, &ben, NULL), DOM_OK));
    cr_expect(eq(int, dom_play_hall_read(hall, &ben, keep_look, &view), DOM_E_ILLEGAL));
    cr_expect(eq(int, dom_play_hall_read(hall, &anna, keep_look, &view), DOM_OK));
    cr_expect(eq(str, (char *)view.name[1], ""));
    dom_play_hall_close(&hall);
}

Test(hall, a_touch_raises_the_version_of_every_table)
{
    dom_play_hall *hall = new_hall(0);
    dom_play_order order = order_of_three();
    dom_play_key key[2];
    dom_play_view before[2], after;
    for (int i = 0; i < 2; i++) {
        cr_assert(eq(int, dom_play_hall_order(hall, &order, &key[i], NULL), DOM_OK));
        cr_assert(eq(int, dom_play_hall_read(hall, &key[i], keep_look, &before[i]), DOM_OK));
    }
    dom_play_hall_touch(hall);
    for (int i = 0; i < 2; i++) {
        cr_assert(eq(int, dom_play_hall_read(hall, &key[i], keep_look, &after), DOM_OK));
        cr_expect(eq(u32, after.version, before[i].version + 1));
    }
    dom_play_hall_close(&hall);
}

Test(hall, the_oldest_table_that_has_ended_makes_room)
{
    dom_play_hall *hall = new_hall(0);
    dom_play_order order = order_of_three();
    dom_play_key key[DOM_PLAY_TABLES_MAX], more;
    dom_play_view view;
    dom_err err;
    for (int i = 0; i < DOM_PLAY_TABLES_MAX; i++)
        cr_assert(eq(int, dom_play_hall_order(hall, &order, &key[i], NULL), DOM_OK));
    cr_expect(eq(int, dom_play_hall_order(hall, &order, &more, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "all 32 tables are taken; try again later"));
    cr_assert(eq(int, dom_play_hall_leave(hall, &key[5], NULL), DOM_OK));
    cr_assert(eq(int, dom_play_hall_leave(hall, &key[7], NULL), DOM_OK));
    cr_expect(eq(int, dom_play_hall_order(hall, &order, &more, &err), DOM_OK));
    cr_expect(eq(u32, more.table, DOM_PLAY_TABLES_MAX + 1));
    cr_expect(eq(int, dom_play_hall_read(hall, &key[5], keep_look, &view), DOM_E_ABSENT));
    cr_expect(eq(int, dom_play_hall_read(hall, &key[7], keep_look, &view), DOM_OK));
    cr_expect(eq(int, dom_play_hall_read(hall, &key[31], keep_look, &view), DOM_OK));
    dom_play_hall_close(&hall);
}

Test(hall, an_order_that_cannot_be_played_is_refused)
{
    static const struct {
        dom_play_order order;
        const char *words;
    } rows[] = {{{.variant = "chess", .person = "anna", .seats = 2}, "there is no variant 'chess'"},
                {{.variant = "block-3", .person = "anna", .seats = 2},
                 "block-3 has 3 seats, and 2 are taken"},
                {{.variant = "block-3", .person = "Mr X", .seats = 3},
                 "'Mr X' is not a name of a person; allowed: up to 32 letters a to z, digits, "
                 "dots, dashes and "
                 "underscores, such as anna"},
                {{.variant = "block-3", .person = "anna", .seats = 3, .clock_s = -1},
                 "a clock has 1 to 86400 seconds for a move"},
                {{.variant = "block-3", .person = "anna", .seats = 3, .clock_s = 86401},
                 "a clock has 1 to 86400 seconds for a move"}};
    dom_play_hall *hall = new_hall(0);
    dom_play_key key;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_err err;
        cr_expect(eq(int, dom_play_hall_order(hall, &rows[i].order, &key, &err), DOM_E_CONFIG));
        cr_expect(eq(str, err.text, (char *)rows[i].words));
    }
    dom_play_hall_close(&hall);
}
