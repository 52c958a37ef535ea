/* Asks a bot over pipes, some asks ahead of its answers so that it need not wait. */
#include "solve/bot.h"

#include "protocol/message.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_MACHINE = 3 };

enum { AHEAD = 64 }; /* asks without an answer; fewer bytes than a pipe holds */

extern char **environ;

typedef struct {
    const char *command;
    const dom_solve_tree *t;
    double *strategy;
    pid_t process;
    FILE *to, *from;
    char *line; /* the last line that the bot sent */
    size_t line_room;
    dom_decoder *decoder;
    size_t asked, answered;
    bool failed;
} session;

static void fail(session *s, const char *what)
{
    if (!s->failed)
        (void)fprintf(stderr, "domino-solve: %s: %s\n", s->command, what);
    s->failed = true;
}

/* Starts the command with its input and output connected to pipes. */
static void start(session *s, const char *command)
{
    int in[2], out[2];
    char *const words[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    if (pipe(in) != 0 || pipe(out) != 0 || posix_spawn_file_actions_init(&actions) != 0) {
        perror("domino-solve");
        exit(EXIT_MACHINE);
    }
    (void)posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    for (int i = 0; i < 2; i++) {
        (void)posix_spawn_file_actions_addclose(&actions, in[i]);
        (void)posix_spawn_file_actions_addclose(&actions, out[i]);
    }
    if (posix_spawn(&s->process, "/bin/sh", &actions, NULL, words, environ) != 0)
        fail(s, "/bin/sh cannot be started");
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(in[0]);
    (void)close(out[1]);
    s->to = fdopen(in[1], "w");
    s->from = fdopen(out[0], "r");
    s->decoder = dom_decoder_open();
    if (s->to == NULL || s->from == NULL || s->decoder == NULL)
        fail(s, "out of memory");
}

static void send_message(session *s, dom_msg_type type, const void *body)
{
    static uint8_t bytes[DOM_ARENA_MESSAGE_BYTES];
    size_t size = dom_msg_encode(DOM_FORMAT_JSON, type, body, bytes, sizeof bytes);
    bytes[size++] = '\n';
    if (fwrite(bytes, 1, size, s->to) != size || fflush(s->to) != 0)
        fail(s, "the bot ended early");
}

/* Reads the next line of the bot into *msg. */
static void receive(session *s, dom_msg *msg)
{
    dom_err err;
    ssize_t size = s->failed ? -1 : getline(&s->line, &s->line_room, s->from);
    if (size < 0)
        fail(s, "the bot ended early");
    else if (dom_msg_decode(s->decoder, DOM_FORMAT_JSON, (const uint8_t *)s->line,
                            strcspn(s->line, "\r\n"), msg, &err) != DOM_OK)
        fail(s, err.text);
}

static void take_answer(session *s, const dom_msg_act *act)
{
    if (act->req < 0 || (size_t)act->req >= s->t->sets || act->has_action || act->choice < 0 ||
        act->choice >= s->t->set[act->req].count) {
        fail(s, "the bot sent no legal choice");
        return;
    }
    s->strategy[s->t->set[act->req].first + (size_t)act->choice] = 1;
    s->answered++;
}

static void take_answers(session *s)
{
    static dom_msg msg;
    msg.as.asks.room = 0;
    receive(s, &msg);
    if (s->failed)
        return;
    if (msg.type == DOM_MSG_ACT)
        take_answer(s, &msg.as.act);
    else if (msg.type == DOM_MSG_ACTS)
        for (int i = 0; i < msg.as.acts.count; i++)
            take_answer(s, &msg.as.acts.act[i]);
    else
        fail(s, "the bot sent something that is not an answer");
}

static void greet(session *s)
{
    static dom_msg msg;
    static dom_msg_welcome welcome = {.protocol = DOM_PROTOCOL_VERSION,
                                      .arena = "domino-solve",
                                      .bot = "bot",
                                      .variant_count = 1,
                                      .variants = {{.name = "domino-solve"}}};
    dom_msg_match match = {
        .table = 1, .variant = "domino-solve", .seats = 2, .bots = {"bot", "?"}, .seed = 1};
    (void)memset(match.commit, '0', sizeof match.commit - 1);
    msg.as.asks.room = 0;
    receive(s, &msg);
    if (!s->failed && msg.type != DOM_MSG_HELLO)
        fail(s, "the bot did not begin with hello");
    welcome.limits = (dom_msg_limits){
        .startup_ms = 10000, .move_ms = 1000, .message_bytes = DOM_BOT_MESSAGE_BYTES};
    welcome.variants[0].options = s->t->options;
    send_message(s, DOM_MSG_WELCOME, &welcome);
    send_message(s, DOM_MSG_MATCH, &match);
}

/* Asks for the choice in one information set: a dom_solve_visit. */
static void ask(void *context, size_t set, const dom_match *match)
{
    static dom_msg_ask message = {
        .table = 1, .variant = "domino-solve", .seed = 1, .clock = {.move_ms = 1000}};
    session *s = context;
    if (s->failed)
        return;
    message.req = (int64_t)set;
    dom_view_of(&message.view, match, match->play.turn);
    send_message(s, DOM_MSG_ASK, &message);
    s->asked++;
    while (!s->failed && s->asked - s->answered >= AHEAD)
        take_answers(s);
}

static void finish(session *s)
{
    while (!s->failed && s->answered < s->asked)
        take_answers(s);
    if (s->to)
        (void)fclose(s->to);
    if (s->from)
        (void)fclose(s->from);
    (void)waitpid(s->process, NULL, 0);
    dom_decoder_close(&s->decoder);
    free(s->line);
}

bool dom_solve_bot(const char *command, const dom_solve_tree *t, double strategy[])
{
    session s = {.command = command, .t = t, .strategy = strategy};
    (void)memset(strategy, 0, t->actions * sizeof *strategy);
    (void)signal(SIGPIPE, SIG_IGN); /* a bot that ended is seen by the failed write */
    start(&s, command);
    greet(&s);
    dom_solve_tree again; /* the same tree, built once more for its information sets */
    dom_err err;
    (void)dom_solve_tree_build(&again, t->game, t->nodes, ask, &s, &err);
    dom_solve_tree_clear(&again);
    finish(&s);
    return !s.failed;
}
