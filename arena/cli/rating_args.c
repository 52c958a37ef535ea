#include "rating_args.h"

#include <string.h>

static bool is_by_points(const dom_cli_rating_args *a)
{
    return a->metric && strcmp(a->metric, "points") == 0;
}

dom_rc dom_cli_check_rating(const dom_cli_rating_args *a, dom_err *err)
{
    if (a->has_draws && is_by_points(a))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--davidson needs draws, and --metric points has none; give only one of them");
    return DOM_OK;
}

const char *dom_cli_rating_given(const dom_cli_rating_args *a)
{
    const struct {
        bool is_given;
        const char *option;
    } all[] = {{a->is_simultaneous, "--simultaneous"},
               {a->anchors.count > 0, "--anchor"},
               {a->has_prior, "--prior"},
               {a->has_draws, "--davidson"},
               {a->metric != NULL, "--metric"},
               {a->wants_second, "--plackett-luce"},
               {a->bootstrap > 0, "--bootstrap"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is_given)
            return all[i].option;
    return NULL;
}

dom_results_ranking_kind dom_cli_rating_kind(const dom_cli_rating_args *a, bool wants_matrices)
{
    return (dom_results_ranking_kind){.is_simultaneous = a->is_simultaneous,
                                      .wants_matrices = wants_matrices,
                                      .by_points = is_by_points(a),
                                      .has_draws = a->has_draws,
                                      .wants_second = a->wants_second,
                                      .has_prior = a->has_prior,
                                      .prior = a->prior,
                                      .bootstrap = (uint32_t)a->bootstrap,
                                      .anchors = &a->anchors};
}
