/* The links between rounds, and the buttons of the script. */
#include "replay_parts.h"

#include <stdio.h>
#include <string.h>

/* Writes an icon of 16 by 16 units. */
static void put_icon(dom_web_html *h, const char *path)
{
    dom_web_html_put(h, "<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"%s\"/></svg>",
                     path);
}

static void put_names(dom_web_html *h, const char *name)
{
    dom_web_html_put(h, " aria-label=\"%s\" title=\"%s\"", name, name);
}

/* ---- rounds --------------------------------------------------------------------- */

/* Writes an icon that is a link to a round if there is one. */
static void put_jump(dom_web_round_page *p, const char *go, const char *name, const char *path,
                     int round)
{
    dom_web_html *h = p->frame.h;
    if (round < 0 || round == p->round || (size_t)round >= p->line->round_count) {
        dom_web_html_raw(h, "<span class=\"key\" aria-hidden=\"true\">");
        put_icon(h, path);
        dom_web_html_raw(h, "</span>");
        return;
    }
    dom_web_html_raw(h, "<a class=\"key\"");
    dom_web_replay_round_href(p, round);
    dom_web_html_put(h, " data-go=\"%s\"", go);
    put_names(h, name);
    dom_web_html_raw(h, ">");
    put_icon(h, path);
    dom_web_html_raw(h, "</a>");
}

/* The seats whose next pass, mistake and fault after the shown round some link has. */
typedef struct {
    bool pass[DOM_SEATS_MAX], mistake[DOM_SEATS_MAX], fault[DOM_SEATS_MAX];
} seats_found;

/* Writes the first steps of this kind in a round, one of each seat that is not found yet:
 * ` data-pass="0:31 2:35"`. */
static void put_firsts(dom_web_round_page *p, const char *name, const char *kind, int round,
                       bool is_found[static DOM_SEATS_MAX])
{
    char text[DOM_SEATS_MAX * 16] = "";
    size_t size = 0;
    for (int n = p->line->rounds[round].from; n < p->line->rounds[round].to; n++) {
        const dom_web_step *step = &p->line->steps[n - 1];
        if (step->seat < 0 || is_found[step->seat] ||
            strcmp(dom_web_replay_step_kind(step), kind) != 0)
            continue;
        is_found[step->seat] = true;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%d:%d", size ? " " : "",
                                 step->seat, n);
    }
    if (size > 0)
        dom_web_html_put(p->frame.h, " %s=\"%s\"", name, text);
}

/* Writes the number of a round as a link, with what the script looks for: its first step, and the
 * next passes, mistakes and faults after the shown round. */
static void put_number(dom_web_round_page *p, int round, seats_found *found, double largest_bar)
{
    dom_web_html *h = p->frame.h;
    dom_web_replay_bar bar = dom_web_replay_bar_of(p, round);
    dom_web_html_raw(h, "<a");
    dom_web_replay_round_href(p, round);
    dom_web_html_put(h, " data-from=\"%d\"", p->line->rounds[round].from);
    if (round > p->round) {
        put_firsts(p, "data-pass", "pass", round, found->pass);
        put_firsts(p, "data-mistake", "mistake", round, found->mistake);
        put_firsts(p, "data-fault", "fault", round, found->fault);
    }
    if (round == p->round)
        dom_web_html_raw(h, " aria-current=\"page\"");
    if (bar.side >= 0)
        dom_web_html_put(h, " title=\"%+.3g\"", bar.worth);
    dom_web_html_raw(h, ">");
    dom_web_replay_put_bar(p, bar, largest_bar);
    dom_web_html_put(h, "%d</a>\n", round + 1);
}

void dom_web_replay_rounds_nav(dom_web_round_page *p)
{
    const int last = (int)p->line->round_count - 1;
    const struct {
        const char *go, *name, *path;
        int round;
    } jumps[] = {{"first", "First round", "M3 3h2v10H3zM13 3v10L6 8z", 0},
                 {"back", "Previous round", "M11 3v10L4 8z", p->round - 1},
                 {"on", "Next round", "M5 3l7 5-7 5z", p->round + 1},
                 {"last", "Last round", "M11 3h2v10h-2zM3 3l7 5-7 5z", last}};
    dom_web_html *h = p->frame.h;
    seats_found found = {.pass = {false}};
    dom_web_html_raw(h, "<nav class=\"rounds\" aria-label=\"Rounds\"><b>Round</b>\n");
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        put_jump(p, jumps[i].go, jumps[i].name, jumps[i].path, jumps[i].round);
    for (int i = 0; i <= last; i++)
        put_number(p, i, &found, dom_web_replay_largest_bar(p));
    dom_web_replay_put_sides(p);
    dom_web_html_raw(h, "</nav>\n");
}

/* ---- buttons -------------------------------------------------------------------- */

/* A match under way has no record yet that could be copied. */
static void put_buttons(dom_web_html *h, bool has_record, bool has_values, bool has_other)
{
    /* "play" has two icons, of which the style sheet shows one. */
    static const struct {
        const char *act, *name, *path, *other;
    } keys[] = {
        {"first", "First step", "M3 3h2v10H3zM13 3v10L6 8z", NULL},
        {"back", "Previous step", "M11 3v10L4 8z", NULL},
        {"play", "Play or pause", "M4 2l10 6-10 6z", "M4 2h3v12H4zM9 2h3v12H9z"},
        {"on", "Next step", "M5 3l7 5-7 5z", NULL},
        {"last", "Last step", "M11 3h2v10h-2zM3 3l7 5-7 5z", NULL},
        {"pass", "Next pass",
         "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM3 8a5 5 0 0 1 8-4L4 11a5 5 0 0 1-1-3zm2 4l7-7a5 5 0 "
         "0 1-7 7z",
         NULL},
        {"mistake", "Next mistake", "M2 2h3l3 4 3-4h3l-4.5 6L14 14h-3L8 10l-3 4H2l4.500-6z", NULL},
        {"fault", "Next fault", "M8 1l7 13H1zM7 6v4h2V6zM7 11v2h2v-2z", NULL},
        {"beside", "The same deal in another match, side by side",
         "M1 2h6v12H1zM9 2h6v12H9zM3 4v8h2V4z", NULL},
        {"copy", "Copy JSON of the match", "M2 1h8v2H4v8H2zM6 5h8v10H6zM8 7v6h4V7z", NULL}};
    size_t count = sizeof keys / sizeof *keys - !has_record;
    for (size_t i = 0; i < count; i++) {
        if ((!has_values && strcmp(keys[i].act, "mistake") == 0) ||
            (!has_other && strcmp(keys[i].act, "beside") == 0))
            continue;
        dom_web_html_put(h, "<button type=\"button\" class=\"key\" data-act=\"%s\"", keys[i].act);
        put_names(h, keys[i].name);
        dom_web_html_raw(h, ">");
        put_icon(h, keys[i].path);
        if (keys[i].other)
            put_icon(h, keys[i].other);
        dom_web_html_raw(h, "</button>");
    }
}

static void put_choices(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    dom_web_html_raw(h,
                     "<label>Speed <select id=\"speed\"><option value=\"0.5\">slow</option>"
                     "<option value=\"1\" selected>normal</option><option value=\"2\">fast</option>"
                     "<option value=\"4\">very fast</option></select></label>\n"
                     "<label>Hands <select id=\"view\"><option value=\"\">all face up</option>");
    for (int i = 0; i < p->line->match->seats; i++)
        dom_web_html_put(h, "<option value=\"%d\">as seat %d saw it</option>", i, i);
    dom_web_html_raw(h, "</select></label>");
}

void dom_web_replay_controls(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &p->line->rounds[p->round];
    dom_web_html_raw(h, "<div id=\"controls\" hidden><div class=\"keys\">");
    put_buttons(h, !p->line->match->record->is_open && !p->frame.is_alone,
                p->line->match->values != NULL, dom_web_replay_other(p) != NULL);
    put_choices(p);
    dom_web_html_put(h,
                     "</div>\n"
                     "<input id=\"scrub\" type=\"range\" aria-label=\"Step\" min=\"%d\" max=\"%d\" "
                     "value=\"%d\">\n"
                     "<div class=\"said\"><p id=\"say\" role=\"status\"></p>"
                     "<p id=\"clock\"></p></div>\n<p class=\"hint\">"
                     "<small>Keys: space plays or pauses; arrows go one step, Home and End to the "
                     "first and last, with Shift by rounds; p goes to the next pass, f to the next "
                     "fault%s.</small></p></div>\n",
                     r->from, r->to - 1, r->from,
                     p->line->match->values ? ", m to the next mistake" : "");
}
