#include "output/seats_text.h"

#include "base/percent.h"
#include "documents/values.h"
#include "output/output.h"
#include "output/text_table.h"
#include "rules/match.h"

#include <inttypes.h>
#include <math.h>

static bool is_shown_list(const dom_results_seat_list *l)
{
    return l->sets + l->left_out > 0;
}

/* ---- text ---------------------------------------------------------------------- */

static void put_seat_label(dom_output_table *t, const dom_options *o, int side)
{
    if (o->teams)
        dom_output_table_put(t, "seats %d and %d", side, side + (int)dom_side_count(o));
    else
        dom_output_table_put(t, "seat %d", side);
}

static void put_turn_label(dom_output_table *t, int turn)
{
    static const char *const labels[DOM_SEATS_MAX] = {
        "leads round 1", "plays second", "plays third",   "plays fourth",
        "plays fifth",   "plays sixth",  "plays seventh", "plays eighth"};
    dom_output_table_put(t, "%s", labels[turn]);
}

/* Returns the value in whole units. It is never "-0". */
static double rounded(double value, double unit)
{
    return round(value / unit) * unit + 0.0;
}

static void put_worth(dom_output_table *t, const dom_results_seat_worth *worth)
{
    dom_ratings_mean_share s = dom_ratings_mean_share_of(&worth->share);
    dom_ratings_mean p = dom_ratings_mean_of(&worth->points);
    dom_output_table_put(t, "%.1f%% (%.1f..%.1f)", dom_percent(s.share, 1),
                         dom_percent(s.share_lo, 1), dom_percent(s.share_hi, 1));
    dom_output_table_put(t, "%+.0f (%+.0f..%+.0f)", rounded(s.elo, 1), rounded(s.elo_lo, 1),
                         rounded(s.elo_hi, 1));
    dom_output_table_put(t, "%+.2f (%+.2f..%+.2f)", rounded(p.mean, 0.01), rounded(p.lo, 0.01),
                         rounded(p.hi, 0.01));
}

static dom_rc print_seat_list(FILE *out, const dom_results_seat_list *l, dom_err *err)
{
    static const dom_output_column column[] = {{.head = "", .is_left = true},
                                               {.head = "share"},
                                               {.head = "Elo", .leave = 2},
                                               {.head = "points", .leave = 1}};
    const dom_options *o = &l->rules.options;
    int sides = dom_side_count(o);
    (void)fprintf(out, "%s%s: %" PRIu64 " full rotations; %" PRIu64 " other sets left out\n",
                  l->rules.name, dom_results_rules_mark_of(l->earlier_rules).text, l->sets,
                  l->left_out);
    if (l->sets == 0)
        return DOM_OK;
    dom_output_table t = dom_output_table_of(column, sizeof column / sizeof *column);
    for (int side = 0; side < sides; side++) {
        put_seat_label(&t, o, side);
        put_worth(&t, &l->seat[side]);
    }
    for (int turn = 0; turn < sides; turn++) {
        put_turn_label(&t, turn);
        put_worth(&t, &l->turn[turn]);
    }
    dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&t);
    return rc;
}

static const char seats_legend[] =
    "Share of the points against the other seats, and points above the mean of the table. Both are "
    "means over full rotations, in which the strength of the bots cancels; 95 % intervals over "
    "sets.";

dom_rc dom_output_seats_text(FILE *out, const dom_results_seats *seats, dom_err *err)
{
    dom_rc rc = DOM_OK;
    size_t shown = 0;
    for (size_t i = 0; rc == DOM_OK && i < seats->list_count; i++)
        if (is_shown_list(&seats->list[i])) {
            (void)fputs(shown++ > 0 ? "\n" : "", out);
            rc = print_seat_list(out, &seats->list[i], err);
        }
    (void)fputs(shown > 0 ? "\n" : "", out);
    dom_output_put_wrapped(out, shown > 0 ? seats_legend : "no match was played yet");
    return rc;
}

/* ---- for programs ---------------------------------------------------------------- */

static json_t *worth_json(const char *key, int number, const dom_results_seat_worth *worth)
{
    dom_ratings_mean_share s = dom_ratings_mean_share_of(&worth->share);
    dom_ratings_mean p = dom_ratings_mean_of(&worth->points);
    json_t *object = json_pack("{s:i}", key, number);
    const struct {
        const char *key;
        double value;
    } fields[] = {{"share", s.share}, {"share_lo", s.share_lo}, {"share_hi", s.share_hi},
                  {"elo", s.elo},     {"elo_lo", s.elo_lo},     {"elo_hi", s.elo_hi},
                  {"points", p.mean}, {"points_lo", p.lo},      {"points_hi", p.hi}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_object_set_new(object, fields[i].key,
                            dom_documents_real(worth->share.sets > 0 && isfinite(fields[i].value),
                                               fields[i].value));
    return object;
}

static json_t *seat_list_json(const dom_results_seat_list *l)
{
    json_t *by_seat = json_array(), *by_turn = json_array();
    for (int side = 0; side < dom_side_count(&l->rules.options); side++) {
        json_array_append_new(by_seat, worth_json("seat", side, &l->seat[side]));
        json_array_append_new(by_turn, worth_json("turn", side + 1, &l->turn[side]));
    }
    return json_pack("{s:s, s:i, s:I, s:I, s:o, s:o}", "variant", l->rules.name, "earlier_rules",
                     (int)l->earlier_rules, "sets", (json_int_t)l->sets, "left_out",
                     (json_int_t)l->left_out, "seats", by_seat, "turns", by_turn);
}

dom_rc dom_output_seats_json(FILE *out, const dom_results_seats *seats, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < seats->list_count; i++)
        if (is_shown_list(&seats->list[i]))
            json_array_append_new(list, seat_list_json(&seats->list[i]));
    return dom_output_put_list(out, "variants", list, err);
}
