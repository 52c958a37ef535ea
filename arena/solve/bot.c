/* Asks a bot over pipes, some asks ahead of its answers so that it need not wait. */
#include "solve/bot.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "protocol/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_MACHINE = 3, EXIT_SIGNAL = 128 };

enum {
    AHEAD = 64,   /* asks without an answer; fewer bytes than a pipe holds */
    HELLO_S = 10, /* limit for its hello */
    GRACE_S = 1,  /* for ending by itself, once its input is closed */
    SECOND_US = 1000000
};

struct dom_solve_bot {
    const char *name; /* borrowed */
    volatile pid_t *group;
    pid_t process;
    int to, from;
    long limit_s;                       /* for the next message in either direction */
    char in[DOM_BOT_MESSAGE_BYTES + 1]; /* what it sent: in[in_at..in_size) is not read yet */
    size_t in_at, in_size;
    dom_decoder *decoder;
    const dom_solve_tree *t;
    double *strategy;
    size_t asked, answered;
    bool failed;
};

static void fail(dom_solve_bot *s, const char *what)
{
    if (!s->failed)
        (void)fprintf(stderr, "domino-solve: %s: %s\n", s->name, what);
    s->failed = true;
}

/* ---- processes ------------------------------------------------------------------------------ */

/* The process groups of all bots that are open; 0: no bot. None outlives the program. */
static volatile pid_t groups[DOM_SOLVE_BOTS_MAX];

static void kill_all(void)
{
    for (int i = 0; i < DOM_SOLVE_BOTS_MAX; i++)
        if (groups[i])
            (void)kill(-groups[i], SIGKILL);
}

/* The handler of interrupts. Only async-signal-safe functions may be called here. */
static void end_by_signal(int number)
{
    char line[64];
    dom_text text = dom_text_of(line, sizeof line);
    kill_all();
    dom_text_add(&text, "domino-solve: interrupted by ");
    dom_text_add(&text, dom_interrupt_name(number));
    dom_text_add(&text, "\n");
    ssize_t told = write(STDERR_FILENO, line, strlen(line));
    (void)told; /* without a reader of stderr the status alone tells it */
    _exit(EXIT_SIGNAL + number);
}

/* Prepares the program for its first bot. A bot that ended is seen by the failed write. */
static void prepare(void)
{
    static bool is_done;
    const struct sigaction ours = {.sa_handler = end_by_signal};
    sigset_t interrupts = dom_interrupt_signals();
    if (is_done)
        return;
    is_done = true;
    (void)atexit(kill_all);
    (void)signal(SIGPIPE, SIG_IGN);
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&interrupts, number) == 1)
            (void)sigaction(number, &ours, NULL);
}

/* Becomes the command, in a group of its own. */
static _Noreturn void become(const char *command, int in, int out, const sigset_t *mask)
{
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the program be killed */
    (void)signal(SIGPIPE, SIG_DFL);
    (void)sigprocmask(SIG_SETMASK, mask, NULL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Starts the command with its input and output connected to pipes. */
static void start(dom_solve_bot *s, const char *command)
{
    int in[2], out[2];
    sigset_t interrupts = dom_interrupt_signals(), mask;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        perror("domino-solve");
        exit(EXIT_MACHINE);
    }
    (void)sigprocmask(SIG_BLOCK, &interrupts, &mask); /* until its group is listed */
    s->process = fork();
    if (s->process < 0) {
        perror("domino-solve");
        exit(EXIT_MACHINE);
    }
    if (s->process == 0)
        become(command, in[0], out[1], &mask);
    (void)setpgid(s->process, s->process);
    *s->group = s->process;
    (void)sigprocmask(SIG_SETMASK, &mask, NULL);
    (void)close(in[0]);
    (void)close(out[1]);
    s->to = in[1];
    s->from = out[0];
    (void)fcntl(s->to, F_SETFL, O_NONBLOCK);
}

/* ---- messages ------------------------------------------------------------------------------- */

/* Waits until the descriptor is ready. Returns false if it is not until `end_us`. */
static bool is_ready(int fd, short events, int64_t end_us)
{
    struct pollfd one = {.fd = fd, .events = events};
    int64_t left_us;
    int ready;
    do {
        left_us = end_us - dom_now_us();
        ready = poll(&one, 1, left_us > 0 ? (int)(left_us / 1000) + 1 : 0);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static void fail_late(dom_solve_bot *s)
{
    char text[128];
    (void)snprintf(text, sizeof text,
                   s->t ? "no answer within %ld s; --limit allows more"
                        : "no hello within %ld s; a bot must speak the protocol over stdio",
                   s->limit_s);
    fail(s, text);
}

static void send_message(dom_solve_bot *s, dom_msg_type type, const void *body)
{
    static uint8_t bytes[DOM_ARENA_MESSAGE_BYTES];
    int64_t end_us = dom_now_us() + s->limit_s * SECOND_US;
    size_t size = dom_msg_encode(DOM_FORMAT_JSON, type, body, bytes, sizeof bytes), sent = 0;
    bytes[size++] = '\n';
    while (!s->failed && sent < size) {
        ssize_t count = write(s->to, bytes + sent, size - sent);
        if (count > 0)
            sent += (size_t)count;
        else if (errno != EAGAIN)
            fail(s, "the bot ended early");
        else if (!is_ready(s->to, POLLOUT, end_us))
            fail_late(s);
    }
}

/* Reads more of what the bot sends. */
static void read_more(dom_solve_bot *s, int64_t end_us)
{
    s->in_size -= s->in_at;
    memmove(s->in, s->in + s->in_at, s->in_size);
    s->in_at = 0;
    if (s->in_size == sizeof s->in) {
        fail(s, "the bot sent a line that is too long");
        return;
    }
    if (!is_ready(s->from, POLLIN, end_us)) {
        fail_late(s);
        return;
    }
    ssize_t count = read(s->from, s->in + s->in_size, sizeof s->in - s->in_size);
    if (count <= 0)
        fail(s, "the bot ended early");
    else
        s->in_size += (size_t)count;
}

/* Reads the next line of the bot into *msg. */
static void receive(dom_solve_bot *s, dom_msg *msg)
{
    dom_err err;
    const char *line, *end = NULL;
    int64_t end_us = dom_now_us() + s->limit_s * SECOND_US;
    while (!s->failed && (end = memchr(s->in + s->in_at, '\n', s->in_size - s->in_at)) == NULL)
        read_more(s, end_us);
    if (s->failed)
        return;
    line = s->in + s->in_at;
    s->in_at = (size_t)(end + 1 - s->in);
    if (end > line && end[-1] == '\r')
        end--;
    if (dom_msg_decode(s->decoder, DOM_FORMAT_JSON, (const uint8_t *)line, (size_t)(end - line),
                       msg, &err) != DOM_OK)
        fail(s, err.text);
}

/* Returns whether the bot has already chosen in an information set. */
static bool is_answered(const dom_solve_bot *s, size_t set)
{
    bool answered = false;
    for (size_t i = 0; i < s->t->set[set].count; i++)
        answered |= s->strategy[s->t->set[set].first + i] > 0;
    return answered;
}

static void take_answer(dom_solve_bot *s, const dom_msg_act *act)
{
    if (act->req < 0 || (size_t)act->req >= s->t->sets || act->has_action || act->choice < 0 ||
        act->choice >= s->t->set[act->req].count) {
        fail(s, "the bot sent no legal choice");
        return;
    }
    if (is_answered(s, (size_t)act->req)) {
        fail(s, "the bot answered an ask twice");
        return;
    }
    s->strategy[s->t->set[act->req].first + (size_t)act->choice] = 1;
    s->answered++;
}

static void take_answers(dom_solve_bot *s)
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

static void read_hello(dom_solve_bot *s)
{
    static dom_msg msg;
    msg.as.asks.room = 0;
    s->limit_s = HELLO_S;
    receive(s, &msg);
    if (!s->failed && msg.type != DOM_MSG_HELLO)
        fail(s, "the bot did not begin with hello");
}

static void begin_match(dom_solve_bot *s)
{
    static dom_msg_welcome welcome = {.protocol = DOM_PROTOCOL_VERSION,
                                      .arena = "domino-solve",
                                      .bot = "bot",
                                      .variant_count = 1,
                                      .variants = {{.name = "domino-solve"}}};
    dom_msg_match match = {
        .table = 1, .variant = "domino-solve", .seats = 2, .bots = {"bot", "?"}, .seed = 1};
    (void)memset(match.commit, '0', sizeof match.commit - 1);
    welcome.limits = (dom_msg_limits){
        .startup_ms = HELLO_S * 1000, .move_ms = 1000, .message_bytes = DOM_BOT_MESSAGE_BYTES};
    welcome.variants[0].options = s->t->options;
    send_message(s, DOM_MSG_WELCOME, &welcome);
    send_message(s, DOM_MSG_MATCH, &match);
}

/* Asks for the choice in one information set: a dom_solve_visit. */
static void ask(void *context, size_t set, const dom_match *match)
{
    static dom_msg_ask message = {
        .table = 1, .variant = "domino-solve", .seed = 1, .clock = {.move_ms = 1000}};
    dom_solve_bot *s = context;
    if (s->failed)
        return;
    message.req = (int64_t)set;
    dom_view_of(&message.view, match, match->play.turn);
    send_message(s, DOM_MSG_ASK, &message);
    s->asked++;
    while (!s->failed && s->asked - s->answered >= AHEAD)
        take_answers(s);
}

/* ---- a bot ---------------------------------------------------------------------------------- */

static volatile pid_t *free_group(void)
{
    volatile pid_t *group = groups;
    while (*group)
        group++;
    return group;
}

dom_solve_bot *dom_solve_bot_open(const char *name, const char *command)
{
    dom_solve_bot *s = dom_solve_alloc(1, sizeof *s);
    prepare();
    s->name = name;
    s->group = free_group();
    s->decoder = dom_decoder_open();
    if (s->decoder == NULL) {
        (void)fprintf(stderr, "domino-solve: out of memory\n");
        exit(EXIT_MACHINE);
    }
    start(s, command);
    read_hello(s);
    if (s->failed)
        dom_solve_bot_close(&s);
    return s;
}

bool dom_solve_bot_ask(dom_solve_bot *s, const dom_solve_tree *t, long limit_s, double strategy[])
{
    dom_solve_tree again; /* the same tree, built once more for its information sets */
    dom_err err;
    (void)memset(strategy, 0, t->actions * sizeof *strategy);
    s->t = t;
    s->strategy = strategy;
    s->limit_s = limit_s;
    begin_match(s);
    (void)dom_solve_tree_build(&again, t->game, t->nodes, ask, s, &err);
    dom_solve_tree_clear(&again);
    while (!s->failed && s->answered < s->asked)
        take_answers(s);
    return !s->failed;
}

void dom_solve_bot_close(dom_solve_bot **bot)
{
    dom_solve_bot *s = *bot;
    *bot = NULL;
    if (s == NULL)
        return;
    (void)close(s->to);
    if (!s->failed)
        (void)is_ready(s->from, POLLIN, dom_now_us() + GRACE_S * SECOND_US);
    (void)kill(-s->process, SIGKILL);
    *s->group = 0;
    (void)waitpid(s->process, NULL, 0);
    (void)close(s->from);
    dom_decoder_close(&s->decoder);
    free(s);
}
