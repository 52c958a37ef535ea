/* The input names a variant and a seed, plays some steps, and then changes bytes of the state that
 * domino_vec_set_state gets: 3 bytes for the place, 1 for the value. A state that is accepted is
 * played on to the end of its match. */
#include "fuzz.h"

#include <domino/domino.h>
#include <string.h>

enum { STEPS_MAX = 40, PLAY_MAX = 5000 };

/* The state of one game. */
typedef struct {
    int8_t row[20000];
    int32_t totals[1 + DOMINO_SEATS_MAX];
    int8_t lead;
    int8_t world[DOMINO_SEATS_MAX * DOMINO_TILES_MAX];
} state;

static void step(domino_vec *vec)
{
    int32_t action, rewards[DOMINO_SEATS_MAX];
    uint8_t done;
    domino_vec_sample(vec, &action);
    expect(domino_vec_step(vec, &action, rewards, &done, NULL, 0) == -1);
}

static bool is_over(const domino_vec *vec)
{
    static int8_t row[20000];
    domino_vec_observe(vec, row, NULL);
    return row[0] == -1;
}

/* Changes bytes of the state as it lies in memory, with as much of each array as the game has. */
static void change(state *s, const domino_shape *shape, fuzz_input *in)
{
    struct {
        void *at;
        size_t bytes;
    } parts[] = {{s->row, (size_t)shape->columns},
                 {s->totals, (size_t)shape->totals * sizeof *s->totals},
                 {&s->lead, 1},
                 {s->world, (size_t)(shape->seats * shape->tiles)}};
    while (in->left > 0) {
        uint8_t part = fuzz_next(in) % 4;
        size_t place = fuzz_next(in);
        place = place << 8 | fuzz_next(in);
        ((uint8_t *)parts[part].at)[place % parts[part].bytes] = fuzz_next(in);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static state s;
    fuzz_input in = {data, size};
    char name[DOMINO_NAME_BYTES], why[DOMINO_ERROR_BYTES] = "";
    domino_variant_name(fuzz_next(&in) % domino_variant_count(), name);
    domino_vec *vec = domino_vec_new(name, 1, fuzz_next(&in), NULL, 0);
    domino_shape shape = domino_vec_shape(vec);
    expect(shape.columns <= (int32_t)sizeof s.row);
    for (int n = fuzz_next(&in) % STEPS_MAX; n > 0; n--)
        step(vec);
    if (!is_over(vec)) {
        domino_vec_observe(vec, s.row, s.totals);
        domino_vec_leads(vec, &s.lead);
        domino_vec_worlds(vec, s.world);
        change(&s, &shape, &in);
        int32_t wrong =
            domino_vec_set_state(vec, NULL, s.row, s.totals, &s.lead, s.world, why, sizeof why);
        expect(wrong == (why[0] ? 0 : -1) && strchr(why, '\n') == NULL);
        for (int n = 0; n < PLAY_MAX && !is_over(vec); n++)
            step(vec);
    }
    domino_vec_free(vec);
    return 0;
}
