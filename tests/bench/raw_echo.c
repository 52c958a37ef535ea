/* The speed that ZeroMQ alone allows: two processes, a ROUTER that sends asks and a
 * DEALER that answers each, over ipc, as a host and its bot do, but with nothing to
 * encode, check or decide. Both read what is there and then sleep in zmq_poll.
 *
 *     raw_echo IN_FLIGHT SECONDS ASK_BYTES ACT_BYTES [THINK_US]
 *
 * The DEALER burns THINK_US of processor time before it answers, 0 unless given.
 *
 * One line of JSON: exchanges (an ask and its act) per second, the time of an
 * exchange (median and 99th percentile of the last 2^18, waiting in the queue
 * included), and the processor time of both processes and of the asking one
 * alone per exchange. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum {
    BYTES_MAX = 65536,
    PATIENCE_MS = 10000,
    THINK_MAX_US = 1000000,
    IN_FLIGHT_MAX = 512,
    SAMPLES = 1 << 18
};

typedef struct {
    void *context, *socket;
    char endpoint[64];
    char message[BYTES_MAX];
} peer;

static void must(bool is_fine, const char *what)
{
    if (is_fine)
        return;
    (void)fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, zmq_strerror(errno));
    exit(3);
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void open_peer(peer *p, int type)
{
    int linger = 0;
    p->context = zmq_ctx_new();
    must(p->context != NULL, "context");
    p->socket = zmq_socket(p->context, type);
    must(p->socket != NULL, "socket");
    must(zmq_setsockopt(p->socket, ZMQ_LINGER, &linger, sizeof linger) == 0, "linger");
}

static void close_peer(peer *p)
{
    (void)zmq_close(p->socket);
    (void)zmq_ctx_term(p->context);
}

/* Waits for the next frame and returns its size. */
static int receive(peer *p)
{
    for (;;) {
        int size = zmq_recv(p->socket, p->message, sizeof p->message, ZMQ_DONTWAIT);
        if (size >= 0)
            return size;
        must(errno == EAGAIN, "receive");
        zmq_pollitem_t item = {.socket = p->socket, .events = ZMQ_POLLIN};
        must(zmq_poll(&item, 1, PATIENCE_MS) == 1, "no message within 10 s");
    }
}

static int64_t thread_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static void think(int think_us)
{
    if (think_us == 0)
        return;
    int64_t end = thread_us() + think_us;
    while (thread_us() < end)
        ;
}

static double used_us(int who)
{
    struct rusage used;
    (void)getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Answers every message, until an empty one arrives. */
static int answer(peer *p, size_t act_bytes, int think_us)
{
    static const char act[BYTES_MAX] = {0};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    open_peer(p, ZMQ_DEALER);
    must(zmq_connect(p->socket, p->endpoint) == 0, p->endpoint);
    must(zmq_send(p->socket, "", 1, 0) == 1, "hello");
    while (receive(p) > 0) {
        think(think_us);
        must(zmq_send(p->socket, act, act_bytes, 0) >= 0, "act");
    }
    close_peer(p);
    return 0;
}

typedef struct {
    char name[256]; /* identity of the other socket; a ROUTER puts it before every message */
    size_t name_bytes, ask_bytes;
    int in_flight;
    int64_t sent_ns[IN_FLIGHT_MAX]; /* a ring: answers come in order             */
    uint64_t exchanges;
    uint32_t *sample_ns; /* a ring of SAMPLES                                    */
} asker;

static void ask(peer *p, asker *a, size_t bytes)
{
    static const char body[BYTES_MAX] = {0};
    must(zmq_send(p->socket, a->name, a->name_bytes, ZMQ_SNDMORE) >= 0, "name");
    must(zmq_send(p->socket, body, bytes, 0) >= 0, "ask");
}

static void greet(peer *p, asker *a)
{
    int size = receive(p);
    must(size <= (int)sizeof a->name, "name");
    memcpy(a->name, p->message, (size_t)size);
    a->name_bytes = (size_t)size;
    (void)receive(p);
}

/* Counts an exchange. */
static void take_act(peer *p, asker *a)
{
    (void)receive(p);
    (void)receive(p);
    int64_t now = now_ns();
    int64_t *sent = &a->sent_ns[a->exchanges % (uint64_t)a->in_flight];
    a->sample_ns[a->exchanges++ % SAMPLES] = (uint32_t)(now - *sent);
    *sent = now;
}

/* Returns the seconds that it took. */
static double ask_for(peer *p, asker *a, double seconds)
{
    int64_t start = now_ns(), end = start + (int64_t)(seconds * 1e9), now = start;
    for (int i = 0; i < a->in_flight; i++) {
        a->sent_ns[i] = now_ns();
        ask(p, a, a->ask_bytes);
    }
    while (now < end) {
        take_act(p, a);
        now = a->sent_ns[(a->exchanges - 1) % (uint64_t)a->in_flight];
        ask(p, a, a->ask_bytes);
    }
    return (double)(now - start) / 1e9;
}

static int by_size(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void print(asker *a, double seconds)
{
    double asker_us = used_us(RUSAGE_SELF), cpu_us = asker_us + used_us(RUSAGE_CHILDREN);
    size_t count = a->exchanges < SAMPLES ? (size_t)a->exchanges : SAMPLES;
    qsort(a->sample_ns, count, sizeof *a->sample_ns, by_size);
    (void)printf("{\"in_flight\": %d, \"exchanges_per_s\": %.2f, \"median_us\": %.1f, "
                 "\"p99_us\": %.1f, \"cpu_us\": %.2f, \"asker_us\": %.2f}\n",
                 a->in_flight, (double)a->exchanges / seconds, a->sample_ns[count / 2] / 1e3,
                 a->sample_ns[count - 1 - count / 100] / 1e3, cpu_us / (double)a->exchanges,
                 asker_us / (double)a->exchanges);
}

/* Asks, and waits for the end of the other process. */
static void run(peer *p, asker *a, double seconds, pid_t child)
{
    int status;
    greet(p, a);
    double took = ask_for(p, a, seconds);
    ask(p, a, 0);
    must(waitpid(child, &status, 0) == child && status == 0, "the other process");
    print(a, took);
}

int main(int argc, char **argv)
{
    static peer p;
    static asker a;
    char folder[] = "/tmp/raw-echo.XXXXXX";
    bool is_complete = argc == 5 || argc == 6;
    int in_flight = is_complete ? atoi(argv[1]) : 0;
    double seconds = is_complete ? atof(argv[2]) : 0;
    int ask_bytes = is_complete ? atoi(argv[3]) : 0, act_bytes = is_complete ? atoi(argv[4]) : 0;
    int think_us = argc == 6 ? atoi(argv[5]) : 0;
    if (in_flight < 1 || in_flight > IN_FLIGHT_MAX || seconds <= 0 || ask_bytes < 1 ||
        ask_bytes > BYTES_MAX || act_bytes < 1 || act_bytes > BYTES_MAX || think_us < 0 ||
        think_us > THINK_MAX_US) {
        (void)fprintf(stderr, "usage: raw_echo IN_FLIGHT SECONDS ASK_BYTES ACT_BYTES [THINK_US]; "
                              "allowed: 1..512 in flight, 1..65536 bytes, 0..1000000 us\n");
        return 2;
    }
    a = (asker){.in_flight = in_flight, .ask_bytes = (size_t)ask_bytes};
    a.sample_ns = calloc(SAMPLES, sizeof *a.sample_ns);
    must(a.sample_ns != NULL && mkdtemp(folder) != NULL, folder);
    (void)snprintf(p.endpoint, sizeof p.endpoint, "ipc://%s/s", folder);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0)
        return answer(&p, (size_t)act_bytes, think_us);
    open_peer(&p, ZMQ_ROUTER);
    must(zmq_bind(p.socket, p.endpoint) == 0, p.endpoint);
    run(&p, &a, seconds, child);
    close_peer(&p);
    (void)unlink(p.endpoint + strlen("ipc://"));
    (void)rmdir(folder);
    free(a.sample_ns);
    return 0;
}
