#include "results/crosstable.h"

#include <stdlib.h>

dom_rc dom_results_crosstable_make(dom_results_crosstable *out, const dom_results_ranking *of,
                                   dom_err *err)
{
    size_t players = of->from->row_count;
    *out =
        (dom_results_crosstable){.of = of,
                                 .count = of->list.count,
                                 .versus = malloc((players * players + 1) * sizeof *out->versus)};
    dom_ratings_rc made = out->versus ? dom_ratings_versus_all(out->versus, (uint32_t)players,
                                                               of->from->pool, &of->list)
                                      : DOM_RATINGS_E_NOMEM;
    return made == DOM_RATINGS_OK ? DOM_OK
                                  : dom_err_set(err, DOM_E_NOMEM, "%s", dom_ratings_rc_text(made));
}

void dom_results_crosstable_clear(dom_results_crosstable *x)
{
    free(x->versus);
    x->versus = NULL;
}

const dom_ratings_versus *dom_results_crosstable_at(const dom_results_crosstable *x, size_t row,
                                                    size_t column)
{
    const dom_ratings_rating *lines = x->of->list.row;
    return &x->versus[lines[row].player * x->of->from->row_count + lines[column].player];
}

const dom_store_bot *dom_results_crosstable_bot(const dom_results_crosstable *x, size_t row)
{
    return &x->of->from->rows[x->of->list.row[row].player].bot;
}
