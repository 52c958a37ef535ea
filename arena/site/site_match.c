/* Reads a match and its duplicate set from the database and writes its pages. Until the whole set
 * is stored, the page has no hands, unless the tournament has spectators. */
#include "site/site_match.h"

#include "analysis/analysis_file.h"
#include "results/infos.h"
#include "results/match_reader.h"
#include "results/set_reader.h"
#include "web/hidden_match.h"
#include "web/replay.h"

#include <stdlib.h>
#include <string.h>

/* It points into itself, so it is never copied. */
struct dom_site_match {
    const dom_web_site *site;
    uint32_t tournament;
    const dom_store_tournament *t;
    dom_err *err;          /* while it is opened */
    dom_store_match shown; /* without its decisions */
    int count;             /* matches of the set; 1 while their hands must not be shown */
    dom_store_match stored[DOM_STORE_SET_MATCHES_MAX];
    uint8_t *decisions[DOM_STORE_SET_MATCHES_MAX];
    dom_record_match record[DOM_STORE_SET_MATCHES_MAX];
    dom_web_match match[DOM_STORE_SET_MATCHES_MAX];
    int index;                 /* of `shown` in these arrays */
    dom_web_replay *replay;    /* NULL while the hands must not be shown */
    dom_results_infos infos;   /* of `shown`            */
    dom_analysis_match values; /* of `shown`, if it was valued */
};

static bool has_spectators(const dom_store_tournament *t)
{
    dom_config_stored stored;
    return dom_config_stored_read(&stored, t, NULL) == DOM_OK && stored.has_spectators;
}

/* ---- the set ------------------------------------------------------------------- */

dom_rc dom_site_match_is_shown(dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, bool *is_shown, dom_err *err)
{
    *is_shown = has_spectators(t);
    return *is_shown ? DOM_OK : dom_results_set_is_over(store, t, m, is_shown, err);
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

/* ---- its matches ---------------------------------------------------------------- */

static dom_rc refuse_new_bots(dom_site_match *s)
{
    return dom_err_set(s->err, DOM_E_ABSENT, "its bots joined a moment ago; load the page again");
}

/* Returns false if the match has a bot that joined after the site was read. */
static bool fill_match(dom_site_match *s, int i)
{
    const dom_web_tournament *now = &s->site->tournaments[s->tournament];
    const dom_store_match *m = &s->stored[i];
    s->record[i] = dom_results_record_of(s->t, m);
    s->match[i] = (dom_web_match){.record = &s->record[i],
                                  .tournament = s->tournament,
                                  .seats = m->seats,
                                  .turn = DOM_NOBODY};
    dom_results_clocks_of(s->match[i].clock, s->t, m);
    for (int seat = 0; seat < m->seats; seat++) {
        if (m->seat[seat].bot >= now->bot_count)
            return false;
        s->match[i].bot[seat] = now->bots[m->seat[seat].bot];
        s->match[i].place[seat] = m->seat[seat].place;
        s->match[i].score[seat] = m->seat[seat].score;
        s->match[i].time_us[seat] = m->seat[seat].time_us;
    }
    return true;
}

/* Copies a match with its decisions, which would be valid during the visit only. */
static dom_rc add_match(dom_site_match *s, const dom_store_match *m)
{
    uint8_t *decisions = malloc(m->decisions_bytes + 1);
    if (decisions == NULL)
        return dom_err_no_memory(s->err);
    if (m->decisions_bytes > 0)
        memcpy(decisions, m->decisions, m->decisions_bytes);
    s->decisions[s->count] = decisions;
    s->stored[s->count] = *m;
    s->stored[s->count].decisions = decisions;
    if (m->match == s->shown.match)
        s->index = s->count;
    return fill_match(s, s->count++) ? DOM_OK : refuse_new_bots(s);
}

static dom_rc take_set(void *context, const dom_results_set *set)
{
    dom_site_match *s = context;
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && set->number == s->shown.set && i < set->count; i++)
        rc = add_match(s, &set->match[i]);
    return rc;
}

/* Finds what `analyse` has kept of the match. */
static dom_rc find_values(dom_site_match *s, dom_store *store)
{
    dom_analysis_file *file;
    dom_analysis_plan plan = {.worlds = DOM_ANALYSIS_WORLDS_USUAL};
    dom_rc rc = dom_analysis_file_read(&file, store, s->err);
    if (rc == DOM_OK)
        rc = dom_analysis_file_find(file, &s->record[s->index], &plan, &s->values);
    dom_analysis_file_close(&file);
    if (rc == DOM_OK)
        s->match[s->index].values = &s->values;
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

static dom_rc read_set(dom_site_match *s, dom_store *store)
{
    dom_results_set_range range = dom_results_set_range_of(s->t, &s->shown);
    range.has_decisions = true;
    dom_rc rc = dom_results_set_each(store, &range, take_set, s, s->err);
    if (rc == DOM_OK)
        rc = dom_results_infos_read(&s->infos, store, s->t, &s->shown, s->err);
    s->record[s->index].infos = s->infos.given;
    return rc == DOM_OK ? find_values(s, store) : rc;
}

/* Takes the match without those of its set. Returns what fill_match returns. */
static bool fill_alone(dom_site_match *s)
{
    s->stored[0] = s->shown;
    s->count = 1;
    return fill_match(s, 0);
}

/* Takes a match under way. Its numbers fit the tournament (site/site_open.h). */
static bool fill_under_way(dom_site_match *s, const dom_core_open_match *open)
{
    s->shown = (dom_store_match){.tournament = s->t->id,
                                 .match = open->match,
                                 .set = open->set,
                                 .rotation = (uint8_t)open->rotation,
                                 .variant = (uint16_t)open->variant,
                                 .fault_seat = DOM_NOBODY,
                                 .started_ms = open->started_ms,
                                 .seats = (uint8_t)open->seats,
                                 .decisions = open->decisions,
                                 .decisions_bytes = open->decisions_bytes};
    for (int seat = 0; seat < open->seats; seat++)
        s->shown.seat[seat] = (dom_store_seat){.bot = open->bot[seat], .score = open->score[seat]};
    bool is_known = fill_alone(s);
    s->record[0].is_open = true;
    s->match[0].round = open->round;
    s->match[0].turn = open->turn;
    s->match[0].asked_ms = open->asked_ms;
    return is_known;
}

static dom_rc replay_set(dom_site_match *s)
{
    return dom_web_replay_open(&s->replay, s->site, s->match, s->count, s->index, s->err);
}

/* Opens a match that is not stored: one under way. */
static dom_rc open_under_way(dom_site_match *s, uint64_t number)
{
    const dom_web_match_ref ref = {s->tournament, number};
    const dom_core_open_match *open = dom_web_site_open_match(s->site, ref);
    if (open == NULL)
        return dom_err_set(s->err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet",
                           s->t->name, (unsigned long long)number);
    if (!fill_under_way(s, open))
        return refuse_new_bots(s);
    bool is_watched = has_spectators(s->t) && dom_web_site_watched(s->site, ref);
    return is_watched ? replay_set(s) : DOM_OK;
}

static dom_rc open_match(dom_site_match *s, dom_store *store, uint64_t number)
{
    bool is_shown;
    dom_rc rc = dom_site_match_find(store, s->t, number, &s->shown, s->err);
    if (rc == DOM_OK && s->shown.match == 0)
        return open_under_way(s, number);
    if (rc == DOM_OK)
        rc = dom_site_match_is_shown(store, s->t, &s->shown, &is_shown, s->err);
    if (rc == DOM_OK && !is_shown)
        return fill_alone(s) ? DOM_OK : refuse_new_bots(s);
    if (rc == DOM_OK)
        rc = read_set(s, store);
    return rc == DOM_OK ? replay_set(s) : rc;
}

dom_rc dom_site_match_open(dom_site_match **out, const dom_web_site *site, uint32_t tournament,
                           dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_err *err)
{
    dom_site_match *s = calloc(1, sizeof *s);
    *out = s;
    if (s == NULL)
        return dom_err_no_memory(err);
    s->site = site;
    s->tournament = tournament;
    s->t = t;
    s->err = err;
    dom_rc rc = open_match(s, store, number);
    if (rc != DOM_OK)
        dom_site_match_close(out);
    return rc;
}

void dom_site_match_close(dom_site_match **match)
{
    dom_site_match *s = *match;
    if (s == NULL)
        return;
    dom_web_replay_close(&s->replay);
    for (int i = 0; i < s->count; i++)
        free(s->decisions[i]);
    dom_results_infos_clear(&s->infos);
    dom_analysis_match_clear(&s->values);
    free(s);
    *match = NULL;
}

/* ---- its pages ------------------------------------------------------------------ */

static const char not_shown[] = "The other matches of this duplicate set have the same hands. This "
                                "match will be shown when all "
                                "of them have been played.";

static dom_rc write_record(dom_web_html *out, const dom_site_match *match, dom_err *err)
{
    char *json;
    dom_rc rc = dom_record_json(&match->record[match->index], DOM_RECORD_WHOLE, &json, err);
    if (rc != DOM_OK)
        return rc;
    dom_web_html_constant(out, json, strlen(json));
    dom_web_html_raw(out, "\n");
    free(json);
    return DOM_OK;
}

dom_rc dom_site_match_page(dom_web_html *out, const dom_site_match *match,
                           const dom_web_number_path *path, dom_err *err)
{
    const bool is_first = path->round == 1;
    if (match->replay == NULL && (path->is_json || !is_first))
        return dom_err_set(err, DOM_E_ABSENT, "%s", not_shown);
    if (path->is_json && match->record[match->index].is_open)
        return dom_err_set(err, DOM_E_ABSENT, "match %llu is being played",
                           (unsigned long long)path->number);
    if (path->is_json)
        return write_record(out, match, err);
    if (match->replay && !is_first && path->round > dom_web_replay_rounds(match->replay))
        return dom_err_set(err, DOM_E_ABSENT, "match %llu has %u rounds",
                           (unsigned long long)path->number, dom_web_replay_rounds(match->replay));
    if (match->replay)
        dom_web_replay_page(out, match->replay, path->round);
    else
        dom_web_hidden_match_page(out, match->site, &match->match[match->index]);
    return DOM_OK;
}

bool dom_site_match_highlight(dom_web_highlight *out, const dom_site_match *match)
{
    return match->replay && dom_web_replay_highlight(out, match->replay);
}

dom_rc dom_site_match_file(dom_web_html *out, const dom_site_match *match, dom_err *err)
{
    if (match->replay == NULL)
        return dom_err_set(err, DOM_E_ABSENT, "%s", not_shown);
    return dom_web_replay_file(out, match->replay, err);
}
