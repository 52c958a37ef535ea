/* Every position, tile or action that can be read is written as a text that is read back as the
 * same value, and every position can be played from. Each input is tried as all three. */
#include "fuzz.h"
#include "rules/notation.h"

#include <string.h>

enum { TEXT_BYTES = 4096 };

/* ---- tiles and actions ------------------------------------------------------ */

static void try_tile(const char *line)
{
    char text[16];
    dom_tile tile = dom_tile_read(line);
    if (tile == DOM_NO_TILE)
        return;
    dom_text out = dom_text_of(text, sizeof text);
    dom_tile_write(tile, &out);
    expect(tile < DOM_TILES_MAX && !out.cut && dom_tile_read(text) == tile);
}

static void read_back_action(dom_action action)
{
    char text[24];
    dom_action again;
    dom_text out = dom_text_of(text, sizeof text);
    dom_action_write(action, &out);
    expect(!out.cut && dom_action_read(text, &again));
    expect(memcmp(&again, &action, sizeof action) == 0);
}

static void try_action(const char *line)
{
    dom_action action;
    if (!dom_action_read(line, &action))
        return;
    expect(action.end < DOM_ENDS_MAX && action.down <= 1);
    read_back_action(action);
}

/* ---- positions -------------------------------------------------------------- */

static void write_position(const dom_position *position, char text[TEXT_BYTES])
{
    dom_text out = dom_text_of(text, TEXT_BYTES);
    dom_position_write(position, &out);
    expect(!out.cut);
}

static bool same_round(const dom_round *a, const dom_round *b)
{
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        if (!dom_tileset_equal(a->hand[s], b->hand[s]) || a->paid[s] != b->paid[s])
            return false;
    return dom_tileset_equal(a->stock, b->stock) && a->turn == b->turn && a->leader == b->leader &&
           a->drawn == b->drawn && a->last_player == b->last_player &&
           a->end_count == b->end_count && memcmp(a->ends, b->ends, sizeof a->ends) == 0;
}

/* Makes every legal action of the position on a copy: no following state may break an assertion
 * either. */
static void try_actions(const dom_round *round)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    expect(0 < count && count <= DOM_ACTIONS_MAX);
    for (int i = 0; i < count; i++) {
        dom_action next[DOM_ACTIONS_MAX];
        dom_round after = *round;
        dom_event event;
        read_back_action(legal[i]);
        expect(dom_round_apply(&after, legal[i], &event) == DOM_OK);
        expect((dom_round_legal(&after, next) == 0) == (after.end != DOM_END_NONE));
        if (after.end != DOM_END_NONE)
            (void)dom_round_score(&after);
    }
}

static void try_position(const char *line)
{
    static dom_position position, again;
    static char text[TEXT_BYTES], twice[TEXT_BYTES];
    dom_err err = {.text = ""};
    if (dom_position_read(&position, line, &err) != DOM_OK) {
        expect(err.rc == DOM_E_CONFIG && err.text[0] != '\0');
        return;
    }
    write_position(&position, text);
    expect(dom_position_read(&again, text, NULL) == DOM_OK);
    write_position(&again, twice);
    expect(strcmp(text, twice) == 0 && same_round(&position.round, &again.round));
    expect(position.round.turn < position.variant.options.players);
    try_actions(&position.round);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char line[TEXT_BYTES];
    if (size >= sizeof line)
        return 0;
    if (size > 0)
        memcpy(line, data, size);
    line[size] = '\0';
    try_tile(line);
    try_action(line);
    try_position(line);
    return 0;
}
