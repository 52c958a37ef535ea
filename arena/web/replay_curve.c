/* The curve of a round: what each seat could expect of it, from before the deal to its result. */
#include "replay_parts.h"

#include <math.h>

enum { WIDTH = 720, HEIGHT = 220, LEFT = 56, RIGHT = 10, TOP = 10, BOTTOM = 24, MARKS_MAX = 3 };

typedef struct {
    dom_web_html *h;
    const dom_web_timeline *line;
    const dom_web_round *round;
    double most; /* points, at the upper edge; at the lower edge it is the same below 0 */
} curve;

static double x_of(const curve *d, int step)
{
    int last = d->round->to - 1;
    double share =
        last > d->round->from ? (double)(step - d->round->from) / (last - d->round->from) : 1;
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double y_of(const curve *d, double points)
{
    double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
    return middle - points / d->most * (middle - TOP);
}

static double of_action(const dom_analysis_match *m, const dom_analysis_choice *c)
{
    return m->value[c->first + c->taken];
}

/* Returns the next choice of the round from index *i on, or NULL. `seat` -1 stands for all. */
static const dom_analysis_choice *next_choice(const curve *d, int seat, size_t *i)
{
    const dom_analysis_match *m = d->line->match->values;
    while (*i < m->choice_count) {
        const dom_analysis_choice *c = &m->choice[(*i)++];
        if (c->round == d->round->number && (seat < 0 || c->seat == seat))
            return c;
    }
    return NULL;
}

/* ---- the scale ------------------------------------------------------------------ */

static void widen(curve *d, double points)
{
    d->most = fmax(d->most, fabs(points));
}

static bool has_expected(const curve *d, int step)
{
    const dom_web_step *s = &d->line->steps[step - 1];
    return s->effect.kind == DOM_TABLE_FX_EVENT && s->info.has_expected;
}

static double expected_at(const curve *d, int step)
{
    return d->line->steps[step - 1].info.expected / 1000.0;
}

/* Makes room for all values. What bots say gets no room of its own: they may say anything. */
static void widen_to_all(curve *d)
{
    const dom_analysis_match *m = d->line->match->values;
    const dom_analysis_choice *c;
    for (size_t i = 0; (c = next_choice(d, -1, &i)) != NULL;) {
        widen(d, c->of_choice);
        widen(d, of_action(m, c));
    }
    for (size_t i = 0; i < m->round_count; i++)
        if (m->round[i].round == d->round->number) {
            widen(d, m->round[i].expectation);
            widen(d, m->round[i].result);
        }
}

static void put_mark(curve *d, int points)
{
    dom_web_html_put(d->h,
                     "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
                     "<text text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s%d</text>",
                     (int)LEFT, y_of(d, points), WIDTH - RIGHT, LEFT - 6, y_of(d, points) + 4,
                     points > 0 ? "+" : "", points);
}

/* Draws marks at round numbers, at most MARKS_MAX above 0 and as many below. */
static void put_axis(curve *d)
{
    int step = 1;
    for (int i = 0; d->most / step >= MARKS_MAX + 1; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2; /* 1, 2, 5, 10, 20, 50 ... */
    for (int points = -(int)(d->most / step) * step; points <= d->most; points += step)
        put_mark(d, points);
    dom_web_html_put(d->h,
                     "<text y=\"214\" x=\"%d\">%d</text><text text-anchor=\"middle\" y=\"214\" "
                     "x=\"383\">step</text><text text-anchor=\"end\" y=\"214\" x=\"%d\">%d</text>\n"
                     "<path class=\"now off\" data-x=\"%d\" data-width=\"%d\" d=\"M0 %dV%d\"/>\n",
                     (int)LEFT, d->round->from, WIDTH - RIGHT, d->round->to - 1, (int)LEFT,
                     WIDTH - LEFT - RIGHT, (int)TOP, HEIGHT - BOTTOM);
}

/* ---- a seat --------------------------------------------------------------------- */

static void put_point(curve *d, int step, double points)
{
    dom_web_html_put(d->h, " %.1f,%.1f", x_of(d, step), y_of(d, points));
}

static void put_line(curve *d, const dom_analysis_round *r)
{
    const dom_analysis_choice *c;
    dom_web_html_raw(d->h, "<polyline points=\"");
    put_point(d, d->round->from, r->expectation);
    for (size_t i = 0; (c = next_choice(d, r->seat, &i)) != NULL;) {
        put_point(d, (int)c->step, c->of_choice);
        put_point(d, (int)c->step, of_action(d->line->match->values, c));
    }
    put_point(d, d->round->to - 1, r->result);
    dom_web_html_raw(d->h, "\"/>\n");
}

static void put_mistakes(curve *d, int seat)
{
    const dom_analysis_choice *c;
    for (size_t i = 0; (c = next_choice(d, seat, &i)) != NULL;)
        if (dom_analysis_is_mistake(c))
            dom_web_html_put(d->h,
                             "<a href=\"#%u\"><circle r=\"4\" cx=\"%.1f\" cy=\"%.1f\">"
                             "<title>step %u: lost %.1f</title></circle></a>\n",
                             c->step, x_of(d, (int)c->step),
                             y_of(d, of_action(d->line->match->values, c)), c->step, c->loss.mean);
}

/* Draws what the bot said that it expects, at the edge if it is beyond it. */
static void put_sayings(curve *d, int seat)
{
    for (int step = d->round->from; step < d->round->to; step++) {
        if (d->line->steps[step - 1].seat != seat || !has_expected(d, step))
            continue;
        double said = expected_at(d, step);
        dom_web_html_put(d->h,
                         "<path d=\"M%.1f %.1fm-4 -4l8 8m0 -8l-8 8\"><title>step %d: the bot "
                         "expects %+.1f</title></path>\n",
                         x_of(d, step), y_of(d, fmax(-d->most, fmin(d->most, said))), step, said);
    }
}

static void put_seat(curve *d, const dom_analysis_round *r)
{
    dom_web_html_put(d->h, "<g class=\"s%d\" data-seat=\"%d\">", r->seat, r->seat);
    put_line(d, r);
    put_mistakes(d, r->seat);
    put_sayings(d, r->seat);
    dom_web_html_raw(d->h, "</g>\n");
}

static void put_legend(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    dom_web_html_raw(h, "<figcaption class=\"legend\">");
    for (int seat = 0; seat < p->line->match->seats; seat++) {
        dom_web_html_put(h, "<span class=\"s%d\">", seat);
        dom_web_replay_name(p, p->line->match, seat);
        dom_web_html_raw(h, "</span>");
    }
    dom_web_html_raw(h, "</figcaption>");
}

void dom_web_replay_curve(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_analysis_match *m = p->line->match->values;
    curve d = {.h = h, .line = p->line, .round = &p->line->rounds[p->round], .most = 1};
    widen_to_all(&d);
    dom_web_html_put(h,
                     "<figure class=\"history curve\"><svg viewBox=\"0 0 720 220\" role=\"group\" "
                     "aria-label=\"What each seat could expect in round %d, step by step\">\n",
                     d.round->number);
    put_axis(&d);
    for (size_t i = 0; i < m->round_count; i++)
        if (m->round[i].round == d.round->number)
            put_seat(&d, &m->round[i]);
    dom_web_html_raw(h, "</svg>\n");
    put_legend(p);
    dom_web_html_raw(h, "</figure>\n<p>The curve of a seat begins at what it could expect before "
                        "the deal and ends at its result. Where it slopes, that was luck. Where it "
                        "jumps, the seat chose. Dots are mistakes, and crosses are what the bot "
                        "said that it expects.</p>\n");
}
