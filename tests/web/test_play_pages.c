/* What a person at a table is shown: the tiles, the words, and nothing of other hands. */
#include "play_line.h"
#include "rules/sentences.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static dom_variant variant;
static dom_view view;
static dom_web_play_seat seat;

static dom_event event(int who, dom_event_kind kind, const char *tile, int end)
{
    dom_event e = {.seat = (int8_t)who, .kind = (uint8_t)kind, .end = (uint8_t)end, .count = 1};
    e.tile = tile ? dom_tile_of(tile[0] - '0', tile[2] - '0') : DOM_NO_TILE;
    return e;
}

/* A round in which seat 0 has laid 5-3 and the others have answered; seat 0 holds 6-4 and 2-1. */
static void sit_down(void)
{
    cr_assert(eq(int, (int)dom_variant_find(&variant, "draw-3", NULL), (int)DOM_OK));
    view = (dom_view){.seat = 0, .seats = 3, .round = 2, .stock = 9, .drawable = 7, .end_count = 2};
    view.hand = dom_tileset_with(dom_tileset_of(dom_tile_of(6, 4)), dom_tile_of(2, 1));
    view.counts[0] = 2;
    view.counts[1] = 1;
    view.counts[2] = 4;
    view.history[view.history_count++] = event(0, DOM_EVENT_LEAD, "5-3", 0);
    view.history[view.history_count++] = event(1, DOM_EVENT_PLAY, "6-5", 0);
    view.history[view.history_count++] = event(2, DOM_EVENT_DRAW, NULL, 0);
    view.history[view.history_count++] = event(2, DOM_EVENT_PASS, NULL, 0);
    view.legal[view.legal_count++] =
        (dom_action){.kind = DOM_PLAY, .tile = dom_tile_of(6, 4), .end = 0};
    view.legal[view.legal_count++] = (dom_action){.kind = DOM_DRAW};
    seat = (dom_web_play_seat){.table = 7,
                               .version = 9,
                               .state = DOM_WEB_PLAY_RUNS,
                               .variant = &variant,
                               .name = {"anna", "<b>bob</b>", "carl"},
                               .word = {"anna", "bob", "carl"},
                               .view = &view,
                               .is_asked = true,
                               .serial = 12,
                               .left_ms = -1,
                               .trouble = "",
                               .replay = "",
                               .record = ""};
}

static const char *shown(dom_web_html *h)
{
    dom_web_play_fragment(h, &seat);
    cr_assert(not(h->has_failed));
    return h->bytes;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

Test(play_pages, the_line_grows_from_the_history, .init = sit_down)
{
    dom_web_play_line line = dom_web_play_line_of(&seat);
    cr_assert(eq(int, line.laid_count, 2));
    cr_assert(eq(int, line.old_count, 1));
    cr_assert(eq(int, line.open[0], 6));
    cr_assert(eq(int, line.open[1], 3));
}

Test(play_pages, a_tile_face_down_closes_its_end, .init = sit_down)
{
    dom_event down = event(1, DOM_EVENT_PLAY, "6-6", 0);
    down.down = 1;
    view.history[view.history_count++] = down;
    dom_web_play_line line = dom_web_play_line_of(&seat);
    cr_assert(eq(int, line.open[0], DOM_ARM_CLOSED));
    dom_web_html h = {0};
    cr_assert(has(shown(&h), "aria-label=\"The table. Open ends: 3\">"));
    dom_web_html_clear(&h);
}

Test(play_pages, the_news_begin_after_the_own_tile, .init = sit_down)
{
    dom_web_html h = {0};
    cr_assert(has(shown(&h),
                  "<p class=\"news\">&lt;b&gt;bob&lt;/b&gt; plays 6-5 at the left end. "
                  "carl draws 1 tile. carl passes: nothing fits 6 or 3. Your move.</p>"));
    dom_web_html_clear(&h);
}

Test(play_pages, legal_tiles_can_be_pressed_and_choices_have_numbers, .init = sit_down)
{
    dom_web_html h = {0};
    const char *text = shown(&h);
    cr_assert(has(text, "aria-label=\"6-4\" data-tile=\"25\">"));
    cr_assert(has(text, "aria-label=\"2-1\" disabled data-tile=\"4\">"));
    cr_assert(has(text, "<kbd>1</kbd> 6-4 left</button>"));
    cr_assert(has(text, "<kbd>2</kbd> draw a tile</button>"));
    cr_assert(has(text, "data-serial=\"12\""));
    cr_assert(has(text, "class=\"key undo\" data-hold=\"3\" hidden>"));
    cr_assert(has(text, "stock 9, of which 7 may be drawn"));
    dom_web_html_clear(&h);
}

Test(play_pages, only_the_own_hand_has_faces, .init = sit_down)
{
    dom_web_html h = {0};
    int faces = 0;
    for (const char *at = shown(&h); (at = strstr(at, "\"#f")) != NULL; at++)
        faces++;
    cr_assert(eq(int, faces, 2 + 2 * 2)); /* in the hand, and on the table for two widths */
    dom_web_html_clear(&h);
}

Test(play_pages, who_is_not_on_turn_has_no_choices, .init = sit_down)
{
    dom_web_html h = {0};
    seat.is_asked = false;
    const char *text = shown(&h);
    cr_assert(not(has(text, "data-choice")));
    cr_assert(not(has(text, "data-serial")));
    cr_assert(has(text, "<li class=\"turn\" aria-current=\"true\"><b>you</b>"),
              "after the pass of seat 2");
    dom_web_html_clear(&h);
}

/* Who sits there is on turn. */
static void expect_turn(const char *name)
{
    char expected[80];
    dom_web_html h = {0};
    (void)snprintf(expected, sizeof expected, "<li class=\"turn\" aria-current=\"true\"><b>%s</b>",
                   name);
    cr_expect(has(shown(&h), expected), "%s", name);
    dom_web_html_clear(&h);
}

Test(play_pages, the_next_seat_is_on_turn_unless_the_last_one_draws, .init = sit_down)
{
    seat.is_asked = false;
    view.leader = 1;
    view.history_count = 2;
    expect_turn("carl");
    view.history_count = 3;
    expect_turn("carl");
    view.history[0] = event(DOM_NOBODY, DOM_EVENT_START, "6-6", 0);
    view.history_count = 1;
    expect_turn("&lt;b&gt;bob&lt;/b&gt;");
    view.history_count = 0;
    expect_turn("&lt;b&gt;bob&lt;/b&gt;");
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

Test(play_pages, each_open_end_and_each_move_is_shown, .init = sit_down)
{
    dom_web_html h = {0};
    const char *text = shown(&h), *moves = strstr(text, "<details id=\"moves\">");
    cr_expect(eq(int, count_of(text, ">6</text>"), 2), "for two widths");
    cr_expect(eq(int, count_of(text, ">3</text>"), 2));
    cr_assert(moves != NULL);
    cr_expect(eq(int, count_of(moves, "<li>"), 4));
    cr_expect(has(moves, "<li>You lead 5-3</li>"), "%s", moves);
    cr_expect(has(moves, "<li>carl passes: nothing fits 6 or 3</li>"));
    dom_web_html_clear(&h);
}

Test(play_pages, the_time_is_shown_once, .init = sit_down)
{
    const dom_web_play_round round = {.round = 1, .end = DOM_END_BLOCKED, .by = DOM_NOBODY};
    dom_web_html h = {0}, between = {0};
    seat.left_ms = 5000;
    cr_expect(eq(int, count_of(shown(&h), "id=\"time\""), 1));
    seat.rounds = &round;
    seat.round_count = 1;
    seat.is_between = true;
    cr_expect(eq(int, count_of(shown(&between), "id=\"time\""), 1));
    dom_web_html_clear(&h);
    dom_web_html_clear(&between);
}

Test(play_pages, the_last_round_shows_the_tiles_that_were_left, .init = sit_down)
{
    dom_web_html h = {0};
    dom_web_play_round round = {.round = 1, .end = DOM_END_DOMINO, .by = 1, .points = {0, 12}};
    round.hands[2] = dom_tileset_with(dom_tileset_of(dom_tile_of(6, 5)), dom_tile_of(6, 6));
    seat.rounds = &round;
    seat.round_count = 1;
    seat.is_between = true;
    const char *text = shown(&h);
    cr_expect(has(text, "<td>6-5, 6-6</td>"));
    cr_expect(has(text, "Round 1 is over: &lt;b&gt;bob&lt;/b&gt; went out."));
    cr_expect(not(has(text, "undo")));
    cr_expect(has(text, "data-act=\"next\" data-round=\"1\" data-after=\"5\">Next round<"));
    dom_web_html_clear(&h);
}

Test(play_pages, partners_win_together, .init = sit_down)
{
    static const struct {
        int places[4];
        const char *says;
    } rows[] = {{{1, 2, 1, 2}, "<h2>You have won.</h2>"},
                {{2, 1, 2, 1}, "<h2>You have lost.</h2>"},
                {{1, 1, 1, 1}, "<h2>A draw.</h2>"}};
    cr_assert(eq(int, (int)dom_variant_find(&variant, "block-teams", NULL), (int)DOM_OK));
    view.seats = 4;
    seat.name[3] = seat.word[3] = "dora";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_web_html h = {0};
        dom_web_play_result result = {.scores = {0}};
        for (int k = 0; k < 4; k++)
            result.places[k] = rows[i].places[k];
        seat.result = &result;
        cr_expect(has(shown(&h), rows[i].says), "%zu", i);
        dom_web_html_clear(&h);
    }
}

Test(play_pages, a_late_move_is_told_until_the_next_move, .init = sit_down)
{
    static const char told[] = "Your last move came too late";
    dom_web_play_round round = {.round = 1, .end = DOM_END_DOMINO, .by = 1};
    dom_web_play_result result = {.places = {2, 1, 3}};
    dom_web_html playing = {0}, between = {0}, over = {0}, in_time = {0};
    cr_assert(not(has(shown(&in_time), told)));
    seat.is_late = true;
    cr_assert(has(shown(&playing), told));
    seat.rounds = &round;
    seat.round_count = 1;
    seat.is_between = true;
    cr_assert(has(shown(&between), told));
    seat.result = &result;
    cr_assert(has(shown(&over), told));
    dom_web_html_clear(&playing);
    dom_web_html_clear(&between);
    dom_web_html_clear(&over);
    dom_web_html_clear(&in_time);
}

Test(play_pages, a_result_says_who_has_won_and_offers_the_same_again, .init = sit_down)
{
    dom_web_html h = {0};
    dom_web_play_result result = {.places = {2, 1, 3}, .scores = {10, 61, 0}};
    seat.result = &result;
    seat.replay = "played/match/play-1/1.html";
    seat.record = "played/bot/anna.html";
    const char *text = shown(&h);
    cr_assert(has(text, "<h2>You have lost.</h2>"));
    cr_assert(has(text,
                  "{&quot;variant&quot;:&quot;draw-3&quot;,&quot;name&quot;:&quot;anna&quot;,"
                  "&quot;seats&quot;:[&quot;bob&quot;,&quot;carl&quot;],&quot;clock&quot;:0}"));
    cr_assert(has(text, "href=\"../played/match/play-1/1.html\""));
    cr_assert(has(text, "<a href=\"../played/bot/anna.html\">All results of anna</a>"));
    cr_assert(not(has(text, "Give up")));
    dom_web_html_clear(&h);
}

/* The third name is not offered. */
Test(play_pages, the_lobby_offers_the_bots_that_are_there)
{
    const dom_web_play_bot bots[] = {{"careful", "fair or weak"}, {"random", ""}, {"hidden", ""}};
    dom_web_html h = {0};
    dom_web_play_lobby(&h, bots, 2, NULL, 0);
    cr_assert(not(h.has_failed));
    cr_expect(has(h.bytes, "<option value=\"random\">random</option>"));
    cr_expect(has(h.bytes, "<option value=\"careful\">careful: fair or weak</option>"));
    cr_expect(not(has(h.bytes, "hidden</option>")));
    dom_web_html_clear(&h);
}

/* ---- rules ---------------------------------------------------------------------------------- */

static void expect_sentences(const char *page, const dom_variant *v)
{
    dom_sentences rules;
    dom_sentences_write(&rules, &v->options);
    for (size_t i = 0; i < rules.count; i++) {
        dom_web_html line = {0};
        dom_web_html_put(&line, "<li>%s</li>\n", rules.text[i]);
        cr_expect(has(page, line.bytes), "%s: %s", v->name, line.bytes);
        dom_web_html_clear(&line);
    }
}

/* In each of two examples somebody gets points, so none of them is a tie. */
static void expect_examples(const char *page, const char *name)
{
    const char *at = page;
    for (int i = 0; i < 2; i++) {
        at = strstr(at, "<div><p>Example: ");
        cr_assert(at != NULL, "%s: example %d", name, i);
        const char *points = strstr(at, "\">+"), *end = strstr(at, "</table>");
        while (points && points[3] == '0')
            points = strstr(points + 1, "\">+");
        cr_expect(points && points < end, "%s: example %d", name, i);
        at = end;
    }
}

Test(play_rules, every_game_has_its_sentences_and_two_examples_with_points)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        dom_web_html h = {0};
        dom_web_play_rules(&h, &v, NULL, 0);
        cr_assert(not(h.has_failed));
        expect_sentences(h.bytes, &v);
        expect_examples(h.bytes, v.name);
        dom_web_html_clear(&h);
    }
}

/* The hands of the first example have 0, 11, 9 and 10 pips, 7.5 on average; those of the second one
 * 5, 15, 3 and 14, 9.25 on average. */
Test(play_rules, the_bots_have_a_word_for_their_strength)
{
    const dom_web_play_bot bots[] = {{"pimc", "strong"}, {"novel", ""}};
    dom_variant v = dom_variant_at(0);
    dom_web_html h = {0};
    dom_web_play_rules(&h, &v, bots, 2);
    cr_expect(has(h.bytes, "<li data-bot=\"pimc\">pimc: strong</li>"));
    cr_expect(has(h.bytes, "<li data-bot=\"novel\">novel</li>"));
    dom_web_html_clear(&h);
}

Test(play_rules, homo_shows_how_a_score_below_zero_comes_about)
{
    static const char *const rows[] = {
        "goes out. The average hand has 7.5 pips.",
        "<td>100 &times; (7.5&nbsp;&minus;&nbsp;0)</td><td class=\"n\" data-v=\"750\">+750</td>",
        "<td>100 &times; (7.5&nbsp;&minus;&nbsp;11)</td><td class=\"n\" "
        "data-v=\"-350\">-350</td>",
        "nobody can play. The average hand has 9.25 pips.",
        "<td>100 &times; (9.25&nbsp;&minus;&nbsp;15)</td><td class=\"n\" "
        "data-v=\"-575\">-575</td>"};
    dom_variant v;
    dom_web_html h = {0};
    cr_assert(eq(int, (int)dom_variant_find(&v, "homo-homini-lupus", NULL), (int)DOM_OK));
    dom_web_play_rules(&h, &v, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(has(h.bytes, rows[i]), "%s", rows[i]);
    dom_web_html_clear(&h);
}

Test(play_rules, what_an_example_leaves_out_is_said)
{
    static const struct {
        const char *variant, *says;
    } games[] = {
        {"block-2", "<p>Example: seat 0 goes out.</p>"},
        {"block-british-2", "goes out, by a tile that is no double and fits one end only."},
        {"draw-pay-2", "nobody drew a tile."},
        {"brettspielnetz", "seat 1 cannot play, and nothing is left to draw."}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        dom_variant v;
        dom_web_html h = {0};
        cr_assert(eq(int, (int)dom_variant_find(&v, games[i].variant, NULL), (int)DOM_OK));
        dom_web_play_rules(&h, &v, NULL, 0);
        cr_expect(has(h.bytes, games[i].says), "%s", games[i].variant);
        dom_web_html_clear(&h);
    }
}

Test(play_rules, they_stand_below_the_part_that_changes, .init = sit_down)
{
    dom_web_html page = {0}, part = {0};
    dom_web_play_table(&page, &seat);
    const char *rules = strstr(page.bytes, "<details id=\"rules\"><summary>Rules of draw-3");
    cr_assert(rules != NULL);
    cr_expect(has(page.bytes, "id=\"moves\""));
    cr_expect(not(has(rules, "id=\"moves\"")));
    cr_expect(eq(int, count_of(page.bytes, "id=\"f3-2\""), 1), "the example brings no shapes");
    cr_expect(not(has(shown(&part), "id=\"rules\"")));
    dom_web_html_clear(&page);
    dom_web_html_clear(&part);
}

Test(play_rules, an_invitation_links_to_them, .init = sit_down)
{
    dom_web_html h = {0};
    dom_web_play_invitation(&h, &seat);
    cr_expect(has(h.bytes, "<a href=\"../rules/draw-3\">Its rules</a>"));
    dom_web_html_clear(&h);
}

Test(play_rules, the_lobby_has_those_of_the_first_game_and_links_to_all)
{
    dom_web_html h = {0};
    dom_web_play_lobby(&h, NULL, 0, NULL, 0);
    const char *rules = strstr(h.bytes, "<details id=\"rules\" data-of=\"block-2\">");
    cr_assert(rules != NULL);
    cr_expect(has(rules, "2 seats play, each for itself."));
    cr_expect(eq(int, count_of(h.bytes, "<li><a href=\"rules/"), (int)dom_variant_count()));
    dom_web_html_clear(&h);
}
