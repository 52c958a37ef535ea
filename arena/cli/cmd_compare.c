/* `compare A B`: plays an unrated tournament of two bots on the same deals and stops it when a
 * sequential test (GSPRT) has decided whether A is better. Stored matches of an earlier run count
 * first, so the command can be continued. With --from the sets of another tournament are tested and
 * nothing is played. */
#include "commands.h"
#include "common.h"
#include "compare_positions.h"
#include "status.h"

#include "base/path.h"
#include "base/text.h"
#include "config/variant_lookup.h"
#include "output/comparison_text.h"
#include "output/remarks.h"
#include "output/shard_text.h"
#include "results/deals_again.h"
#include "results/named_versions.h"
#include "results/sprt_match.h"
#include "runner.h"
#include "shard/shard_plan.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    dom_cli_runner_args play;
    const char *model;
    double elo0, elo1, alpha, beta;
    int64_t max_sets;
    dom_strings opponents;
    const char *from;      /* a tournament: its sets are tested, and nothing is played */
    const char *deals_of;  /* TOURNAMENT or TOURNAMENT/SET: its deals are played again */
    const char *positions; /* a file: the bots play from its positions */
    const char *folder;    /* of shards: the comparison is planned, not played */
    int64_t shards;
    bool is_json;
} compare_args;

typedef struct {
    const compare_args *args;
    dom_cli_runner *run;
    dom_err *err;
    dom_strings bots; /* in the order: new bot, old bot, opponents */
    dom_core_compared compared;
    dom_results_deals deals; /* that are played again; all zero: new ones            */
    dom_core_deals deals_told;
    const char *variant[2]; /* that is played, and a NULL                            */
    dom_results_sprt seen;
} comparer;

/* ---- what is asked ---------------------------------------------------------- */

static dom_rc add_word(comparer *c, const char *word)
{
    return dom_strings_add(&c->bots, word) ? DOM_OK : dom_err_no_memory(c->err);
}

/* Adds the bots for the other seats: those of --opponents, else the old bot. */
static dom_rc add_opponents(comparer *c, size_t needed)
{
    const dom_strings *said = &c->args->opponents;
    if (said->count && said->count != needed)
        return dom_err_set(
            c->err, DOM_E_CONFIG,
            "--opponents: the number of bots is %zu; allowed: %zu, one for each other seat of %s",
            said->count, needed, c->variant[0]);
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < needed; i++)
        rc = add_word(c, said->count ? said->item[i] : c->run->call->word[1]);
    return rc;
}

/* Checks that no option says how to play although --from plays nothing. */
static dom_rc check_from(const compare_args *a, dom_err *err)
{
    const dom_cli_runner_args *p = &a->play;
    bool plays = p->name || p->has_seed || p->concurrency || p->pins_cores || p->least_sandbox ||
                 p->shown.count || a->opponents.count || a->folder || a->shards || a->deals_of;
    return plays ? dom_err_set(err, DOM_E_CONFIG,
                               "--from plays nothing; allowed with it: --variant, --elo0, --elo1, "
                               "--alpha, --beta, --model, --max-sets and --json")
                 : DOM_OK;
}

/* Checks that no option says which deals are played beside --deals-of. */
static dom_rc check_deals_of(const compare_args *a, dom_err *err)
{
    const char *other = a->play.has_seed ? "seed" : a->folder ? "of" : NULL;
    return other ? dom_err_set(err, DOM_E_CONFIG,
                               "--deals-of and --%s exclude each other: its deals are there", other)
                 : DOM_OK;
}

/* Checks what no single option can: two bots, exactly one variant, and elo0 below elo1. */
static dom_rc compare_check(const compare_args *a, const dom_cli_call *call, dom_err *err)
{
    bool has_bots = call->word[1] || (a->from && !call->word[0]);
    if (!has_bots)
        return dom_err_set(err, DOM_E_CONFIG, "compare needs A B; see domino-arena compare --help");
    if (a->from && check_from(a, err) != DOM_OK)
        return err->rc;
    if (a->deals_of && check_deals_of(a, err) != DOM_OK)
        return err->rc;
    if ((a->folder != NULL) != (a->shards > 0))
        return dom_err_set(err, DOM_E_CONFIG,
                           "to plan a comparison in shards, compare needs both --of N and -o DIR");
    bool needs_variant = !a->from && !a->deals_of;
    if (a->play.variants.count > 1 || (a->play.variants.count == 0 && needs_variant))
        return dom_err_set(err, DOM_E_CONFIG, "compare needs one variant: --variant V");
    if (a->elo0 >= a->elo1)
        return dom_err_set(err, DOM_E_CONFIG, "--elo0 %g, --elo1 %g: allowed: elo0 below elo1",
                           a->elo0, a->elo1);
    return DOM_OK;
}

static dom_core_compared compared_of(const compare_args *a)
{
    return (dom_core_compared){.is_normalised = a->model && strcmp(a->model, "normalised") == 0,
                               .elo0 = a->elo0,
                               .elo1 = a->elo1,
                               .alpha = a->alpha,
                               .beta = a->beta};
}

/* Takes "NAME" or "NAME/SET" apart; *set is 0 without one. */
static dom_rc read_set(const char *word, char name[static DOM_PATH_BYTES], uint32_t *set,
                       dom_err *err)
{
    const char *slash = strrchr(word, '/');
    uint64_t number = 0;
    dom_rc rc = slash ? dom_cli_read_match(word, name, &number, NULL) : DOM_OK;
    if (rc != DOM_OK || number > UINT32_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--deals-of: '%.80s' is not a set; allowed: TOURNAMENT or "
                           "TOURNAMENT/SET, such as spring/12",
                           word);
    if (slash == NULL)
        (void)snprintf(name, DOM_PATH_BYTES, "%s", word);
    *set = (uint32_t)number;
    return DOM_OK;
}

/* Finds the deals that are played again. A variant whose rules have changed since has other games
 * with them. */
static dom_rc compare_take_deals(comparer *c)
{
    char name[DOM_PATH_BYTES];
    dom_store *store = NULL;
    dom_variant variant;
    dom_results_deals_query query = {.tournament = name, .variant = c->variant[0]};
    dom_rc rc = read_set(c->args->deals_of, name, &query.set, c->err);
    if (rc == DOM_OK)
        rc = dom_cli_read_store(&store, c->run->call, c->err);
    if (rc == DOM_OK)
        rc = dom_results_deals_read(&c->deals, &query, store, c->err);
    dom_store_close(&store);
    if (rc == DOM_OK)
        rc = dom_config_variant_find(&variant, "--deals-of", c->deals.variant.name, c->err);
    if (rc != DOM_OK)
        return rc;
    if (memcmp(&variant.options, &c->deals.variant.options, sizeof variant.options) != 0)
        return dom_err_set(c->err, DOM_E_CONFIG,
                           "--deals-of: '%.64s' was played by other rules of %s than today's", name,
                           variant.name);
    if (c->deals.left_out > 0)
        (void)fprintf(
            stderr,
            "domino-arena: --deals-of: %u sets of later stages of %s are left out, because "
            "their deals follow from another secret; %s/SET plays one of them\n",
            (unsigned)c->deals.left_out, name, name);
    c->variant[0] = c->deals.variant.name;
    dom_text_copy(c->deals_told.tournament, sizeof c->deals_told.tournament, c->deals.tournament);
    c->deals_told.sets = c->deals.sets;
    c->run->spec.request.deals = &c->deals_told;
    c->run->spec.secret = &c->deals.secret;
    return DOM_OK;
}

/* Fills the request of a tournament that compares: bots, hypotheses and the largest number of
 * sets. */
static dom_rc compare_fill_request(comparer *c)
{
    const compare_args *a = c->args;
    dom_variant variant;
    uint32_t most = (uint32_t)a->max_sets;
    c->variant[0] = a->play.variants.count ? a->play.variants.item[0] : NULL;
    dom_rc rc = a->deals_of ? compare_take_deals(c) : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_config_variant_find(&variant, "--variant", c->variant[0], c->err);
    if (rc != DOM_OK)
        return rc;
    dom_schedule_plan_variant seats = {.seats = (uint8_t)variant.options.players,
                                       .teams = variant.options.teams != 0};
    rc = add_word(c, c->run->call->word[0]);
    if (rc == DOM_OK)
        rc = add_word(c, c->run->call->word[1]);
    if (rc == DOM_OK)
        rc = add_opponents(c, dom_schedule_plan_compared_bots(&seats) - 2);
    c->compared = compared_of(a);
    c->run->spec.request.bots = (const char *const *)c->bots.item;
    c->run->spec.request.bots_option = "compare";
    c->run->spec.request.variants = c->variant;
    c->run->spec.request.sets = a->deals_of && c->deals.count < most ? c->deals.count : most;
    c->run->spec.request.compared = &c->compared;
    c->run->spec.request.is_unrated = true;
    return rc;
}

/* ---- the comparison ----------------------------------------------------------- */

static dom_rc take_stored_match(void *context, const dom_store_match *m)
{
    dom_results_sprt_add(&((comparer *)context)->seen, m);
    return DOM_OK;
}

static void take_played_match(void *context, const dom_store_match *m)
{
    dom_results_sprt_add(&((comparer *)context)->seen, m);
}

/* No more matches are needed once the test is decided. */
static dom_core_stop_request compare_stop_request(void *context)
{
    return dom_results_sprt_is_over(&((comparer *)context)->seen) ? DOM_CORE_STOP_PLAYED_OUT
                                                                  : DOM_CORE_STOP_NOT;
}

static uint64_t compare_last_match(void *context)
{
    return dom_results_sprt_last_match(&((comparer *)context)->seen);
}

/* Begins the test with the matches that earlier runs stored. */
static dom_rc compare_begin(comparer *c)
{
    dom_cli_runner *r = c->run;
    const dom_core_tournament *t = dom_tournament_run_tournament(r->run);
    int64_t id = dom_tournament_run_row(r->run)->id;
    dom_rc rc =
        dom_results_sprt_begin(&c->seen, &t->variants[0].options, &t->compared, t->sets, c->err);
    if (rc == DOM_OK && id != 0)
        rc = dom_store_match_each(r->store, id, 1, 0, false, take_stored_match, c, c->err);
    return rc;
}

static void write_comparison(void *context, char *line, size_t size)
{
    dom_output_comparison_line(line, size, &((comparer *)context)->seen);
}

static dom_rc show_comparison(const compare_args *args, const dom_core_tournament *t,
                              const dom_results_sprt *seen, dom_err *err)
{
    if (args->is_json)
        return dom_output_comparison_json(stdout, t, seen, err);
    dom_output_comparison_text(stdout, t, seen);
    return DOM_OK;
}

static dom_rc compare_bots(comparer *c)
{
    dom_output_live_line line = {.context = c, .write = write_comparison};
    c->run->control = (dom_core_control){.context = c,
                                         .on_match = take_played_match,
                                         .stop_request = compare_stop_request,
                                         .last_match = compare_last_match};
    c->run->line = &line;
    dom_rc rc = compare_fill_request(c);
    if (rc == DOM_OK)
        rc = dom_cli_runner_open(c->run);
    if (rc == DOM_OK)
        rc = compare_begin(c);
    if (rc == DOM_OK)
        rc = dom_cli_runner_play(c->run, false);
    if (rc != DOM_OK)
        return rc;
    const dom_core_tournament *t = dom_tournament_run_tournament(c->run->run);
    return show_comparison(c->args, t, &c->seen, c->err);
}

/* Plans the comparison in shards. Its name is --name, else that of the folder. */
static dom_rc compare_plan(comparer *c)
{
    char path[DOM_PATH_BYTES];
    dom_shard_plan plan = {.shards = 0};
    dom_cli_runner *r = c->run;
    (void)snprintf(path, sizeof path, "%s", c->args->folder);
    dom_rc rc = compare_fill_request(c);
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&r->home, r->call, c->err);
    dom_shard_plan_spec spec = {.home = &r->home,
                                .places = dom_results_places_of(&r->home, &dom_output_listener),
                                .request = r->spec.request,
                                .has_seed = r->spec.has_seed,
                                .seed = r->spec.seed,
                                .folder = c->args->folder,
                                .shards = (uint32_t)c->args->shards};
    if (spec.request.name == NULL)
        spec.request.name = basename(path);
    if (rc == DOM_OK)
        rc = dom_shard_plan_make(&plan, &spec, c->err);
    if (rc == DOM_OK)
        dom_output_shard_plan(&plan, c->args->folder, stdout);
    dom_shard_plan_clear(&plan);
    return rc;
}

/* Only "better" is a yes. */
static int status_of(const dom_results_sprt *seen)
{
    return seen->test.verdict == DOM_RATINGS_SPRT_ACCEPTS_1 ? DOM_CLI_OK : DOM_CLI_NO;
}

/* Tests the stored sets of --from. */
static int compare_stored(const dom_cli_call *call, const compare_args *args, dom_err *err)
{
    dom_store *store = NULL;
    dom_store_tournament t = {.id = 0};
    dom_results_comparison found = {.tournament = NULL};
    const dom_strings *variants = &args->play.variants;
    const dom_results_pair pair = {.bot = {call->word[0], call->word[1]},
                                   .variant = variants->count ? variants->item[0] : NULL};
    const dom_core_compared compared = compared_of(args);
    dom_rc rc = dom_cli_read_store(&store, call, err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(store, args->from, &t, err);
    if (rc == DOM_OK)
        rc = dom_results_comparison_of_pair(&found, &t, &pair, &compared, (uint32_t)args->max_sets,
                                            store, err);
    if (rc == DOM_OK) {
        dom_output_comparison_incomplete(stderr, &found);
        rc = show_comparison(args, found.tournament, &found.test, err);
    }
    int status = rc == DOM_OK ? status_of(&found.test) : dom_cli_end(rc, err);
    dom_results_comparison_clear(&found);
    dom_store_tournament_free(&t);
    dom_store_close(&store);
    return status;
}

static const compare_args compare_defaults = {
    .elo1 = 10, .alpha = 0.05, .beta = 0.05, .max_sets = 10000};

/* Checks that no option says what else is played or tested. */
static dom_rc check_positions(const compare_args *a, const dom_cli_call *call, dom_err *err)
{
    const compare_args *usual = &compare_defaults;
    bool plays_more = a->from || a->deals_of || a->folder || a->shards || a->opponents.count ||
                      a->play.variants.count || a->play.name || a->play.has_seed ||
                      a->play.concurrency || a->play.pins_cores || a->play.shown.count;
    bool tests_more = a->model || a->elo0 < usual->elo0 || a->elo0 > usual->elo0 ||
                      a->elo1 < usual->elo1 || a->elo1 > usual->elo1 || a->alpha < usual->alpha ||
                      a->alpha > usual->alpha || a->beta < usual->beta || a->beta > usual->beta ||
                      a->max_sets != usual->max_sets;
    if (call->word[1] == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "compare needs A B; see domino-arena compare --help");
    if (plays_more || tests_more)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--positions says what is played; allowed with it: --json and "
                           "--require-sandbox");
    return DOM_OK;
}

static int compare_run(const dom_cli_call *call, const void *arguments)
{
    const compare_args *args = arguments;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_rc checked =
        args->positions ? check_positions(args, call, &err) : compare_check(args, call, &err);
    if (checked != DOM_OK)
        return dom_cli_fail(&err);
    if (args->positions)
        return dom_cli_compare_positions(call, args->positions, args->play.least_sandbox,
                                         args->is_json);
    if (args->from)
        return compare_stored(call, args, &err);
    comparer c = {
        .args = args, .err = &err, .run = dom_cli_runner_new(call, &args->play, "compare", &err)};
    if (c.run == NULL)
        return dom_cli_fail(&err);
    bool is_planned = args->folder != NULL;
    dom_rc rc = is_planned ? compare_plan(&c) : compare_bots(&c);
    int status = rc != DOM_OK ? dom_cli_end_by_signal(rc, c.run->last.signal_number, &err)
                 : is_planned ? DOM_CLI_OK
                              : status_of(&c.seen);
    dom_results_sprt_free(&c.seen);
    dom_results_deals_clear(&c.deals);
    dom_cli_runner_free(c.run);
    dom_strings_clear(&c.bots);
    return status;
}

static const dom_cli_slot compare_slots[] = {
    DOM_CLI_RUNNER_SLOTS(compare_args, play),
    DOM_CLI_SLOT(DOM_CLI_OPT_ELO0, compare_args, elo0),
    DOM_CLI_SLOT(DOM_CLI_OPT_ELO1, compare_args, elo1),
    DOM_CLI_SLOT(DOM_CLI_OPT_ALPHA, compare_args, alpha),
    DOM_CLI_SLOT(DOM_CLI_OPT_BETA, compare_args, beta),
    DOM_CLI_SLOT(DOM_CLI_OPT_MODEL, compare_args, model),
    DOM_CLI_SLOT(DOM_CLI_OPT_MAX_SETS, compare_args, max_sets),
    DOM_CLI_SLOT(DOM_CLI_OPT_OPPONENTS, compare_args, opponents),
    DOM_CLI_SLOT(DOM_CLI_OPT_FROM_TOURNAMENT, compare_args, from),
    DOM_CLI_SLOT(DOM_CLI_OPT_DEALS_OF, compare_args, deals_of),
    DOM_CLI_SLOT(DOM_CLI_OPT_POSITIONS, compare_args, positions),
    DOM_CLI_SLOT(DOM_CLI_OPT_OF, compare_args, shards),
    DOM_CLI_SLOT(DOM_CLI_OPT_OUTPUT_SHARDS, compare_args, folder),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, compare_args, is_json),
};

const dom_cli_command dom_cli_compare = {
    .name = "compare",
    .operand = "A B",
    .summary =
        "Test whether bot A is better than bot B on the same deals, and stop when that is decided",
    DOM_CLI_SLOTS(compare_slots),
    .args_bytes = sizeof(compare_args),
    .defaults = &compare_defaults,
    .run = compare_run};
