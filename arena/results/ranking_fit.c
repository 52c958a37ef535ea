#include "ranking_fit.h"

#include "base/did_you_mean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOTSTRAP_SEED = 1 }; /* fixed, so the same results print the same list */

/* ---- anchors ------------------------------------------------------------------ */

/* Finds the player of a label, of which the first `bytes` bytes count. */
static bool find_player(const dom_results_ranking *r, const char *label, size_t bytes,
                        uint32_t *player)
{
    for (uint32_t i = 0; i < r->shown.players; i++)
        if (strlen(r->bots[i].label) == bytes && memcmp(r->bots[i].label, label, bytes) == 0) {
            *player = i;
            return true;
        }
    return false;
}

static dom_rc no_bot(const dom_results_ranking *r, const char *text, size_t bytes, dom_err *err)
{
    char name[DOM_SUGGEST_BYTES];
    (void)snprintf(name, sizeof name, "%.*s", (int)bytes, text);
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; i < r->shown.players; i++)
        dom_suggest_try(&near, r->bots[i].label);
    return dom_err_set(err, DOM_E_CONFIG, "--anchor: no bot '%s' is in %s%s", name, r->shown.title,
                       dom_suggest_hint(&near).text);
}

/* Reads BOT or BOT=ELO. A name may have a '=' itself. */
static dom_rc read_anchor(const dom_results_ranking *r, const char *text,
                          dom_ratings_anchor *anchor, dom_err *err)
{
    static const double most = 1000000;
    char *end = "";
    const char *equals = strrchr(text, '=');
    size_t bytes = equals ? (size_t)(equals - text) : strlen(text);
    *anchor = (dom_ratings_anchor){.elo = DOM_RATINGS_LIST_OPTIONS.anchor_elo};
    if (find_player(r, text, strlen(text), &anchor->player))
        return DOM_OK;
    if (!find_player(r, text, bytes, &anchor->player))
        return no_bot(r, text, bytes, err);
    anchor->elo = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !(anchor->elo >= -most && anchor->elo <= most))
        return dom_err_set(err, DOM_E_CONFIG,
                           "--anchor: rating '%.20s' is not allowed; allowed: BOT, or BOT=ELO with "
                           "a number -1000000..1000000",
                           equals + 1);
    return DOM_OK;
}

/* Finds the anchors among the bots. */
static dom_rc find_anchors(dom_results_ranking *r, const dom_strings *anchors, dom_err *err)
{
    r->anchors = calloc(anchors->count + 1, sizeof *r->anchors);
    if (r->anchors == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < anchors->count; i++) {
        dom_rc rc = read_anchor(r, anchors->item[i], &r->anchors[i], err);
        for (size_t k = 0; rc == DOM_OK && k < i; k++)
            if (r->anchors[k].player == r->anchors[i].player)
                rc = dom_err_set(err, DOM_E_CONFIG,
                                 "--anchor: '%.40s' and '%.40s' are the same bot; name it once",
                                 anchors->item[k], anchors->item[i]);
        if (rc != DOM_OK)
            return rc;
    }
    r->options.anchor = (int32_t)r->anchors[0].player;
    r->options.anchor_elo = r->anchors[0].elo;
    r->options.more_anchor = r->anchors + 1;
    r->options.more_anchors = anchors->count - 1;
    return DOM_OK;
}

dom_rc dom_results_ranking_ask(dom_results_ranking *r, const dom_results_ranking_kind *kind,
                               dom_err *err)
{
    r->options.wants_covariance = r->options.wants_differences = kind->wants_matrices;
    r->options.is_simultaneous = kind->is_simultaneous;
    if (kind->has_prior)
        r->options.prior = kind->prior;
    if (kind->has_draws)
        r->options.model = DOM_RATINGS_MODEL_DAVIDSON;
    if (kind->bootstrap > 0 && r->options.prior <= 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--bootstrap needs a prior above 0, because a bot may lose all that is "
                           "drawn; give --prior 0.5, for example");
    return kind->anchors && kind->anchors->count > 0 ? find_anchors(r, kind->anchors, err) : DOM_OK;
}

/* ---- the fit -------------------------------------------------------------------- */

static dom_ratings_rc fit_second(dom_results_ranking *r, dom_ratings_rankings *rankings)
{
    dom_ratings_rankings_players(rankings, (uint32_t)r->shown.players);
    dom_ratings_rc rc = dom_ratings_plackett_luce_fit(&r->second, rankings, r->options.prior);
    if (rc == DOM_RATINGS_OK) {
        dom_ratings_plackett_luce_align(&r->second, r->list.elo, r->options.anchor);
        r->shown.second = &r->second;
    }
    return rc;
}

static dom_ratings_rc draw_again(dom_results_ranking *r, const dom_ratings_pool *pool,
                                 uint32_t repetitions)
{
    r->shown.bootstrap = r->bootstrap = calloc(r->shown.players, sizeof *r->bootstrap);
    if (r->bootstrap == NULL)
        return DOM_RATINGS_E_NOMEM;
    return dom_ratings_list_bootstrap(r->bootstrap, pool, &r->options, repetitions, BOOTSTRAP_SEED);
}

dom_rc dom_results_ranking_fit(dom_results_ranking *r, const dom_ratings_pool *pool,
                               dom_ratings_rankings *rankings, const dom_results_ranking_kind *kind,
                               dom_err *err)
{
    dom_ratings_rc rc = dom_ratings_list_fit(&r->list, pool, &r->options);
    if (rc == DOM_RATINGS_OK && kind->wants_second)
        rc = fit_second(r, rankings);
    if (rc == DOM_RATINGS_OK && kind->bootstrap > 0)
        rc = draw_again(r, pool, kind->bootstrap);
    if (r->list.count > 0 && rc == DOM_RATINGS_E_EMPTY)
        return dom_err_set(err, DOM_E_LIMIT,
                           "--plackett-luce: faults ended all matches of %s, so there is no whole "
                           "ranking",
                           r->shown.title);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "%s cannot be rated: %s", r->shown.title, dom_ratings_rc_text(rc));
    return DOM_OK;
}
