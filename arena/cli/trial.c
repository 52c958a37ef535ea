/* The trial itself: passes, each one or more tournaments. */
#include "trial.h"

#include "base/text.h"
#include "contest.h"
#include "offence.h"
#include "past.h"
#include "protocol/probe.h"
#include "resolve.h"
#include "variant_word.h"
#include "workshop.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUPS_MAX = 16,
    MANY_TABLES = 16, /* of the pass with several at once                      */
    ROUNDS_MAX = 100, /* of the pass that lasts until there were enough asks   */
    SETS_MAX = 1000000,
    LATE_BYES_PASSED = 10, /* per cent: a busy machine may be why processes end late after bye */
    BOT_WORD_BYTES = 24
};

/* Which of the variants a pass plays. */
typedef enum { ONE_VARIANT, ALL_VARIANTS } extent;

typedef struct {
    trial_row row;
    unsigned probes;
    uint32_t tables; /* at once; 0 = as many as the bots take                  */
    uint32_t sets;   /* of every table; 0 = until there were enough asks       */
    extent extent;
    const char *done; /* what the report says was done                        */
    const char *mend; /* when this pass fails and would not as a control; NULL: by the fault */
} pass;

static const pass passes[] = {
    {TRIAL_VARIANTS, 0, 1, 1, ALL_VARIANTS, "one table at a time", NULL},
    {TRIAL_TABLES, 0, MANY_TABLES, 8, ONE_VARIANT, "16 tables at once",
     "with one table at a time it does well: keep what it remembers per `table`, or say "
     "max_tables 1 in hello"},
    {TRIAL_KEYS, DOM_PROBE_KEYS, 1, 2, ONE_VARIANT, "with a key it cannot know in every message",
     "skip keys that you do not know, whatever their value: an arena of tomorrow says more"},
    {TRIAL_TYPES, DOM_PROBE_TYPES, 1, 2, ONE_VARIANT,
     "with a message of a type it cannot know before every ask",
     "ignore messages whose `type` you do not know: an arena of tomorrow says more"},
    {TRIAL_SLOW_START, DOM_PROBE_WELCOME, 1, 1, ONE_VARIANT,
     "with two seconds of silence between hello and welcome",
     "wait for messages without a time limit, and say nothing until you are asked"},
    {TRIAL_ASKS, 0, 0, 0, ALL_VARIANTS, "as many tables at once as it takes", NULL},
};

/* What to do about a fault. */
static const char *const mend_of[DOM_FAULT_COUNT] = {
    [DOM_FAULT_ILLEGAL] = "answer with an index into `legal` of the very ask, counted from 0, or "
                          "with one of its entries as it stands there",
    [DOM_FAULT_TIMEOUT] = "answer within clock.move_ms of the ask, and every ask of a bundle by "
                          "its own `req`; flush what you send; while a bot thinks about one table "
                          "the others wait",
    [DOM_FAULT_STALL] = "answer every ask; a process that says nothing for 2 s after a late "
                        "answer is replaced",
    [DOM_FAULT_PROTOCOL] = "send messages as protocol/SPEC.md, section 3, has them; "
                           "protocol/vectors has examples of right and wrong ones",
    [DOM_FAULT_CRASH] =
        "a bot lives until `bye`: find out why it ended; what it prints to standard "
        "error is kept",
    [DOM_FAULT_RESOURCE] = "use less, or ask for more: the limits are those of the tournament "
                           "file, `limits`",
    [DOM_FAULT_SPAWN] = "see to it that it starts, and that it says hello, with protocol 1, as the "
                        "first message and within startup_ms, over the `transport` of its "
                        "bot.yaml (zmq when it does not say)",
};

/* Variants of which a table takes equally many bots. */
typedef struct {
    int32_t bots;
    dom_strings variants;
} group;

typedef struct {
    const trial_spec *spec;
    trial_report *report;
    dom_err *err;
    workshop place;
    cli_home home; /* the workshop                                             */
    dom_config_places places;
    char word[DOM_PATH_BYTES]; /* NAME@VERSION                                 */
    dom_store *store;
    group groups[GROUPS_MAX];
    size_t group_count, variant_count;
    int contests; /* so far                                                    */
    uint32_t *us; /* times to answer                                           */
    size_t us_room;
    /* Of the pass under way: */
    const pass *pass;
    const contest *contest;
    uint64_t matches;
    bool has_hello;
    bool is_enough;  /* it did something wrong                                  */
    bool is_control; /* this pass is a control, whose faults are not reported   */
    dom_fault code;  /* the fault for which the pass failed                     */
    /* A process that ended when nothing was asked, or could not be started: */
    bool has_left;
    dom_fault left_code;
    char left_text[DOM_TEXT_BYTES];
    char *left_details;
    /* Of the trial: */
    int byes, late_byes;
    int signal_number;
} trial;

static dom_rc no_memory(const trial *t)
{
    return dom_err_set(t->err, DOM_E_NOMEM, "out of memory");
}

/* ---- findings --------------------------------------------------------------- */

static trial_finding *finding_of(trial *t, trial_row row)
{
    return &t->report->finding[row];
}

static void announce(trial *t, trial_row row)
{
    if (t->spec->on_finding)
        t->spec->on_finding(t->spec->context, t->report, row);
}

__attribute__((format(printf, 4, 5))) static void find(trial *t, trial_row row, trial_result result,
                                                       const char *format, ...)
{
    trial_finding *f = finding_of(t, row);
    va_list args;
    dom_err line;
    char text[sizeof f->text];
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)dom_err_set(&line, DOM_OK, "%s", text); /* without control characters */
    dom_text_copy(f->text, sizeof f->text, line.text);
    f->result = result;
}

/* Late answers are of one row, wherever they happen first; a pass that tries one thing is
 * judged by itself. */
static trial_row row_of(const trial *t, dom_fault code)
{
    bool is_late = code == DOM_FAULT_TIMEOUT || code == DOM_FAULT_STALL;
    if (!t->has_hello && t->pass->row == TRIAL_VARIANTS)
        return TRIAL_HANDSHAKE;
    return is_late && t->pass->probes == 0 ? TRIAL_DEADLINES : t->pass->row;
}

static trial_finding *blame(trial *t, dom_fault code, const char *variant, const char *text)
{
    trial_row row = row_of(t, code);
    trial_finding *f = finding_of(t, row);
    if (row == TRIAL_HANDSHAKE)
        find(t, row, TRIAL_FAILED, "%s", text);
    else
        find(t, row, TRIAL_FAILED, "%s%s%s, %s: %s", dom_fault_word(code), variant ? " in " : "",
             variant ? variant : "", t->pass->done, text);
    f->mend = row == t->pass->row && t->pass->mend ? t->pass->mend : mend_of[code];
    t->code = code;
    return f;
}

/* ---- what the core tells ----------------------------------------------------- */

static dom_rc on_checked(void *context, int64_t *id, const dom_core_progress *progress,
                         dom_err *err)
{
    trial *t = context;
    (void)progress;
    return contest_store((contest *)t->contest, id, err);
}

static void on_hello(void *context, const dom_core_hello *hello)
{
    trial *t = context;
    trial_report *r = t->report;
    if (hello->bot != 0)
        return;
    t->has_hello = true;
    if (t->pass->probes == 0 && hello->startup_ms > r->startup_ms)
        r->startup_ms = hello->startup_ms;
    r->max_tables = hello->max_tables;
    r->batch = hello->batch;
    dom_text_copy(r->language, sizeof r->language, hello->language);
}

static void on_left(trial *t, const dom_core_end *end)
{
    size_t size;
    FILE *out;
    t->is_enough = true;
    if (t->has_left || (out = open_memstream(&t->left_details, &size)) == NULL)
        return;
    t->has_left = true;
    t->left_code = end->code;
    dom_text_copy(t->left_text, sizeof t->left_text, end->text);
    offence_print_log("         ", end->log, end->log_size, out);
    (void)fclose(out);
}

static void on_end(void *context, const dom_core_end *end)
{
    trial *t = context;
    if (end->bot != 0 || end->starts_again)
        return;
    if (!end->was_leaving && end->code != DOM_FAULT_NONE && !end->is_paid)
        on_left(t, end);
    if (!end->was_leaving || !end->said_hello || t->is_enough)
        return;
    t->byes++;
    t->late_byes += end->ending == DOM_ENDING_ARENA;
}

typedef struct {
    trial *t;
    const dom_store_match *m;
} timed_match;

static void take_time(void *context, const dom_table *table, const dom_effect *effect)
{
    const timed_match *timed = context;
    trial *t = timed->t;
    (void)table;
    if (effect->kind != DOM_FX_EVENT || effect->why != DOM_WHY_CHOSEN ||
        timed->m->seat[effect->seat].bot != 0)
        return;
    if (t->report->asks == t->us_room) {
        size_t room = t->us_room ? 2 * t->us_room : 4096;
        uint32_t *us = realloc(t->us, room * sizeof *us);
        if (us == NULL)
            return; /* a sample, then */
        t->us = us;
        t->us_room = room;
    }
    t->us[t->report->asks++] = effect->us;
}

static void on_match(void *context, const dom_core_match *match)
{
    trial *t = context;
    dom_record record = past_record(contest_row(t->contest), match->match);
    timed_match timed = {.t = t, .m = match->match};
    dom_table *table = malloc(sizeof *table);
    t->matches++;
    if (table)
        (void)dom_record_replay(&record, table, take_time, &timed, NULL);
    free(table);
}

static void on_fault(void *context, const dom_core_fault *fault)
{
    trial *t = context;
    t->is_enough |= strcmp(fault->bot, t->report->bot) == 0;
}

static dom_wish wish(void *context)
{
    return ((const trial *)context)->is_enough ? DOM_WISH_STOP : DOM_WISH_GO_ON;
}

/* ---- what went wrong ---------------------------------------------------------- */

static dom_rc take_fault(void *context, const dom_store_fault *fault)
{
    trial *t = context;
    const dom_store_tournament *row = contest_row(t->contest);
    offence o;
    size_t size;
    if (fault->bot != 0 || finding_of(t, row_of(t, fault->code))->result == TRIAL_FAILED)
        return DOM_OK;
    dom_rc rc = offence_read(&o, t->store, row, fault, t->err);
    if (rc == DOM_OK) {
        trial_finding *f = blame(t, fault->code, o.variant, fault->text);
        FILE *out = open_memstream(&f->details, &size);
        if (out) {
            offence_print(&o, "         ", out);
            if (!o.has_process && t->left_details)
                (void)fputs(t->left_details, out);
            (void)fclose(out);
        }
        f->fault = offence_json(&o);
    }
    offence_clear(&o);
    return rc;
}

/* A stored fault says more than the end of a process. */
static dom_rc find_offence(trial *t)
{
    const dom_store_tournament *row = contest_row(t->contest);
    dom_rc rc = row->id ? dom_store_fault_each(t->store, row->id, take_fault, t, t->err) : DOM_OK;
    if (rc == DOM_OK && t->has_left &&
        finding_of(t, row_of(t, t->left_code))->result != TRIAL_FAILED) {
        trial_finding *f = blame(t, t->left_code, NULL, t->left_text);
        f->details = t->left_details;
        t->left_details = NULL;
    }
    return rc;
}

/* ---- tournaments ---------------------------------------------------------------- */

/* The bot and copies of `random`, as many as a table takes. */
static void name_bots(const trial *t, int32_t count, char copies[][BOT_WORD_BYTES],
                      const char *words[])
{
    words[0] = t->word;
    for (int i = 1; i < count; i++) {
        (void)snprintf(copies[i], BOT_WORD_BYTES, "random#%d", i + 1);
        words[i] = copies[i];
    }
    words[count] = NULL;
}

static dom_rc play(trial *t, contest *c)
{
    dom_core_progress progress;
    contest_options options = {.probes = t->pass->probes,
                               .hooks = {.context = t,
                                         .on_checked = on_checked,
                                         .on_hello = on_hello,
                                         .on_end = on_end,
                                         .on_match = on_match,
                                         .on_fault = on_fault,
                                         .wish = wish}};
    t->contest = c;
    dom_rc rc = contest_play(c, &options, &progress, t->err);
    bool is_ours = (rc == DOM_E_INTERRUPTED && progress.signal_number == 0) ||
                   (rc == DOM_E_CONFIG && t->has_left);
    t->signal_number = progress.signal_number;
    if (rc == DOM_OK || is_ours)
        rc = t->is_control ? DOM_OK : find_offence(t);
    t->contest = NULL;
    return rc;
}

static dom_rc play_group(trial *t, const group *g, const char *const *variants, uint32_t sets)
{
    char name[32], copies[DOM_SEATS_MAX][BOT_WORD_BYTES];
    const char *words[DOM_SEATS_MAX + 1];
    contest *c;
    (void)snprintf(name, sizeof name, "check-%d", ++t->contests);
    name_bots(t, g->bots, copies, words);
    contest_spec spec = {.home = &t->home,
                         .places = &t->places,
                         .store = t->store,
                         .request = {.name = name,
                                     .variants = variants,
                                     .bots = words,
                                     .sets = sets,
                                     .concurrency = t->pass->tables,
                                     .is_unrated = true}};
    dom_rc rc = contest_open(&c, &spec, t->err);
    if (rc == DOM_OK)
        rc = play(t, c);
    contest_close(&c);
    return rc;
}

static dom_rc play_all(trial *t, uint32_t sets)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && !t->is_enough && i < t->group_count; i++)
        rc = play_group(t, &t->groups[i], (const char *const *)t->groups[i].variants.item, sets);
    return rc;
}

static dom_rc play_one(trial *t, uint32_t sets)
{
    const char *one[] = {t->groups[0].variants.item[0], NULL};
    return play_group(t, &t->groups[0], one, sets);
}

/* As many sets as the asks that are missing take, by what there were so far. */
static dom_rc play_enough(trial *t, uint64_t asks_per_set)
{
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && !t->is_enough && i < ROUNDS_MAX; i++) {
        uint64_t missing = t->spec->asks > t->report->asks ? t->spec->asks - t->report->asks : 0;
        uint64_t sets = (missing + asks_per_set - 1) / asks_per_set;
        if (missing == 0)
            break;
        rc = play_all(t, (uint32_t)(sets < SETS_MAX ? sets : SETS_MAX));
    }
    return rc;
}

static void pass_row(trial *t, uint64_t asks_before)
{
    const pass *p = t->pass;
    size_t variants = p->extent == ALL_VARIANTS ? t->variant_count : 1;
    if (p->sets == 0)
        find(t, p->row, TRIAL_PASSED, "%llu in all", (unsigned long long)t->report->asks);
    else
        find(t, p->row, TRIAL_PASSED, "%zu variant%s, %llu matches, %llu asks, %s", variants,
             variants == 1 ? "" : "s", (unsigned long long)t->matches,
             (unsigned long long)(t->report->asks - asks_before), p->done);
}

static void find_handshake(trial *t)
{
    const trial_report *r = t->report;
    if (!t->has_hello || finding_of(t, TRIAL_HANDSHAKE)->result != TRIAL_NOT_TRIED)
        return;
    find(t, TRIAL_HANDSHAKE, TRIAL_PASSED,
         "hello after %lld ms at most; it takes %d table%s at once, %d ask%s in a message",
         (long long)r->startup_ms, r->max_tables, r->max_tables == 1 ? "" : "s", r->batch,
         r->batch == 1 ? "" : "s");
}

static dom_rc play_pass(trial *t, const pass *p)
{
    uint64_t asks_before = t->report->asks;
    t->pass = p;
    t->matches = 0;
    t->has_hello = t->has_left = t->is_enough = false;
    dom_rc rc = p->extent == ONE_VARIANT ? play_one(t, p->sets)
                : p->sets                ? play_all(t, p->sets)
                                         : play_enough(t, asks_before ? asks_before : 1);
    free(t->left_details);
    t->left_details = NULL;
    return rc;
}

/* Blame what a pass tries only if the bot plays as many asks well without that, one table at a
 * time. A bot may also fail at its hundredth ask, whatever the pass tries. */
static dom_rc hold_control(trial *t, const pass *p)
{
    trial_finding *f = finding_of(t, p->row);
    if (f->result != TRIAL_FAILED || p->mend == NULL || f->mend != p->mend)
        return DOM_OK;
    const pass plain = {.row = p->row, .tables = 1, .sets = p->sets, .extent = p->extent};
    t->is_control = true;
    dom_rc rc = play_pass(t, &plain);
    t->is_control = false;
    if (rc != DOM_OK || !t->is_enough)
        return rc;
    size_t end = strlen(f->text);
    (void)snprintf(f->text + end, sizeof f->text - end, "; without that it fails as well");
    f->mend = mend_of[t->code];
    return DOM_OK;
}

static dom_rc hold(trial *t, const pass *p)
{
    uint64_t asks_before = t->report->asks;
    dom_rc rc = play_pass(t, p);
    if (rc != DOM_OK)
        return rc;
    if (p->row == TRIAL_VARIANTS) {
        find_handshake(t);
        announce(t, TRIAL_HANDSHAKE);
    }
    if (!t->is_enough)
        pass_row(t, asks_before);
    else
        rc = hold_control(t, p);
    announce(t, p->row);
    return rc;
}

/* Would this pass fail for the reason for which an earlier one did? */
static bool is_hopeless(trial *t, trial_row row)
{
    trial_row earlier = row == TRIAL_ASKS ? TRIAL_TABLES : TRIAL_VARIANTS;
    return row != TRIAL_VARIANTS && finding_of(t, earlier)->result != TRIAL_PASSED;
}

/* ---- what follows from all of it -------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Nearest rank; `per_mille` of the answers took no longer. */
static uint32_t rank(const trial *t, unsigned per_mille)
{
    return t->us[(t->report->asks * per_mille + 999) / 1000 - 1];
}

static void find_deadlines(trial *t)
{
    trial_report *r = t->report;
    trial_latency *l = &r->latency;
    if (r->asks > 0) {
        qsort(t->us, r->asks, sizeof *t->us, by_number);
        *l = (trial_latency){rank(t, 500), rank(t, 900), rank(t, 990), rank(t, 999), rank(t, 1000)};
    }
    if (finding_of(t, TRIAL_DEADLINES)->result == TRIAL_NOT_TRIED &&
        finding_of(t, TRIAL_ASKS)->result == TRIAL_PASSED)
        find(t, TRIAL_DEADLINES, TRIAL_PASSED,
             "answers take %.2f ms (median), %.2f (90 %%), %.2f (99 %%), %.2f (99.9 %%), %.2f at "
             "most; 1000 are allowed",
             l->p50 / 1e3, l->p90 / 1e3, l->p99 / 1e3, l->p999 / 1e3, l->max / 1e3);
    announce(t, TRIAL_DEADLINES);
}

/* One process, or a few of many, may be late because the machine is busy. That is a remark and no
 * failure. */
static void find_bye(trial *t)
{
    bool is_remark = t->late_byes <= 1 || t->late_byes * 100 <= t->byes * LATE_BYES_PASSED;
    if (t->late_byes > 0) {
        find(t, TRIAL_BYE, is_remark ? TRIAL_PASSED : TRIAL_FAILED,
             "%d of %d processes did not end within 2 s of bye, and the arena ended them%s",
             t->late_byes, t->byes, is_remark ? "; so few can be the machine's doing" : "");
        finding_of(t, TRIAL_BYE)->mend = "end the process when a message of type bye comes, and "
                                         "at the end of the input";
    } else if (t->byes > 0) {
        find(t, TRIAL_BYE, TRIAL_PASSED, "all %d processes ended by themselves", t->byes);
    }
    announce(t, TRIAL_BYE);
}

/* ---- setting up ---------------------------------------------------------------------- */

static int32_t bots_at_table(const dom_variant *v)
{
    return v->options.teams ? 2 : v->options.players;
}

static dom_rc add_variant(trial *t, const dom_variant *v)
{
    size_t i = 0;
    while (i < t->group_count && (t->groups[i].bots != bots_at_table(v) ||
                                  t->groups[i].variants.count == DOM_TOURNAMENT_VARIANTS_MAX))
        i++;
    if (i == GROUPS_MAX)
        return dom_err_set(t->err, DOM_E_LIMIT, "more variants than a check can group");
    if (i == t->group_count)
        t->groups[t->group_count++] = (group){.bots = bots_at_table(v)};
    t->variant_count++;
    return dom_strings_add(&t->groups[i].variants, v->name) ? DOM_OK : no_memory(t);
}

/* A slip in a name would leave that game out. Names that only a tournament file gives are
 * right, so this is no failure. */
static void note_unknown(const dom_bot *bot)
{
    const dom_manifest *m = &bot->manifest;
    dom_variant v;
    for (size_t i = 0; i < m->variants.count; i++)
        if (dom_variant_find(&v, m->variants.item[i], NULL) != DOM_OK)
            (void)fprintf(stderr,
                          "domino-arena: %s: %s:%d: variants: there is no variant '%s'%s; it is "
                          "not tried\n",
                          bot->name, DOM_MANIFEST_FILE, m->variants_line, m->variants.item[i],
                          variant_word_hint(m->variants.item[i]).text);
}

/* The arena's variants that the bot claims, those of the fewest bots first. */
static dom_rc take_variants(trial *t, const dom_bot *bot)
{
    const dom_strings *wanted = t->spec->variants;
    dom_variant v;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < wanted->count; i++) {
        rc = variant_word_find(&v, "--variant", wanted->item[i], t->err);
        if (rc == DOM_OK && !dom_manifest_plays(&bot->manifest, &v))
            rc = dom_err_set(t->err, DOM_E_CONFIG, "--variant: %s does not play %s, says its %s",
                             bot->name, v.name, DOM_MANIFEST_FILE);
    }
    for (int32_t bots = 2; bots <= DOM_SEATS_MAX; bots++)
        for (size_t i = 0; rc == DOM_OK && i < dom_variant_count(); i++) {
            v = dom_variant_at(i);
            if (bots_at_table(&v) == bots && dom_strings_want(wanted, v.name) &&
                dom_manifest_plays(&bot->manifest, &v))
                rc = add_variant(t, &v);
        }
    if (rc == DOM_OK && t->variant_count == 0)
        rc = dom_err_set(t->err, DOM_E_CONFIG,
                         "%s: its %s names no variant that this arena has; domino-arena variants "
                         "lists them",
                         bot->name, DOM_MANIFEST_FILE);
    if (rc == DOM_OK && wanted->count == 0)
        note_unknown(bot);
    return rc;
}

/* Every tournament of the trial looks the bot up again, and finds what was found first. */
static void set_word(trial *t, const dom_bot *bot)
{
    const char *copy = strchr(bot->name, '#');
    (void)snprintf(t->word, sizeof t->word, "%s@%s%s", bot->manifest.name, bot->snapshot.version,
                   copy ? copy : "");
}

static bool is_folder(const char *word)
{
    return strchr(word, '/') || strcmp(word, ".") == 0 || strcmp(word, "..") == 0;
}

/* A folder's snapshot is made in the workshop; a name means one of the home. */
static dom_rc take_bot(trial *t)
{
    const char *word = t->spec->bot;
    dom_bot bot;
    dom_bot_context context = {.places = &t->places, .where = "check"};
    t->places.home = is_folder(word) ? t->home.home : t->spec->home->home;
    dom_rc rc = dom_bot_resolve(&bot, &context, word, t->err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(t->report->bot, sizeof t->report->bot, bot.name);
    dom_text_copy(t->report->version, sizeof t->report->version, bot.snapshot.version);
    set_word(t, &bot);
    rc = take_variants(t, &bot);
    dom_bot_clear(&bot);
    return rc;
}

static dom_rc set_up(trial *t, char *logs, size_t room)
{
    const cli_home *home = t->spec->home;
    dom_rc rc = workshop_make_folders(home->home, t->err);
    if (rc != DOM_OK)
        return rc;
    workshop_sweep(home->home);
    rc = workshop_open(&t->place, home->home, t->err);
    if (rc != DOM_OK)
        return rc;
    (void)snprintf(logs, room, "%s/logs", home->home);
    t->home = *home;
    dom_text_copy(t->home.home, sizeof t->home.home, t->place.path);
    if (snprintf(t->home.db, sizeof t->home.db, "%s/arena.db", t->place.path) >=
        (int)sizeof t->home.db)
        return dom_err_set(t->err, DOM_E_CONFIG, "%.100s...: the path is too long", t->place.path);
    t->places = (dom_config_places){.shipped = home->shipped_bots, .logs = logs};
    rc = take_bot(t);
    return rc == DOM_OK ? dom_store_open(&t->store, t->home.db, DOM_STORE_WRITE, t->err) : rc;
}

static void clean_up(trial *t)
{
    dom_store_close(&t->store);
    for (size_t i = 0; i < t->group_count; i++)
        dom_strings_clear(&t->groups[i].variants);
    free(t->us);
    workshop_close(&t->place);
}

dom_rc trial_run(trial_report *out, const trial_spec *spec, int *signal_number, dom_err *err)
{
    char logs[DOM_PATH_BYTES + 8];
    memset(out, 0, sizeof *out);
    trial *t = calloc(1, sizeof *t);
    if (t == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    t->spec = spec;
    t->report = out;
    t->err = err;
    t->place.fd = -1;
    for (int row = 0; row < TRIAL_ROWS; row++)
        find(t, (trial_row)row, TRIAL_NOT_TRIED, "not tried: something else comes first");
    dom_rc rc = set_up(t, logs, sizeof logs);
    for (size_t i = 0; rc == DOM_OK && i < sizeof passes / sizeof *passes; i++) {
        if (is_hopeless(t, passes[i].row))
            announce(t, passes[i].row);
        else
            rc = hold(t, &passes[i]);
    }
    if (rc == DOM_OK) {
        find_deadlines(t);
        find_bye(t);
    }
    if (rc == DOM_E_INTERRUPTED) /* what the core said counts matches that nobody asked for */
        rc = dom_err_set(
            err, DOM_E_INTERRUPTED,
            "interrupted before the check was finished; the same command begins it again");
    *signal_number = t->signal_number;
    clean_up(t);
    free(t);
    return rc;
}

void trial_clear(trial_report *report)
{
    for (int row = 0; row < TRIAL_ROWS; row++) {
        free(report->finding[row].details);
        json_decref(report->finding[row].fault);
    }
    memset(report, 0, sizeof *report);
}
