/* What pages read while they are written: asks and logs of faults. */
#include "output.h"
#include "past.h"
#include "site_match.h"
#include "site_read.h"

#include <string.h>

enum { TAIL_LINES = 20, TAIL_BYTES = 4000 };

typedef struct {
    const dom_store_tournament *t;
    const web_fault *fault;
    char *ask;
} asking;

static dom_rc keep_match(void *context, const dom_store_match *m)
{
    *(dom_store_match *)context = *m;
    return DOM_OK;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    asking *a = context;
    return past_ask(a->t, m, a->fault->seat, a->fault->choice, &a->ask, NULL);
}

/* An ask tells a hand, so it is shown like a match: once all of its set is played. */
static void find_ask(dom_store *store, asking *a)
{
    dom_store_match m = {.match = 0};
    uint64_t number = a->fault->where.match;
    bool is_whole = false;
    dom_rc rc = dom_store_match_each(store, a->t->id, number, number, false, keep_match, &m, NULL);
    if (rc == DOM_OK && m.match != 0)
        rc = site_set_is_whole(store, a->t, &m, &is_whole, NULL);
    if (rc == DOM_OK && is_whole)
        (void)dom_store_match_each(store, a->t->id, number, number, true, take_match, a, NULL);
}

static char *read_ask(void *context, const web_fault *fault)
{
    const site_source *source = context;
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

static void write_log(void *context, const web_fault *fault, html *out)
{
    const site_source *source = context;
    dom_store_process p;
    if (fault->process == 0 ||
        dom_store_process_find(source->store, fault->process, &p, NULL) != DOM_OK)
        return;
    size_t at = cli_tail_at(p.log, p.log_bytes, TAIL_LINES, TAIL_BYTES);
    html_raw(out, "<dt>Its process</dt><dd>");
    past_ending ending = past_ending_of(&p);
    html_bytes(out, ending.text, strlen(ending.text));
    html_raw(out, "</dd>\n");
    if (p.log_bytes == at)
        return;
    html_raw(out, "<dt>It printed</dt><dd><pre tabindex=\"0\">");
    html_bytes(out, p.log + at, p.log_bytes - at);
    html_raw(out, "</pre></dd>\n");
}

web_reader site_reader(site_source *source)
{
    return (web_reader){read_ask, write_log, source};
}
