#include "results/verdict.h"

#include "base/text.h"

#include <string.h>

enum { NAMED_MOST = 3, NAMES_BYTES = 48 };

/* ---- lines -------------------------------------------------------------------- */

/* What a verdict has to know of a line. */
typedef struct {
    const char *label;
    uint32_t tier, joint_hi;
} verdict_line;

/* The lines of a list, best first. */
typedef struct {
    size_t count;
    uint32_t islands;
    const void *context;
    verdict_line (*at)(const void *context, size_t i);
} verdict_lines;

/* Lines that follow each other. */
typedef struct {
    size_t first, count;
} verdict_span;

static verdict_line line_at(const verdict_lines *l, size_t i)
{
    return l->at(l->context, i);
}

/* Returns the tier that begins with a line; at the end of the list it is empty. */
static verdict_span tier_from(const verdict_lines *l, size_t first)
{
    verdict_span tier = {first, 0};
    while (first + tier.count < l->count &&
           line_at(l, first + tier.count).tier == line_at(l, first).tier)
        tier.count++;
    return tier;
}

static verdict_span rest_after(const verdict_lines *l, verdict_span tier)
{
    size_t first = tier.first + tier.count;
    return (verdict_span){first, l->count - first};
}

/* Returns true if no bot of a tier is surely above another of the same tier. */
static bool is_even(const verdict_lines *l, verdict_span tier)
{
    bool is = true;
    for (size_t i = 0; i < tier.count; i++)
        is &= line_at(l, tier.first + i).joint_hi == tier.first + tier.count;
    return is;
}

/* ---- phrases ------------------------------------------------------------------ */

/* A verdict that is being written. */
typedef struct {
    dom_text text;
    const verdict_lines *lines;
} verdict_writer;

static void add(verdict_writer *w, const char *string)
{
    dom_text_add(&w->text, string);
}

static void add_number(verdict_writer *w, size_t n)
{
    static const char *const word[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                       "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (n < sizeof word / sizeof *word)
        add(w, word[n]);
    else
        dom_text_add_int(&w->text, (long long)n);
}

/* Returns true if there is room for the names of these bots. */
static bool have_names(const verdict_lines *l, verdict_span span)
{
    size_t bytes = 0;
    for (size_t i = 0; i < span.count && i < NAMED_MOST; i++)
        bytes += strlen(line_at(l, span.first + i).label);
    return span.count <= NAMED_MOST && bytes <= NAMES_BYTES;
}

/* Adds names, such as "ann, bob and cleo"; or, of many bots, their number between the other two
 * words, such as "the four in front". */
static void add_bots(verdict_writer *w, verdict_span span, const char *article, const char *what)
{
    if (!have_names(w->lines, span)) {
        add(w, article);
        add(w, " ");
        add_number(w, span.count);
        add(w, what);
        return;
    }
    for (size_t i = 0; i < span.count; i++) {
        bool is_last = i + 1 == span.count;
        add(w, i == 0 ? "" : is_last ? " and " : ", ");
        add(w, line_at(w->lines, span.first + i).label);
    }
}

/* Adds what is said of two bots or more in a tier. */
static void add_togetherness(verdict_writer *w, verdict_span tier)
{
    add(w, is_even(w->lines, tier) ? " cannot be told apart" : " cannot all be told apart");
}

/* ---- sentences ---------------------------------------------------------------- */

static void add_one_tier(verdict_writer *w, verdict_span tier)
{
    add_bots(w, tier, "The", tier.count == 1 ? " here" : " bots");
    if (tier.count == 1)
        add(w, " is the only bot in this list");
    else
        add_togetherness(w, tier);
}

/* Adds what is said of the bots behind a first one that is surely above them all. */
static void add_followers(verdict_writer *w, verdict_span next)
{
    bool are_all = rest_after(w->lines, next).count == 0;
    add(w, next.count == 1 ? " is surely first, " : " is surely first; ");
    add_bots(w, next, are_all ? "the other" : "the next", "");
    if (next.count == 1)
        add(w, " surely second");
    else
        add_togetherness(w, next);
}

/* Pre: there are others. */
static void add_leader(verdict_writer *w, verdict_span leader)
{
    const verdict_lines *l = w->lines;
    verdict_span next = tier_from(l, 1);
    if (l->count > 2 && line_at(l, l->count - 1).tier == l->count) {
        add(w, "All ");
        add_number(w, l->count);
        add(w, " bots are surely in this order");
        return;
    }
    add_bots(w, leader, "The", " in front");
    if (l->count > 2) {
        add_followers(w, next);
    } else {
        add(w, " is surely above ");
        add_bots(w, next, "the other", "");
    }
}

/* Of several bots in front. Pre: there are others. */
static void add_front(verdict_writer *w, verdict_span front)
{
    verdict_span rest = rest_after(w->lines, front);
    add_bots(w, front, "The", " in front");
    add_togetherness(w, front);
    add(w, "; ");
    add_bots(w, rest, "the other", "");
    add(w, rest.count == 1 ? " is surely below them" : " are surely below them");
}

static void add_islands(verdict_writer *w)
{
    add(w, "The bots are on ");
    add_number(w, w->lines->islands);
    add(w, " islands that no results connect, so they have no common order");
}

static dom_results_verdict of_lines(const verdict_lines *l)
{
    dom_results_verdict v = {""};
    verdict_writer w = {dom_text_of(v.text, sizeof v.text), l};
    verdict_span first = tier_from(l, 0);
    if (l->count == 0)
        return v;
    if (l->islands > 1)
        add_islands(&w);
    else if (first.count == l->count)
        add_one_tier(&w, first);
    else if (first.count == 1)
        add_leader(&w, first);
    else
        add_front(&w, first);
    add(&w, ".");
    return v;
}

/* ---- lists -------------------------------------------------------------------- */

static verdict_line line_of_list(const void *context, size_t i)
{
    const dom_results_rating_list *list = context;
    const dom_ratings_rating *row = &list->list->row[i];
    return (verdict_line){list->bot[row->player].label, row->tier, row->joint_hi};
}

dom_results_verdict dom_results_verdict_of(const dom_results_rating_list *list)
{
    const verdict_lines lines = {list->list->count, list->list->islands, list, line_of_list};
    if (list->list->sets == 0)
        return (dom_results_verdict){"No duplicate set is complete yet, so nothing is sure."};
    return list->is_live ? (dom_results_verdict){""} : of_lines(&lines);
}

/* An all-round list and the names of its bots. */
typedef struct {
    const dom_results_all_rounds *all;
    const dom_results_all_round *list;
} named_all_round;

static verdict_line line_of_all_round(const void *context, size_t i)
{
    const named_all_round *named = context;
    const dom_ratings_all_round_row *row = &named->list->ratings.row[i];
    return (verdict_line){named->all->bots[row->player].label, row->tier, row->joint_hi};
}

dom_results_verdict dom_results_verdict_of_all_round(const dom_results_all_rounds *all,
                                                     const dom_results_all_round *list)
{
    const named_all_round named = {all, list};
    const verdict_lines lines = {list->ratings.count, list->ratings.islands, &named,
                                 line_of_all_round};
    return of_lines(&lines);
}
