#include "output/match_export.h"

#include "decision_rows.h"
#include "gzip_file.h"

#include "output/output.h"
#include "results/infos.h"
#include "results/match_reader.h"
#include "results/set_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    FILE *out;
    const dom_results_match_query *query;
    uint64_t count, skip; /* matches that pass; the oldest, which the limit leaves out */
    const char *target;   /* NULL: standard output */
    char *draft;          /* renamed to the target when it is complete; NULL: not used */
    bool is_csv;
    bool has_decisions;
    dom_output_decision_rows *rows; /* NULL until they are written */
    dom_store *store;
    const dom_store_tournament *t;
    dom_err *err;
} match_exporter;

static dom_rc cannot_write_export(const match_exporter *e)
{
    return dom_err_set(e->err, DOM_E_IO, "cannot write: %s", strerror(errno));
}

static dom_rc check_export_written(const match_exporter *e)
{
    return ferror(e->out) ? cannot_write_export(e) : DOM_OK;
}

static dom_rc export_jsonl(void *context, const dom_store_match *m)
{
    match_exporter *e = context;
    char *line;
    dom_rc rc = dom_results_record_json(&line, e->store, e->t, m, e->err);
    if (rc != DOM_OK)
        return rc;
    (void)fprintf(e->out, "%s\n", line);
    free(line);
    return check_export_written(e);
}

/* Print the seats of a match as CSV. rate reads them (results/results_csv.h). */
static dom_rc export_csv(void *context, const dom_store_match *m)
{
    match_exporter *e = context;
    const dom_options *o = &e->t->variants[m->variant].options;
    for (int s = 0; s < m->seats; s++) {
        const dom_store_bot *bot = &e->t->bots[m->seat[s].bot];
        dom_output_put_csv(e->out, e->t->name);
        (void)fprintf(e->out, ",%llu,%llu,%d", (unsigned long long)m->match,
                      (unsigned long long)m->set, m->rotation);
        dom_output_put_csv_next(e->out, e->t->variants[m->variant].name);
        (void)fprintf(e->out, ",%d", s);
        dom_output_put_csv_next(e->out, bot->name);
        dom_output_put_csv_next(e->out, bot->version);
        /* fprintf allocates memory for this many arguments. If it fails, FILE notes no error. */
        if (fprintf(e->out, ",%d,%d,%lld,%d,%s,%d,%lld,%.*d\n", m->seat[s].place,
                    (int)m->seat[s].score, (long long)m->seat[s].time_us, m->rounds,
                    dom_fault_word(m->end), m->fault_seat, (long long)m->duration_ms, o->teams,
                    o->teams ? dom_results_side_of(o, s) : 0) < 0)
            return cannot_write_export(e);
    }
    return check_export_written(e);
}

static dom_rc export_decisions(void *context, const dom_store_match *m)
{
    match_exporter *e = context;
    dom_rc rc = dom_output_decision_rows_add(e->rows, e->t, m, e->err);
    return rc == DOM_OK ? check_export_written(e) : rc;
}

static dom_rc export_tournament(void *context, const dom_store_tournament *t)
{
    match_exporter *e = context;
    dom_results_match_query query = *e->query;
    e->t = t;
    dom_rc rc = dom_results_match_skip(&query, &e->skip, e->store, t, e->err);
    dom_rc (*visit)(void *, const dom_store_match *) = e->rows     ? export_decisions
                                                       : e->is_csv ? export_csv
                                                                   : export_jsonl;
    return rc == DOM_OK
               ? dom_results_match_each(e->store, t, &query, visit != export_csv, visit, e, e->err)
               : rc;
}

static dom_rc count_tournament(void *context, const dom_store_tournament *t)
{
    match_exporter *e = context;
    return dom_results_match_count(&e->count, e->store, t, e->query, e->err);
}

/* Without a limit nothing is counted. */
static dom_rc export_newest(match_exporter *e)
{
    const dom_results_match_query *q = e->query;
    dom_rc rc = q->limit < UINT64_MAX ? dom_results_each_tournament(e->store, q->tournament,
                                                                    count_tournament, e, e->err)
                                      : DOM_OK;
    e->skip = dom_results_match_older(q, e->count);
    return rc == DOM_OK
               ? dom_results_each_tournament(e->store, q->tournament, export_tournament, e, e->err)
               : rc;
}

/* What is counted is what is exported. */
static dom_rc export_matches(match_exporter *e)
{
    dom_rc rc = dom_store_read_begin(e->store, e->err);
    if (rc != DOM_OK)
        return rc;
    if (e->has_decisions)
        rc = dom_output_decision_rows_open(&e->rows, e->out, e->is_csv, e->query->bots, e->store,
                                           e->err);
    else if (e->is_csv)
        (void)fprintf(e->out, "tournament,match,set,rotation,variant,seat,bot,version,place,score,"
                              "time_us,rounds,end,fault_seat,ms,team\n");
    if (rc == DOM_OK)
        rc = export_newest(e);
    dom_output_decision_rows_close(&e->rows);
    dom_store_read_end(e->store);
    return rc;
}

static dom_rc export_failed(const match_exporter *e)
{
    return dom_err_set(e->err, DOM_E_IO, "%s: %s", e->target, strerror(errno));
}

/* Opens the draft, which no other file may be, or else the target.
 *
 * old  the file that the draft will replace; NULL: none */
static dom_rc open_export_stream(match_exporter *e, const struct stat *old)
{
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
    int fd =
        e->draft ? open(e->draft, flags | O_EXCL, 0666) : open(e->target, flags | O_TRUNC, 0666);
    if (fd < 0) {
        dom_rc rc = export_failed(e);
        free(e->draft);
        e->draft = NULL; /* another's, or not there */
        return rc;
    }
    e->out = dom_output_gzip_is_named(e->target) ? dom_output_gzip_open(fd) : fdopen(fd, "w");
    if (e->out == NULL || (old && fchmod(fd, old->st_mode & 07777) != 0))
        return export_failed(e);
    return DOM_OK;
}

/* Open the target. A pipe, a device or a link is written to directly; a file is replaced and keeps
 * its mode. */
static dom_rc open_export(match_exporter *e)
{
    struct stat st;
    if (e->target == NULL)
        return DOM_OK;
    bool is_there = lstat(e->target, &st) == 0;
    bool is_draft = !is_there || S_ISREG(st.st_mode);
    if (is_draft && asprintf(&e->draft, "%s.%ld.part", e->target, (long)getpid()) < 0) {
        e->draft = NULL;
        return dom_err_no_memory(e->err);
    }
    return open_export_stream(e, is_there && is_draft ? &st : NULL);
}

/* Close the target, and put the draft in its place if all went well.
 *
 * rc  the result of writing */
static dom_rc close_export(match_exporter *e, dom_rc rc)
{
    bool is_open = e->out && e->out != stdout;
    if (is_open && fclose(e->out) != 0 && rc == DOM_OK)
        rc = export_failed(e);
    if (e->draft && rc == DOM_OK && rename(e->draft, e->target) != 0)
        rc = export_failed(e);
    if (e->draft && rc != DOM_OK)
        (void)unlink(e->draft);
    free(e->draft);
    return rc;
}

dom_rc dom_output_match_export(dom_store *store, const dom_output_match_export_spec *spec,
                               dom_err *err)
{
    match_exporter e = {.out = stdout,
                        .query = &spec->query,
                        .target = spec->target,
                        .is_csv = spec->is_csv,
                        .has_decisions = spec->has_decisions,
                        .store = store,
                        .err = err};
    dom_rc rc = dom_results_match_query_check(&spec->query, spec->query.tournament, store, err);
    if (rc == DOM_OK)
        rc = open_export(&e);
    if (rc == DOM_OK)
        rc = export_matches(&e);
    return close_export(&e, rc);
}
