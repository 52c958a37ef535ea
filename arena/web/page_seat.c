/* A table as one seat sees it. */
#include "base/text.h"
#include "page_frame.h"
#include "play_line.h"
#include "record/event_words.h"
#include "rules/notation.h"
#include "tile.h"
#include "variant_rules.h"
#include "web/play_pages.h"

static int seats_of(const dom_web_play_seat *s)
{
    return s->variant->options.players;
}

static const char *who(const dom_web_play_seat *s, int seat)
{
    return seat == s->own ? "you" : s->name[seat];
}

static bool is_partner(const dom_web_play_seat *s, int seat)
{
    return s->variant->options.teams && seat != s->own && (seat - s->own) % 2 == 0;
}

/* ---- who sits here ------------------------------------------------------------------ */

/* Returns the seat on turn; DOM_NOBODY if nobody is, or if it cannot be seen. */
static int turn_of(const dom_web_play_seat *s)
{
    const dom_view *v = s->view;
    if (v == NULL || s->is_between || s->state != DOM_WEB_PLAY_RUNS)
        return DOM_NOBODY;
    if (s->is_asked)
        return s->own;
    const dom_event *last = v->history_count > 0 ? &v->history[v->history_count - 1] : NULL;
    if (last == NULL || last->kind == DOM_EVENT_START || last->kind == DOM_EVENT_LOT)
        return v->leader;
    return last->kind == DOM_EVENT_DRAW ? last->seat : (last->seat + 1) % seats_of(s);
}

static void put_player(dom_web_html *h, const dom_web_play_seat *s, int seat, bool is_on_turn)
{
    dom_web_html_raw(h, "<li");
    if (is_on_turn)
        dom_web_html_raw(h, " class=\"turn\" aria-current=\"true\"");
    dom_web_html_put(h, "><b>%s</b> ", who(s, seat));
    if (is_partner(s, seat))
        dom_web_html_raw(h, "<small>your partner</small> ");
    if (s->view)
        dom_web_html_put(h, "%d tile%s, %d points", s->view->counts[seat],
                         s->view->counts[seat] == 1 ? "" : "s", (int)s->view->scores[seat]);
    if (is_on_turn)
        dom_web_html_raw(h, " <em>on turn</em>");
    dom_web_html_raw(h, "</li>\n");
}

static void put_players(dom_web_html *h, const dom_web_play_seat *s)
{
    int turn = turn_of(s);
    dom_web_html_raw(h, "<ul class=\"players\" aria-label=\"Players\">\n");
    for (int i = 0; i < seats_of(s); i++)
        put_player(h, s, i, i == turn);
    dom_web_html_raw(h, "</ul>\n");
}

/* ---- the cloth ------------------------------------------------------------------------ */

/* Writes a tile that lies there. One that lies there since this person laid a tile is marked. */
static void put_laid(dom_web_html *h, const dom_web_play_line *line, int index, dom_web_width width)
{
    const dom_web_play_laid *laid = &line->laid[index];
    dom_web_html_raw(h, "<g");
    if (index >= line->old_count)
        dom_web_html_raw(h, " class=\"newest\"");
    dom_web_html_put(h, "><title>%d-%d%s</title>", dom_tile_high(laid->tile),
                     dom_tile_low(laid->tile), laid->is_down ? ", face down" : "");
    dom_web_tile_laid(h, &laid->place[width], laid->is_down, index);
    dom_web_html_raw(h, "</g>\n");
}

static void put_layout(dom_web_html *h, const dom_web_play_line *line, dom_web_width width)
{
    enum { UNIT = 10, MARGIN = 25 };
    static const char *const names[DOM_WEB_WIDTHS] = {"at-wide", "at-narrow"};
    const dom_web_layout *l = &line->layout[width];
    const int across = UNIT * (l->right - l->left) + 2 * MARGIN;
    char ends[DOM_RECORD_WORDS_BYTES];
    dom_record_ends_words(ends, line->open, line->layout[DOM_WEB_WIDE].ends);
    dom_web_html_put(h,
                     "<svg role=\"img\" class=\"%s\" viewBox=\"%d %d %d %d\" width=\"%d\" "
                     "aria-label=\"The table. Open ends: %s\">\n",
                     names[width], UNIT * l->left - MARGIN, UNIT * l->top - MARGIN, across,
                     UNIT * (l->bottom - l->top) + 2 * MARGIN, across * 3 / 2, ends);
    for (int i = 0; i < line->laid_count; i++)
        put_laid(h, line, i, width);
    for (int end = 0; end < l->ends; end++)
        if (line->open[end] != DOM_ARM_CLOSED)
            dom_web_tile_end(h, dom_web_layout_open(l, end), line->open[end], 0, INT16_MAX);
    dom_web_html_raw(h, "</svg>\n");
}

static void put_cloth(dom_web_html *h, const dom_web_play_line *line)
{
    dom_web_html_raw(h, "<div class=\"cloth\">\n");
    for (dom_web_width width = 0; line->laid_count > 0 && width < DOM_WEB_WIDTHS; width++)
        put_layout(h, line, width);
    if (line->laid_count == 0)
        dom_web_html_raw(h, "<p>No tile lies on the table.</p>\n");
    dom_web_html_raw(h, "</div>\n");
}

/* ---- the own hand and the choices --------------------------------------------------------- */

static void put_face(dom_web_html *h, dom_tile tile)
{
    dom_web_html_put(h,
                     "<svg viewBox=\"-11 -21 22 42\" aria-hidden=\"true\">"
                     "<use transform=\"rotate(90)\" href=\"#f%d-%d\"/></svg>",
                     dom_tile_high(tile), dom_tile_low(tile));
}

/* Writes a tile of the hand: it can be pressed if it may be played. */
static void put_tile(dom_web_html *h, const dom_web_play_seat *s, dom_tile tile)
{
    const dom_view *v = s->view;
    bool is_legal = false;
    dom_web_html_put(h, "<button type=\"button\" class=\"tile\" aria-label=\"%d-%d\"",
                     dom_tile_high(tile), dom_tile_low(tile));
    for (int i = 0; s->is_asked && i < v->legal_count; i++)
        is_legal |= v->legal[i].kind == DOM_PLAY && v->legal[i].tile == tile;
    if (!is_legal)
        dom_web_html_raw(h, " disabled");
    dom_web_html_put(h, " data-tile=\"%d\">", tile);
    put_face(h, tile);
    dom_web_html_raw(h, "</button>\n");
}

static void put_hand(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_tileset hand = s->view->hand;
    dom_web_html_raw(h, "<div class=\"own-hand\" role=\"group\" aria-label=\"Your hand\">\n");
    for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hand, t + 1))
        put_tile(h, s, t);
    dom_web_html_raw(h, "</div>\n");
}

static void put_choice_words(dom_web_html *h, const dom_view *v, const dom_action *a)
{
    if (a->kind == DOM_DRAW)
        dom_web_html_raw(h, "draw a tile");
    else if (a->kind == DOM_PASS)
        dom_web_html_raw(h, "pass");
    else if (v->end_count == 0)
        dom_web_html_put(h, "lead %d-%d", dom_tile_high(a->tile), dom_tile_low(a->tile));
    else
        dom_web_html_put(h, "%d-%d %s%s", dom_tile_high(a->tile), dom_tile_low(a->tile),
                         dom_end_name(a->end), a->down ? ", face down" : "");
}

static void put_choice(dom_web_html *h, const dom_web_play_seat *s, int choice)
{
    const dom_action *a = &s->view->legal[choice];
    dom_web_html_put(h, "<button type=\"button\" class=\"key choice\" data-choice=\"%d\"", choice);
    if (a->kind == DOM_PLAY)
        dom_web_html_put(h, " data-tile=\"%d\"", a->tile);
    dom_web_html_put(h, "><kbd>%d</kbd> ", choice + 1);
    put_choice_words(h, s->view, a);
    if (s->hint) {
        dom_web_html_put(h, " %+.1f", s->hint->worth[choice]);
        if (choice == s->hint->best)
            dom_web_html_raw(h, " <b>best</b>");
    }
    dom_web_html_raw(h, "</button>\n");
}

static void put_hint_words(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->hint)
        dom_web_html_put(h,
                         "<p><small>The numbers are the mean result of the round for you, over %d "
                         "random deals that fit what you see.</small></p>\n",
                         s->hint->deals);
}

static void put_choices(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_html_raw(h, "<div class=\"choices\" role=\"group\" aria-label=\"Your choices\">\n");
    for (int i = 0; i < s->view->legal_count; i++)
        put_choice(h, s, i);
    dom_web_html_raw(h, "</div>\n");
    put_hint_words(h, s);
}

/* Writes how long the person on turn may think. */
static void put_time(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->left_ms < 0)
        return;
    dom_web_html_put(h, "<p class=\"time\">Time for your move: <b id=\"time\">%d</b> s</p>\n",
                     (s->left_ms + 999) / 1000);
}

/* Writes the own hand, and on turn the choices and the clock. */
static void put_turn(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->is_asked)
        put_time(h, s);
    put_hand(h, s);
    if (s->is_asked)
        put_choices(h, s);
}

/* ---- score sheet ---------------------------------------------------------------------------- */

static void put_tiles(dom_web_html *h, dom_tileset tiles)
{
    const char *before = "";
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1)) {
        dom_web_html_put(h, "%s%d-%d", before, dom_tile_high(t), dom_tile_low(t));
        before = ", ";
    }
}

/* Says how a round ended: "you went out". */
static void put_end(dom_web_html *h, const dom_web_play_seat *s, const dom_web_play_round *r)
{
    if (r->end == DOM_END_DOMINO && r->by != DOM_NOBODY)
        dom_web_html_put(h, "%s went out", who(s, r->by));
    else if (r->end == DOM_END_STUCK && r->by != DOM_NOBODY)
        dom_web_html_put(h, "%s cannot play", who(s, r->by));
    else
        dom_web_html_raw(h, "nobody can play");
}

/* Writes the round that has ended last: hands and points. */
static void put_last_round(dom_web_html *h, const dom_web_play_seat *s)
{
    const dom_web_play_round *r = &s->rounds[s->round_count - 1];
    dom_web_html_put(h, "<h2>Round %d is over: ", r->round);
    put_end(h, s, r);
    dom_web_html_raw(h, ".</h2>\n<div class=\"wide\"><table><thead><tr><th scope=\"col\">Who</th>"
                        "<th class=\"n\" scope=\"col\">Points</th>"
                        "<th class=\"n\" scope=\"col\">Total</th>"
                        "<th scope=\"col\">Tiles left</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < seats_of(s); i++) {
        dom_web_html_put(h, "<tr><th scope=\"row\">%s</th>", who(s, i));
        dom_web_frame_number(h, r->points[i], "%+d", (int)r->points[i]);
        dom_web_frame_number(h, r->scores[i], "%d", (int)r->scores[i]);
        dom_web_html_raw(h, "<td>");
        put_tiles(h, r->hands[i]);
        dom_web_html_raw(h, "</td></tr>\n");
    }
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static void put_sheet_row(dom_web_html *h, const dom_web_play_seat *s, const dom_web_play_round *r)
{
    dom_web_html_put(h, "<tr><th scope=\"row\">%d</th>", r->round);
    for (int i = 0; i < seats_of(s); i++)
        dom_web_frame_number(h, r->scores[i], "%d (%+d)", (int)r->scores[i], (int)r->points[i]);
    dom_web_html_raw(h, "</tr>\n");
}

/* Writes the scores after every round. */
static void put_sheet(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->round_count == 0)
        return;
    dom_web_html_raw(h, "<details id=\"sheet\"><summary>Score sheet</summary>\n"
                        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Round</th>");
    for (int i = 0; i < seats_of(s); i++)
        dom_web_html_put(h, "<th class=\"n\" scope=\"col\">%s</th>", who(s, i));
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < s->round_count; i++)
        put_sheet_row(h, s, &s->rounds[i]);
    dom_web_html_raw(h, "</tbody></table></div></details>\n");
}

/* ---- the end ------------------------------------------------------------------------------- */

static const char *verdict(const dom_web_play_seat *s)
{
    int firsts = 0;
    if (s->result == NULL)
        return s->has_left ? "You gave up: the match counts as lost." : "The table has ended.";
    for (int i = 0; i < seats_of(s); i++)
        firsts += s->result->places[i] == 1;
    int own_side = s->variant->options.teams ? seats_of(s) / 2 : 1;
    return s->result->places[s->own] > 1 ? "You have lost."
           : firsts == seats_of(s)       ? "A draw."
           : firsts > own_side           ? "You share the first place."
                                         : "You have won.";
}

static void put_places(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_html_raw(h, "<table><thead><tr><th class=\"n\" scope=\"col\">Place</th>"
                        "<th scope=\"col\">Who</th><th class=\"n\" scope=\"col\">Points</th></tr>"
                        "</thead>\n<tbody>\n");
    for (int place = 1; place <= seats_of(s); place++)
        for (int i = 0; i < seats_of(s); i++) {
            if (s->result->places[i] != place)
                continue;
            dom_web_html_raw(h, "<tr>");
            dom_web_frame_number(h, place, "%d", place);
            dom_web_html_put(h, "<td>%s</td>", who(s, i));
            dom_web_frame_number(h, s->result->scores[i], "%d", (int)s->result->scores[i]);
            dom_web_html_raw(h, "</tr>\n");
        }
    dom_web_html_raw(h, "</tbody></table>\n");
}

/* Writes what the script posts to the lobby to play the same again. Names of people and bots need
 * no escapes in JSON. */
static void put_again(dom_web_html *h, const dom_web_play_seat *s)
{
    enum { SEAT_BYTES = 36 }; /* a name of at most 32 bytes, its quotes and a comma */
    char seats[DOM_SEATS_MAX * SEAT_BYTES] = "";
    dom_text text = dom_text_of(seats, sizeof seats);
    for (int i = 1; i < seats_of(s); i++) {
        dom_text_add(&text, i > 1 ? "," : "");
        dom_text_add(&text, s->is_person[i] ? "null" : "\"");
        dom_text_add(&text, s->is_person[i] ? "" : s->word[i]);
        dom_text_add(&text, s->is_person[i] ? "" : "\"");
    }
    dom_web_html_put(h,
                     "<button type=\"button\" class=\"key main again\" "
                     "data-order=\"{&quot;variant&quot;:&quot;%s&quot;,&quot;name&quot;:&quot;%s&"
                     "quot;,&quot;seats&quot;:[%s],&quot;clock&quot;:%d}\">Play again</button> ",
                     s->variant->name, s->word[s->own], seats, s->clock_s);
}

static void put_over(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_html_put(h, "<h2>%s</h2>\n", verdict(s));
    if (s->result && s->result->fault) {
        int seat = s->result->fault_seat;
        dom_web_html_raw(h, "<p>");
        if (s->is_person[seat])
            dom_web_html_put(h, "%s gave up.", who(s, seat));
        else
            dom_web_html_put(h, "The match ended by a fault of %s: %s.", who(s, seat),
                             s->result->fault);
        dom_web_html_raw(h, "</p>\n");
    }
    if (s->result)
        put_places(h, s);
    if (s->trouble[0])
        dom_web_html_put(h, "<p>The match was not stored: %s.</p>\n", s->trouble);
    dom_web_html_raw(h, "<p class=\"keys\">");
    if (s->own == 0)
        put_again(h, s);
    if (s->replay[0])
        dom_web_html_put(h, "<a class=\"replay\" href=\"../%s\">Watch the replay</a> ", s->replay);
    if (s->record[0])
        dom_web_html_put(h, "<a href=\"../%s\">All results of %s</a> ", s->record, s->word[s->own]);
    dom_web_html_raw(h, "<a href=\"./\">To the lobby</a></p>\n");
}

/* ---- before the match --------------------------------------------------------------------- */

static void put_waiting(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_html_raw(h, "<h2>Waiting for people</h2>\n<ul class=\"invitations\">\n");
    for (int i = 0; i < seats_of(s); i++) {
        dom_web_html_put(h, "<li>Seat %d: %s ", i,
                         s->name[i][0] ? who(s, i) : "a person who is missing");
        if (s->invitation[i][0])
            dom_web_html_put(h,
                             "<a href=\"%u/%s\">invitation to seat %d</a> "
                             "<button type=\"button\" class=\"key copy\">Copy</button>",
                             s->table, s->invitation[i], i);
        dom_web_html_raw(h, "</li>\n");
    }
    dom_web_html_raw(h,
                     "</ul>\n<p>Send each person one of the links. It can be used once. The match "
                     "begins when all sit.</p>\n");
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Writes the button that closes the result of a round, and the one that stops the script from
 * pressing it after NEXT_S seconds. */
static void put_next(dom_web_html *h, const dom_web_play_seat *s)
{
    enum { NEXT_S = 5 };
    dom_web_html_put(
        h,
        "<button type=\"button\" class=\"key main\" data-act=\"next\" data-round=\"%d\" "
        "data-after=\"%d\">Next round<span aria-hidden=\"true\"></span></button> "
        "<button type=\"button\" class=\"key wait\" hidden>Wait</button> ",
        s->rounds[s->round_count - 1].round, (int)NEXT_S);
}

static void put_buttons(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->is_between && s->is_asked)
        put_time(h, s);
    dom_web_html_raw(h, "<p class=\"keys\">");
    if (s->is_between)
        put_next(h, s);
    else if (s->is_asked && !s->hint)
        dom_web_html_raw(h,
                         "<button type=\"button\" class=\"key\" data-act=\"hint\">Hint</button> ");
    if (s->is_asked && !s->is_between)
        dom_web_html_raw(h, "<button type=\"button\" class=\"key undo\" data-hold=\"3\" hidden>"
                            "Allow undo</button> ");
    if (s->is_hinting)
        dom_web_html_raw(h, "<span>looking for a hint</span> ");
    dom_web_html_put(
        h, "<button type=\"button\" class=\"key leave\" data-act=\"leave\">%s</button></p>\n",
        s->state == DOM_WEB_PLAY_WAITS ? "Leave the table" : "Give up");
}

/* Writes what happened in this round, move by move. */
static void put_moves(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_play_line line = {.laid_count = 0};
    if (s->view->history_count == 0)
        return;
    dom_web_html_raw(h, "<details id=\"moves\"><summary>Moves of this round</summary>\n<ol>\n");
    for (int i = 0; i < s->view->history_count; i++) {
        dom_web_html_raw(h, "<li>");
        dom_web_play_line_put_event(h, &line, s, &s->view->history[i]);
        dom_web_html_raw(h, "</li>\n");
        dom_web_play_line_add(&line, s->variant, &s->view->history[i]);
    }
    dom_web_html_raw(h, "</ol></details>\n");
}

/* Writes what happened since this person laid a tile, and what is to be done now. */
static void put_news(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_play_line line = {.laid_count = 0};
    const dom_view *v = s->view;
    int first = dom_web_play_line_first_news(s);
    dom_web_html_raw(h, "<p class=\"news\">");
    for (int i = 0; i < v->history_count; i++) {
        if (i >= first) {
            dom_web_play_line_put_event(h, &line, s, &v->history[i]);
            dom_web_html_raw(h, ". ");
        }
        dom_web_play_line_add(&line, s->variant, &v->history[i]);
    }
    if (s->is_asked && !s->is_between)
        dom_web_html_raw(h, "Your move.");
    dom_web_html_raw(h, "</p>\n");
}

/* Writes the round under way, who is on turn, and what everybody has. */
static void put_round(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_html_put(h, "<p class=\"round\">Round %d, stock %d", s->view->round, s->view->stock);
    if (s->view->drawable < s->view->stock && dom_options_may_draw(&s->variant->options))
        dom_web_html_put(h, ", of which %d may be drawn", s->view->drawable);
    if (s->variant->options.target > 0)
        dom_web_html_put(h, ", to %d points", (int)s->variant->options.target);
    dom_web_html_raw(h, "</p>\n");
    put_players(h, s);
}

/* Writes the tiles on the table, and how they came there. */
static void put_tiles_laid(dom_web_html *h, const dom_web_play_seat *s)
{
    dom_web_play_line line = dom_web_play_line_of(s);
    put_cloth(h, &line);
    put_news(h, s);
}

/* Writes a table on which the match is not over. */
static void put_under_way(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->state == DOM_WEB_PLAY_WAITS)
        put_waiting(h, s);
    else if (s->view == NULL)
        dom_web_html_raw(h, "<p class=\"news\">The bots sit down.</p>\n");
    if (s->is_between) {
        put_last_round(h, s);
        put_buttons(h, s);
        put_tiles_laid(h, s);
        return;
    }
    if (s->view) {
        put_round(h, s);
        put_tiles_laid(h, s);
        put_turn(h, s);
    }
    put_buttons(h, s);
}

/* Writes a table on which the match is over, at least for this person. */
static void put_ended(dom_web_html *h, const dom_web_play_seat *s)
{
    put_over(h, s);
    if (s->result && s->result->fault == NULL && s->round_count > 0)
        put_last_round(h, s);
    if (s->view)
        put_tiles_laid(h, s);
}

static void put_match(dom_web_html *h, const dom_web_play_seat *s)
{
    if (s->is_late)
        dom_web_html_raw(h, "<p class=\"late\">Your last move came too late, so the arena has made "
                            "the first legal one.</p>\n");
    if (s->state == DOM_WEB_PLAY_IS_OVER || s->result || s->has_left)
        put_ended(h, s);
    else
        put_under_way(h, s);
    put_sheet(h, s);
    if (s->view)
        put_moves(h, s);
}

void dom_web_play_fragment(dom_web_html *out, const dom_web_play_seat *seat)
{
    dom_web_html_put(out, "<div class=\"seat\" data-version=\"%u\"", seat->version);
    if (seat->is_asked)
        dom_web_html_put(out, " data-serial=\"%u\" data-left=\"%d\"", seat->serial, seat->left_ms);
    dom_web_html_raw(out, ">\n");
    put_match(out, seat);
    dom_web_html_raw(out, "</div>\n");
}

/* Writes the rules below the board, folded. They stand outside of the part that changes, so they
 * stay open and are sent once. */
static void put_rules(dom_web_html *h, const dom_variant *variant)
{
    dom_web_html_put(h, "<details id=\"rules\"><summary>Rules of %s, with an example</summary>\n",
                     variant->name);
    dom_web_variant_rules_put(h, &variant->options, true);
    dom_web_html_raw(h, "</details>\n");
}

void dom_web_play_table(dom_web_html *out, const dom_web_play_seat *seat)
{
    const dom_options *options = &seat->variant->options;
    char title[64 + DOM_VARIANT_NAME_BYTES];
    dom_web_page_frame p = {.h = out, .depth = 1, .has_play = true};
    dom_text text = dom_text_of(title, sizeof title);
    dom_text_add(&text, "A match of ");
    dom_text_add(&text, seat->variant->name);
    dom_web_frame_begin(&p, title);
    dom_web_tile_shapes(out, dom_tileset_full(options->set_max, options->doubles != 0),
                        options->facedown != 0);
    dom_web_html_put(out,
                     "<noscript><p>To play, switch on JavaScript for this site.</p></noscript>\n"
                     "<p id=\"say\" role=\"status\" class=\"unseen\"></p>\n"
                     "<p id=\"refusal\" role=\"alert\"></p>\n"
                     "<div id=\"table\" data-table=\"%u\">\n",
                     seat->table);
    dom_web_play_fragment(out, seat);
    dom_web_html_raw(out, "</div>\n");
    put_rules(out, seat->variant);
    dom_web_frame_end(&p);
}
