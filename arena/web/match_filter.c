#include "web/match_filter.h"

#include "base/did_you_mean.h"
#include "web/number_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDS = DOM_WEB_END_BY_FAULT + DOM_FAULT_COUNT, LIST_BYTES = 240 };

/* ---- options -------------------------------------------------------------------- */

static int tournaments_of(const dom_web_site *site)
{
    return (int)site->tournament_count;
}

static int variants_of(const dom_web_site *site)
{
    return (int)site->variant_count;
}

static int bots_of(const dom_web_site *site)
{
    return (int)site->bot_count;
}

/* Returns the seats of the largest table. */
static int seats_of(const dom_web_site *site)
{
    int seats = 0;
    for (size_t i = 0; i < site->variant_count; i++)
        if (site->variants[i].seats > seats)
            seats = site->variants[i].seats;
    return seats;
}

static int results_of(const dom_web_site *site)
{
    (void)site;
    return DOM_WEB_RESULTS;
}

static int ends_of(const dom_web_site *site)
{
    (void)site;
    return ENDS;
}

static int orders_of(const dom_web_site *site)
{
    (void)site;
    return DOM_WEB_ORDERS;
}

static const char *tournament_name(const dom_web_site *site, int option)
{
    return site->tournaments[option].name;
}

static const char *variant_name(const dom_web_site *site, int option)
{
    return site->variants[option].name;
}

static const char *bot_name(const dom_web_site *site, int option)
{
    return site->bots[option].label;
}

static const char *seat_name(const dom_web_site *site, int option)
{
    static const char names[DOM_SEATS_MAX][2] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    (void)site;
    return names[option];
}

static const char *result_name(const dom_web_site *site, int option)
{
    (void)site;
    return dom_web_result_words[option];
}

static const char *end_name(const dom_web_site *site, int option)
{
    (void)site;
    if (option == DOM_WEB_END_BY_RULES)
        return "rules";
    return option == DOM_WEB_END_BY_FAULT
               ? "fault"
               : dom_fault_word((dom_fault)(option - DOM_WEB_END_BY_FAULT));
}

static const char *order_name(const dom_web_site *site, int option)
{
    static const char *const names[DOM_WEB_ORDERS] = {[DOM_WEB_ORDER_OLDEST] = "oldest",
                                                      [DOM_WEB_ORDER_NEWEST] = "newest",
                                                      [DOM_WEB_ORDER_LOST_BY] = "lost-by",
                                                      [DOM_WEB_ORDER_WON_BY] = "won-by",
                                                      [DOM_WEB_ORDER_LUCK] = "luck"};
    (void)site;
    return names[option];
}

/* `bots_from` is the first option that is only there together with a bot. */
static const struct {
    const char *word;
    int (*count)(const dom_web_site *site);
    const char *(*name)(const dom_web_site *site, int option);
    int bots_from;
} keys[DOM_WEB_FILTER_KEYS] = {
    [DOM_WEB_FILTER_TOURNAMENT] = {"tournament", tournaments_of, tournament_name, INT32_MAX},
    [DOM_WEB_FILTER_VARIANT] = {"variant", variants_of, variant_name, INT32_MAX},
    [DOM_WEB_FILTER_BOT] = {"bot", bots_of, bot_name, INT32_MAX},
    [DOM_WEB_FILTER_OPPONENT] = {"opponent", bots_of, bot_name, 0},
    [DOM_WEB_FILTER_SEAT] = {"seat", seats_of, seat_name, 0},
    [DOM_WEB_FILTER_RESULT] = {"result", results_of, result_name, 0},
    [DOM_WEB_FILTER_END] = {"end", ends_of, end_name, INT32_MAX},
    [DOM_WEB_FILTER_ORDER] = {"order", orders_of, order_name, DOM_WEB_ORDER_LOST_BY},
};

const char *dom_web_filter_key_word(dom_web_filter_key key)
{
    return keys[key].word;
}

const char *dom_web_filter_option_name(const dom_web_site *site, dom_web_filter_key key, int option)
{
    return keys[key].name(site, option);
}

/* ---- paths ---------------------------------------------------------------------- */

/* The folders of lists. */
static const struct {
    const char *folder;
    dom_web_filter_key fixed;
} lists[] = {{"matches", DOM_WEB_FILTER_TOURNAMENT},
             {"bot", DOM_WEB_FILTER_BOT},
             {"leaderboard", DOM_WEB_FILTER_VARIANT},
             {"matches", DOM_WEB_FILTER_KEYS}};
enum { LISTS = sizeof lists / sizeof *lists };

/* Returns the option of a key with this slug, or DOM_WEB_FILTER_ALL. */
static int option_of(const dom_web_site *site, int key, const char *slug)
{
    char own[DOM_WEB_SLUG_BYTES];
    for (int i = 0; i < keys[key].count(site); i++) {
        dom_web_slug(own, keys[key].name(site, i));
        if (strcmp(own, slug) == 0)
            return i;
    }
    return DOM_WEB_FILTER_ALL;
}

static bool is_list(const dom_web_match_list_path *path, const dom_web_number_path *number)
{
    bool is_whole = path->fixed == DOM_WEB_FILTER_KEYS;
    return number->round == 1 && !number->is_alias && is_whole == (number->slug[0] == '\0') &&
           (is_whole || path->option != DOM_WEB_FILTER_ALL);
}

bool dom_web_match_list_path_read(dom_web_match_list_path *out, const dom_web_site *site,
                                  const char *path)
{
    dom_web_number_path number;
    for (int i = 0; i < LISTS; i++) {
        if (!dom_web_number_path_read(&number, lists[i].folder, path))
            continue;
        *out = (dom_web_match_list_path){lists[i].fixed, DOM_WEB_FILTER_ALL, number.number,
                                         number.is_json};
        if (out->fixed != DOM_WEB_FILTER_KEYS)
            out->option = option_of(site, (int)out->fixed, number.slug);
        if (is_list(out, &number))
            return true;
    }
    return false;
}

void dom_web_match_list_path_write(char out[static DOM_WEB_MATCH_LIST_PATH_BYTES],
                                   const dom_web_site *site, const dom_web_match_list_path *path)
{
    char slug[DOM_WEB_SLUG_BYTES] = "";
    int i = 0;
    while (lists[i].fixed != path->fixed)
        i++;
    if (path->fixed != DOM_WEB_FILTER_KEYS)
        dom_web_slug(slug, keys[path->fixed].name(site, path->option));
    (void)snprintf(out, DOM_WEB_MATCH_LIST_PATH_BYTES, "%s/%s%s%llu", lists[i].folder, slug,
                   slug[0] ? "/" : "", (unsigned long long)path->page);
}

/* ---- lists ---------------------------------------------------------------------- */

static bool has(const uint32_t item[], size_t count, int wanted)
{
    for (size_t i = 0; i < count; i++)
        if (item[i] == (uint32_t)wanted)
            return true;
    return false;
}

/* Can matches of the tournament be in the list? */
static bool is_in_list(const dom_web_match_list *s, size_t tournament)
{
    const dom_web_tournament *t = &s->site->tournaments[tournament];
    if (s->fixed == DOM_WEB_FILTER_TOURNAMENT)
        return tournament == (size_t)s->option;
    if (s->fixed == DOM_WEB_FILTER_VARIANT)
        return has(t->variants, t->variant_count, s->option);
    return s->fixed == DOM_WEB_FILTER_KEYS || has(t->bots, t->bot_count, s->option);
}

static void offer(dom_web_match_list *s, size_t tournament)
{
    const dom_web_tournament *t = &s->site->tournaments[tournament];
    bool *variants = s->offered + s->site->tournament_count;
    bool *bots = variants + s->site->variant_count;
    s->offered[tournament] = true;
    for (size_t i = 0; i < t->variant_count; i++)
        variants[t->variants[i]] = true;
    for (size_t i = 0; i < t->bot_count; i++)
        bots[t->bots[i]] = true;
}

dom_rc dom_web_match_list_open(dom_web_match_list *out, const dom_web_site *site,
                               const dom_web_match_list_path *path, dom_err *err)
{
    size_t options = site->tournament_count + site->variant_count + site->bot_count;
    *out = (dom_web_match_list){.site = site, .fixed = path->fixed, .option = path->option};
    out->offered = calloc(options + 1, sizeof *out->offered);
    if (out->offered == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < site->tournament_count; i++)
        if (is_in_list(out, i))
            offer(out, i);
    return DOM_OK;
}

void dom_web_match_list_close(dom_web_match_list *list)
{
    free(list->offered);
    list->offered = NULL;
}

/* Returns whether the tournaments of the list have this tournament, variant, bot or seat. */
static bool has_option(const dom_web_match_list *s, int key, int option)
{
    const bool *variants = s->offered + s->site->tournament_count;
    const bool *bots = variants + s->site->variant_count;
    if (key == DOM_WEB_FILTER_TOURNAMENT)
        return s->offered[option];
    if (key == DOM_WEB_FILTER_VARIANT)
        return variants[option];
    if (key == DOM_WEB_FILTER_BOT || key == DOM_WEB_FILTER_OPPONENT)
        return bots[option];
    for (size_t i = 0; key == DOM_WEB_FILTER_SEAT && i < s->site->variant_count; i++)
        if (variants[i] && option < s->site->variants[i].seats)
            return true;
    return key != DOM_WEB_FILTER_SEAT;
}

bool dom_web_match_filter_is_offered(const dom_web_match_filter *f, const dom_web_match_list *list,
                                     dom_web_filter_key key)
{
    return key != list->fixed &&
           (keys[key].bots_from > 0 || f->option[DOM_WEB_FILTER_BOT] != DOM_WEB_FILTER_ALL);
}

int dom_web_match_filter_next(const dom_web_match_filter *f, const dom_web_match_list *list,
                              dom_web_filter_key key, int option)
{
    int end = keys[key].count(list->site);
    if (f->option[DOM_WEB_FILTER_BOT] == DOM_WEB_FILTER_ALL && keys[key].bots_from < end)
        end = keys[key].bots_from;
    for (option++; option < end; option++)
        if (has_option(list, (int)key, option) &&
            (key != DOM_WEB_FILTER_OPPONENT || option != f->option[DOM_WEB_FILTER_BOT]))
            return option;
    return DOM_WEB_FILTER_ALL;
}

/* ---- filters -------------------------------------------------------------------- */

dom_web_match_filter dom_web_match_filter_none(const dom_web_match_list *list)
{
    dom_web_match_filter none;
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        none.option[key] = key == (int)list->fixed ? list->option : DOM_WEB_FILTER_ALL;
    return none;
}

bool dom_web_match_filter_is_empty(const dom_web_match_filter *f, const dom_web_match_list *list)
{
    for (int key = 0; key < DOM_WEB_FILTER_ORDER; key++)
        if (key != (int)list->fixed && f->option[key] != DOM_WEB_FILTER_ALL)
            return false;
    return true;
}

dom_web_match_filter dom_web_match_filter_with(const dom_web_match_filter *f,
                                               dom_web_filter_key key, int option)
{
    dom_web_match_filter with = *f;
    with.option[key] = option;
    if (with.option[DOM_WEB_FILTER_OPPONENT] == with.option[DOM_WEB_FILTER_BOT])
        with.option[DOM_WEB_FILTER_OPPONENT] = DOM_WEB_FILTER_ALL;
    bool has_bot = with.option[DOM_WEB_FILTER_BOT] != DOM_WEB_FILTER_ALL;
    for (int k = 0; k < DOM_WEB_FILTER_KEYS && !has_bot; k++)
        if (with.option[k] >= keys[k].bots_from)
            with.option[k] = DOM_WEB_FILTER_ALL;
    return with;
}

dom_web_match_order dom_web_match_filter_order(const dom_web_match_filter *f,
                                               const dom_web_match_list *list)
{
    if (f->option[DOM_WEB_FILTER_ORDER] != DOM_WEB_FILTER_ALL)
        return (dom_web_match_order)f->option[DOM_WEB_FILTER_ORDER];
    return list->fixed == DOM_WEB_FILTER_TOURNAMENT ? DOM_WEB_ORDER_OLDEST : DOM_WEB_ORDER_NEWEST;
}

void dom_web_match_filter_query(char query[static DOM_WEB_FILTER_BYTES],
                                const dom_web_match_filter *f, const dom_web_match_list *list)
{
    char slug[DOM_WEB_SLUG_BYTES];
    size_t size = 0;
    query[0] = '\0';
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++) {
        if (key == (int)list->fixed || f->option[key] == DOM_WEB_FILTER_ALL)
            continue;
        dom_web_slug(slug, keys[key].name(list->site, f->option[key]));
        size += (size_t)snprintf(query + size, DOM_WEB_FILTER_BYTES - size, "%c%s=%s",
                                 size == 0 ? '?' : '&', keys[key].word, slug);
    }
}

/* ---- reading -------------------------------------------------------------------- */

/* What is allowed, and the nearest of it to a word that is not, for a message. */
typedef struct {
    dom_suggest near;
    bool is_full;
    size_t size;
    char list[LIST_BYTES]; /* "a, b, c", or "a, b, ..." */
} allowed;

static void allow(allowed *a, const char *name)
{
    static const char more[] = ", ...";
    size_t room = sizeof a->list - a->size;
    dom_suggest_try(&a->near, name);
    if (a->is_full)
        return;
    a->is_full = strlen(name) + 2 + sizeof more > room;
    a->size += a->is_full
                   ? (size_t)snprintf(a->list + a->size, room, "%s", more)
                   : (size_t)snprintf(a->list + a->size, room, "%s%s", a->size ? ", " : "", name);
}

static dom_rc refuse_name(const dom_web_match_list *list, const dom_http_parameter *p, dom_err *err)
{
    allowed a = {.near = dom_suggest_of(p->name)};
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        if (key != (int)list->fixed)
            allow(&a, keys[key].word);
    return dom_err_set(err, DOM_E_CONFIG, "'%.40s' is not a filter of these matches%s; allowed: %s",
                       p->name, dom_suggest_hint(&a.near).text, a.list);
}

static dom_rc refuse_value(const dom_web_match_list *list, const dom_http_parameter *p, int key,
                           dom_err *err)
{
    allowed a = {.near = dom_suggest_of(p->value)};
    char slug[DOM_WEB_SLUG_BYTES];
    for (int i = 0; i < keys[key].count(list->site); i++)
        if (has_option(list, key, i)) {
            dom_web_slug(slug, keys[key].name(list->site, i));
            allow(&a, slug);
        }
    return dom_err_set(err, DOM_E_CONFIG, "%s: this list has no '%.40s'%s; allowed: %s",
                       keys[key].word, p->value, dom_suggest_hint(&a.near).text, a.list);
}

static dom_rc read_parameter(dom_web_match_filter *f, const dom_web_match_list *list,
                             const dom_http_parameter *p, dom_err *err)
{
    int key = 0;
    while (key < DOM_WEB_FILTER_KEYS &&
           (key == (int)list->fixed || strcmp(keys[key].word, p->name) != 0))
        key++;
    if (key == DOM_WEB_FILTER_KEYS)
        return refuse_name(list, p, err);
    if (p->value[0] == '\0')
        return DOM_OK;
    if (f->option[key] != DOM_WEB_FILTER_ALL)
        return dom_err_set(err, DOM_E_CONFIG, "%s: there are two of them; allowed: one",
                           keys[key].word);
    int option = option_of(list->site, key, p->value);
    if (option == DOM_WEB_FILTER_ALL || !has_option(list, key, option))
        return refuse_value(list, p, key, err);
    f->option[key] = option;
    return DOM_OK;
}

/* What is about a bot needs one, and it does not play against itself. */
static dom_rc check_bot(const dom_web_match_filter *f, const dom_web_site *site, dom_err *err)
{
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        if (f->option[DOM_WEB_FILTER_BOT] == DOM_WEB_FILTER_ALL &&
            f->option[key] >= keys[key].bots_from) {
            const char *name = keys[key].name(site, f->option[key]);
            return dom_err_set(err, DOM_E_CONFIG,
                               "%s: '%.40s' is about a bot, so name the bot too: bot=NAME&%s=%.40s",
                               keys[key].word, name, keys[key].word, name);
        }
    if (f->option[DOM_WEB_FILTER_OPPONENT] != DOM_WEB_FILTER_ALL &&
        f->option[DOM_WEB_FILTER_OPPONENT] == f->option[DOM_WEB_FILTER_BOT])
        return dom_err_set(err, DOM_E_CONFIG,
                           "opponent: it is the bot itself; allowed: another bot");
    return DOM_OK;
}

dom_rc dom_web_match_filter_read(dom_web_match_filter *out, const dom_web_match_list *list,
                                 const dom_http_query *query, dom_err *err)
{
    dom_rc rc = DOM_OK;
    *out = dom_web_match_filter_none(list);
    for (size_t i = 0; rc == DOM_OK && i < query->count; i++)
        rc = read_parameter(out, list, &query->parameters[i], err);
    return rc == DOM_OK ? check_bot(out, list->site, err) : rc;
}
