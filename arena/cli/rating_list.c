#include "rating_list.h"

#include <string.h>

/* ---- text ----------------------------------------------------------------- */

static void print_title(const rating_list *r, FILE *out)
{
    const dom_list_options *o = r->options;
    (void)fprintf(out, "%s: %llu matches, %llu duplicate sets\n", r->title,
                  (unsigned long long)r->list->matches, (unsigned long long)r->list->sets);
    (void)fprintf(out, "Elo by maximum likelihood, %s%s at %.0f, ghost prior %g; 95 %% intervals\n",
                  o->anchor < 0 ? "the mean" : "the anchor ",
                  o->anchor < 0 ? "" : r->bot[o->anchor].name, o->anchor_elo, o->prior);
}

/* As wide as the longest name. */
static int name_width(const rating_list *r)
{
    size_t width = strlen("bot");
    for (size_t i = 0; i < r->list->count; i++) {
        size_t length = strlen(r->bot[r->list->row[i].player].name);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_head(const rating_list *r, FILE *out)
{
    char points[24];
    (void)snprintf(points, sizeof points, "pts/%s", r->per);
    (void)fprintf(out, "%7s  %-*s %8s %16s %6s %9s %15s %6s %7s %7s %6s %7s\n", "rank",
                  name_width(r), "bot", "Elo", r->bootstrap ? "bootstrap" : "interval", "LOS",
                  points, "interval", "sets", "matches", "W", "D", "L");
}

/* "lo..hi", a side that is not known left out. */
static void print_range(FILE *out, int width, const char *format, const double *lo,
                        const double *hi)
{
    char text[64], from[24] = "", to[24] = "";
    if (lo)
        (void)snprintf(from, sizeof from, format, *lo);
    if (hi)
        (void)snprintf(to, sizeof to, format, *hi);
    (void)snprintf(text, sizeof text, "%s%s%s", from, lo || hi ? ".." : "-", to);
    (void)fprintf(out, " %*s", width, text);
}

/* A rating that the prior alone holds on one side has no limit there. */
static bool knows_lo(const dom_rating *row)
{
    return row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_BELOW;
}

static bool knows_hi(const dom_rating *row)
{
    return row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_ABOVE;
}

static void print_points(const rating_list *r, const dom_rating *row, FILE *out)
{
    if (!row->has_points) {
        (void)fprintf(out, " %9s %15s", "-", "-");
        return;
    }
    (void)fprintf(out, " %9.2f", row->points / r->point);
    print_range(out, 15, "%.2f", &(double){row->points_lo / r->point},
                &(double){row->points_hi / r->point});
}

static void print_row(const rating_list *r, const dom_rating *row, FILE *out)
{
    char rank[24], elo[32], los[16] = "-";
    const dom_bootstrap *b = r->bootstrap ? &r->bootstrap[row->player] : NULL;
    (void)snprintf(rank, sizeof rank, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo,
                   row->rank_hi);
    (void)snprintf(elo, sizeof elo, "%s%.1f", dom_bound_word(row->bound), row->elo);
    if (row->los_next >= 0)
        (void)snprintf(los, sizeof los, "%.1f%%", 100 * row->los_next);
    (void)fprintf(out, "%7s  %-*s %8s", rank, name_width(r), r->bot[row->player].name, elo);
    print_range(out, 16, "%.1f", knows_lo(row) ? b ? &b->bc_lo : &row->elo_lo : NULL,
                knows_hi(row) ? b ? &b->bc_hi : &row->elo_hi : NULL);
    (void)fprintf(out, " %6s", los);
    print_points(r, row, out);
    (void)fprintf(out, " %6llu %7llu %7llu %6llu %7llu\n", (unsigned long long)row->sets,
                  (unsigned long long)row->matches, (unsigned long long)row->wins,
                  (unsigned long long)row->draws, (unsigned long long)row->losses);
}

static void print_rows(const rating_list *r, FILE *out)
{
    for (size_t i = 0; i < r->list->count; i++) {
        const dom_rating *row = &r->list->row[i];
        if (i > 0 && row->island != row[-1].island)
            (void)fprintf(out,
                          "         -- island %u: never met those above, not even through "
                          "others --\n",
                          row->island);
        print_row(r, row, out);
    }
}

static bool has_bound(const dom_list *list, dom_bound bound)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].bound == bound)
            return true;
    return false;
}

static void print_bounds(const dom_list *list, FILE *out)
{
    static const char *const meaning[] = {
        [DOM_BOUND_BELOW] = "it, or a group that it is in, never lost a point to the others: at "
                            "least this",
        [DOM_BOUND_ABOVE] = "it, or a group that it is in, never won a point from the others: at "
                            "most this",
        [DOM_BOUND_BOTH] =
            "no results tie it to those above or to those below: the prior places it",
    };
    for (dom_bound b = DOM_BOUND_BELOW; b <= DOM_BOUND_BOTH; b++)
        if (has_bound(list, b))
            (void)fprintf(out, "%s: %s.\n", dom_bound_word(b), meaning[b]);
}

static void print_few(const rating_list *r, FILE *out)
{
    const char *before = "Few sets, rough intervals: ";
    for (size_t i = 0; i < r->list->count; i++)
        if (r->list->row[i].few_sets) {
            (void)fprintf(out, "%s%s", before, r->bot[r->list->row[i].player].name);
            before = ", ";
        }
    if (before[0] == ',')
        (void)fprintf(out, ".\n");
}

/* "Faults: NAME in 3 matches (2 illegal, 1 timeout)", a line for each bot. */
static void print_faults(const rating_bot *bot, FILE *out)
{
    const char *before = " (";
    if (bot->faulty == 0)
        return;
    (void)fprintf(out, "Faults: %s in %llu match%s", bot->name, (unsigned long long)bot->faulty,
                  bot->faulty == 1 ? "" : "es");
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        if (bot->faults[i] > 0) {
            (void)fprintf(out, "%s%llu %s", before, (unsigned long long)bot->faults[i],
                          dom_fault_word((dom_fault)i));
            before = ", ";
        }
    (void)fprintf(out, ")\n");
}

static void print_notes(const rating_list *r, FILE *out)
{
    const dom_list *l = r->list;
    if (l->count == 1)
        (void)fprintf(out, "One bot alone has no rating but the anchor's.\n");
    if (l->islands > 1)
        (void)fprintf(
            out, "%u islands: each is held by its own mean, ratings cannot be compared across.\n",
            l->islands);
    for (size_t i = 0; i < l->count; i++)
        print_faults(&r->bot[l->row[i].player], out);
    print_bounds(l, out);
    print_few(r, out);
    if (l->variance_reduction > 0 && l->matches > l->sets)
        (void)fprintf(out, "A match in a duplicate set tells as much as %.2f independent ones",
                      l->variance_reduction);
    if (l->variance_reduction > 0 && l->matches > l->sets)
        (void)fprintf(out, l->points_variance_reduction > 0 ? "; of points, %.2f.\n" : ".\n",
                      l->points_variance_reduction);
    if (l->information_ratio > 0)
        (void)fprintf(out, "Points tell %.2f times as much about differences as places do.\n",
                      l->information_ratio);
}

void rating_list_print(const rating_list *r, FILE *out)
{
    print_title(r, out);
    print_head(r, out);
    print_rows(r, out);
    print_notes(r, out);
}

/* ---- JSON ----------------------------------------------------------------- */

static json_t *real_or_null(bool is_there, double value)
{
    return is_there ? json_real(value) : json_null();
}

static json_t *faults_json(const rating_bot *bot)
{
    json_t *object = json_object();
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        json_object_set_new(object, dom_fault_word((dom_fault)i),
                            json_integer((json_int_t)bot->faults[i]));
    return object;
}

static json_t *bot_json(const rating_list *r, const dom_rating *row)
{
    const rating_bot *bot = &r->bot[row->player];
    json_t *object = json_pack(
        "{s:s, s:s, s:f, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, "
        "s:o, "
        "s:s, s:I, s:b}",
        "name", bot->name, "version", bot->version, "elo", row->elo, "elo_lo",
        real_or_null(knows_lo(row), row->elo_lo), "elo_hi",
        real_or_null(knows_hi(row), row->elo_hi), "rank_lo", (json_int_t)row->rank_lo, "rank_hi",
        (json_int_t)row->rank_hi, "los_next", real_or_null(row->los_next >= 0, row->los_next),
        "live_elo", real_or_null(bot->has_live_elo, bot->live_elo), "points_per_round",
        real_or_null(row->has_points, row->points / r->point), "ppr_lo",
        real_or_null(row->has_points, row->points_lo / r->point), "ppr_hi",
        real_or_null(row->has_points, row->points_hi / r->point), "sets", (json_int_t)row->sets,
        "matches", (json_int_t)row->matches, "wins", (json_int_t)row->wins, "draws",
        (json_int_t)row->draws, "losses", (json_int_t)row->losses, "faults", faults_json(bot),
        "bound", dom_bound_word(row->bound), "island", (json_int_t)row->island, "few_sets",
        row->few_sets);
    if (r->bootstrap) {
        const dom_bootstrap *b = &r->bootstrap[row->player];
        json_object_set_new(object, "bootstrap",
                            json_pack("{s:f, s:f, s:f, s:f}", "lo", b->lo, "hi", b->hi, "bc_lo",
                                      b->bc_lo, "bc_hi", b->bc_hi));
    }
    return object;
}

json_t *rating_list_json(const rating_list *r)
{
    const dom_list *l = r->list;
    const dom_list_options *o = r->options;
    json_t *bots = json_array();
    for (size_t i = 0; i < l->count; i++)
        json_array_append_new(bots, bot_json(r, &l->row[i]));
    return json_pack("{s:s, s:s, s:f, s:s, s:f, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "variant",
                     r->title, "metric", "match", "prior", o->prior, "anchor",
                     o->anchor < 0 ? "mean" : r->bot[o->anchor].name, "anchor_elo", o->anchor_elo,
                     "sets", (json_int_t)l->sets, "matches", (json_int_t)l->matches, "islands",
                     (json_int_t)l->islands, "variance_reduction",
                     real_or_null(l->variance_reduction > 0, l->variance_reduction),
                     "points_variance_reduction",
                     real_or_null(l->points_variance_reduction > 0, l->points_variance_reduction),
                     "information_ratio",
                     real_or_null(l->information_ratio > 0, l->information_ratio), "bots", bots);
}
