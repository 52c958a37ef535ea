/* Chooses the match that the first page shows, and reads its table.
 *
 * The rule: it is a match of the two strongest bots that met, in the variant with the most sets. Of
 * their newest matches it is the closest: the one that was won by the fewest points. A match that a
 * fault ended is left out, and so is one whose duplicate set is not over, for its hands are
 * still secret. If the pair has no such match, the next pair is asked.
 *
 * Example: pimc, careful and greedy lead block-2. The pairs are asked in the order pimc and
 * careful, pimc and greedy, careful and greedy. If pimc and careful have no match of a
 * set that is over which ended by the rules, the closest one of pimc and greedy is shown. */
#include "results/infos.h"
#include "results/match_reader.h"
#include "site/site_match.h"
#include "site_reading.h"

#include <stdlib.h>

enum { STRONGEST = 6 }; /* the pairs are of these bots */

/* A match that may be chosen. */
typedef struct {
    dom_site_reading *r;
    dom_web_match_ref ref;
    dom_web_highlight taken; /* where.match is 0 if the match cannot be shown */
} highlight_candidate;

/* ---- one match ----------------------------------------------------------------------- */

static dom_rc take_open(highlight_candidate *c, const dom_store_tournament *t)
{
    dom_site_match *match;
    dom_site_reading *r = c->r;
    dom_rc rc =
        dom_site_match_open(&match, r->site, c->ref.tournament, r->store, t, c->ref.match, r->err);
    if (rc == DOM_OK && !dom_site_match_highlight(&c->taken, match))
        c->taken.where.match = 0;
    dom_site_match_close(&match);
    return rc == DOM_E_MALFORMED ? DOM_OK : rc; /* `verify` reports such a match */
}

static dom_rc take_candidate(void *context, const dom_store_tournament *t)
{
    highlight_candidate *c = context;
    dom_store_match m;
    bool is_over = false;
    dom_rc rc = dom_site_match_find(c->r->store, t, c->ref.match, &m, c->r->err);
    if (rc == DOM_OK)
        rc = dom_results_set_is_over(c->r->store, t, &m, &is_over, c->r->err);
    return rc == DOM_OK && is_over ? take_open(c, t) : rc;
}

/* Shows the match, if that may be. */
static dom_rc try_match(dom_site_reading *r, dom_web_match_ref ref, const dom_web_variant *v)
{
    highlight_candidate c = {.r = r, .ref = ref};
    dom_rc rc = dom_results_each_tournament(r->store, r->site->tournaments[ref.tournament].name,
                                            take_candidate, &c, r->err);
    if (rc != DOM_OK || c.taken.where.match == 0)
        return rc;
    c.taken.variant = (uint32_t)(v - r->site->variants);
    dom_site_reading_lock(r);
    r->site->highlight = c.taken;
    dom_site_reading_unlock(r);
    return DOM_OK;
}

/* ---- the matches of a pair ------------------------------------------------------------ */

static int by_match(const void *key, const void *entry)
{
    uint64_t match = *(const uint64_t *)key, of = ((const dom_web_match_entry *)entry)->match;
    return match < of ? -1 : match > of;
}

/* Returns by how many points the match was won; -1 if a fault ended it. */
static int64_t margin_of(const dom_site_reading *r, dom_web_match_ref ref)
{
    const dom_web_tournament *t = &r->site->tournaments[ref.tournament];
    const dom_web_match_entry *entry =
        bsearch(&ref.match, t->entries, t->line_count, sizeof *t->entries, by_match);
    int64_t margin = 0;
    if (entry == NULL || entry->end != DOM_FAULT_NONE)
        return -1;
    for (int seat = 0; seat < entry->seats; seat++)
        margin = entry->margin[seat] > margin ? entry->margin[seat] : margin;
    return margin;
}

/* Returns the index of the closest match that was not tried yet; -1 if there is none. */
static int closest_of(const dom_site_reading *r, const dom_web_meetings *pair,
                      const bool is_tried[static DOM_WEB_PAIR_NEWEST])
{
    int best = -1;
    int64_t least = INT64_MAX;
    for (int i = 0; i < DOM_WEB_PAIR_NEWEST && pair->newest[i].match > 0; i++) {
        int64_t margin = is_tried[i] ? -1 : margin_of(r, pair->newest[i]);
        if (margin >= 0 && margin < least) {
            least = margin;
            best = i;
        }
    }
    return best;
}

static dom_rc try_pair(dom_site_reading *r, const dom_web_variant *v, size_t a, size_t b)
{
    const dom_web_meetings *pair = &v->list->meetings[a * dom_web_variant_lines(v) + b];
    bool is_tried[DOM_WEB_PAIR_NEWEST] = {false};
    dom_rc rc = DOM_OK;
    for (int i; rc == DOM_OK && r->site->highlight.where.match == 0 &&
                (i = closest_of(r, pair, is_tried)) >= 0;) {
        is_tried[i] = true;
        rc = try_match(r, pair->newest[i], v);
    }
    return rc;
}

/* The lower the sum of their lines, the stronger is a pair. */
dom_rc dom_site_read_highlight(dom_site_reading *r)
{
    const dom_web_variant *v = dom_web_site_main_variant(r->site);
    dom_rc rc = DOM_OK;
    for (size_t sum = 1; v && sum < 2 * STRONGEST; sum++)
        for (size_t a = 0; rc == DOM_OK && 2 * a < sum; a++)
            if (sum - a < dom_web_variant_lines(v) && sum - a < STRONGEST)
                rc = try_pair(r, v, a, sum - a);
    return rc;
}
