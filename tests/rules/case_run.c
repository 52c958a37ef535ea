/* Runs a case; each word of the format has one row in a table. */
#include "case_file.h"
#include "rules/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LIST_BYTES = 2048 };

typedef struct {
    const domino_case *source;
    char *message;
    int line;
    const char *word; /* the first word of the current line */
    dom_position position;
    bool placed;      /* a position was set */
    dom_event event;  /* the event of the last action */
    int expectations; /* number of lines with an expectation */
} runner;

/* Writes the message. Returns false always, so that callers can return it. */
__attribute__((format(printf, 2, 3))) static bool fail(runner *r, const char *format, ...)
{
    int used = snprintf(r->message, CASE_MESSAGE_BYTES, "%s:%d: %s: %.60s: ", r->source->file,
                        r->line, r->source->title, r->word);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(r->message + used, (size_t)(CASE_MESSAGE_BYTES - used), format, args);
    va_end(args);
    return false;
}

/* Copies the words with one blank between them. */
static void tidy(const char *words, char *out, size_t size)
{
    dom_text text = dom_text_of(out, size);
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        dom_text_add(&text, out[0] ? " " : "");
        for (; *words && *words != ' '; words++)
            dom_text_add_char(&text, *words);
    }
}

/* Compares words; the number of blanks between them does not matter. */
static bool expect(runner *r, const char *expected, const char *got)
{
    char a[LIST_BYTES];
    char b[LIST_BYTES];
    tidy(expected, a, sizeof a);
    tidy(got, b, sizeof b);
    return strcmp(a, b) == 0 || fail(r, "expected '%s', got '%s'", a, b);
}

static bool read_position(runner *r, const char *line, dom_position *out)
{
    dom_err err;
    if (dom_position_read(out, line, &err) != DOM_OK)
        return fail(r, "malformed: %s", err.text);
    return true;
}

static bool run_position(runner *r, char *rest)
{
    if (r->placed)
        return fail(r, "malformed: the case has a position already");
    r->placed = read_position(r, rest, &r->position);
    return r->placed;
}

/* Begins a round with the hands, stock and start tile of the position. */
static bool run_deal(runner *r, char *rest)
{
    if (!run_position(r, rest))
        return false;
    dom_position *p = &r->position;
    dom_lead rule = (dom_lead)p->variant.options.lead_first;
    bool by_double = rule == DOM_LEAD_HIGHEST_DOUBLE || rule == DOM_LEAD_LOWEST_DOUBLE;
    int leader = by_double ? DOM_NOBODY : p->round.leader;
    dom_round_begin(&p->round, &p->variant.options, &p->deal, by_double ? rule : DOM_LEAD_ROTATE,
                    leader);
    return true;
}

static void write_legal(const runner *r, char *list, size_t size)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(&r->position.round, legal);
    dom_text text = dom_text_of(list, size);
    for (int i = 0; i < count; i++) {
        dom_text_add(&text, i ? " " : "");
        dom_action_write(legal[i], &text);
    }
    if (count == 0)
        dom_text_add_char(&text, '-');
}

static bool run_legal(runner *r, char *rest)
{
    char list[LIST_BYTES];
    write_legal(r, list, sizeof list);
    return expect(r, rest, list);
}

/* Calls `run_action` for each action in `rest`. */
static bool each_action(runner *r, char *rest,
                        bool (*run_action)(runner *, const char *, dom_action))
{
    int count = 0;
    for (char *word = strtok(rest, " "); word; word = strtok(NULL, " "), count++) {
        dom_action action;
        if (!dom_action_read(word, &action))
            return fail(r, "malformed: '%s' is not an action such as 6-4@1, draw or pass", word);
        if (!run_action(r, word, action))
            return false;
    }
    return count > 0 || fail(r, "malformed: no action");
}

static bool do_action(runner *r, const char *word, dom_action action)
{
    char list[LIST_BYTES];
    write_legal(r, list, sizeof list);
    if (dom_round_apply(&r->position.round, action, &r->event) == DOM_OK)
        return true;
    return fail(r, "expected '%s' to be legal, got a refusal; legal: %s", word, list);
}

static bool run_do(runner *r, char *rest)
{
    return each_action(r, rest, do_action);
}

static bool refuse_action(runner *r, const char *word, dom_action action)
{
    dom_round before;
    dom_event event;
    memcpy(&before, &r->position.round, sizeof before);
    if (dom_round_apply(&r->position.round, action, &event) != DOM_E_ILLEGAL)
        return fail(r, "expected '%s' to be refused, got it done", word);
    if (memcmp(&before, &r->position.round, sizeof before) != 0)
        return fail(r, "expected the refused '%s' to change nothing, got a change", word);
    return true;
}

static bool run_illegal(runner *r, char *rest)
{
    return each_action(r, rest, refuse_action);
}

static bool run_turn(runner *r, char *rest)
{
    char got[8];
    (void)snprintf(got, sizeof got, "%d", r->position.round.turn);
    return expect(r, rest, got);
}

static bool run_drew(runner *r, char *rest)
{
    char got[16] = "-";
    dom_text text = dom_text_of(got, sizeof got);
    if (r->event.kind == DOM_EVENT_DRAW)
        dom_tile_write(r->event.tile, &text);
    return expect(r, rest, r->event.kind == DOM_EVENT_DRAW ? got : "no draw");
}

static void add_seat(dom_text *text, int seat)
{
    if (seat == DOM_NOBODY)
        dom_text_add_char(text, '-');
    else
        dom_text_add_int(text, seat);
}

static bool run_end(runner *r, char *rest)
{
    const dom_round *round = &r->position.round;
    char got[40];
    dom_text text = dom_text_of(got, sizeof got);
    dom_text_add(&text, dom_end_word(round->end));
    if (round->end != DOM_END_NONE) {
        dom_text_add(&text, " by ");
        add_seat(&text, round->by);
    }
    return expect(r, rest, got);
}

static bool is_over(runner *r)
{
    return r->position.round.end != DOM_END_NONE || fail(r, "the round is not over");
}

static bool expect_numbers(runner *r, const char *rest, const int32_t numbers[])
{
    char got[120];
    dom_text text = dom_text_of(got, sizeof got);
    for (int s = 0; s < r->position.variant.options.players; s++) {
        dom_text_add(&text, s ? " " : "");
        dom_text_add_int(&text, numbers[s]);
    }
    return expect(r, rest, got);
}

static bool run_pips(runner *r, char *rest)
{
    return is_over(r) && expect_numbers(r, rest, dom_round_score(&r->position.round).pips);
}

static bool run_points(runner *r, char *rest)
{
    return is_over(r) && expect_numbers(r, rest, dom_round_score(&r->position.round).points);
}

static bool run_winner(runner *r, char *rest)
{
    if (!is_over(r))
        return false;
    char got[8];
    dom_text text = dom_text_of(got, sizeof got);
    add_seat(&text, dom_round_score(&r->position.round).winner);
    return expect(r, rest, got);
}

static bool run_tied(runner *r, char *rest)
{
    if (!is_over(r))
        return false;
    unsigned tied = dom_round_score(&r->position.round).tied;
    char got[40];
    dom_text text = dom_text_of(got, sizeof got);
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        if (tied >> s & 1) {
            dom_text_add(&text, got[0] ? " " : "");
            dom_text_add_int(&text, s);
        }
    return expect(r, rest, tied ? got : "-");
}

/* The expected position is read and written again. So its fields may have any order, and empty
 * fields may be omitted. */
static bool run_state(runner *r, char *rest)
{
    dom_position wanted;
    if (!read_position(r, rest, &wanted))
        return false;
    char expected[LIST_BYTES];
    char got[LIST_BYTES];
    dom_text text = dom_text_of(expected, sizeof expected);
    dom_position_write(&wanted, &text);
    text = dom_text_of(got, sizeof got);
    dom_position_write(&r->position, &text);
    return expect(r, expected, got);
}

static const struct {
    const char *name;
    bool (*run)(runner *, char *rest);
    bool places, expects;
} words[] = {
    /* name      run           places expects */
    {"position", run_position, true, false},
    {"deal", run_deal, true, false},
    {"do", run_do, false, false},
    {"legal", run_legal, false, true},
    {"illegal", run_illegal, false, true},
    {"turn", run_turn, false, true},
    {"drew", run_drew, false, true},
    {"end", run_end, false, true},
    {"pips", run_pips, false, true},
    {"points", run_points, false, true},
    {"winner", run_winner, false, true},
    {"tied", run_tied, false, true},
    {"state", run_state, false, true},
};

static bool run_line(runner *r, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line + length + strspn(line + length, " ");
    line[length] = '\0';
    r->word = line;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].name, line) != 0)
            continue;
        if (!words[i].places && !r->placed)
            return fail(r, "malformed: the case has no position yet");
        r->expectations += words[i].expects;
        return words[i].run(r, rest);
    }
    return fail(r, "malformed: there is no such word");
}

bool domino_case_run(const domino_case *c, char message[static CASE_MESSAGE_BYTES])
{
    runner r = {.source = c, .message = message, .line = c->line, .word = "case"};
    char text[CASE_TEXT_BYTES];
    memcpy(text, c->text, sizeof text);
    message[0] = '\0';
    if (c->malformed[0]) {
        (void)snprintf(message, CASE_MESSAGE_BYTES, "%s", c->malformed);
        return false;
    }
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = '\0';
        r.line++;
        if (*line && !run_line(&r, line))
            return false;
        line = next;
    }
    r.line = c->line;
    r.word = "case";
    return r.expectations > 0 || fail(&r, "malformed: the case expects nothing");
}
