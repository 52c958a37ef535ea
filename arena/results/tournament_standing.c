#include "results/tournament_standing.h"

#include "encounters.h"
#include "results/match_reader.h"
#include "store/entries.h"
#include "tournament_places.h"

#include <stdlib.h>

/* ---- sets ------------------------------------------------------------------------- */

/* Returns true if the bot in this seat of a match of the set occurs in no seat before it. */
static bool is_first_in_set(const dom_results_set *set, int match, int seat)
{
    uint16_t bot = set->match[match].seat[seat].bot;
    for (int i = 0; i <= match; i++)
        for (int s = 0; s < (i == match ? seat : set->match[i].seats); s++)
            if (set->match[i].seat[s].bot == bot)
                return false;
    return true;
}

/* Returns the results of a bot in the whole set. */
static dom_ratings_score score_in_set(const dom_results_set *set, uint16_t bot)
{
    dom_results_sums sums = {.matches = 0};
    for (int i = 0; i < set->count; i++)
        for (int seat = 0; seat < set->match[i].seats; seat++)
            if (set->match[i].seat[seat].bot == bot)
                dom_results_sums_add(&sums, set->options, &set->match[i], seat);
    return sums.score;
}

static void add_shares(dom_results_tournament_standing of[], const dom_results_set *set)
{
    for (int i = 0; i < set->count; i++)
        for (int seat = 0; seat < set->match[i].seats; seat++) {
            uint16_t bot = set->match[i].seat[seat].bot;
            dom_ratings_score score = score_in_set(set, bot);
            if (is_first_in_set(set, i, seat) && dom_ratings_score_games(&score) > 0)
                dom_ratings_sample_add(&of[bot].shares, dom_ratings_score_share(&score));
        }
}

static dom_rc add_encounters(dom_results_encounters *e, const dom_results_set *set,
                             const dom_store_match *m, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (int a = 0; a < m->seats; a++)
        for (int b = a + 1; rc == DOM_OK && b < m->seats; b++)
            if (dom_results_compares(set->options, m, a, b))
                rc = dom_results_encounters_add(
                    e, (dom_results_two_bots){set->variant, {m->seat[a].bot, m->seat[b].bot}},
                    dom_ratings_match_half_points(m->seat[a].place, m->seat[b].place), err);
    return rc;
}

/* Reports a match to the schedule of a Swiss, which tells the byes. A damaged file may lack a match
 * of a round; then the later rounds are not known. */
static void report(const dom_results_tournament_standings *s, const dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    if (!s->is_swiss || s->schedule == NULL || m->match > dom_schedule_known(s->schedule))
        return;
    for (int seat = 0; seat < m->seats; seat++)
        places[seat] = m->seat[seat].place;
    dom_schedule_report(s->schedule, m->match, places);
}

/* Notes that a set needs no more matches. A damaged file may have one that the schedule lacks. */
static void note_played(const dom_results_tournament_standings *s, const dom_results_set *set)
{
    if (s->is_played && (set->is_complete || set->is_void) &&
        set->number <= dom_schedule_sets(s->schedule))
        s->is_played[set->number / 8] |= (uint8_t)(1u << (set->number % 8));
}

dom_rc dom_results_tournament_standings_add(dom_results_tournament_standings *s,
                                            const dom_results_set *set, dom_err *err)
{
    dom_results_tournament_standing *of = &s->of[(size_t)set->variant * s->bot_count];
    bool is_void = set->is_void;
    dom_rc rc = DOM_OK;
    note_played(s, set);
    for (int i = 0; i < set->count; i++) {
        const dom_store_match *m = &set->match[i];
        bool counts = !set->is_void && !dom_results_withdrawals_void(s->withdrawn, m);
        is_void |= !counts;
        report(s, m);
        for (int seat = 0; counts && seat < m->seats; seat++)
            dom_results_sums_add(&of[m->seat[seat].bot].sums, set->options, m, seat);
    }
    if (!set->is_full_rotation || is_void)
        return DOM_OK;
    add_shares(of, set);
    for (int i = 0; rc == DOM_OK && i < set->count; i++)
        rc = add_encounters(s->encounters, set, &set->match[i], err);
    return rc;
}

/* ---- rounds of a Swiss --------------------------------------------------------------- */

static void add_byes(const dom_results_tournament_standings *s, const dom_schedule_plan *plan,
                     uint32_t stage, uint32_t round)
{
    uint16_t bye[DOM_SCHEDULE_BYES_MAX];
    for (uint32_t v = 0; v < s->variant_count; v++) {
        uint32_t count = dom_schedule_byes(s->schedule, round, v, bye);
        for (uint32_t i = 0; i < count; i++) {
            dom_schedule_plan_place place = dom_schedule_plan_place_of(plan, stage, bye[i]);
            dom_results_tournament_standing *of = &s->of[(size_t)v * s->bot_count + place.bot];
            of->byes += !place.is_absent;
            of->won_sets += place.is_absent ? 0 : plan->stage[stage].sets;
        }
    }
}

/* Counts a round as missed for the participants who came in a later stage. */
static void add_missed(const dom_results_tournament_standings *s, const dom_schedule_plan *plan,
                       uint32_t stage)
{
    for (uint32_t v = 0; v < s->variant_count; v++)
        for (uint16_t bot = 0; bot < s->bot_count; bot++)
            if (bot >= plan->stage[stage].bots && dom_schedule_plan_plays(plan, bot, v) &&
                dom_store_entry_of(s->tournament, bot) == bot)
                s->of[(size_t)v * s->bot_count + bot].lost_sets += plan->stage[stage].sets;
}

static dom_rc add_rounds(const dom_results_tournament_standings *s, dom_err *err)
{
    dom_results_changed_plan changed;
    const dom_schedule_plan *plan = &changed.plan;
    dom_rc rc = dom_results_changed_plan_read(&changed, s->tournament, err);
    uint32_t paired = rc == DOM_OK ? dom_schedule_paired_rounds(s->schedule) : 0;
    for (uint32_t stage = 0, round = 0; round < paired && stage < plan->stage_count; stage++)
        for (uint32_t i = 0; i < plan->stage[stage].rounds && round < paired; i++) {
            add_byes(s, plan, stage, round++);
            add_missed(s, plan, stage);
        }
    dom_results_changed_plan_clear(&changed);
    return rc;
}

/* ---- sets of bots that left ------------------------------------------------------------- */

static const dom_results_withdrawal *withdrawal_of(const dom_results_tournament_standings *s,
                                                   uint16_t bot)
{
    for (size_t i = 0; i < s->withdrawn->count; i++)
        if (s->withdrawn->item[i].bot == bot)
            return &s->withdrawn->item[i];
    return NULL;
}

/* Lists the bots of a set, each once. Returns how many they are. */
static int bots_of(const dom_schedule_duplicate_set *set, uint16_t bots[static DOM_SEATS_MAX])
{
    int count = 0;
    for (int seat = 0; seat < set->seats; seat++) {
        int at = 0;
        while (at < count && bots[at] != set->bot[seat])
            at++;
        if (at == count)
            bots[count++] = set->bot[seat];
    }
    return count;
}

/* Counts a set that was not played as lost by those who left. */
static void add_left(const dom_results_tournament_standings *s,
                     const dom_schedule_duplicate_set *set)
{
    uint16_t bot[DOM_SEATS_MAX];
    bool has_left[DOM_SEATS_MAX], is_left = false, is_void = false;
    int count = bots_of(set, bot);
    for (int i = 0; i < count; i++) {
        const dom_results_withdrawal *w = withdrawal_of(s, bot[i]);
        has_left[i] = w && w->is_lost && set->number < w->until_set;
        is_left |= has_left[i];
        is_void |= w && w->is_void;
    }
    for (int i = 0; is_left && !is_void && i < count; i++) {
        dom_results_tournament_standing *of = &s->of[(size_t)set->variant * s->bot_count + bot[i]];
        of->lost_sets += has_left[i];
        of->won_sets += !has_left[i] && count == 2;
    }
}

static void add_all_left(const dom_results_tournament_standings *s)
{
    for (uint32_t n = 1; n <= dom_schedule_sets(s->schedule); n++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s->schedule, n);
        if (!(s->is_played[n / 8] >> (n % 8) & 1))
            add_left(s, &set);
    }
}

/* ---- the whole tournament ---------------------------------------------------------------- */

dom_rc dom_results_tournament_standings_open(dom_results_tournament_standings *out,
                                             const dom_store_tournament *t,
                                             const dom_results_withdrawals *withdrawn, dom_err *err)
{
    dom_config_stored stored;
    dom_rc rc = DOM_OK;
    (void)dom_config_stored_read(&stored, t, NULL);
    *out = (dom_results_tournament_standings){
        .bot_count = t->bot_count,
        .variant_count = t->variant_count,
        .tournament = t,
        .withdrawn = withdrawn,
        .ties = stored.ties,
        .is_swiss = stored.kind == DOM_SCHEDULE_PLAN_SWISS,
        .of = calloc((size_t)t->bot_count * t->variant_count + 1, sizeof *out->of),
        .encounters = calloc(1, sizeof *out->encounters)};
    if (out->of == NULL || out->encounters == NULL)
        return dom_err_no_memory(err);
    bool is_needed = out->is_swiss;
    for (size_t i = 0; i < withdrawn->count; i++)
        is_needed |= withdrawn->item[i].is_lost;
    if (is_needed)
        rc = dom_results_schedule_open(&out->schedule, t, err);
    if (rc == DOM_OK && is_needed && !out->is_swiss) {
        out->is_played = calloc(dom_schedule_sets(out->schedule) / 8 + 1, 1);
        if (out->is_played == NULL)
            return dom_err_no_memory(err);
    }
    return rc == DOM_E_NOMEM ? rc : DOM_OK;
}

dom_rc dom_results_tournament_standings_end(dom_results_tournament_standings *s, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (s->is_played)
        add_all_left(s);
    else if (s->schedule)
        rc = add_rounds(s, err);
    if (rc == DOM_OK)
        rc = dom_results_tournament_places(s, err);
    dom_schedule_close(&s->schedule);
    free(s->is_played);
    s->is_played = NULL;
    dom_results_encounters_clear(s->encounters);
    s->tournament = NULL;
    s->withdrawn = NULL;
    return rc;
}

void dom_results_tournament_standings_clear(dom_results_tournament_standings *s)
{
    dom_schedule_close(&s->schedule);
    free(s->is_played);
    if (s->encounters)
        dom_results_encounters_clear(s->encounters);
    free(s->encounters);
    free(s->of);
    *s = (dom_results_tournament_standings){.of = NULL};
}

/* What is read. */
typedef struct {
    dom_results_tournament_standings *out;
    dom_err *err;
} tournament_reader;

static dom_rc take_set(void *context, const dom_results_set *set)
{
    const tournament_reader *r = context;
    return dom_results_tournament_standings_add(r->out, set, r->err);
}

dom_rc dom_results_tournament_standings_read(dom_results_tournament_standings *out,
                                             dom_store *store, const dom_store_tournament *t,
                                             const dom_results_withdrawals *withdrawn, dom_err *err)
{
    tournament_reader r = {out, err};
    dom_rc rc = dom_results_tournament_standings_open(out, t, withdrawn, err);
    if (rc == DOM_OK)
        rc = dom_results_set_each(store, &(dom_results_set_range){.of = t}, take_set, &r, err);
    return rc == DOM_OK ? dom_results_tournament_standings_end(out, err) : rc;
}
