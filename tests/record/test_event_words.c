/* What a seat did, in words. */
#include "record/event_words.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { FIVE_THREE = 3 + 5 * (5 + 1) / 2 };

static const int8_t ends[] = {4, DOM_ARM_CLOSED, 2, 4};
static const dom_record_telling bare = {.end_count = 0};
static const dom_record_telling you = {
    .is_you = true, .counts_draws = true, .ends = ends, .end_count = 4};

static const struct {
    dom_event event;
    const dom_record_telling *how;
    const char *words;
} cases[] = {
    {{.kind = DOM_EVENT_LEAD, .tile = FIVE_THREE}, &bare, "leads 5-3"},
    {{.kind = DOM_EVENT_PLAY, .tile = FIVE_THREE}, &bare, "plays 5-3 at the left end"},
    {{.kind = DOM_EVENT_PLAY, .tile = FIVE_THREE, .end = 1, .down = 1},
     &you,
     "play 5-3 at the right end, face down"},
    {{.kind = DOM_EVENT_DRAW, .tile = FIVE_THREE, .count = 1}, &bare, "draws 5-3"},
    {{.kind = DOM_EVENT_DRAW, .tile = DOM_NO_TILE, .count = 1}, &bare, "draws a tile"},
    {{.kind = DOM_EVENT_DRAW, .tile = DOM_NO_TILE, .count = 1}, &you, "draw 1 tile"},
    {{.kind = DOM_EVENT_DRAW, .tile = DOM_NO_TILE, .count = 3}, &you, "draw 3 tiles"},
    {{.kind = DOM_EVENT_PASS}, &bare, "passes"},
    {{.kind = DOM_EVENT_PASS}, &you, "pass: nothing fits 4 or 2"},
    {{.kind = DOM_EVENT_START, .tile = FIVE_THREE}, &bare, "starts with 5-3"},
    {{.kind = DOM_EVENT_LOT, .tile = FIVE_THREE}, &you, "draw the lot 5-3"},
};

Test(event_words, every_kind_of_event_for_the_seat_and_for_others)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[DOM_RECORD_WORDS_BYTES];
        dom_record_event_words(words, &cases[i].event, *cases[i].how);
        cr_expect(eq(str, words, (char *)cases[i].words));
    }
}

Test(event_words, each_open_end_is_named_once)
{
    char words[DOM_RECORD_WORDS_BYTES];
    dom_record_ends_words(words, (const int8_t[]){12, 11, 12, 10}, 4);
    cr_expect(eq(str, words, "12, 11 or 10"));
    dom_record_ends_words(words, (const int8_t[]){DOM_ARM_CLOSED, DOM_ARM_CLOSED}, 2);
    cr_expect(eq(str, words, ""));
}
