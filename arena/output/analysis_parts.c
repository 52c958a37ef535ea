#include "analysis_parts.h"

#include "base/text.h"
#include "rules/notation.h"

#include <math.h>

dom_output_action_word dom_output_action_word_of(dom_action action)
{
    dom_output_action_word word;
    dom_text text = dom_text_of(word.text, sizeof word.text);
    dom_action_write(action, &text);
    return word;
}

dom_output_choice_words dom_output_hand_of(const dom_analysis_choice *c)
{
    dom_output_choice_words words = {.text = ""};
    dom_text text = dom_text_of(words.text, sizeof words.text);
    for (dom_tile t = dom_tileset_next(c->hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(c->hand, t + 1)) {
        dom_text_add(&text, words.text[0] ? "," : "");
        dom_tile_write(t, &text);
    }
    return words;
}

dom_output_choice_words dom_output_ends_of(const dom_analysis_choice *c)
{
    dom_output_choice_words words = {.text = ""};
    dom_text text = dom_text_of(words.text, sizeof words.text);
    if (c->end_count == 0)
        dom_text_add(&text, "none");
    for (int e = 0; e < c->end_count; e++) {
        dom_text_add(&text, e > 0 ? "," : "");
        if (c->end[e] == DOM_ARM_CLOSED)
            dom_text_add(&text, "x");
        else
            dom_text_add_int(&text, c->end[e]);
    }
    return words;
}

double dom_output_per(double sum, uint64_t count)
{
    return count > 0 ? sum / (double)count : 0;
}

double dom_output_caused_per_round(const dom_output_analysis *a, const dom_analysis_bot *b,
                                   int cause)
{
    return a->plan.has_causes ? dom_output_per(b->caused[cause], b->rounds) : NAN;
}

dom_output_open_loss dom_output_open_loss_of(const dom_output_analysis *a,
                                             const dom_analysis_mean *m)
{
    if (a->plan.open_positions == 0)
        return (dom_output_open_loss){NAN, NAN, NAN};
    return (dom_output_open_loss){m->counts, m->counts > 0 ? dom_analysis_mean_of(m) : NAN,
                                  dom_analysis_half_width(m)};
}
