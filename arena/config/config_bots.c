/* The bots of a tournament: which versions, with which limits, in which variants. */
#include "config_internal.h"

#include "bots/resolve.h"
#include "config/stored_config.h"
#include "core/own_limits.h"
#include "store/entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t count_bots(const dom_config_reader *l)
{
    size_t count = 0;
    if (l->request->bots)
        while (l->request->bots[count])
            count++;
    else if (l->file.bots)
        count = dom_yaml_node_count(l->file.bots);
    return count;
}

static dom_rc check_bots_max(const dom_config_reader *l, size_t count)
{
    if (count <= DOM_CORE_BOTS_MAX)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: %zu bots; allowed: at most %d",
                       dom_config_where_of_bots(l).text, count, DOM_CORE_BOTS_MAX);
}

static dom_rc fail_no_bot(const dom_config_reader *l)
{
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: no bot is named; allowed: %s",
                       dom_config_where_of_bots(l).text,
                       dom_yaml_key_find(dom_config_keys(), "bots")->help);
}

static uint64_t all_variants(const dom_core_tournament *t)
{
    return t->variant_count ? UINT64_MAX >> (64 - t->variant_count) : 0;
}
_Static_assert(DOM_CORE_VARIANTS_MAX == 64, "a bit for every variant");

/* Returns the variants of the tournament that the bot plays, as a bit set. */
static uint64_t variants_of(const dom_core_tournament *t, const dom_bots_resolved *bot)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < t->variant_count; i++)
        if (dom_bots_manifest_plays(&bot->manifest, &t->variants[i]))
            bits |= UINT64_C(1) << i;
    return bits;
}

/* Writes the names of variants, such as "draw-2, draw-3", as many as fit. */
static void write_variants(const dom_core_tournament *t, uint64_t bits, dom_text *out)
{
    const char *before = "";
    for (size_t i = 0; i < t->variant_count; i++)
        if (bits >> i & 1) {
            dom_text_add(out, before);
            dom_text_add(out, t->variants[i].name);
            before = ", ";
        }
}

/* Returns the variants whose tables need more than `count` bots, as a bit set. */
static uint64_t variants_for_more_than(const dom_core_tournament *t, int32_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < t->variant_count; i++)
        if (dom_config_bots_at_table(t, &t->variants[i]) > count)
            bits |= UINT64_C(1) << i;
    return bits;
}

/* Notes which variants the bot plays; it sits out the others. In a comparison every bot is
 * needed, so there it is an error. */
static dom_rc take_variants(const dom_config_reader *l, const dom_config_where *where,
                            const dom_bots_resolved *bot, uint64_t *variants)
{
    const dom_core_tournament *t = &l->file.t;
    char names[200];
    dom_text text = dom_text_of(names, sizeof names);
    *variants = variants_of(t, bot);
    uint64_t missing = all_variants(t) & ~*variants;
    write_variants(t, missing, &text);
    bool is_refused = (*variants == 0 && !dom_config_is_wrong(l, "variants")) || t->compares;
    if (missing && is_refused)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: the manifest of %s leaves out %s%s; allowed: bots that play a "
                           "variant of the tournament",
                           where->text, bot->name, names, text.cut ? "..." : "");
    if (missing)
        dom_bots_remark(l->places, "%s: %s sits out %s%s, because its manifest leaves it out",
                        where->text, bot->name, names, text.cut ? "..." : "");
    return DOM_OK;
}

/* ---- a bot ------------------------------------------------------------------ */

/* Takes a bot's own limit, which must not be above the tournament's, or else that of the
 * tournament. */
static dom_rc take_limit(const dom_config_reader *l, const dom_config_where *where,
                         const dom_bots_resolved *bot, const char *limit, int32_t own,
                         int32_t given, int32_t *out)
{
    char key[DOM_YAML_KEY_PATH_BYTES];
    (void)snprintf(key, sizeof key, "limits.%s", limit);
    *out = own ? own : given;
    if (own <= given || dom_config_is_wrong(l, key))
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: %s needs %s %d; allowed: at most %d, its limit here", where->text,
                       bot->name, limit, (int)own, (int)given);
}

static bool is_taken(const dom_core_tournament *t, const char *name)
{
    for (size_t i = 0; i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, name) == 0)
            return true;
    return false;
}

/* Names a copy NAME#2, or by the next free number. */
static dom_rc number_copy(const dom_config_reader *l, const dom_config_where *where,
                          dom_bots_resolved *bot)
{
    dom_rc rc = DOM_OK;
    for (int copy = 2;
         rc == DOM_OK && copy <= DOM_BOTS_COPIES_MAX && is_taken(&l->file.t, bot->name); copy++)
        rc = dom_bots_manifest_bot_name(bot->name, bot->kept_as, copy, where->text, l->err);
    return rc;
}

/* Returns how a bot whose name is taken gets another one. One that is set is no copy. */
static const char *way_out(const dom_core_setting *said)
{
    bool is_set = said->args.count > 0 || said->env.count > 0 || said->own_limits.given;
    return is_set ? "a name of its own (name: NAME)" : DOM_CONFIG_COPIES;
}

static dom_rc check_name(const dom_config_reader *l, const dom_config_where *where,
                         dom_bots_resolved *bot, const dom_core_setting *said)
{
    bool may_repeat = l->request->compared || l->request->is_seated;
    dom_rc rc = may_repeat ? number_copy(l, where, bot) : DOM_OK;
    if (rc != DOM_OK)
        return rc;
    if (is_taken(&l->file.t, bot->name))
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: two bots have the name %s; allowed: each name once, %s",
                           where->text, bot->name, way_out(said));
    return DOM_OK;
}

/* Copies words to an array that has room for them and ends with NULL. */
static dom_rc copy_words(char *out[], const dom_strings *words, dom_err *err)
{
    for (size_t i = 0; i < words->count; i++) {
        out[i] = strdup(words->item[i]);
        if (out[i] == NULL)
            return dom_err_no_memory(err);
    }
    return DOM_OK;
}

static dom_rc copy_bot(const dom_config_reader *l, dom_core_entrant *out,
                       const dom_bots_resolved *bot)
{
    memcpy(out->name, bot->name, sizeof out->name);
    memcpy(out->version, bot->snapshot.version, sizeof out->version);
    out->transport = bot->manifest.transport;
    if (out->transport == DOM_CORE_TRANSPORT_REMOTE)
        (void)dom_curve_read(out->key,
                             bot->manifest.key); /* cannot fail: the manifest was checked */
    out->folder = strdup(bot->snapshot.folder);
    if (out->folder == NULL)
        return dom_err_no_memory(l->err);
    dom_rc rc = copy_words(out->args, &bot->manifest.run, l->err);
    return rc == DOM_OK ? copy_words(out->env, &bot->manifest.env, l->err) : rc;
}
_Static_assert(sizeof((dom_core_entrant *)NULL)->name == sizeof((dom_bots_resolved *)NULL)->name,
               "copied whole");

/* Sets what is said about a bot: in its entry, or for a bot of the command line what was said when
 * the tournament began. The caller clears it, also after an error. */
static dom_rc set_up(const dom_config_reader *l, dom_core_setting *out,
                     const dom_bots_resolved *bot, const dom_core_setting *said)
{
    bool is_told = l->request->bots == NULL || l->begun == NULL;
    dom_rc rc = is_told ? dom_config_setting_copy(out, said, l->err)
                        : dom_config_stored_setting(out, l->begun->config, bot->name, l->err);
    bool has_other_name = strcmp(bot->kept_as, bot->manifest.name) != 0;
    dom_text_copy(out->bot, sizeof out->bot, has_other_name ? bot->manifest.name : "");
    return rc;
}

/* Takes the limits of memory and processes. */
static dom_rc take_limits(const dom_config_reader *l, const dom_config_where *where,
                          const dom_bots_resolved *bot, dom_core_entrant *entrant)
{
    const dom_core_limits given =
        dom_core_limits_with(&l->file.t.limits, &entrant->setting.own_limits);
    dom_rc rc = dom_err_collect(l->faults,
                                take_limit(l, where, bot, "memory_mb", bot->manifest.memory_mb,
                                           given.memory_mb, &entrant->memory_mb),
                                l->err);
    if (rc == DOM_OK)
        rc = dom_err_collect(l->faults,
                             take_limit(l, where, bot, "processes", bot->manifest.processes,
                                        given.processes, &entrant->processes),
                             l->err);
    return rc;
}

/* Makes the tournament unrated if the bot gets more than others. With less it only harms itself. */
static void take_odds(dom_config_reader *l, const dom_config_where *where,
                      const dom_core_entrant *entrant)
{
    dom_core_tournament *t = &l->file.t;
    size_t row = dom_core_own_limits_more(&t->limits, &entrant->setting.own_limits);
    if (row == DOM_CORE_OWN_LIMITS || !t->is_rated)
        return;
    t->is_rated = false;
    dom_bots_remark(l->places,
                    "%s: %s gets more %s than the tournament gives, so the tournament is unrated",
                    where->text, entrant->name, dom_core_own_limit_rows[row].key);
}

/* Checks a bot and fills what the tournament says about it. Faults are collected. */
static dom_rc check_bot(dom_config_reader *l, const dom_config_where *where, dom_bots_resolved *bot,
                        const dom_core_setting *said, dom_core_entrant *entrant)
{
    const dom_core_tournament *t = &l->file.t;
    dom_rc rc = dom_err_collect(l->faults, check_name(l, where, bot, said), l->err);
    if (rc == DOM_OK)
        rc = dom_err_collect(l->faults, take_variants(l, where, bot, &entrant->variants), l->err);
    if (rc == DOM_OK && l->request->fills_seats)
        entrant->variants &= variants_for_more_than(t, t->bot_count);
    if (rc == DOM_OK)
        rc = set_up(l, &entrant->setting, bot, said);
    return rc == DOM_OK ? take_limits(l, where, bot, entrant) : rc;
}

/* Adds a bot, or collects why it cannot play. */
static dom_rc add_bot(dom_config_reader *l, const dom_config_where *where, dom_bots_resolved *bot,
                      const dom_core_setting *said)
{
    dom_core_tournament *t = &l->file.t;
    dom_core_entrant *entrant = &t->bots[t->bot_count];
    size_t before = l->faults->count;
    dom_rc rc = check_bot(l, where, bot, said, entrant);
    l->unfit += l->faults->count - before;
    if (rc != DOM_OK || l->faults->count > before) {
        dom_config_setting_clear(&entrant->setting);
        return rc;
    }
    t->bot_count++; /* from here dom_config_free releases it */
    rc = copy_bot(l, entrant, bot);
    take_odds(l, where, entrant);
    return rc;
}

/* Where bots are looked for. */
static dom_bots_context context_of(const dom_config_reader *l, const dom_config_where *where,
                                   bool is_in_file)
{
    return (dom_bots_context){.places = l->places,
                              .base = is_in_file && l->base[0] ? l->base : NULL,
                              .where = where->text,
                              .folders = &l->folders,
                              .shown = &l->file.t.shown,
                              .faults = l->faults,
                              .begun = l->begun,
                              .is_dry_run = l->only_looks};
}

/* Returns true if the tournament is played without this bot if it is broken. */
static bool may_be_left_out(const dom_config_reader *l, size_t index)
{
    return l->request->skip_broken && index >= dom_config_seeds_of(&l->file.t);
}

/* Finds the bot of entry `index`. After a fault bot->is_broken is set. Returns DOM_OK also for a
 * bot that is left out. */
static dom_rc find_word(dom_config_reader *l, const dom_config_where *where, size_t index,
                        const dom_config_entry *entry, dom_bots_resolved *bot)
{
    dom_bots_context context = context_of(l, where, l->request->bots == NULL);
    context.setting = &(dom_bots_setting){
        .name = entry->name, .args = &entry->setting.args, .env = &entry->setting.env};
    dom_rc rc = dom_bots_resolve(bot, &context, entry->word, l->err);
    if (rc != DOM_E_CONFIG)
        return rc;
    if (bot->is_broken && may_be_left_out(l, index)) {
        dom_bots_remark(l->places, "%s; it is left out", l->err->text);
        l->left_out++;
        return DOM_OK;
    }
    l->unfit += bot->is_broken;
    bot->is_broken = true;
    return rc;
}

static dom_rc take_word(dom_config_reader *l, const dom_config_where *where, size_t index,
                        const dom_config_entry *entry, dom_bots_resolved *bot)
{
    bool is_tried = bot->name[0] != '\0' || bot->is_broken;
    dom_rc rc = is_tried ? DOM_OK : find_word(l, where, index, entry, bot);
    return rc == DOM_OK && !bot->is_broken ? add_bot(l, where, bot, &entry->setting) : rc;
}

static dom_rc take_inline(dom_config_reader *l, const dom_config_where *where,
                          const dom_yaml_node *map)
{
    dom_bots_resolved bot;
    dom_bots_context context = context_of(l, where, true);
    dom_rc rc = dom_bots_resolve_inline(&bot, &context, l->yaml, map, l->err);
    if (rc == DOM_OK && !bot.is_broken)
        rc = add_bot(l, where, &bot, &(dom_core_setting){.bot = ""});
    dom_bots_resolved_clear(&bot);
    return rc;
}

/* Seats a person, who plays every variant and needs no processes. */
static dom_rc take_person(dom_config_reader *l, const dom_config_where *where, const char *name)
{
    dom_core_tournament *t = &l->file.t;
    dom_bots_resolved person = {.name = ""};
    if (!dom_name_is_valid(name, DOM_BOTS_NAME_MAX))
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: '%.40s' is not a name of a person; allowed: a name "
                           "[a-z0-9][a-z0-9._-]* of at most %d letters",
                           where->text, name, DOM_BOTS_NAME_MAX);
    dom_text_copy(person.name, sizeof person.name, name);
    dom_text_copy(person.kept_as, sizeof person.kept_as, name);
    dom_rc rc = check_name(l, where, &person, &(dom_core_setting){.bot = ""});
    if (rc != DOM_OK)
        return rc;
    dom_core_entrant *entrant = &t->bots[t->bot_count++];
    *entrant = (dom_core_entrant){.transport = DOM_CORE_TRANSPORT_PERSON,
                                  .variants = all_variants(t),
                                  .version = DOM_CORE_PERSON_VERSION};
    memcpy(entrant->name, person.name, sizeof entrant->name);
    return DOM_OK;
}

/* A bot while the list is read: its entry, and what was found for it. */
typedef struct {
    dom_config_entry entry;
    dom_bots_resolved bot;
} listed_bot;

static dom_config_where where_of_entry(const dom_config_reader *l, size_t index)
{
    return l->request->bots ? dom_config_where_of_option(dom_config_bots_option(l))
                            : dom_config_where_of_node(
                                  l, dom_yaml_node_item(l->yaml, l->file.bots, index), "bots");
}

static bool is_person(const dom_config_reader *l, size_t index)
{
    return l->request->bots && l->request->is_seated && (l->request->people >> index & 1);
}

/* Takes entry `index` of the list. A version or a folder was found before and is in listed->bot. */
static dom_rc take_bot(dom_config_reader *l, size_t index, listed_bot *listed)
{
    dom_config_where where = where_of_entry(l, index);
    const char *word = listed->entry.word;
    if (word)
        return is_person(l, index) ? take_person(l, &where, word)
                                   : take_word(l, &where, index, &listed->entry, &listed->bot);
    const dom_yaml_node *node = dom_yaml_node_item(l->yaml, l->file.bots, index);
    return dom_config_is_inline(l->yaml, node) ? take_inline(l, &where, node) : DOM_OK;
}

typedef bool word_kind(const char *word);

/* Finds the bot if the entry is a word of this kind. Notes the versions of folders. */
static dom_rc find_kind(dom_config_reader *l, size_t index, word_kind *is_of_kind,
                        listed_bot *listed)
{
    const char *word = listed->entry.word;
    dom_bots_resolved *bot = &listed->bot;
    if (word == NULL || is_person(l, index) || !is_of_kind(word))
        return DOM_OK;
    dom_config_where where = where_of_entry(l, index);
    dom_rc rc = find_word(l, &where, index, &listed->entry, bot);
    bool is_folder = dom_bots_word_is_folder(word);
    if (rc == DOM_OK && is_folder && !bot->is_broken &&
        !dom_strings_add(&l->folders, bot->snapshot.version))
        rc = dom_err_no_memory(l->err);
    return rc;
}

static dom_rc read_entries(dom_config_reader *l, size_t count, listed_bot *bots)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < count; i++)
        if (l->request->bots)
            bots[i].entry.word = l->request->bots[i];
        else
            rc = dom_config_entry_read(&bots[i].entry, l,
                                       dom_yaml_node_item(l->yaml, l->file.bots, i));
    return rc;
}

/* Finds the bots and adds them in their order. Versions are found first, so that nothing is copied
 * if one of them does not exist; then folders, because "mybot@latest" does not mean the version of
 * ./mybot; then the other names. */
static dom_rc take_each(dom_config_reader *l, size_t count, listed_bot *bots)
{
    static word_kind *const kinds[] = {dom_bots_word_is_version, dom_bots_word_is_folder};
    dom_rc rc = read_entries(l, count, bots);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        l->only_looks |= l->faults->count > 0;
        for (size_t i = 0; rc == DOM_OK && i < count; i++)
            rc = dom_err_collect(l->faults, find_kind(l, i, kinds[kind], &bots[i]), l->err);
    }
    for (size_t i = 0; rc == DOM_OK && i < count; i++)
        rc = dom_err_collect(l->faults, take_bot(l, i, &bots[i]), l->err);
    return rc;
}

/* Finds all bots. They are only looked at if something else is wrong, so that nobody waits for
 * builds that are of no use. */
static dom_rc take_all(dom_config_reader *l, size_t count)
{
    l->only_looks = l->request->is_dry_run;
    size_t unnamed = l->begun ? l->begun->bot_count : 0; /* most that may be added to them */
    l->file.t.bots = calloc(count + unnamed, sizeof *l->file.t.bots);
    listed_bot *bots = calloc(count, sizeof *bots);
    dom_rc rc = l->file.t.bots && bots ? take_each(l, count, bots) : dom_err_no_memory(l->err);
    for (size_t i = 0; bots && i < count; i++) {
        dom_config_entry_clear(&bots[i].entry);
        dom_bots_resolved_clear(&bots[i].bot);
    }
    free(bots);
    dom_strings_clear(&l->folders);
    return rc;
}

static bool has_version(const dom_core_tournament *t, const dom_store_bot *bot)
{
    for (int i = 0; i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, bot->name) == 0 &&
            strcmp(t->bots[i].version, bot->version) == 0)
            return true;
    return false;
}

/* Fills a bot that only finishes what it began. Without its snapshot it cannot be started, and
 * what it has not finished is not played. */
static dom_rc fill_leaving(const dom_config_reader *l, dom_core_entrant *entrant,
                           const dom_store_bot *stored)
{
    char word[sizeof stored->name + sizeof stored->version + 8];
    int name = (int)strcspn(stored->name, "#");
    (void)snprintf(word, sizeof word, "%.*s@%s%s", name, stored->name, stored->version,
                   stored->name + name);
    dom_config_where where = dom_config_where_of_bots(l);
    dom_bots_context context = context_of(l, &where, false);
    dom_bots_resolved bot;
    context.begun = NULL;
    dom_rc rc = dom_bots_resolve(&bot, &context, word, l->err);
    if (rc == DOM_OK)
        rc = copy_bot(l, entrant, &bot);
    dom_bots_resolved_clear(&bot);
    if (rc != DOM_E_CONFIG)
        return rc;
    memcpy(entrant->name, stored->name, sizeof entrant->name);
    memcpy(entrant->version, stored->version, sizeof entrant->version);
    entrant->args[0] = strdup("./missing");
    return entrant->args[0] ? DOM_OK : dom_err_no_memory(l->err);
}

/* Adds a bot of the tournament that continues, although another one may have its name. */
static dom_rc add_leaving(dom_config_reader *l, const dom_store_bot *stored)
{
    dom_core_tournament *t = &l->file.t;
    if (t->bot_count >= DOM_CORE_BOTS_MAX)
        return check_bots_max(l, t->bot_count + 1u);
    dom_core_entrant *entrant = &t->bots[t->bot_count++];
    entrant->variants = all_variants(t);
    l->unnamed++;
    dom_rc rc = fill_leaving(l, entrant, stored);
    dom_core_setting *setting = &entrant->setting;
    if (rc == DOM_OK)
        rc = dom_config_stored_setting(setting, l->begun->config, stored->name, l->err);
    dom_core_limits limits = dom_core_limits_with(&t->limits, &setting->own_limits);
    entrant->memory_mb = limits.memory_mb;
    entrant->processes = limits.processes;
    return rc;
}

/* Adds the bots of the tournament that continues which the file need not name: old versions, and
 * those that left. */
static dom_rc add_unnamed(dom_config_reader *l)
{
    dom_rc rc = DOM_OK;
    const dom_store_tournament *begun = l->begun;
    for (uint16_t i = 0; rc == DOM_OK && i < begun->bot_count; i++)
        if (!dom_store_entry_plays_on(begun, i) && !has_version(&l->file.t, &begun->bots[i]))
            rc = add_leaving(l, &begun->bots[i]);
    return rc;
}

/* Finds the bots with the stored tournament of the same name, if there is one. A comparison and a
 * table of people name their bots anew each time. */
static dom_rc take_all_of(dom_config_reader *l, size_t count)
{
    dom_store_tournament begun;
    const dom_config_request *request = l->request;
    bool may_continue = request->store && !request->compared && !request->is_seated;
    dom_rc rc = may_continue
                    ? dom_store_tournament_find(request->store, l->file.t.name, &begun, l->err)
                    : DOM_E_ABSENT;
    if (rc == DOM_E_ABSENT)
        return take_all(l, count);
    if (rc != DOM_OK)
        return rc;
    l->begun = &begun;
    rc = take_all(l, count);
    if (rc == DOM_OK)
        rc = add_unnamed(l);
    l->begun = NULL;
    dom_store_tournament_free(&begun);
    return rc;
}

dom_rc dom_config_take_bots(dom_config_reader *l)
{
    const dom_yaml_node *node = l->file.bots;
    bool is_in_file = l->request->bots == NULL;
    if (is_in_file && dom_config_is_wrong(l, "bots"))
        return DOM_OK;
    if (is_in_file && node && dom_yaml_node_kind_of(node) != DOM_YAML_NODE_LIST)
        return dom_config_fail(l, node, "bots", "this is not a list");
    size_t count = count_bots(l), before = l->faults->count;
    dom_rc rc = count > 0 ? check_bots_max(l, count) : fail_no_bot(l);
    if (rc == DOM_OK)
        rc = take_all_of(l, count);
    bool are_right = l->faults->count == before && !dom_config_is_wrong(l, "variants") &&
                     !dom_config_is_wrong(l, "schedule");
    return rc == DOM_OK ? dom_config_check_bots(l, count - l->left_out + l->unnamed, are_right)
                        : rc;
}
