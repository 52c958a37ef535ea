#include "output/play_text.h"

#include "base/text.h"
#include "output/output.h"
#include "record/event_words.h"
#include "rules/notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, ACTION_BYTES = 48, MARGIN = 2 };

/* Returns who sits there: "you" for the person itself, whatever its name is. */
static const char *who(const dom_output_play *p, int seat)
{
    return seat == p->seat->seat ? "you" : p->seat->names[seat];
}

/* Returns the verb in the form that fits: "play" for the person, "plays" for others. */
static const char *verb(const dom_output_play *p, int seat, const char *own, const char *others)
{
    return seat == p->seat->seat ? own : others;
}

static int name_width(const dom_output_play *p)
{
    int width = 0;
    for (int i = 0; i < p->seat->seats; i++) {
        int length = (int)strlen(who(p, i));
        width = length > width ? length : width;
    }
    return width;
}

void dom_output_play_begin(dom_output_play *p)
{
    const dom_play_seat *s = p->seat;
    p->round = 0;
    (void)fprintf(p->out, "%s:", s->variant.name);
    for (int i = 0; i < s->seats; i++)
        (void)fprintf(p->out, "%s %s in seat %d", i ? "," : "", who(p, i), i);
    (void)fprintf(p->out, "\n");
    if (s->teams)
        (void)fprintf(p->out, "Your partner is %s.\n", who(p, (s->seat + 2) % 4));
    if (s->variant.options.target > 0)
        (void)fprintf(p->out, "The match ends when somebody has %d points.\n",
                      (int)s->variant.options.target);
}

/* ---- events ---------------------------------------------------------------------- */

static void print_event(dom_output_play *p, const dom_event *e)
{
    char words[DOM_RECORD_WORDS_BYTES];
    dom_record_event_words(words, e,
                           (dom_record_telling){.is_you = e->seat == p->seat->seat,
                                                .counts_draws = true,
                                                .ends = p->board.open,
                                                .end_count = p->board.ends});
    (void)fprintf(p->out, "  %s %s\n", e->seat == DOM_NOBODY ? "the round" : who(p, e->seat),
                  words);
    if (e->kind == DOM_EVENT_START || e->kind == DOM_EVENT_LEAD)
        dom_output_board_lead(&p->board, e->tile, p->seat->view.end_count);
    else if (e->kind == DOM_EVENT_PLAY)
        dom_output_board_play(&p->board, e->tile, e->end, e->down != 0);
}

/* A draw may grow after it was printed, while the seat draws on. It is printed when the next event
 * shows that it is over, or when its seat is asked. */
static int printable_events(const dom_output_play *p)
{
    const dom_view *view = &p->seat->view;
    int count = view->history_count;
    bool may_grow = count > 0 && view->history[count - 1].kind == DOM_EVENT_DRAW;
    return may_grow && !p->seat->is_asked ? count - 1 : count;
}

void dom_output_play_news(dom_output_play *p)
{
    const dom_view *view = &p->seat->view;
    if (view->round != p->round) {
        p->round = view->round;
        p->events = 0;
        p->board = (dom_output_board){.ends = 0};
        (void)fprintf(p->out, "\nRound %d of %s, stock %d\n", view->round, p->seat->variant.name,
                      view->stock);
    }
    for (int count = printable_events(p); p->events < count; p->events++)
        print_event(p, &view->history[p->events]);
}

/* ---- the own turn ------------------------------------------------------------------ */

static void print_hand(const dom_output_play *p, int width, dom_tileset hand)
{
    (void)fprintf(p->out, "  %-*s", width, "you");
    for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hand, t + 1))
        (void)fprintf(p->out, " %d-%d", dom_tile_high(t), dom_tile_low(t));
    (void)fprintf(p->out, "\n");
}

static void describe_action(const dom_view *view, const dom_action *action,
                            char text[static ACTION_BYTES])
{
    char tile[16] = "";
    dom_text out = dom_text_of(tile, sizeof tile);
    bool has_side = view->end_count > 0;
    if (action->kind == DOM_PLAY)
        dom_tile_write(action->tile, &out);
    if (action->kind != DOM_PLAY)
        (void)snprintf(text, ACTION_BYTES, "%s", action->kind == DOM_DRAW ? "draw" : "pass");
    else
        (void)snprintf(text, ACTION_BYTES, "%s%s%s%s", tile, has_side ? " " : "",
                       has_side ? dom_end_name(action->end) : "", action->down ? " down" : "");
}

/* Prints the numbered choices, as many in a line as fit. */
static void print_choices(const dom_output_play *p)
{
    const dom_view *view = &p->seat->view;
    int width = dom_output_width(p->out), column = 11;
    (void)fprintf(p->out, "Your move:");
    for (int i = 0; i < view->legal_count; i++) {
        char text[ACTION_BYTES], piece[ACTION_BYTES + 8];
        describe_action(view, &view->legal[i], text);
        int length = snprintf(piece, sizeof piece, "  %d: %s", i + 1, text);
        if (column + length > width) {
            (void)fprintf(p->out, "\n          ");
            column = 10;
        }
        (void)fprintf(p->out, "%s", piece);
        column += length;
    }
    (void)fprintf(p->out, "\n");
}

void dom_output_play_turn(const dom_output_play *p)
{
    const dom_view *view = &p->seat->view;
    int width = name_width(p);
    (void)fprintf(p->out, "\n");
    dom_output_board_print(&p->board, p->out, MARGIN, dom_output_width(p->out),
                           DOM_OUTPUT_TILES_BRACKETS);
    for (int i = 0; i < view->seats; i++)
        if (i == view->seat)
            print_hand(p, width, view->hand);
        else
            (void)fprintf(p->out, "  %-*s %d tile%s\n", width, who(p, i), view->counts[i],
                          view->counts[i] == 1 ? "" : "s");
    (void)fprintf(p->out, "\n");
    print_choices(p);
}

void dom_output_play_hint(const dom_output_play *p, const dom_play_hint *hint)
{
    const dom_view *view = &p->seat->view;
    (void)fprintf(p->out,
                  "Mean result of the round for you, over %d deals that fit what you see:\n",
                  (int)hint->worlds);
    for (int i = 0; i < view->legal_count; i++) {
        char text[ACTION_BYTES];
        describe_action(view, &view->legal[i], text);
        (void)fprintf(p->out, "  %2d: %-14s %+7.1f%s\n", i + 1, text, hint->worth[i],
                      i == hint->best ? "  best" : "");
    }
}

static void print_way(const dom_output_play *p, const char *typed, const char *meaning)
{
    (void)fprintf(p->out, "  %-*s%s\n", DOM_OUTPUT_PLAY_HELP_COLUMN - MARGIN, typed, meaning);
}

void dom_output_play_help(const dom_output_play *p)
{
    const dom_options *options = &p->seat->variant.options;
    (void)fprintf(p->out, "You can type:\n");
    print_way(p, "3", "the move with this number");
    print_way(p, "5-3", "this tile");
    print_way(p, "5-3 left",
              p->seat->view.end_count > 2 ? "this tile at the left end; or right, upper, lower"
                                          : "this tile at the left end; or right");
    if (options->facedown)
        print_way(p, "5-5 left down", "this tile face down");
    if (dom_options_may_draw(options))
        print_way(p, "draw, pass", "where your moves have these words");
}

/* ---- ends --------------------------------------------------------------------------- */

void dom_output_play_round(const dom_output_play *p)
{
    const dom_ipc_frame_round *round = &p->seat->round;
    int width = name_width(p);
    (void)fprintf(p->out, "\nRound %d is over:", (int)round->round);
    if (round->end == DOM_END_DOMINO && round->by != DOM_NOBODY)
        (void)fprintf(p->out, " %s %s out.\n", who(p, round->by), verb(p, round->by, "go", "goes"));
    else if (round->end == DOM_END_STUCK && round->by != DOM_NOBODY)
        (void)fprintf(p->out, " %s cannot play.\n", who(p, round->by));
    else
        (void)fprintf(p->out, " nobody can play.\n");
    for (int i = 0; i < p->seat->seats; i++) {
        (void)fprintf(p->out, "  %-*s %+5d %6d points ", width, who(p, i), (int)round->points[i],
                      (int)round->scores[i]);
        for (dom_tile t = dom_tileset_next(round->hands[i], 0); t != DOM_NO_TILE;
             t = dom_tileset_next(round->hands[i], t + 1))
            (void)fprintf(p->out, " %d-%d", dom_tile_high(t), dom_tile_low(t));
        (void)fprintf(p->out, "\n");
    }
}

void dom_output_play_result(const dom_output_play *p)
{
    const dom_ipc_frame_result *result = &p->seat->result;
    int width = name_width(p), own = result->places[p->seat->seat], firsts = 0;
    for (int i = 0; i < p->seat->seats; i++)
        firsts += result->places[i] == 1;
    if (result->end != DOM_FAULT_NONE)
        (void)fprintf(p->out, "\nThe match ended by a fault of %s: %s.\n",
                      who(p, result->fault_seat), dom_fault_word((dom_fault)result->end));
    (void)fprintf(p->out, "\n%s\n",
                  own > 1                    ? "You have lost."
                  : firsts == p->seat->seats ? "A draw."
                  : firsts > (p->seat->teams ? p->seat->seats / 2 : 1)
                      ? "You share the first place."
                      : "You have won.");
    for (int place = 1; place <= p->seat->seats; place++)
        for (int i = 0; i < p->seat->seats; i++)
            if (result->places[i] == place)
                (void)fprintf(p->out, "  %d. %-*s %6d points\n", place, width, who(p, i),
                              (int)result->scores[i]);
}

/* ---- what the person types ------------------------------------------------------------ */

/* What a line says: a tile and words. */
typedef struct {
    dom_tile tile; /* DOM_NO_TILE: none */
    int end;       /* -1: not said      */
    bool is_down, is_draw, is_pass, is_odd;
} typed_line;

/* Returns the end that a word or its beginning names, or -1. */
static int end_of(const char *word)
{
    for (int e = 0; e < DOM_ENDS_MAX; e++)
        if (strncmp(word, dom_end_name(e), strlen(word)) == 0)
            return e;
    return -1;
}

static typed_line read_words(const char *line)
{
    typed_line typed = {.tile = DOM_NO_TILE, .end = -1};
    char copy[LINE_BYTES], *rest = copy, *word;
    dom_text_copy(copy, sizeof copy, line);
    for (char *at = copy; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    while ((word = strtok_r(rest, " \t\r\n", &rest)) != NULL) {
        if (dom_tile_read(word) != DOM_NO_TILE)
            typed.tile = dom_tile_read(word);
        else if (end_of(word) >= 0)
            typed.end = end_of(word);
        else if (strcmp(word, "down") == 0)
            typed.is_down = true;
        else if (strcmp(word, "draw") == 0)
            typed.is_draw = true;
        else if (strcmp(word, "pass") == 0)
            typed.is_pass = true;
        else
            typed.is_odd = true;
    }
    return typed;
}

static bool is_meant(const typed_line *typed, const dom_action *action)
{
    if (action->kind == DOM_DRAW)
        return typed->is_draw;
    if (action->kind == DOM_PASS)
        return typed->is_pass;
    return action->tile == typed->tile && (typed->end < 0 || typed->end == action->end) &&
           typed->is_down == (action->down != 0);
}

/* Reads a number alone in the line. Returns -1 if there is none. */
static long read_number(const char *line)
{
    char *end;
    long number = strtol(line, &end, 10);
    bool is_alone = end != line && end[strspn(end, " \t\r\n")] == '\0';
    return is_alone ? number : -1;
}

int dom_output_play_read(const dom_view *view, const char *line, dom_err *err)
{
    long number = read_number(line);
    if (1 <= number && number <= view->legal_count)
        return (int)number - 1;
    typed_line typed = read_words(line);
    int found = -1, count = 0;
    for (int i = 0; number < 0 && !typed.is_odd && i < view->legal_count; i++)
        if (is_meant(&typed, &view->legal[i])) {
            found = i;
            count++;
        }
    if (count == 1)
        return found;
    if (count > 1)
        (void)dom_err_set(err, DOM_E_CONFIG, "at which end? Say \"%d-%d left\" or the number",
                          dom_tile_high(typed.tile), dom_tile_low(typed.tile));
    else
        (void)dom_err_set(
            err, DOM_E_CONFIG,
            "that is not a legal move; allowed: a number from 1 to %d, or a tile and an "
            "end, such as \"5-3 left\"; help lists all that can be typed",
            view->legal_count);
    return -1;
}
