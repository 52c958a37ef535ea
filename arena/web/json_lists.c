/* Rating lists, cross tables and bots as JSON. */
#include "json_page.h"

#include "base/now.h"
#include "listing/listing.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

/* ---- rating lists ------------------------------------------------------------------ */

/* Sets the keys of a row that the lists of the command `leaderboard` have, too, and thinking times. */
static void add_row(json_t *line, const dom_web_variant *v, const dom_web_row *row)
{
    const dom_web_times *times = &row->times;
    bool is_timed = times->choices > 0;
    (void)json_object_set_new(line, "live_elo", json_real(row->of->live_elo));
    dom_listing_add_results(line, row->rating, 1, dom_web_variant_is_rated(v));
    (void)json_object_set_new(line, "faults", dom_listing_faults(row->of->faults));
    if (dom_web_variant_is_rated(v))
        dom_listing_add_rating(line, row->rating);
    (void)json_object_set_new(line, "think_p50_us",
                              dom_listing_real(is_timed, dom_web_times_quantile(times, 0.5)));
    (void)json_object_set_new(line, "think_p99_us",
                              dom_listing_real(is_timed, dom_web_times_quantile(times, 0.99)));
}

/* A limit of a point. One that equals the rating is not known. */
static json_t *limit_json(const dom_web_point *point, double limit)
{
    return dom_listing_real(point->is_there && limit != point->elo, limit);
}

static json_t *history_of(const dom_web_site *site, const dom_web_variant *v, size_t row)
{
    json_t *elo = json_array(), *lo = json_array(), *hi = json_array();
    for (size_t i = 0; i < v->list->history.points; i++) {
        dom_web_point at = dom_web_list_point(v->list, i, row);
        (void)json_array_append_new(elo, dom_listing_real(at.is_there, at.elo));
        (void)json_array_append_new(lo, limit_json(&at, at.lo));
        (void)json_array_append_new(hi, limit_json(&at, at.hi));
    }
    json_t *bot = dom_web_json_name(site, v->list->rows[row].bot);
    (void)json_object_set_new(bot, "elo", elo);
    (void)json_object_set_new(bot, "elo_lo", lo);
    (void)json_object_set_new(bot, "elo_hi", hi);
    return bot;
}

static json_t *history_json(const dom_web_site *site, const dom_web_variant *v)
{
    json_t *sets = json_array(), *bots = json_array();
    for (size_t i = 0; i < v->list->history.points; i++)
        (void)json_array_append_new(sets, json_integer((json_int_t)v->list->history.sets[i]));
    for (size_t row = 0; v->list->history.points > 0 && row < dom_web_variant_lines(v); row++)
        (void)json_array_append_new(bots, history_of(site, v, row));
    return json_pack("{s:o, s:o}", "sets", sets, "bots", bots);
}

/* Sets what holds for the whole list of a rated variant. */
static void add_list(json_t *list, const dom_web_site *site, const dom_web_variant *v)
{
    const dom_web_bot *anchor =
        v->list->ranking.options.anchor >= 0 ? &site->bots[v->list->anchor] : NULL;
    (void)json_object_set_new(list, "prior", json_real(v->list->ranking.options.prior));
    (void)json_object_set_new(list, "anchor", dom_listing_text(anchor ? anchor->name : "mean"));
    (void)json_object_set_new(list, "anchor_version",
                              dom_listing_text(anchor ? anchor->version : ""));
    (void)json_object_set_new(list, "anchor_elo", json_real(v->list->ranking.options.anchor_elo));
    (void)json_object_set_new(list, "islands",
                              json_integer((json_int_t)v->list->ranking.list.islands));
    dom_listing_add_worth(list, &v->list->ranking.list);
    (void)json_object_set_new(list, "history", history_json(site, v));
}

json_t *dom_web_json_list(const dom_web_page_frame *p, const dom_web_variant *v)
{
    json_t *list = dom_web_json_variant(v), *bots = json_array(), *lists = json_array();
    (void)json_object_set_new(list, "hidden",
                              json_integer((json_int_t)v->list->ranking.shown.hidden));
    (void)json_object_set_new(list, "sets", json_integer((json_int_t)v->list->ranking.list.sets));
    (void)json_object_set_new(list, "matches",
                              json_integer((json_int_t)v->list->ranking.list.matches));
    for (size_t i = 0; i < dom_web_variant_lines(v); i++) {
        json_t *line = dom_web_json_name(p->site, v->list->rows[i].bot);
        add_row(line, v, &v->list->rows[i]);
        (void)json_array_append_new(bots, line);
    }
    (void)json_object_set_new(list, "bots", bots);
    if (dom_web_variant_is_rated(v))
        add_list(list, p->site, v);
    (void)json_array_append_new(lists, list);
    return json_pack("{s:o}", "lists", lists);
}

/* ---- bots against each other --------------------------------------------------------- */

/* The results of a row against the other rows that it met, or against all of them. */
static json_t *against_json(const dom_web_site *site, const dom_web_variant *v, size_t row,
                            bool is_whole)
{
    json_t *against = json_array();
    for (size_t i = 0; dom_web_variant_is_rated(v) && i < dom_web_variant_lines(v); i++) {
        const dom_ratings_versus *versus = dom_results_crosstable_at(&v->list->cross, row, i);
        if (i == row || (!is_whole && versus->games == 0))
            continue;
        json_t *other = dom_web_json_name(site, v->list->rows[i].bot);
        dom_listing_add_versus(other, versus);
        (void)json_array_append_new(against, other);
    }
    return against;
}

json_t *dom_web_json_cross(const dom_web_page_frame *p, const dom_web_variant *v)
{
    json_t *table = dom_web_json_variant(v), *bots = json_array(), *tables = json_array();
    for (size_t row = 0; row < dom_web_variant_lines(v); row++) {
        json_t *bot = dom_web_json_name(p->site, v->list->rows[row].bot);
        (void)json_object_set_new(bot, "against", against_json(p->site, v, row, true));
        (void)json_array_append_new(bots, bot);
    }
    (void)json_object_set_new(table, "misfit", dom_listing_misfit(&v->list->ranking.list.misfit));
    (void)json_object_set_new(table, "bots", bots);
    (void)json_array_append_new(tables, table);
    return json_pack("{s:o}", "tables", tables);
}

static json_t *swings_json(const dom_web_site *site, const dom_web_meetings *pair)
{
    json_t *swings = json_array();
    for (int i = 0; i < DOM_WEB_PAIR_SWINGS && pair->swing[i].first.match; i++) {
        json_t *swing = dom_web_json_match(site, pair->swing[i].first);
        (void)json_object_set_new(swing, "points", json_integer(pair->swing[i].points));
        (void)json_array_append_new(swings, swing);
    }
    return swings;
}

static json_t *newest_json(const dom_web_site *site, const dom_web_meetings *pair)
{
    json_t *newest = json_array();
    for (int i = 0; i < DOM_WEB_PAIR_NEWEST && pair->newest[i].match; i++)
        (void)json_array_append_new(newest, dom_web_json_match(site, pair->newest[i]));
    return newest;
}

json_t *dom_web_json_versus(const dom_web_page_frame *p, uint32_t bot, uint32_t other)
{
    json_t *variants = json_array();
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_variant *v = &p->site->variants[i];
        dom_web_encounter met = dom_web_page_encounter(v, bot, other);
        if (met.versus == NULL)
            continue;
        json_t *line = dom_web_json_variant(v);
        dom_listing_add_versus(line, met.versus);
        (void)json_object_set_new(line, "newest", newest_json(p->site, met.where));
        (void)json_object_set_new(line, "swings", swings_json(p->site, met.where));
        (void)json_array_append_new(variants, line);
    }
    return json_pack("{s:o, s:o, s:o}", "bot", dom_web_json_name(p->site, bot), "against",
                     dom_web_json_name(p->site, other), "variants", variants);
}

/* ---- a bot ------------------------------------------------------------------------------ */

static json_t *by_seat_json(const dom_web_variant *v, const dom_web_row *row)
{
    json_t *seats = json_array();
    for (int s = 0; s < v->seats; s++)
        (void)json_array_append_new(seats, dom_web_json_score(&row->seat[s]));
    return seats;
}

static json_t *ends_json(const dom_web_row *row)
{
    json_t *ends = dom_listing_faults(row->ended);
    (void)json_object_set_new(ends, dom_fault_word(DOM_FAULT_NONE),
                              json_integer((json_int_t)row->ended[DOM_FAULT_NONE]));
    (void)json_object_set_new(ends, "by_other", json_integer((json_int_t)row->ended_by_other));
    return ends;
}

static json_t *ask_json(const dom_web_page_frame *p, const dom_web_fault *f)
{
    char *ask = p->reader ? p->reader->ask(p->reader->context, f) : NULL;
    json_t *object = ask ? json_loads(ask, 0, NULL) : json_null();
    free(ask);
    return object;
}

static json_t *fault_json(const dom_web_page_frame *p, const dom_web_fault *f)
{
    return json_pack("{s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "tournament",
                     dom_listing_text(p->site->tournaments[f->where.tournament].name), "match",
                     dom_listing_integer(f->where.match != 0, (int64_t)f->where.match), "seat",
                     dom_listing_integer(f->seat >= 0, f->seat), "code", dom_fault_word(f->code),
                     "tolerated", f->tolerated, "text", dom_listing_bytes(f->text, strlen(f->text)),
                     "choice", dom_listing_integer(f->choice >= 0, f->choice), "ask",
                     ask_json(p, f), "answer_hex", dom_listing_hex(f->answer, f->answer_bytes),
                     "when", dom_web_json_time(f->when_ms));
}

static json_t *faults_json(const dom_web_page_frame *p, const dom_web_bot *bot)
{
    json_t *faults = json_array();
    for (uint64_t n = 0; n < DOM_WEB_FAULTS_NEWEST && n < bot->fault_count; n++)
        (void)json_array_append_new(
            faults,
            fault_json(p, &bot->faults[(bot->fault_count - 1 - n) % DOM_WEB_FAULTS_NEWEST]));
    return faults;
}

/* The line of a bot in the list of a variant, and its results there. */
static json_t *line_json(const dom_web_site *site, const dom_web_variant *v, size_t row)
{
    json_t *line = dom_web_json_variant(v);
    add_row(line, v, &v->list->rows[row]);
    (void)json_object_set_new(line, "seats", by_seat_json(v, &v->list->rows[row]));
    (void)json_object_set_new(line, "ends", ends_json(&v->list->rows[row]));
    (void)json_object_set_new(line, "against", against_json(site, v, row, false));
    return line;
}

json_t *dom_web_json_bot(const dom_web_page_frame *p, const dom_web_bot *bot)
{
    const dom_web_site *site = p->site;
    json_t *page = dom_web_json_name(site, (uint32_t)(bot - site->bots)), *lines = json_array();
    for (size_t i = 0; i < site->variant_count; i++)
        for (size_t row = 0; row < dom_web_variant_lines(&site->variants[i]); row++)
            if (&site->bots[site->variants[i].list->rows[row].bot] == bot)
                (void)json_array_append_new(lines, line_json(site, &site->variants[i], row));
    (void)json_object_set_new(page, "variants", lines);
    (void)json_object_set_new(page, "fault_count", json_integer((json_int_t)bot->fault_count));
    (void)json_object_set_new(page, "faults", faults_json(p, bot));
    return page;
}
