/* `submit DIR`: copies a bot, builds and checks it, registers its version and plays its
 * placement. Whatever fails leaves no registration and no new snapshot; an interrupted placement
 * is continued by the same command. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/path.h"
#include "base/text.h"
#include "bots/resolve.h"
#include "conformance/conformance.h"
#include "ladder/ladder.h"
#include "ladder/passed_checks.h"
#include "output/conformance_text.h"
#include "output/ladder_text.h"
#include "output/placement_table.h"
#include "output/remarks.h"
#include "results/named_versions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t sets, asks;
    const char *ladder; /* a word of the option's placeholder, or NULL */
    const char *tag;    /* or NULL */
    dom_strings shown;
    bool is_json;
} submit_args;

_Static_assert((int)DOM_LADDER_SETS == 20, "as the help of --sets says");
_Static_assert((int)DOM_LADDER_PASSED_S == 3600, "as the message says");

enum { ASKS = 10000 };

typedef struct {
    const dom_cli_call *call;
    const submit_args *args;
    dom_home home;
    dom_store *store;
    char folder[DOM_PATH_BYTES];
    dom_strings shown; /* the paths that --show means */
    dom_bots_resolved bot;
    dom_ladder ladder;
    dom_conformance_report report;
    bool was_checked, is_new;
    int signal_number;
    dom_err *err;
} submission;

/* Finds the folder to submit. A word without '/' is a folder here, never a sample bot. */
static dom_rc submit_find_folder(submission *s)
{
    const char *word = s->call->word[0];
    int length = snprintf(s->folder, sizeof s->folder, "%s%s", strchr(word, '/') ? "" : "./", word);
    if (length >= (int)sizeof s->folder)
        return dom_err_set(s->err, DOM_E_CONFIG, "submit: %.100s...: the path is too long", word);
    return DOM_OK;
}

static dom_rc refuse_sample_name(const submission *s, const char *name)
{
    if (!dom_ladder_is_sample(&s->home, name))
        return DOM_OK;
    return dom_err_set(s->err, DOM_E_CONFIG,
                       "%.200s/%s: name: '%s' is a sample bot's; allowed: any other", s->folder,
                       DOM_BOTS_MANIFEST_FILE, name);
}

/* Checks the names before anything is copied, because everything is stored under them. */
static dom_rc submit_check_name(submission *s)
{
    dom_bots_manifest manifest;
    dom_rc rc = s->args->tag ? dom_results_tag_check(s->args->tag, "--tag", s->err) : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_bots_manifest_load(&manifest, s->folder, s->err);
    if (rc != DOM_OK)
        return rc;
    rc = refuse_sample_name(s, manifest.name);
    dom_bots_manifest_clear(&manifest);
    return rc;
}

/* Copies and builds the bot. Its owner can change the folder meanwhile, so the name of the copy
 * is checked again. */
static dom_rc take_snapshot(submission *s)
{
    dom_bots_places places = dom_bots_places_of(&s->home, &dom_output_listener);
    dom_bots_context context = {.places = &places, .where = "submit", .shown = &s->shown};
    dom_rc rc = dom_bots_resolve(&s->bot, &context, s->folder, s->err);
    return rc == DOM_OK ? refuse_sample_name(s, s->bot.name) : rc;
}

static uint64_t asks_of(const submission *s)
{
    return s->args->asks ? (uint64_t)s->args->asks : ASKS;
}

/* Returns true if `check` passed the same files within the last hour, and says so. */
static bool skips_check(const submission *s)
{
    if (!dom_ladder_has_passed_lately(&s->home, s->bot.snapshot.version, asks_of(s), &s->shown))
        return false;
    if (!s->args->is_json)
        (void)printf("%s@%.8s passed its check within the last hour: it is not checked again\n",
                     s->bot.name, s->bot.snapshot.version);
    return true;
}

/* Runs the conformance check on the snapshot. */
static dom_rc hold_check(submission *s)
{
    char word[2 * DOM_STORE_BOT_VERSION_BYTES];
    (void)snprintf(word, sizeof word, "%s@%s", s->bot.name, s->bot.snapshot.version);
    dom_conformance_spec spec = {.home = &s->home,
                                 .bot = word,
                                 .variants = &(dom_strings){.count = 0},
                                 .shown = &s->shown,
                                 .asks = asks_of(s),
                                 .words = &dom_output_conformance_words,
                                 .listener = &dom_output_listener,
                                 .on_finding =
                                     s->args->is_json ? NULL : dom_output_conformance_show,
                                 .context = stdout};
    s->was_checked = true;
    return dom_conformance_run(&s->report, &spec, &s->signal_number, s->err);
}

static dom_ladder_rungs rungs_of(const submit_args *args)
{
    return args->ladder && strcmp(args->ladder, "strong") == 0 ? DOM_LADDER_STRONG
                                                               : DOM_LADDER_STANDARD;
}

static dom_rc submit_place(submission *s)
{
    dom_output_live_table table;
    dom_ladder_watch watch = dom_output_placement_watch(&table);
    dom_ladder_placement spec = {.home = &s->home,
                                 .store = s->store,
                                 .ladder = &s->ladder,
                                 .name = s->bot.name,
                                 .version = s->bot.snapshot.version,
                                 .rungs = rungs_of(s->args),
                                 .shown = &s->shown,
                                 .sets = s->args->sets ? (uint32_t)s->args->sets : DOM_LADDER_SETS,
                                 .listener = &dom_output_listener,
                                 .watch = s->args->is_json ? NULL : &watch};
    return dom_ladder_place(&spec, &s->signal_number, s->err);
}

/* Returns true if the snapshot is kept: it existed before, or its version is registered. */
static bool may_stay(const submission *s)
{
    return !s->bot.snapshot.is_new ||
           dom_ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version) != NULL;
}

/* Returns true if nothing is missing of the placement. A placement against the strong ladder finds
 * out itself what is missing. */
static bool is_placed(const submission *s, const dom_ladder_entry *known)
{
    return known && known->is_placed && rungs_of(s->args) == DOM_LADDER_STANDARD;
}

/* Refuses a tag that another version of the bot has, because BOT@TAG must always mean that version.
 */
static dom_rc check_tag_is_free(const submission *s)
{
    for (size_t i = 0; s->args->tag && i < s->ladder.count; i++) {
        const dom_results_submission *other = &s->ladder.entry[i].bot;
        if (dom_results_submission_is(other, s->bot.name, s->args->tag) &&
            strcmp(other->version, s->bot.snapshot.version) != 0)
            return dom_err_set(s->err, DOM_E_CONFIG,
                               "--tag: %s@%s is the version %.8s already; allowed: another tag",
                               s->bot.name, s->args->tag, other->version);
    }
    return DOM_OK;
}

/* Marks the version if it is registered: it is not removed any more, and has the tag, or the one
 * that it had. */
static dom_rc mark_version(const submission *s, dom_err *err)
{
    const dom_ladder_entry *e = dom_ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version);
    if (e == NULL)
        return DOM_OK;
    dom_config_mark mark = e->bot.mark;
    mark.is_removed = false;
    if (s->args->tag)
        dom_text_copy(mark.tag, sizeof mark.tag, s->args->tag);
    bool is_equal =
        mark.is_removed == e->bot.mark.is_removed && strcmp(mark.tag, e->bot.mark.tag) == 0;
    return is_equal ? DOM_OK : dom_ladder_set_mark(s->store, e, &mark, err);
}

/* Marks the version after its placement, which may have registered it also if it failed or was
 * interrupted. Returns `rc`, the result of the placement, unless only the marking fails. */
static dom_rc mark_registered(submission *s, dom_rc rc)
{
    dom_err later;
    dom_ladder_clear(&s->ladder);
    dom_rc marked = dom_ladder_read(&s->ladder, &s->home, s->store, &later);
    if (marked == DOM_OK)
        marked = mark_version(s, &later);
    if (rc != DOM_OK || marked == DOM_OK)
        return rc;
    *s->err = later;
    return marked;
}

/* Checks a new version, puts a removed one back on the ladder, and plays the placement if it is
 * not finished. A version that is known is marked before its placement, a new one by it. */
static dom_rc register_bot(submission *s, bool *has_failed)
{
    const dom_ladder_entry *known =
        dom_ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version);
    dom_rc rc = check_tag_is_free(s);
    s->is_new = known == NULL;
    if (rc == DOM_OK && s->is_new && !skips_check(s))
        rc = hold_check(s);
    *has_failed = s->was_checked && !dom_conformance_has_passed(&s->report);
    if (rc == DOM_OK)
        rc = mark_version(s, s->err);
    if (rc == DOM_OK && !*has_failed && !is_placed(s, known))
        rc = submit_place(s);
    rc = mark_registered(s, rc);
    if (!may_stay(s))
        dom_bots_snapshot_remove(&s->bot.snapshot);
    return rc;
}

/* ---- telling ------------------------------------------------------------------- */

/* Returns the tag of the registered version, or NULL. */
static const char *tag_of(const submission *s)
{
    const dom_ladder_entry *e = dom_ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version);
    const char *stored = e && e->bot.mark.tag[0] ? e->bot.mark.tag : NULL;
    return e && s->args->tag ? s->args->tag : stored;
}

static dom_rc submit_tell(submission *s)
{
    const char *version = s->bot.snapshot.version;
    const char *tag = tag_of(s);
    (void)printf("\n%s@%.8s is registered%s%s%s\n\n", s->bot.name, version,
                 s->is_new ? "" : " already", tag ? ", with the tag " : "", tag ? tag : "");
    return dom_output_ladder_print(s->store, s->bot.name, stdout, s->err);
}

static dom_rc submit_tell_json(submission *s, bool is_registered)
{
    json_t *list = NULL;
    dom_rc rc =
        is_registered ? dom_output_ladder_json(s->store, s->bot.name, &list, s->err) : DOM_OK;
    json_t *root = json_pack("{s:i, s:s, s:s, s:s?, s:b, s:b, s:o, s:o}", "schema", 1, "name",
                             s->bot.name, "version", s->bot.snapshot.version, "tag", tag_of(s),
                             "is_registered", is_registered, "is_new", s->is_new, "check",
                             s->was_checked ? dom_output_conformance_json(&s->report) : json_null(),
                             "lines", list ? list : json_array());
    if (rc == DOM_OK)
        return dom_output_put_json(stdout, root, s->err);
    json_decref(root);
    return rc;
}

static dom_rc submit_bot(submission *s, bool *has_failed)
{
    dom_rc rc = submit_find_folder(s);
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&s->home, s->call, s->err);
    if (rc == DOM_OK)
        rc = dom_cli_take_shown(&s->shown, &s->args->shown, &s->home, s->err);
    if (rc == DOM_OK)
        rc = submit_check_name(s);
    if (rc == DOM_OK)
        rc = dom_home_lock(&s->home, s->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&s->store, s->home.db, DOM_STORE_WRITE, s->err);
    if (rc == DOM_OK)
        rc = dom_ladder_read(&s->ladder, &s->home, s->store, s->err);
    if (rc == DOM_OK)
        rc = take_snapshot(s);
    if (rc == DOM_OK)
        rc = register_bot(s, has_failed);
    if (rc == DOM_OK && s->args->is_json)
        rc = submit_tell_json(s, !*has_failed);
    else if (rc == DOM_OK && *has_failed)
        (void)printf("\nfailed: %s is not registered\n", s->bot.name);
    else if (rc == DOM_OK)
        rc = submit_tell(s);
    return rc;
}

static int submit_run(const dom_cli_call *call, const void *arguments)
{
    const submit_args *args = arguments;
    dom_err err = {.rc = DOM_OK, .text = ""};
    bool has_failed = false;
    submission *s = calloc(1, sizeof *s);
    if (s == NULL) {
        (void)dom_err_no_memory(&err);
        return dom_cli_fail(&err);
    }
    s->call = call;
    s->args = args;
    s->err = &err;
    s->home.lock_fd = -1;
    (void)signal(SIGPIPE, SIG_IGN); /* the placement continues if the reader of stdout ends */
    dom_rc rc = submit_bot(s, &has_failed);
    int status = rc != DOM_OK ? dom_cli_end_by_signal(rc, s->signal_number, &err)
                 : has_failed ? DOM_CLI_NO
                              : DOM_CLI_OK;
    dom_conformance_clear(&s->report);
    dom_ladder_clear(&s->ladder);
    dom_bots_resolved_clear(&s->bot);
    dom_strings_clear(&s->shown);
    dom_store_close(&s->store);
    dom_home_unlock(&s->home);
    free(s);
    return status;
}

static const dom_cli_slot submit_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_SETS, submit_args, sets),
    DOM_CLI_SLOT(DOM_CLI_OPT_ASKS, submit_args, asks),
    DOM_CLI_SLOT(DOM_CLI_OPT_LADDER, submit_args, ladder),
    DOM_CLI_SLOT(DOM_CLI_OPT_TAG, submit_args, tag),
    DOM_CLI_SLOT(DOM_CLI_OPT_SHOW, submit_args, shown),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, submit_args, is_json),
};

const dom_cli_command dom_cli_submit = {
    .name = "submit",
    .operand = "DIR",
    .needs_operand = true,
    .summary =
        "Copy, build and check a bot, register it, and place it against the ladder of its variants",
    DOM_CLI_SLOTS(submit_slots),
    .args_bytes = sizeof(submit_args),
    .run = submit_run};
