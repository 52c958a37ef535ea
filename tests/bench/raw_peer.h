/* The programs that measure libzmq alone share this: sockets, thinking, and a bot that answers without reading the message. */
#ifndef RAW_PEER_H
#define RAW_PEER_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { BYTES_MAX = 65536, PATIENCE_MS = 10000, THINK_MAX_US = 1000000, NEWS_BYTES = 150 };

/* A message that begins with this byte gets no answer, like the start and the end of a match. */
#define RAW_NEWS 'n'

typedef struct {
    void *context, *socket;
    char endpoint[64];
    char message[BYTES_MAX];
} peer;

static inline void must(bool is_fine, const char *what)
{
    if (is_fine)
        return;
    (void)fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, zmq_strerror(errno));
    exit(3);
}

static inline int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static inline void open_peer(peer *p, int type)
{
    int linger = 0;
    p->context = zmq_ctx_new();
    must(p->context != NULL, "context");
    p->socket = zmq_socket(p->context, type);
    must(p->socket != NULL, "socket");
    must(zmq_setsockopt(p->socket, ZMQ_LINGER, &linger, sizeof linger) == 0, "linger");
}

static inline void close_peer(peer *p)
{
    (void)zmq_close(p->socket);
    (void)zmq_ctx_term(p->context);
}

/* Waits for the next frame and returns its size. */
static inline int receive(peer *p)
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

static inline int64_t thread_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static inline void think(int think_us)
{
    if (think_us == 0)
        return;
    int64_t end = thread_us() + think_us;
    while (thread_us() < end)
        ;
}

static inline double used_us(int who)
{
    struct rusage used;
    (void)getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Answers every message except news, until an empty one arrives. */
static inline int answer(peer *p, size_t act_bytes, int think_us)
{
    static const char act[BYTES_MAX] = {0};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    open_peer(p, ZMQ_DEALER);
    must(zmq_connect(p->socket, p->endpoint) == 0, p->endpoint);
    must(zmq_send(p->socket, "", 1, 0) == 1, "hello");
    while (receive(p) > 0) {
        if (p->message[0] == RAW_NEWS)
            continue;
        think(think_us);
        must(zmq_send(p->socket, act, act_bytes, 0) >= 0, "act");
    }
    close_peer(p);
    return 0;
}

#endif
