#include "output/ranking_text.h"

#include "documents/documents.h"
#include "output/all_round_text.h"
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

static ranking_printer begin(dom_results_ranking_kind kind, dom_output_format format, FILE *out)
{
    ranking_printer to = {.lists = dom_output_rating_lists_begin(format, out), .kind = kind};
    to.kind.wants_matrices = format == DOM_OUTPUT_JSON;
    return to;
}

static dom_rc show_all(ranking_printer *to, const dom_results_standings *s,
                       const dom_strings *variants, dom_err *err)
{
    dom_rc rc = dom_results_ranking_each(s, variants, show_ranking, to, err);
    return dom_output_rating_lists_end(&to->lists, rc, err);
}

dom_rc dom_output_ranking_show(const dom_results_standings *s, const dom_strings *variants,
                               dom_results_ranking_kind kind, dom_output_format format, FILE *out,
                               dom_err *err)
{
    ranking_printer to = begin(kind, format, out);
    return show_all(&to, s, variants, err);
}

static dom_rc show_all_rounds(ranking_printer *to, const dom_results_standings *s,
                              const dom_strings *variants, dom_err *err)
{
    dom_results_all_rounds all;
    dom_rc rc = dom_results_all_rounds_make(&all, s, variants, to->kind, err);
    if (rc == DOM_OK && to->lists.format == DOM_OUTPUT_JSON)
        to->lists.all_round = dom_documents_all_rounds(&all);
    else if (rc == DOM_OK)
        rc = dom_output_all_rounds_print(&all, to->lists.format, to->lists.out, err);
    dom_results_all_rounds_clear(&all);
    return rc;
}

dom_rc dom_output_leaderboard_show(const dom_results_standings *s, const dom_strings *variants,
                                   const dom_strings *all_round, dom_results_ranking_kind kind,
                                   dom_output_format format, FILE *out, dom_err *err)
{
    dom_rc rc = dom_results_ranking_check(s, variants, kind, err);
    ranking_printer to = begin(kind, format, out);
    if (rc == DOM_OK && variants->count == 0 && !kind.is_live && format != DOM_OUTPUT_CSV) {
        rc = show_all_rounds(&to, s, all_round, err);
    }
    if (rc == DOM_OK)
        return show_all(&to, s, variants, err);
    return dom_output_rating_lists_end(&to.lists, rc, err);
}

void dom_output_ranking_note_unrated(const dom_results_standings *s, FILE *out)
{
    bool has_any = false;
    for (size_t i = 0; i < s->list_count; i++)
        has_any |= s->lists[i].matches > 0;
    if (!has_any)
        (void)fprintf(out, "domino-arena: no %smatch was played yet%s\n",
                      s->unrated_count > 0 ? "rated " : "", dom_results_unrated_hint_of(s).text);
}
