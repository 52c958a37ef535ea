#include "results/tournament_standing.h"

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

void dom_results_tournament_standing_add(dom_results_tournament_standing of[],
                                         const dom_results_set *set,
                                         const dom_results_withdrawals *withdrawn)
{
    bool is_void = set->is_void;
    for (int i = 0; i < set->count && !set->is_void; i++) {
        const dom_store_match *m = &set->match[i];
        bool counts = !dom_results_withdrawals_void(withdrawn, m);
        is_void |= !counts;
        for (int seat = 0; counts && seat < m->seats; seat++)
            dom_results_sums_add(&of[m->seat[seat].bot].sums, set->options, m, seat);
    }
    if (set->is_full_rotation && !is_void)
        add_shares(of, set);
}

double dom_results_tournament_standing_share(const dom_results_tournament_standing *of)
{
    return of->shares.sets > 0 ? of->shares.mean : dom_ratings_score_share(&of->sums.score);
}
