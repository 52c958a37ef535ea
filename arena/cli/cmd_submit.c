#include "commands.h"

#include "ladder.h"
#include "passed.h"
#include "resolve.h"
#include "trial.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)LADDER_SETS == 20, "as the help of --sets says");
_Static_assert((int)PASSED_S == 3600, "as the message says");

enum { ASKS = 10000 };

typedef struct {
    const cli_args *args;
    cli_home home;
    dom_store *store;
    char folder[DOM_PATH_BYTES];
    dom_bot bot;
    ladder ladder;
    trial_report report;
    bool was_tried, is_new;
    int signal_number;
    dom_err *err;
} submission;

/* "mybot" is the folder ./mybot here. */
static dom_rc find_folder(submission *s)
{
    const char *word = s->args->operand;
    int length = snprintf(s->folder, sizeof s->folder, "%s%s", strchr(word, '/') ? "" : "./", word);
    if (length >= (int)sizeof s->folder)
        return dom_err_set(s->err, DOM_E_CONFIG, "submit: %.100s...: the path is too long", word);
    return DOM_OK;
}

static dom_rc refuse_sample_name(const submission *s, const char *name)
{
    if (!ladder_is_sample(&s->home, name))
        return DOM_OK;
    return dom_err_set(s->err, DOM_E_CONFIG,
                       "%.200s/%s: name: '%s' is a sample bot's; allowed: any other", s->folder,
                       DOM_MANIFEST_FILE, name);
}

/* Before anything is copied: the name is what everything else hangs on. */
static dom_rc check_name(submission *s)
{
    dom_manifest manifest;
    dom_rc rc = dom_manifest_load(&manifest, s->folder, s->err);
    if (rc != DOM_OK)
        return rc;
    rc = refuse_sample_name(s, manifest.name);
    dom_manifest_clear(&manifest);
    return rc;
}

/* What is copied may have another name than what check_name read: its owner can write to it. */
static dom_rc take_snapshot(submission *s)
{
    dom_config_places places = {.home = s->home.home, .shipped = s->home.shipped_bots};
    dom_bot_context context = {.places = &places, .where = "submit"};
    dom_rc rc = dom_bot_resolve(&s->bot, &context, s->folder, s->err);
    return rc == DOM_OK ? refuse_sample_name(s, s->bot.name) : rc;
}

static uint64_t asks_of(const submission *s)
{
    return s->args->asks ? (uint64_t)s->args->asks : ASKS;
}

/* `check` has passed the same files a short while ago. */
static bool skips_trial(const submission *s)
{
    if (!passed_lately(&s->home, s->bot.snapshot.version, asks_of(s)))
        return false;
    if (!s->args->is_json)
        (void)printf("%s@%.8s passed its check within the last hour: it is not checked again\n",
                     s->bot.name, s->bot.snapshot.version);
    return true;
}

static dom_rc hold_trial(submission *s)
{
    char word[2 * DOM_BOT_VERSION_BYTES];
    (void)snprintf(word, sizeof word, "%s@%s", s->bot.name, s->bot.snapshot.version);
    trial_spec spec = {.home = &s->home,
                       .bot = word,
                       .variants = &(dom_strings){.count = 0},
                       .asks = asks_of(s),
                       .on_finding = s->args->is_json ? NULL : trial_show,
                       .context = stdout};
    s->was_tried = true;
    return trial_run(&s->report, &spec, &s->signal_number, s->err);
}

static dom_rc place(submission *s)
{
    ladder_spec spec = {.home = &s->home,
                        .store = s->store,
                        .ladder = &s->ladder,
                        .name = s->bot.name,
                        .version = s->bot.snapshot.version,
                        .sets = s->args->sets ? (uint32_t)s->args->sets : LADDER_SETS,
                        .is_quiet = s->args->is_json};
    return ladder_place(&spec, &s->signal_number, s->err);
}

/* What is not registered leaves no snapshot, unless it was there before. */
static bool may_stay(const submission *s)
{
    return !s->bot.snapshot.is_new ||
           ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version) != NULL;
}

static dom_rc register_bot(submission *s, bool *has_failed)
{
    const ladder_entry *known = ladder_find(&s->ladder, s->bot.name, s->bot.snapshot.version);
    dom_rc rc = DOM_OK;
    s->is_new = known == NULL;
    if (s->is_new && !skips_trial(s))
        rc = hold_trial(s);
    *has_failed = s->was_tried && !trial_has_passed(&s->report);
    if (rc == DOM_OK && known && known->is_removed)
        rc = ladder_set_removed(s->store, known, false, s->err);
    if (rc == DOM_OK && !*has_failed && !(known && known->is_placed))
        rc = place(s);
    ladder_clear(&s->ladder);
    dom_err ignored;
    (void)ladder_read(&s->ladder, &s->home, s->store, &ignored);
    if (!may_stay(s))
        dom_snapshot_remove(&s->bot.snapshot);
    return rc;
}

/* ---- telling ------------------------------------------------------------------- */

static dom_rc tell(submission *s)
{
    const char *version = s->bot.snapshot.version;
    (void)printf("\n%s@%.8s is registered%s\n\n", s->bot.name, version,
                 s->is_new ? "" : " already");
    return ladder_print_lines(s->store, s->bot.name, stdout, s->err);
}

static dom_rc tell_json(submission *s, bool is_registered)
{
    json_t *list = NULL;
    dom_rc rc = is_registered ? ladder_lines_json(s->store, s->bot.name, &list, s->err) : DOM_OK;
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:b, s:b, s:o, s:o}", "schema", 1, "name", s->bot.name, "version",
        s->bot.snapshot.version, "is_registered", is_registered, "is_new", s->is_new, "check",
        s->was_tried ? trial_json(&s->report) : json_null(), "lines", list ? list : json_array());
    if (rc == DOM_OK &&
        (root == NULL || json_dumpf(root, stdout, JSON_INDENT(1) | JSON_ENSURE_ASCII) != 0))
        rc = dom_err_set(s->err, DOM_E_IO, "cannot write the report");
    (void)printf("\n");
    json_decref(root);
    return rc;
}

static dom_rc submit(submission *s, bool *has_failed)
{
    dom_rc rc = find_folder(s);
    if (rc == DOM_OK)
        rc = cli_home_find(&s->home, s->args, s->err);
    if (rc == DOM_OK)
        rc = check_name(s);
    if (rc == DOM_OK)
        rc = cli_home_lock(&s->home, s->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&s->store, s->home.db, DOM_STORE_WRITE, s->err);
    if (rc == DOM_OK)
        rc = ladder_read(&s->ladder, &s->home, s->store, s->err);
    if (rc == DOM_OK)
        rc = take_snapshot(s);
    if (rc == DOM_OK)
        rc = register_bot(s, has_failed);
    if (rc == DOM_OK && s->args->is_json)
        rc = tell_json(s, !*has_failed);
    else if (rc == DOM_OK && *has_failed)
        (void)printf("\nfailed: %s is not registered\n", s->bot.name);
    else if (rc == DOM_OK)
        rc = tell(s);
    return rc;
}

int cmd_submit(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    bool has_failed = false;
    submission *s = calloc(1, sizeof *s);
    if (s == NULL)
        return cli_fail(&(dom_err){.rc = DOM_E_NOMEM, .text = "out of memory"});
    s->args = args;
    s->err = &err;
    s->home.lock_fd = -1;
    (void)signal(SIGPIPE, SIG_IGN); /* a reader that goes away does not end the placement */
    dom_rc rc = submit(s, &has_failed);
    int status = rc == DOM_E_INTERRUPTED ? CLI_SIGNAL + s->signal_number
                 : rc != DOM_OK          ? cli_status(rc)
                 : has_failed            ? CLI_NO
                                         : CLI_OK;
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    trial_clear(&s->report);
    ladder_clear(&s->ladder);
    dom_bot_clear(&s->bot);
    dom_store_close(&s->store);
    cli_home_unlock(&s->home);
    free(s);
    return status;
}
