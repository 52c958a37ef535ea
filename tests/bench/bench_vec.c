/* How libdomino scales: a domino_vec for each of two threads, beside one of them alone.
 *
 *     bench_vec GAME STEPS TURNS
 *
 * A step of a vec is an observation, random actions, and playing them, in 1,000 games. Prints a JSON array: for each
 * turn the rate of both threads divided by the rate of one.
 */
#include <domino/domino.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GAMES = 1000 };

/* A vec with its arrays. */
typedef struct {
    domino_vec *vec;
    long steps;
    int8_t *observation;
    int32_t *totals, *actions, *rewards;
    uint8_t *done;
} player;

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *allocate(size_t count, int32_t of_each)
{
    void *array = calloc(count * (size_t)of_each, GAMES);
    if (array == NULL)
        exit(1);
    return array;
}

static player make_player(const char *game, uint64_t seed, long steps)
{
    char why[DOMINO_NAME_BYTES * 4];
    player p = {.vec = domino_vec_new(game, GAMES, seed, why, sizeof why), .steps = steps};
    if (p.vec == NULL) {
        (void)fprintf(stderr, "bench_vec: %s\n", why);
        exit(2);
    }
    domino_shape shape = domino_vec_shape(p.vec);
    p.observation = allocate(sizeof *p.observation, shape.columns);
    p.totals = allocate(sizeof *p.totals, shape.totals);
    p.actions = allocate(sizeof *p.actions, 1);
    p.rewards = allocate(sizeof *p.rewards, shape.seats);
    p.done = allocate(sizeof *p.done, 1);
    domino_vec_auto_reset(p.vec, 1);
    return p;
}

static void free_player(player *p)
{
    domino_vec_free(p->vec);
    free(p->observation);
    free(p->totals);
    free(p->actions);
    free(p->rewards);
    free(p->done);
}

static void *play(void *context)
{
    const player *p = context;
    char why[DOMINO_NAME_BYTES * 4];
    for (long i = 0; i < p->steps; i++) {
        domino_vec_observe(p->vec, p->observation, p->totals);
        domino_vec_sample(p->vec, p->actions);
        if (domino_vec_step(p->vec, p->actions, p->rewards, p->done, why, sizeof why) >= 0)
            exit(1);
    }
    return NULL;
}

static double seconds_of_both(player players[static 2])
{
    pthread_t thread[2];
    double began = seconds();
    for (int i = 0; i < 2; i++)
        if (pthread_create(&thread[i], NULL, play, &players[i]) != 0)
            exit(1);
    for (int i = 0; i < 2; i++)
        (void)pthread_join(thread[i], NULL);
    return seconds() - began;
}

static double seconds_of_one(player *p)
{
    double began = seconds();
    (void)play(p);
    return seconds() - began;
}

int main(int argc, char **argv)
{
    long steps = argc == 4 ? atol(argv[2]) : 0, turns = argc == 4 ? atol(argv[3]) : 0;
    if (steps < 1 || turns < 1) {
        (void)fprintf(stderr, "usage: bench_vec GAME STEPS TURNS\n");
        return 2;
    }
    player players[2] = {make_player(argv[1], 1, steps), make_player(argv[1], 2, steps)};
    for (long turn = 0; turn < turns; turn++) {
        double one = seconds_of_one(&players[0]);
        (void)printf("%s%.3f", turn ? ", " : "[", 2 * one / seconds_of_both(players));
    }
    (void)puts("]");
    for (int i = 0; i < 2; i++)
        free_player(&players[i]);
    return 0;
}
