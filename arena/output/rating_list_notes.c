#include "rating_list_parts.h"

#include "base/percent.h"
#include "output/text_table.h"
#include "results/misfit_note.h"
#include "results/rules_age.h"

#include <stdio.h>
#include <string.h>

enum { FEW_BYTES = 100 };

void dom_output_put_verdict(dom_output_format format, FILE *out, dom_results_verdict verdict)
{
    if (verdict.text[0])
        dom_output_put_line(format, out, "", "%s", verdict.text);
}

void dom_output_list_title(const dom_output_rating_lists *s, const dom_results_rating_list *r)
{
    const dom_ratings_list_options *o = r->options;
    bool is_mean = o && o->anchor < 0;
    dom_output_put_line(s->format, s->out, "## ", "%s%s: %llu matches, %llu duplicate sets%s",
                        r->title, dom_results_rules_mark_of(r->earlier_rules).text,
                        (unsigned long long)r->list->matches, (unsigned long long)r->list->sets,
                        r->is_unrated ? ", unrated: they do not count in the leaderboard" : "");
    if (s->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', s->out);
    if (r->is_live)
        dom_output_put_line(s->format, s->out, "",
                            "Live Elo, provisional: it depends on the order of play");
    else
        dom_output_put_line(s->format, s->out, "",
                            "Elo by maximum likelihood (%s); %s%s fixed at %.0f; prior %g",
                            o->model == DOM_RATINGS_MODEL_DAVIDSON ? "Davidson" : "Bradley-Terry",
                            is_mean ? "mean" : "anchor ", is_mean ? "" : r->bot[o->anchor].label,
                            o->anchor_elo, o->prior);
    for (size_t i = 0; o && i < o->more_anchors; i++)
        dom_output_put_line(s->format, s->out, "", "Anchor %s fixed at %.0f",
                            r->bot[o->more_anchor[i].player].label, o->more_anchor[i].elo);
    dom_output_put_verdict(s->format, s->out, dom_results_verdict_of(r));
    if (s->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', s->out);
}

static bool has_bound(const dom_ratings_list *list, dom_ratings_bound bound)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].bound == bound)
            return true;
    return false;
}

static void say_bounds(const dom_output_rating_lists *s, const dom_ratings_list *list)
{
    for (dom_ratings_bound b = DOM_RATINGS_BOUND_BELOW; b <= DOM_RATINGS_BOUND_BOTH; b++)
        if (has_bound(list, b))
            dom_output_put_line(s->format, s->out, "- ", "%s: %s.", dom_ratings_bound_word(b),
                                dom_ratings_bound_meaning(b));
}

/* Print the bots with few sets, in lines of at most FEW_BYTES. */
static void say_few(const dom_output_rating_lists *s, const dom_results_rating_list *r)
{
    char text[FEW_BYTES + 1] = "Rough intervals, because few results decide:";
    bool has_any = false;
    for (size_t i = 0; i < r->list->count; i++) {
        const char *label = r->bot[r->list->row[i].player].label;
        if (!r->list->row[i].few_sets)
            continue;
        if (has_any)
            (void)strncat(text, ",", sizeof text - strlen(text) - 1);
        if (strlen(text) + strlen(label) + 2 > FEW_BYTES) {
            dom_output_put_line(s->format, s->out, "- ", "%s", text);
            text[0] = '\0';
        }
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), " %s", label);
        has_any = true;
    }
    if (has_any)
        dom_output_put_line(s->format, s->out, "- ", "%s.", text);
}

/* Print a line like "Faults: NAME in 3 matches (2 illegal, 1 timeout)". */
static void say_faults(const dom_output_rating_lists *s, const dom_results_rated_bot *bot)
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
    dom_output_put_line(s->format, s->out, "- ", "Faults: %s in %llu match%s (%s)", bot->label,
                        (unsigned long long)bot->faulty, bot->faulty == 1 ? "" : "es", codes);
}

static void say_misfit(const dom_output_rating_lists *s, const dom_ratings_misfit *misfit)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    dom_results_misfit_note(note, misfit);
    if (!dom_results_misfit_is_alarm(misfit))
        return;
    dom_output_put_line(s->format, s->out, "- ", "%s", note);
    dom_output_put_line(s->format, s->out, "- ", "%s", DOM_RESULTS_MISFIT_ADVICE);
}

/* Returns true if the 95 % interval of a ratio does not contain 1. */
static bool is_beyond_chance(const dom_ratings_ratio *r)
{
    return r->value > 0 && (r->lo > 1 || r->hi < 1);
}

/* Print how much duplicate sets and points gained or lost, if that is no chance. */
static void say_worth(const dom_output_rating_lists *s, const dom_ratings_list *l)
{
    const dom_ratings_ratio *sets = &l->variance_reduction, *points = &l->information_ratio;
    if (is_beyond_chance(sets))
        dom_output_put_line(
            s->format, s->out, "- ",
            "Duplicate sets %s matches: 100 in sets tell as much as %.0f separate ones "
            "(%.0f..%.0f).",
            sets->value > 1 ? "save" : "cost", 100 * sets->value, 100 * sets->lo, 100 * sets->hi);
    if (is_beyond_chance(points))
        dom_output_put_line(
            s->format, s->out, "- ",
            "Points separate these bots %s than wins: 100 sets by points are worth %.0f by "
            "wins (%.0f..%.0f).",
            points->value > 1 ? "better" : "worse", 100 * points->value, 100 * points->lo,
            100 * points->hi);
}

/* Returns what the intervals of ratings are relative to. */
static const char *fixed_of(const dom_results_rating_list *r)
{
    const dom_ratings_list_options *o = r->options;
    return o->more_anchors > 0 ? "the anchors"
           : o->anchor < 0     ? "the mean"
                               : r->bot[o->anchor].label;
}

/* Print how the columns are to be read. */
static void say_legend(const dom_output_rating_lists *s, const dom_results_rating_list *r)
{
    bool is_many = false;
    for (size_t i = 0; i < r->list->count; i++) {
        const dom_ratings_rating *row = &r->list->row[i];
        is_many |= row->wins + row->draws + row->losses > row->matches;
    }
    if (!r->is_live) {
        dom_output_put_line(
            s->format, s->out, "- ",
            "Rank 1-2: first or second. Elo: 400 more are ten wins for each loss; its interval "
            "is relative to %s.",
            fixed_of(r));
        dom_output_put_line(s->format, s->out, "- ",
                            "LOS: chance by results to be stronger than the next bot.%s More: "
                            "docs/explanation/ratings.md",
                            is_many ? "" : " W-D-L: wins, draws, losses.");
        dom_output_put_line(s->format, s->out, "- ", "Intervals: 95 %%, over duplicate sets. %s",
                            r->options->is_simultaneous
                                ? "Rank ranges hold for all bots together with 95 %."
                                : "Ranks, gaps and LOS: each pair by itself; \"surely\": all "
                                  "together.");
    }
    if (is_many)
        dom_output_put_line(
            s->format, s->out, "- ",
            "W-D-L: results against each other side, so a match at a table of n counts n - 1 "
            "times.");
}

/* Print by what else than wins and pairs the results were rated. */
static void say_metric(const dom_output_rating_lists *s, const dom_results_rating_list *r)
{
    if (r->points_scale > 0)
        dom_output_put_line(
            s->format, s->out, "- ",
            "Scores are by points, not by wins: a lead of %.3g points scores 84 %%, twice that "
            "98 %%.",
            (double)r->points_scale / r->point);
    if (r->second) {
        double tie = r->second->tie[2];
        dom_output_put_line(
            s->format, s->out, "- ",
            "P-L: Elo by Plackett and Luce's model of whole rankings, a second opinion. Two "
            "equal bots tie in %.1f %%.",
            dom_percent(tie / (2 + tie), 1));
    }
}

void dom_output_list_notes(const dom_output_rating_lists *s, const dom_results_rating_list *r)
{
    const dom_ratings_list *l = r->list;
    if (s->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', s->out);
    if (l->count == 1 && r->hidden == 0 && !r->is_live)
        dom_output_put_line(s->format, s->out, "- ",
                            "Only one bot played, so its rating has no meaning yet.");
    if (l->islands > 1) {
        dom_output_put_line(
            s->format, s->out, "- ",
            "%u islands: no results connect them, so their ratings cannot be compared.",
            l->islands);
        dom_output_put_line(s->format, s->out, "- ", "The mean of each island%s is fixed at %.0f.",
                            r->options->anchor < 0 ? "" : " without the anchor",
                            r->options->anchor_elo);
    }
    for (size_t i = 0; i < l->count; i++)
        say_faults(s, &r->bot[l->row[i].player]);
    if (r->hidden > 0)
        dom_output_put_line(s->format, s->out, "- ",
                            "%zu other version%s of bots count%s in the ratings; --all shows %s.",
                            r->hidden, r->hidden == 1 ? "" : "s", r->hidden == 1 ? "s" : "",
                            r->hidden == 1 ? "it" : "them");
    say_legend(s, r);
    say_bounds(s, l);
    say_few(s, r);
    say_metric(s, r);
    say_misfit(s, &l->misfit);
    say_worth(s, l);
}
