/* `analyse WHAT`: values the choices of a match, a tournament or a bot, and says what was luck,
 * what was skill, and which choices cost most. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "output/analysis_text.h"
#include "results/match_reader.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COSTLIEST = 10 };

typedef struct {
    dom_strings variants, between;
    int64_t worlds, jobs; /* jobs 0: as many as there are cores */
    bool has_luck, is_open, is_csv, is_json;
} analyse_args;

static const analyse_args analyse_usual = {.worlds = DOM_ANALYSIS_WORLDS_USUAL};

typedef struct {
    const dom_cli_call *call;
    const analyse_args *args;
    dom_store *store;
    dom_analysis_file *file;
    dom_strings bots; /* the one bot that is asked for, if it is one */
    dom_results_match_query query;
    dom_analysis_summary summary;
    dom_analysis_progress progress;
    dom_analysis_differences differences;
    dom_output_analysis_line line;
    uint64_t total;
    dom_err *err;
} analysis;

static dom_analysis_plan plan_of(const analyse_args *args)
{
    return (dom_analysis_plan){.worlds = (int)args->worlds,
                               .has_causes = args->has_luck,
                               .open_positions = args->is_open ? DOM_ANALYSIS_OPEN_POSITIONS : 0};
}

/* ---- the run --------------------------------------------------------------------------------- */

static dom_rc take_match(void *context, const dom_store_tournament *t, const dom_store_match *m,
                         const dom_analysis_match *values, dom_err *err)
{
    analysis *a = context;
    dom_rc rc = dom_analysis_summary_add(&a->summary, t, m, values, err);
    if (rc == DOM_OK && a->args->between.count > 0)
        rc = dom_analysis_differences_add(&a->differences, t, m, values, err);
    return rc;
}

static dom_rc show_progress(void *context, uint64_t done)
{
    dom_output_analysis_line_show(&((analysis *)context)->line, done);
    return DOM_OK;
}

static int cores(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > DOM_ANALYSIS_JOBS_MAX ? DOM_ANALYSIS_JOBS_MAX : (int)count;
}

static dom_rc run_range(analysis *a, const dom_results_set_range *range)
{
    dom_analysis_run_spec spec = {.store = a->store,
                                  .file = a->file,
                                  .plan = plan_of(a->args),
                                  .jobs = a->args->jobs ? (int)a->args->jobs : cores(),
                                  .query = &a->query,
                                  .context = a,
                                  .on_match = take_match,
                                  .on_progress = show_progress};
    dom_rc rc = dom_analysis_run(&spec, range, &a->progress, a->err);
    return rc == DOM_OK ? dom_analysis_differences_end(&a->differences, a->err) : rc;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static bool has_bot(const dom_store_tournament *t, const char *name)
{
    for (int i = 0; i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, name) == 0)
            return true;
    return false;
}

static dom_rc count_tournament(void *context, const dom_store_tournament *t)
{
    analysis *a = context;
    if (a->bots.count > 0 && !has_bot(t, a->bots.item[0]))
        return DOM_OK;
    return dom_results_match_count(&a->total, a->store, t, &a->query, a->err);
}

static dom_rc run_tournament(void *context, const dom_store_tournament *t)
{
    analysis *a = context;
    if (a->bots.count > 0 && !has_bot(t, a->bots.item[0]))
        return DOM_OK;
    return run_range(a, &(dom_results_set_range){.of = t});
}

/* Values all matches that the query wants: of one tournament, or of all of them for NULL. */
static dom_rc run_all(analysis *a, const char *tournament)
{
    dom_rc rc = dom_results_each_tournament(a->store, tournament, count_tournament, a, a->err);
    a->line = dom_output_analysis_line_begin(stderr, a->total);
    if (rc == DOM_OK)
        rc = dom_results_each_tournament(a->store, tournament, run_tournament, a, a->err);
    return rc;
}

/* The matches of a set; range.of is NULL until one of them is found. */
typedef struct {
    const dom_store_tournament *t;
    dom_results_set_range range;
} set_search;

static dom_rc note_set(void *context, const dom_store_match *m)
{
    set_search *s = context;
    s->range = dom_results_set_range_of(s->t, m);
    return DOM_OK;
}

/* Says why a match that is stored was not valued. */
static dom_rc check_match(const analysis *a, const dom_store_tournament *t, uint64_t number)
{
    if (a->progress.matches > 0)
        return DOM_OK;
    if (a->progress.void_sets + a->progress.open_sets == 0)
        return dom_err_set(a->err, DOM_E_CONFIG, "%s/%llu is not of a variant that --variant names",
                           t->name, (unsigned long long)number);
    return dom_err_set(a->err, DOM_E_CONFIG,
                       a->progress.void_sets > 0
                           ? "%s/%llu counts nowhere: its set was voided or its bot disqualified"
                           : "%s/%llu belongs to a set that is not played to its end, so its deals "
                             "are still secret",
                       t->name, (unsigned long long)number);
}

static dom_rc run_one(analysis *a, const char *tournament, uint64_t number)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(a->store, tournament, &t, a->err);
    if (rc != DOM_OK)
        return rc;
    set_search s = {.t = &t};
    a->query.from = a->query.to = number;
    rc = dom_store_match_each(a->store, t.id, number, number, false, note_set, &s, a->err);
    if (rc == DOM_OK && !s.range.of)
        rc = dom_err_set(a->err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet", t.name,
                         (unsigned long long)number);
    if (rc == DOM_OK)
        rc = run_range(a, &s.range);
    if (rc == DOM_OK)
        rc = check_match(a, &t, number);
    dom_store_tournament_free(&t);
    return rc;
}

/* What a word may name. */
typedef struct {
    const char *word;
    bool is_tournament, is_bot;
} naming;

static dom_rc note_name(void *context, const dom_store_tournament *t)
{
    naming *n = context;
    n->is_tournament |= strcmp(t->name, n->word) == 0;
    n->is_bot |= has_bot(t, n->word);
    return DOM_OK;
}

/* Finds out whether the word names a tournament or, if not, a bot. */
static dom_rc run_name(analysis *a, const char *word)
{
    naming found = {.word = word};
    dom_rc rc = dom_results_each_tournament(a->store, NULL, note_name, &found, a->err);
    if (rc != DOM_OK)
        return rc;
    if (found.is_tournament)
        return run_all(a, word);
    if (!found.is_bot)
        return dom_err_set(a->err, DOM_E_ABSENT,
                           "there is no tournament and no bot '%.80s'; allowed: TOURNAMENT, "
                           "TOURNAMENT/MATCH, MATCH of the newest tournament, or BOT",
                           word);
    a->summary.only_bot = word;
    if (!dom_strings_add(&a->bots, word))
        return dom_err_no_memory(a->err);
    a->query.bots = &a->bots;
    return run_all(a, NULL);
}

static dom_rc run_word(analysis *a, const char *word)
{
    char tournament[DOM_PATH_BYTES];
    uint64_t number;
    if (dom_cli_read_match(word, tournament, &number, NULL) == DOM_OK)
        return run_one(a, tournament[0] ? tournament : NULL, number);
    if (strchr(word, '/'))
        return dom_cli_read_match(word, tournament, &number, a->err);
    return run_name(a, word);
}

/* ---- the command ----------------------------------------------------------------------------- */

static dom_rc show(analysis *a)
{
    dom_output_format format = a->args->is_json  ? DOM_OUTPUT_JSON
                               : a->args->is_csv ? DOM_OUTPUT_CSV
                                                 : DOM_OUTPUT_TEXT;
    dom_output_analysis shown = {.summary = &a->summary,
                                 .progress = &a->progress,
                                 .plan = plan_of(a->args),
                                 .differences =
                                     a->args->between.count > 0 ? &a->differences : NULL};
    dom_analysis_summary_end(&a->summary);
    return dom_output_analysis_show(&shown, format, stdout, a->err);
}

static dom_rc analyse(analysis *a)
{
    dom_rc rc = dom_cli_read_store(&a->store, a->call, a->err);
    if (rc == DOM_OK)
        rc = dom_results_match_query_check(&a->query, NULL, a->store, a->err);
    if (rc == DOM_OK)
        rc = dom_analysis_file_open(&a->file, a->store, a->err);
    if (rc == DOM_OK)
        rc = run_word(a, a->call->word[0]);
    dom_output_analysis_line_end(&a->line);
    if (rc == DOM_E_INTERRUPTED)
        (void)dom_err_set(a->err, rc,
                          dom_analysis_file_keeps(a->file)
                              ? "interrupted: %llu matches are valued and kept; the same command "
                                "continues with the others"
                              : "interrupted after %llu matches; nothing is kept, because you may "
                                "not write beside the database",
                          (unsigned long long)a->progress.matches);
    if (rc == DOM_OK && a->args->between.count > 0 && a->differences.rounds == 0)
        rc =
            dom_err_set(a->err, DOM_E_ABSENT,
                        "--between: %.80s and %.80s never had the same deal in the same seat here; "
                        "allowed: two bots or versions that met the same sets",
                        a->differences.bot[0], a->differences.bot[1]);
    return rc == DOM_OK ? show(a) : rc;
}

static int analyse_run(const dom_cli_call *call, const void *arguments)
{
    const analyse_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    analysis a = {.call = call,
                  .args = args,
                  .summary = {.costliest_max = COSTLIEST},
                  .differences = {.most = COSTLIEST},
                  .query = {.variants = &args->variants,
                            .bots = &(dom_strings){.count = 0},
                            .end = DOM_FAULT_COUNT},
                  .err = &err};
    if (args->between.count == 2 && strcmp(args->between.item[0], args->between.item[1]) != 0) {
        a.differences.bot[0] = args->between.item[0];
        a.differences.bot[1] = args->between.item[1];
    }
    if (args->between.count > 0 && a.differences.bot[0] == NULL)
        return dom_cli_end(
            dom_err_set(&err, DOM_E_CONFIG,
                        "--between: two different bots are compared; allowed: A,B, each a NAME "
                        "or NAME@VERSION"),
            &err);
    if (args->is_csv && args->is_json)
        return dom_cli_end(dom_err_set(&err, DOM_E_CONFIG, "--csv and --json exclude each other"),
                           &err);
    dom_interrupt_hold();
    dom_rc rc = analyse(&a);
    dom_analysis_summary_clear(&a.summary);
    dom_analysis_differences_clear(&a.differences);
    dom_analysis_file_close(&a.file);
    dom_strings_clear(&a.bots);
    dom_store_close(&a.store);
    return dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err);
}

static const dom_cli_slot analyse_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, analyse_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_WORLDS, analyse_args, worlds),
    DOM_CLI_SLOT(DOM_CLI_OPT_LUCK, analyse_args, has_luck),
    DOM_CLI_SLOT(DOM_CLI_OPT_OPEN_LOSS, analyse_args, is_open),
    DOM_CLI_SLOT(DOM_CLI_OPT_BETWEEN, analyse_args, between),
    DOM_CLI_SLOT(DOM_CLI_OPT_ANALYSIS_JOBS, analyse_args, jobs),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, analyse_args, is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, analyse_args, is_json),
};

const dom_cli_command dom_cli_analyse = {
    .name = "analyse",
    .operand = "WHAT",
    .needs_operand = true,
    .summary =
        "Tell luck and skill apart and name costly choices; WHAT is a match, a tournament or "
        "a bot",
    DOM_CLI_SLOTS(analyse_slots),
    .defaults = &analyse_usual,
    .args_bytes = sizeof(analyse_args),
    .run = analyse_run};
