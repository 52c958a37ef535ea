/* The page of a round: the tiles on the table, its end, and the same deal in the other matches. */
#include "deal/deal.h"
#include "table/table.h"
#include "web/replay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES = 3, SEATS = 2, STEPS_MAX = 400 };

/* A match of one round. A bot takes its first choice; from choice `change` on, its last one. */
typedef struct {
    int change;
    dom_record_decisions decisions;
    dom_record_match record;
    dom_table table;
    int step_count; /* numbered as on pages, from 1 */
    dom_table_effect step[STEPS_MAX];
} played;

static dom_variant variant;
static dom_deal_key key;
static played matches[MATCHES] = {{.change = 1000}, {.change = 4}, {.change = 1000}};
static dom_web_list no_list;
static dom_web_bot bots[] = {{.label = "anna"}, {.label = "ben"}};
static dom_web_variant shown_variant = {.name = "block-2", .list = &no_list};
static dom_web_tournament t = {.name = "spring", .last_match = MATCHES};
static const dom_web_site site = {.is_served = true,
                                  .bot_count = 2,
                                  .bots = bots,
                                  .variant_count = 1,
                                  .variants = &shown_variant,
                                  .tournament_count = 1,
                                  .tournaments = &t};
static dom_err err;

static void take_effects(played *m)
{
    dom_table_effect fx;
    while (dom_table_next(&m->table, &fx)) {
        if (fx.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_make(&deal, &variant.options, &key, fx.round, fx.need);
            dom_table_deal(&m->table, &deal);
        }
        if (dom_record_is_step(&fx)) {
            cr_assert(lt(int, m->step_count, STEPS_MAX));
            m->step[m->step_count++] = fx;
        }
        if (fx.kind == DOM_TABLE_FX_EVENT && fx.why != DOM_TABLE_WHY_FORCED) {
            const dom_record_decision d = {.action = fx.action, .us = fx.us};
            cr_assert(eq(int, dom_record_decisions_add(&m->decisions, &d), DOM_OK));
        }
    }
}

static void play(played *m, uint64_t number)
{
    dom_table_start(&m->table, &variant.options, 0);
    take_effects(m);
    for (int choice = 0; m->table.state == DOM_TABLE_ASKING; choice++) {
        int last = m->table.legal_count - 1;
        dom_table_answer(&m->table, m->table.match.play.turn,
                         choice < m->change ? 0 : (uint32_t)last, 1000);
        take_effects(m);
    }
    m->record = (dom_record_match){.tournament = "spring",
                                   .match = number,
                                   .set = 1,
                                   .variant = "block-2",
                                   .options = &variant.options,
                                   .bot_name = {"anna", "ben"},
                                   .bot_version = {"1", "1"},
                                   .fault_seat = -1,
                                   .sandbox = "none",
                                   .key = key,
                                   .decisions = m->decisions.bytes,
                                   .decisions_bytes = m->decisions.size};
}

static dom_web_match set[MATCHES];

/* Plays the set. The last match lacks so many bytes of its decisions. */
static dom_web_replay *open_without(size_t lacks)
{
    dom_web_replay *replay;
    dom_deal_secret secret;
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    variant.options.target = 1;
    dom_deal_secret_of_seed(&secret, 7);
    dom_deal_key_of_set(&key, &secret, "spring", 1);
    for (int i = 0; i < MATCHES; i++) {
        play(&matches[i], (uint64_t)i + 1);
        set[i] = (dom_web_match){.record = &matches[i].record,
                                 .seats = SEATS,
                                 .bot = {0, 1},
                                 .place = {1, 2},
                                 .turn = -1};
    }
    matches[MATCHES - 1].record.decisions_bytes -= lacks;
    cr_assert(eq(int, dom_web_replay_open(&replay, &site, set, MATCHES, 0, &err), DOM_OK), "%s",
              err.text);
    return replay;
}

/* Writes the page of the first round of its first match. */
static void write_page_without(dom_web_html *h, size_t lacks)
{
    dom_web_replay *replay = open_without(lacks);
    cr_expect(eq(u32, dom_web_replay_rounds(replay), 1));
    dom_web_replay_page(h, replay, 1);
    dom_web_replay_close(&replay);
}

static void write_page(dom_web_html *h)
{
    write_page_without(h, 0);
}

static bool is_same(const dom_table_effect *a, const dom_table_effect *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->event.kind == b->event.kind &&
           a->event.tile == b->event.tile && a->event.end == b->event.end;
}

/* Returns the number of the first step of a match that is not as in the first match. */
static int first_difference(const played *m)
{
    int step = 0;
    while (step < m->step_count && step < matches[0].step_count &&
           is_same(&m->step[step], &matches[0].step[step]))
        step++;
    return step + 1;
}

/* Returns the column of a match, which the next one follows. */
static char *column_of(const dom_web_html *h, int match)
{
    const char *at = strstr(h->bytes, "class=\"wide set\"");
    cr_assert(at != NULL);
    for (int i = 0; i <= match; i++) {
        at = strstr(at + 1, "<section>");
        cr_assert(at != NULL, "%d", i);
    }
    const char *end = strstr(at, "</section>");
    cr_assert(end != NULL);
    return strndup(at, (size_t)(end - at));
}

Test(replay_pages, the_other_matches_of_a_set_say_from_which_step_they_differ)
{
    char differs[60];
    dom_web_html h = {0};
    write_page(&h);
    int from = first_difference(&matches[1]);
    cr_assert(lt(int, from, matches[1].step_count), "the test needs a difference");
    (void)snprintf(differs, sizeof differs, "Differs from step %d on.", from);
    const char *const says[MATCHES] = {"The match above.", differs, "The same moves."};
    for (int i = 0; i < MATCHES; i++) {
        char *column = column_of(&h, i);
        cr_expect(strstr(column, says[i]) != NULL, "%s is not in %s", says[i], column);
        cr_expect(eq(int, strstr(column, " class=\"other\"") != NULL, i == 1), "%s", column);
        free(column);
    }
    dom_web_html_clear(&h);
}

/* Every tile that was laid has its line, with the number of its step. */
Test(replay_pages, a_column_has_the_moves_of_its_match)
{
    static const char ends[] = "LR";
    dom_web_html h = {0};
    write_page(&h);
    for (int i = 0; i < MATCHES; i++) {
        char *column = column_of(&h, i);
        for (int step = 0; step < matches[i].step_count; step++) {
            const dom_table_effect *fx = &matches[i].step[step];
            char line[80], other[80];
            if (fx->kind != DOM_TABLE_FX_EVENT || fx->event.kind != DOM_EVENT_PLAY)
                continue;
            (void)snprintf(line, sizeof line, "<li value=\"%d\">%d %s %d-%d %c</li>", step + 1,
                           fx->seat, bots[fx->seat].label, dom_tile_high(fx->event.tile),
                           dom_tile_low(fx->event.tile), ends[fx->event.end]);
            (void)snprintf(other, sizeof other, "<li value=\"%d\" class=\"other\">%s", step + 1,
                           strchr(line, '>') + 1);
            cr_expect(strstr(column, line) != NULL || strstr(column, other) != NULL,
                      "%s is not in %s", line, column);
        }
        free(column);
    }
    dom_web_html_clear(&h);
}

Test(replay_pages, the_end_of_a_round_has_the_points_of_each_seat)
{
    dom_web_html h = {0};
    write_page(&h);
    for (int i = 0; i < MATCHES; i++) {
        char who[24] = "Nobody", wanted[120], *column = column_of(&h, i);
        const dom_match *m = &matches[i].table.match;
        if (m->last.by != DOM_NOBODY)
            (void)snprintf(who, sizeof who, "%d %s", m->last.by, bots[m->last.by].label);
        (void)snprintf(wanted, sizeof wanted, "<p>%s %s. 0 anna %+d (%d), 1 ben %+d (%d)</p>", who,
                       m->last.end == DOM_END_DOMINO ? "goes out" : "blocks", (int)m->score[0],
                       (int)m->score[0], (int)m->score[1], (int)m->score[1]);
        cr_expect(strstr(column, wanted) != NULL, "%s is not in %s", wanted, column);
        free(column);
    }
    dom_web_html_clear(&h);
}

Test(replay_pages, a_match_of_the_set_that_is_damaged_has_no_moves)
{
    dom_web_html h = {0};
    write_page_without(&h, 1);
    char *column = column_of(&h, MATCHES - 1);
    cr_expect(strstr(column, "<p>It cannot be replayed.</p>") != NULL, "%s", column);
    free(column);
    dom_web_html_clear(&h);
}

Test(replay_pages, each_seat_may_be_followed)
{
    dom_web_html h = {0};
    write_page(&h);
    cr_expect(strstr(h.bytes, "<option value=\"0\">as seat 0 saw it</option>"
                              "<option value=\"1\">as seat 1 saw it</option></select>") != NULL);
    dom_web_html_clear(&h);
}

/* Half a tile is 20 units wide, so the middle of a tile is 20 or more from the edge. */
Test(replay_pages, every_tile_lies_in_the_drawing)
{
    dom_web_html h = {0};
    int drawings = 0;
    write_page(&h);
    for (const char *at = h.bytes; (at = strstr(at, "aria-label=\"The tiles on the table")); at++) {
        int left, top, width, height, x, y;
        const char *box = strstr(at, "viewBox=\""), *end = strstr(at, "</svg>");
        cr_assert(box != NULL && end != NULL);
        cr_assert(eq(int, sscanf(box, "viewBox=\"%d %d %d %d\"", &left, &top, &width, &height), 4));
        for (const char *tile = at; (tile = strstr(tile, "translate(")) && tile < end; tile++) {
            cr_assert(eq(int, sscanf(tile, "translate(%d %d)", &x, &y), 2));
            cr_expect(left + 20 <= x && x <= left + width - 20, "%.600s", at);
            cr_expect(top + 20 <= y && y <= top + height - 20, "%.600s", at);
        }
        drawings++;
    }
    cr_expect(eq(int, drawings, 3), "wide, narrow, and that of the match beside it");
    dom_web_html_clear(&h);
}

Test(replay_pages, the_first_page_takes_the_table_at_the_end_of_a_round)
{
    dom_web_highlight shown;
    dom_web_replay *replay = open_without(0);
    size_t laid = 0;
    cr_assert(dom_web_replay_highlight(&shown, replay));
    cr_expect(eq(u64, shown.where.match, 1));
    cr_expect(eq(u32, shown.round, 1));
    cr_expect(eq(str, shown.headline, "anna 0 : 0 ben"));
    cr_expect(eq(str, shown.decision.winner, ""), "both have the score 0 here");
    for (int i = 0; i < matches[0].step_count; i++) {
        const dom_table_effect *fx = &matches[0].step[i];
        if (fx->kind != DOM_TABLE_FX_EVENT ||
            (fx->event.kind != DOM_EVENT_LEAD && fx->event.kind != DOM_EVENT_PLAY))
            continue;
        const dom_web_place *place = &shown.tile[laid++].place;
        dom_web_area area = dom_web_place_area(place);
        cr_expect(eq(int, dom_tile_of(place->near, place->far), fx->event.tile));
        cr_expect(shown.area.left <= area.left && area.right <= shown.area.right);
        cr_expect(shown.area.top <= area.top && area.bottom <= shown.area.bottom);
    }
    cr_expect(eq(sz, shown.tile_count, laid));
    dom_web_replay_close(&replay);
}

Test(replay_pages, a_match_that_a_fault_ended_is_not_for_the_first_page)
{
    dom_web_highlight shown;
    dom_web_replay *replay = open_without(0);
    matches[0].record.end = DOM_FAULT_CRASH;
    cr_expect(not(dom_web_replay_highlight(&shown, replay)));
    dom_web_replay_close(&replay);
}
