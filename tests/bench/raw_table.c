/* The speed that ZeroMQ alone allows at tables whose bots think: the processes of an arena, with nothing to encode,
 * check, decide or store. One core, and hosts that have a bot each. The core sends an ask to a host over
 * a Unix socket, the host passes it on over ipc, the bot thinks, and its answer goes back the same way. Then the next
 * seat is asked. Each table has its CPU for its hosts and bots. Before a host passes on an answer, it moves the core to
 * the CPU of its table.
 *
 *     raw_table SEATS TABLES PROCESSES MATCH_ASKS SECONDS ASK_BYTES ACT_BYTES THINK_US [BOT]
 *
 * All tables play at once. A match has MATCH_ASKS asks, those of all seats together. As in an arena whose bots do not think
 * long, a bot's first ask in a match comes together with two messages that it does not answer: the result of its last match,
 * and the start of this one. Each seat of a table has PROCESSES hosts, which take turns: each plays
 * the matches of a quarter of a second, at least one. An arena, too, lets a table keep its processes for some matches.
 * BOT is a program that answers instead of the bot in C. Its arguments are the endpoint, ACT_BYTES and THINK_US.
 * It prints one line of JSON: the share of the ideal, in which every table's CPU only thinks; and for each answer the
 * microseconds besides thinking, and the processor time of the core and of the hosts. */
#include "raw_peer.h"

#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>

enum {
    SEATS_MAX = 8,
    TABLES_MAX = 64,
    PROCESSES_MAX = 8,
    PLACES_MAX = SEATS_MAX * TABLES_MAX * PROCESSES_MAX,
    MATCH_ASKS_MAX = 1000000,
    REST_US_MAX = 5000000, /* a bot ends if it hears nothing for 10 s */
    ROW_US = 250000,       /* matches that take so long together have the same processes */
    FRAME_BYTES = 32
};

/* What the core tells a host, the first byte of a frame. */
enum { ASK, FIRST_ASK };

typedef struct {
    int seats, tables, processes, match_asks;
    double seconds;
    int ask_bytes, act_bytes, think_us;
    const char *bot; /* a program; NULL: the bot is in C */
    cpu_set_t cpu;   /* in a host: that of its table              */
} plan;

/* The name of a host's bot, with which each message to it begins. */
typedef struct {
    char text[256];
    size_t size;
} bot_name;

/* Runs from now on on the table's CPU only: the table-th of those allowed. Returns it in *one. */
static void pin_to(int table, cpu_set_t *one)
{
    cpu_set_t allowed;
    CPU_ZERO(one);
    must(sched_getaffinity(0, sizeof allowed, &allowed) == 0, "CPUs");
    int nth = table % CPU_COUNT(&allowed), cpu = 0;
    while (!CPU_ISSET((size_t)cpu, &allowed) || nth-- > 0)
        cpu++;
    CPU_SET((size_t)cpu, one);
    must(sched_setaffinity(0, sizeof *one, one) == 0, "CPU of a table");
}

/* Passes on the bot's messages that have arrived. */
static void pass_answers(peer *p, int core_fd, const plan *of)
{
    for (;;) {
        int events = 0;
        size_t size = sizeof events;
        must(zmq_getsockopt(p->socket, ZMQ_EVENTS, &events, &size) == 0, "events");
        if ((events & ZMQ_POLLIN) == 0)
            return;
        (void)receive(p); /* the name of the bot */
        (void)receive(p);
        if (of->tables > 1)
            (void)sched_setaffinity(getppid(), sizeof of->cpu, &of->cpu);
        must(send(core_fd, p->message, FRAME_BYTES, 0) == FRAME_BYTES, "answer");
    }
}

/* Sends an ask, the first of a match together with news. */
static void send_ask(peer *p, const bot_name *to, int ask_bytes, bool is_first)
{
    static const char news[NEWS_BYTES] = {RAW_NEWS}, ask[BYTES_MAX] = {0};
    must(zmq_send(p->socket, to->text, to->size, ZMQ_SNDMORE) >= 0, "name");
    for (int i = 0; is_first && i < 2; i++)
        must(zmq_send(p->socket, news, sizeof news, ZMQ_SNDMORE) >= 0, "news");
    must(zmq_send(p->socket, ask, (size_t)ask_bytes, 0) >= 0, "ask");
}

/* Passes on the core's frames until it closes the socket; one of a single byte asks for the processor time of this process. */
static void pass_on(peer *p, int core_fd, const bot_name *to, const plan *of)
{
    struct pollfd fds[2] = {{.fd = core_fd, .events = POLLIN}, {.events = POLLIN}};
    size_t size = sizeof fds[1].fd;
    char frame[FRAME_BYTES];
    must(zmq_getsockopt(p->socket, ZMQ_FD, &fds[1].fd, &size) == 0, "descriptor");
    for (;;) {
        must(poll(fds, 2, -1) > 0 || errno == EINTR, "poll");
        ssize_t n = fds[0].revents ? recv(core_fd, frame, sizeof frame, MSG_DONTWAIT) : -1;
        if (n == 0)
            return;
        if (n == 1) {
            double us = used_us(RUSAGE_SELF);
            must(send(core_fd, &us, sizeof us, 0) == sizeof us, "processor time");
        } else if (n > 0) {
            send_ask(p, to, of->ask_bytes, frame[0] == FIRST_ASK);
        }
        pass_answers(p, core_fd, of);
    }
}

static int be_bot(peer *p, const plan *of)
{
    char act_bytes[16], think_us[16];
    if (of->bot == NULL)
        return answer(p, (size_t)of->act_bytes, of->think_us);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)snprintf(act_bytes, sizeof act_bytes, "%d", of->act_bytes);
    (void)snprintf(think_us, sizeof think_us, "%d", of->think_us);
    (void)execlp(of->bot, of->bot, p->endpoint, act_bytes, think_us, (char *)NULL);
    must(false, of->bot);
    return 1;
}

/* A host: starts its bot, says so to the core, and passes on messages. */
static int be_host(peer *p, int core_fd, const plan *of)
{
    bot_name name;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    pid_t bot = fork();
    if (bot == 0)
        return be_bot(p, of);
    open_peer(p, ZMQ_ROUTER);
    must(zmq_bind(p->socket, p->endpoint) == 0, p->endpoint);
    int size = receive(p);
    must(size <= (int)sizeof name.text, "name");
    name.size = (size_t)size;
    memcpy(name.text, p->message, name.size);
    (void)receive(p); /* its hello */
    must(send(core_fd, "", 1, 0) == 1, "hello");
    pass_on(p, core_fd, &name, of);
    (void)kill(bot, SIGKILL);
    close_peer(p);
    (void)unlink(p->endpoint + strlen("ipc://"));
    return 0;
}

/* Returns the core's end of the socket to a new host in this place. */
static int start_host(const char *folder, int place, plan *of)
{
    static peer p;
    int pair[2];
    must(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0, "socket");
    (void)snprintf(p.endpoint, sizeof p.endpoint, "ipc://%s/%d", folder, place);
    pid_t host = fork();
    must(host >= 0, "fork");
    if (host == 0) {
        for (int fd = STDERR_FILENO + 1; fd < pair[1]; fd++)
            (void)close(fd); /* the core's ends of all sockets */
        pin_to(place / of->seats % of->tables, &of->cpu);
        exit(be_host(&p, pair[1], of));
    }
    (void)close(pair[1]);
    return pair[0];
}

/* The core's sockets to all hosts: those of the first process of each seat, table by table, then those of the second. */
typedef struct {
    int fd[PLACES_MAX];
    int count;
} places;

/* The match at one table. */
typedef struct {
    int process; /* which of its processes each seat plays with */
    int before;  /* matches in a row that these have played     */
    int asks;    /* so far                                      */
    bool was_asked[SEATS_MAX];
} match;

static void ask_seat(const places *at, const plan *of, match *m, int table, int seat)
{
    const char frame[FRAME_BYTES] = {m->was_asked[seat] ? ASK : FIRST_ASK};
    int place = (m->process * of->tables + table) * of->seats + seat;
    must(send(at->fd[place], frame, sizeof frame, 0) == sizeof frame, "frame");
    m->was_asked[seat] = true;
    m->asks++;
}

static match next_match(const plan *of, const match *m)
{
    int64_t match_us = (int64_t)of->match_asks * of->think_us;
    int with_next = m->before + 2; /* matches with these processes, if they play one more */
    if (with_next * match_us <= ROW_US)
        return (match){.process = m->process, .before = m->before + 1};
    return (match){.process = (m->process + 1) % of->processes};
}

/* Asks the next seat. After the last answer of a match the next one begins. */
static void go_on(const places *at, const plan *of, match *m, int table, int seat)
{
    int next = (seat + 1) % of->seats;
    if (m->asks == of->match_asks) {
        *m = next_match(of, m);
        next = 0;
    }
    ask_seat(at, of, m, table, next);
}

static int watch(const places *at)
{
    int all = epoll_create1(EPOLL_CLOEXEC);
    must(all >= 0, "epoll");
    for (int i = 0; i < at->count; i++) {
        struct epoll_event of_host = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        must(epoll_ctl(all, EPOLL_CTL_ADD, at->fd[i], &of_host) == 0, "epoll");
    }
    return all;
}

/* Plays at all tables until the time is up. Returns the number of answers. */
static uint64_t play(const places *at, const plan *of, double *took_s)
{
    static match matches[TABLES_MAX];
    struct epoll_event events[TABLES_MAX];
    char frame[FRAME_BYTES];
    int all = watch(at);
    int64_t start = now_ns(), end = start + (int64_t)(of->seconds * 1e9), now = start;
    uint64_t answers = 0;
    for (int table = 0; table < of->tables; table++)
        ask_seat(at, of, &matches[table], table, 0);
    while (now < end) {
        int count = epoll_wait(all, events, TABLES_MAX, PATIENCE_MS);
        must(count > 0, "no answer within 10 s");
        for (int i = 0; i < count; i++) {
            int place = (int)events[i].data.u32, table = place / of->seats % of->tables;
            must(recv(at->fd[place], frame, sizeof frame, 0) == FRAME_BYTES, "answer");
            go_on(at, of, &matches[table], table, place % of->seats);
            answers++;
        }
        now = now_ns();
    }
    *took_s = (double)(now - start) / 1e9;
    (void)close(all);
    return answers;
}

/* Returns the processor time of all hosts. The last answers may still come before it. */
static double hosts_us(const places *at)
{
    double sum = 0;
    for (int i = 0; i < at->count; i++) {
        char frame[FRAME_BYTES];
        double us = 0;
        must(send(at->fd[i], "", 1, 0) == 1, "processor time");
        while (recv(at->fd[i], frame, sizeof frame, 0) != sizeof us)
            ;
        memcpy(&us, frame, sizeof us);
        sum += us;
    }
    return sum;
}

static void run(plan *of, const char *folder)
{
    static places at;
    char hello[1];
    at.count = of->seats * of->tables * of->processes;
    for (int i = 0; i < at.count; i++)
        at.fd[i] = start_host(folder, i, of);
    for (int i = 0; i < at.count; i++)
        must(recv(at.fd[i], hello, sizeof hello, 0) == 1, "hello");
    double before_us = used_us(RUSAGE_SELF), hosts_before_us = hosts_us(&at), took_s;
    double answers = (double)play(&at, of, &took_s);
    double core_us = used_us(RUSAGE_SELF) - before_us;
    double passing_us = hosts_us(&at) - hosts_before_us;
    (void)printf(
        "{\"of_ideal\": %.4f, \"beside_us\": %.1f, \"core_us\": %.1f, \"hosts_us\": %.1f}\n",
        answers * of->think_us / 1e6 / took_s / of->tables,
        took_s * 1e6 * of->tables / answers - of->think_us, core_us / answers,
        passing_us / answers);
    for (int i = 0; i < at.count; i++)
        (void)close(at.fd[i]);
    while (wait(NULL) > 0)
        ;
}

static bool is_in_range(const plan *of)
{
    return of->seats >= 2 && of->seats <= SEATS_MAX && of->tables >= 1 &&
           of->tables <= TABLES_MAX && of->processes >= 1 && of->processes <= PROCESSES_MAX &&
           of->match_asks >= 1 && of->match_asks <= MATCH_ASKS_MAX && of->seconds > 0 &&
           of->ask_bytes >= 1 && of->ask_bytes <= BYTES_MAX && of->act_bytes >= 1 &&
           of->act_bytes <= BYTES_MAX && of->think_us >= 1 && of->think_us <= THINK_MAX_US &&
           (int64_t)of->processes * of->match_asks * of->think_us < REST_US_MAX;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/raw-table.XXXXXX";
    plan of = {.seats = 0};
    if (argc == 9 || argc == 10)
        of = (plan){.seats = atoi(argv[1]),
                    .tables = atoi(argv[2]),
                    .processes = atoi(argv[3]),
                    .match_asks = atoi(argv[4]),
                    .seconds = atof(argv[5]),
                    .ask_bytes = atoi(argv[6]),
                    .act_bytes = atoi(argv[7]),
                    .think_us = atoi(argv[8]),
                    .bot = argv[9]};
    if (!is_in_range(&of)) {
        (void)fprintf(stderr, "usage: raw_table SEATS TABLES PROCESSES MATCH_ASKS SECONDS "
                              "ASK_BYTES ACT_BYTES THINK_US [BOT]; allowed: 2..8 seats, 1..64 "
                              "tables, 1..8 processes, 1..1000000 asks, 1..65536 bytes, 1..1000000 "
                              "us, and less than 5 s of thinking until a process plays again\n");
        return 2;
    }
    must(mkdtemp(folder) != NULL, folder);
    run(&of, folder);
    (void)rmdir(folder);
    return 0;
}
