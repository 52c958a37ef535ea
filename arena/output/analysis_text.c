#include "analysis_parts.h"

#include "base/now.h"
#include "base/text.h"
#include "output/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum {
    REASONS = 3, /* of a bot that stands alone; of several each has one */
    EVERY_US = 500000
};

/* ---- parts of lines -------------------------------------------------------------------------- */

/* "+0.24 ± 0.03", or "+0.24" if no width is known; never "-0.00". */
typedef struct {
    char text[64];
} interval_words;

static interval_words interval_of(double mean, double width)
{
    interval_words words;
    int size = snprintf(words.text, sizeof words.text, "%+.2f", round(mean * 100) / 100 + 0.0);
    if (isfinite(width))
        (void)snprintf(words.text + size, sizeof words.text - (size_t)size, " ± %.2f", width);
    return words;
}

/* Returns the kind of fact that cost a bot most, apart from those in `said`; NONE if there is no
 * other. */
static int costliest_kind(const dom_analysis_bot *b, unsigned said)
{
    _Static_assert(DOM_ANALYSIS_FACTS <= 32, "a bit for each kind");
    int most = DOM_ANALYSIS_FACT_NONE;
    for (int k = DOM_ANALYSIS_FACT_NONE + 1; k < DOM_ANALYSIS_FACTS; k++)
        if (!(said >> k & 1) && b->fact[k].loss > 0 &&
            (most == DOM_ANALYSIS_FACT_NONE || b->fact[k].loss > b->fact[most].loss))
            most = k;
    return most;
}

/* Returns what a bot lost where a kind of fact, or none, tells why: choices that were not the best
 * ones, without kinds that cost nothing. */
static double loss_of_facts(const dom_analysis_bot *b)
{
    double loss = 0;
    for (int k = 0; k < DOM_ANALYSIS_FACTS; k++)
        loss += fmax(b->fact[k].loss, 0);
    return loss;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* The bots of a variant. */
typedef struct {
    const dom_analysis_bot *bot;
    size_t count;
    const dom_analysis_plan *plan;
} bot_group;

typedef struct {
    char text[DOM_STORE_BOT_NAME_BYTES + 9];
} version_words;

/* Returns "NAME@VERSION" if several versions of a bot are in the group, else "NAME". */
static version_words name_in(const bot_group *g, const dom_analysis_bot *b)
{
    version_words name;
    bool has_version = false;
    for (size_t i = 0; i < g->count; i++)
        has_version |= &g->bot[i] != b && strcmp(g->bot[i].bot, b->bot) == 0;
    (void)snprintf(name.text, sizeof name.text, has_version ? "%s@%.8s" : "%s", b->bot, b->version);
    return name;
}

/* "careful loses most where it keeps a double (34 % of its loss, in 120 choices), ..." */
static void print_reasons(const bot_group *g, const dom_analysis_bot *b, int reasons, FILE *out)
{
    char line[1024];
    dom_text text = dom_text_of(line, sizeof line);
    unsigned said = 0;
    dom_text_add(&text, name_in(g, b).text);
    for (int i = 0; i < reasons; i++) {
        char part[160];
        int kind = costliest_kind(b, said);
        if (kind == DOM_ANALYSIS_FACT_NONE)
            break;
        said |= 1u << kind;
        (void)snprintf(part, sizeof part, "%s%s (%.0f %% of its loss, in %" PRIu64 " choices)",
                       i == 0 ? " loses most where it " : "; where it ",
                       dom_analysis_fact_headline((dom_analysis_fact_kind)kind),
                       100 * b->fact[kind].loss / loss_of_facts(b), b->fact[kind].choices);
        dom_text_add(&text, part);
    }
    if (said)
        dom_output_put_wrapped(out, line);
}

static void put_mean(dom_output_table *t, const dom_analysis_mean *m)
{
    dom_output_table_put(t, "%s",
                         interval_of(dom_analysis_mean_of(m), dom_analysis_half_width(m)).text);
}

static void put_per_round(dom_output_table *t, double sum, uint64_t rounds)
{
    dom_output_table_put(t, "%s", interval_of(dom_output_per(sum, rounds), INFINITY).text);
}

static const dom_output_column bot_columns[] = {
    {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
    {.head = "rounds"},
    {.head = "result"},
    {.head = "expected", .leave = 1},
    {.head = "luck"},
    {.head = "of deal", .leave = 2},
    {.head = "skill"},
    {.head = "choices", .leave = 3},
    {.head = "best"},
    {.head = "loss a choice"}};

static void put_bot(dom_output_table *t, const bot_group *g, const dom_analysis_bot *b)
{
    dom_output_table_put(t, "%s", name_in(g, b).text);
    dom_output_table_put(t, "%" PRIu64, b->rounds);
    put_per_round(t, b->result, b->rounds);
    put_per_round(t, b->expectation, b->rounds);
    put_per_round(t, b->luck, b->rounds);
    put_per_round(t, b->deal_luck, b->rounds);
    put_mean(t, &b->skill_of_round);
    dom_output_table_put(t, "%" PRIu64, b->choices);
    dom_output_table_put(t, "%.0f %%", 100 * dom_output_per((double)b->best, b->choices));
    put_mean(t, &b->loss_of_choice);
}

/* Prints where the luck of each bot came from. */
static dom_rc print_causes(const bot_group *g, FILE *out, dom_err *err)
{
    dom_output_column columns[2 + DOM_SEARCH_CAUSES] = {{.head = "luck from", .is_left = true},
                                                        {.head = "deal"}};
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
        columns[2 + c].head = dom_search_cause_word((dom_search_cause)c);
    dom_output_table t = dom_output_table_of(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < g->count; i++) {
        const dom_analysis_bot *b = &g->bot[i];
        dom_output_table_put(&t, "%s", name_in(g, b).text);
        put_per_round(&t, b->deal_luck, b->rounds);
        for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
            put_per_round(&t, b->caused[c], b->rounds);
    }
    dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&t);
    return rc;
}

/* Puts the share that was solved, and the mean of the open losses. */
static void put_open(dom_output_table *t, const dom_analysis_mean *m, double choices)
{
    dom_output_table_put(t, "%.0f %%", choices > 0 ? 100 * m->counts / choices : 0);
    if (m->counts > 0)
        put_mean(t, m);
    else
        dom_output_table_put(t, "-");
}

/* Prints what the choices of each bot lost with all hands seen. */
static dom_rc print_open(const bot_group *g, FILE *out, dom_err *err)
{
    static const dom_output_column columns[] = {{.head = "all hands seen", .is_left = true},
                                                {.head = "choices"},
                                                {.head = "solved"},
                                                {.head = "open loss a choice"}};
    dom_output_table t = dom_output_table_of(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < g->count; i++) {
        const dom_analysis_bot *b = &g->bot[i];
        dom_output_table_put(&t, "%s", name_in(g, b).text);
        dom_output_table_put(&t, "%" PRIu64, b->choices);
        put_open(&t, &b->open_loss, (double)b->choices);
    }
    dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&t);
    return rc;
}

/* Print what the choices of a bot lost, by part. */
static dom_rc print_parts(const bot_group *g, FILE *out, dom_err *err)
{
    enum { OPEN = 2 /* the last columns, which are shown if they are asked for */ };
    static const dom_output_column columns[] = {{.head = "choices by", .is_left = true},
                                                {.head = "", .is_left = true},
                                                {.head = "choices"},
                                                {.head = "loss a choice"},
                                                {.head = "solved"},
                                                {.head = "open loss a choice"}};
    const dom_analysis_bot *b = g->bot;
    bool has_open = g->plan->open_positions > 0;
    dom_output_table t =
        dom_output_table_of(columns, sizeof columns / sizeof *columns - (has_open ? 0 : OPEN));
    const char *group = "";
    for (int p = 0; p < DOM_ANALYSIS_PARTS; p++) {
        const dom_analysis_part *part = &dom_analysis_parts[p];
        if (b->loss_of_part[p].counts == 0)
            continue;
        dom_output_table_put(&t, "%s", strcmp(group, part->group) == 0 ? "" : part->group);
        dom_output_table_put(&t, "%s", part->name);
        dom_output_table_put(&t, "%.0f", b->loss_of_part[p].counts);
        put_mean(&t, &b->loss_of_part[p]);
        if (has_open)
            put_open(&t, &b->open_loss_of_part[p], b->loss_of_part[p].counts);
        group = part->group;
    }
    dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&t);
    return rc;
}

/* "mine@77ab0123 after mine@3fa2c1d4: skill +0.41 ± 0.20 a round, ..." */
static void print_change(const bot_group *g, const dom_analysis_bot *b,
                         const dom_analysis_bot *before, FILE *out)
{
    char line[1600];
    dom_analysis_change skill = dom_analysis_change_of(&before->skill_of_round, &b->skill_of_round);
    dom_analysis_change loss = dom_analysis_change_of(&before->loss_of_choice, &b->loss_of_choice);
    (void)snprintf(line, sizeof line, "%s after %s: skill %s a round, loss %s a choice",
                   name_in(g, b).text, name_in(g, before).text,
                   interval_of(skill.mean, skill.half_width).text,
                   interval_of(loss.mean, loss.half_width).text);
    dom_output_put_wrapped(out, line);
}

/* Print how each version differs from the one before it, the oldest first. */
static void print_trend(const dom_analysis_summary *s, const bot_group *g, FILE *out)
{
    for (size_t order = 0; order < s->bot_count; order++)
        for (size_t i = 0; i < g->count; i++) {
            const dom_analysis_bot *b = &g->bot[i];
            const dom_analysis_bot *before =
                b->order == order ? dom_analysis_version_before(s, b) : NULL;
            if (before)
                print_change(g, b, before, out);
        }
}

static dom_rc print_variant(const dom_analysis_summary *s, const bot_group *g, FILE *out,
                            dom_err *err)
{
    dom_output_table t = dom_output_table_of(bot_columns, sizeof bot_columns / sizeof *bot_columns);
    (void)fprintf(out, "%s\n", g->bot->variant);
    for (size_t i = 0; i < g->count; i++)
        print_reasons(g, &g->bot[i], g->count == 1 ? REASONS : 1, out);
    for (size_t i = 0; i < g->count; i++)
        put_bot(&t, g, &g->bot[i]);
    dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&t);
    if (rc == DOM_OK && g->plan->has_causes)
        rc = print_causes(g, out, err);
    if (rc == DOM_OK && g->plan->open_positions > 0)
        rc = print_open(g, out, err);
    if (rc == DOM_OK && g->count == 1)
        rc = print_parts(g, out, err);
    print_trend(s, g, out);
    (void)fputc('\n', out);
    return rc;
}

/* Returns how many of the bots that follow are of the same variant as the first. */
static size_t same_variant(const dom_analysis_summary *s, size_t first)
{
    size_t count = 1;
    while (first + count < s->bot_count &&
           strcmp(s->bot[first].variant, s->bot[first + count].variant) == 0)
        count++;
    return count;
}

static void print_costly(const dom_analysis_costly *c, FILE *out)
{
    const dom_analysis_choice *choice = &c->choice;
    char line[1600];
    dom_text text = dom_text_of(line, sizeof line);
    char part[256];
    (void)snprintf(part, sizeof part, "%s/%" PRIu64 " step %" PRIu32 ", %s: ", c->tournament,
                   c->match, choice->step, c->bot);
    dom_text_add(&text, part);
    (void)snprintf(part, sizeof part, "%s lost %.1f ± %.1f against %s",
                   dom_output_action_word_of(c->taken).text, choice->loss.mean,
                   1.96 * sqrt(choice->loss.variance), dom_output_action_word_of(c->best).text);
    dom_text_add(&text, part);
    if (choice->fact.kind != DOM_ANALYSIS_FACT_NONE) {
        bool is_of_best = dom_analysis_fact_is_of_best((dom_analysis_fact_kind)choice->fact.kind);
        dom_text_add(&text, is_of_best ? ", which " : ": it ");
        dom_text_add(&text, dom_analysis_fact_words_of(choice->fact).text);
    }
    dom_text_add(&text, " (ends ");
    dom_text_add(&text, dom_output_ends_of(choice).text);
    dom_text_add(&text, "; hand ");
    dom_text_add(&text, dom_output_hand_of(choice).text);
    dom_text_add(&text, ")");
    dom_output_put_wrapped(out, line);
}

static void print_difference(const dom_analysis_difference *d, FILE *out)
{
    char line[1600];
    char part[256];
    dom_text text = dom_text_of(line, sizeof line);
    (void)snprintf(part, sizeof part,
                   "%s/%" PRIu64 " step %" PRIu32 ": %s (%+.1f), and %s (%+.1f) in match %" PRIu64
                   " step %" PRIu32,
                   d->tournament, d->match[0], d->step[0],
                   dom_output_action_word_of(d->taken[0]).text, d->value[0],
                   dom_output_action_word_of(d->taken[1]).text, d->value[1], d->match[1],
                   d->step[1]);
    dom_text_add(&text, part);
    dom_text_add(&text, " (ends ");
    dom_text_add(&text, dom_output_ends_of(&d->choice).text);
    dom_text_add(&text, "; hand ");
    dom_text_add(&text, dom_output_hand_of(&d->choice).text);
    dom_text_add(&text, ")");
    dom_output_put_wrapped(out, line);
}

static void print_differences(const dom_analysis_differences *d, FILE *out)
{
    char line[512];
    interval_words worth =
        interval_of(dom_analysis_mean_of(&d->worth), dom_analysis_half_width(&d->worth));
    (void)snprintf(line, sizeof line,
                   "%.80s and %.80s are the first to differ in %" PRIu64 " of %" PRIu64
                   " pairs of rounds with the same deal in the same seat",
                   d->bot[0], d->bot[1], d->differing, d->rounds);
    size_t length = strlen(line);
    if (d->differing > 0)
        (void)snprintf(
            line + length, sizeof line - length,
            "; a difference is worth %s points to the first. The largest ones:", worth.text);
    dom_output_put_wrapped(out, line);
    for (size_t i = 0; i < d->count; i++)
        print_difference(&d->item[i], out);
    (void)fputc('\n', out);
}

static void print_open_note(const dom_output_analysis *a, FILE *out)
{
    char line[512];
    (void)snprintf(
        line, sizeof line,
        "The open loss is against the best action of somebody who sees all hands and the stock. "
        "Nobody knows that much, so it is no part of skill or loss and only compares bots. Choices "
        "that need more than %d positions are not solved and left out.",
        a->plan.open_positions);
    dom_output_put_wrapped(out, line);
}

static void print_notes(const dom_output_analysis *a, FILE *out)
{
    char line[640];
    (void)snprintf(
        line, sizeof line,
        "Points of a round, less the mean of the other sides: result = expected + luck + skill. "
        "Measured against the reference player %s with %d worlds a choice; intervals of 95 %% over "
        "sets. Luck has in it what the others did. docs/explanation/analysis.md says what that "
        "means.",
        DOM_SEARCH_REFERENCE_NAME, a->plan.worlds);
    dom_output_put_wrapped(out, line);
    if (a->plan.open_positions > 0)
        print_open_note(a, out);
    uint64_t left_out = 0, skipped = 0;
    for (size_t i = 0; i < a->summary->bot_count; i++) {
        left_out += a->summary->bot[i].rounds_left_out;
        skipped += a->summary->bot[i].skipped;
    }
    const struct {
        uint64_t count;
        const char *what;
    } notes[] = {{a->progress->open_sets, "sets are not played to their end, so their deals are "
                                          "still secret: left out"},
                 {a->progress->void_sets, "sets count nowhere: left out"},
                 {left_out, "rounds of a seat were ended by a fault: left out"},
                 {skipped, "choices have no value: counted as forced"}};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i].count > 0)
            (void)fprintf(out, "%" PRIu64 " %s\n", notes[i].count, notes[i].what);
}

static dom_rc print_text(const dom_output_analysis *a, FILE *out, dom_err *err)
{
    const dom_analysis_summary *s = a->summary;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; i < s->bot_count && rc == DOM_OK; i += same_variant(s, i))
        rc = print_variant(s, &(bot_group){&s->bot[i], same_variant(s, i), &a->plan}, out, err);
    if (s->costly_count > 0)
        (void)fputs("The costliest choices, in points:\n", out);
    for (size_t i = 0; i < s->costly_count; i++)
        print_costly(&s->costly[i], out);
    (void)fputs(s->costly_count > 0 ? "\n" : "", out);
    if (a->differences)
        print_differences(a->differences, out);
    if (s->bot_count == 0)
        (void)fputs("no match that can be valued: only sets that were played to their end\n", out);
    print_notes(a, out);
    return rc;
}

dom_rc dom_output_analysis_show(const dom_output_analysis *a, dom_output_format format, FILE *out,
                                dom_err *err)
{
    if (format == DOM_OUTPUT_JSON)
        return dom_output_analysis_json(a, out, err);
    if (format == DOM_OUTPUT_CSV) {
        dom_output_analysis_csv(a, out);
        return DOM_OK;
    }
    return print_text(a, out, err);
}

/* ---- progress -------------------------------------------------------------------------------- */

dom_output_analysis_line dom_output_analysis_line_begin(FILE *out, uint64_t total)
{
    return (dom_output_analysis_line){
        .out = isatty(fileno(out)) ? out : NULL, .total = total, .began_us = dom_now_us()};
}

void dom_output_analysis_line_show(dom_output_analysis_line *line, uint64_t done)
{
    int64_t now = dom_now_us();
    if (!line->out || now - line->shown_us < EVERY_US)
        return;
    line->shown_us = now;
    double seconds = (double)(now - line->began_us) / 1e6;
    uint64_t left = line->total > done ? line->total - done : 0;
    (void)fprintf(line->out, "\r\033[K%" PRIu64 " of %" PRIu64 " matches", done, line->total);
    if (done > 0)
        (void)fprintf(line->out, ", about %.0f s left", seconds / (double)done * (double)left);
    (void)fflush(line->out);
}

void dom_output_analysis_line_end(dom_output_analysis_line *line)
{
    if (line->out && line->shown_us > 0)
        (void)fputs("\r\033[K", line->out);
}
