/* Prints an analysis as CSV and as JSON. */
#include "analysis_parts.h"

#include "documents/values.h"

#include <inttypes.h>
#include <math.h>

/* ---- CSV ------------------------------------------------------------------------------------- */

static void put_real(FILE *out, double value)
{
    dom_output_put_csv_real(out, isfinite(value), value);
}

void dom_output_analysis_csv(const dom_output_analysis *a, FILE *out)
{
    const dom_analysis_summary *s = a->summary;
    (void)fputs("variant,bot,version,matches,rounds,result,expected,luck,deal_luck,skill,"
                "skill_half_width,choices,best,loss,loss_half_width,loss_before_end",
                out);
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
        (void)fprintf(out, ",%s_luck", dom_search_cause_word((dom_search_cause)c));
    (void)fputs(",open_choices,open_loss,open_loss_half_width\n", out);
    for (size_t i = 0; i < s->bot_count; i++) {
        const dom_analysis_bot *b = &s->bot[i];
        dom_output_put_csv(out, b->variant);
        dom_output_put_csv_next(out, b->bot);
        dom_output_put_csv_next(out, b->version);
        (void)fprintf(out, ",%" PRIu64 ",%" PRIu64, b->matches, b->rounds);
        put_real(out, dom_output_per(b->result, b->rounds));
        put_real(out, dom_output_per(b->expectation, b->rounds));
        put_real(out, dom_output_per(b->luck, b->rounds));
        put_real(out, dom_output_per(b->deal_luck, b->rounds));
        put_real(out, dom_analysis_mean_of(&b->skill_of_round));
        put_real(out, dom_analysis_half_width(&b->skill_of_round));
        (void)fprintf(out, ",%" PRIu64 ",%" PRIu64, b->choices, b->best);
        put_real(out, dom_analysis_mean_of(&b->loss_of_choice));
        put_real(out, dom_analysis_half_width(&b->loss_of_choice));
        put_real(out, dom_analysis_mean_of(&b->loss_before_end));
        for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
            put_real(out, dom_output_caused_per_round(a, b, c));
        dom_output_open_loss open = dom_output_open_loss_of(a, &b->open_loss);
        if (isfinite(open.choices))
            (void)fprintf(out, ",%.0f", open.choices);
        else
            (void)fputc(',', out);
        put_real(out, open.loss);
        put_real(out, open.half_width);
        (void)fputc('\n', out);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *real(double value)
{
    return dom_documents_real(isfinite(value), value);
}

static void set_open(json_t *object, dom_output_open_loss open)
{
    json_t *choices = isfinite(open.choices) ? json_integer((json_int_t)open.choices) : json_null();
    json_object_set_new(object, "open_choices", choices);
    json_object_set_new(object, "open_loss", real(open.loss));
    json_object_set_new(object, "open_loss_half_width", real(open.half_width));
}

static json_t *facts_json(const dom_analysis_bot *b)
{
    json_t *list = json_array();
    for (int k = 0; k < DOM_ANALYSIS_FACTS; k++)
        if (b->fact[k].choices > 0)
            json_array_append_new(
                list, json_pack("{s:s, s:I, s:o}", "fact",
                                dom_analysis_fact_headline((dom_analysis_fact_kind)k), "choices",
                                (json_int_t)b->fact[k].choices, "loss", real(b->fact[k].loss)));
    return list;
}

static json_t *parts_json(const dom_output_analysis *a, const dom_analysis_bot *b)
{
    json_t *list = json_array();
    for (int p = 0; p < DOM_ANALYSIS_PARTS; p++) {
        const dom_analysis_mean *m = &b->loss_of_part[p];
        if (m->counts == 0)
            continue;
        json_t *part = json_pack("{s:s, s:s, s:I, s:o, s:o}", "by", dom_analysis_parts[p].group,
                                 "part", dom_analysis_parts[p].name, "choices",
                                 (json_int_t)m->counts, "loss", real(dom_analysis_mean_of(m)),
                                 "loss_half_width", real(dom_analysis_half_width(m)));
        set_open(part, dom_output_open_loss_of(a, &b->open_loss_of_part[p]));
        json_array_append_new(list, part);
    }
    return list;
}

/* What has changed since the version before; null for the first one. */
static json_t *change_json(const dom_analysis_bot *b, const dom_analysis_bot *before)
{
    if (!before)
        return json_null();
    dom_analysis_change skill = dom_analysis_change_of(&before->skill_of_round, &b->skill_of_round);
    dom_analysis_change loss = dom_analysis_change_of(&before->loss_of_choice, &b->loss_of_choice);
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "version", before->version, "skill",
                     real(skill.mean), "skill_half_width", real(skill.half_width), "loss",
                     real(loss.mean), "loss_half_width", real(loss.half_width));
}

static json_t *bot_json(const dom_output_analysis *a, const dom_analysis_bot *b)
{
    const struct {
        const char *key;
        double value;
    } reals[] = {{"result", dom_output_per(b->result, b->rounds)},
                 {"expected", dom_output_per(b->expectation, b->rounds)},
                 {"luck", dom_output_per(b->luck, b->rounds)},
                 {"deal_luck", dom_output_per(b->deal_luck, b->rounds)},
                 {"skill", dom_analysis_mean_of(&b->skill_of_round)},
                 {"skill_half_width", dom_analysis_half_width(&b->skill_of_round)},
                 {"loss", dom_analysis_mean_of(&b->loss_of_choice)},
                 {"loss_half_width", dom_analysis_half_width(&b->loss_of_choice)},
                 {"loss_before_end", dom_analysis_mean_of(&b->loss_before_end)}};
    const struct {
        const char *key;
        uint64_t value;
    } wholes[] = {{"matches", b->matches}, {"rounds", b->rounds},
                  {"choices", b->choices}, {"best", b->best},
                  {"skipped", b->skipped}, {"rounds_left_out", b->rounds_left_out}};
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "variant", b->variant, "bot", b->bot, "version", b->version);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        json_object_set_new(object, wholes[i].key, json_integer((json_int_t)wholes[i].value));
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        json_object_set_new(object, reals[i].key, real(reals[i].value));
    json_object_set_new(object, "since",
                        change_json(b, dom_analysis_version_before(a->summary, b)));
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++) {
        char key[DOM_OUTPUT_WORD_BYTES];
        (void)snprintf(key, sizeof key, "%s_luck", dom_search_cause_word((dom_search_cause)c));
        json_object_set_new(object, key, real(dom_output_caused_per_round(a, b, c)));
    }
    set_open(object, dom_output_open_loss_of(a, &b->open_loss));
    json_object_set_new(object, "parts", parts_json(a, b));
    json_object_set_new(object, "facts", facts_json(b));
    return object;
}

static json_t *costly_json(const dom_analysis_costly *c)
{
    const dom_analysis_choice *choice = &c->choice;
    bool has_fact = choice->fact.kind != DOM_ANALYSIS_FACT_NONE;
    return json_pack(
        "{s:s, s:I, s:I, s:s, s:s, s:i, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}",
        "tournament", c->tournament, "match", (json_int_t)c->match, "step",
        (json_int_t)choice->step, "variant", c->variant, "bot", c->bot, "seat", (int)choice->seat,
        "ends", dom_output_ends_of(choice).text, "hand", dom_output_hand_of(choice).text, "taken",
        dom_output_action_word_of(c->taken).text, "better", dom_output_action_word_of(c->best).text,
        "taken_value", real(c->taken_value), "better_value", real(c->best_value), "loss",
        real(choice->loss.mean), "loss_half_width", real(1.96 * sqrt(choice->loss.variance)),
        "effective_worlds", real(choice->effective_worlds), "why",
        has_fact ? json_string(dom_analysis_fact_words_of(choice->fact).text) : json_null());
}

static json_t *difference_json(const dom_analysis_difference *d)
{
    return json_pack(
        "{s:s, s:s, s:[I,I], s:[I,I], s:s, s:s, s:[s,s], s:[o,o]}", "tournament", d->tournament,
        "variant", d->variant, "matches", (json_int_t)d->match[0], (json_int_t)d->match[1], "steps",
        (json_int_t)d->step[0], (json_int_t)d->step[1], "ends", dom_output_ends_of(&d->choice).text,
        "hand", dom_output_hand_of(&d->choice).text, "taken",
        dom_output_action_word_of(d->taken[0]).text, dom_output_action_word_of(d->taken[1]).text,
        "values", real(d->value[0]), real(d->value[1]));
}

static json_t *differences_json(const dom_analysis_differences *d)
{
    if (!d)
        return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < d->count; i++)
        json_array_append_new(list, difference_json(&d->item[i]));
    return json_pack("{s:[s,s], s:I, s:I, s:o, s:o, s:o}", "between", d->bot[0], d->bot[1],
                     "rounds", (json_int_t)d->rounds, "differing", (json_int_t)d->differing,
                     "worth", real(dom_analysis_mean_of(&d->worth)), "worth_half_width",
                     real(dom_analysis_half_width(&d->worth)), "largest", list);
}

dom_rc dom_output_analysis_json(const dom_output_analysis *a, FILE *out, dom_err *err)
{
    bool has_open = a->plan.open_positions > 0;
    json_t *bots = json_array();
    json_t *costly = json_array();
    for (size_t i = 0; i < a->summary->bot_count; i++)
        json_array_append_new(bots, bot_json(a, &a->summary->bot[i]));
    for (size_t i = 0; i < a->summary->costly_count; i++)
        json_array_append_new(costly, costly_json(&a->summary->costly[i]));
    return dom_output_put_json(
        out,
        json_pack("{s:i, s:s, s:s, s:i, s:o, s:I, s:I, s:I, s:o, s:o, s:o}", "schema", 1, "policy",
                  DOM_SEARCH_REFERENCE_NAME, "policy_hash", DOM_SEARCH_REFERENCE_HASH, "worlds",
                  a->plan.worlds, "open_positions",
                  has_open ? json_integer(a->plan.open_positions) : json_null(), "matches",
                  (json_int_t)a->summary->matches, "open_sets", (json_int_t)a->progress->open_sets,
                  "void_sets", (json_int_t)a->progress->void_sets, "bots", bots, "costliest",
                  costly, "differences", differences_json(a->differences)),
        err);
}
