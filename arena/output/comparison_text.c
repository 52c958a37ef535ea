#include "output/comparison_text.h"

#include "base/number_ranges.h"
#include "base/percent.h"
#include "documents/values.h"
#include "output/output.h"

#include <jansson.h>
#include <string.h>

enum { LINE_BYTES = 300 };

/* Only "accepted" means yes. The texts tell the two kinds of no apart. */
static const struct {
    const char *word; /* in JSON */
    const char *text; /* for people */
} decisions[] = {
    [DOM_RATINGS_SPRT_UNDECIDED] = {"undecided", "undecided"},
    [DOM_RATINGS_SPRT_ACCEPTS_0] = {"rejected", "not shown to be better"},
    [DOM_RATINGS_SPRT_ACCEPTS_1] = {"accepted", "better"},
};

/* The statistics of the sets so far. */
typedef struct {
    bool has_sets; /* false: no set counted, and the others are zero */
    dom_ratings_sprt_estimate estimate;
    dom_ratings_set_score score;
} sprt_findings;

static sprt_findings find_sprt(const dom_results_sprt *seen)
{
    const dom_ratings_sprt *test = &seen->test;
    sprt_findings f;
    f.has_sets = dom_ratings_sprt_estimate_of(&f.estimate, test) == DOM_RATINGS_OK &&
                 dom_ratings_set_score_of(&f.score, test->count, test->sets) == DOM_RATINGS_OK;
    return f;
}

void dom_output_comparison_line(char *line, size_t size, const dom_results_sprt *seen)
{
    const dom_ratings_sprt *test = &seen->test;
    sprt_findings f = find_sprt(seen);
    int length = snprintf(line, size, "%u of at most %u sets", (unsigned)seen->counted,
                          (unsigned)seen->sets);
    if (f.has_sets && length >= 0 && (size_t)length < size)
        (void)snprintf(line + length, size - (size_t)length,
                       ", score %.1f%%, Elo %.1f (%.1f..%.1f), LOS %.1f%%, LLR %.2f (%.2f..%.2f)",
                       dom_percent(f.score.score, 1), f.estimate.elo, f.estimate.elo_lo,
                       f.estimate.elo_hi, dom_percent_chance(f.estimate.los, 1), test->llr,
                       test->lower, test->upper);
}

/* Returns true if the comparison plays deals again and there are no more of them. */
static bool has_played_all(const dom_core_tournament *t)
{
    return t->deals.sets && dom_number_ranges_nth(t->deals.sets, t->sets + 1) == 0;
}

/* Print how many sets had each score; scores without a set are left out. */
static void print_set_counts(FILE *out, const dom_ratings_sprt *test)
{
    (void)fprintf(out, "sets by score:");
    for (int i = 0; i < dom_ratings_sprt_classes(test->sets); i++)
        if (test->count[i] > 0)
            (void)fprintf(out, "  %+.3g: %.0f",
                          dom_ratings_sprt_score(test->sets, i) - (test->sets.opponents ? 0.5 : 0),
                          test->count[i]);
    (void)fprintf(out, "\n");
}

/* Print a bot as "mybot@3fa2c1ab". Two versions of one bot are named "mybot" and "mybot#2" in the
 * tournament; the hash says more than this number. */
static void print_compared_bot(FILE *out, const char *before, const dom_core_entrant *bot)
{
    (void)fprintf(out, "%s%.*s@%.8s", before, (int)strcspn(bot->name, "#"), bot->name,
                  bot->version);
}

static void print_compared_bots(FILE *out, const dom_core_tournament *t)
{
    (void)fprintf(out, "%s: ", t->name);
    print_compared_bot(out, "", &t->bots[0]);
    print_compared_bot(out, " against ", &t->bots[1]);
    (void)fprintf(out, " in %s", t->variants[0].name);
    for (int i = 2; i < t->bot_count; i++)
        print_compared_bot(out, i == 2 ? ", in the same seats with " : ", ", &t->bots[i]);
    (void)fprintf(out, "\n");
}

/* Print a line like "undecided after 20 sets: LLR 2.78 is between -2.94 and 2.94, so neither H0
 * (150 Elo) nor H1 (250 Elo) is accepted, ...". The estimate may nevertheless lie above both
 * hypotheses. */
static void print_no_decision(FILE *out, const dom_core_tournament *t, const dom_results_sprt *seen)
{
    const dom_core_compared *w = &t->compared;
    const char *unit = w->is_normalised ? "nElo" : "Elo";
    char text[LINE_BYTES];
    (void)snprintf(
        text, sizeof text,
        " after %u set%s: LLR %.2f is between %.2f and %.2f, so neither H0 (%g %s) nor H1 "
        "(%g %s) is accepted, alpha %g, beta %g; %s",
        (unsigned)seen->counted, seen->counted == 1 ? "" : "s", seen->test.llr, seen->test.lower,
        seen->test.upper, w->elo0, unit, w->elo1, unit, w->alpha, w->beta,
        has_played_all(t) ? "all deals of --deals-of were played"
        : seen->is_stored ? "more sets are needed"
                          : "a larger --max-sets plays on");
    dom_output_put_item(out, DOM_OUTPUT_PLAIN, decisions[DOM_RATINGS_SPRT_UNDECIDED].text, text);
}

/* Print a line like "not shown to be better: H0 (0 Elo) accepted against H1 (10 Elo), alpha 0.05,
 * beta 0.05; the Elo above is corrected for stopping". */
static void print_decision(FILE *out, const dom_core_tournament *t, const dom_results_sprt *seen)
{
    const dom_core_compared *w = &t->compared;
    const char *unit = w->is_normalised ? "nElo" : "Elo";
    dom_ratings_sprt_verdict verdict = seen->test.verdict;
    bool is_better = verdict == DOM_RATINGS_SPRT_ACCEPTS_1;
    char margin[60] = "", text[LINE_BYTES];
    if (w->elo0 != 0)
        (void)snprintf(margin, sizeof margin, " by more than %g %s", w->elo0, unit);
    (void)snprintf(
        text, sizeof text,
        "%s: %s (%g %s) accepted against %s (%g %s), alpha %g, beta %g; the Elo above is "
        "corrected for stopping",
        margin, is_better ? "H1" : "H0", is_better ? w->elo1 : w->elo0, unit,
        is_better ? "H0" : "H1", is_better ? w->elo0 : w->elo1, unit, w->alpha, w->beta);
    dom_output_put_item(out, is_better ? DOM_OUTPUT_GAIN : DOM_OUTPUT_PLAIN,
                        decisions[verdict].text, text);
}

void dom_output_comparison_text(FILE *out, const dom_core_tournament *t,
                                const dom_results_sprt *seen)
{
    char line[LINE_BYTES];
    print_compared_bots(out, t);
    dom_output_comparison_line(line, sizeof line, seen);
    dom_output_put_wrapped(out, line);
    if (seen->counted > 0)
        print_set_counts(out, &seen->test);
    if (seen->faults[0] + seen->faults[1] > 0)
        (void)fprintf(out, "matches ended by a fault of the new bot: %llu, of the old bot: %llu\n",
                      (unsigned long long)seen->faults[0], (unsigned long long)seen->faults[1]);
    if (seen->test.verdict == DOM_RATINGS_SPRT_UNDECIDED)
        print_no_decision(out, t, seen);
    else
        print_decision(out, t, seen);
}

void dom_output_comparison_incomplete(FILE *out, const dom_results_comparison *c)
{
    if (c->incomplete > 0)
        (void)fprintf(out, "%s: %u set%s of these bots lack%s a match and do%s not count\n",
                      c->tournament->name, (unsigned)c->incomplete, c->incomplete == 1 ? "" : "s",
                      c->incomplete == 1 ? "s" : "", c->incomplete == 1 ? "es" : "");
}

static json_t *compared_bot_json(const dom_core_entrant *bot)
{
    return json_pack("{s:s, s:s}", "name", bot->name, "version", bot->version);
}

static json_t *opponents_json(const dom_core_tournament *t)
{
    json_t *array = json_array();
    for (int i = 2; i < t->bot_count; i++)
        json_array_append_new(array, compared_bot_json(&t->bots[i]));
    return array;
}

/* Returns for every class its score, or with `counts` the number of its sets. */
static json_t *classes_json(const dom_ratings_sprt *test, bool counts)
{
    json_t *array = json_array();
    for (int i = 0; i < dom_ratings_sprt_classes(test->sets); i++)
        json_array_append_new(array, counts ? json_integer((json_int_t)test->count[i])
                                            : json_real(dom_ratings_sprt_score(test->sets, i)));
    return array;
}

static void set_sprt_real(json_t *root, const char *key, bool is_known, double value)
{
    json_object_set_new(root, key, dom_documents_real(is_known, value));
}

static void add_sprt_findings(json_t *root, const dom_results_sprt *seen)
{
    sprt_findings f = find_sprt(seen);
    set_sprt_real(root, "score", f.has_sets, f.score.score);
    set_sprt_real(root, "variance", f.has_sets, f.score.variance);
    set_sprt_real(root, "elo", f.has_sets, f.estimate.elo);
    set_sprt_real(root, "elo_lo", f.has_sets, f.estimate.elo_lo);
    set_sprt_real(root, "elo_hi", f.has_sets, f.estimate.elo_hi);
    set_sprt_real(root, "los", f.has_sets, f.estimate.los);
    set_sprt_real(root, "nelo", f.has_sets, f.score.nelo);
    set_sprt_real(root, "nelo_lo", f.has_sets, f.score.nelo_lo);
    set_sprt_real(root, "nelo_hi", f.has_sets, f.score.nelo_hi);
    json_object_set_new(root, "llr", json_real(seen->test.llr));
    json_object_set_new(root, "llr_lo", json_real(seen->test.lower));
    json_object_set_new(root, "llr_hi", json_real(seen->test.upper));
}

dom_rc dom_output_comparison_json(FILE *out, const dom_core_tournament *t,
                                  const dom_results_sprt *seen, dom_err *err)
{
    const dom_core_compared *w = &t->compared;
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:o, s:o, s:o, s:s, s:f, s:f, s:f, s:f, s:i, s:i, s:i, s:o, s:o, s:{s:I, "
        "s:I}, s:s}",
        "schema", 1, "tournament", t->name, "variant", t->variants[0].name, "new",
        compared_bot_json(&t->bots[0]), "old", compared_bot_json(&t->bots[1]), "opponents",
        opponents_json(t), "model", w->is_normalised ? "normalised" : "logistic", "elo0", w->elo0,
        "elo1", w->elo1, "alpha", w->alpha, "beta", w->beta, "sets", (int)seen->counted, "max_sets",
        (int)seen->sets, "matches_per_set", seen->test.sets.matches, "scores",
        classes_json(&seen->test, false), "counts", classes_json(&seen->test, true), "faults",
        "new", (json_int_t)seen->faults[0], "old", (json_int_t)seen->faults[1], "decision",
        decisions[seen->test.verdict].word);
    if (root)
        add_sprt_findings(root, seen);
    return dom_output_put_json(out, root, err);
}
