/* Reads what pages need while they are written: the asks and logs of faults, and manifests. */
#include "base/bytes.h"
#include "base/path.h"
#include "base/string_list.h"
#include "base/text.h"
#include "bots/manifest.h"
#include "results/match_reader.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <stdio.h>
#include <string.h>

/* What is shown of a log: its first and its last lines. */
enum { HEAD_LINES = 4, TAIL_LINES = 20, LOG_BYTES = 4000 };

typedef struct {
    const dom_store_tournament *t;
    const dom_web_fault *fault;
    dom_results_ask ask;
} asking;

static dom_rc take_match(void *context, const dom_store_match *m)
{
    asking *a = context;
    return dom_results_ask_of(a->t, m, a->fault->seat, a->fault->choice, &a->ask, NULL);
}

/* Finds the ask of a fault. An ask contains a hand, so it is shown only if the match may be shown.
 */
static void find_ask(dom_store *store, asking *a)
{
    dom_store_match m;
    uint64_t number = a->fault->where.match;
    bool is_shown = false;
    dom_rc rc = dom_site_match_find(store, a->t, number, &m, NULL);
    if (rc == DOM_OK && m.match != 0)
        rc = dom_site_match_is_shown(store, a->t, &m, &is_shown, NULL);
    if (rc == DOM_OK && is_shown)
        (void)dom_store_match_each(store, a->t->id, number, number, true, take_match, a, NULL);
}

static char *read_ask(void *context, const dom_web_fault *fault)
{
    const dom_site_source *source = context;
    dom_store_tournament t;
    asking a = {.t = &t, .fault = fault};
    const char *name = source->site->tournaments[fault->where.tournament].name;
    if (fault->where.match == 0 || fault->choice < 0 ||
        dom_store_tournament_find(source->store, name, &t, NULL) != DOM_OK)
        return NULL;
    find_ask(source->store, &a);
    dom_store_tournament_free(&t);
    return a.ask.line;
}

static void write_log(void *context, const dom_web_fault *fault, dom_web_html *out)
{
    const dom_site_source *source = context;
    dom_store_process p;
    if (fault->process == 0 ||
        dom_store_process_find(source->store, fault->process, &p, NULL) != DOM_OK)
        return;
    dom_bytes_ends shown = dom_bytes_ends_of(p.log, p.log_bytes, HEAD_LINES, TAIL_LINES, LOG_BYTES);
    char left_out[60] = "";
    if (shown.lines > 0)
        (void)snprintf(left_out, sizeof left_out, "%s[... %zu line%s left out ...]\n",
                       p.log[shown.head - 1] == '\n' ? "" : "\n", shown.lines,
                       shown.lines == 1 ? "" : "s");
    dom_web_html_raw(out, "<dt>Its process</dt><dd>");
    dom_results_ending ending = dom_results_ending_of(&p);
    dom_web_html_bytes(out, ending.text, strlen(ending.text));
    dom_web_html_raw(out, "</dd>\n");
    if (p.log_bytes == 0)
        return;
    dom_web_html_raw(out, "<dt>It printed</dt><dd><pre tabindex=\"0\">");
    dom_web_html_bytes(out, p.log, shown.head);
    dom_web_html_bytes(out, left_out, strlen(left_out));
    dom_web_html_bytes(out, p.log + shown.tail, p.log_bytes - shown.tail);
    dom_web_html_raw(out, "</pre></dd>\n");
}

/* Returns false if the bot can have no snapshot: it is a person, or the database has names of its
 * own. */
static bool write_snapshot_path(char path[static DOM_PATH_BYTES], const char *home,
                                const dom_web_bot *bot)
{
    char name[DOM_WEB_BOT_BYTES];
    dom_text_copy(name, sizeof name, bot->name);
    name[strcspn(name, "#")] = '\0'; /* of a copy */
    bool is_hash = strlen(bot->version) == strspn(bot->version, "0123456789abcdef");
    int size = snprintf(path, DOM_PATH_BYTES, "%s/bots/%s/%s", home, name, bot->version);
    return is_hash && dom_name_is_valid(name, DOM_BOTS_NAME_MAX) && size < DOM_PATH_BYTES;
}

static dom_web_origin read_origin(void *context, const dom_web_bot *bot)
{
    const dom_site_source *source = context;
    dom_web_origin origin = {.author = ""};
    dom_bots_manifest manifest;
    char path[DOM_PATH_BYTES];
    if (!write_snapshot_path(path, source->home, bot) ||
        dom_bots_manifest_load(&manifest, path, NULL) != DOM_OK)
        return origin;
    dom_text_copy(origin.author, sizeof origin.author, manifest.author);
    dom_text_copy(origin.language, sizeof origin.language, manifest.language);
    dom_bots_manifest_clear(&manifest);
    return origin;
}

dom_web_reader dom_site_reader(dom_site_source *source)
{
    return (dom_web_reader){read_ask, write_log, read_origin, source};
}
