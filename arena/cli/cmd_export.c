#include "commands.h"

#include "home.h"
#include "past.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    FILE *out;
    const char *target; /* NULL: standard output                              */
    char *draft;        /* becomes the target when it is whole; NULL: none     */
    bool is_csv;
    dom_store *store;
    const dom_store_tournament *t;
    dom_err *err;
} exporter;

static dom_rc cannot_write(const exporter *e)
{
    return dom_err_set(e->err, DOM_E_IO, "cannot write: %s", strerror(errno));
}

static dom_rc check_written(const exporter *e)
{
    return ferror(e->out) ? cannot_write(e) : DOM_OK;
}

static dom_rc write_jsonl(void *context, const dom_store_match *m)
{
    exporter *e = context;
    dom_record record = past_record(e->t, m);
    char *line;
    dom_rc rc = dom_record_json(&record, DOM_RECORD_WHOLE, &line, e->err);
    if (rc != DOM_OK)
        return rc;
    (void)fprintf(e->out, "%s\n", line);
    free(line);
    return check_written(e);
}

/* Names and words have no commas or quotes, so no field needs quoting. */
static dom_rc write_csv(void *context, const dom_store_match *m)
{
    exporter *e = context;
    for (int s = 0; s < m->seats; s++) {
        const dom_store_bot *bot = &e->t->bots[m->seat[s].bot];
        /* So many fields need memory; without it nothing is written, and no error noted. */
        if (fprintf(e->out, "%s,%llu,%llu,%d,%s,%d,%s,%s,%d,%d,%lld,%d,%s,%d,%lld\n", e->t->name,
                    (unsigned long long)m->match, (unsigned long long)m->set, m->rotation,
                    e->t->variants[m->variant].name, s, bot->name, bot->version, m->seat[s].place,
                    (int)m->seat[s].score, (long long)m->seat[s].time_us, m->rounds,
                    dom_fault_word(m->end), m->fault_seat, (long long)m->duration_ms) < 0)
            return cannot_write(e);
    }
    return check_written(e);
}

static dom_rc export_tournament(void *context, const dom_store_tournament *t)
{
    exporter *e = context;
    e->t = t;
    return dom_store_match_each(e->store, t->id, 1, 0, !e->is_csv,
                                e->is_csv ? write_csv : write_jsonl, e, e->err);
}

static dom_rc output_failed(const exporter *e)
{
    return dom_err_set(e->err, DOM_E_IO, "%s: %s", e->target, strerror(errno));
}

/* A pipe, a device or a link is written to as it is; a file that is replaced keeps its mode. */
static dom_rc open_output(exporter *e)
{
    struct stat st;
    if (e->target == NULL)
        return DOM_OK;
    bool is_there = lstat(e->target, &st) == 0;
    bool is_draft = !is_there || S_ISREG(st.st_mode);
    if (is_draft && asprintf(&e->draft, "%s.%ld.part", e->target, (long)getpid()) < 0) {
        e->draft = NULL;
        return dom_err_set(e->err, DOM_E_NOMEM, "out of memory");
    }
    e->out = is_draft ? fopen(e->draft, "wxe") : fopen(e->target, "we");
    if (e->out == NULL)
        return output_failed(e);
    if (is_draft && is_there && fchmod(fileno(e->out), st.st_mode & 07777) != 0)
        return output_failed(e);
    return DOM_OK;
}

/* `rc` is how the writing went. */
static dom_rc close_output(exporter *e, dom_rc rc)
{
    bool is_open = e->out && e->out != stdout;
    if (is_open && fclose(e->out) != 0 && rc == DOM_OK)
        rc = output_failed(e);
    if (e->draft && rc == DOM_OK && rename(e->draft, e->target) != 0)
        rc = output_failed(e);
    if (e->draft && is_open && rc != DOM_OK)
        (void)unlink(e->draft);
    free(e->draft);
    return rc;
}

/* --csv, as everywhere, or --format csv; --format jsonl contradicts --csv. */
static dom_rc read_format(exporter *e, const cli_args *args)
{
    bool says_csv = args->format && strcmp(args->format, "csv") == 0;
    e->is_csv = args->is_csv || says_csv;
    if (args->is_csv && args->format && !says_csv)
        return dom_err_set(e->err, DOM_E_CONFIG,
                           "--csv and --format %s contradict each other; allowed: one of them",
                           args->format);
    return DOM_OK;
}

int cmd_export(const cli_args *args)
{
    cli_home home;
    dom_err err = {.rc = DOM_OK};
    exporter e = {.out = stdout, .target = args->output, .err = &err};
    dom_rc rc = read_format(&e, args);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &e.store, &err);
    if (rc == DOM_OK)
        rc = open_output(&e);
    if (rc == DOM_OK && e.is_csv)
        (void)fprintf(e.out, "tournament,match,set,rotation,variant,seat,bot,version,place,score,"
                             "time_us,rounds,end,fault_seat,ms\n");
    if (rc == DOM_OK)
        rc = past_each_tournament(e.store, args->tournament, export_tournament, &e, &err);
    rc = close_output(&e, rc);
    dom_store_close(&e.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
