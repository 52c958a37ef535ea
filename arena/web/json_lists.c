/* Rating lists, cross tables and bots as JSON. */
#include "json_page.h"

#include "base/now.h"
#include "documents/documents.h"
#include "page.h"
#include "person_record.h"

#include <stdlib.h>
#include <string.h>

/* ---- rating lists ------------------------------------------------------------------ */

/* Sets the page of the bot in each object of an array, which has one for each line of the list. */
static void set_pages(json_t *bots, const dom_web_site *site, const dom_web_variant *v)
{
    for (size_t i = 0; i < json_array_size(bots); i++)
        dom_web_json_set_page(json_array_get(bots, i), "bot",
                              site->bots[v->list->rows[i].bot].label);
}

static void add_times(json_t *line, const dom_web_times *times)
{
    bool is_timed = times->choices > 0;
    (void)json_object_set_new(line, "think_p50_us",
                              dom_documents_real(is_timed, dom_web_times_quantile(times, 0.5)));
    (void)json_object_set_new(line, "think_p99_us",
                              dom_documents_real(is_timed, dom_web_times_quantile(times, 0.99)));
}

static json_t *history_json(const dom_web_site *site, const dom_web_variant *v)
{
    json_t *history = dom_documents_history(&v->list->ranking, &v->list->history);
    set_pages(json_object_get(history, "bots"), site, v);
    return history;
}

/* The list as `leaderboard` prints it, without its matrices. That of a variant without a match is
 * empty. */
static json_t *list_json(const dom_web_variant *v)
{
    static const dom_ratings_list none;
    const dom_results_rating_list empty = {.title = v->rules,
                                           .earlier_rules = v->earlier_rules,
                                           .list = &none,
                                           .is_live = true,
                                           .point = 1};
    if (v->list->ranking.from == NULL)
        return dom_documents_rating_list(&empty);
    dom_ratings_list list = v->list->ranking.list;
    dom_results_rating_list shown = v->list->ranking.shown;
    list.difference = NULL;
    shown.list = &list;
    return dom_documents_rating_list(&shown);
}

json_t *dom_web_json_list(const dom_web_page_frame *p, size_t number)
{
    const dom_web_variant *v = &p->site->variants[number];
    json_t *list = list_json(v), *bots = json_object_get(list, "bots"), *lists = json_array();
    dom_web_json_set_page(list, "leaderboard", v->name);
    set_pages(bots, p->site, v);
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        add_times(json_array_get(bots, i), &v->list->rows[i].times);
    if (dom_web_variant_is_rated(v))
        (void)json_object_set_new(list, "history", history_json(p->site, v));
    (void)json_array_append_new(lists, list);
    return json_pack("{s:o}", "lists", lists);
}

/* ---- bots against each other --------------------------------------------------------- */

/* Sets the pages of the bots of a table, and of those that each of them met. */
static void set_cross_pages(json_t *bots, const dom_web_site *site, const dom_web_variant *v)
{
    set_pages(bots, site, v);
    for (size_t row = 0; row < json_array_size(bots); row++) {
        json_t *against = json_object_get(json_array_get(bots, row), "against");
        for (size_t i = 0; i < json_array_size(against); i++)
            dom_web_json_set_page(json_array_get(against, i), "bot",
                                  site->bots[v->list->rows[i + (i >= row)].bot].label);
    }
}

/* The table as `crosstable` prints it. That of a variant without a match is empty. */
static json_t *cross_json(const dom_web_variant *v)
{
    if (v->list->cross.of)
        return dom_documents_crosstable(&v->list->cross);
    return json_pack("{s:o, s:I, s:[]}", "variant", dom_documents_text(v->rules), "earlier_rules",
                     (json_int_t)v->earlier_rules, "bots");
}

json_t *dom_web_json_cross(const dom_web_page_frame *p, size_t number)
{
    const dom_web_variant *v = &p->site->variants[number];
    json_t *table = cross_json(v), *tables = json_array();
    dom_web_json_set_page(table, "leaderboard", v->name);
    set_cross_pages(json_object_get(table, "bots"), p->site, v);
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

json_t *dom_web_json_versus(const dom_web_page_frame *p, size_t number)
{
    uint32_t bot = (uint32_t)(number / p->site->bot_count),
             other = (uint32_t)(number % p->site->bot_count);
    json_t *variants = json_array();
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_variant *v = &p->site->variants[i];
        dom_web_encounter met = dom_web_page_encounter(v, bot, other);
        if (met.versus == NULL)
            continue;
        json_t *line = dom_web_json_variant(v);
        dom_documents_add_versus(line, met.versus);
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
    json_t *ends = dom_documents_faults(row->ended);
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
    return json_pack(
        "{s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "tournament",
        dom_documents_text(p->site->tournaments[f->where.tournament].name), "match",
        dom_documents_integer(f->where.match != 0, (int64_t)f->where.match), "seat",
        dom_documents_integer(f->seat >= 0, f->seat), "code", dom_fault_word(f->code), "tolerated",
        f->tolerated, "text", dom_documents_bytes(f->text, strlen(f->text)), "choice",
        dom_documents_integer(f->choice >= 0, f->choice), "ask", ask_json(p, f), "answer_hex",
        dom_documents_hex(f->answer, f->answer_bytes), "when", dom_web_json_time(f->when_ms));
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

/* Sets the page of each opponent, which are the lines that the bot met. */
static void set_against_pages(json_t *against, const dom_web_site *site, const dom_web_variant *v,
                              size_t row)
{
    size_t at = 0;
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        if (dom_web_page_encounter_at(v, row, i).versus)
            dom_web_json_set_page(json_array_get(against, at++), "bot",
                                  site->bots[v->list->rows[i].bot].label);
}

/* The versions of a bot that have played, and its lines in all-round lists. */
static void add_bot(json_t *page, const dom_web_site *site, const dom_web_bot *bot)
{
    dom_results_bot_versions versions;
    dom_err ignored;
    if (dom_results_bot_versions_find(&versions, &site->facts, bot->name, &ignored) == DOM_OK)
        (void)json_object_set_new(page, "versions", dom_documents_bot_versions(&versions));
    free(versions.item);
    (void)json_object_set_new(
        page, "all_round",
        dom_documents_bot_all_rounds(&site->all_rounds, bot->name, bot->version));
}

/* The line of a bot in the list of a variant, and its results there. */
static json_t *line_json(const dom_web_site *site, const dom_web_variant *v, size_t row)
{
    const dom_results_bot_summary summary = dom_results_bot_summary_of(
        &v->list->cross, row, v->list->changes ? &v->list->changes[row] : NULL);
    json_t *line = dom_documents_bot_summary(&summary);
    json_t *variant = dom_web_json_variant(v);
    (void)json_object_update(line, variant);
    json_decref(variant);
    add_times(line, &v->list->rows[row].times);
    (void)json_object_set_new(line, "seats", by_seat_json(v, &v->list->rows[row]));
    (void)json_object_set_new(line, "ends", ends_json(&v->list->rows[row]));
    set_against_pages(json_object_get(line, "against"), site, v, row);
    return line;
}

/* What a person has won and lost against each bot. */
static json_t *opponents_json(const dom_web_site *site, uint32_t person)
{
    dom_web_person_record record = dom_web_person_record_of(site, person);
    json_t *lines = record.has_failed ? NULL : json_array();
    for (size_t i = 0; lines && i < record.count; i++) {
        const dom_web_person_line *line = &record.lines[i];
        json_t *object = dom_web_json_name(site, line->bot);
        (void)json_object_set_new(object, "variant",
                                  json_string(site->variants[line->variant].name));
        (void)json_object_set_new(object, "won", json_integer((json_int_t)line->won));
        (void)json_object_set_new(object, "drawn", json_integer((json_int_t)line->drawn));
        (void)json_object_set_new(object, "lost", json_integer((json_int_t)line->lost));
        (void)json_array_append_new(lines, object);
    }
    free(record.lines);
    return lines;
}

json_t *dom_web_json_bot(const dom_web_page_frame *p, size_t number)
{
    const dom_web_bot *bot = &p->site->bots[number];
    const dom_web_site *site = p->site;
    json_t *page = dom_web_json_name(site, (uint32_t)(bot - site->bots)), *lines = json_array();
    for (size_t i = 0; i < site->variant_count; i++)
        for (size_t row = 0; row < dom_web_variant_lines(&site->variants[i]); row++)
            if (&site->bots[site->variants[i].list->rows[row].bot] == bot)
                (void)json_array_append_new(lines, line_json(site, &site->variants[i], row));
    add_bot(page, site, bot);
    (void)json_object_set_new(page, "variants", lines);
    if (bot->is_person)
        (void)json_object_set_new(page, "opponents", opponents_json(site, (uint32_t)number));
    (void)json_object_set_new(page, "fault_count", json_integer((json_int_t)bot->fault_count));
    (void)json_object_set_new(page, "faults", faults_json(p, bot));
    return page;
}
