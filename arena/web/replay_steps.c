/* The steps of a round as a table. */
#include "record/event_words.h"
#include "replay_parts.h"

#include <stdio.h>

/* Columns that only some matches need. */
typedef struct {
    bool has_bank, has_stock;
} step_columns;

static step_columns columns_of(const dom_web_round_page *p)
{
    const dom_web_match *match = p->line->match;
    bool has_bank = false;
    for (int seat = 0; seat < match->seats; seat++)
        has_bank |= match->clock[seat].bank_us + match->clock[seat].increment_us > 0;
    return (step_columns){
        .has_bank = has_bank,
        .has_stock = match->record->options->draw_mode != DOM_DRAW_NONE,
    };
}

/* ---- the words ------------------------------------------------------------------ */

/* Writes a tile that only its seat saw, and "a tile" for the view of other seats. */
static void put_drawn(dom_web_html *h, dom_tile tile)
{
    dom_web_html_put(h, "<span class=\"own\">%d-%d</span><span>a tile</span>", dom_tile_high(tile),
                     dom_tile_low(tile));
}

/* Says what the seat did. A pass for which the rules alone are the reason names the open ends. */
static void put_event(dom_web_html *h, const dom_web_step *what)
{
    const dom_event *e = &what->effect.event;
    bool is_forced = what->effect.why == DOM_TABLE_WHY_FORCED;
    char words[DOM_RECORD_WORDS_BYTES];
    dom_record_event_words(
        words, e,
        (dom_record_telling){.ends = what->ends, .end_count = is_forced ? what->end_count : 0});
    if (e->kind != DOM_EVENT_DRAW) {
        dom_web_html_put(h, "%s", words);
    } else {
        dom_web_html_raw(h, "draws ");
        put_drawn(h, e->tile);
    }
    if (what->effect.why == DOM_TABLE_WHY_SUBSTITUTED)
        dom_web_html_put(h, ", chosen by the arena after a tolerated %s",
                         dom_fault_word(what->effect.fault));
}

/* Writes what the seat said it thinks. Only the seat itself knew. */
static void put_info(dom_web_html *h, const dom_info *info)
{
    char words[DOM_RECORD_INFO_WORDS_BYTES];
    if (dom_info_is_empty(info))
        return;
    dom_record_info_words(words, info);
    dom_web_html_put(h, "<div class=\"own\">%s</div>", words);
}

static void put_deal(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &p->line->rounds[p->round];
    dom_web_html_put(h, "Round %d is dealt", r->number);
    for (int i = 0; i < r->lot_count; i++)
        dom_web_html_put(h, "; %d draws the lot %d-%d", r->lots[i].seat,
                         dom_tile_high(r->lots[i].tile), dom_tile_low(r->lots[i].tile));
    if (r->start != DOM_NO_TILE)
        dom_web_html_put(h, "; start tile %d-%d", dom_tile_high(r->start), dom_tile_low(r->start));
    if (r->leader != DOM_NOBODY) {
        dom_web_html_raw(h, "; ");
        dom_web_replay_name(p, p->line->match, r->leader);
        dom_web_html_raw(h, " leads");
    }
}

static void put_words(dom_web_round_page *p, const dom_web_step *what)
{
    dom_web_html *h = p->frame.h;
    switch (what->effect.kind) {
    case DOM_TABLE_FX_DEAL:
        put_deal(p);
        break;
    case DOM_TABLE_FX_EVENT:
        put_event(h, what);
        put_info(h, &what->info);
        dom_web_replay_choice_values(p, (int)(what - p->line->steps) + 1);
        break;
    case DOM_TABLE_FX_FAULT:
        dom_web_html_put(h, "fault: %s%s", dom_fault_word(what->effect.fault),
                         what->effect.tolerated ? ", tolerated" : "");
        break;
    case DOM_TABLE_FX_ROUND:
        dom_web_replay_round_end(p, p->line->match, &p->line->rounds[p->round]);
        break;
    case DOM_TABLE_FX_ASK:
    case DOM_TABLE_FX_SETTLED:
        break;
    }
}

/* ---- the other cells ------------------------------------------------------------ */

const char *dom_web_replay_step_kind(const dom_web_step *step)
{
    static const char *const kinds[] = {
        [DOM_TABLE_FX_DEAL] = "deal", [DOM_TABLE_FX_ASK] = "",        [DOM_TABLE_FX_EVENT] = "",
        [DOM_TABLE_FX_ROUND] = "end", [DOM_TABLE_FX_FAULT] = "fault", [DOM_TABLE_FX_SETTLED] = ""};
    bool is_pass =
        step->effect.kind == DOM_TABLE_FX_EVENT && step->effect.event.kind == DOM_EVENT_PASS;
    return is_pass ? "pass" : step->is_mistake ? "mistake" : kinds[step->effect.kind];
}

static void put_ends(dom_web_html *h, const dom_web_step *what)
{
    for (int e = 0; e < what->end_count; e++)
        if (what->ends[e] == DOM_ARM_CLOSED)
            dom_web_html_put(h, "%sx", e ? " " : "");
        else
            dom_web_html_put(h, "%s%d", e ? " " : "", what->ends[e]);
}

/* Writes how many choices there were. Only the seat itself knew. */
static void put_choices(dom_web_html *h, const dom_web_step *what)
{
    if (what->effect.kind != DOM_TABLE_FX_EVENT)
        return;
    if (what->choices > 1)
        dom_web_html_put(h, "1 of %d", what->choices);
    else
        dom_web_html_raw(h, "forced");
}

/* Writes the time that the clock charged; nothing if it charged none. */
static void put_time(dom_web_html *h, const dom_web_step *what)
{
    bool is_charged = what->effect.why == DOM_TABLE_WHY_CHOSEN && what->effect.us > 0;
    if (what->effect.kind == DOM_TABLE_FX_EVENT && is_charged)
        dom_web_frame_duration(h, what->effect.us);
}

static void put_bank(dom_web_html *h, const dom_web_step *what)
{
    if (what->effect.kind == DOM_TABLE_FX_EVENT && what->effect.why != DOM_TABLE_WHY_FORCED)
        dom_web_frame_duration(h, (double)what->bank_us);
}

/* Writes the tiles among which the seat chose: data-legal="5-3 6-4". */
static void put_legal(dom_web_html *h, dom_tileset legal)
{
    char text[8 * DOM_TILES_MAX];
    int size = 0;
    for (dom_tile t = dom_tileset_next(legal, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(legal, t + 1))
        size += snprintf(text + size, sizeof text - (size_t)size, "%s%d-%d", size ? " " : "",
                         dom_tile_high(t), dom_tile_low(t));
    if (size > 0)
        dom_web_html_put(h, " data-legal=\"%s\"", text);
}

/* Writes what the script reads of a step. */
static void put_data(dom_web_html *h, const dom_web_step *what, int number)
{
    dom_web_html_put(h, " id=\"%d\"", number);
    if (dom_web_replay_step_kind(what)[0])
        dom_web_html_put(h, " data-kind=\"%s\"", dom_web_replay_step_kind(what));
    if (what->seat >= 0)
        dom_web_html_put(h, " data-seat=\"%d\"", what->seat);
    if (what->effect.us > 0)
        dom_web_html_put(h, " data-us=\"%u\"", what->effect.us);
    put_legal(h, what->legal);
}

/* Writes one step. Most of a page consists of steps, so to keep it short the cells have no classes;
 * the style sheet selects columns instead. */
static void put_step(dom_web_round_page *p, step_columns columns, int number)
{
    dom_web_html *h = p->frame.h;
    const dom_web_step *what = &p->line->steps[number - 1];
    dom_web_html_raw(h, "<tr");
    put_data(h, what, number);
    dom_web_html_put(h, "><td>%d</td><td>", number);
    if (what->seat >= 0)
        dom_web_replay_name(p, p->line->match, what->seat);
    dom_web_html_raw(h, "</td><td>");
    put_words(p, what);
    dom_web_html_raw(h, "</td><td>");
    put_ends(h, what);
    dom_web_html_raw(h, "</td><td>");
    put_choices(h, what);
    dom_web_html_raw(h, "</td><td>");
    put_time(h, what);
    if (columns.has_bank) {
        dom_web_html_raw(h, "</td><td>");
        put_bank(h, what);
    }
    if (columns.has_stock)
        dom_web_html_put(h, "</td><td>%d", what->stock);
    dom_web_html_raw(h, "</td></tr>\n");
}

void dom_web_replay_steps(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &p->line->rounds[p->round];
    const step_columns columns = columns_of(p);
    dom_web_html_put(
        h,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Moves of round %d\">"
        "<table class=\"moves\"><thead><tr>"
        "<th class=\"n\" scope=\"col\">Step</th><th scope=\"col\">Bot</th>"
        "<th scope=\"col\">Event</th><th scope=\"col\">Ends</th>"
        "<th class=\"n\" scope=\"col\">Choices</th>"
        "<th class=\"n\" scope=\"col\">Time</th>",
        r->number);
    if (columns.has_bank)
        dom_web_html_raw(h, "<th class=\"n\" scope=\"col\">Bank</th>");
    if (columns.has_stock)
        dom_web_html_raw(h, "<th class=\"n\" scope=\"col\">Stock</th>");
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (int i = r->from; i < r->to; i++)
        put_step(p, columns, i);
    dom_web_html_raw(h, "</tbody></table></div>\n");
}
