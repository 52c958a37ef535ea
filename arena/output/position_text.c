#include "output/position_text.h"

#include "base/text.h"
#include "documents/values.h"
#include "output/fault_text.h"
#include "output/output.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WORD_BYTES = 24 };

static bool is_whole(const dom_rehearsal_play play[2])
{
    return play[0].is_played && play[1].is_played;
}

static void write_answer(char word[static WORD_BYTES], const dom_rehearsal_play *play)
{
    dom_text text = dom_text_of(word, WORD_BYTES);
    if (play->is_answered)
        dom_action_write(play->answer, &text);
    else
        dom_text_add(&text, "-");
    if (play->is_best)
        dom_text_add(&text, " best");
}

/* ---- counting -------------------------------------------------------------------------------- */

static void count_position(dom_output_positions *p, size_t index, const dom_rehearsal_play play[2])
{
    if (is_whole(play))
        dom_ratings_sample_add(&p->difference, play[0].worth - play[1].worth);
    else
        p->faults++;
    p->other_answers += play[0].is_answered && play[1].is_answered &&
                        memcmp(&play[0].answer, &play[1].answer, sizeof play[0].answer) != 0;
    p->with_best += p->positions->item[index].position.best_count > 0;
    for (int bot = 0; bot < 2; bot++)
        p->best[bot] += play[bot].is_best;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_head(const dom_output_positions *p)
{
    (void)fprintf(p->out,
                  "%s against %s, sandbox: %s; points of the round for the side on turn, less the "
                  "mean of the others\n",
                  p->bot[0]->name, p->bot[1]->name, dom_sandbox_words[p->sandbox]);
    (void)fprintf(p->out, "line  %-16s  %-16s  %9s  %9s  difference\n", p->bot[0]->name,
                  p->bot[1]->name, "points", "points");
}

static void print_fault(const dom_output_positions *p, const dom_rehearsal_play *play)
{
    if (play->fault.code == DOM_FAULT_NONE)
        return;
    (void)fprintf(p->out, "      %s: %s: ", p->bot[play->at_fault]->name,
                  dom_fault_word(play->fault.code));
    dom_output_put_bytes(p->out, "", play->fault.text, strlen(play->fault.text));
    dom_output_fault_print_log("      ", play->log, play->log_bytes, p->out);
}

static void print_worth(const dom_output_positions *p, const dom_rehearsal_play *play)
{
    if (play->is_played)
        (void)fprintf(p->out, "  %9.2f", play->worth);
    else
        (void)fprintf(p->out, "  %9s", dom_fault_word(play->fault.code));
}

static void print_row(const dom_output_positions *p, size_t index, const dom_rehearsal_play play[2])
{
    char answer[2][WORD_BYTES];
    for (int bot = 0; bot < 2; bot++)
        write_answer(answer[bot], &play[bot]);
    if (index == 0)
        print_head(p);
    (void)fprintf(p->out, "%4d  %-16s  %-16s", p->positions->item[index].line, answer[0],
                  answer[1]);
    print_worth(p, &play[0]);
    print_worth(p, &play[1]);
    if (is_whole(play))
        (void)fprintf(p->out, "  %+10.2f", play[0].worth - play[1].worth);
    (void)fprintf(p->out, "\n");
    print_fault(p, &play[0]);
    print_fault(p, &play[1]);
}

static void print_end(const dom_output_positions *p)
{
    dom_ratings_mean mean = dom_ratings_mean_of(&p->difference);
    (void)fprintf(p->out, "%zu position%s, different answers in %" PRIu32 "\n", p->positions->count,
                  p->positions->count == 1 ? "" : "s", p->other_answers);
    if (p->with_best > 0)
        (void)fprintf(
            p->out, "best answers: %s %" PRIu32 " of %" PRIu32 ", %s %" PRIu32 " of %" PRIu32 "\n",
            p->bot[0]->name, p->best[0], p->with_best, p->bot[1]->name, p->best[1], p->with_best);
    if (p->faults > 0)
        (void)fprintf(p->out, "%" PRIu32 " position%s ended by a fault and do%s not count\n",
                      p->faults, p->faults == 1 ? "" : "s", p->faults == 1 ? "es" : "");
    if (p->difference.sets > 1)
        (void)fprintf(p->out,
                      "mean difference %.2f points (95 %%: %.2f..%.2f), positive if %s is better\n",
                      mean.mean, mean.lo, mean.hi, p->bot[0]->name);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static json_t *play_json(const dom_output_positions *p, const dom_rehearsal_play *play)
{
    char word[WORD_BYTES];
    dom_text text = dom_text_of(word, sizeof word);
    if (play->is_answered)
        dom_action_write(play->answer, &text);
    bool is_faulty = play->fault.code != DOM_FAULT_NONE;
    return json_pack("{s:s?, s:b, s:o, s:s?, s:s?, s:o, s:o}", "action",
                     play->is_answered ? word : NULL, "best", play->is_best, "points",
                     dom_documents_real(play->is_played, play->worth), "fault",
                     is_faulty ? dom_fault_word(play->fault.code) : NULL, "fault_bot",
                     is_faulty ? p->bot[play->at_fault]->name : NULL, "text",
                     dom_documents_bytes(play->fault.text, strlen(play->fault.text)), "stderr",
                     dom_documents_bytes(play->log, play->log_bytes));
}

static json_t *bot_json(const dom_output_positions *p, int bot)
{
    return json_pack("{s:s, s:s, s:I}", "name", p->bot[bot]->name, "version",
                     p->bot[bot]->snapshot.version, "best", (json_int_t)p->best[bot]);
}

static json_t *end_json(const dom_output_positions *p)
{
    dom_ratings_mean mean = dom_ratings_mean_of(&p->difference);
    bool is_known = p->difference.sets > 1;
    return json_pack("{s:i, s:s, s:o, s:o, s:O, s:I, s:I, s:I, s:o, s:o, s:o}", "schema", 1,
                     "sandbox", dom_sandbox_words[p->sandbox], "new", bot_json(p, 0), "old",
                     bot_json(p, 1), "positions", p->list, "other_answers",
                     (json_int_t)p->other_answers, "with_best", (json_int_t)p->with_best, "faults",
                     (json_int_t)p->faults, "difference",
                     dom_documents_real(p->difference.sets > 0, mean.mean), "difference_lo",
                     dom_documents_real(is_known, mean.lo), "difference_hi",
                     dom_documents_real(is_known, mean.hi));
}

/* ---- both ------------------------------------------------------------------------------------ */

void dom_output_positions_take(void *context, size_t index, const dom_rehearsal_play play[2])
{
    dom_output_positions *p = context;
    count_position(p, index, play);
    if (p->list)
        json_array_append_new(
            p->list, json_pack("{s:i, s:o, s:o}", "line", p->positions->item[index].line, "new",
                               play_json(p, &play[0]), "old", play_json(p, &play[1])));
    else
        print_row(p, index, play);
}

dom_rc dom_output_positions_end(dom_output_positions *p, dom_err *err)
{
    if (p->list == NULL) {
        print_end(p);
        return DOM_OK;
    }
    json_t *root = end_json(p);
    json_decref(p->list);
    p->list = NULL;
    return dom_output_put_json(p->out, root, err);
}
