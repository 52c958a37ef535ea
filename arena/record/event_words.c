#include "record/event_words.h"

#include "base/text.h"
#include "rules/notation.h"

void dom_record_ends_words(char words[static DOM_RECORD_WORDS_BYTES], const int8_t ends[],
                           int end_count)
{
    dom_text out = dom_text_of(words, DOM_RECORD_WORDS_BYTES);
    int8_t open[DOM_ENDS_MAX];
    int count = 0;
    for (int e = 0; e < end_count; e++) {
        bool is_known = ends[e] == DOM_ARM_CLOSED;
        for (int i = 0; i < count; i++)
            is_known |= open[i] == ends[e];
        if (!is_known)
            open[count++] = ends[e];
    }
    for (int i = 0; i < count; i++) {
        dom_text_add(&out, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        dom_text_add_int(&out, open[i]);
    }
}

static void add_pass(dom_text *out, dom_record_telling how)
{
    char ends[DOM_RECORD_WORDS_BYTES];
    dom_record_ends_words(ends, how.ends, how.end_count);
    if (ends[0]) {
        dom_text_add(out, ": nothing fits ");
        dom_text_add(out, ends);
    }
}

static void add_tile(dom_text *out, dom_tile tile)
{
    dom_text_add_char(out, ' ');
    if (tile == DOM_NO_TILE)
        dom_text_add(out, "a tile");
    else
        dom_tile_write(tile, out);
}

static void add_count(dom_text *out, int count)
{
    dom_text_add_char(out, ' ');
    dom_text_add_int(out, count);
    dom_text_add(out, count == 1 ? " tile" : " tiles");
}

void dom_record_event_words(char words[static DOM_RECORD_WORDS_BYTES], const dom_event *event,
                            dom_record_telling how)
{
    static const char *const verbs[][2] = {[DOM_EVENT_LEAD] = {"leads", "lead"},
                                           [DOM_EVENT_PLAY] = {"plays", "play"},
                                           [DOM_EVENT_DRAW] = {"draws", "draw"},
                                           [DOM_EVENT_PASS] = {"passes", "pass"},
                                           [DOM_EVENT_START] = {"starts with", "start with"},
                                           [DOM_EVENT_LOT] = {"draws the lot", "draw the lot"}};
    dom_text out = dom_text_of(words, DOM_RECORD_WORDS_BYTES);
    dom_text_add(&out, verbs[event->kind][how.is_you]);
    if (event->kind == DOM_EVENT_PASS)
        add_pass(&out, how);
    else if (event->kind == DOM_EVENT_DRAW && how.counts_draws)
        add_count(&out, event->count);
    else
        add_tile(&out, event->tile);
    if (event->kind != DOM_EVENT_PLAY)
        return;
    dom_text_add(&out, " at the ");
    dom_text_add(&out, dom_end_name(event->end));
    dom_text_add(&out, event->down ? " end, face down" : " end");
}
