#include "output/ranking_text.h"

#include "output/rating_list.h"

typedef struct {
    dom_output_rating_lists lists;
    dom_results_ranking_kind kind;
} ranking_printer;

static dom_rc show_ranking(void *context, const dom_results_standings *s,
                           const dom_results_standing_list *l, dom_err *err)
{
    ranking_printer *to = context;
    dom_results_ranking r;
    dom_rc rc = dom_results_ranking_make(&r, s, l, to->kind, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_output_rating_lists_add(&to->lists, &r.shown, err);
    dom_results_ranking_clear(&r);
    return rc;
}

dom_rc dom_output_ranking_show(const dom_results_standings *s, const dom_strings *variants,
                               dom_results_ranking_kind kind, dom_output_format format, FILE *out,
                               dom_err *err)
{
    ranking_printer to = {.lists = dom_output_rating_lists_begin(format, out), .kind = kind};
    to.kind.wants_matrices = format == DOM_OUTPUT_JSON;
    dom_rc rc = dom_results_ranking_each(s, variants, show_ranking, &to, err);
    return dom_output_rating_lists_end(&to.lists, rc, err);
}

void dom_output_ranking_note_unrated(const dom_results_standings *s, FILE *out)
{
    bool has_any = s->unrated_count == 0;
    for (size_t i = 0; i < s->list_count; i++)
        has_any |= s->lists[i].matches > 0;
    if (!has_any)
        (void)fprintf(out, "domino-arena: no rated match was played yet%s\n",
                      dom_results_unrated_hint_of(s).text);
}
