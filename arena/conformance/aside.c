/* Plays one pass in another process while the others are played here. That pass mostly waits.
 *
 * The other process is a fork of this one, made before the first match. It plays the pass as usual,
 * with a database of its own. Then it writes the outcome to a pipe: a dom_conformance_outcome, the
 * times of the answers, and two texts. If the outcome or a time is missing, the process ended too
 * early.
 *
 * A second pipe carries no bytes. When this process closes its end of it or is killed, the other
 * process ends its run. */
#include "conformance_internal.h"

#include "base/text.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The outcome of the pass: its finding, and the sizes of what follows in the pipe. */
typedef struct {
    dom_rc rc;
    dom_err err;
    int signal_number;
    dom_conformance_result result;
    char text[sizeof((dom_conformance_finding *)NULL)->text];
    const char *mend; /* a constant, which has the same address in both processes     */
    uint64_t asks;
    int byes, late_byes;
    size_t details_bytes, fault_bytes; /* of the two texts, without NUL; 0: there is none */
} dom_conformance_outcome;

/* Returns false if the pipe ends or fails before `size` bytes were read. */
static bool read_all(int fd, void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        ssize_t n = read(fd, at, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* ---- the process ------------------------------------------------------------------------ */

static void send_outcome(dom_conformance_check_run *run, const dom_conformance_pass *p, dom_rc rc,
                         int fd)
{
    const dom_conformance_finding *f = dom_conformance_finding_of(run, p->decides);
    char *fault = f->fault ? json_dumps(f->fault, JSON_COMPACT) : NULL;
    dom_conformance_outcome out;
    memset(&out, 0, sizeof out); /* also the padding, which is written, too */
    out.rc = rc;
    if (rc != DOM_OK)
        out.err = *run->err;
    out.signal_number = run->signal_number;
    out.result = f->result;
    out.mend = f->mend;
    out.asks = run->report->asks;
    out.byes = run->tally.byes;
    out.late_byes = run->tally.late_byes;
    out.details_bytes = f->details ? strlen(f->details) : 0;
    out.fault_bytes = fault ? strlen(fault) : 0;
    dom_text_copy(out.text, sizeof out.text, f->text);
    (void)(dom_fs_write_all(fd, &out, sizeof out) &&
           dom_fs_write_all(fd, run->tally.us, out.asks * sizeof *run->tally.us) &&
           dom_fs_write_all(fd, f->details, out.details_bytes) &&
           dom_fs_write_all(fd, fault, out.fault_bytes));
    free(fault);
}

/* Plays the pass in the other process. Nothing is printed, and the database that the fork has
 * inherited is not used. */
static void play_aside(dom_conformance_check_run *run, const dom_conformance_pass *p, int fd)
{
    dom_conformance_spec quiet = *run->spec;
    quiet.on_finding = NULL;
    quiet.listener = NULL;
    run->spec = &quiet;
    run->candidate.places.listener = NULL;
    run->room.store = NULL;
    size_t room = sizeof run->room.at.home.db;
    int length = snprintf(run->room.at.home.db, room, "%s/aside.db", run->room.at.home.home);
    dom_rc rc = length < (int)room ? dom_store_open(&run->room.store, run->room.at.home.db,
                                                    DOM_STORE_WRITE, run->err)
                                   : dom_err_set(run->err, DOM_E_CONFIG, "the path is too long");
    if (rc == DOM_OK)
        rc = dom_conformance_check_pass(run, p);
    send_outcome(run, p, rc, fd);
    dom_store_close(&run->room.store);
}

void dom_conformance_begin_aside(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    int outcome[2], stop[2];
    if (pipe2(outcome, O_CLOEXEC) != 0)
        return;
    pid_t pid = -1;
    if (pipe2(stop, O_CLOEXEC) == 0) {
        pid = fork();
        if (pid == 0) {
            (void)close(stop[1]);
            (void)close(outcome[0]); /* or it would wait for itself if nobody reads the outcome */
            run->aside = (dom_conformance_aside){.is_here = true, .stop_fd = stop[0]};
            play_aside(run, p, outcome[1]);
            _exit(0);
        }
        (void)close(stop[0]);
        if (pid < 0)
            (void)close(stop[1]);
    }
    (void)close(outcome[1]);
    if (pid < 0)
        (void)close(outcome[0]);
    else
        run->aside =
            (dom_conformance_aside){.pid = pid, .outcome_fd = outcome[0], .stop_fd = stop[1]};
}

/* ---- its outcome ------------------------------------------------------------------------ */

static dom_rc take_times(dom_conformance_check_run *run, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t us;
        if (!read_all(run->aside.outcome_fd, &us, sizeof us))
            return DOM_E_IO;
        dom_conformance_add_time(run, us);
    }
    return DOM_OK;
}

/* Reads a text, which the caller frees. NULL if it is empty or cannot be read, or memory is out. */
static char *take_text(dom_conformance_check_run *run, size_t bytes)
{
    char *text = bytes > 0 ? calloc(1, bytes + 1) : NULL;
    if (text == NULL || read_all(run->aside.outcome_fd, text, bytes))
        return text;
    free(text);
    return NULL;
}

dom_rc dom_conformance_take_aside(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    dom_conformance_outcome out;
    if (run->aside.pid == 0)
        return dom_conformance_check_pass(run, p);
    if (!read_all(run->aside.outcome_fd, &out, sizeof out) || take_times(run, out.asks) != DOM_OK)
        return dom_err_set(run->err, DOM_E_IO,
                           "the process that played a part of the check was ended");
    dom_conformance_finding *f = dom_conformance_finding_of(run, p->decides);
    f->result = out.result;
    dom_text_copy(f->text, sizeof f->text, out.text);
    f->mend = out.mend;
    f->details = take_text(run, out.details_bytes);
    bool has_all = f->details || out.details_bytes == 0; /* else the next text is out of reach */
    char *fault = has_all ? take_text(run, out.fault_bytes) : NULL;
    f->fault = fault ? json_loads(fault, 0, NULL) : NULL;
    free(fault);
    run->tally.byes += out.byes;
    run->tally.late_byes += out.late_byes;
    run->signal_number = out.signal_number;
    if (out.rc != DOM_OK)
        *run->err = out.err;
    else
        dom_conformance_announce(run, p->decides);
    return out.rc;
}

void dom_conformance_end_aside(dom_conformance_check_run *run)
{
    if (run->aside.pid == 0)
        return;
    (void)close(run->aside.stop_fd);
    (void)close(run->aside.outcome_fd);
    while (waitpid(run->aside.pid, NULL, 0) < 0 && errno == EINTR)
        ;
    run->aside.pid = 0;
}
