#include "web/site.h"

#include "rules/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- times ------------------------------------------------------------------ */

void dom_web_times_add(dom_web_times *times, uint32_t us)
{
    int bucket = (int)(DOM_WEB_TIME_PER_OCTAVE * log2((double)us + 1));
    times->count[bucket < DOM_WEB_TIME_BUCKETS ? bucket : DOM_WEB_TIME_BUCKETS - 1]++;
    times->choices++;
}

double dom_web_times_limit(int bucket)
{
    return exp2((double)bucket / DOM_WEB_TIME_PER_OCTAVE) - 1;
}

double dom_web_times_quantile(const dom_web_times *times, double q)
{
    double wanted = q * (double)times->choices, seen = 0;
    for (int i = 0; i < DOM_WEB_TIME_BUCKETS; i++) {
        seen += times->count[i];
        if (times->choices > 0 && seen >= wanted)
            return dom_web_times_limit(i + 1);
    }
    return -1;
}

/* ---- lists ------------------------------------------------------------------ */

void dom_web_list_free(dom_web_list *list)
{
    if (list == NULL)
        return;
    dom_ratings_history_clear(&list->history);
    dom_results_crosstable_clear(&list->cross);
    dom_results_ranking_clear(&list->ranking);
    free(list->changes);
    free(list->rows);
    free(list->meetings);
    free(list);
}

dom_web_point dom_web_list_point(const dom_web_list *list, size_t point, size_t row)
{
    const dom_ratings_history *h = &list->history;
    const dom_ratings_history_rating *r =
        &h->rating[point * h->players + list->ranking.list.row[row].player];
    return (dom_web_point){.is_there = r->has_rating,
                           .elo = r->elo,
                           .lo = dom_ratings_bound_has_lo(r->bound) ? r->elo_lo : r->elo,
                           .hi = dom_ratings_bound_has_hi(r->bound) ? r->elo_hi : r->elo};
}

/* ---- paces ------------------------------------------------------------------ */

void dom_web_pace_note(dom_web_pace *pace, int64_t end_ms)
{
    int64_t second = end_ms / 1000;
    size_t slot = (size_t)(second < 0 ? 0 : second) % DOM_WEB_PACE_S;
    if (second > pace->second[slot]) {
        pace->second[slot] = second;
        pace->ends[slot] = 0;
    }
    pace->ends[slot] += second == pace->second[slot];
}

double dom_web_pace_per_s(const dom_web_pace *pace, int64_t now_ms)
{
    int64_t now = now_ms / 1000, first = now;
    uint64_t ends = 0, first_ends = 0;
    for (int i = 0; i < DOM_WEB_PACE_S; i++) {
        if (pace->second[i] <= now - DOM_WEB_PACE_S || pace->ends[i] == 0)
            continue;
        ends += pace->ends[i];
        if (pace->second[i] <= first) {
            first = pace->second[i];
            first_ends = pace->ends[i];
        }
    }
    return now > first ? (double)(ends - first_ends) / (double)(now - first) : 0;
}

/* ---- names ------------------------------------------------------------------ */

static bool is_slug_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '@' || c == '_' || c == '-';
}

void dom_web_slug(char slug[static DOM_WEB_SLUG_BYTES], const char *name)
{
    size_t size = 0;
    for (const char *at = name; *at && size + 4 < DOM_WEB_SLUG_BYTES; at++) {
        if (is_slug_char(*at) || (*at == '.' && at > name))
            slug[size++] = *at;
        else
            size += (size_t)snprintf(slug + size, 4, "=%02x", (unsigned char)*at);
    }
    slug[size] = '\0';
}

static bool has_slug(const char *name, const char *slug)
{
    char own[DOM_WEB_SLUG_BYTES];
    dom_web_slug(own, name);
    return strcmp(own, slug) == 0;
}

const dom_web_bot *dom_web_site_bot(const dom_web_site *site, const char *slug)
{
    for (size_t i = 0; i < site->bot_count; i++)
        if (has_slug(site->bots[i].label, slug))
            return &site->bots[i];
    return NULL;
}

const dom_web_tournament *dom_web_site_tournament(const dom_web_site *site, const char *slug)
{
    for (size_t i = 0; i < site->tournament_count; i++)
        if (has_slug(site->tournaments[i].name, slug))
            return &site->tournaments[i];
    return NULL;
}

/* ---- matches -------------------------------------------------------------------- */

const char *const dom_web_result_words[DOM_WEB_RESULTS] = {
    [DOM_WEB_WON] = "won", [DOM_WEB_SHARED] = "shared", [DOM_WEB_LOST] = "lost"};

static dom_web_result result_of(const dom_store_match *m, int seat, int sides)
{
    bool is_shared = false;
    for (int s = 0; s < m->seats; s++)
        is_shared |= s % sides != seat % sides && m->seat[s].place == 1;
    if (m->seat[seat].place != 1)
        return DOM_WEB_LOST;
    return is_shared ? DOM_WEB_SHARED : DOM_WEB_WON;
}

dom_web_outcome dom_web_outcome_of(const dom_options *options, const dom_store_match *m, int seat)
{
    const int sides = dom_side_count(options);
    const int sign = options->objective == DOM_OBJECTIVE_LOW ? -1 : 1;
    int64_t margin = INT32_MAX;
    for (int s = 0; s < m->seats; s++) {
        int64_t more = sign * ((int64_t)m->seat[seat].score - m->seat[s].score);
        if (s % sides != seat % sides && more < margin)
            margin = more;
    }
    return (dom_web_outcome){result_of(m, seat, sides),
                             margin < INT32_MIN ? INT32_MIN : (int32_t)margin};
}

/* ---- the whole ---------------------------------------------------------------- */

const char *dom_web_tournament_title(const dom_web_tournament *t)
{
    return t->title[0] ? t->title : t->name;
}

bool dom_web_site_is_listed(const dom_web_site *site, const dom_web_variant *v)
{
    return site->reading < DOM_WEB_READING_LISTS || v->is_listed;
}

const dom_web_variant *dom_web_site_main_variant(const dom_web_site *site)
{
    const dom_web_variant *most = NULL;
    for (size_t i = 0; i < site->variant_count; i++) {
        const dom_web_variant *v = &site->variants[i];
        if (dom_web_site_is_listed(site, v) && dom_web_variant_is_rated(v) &&
            (most == NULL || v->list->ranking.list.sets > most->list->ranking.list.sets))
            most = v;
    }
    return most;
}

bool dom_web_site_is_counted(const dom_web_site *site)
{
    return site->reading < DOM_WEB_READING_MATCHES;
}

int64_t dom_web_site_age_s(const dom_web_site *site)
{
    return (site->now_ms - site->current_ms) / 1000;
}

const dom_web_open_matches *dom_web_site_open_matches(const dom_web_site *site, uint32_t tournament)
{
    const dom_web_open_matches *open = &site->open;
    return open->is_there && open->tournament == tournament ? open : NULL;
}

const dom_core_open_match *dom_web_site_open_match(const dom_web_site *site, dom_web_match_ref ref)
{
    const dom_web_open_matches *open = dom_web_site_open_matches(site, ref.tournament);
    for (size_t i = 0; open && i < open->shown; i++)
        if (open->match[i].match == ref.match)
            return &open->match[i];
    return NULL;
}

const dom_core_open_match *dom_web_site_watched(const dom_web_site *site, dom_web_match_ref ref)
{
    const dom_core_open_match *open = dom_web_site_open_match(site, ref);
    bool has_spectators = site->tournaments[ref.tournament].has_spectators;
    return open && has_spectators && open->decisions ? open : NULL;
}

static int by_match(const void *key, const void *worth)
{
    uint64_t match = *(const uint64_t *)key, of = ((const dom_web_match_worth *)worth)->match;
    return match < of ? -1 : match > of;
}

const dom_web_match_worth *dom_web_site_worth(const dom_web_site *site, dom_web_match_ref ref)
{
    const dom_web_tournament *t = &site->tournaments[ref.tournament];
    return t->worth_count == 0
               ? NULL
               : bsearch(&ref.match, t->worths, t->worth_count, sizeof *t->worths, by_match);
}

bool dom_web_site_has_match(const dom_web_site *site, dom_web_match_ref ref)
{
    const dom_web_tournament *t = &site->tournaments[ref.tournament];
    const dom_web_match_ref *shown = &site->highlight.where;
    bool is_highlight = ref.match == shown->match && ref.tournament == shown->tournament;
    return site->is_served || ref.match + site->replays > t->last_match ||
           (is_highlight && site->replays > 0);
}

void dom_web_site_clear(dom_web_site *site)
{
    for (size_t i = 0; i < site->bot_count; i++)
        free(site->bots[i].faults);
    for (size_t i = 0; i < site->variant_count; i++)
        dom_web_list_free(site->variants[i].list);
    for (size_t i = 0; i < site->tournament_count; i++) {
        free(site->tournaments[i].bots);
        free(site->tournaments[i].variants);
        free(site->tournaments[i].stages);
        free(site->tournaments[i].withdrawals);
        free(site->tournaments[i].voids);
        dom_results_tournament_standings_clear(&site->tournaments[i].standings);
        free(site->tournaments[i].sets);
        free(site->tournaments[i].newest);
        free(site->tournaments[i].entries);
        free(site->tournaments[i].worths);
    }
    dom_results_standings_clear(&site->facts);
    dom_results_all_rounds_clear(&site->all_rounds);
    free(site->all_round_bots);
    free(site->bots);
    free(site->variants);
    free(site->tournaments);
    *site = (dom_web_site){0};
}
