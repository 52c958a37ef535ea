/* What the choices of a round were worth (analysis/match_values.h). */
#include "replay_parts.h"

#include "base/text.h"
#include "rules/notation.h"

enum { SHOWN = 5 }; /* actions of a choice, and the one that was taken */

typedef struct {
    char text[24];
} written_action;

static written_action word_of(const dom_analysis_match *m, const dom_analysis_choice *c, int action)
{
    written_action word;
    dom_text text = dom_text_of(word.text, sizeof word.text);
    dom_action_write(m->action[c->first + (uint32_t)action], &text);
    return word;
}

/* Writes an action with its value; the one that was taken in bold. */
static void put_value(dom_web_html *h, const dom_analysis_match *m, const dom_analysis_choice *c,
                      int action)
{
    double value = m->value[c->first + (uint32_t)action];
    written_action word = word_of(m, c, action);
    if (action == c->taken)
        dom_web_html_put(h, " <b>%s %+.1f</b>", word.text, value);
    else
        dom_web_html_put(h, " %s %+.1f", word.text, value);
}

void dom_web_replay_choice_values(dom_web_round_page *p, int step)
{
    dom_web_html *h = p->frame.h;
    const dom_analysis_match *m = p->line->match->values;
    const dom_analysis_choice *c = m ? dom_analysis_choice_at(m, (uint32_t)step) : NULL;
    if (!c)
        return;
    bool is_shown[DOM_ACTIONS_MAX] = {false};
    dom_web_html_raw(h, "<details class=\"own\"><summary>");
    if (c->taken == c->best)
        dom_web_html_raw(h, "best");
    else if (c->loss.mean > 0)
        dom_web_html_put(h, "lost %.1f", c->loss.mean);
    else
        dom_web_html_raw(h, "as good as the best");
    dom_web_html_raw(h, "</summary>");
    for (int i = 0; i < SHOWN && i < c->actions; i++) {
        int action = dom_analysis_next_best(m, c, is_shown);
        is_shown[action] = true;
        put_value(h, m, c, action);
    }
    if (!is_shown[c->taken])
        put_value(h, m, c, c->taken);
    dom_web_html_put(h, "; the reference player takes %s</details>",
                     word_of(m, c, c->reference).text);
}

/* Says which command values a match that is over. */
static void put_command(dom_web_round_page *p)
{
    const dom_record_match *r = p->line->match->record;
    if (!r->is_open)
        dom_web_html_put(p->frame.h,
                         "<p>What was luck, and what each choice was worth: "
                         "<code>domino-arena analyse %s/%llu</code></p>\n",
                         r->tournament, (unsigned long long)r->match);
}

/* Returns true if the round has an account: a fault may have ended it. */
static bool has_round(const dom_analysis_match *m, int number)
{
    for (size_t i = 0; i < m->round_count; i++)
        if (m->round[i].round == number)
            return true;
    return false;
}

void dom_web_replay_account(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_analysis_match *m = p->line->match->values;
    int number = p->line->rounds[p->round].number;
    if (!m) {
        put_command(p);
        return;
    }
    if (!has_round(m, number))
        return;
    dom_web_html_put(h,
                     "<h2>Luck and skill in round %d</h2>\n<div class=\"wide\" tabindex=\"0\" "
                     "role=\"region\" aria-label=\"Luck and skill\"><table><thead><tr>"
                     "<th scope=\"col\">Bot</th><th class=\"n\" scope=\"col\">Result</th>"
                     "<th class=\"n\" scope=\"col\">Expected</th><th class=\"n\" "
                     "scope=\"col\">Luck</th><th class=\"n\" scope=\"col\">Skill</th>"
                     "</tr></thead>\n<tbody>\n",
                     number);
    for (size_t i = 0; i < m->round_count; i++) {
        const dom_analysis_round *r = &m->round[i];
        if (r->round != number)
            continue;
        dom_web_html_raw(h, "<tr><td>");
        dom_web_replay_name(p, p->line->match, r->seat);
        dom_web_html_put(h,
                         "</td><td class=\"n\">%+.1f</td><td class=\"n\">%+.1f</td>"
                         "<td class=\"n\">%+.1f</td><td class=\"n\">%+.1f</td></tr>\n",
                         r->result, r->expectation, r->luck, r->skill);
    }
    dom_web_html_raw(h, "</tbody></table></div>\n");
    dom_web_replay_curve(p);
    dom_web_html_put(h,
                     "<p>Points, less the mean of the other sides. The "
                     "result is what could be expected before the deal, plus luck, plus skill, "
                     "measured against the reference player %s. Below each choice is what it lost "
                     "against the best action. These values are in no rating.</p>\n",
                     DOM_SEARCH_REFERENCE_NAME);
}
