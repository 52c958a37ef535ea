#include "analysis/summary.h"

#include "base/text.h"
#include "base/vec.h"
#include "ratings/means.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- means over sets ------------------------------------------------------------------------ */

void dom_analysis_mean_add(dom_analysis_mean *m, double sum, double count)
{
    m->sum += sum;
    m->count += count;
}

void dom_analysis_mean_end_set(dom_analysis_mean *m)
{
    if (m->count == 0)
        return;
    m->sums += m->sum;
    m->counts += m->count;
    m->sums2 += m->sum * m->sum;
    m->counts2 += m->count * m->count;
    m->product += m->sum * m->count;
    m->sets++;
    m->sum = m->count = 0;
}

double dom_analysis_mean_of(const dom_analysis_mean *m)
{
    return m->counts > 0 ? m->sums / m->counts : 0;
}

/* Of each set its sum counts less what its items would have with the mean of all sets. The mean of
 * these differences is 0, and its interval is that of the mean. */
double dom_analysis_half_width(const dom_analysis_mean *m)
{
    double mean = dom_analysis_mean_of(m);
    double squares = m->sums2 - 2 * mean * m->product + mean * mean * m->counts2;
    dom_ratings_sample left = {.sets = m->sets, .squares = fmax(squares, 0)};
    return dom_ratings_mean_of(&left).hi * (double)m->sets / m->counts;
}

/* ---- parts of all choices -------------------------------------------------------------------- */

static bool is_lead(const dom_analysis_choice *c, dom_action taken)
{
    (void)taken;
    return c->end_count == 0;
}

static bool is_late(const dom_analysis_choice *c, dom_action taken)
{
    return !is_lead(c, taken) && dom_tileset_count(c->hand) <= 2;
}

static bool is_between(const dom_analysis_choice *c, dom_action taken)
{
    return !is_lead(c, taken) && !is_late(c, taken);
}

static bool is_draw(const dom_analysis_choice *c, dom_action taken)
{
    (void)c;
    return taken.kind == DOM_DRAW;
}

static bool is_face_down(const dom_analysis_choice *c, dom_action taken)
{
    (void)c;
    return taken.kind == DOM_PLAY && taken.down;
}

static bool is_open_play(const dom_analysis_choice *c, dom_action taken)
{
    return !is_draw(c, taken) && !is_face_down(c, taken);
}

static bool has_two(const dom_analysis_choice *c, dom_action taken)
{
    (void)taken;
    return c->actions == 2;
}

static bool has_some(const dom_analysis_choice *c, dom_action taken)
{
    (void)taken;
    return c->actions == 3 || c->actions == 4;
}

static bool has_many(const dom_analysis_choice *c, dom_action taken)
{
    (void)taken;
    return c->actions > 4;
}

const dom_analysis_part dom_analysis_parts[DOM_ANALYSIS_PARTS] = {
    {"phase", "lead", is_lead},
    {"phase", "middle", is_between},
    {"phase", "last two tiles", is_late},
    {"kind", "placing", is_open_play},
    {"kind", "face down", is_face_down},
    {"kind", "drawing", is_draw},
    {"actions", "2", has_two},
    {"actions", "3 or 4", has_some},
    {"actions", "5 and more", has_many}};

/* ---- bots ----------------------------------------------------------------------------------- */

static dom_analysis_bot *bot_of(dom_analysis_summary *s, const dom_store_tournament *t,
                                const dom_store_match *m, int seat)
{
    const dom_store_bot *bot = &t->bots[m->seat[seat].bot];
    const dom_variant *variant = &t->variants[m->variant];
    for (size_t i = 0; i < s->bot_count; i++) {
        dom_analysis_bot *b = &s->bot[i];
        if (strcmp(b->bot, bot->name) == 0 && strcmp(b->version, bot->version) == 0 &&
            strcmp(b->variant, variant->name) == 0 &&
            memcmp(&b->options, &variant->options, sizeof b->options) == 0)
            return b;
    }
    dom_analysis_bot *b = dom_vec_add(s->bot, s->bot_count, s->bot_room);
    if (!b)
        return NULL;
    *b = (dom_analysis_bot){.options = variant->options, .order = s->bot_count - 1};
    dom_text_copy(b->bot, sizeof b->bot, bot->name);
    dom_text_copy(b->version, sizeof b->version, bot->version);
    dom_text_copy(b->variant, sizeof b->variant, variant->name);
    return b;
}

static void end_set(dom_analysis_bot *b)
{
    dom_analysis_mean_end_set(&b->skill_of_round);
    dom_analysis_mean_end_set(&b->loss_of_choice);
    dom_analysis_mean_end_set(&b->loss_before_end);
    dom_analysis_mean_end_set(&b->open_loss);
    for (int p = 0; p < DOM_ANALYSIS_PARTS; p++) {
        dom_analysis_mean_end_set(&b->loss_of_part[p]);
        dom_analysis_mean_end_set(&b->open_loss_of_part[p]);
    }
}

static void begin_match(dom_analysis_bot *b, const dom_store_match *m)
{
    if (b->set != m->set || b->tournament != m->tournament)
        end_set(b);
    b->set = m->set;
    b->tournament = m->tournament;
}

static void add_round(dom_analysis_bot *b, const dom_analysis_round *r)
{
    b->rounds++;
    b->choices += r->choices;
    b->skipped += r->skipped;
    b->expectation += r->expectation;
    b->luck += r->luck;
    b->deal_luck += r->deal_luck;
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
        b->caused[c] += r->caused[c];
    b->skill += r->skill;
    b->result += r->result;
    b->loss += r->loss;
    dom_analysis_mean_add(&b->skill_of_round, r->skill, 1);
    dom_analysis_mean_add(&b->loss_of_choice, r->loss, r->choices);
    dom_analysis_mean_add(&b->open_loss, r->open_loss, r->open_solved);
    if (!r->is_near_end)
        dom_analysis_mean_add(&b->loss_before_end, r->loss, r->choices);
}

static void add_choice(dom_analysis_bot *b, const dom_analysis_choice *c, dom_action taken)
{
    for (int p = 0; p < DOM_ANALYSIS_PARTS; p++) {
        if (!dom_analysis_parts[p].has(c, taken))
            continue;
        dom_analysis_mean_add(&b->loss_of_part[p], c->loss.mean, 1);
        dom_analysis_mean_add(&b->open_loss_of_part[p], c->open.loss, c->open.is_solved);
    }
    if (c->taken == c->best) {
        b->best++;
        return;
    }
    b->fact[c->fact.kind].choices++;
    b->fact[c->fact.kind].loss += c->loss.mean;
}

/* ---- costly choices ------------------------------------------------------------------------- */

/* Puts a choice into its place among the costliest. The one that came first goes before an equal
 * one. */
static dom_rc add_costly(dom_analysis_summary *s, const dom_analysis_costly *added, dom_err *err)
{
    size_t at = s->costly_count;
    while (at > 0 && s->costly[at - 1].choice.loss.mean < added->choice.loss.mean)
        at--;
    if (at == s->costliest_max)
        return DOM_OK;
    if (s->costly_count < s->costliest_max) {
        if (!dom_vec_reserve(s->costly, s->costly_count, s->costly_room, 1))
            return dom_err_no_memory(err);
        s->costly_count++;
    }
    memmove(&s->costly[at + 1], &s->costly[at], (s->costly_count - 1 - at) * sizeof *s->costly);
    s->costly[at] = *added;
    return DOM_OK;
}

static dom_rc look_for_costly(dom_analysis_summary *s, const dom_store_tournament *t,
                              const dom_store_match *m, const dom_analysis_match *values,
                              const dom_analysis_choice *c, dom_err *err)
{
    dom_analysis_costly costly = {.match = m->match,
                                  .choice = *c,
                                  .taken = values->action[c->first + c->taken],
                                  .best = values->action[c->first + c->best],
                                  .taken_value = values->value[c->first + c->taken],
                                  .best_value = values->value[c->first + c->best]};
    if (c->taken == c->best || c->loss.mean <= 0 || !isfinite(c->loss.variance))
        return DOM_OK;
    dom_text_copy(costly.tournament, sizeof costly.tournament, t->name);
    dom_text_copy(costly.bot, sizeof costly.bot, t->bots[m->seat[c->seat].bot].name);
    dom_text_copy(costly.variant, sizeof costly.variant, t->variants[m->variant].name);
    return add_costly(s, &costly, err);
}

/* ---- summaries ------------------------------------------------------------------------------ */

dom_rc dom_analysis_summary_add(dom_analysis_summary *s, const dom_store_tournament *t,
                                const dom_store_match *m, const dom_analysis_match *values,
                                dom_err *err)
{
    dom_rc rc = DOM_OK;
    s->matches++;
    for (int seat = 0; seat < m->seats; seat++) {
        const char *name = t->bots[m->seat[seat].bot].name;
        if (s->only_bot && strcmp(s->only_bot, name) != 0)
            continue;
        dom_analysis_bot *b = bot_of(s, t, m, seat);
        if (!b)
            return dom_err_no_memory(err);
        begin_match(b, m);
        b->matches++;
        b->rounds_left_out += values->rounds_left_out;
        for (size_t i = 0; i < values->round_count; i++)
            if (values->round[i].seat == seat)
                add_round(b, &values->round[i]);
        for (size_t i = 0; i < values->choice_count && rc == DOM_OK; i++) {
            const dom_analysis_choice *c = &values->choice[i];
            if (c->seat != seat)
                continue;
            add_choice(b, c, values->action[c->first + c->taken]);
            rc = look_for_costly(s, t, m, values, c, err);
        }
    }
    return rc;
}

static int compare_bots(const void *left, const void *right)
{
    const dom_analysis_bot *a = left, *b = right;
    int order = strcmp(a->variant, b->variant);
    double x = dom_analysis_mean_of(&a->skill_of_round);
    double y = dom_analysis_mean_of(&b->skill_of_round);
    if (order != 0)
        return order;
    if (x != y)
        return x < y ? 1 : -1;
    order = strcmp(a->bot, b->bot);
    return order != 0 ? order : strcmp(a->version, b->version);
}

void dom_analysis_summary_end(dom_analysis_summary *s)
{
    for (size_t i = 0; i < s->bot_count; i++)
        end_set(&s->bot[i]);
    if (s->bot_count > 0)
        qsort(s->bot, s->bot_count, sizeof *s->bot, compare_bots);
}

const dom_analysis_bot *dom_analysis_version_before(const dom_analysis_summary *s,
                                                    const dom_analysis_bot *b)
{
    const dom_analysis_bot *before = NULL;
    for (size_t i = 0; i < s->bot_count; i++) {
        const dom_analysis_bot *other = &s->bot[i];
        if (other->order < b->order && (!before || other->order > before->order) &&
            strcmp(other->bot, b->bot) == 0 && strcmp(other->variant, b->variant) == 0 &&
            memcmp(&other->options, &b->options, sizeof b->options) == 0)
            before = other;
    }
    return before;
}

dom_analysis_change dom_analysis_change_of(const dom_analysis_mean *from,
                                           const dom_analysis_mean *to)
{
    return (dom_analysis_change){
        .mean = dom_analysis_mean_of(to) - dom_analysis_mean_of(from),
        .half_width = hypot(dom_analysis_half_width(from), dom_analysis_half_width(to))};
}

void dom_analysis_summary_clear(dom_analysis_summary *s)
{
    free(s->bot);
    free(s->costly);
    *s = (dom_analysis_summary){.bot_count = 0};
}
