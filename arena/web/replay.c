#include "web/replay.h"

#include "frame.h"
#include "tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happened, collected ---------------------------------------------------- */

typedef enum { STEP_DEAL, STEP_EVENT, STEP_FAULT, STEP_END } step_kind;

typedef struct {
    step_kind kind;
    int round; /* index                                                        */
    int8_t seat;
    dom_event event;
    dom_why why;
    uint32_t us;
    dom_fault fault;
    bool tolerated;
    int end_count;
    int8_t ends[DOM_ENDS_MAX];
    int stock;
    int64_t bank_us;
} step;

/* A tile on the table. */
typedef struct {
    int round, from;
    web_place place;
    bool is_down;
} laid;

/* A tile in a hand. */
typedef struct {
    int round, seat, from, to;
    dom_tile tile;
} held;

typedef struct {
    int number, from, to; /* steps; those of `to` are of the next one          */
    int8_t leader;
    dom_tile start;
    uint8_t lot_count;
    dom_lot lots[DOM_LOTS_MAX];
    web_layout layout;
    int32_t before[DOM_SEATS_MAX]; /* scores                                   */
    bool is_counted;               /* it ended by the rules                    */
    dom_round_result result;
    int32_t after[DOM_SEATS_MAX];
} one_round;

typedef struct {
    const web_match *match;
    web_page_of page;
    step *steps;
    laid *laid;
    held *held;
    one_round *rounds;
    size_t step_count, laid_count, held_count, round_count;
    bool has_failed; /* memory ran out                                         */
    int64_t bank_us[DOM_SEATS_MAX];
} story;

/* Room for one more in a list whose room is the next power of two; NULL when out of
 * memory. */
static void *more(story *s, void *list, size_t *count, size_t size)
{
    void **items = list;
    if (!s->has_failed && (*count & (*count - 1)) == 0) {
        void *grown = realloc(*items, (*count ? 2 * *count : 1) * size);
        s->has_failed = grown == NULL;
        *items = grown ? grown : *items;
    }
    return s->has_failed ? NULL : memset((char *)*items + (*count)++ * size, 0, size);
}

/* The number of the newest step. */
static int now(const story *s)
{
    return (int)s->step_count;
}

static void add_step(story *s, const dom_match *m, step what)
{
    step *new = more(s, &s->steps, &s->step_count, sizeof *new);
    if (new == NULL)
        return;
    what.round = (int)s->round_count - 1;
    what.end_count = m->play.end_count;
    memcpy(what.ends, m->play.ends, sizeof what.ends);
    what.stock = dom_tileset_count(m->play.stock);
    *new = what;
}

static void hold(story *s, int seat, dom_tile tile)
{
    held *new = more(s, &s->held, &s->held_count, sizeof *new);
    if (new)
        *new = (held){(int)s->round_count - 1, seat, now(s), -1, tile};
}

static void lay(story *s, web_place place, bool is_down)
{
    laid *new = more(s, &s->laid, &s->laid_count, sizeof *new);
    if (new)
        *new = (laid){(int)s->round_count - 1, now(s), place, is_down};
}

static void let_go(story *s, dom_tile tile)
{
    for (size_t i = s->held_count; i-- > 0 && s->held[i].round == (int)s->round_count - 1;)
        if (s->held[i].tile == tile && s->held[i].to < 0)
            s->held[i].to = now(s);
}

static void lead(story *s, one_round *r, const dom_match *m, dom_tile tile)
{
    lay(s,
        web_layout_lead(&r->layout, m->play.end_count, m->options.set_max, dom_tile_high(tile),
                        dom_tile_low(tile)),
        false);
}

static void take_deal(story *s, const dom_match *m)
{
    one_round *r = more(s, &s->rounds, &s->round_count, sizeof *r);
    add_step(s, m, (step){.kind = STEP_DEAL, .seat = DOM_NOBODY});
    if (s->has_failed)
        return;
    *r = (one_round){.number = m->round,
                     .from = now(s),
                     .leader = m->play.leader,
                     .start = m->deal.start,
                     .lot_count = m->deal.lot_count};
    memcpy(r->lots, m->deal.lots, sizeof r->lots);
    memcpy(r->before, m->score, sizeof r->before);
    for (int seat = 0; seat < s->match->seats; seat++)
        for (dom_tile t = dom_tileset_next(m->deal.hand[seat], 0); t != DOM_NO_TILE;
             t = dom_tileset_next(m->deal.hand[seat], t + 1))
            hold(s, seat, t);
    if (m->deal.start != DOM_NO_TILE)
        lead(s, r, m, m->deal.start);
}

/* The half towards the line is the one that does not show at the end now. */
static void play(story *s, one_round *r, const dom_match *m, const dom_event *e)
{
    int far = e->down ? dom_tile_high(e->tile) : m->play.ends[e->end];
    int near = dom_tile_high(e->tile) == far ? dom_tile_low(e->tile) : dom_tile_high(e->tile);
    lay(s, web_layout_play(&r->layout, e->end, near, far), e->down != 0);
}

static void take_event(story *s, const dom_match *m, const dom_effect *effect)
{
    const dom_event *e = &effect->event;
    int64_t *bank_us = &s->bank_us[effect->seat];
    *bank_us = dom_clock_bank_after(s->match->clock, *bank_us, effect);
    add_step(s, m,
             (step){.kind = STEP_EVENT,
                    .seat = e->seat,
                    .event = *e,
                    .why = effect->why,
                    .us = effect->us,
                    .fault = effect->fault,
                    .bank_us = *bank_us});
    if (s->has_failed)
        return;
    one_round *r = &s->rounds[s->round_count - 1];
    if (e->kind == DOM_EVENT_DRAW)
        hold(s, e->seat, e->tile);
    if (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY)
        let_go(s, e->tile);
    if (e->kind == DOM_EVENT_LEAD)
        lead(s, r, m, e->tile);
    if (e->kind == DOM_EVENT_PLAY)
        play(s, r, m, e);
}

static void take_round(story *s, const dom_match *m)
{
    add_step(s, m, (step){.kind = STEP_END, .seat = DOM_NOBODY});
    if (s->has_failed)
        return;
    one_round *r = &s->rounds[s->round_count - 1];
    r->is_counted = true;
    r->result = m->last;
    memcpy(r->after, m->score, sizeof r->after);
}

static void take_effect(void *context, const dom_table *table, const dom_effect *effect)
{
    story *s = context;
    const dom_match *m = &table->match;
    switch (effect->kind) {
    case DOM_FX_DEAL:
        take_deal(s, m);
        break;
    case DOM_FX_EVENT:
        take_event(s, m, effect);
        break;
    case DOM_FX_ROUND:
        take_round(s, m);
        break;
    case DOM_FX_FAULT:
        add_step(s, m,
                 (step){.kind = STEP_FAULT,
                        .seat = (int8_t)effect->seat,
                        .fault = effect->fault,
                        .tolerated = effect->tolerated});
        break;
    case DOM_FX_ASK:
    case DOM_FX_SETTLED:
        break;
    }
}

/* Rounds and tiles that were still there at the end stay for ever after. */
static void close_ends(story *s)
{
    for (size_t i = 0; i < s->round_count; i++)
        s->rounds[i].to = i + 1 < s->round_count ? s->rounds[i + 1].from : now(s) + 1;
    for (size_t i = 0; i < s->held_count; i++)
        if (s->held[i].to < 0)
            s->held[i].to = s->rounds[s->held[i].round].to;
}

/* ---- drawn ------------------------------------------------------------------------ */

static const char *label_of(const story *s, int seat)
{
    return s->page.site->bots[s->match->bot[seat]].label;
}

static void put_name(story *s, int seat)
{
    html_text(s->page.h, "%d %s", seat, label_of(s, seat));
}

static void put_table(story *s, int round)
{
    html *h = s->page.h;
    const web_layout *l = &s->rounds[round].layout;
    if (l->ends == 0)
        return;
    html_raw(h, "<div class=\"cloth\"><svg role=\"img\"");
    html_attr(h, "aria-label", "The tiles on the table in round %d", s->rounds[round].number);
    html_attr(h, "viewBox", "%d %d %d %d", 10 * l->left - 10, 10 * l->top - 10,
              10 * (l->right - l->left) + 20, 10 * (l->bottom - l->top) + 20);
    html_attr(h, "width", "%d", 15 * (l->right - l->left) + 30);
    html_raw(h, ">\n");
    for (size_t i = 0; i < s->laid_count; i++)
        if (s->laid[i].round == round)
            tile_laid(h, &s->laid[i].place, s->laid[i].is_down, s->laid[i].from);
    html_raw(h, "</svg></div>\n");
}

static void put_hand(story *s, int round, int seat)
{
    html *h = s->page.h;
    html_raw(h, "<div class=\"hand\"");
    html_attr(h, "data-seat", "%d", seat);
    html_raw(h, "><h3>");
    put_name(s, seat);
    html_raw(h, " <small>");
    html_text(h, "%d points", (int)s->rounds[round].before[seat]);
    html_raw(h, "</small> <small class=\"clock\"></small></h3><div class=\"tiles\">");
    for (size_t i = 0; i < s->held_count; i++)
        if (s->held[i].round == round && s->held[i].seat == seat)
            tile_held(h, s->held[i].tile, s->held[i].from, s->held[i].to);
    html_raw(h, "</div></div>\n");
}

/* ---- told --------------------------------------------------------------------------- */

/* A tile that only its seat saw. */
static void put_hidden(html *h, dom_tile tile, int seat)
{
    html_raw(h, "<span");
    html_attr(h, "data-seat", "%d", seat);
    html_raw(h, ">");
    html_text(h, "%d-%d", dom_tile_high(tile), dom_tile_low(tile));
    html_raw(h, "</span><span>a tile</span>");
}

static void put_event(html *h, const step *what)
{
    const dom_event *e = &what->event;
    int high = e->kind == DOM_EVENT_PASS ? 0 : dom_tile_high(e->tile);
    int low = e->kind == DOM_EVENT_PASS ? 0 : dom_tile_low(e->tile);
    switch ((dom_event_kind)e->kind) {
    case DOM_EVENT_LEAD:
        html_text(h, "leads %d-%d", high, low);
        break;
    case DOM_EVENT_PLAY:
        html_text(h, "plays %d-%d on end %d%s", high, low, e->end, e->down ? ", face down" : "");
        break;
    case DOM_EVENT_DRAW:
        html_raw(h, "draws ");
        put_hidden(h, e->tile, e->seat);
        break;
    case DOM_EVENT_PASS:
        html_raw(h, "passes");
        break;
    case DOM_EVENT_START:
    case DOM_EVENT_LOT:
        break;
    }
    if (what->why == DOM_WHY_SUBSTITUTED)
        html_text(h, ", put in for a tolerated %s", dom_fault_word(what->fault));
}

static void put_deal(story *s, const one_round *r)
{
    html *h = s->page.h;
    html_text(h, "Round %d is dealt", r->number);
    for (int i = 0; i < r->lot_count; i++)
        html_text(h, "; %d draws the lot %d-%d", r->lots[i].seat, dom_tile_high(r->lots[i].tile),
                  dom_tile_low(r->lots[i].tile));
    if (r->start != DOM_NO_TILE)
        html_text(h, "; start tile %d-%d", dom_tile_high(r->start), dom_tile_low(r->start));
    if (r->leader != DOM_NOBODY)
        html_text(h, "; %d %s leads", r->leader, label_of(s, r->leader));
}

static void put_end(story *s, const one_round *r)
{
    static const char *const how[] = {[DOM_END_NONE] = "",
                                      [DOM_END_DOMINO] = "goes out",
                                      [DOM_END_BLOCKED] = "blocks",
                                      [DOM_END_STUCK] = "is stuck"};
    html *h = s->page.h;
    if (r->result.by == DOM_NOBODY)
        html_text(h, "Nobody %s.", how[r->result.end]);
    else
        html_text(h, "%d %s %s.", r->result.by, label_of(s, r->result.by), how[r->result.end]);
    for (int i = 0; i < s->match->seats; i++)
        html_text(h, "%s %d %s %+d (%d)", i ? "," : "", i, label_of(s, i), (int)r->result.points[i],
                  (int)r->after[i]);
}

static void put_what(story *s, const step *what)
{
    html *h = s->page.h;
    switch (what->kind) {
    case STEP_DEAL:
        put_deal(s, &s->rounds[what->round]);
        break;
    case STEP_EVENT:
        put_event(h, what);
        break;
    case STEP_FAULT:
        html_text(h, "fault: %s%s", dom_fault_word(what->fault),
                  what->tolerated ? ", tolerated" : "");
        break;
    case STEP_END:
        put_end(s, &s->rounds[what->round]);
        break;
    }
}

/* What the reader looks for, and what is not a move; "" for all else. */
static const char *word_of(const step *what)
{
    static const char *const steps[] = {
        [STEP_DEAL] = "deal", [STEP_EVENT] = "", [STEP_FAULT] = "fault", [STEP_END] = "end"};
    bool is_pass = what->kind == STEP_EVENT && what->event.kind == DOM_EVENT_PASS;
    return is_pass ? "pass" : steps[what->kind];
}

static void put_ends(html *h, const step *what)
{
    for (int e = 0; e < what->end_count; e++)
        if (what->ends[e] == DOM_ARM_CLOSED)
            html_text(h, "%sx", e ? " " : "");
        else
            html_text(h, "%s%d", e ? " " : "", what->ends[e]);
}

static void put_times(story *s, const step *what)
{
    html *h = s->page.h;
    bool is_event = what->kind == STEP_EVENT;
    html_raw(h, "<td>");
    if (is_event && what->why == DOM_WHY_CHOSEN)
        frame_duration(h, what->us);
    html_raw(h, "</td>");
    if (s->match->clock->bank_us + s->match->clock->increment_us == 0)
        return;
    html_raw(h, "<td>");
    if (is_event && what->why != DOM_WHY_FORCED)
        frame_duration(h, (double)what->bank_us);
    html_raw(h, "</td>");
}

/* Nearly all of a page are steps, so cells have no classes: columns have their style. */
static void put_step(story *s, int number)
{
    html *h = s->page.h;
    const step *what = &s->steps[number - 1];
    html_raw(h, "<tr");
    html_attr(h, "id", "%d", number);
    if (word_of(what)[0])
        html_attr(h, "data-kind", "%s", word_of(what));
    if (what->us > 0)
        html_attr(h, "data-us", "%u", what->us);
    html_raw(h, "><td><a");
    html_attr(h, "href", "#%d", number);
    html_raw(h, ">");
    html_text(h, "%d", number);
    html_raw(h, "</a></td><td>");
    if (what->seat >= 0)
        put_name(s, what->seat);
    html_raw(h, "</td><td>");
    put_what(s, what);
    html_raw(h, "</td><td>");
    put_ends(h, what);
    html_raw(h, "</td><td>");
    html_text(h, "%d", what->stock);
    html_raw(h, "</td>");
    put_times(s, what);
    html_raw(h, "</tr>\n");
}

static void put_steps(story *s, const one_round *r)
{
    html *h = s->page.h;
    html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\"");
    html_attr(h, "aria-label", "Moves of round %d", r->number);
    html_raw(h, "><table class=\"moves\"><thead><tr><th class=\"n\" scope=\"col\">Step</th>"
                "<th scope=\"col\">Bot</th><th scope=\"col\">What</th>"
                "<th scope=\"col\">Ends</th><th class=\"n\" scope=\"col\">Stock</th>"
                "<th class=\"n\" scope=\"col\">Time</th>");
    if (s->match->clock->bank_us + s->match->clock->increment_us > 0)
        html_raw(h, "<th class=\"n\" scope=\"col\">Bank</th>");
    html_raw(h, "</tr></thead>\n<tbody>\n");
    for (int i = r->from; i < r->to; i++)
        put_step(s, i);
    html_raw(h, "</tbody></table></div>\n");
}

static void put_round(story *s, int round)
{
    html *h = s->page.h;
    const one_round *r = &s->rounds[round];
    html_raw(h, "<section class=\"round\"");
    html_attr(h, "data-a", "%d", r->from);
    html_attr(h, "data-z", "%d", r->to);
    html_raw(h, "><h2>");
    html_text(h, "Round %d", r->number);
    html_raw(h, "</h2>\n");
    put_table(s, round);
    html_raw(h, "<div class=\"hands\">\n");
    for (int seat = 0; seat < s->match->seats; seat++)
        put_hand(s, round, seat);
    html_raw(h, "</div>\n");
    put_steps(s, r);
    html_raw(h, "</section>\n");
}

/* ---- around it -------------------------------------------------------------------------- */

static void put_result(story *s)
{
    html *h = s->page.h;
    html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Result\"><table>"
                "<thead><tr><th class=\"n\" scope=\"col\">Seat</th><th scope=\"col\">Bot</th>"
                "<th class=\"n\" scope=\"col\">Place</th><th class=\"n\" scope=\"col\">Score</th>"
                "<th class=\"n\" scope=\"col\">Time</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < s->match->seats; i++) {
        html_raw(h, "<tr><td class=\"n\">");
        html_text(h, "%d", i);
        html_raw(h, "</td><th scope=\"row\">");
        frame_link(&s->page, "bot", label_of(s, i), label_of(s, i));
        html_raw(h, "</th>");
        frame_number(h, s->match->place[i], "%d", s->match->place[i]);
        frame_number(h, s->match->score[i], "%d", (int)s->match->score[i]);
        html_raw(h, "<td class=\"n\">");
        frame_duration(h, (double)s->match->time_us[i]);
        html_raw(h, "</td></tr>\n");
    }
    html_raw(h, "</tbody></table></div>\n");
}

static void put_facts(story *s)
{
    html *h = s->page.h;
    const dom_record *r = s->match->record;
    html_raw(h, "<p>");
    frame_link(&s->page, "leaderboard", r->variant, r->variant);
    html_raw(h, " in ");
    frame_link(&s->page, "tournament", r->tournament, r->tournament);
    html_text(h, ", set %llu, rotation %d, ", (unsigned long long)r->set, r->rotation);
    frame_time(&s->page, r->started_ms);
    if (r->end == DOM_FAULT_NONE)
        html_raw(h, ". It ended by the rules.");
    else
        html_text(h, ". It was ended by a fault of seat %d: %s.", r->fault_seat,
                  dom_fault_word(r->end));
    html_raw(h, " In the terminal: <code>");
    html_text(h, "domino-arena replay %s/%llu", r->tournament, (unsigned long long)r->match);
    html_raw(h, "</code></p>\n");
}

/* What the script drives; hidden without one. */
static void put_controls(story *s)
{
    static const struct {
        const char *act, *text, *name;
    } keys[] = {{"first", "|<", "First step"},     {"back", "<", "Step back"},
                {"play", "Play", "Play or pause"}, {"on", ">", "Step on"},
                {"last", ">|", "Last step"},       {"pass", "Pass", "Next pass"},
                {"fault", "Fault", "Next fault"},  {"copy", "Copy JSON", "Copy JSON of the match"}};
    html *h = s->page.h;
    html_raw(h, "<div id=\"controls\" hidden><div class=\"keys\">");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        html_raw(h, "<button type=\"button\" class=\"key\"");
        html_attr(h, "data-act", "%s", keys[i].act);
        html_attr(h, "aria-label", "%s", keys[i].name);
        html_attr(h, "title", "%s", keys[i].name);
        html_raw(h, ">");
        html_text(h, "%s", keys[i].text);
        html_raw(h, "</button>");
    }
    html_raw(h, "<label>Hands <select id=\"view\"><option value=\"\">all face up</option>");
    for (int i = 0; i < s->match->seats; i++) {
        html_raw(h, "<option");
        html_attr(h, "value", "%d", i);
        html_raw(h, ">");
        html_text(h, "as seat %d saw it", i);
        html_raw(h, "</option>");
    }
    html_raw(h, "</select></label></div>\n<input id=\"scrub\" type=\"range\" min=\"1\" value=\"1\" "
                "aria-label=\"Step\"");
    html_attr(h, "max", "%d", now(s));
    html_raw(h,
             ">\n<p id=\"say\" role=\"status\"></p>\n<p class=\"hint\"><small>Keys: space plays, "
             "arrows step, Home and End, p next pass, f next fault.</small></p></div>\n");
}

static dom_rc put_record(story *s, dom_err *err)
{
    char *json;
    dom_rc rc = dom_record_json(s->match->record, DOM_RECORD_WHOLE, &json, err);
    if (rc != DOM_OK)
        return rc;
    html_raw(s->page.h, "<script type=\"application/json\" id=\"record\">");
    html_json(s->page.h, json);
    html_raw(s->page.h, "</script>\n");
    free(json);
    return DOM_OK;
}

static dom_rc put_page(story *s, int pip_max, dom_err *err)
{
    char title[128];
    (void)snprintf(title, sizeof title, "%s, match %llu", s->match->record->tournament,
                   (unsigned long long)s->match->record->match);
    frame_begin(&s->page, title);
    put_facts(s);
    put_result(s);
    tile_shapes(s->page.h, pip_max);
    put_controls(s);
    html_raw(s->page.h, "<div id=\"replay\">\n");
    for (size_t i = 0; i < s->round_count; i++)
        put_round(s, (int)i);
    html_raw(s->page.h, "</div>\n");
    dom_rc rc = put_record(s, err);
    frame_end(&s->page);
    return rc;
}

dom_rc web_replay_page(html *out, const web_site *site, const web_match *match, dom_err *err)
{
    story s = {.match = match, .page = {.h = out, .site = site, .depth = 2, .is_fixed = true}};
    dom_table *table = malloc(sizeof *table);
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        s.bank_us[i] = match->clock->bank_us;
    dom_rc rc = table ? dom_record_replay(match->record, table, take_effect, &s, err) : DOM_OK;
    if (table == NULL || s.has_failed)
        rc = dom_err_set(err, DOM_E_NOMEM, "out of memory");
    if (rc == DOM_OK) {
        close_ends(&s);
        rc = put_page(&s, match->record->options->set_max, err);
    }
    free(table);
    free(s.steps);
    free(s.laid);
    free(s.held);
    free(s.rounds);
    return rc;
}
