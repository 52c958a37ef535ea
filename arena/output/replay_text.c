#include "output/replay_text.h"

#include "base/duration.h"
#include "core/tournament.h"
#include "output/text_table.h"
#include "record/event_words.h"
#include "rules/notation.h"
#include "store/entries.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Returns true if the hand of this seat is shown. */
static bool shows_hand_of(const dom_output_replay *r, int seat)
{
    return r->only_seat == DOM_NOBODY || r->only_seat == seat;
}

enum {
    NAME_LEAST = 12, /* of a seat and its bot, such as "0 a-bo…ame-x"            */
    BESIDE_NAME = 68 /* columns of a line beside the name                         */
};

/* Returns the width of names: the longest name, or less if lines would be wider than lists may be.
 */
static int name_width(FILE *out, size_t longest)
{
    size_t list = dom_output_list_width(out);
    size_t most = list > BESIDE_NAME + NAME_LEAST ? list - BESIDE_NAME : NAME_LEAST;
    return (int)(longest < most ? longest : most);
}

/* Print a seat and its bot, shortened or filled up to the width of all names. */
static void print_name(const dom_output_replay *r, int seat)
{
    int length = (int)strlen(r->name[seat]);
    dom_output_put_shortened(r->out, r->name[seat], (size_t)r->width, false);
    (void)fprintf(r->out, "%*s", length < r->width ? r->width - length : 0, "");
}

static void print_tiles(const dom_output_replay *r, dom_tileset tiles)
{
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1))
        (void)fprintf(r->out, " %d-%d", dom_tile_high(t), dom_tile_low(t));
}

void dom_output_replay_hands(const dom_output_replay *r, const dom_tileset hands[], bool is_open)
{
    for (int s = 0; s < r->match->seats; s++) {
        (void)fputs("  ", r->out);
        print_name(r, s);
        (void)fputc(' ', r->out);
        if (is_open || shows_hand_of(r, s))
            print_tiles(r, hands[s]);
        else
            (void)fprintf(r->out, " %d tiles", dom_tileset_count(hands[s]));
        (void)fprintf(r->out, "\n");
    }
}

static void print_round_start(dom_output_replay *r, const dom_match *m)
{
    r->state.board = (dom_output_board){0};
    if (m->deal.start != DOM_NO_TILE)
        dom_output_board_lead(&r->state.board, m->deal.start, m->play.end_count);
    (void)fprintf(r->out, "\nRound %d\n", m->round);
    for (int i = 0; i < m->deal.lot_count; i++) {
        (void)fputs("  ", r->out);
        print_name(r, m->deal.lots[i].seat);
        (void)fprintf(r->out, " draws the lot %d-%d\n", dom_tile_high(m->deal.lots[i].tile),
                      dom_tile_low(m->deal.lots[i].tile));
    }
    dom_output_replay_hands(r, m->deal.hand, false);
    if (m->deal.start != DOM_NO_TILE)
        (void)fprintf(r->out, "  start tile %d-%d\n", dom_tile_high(m->deal.start),
                      dom_tile_low(m->deal.start));
    if (m->play.leader != DOM_NOBODY)
        (void)fprintf(r->out, "  %s leads\n", r->name[m->play.leader]);
}

static void print_ends(const dom_output_replay *r, const dom_round *round)
{
    for (int e = 0; e < round->end_count; e++) {
        if (round->ends[e] == DOM_ARM_CLOSED)
            (void)fprintf(r->out, "%s x", e ? " :" : "");
        else
            (void)fprintf(r->out, "%s%2d", e ? " :" : "", round->ends[e]);
    }
}

/* Print the time of a choice, and what is left of the bank if the seat has one. */
static void print_clock(dom_output_replay *r, const dom_table_effect *effect)
{
    char time[DOM_DURATION_BYTES];
    const dom_record_clock *clock = &r->state.clock[effect->seat];
    int64_t *bank_us = &r->state.bank_us[effect->seat];
    dom_duration_write(time, effect->us);
    *bank_us = dom_record_clock_bank_after(clock, *bank_us, effect);
    if (effect->why == DOM_TABLE_WHY_CHOSEN)
        (void)fprintf(r->out, "   %s", time);
    else if (effect->why == DOM_TABLE_WHY_SUBSTITUTED)
        (void)fprintf(r->out, "   by the arena, after a tolerated %s",
                      dom_fault_word(effect->fault));
    if (effect->why != DOM_TABLE_WHY_FORCED && clock->bank_us + clock->increment_us > 0)
        (void)fprintf(r->out, ", bank %.0f ms", (double)*bank_us / 1000.0);
}

static void lay_tile(dom_output_replay *r, const dom_table *table, const dom_event *event)
{
    if (event->kind == DOM_EVENT_LEAD)
        dom_output_board_lead(&r->state.board, event->tile, table->match.play.end_count);
    else if (event->kind == DOM_EVENT_PLAY)
        dom_output_board_play(&r->state.board, event->tile, event->end, event->down);
}

static void print_replay_event(dom_output_replay *r, const dom_table *table,
                               const dom_table_effect *effect)
{
    char words[DOM_RECORD_WORDS_BYTES];
    dom_event event = effect->event;
    if (event.kind == DOM_EVENT_DRAW && !shows_hand_of(r, event.seat))
        event.tile = DOM_NO_TILE;
    dom_record_event_words(words, &event, (dom_record_telling){.end_count = 0});
    (void)fprintf(r->out, "  %3d  ", r->state.step);
    print_name(r, effect->seat);
    (void)fprintf(r->out, "  %-28s", words);
    print_ends(r, &table->match.play);
    print_clock(r, effect);
    (void)fprintf(r->out, "\n");
}

/* Print what the seat said it thinks about the event above, if its hand is shown. */
static void print_info(dom_output_replay *r, const dom_table_effect *effect)
{
    char words[DOM_RECORD_INFO_WORDS_BYTES];
    dom_info info;
    if (!dom_record_info_next(&r->state.infos, effect, &info) || !shows_hand_of(r, effect->seat))
        return;
    dom_record_info_words(words, &info);
    dom_output_put_bytes(r->out, "         ", words, strlen(words));
}

static void print_action(const dom_output_replay *r, const dom_analysis_choice *c, int action)
{
    char word[24];
    dom_text text = dom_text_of(word, sizeof word);
    dom_action_write(r->values->action[c->first + (uint32_t)action], &text);
    (void)fprintf(r->out, " %s", word);
}

static void print_value(const dom_output_replay *r, const dom_analysis_choice *c, int action)
{
    print_action(r, c, action);
    (void)fprintf(r->out, " %+.1f", r->values->value[c->first + (uint32_t)action]);
}

/* Print what the actions of the choice above were worth: the best ones, and the one that was taken.
 */
static void print_values(dom_output_replay *r, int seat)
{
    enum { SHOWN = 5 };
    bool shown[DOM_ACTIONS_MAX] = {false};
    const dom_analysis_match *m = r->values;
    if (!m || r->state.choice == m->choice_count ||
        m->choice[r->state.choice].step != (uint32_t)r->state.step)
        return;
    const dom_analysis_choice *c = &m->choice[r->state.choice++];
    if (!shows_hand_of(r, seat))
        return;
    (void)fputs("         values:", r->out);
    for (int i = 0; i < SHOWN && i < c->actions; i++) {
        int action = dom_analysis_next_best(m, c, shown);
        shown[action] = true;
        print_value(r, c, action);
    }
    if (!shown[c->taken]) {
        (void)fputs(" ...", r->out);
        print_value(r, c, c->taken);
    }
    if (c->taken != c->best && c->loss.mean > 0)
        (void)fprintf(r->out, "; lost %.1f", c->loss.mean);
    (void)fputs("; the reference player takes", r->out);
    print_action(r, c, c->reference);
    (void)fprintf(r->out, "; luck before %+.1f\n", c->luck);
}

static void print_scores(const dom_output_replay *r, const int32_t scores[])
{
    for (int s = 0; s < r->match->seats; s++)
        (void)fprintf(r->out, "%s%s: %d", s ? ", " : "", r->name[s], (int)scores[s]);
    (void)fprintf(r->out, "\n");
}

static void print_round_end(const dom_output_replay *r, const dom_match *m)
{
    static const char *const how[] = {[DOM_END_NONE] = "",
                                      [DOM_END_DOMINO] = "goes out",
                                      [DOM_END_BLOCKED] = "blocks",
                                      [DOM_END_STUCK] = "is stuck"};
    const dom_round_result *last = &m->last;
    dom_output_replay_layout(r);
    (void)fprintf(r->out, "  %s %s\n", last->by == DOM_NOBODY ? "nobody" : r->name[last->by],
                  how[last->end]);
    dom_output_replay_hands(r, m->play.hand, true);
    (void)fprintf(r->out, "  points: ");
    print_scores(r, last->points);
    (void)fprintf(r->out, "  scores: ");
    print_scores(r, m->score);
}

static void print_replay_fault(const dom_output_replay *r, const dom_table_effect *effect)
{
    (void)fprintf(r->out, "  %3d  ", r->state.step);
    print_name(r, effect->seat);
    (void)fprintf(r->out, "  fault: %s%s\n", dom_fault_word(effect->fault),
                  effect->tolerated ? " (tolerated)" : "");
    if (!effect->tolerated && !r->wants_steps)
        dom_output_replay_layout(r);
}

void dom_output_replay_effect(dom_output_replay *r, const dom_table *table,
                              const dom_table_effect *effect)
{
    r->state.step += dom_record_is_step(effect);
    switch (effect->kind) {
    case DOM_TABLE_FX_DEAL:
        print_round_start(r, &table->match);
        break;
    case DOM_TABLE_FX_EVENT:
        lay_tile(r, table, &effect->event);
        print_replay_event(r, table, effect);
        print_info(r, effect);
        print_values(r, effect->seat);
        break;
    case DOM_TABLE_FX_ROUND:
        print_round_end(r, &table->match);
        break;
    case DOM_TABLE_FX_FAULT:
        print_replay_fault(r, effect);
        break;
    case DOM_TABLE_FX_ASK:
    case DOM_TABLE_FX_SETTLED:
        break;
    }
}

dom_output_replay dom_output_replay_of(const dom_store_tournament *t, const dom_store_match *match,
                                       FILE *out)
{
    dom_output_replay r = {.out = out,
                           .columns = dom_output_width(out),
                           .only_seat = DOM_NOBODY,
                           .t = t,
                           .match = match};
    size_t longest = 0;
    for (int s = 0; s < match->seats; s++) {
        (void)snprintf(r.name[s], sizeof r.name[s], "%d %s", s, t->bots[match->seat[s].bot].name);
        longest = strlen(r.name[s]) > longest ? strlen(r.name[s]) : longest;
    }
    r.width = name_width(out, longest);
    return r;
}

void dom_output_replay_begin(dom_output_replay *r)
{
    r->state = (dom_output_replay_state){.infos = {.of = r->infos}};
    dom_results_clocks_of(r->state.clock, r->t, r->match);
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        r->state.bank_us[s] = r->state.clock[s].bank_us;
}

void dom_output_replay_head(const dom_output_replay *r)
{
    const dom_store_match *m = r->match;
    (void)fprintf(r->out, "%s, match %" PRIu64 ": %s, set %" PRIu64 ", rotation %d\n", r->t->name,
                  m->match, r->t->variants[m->variant].name, m->set, m->rotation);
    const dom_store_ruling *ruling = dom_store_ruling_void(r->t, m->match);
    if (ruling)
        (void)fprintf(r->out, "does not count: %s\n", ruling->reason);
    (void)fprintf(r->out, "seats:");
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(r->out, "%s %s", s ? "," : "", r->name[s]);
    (void)fprintf(r->out, "\n");
}

void dom_output_replay_layout(const dom_output_replay *r)
{
    dom_output_board_print(&r->state.board, r->out, 2, r->columns, r->tiles);
}

/* Print whose fault ended the match. A person can only give up. */
static void print_fault_end(const dom_output_replay *r)
{
    int seat = r->match->fault_seat;
    const char *version = r->t->bots[r->match->seat[seat].bot].version;
    if (strcmp(version, DOM_CORE_PERSON_VERSION) == 0)
        (void)fprintf(r->out, "; %s gave up", r->name[seat]);
    else
        (void)fprintf(r->out, "; ended by %s of %s", dom_fault_word(r->match->end), r->name[seat]);
}

/* Print how many infos were dropped, and why the first of a seat was. */
static void print_dropped(const dom_output_replay *r)
{
    for (int s = 0; r->infos && s < r->match->seats; s++) {
        const dom_record_infos *list = &r->infos[s];
        if (list->dropped == 0 || !shows_hand_of(r, s))
            continue;
        (void)fprintf(r->out, "%s: %" PRIu32 " %s dropped: ", r->name[s], list->dropped,
                      list->dropped == 1 ? "info was" : "infos were");
        dom_output_put_bytes(r->out, "", list->reason, strlen(list->reason));
    }
}

void dom_output_replay_places(const dom_output_replay *r)
{
    (void)fprintf(r->out, "\nResult:");
    for (int s = 0; s < r->match->seats; s++)
        (void)fprintf(r->out, "%s %s: place %d, score %d", s ? ";" : "", r->name[s],
                      r->match->seat[s].place, (int)r->match->seat[s].score);
    if (r->match->end != DOM_FAULT_NONE)
        print_fault_end(r);
    (void)fprintf(r->out, "\n");
    print_dropped(r);
}

dom_rc dom_output_replay_logs(const dom_output_replay *r, dom_store *store, dom_err *err)
{
    for (int s = 0; s < r->match->seats; s++) {
        dom_store_process p;
        if (r->match->seat[s].process == 0)
            continue;
        dom_rc rc = dom_store_process_find(store, r->match->seat[s].process, &p, err);
        if (rc != DOM_OK)
            return rc;
        (void)fprintf(r->out, "\n--- %s, process %u ---\n", r->name[s], p.instance);
        dom_results_ending ending = dom_results_ending_of(&p);
        dom_output_put_bytes(r->out, "", ending.text, strlen(ending.text));
        dom_output_put_bytes(r->out, "", p.log, p.log_bytes);
    }
    return DOM_OK;
}
