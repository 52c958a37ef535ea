/* Is one bot better than another? A tournament of the two that stops when a sequential
 * test is decided. */
#include "commands.h"

#include "comparison.h"
#include "runner.h"
#include "variant_word.h"

#include <jansson.h>
#include <string.h>

typedef struct {
    const cli_args *args;
    runner *run;
    dom_err *err;
    dom_strings bots; /* as words: new, old, opponents                         */
    dom_compared compared;
    comparison seen;
} comparer;

/* Exit 0 is "better"; what is not shown is a no, and the words tell which. */
static const struct {
    const char *word; /* in JSON                                                */
    const char *text; /* for people                                             */
    int status;
} decisions[] = {
    [DOM_SPRT_GOES_ON] = {"undecided", "undecided, not shown to be better", CLI_NO},
    [DOM_SPRT_ACCEPTS_0] = {"rejected", "not shown to be better", CLI_NO},
    [DOM_SPRT_ACCEPTS_1] = {"accepted", "better", CLI_OK},
};

/* ---- what is asked ---------------------------------------------------------- */

static dom_rc add_word(comparer *c, const char *word)
{
    return dom_strings_add(&c->bots, word) ? DOM_OK
                                           : dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
}

/* Who sits in the other seats: those that were said, else the old bot. */
static dom_rc add_opponents(comparer *c, size_t needed)
{
    const dom_strings *said = &c->args->opponents;
    if (said->count && said->count != needed)
        return dom_err_set(c->err, DOM_E_CONFIG,
                           "--opponents: %zu bots; allowed: %zu, as %s has so many other seats",
                           said->count, needed, c->args->variants.item[0]);
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < needed; i++)
        rc = add_word(c, said->count ? said->item[i] : c->args->second);
    return rc;
}

static dom_rc check_words(const comparer *c)
{
    const cli_args *a = c->args;
    if (a->variants.count != 1)
        return dom_err_set(c->err, DOM_E_CONFIG, "compare needs one variant: --variant V");
    if (a->elo0 >= a->elo1)
        return dom_err_set(c->err, DOM_E_CONFIG, "--elo0 %g, --elo1 %g: allowed: elo0 below elo1",
                           a->elo0, a->elo1);
    return DOM_OK;
}

static dom_rc fill_request(comparer *c)
{
    const cli_args *a = c->args;
    dom_variant variant;
    dom_rc rc = check_words(c);
    if (rc == DOM_OK)
        rc = variant_word_find(&variant, "--variant", a->variants.item[0], c->err);
    if (rc != DOM_OK)
        return rc;
    dom_plan_variant seats = {.seats = (uint8_t)variant.options.players,
                              .teams = variant.options.teams != 0};
    rc = add_word(c, a->operand);
    if (rc == DOM_OK)
        rc = add_word(c, a->second);
    if (rc == DOM_OK)
        rc = add_opponents(c, dom_plan_compared_bots(&seats) - 2);
    c->compared = (dom_compared){.is_normalised = a->model && strcmp(a->model, "normalised") == 0,
                                 .elo0 = a->elo0,
                                 .elo1 = a->elo1,
                                 .alpha = a->alpha,
                                 .beta = a->beta};
    c->run->spec.request.bots = (const char *const *)c->bots.item;
    c->run->spec.request.bots_option = "compare";
    c->run->spec.request.sets = (uint32_t)a->max_sets;
    c->run->spec.request.compared = &c->compared;
    c->run->spec.request.is_unrated = true;
    return rc;
}

/* ---- what is told ------------------------------------------------------------ */

/* All that follows from the sets so far; without one `has_sets` is false. */
typedef struct {
    bool has_sets;
    dom_sprt_estimate estimate;
    dom_set_score score;
} findings;

static findings find(const comparison *seen)
{
    const dom_sprt *test = &seen->test;
    findings f;
    f.has_sets = dom_sprt_estimate_of(&f.estimate, test) == DOM_RATINGS_OK &&
                 dom_set_score_of(&f.score, test->count, test->sets) == DOM_RATINGS_OK;
    return f;
}

/* "340 of at most 10000 sets, score 52.3%, Elo 16.1 (2.0..30.3), LLR 1.23 (-2.94..2.94)" */
static void write_line(void *context, char *line, size_t size)
{
    const comparison *seen = &((comparer *)context)->seen;
    const dom_sprt *test = &seen->test;
    findings f = find(seen);
    int length = snprintf(line, size, "%u of at most %u sets", (unsigned)seen->counted,
                          (unsigned)seen->sets);
    if (f.has_sets && length >= 0 && (size_t)length < size)
        (void)snprintf(line + length, size - (size_t)length,
                       ", score %.1f%%, Elo %.1f (%.1f..%.1f), LOS %.1f%%, LLR %.2f (%.2f..%.2f)",
                       100 * f.score.score, f.estimate.elo, f.estimate.elo_lo, f.estimate.elo_hi,
                       100 * f.estimate.los, test->llr, test->lower, test->upper);
}

/* Sets by their score, those of which there are some. */
static void print_counts(const dom_sprt *test)
{
    (void)printf("sets by score:");
    for (int i = 0; i < dom_sprt_classes(test->sets); i++)
        if (test->count[i] > 0)
            (void)printf("  %+.3g: %.0f",
                         dom_sprt_score(test->sets, i) - (test->sets.opponents ? 0.5 : 0),
                         test->count[i]);
    (void)printf("\n");
}

/* "mybot@3fa2c1ab": two versions of a bot have one name, and the number that tells them apart
 * in the tournament says nothing to a person. */
static void print_bot(const char *before, const dom_entrant *bot)
{
    (void)printf("%s%.*s@%.8s", before, (int)strcspn(bot->name, "#"), bot->name, bot->version);
}

static void print_bots(const comparer *c)
{
    const dom_tournament *t = contest_tournament(c->run->contest);
    (void)printf("%s: ", t->name);
    print_bot("", &t->bots[0]);
    print_bot(" against ", &t->bots[1]);
    (void)printf(" in %s", t->variants[0].name);
    for (int i = 2; i < t->bot_count; i++)
        print_bot(i == 2 ? ", in the same seats with " : ", ", &t->bots[i]);
    (void)printf("\n");
}

/* "not shown to be better: H0 (0 Elo) accepted against H1 (10 Elo), alpha 0.05, beta 0.05; the
 * Elo above is corrected for stopping" */
static void print_decision(const comparer *c)
{
    const dom_compared *w = &contest_tournament(c->run->contest)->compared;
    const char *unit = w->is_normalised ? "nElo" : "Elo";
    dom_sprt_verdict verdict = c->seen.test.verdict;
    (void)printf("%s", decisions[verdict].text);
    if (w->elo0 != 0)
        (void)printf(" by more than %g %s", w->elo0, unit);
    if (verdict == DOM_SPRT_ACCEPTS_1)
        (void)printf(": H1 (%g %s) accepted against H0 (%g %s)", w->elo1, unit, w->elo0, unit);
    else
        (void)printf(": H0 (%g %s) %s against H1 (%g %s)", w->elo0, unit,
                     verdict == DOM_SPRT_ACCEPTS_0 ? "accepted" : "not decided", w->elo1, unit);
    (void)printf(", alpha %g, beta %g; the Elo above is corrected for stopping\n", w->alpha,
                 w->beta);
}

static void print_text(comparer *c)
{
    char line[300];
    print_bots(c);
    write_line(c, line, sizeof line);
    (void)printf("%s\n", line);
    if (c->seen.counted > 0)
        print_counts(&c->seen.test);
    if (c->seen.faults[0] + c->seen.faults[1] > 0)
        (void)printf("matches ended by a fault of the new bot: %llu, of the old bot: %llu\n",
                     (unsigned long long)c->seen.faults[0], (unsigned long long)c->seen.faults[1]);
    print_decision(c);
}

static json_t *bot_json(const dom_entrant *bot)
{
    return json_pack("{s:s, s:s}", "name", bot->name, "version", bot->version);
}

static json_t *opponents_json(const dom_tournament *t)
{
    json_t *array = json_array();
    for (int i = 2; i < t->bot_count; i++)
        json_array_append_new(array, bot_json(&t->bots[i]));
    return array;
}

/* The score of every class, or how many sets it has. */
static json_t *classes_json(const dom_sprt *test, bool counts)
{
    json_t *array = json_array();
    for (int i = 0; i < dom_sprt_classes(test->sets); i++)
        json_array_append_new(array, counts ? json_integer((json_int_t)test->count[i])
                                            : json_real(dom_sprt_score(test->sets, i)));
    return array;
}

static void set_real(json_t *root, const char *key, bool is_known, double value)
{
    json_object_set_new(root, key, is_known ? json_real(value) : json_null());
}

static void add_findings(json_t *root, const comparison *seen)
{
    findings f = find(seen);
    set_real(root, "score", f.has_sets, f.score.score);
    set_real(root, "variance", f.has_sets, f.score.variance);
    set_real(root, "elo", f.has_sets, f.estimate.elo);
    set_real(root, "elo_lo", f.has_sets, f.estimate.elo_lo);
    set_real(root, "elo_hi", f.has_sets, f.estimate.elo_hi);
    set_real(root, "los", f.has_sets, f.estimate.los);
    set_real(root, "nelo", f.has_sets, f.score.nelo);
    set_real(root, "nelo_lo", f.has_sets, f.score.nelo_lo);
    set_real(root, "nelo_hi", f.has_sets, f.score.nelo_hi);
    json_object_set_new(root, "llr", json_real(seen->test.llr));
    json_object_set_new(root, "llr_lo", json_real(seen->test.lower));
    json_object_set_new(root, "llr_hi", json_real(seen->test.upper));
}

static dom_rc print_json(const comparer *c)
{
    const dom_tournament *t = contest_tournament(c->run->contest);
    const dom_compared *w = &t->compared;
    const comparison *seen = &c->seen;
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:o, s:o, s:o, s:s, s:f, s:f, s:f, s:f, s:i, s:i, s:i, s:o, s:o, s:{s:I, "
        "s:I}, s:s}",
        "schema", 1, "tournament", t->name, "variant", t->variants[0].name, "new",
        bot_json(&t->bots[0]), "old", bot_json(&t->bots[1]), "opponents", opponents_json(t),
        "model", w->is_normalised ? "normalised" : "logistic", "elo0", w->elo0, "elo1", w->elo1,
        "alpha", w->alpha, "beta", w->beta, "sets", (int)seen->counted, "max_sets", (int)seen->sets,
        "matches_per_set", seen->test.sets.matches, "scores", classes_json(&seen->test, false),
        "counts", classes_json(&seen->test, true), "faults", "new", (json_int_t)seen->faults[0],
        "old", (json_int_t)seen->faults[1], "decision", decisions[seen->test.verdict].word);
    if (root)
        add_findings(root, seen);
    bool ok = root && json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0 &&
              fputc('\n', stdout) != EOF;
    json_decref(root);
    return ok ? DOM_OK : dom_err_set(c->err, DOM_E_IO, "cannot write the result");
}

/* ---- the comparison ----------------------------------------------------------- */

static dom_rc take_stored(void *context, const dom_store_match *m)
{
    comparison_add(&((comparer *)context)->seen, m);
    return DOM_OK;
}

static void take_match(void *context, const dom_store_match *m)
{
    comparison_add(&((comparer *)context)->seen, m);
}

static bool is_over(void *context)
{
    return comparison_is_over(&((comparer *)context)->seen);
}

static uint64_t last_match(void *context)
{
    return comparison_last_match(&((comparer *)context)->seen);
}

/* After an edit `compare ./mybot mybot@latest` is such a comparison, as ./mybot was copied last. */
static void remark_on_equals(const dom_tournament *t)
{
    const dom_entrant *one = &t->bots[0], *other = &t->bots[1];
    if (strcmp(one->version, other->version) == 0)
        (void)fprintf(stderr,
                      "remark: both bots are %s@%.8s, so this compares a bot with itself; the copy "
                      "before it is %s@previous\n",
                      one->name, one->version, one->name);
}

/* What earlier runs have shown goes first. */
static dom_rc begin(comparer *c)
{
    runner *r = c->run;
    const dom_tournament *t = contest_tournament(r->contest);
    int64_t id = contest_row(r->contest)->id;
    remark_on_equals(t);
    dom_rc rc = comparison_begin(&c->seen, t, t->sets, c->err);
    if (rc == DOM_OK && id != 0)
        rc = dom_store_match_each(r->store, id, 1, 0, false, take_stored, c, c->err);
    return rc;
}

static dom_rc compare(comparer *c)
{
    cli_progress_line line = {.context = c, .write = write_line};
    c->run->watch = (runner_watch){.context = c,
                                   .on_match = take_match,
                                   .is_over = is_over,
                                   .last_match = last_match,
                                   .line = &line};
    dom_rc rc = fill_request(c);
    if (rc == DOM_OK)
        rc = runner_open(c->run);
    if (rc == DOM_OK)
        rc = begin(c);
    if (rc == DOM_OK)
        rc = runner_play(c->run, false);
    if (rc == DOM_OK && c->args->is_json)
        rc = print_json(c);
    else if (rc == DOM_OK)
        print_text(c);
    return rc;
}

int cmd_compare(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    comparer c = {.args = args, .err = &err, .run = runner_new(args, "compare", &err)};
    if (c.run == NULL)
        return cli_fail(&err);
    dom_rc rc = compare(&c);
    int status = runner_status(c.run, rc, decisions[c.seen.test.verdict].status);
    comparison_free(&c.seen);
    runner_free(c.run);
    dom_strings_clear(&c.bots);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    return status;
}
