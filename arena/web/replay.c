/* The page of a match is written in two passes: the match is replayed and its steps, tiles and
 * rounds are collected in a timeline; then the timeline is written as HTML. */
#include "web/replay.h"

#include "base/vec.h"
#include "page_frame.h"
#include "tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happened, collected ---------------------------------------------------- */

typedef enum { STEP_DEAL, STEP_EVENT, STEP_FAULT, STEP_END } step_kind;

typedef struct {
    step_kind kind;
    int round; /* index into timeline.rounds */
    int8_t seat;
    dom_event event;
    dom_table_why why;
    uint32_t us;
    int choices; /* legal actions of an event; 1 if it was forced */
    dom_fault fault;
    bool tolerated;
    int end_count;
    int8_t ends[DOM_ENDS_MAX];
    int stock;
    int64_t bank_us;
} step;

/* A tile on the table, from step `from` to the end of the round. */
typedef struct {
    int round, from;
    dom_web_place place;
    bool is_down;
} placed_tile;

/* A tile in a hand, from step `from` to the step before `to`; `to` is -1 while it is not known. */
typedef struct {
    int round, seat, from, to;
    dom_tile tile;
} hand_tile;

typedef struct {
    int number, from, to; /* its first step, and the first step of the next round */
    int8_t leader;
    dom_tile start;
    uint8_t lot_count;
    dom_lot lots[DOM_LOTS_MAX];
    dom_web_layout layout;
    int32_t before[DOM_SEATS_MAX]; /* scores at its beginning */
    bool is_counted;               /* it ended by the rules; otherwise a fault ended the match */
    dom_round_result result;
    int32_t after[DOM_SEATS_MAX]; /* scores at its end */
} one_round;

typedef struct {
    const dom_web_match *match;
    dom_web_page_frame page;
    step *steps;
    placed_tile *placed;
    hand_tile *in_hands;
    one_round *rounds;
    size_t step_count, placed_count, in_hand_count, round_count;
    size_t step_room, placed_room, in_hand_room, round_room;
    bool has_failed;                /* memory has run out */
    int choices;                    /* legal actions of the newest ask */
    int64_t bank_us[DOM_SEATS_MAX]; /* what is left of each seat's bank at the newest step */
} timeline;

/* Returns the number of the newest step. */
static int now(const timeline *line)
{
    return (int)line->step_count;
}

static void add_step(timeline *line, const dom_match *m, step what)
{
    step *new = dom_vec_add(line->steps, line->step_count, line->step_room);
    line->has_failed |= new == NULL;
    if (new == NULL)
        return;
    what.round = (int)line->round_count - 1;
    what.end_count = m->play.end_count;
    memcpy(what.ends, m->play.ends, sizeof what.ends);
    what.stock = dom_tileset_count(m->play.stock);
    *new = what;
}

static void hold(timeline *line, int seat, dom_tile tile)
{
    hand_tile *new = dom_vec_add(line->in_hands, line->in_hand_count, line->in_hand_room);
    line->has_failed |= new == NULL;
    if (new)
        *new = (hand_tile){(int)line->round_count - 1, seat, now(line), -1, tile};
}

static void lay(timeline *line, dom_web_place place, bool is_down)
{
    placed_tile *new = dom_vec_add(line->placed, line->placed_count, line->placed_room);
    line->has_failed |= new == NULL;
    if (new)
        *new = (placed_tile){(int)line->round_count - 1, now(line), place, is_down};
}

static void let_go(timeline *line, dom_tile tile)
{
    for (size_t i = line->in_hand_count;
         i-- > 0 && line->in_hands[i].round == (int)line->round_count - 1;)
        if (line->in_hands[i].tile == tile && line->in_hands[i].to < 0)
            line->in_hands[i].to = now(line);
}

static void lead(timeline *line, one_round *r, const dom_match *m, dom_tile tile)
{
    lay(line,
        dom_web_layout_lead(&r->layout, m->play.end_count, m->options.set_max, dom_tile_high(tile),
                            dom_tile_low(tile)),
        false);
}

static void take_deal(timeline *line, const dom_match *m)
{
    one_round *r = dom_vec_add(line->rounds, line->round_count, line->round_room);
    line->has_failed |= r == NULL;
    add_step(line, m, (step){.kind = STEP_DEAL, .seat = DOM_NOBODY});
    if (line->has_failed)
        return;
    *r = (one_round){.number = m->round,
                     .from = now(line),
                     .leader = m->play.leader,
                     .start = m->deal.start,
                     .lot_count = m->deal.lot_count};
    memcpy(r->lots, m->deal.lots, sizeof r->lots);
    memcpy(r->before, m->score, sizeof r->before);
    for (int seat = 0; seat < line->match->seats; seat++)
        for (dom_tile t = dom_tileset_next(m->deal.hand[seat], 0); t != DOM_NO_TILE;
             t = dom_tileset_next(m->deal.hand[seat], t + 1))
            hold(line, seat, t);
    if (m->deal.start != DOM_NO_TILE)
        lead(line, r, m, m->deal.start);
}

/* Places a played tile. After the play, its far half is the open end; the other half touches the
 * line. */
static void place_play(timeline *line, one_round *r, const dom_match *m, const dom_event *e)
{
    int far = e->down ? dom_tile_high(e->tile) : m->play.ends[e->end];
    int near = dom_tile_other_half(e->tile, far);
    lay(line, dom_web_layout_play(&r->layout, e->end, near, far), e->down != 0);
}

static void take_event(timeline *line, const dom_match *m, const dom_table_effect *effect)
{
    const dom_event *e = &effect->event;
    int64_t *bank_us = &line->bank_us[effect->seat];
    *bank_us = dom_record_clock_bank_after(line->match->clock, *bank_us, effect);
    add_step(line, m,
             (step){.kind = STEP_EVENT,
                    .seat = e->seat,
                    .event = *e,
                    .why = effect->why,
                    .us = effect->us,
                    .choices = effect->why == DOM_TABLE_WHY_FORCED ? 1 : line->choices,
                    .fault = effect->fault,
                    .bank_us = *bank_us});
    if (line->has_failed)
        return;
    one_round *r = &line->rounds[line->round_count - 1];
    if (e->kind == DOM_EVENT_DRAW)
        hold(line, e->seat, e->tile);
    if (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY)
        let_go(line, e->tile);
    if (e->kind == DOM_EVENT_LEAD)
        lead(line, r, m, e->tile);
    if (e->kind == DOM_EVENT_PLAY)
        place_play(line, r, m, e);
}

static void take_round(timeline *line, const dom_match *m)
{
    add_step(line, m, (step){.kind = STEP_END, .seat = DOM_NOBODY});
    if (line->has_failed)
        return;
    one_round *r = &line->rounds[line->round_count - 1];
    r->is_counted = true;
    r->result = m->last;
    memcpy(r->after, m->score, sizeof r->after);
}

static void take_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    timeline *line = context;
    if (line->has_failed)
        return;
    const dom_match *m = &table->match;
    switch (effect->kind) {
    case DOM_TABLE_FX_DEAL:
        take_deal(line, m);
        break;
    case DOM_TABLE_FX_EVENT:
        take_event(line, m, effect);
        break;
    case DOM_TABLE_FX_ROUND:
        take_round(line, m);
        break;
    case DOM_TABLE_FX_FAULT:
        add_step(line, m,
                 (step){.kind = STEP_FAULT,
                        .seat = (int8_t)effect->seat,
                        .fault = effect->fault,
                        .tolerated = effect->tolerated});
        break;
    case DOM_TABLE_FX_ASK:
        line->choices = table->legal_count;
        break;
    case DOM_TABLE_FX_SETTLED:
        break;
    }
}

/* Sets the last steps of all rounds, and of the tiles that were never played. */
static void close_ends(timeline *line)
{
    for (size_t i = 0; i < line->round_count; i++)
        line->rounds[i].to = i + 1 < line->round_count ? line->rounds[i + 1].from : now(line) + 1;
    for (size_t i = 0; i < line->in_hand_count; i++)
        if (line->in_hands[i].to < 0)
            line->in_hands[i].to = line->rounds[line->in_hands[i].round].to;
}

/* ---- the table and the hands ------------------------------------------------------- */

static const char *label_of(const timeline *line, int seat)
{
    return line->page.site->bots[line->match->bot[seat]].label;
}

static void put_name(timeline *line, int seat)
{
    dom_web_html_text(line->page.h, "%d %s", seat, label_of(line, seat));
}

static void put_table(timeline *line, int round)
{
    dom_web_html *h = line->page.h;
    const dom_web_layout *l = &line->rounds[round].layout;
    if (l->ends == 0)
        return;
    dom_web_html_raw(h, "<div class=\"cloth\"><svg role=\"img\"");
    dom_web_html_attr(h, "aria-label", "The tiles on the table in round %d",
                      line->rounds[round].number);
    dom_web_html_attr(h, "viewBox", "%d %d %d %d", 10 * l->left - 10, 10 * l->top - 10,
                      10 * (l->right - l->left) + 20, 10 * (l->bottom - l->top) + 20);
    dom_web_html_attr(h, "width", "%d", 15 * (l->right - l->left) + 30);
    dom_web_html_raw(h, ">\n");
    for (size_t i = 0; i < line->placed_count; i++)
        if (line->placed[i].round == round)
            dom_web_tile_laid(h, &line->placed[i].place, line->placed[i].is_down,
                              line->placed[i].from);
    dom_web_html_raw(h, "</svg></div>\n");
}

static void put_hand(timeline *line, int round, int seat)
{
    dom_web_html *h = line->page.h;
    dom_web_html_raw(h, "<div class=\"hand\"");
    dom_web_html_attr(h, "data-seat", "%d", seat);
    dom_web_html_raw(h, "><h3>");
    put_name(line, seat);
    dom_web_html_raw(h, " <small>");
    dom_web_html_text(h, "%d points", (int)line->rounds[round].before[seat]);
    dom_web_html_raw(h, "</small> <small class=\"clock\"></small></h3><div class=\"tiles\">");
    for (size_t i = 0; i < line->in_hand_count; i++)
        if (line->in_hands[i].round == round && line->in_hands[i].seat == seat)
            dom_web_tile_held(h, line->in_hands[i].tile, line->in_hands[i].from,
                              line->in_hands[i].to);
    dom_web_html_raw(h, "</div></div>\n");
}

/* ---- the list of steps --------------------------------------------------------------- */

/* Writes a tile that only its seat saw, and "a tile" for the view of other seats. */
static void put_hidden(dom_web_html *h, dom_tile tile, int seat)
{
    dom_web_html_raw(h, "<span");
    dom_web_html_attr(h, "data-seat", "%d", seat);
    dom_web_html_raw(h, ">");
    dom_web_html_text(h, "%d-%d", dom_tile_high(tile), dom_tile_low(tile));
    dom_web_html_raw(h, "</span><span>a tile</span>");
}

/* Says that no tile fits the open ends: "passes: nothing fits 4 or 2". */
static void put_pass(dom_web_html *h, const step *what)
{
    int8_t open[DOM_ENDS_MAX];
    int count = 0;
    for (int e = 0; e < what->end_count; e++) {
        bool is_known = what->ends[e] == DOM_ARM_CLOSED;
        for (int i = 0; i < count; i++)
            is_known |= open[i] == what->ends[e];
        if (!is_known)
            open[count++] = what->ends[e];
    }
    dom_web_html_raw(h, "passes");
    if (what->why != DOM_TABLE_WHY_FORCED || count == 0)
        return;
    dom_web_html_raw(h, ": nothing fits");
    for (int i = 0; i < count; i++)
        dom_web_html_text(h, "%s %d", i == 0 ? "" : i + 1 < count ? "," : " or", open[i]);
}

static void put_event(dom_web_html *h, const step *what)
{
    static const char *const arms[DOM_ENDS_MAX] = {"left", "right", "upper", "lower"};
    const dom_event *e = &what->event;
    int high = e->kind == DOM_EVENT_PASS ? 0 : dom_tile_high(e->tile);
    int low = e->kind == DOM_EVENT_PASS ? 0 : dom_tile_low(e->tile);
    switch ((dom_event_kind)e->kind) {
    case DOM_EVENT_LEAD:
        dom_web_html_text(h, "leads %d-%d", high, low);
        break;
    case DOM_EVENT_PLAY:
        dom_web_html_text(h, "plays %d-%d at the %s end%s", high, low, arms[e->end],
                          e->down ? ", face down" : "");
        break;
    case DOM_EVENT_DRAW:
        dom_web_html_raw(h, "draws ");
        put_hidden(h, e->tile, e->seat);
        break;
    case DOM_EVENT_PASS:
        put_pass(h, what);
        break;
    case DOM_EVENT_START:
    case DOM_EVENT_LOT:
        break;
    }
    if (what->why == DOM_TABLE_WHY_SUBSTITUTED)
        dom_web_html_text(h, ", chosen by the arena after a tolerated %s",
                          dom_fault_word(what->fault));
}

static void put_deal(timeline *line, const one_round *r)
{
    dom_web_html *h = line->page.h;
    dom_web_html_text(h, "Round %d is dealt", r->number);
    for (int i = 0; i < r->lot_count; i++)
        dom_web_html_text(h, "; %d draws the lot %d-%d", r->lots[i].seat,
                          dom_tile_high(r->lots[i].tile), dom_tile_low(r->lots[i].tile));
    if (r->start != DOM_NO_TILE)
        dom_web_html_text(h, "; start tile %d-%d", dom_tile_high(r->start), dom_tile_low(r->start));
    if (r->leader != DOM_NOBODY)
        dom_web_html_text(h, "; %d %s leads", r->leader, label_of(line, r->leader));
}

static void put_end(timeline *line, const one_round *r)
{
    static const char *const how[] = {[DOM_END_NONE] = "",
                                      [DOM_END_DOMINO] = "goes out",
                                      [DOM_END_BLOCKED] = "blocks",
                                      [DOM_END_STUCK] = "is stuck"};
    dom_web_html *h = line->page.h;
    if (r->result.by == DOM_NOBODY)
        dom_web_html_text(h, "Nobody %s.", how[r->result.end]);
    else
        dom_web_html_text(h, "%d %s %s.", r->result.by, label_of(line, r->result.by),
                          how[r->result.end]);
    for (int i = 0; i < line->match->seats; i++)
        dom_web_html_text(h, "%s %d %s %+d (%d)", i ? "," : "", i, label_of(line, i),
                          (int)r->result.points[i], (int)r->after[i]);
}

static void put_what(timeline *line, const step *what)
{
    dom_web_html *h = line->page.h;
    switch (what->kind) {
    case STEP_DEAL:
        put_deal(line, &line->rounds[what->round]);
        break;
    case STEP_EVENT:
        put_event(h, what);
        break;
    case STEP_FAULT:
        dom_web_html_text(h, "fault: %s%s", dom_fault_word(what->fault),
                          what->tolerated ? ", tolerated" : "");
        break;
    case STEP_END:
        put_end(line, &line->rounds[what->round]);
        break;
    }
}

/* Returns the kind of a step for data-kind: "deal", "pass", "fault" or "end"; "" for other
 * moves. */
static const char *word_of(const step *what)
{
    static const char *const steps[] = {
        [STEP_DEAL] = "deal", [STEP_EVENT] = "", [STEP_FAULT] = "fault", [STEP_END] = "end"};
    bool is_pass = what->kind == STEP_EVENT && what->event.kind == DOM_EVENT_PASS;
    return is_pass ? "pass" : steps[what->kind];
}

static void put_ends(dom_web_html *h, const step *what)
{
    for (int e = 0; e < what->end_count; e++)
        if (what->ends[e] == DOM_ARM_CLOSED)
            dom_web_html_text(h, "%sx", e ? " " : "");
        else
            dom_web_html_text(h, "%s%d", e ? " " : "", what->ends[e]);
}

/* Writes how many choices there were. Only the seat itself knew. */
static void put_choices(dom_web_html *h, const step *what)
{
    dom_web_html_raw(h, "<td>");
    if (what->kind == STEP_EVENT && what->seat >= 0) {
        dom_web_html_raw(h, "<span");
        dom_web_html_attr(h, "data-seat", "%d", what->seat);
        dom_web_html_raw(h, ">");
        if (what->choices > 1)
            dom_web_html_text(h, "%d", what->choices);
        else
            dom_web_html_raw(h, "forced");
        dom_web_html_raw(h, "</span>");
    }
    dom_web_html_raw(h, "</td>");
}

static void put_times(timeline *line, const step *what)
{
    dom_web_html *h = line->page.h;
    bool is_event = what->kind == STEP_EVENT;
    dom_web_html_raw(h, "<td>");
    if (is_event && what->why == DOM_TABLE_WHY_CHOSEN)
        dom_web_frame_duration(h, what->us);
    dom_web_html_raw(h, "</td>");
    if (line->match->clock->bank_us + line->match->clock->increment_us == 0)
        return;
    dom_web_html_raw(h, "<td>");
    if (is_event && what->why != DOM_TABLE_WHY_FORCED)
        dom_web_frame_duration(h, (double)what->bank_us);
    dom_web_html_raw(h, "</td>");
}

/* Writes one step. Most of a page consists of steps, so to keep it short the cells have no classes;
 * the style sheet selects columns instead. */
static void put_step(timeline *line, int number)
{
    dom_web_html *h = line->page.h;
    const step *what = &line->steps[number - 1];
    dom_web_html_raw(h, "<tr");
    dom_web_html_attr(h, "id", "%d", number);
    if (word_of(what)[0])
        dom_web_html_attr(h, "data-kind", "%s", word_of(what));
    if (what->us > 0)
        dom_web_html_attr(h, "data-us", "%u", what->us);
    dom_web_html_raw(h, "><td><a");
    dom_web_html_attr(h, "href", "#%d", number);
    dom_web_html_raw(h, ">");
    dom_web_html_text(h, "%d", number);
    dom_web_html_raw(h, "</a></td><td>");
    if (what->seat >= 0)
        put_name(line, what->seat);
    dom_web_html_raw(h, "</td><td>");
    put_what(line, what);
    dom_web_html_raw(h, "</td><td>");
    put_ends(h, what);
    dom_web_html_raw(h, "</td><td>");
    dom_web_html_text(h, "%d", what->stock);
    dom_web_html_raw(h, "</td>");
    put_choices(h, what);
    put_times(line, what);
    dom_web_html_raw(h, "</tr>\n");
}

static void put_steps(timeline *line, const one_round *r)
{
    dom_web_html *h = line->page.h;
    dom_web_html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\"");
    dom_web_html_attr(h, "aria-label", "Moves of round %d", r->number);
    dom_web_html_raw(h, "><table class=\"moves\"><thead><tr><th class=\"n\" scope=\"col\">Step</th>"
                        "<th scope=\"col\">Bot</th><th scope=\"col\">Event</th>"
                        "<th scope=\"col\">Ends</th><th class=\"n\" scope=\"col\">Stock</th>"
                        "<th class=\"n\" scope=\"col\">Choices</th>"
                        "<th class=\"n\" scope=\"col\">Time</th>");
    if (line->match->clock->bank_us + line->match->clock->increment_us > 0)
        dom_web_html_raw(h, "<th class=\"n\" scope=\"col\">Bank</th>");
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (int i = r->from; i < r->to; i++)
        put_step(line, i);
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static void put_round(timeline *line, int round)
{
    dom_web_html *h = line->page.h;
    const one_round *r = &line->rounds[round];
    dom_web_html_raw(h, "<section class=\"round\"");
    dom_web_html_attr(h, "data-a", "%d", r->from);
    dom_web_html_attr(h, "data-z", "%d", r->to);
    dom_web_html_raw(h, "><h2>");
    dom_web_html_text(h, "Round %d", r->number);
    dom_web_html_raw(h, "</h2>\n");
    put_table(line, round);
    dom_web_html_raw(h, "<div class=\"hands\">\n");
    for (int seat = 0; seat < line->match->seats; seat++)
        put_hand(line, round, seat);
    dom_web_html_raw(h, "</div>\n");
    put_steps(line, r);
    dom_web_html_raw(h, "</section>\n");
}

/* ---- the rest of the page ---------------------------------------------------------------- */

/* Says how far an open match has come, to the end of the paragraph. */
static void put_progress(timeline *line)
{
    dom_web_html *h = line->page.h;
    const dom_web_match *m = line->match;
    dom_web_html_text(h, ". Round %d is being played; the score is",
                      line->rounds[line->round_count - 1].number);
    for (int i = 0; i < m->seats; i++)
        dom_web_html_text(h, "%s %d %s %d", i ? "," : "", i, label_of(line, i), (int)m->score[i]);
    if (m->turn >= 0) {
        dom_web_html_text(h, "; %d %s is to move since ", m->turn, label_of(line, m->turn));
        dom_web_frame_clock(&line->page, m->asked_ms);
    }
    dom_web_html_raw(h, ".</p>\n");
}

static void put_result(timeline *line)
{
    dom_web_html *h = line->page.h;
    dom_web_html_raw(
        h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Result\"><table>"
           "<thead><tr><th class=\"n\" scope=\"col\">Seat</th><th scope=\"col\">Bot</th>"
           "<th class=\"n\" scope=\"col\">Place</th><th class=\"n\" scope=\"col\">Score</th>"
           "<th class=\"n\" scope=\"col\">Time</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < line->match->seats; i++) {
        dom_web_html_raw(h, "<tr><td class=\"n\">");
        dom_web_html_text(h, "%d", i);
        dom_web_html_raw(h, "</td><th scope=\"row\">");
        dom_web_frame_link(&line->page, "bot", label_of(line, i), label_of(line, i));
        dom_web_html_raw(h, "</th>");
        dom_web_frame_number(h, line->match->place[i], "%d", line->match->place[i]);
        dom_web_frame_number(h, line->match->score[i], "%d", (int)line->match->score[i]);
        dom_web_html_raw(h, "<td class=\"n\">");
        dom_web_frame_duration(h, (double)line->match->time_us[i]);
        dom_web_html_raw(h, "</td></tr>\n");
    }
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static void put_facts(timeline *line)
{
    dom_web_html *h = line->page.h;
    const dom_record_match *r = line->match->record;
    dom_web_html_raw(h, "<p>");
    dom_web_frame_link(&line->page, "leaderboard", r->variant, r->variant);
    dom_web_html_raw(h, " in ");
    dom_web_frame_link(&line->page, "tournament", r->tournament, r->tournament);
    dom_web_html_text(h, ", set %llu, rotation %d, ", (unsigned long long)r->set, r->rotation);
    dom_web_frame_time(&line->page, r->started_ms);
    if (r->is_open) {
        put_progress(line);
        return;
    }
    if (r->end == DOM_FAULT_NONE)
        dom_web_html_raw(h, ". It ended by the rules.");
    else
        dom_web_html_text(h, ". It was ended by a fault of seat %d: %s.", r->fault_seat,
                          dom_fault_word(r->end));
    dom_web_html_raw(h, " To see it in a terminal: <code>");
    dom_web_html_text(h, "domino-arena replay %s/%llu", r->tournament,
                      (unsigned long long)r->match);
    dom_web_html_raw(h, "</code></p>\n");
}

/* Writes links to the matches before and after it, and to those with the same deals. */
static void put_other_matches(timeline *line)
{
    dom_web_html *h = line->page.h;
    const dom_record_match *r = line->match->record;
    dom_web_match_ref ref = {line->match->tournament, r->match};
    const dom_web_match_ref before = {ref.tournament, ref.match - 1},
                            after = {ref.tournament, ref.match + 1};
    dom_web_html_raw(h, "<nav class=\"pager\" aria-label=\"Other matches\">");
    if (before.match > 0 && dom_web_site_has_match(line->page.site, before))
        dom_web_frame_match_link(&line->page, before, "Previous match");
    if (r->match < line->page.site->tournaments[ref.tournament].last_match)
        dom_web_frame_match_link(&line->page, after, "Next match");
    if (line->match->rotations > 1)
        dom_web_html_raw(h, "<span>Same deals, other seats:</span>");
    for (int i = 0; i < line->match->rotations; i++) {
        dom_web_match_ref other = {ref.tournament, ref.match - (uint64_t)r->rotation + (uint64_t)i};
        if (i != r->rotation)
            dom_web_frame_match_link(&line->page, other, NULL);
    }
    dom_web_html_raw(h, "</nav>\n");
}

/* Writes the buttons of the replay. They are hidden unless the script runs. */
static void put_controls(timeline *line)
{
    static const struct {
        const char *act, *text, *name;
    } keys[] = {{"first", "|<", "First step"},     {"back", "<", "Previous step"},
                {"play", "Play", "Play or pause"}, {"on", ">", "Next step"},
                {"last", ">|", "Last step"},       {"pass", "Pass", "Next pass"},
                {"fault", "Fault", "Next fault"},  {"copy", "Copy JSON", "Copy JSON of the match"}};
    dom_web_html *h = line->page.h;
    dom_web_html_raw(h, "<div id=\"controls\" hidden><div class=\"keys\">");
    size_t count = sizeof keys / sizeof *keys - line->match->record->is_open; /* no JSON yet */
    for (size_t i = 0; i < count; i++) {
        dom_web_html_raw(h, "<button type=\"button\" class=\"key\"");
        dom_web_html_attr(h, "data-act", "%s", keys[i].act);
        dom_web_html_attr(h, "aria-label", "%s", keys[i].name);
        dom_web_html_attr(h, "title", "%s", keys[i].name);
        dom_web_html_raw(h, ">");
        dom_web_html_text(h, "%s", keys[i].text);
        dom_web_html_raw(h, "</button>");
    }
    dom_web_html_raw(h, "<label>Hands <select id=\"view\"><option value=\"\">all face up</option>");
    for (int i = 0; i < line->match->seats; i++) {
        dom_web_html_raw(h, "<option");
        dom_web_html_attr(h, "value", "%d", i);
        dom_web_html_raw(h, ">");
        dom_web_html_text(h, "as seat %d saw it", i);
        dom_web_html_raw(h, "</option>");
    }
    dom_web_html_raw(
        h, "</select></label></div>\n<input id=\"scrub\" type=\"range\" min=\"1\" value=\"1\" "
           "aria-label=\"Step\"");
    dom_web_html_attr(h, "max", "%d", now(line));
    dom_web_html_raw(
        h, ">\n<p id=\"say\" role=\"status\"></p>\n<p class=\"hint\"><small>Keys: space plays or "
           "pauses; arrows go one step; Home and End go to the first and last step; p goes to the "
           "next pass, f to the next fault.</small></p></div>\n");
}

static dom_rc put_record(timeline *line, dom_err *err)
{
    char *json;
    dom_rc rc = dom_record_json(line->match->record, DOM_RECORD_WHOLE, &json, err);
    if (rc != DOM_OK)
        return rc;
    dom_web_html_raw(line->page.h, "<script type=\"application/json\" id=\"record\">");
    dom_web_html_json(line->page.h, json);
    dom_web_html_raw(line->page.h, "</script>\n");
    free(json);
    return DOM_OK;
}

static dom_rc put_page(timeline *line, int pip_max, dom_err *err)
{
    char title[128];
    (void)snprintf(title, sizeof title, "%s, match %llu", line->match->record->tournament,
                   (unsigned long long)line->match->record->match);
    dom_web_frame_begin(&line->page, title);
    put_facts(line);
    put_other_matches(line);
    if (!line->match->record->is_open)
        put_result(line);
    dom_web_tile_shapes(line->page.h, pip_max);
    put_controls(line);
    dom_web_html_raw(line->page.h, "<div id=\"replay\">\n");
    for (size_t i = 0; i < line->round_count; i++)
        put_round(line, (int)i);
    dom_web_html_raw(line->page.h, "</div>\n");
    dom_rc rc = line->match->record->is_open ? DOM_OK : put_record(line, err);
    dom_web_frame_end(&line->page);
    return rc;
}

dom_rc dom_web_replay_page(dom_web_html *out, const dom_web_site *site, const dom_web_match *match,
                           dom_err *err)
{
    timeline line = {
        .match = match,
        .page = {.h = out, .site = site, .depth = 2, .is_fixed = !match->record->is_open}};
    dom_table *table = malloc(sizeof *table);
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        line.bank_us[i] = match->clock->bank_us;
    dom_rc rc = table ? dom_record_replay(match->record, table, take_effect, &line, err) : DOM_OK;
    if (table == NULL || line.has_failed)
        rc = dom_err_no_memory(err);
    if (rc == DOM_OK) {
        close_ends(&line);
        rc = put_page(&line, match->record->options->set_max, err);
    }
    free(table);
    free(line.steps);
    free(line.placed);
    free(line.in_hands);
    free(line.rounds);
    return rc;
}
