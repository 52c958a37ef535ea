/* The same round in all matches of a duplicate set: the same deal, played by other bots. */
#include "replay_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns the round of a match that has the same deal as the round of the page, or NULL if the
 * match ended before it. */
static const dom_web_round *round_of(const dom_web_round_page *p, const dom_web_timeline *line)
{
    return (size_t)p->round < line->round_count ? &line->rounds[p->round] : NULL;
}

/* ---- differences ---------------------------------------------------------------- */

static bool is_same_event(const dom_event *a, const dom_event *b)
{
    return a->kind == b->kind && a->tile == b->tile && a->end == b->end && a->down == b->down;
}

static bool is_same_step(const dom_web_step *a, const dom_web_step *b)
{
    return a->effect.kind == b->effect.kind && a->seat == b->seat &&
           is_same_event(&a->effect.event, &b->effect.event) && a->effect.fault == b->effect.fault;
}

/* Returns true if step `number` of another match differs from the step at the same place of this
 * round. */
static bool differs(const dom_web_round_page *p, const dom_web_timeline *line,
                    const dom_web_round *r, int number)
{
    const dom_web_round *own = &p->line->rounds[p->round];
    int same = own->from + number - r->from;
    return same >= own->to || !is_same_step(&p->line->steps[same - 1], &line->steps[number - 1]);
}

/* Returns how much more the action of another match at its step `number` was worth in this match;
 * 0 if that is not known. Up to there the seat saw the same in both. */
static double more_worth(const dom_web_round_page *p, const dom_web_step *other, int own)
{
    const dom_analysis_match *m = p->line->match->values;
    const dom_analysis_choice *c = m ? dom_analysis_choice_at(m, (uint32_t)own) : NULL;
    if (!c || other->effect.kind != DOM_TABLE_FX_EVENT || other->seat != c->seat)
        return 0;
    for (uint32_t i = c->first; i < c->first + c->actions; i++)
        if (memcmp(&m->action[i], &other->effect.action, sizeof m->action[i]) == 0)
            return m->value[i] - m->value[c->first + c->taken];
    return 0;
}

/* Writes ", where the choice is worth 2.5 points less", if it is known. */
static void put_worth(dom_web_html *h, double more)
{
    if (more != 0)
        dom_web_html_put(h, ", where the choice is worth %.1f points %s", fabs(more),
                         more > 0 ? "more" : "less");
}

void dom_web_replay_put_difference(dom_web_round_page *p, const dom_web_timeline *line,
                                   bool is_beside)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &line->rounds[p->round];
    int number = r->from;
    while (number < r->to && !differs(p, line, r, number))
        number++;
    int own = p->line->rounds[p->round].from + number - r->from;
    if (number == r->to) {
        dom_web_html_raw(h, "The same moves.");
        return;
    }
    if (is_beside)
        dom_web_html_put(h, "Differs from <a href=\"#%d&amp;beside\">step %d</a> on", own, own);
    else
        dom_web_html_put(h, "Differs from step %d on", number);
    put_worth(h, more_worth(p, &line->steps[number - 1], own));
    dom_web_html_raw(h, ".");
}

const dom_web_timeline *dom_web_replay_other(const dom_web_round_page *p)
{
    const dom_web_replay *replay = p->replay;
    for (int n = 1; n < replay->count; n++) {
        const dom_web_timeline *line = &replay->lines[(replay->shown + n) % replay->count];
        if (round_of(p, line))
            return line;
    }
    return NULL;
}

/* ---- moves ---------------------------------------------------------------------- */

static bool is_event(const dom_web_step *what, dom_event_kind kind)
{
    return what->effect.kind == DOM_TABLE_FX_EVENT && what->effect.event.kind == kind;
}

/* Returns true if two steps are written in one line: passes, and draws of one seat. */
static bool is_continued(const dom_web_step *what, const dom_web_step *next)
{
    return (is_event(what, DOM_EVENT_PASS) && is_event(next, DOM_EVENT_PASS)) ||
           (is_event(what, DOM_EVENT_DRAW) && is_event(next, DOM_EVENT_DRAW) &&
            what->seat == next->seat);
}

static void put_passes(dom_web_round_page *p, const dom_web_timeline *line, int from, int to)
{
    if (to - from == 1)
        dom_web_replay_name(p, line->match, line->steps[from - 1].seat);
    for (int i = from; to - from > 1 && i < to; i++)
        dom_web_html_put(p->frame.h, "%s%d", i > from ? ", " : "", line->steps[i - 1].seat);
    dom_web_html_raw(p->frame.h, " pass");
    if (to - from == 1)
        dom_web_html_raw(p->frame.h, "es");
}

static void put_draws(dom_web_round_page *p, const dom_web_timeline *line, int from, int to)
{
    dom_web_replay_name(p, line->match, line->steps[from - 1].seat);
    dom_web_html_raw(p->frame.h, " draws");
    for (int i = from; i < to; i++) {
        dom_tile tile = line->steps[i - 1].effect.event.tile;
        dom_web_html_put(p->frame.h, "%s %d-%d", i > from ? "," : "", dom_tile_high(tile),
                         dom_tile_low(tile));
    }
}

static void put_play(dom_web_round_page *p, const dom_web_timeline *line, const dom_web_step *what)
{
    static const char ends[DOM_ENDS_MAX] = {'L', 'R', 'U', 'D'};
    const dom_event *e = &what->effect.event;
    dom_web_replay_name(p, line->match, what->seat);
    dom_web_html_put(p->frame.h, " %d-%d", dom_tile_high(e->tile), dom_tile_low(e->tile));
    if (e->kind == DOM_EVENT_PLAY)
        dom_web_html_put(p->frame.h, " %c%s", ends[e->end], e->down ? ", face down" : "");
}

/* Writes the steps `from` to `to` - 1, which are one line. */
static void put_line(dom_web_round_page *p, const dom_web_timeline *line, int from, int to)
{
    const dom_web_step *what = &line->steps[from - 1];
    if (is_event(what, DOM_EVENT_PASS)) {
        put_passes(p, line, from, to);
    } else if (is_event(what, DOM_EVENT_DRAW)) {
        put_draws(p, line, from, to);
    } else if (what->effect.kind == DOM_TABLE_FX_FAULT) {
        dom_web_replay_name(p, line->match, what->seat);
        dom_web_html_put(p->frame.h, ": %s", dom_fault_word(what->effect.fault));
    } else {
        put_play(p, line, what);
    }
}

void dom_web_replay_moves(dom_web_round_page *p, const dom_web_timeline *line,
                          const dom_web_round *r)
{
    dom_web_html *h = p->frame.h;
    const int last = r->is_counted ? r->to - 1 : r->to;
    dom_web_html_put(h, "<ol start=\"%d\">\n", r->from + 1);
    for (int from = r->from + 1, to = 0; from < last; from = to) {
        bool is_other = differs(p, line, r, from);
        for (to = from + 1; to < last && is_continued(&line->steps[to - 2], &line->steps[to - 1]);
             to++)
            is_other |= differs(p, line, r, to);
        dom_web_html_put(h, "<li value=\"%d\"", from);
        if (is_other)
            dom_web_html_raw(h, " class=\"other\"");
        dom_web_html_raw(h, ">");
        put_line(p, line, from, to);
        dom_web_html_raw(h, "</li>\n");
    }
    dom_web_html_raw(h, "</ol>\n");
}

/* ---- columns -------------------------------------------------------------------- */

static void put_match(dom_web_round_page *p, const dom_web_match *match)
{
    dom_web_html *h = p->frame.h;
    dom_web_html_raw(h, "<p>Match:");
    for (int i = 0; i < match->seats; i++) {
        dom_web_html_raw(h, " ");
        dom_web_replay_name(p, match, i);
        dom_web_html_put(h, " %d (place %d)%s", (int)match->score[i], match->place[i],
                         i + 1 < match->seats ? "," : ".");
    }
    if (match->record->end != DOM_FAULT_NONE) {
        dom_web_html_raw(h, " ");
        dom_web_replay_fault_end(&p->frame, match);
    }
    dom_web_html_raw(h, "</p>\n");
}

static void put_round(dom_web_round_page *p, const dom_web_timeline *line, const dom_web_round *r)
{
    dom_web_html_raw(p->frame.h, "<p><small>");
    if (line == p->line)
        dom_web_html_raw(p->frame.h, "The match above.");
    else
        dom_web_replay_put_difference(p, line, false);
    dom_web_html_raw(p->frame.h, "</small></p>\n");
    dom_web_replay_moves(p, line, r);
    dom_web_html_raw(p->frame.h, "<p>");
    if (r->is_counted)
        dom_web_replay_round_end(p, line->match, r);
    else
        dom_web_html_raw(p->frame.h, "A fault ended the round.");
    dom_web_html_raw(p->frame.h, "</p>\n");
}

/* Says why a match has no such round. */
static void put_missing(dom_web_html *h, const dom_web_timeline *line)
{
    dom_web_html_raw(h, "<p>");
    if (line->round_count > 0)
        dom_web_html_put(h, "It ended after round %zu.", line->round_count);
    else
        dom_web_html_raw(h, "It cannot be replayed.");
    dom_web_html_raw(h, "</p>\n");
}

static void put_column(dom_web_round_page *p, const dom_web_match *match,
                       const dom_web_timeline *line)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = round_of(p, line);
    char text[32];
    (void)snprintf(text, sizeof text, "Match %llu", (unsigned long long)match->record->match);
    dom_web_html_raw(h, "<section><h3>");
    if (line == p->line)
        dom_web_html_put(h, "%s", text);
    else
        dom_web_frame_round_link(&p->frame,
                                 (dom_web_match_ref){match->tournament, match->record->match},
                                 r ? (uint32_t)p->round + 1 : 1, text);
    dom_web_html_raw(h, "</h3>\n");
    if (r)
        put_round(p, line, r);
    else
        put_missing(h, line);
    put_match(p, match);
    dom_web_html_raw(h, "</section>\n");
}

void dom_web_replay_set(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_replay *replay = p->replay;
    if (replay->count < 2)
        return;
    dom_web_html_raw(h, "<h2>The same deal in every match of the set</h2>\n"
                        "<div class=\"wide set\" tabindex=\"0\" role=\"region\" "
                        "aria-label=\"The same deal in every match of the set\">\n");
    put_column(p, &replay->set[replay->shown], p->line);
    for (int i = 0; i < replay->count; i++)
        if (i != replay->shown)
            put_column(p, &replay->set[i], &replay->lines[i]);
    dom_web_html_raw(h, "</div>\n");
}
