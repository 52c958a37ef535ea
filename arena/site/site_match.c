/* Reads one match from the database and writes its page, if its whole set is stored. */
#include "site/site_match.h"

#include "results/match_reader.h"
#include "web/pages.h"
#include "web/replay.h"

typedef struct {
    dom_web_html *out;
    const dom_web_site *site;
    uint32_t tournament;
    const dom_store_tournament *t;
    int rotations;                  /* of the set of the match */
    const dom_web_open_match *open; /* the match if it is under way; NULL: it is stored */
    dom_err *err;
} writing;

static bool has_spectators(const dom_store_tournament *t)
{
    dom_config_stored stored;
    return dom_config_stored_read(&stored, t, NULL) == DOM_OK && stored.has_spectators;
}

/* ---- the set ------------------------------------------------------------------- */

typedef struct {
    uint64_t set;
    int count;
} counting;

static dom_rc count_match(void *context, const dom_store_match *m)
{
    counting *c = context;
    c->count += m->set == c->set;
    return DOM_OK;
}

dom_rc dom_site_match_is_shown(dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, bool *is_shown, dom_err *err)
{
    counting c = {.set = m->set};
    *is_shown = has_spectators(t) || dom_results_stage(t, m->set)->finished_ms != 0;
    if (*is_shown || m->match <= m->rotation)
        return DOM_OK;
    dom_schedule_plan plan;
    dom_rc rc = dom_results_plan(t, &plan, err);
    if (rc != DOM_OK)
        return rc;
    int rotations = dom_schedule_plan_rotations(&plan, m->variant);
    uint64_t first = m->match - m->rotation;
    rc = dom_store_match_each(store, t->id, first, first + (uint64_t)rotations - 1, false,
                              count_match, &c, err);
    *is_shown = c.count == rotations;
    return rc;
}

/* ---- the page ------------------------------------------------------------------ */

static dom_rc write_match(void *context, const dom_store_match *m)
{
    const writing *w = context;
    dom_record_match record = dom_results_record(w->t, m);
    record.is_open = w->open != NULL;
    dom_record_clock clock = dom_results_clock_of(w->t);
    const dom_web_tournament *now = &w->site->tournaments[w->tournament];
    dom_web_match match = {.record = &record,
                           .clock = &clock,
                           .tournament = w->tournament,
                           .rotations = w->rotations,
                           .seats = m->seats,
                           .turn = w->open ? w->open->turn : DOM_NOBODY,
                           .asked_ms = w->open ? w->open->asked_ms : 0};
    for (int s = 0; s < m->seats; s++) {
        if (m->seat[s].bot >= now->bot_count)
            return dom_err_set(w->err, DOM_E_ABSENT,
                               "its bots joined a moment ago; load the page again");
        match.bot[s] = now->bots[m->seat[s].bot];
        match.place[s] = m->seat[s].place;
        match.score[s] = m->seat[s].score;
        match.time_us[s] = m->seat[s].time_us;
    }
    return dom_web_replay_page(w->out, w->site, &match, w->err);
}

/* Writes the page of a match under way. Its numbers fit the tournament (site/site_open.h). */
static dom_rc write_open_match(writing *w)
{
    const dom_web_open_match *open = w->open;
    dom_store_match m = {.tournament = w->t->id,
                         .match = open->match,
                         .set = open->set,
                         .rotation = (uint8_t)open->rotation,
                         .variant = (uint16_t)open->variant,
                         .fault_seat = DOM_NOBODY,
                         .started_ms = open->started_ms,
                         .seats = (uint8_t)open->seats,
                         .decisions = open->decisions,
                         .decisions_bytes = open->decisions_bytes};
    for (int s = 0; s < open->seats; s++)
        m.seat[s] = (dom_store_seat){.bot = open->bot[s], .score = open->score[s]};
    return write_match(w, &m);
}

/* Copies a match. Its decisions are not read, because they would be valid during the visit only. */
static dom_rc keep_match(void *context, const dom_store_match *m)
{
    *(dom_store_match *)context = *m;
    return DOM_OK;
}

dom_rc dom_site_match_find(dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_store_match *out, dom_err *err)
{
    *out = (dom_store_match){.match = 0};
    return dom_store_match_each(store, t->id, number, number, false, keep_match, out, err);
}

dom_rc dom_site_match_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                           dom_store *store, const dom_store_tournament *t, uint64_t number,
                           const dom_web_query *query, dom_err *err)
{
    (void)query;
    writing w = {out, site, tournament, t, 1, NULL, err};
    dom_schedule_plan plan;
    dom_store_match m;
    bool is_shown;
    dom_rc rc = dom_site_match_find(store, t, number, &m, err);
    if (rc == DOM_OK && m.match == 0 && has_spectators(t))
        w.open = dom_web_site_watched(site, (dom_web_match_ref){tournament, number});
    if (w.open)
        return write_open_match(&w);
    if (rc == DOM_OK && m.match == 0)
        return dom_err_set(err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet", t->name,
                           (unsigned long long)number);
    if (rc == DOM_OK)
        rc = dom_site_match_is_shown(store, t, &m, &is_shown, err);
    if (rc != DOM_OK)
        return rc;
    if (dom_results_plan(t, &plan, NULL) == DOM_OK)
        w.rotations = dom_schedule_plan_rotations(&plan, m.variant);
    if (is_shown)
        return dom_store_match_each(store, t->id, number, number, true, write_match, &w, err);
    dom_web_page_message(out, site, 2, "Not shown yet",
                         "The other matches of this duplicate set have the same hands. This match "
                         "will be shown when all of them have been played.");
    return DOM_OK;
}
