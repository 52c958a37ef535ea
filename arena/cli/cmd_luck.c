/* Points without the luck that a baseline measures (ratings/luck.h), for the sets that are
 * no full rotation. What counts is a bot's points in a match less the mean of the table, and
 * so is the baseline's in the same seat of the same deals: of zero sum, and 0 on average
 * where seats are alike. */
#include "commands.h"

#include "baseline.h"
#include "home.h"
#include "past.h"
#include "ratings/luck.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A bot's sets in a variant. */
typedef struct {
    size_t sets, room;
    double *points, *control; /* per set, the mean of its matches             */
    uint64_t matches;
} line;

typedef struct {
    uint64_t full, other; /* sets                                             */
    line *lines;          /* by bot number                                    */
} part;

typedef struct {
    const cli_args *args;
    dom_store *store;
    dom_err *err;
    dom_store_tournament t;
    part *parts; /* by variant number                                         */
    dom_table *table;
    dom_store_match set[DOM_SEATS_MAX]; /* matches of the set so far           */
    int matches;
} counter;

static dom_rc no_memory(const counter *c)
{
    return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
}

/* ---- counting --------------------------------------------------------------- */

/* Matches of a full rotation: in team games 2 where a bot is its own partner. */
static int rotations_of(const dom_options *o, const dom_store_match *m)
{
    return o->teams && m->seat[0].bot == m->seat[2].bot ? 2 : m->seats;
}

static double mean_of(const double score[], int seats)
{
    double sum = 0;
    for (int s = 0; s < seats; s++)
        sum += score[s];
    return sum / seats;
}

static bool add_set(line *l, double points, double control)
{
    if (l->sets == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        double *grown = realloc(l->points, room * sizeof *grown);
        if (grown)
            l->points = grown;
        double *other = grown ? realloc(l->control, room * sizeof *other) : NULL;
        if (other == NULL)
            return false;
        l->control = other;
        l->room = room;
    }
    l->points[l->sets] = points;
    l->control[l->sets++] = control;
    return true;
}

/* What a bot made in the matches of the set, and the baseline in its place. */
static dom_rc count_bot(counter *c, uint16_t bot, const double base[])
{
    line *l = &c->parts[c->set[0].variant].lines[bot];
    double points = 0, control = 0;
    int played = 0;
    for (int i = 0; i < c->matches; i++) {
        const dom_store_match *m = &c->set[i];
        double score[DOM_SEATS_MAX];
        int seat = 0;
        for (int s = 0; s < m->seats; s++)
            score[s] = m->seat[s].score;
        while (seat < m->seats && m->seat[seat].bot != bot)
            seat++;
        if (seat == m->seats)
            continue;
        points += score[seat] - mean_of(score, m->seats);
        control += base[seat] - mean_of(base, m->seats);
        played++;
    }
    l->matches += (uint64_t)played;
    return add_set(l, points / played, control / played) ? DOM_OK : no_memory(c);
}

/* Was this bot at an earlier seat of these matches? They are of one table. */
static bool is_repeated(const dom_store_match *m, int seat)
{
    for (int s = 0; s < seat; s++)
        if (m->seat[s].bot == m->seat[seat].bot)
            return true;
    return false;
}

/* One match of the baseline does for all rotations, as it sits in all seats. */
static dom_rc count_other(counter *c)
{
    const dom_store_match *m = &c->set[0];
    dom_record record = past_record(&c->t, m);
    double base[DOM_SEATS_MAX];
    dom_rc rc = DOM_OK;
    baseline_play(c->table, record.options, &record.key);
    for (int s = 0; s < m->seats; s++)
        base[s] = c->table->match.score[s];
    for (int s = 0; rc == DOM_OK && s < m->seats; s++)
        if (!is_repeated(m, s))
            rc = count_bot(c, m->seat[s].bot, base);
    dom_key_clear(&record.key);
    return rc;
}

static dom_rc end_set(counter *c)
{
    if (c->matches == 0)
        return DOM_OK;
    const dom_store_match *m = &c->set[0];
    part *p = &c->parts[m->variant];
    bool is_full = c->matches == rotations_of(&c->t.variants[m->variant].options, m);
    p->full += is_full;
    p->other += !is_full;
    dom_rc rc = is_full ? DOM_OK : count_other(c);
    c->matches = 0;
    return rc;
}

/* Points of a match that a fault ended say nothing. */
static dom_rc take_match(void *context, const dom_store_match *m)
{
    counter *c = context;
    dom_rc rc = c->matches > 0 && !past_same_set(&c->set[0], m) ? end_set(c) : DOM_OK;
    if (rc == DOM_OK && m->end == DOM_FAULT_NONE && c->matches < DOM_SEATS_MAX)
        c->set[c->matches++] = *m;
    return rc;
}

static dom_rc count(counter *c)
{
    c->parts = calloc((size_t)c->t.variant_count + 1, sizeof *c->parts);
    c->table = malloc(sizeof *c->table);
    if (c->parts == NULL || c->table == NULL)
        return no_memory(c);
    for (int v = 0; v < c->t.variant_count; v++) {
        c->parts[v].lines = calloc((size_t)c->t.bot_count + 1, sizeof(line));
        if (c->parts[v].lines == NULL)
            return no_memory(c);
    }
    dom_rc rc = dom_store_match_each(c->store, c->t.id, 1, 0, false, take_match, c, c->err);
    return rc == DOM_OK ? end_set(c) : rc;
}

/* ---- the baseline ------------------------------------------------------------- */

/* Is the baseline that plays now the one that was announced with the tournament? */
static dom_rc check_baseline(const counter *c)
{
    past_baseline announced = past_baseline_of(&c->t);
    dom_tournament *now = calloc(1, sizeof *now);
    if (now == NULL)
        return no_memory(c);
    now->variant_count = c->t.variant_count;
    memcpy(now->variants, c->t.variants, c->t.variant_count * sizeof *now->variants);
    dom_rc rc = baseline_identify(now, c->err);
    if (rc == DOM_OK && announced.text[0] == '\0')
        rc = dom_err_set(c->err, DOM_E_CONFIG,
                         "tournament '%s' was announced without a baseline; one that is newer "
                         "than the results is not taken",
                         c->t.name);
    else if (rc == DOM_OK && strcmp(announced.text, now->baseline) != 0)
        rc = dom_err_set(c->err, DOM_E_CONFIG,
                         "tournament '%s' was announced with the baseline %.21s, here is %.21s; "
                         "one that is newer than the results is not taken",
                         c->t.name, announced.text, now->baseline);
    free(now);
    return rc;
}

/* ---- printing ----------------------------------------------------------------- */

static bool is_wanted(const counter *c, int variant)
{
    return dom_strings_want(&c->args->variants, c->t.variants[variant].name);
}

/* Why there is nothing to adjust; "" for no reason. */
typedef struct {
    char text[160];
} refusal;

static refusal why_not(const counter *c, int variant)
{
    refusal reason = {""};
    const char *unlike = dom_options_unlike_seats(&c->t.variants[variant].options);
    if (unlike)
        (void)snprintf(reason.text, sizeof reason.text,
                       "%s, so that seats are not alike and the mean of their luck is not known",
                       unlike);
    else if (c->parts[variant].other == 0)
        (void)snprintf(
            reason.text, sizeof reason.text,
            "in full rotations the luck of the deals cancels: nothing is left to adjust");
    return reason;
}

static bool adjust(dom_luck *luck, const line *l)
{
    return dom_luck_adjust(luck, l->points, l->control, l->sets, 0) == DOM_RATINGS_OK;
}

static void print_line(const char *name, const line *l)
{
    dom_luck k;
    char raw[64], adjusted[64], factor[32] = "-";
    if (!adjust(&k, l)) {
        (void)printf("%-24s %6zu %7llu  too few sets\n", name, l->sets,
                     (unsigned long long)l->matches);
        return;
    }
    (void)snprintf(raw, sizeof raw, "%.2f (%.2f..%.2f)", k.points, k.points_lo, k.points_hi);
    (void)snprintf(adjusted, sizeof adjusted, "%.2f (%.2f..%.2f)", k.adjusted, k.adjusted_lo,
                   k.adjusted_hi);
    if (k.factor > 0)
        (void)snprintf(factor, sizeof factor, "%.2f", k.factor);
    (void)printf("%-24s %6zu %7llu %26s %26s %7s\n", name, l->sets, (unsigned long long)l->matches,
                 raw, adjusted, factor);
}

static void print_part(const counter *c, int variant)
{
    const part *p = &c->parts[variant];
    refusal reason = why_not(c, variant);
    (void)printf("\n%s: %llu full rotations, %llu other sets\n", c->t.variants[variant].name,
                 (unsigned long long)p->full, (unsigned long long)p->other);
    if (reason.text[0]) {
        (void)printf("%s\n", reason.text);
        return;
    }
    (void)printf("Points a match over the mean of the table, in the other sets; 95 %% intervals\n"
                 "%-24s %6s %7s %26s %26s %7s\n",
                 "bot", "sets", "matches", "raw", "adjusted", "factor");
    for (int bot = 0; bot < c->t.bot_count; bot++)
        if (p->lines[bot].sets > 0)
            print_line(c->t.bots[bot].name, &p->lines[bot]);
}

static json_t *line_json(const dom_store_bot *bot, const line *l)
{
    dom_luck k;
    json_t *object = json_pack("{s:s, s:s, s:I, s:I}", "name", bot->name, "version", bot->version,
                               "sets", (json_int_t)l->sets, "matches", (json_int_t)l->matches);
    bool is_known = adjust(&k, l);
    const struct {
        const char *key;
        double value;
    } fields[] = {{"points", k.points},           {"points_lo", k.points_lo},
                  {"points_hi", k.points_hi},     {"adjusted", k.adjusted},
                  {"adjusted_lo", k.adjusted_lo}, {"adjusted_hi", k.adjusted_hi},
                  {"coefficient", k.coefficient}, {"factor", k.factor}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_object_set_new(object, fields[i].key,
                            is_known ? json_real(fields[i].value) : json_null());
    return object;
}

static json_t *part_json(const counter *c, int variant)
{
    const part *p = &c->parts[variant];
    refusal reason = why_not(c, variant);
    json_t *bots = json_array();
    for (int bot = 0; !reason.text[0] && bot < c->t.bot_count; bot++)
        if (p->lines[bot].sets > 0)
            json_array_append_new(bots, line_json(&c->t.bots[bot], &p->lines[bot]));
    return json_pack("{s:s, s:I, s:I, s:s, s:o}", "variant", c->t.variants[variant].name, "full",
                     (json_int_t)p->full, "other", (json_int_t)p->other, "reason", reason.text,
                     "bots", bots);
}

static dom_rc print_json(const counter *c)
{
    json_t *variants = json_array();
    for (int v = 0; v < c->t.variant_count; v++)
        if (is_wanted(c, v))
            json_array_append_new(variants, part_json(c, v));
    json_t *root = json_pack("{s:i, s:s, s:s, s:o}", "schema", 1, "tournament", c->t.name,
                             "baseline", past_baseline_of(&c->t).text, "variants", variants);
    bool ok = root && json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0 &&
              fputc('\n', stdout) != EOF;
    json_decref(root);
    return ok ? DOM_OK : dom_err_set(c->err, DOM_E_IO, "cannot write the points");
}

static dom_rc print(const counter *c)
{
    if (c->args->is_json)
        return print_json(c);
    (void)printf("%s, baseline %.21s\n", c->t.name, past_baseline_of(&c->t).text);
    for (int v = 0; v < c->t.variant_count; v++)
        if (is_wanted(c, v))
            print_part(c, v);
    return DOM_OK;
}

static dom_rc check_variants(const counter *c)
{
    const dom_strings *wanted = &c->args->variants;
    for (size_t i = 0; i < wanted->count; i++) {
        bool is_there = false;
        for (int v = 0; v < c->t.variant_count; v++)
            is_there |= strcmp(c->t.variants[v].name, wanted->item[i]) == 0;
        if (!is_there)
            return dom_err_set(c->err, DOM_E_ABSENT, "%s does not play variant '%.40s'", c->t.name,
                               wanted->item[i]);
    }
    return DOM_OK;
}

static void clear(counter *c)
{
    for (int v = 0; c->parts && v < c->t.variant_count; v++) {
        for (int bot = 0; c->parts[v].lines && bot < c->t.bot_count; bot++) {
            free(c->parts[v].lines[bot].points);
            free(c->parts[v].lines[bot].control);
        }
        free(c->parts[v].lines);
    }
    free(c->parts);
    free(c->table);
    dom_store_tournament_free(&c->t);
    dom_store_close(&c->store);
}

int cmd_luck(const cli_args *args)
{
    cli_home home;
    dom_err err = {.rc = DOM_OK};
    counter c = {.args = args, .err = &err};
    dom_rc rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &c.store, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(c.store, args->tournament, &c.t, &err);
    if (rc == DOM_OK)
        rc = check_variants(&c);
    if (rc == DOM_OK)
        rc = check_baseline(&c);
    if (rc == DOM_OK)
        rc = count(&c);
    if (rc == DOM_OK)
        rc = print(&c);
    clear(&c);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
