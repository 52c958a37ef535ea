#include "site/play_site.h"

#include "play_seat.h"

#include "base/check.h"
#include "base/text.h"
#include "bots/known_bots.h"
#include "documents/values.h"
#include "web/play_pages.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 40, COOKIE_S = 86400 };

struct dom_site_play {
    dom_site_play_spec spec;
    dom_play_hall *hall;
};

/* ---- what is asked for ------------------------------------------------------------- */

/* A path: TABLE, or TABLE/WORD. */
typedef struct {
    uint32_t table;
    char word[WORD_BYTES]; /* "" without one */
} play_path;

static bool read_path(const char *text, play_path *path)
{
    char *end;
    if (text[0] < '1' || text[0] > '9')
        return false;
    errno = 0;
    unsigned long table = strtoul(text, &end, 10);
    bool is_bare = *end == '\0', has_word = end[0] == '/' && end[1] != '\0';
    if (errno != 0 || table > UINT32_MAX || !(is_bare || has_word) || strlen(end) > WORD_BYTES)
        return false;
    path->table = (uint32_t)table;
    dom_text_copy(path->word, sizeof path->word, *end ? end + 1 : "");
    return true;
}

/* Finds the next seat in the header Cookie: seatTABLE=SECRET. Returns what follows it, or NULL. */
static const char *next_seat(const char *cookie, dom_play_key *key)
{
    for (const char *at = cookie; (at = strstr(at, "seat")) != NULL; at++) {
        char *end;
        bool is_begin = at == cookie || at[-1] == ' ' || at[-1] == ';';
        unsigned long table = strtoul(at + strlen("seat"), &end, 10);
        if (!is_begin || *end != '=' || table > UINT32_MAX)
            continue;
        size_t size = strcspn(end + 1, "; ");
        if (size != DOM_PLAY_SECRET_BYTES - 1)
            continue;
        key->table = (uint32_t)table;
        memcpy(key->secret, end + 1, size);
        key->secret[size] = '\0';
        return end + 1 + size;
    }
    return NULL;
}

/* Takes a secret that somebody sent. Another length fits no seat. */
static void take_secret(dom_play_key *key, const char *text)
{
    dom_text_copy(key->secret, sizeof key->secret, text);
    if (strlen(text) != DOM_PLAY_SECRET_BYTES - 1)
        key->secret[0] = '\0';
}

/* Finds the secret for the table. Without one the key fits no seat. */
static dom_play_key key_for(const char *cookie, uint32_t table)
{
    dom_play_key key = {.table = table}, found;
    for (const char *at = cookie; (at = next_seat(at, &found)) != NULL;)
        if (found.table == table)
            key = found;
    return key;
}

/* ---- answers to POST ------------------------------------------------------------------ */

static int status_of(dom_rc rc)
{
    static const struct {
        dom_rc rc;
        int status;
    } known[] = {{DOM_OK, 200},
                 {DOM_E_MALFORMED, 400},
                 {DOM_E_ILLEGAL, 403},
                 {DOM_E_ABSENT, 404},
                 {DOM_E_CONFIG, 409}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].rc == rc)
            return known[i].status;
    return 503;
}

static void answer_json(dom_http_answer *out, dom_rc rc, uint32_t table, const dom_err *err)
{
    json_t *object = rc == DOM_OK ? json_pack("{s:I}", "table", (json_int_t)table)
                                  : json_pack("{s:o}", "refusal", dom_documents_text(err->text));
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    out->status = text ? status_of(rc) : 503;
    out->type = "application/json";
    dom_web_html_json(&out->body, text ? text : "{\"refusal\":\"out of memory\"}");
    free(text);
    json_decref(object);
}

static void give_seat(dom_http_answer *out, const dom_play_key *key)
{
    (void)snprintf(out->cookie, sizeof out->cookie,
                   "seat%u=%s; Path=/play/; HttpOnly; SameSite=Strict; Max-Age=%d", key->table,
                   key->secret, (int)COOKIE_S);
}

static dom_rc malformed(dom_err *err, const char *wanted)
{
    return dom_err_set(err, DOM_E_MALFORMED, "this is not what the pages send; allowed: %s",
                       wanted);
}

/* Only bots that the lobby offers may play: other words name folders, and what is in them would be
 * run. */
static dom_rc read_seats(dom_play_order *order, const json_t *seats, const dom_strings *bots,
                         dom_err *err)
{
    size_t i;
    const json_t *seat;
    if (json_array_size(seats) >= DOM_SEATS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "a table has at most %d seats", (int)DOM_SEATS_MAX);
    json_array_foreach(seats, i, seat)
    {
        order->seat[i + 1] = json_string_value(seat);
        if (!json_is_null(seat) && !json_is_string(seat))
            return malformed(err, "the name of a bot, or null");
        if (json_is_string(seat) && !dom_strings_has(bots, order->seat[i + 1]))
            return dom_err_set(err, DOM_E_CONFIG, "there is no bot '%.40s' here",
                               order->seat[i + 1]);
    }
    order->seats = (int)json_array_size(seats) + 1;
    return DOM_OK;
}

static dom_strings offered_bots(const dom_site_play *play)
{
    dom_bots_places places = dom_bots_places_of(play->spec.home, NULL);
    return dom_bots_known_names(&places);
}

static dom_rc order_table(dom_site_play *play, const char *address, json_t *body,
                          dom_http_answer *out, dom_play_key *key, dom_err *err)
{
    dom_play_order order = {.from = address};
    json_t *seats;
    int clock_s;
    if (json_unpack(body, "{s:s, s:s, s:o, s:i !}", "variant", &order.variant, "name",
                    &order.person, "seats", &seats, "clock", &clock_s) != 0 ||
        !json_is_array(seats))
        return malformed(err, "{variant, name, seats, clock}");
    order.clock_s = clock_s;
    dom_strings bots = offered_bots(play);
    dom_rc rc = read_seats(&order, seats, &bots, err);
    if (rc == DOM_OK)
        rc = dom_play_hall_order(play->hall, &order, key, err);
    if (rc == DOM_OK)
        give_seat(out, key);
    dom_strings_clear(&bots);
    return rc;
}

static dom_rc sit(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                  dom_err *err)
{
    const char *secret, *person;
    dom_play_key invitation = {.table = key->table};
    if (json_unpack(body, "{s:s, s:s !}", "invitation", &secret, "name", &person) != 0)
        return malformed(err, "{invitation, name}");
    take_secret(&invitation, secret);
    dom_rc rc = dom_play_hall_sit(play->hall, &invitation, person, key, err);
    if (rc == DOM_OK)
        give_seat(out, key);
    return rc;
}

static dom_rc choose(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                     dom_err *err)
{
    json_int_t serial, choice;
    (void)out;
    if (json_unpack(body, "{s:I, s:I !}", "serial", &serial, "choice", &choice) != 0 ||
        serial < 0 || serial > UINT32_MAX || choice < 0 || choice > UINT32_MAX)
        return malformed(err, "{serial, choice}");
    return dom_play_hall_choose(play->hall, key, (uint32_t)serial, (uint32_t)choice, err);
}

static dom_rc hint(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                   dom_err *err)
{
    (void)body;
    (void)out;
    return dom_play_hall_hint(play->hall, key, err);
}

static dom_rc next(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                   dom_err *err)
{
    (void)body;
    (void)out;
    return dom_play_hall_next(play->hall, key, err);
}

static dom_rc leave(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                    dom_err *err)
{
    (void)body;
    (void)out;
    return dom_play_hall_leave(play->hall, key, err);
}

/* What a person at a table may send. */
static const struct {
    const char *word;
    dom_rc (*act)(dom_site_play *play, dom_play_key *key, json_t *body, dom_http_answer *out,
                  dom_err *err);
} acts[] = {{"sit", sit}, {"choose", choose}, {"hint", hint}, {"next", next}, {"leave", leave}};

static dom_rc act(dom_site_play *play, const dom_http_play_request *request, json_t *body,
                  dom_http_answer *out, dom_play_key *key, dom_err *err)
{
    play_path path;
    if (!read_path(request->path, &path))
        return dom_err_set(err, DOM_E_ABSENT, "there is nothing of this name");
    *key = key_for(request->cookie, path.table);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(acts[i].word, path.word) == 0)
            return acts[i].act(play, key, body, out, err);
    return dom_err_set(err, DOM_E_ABSENT, "there is nothing of this name");
}

static void answer_post(dom_site_play *play, const dom_http_play_request *request,
                        dom_http_answer *out)
{
    dom_err err = {.text = ""};
    dom_play_key key = {.table = 0};
    json_t *body = json_loads(request->body, JSON_REJECT_DUPLICATES, NULL);
    dom_rc rc = json_is_object(body)       ? DOM_OK
                : request->path[0] == '\0' ? malformed(&err, "{variant, name, seats, clock}")
                                           : malformed(&err, "an object");
    if (rc == DOM_OK)
        rc = request->path[0] == '\0' ? order_table(play, request->address, body, out, &key, &err)
                                      : act(play, request, body, out, &key, &err);
    answer_json(out, rc, key.table, &err);
    json_decref(body);
}

/* ---- pages ------------------------------------------------------------------------------ */

/* Fills in the next of the reader's own tables. */
typedef struct {
    size_t count;
    char names[DOM_PLAY_TABLES_MAX][DOM_VARIANT_NAME_BYTES];
    dom_web_play_own_table table[DOM_PLAY_TABLES_MAX];
} own_tables;

static void add_own_table(void *context, const dom_play_view *view)
{
    own_tables *own = context;
    char *name = own->names[own->count];
    dom_text_copy(name, DOM_VARIANT_NAME_BYTES, view->variant->name);
    own->table[own->count++] =
        (dom_web_play_own_table){view->table, name, dom_site_play_state(view->state)};
}

/* The bots that may be chosen. */
typedef struct {
    dom_strings names;
    size_t count;
    dom_web_play_bot *bots; /* NULL when out of memory, without any */
} choosable_bots;

static choosable_bots choosable(const dom_site_play *play, const dom_variant *variant)
{
    choosable_bots c = {.names = offered_bots(play)};
    c.bots = calloc(c.names.count + 1, sizeof *c.bots);
    c.count = c.bots ? c.names.count : 0;
    for (size_t i = 0; i < c.count; i++) {
        c.bots[i].name = c.names.item[i];
        play->spec.strength(play->spec.context, c.bots[i].strength, variant, c.names.item[i]);
    }
    return c;
}

static void choosable_clear(choosable_bots *c)
{
    free(c->bots);
    dom_strings_clear(&c->names);
}

static void answer_rules(const dom_site_play *play, const dom_variant *variant,
                         dom_http_answer *out)
{
    choosable_bots c = choosable(play, variant);
    dom_web_play_rules(&out->body, variant, c.bots, c.count);
    choosable_clear(&c);
}

static void answer_lobby(const dom_site_play *play, const char *cookie, dom_http_answer *out)
{
    own_tables own = {.count = 0};
    dom_play_key key;
    dom_variant usual;
    dom_check(dom_variant_find(&usual, DOM_WEB_PLAY_USUAL, NULL) == DOM_OK);
    for (const char *at = cookie;
         own.count < DOM_PLAY_TABLES_MAX && (at = next_seat(at, &key)) != NULL;)
        (void)dom_play_hall_read(play->hall, &key, add_own_table, &own);
    choosable_bots c = choosable(play, &usual);
    dom_web_play_lobby(&out->body, c.bots, c.count, own.table, own.count);
    choosable_clear(&c);
}

/* A page that shows a seat. */
typedef struct {
    const dom_site_play *play;
    void (*write)(dom_web_html *out, const dom_web_play_seat *seat);
    dom_web_html *out;
} seat_page;

static void write_seat(void *context, const dom_play_view *view)
{
    const seat_page *page = context;
    const dom_site_play_spec *spec = &page->play->spec;
    dom_site_play_seat seat;
    char record[DOM_SITE_PLAY_RECORD_BYTES];
    bool has_replay = view->is_stored && spec->has_replay(spec->context, view->tournament);
    dom_site_play_seat_of(&seat, view, has_replay);
    if (has_replay && spec->record(spec->context, record, view->name[view->own]))
        seat.page.record = record;
    page->write(page->out, &seat.page);
    dom_site_play_seat_clear(&seat);
}

static void answer_seat(const dom_site_play *play, const dom_http_play_request *request,
                        const play_path *path, dom_http_answer *out)
{
    bool is_page = path->word[0] == '\0', is_part = strcmp(path->word, "seat") == 0;
    seat_page page = {play,
                      is_page   ? dom_web_play_table
                      : is_part ? dom_web_play_fragment
                                : dom_web_play_invitation,
                      &out->body};
    dom_play_key key = key_for(request->cookie, path->table);
    dom_rc rc;
    if (is_page || is_part) {
        rc = dom_play_hall_read(play->hall, &key, write_seat, &page);
    } else {
        take_secret(&key, path->word);
        rc = dom_play_hall_read_invited(play->hall, &key, write_seat, &page);
    }
    if (rc == DOM_OK)
        return;
    out->status = status_of(rc);
    dom_web_play_message(
        &out->body, is_page ? 1 : 2, rc == DOM_E_ABSENT ? "No such table" : "This table is taken",
        rc == DOM_E_ABSENT ? "This table has ended, or never was."
                           : "You have no seat here. An invitation can be used once, by the "
                             "browser that takes the seat.");
}

/* Finds the variant of the path rules/VARIANT. */
static bool read_rules(const char *path, dom_variant *variant)
{
    static const char folder[] = "rules/";
    size_t size = sizeof folder - 1;
    return strncmp(path, folder, size) == 0 &&
           dom_variant_find(variant, path + size, NULL) == DOM_OK;
}

static void answer_get(const dom_site_play *play, const dom_http_play_request *request,
                       dom_http_answer *out)
{
    play_path path;
    dom_variant variant;
    if (request->path[0] == '\0') {
        answer_lobby(play, request->cookie, out);
    } else if (read_rules(request->path, &variant)) {
        answer_rules(play, &variant, out);
    } else if (read_path(request->path, &path)) {
        answer_seat(play, request, &path, out);
    } else {
        out->status = 404;
        dom_web_play_message(&out->body, strchr(request->path, '/') ? 2 : 1, "No such page",
                             "There is nothing of this name.");
    }
}

void dom_site_play_answer(void *context, const dom_http_play_request *request, dom_http_answer *out)
{
    if (request->body)
        answer_post(context, request, out);
    else
        answer_get(context, request, out);
}

/* ---- beginning and end --------------------------------------------------------------------- */

dom_rc dom_site_play_open(dom_site_play **out, const dom_site_play_spec *spec, dom_err *err)
{
    dom_site_play *play = calloc(1, sizeof *play);
    *out = NULL;
    if (play == NULL)
        return dom_err_no_memory(err);
    play->spec = *spec;
    dom_play_hall_spec hall = {.home = spec->home,
                               .tell = spec->tell,
                               .context = spec->context,
                               .tables_from_one = spec->tables_from_one};
    dom_rc rc = dom_play_hall_open(&play->hall, &hall, err);
    if (rc == DOM_OK)
        *out = play;
    else
        free(play);
    return rc;
}

void dom_site_play_close(dom_site_play **play)
{
    if (*play == NULL)
        return;
    dom_play_hall_close(&(*play)->hall);
    free(*play);
    *play = NULL;
}

dom_play_hall_counts dom_site_play_count(const dom_site_play *play)
{
    return dom_play_hall_count(play->hall);
}

void dom_site_play_touch(dom_site_play *play)
{
    dom_play_hall_touch(play->hall);
}
