/* The lobby: what is played, against whom, by how many people. */
#include "base/text.h"
#include "page_frame.h"
#include "variant_rules.h"
#include "web/play_pages.h"

#include <string.h>

static const char usual_bot[] = "greedy";

/* ---- variants --------------------------------------------------------------------- */

static bool is_first_of_family(size_t index, const char *family)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(dom_variant_at(i).family, family) == 0)
            return false;
    return true;
}

static void put_variant(dom_web_html *h, const dom_variant *v)
{
    dom_web_html_put(
        h, "<label><input type=\"radio\" name=\"variant\" required value=\"%s\" data-seats=\"%d\"",
        v->name, (int)v->options.players);
    if (v->options.teams)
        dom_web_html_raw(h, " data-teams");
    if (strcmp(v->name, DOM_WEB_PLAY_USUAL) == 0)
        dom_web_html_raw(h, " checked");
    dom_web_html_put(h, "> <b>%s</b> <span>%s</span></label>\n", v->name, v->summary);
}

static void put_family(dom_web_html *h, size_t first)
{
    const char *family = dom_variant_at(first).family;
    dom_web_html_put(h, "<div class=\"family\"><h2>%s</h2>\n", family);
    for (size_t i = first; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        if (strcmp(v.family, family) == 0)
            put_variant(h, &v);
    }
    dom_web_html_raw(h, "</div>\n");
}

/* Writes the rules of the game that is chosen at first. The script replaces them by those of
 * another one, which it takes from the page of its rules. */
static void put_rules(dom_web_html *h)
{
    dom_variant v;
    if (dom_variant_find(&v, DOM_WEB_PLAY_USUAL, NULL) != DOM_OK)
        return;
    dom_web_html_put(h,
                     "<details id=\"rules\" data-of=\"%s\"><summary>Rules of <b>%s</b>, with an "
                     "example</summary>\n",
                     v.name, v.name);
    dom_web_variant_rules_put(h, &v.options, false);
    dom_web_html_raw(h, "</details>\n");
}

/* Writes links to the rules of all games, for readers without JavaScript. */
static void put_rules_links(dom_web_html *h)
{
    dom_web_html_raw(h, "<noscript><details><summary>Rules of each game</summary>\n<ul>\n");
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        dom_web_html_put(h, "<li><a href=\"rules/%s\">%s</a></li>\n", v.name, v.name);
    }
    dom_web_html_raw(h, "</ul></details></noscript>\n");
}

static void put_variants(dom_web_html *h)
{
    dom_web_html_raw(h, "<fieldset><legend>Game</legend>\n"
                        "<p><label>Find a game <input type=\"search\" id=\"find\" "
                        "autocomplete=\"off\"></label></p>\n<div class=\"games\">\n");
    for (size_t i = 0; i < dom_variant_count(); i++)
        if (is_first_of_family(i, dom_variant_at(i).family))
            put_family(h, i);
    dom_web_html_raw(h, "</div>\n");
    put_rules(h);
    put_rules_links(h);
    dom_web_html_raw(h, "</fieldset>\n");
}

/* ---- seats ------------------------------------------------------------------------ */

/* Writes "pimc: strong", or the name alone. */
static void put_bot(dom_web_html *h, const dom_web_play_bot *bot)
{
    dom_web_html_put(h, "%s%s%s", bot->name, bot->strength[0] ? ": " : "", bot->strength);
}

static void put_seat(dom_web_html *h, int seat, const dom_web_play_bot bots[], size_t bot_count)
{
    dom_web_html_put(h,
                     "<p class=\"chair\" data-seat=\"%d\"><label>Seat %d "
                     "<span class=\"partner\" hidden>(your partner) </span><select>\n",
                     seat, seat);
    for (size_t i = 0; i < bot_count; i++) {
        dom_web_html_put(h, "<option value=\"%s\"", bots[i].name);
        if (strcmp(bots[i].name, usual_bot) == 0)
            dom_web_html_raw(h, " selected");
        dom_web_html_raw(h, ">");
        put_bot(h, &bots[i]);
        dom_web_html_raw(h, "</option>\n");
    }
    dom_web_html_raw(h, "<option value=\"\">a person, by invitation</option>\n"
                        "</select></label></p>\n");
}

/* Writes the field for the name of a person, with a name to begin with. */
static void put_name(dom_web_html *h, const char *name)
{
    dom_web_html_put(h,
                     "<input id=\"name\" required maxlength=\"32\" autocomplete=\"nickname\" "
                     "autocapitalize=\"none\" spellcheck=\"false\" "
                     "pattern=\"[A-Za-z0-9][A-Za-z0-9._\\-]*\" title=\"letters a to z, digits, "
                     "dots, dashes and underscores\" aria-describedby=\"allowed\" value=\"%s\">",
                     name);
}

/* Says which names are allowed. */
static void put_name_rule(dom_web_html *h)
{
    dom_web_html_raw(
        h, "<p><small id=\"allowed\">Letters a to z, digits, dots, dashes and underscores. "
           "Capital letters become small ones.</small></p>\n");
}

/* Says what the words of put_bot mean. */
static void put_strength_rule(dom_web_html *h)
{
    dom_web_html_put(h,
                     "<p><small>Strong, good, fair and weak are the four quarters of the rating "
                     "list of the game, or else of the all-round list. A bot without a word is "
                     "not rated yet, or among fewer than %d.</small></p>\n",
                     (int)DOM_WEB_STRENGTH_LINES);
}

static void put_seats(dom_web_html *h, const dom_web_play_bot bots[], size_t bot_count)
{
    dom_web_html_raw(h, "<fieldset><legend>Who plays</legend>\n<p><label>Seat 0, your name ");
    put_name(h, "you");
    dom_web_html_raw(h, "</label></p>\n");
    put_name_rule(h);
    for (int seat = 1; seat < DOM_SEATS_MAX; seat++)
        put_seat(h, seat, bots, bot_count);
    put_strength_rule(h);
    dom_web_html_raw(h, "</fieldset>\n");
}

static void put_clock(dom_web_html *h)
{
    dom_web_html_raw(h, "<fieldset><legend>Time for each of your moves</legend>\n"
                        "<p><label>Clock <select id=\"clock\"><option value=\"0\">no clock</option>"
                        "<option value=\"10\">10 seconds</option>"
                        "<option value=\"30\">30 seconds</option>"
                        "<option value=\"60\">a minute</option>"
                        "<option value=\"300\">five minutes</option></select></label></p>\n"
                        "<p><small>When the time is up, the arena makes the first legal move for "
                        "you.</small></p></fieldset>\n");
}

/* ---- the page ------------------------------------------------------------------------ */

static void put_own_tables(dom_web_html *h, const dom_web_play_own_table tables[], size_t count)
{
    static const char *const states[] = {[DOM_WEB_PLAY_WAITS] = "waits for people",
                                         [DOM_WEB_PLAY_RUNS] = "is being played",
                                         [DOM_WEB_PLAY_IS_OVER] = "is over"};
    if (count == 0)
        return;
    dom_web_html_raw(h, "<h2>Your tables</h2>\n<ul>\n");
    for (size_t i = 0; i < count; i++)
        dom_web_html_put(h, "<li><a href=\"%u\">Table %u, %s</a> %s</li>\n", tables[i].table,
                         tables[i].table, tables[i].variant, states[tables[i].state]);
    dom_web_html_raw(h, "</ul>\n");
}

void dom_web_play_lobby(dom_web_html *out, const dom_web_play_bot bots[], size_t bot_count,
                        const dom_web_play_own_table tables[], size_t table_count)
{
    dom_web_page_frame p = {.h = out, .depth = 1, .has_play = true};
    dom_web_frame_begin(&p, "Play");
    dom_web_html_raw(out,
                     "<p>Sit down at a real table: your hand is yours alone, the bots see only "
                     "theirs, and the rules are those of the tournaments. Your matches are "
                     "never rated. People whom you invite get a link.</p>\n"
                     "<noscript><p>To play, switch on JavaScript for this site.</p></noscript>\n");
    put_own_tables(out, tables, table_count);
    dom_web_html_raw(out, "<form id=\"order\">\n");
    put_variants(out);
    put_seats(out, bots, bot_count);
    put_clock(out);
    dom_web_html_raw(out, "<p id=\"refusal\" role=\"alert\"></p>\n"
                          "<p><button type=\"submit\" class=\"key main\">Play</button></p>\n"
                          "</form>\n");
    dom_web_frame_end(&p);
}

static void put_strengths(dom_web_html *h, const dom_web_play_bot bots[], size_t bot_count)
{
    dom_web_html_raw(h, "<h2>The bots in this game</h2>\n<ul class=\"strengths\">\n");
    for (size_t i = 0; i < bot_count; i++) {
        dom_web_html_put(h, "<li data-bot=\"%s\">", bots[i].name);
        put_bot(h, &bots[i]);
        dom_web_html_raw(h, "</li>\n");
    }
    dom_web_html_raw(h, "</ul>\n");
    put_strength_rule(h);
}

void dom_web_play_rules(dom_web_html *out, const dom_variant *variant,
                        const dom_web_play_bot bots[], size_t bot_count)
{
    char title[64 + DOM_VARIANT_NAME_BYTES];
    dom_web_page_frame p = {.h = out, .depth = 2, .has_play = true};
    dom_text text = dom_text_of(title, sizeof title);
    dom_text_add(&text, "Rules of ");
    dom_text_add(&text, variant->name);
    dom_web_frame_begin(&p, title);
    dom_web_html_put(out, "<p>%s.</p>\n", variant->summary);
    dom_web_variant_rules_put(out, &variant->options, false);
    put_strengths(out, bots, bot_count);
    dom_web_html_raw(out, "<p><a href=\"../\">To the lobby</a></p>\n");
    dom_web_frame_end(&p);
}

void dom_web_play_invitation(dom_web_html *out, const dom_web_play_seat *seat)
{
    dom_web_page_frame p = {.h = out, .depth = 2, .has_play = true};
    dom_web_frame_begin(&p, "You are invited");
    dom_web_html_put(out,
                     "<p>%s invites you to a match of %s. %s. <a href=\"../rules/%s\">Its "
                     "rules</a></p>\n<table><thead><tr>"
                     "<th scope=\"col\">Seat</th><th scope=\"col\">Who</th></tr></thead>\n"
                     "<tbody>\n",
                     seat->name[0], seat->variant->name, seat->variant->summary,
                     seat->variant->name);
    for (int i = 0; i < seat->variant->options.players; i++) {
        const char *who = seat->name[i][0] ? seat->name[i] : "a person who is missing";
        dom_web_html_put(out, "<tr><td>%d</td><td>%s</td></tr>\n", i, i == seat->own ? "you" : who);
    }
    dom_web_html_put(out,
                     "</tbody></table>\n<noscript>"
                     "<p>To play, switch on JavaScript for this site.</p></noscript>\n"
                     "<form id=\"sit\" data-table=\"../%u\"><p><label>Your name ",
                     seat->table);
    put_name(out, "");
    dom_web_html_raw(out, "</label> "
                          "<button type=\"submit\" class=\"key main\">Sit down</button></p>\n");
    put_name_rule(out);
    dom_web_html_raw(out, "<p id=\"refusal\" role=\"alert\"></p></form>\n");
    dom_web_frame_end(&p);
}

void dom_web_play_message(dom_web_html *out, int depth, const char *title, const char *text)
{
    dom_web_page_frame p = {.h = out, .depth = depth, .has_play = true};
    dom_web_frame_begin(&p, title);
    dom_web_html_put(out, "<p>%s</p>\n<p><a href=\"%s\">To the lobby</a></p>\n", text,
                     depth == 2 ? "../" : "./");
    dom_web_frame_end(&p);
}
