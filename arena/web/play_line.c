#include "play_line.h"

#include "base/check.h"
#include "record/event_words.h"

/* ---- the tiles --------------------------------------------------------------------- */

/* Returns the entry of the next tile. A round has no more tiles than the set. */
static dom_web_play_laid *next_tile(dom_web_play_line *line, const dom_event *event)
{
    dom_check(line->laid_count < DOM_TILES_MAX);
    dom_web_play_laid *laid = &line->laid[line->laid_count++];
    laid->tile = event->tile;
    laid->is_down = event->down != 0;
    return laid;
}

static void lay_first(dom_web_play_line *line, const dom_options *options, const dom_event *event)
{
    int high = dom_tile_high(event->tile), low = dom_tile_low(event->tile);
    dom_web_play_laid *laid = next_tile(line, event);
    for (dom_web_width w = 0; w < DOM_WEB_WIDTHS; w++)
        laid->place[w] =
            dom_web_layout_lead(&line->layout[w], options->arms,
                                dom_web_layout_edge(w, options->arms, options->set_max), high, low);
    for (int end = 0; end < options->arms; end++)
        line->open[end] = (int8_t)(end == 0 ? high : low);
}

static void lay_next(dom_web_play_line *line, const dom_event *event)
{
    int near = line->open[event->end], far = dom_tile_other_half(event->tile, near);
    dom_web_play_laid *laid = next_tile(line, event);
    for (dom_web_width w = 0; w < DOM_WEB_WIDTHS; w++)
        laid->place[w] = dom_web_layout_play(&line->layout[w], event->end, near, far);
    line->open[event->end] = (int8_t)(event->down ? DOM_ARM_CLOSED : far);
}

void dom_web_play_line_add(dom_web_play_line *line, const dom_variant *variant,
                           const dom_event *event)
{
    if (event->kind == DOM_EVENT_START || event->kind == DOM_EVENT_LEAD)
        lay_first(line, &variant->options, event);
    if (event->kind == DOM_EVENT_PLAY)
        lay_next(line, event);
}

int dom_web_play_line_first_news(const dom_web_play_seat *seat)
{
    int first = 0;
    for (int i = 0; i < seat->view->history_count; i++) {
        const dom_event *e = &seat->view->history[i];
        if (e->seat == seat->own && (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY))
            first = i + 1;
    }
    return first;
}

dom_web_play_line dom_web_play_line_of(const dom_web_play_seat *seat)
{
    dom_web_play_line line = {.laid_count = 0};
    int first = dom_web_play_line_first_news(seat);
    for (int i = 0; i < seat->view->history_count; i++) {
        if (i == first)
            line.old_count = line.laid_count;
        dom_web_play_line_add(&line, seat->variant, &seat->view->history[i]);
    }
    if (first == seat->view->history_count)
        line.old_count = line.laid_count;
    return line;
}

/* ---- words -------------------------------------------------------------------------- */

void dom_web_play_line_put_event(dom_web_html *h, const dom_web_play_line *line,
                                 const dom_web_play_seat *seat, const dom_event *event)
{
    char words[DOM_RECORD_WORDS_BYTES];
    bool is_own = event->seat == seat->own;
    dom_record_event_words(words, event,
                           (dom_record_telling){.is_you = is_own,
                                                .counts_draws = true,
                                                .ends = line->open,
                                                .end_count = line->layout[DOM_WEB_WIDE].ends});
    dom_web_html_put(h, "%s %s",
                     event->seat == DOM_NOBODY ? "The round"
                     : is_own                  ? "You"
                                               : seat->name[event->seat],
                     words);
}
