/* `rate --from FILE.csv`: computes a rating list from a table of results, of the arena or of any
 * game. No database is involved. */
#include "commands.h"
#include "common.h"
#include "rating_args.h"
#include "status.h"

#include "output/rating_list.h"
#include "results/ranking.h"

#include <stdio.h>

typedef struct {
    const char *file;
    dom_cli_rating_args rating;
    dom_cli_format_args format;
} rate_args;

static dom_rc rate_check(const rate_args *args, dom_err *err)
{
    dom_rc rc = dom_cli_check_format(&args->format, err);
    if (rc == DOM_OK && args->file == NULL)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "rate needs --from FILE.csv; see domino-arena rate --help");
    return rc == DOM_OK ? dom_cli_check_rating(&args->rating, err) : rc;
}

static dom_rc rate_read(dom_results_csv *table, const rate_args *args,
                        const dom_results_ranking_kind *kind, dom_err *err)
{
    table->pool = dom_ratings_pool_new();
    table->rankings = kind->wants_second ? dom_ratings_rankings_new() : NULL;
    table->by_points = kind->by_points;
    if (table->pool == NULL || (kind->wants_second && table->rankings == NULL))
        return dom_err_no_memory(err);
    return dom_results_csv_read(table, args->file, err);
}

static dom_rc rate_show(const dom_results_csv *table, const char *file,
                        dom_results_ranking_kind kind, dom_output_format format, dom_err *err)
{
    dom_results_ranking ranking;
    dom_rc rc = dom_results_ranking_of_table(&ranking, table, file, kind, err);
    if (rc != DOM_OK)
        return rc;
    dom_output_rating_lists show = dom_output_rating_lists_begin(format, stdout);
    rc = dom_output_rating_lists_add(&show, &ranking.shown, err);
    rc = dom_output_rating_lists_end(&show, rc, err);
    dom_results_ranking_clear(&ranking);
    return rc;
}

static int rate_run(const dom_cli_call *call, const void *arguments)
{
    const rate_args *args = arguments;
    (void)call;
    dom_err err = {.rc = DOM_OK};
    dom_results_csv table = {.pool = NULL};
    dom_output_format format = dom_cli_format_of(&args->format);
    dom_results_ranking_kind kind = dom_cli_rating_kind(&args->rating, format == DOM_OUTPUT_JSON);
    dom_rc rc = rate_check(args, &err);
    if (rc == DOM_OK)
        rc = rate_read(&table, args, &kind, &err);
    if (rc == DOM_OK)
        rc = rate_show(&table, args->file, kind, format, &err);
    dom_ratings_pool_free(&table.pool);
    dom_ratings_rankings_free(&table.rankings);
    dom_results_csv_clear(&table);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot rate_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_FROM_FILE, rate_args, file),
    DOM_CLI_RATING_SLOTS(rate_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, rate_args, format.is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_MARKDOWN, rate_args, format.is_markdown),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, rate_args, format.is_json),
};

const dom_cli_command dom_cli_rate = {.name = "rate",
                                      .operand = "",
                                      .summary = "Rate the results of any game, or of export --csv",
                                      DOM_CLI_SLOTS(rate_slots),
                                      .args_bytes = sizeof(rate_args),
                                      .lacks_database = true,
                                      .run = rate_run};
