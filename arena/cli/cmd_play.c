/* `play`: a person plays a match against bots in the terminal. Also the two hidden commands `table`
 * and `hint`, the processes that `play` and `serve --play` start. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/text.h"
#include "output/play_text.h"
#include "output/remarks.h"
#include "play/table.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    dom_strings against;
    const char *variant, *person;
    int64_t clock_s, move_ms;
} play_args;

enum { TYPED_BYTES = 1024 };

/* A person at the terminal. */
typedef struct {
    char person[DOM_NAME_BYTES];
    dom_play_table table;
    dom_play_seat *seat;
    dom_output_play shown;
    char typed[TYPED_BYTES]; /* and not yet taken */
    size_t typed_size;
    bool has_resigned, has_closed; /* the person gave up; standard input has ended */
} terminal_game;

/* ---- what happens at the table -------------------------------------------------- */

static void prompt(const terminal_game *g)
{
    int left_ms = dom_play_seat_left_ms(g->seat);
    if (left_ms >= 0)
        (void)printf("(%d s) ", (left_ms + 999) / 1000);
    (void)printf("> ");
    (void)fflush(stdout);
}

static void show(terminal_game *g, dom_play_happening happening)
{
    switch (happening) {
    case DOM_PLAY_BEGIN:
        dom_output_play_begin(&g->shown);
        (void)printf("Type the number of a move or a tile; hint, table, quit, help.\n");
        break;
    case DOM_PLAY_VIEW:
        dom_output_play_news(&g->shown);
        break;
    case DOM_PLAY_ASK:
        dom_output_play_news(&g->shown);
        dom_output_play_turn(&g->shown);
        prompt(g);
        break;
    case DOM_PLAY_ROUND:
        dom_output_play_round(&g->shown);
        break;
    case DOM_PLAY_FAULT:
        (void)printf("\nThe time was up; the arena has made the first legal move.\n");
        break;
    case DOM_PLAY_RESULT:
        dom_output_play_result(&g->shown);
        break;
    case DOM_PLAY_NOTHING:
    case DOM_PLAY_GONE:
        break;
    }
}

/* ---- what the person types --------------------------------------------------------- */

static void show_hint(terminal_game *g)
{
    dom_play_hint_process process;
    dom_play_hint hint;
    dom_err err = {.text = ""};
    dom_rc rc = dom_play_hint_start(&process, &g->seat->variant.options, &g->seat->view, &err);
    if (rc != DOM_OK)
        (void)printf("%s\n", err.text);
    else if (dom_play_hint_finish(&process, &hint))
        dom_output_play_hint(&g->shown, &hint);
    else
        (void)printf("No hint was found.\n");
}

static void choose(terminal_game *g, const char *line)
{
    dom_err err = {.text = ""};
    int choice = dom_output_play_read(&g->seat->view, line, &err);
    if (choice >= 0 &&
        dom_play_seat_choose(g->seat, g->seat->serial, (uint32_t)choice, &err) == DOM_OK)
        return;
    (void)printf("%s\n", err.text);
    prompt(g);
}

static void show_table(terminal_game *g)
{
    dom_output_play_turn(&g->shown);
}

static void resign(terminal_game *g)
{
    g->has_resigned = true;
}

static void show_help(terminal_game *g);

/* What can be typed besides moves. */
static const struct {
    const char *word, *letter, *meaning;
    void (*act)(terminal_game *g);
} words[] = {{"hint", "h", "what each of your moves is worth", show_hint},
             {"table", "t", "the table and your moves again", show_table},
             {"quit", "q", "give up: the match counts as lost", resign},
             {"help", "?", "this list", show_help}};
enum { WORDS = sizeof words / sizeof *words };

static void show_help(terminal_game *g)
{
    dom_output_play_help(&g->shown);
    for (int i = 0; i < WORDS; i++)
        (void)printf("  %s or %s%*s%s\n", words[i].word, words[i].letter,
                     DOM_OUTPUT_PLAY_HELP_COLUMN - 7 - (int)strlen(words[i].word), "",
                     words[i].meaning);
}

static void take_line(terminal_game *g, const char *line)
{
    for (int i = 0; i < WORDS; i++)
        if (strcmp(line, words[i].word) == 0 || strcmp(line, words[i].letter) == 0) {
            words[i].act(g);
            line = "";
        }
    if (line[0])
        choose(g, line);
    else if (!g->has_resigned)
        prompt(g);
}

/* Takes the first whole line that was typed. Returns false if there is none. A line that does not
 * fit into the buffer is cut. */
static bool take_typed(terminal_game *g)
{
    char line[TYPED_BYTES + 1];
    const char *end = memchr(g->typed, '\n', g->typed_size);
    bool is_last = g->has_closed && g->typed_size > 0; /* a line without its end */
    bool is_whole = end || is_last || g->typed_size == sizeof g->typed;
    if (!is_whole)
        return false;
    size_t size = end ? (size_t)(end - g->typed) : g->typed_size, taken = end ? size + 1 : size;
    memcpy(line, g->typed, size);
    line[size] = '\0';
    g->typed_size -= taken;
    memmove(g->typed, g->typed + taken, g->typed_size);
    take_line(g, line);
    return true;
}

static void read_typed(terminal_game *g)
{
    size_t room = g->typed_size < sizeof g->typed ? sizeof g->typed - g->typed_size : 0;
    ssize_t n = read(STDIN_FILENO, g->typed + g->typed_size, room);
    g->has_closed = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
    g->typed_size += n > 0 ? (size_t)n : 0;
}

/* ---- the match ---------------------------------------------------------------------- */

static void take_happenings(terminal_game *g)
{
    dom_play_happening happening;
    do {
        happening = dom_play_seat_next(g->seat);
        show(g, happening);
    } while (happening != DOM_PLAY_NOTHING && happening != DOM_PLAY_GONE);
}

/* Waits until something happens at the table or is typed, and takes it. What was typed ahead is
 * taken line by line, each when the person is on turn. */
static void wait_and_take(terminal_game *g)
{
    dom_play_seat_expire(g->seat);
    if (g->seat->is_asked && take_typed(g))
        return;
    if (g->seat->is_asked && g->has_closed) {
        g->has_resigned = true; /* nobody can answer any more */
        return;
    }
    bool reads = g->seat->is_asked && !g->has_closed;
    struct pollfd fds[] = {{.fd = dom_play_seat_fd(g->seat), .events = POLLIN},
                           {.fd = reads ? STDIN_FILENO : -1, .events = POLLIN}};
    (void)fflush(stdout);
    int ready = poll(fds, 2, dom_play_seat_left_ms(g->seat));
    if (ready > 0 && fds[1].revents)
        read_typed(g);
    take_happenings(g);
}

static void print_replay_command(const terminal_game *g, const dom_home *home)
{
    (void)printf("\nWatch it again: domino-arena replay 1 --tournament %s --db %s\n",
                 g->table.tournament, home->db);
}

/* Waits for the process of the table, which stores the match. */
static dom_rc end_table(terminal_game *g, dom_err *err)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    dom_rc rc;
    while ((rc = dom_play_table_take_end(&g->table, err)) == DOM_E_ABSENT)
        (void)nanosleep(&pause, NULL);
    return rc;
}

static dom_rc play_match(terminal_game *g, const dom_play_table_spec *spec, int32_t clock_ms,
                         dom_err *err)
{
    dom_rc rc = dom_play_table_start(&g->table, spec, err);
    if (rc != DOM_OK)
        return rc;
    g->seat = dom_play_seat_open(g->table.seat_fd[0], clock_ms);
    if (g->seat == NULL) {
        dom_play_table_stop(&g->table);
        return dom_err_no_memory(err);
    }
    g->shown = (dom_output_play){.out = stdout, .seat = g->seat};
    while (!g->seat->has_ended && !g->has_resigned)
        wait_and_take(g);
    if (g->has_resigned)
        (void)printf("\nYou give up: the match counts as lost.\n");
    dom_play_seat_close(&g->seat);
    return end_table(g, err);
}

/* ---- the commands --------------------------------------------------------------------- */

/* Matches with people have a database of their own, unless --db names another. */
static dom_rc find_play_home(dom_home *home, const dom_cli_call *call, dom_err *err)
{
    dom_rc rc = dom_cli_find_home(home, call, err);
    if (rc == DOM_OK && call->db == NULL)
        rc = dom_home_play_db(home, err);
    return rc;
}

/* Anything else than a name is left as it was typed, and the table refuses it. */
static dom_rc seat_all(terminal_game *g, dom_play_table_spec *spec, const play_args *args,
                       dom_err *err)
{
    static const char *const usual[] = {"greedy"};
    const char *typed = args->person ? args->person : "you";
    const char *const people[] = {dom_play_person_read(g->person, typed) ? g->person : typed};
    dom_variant variant;
    spec->variant = args->variant ? args->variant : "block-2";
    dom_rc rc = dom_variant_find(&variant, spec->variant, err);
    if (rc != DOM_OK)
        return rc;
    spec->seats = variant.options.players;
    return dom_play_table_fill(
        spec, people, 1, args->against.count ? (const char *const *)args->against.item : usual,
        args->against.count ? args->against.count : 1, err);
}

static int play_run(const dom_cli_call *call, const void *arguments)
{
    const play_args *args = arguments;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_home home;
    terminal_game game = {.seat = NULL};
    dom_play_table_spec spec = {
        .home = &home, .move_ms = (uint32_t)args->move_ms, .is_clocked = args->clock_s > 0};
    (void)signal(SIGPIPE, SIG_IGN);
    dom_rc rc = find_play_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = seat_all(&game, &spec, args, &err);
    if (rc == DOM_OK)
        rc = play_match(&game, &spec, (int32_t)args->clock_s * 1000, &err);
    if (rc == DOM_OK)
        print_replay_command(&game, &home);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot play_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_PLAY_VARIANT, play_args, variant),
    DOM_CLI_SLOT(DOM_CLI_OPT_AGAINST, play_args, against),
    DOM_CLI_SLOT(DOM_CLI_OPT_AS, play_args, person),
    DOM_CLI_SLOT(DOM_CLI_OPT_CLOCK, play_args, clock_s),
    DOM_CLI_SLOT(DOM_CLI_OPT_MOVE_MS, play_args, move_ms),
};

const dom_cli_command dom_cli_play = {.name = "play",
                                      .operand = "",
                                      .summary = "Play a match yourself, against bots",
                                      DOM_CLI_SLOTS(play_slots),
                                      .args_bytes = sizeof(play_args),
                                      .run = play_run};

static int table_run(const dom_cli_call *call, const void *arguments)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_home home;
    (void)arguments;
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_play_table_process(&home, &dom_output_listener, &err);
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_table = {
    .name = "table", .operand = "", .summary = "", .run = table_run};

static int hint_run(const dom_cli_call *call, const void *arguments)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    (void)call;
    (void)arguments;
    dom_rc rc = dom_play_hint_answer(&err);
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_hint = {
    .name = "hint", .operand = "", .summary = "", .run = hint_run};
