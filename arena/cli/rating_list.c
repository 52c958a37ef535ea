#include "rating_list.h"

#include "grid.h"
#include "rules_age.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A rating that the prior alone holds on one side has no limit there. */
static bool knows_lo(const rating_list *r, const dom_rating *row)
{
    return !r->is_live && (row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_BELOW);
}

static bool knows_hi(const rating_list *r, const dom_rating *row)
{
    return !r->is_live && (row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_ABOVE);
}

/* ---- the table -------------------------------------------------------------- */

/* "lo..hi", a side that is not known left out. */
static void put_range(grid *g, const char *format, const double *lo, const double *hi)
{
    char from[24] = "", to[24] = "";
    if (lo)
        (void)snprintf(from, sizeof from, format, *lo);
    if (hi)
        (void)snprintf(to, sizeof to, format, *hi);
    grid_put(g, "%s%s%s", from, lo || hi ? ".." : "-", to);
}

static void put_points(grid *g, const rating_list *r, const dom_rating *row)
{
    if (row->has_points)
        grid_put(g, "%.2f", row->points / r->point);
    else
        grid_put(g, "-");
}

static void put_counts(grid *g, const dom_rating *row)
{
    grid_put(g, "%llu", (unsigned long long)row->sets);
    grid_put(g, "%llu", (unsigned long long)row->matches);
    grid_put(g, "%llu-%llu-%llu", (unsigned long long)row->wins, (unsigned long long)row->draws,
             (unsigned long long)row->losses);
}

static void put_official(grid *g, const rating_list *r, const dom_rating *row)
{
    const dom_bootstrap *b = r->bootstrap ? &r->bootstrap[row->player] : NULL;
    grid_put(g, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo, row->rank_hi);
    grid_put(g, "%s", r->bot[row->player].label);
    grid_put(g, "%s%.1f", dom_bound_word(row->bound), row->elo);
    put_range(g, "%.1f", knows_lo(r, row) ? b ? &b->bc_lo : &row->elo_lo : NULL,
              knows_hi(r, row) ? b ? &b->bc_hi : &row->elo_hi : NULL);
    if (row->los_next >= 0)
        grid_put(g, "%.1f%%", 100 * row->los_next);
    else
        grid_put(g, "-");
    put_points(g, r, row);
    put_range(g, "%.2f", row->has_points ? &(double){row->points_lo / r->point} : NULL,
              row->has_points ? &(double){row->points_hi / r->point} : NULL);
    put_counts(g, row);
    if (r->list->islands > 1)
        grid_put(g, "%u", row->island);
}

static void put_live(grid *g, const rating_list *r, const dom_rating *row)
{
    grid_put(g, "%u", row->rank_lo);
    grid_put(g, "%s", r->bot[row->player].label);
    grid_put(g, "%.1f", r->bot[row->player].live_elo);
    put_points(g, r, row);
    put_counts(g, row);
}

/* Columns in the order of put_official and put_live. */
static size_t columns_of(const rating_list *r, const char *per, grid_column out[])
{
    const grid_column live[] = {{"rank", false, 0}, {"bot", true, 0},   {"Elo", false, 0},
                                {per, false, 0},    {"sets", false, 2}, {"matches", false, 1},
                                {"W-D-L", false, 3}};
    const grid_column official[] = {
        {"rank", false, 0},     {"bot", true, 0},
        {"Elo", false, 0},      {r->bootstrap ? "bootstrap" : "interval", false, 0},
        {"LOS", false, 5},      {per, false, 4},
        {"interval", false, 3}, {"sets", false, 6},
        {"matches", false, 1},  {"W-D-L", false, 2},
        {"island", false, 0}};
    size_t count = sizeof official / sizeof *official - (r->list->islands <= 1);
    if (r->is_live)
        count = sizeof live / sizeof *live;
    memcpy(out, r->is_live ? live : official, count * sizeof *out);
    return count;
}

static dom_rc print_table(const rating_list *r, cli_format format, FILE *out, dom_err *err)
{
    char per[24];
    grid_column column[GRID_COLUMNS_MAX];
    (void)snprintf(per, sizeof per, "pts/%s", r->per);
    grid g = grid_of(column, columns_of(r, per, column));
    for (size_t i = 0; i < r->list->count; i++)
        (r->is_live ? put_live : put_official)(&g, r, &r->list->row[i]);
    dom_rc rc = format == CLI_MARKDOWN ? grid_markdown(&g, out, err)
                                       : grid_print(&g, RATING_LIST_WIDTH, out, err);
    grid_clear(&g);
    return rc;
}

/* ---- title and notes -------------------------------------------------------- */

/* A line of words; Markdown has them with `mark` in front. */
__attribute__((format(printf, 3, 4))) static void say(const rating_show *s, const char *mark,
                                                      const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->format == CLI_MARKDOWN) {
        (void)fputs(mark, s->out);
        grid_put_escaped(text, s->out);
    } else {
        (void)fputs(text, s->out);
    }
    (void)fputc('\n', s->out);
}

static void print_title(const rating_show *s, const rating_list *r)
{
    const dom_list_options *o = r->options;
    bool is_mean = o && o->anchor < 0;
    say(s, "## ", "%s%s: %llu matches, %llu duplicate sets%s", r->title,
        rules_mark_of(r->earlier_rules).text, (unsigned long long)r->list->matches,
        (unsigned long long)r->list->sets,
        r->is_unrated ? ", unrated: they do not count in the leaderboard" : "");
    if (s->format == CLI_MARKDOWN)
        (void)fputc('\n', s->out);
    if (r->is_live)
        say(s, "", "Live Elo, provisional: it depends on the order of play");
    else
        say(s, "", "Elo by maximum likelihood, %s%s at %.0f, ghost prior %g; 95 %% intervals",
            is_mean ? "the mean" : "the anchor ", is_mean ? "" : r->bot[o->anchor].label,
            o->anchor_elo, o->prior);
    if (s->format == CLI_MARKDOWN)
        (void)fputc('\n', s->out);
}

static bool has_bound(const dom_list *list, dom_bound bound)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].bound == bound)
            return true;
    return false;
}

static void say_bounds(const rating_show *s, const dom_list *list)
{
    for (dom_bound b = DOM_BOUND_BELOW; b <= DOM_BOUND_BOTH; b++)
        if (has_bound(list, b))
            say(s, "- ", "%s: %s.", dom_bound_word(b), dom_bound_meaning(b));
}

/* All of them, in lines that are not too long. */
static void say_few(const rating_show *s, const rating_list *r)
{
    char text[RATING_LIST_WIDTH + 1] = "Few sets, rough intervals:";
    bool has_any = false;
    for (size_t i = 0; i < r->list->count; i++) {
        const char *label = r->bot[r->list->row[i].player].label;
        if (!r->list->row[i].few_sets)
            continue;
        if (has_any)
            (void)strncat(text, ",", sizeof text - strlen(text) - 1);
        if (strlen(text) + strlen(label) + 2 > RATING_LIST_WIDTH) {
            say(s, "- ", "%s", text);
            text[0] = '\0';
        }
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), " %s", label);
        has_any = true;
    }
    if (has_any)
        say(s, "- ", "%s.", text);
}

/* "Faults: NAME in 3 matches (2 illegal, 1 timeout)", a line for each bot. */
static void say_faults(const rating_show *s, const rating_bot *bot)
{
    char codes[300] = "";
    if (bot->faulty == 0)
        return;
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        if (bot->faults[i] > 0) {
            size_t length = strlen(codes);
            (void)snprintf(codes + length, sizeof codes - length, "%s%llu %s", length ? ", " : "",
                           (unsigned long long)bot->faults[i], dom_fault_word((dom_fault)i));
        }
    say(s, "- ", "Faults: %s in %llu match%s (%s)", bot->label, (unsigned long long)bot->faulty,
        bot->faulty == 1 ? "" : "es", codes);
}

static void say_worth(const rating_show *s, const dom_list *l)
{
    char points[40] = "";
    if (l->points_variance_reduction > 0)
        (void)snprintf(points, sizeof points, "; of points, %.2f", l->points_variance_reduction);
    if (l->variance_reduction > 0 && l->matches > l->sets)
        say(s, "- ", "A match in a duplicate set tells as much as %.2f independent ones%s.",
            l->variance_reduction, points);
    if (l->information_ratio > 0)
        say(s, "- ", "Points tell %.2f times as much about differences as places do.",
            l->information_ratio);
}

static void say_notes(const rating_show *s, const rating_list *r)
{
    const dom_list *l = r->list;
    if (s->format == CLI_MARKDOWN)
        (void)fputc('\n', s->out);
    if (l->count == 1 && r->hidden == 0 && !r->is_live)
        say(s, "- ", "One bot alone has no rating but the anchor's.");
    if (l->islands > 1) {
        say(s, "- ", "%u islands: bots of different islands never met, not even through others.",
            l->islands);
        say(s, "- ", "Each island%s is held by its own mean; ratings cannot be compared across.",
            r->options->anchor < 0 ? "" : " but the anchor's");
    }
    for (size_t i = 0; i < l->count; i++)
        say_faults(s, &r->bot[l->row[i].player]);
    if (r->hidden > 0)
        say(s, "- ", "%zu other version%s of bots count%s in the ratings; --all shows %s.",
            r->hidden, r->hidden == 1 ? "" : "s", r->hidden == 1 ? "s" : "",
            r->hidden == 1 ? "it" : "them");
    say_bounds(s, l);
    say_few(s, r);
    say_worth(s, l);
}

/* ---- for programs ----------------------------------------------------------- */

/* The bot that is held; `mean`, and nothing in a live list, in the place of one. */
static const rating_bot *anchor_of(const rating_list *r)
{
    static const rating_bot none = {.name = "", .version = ""},
                            mean = {.name = "mean", .version = ""};
    if (r->options == NULL)
        return &none;
    return r->options->anchor < 0 ? &mean : &r->bot[r->options->anchor];
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

static json_t *bootstrap_json(const dom_bootstrap *b)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "lo", b->lo, "hi", b->hi, "bc_lo", b->bc_lo, "bc_hi",
                     b->bc_hi);
}

/* What every list has. */
static json_t *bot_json(const rating_list *r, const dom_rating *row)
{
    const rating_bot *bot = &r->bot[row->player];
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o}", "name", bot->name,
        "version", bot->version, "live_elo", real_or_null(bot->has_live_elo, bot->live_elo),
        "points_per_round", real_or_null(row->has_points, row->points / r->point), "ppr_lo",
        real_or_null(row->has_points && !r->is_live, row->points_lo / r->point), "ppr_hi",
        real_or_null(row->has_points && !r->is_live, row->points_hi / r->point), "sets",
        (json_int_t)row->sets, "matches", (json_int_t)row->matches, "wins", (json_int_t)row->wins,
        "draws", (json_int_t)row->draws, "losses", (json_int_t)row->losses, "faults",
        faults_json(bot));
}

static json_t *official_json(const rating_list *r, const dom_rating *row)
{
    json_t *object = bot_json(r, row);
    json_t *rating = json_pack("{s:f, s:o, s:o, s:I, s:I, s:o, s:s, s:I, s:b}", "elo", row->elo,
                               "elo_lo", real_or_null(knows_lo(r, row), row->elo_lo), "elo_hi",
                               real_or_null(knows_hi(r, row), row->elo_hi), "rank_lo",
                               (json_int_t)row->rank_lo, "rank_hi", (json_int_t)row->rank_hi,
                               "los_next", real_or_null(row->los_next >= 0, row->los_next), "bound",
                               dom_bound_word(row->bound), "island", (json_int_t)row->island,
                               "few_sets", row->few_sets);
    json_object_update(object, rating);
    json_decref(rating);
    if (r->bootstrap)
        json_object_set_new(object, "bootstrap", bootstrap_json(&r->bootstrap[row->player]));
    return object;
}

/* Rows and columns in the order of the bots. */
static json_t *covariance_json(const rating_list *r)
{
    const dom_list *l = r->list;
    json_t *matrix = json_array();
    for (size_t i = 0; i < l->count; i++) {
        json_t *line = json_array();
        for (size_t k = 0; k < l->count; k++)
            json_array_append_new(
                line, json_real(l->covariance[l->row[i].player * r->players + l->row[k].player]));
        json_array_append_new(matrix, line);
    }
    return matrix;
}

static void add_official(json_t *object, const rating_list *r)
{
    const dom_list *l = r->list;
    const dom_list_options *o = r->options;
    const rating_bot *anchor = anchor_of(r);
    json_t *more = json_pack(
        "{s:f, s:s, s:s, s:f, s:I, s:o, s:o, s:o}", "prior", o->prior, "anchor", anchor->name,
        "anchor_version", anchor->version, "anchor_elo", o->anchor_elo, "islands",
        (json_int_t)l->islands, "variance_reduction",
        real_or_null(l->variance_reduction > 0, l->variance_reduction), "points_variance_reduction",
        real_or_null(l->points_variance_reduction > 0, l->points_variance_reduction),
        "information_ratio", real_or_null(l->information_ratio > 0, l->information_ratio));
    json_object_update(object, more);
    json_decref(more);
    if (l->covariance)
        json_object_set_new(object, "covariance", covariance_json(r));
}

static json_t *list_json(const rating_list *r)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < r->list->count; i++)
        json_array_append_new(bots, (r->is_live ? bot_json : official_json)(r, &r->list->row[i]));
    json_t *object =
        json_pack("{s:o, s:I, s:b, s:I, s:s, s:I, s:I, s:o}", "variant", cli_text_json(r->title),
                  "earlier_rules", (json_int_t)r->earlier_rules, "rated", !r->is_unrated, "hidden",
                  (json_int_t)r->hidden, "metric", "match", "sets", (json_int_t)r->list->sets,
                  "matches", (json_int_t)r->list->matches, "bots", bots);
    if (!r->is_live)
        add_official(object, r);
    return object;
}

/* ---- CSV -------------------------------------------------------------------- */

static void print_csv_head(FILE *out)
{
    (void)fputs("variant,rank_lo,rank_hi,bot,version,elo,elo_lo,elo_hi,bound,island,few_sets,"
                "los_next,live_elo,points_per_round,ppr_lo,ppr_hi,sets,matches,wins,draws,losses",
                out);
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        (void)fprintf(out, ",%s", dom_fault_word((dom_fault)i));
    (void)fputs(",bootstrap_lo,bootstrap_hi,bootstrap_bc_lo,bootstrap_bc_hi,prior,anchor,"
                "anchor_version,anchor_elo,variance_reduction,points_variance_reduction,"
                "information_ratio,earlier_rules\n",
                out);
}

static void put_real(FILE *out, bool is_there, double value)
{
    (void)(is_there ? fprintf(out, ",%.6f", value) : fputc(',', out));
}

static void put_whole(FILE *out, bool is_there, uint64_t value)
{
    (void)(is_there ? fprintf(out, ",%llu", (unsigned long long)value) : fputc(',', out));
}

static void put_rating_csv(const rating_list *r, const dom_rating *row, FILE *out)
{
    bool is_rated = !r->is_live;
    put_real(out, is_rated, row->elo);
    put_real(out, knows_lo(r, row), row->elo_lo);
    put_real(out, knows_hi(r, row), row->elo_hi);
    (void)fprintf(out, ",%s", is_rated ? dom_bound_word(row->bound) : "");
    put_whole(out, is_rated, row->island);
    put_whole(out, is_rated, row->few_sets);
    put_real(out, is_rated && row->los_next >= 0, row->los_next);
    put_real(out, r->bot[row->player].has_live_elo, r->bot[row->player].live_elo);
    put_real(out, row->has_points, row->points / r->point);
    put_real(out, is_rated && row->has_points, row->points_lo / r->point);
    put_real(out, is_rated && row->has_points, row->points_hi / r->point);
}

static void put_bootstrap_csv(const dom_bootstrap *b, FILE *out)
{
    put_real(out, b, b ? b->lo : 0);
    put_real(out, b, b ? b->hi : 0);
    put_real(out, b, b ? b->bc_lo : 0);
    put_real(out, b, b ? b->bc_hi : 0);
}

static void put_list_csv(const rating_list *r, FILE *out)
{
    const dom_list_options *o = r->options;
    put_real(out, o, o ? o->prior : 0);
    (void)fputc(',', out);
    cli_put_csv(out, anchor_of(r)->name);
    (void)fprintf(out, ",%s", anchor_of(r)->version);
    put_real(out, o, o ? o->anchor_elo : 0);
    put_real(out, r->list->variance_reduction > 0, r->list->variance_reduction);
    put_real(out, r->list->points_variance_reduction > 0, r->list->points_variance_reduction);
    put_real(out, r->list->information_ratio > 0, r->list->information_ratio);
    put_whole(out, true, r->earlier_rules);
    (void)fputc('\n', out);
}

static void print_csv(const rating_list *r, FILE *out)
{
    for (size_t i = 0; i < r->list->count; i++) {
        const dom_rating *row = &r->list->row[i];
        const rating_bot *bot = &r->bot[row->player];
        cli_put_csv(out, r->title);
        put_whole(out, !r->is_live, row->rank_lo);
        put_whole(out, !r->is_live, row->rank_hi);
        (void)fputc(',', out);
        cli_put_csv(out, bot->name);
        (void)fprintf(out, ",%s", bot->version);
        put_rating_csv(r, row, out);
        const uint64_t count[] = {row->sets, row->matches, row->wins, row->draws, row->losses};
        for (size_t k = 0; k < sizeof count / sizeof *count; k++)
            put_whole(out, true, count[k]);
        for (int k = DOM_FAULT_NONE + 1; k < DOM_FAULT_COUNT; k++)
            put_whole(out, true, bot->faults[k]);
        put_bootstrap_csv(r->bootstrap ? &r->bootstrap[row->player] : NULL, out);
        put_list_csv(r, out);
    }
}

/* ---- all lists -------------------------------------------------------------- */

rating_show rating_show_begin(cli_format format, FILE *out)
{
    return (rating_show){
        .out = out, .format = format, .lists = format == CLI_JSON ? json_array() : NULL};
}

static dom_rc print_list(const rating_show *s, const rating_list *r, dom_err *err)
{
    if (s->count > 0)
        (void)fputc('\n', s->out);
    print_title(s, r);
    dom_rc rc = print_table(r, s->format, s->out, err);
    if (rc == DOM_OK)
        say_notes(s, r);
    return rc;
}

dom_rc rating_show_list(rating_show *s, const rating_list *r, dom_err *err)
{
    dom_rc rc = DOM_OK;
    switch (s->format) {
    case CLI_JSON:
        if (json_array_append_new(s->lists, list_json(r)) != 0)
            rc = dom_err_set(err, DOM_E_NOMEM, "out of memory");
        break;
    case CLI_CSV:
        if (s->count == 0)
            print_csv_head(s->out);
        print_csv(r, s->out);
        break;
    case CLI_TEXT:
    case CLI_MARKDOWN:
        rc = print_list(s, r, err);
        break;
    }
    s->count++;
    return rc;
}

dom_rc rating_show_end(rating_show *s, dom_rc rc, dom_err *err)
{
    if (rc == DOM_OK && s->format == CLI_JSON)
        rc = cli_put_list(s->out, "lists", json_incref(s->lists), err);
    if (rc == DOM_OK && s->format == CLI_CSV && s->count == 0)
        print_csv_head(s->out);
    json_decref(s->lists);
    s->lists = NULL;
    return rc;
}
