#include "rating_list_parts.h"

#include <stdio.h>

void dom_output_list_csv_head(FILE *out)
{
    (void)fputs("variant,rank_lo,rank_hi,bot,version,elo,elo_lo,elo_hi,bound,island,few_sets,"
                "los_next,gap_next,gap_lo,gap_hi,live_elo,points_per_round,ppr_lo,ppr_hi,sets,"
                "matches,wins,draws,losses",
                out);
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        (void)fprintf(out, ",%s", dom_fault_word((dom_fault)i));
    (void)fputs(",bootstrap_lo,bootstrap_hi,bootstrap_bc_lo,bootstrap_bc_hi,prior,anchor,"
                "anchor_version,anchor_elo,variance_reduction,variance_reduction_lo,"
                "variance_reduction_hi,points_variance_reduction,points_variance_reduction_lo,"
                "points_variance_reduction_hi,information_ratio,information_ratio_lo,"
                "information_ratio_hi,earlier_rules,metric,plackett_luce_elo\n",
                out);
}

static void put_whole(FILE *out, bool is_there, uint64_t value)
{
    (void)(is_there ? fprintf(out, ",%llu", (unsigned long long)value) : fputc(',', out));
}

static void put_rating_csv(const dom_results_rating_list *r, const dom_ratings_rating *row,
                           FILE *out)
{
    bool is_rated = !r->is_live;
    dom_output_put_csv_real(out, is_rated, row->elo);
    dom_output_put_csv_real(out, dom_results_list_knows_lo(r, row), row->elo_lo);
    dom_output_put_csv_real(out, dom_results_list_knows_hi(r, row), row->elo_hi);
    (void)fprintf(out, ",%s", is_rated ? dom_ratings_bound_word(row->bound) : "");
    put_whole(out, is_rated, row->island);
    put_whole(out, is_rated, row->few_sets);
    dom_output_put_csv_real(out, is_rated && row->has_next, row->next.los);
    dom_output_put_csv_real(out, is_rated && row->has_next, row->next.elo);
    dom_output_put_csv_real(out, is_rated && row->next.has_lo, row->next.lo);
    dom_output_put_csv_real(out, is_rated && row->next.has_hi, row->next.hi);
    dom_output_put_csv_real(out, r->bot[row->player].has_live_elo, r->bot[row->player].live_elo);
    dom_output_put_csv_real(out, row->has_points, row->points / r->point);
    dom_output_put_csv_real(out, is_rated && row->has_points, row->points_lo / r->point);
    dom_output_put_csv_real(out, is_rated && row->has_points, row->points_hi / r->point);
}

static void put_bootstrap_csv(const dom_ratings_bootstrap *b, FILE *out)
{
    dom_output_put_csv_real(out, b, b ? b->lo : 0);
    dom_output_put_csv_real(out, b, b ? b->hi : 0);
    dom_output_put_csv_real(out, b, b ? b->bc_lo : 0);
    dom_output_put_csv_real(out, b, b ? b->bc_hi : 0);
}

static void put_ratio_csv(const dom_ratings_ratio *ratio, FILE *out)
{
    dom_output_put_csv_real(out, ratio->value > 0, ratio->value);
    dom_output_put_csv_real(out, ratio->value > 0, ratio->lo);
    dom_output_put_csv_real(out, ratio->value > 0, ratio->hi);
}

static void put_list_csv(const dom_results_rating_list *r, FILE *out)
{
    const dom_ratings_list_options *o = r->options;
    dom_output_put_csv_real(out, o, o ? o->prior : 0);
    dom_output_put_csv_next(out, dom_results_list_anchor(r)->name);
    dom_output_put_csv_next(out, dom_results_list_anchor(r)->version);
    dom_output_put_csv_real(out, o, o ? o->anchor_elo : 0);
    put_ratio_csv(&r->list->variance_reduction, out);
    put_ratio_csv(&r->list->points_variance_reduction, out);
    put_ratio_csv(&r->list->information_ratio, out);
    put_whole(out, true, r->earlier_rules);
}

void dom_output_list_csv(const dom_results_rating_list *r, FILE *out)
{
    for (size_t i = 0; i < r->list->count; i++) {
        const dom_ratings_rating *row = &r->list->row[i];
        const dom_results_rated_bot *bot = &r->bot[row->player];
        dom_output_put_csv(out, r->title);
        put_whole(out, !r->is_live, row->rank_lo);
        put_whole(out, !r->is_live, row->rank_hi);
        dom_output_put_csv_next(out, bot->name);
        dom_output_put_csv_next(out, bot->version);
        put_rating_csv(r, row, out);
        const uint64_t count[] = {row->sets, row->matches, row->wins, row->draws, row->losses};
        for (size_t k = 0; k < sizeof count / sizeof *count; k++)
            put_whole(out, true, count[k]);
        for (int k = DOM_FAULT_NONE + 1; k < DOM_FAULT_COUNT; k++)
            put_whole(out, true, bot->faults[k]);
        put_bootstrap_csv(dom_results_list_bootstrap(r, row), out);
        put_list_csv(r, out);
        (void)fputs(r->points_scale > 0 ? ",points" : ",match", out);
        dom_output_put_csv_real(out, r->second, r->second ? r->second->elo[row->player] : 0);
        (void)fputc('\n', out);
    }
}
