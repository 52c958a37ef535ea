/* A program of a user, compiled with the installed library: it plays and counts. */
#include <domino/domino.h>

#include <stdio.h>

int main(void)
{
    char why[DOMINO_ERROR_BYTES];
    domino_vec *vec = domino_vec_new("block-2", 10, 7, why, sizeof why);
    if (vec == NULL) {
        (void)fprintf(stderr, "%s\n", why);
        return 1;
    }
    int32_t actions[10], rewards[20], games = 0;
    uint8_t done[10];
    for (int i = 0; i < 1000; i++) {
        domino_vec_sample(vec, actions);
        if (domino_vec_step(vec, actions, rewards, done, why, sizeof why) >= 0)
            return 1;
        for (int g = 0; g < 10; g++)
            games += done[g];
        domino_vec_reset(vec, done);
    }
    domino_vec_free(vec);
    printf("%s %s\n", domino_version(), games > 10 ? "played" : "too few games");
    return 0;
}
