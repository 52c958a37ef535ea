/* What a match says at a glance: its result, the rounds that led to it, and which side won each. */
#include "replay_parts.h"

#include "base/text.h"
#include "rules/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_WIDTH = 8, BAR_HEIGHT = 20, NO_SIDE = -1 };

/* ---- sides ---------------------------------------------------------------------- */

static int sides_of(const dom_web_match *match)
{
    return dom_side_count(match->record->options);
}

/* Returns 1, or -1 where the lowest score wins. */
static int sign_of(const dom_web_match *match)
{
    return match->record->options->objective == DOM_OBJECTIVE_LOW ? -1 : 1;
}

/* Adds the bots of a side, "anna + bert"; one that sits in all its seats is named once. */
static void add_side(dom_text *text, const dom_web_site *site, const dom_web_match *match, int side)
{
    int sides = sides_of(match);
    dom_text_add(text, site->bots[match->bot[side]].label);
    for (int seat = side + sides; seat < match->seats; seat += sides)
        if (match->bot[seat] != match->bot[seat - sides]) {
            dom_text_add(text, " + ");
            dom_text_add(text, site->bots[match->bot[seat]].label);
        }
}

/* Returns the side that has most, by the objective of the game; NO_SIDE if several have. */
static int first_side(const dom_web_match *match, const int32_t points[])
{
    int best = 0;
    bool is_alone = true;
    for (int side = 1; side < sides_of(match); side++) {
        int64_t more = sign_of(match) * ((int64_t)points[side] - points[best]);
        is_alone = more > 0 || (is_alone && more < 0);
        best = more > 0 ? side : best;
    }
    return is_alone ? best : NO_SIDE;
}

/* Returns the points of a side less the mean of the others, positive if that is good for it. */
static double worth_of(const dom_web_match *match, const int32_t points[], int side)
{
    int sides = sides_of(match);
    double others = 0;
    for (int other = 0; other < sides; other++)
        others += other == side ? 0 : points[other];
    return sign_of(match) * (points[side] - others / (sides - 1));
}

/* Returns the points of a side less those of the next one. */
static int64_t margin_of(const dom_web_match *match, const int32_t points[], int side)
{
    int64_t margin = INT64_MAX;
    for (int other = 0; other < sides_of(match); other++) {
        int64_t more = sign_of(match) * ((int64_t)points[side] - points[other]);
        margin = other != side && more < margin ? more : margin;
    }
    return margin;
}

/* ---- the result ----------------------------------------------------------------- */

/* "pimc 128 : 34 careful" */
static void add_two_sides(dom_text *text, const dom_web_site *site, const dom_web_match *match)
{
    add_side(text, site, match, 0);
    dom_text_add(text, " ");
    dom_text_add_int(text, match->score[0]);
    dom_text_add(text, " : ");
    dom_text_add_int(text, match->score[1]);
    dom_text_add(text, " ");
    add_side(text, site, match, 1);
}

/* "pimc 102, careful 80, greedy 20", by score */
static void add_many_sides(dom_text *text, const dom_web_site *site, const dom_web_match *match)
{
    bool is_said[DOM_SEATS_MAX] = {false};
    for (int n = 0; n < sides_of(match); n++) {
        int best = NO_SIDE;
        for (int side = 0; side < sides_of(match); side++)
            if (!is_said[side] &&
                (best < 0 || sign_of(match) * (match->score[side] - match->score[best]) > 0))
                best = side;
        is_said[best] = true;
        dom_text_add(text, n > 0 ? ", " : "");
        add_side(text, site, match, best);
        dom_text_add(text, " ");
        dom_text_add_int(text, match->score[best]);
    }
}

dom_web_replay_title dom_web_replay_headline(const dom_web_site *site, const dom_web_match *match)
{
    dom_web_replay_title title;
    dom_text text = dom_text_of(title.text, sizeof title.text);
    if (sides_of(match) == 2)
        add_two_sides(&text, site, match);
    else
        add_many_sides(&text, site, match);
    return title;
}

void dom_web_replay_result(dom_web_page_frame *p, const dom_web_match *match, bool has_times)
{
    dom_web_html *h = p->h;
    const bool has_places = !match->record->is_open;
    dom_web_frame_table(h, "", "Result", "#Seat", "Bot", has_places ? "#Place" : "", "#Score",
                        has_times ? "#Time" : "", NULL);
    for (int i = 0; i < match->seats; i++) {
        const char *label = p->site->bots[match->bot[i]].label;
        dom_web_html_put(h, "<tr><td class=\"n\">%d</td><th scope=\"row\">", i);
        dom_web_frame_link(p, "bot", label, label);
        dom_web_html_raw(h, "</th>");
        if (has_places)
            dom_web_frame_number(h, match->place[i], "%d", match->place[i]);
        dom_web_frame_number(h, match->score[i], "%d", (int)match->score[i]);
        if (has_times) {
            dom_web_html_raw(h, "<td class=\"n\">");
            dom_web_frame_duration(h, (double)match->time_us[i]);
            dom_web_html_raw(h, "</td>");
        }
        dom_web_html_raw(h, "</tr>\n");
    }
    dom_web_frame_table_end(h);
}

/* ---- how it was decided --------------------------------------------------------- */

/* Returns the index of the first round after which the side led until the end. */
static int lead_from(const dom_web_timeline *line, int winner)
{
    int round = (int)line->round_count;
    while (round > 0 && first_side(line->match, line->rounds[round - 1].after) == winner)
        round--;
    return round;
}

/* Returns the index of the round that brought the side most. */
static int largest_round(const dom_web_timeline *line, int side)
{
    int best = 0;
    for (size_t i = 1; i < line->round_count; i++)
        if (worth_of(line->match, line->rounds[i].result.points, side) >
            worth_of(line->match, line->rounds[best].result.points, side))
            best = (int)i;
    return best;
}

bool dom_web_replay_decision(dom_web_decision *out, const dom_web_site *site,
                             const dom_web_timeline *line)
{
    const dom_web_match *match = line->match;
    *out = (dom_web_decision){.sides = sides_of(match), .rounds = (uint32_t)line->round_count};
    if (match->record->is_open || match->record->end != DOM_FAULT_NONE || out->rounds == 0 ||
        !line->rounds[out->rounds - 1].is_counted)
        return false;
    int winner = first_side(match, match->score);
    if (winner == NO_SIDE)
        return true;
    dom_text name = dom_text_of(out->winner, sizeof out->winner);
    int largest = largest_round(line, winner);
    add_side(&name, site, match, winner);
    out->margin = margin_of(match, match->score, winner);
    out->lead_from = (uint32_t)lead_from(line, winner) + 1;
    out->largest = (uint32_t)largest + 1;
    out->largest_by = worth_of(match, line->rounds[largest].result.points, winner);
    return true;
}

static void put_round_link(void *context, uint32_t round)
{
    dom_web_round_page *p = context;
    dom_web_html_raw(p->frame.h, "<a");
    dom_web_replay_round_href(p, (int)round - 1);
    dom_web_html_put(p->frame.h, ">%u</a>", round);
}

void dom_web_replay_outcome(dom_web_round_page *p)
{
    dom_web_decision decision;
    if (!dom_web_replay_decision(&decision, p->frame.site, p->line))
        return;
    dom_web_html_raw(p->frame.h, "<p class=\"outcome\">");
    dom_web_frame_decision(p->frame.h, &decision, put_round_link, p);
    dom_web_html_raw(p->frame.h, "</p>\n");
}

/* ---- the strip of rounds -------------------------------------------------------- */

dom_web_replay_bar dom_web_replay_bar_of(const dom_web_round_page *p, int round)
{
    const dom_web_match *match = p->line->match;
    const dom_web_round *r = &p->line->rounds[round];
    int side = r->is_counted ? first_side(match, r->result.points) : NO_SIDE;
    return (dom_web_replay_bar){.side = side,
                                .worth = side < 0 ? 0 : worth_of(match, r->result.points, side)};
}

double dom_web_replay_largest_bar(const dom_web_round_page *p)
{
    double most = 1;
    for (size_t i = 0; i < p->line->round_count; i++)
        most = fmax(most, dom_web_replay_bar_of(p, (int)i).worth);
    return most;
}

/* Writes nothing for a round that nobody won. */
void dom_web_replay_put_bar(dom_web_round_page *p, dom_web_replay_bar bar, double largest)
{
    if (bar.side == NO_SIDE)
        return;
    double height = fmax(2, BAR_HEIGHT * bar.worth / largest);
    dom_web_html_put(p->frame.h,
                     "<svg class=\"s%d\" viewBox=\"0 0 8 20\" aria-hidden=\"true\"><path d=\"M0 "
                     "20v-%.3gh%dV20z\"/></svg>",
                     bar.side, height, (int)BAR_WIDTH);
}

static void put_side(dom_web_round_page *p, int side)
{
    char name[DOM_WEB_HEADLINE_BYTES];
    dom_text text = dom_text_of(name, sizeof name);
    add_side(&text, p->frame.site, p->line->match, side);
    dom_web_html_put(p->frame.h, " <span class=\"s%d\">%s</span>", side, name);
}

void dom_web_replay_put_sides(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    dom_web_html_raw(h, "<small class=\"legend\">Won by");
    for (int side = 0; side < sides_of(p->line->match); side++)
        put_side(p, side);
    dom_web_html_raw(h, "</small>\n");
}
