#include "json_page.h"

#include "base/now.h"
#include "documents/documents.h"
#include "page.h"

#include <stdio.h>
#include <stdlib.h>

static int append(const char *bytes, size_t size, void *html)
{
    dom_web_html_constant(html, bytes, size);
    return ((const dom_web_html *)html)->has_failed ? -1 : 0;
}

/* What is still missing while the database is being read. */
static json_t *reading_json(const dom_web_site *site)
{
    static const char *const words[] = {[DOM_WEB_READING_HISTORIES] = "histories",
                                        [DOM_WEB_READING_MATCHES] = "matches",
                                        [DOM_WEB_READING_LISTS] = "lists"};
    const char *word = words[site->reading];
    return word ? json_string(word) : json_null();
}

void dom_web_json_put(const dom_web_page_frame *p, json_t *page)
{
    json_t *root = json_object();
    (void)json_object_set_new(root, "schema", json_integer(DOM_DOCUMENTS_SCHEMA));
    if (p->site) {
        (void)json_object_set_new(root, "made", dom_web_json_time(p->site->made_ms));
        (void)json_object_set_new(root, "reading", reading_json(p->site));
    }
    if (page == NULL || json_object_update(root, page) != 0 ||
        json_dump_callback(root, append, p->h, DOM_DOCUMENTS_FORM) != 0)
        p->h->has_failed = true;
    dom_web_html_raw(p->h, "\n");
    json_decref(page);
    json_decref(root);
}

/* ---- parts of several pages --------------------------------------------------------- */

/* Returns the path of a page of JSON, such as "bot/greedy.json". */
static json_t *path_json(const char *folder, const char *name)
{
    char slug[DOM_WEB_SLUG_BYTES];
    dom_web_slug(slug, name);
    return json_sprintf("%s/%s.json", folder, slug);
}

json_t *dom_web_json_time(int64_t unix_ms)
{
    return unix_ms > 0 ? json_string(dom_utc_of(unix_ms).text) : json_null();
}

json_t *dom_web_json_name(const dom_web_site *site, uint32_t bot)
{
    const dom_web_bot *b = &site->bots[bot];
    return json_pack("{s:o, s:o, s:o}", "name", dom_documents_text(b->name), "version",
                     dom_documents_text(b->version), "page", path_json("bot", b->label));
}

json_t *dom_web_json_variant(const dom_web_variant *v)
{
    return json_pack("{s:o, s:I, s:o}", "variant", dom_documents_text(v->rules), "earlier_rules",
                     (json_int_t)v->earlier_rules, "page", path_json("leaderboard", v->name));
}

json_t *dom_web_json_match(const dom_web_site *site, dom_web_match_ref ref)
{
    return json_pack("{s:o, s:I}", "tournament",
                     dom_documents_text(site->tournaments[ref.tournament].name), "match",
                     (json_int_t)ref.match);
}

json_t *dom_web_json_score(const dom_ratings_score *s)
{
    bool has_games = dom_ratings_score_games(s) > 0;
    return json_pack("{s:I, s:I, s:I, s:I, s:o}", "games", (json_int_t)dom_ratings_score_games(s),
                     "wins", (json_int_t)s->wins, "draws", (json_int_t)s->draws, "losses",
                     (json_int_t)s->losses, "share",
                     dom_documents_real(has_games, dom_ratings_score_share(s)));
}

void dom_web_json_set_page(json_t *object, const char *folder, const char *name)
{
    (void)json_object_set_new(object, "page", path_json(folder, name));
}

/* Returns a line of a list of matches. */
static json_t *match_line_json(const dom_web_site *site, uint32_t tournament,
                               const dom_web_match_line *m)
{
    dom_documents_named_match named = {.match = &m->stored,
                                       .tournament = site->tournaments[tournament].name,
                                       .variant = site->variants[m->variant].rules};
    for (int s = 0; s < m->stored.seats; s++) {
        named.bot[s].name = site->bots[m->bot[s]].name;
        named.bot[s].version = site->bots[m->bot[s]].version;
    }
    json_t *line = dom_documents_match(&named), *seats = json_object_get(line, "bots");
    for (int s = 0; s < m->stored.seats; s++)
        dom_web_json_set_page(json_array_get(seats, (size_t)s), "bot", site->bots[m->bot[s]].label);
    return line;
}

/* ---- the first page ------------------------------------------------------------------- */

/* The all-round lists, with the pages of their bots. */
static json_t *all_round_json(const dom_web_site *site)
{
    json_t *lists = dom_documents_all_rounds(&site->all_rounds);
    for (size_t i = 0; i < site->all_rounds.count; i++) {
        json_t *list = json_array_get(lists, i), *bots = json_object_get(list, "bots");
        const dom_ratings_all_round *of = &site->all_rounds.lists[i].ratings;
        for (size_t k = 0; k < of->count; k++)
            dom_web_json_set_page(json_array_get(bots, k), "bot",
                                  site->bots[site->all_round_bots[of->row[k].player]].label);
        (void)json_object_del(list, "covariance");
    }
    return lists;
}

/* A variant with its leader and numbers, each of which may not have been read yet. */
static json_t *variant_line_json(const dom_web_site *site, const dom_web_variant *v)
{
    bool is_listed = dom_web_site_is_listed(site, v);
    bool has_leader = is_listed && dom_web_variant_is_rated(v) && dom_web_variant_lines(v) > 0;
    size_t leaders = has_leader ? dom_web_variant_leaders(v) : 0;
    json_t *line = dom_web_json_variant(v);
    (void)json_object_set_new(line, "family", json_string(v->family));
    (void)json_object_set_new(
        line, "leader", has_leader ? dom_web_json_name(site, v->list->rows[0].bot) : json_null());
    (void)json_object_set_new(line, "leaders", dom_documents_integer(has_leader, (int64_t)leaders));
    (void)json_object_set_new(
        line, "elo", dom_documents_real(has_leader, has_leader ? v->list->rows[0].rating->elo : 0));
    (void)json_object_set_new(line, "bots",
                              dom_documents_integer(is_listed, (int64_t)dom_web_variant_lines(v)));
    (void)json_object_set_new(
        line, "matches", dom_documents_integer(dom_web_site_is_counted(site), (int64_t)v->matches));
    return line;
}

/* A tournament in short. */
static json_t *tournament_line_json(const dom_web_page_frame *p, const dom_web_tournament *t)
{
    bool is_counted = dom_web_site_is_counted(p->site);
    const dom_web_stage *last = t->stage_count > 0 ? &t->stages[t->stage_count - 1] : NULL;
    return json_pack(
        "{s:o, s:o, s:s, s:b, s:b, s:b, s:o, s:I, s:I, s:I, s:o, s:o}", "tournament",
        dom_documents_text(t->name), "page", path_json("tournament", t->name), "schedule",
        t->schedule, "rated", !t->is_unrated, "reproducible", t->is_reproducible, "running",
        is_counted && dom_web_page_is_running(p->site, t), "done",
        dom_documents_integer(is_counted, (int64_t)t->done), "total", (json_int_t)t->total, "bots",
        (json_int_t)t->bot_count, "variants", (json_int_t)t->variant_count, "created",
        dom_web_json_time(last ? t->stages[0].created_ms : 0), "finished",
        dom_web_json_time(last ? last->finished_ms : 0));
}

json_t *dom_web_json_tournaments(const dom_web_page_frame *p, size_t number)
{
    (void)number;
    json_t *lines = json_array();
    for (size_t i = p->site->tournament_count; i-- > 0;)
        (void)json_array_append_new(lines, tournament_line_json(p, &p->site->tournaments[i]));
    return json_pack("{s:o}", "tournaments", lines);
}

/* The match that the first page shows. */
static json_t *highlight_json(const dom_web_site *site)
{
    const dom_web_highlight *shown = &site->highlight;
    if (shown->where.match == 0)
        return json_null();
    json_t *match = dom_web_json_match(site, shown->where);
    (void)json_object_set_new(match, "variant",
                              dom_documents_text(site->variants[shown->variant].rules));
    (void)json_object_set_new(match, "round", json_integer(shown->round));
    return match;
}

json_t *dom_web_json_index(const dom_web_page_frame *p, size_t number)
{
    (void)number;
    const dom_web_site *site = p->site;
    json_t *page = dom_web_json_tournaments(p, number), *variants = json_array();
    for (size_t i = 0; i < site->variant_count; i++)
        (void)json_array_append_new(variants, variant_line_json(site, &site->variants[i]));
    (void)json_object_set_new(page, "all_round", all_round_json(site));
    (void)json_object_set_new(page, "variants", variants);
    (void)json_object_set_new(page, "highlight", highlight_json(site));
    return page;
}

/* ---- a tournament ------------------------------------------------------------------------ */

static json_t *stages_json(const dom_web_tournament *t)
{
    json_t *stages = json_array();
    for (size_t i = 0; i < t->stage_count; i++) {
        const dom_web_stage *s = &t->stages[i];
        (void)json_array_append_new(
            stages, json_pack("{s:I, s:I, s:I, s:I, s:s, s:o, s:o}", "first_set",
                              (json_int_t)s->first_set, "bots", (json_int_t)s->bots, "sets",
                              (json_int_t)s->sets, "rounds", (json_int_t)s->rounds, "commit",
                              s->commit, "created", dom_web_json_time(s->created_ms), "finished",
                              dom_web_json_time(s->finished_ms)));
    }
    return stages;
}

static json_t *ruling_json(const dom_web_ruling *ruling)
{
    return json_pack("{s:o, s:o}", "when", dom_web_json_time(ruling->when_ms), "reason",
                     dom_documents_text(ruling->reason));
}

static json_t *voids_json(const dom_web_tournament *t)
{
    json_t *voids = json_array();
    for (size_t i = 0; i < t->void_count; i++) {
        json_t *line = ruling_json(&t->voids[i]);
        (void)json_object_set_new(line, "match", json_integer((json_int_t)t->voids[i].match));
        (void)json_array_append_new(voids, line);
    }
    return voids;
}

static json_t *withdrawals_json(const dom_web_site *site, const dom_web_tournament *t)
{
    json_t *withdrawals = json_array();
    for (size_t i = 0; i < t->withdrawal_count; i++) {
        const dom_web_withdrawal *w = &t->withdrawals[i];
        json_t *line = dom_web_json_name(site, w->bot);
        (void)json_object_set_new(line, "when", dom_web_json_time(w->when_ms));
        (void)json_object_set_new(line, "missing", json_integer((json_int_t)w->missing));
        (void)json_object_set_new(line, "text", dom_documents_text(w->text));
        (void)json_array_append_new(withdrawals, line);
    }
    return withdrawals;
}

/* The standings, variant by variant, with the bots by place. */
static json_t *standings_json(const dom_web_site *site, const dom_web_tournament *t)
{
    const dom_results_tournament_standings *s = &t->standings;
    json_t *standings = json_array();
    uint16_t *order = calloc(t->bot_count + 1, sizeof *order);
    for (size_t v = 0; order && v < s->variant_count; v++) {
        json_t *bots = json_array(), *of = dom_web_json_variant(&site->variants[t->variants[v]]);
        size_t count = dom_results_tournament_standings_order(s, v, order);
        for (size_t i = 0; i < count; i++) {
            json_t *line = dom_web_json_name(site, t->bots[order[i]]);
            dom_documents_add_standing(line, s, v, order[i]);
            (void)json_array_append_new(bots, line);
        }
        (void)json_object_set_new(of, "bots", bots);
        (void)json_array_append_new(standings, of);
    }
    free(order);
    return standings;
}

static json_t *newest_json(const dom_web_site *site, const dom_web_tournament *t)
{
    json_t *matches = json_array();
    for (uint64_t n = 0; n < DOM_WEB_MATCHES_NEWEST && n < t->line_count; n++)
        (void)json_array_append_new(
            matches, match_line_json(site, (uint32_t)(t - site->tournaments),
                                     &t->newest[(t->line_count - 1 - n) % DOM_WEB_MATCHES_NEWEST]));
    return matches;
}

json_t *dom_web_json_tournament(const dom_web_page_frame *p, size_t number)
{
    const dom_web_tournament *t = &p->site->tournaments[number];
    json_t *page = tournament_line_json(p, t);
    (void)json_object_set_new(page, "stages", stages_json(t));
    (void)json_object_set_new(page, "hash", t->hash[0] ? json_string(t->hash) : json_null());
    (void)json_object_set_new(page, "withdrawn", withdrawals_json(p->site, t));
    if (t->is_closed)
        (void)json_object_set_new(page, "closed", ruling_json(&t->closed));
    if (t->void_count > 0)
        (void)json_object_set_new(page, "void", voids_json(t));
    (void)json_object_set_new(page, "standings", standings_json(p->site, t));
    (void)json_object_set_new(page, "matches", newest_json(p->site, t));
    return page;
}

/* ---- matches ------------------------------------------------------------------------------ */

/* What a match was for the bot of the filter. */
static json_t *outcome_json(const dom_web_site *site, const dom_web_match_found *found,
                            const dom_web_match_filter *f)
{
    int seat = dom_web_match_seat(found, f, site);
    const dom_web_match_worth *worth = dom_web_site_worth(site, dom_web_match_found_ref(found));
    json_t *outcome = json_pack("{s:i, s:s, s:i}", "seat", seat, "result",
                                dom_web_result_words[found->entry->result[seat]], "margin",
                                (int)found->entry->margin[seat]);
    if (worth)
        (void)json_object_update_new(outcome,
                                     json_pack("{s:f, s:f}", "luck", (double)worth->luck[seat],
                                               "skill", (double)worth->skill[seat]));
    return outcome;
}

json_t *dom_web_json_matches(const dom_web_match_list *list, const dom_web_match_page *page,
                             const dom_web_match_line lines[])
{
    json_t *matches = json_array();
    for (size_t i = 0; i < page->count; i++) {
        json_t *line = match_line_json(list->site, page->found[i].tournament, &lines[i]);
        if (page->filter.option[DOM_WEB_FILTER_BOT] != DOM_WEB_FILTER_ALL)
            (void)json_object_set_new(line, "outcome",
                                      outcome_json(list->site, &page->found[i], &page->filter));
        (void)json_array_append_new(matches, line);
    }
    json_t *object = json_pack("{s:I, s:I, s:I, s:o}", "number", (json_int_t)page->page, "of",
                               (json_int_t)dom_web_match_page_last(page->total), "total",
                               (json_int_t)page->total, "matches", matches);
    for (dom_web_filter_key key = 0; key <= DOM_WEB_FILTER_BOT; key++)
        if (key == list->fixed)
            (void)json_object_set_new(
                object, dom_web_filter_key_word(key),
                dom_documents_text(dom_web_filter_option_name(list->site, key, list->option)));
    return object;
}

json_t *dom_web_json_message(const char *title, const char *text)
{
    return json_pack("{s:o, s:o}", "error", dom_documents_text(title), "text",
                     dom_documents_text(text));
}
