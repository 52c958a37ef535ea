#include "results/fault_report.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The report on its way. */
typedef struct {
    dom_results_fault_report *report;
    const dom_store_tournament *t;
    dom_err *err;
} fault_gathering;

/* Returns a copy with a NUL after it, which the caller frees; NULL when out of memory. */
static void *copy_of(const void *bytes, size_t count)
{
    char *copy = malloc(count + 1);
    if (copy == NULL)
        return NULL;
    if (count > 0)
        memcpy(copy, bytes, count);
    copy[count] = '\0';
    return copy;
}

static dom_rc take_faulty_match(void *context, const dom_store_match *m)
{
    const fault_gathering *g = context;
    dom_results_fault_report *r = g->report;
    dom_text_copy(r->variant, sizeof r->variant, g->t->variants[m->variant].name);
    if (r->fault.choice < 0)
        return DOM_OK;
    return dom_results_ask_of(g->t, m, r->fault.seat, r->fault.choice, &r->ask, g->err);
}

static dom_rc keep_fault(dom_results_fault_report *r, const dom_store_fault *fault, dom_err *err)
{
    const char *text = fault->text ? fault->text : "";
    r->fault = *fault;
    r->fault.text = copy_of(text, strlen(text));
    r->fault.answer = copy_of(fault->answer, fault->answer_bytes);
    return r->fault.text && r->fault.answer ? DOM_OK : dom_err_no_memory(err);
}

/* Copies the process and its log, which belongs to the store until the next process is read. */
static dom_rc keep_process(dom_results_fault_report *r, dom_store *store, dom_err *err)
{
    dom_rc rc = dom_store_process_find(store, r->fault.process, &r->process, err);
    if (rc != DOM_OK) {
        r->process = (dom_store_process){.id = 0};
        return rc;
    }
    r->has_process = true;
    r->process.log = copy_of(r->process.log, r->process.log_bytes);
    return r->process.log ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_results_fault_report_read(dom_results_fault_report *out, dom_store *store,
                                     const dom_store_tournament *t, const dom_store_fault *fault,
                                     dom_err *err)
{
    fault_gathering g = {.report = out, .t = t, .err = err};
    *out = (dom_results_fault_report){.bot = t->bots[fault->bot]};
    dom_text_copy(out->tournament, sizeof out->tournament, t->name);
    dom_rc rc = keep_fault(out, fault, err);
    if (rc == DOM_OK && fault->match)
        rc = dom_store_match_each(store, t->id, fault->match, fault->match, true, take_faulty_match,
                                  &g, err);
    return rc == DOM_OK && fault->process ? keep_process(out, store, err) : rc;
}

void dom_results_fault_report_clear(dom_results_fault_report *r)
{
    free((void *)r->fault.text);
    free((void *)r->fault.answer);
    free((void *)r->process.log);
    free(r->ask.line);
    *r = (dom_results_fault_report){.has_process = false};
}
