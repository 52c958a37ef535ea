#include "results/rating_list.h"

bool dom_results_list_knows_lo(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    return !r->is_live && !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
}

bool dom_results_list_knows_hi(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    return !r->is_live && !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
}

const dom_ratings_bootstrap *dom_results_list_bootstrap(const dom_results_rating_list *r,
                                                        const dom_ratings_rating *row)
{
    bool is_known = dom_results_list_knows_lo(r, row) && dom_results_list_knows_hi(r, row);
    return r->bootstrap && is_known ? &r->bootstrap[row->player] : NULL;
}

const dom_results_rated_bot *dom_results_list_anchor(const dom_results_rating_list *r)
{
    static const dom_results_rated_bot none = {.name = "", .version = ""},
                                       mean = {.name = "mean", .version = ""};
    if (r->options == NULL)
        return &none;
    return r->options->anchor < 0 ? &mean : &r->bot[r->options->anchor];
}
