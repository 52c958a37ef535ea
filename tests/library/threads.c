/* Several vecs may be used at once, each by its own thread, with the same results as one after
 * another. ThreadSanitizer (the preset tsan) would find shared data. */
#include "domino/domino.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum { THREADS = 4, GAMES = 16, STEPS = 400, SEATS_MAX = 8 };

typedef struct {
    const char *game;
    uint64_t seed;
    int64_t seen; /* a sum over all observations */
    char why[DOMINO_ERROR_BYTES];
} player;

static const char *const games[THREADS] = {"block-2", "draw-4", "block-2", "homo-homini-lupus"};

static void *play(void *of)
{
    player *p = of;
    int32_t actions[GAMES], rewards[GAMES * SEATS_MAX];
    uint8_t done[GAMES];
    domino_vec *vec = domino_vec_new(p->game, GAMES, p->seed, p->why, sizeof p->why);
    if (vec == NULL)
        return NULL;
    int32_t seats = domino_vec_shape(vec).seats;
    for (int step = 0; step < STEPS; step++) {
        domino_vec_sample(vec, actions);
        if (domino_vec_step(vec, actions, rewards, done, p->why, sizeof p->why) >= 0)
            break;
        for (int i = 0; i < GAMES * seats; i++)
            p->seen = (p->seen * 31 + rewards[i] + actions[i % GAMES]) % 1000000007;
        domino_vec_reset(vec, done);
    }
    domino_vec_free(vec);
    return NULL;
}

static player of_number(int i)
{
    return (player){.game = games[i], .seed = 7 + (uint64_t)i % 2};
}

static bool is_alike(const player *together, const player *alone)
{
    if (together->why[0] == '\0' && together->seen != 0 && together->seen == alone->seen)
        return true;
    (void)fprintf(stderr, "%s: %lld beside others, %lld alone; %s\n", together->game,
                  (long long)together->seen, (long long)alone->seen, together->why);
    return false;
}

int main(void)
{
    player together[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        together[i] = of_number(i);
        if (pthread_create(&threads[i], NULL, play, &together[i]) != 0)
            return 2;
    }
    bool ok = true;
    for (int i = 0; i < THREADS; i++)
        ok &= pthread_join(threads[i], NULL) == 0;
    for (int i = 0; i < THREADS; i++) {
        player alone = of_number(i);
        (void)play(&alone);
        ok &= is_alike(&together[i], &alone);
    }
    return ok ? 0 : 1;
}
