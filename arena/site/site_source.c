/* Reads what pages need while they are written: the asks and logs of faults. */
#include "base/bytes.h"
#include "results/match_reader.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <string.h>

enum { TAIL_LINES = 20, TAIL_BYTES = 4000 }; /* most that is shown of a log: its end */

typedef struct {
    const dom_store_tournament *t;
    const dom_web_fault *fault;
    char *ask;
} asking;

static dom_rc take_match(void *context, const dom_store_match *m)
{
    asking *a = context;
    return dom_results_ask_of(a->t, m, a->fault->seat, a->fault->choice, &a->ask, NULL);
}

/* Finds the ask of a fault. An ask shows a hand, so it is shown when its match is. */
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
    return a.ask;
}

static void write_log(void *context, const dom_web_fault *fault, dom_web_html *out)
{
    const dom_site_source *source = context;
    dom_store_process p;
    if (fault->process == 0 ||
        dom_store_process_find(source->store, fault->process, &p, NULL) != DOM_OK)
        return;
    size_t at = dom_bytes_tail_at(p.log, p.log_bytes, TAIL_LINES, TAIL_BYTES);
    dom_web_html_raw(out, "<dt>Its process</dt><dd>");
    dom_results_ending ending = dom_results_ending_of(&p);
    dom_web_html_bytes(out, ending.text, strlen(ending.text));
    dom_web_html_raw(out, "</dd>\n");
    if (p.log_bytes == at)
        return;
    dom_web_html_raw(out, "<dt>It printed</dt><dd><pre tabindex=\"0\">");
    dom_web_html_bytes(out, p.log + at, p.log_bytes - at);
    dom_web_html_raw(out, "</pre></dd>\n");
}

dom_web_reader dom_site_reader(dom_site_source *source)
{
    return (dom_web_reader){read_ask, write_log, source};
}
