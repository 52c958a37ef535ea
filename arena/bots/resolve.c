#include "bots/resolve.h"

#include "base/did_you_mean.h"
#include "base/path.h"
#include "base/text.h"
#include "bots/bot_env.h"
#include "bots/known_bots.h"
#include "bots/shown.h"
#include "fs/program.h"
#include "store/entries.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORD_BYTES = DOM_PATH_BYTES };

/* Sets the error "WHERE: SUBJECT: INNER". */
static dom_rc fail_within(const dom_bots_context *context, const char *subject,
                          const dom_err *inner, dom_err *err)
{
    return dom_err_set(err, inner->rc, "%s: %.80s: %s", context->where, subject, inner->text);
}

/* ---- words --------------------------------------------------------------- */

/* The parts of a word. */
typedef struct {
    char name[WORD_BYTES]; /* the folder or the name */
    const char *version;   /* the part after '@', within `name`; NULL without one */
    int copy;              /* number of the copy, from 2; 0 for the bot itself */
    bool is_folder;
} bot_word;

/* Returns the number after the last '#', from 2. It returns -1 if that is no number of a copy,
 * or 0 if the word is a folder whose name has a '#'. */
static int copy_number(const char *digits, bool is_folder)
{
    size_t length = strspn(digits, "0123456789");
    if (digits[length] != '\0' || length == 0)
        return is_folder ? 0 : -1; /* a folder may have the name a#b */
    int number = length <= 2 ? atoi(digits) : 0;
    return number >= 2 && number <= DOM_BOTS_COPIES_MAX && digits[0] != '0' ? number : -1;
}

static dom_rc take_apart(bot_word *out, const dom_bots_context *context, const char *word,
                         dom_err *err)
{
    int length = snprintf(out->name, sizeof out->name, "%s", word);
    if (length >= (int)sizeof out->name)
        return dom_err_set(err, DOM_E_CONFIG, "%s: '%.40s...' is too long", context->where, word);
    out->version = NULL;
    out->copy = 0;
    out->is_folder = dom_bots_word_is_folder(word);
    char *hash = strrchr(out->name, '#');
    if (hash)
        out->copy = copy_number(hash + 1, out->is_folder);
    if (out->copy < 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: '%.60s' is not a copy of a bot; allowed: #2..#%d", context->where,
                           word, DOM_BOTS_COPIES_MAX);
    if (out->copy > 0)
        *hash = '\0';
    char *at = out->is_folder ? NULL : strchr(out->name, '@');
    if (at) {
        *at = '\0';
        out->version = at + 1;
    }
    return DOM_OK;
}

/* ---- where bots are ------------------------------------------------------ */

static bool has_manifest(const char *folder)
{
    char path[DOM_PATH_BYTES + sizeof DOM_BOTS_MANIFEST_FILE];
    (void)snprintf(path, sizeof path, "%s/%s", folder, DOM_BOTS_MANIFEST_FILE);
    return access(path, F_OK) == 0;
}

/* Sets the error of a folder whose manifest is missing or cannot be read. errno tells which. */
static dom_rc fail_no_manifest(const dom_bots_context *context, const char *folder, dom_err *err)
{
    bool is_closed = errno == EACCES;
    bool is_there = access(folder, F_OK) == 0;
    if (is_closed)
        return dom_err_set(err, DOM_E_CONFIG, "%s: %.200s: %s; allowed: a folder that you may read",
                           context->where, folder, strerror(EACCES));
    return dom_err_set(err, DOM_E_CONFIG, "%s: %.200s: there is no %s; allowed: a bot's folder",
                       context->where, folder, is_there ? DOM_BOTS_MANIFEST_FILE : "such folder");
}

/* Bots play from copies, so the folder itself must not be shown. */
static dom_rc check_apart(const dom_bots_context *context, const char *folder, dom_err *err)
{
    dom_err inner;
    if (context->shown == NULL ||
        dom_bots_shown_keep_apart(context->shown, folder, "the folder of a bot", &inner) == DOM_OK)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%s: show: %s", context->where, inner.text);
}

/* ---- settings ------------------------------------------------------------- */

/* Returns the name that the setting gives the bot, or NULL. */
static const char *set_name(const dom_bots_context *context)
{
    return context->setting && context->setting->name[0] ? context->setting->name : NULL;
}

/* Returns true if the setting makes another version of the bot. */
static bool makes_version(const dom_bots_setting *setting)
{
    return setting && (setting->args->count > 0 || setting->env->count > 0);
}

/* Adds what the setting says to the bot's manifest. */
static dom_rc add_setting(dom_bots_manifest *manifest, const dom_bots_context *context,
                          dom_err *err)
{
    const dom_bots_setting *setting = context->setting;
    bool is_whole = true;
    if (!makes_version(setting))
        return DOM_OK;
    if (manifest->transport == DOM_CORE_TRANSPORT_REMOTE)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%s: %s is a remote bot, which is not started here; allowed: no args and "
            "no env",
            context->where, manifest->name);
    for (size_t i = 0; is_whole && i < setting->args->count; i++)
        is_whole = dom_strings_add(&manifest->run, setting->args->item[i]);
    for (size_t i = 0; is_whole && i < setting->env->count; i++)
        is_whole = dom_bots_env_set(&manifest->env, setting->env->item[i]);
    if (!is_whole)
        return dom_err_no_memory(err);
    if (manifest->run.count > DOM_CORE_ARGS_MAX || manifest->env.count > DOM_CORE_ENV_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: with what %s has itself, it gets %zu words and %zu variables; "
                           "allowed: at most %d and %d",
                           context->where, manifest->name, manifest->run.count, manifest->env.count,
                           DOM_CORE_ARGS_MAX, DOM_CORE_ENV_MAX);
    return DOM_OK;
}

/* Takes the snapshot of a bot's folder, or of the snapshot of version `built`, as the bot is set.
 */
static dom_rc take_snapshot(dom_bots_resolved *bot, const dom_bots_context *context,
                            const char *folder, const char *built, dom_err *err)
{
    dom_bots_manifest manifest;
    dom_rc rc = dom_bots_manifest_load(&manifest, folder, err);
    bot->is_broken = rc == DOM_E_CONFIG;
    if (rc == DOM_OK)
        rc = add_setting(&manifest, context, err);
    if (rc != DOM_OK)
        goto out;
    dom_bots_snapshot_spec spec = {.home = context->places->home,
                                   .logs = context->places->logs,
                                   .folder = folder,
                                   .manifest = &manifest,
                                   .name = set_name(context),
                                   .built = built,
                                   .is_changed = makes_version(context->setting),
                                   .is_dry_run = context->is_dry_run,
                                   .listener = context->places->listener};
    dom_err inner;
    rc = dom_bots_snapshot_take(&bot->snapshot, &spec, &inner);
    bot->is_broken = rc == DOM_E_CONFIG;
    if (rc != DOM_OK)
        (void)fail_within(context, manifest.name, &inner, err);
out:
    dom_bots_manifest_clear(&manifest);
    return rc;
}

/* Takes the snapshot of a folder. */
static dom_rc take_folder(dom_bots_resolved *bot, const dom_bots_context *context,
                          const char *folder, dom_err *err)
{
    if (!has_manifest(folder))
        return fail_no_manifest(context, folder, err);
    dom_rc rc = check_apart(context, folder, err);
    return rc == DOM_OK ? take_snapshot(bot, context, folder, NULL, err) : rc;
}

/* Writes the path of a folder. Returns false if it is too long. */
static bool write_path(char folder[static DOM_PATH_BYTES], const dom_bots_context *context,
                       const char *path)
{
    bool is_relative = path[0] != '/' && context->base;
    int length = snprintf(folder, DOM_PATH_BYTES, "%s%s%s", is_relative ? context->base : "",
                          is_relative ? "/" : "", path);
    return length < DOM_PATH_BYTES;
}

static dom_rc take_path(dom_bots_resolved *bot, const dom_bots_context *context, const char *path,
                        dom_err *err)
{
    char folder[DOM_PATH_BYTES];
    if (!write_path(folder, context, path))
        return dom_err_set(err, DOM_E_CONFIG, "%s: '%.40s...' is too long", context->where, path);
    return take_folder(bot, context, folder, err);
}

/* Returns true if the name is also that of a bot's folder here. */
static bool is_folder_too(const dom_bots_context *context, const char *name)
{
    char folder[DOM_PATH_BYTES];
    const char *base = context->base ? context->base : ".";
    return name[0] && snprintf(folder, sizeof folder, "%s/%s", base, name) < (int)sizeof folder &&
           has_manifest(folder);
}

static dom_rc fail_unknown(const dom_bots_context *context, const char *name, dom_err *err)
{
    if (is_folder_too(context, name))
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: there is no bot '%.40s', but there is a folder; allowed: ./%.40s",
                           context->where, name, name);
    dom_strings names = dom_bots_known_names(context->places);
    dom_suggest near = dom_suggest_of(name);
    char list[200];
    dom_text text = dom_text_of(list, sizeof list);
    for (size_t i = 0; i < names.count; i++) {
        dom_suggest_try(&near, names.item[i]);
        dom_text_add(&text, ", ");
        dom_text_add(&text, names.item[i]);
    }
    dom_rc rc = dom_err_set(
        err, DOM_E_CONFIG, "%s: there is no bot '%.40s'%s; allowed: a folder (with '/')%s%s",
        context->where, name, dom_suggest_hint(&near).text, list, text.cut ? "..." : "");
    dom_strings_clear(&names);
    return rc;
}

/* Writes the folder of the sample bot of that name. Returns false if there is none. */
static bool find_shipped(const dom_bots_context *context, const char *name, char *folder,
                         size_t room)
{
    if (context->places->shipped == NULL || !dom_name_is_valid(name, DOM_BOTS_NAME_MAX))
        return false;
    dom_text text = dom_text_of(folder, room);
    dom_text_add(&text, context->places->shipped);
    dom_text_add(&text, "/");
    dom_text_add(&text, name);
    return !text.cut && has_manifest(folder);
}

/* Sets *version to the version that the word means. A tag, or "submitted", is looked up and written
 * to `named`; other words are those of dom_bots_snapshot_find. */
static dom_rc find_version(const char **version, char named[static DOM_STORE_BOT_VERSION_BYTES],
                           const dom_bots_context *context, const bot_word *word, dom_err *err)
{
    const dom_bots_places *places = context->places;
    *version = word->version;
    if (word->version == NULL || places->find_named == NULL ||
        dom_bots_snapshot_is_version(word->version))
        return DOM_OK;
    *version = named;
    return places->find_named(places->named_in, word->name, word->version, named, err);
}

/* Replaces the snapshot of a bot by one of the bot as it is set, unless that is the same. */
static dom_rc set_up_snapshot(dom_bots_resolved *bot, const dom_bots_context *context,
                              const char *name, dom_err *err)
{
    dom_bots_snapshot found = bot->snapshot;
    const char *other = set_name(context);
    if ((other == NULL || strcmp(other, name) == 0) && !makes_version(context->setting))
        return DOM_OK;
    return take_snapshot(bot, context, found.folder, found.version, err);
}

/* Finds a sample bot of that name, else the newest snapshot. Sample bots come first: playing one
 * leaves a snapshot of it, which must not hide the sample bot of the next release. */
static dom_rc take_name(dom_bots_resolved *bot, const dom_bots_context *context,
                        const bot_word *word, dom_err *err)
{
    char folder[DOM_PATH_BYTES];
    if (word->version == NULL && find_shipped(context, word->name, folder, sizeof folder))
        return take_folder(bot, context, folder, err);
    dom_err inner;
    char named[DOM_STORE_BOT_VERSION_BYTES];
    const char *version;
    dom_rc rc = find_version(&version, named, context, word, &inner);
    if (rc == DOM_OK)
        rc = dom_bots_snapshot_find_other(&bot->snapshot, context->places->home, word->name,
                                          version, context->folders, &inner);
    if (rc == DOM_OK && word->version == NULL && is_folder_too(context, word->name))
        dom_bots_remark(context->places,
                        "%s: %s means %s@%.8s, the newest version that played; the folder is ./%s",
                        context->where, word->name, word->name, bot->snapshot.version, word->name);
    if (rc == DOM_OK)
        return set_up_snapshot(bot, context, word->name, err);
    if (rc == DOM_E_ABSENT && word->version == NULL)
        return fail_unknown(context, word->name, err);
    return dom_err_set(err, rc == DOM_E_ABSENT ? DOM_E_CONFIG : rc, "%s: %s", context->where,
                       inner.text);
}

static dom_rc take_word(dom_bots_resolved *bot, const dom_bots_context *context,
                        const bot_word *word, dom_err *err)
{
    return word->is_folder ? take_path(bot, context, word->name, err)
                           : take_name(bot, context, word, err);
}

/* ---- bots of a tournament that continues -------------------------------------- */

/* Returns the bot of the stored tournament that has this name, or -1. `copy` as in bot_word. */
static int begun_entry(const dom_bots_context *context, const char *name, int copy)
{
    char full[DOM_BOTS_NAME_MAX + 8];
    const dom_store_tournament *t = context->begun;
    (void)snprintf(full, sizeof full, copy ? "%.*s#%d" : "%.*s", DOM_BOTS_NAME_MAX, name, copy);
    for (int i = 0; t && i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, full) == 0)
            return i;
    return -1;
}

/* Writes the name under which the bot of the word is kept: that of its setting or in its manifest,
 * or of a folder without one the name of the folder. */
static void write_name(char name[static DOM_BOTS_NAME_MAX + 1], const dom_bots_context *context,
                       const bot_word *word)
{
    char folder[DOM_PATH_BYTES];
    dom_bots_manifest manifest;
    const char *slash = strrchr(word->name, '/');
    const char *set = set_name(context);
    dom_text_copy(name, DOM_BOTS_NAME_MAX + 1, set ? set : slash ? slash + 1 : word->name);
    if (set || !word->is_folder || !write_path(folder, context, word->name) ||
        dom_bots_manifest_load(&manifest, folder, NULL) != DOM_OK)
        return;
    dom_text_copy(name, DOM_BOTS_NAME_MAX + 1, manifest.name);
    dom_bots_manifest_clear(&manifest);
}

/* What a word means today, beside the version with which its bot plays on. */
typedef struct {
    const char *name;           /* of its snapshots                          */
    const char *word;           /* NULL: an inline bot                       */
    const dom_store_bot *begun; /* NULL: the tournament does not have it     */
    dom_bots_snapshot now;
    dom_err looked; /* the result of the search for `now`          */
} bot_change;

static bot_change change_of(const dom_bots_context *context, const char *name, int copy,
                            const char *word)
{
    int entry = begun_entry(context, name, copy);
    const dom_store_tournament *t = context->begun;
    bot_change c = {.name = name, .word = word};
    if (entry >= 0)
        c.begun = &t->bots[dom_store_entry_bot(t, (uint16_t)entry)];
    return c;
}

/* Says that the version that began continues, and how another one would play. */
static void remark_change(const dom_bots_context *context, const bot_change *c)
{
    char hint[300] = "";
    if (c->word)
        (void)snprintf(hint, sizeof hint, "; `domino-arena entry %s %s --take %.120s` changes that",
                       context->begun->name, c->begun->name, c->word);
    if (c->looked.rc != DOM_OK)
        dom_bots_remark(context->places, "%s; version %.8s of %s continues as begun",
                        c->looked.text, c->begun->version, c->begun->name);
    else
        dom_bots_remark(context->places, "%s: %s has changed; version %.8s continues as begun%s",
                        context->where, c->begun->name, c->begun->version, hint);
}

static bool is_unchanged(const bot_change *c)
{
    return c->looked.rc == DOM_OK && strcmp(c->now.version, c->begun->version) == 0;
}

/* Finds the snapshot with which the bot began. Returns DOM_E_ABSENT if it is not here, but the word
 * means the same version, so that it can be made again. */
static dom_rc take_begun(dom_bots_resolved *bot, const dom_bots_context *context,
                         const bot_change *c, dom_err *err)
{
    dom_err inner;
    const char *home = context->places->home;
    dom_rc rc = dom_bots_snapshot_find(&bot->snapshot, home, c->name, c->begun->version, &inner);
    if (rc == DOM_E_ABSENT && is_unchanged(c))
        return rc;
    if (rc == DOM_E_ABSENT)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: tournament '%s' began with version %.8s of %s, which is not in "
                           "%.200s/bots/%s; allowed: to put it back, or `domino-arena entry %s %s "
                           "--take BOT`",
                           context->where, context->begun->name, c->begun->version, c->begun->name,
                           home, c->name, context->begun->name, c->begun->name);
    if (rc != DOM_OK)
        return dom_err_set(err, rc, "%s: %s", context->where, inner.text);
    if (!is_unchanged(c))
        remark_change(context, c);
    return DOM_OK;
}

/* The same context for a look at what a word means. */
static dom_bots_context looking(const dom_bots_context *context, dom_bots_places *places)
{
    dom_bots_context look = *context;
    *places = *context->places;
    places->listener = NULL;
    look.places = places;
    look.is_dry_run = true;
    return look;
}

/* Takes the bot of a word: the snapshot with which it began, or what the word means now. `written`
 * is the whole word. */
static dom_rc take_bot(dom_bots_resolved *bot, const dom_bots_context *context,
                       const bot_word *word, const char *written, dom_err *err)
{
    char name[DOM_BOTS_NAME_MAX + 1];
    write_name(name, context, word);
    bot_change c = change_of(context, name, word->copy, written);
    dom_rc rc = DOM_E_ABSENT;
    if (c.begun) {
        dom_bots_places places;
        dom_bots_context look = looking(context, &places);
        dom_bots_resolved now = {.name = ""};
        c.looked.rc = take_word(&now, &look, word, &c.looked);
        c.now = now.snapshot;
        rc = take_begun(bot, context, &c, err);
    }
    return rc == DOM_E_ABSENT ? take_word(bot, context, word, err) : rc;
}

/* ---- programs, in a dry run ------------------------------------------------ */

/* Checks the program that starts the bot. Whether it is there can only be said after the build,
 * unless it is a program of the machine. */
static dom_rc check_run(const dom_bots_resolved *bot, dom_err *err)
{
    const dom_bots_manifest *manifest = &bot->manifest;
    bool is_unbuilt = manifest->build_steps > 0 && bot->snapshot.is_new;
    const char *program =
        manifest->run.count > 0 ? manifest->run.item[0] : NULL; /* not if remote */
    dom_fs_program found;
    if (program == NULL || (is_unbuilt && strchr(program, '/')))
        return DOM_OK;
    return dom_fs_program_find(&found, program, bot->snapshot.folder, DOM_FS_PROGRAM_PATH, err);
}

/* Checks the programs of the build, which are looked for in the arena's own PATH. A program with a
 * '/' may come from an earlier step. */
static dom_rc check_build(const dom_bots_resolved *bot, dom_err *err)
{
    const char *path = getenv("PATH");
    dom_fs_program found;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && bot->snapshot.is_new && i < bot->manifest.build_steps; i++) {
        const char *program = bot->manifest.build[i].item[0];
        if (strchr(program, '/') == NULL)
            rc = dom_fs_program_find(&found, program, bot->snapshot.folder,
                                     path ? path : DOM_FS_PROGRAM_PATH, err);
    }
    return rc;
}

static dom_rc check_programs(dom_bots_resolved *bot, const dom_bots_context *context, dom_err *err)
{
    dom_err inner;
    if (!context->is_dry_run)
        return DOM_OK;
    dom_rc rc = check_build(bot, &inner);
    if (rc == DOM_OK)
        rc = check_run(bot, &inner);
    if (rc == DOM_OK)
        return rc;
    bot->is_broken = true;
    return fail_within(context, bot->manifest.name, &inner, err);
}

/* ---- bots ---------------------------------------------------------------- */

/* A copy has the name of the bot with its number, so it cannot be given another one. */
static dom_rc check_copy(const dom_bots_context *context, const bot_word *word, dom_err *err)
{
    if (word->copy == 0 || set_name(context) == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%s: '%.60s#%d' has the name %s; allowed: %.60s",
                       context->where, word->name, word->copy, set_name(context), word->name);
}

static dom_rc name_bot(dom_bots_resolved *bot, const dom_bots_context *context,
                       const bot_word *word, dom_err *err)
{
    const char *set = set_name(context);
    const char *own = word->is_folder ? bot->manifest.name : word->name;
    dom_text_copy(bot->kept_as, sizeof bot->kept_as, set ? set : own);
    return dom_bots_manifest_bot_name(bot->name, bot->kept_as, word->copy, context->where, err);
}

dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err)
{
    *out = (dom_bots_resolved){.name = ""};
    bot_word parts;
    dom_rc rc = take_apart(&parts, context, word, err);
    if (rc == DOM_OK)
        rc = check_copy(context, &parts, err);
    if (rc == DOM_OK)
        rc = take_bot(out, context, &parts, word, err);
    if (rc == DOM_OK)
        rc = dom_bots_manifest_load(&out->manifest, out->snapshot.folder, err);
    if (rc == DOM_OK)
        rc = check_programs(out, context, err);
    if (rc == DOM_OK)
        rc = name_bot(out, context, &parts, err);
    if (rc != DOM_OK) {
        bool is_broken = out->is_broken;
        dom_bots_resolved_clear(out);
        out->is_broken = is_broken;
    }
    return rc;
}

/* The same for the folders that an inline bot brings (bots/snapshot.h). */
static dom_rc check_inline_apart(const dom_bots_context *context, const dom_strings *run,
                                 dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < run->count; i++) {
        char word[WORD_BYTES], folder[DOM_PATH_BYTES];
        dom_text_copy(word, sizeof word, run->item[i]);
        char *slash = word[0] == '/' ? NULL : strrchr(word, '/');
        if (slash)
            *slash = '\0';
        if (slash && strcmp(word, ".") != 0 && write_path(folder, context, word))
            rc = check_apart(context, folder, err);
    }
    return rc;
}

/* Takes the snapshot of an inline bot, whose description was read: the one with which it began,
 * with the description in that, or what the description means now. */
static dom_rc take_inline(dom_bots_resolved *bot, const dom_bots_context *context, dom_err *err)
{
    dom_bots_manifest *manifest = &bot->manifest;
    bot_change c = change_of(context, manifest->name, 0, NULL);
    dom_bots_snapshot_spec spec = {.home = context->places->home,
                                   .folder = context->base ? context->base : ".",
                                   .manifest = manifest,
                                   .is_inline = true,
                                   .is_dry_run = context->is_dry_run,
                                   .listener = context->places->listener};
    dom_err inner;
    dom_rc rc = DOM_E_ABSENT;
    if (c.begun) {
        dom_bots_snapshot_spec look = spec;
        look.is_dry_run = true;
        look.listener = NULL;
        if (dom_bots_snapshot_take(&c.now, &look, &inner) != DOM_OK)
            (void)fail_within(context, c.name, &inner, &c.looked);
        rc = take_begun(bot, context, &c, err);
    }
    if (rc == DOM_OK) {
        dom_bots_manifest_clear(manifest);
        return dom_bots_manifest_load(manifest, bot->snapshot.folder, err);
    }
    if (rc == DOM_E_ABSENT) {
        rc = dom_bots_snapshot_take(&bot->snapshot, &spec, &inner);
        return rc == DOM_OK ? rc : fail_within(context, manifest->name, &inner, err);
    }
    return rc;
}

dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err)
{
    *out = (dom_bots_resolved){.name = ""};
    size_t before = context->faults ? context->faults->count : 0;
    dom_rc rc = dom_bots_manifest_read(&out->manifest, yaml, map, context->faults, err);
    out->is_broken = rc == DOM_OK && context->faults && context->faults->count > before;
    if (rc != DOM_OK || out->is_broken)
        return rc;
    if (out->manifest.build_steps > 0)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "%s: %s: a bot with `build` needs a folder with a %s; allowed: run",
                         context->where, out->manifest.name, DOM_BOTS_MANIFEST_FILE);
    if (rc == DOM_OK)
        rc = check_inline_apart(context, &out->manifest.run, err);
    if (rc == DOM_OK)
        rc = take_inline(out, context, err);
    dom_text_copy(out->kept_as, sizeof out->kept_as, out->manifest.name);
    if (rc == DOM_OK)
        rc = check_programs(out, context, err);
    if (rc == DOM_OK)
        rc = dom_bots_manifest_bot_name(out->name, out->kept_as, 0, context->where, err);
    if (rc != DOM_OK)
        dom_bots_resolved_clear(out);
    return rc;
}

void dom_bots_resolved_clear(dom_bots_resolved *bot)
{
    dom_bots_manifest_clear(&bot->manifest);
    *bot = (dom_bots_resolved){.name = ""};
}
