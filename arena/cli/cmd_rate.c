/* `rate --from FILE.csv`: computes a rating list from a table of results, of the arena or of any
 * game. No database is involved. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/did_you_mean.h"
#include "output/rating_list.h"
#include "results/results_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *file, *metric;
    dom_strings anchors;
    int64_t bootstrap;
    double prior;
    bool has_draws, is_simultaneous, wants_second;
    dom_cli_format_args format;
} rate_args;

enum { BOOTSTRAP_SEED = 1 };

typedef struct {
    const rate_args *args;
    dom_err *err;
    dom_results_csv table;
    dom_ratings_list_options options;
    dom_ratings_list list;
    dom_ratings_plackett_luce second;
    dom_ratings_bootstrap *bootstrap;
    dom_results_rated_bot *bot;
    dom_ratings_anchor *anchor; /* the first one is that of the options */
} rate_work;

static dom_rc rate_failed(const rate_work *r, dom_ratings_rc rc)
{
    return dom_err_set(r->err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT, "%s: %s",
                       r->args->file, dom_ratings_rc_text(rc));
}

/* Finds the player of a name, of which the first `bytes` bytes count. */
static bool find_player(const rate_work *r, const char *name, size_t bytes, uint32_t *player)
{
    const dom_strings *labels = &r->table.labels;
    for (size_t i = 0; i < labels->count; i++)
        if (strlen(labels->item[i]) == bytes && memcmp(labels->item[i], name, bytes) == 0) {
            *player = (uint32_t)i;
            return true;
        }
    return false;
}

/* Reads NAME or NAME=ELO. A name may have a '=' itself. */
static dom_rc read_anchor(const rate_work *r, const char *text, dom_ratings_anchor *anchor)
{
    static const double most = 1000000;
    char *end = "";
    const char *equals = strrchr(text, '=');
    size_t bytes = equals ? (size_t)(equals - text) : strlen(text);
    *anchor = (dom_ratings_anchor){.elo = DOM_RATINGS_LIST_OPTIONS.anchor_elo};
    if (find_player(r, text, strlen(text), &anchor->player))
        return DOM_OK;
    if (!find_player(r, text, bytes, &anchor->player)) {
        char name[DOM_SUGGEST_BYTES];
        (void)snprintf(name, sizeof name, "%.*s", (int)bytes, text);
        dom_suggest near = dom_suggest_of(name);
        for (size_t i = 0; i < r->table.labels.count; i++)
            dom_suggest_try(&near, r->table.labels.item[i]);
        return dom_err_set(r->err, DOM_E_CONFIG, "--anchor: no bot '%s' is in %s%s", name,
                           r->args->file, dom_suggest_hint(&near).text);
    }
    anchor->elo = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !(anchor->elo >= -most && anchor->elo <= most))
        return dom_err_set(r->err, DOM_E_CONFIG,
                           "--anchor: rating '%.20s' is not allowed; allowed: BOT, or BOT=ELO with "
                           "a number -1000000..1000000",
                           equals + 1);
    return DOM_OK;
}

/* Finds the anchors among the names of the file. */
static dom_rc find_anchors(rate_work *r)
{
    const dom_strings *anchors = &r->args->anchors;
    r->anchor = calloc(anchors->count + 1, sizeof *r->anchor);
    if (r->anchor == NULL)
        return rate_failed(r, DOM_RATINGS_E_NOMEM);
    for (size_t i = 0; i < anchors->count; i++) {
        dom_rc rc = read_anchor(r, anchors->item[i], &r->anchor[i]);
        for (size_t k = 0; rc == DOM_OK && k < i; k++)
            if (r->anchor[k].player == r->anchor[i].player)
                rc = dom_err_set(r->err, DOM_E_CONFIG,
                                 "--anchor: '%.40s' and '%.40s' are the same bot; name it once",
                                 anchors->item[k], anchors->item[i]);
        if (rc != DOM_OK)
            return rc;
    }
    if (anchors->count > 0) {
        r->options.anchor = (int32_t)r->anchor[0].player;
        r->options.anchor_elo = r->anchor[0].elo;
        r->options.more_anchor = r->anchor + 1;
        r->options.more_anchors = anchors->count - 1;
    }
    return DOM_OK;
}

static dom_rc name_bots(rate_work *r)
{
    r->bot = calloc(r->table.names.count, sizeof *r->bot);
    if (r->bot == NULL)
        return rate_failed(r, DOM_RATINGS_E_NOMEM);
    for (size_t i = 0; i < r->table.names.count; i++)
        r->bot[i] = (dom_results_rated_bot){.name = r->table.names.item[i],
                                            .label = r->table.labels.item[i],
                                            .version = r->table.versions.item[i]};
    return DOM_OK;
}

/* Computes the bootstrap intervals, if wanted. The seed is fixed, so the same file prints the
 * same list. */
static dom_rc draw_again(rate_work *r)
{
    if (r->args->bootstrap == 0)
        return DOM_OK;
    r->bootstrap = calloc(r->table.names.count, sizeof *r->bootstrap);
    if (r->bootstrap == NULL)
        return rate_failed(r, DOM_RATINGS_E_NOMEM);
    dom_ratings_rc rc = dom_ratings_list_bootstrap(r->bootstrap, r->table.pool, &r->options,
                                                   (uint32_t)r->args->bootstrap, BOOTSTRAP_SEED);
    return rc == DOM_RATINGS_OK ? DOM_OK : rate_failed(r, rc);
}

static dom_ratings_rc fit_second(rate_work *r)
{
    dom_ratings_rc rc =
        dom_ratings_plackett_luce_fit(&r->second, r->table.rankings, r->options.prior);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_plackett_luce_align(&r->second, r->list.elo, r->options.anchor);
    return rc;
}

static dom_rc rate_compute(rate_work *r)
{
    r->table.pool = dom_ratings_pool_new();
    r->table.rankings = r->args->wants_second ? dom_ratings_rankings_new() : NULL;
    r->table.by_points = strcmp(r->args->metric, "points") == 0;
    if (r->table.pool == NULL || (r->args->wants_second && r->table.rankings == NULL))
        return rate_failed(r, DOM_RATINGS_E_NOMEM);
    dom_rc rc = dom_results_csv_read(&r->table, r->args->file, r->err);
    if (rc == DOM_OK)
        rc = find_anchors(r);
    if (rc == DOM_OK)
        rc = name_bots(r);
    if (rc != DOM_OK)
        return rc;
    dom_ratings_rc fitted = dom_ratings_list_fit(&r->list, r->table.pool, &r->options);
    if (fitted == DOM_RATINGS_OK && r->args->wants_second)
        fitted = fit_second(r);
    return fitted == DOM_RATINGS_OK ? draw_again(r) : rate_failed(r, fitted);
}

static dom_rc rate_print(const rate_work *r, dom_output_format format)
{
    dom_output_rating_lists show = dom_output_rating_lists_begin(format, stdout);
    dom_results_rating_list list = {.title = r->args->file,
                                    .list = &r->list,
                                    .players = r->table.names.count,
                                    .options = &r->options,
                                    .bot = r->bot,
                                    .bootstrap = r->bootstrap,
                                    .point = DOM_RESULTS_CSV_POINT,
                                    .per = r->table.has_rounds ? "round" : "match",
                                    .points_scale = r->table.points_scale,
                                    .second = r->args->wants_second ? &r->second : NULL};
    dom_rc rc = dom_output_rating_lists_add(&show, &list, r->err);
    return dom_output_rating_lists_end(&show, rc, r->err);
}

static int rate_run(const dom_cli_call *call, const void *arguments)
{
    const rate_args *args = arguments;
    (void)call;
    dom_err err = {.rc = DOM_OK};
    rate_work r = {.args = args, .err = &err, .options = DOM_RATINGS_LIST_OPTIONS};
    dom_output_format format = dom_cli_format_of(&args->format);
    dom_rc rc = dom_cli_check_format(&args->format, &err);
    r.options.wants_covariance = r.options.wants_differences = format == DOM_OUTPUT_JSON;
    r.options.is_simultaneous = args->is_simultaneous;
    r.options.prior = args->prior;
    if (args->has_draws)
        r.options.model = DOM_RATINGS_MODEL_DAVIDSON;
    if (rc == DOM_OK && args->file == NULL)
        rc = dom_err_set(&err, DOM_E_CONFIG,
                         "rate needs --from FILE.csv; see domino-arena rate --help");
    if (rc == DOM_OK && args->has_draws && strcmp(args->metric, "points") == 0)
        rc = dom_err_set(
            &err, DOM_E_CONFIG,
            "--davidson needs draws, and --metric points has none; give only one of them");
    if (rc == DOM_OK)
        rc = rate_compute(&r);
    if (rc == DOM_OK)
        rc = rate_print(&r, format);
    dom_ratings_pool_free(&r.table.pool);
    dom_ratings_rankings_free(&r.table.rankings);
    dom_results_csv_clear(&r.table);
    dom_ratings_list_clear(&r.list);
    dom_ratings_plackett_luce_clear(&r.second);
    free(r.bootstrap);
    free(r.bot);
    free(r.anchor);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot rate_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_FROM_FILE, rate_args, file),
    DOM_CLI_SLOT(DOM_CLI_OPT_ANCHOR, rate_args, anchors),
    DOM_CLI_SLOT(DOM_CLI_OPT_BOOTSTRAP, rate_args, bootstrap),
    DOM_CLI_SLOT(DOM_CLI_OPT_SIMULTANEOUS, rate_args, is_simultaneous),
    DOM_CLI_SLOT(DOM_CLI_OPT_PRIOR, rate_args, prior),
    DOM_CLI_SLOT(DOM_CLI_OPT_DAVIDSON, rate_args, has_draws),
    DOM_CLI_SLOT(DOM_CLI_OPT_METRIC, rate_args, metric),
    DOM_CLI_SLOT(DOM_CLI_OPT_PLACKETT_LUCE, rate_args, wants_second),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, rate_args, format.is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_MARKDOWN, rate_args, format.is_markdown),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, rate_args, format.is_json),
};

static const rate_args rate_defaults = {.prior = 0.5, .metric = "places"};

const dom_cli_command dom_cli_rate = {.name = "rate",
                                      .operand = "",
                                      .summary = "Rate the results of any game, or of export --csv",
                                      DOM_CLI_SLOTS(rate_slots),
                                      .args_bytes = sizeof(rate_args),
                                      .defaults = &rate_defaults,
                                      .lacks_database = true,
                                      .run = rate_run};
