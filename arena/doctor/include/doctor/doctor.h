/* doctor/doctor.h - the checks of `doctor`: doctor_arena.c checks what belongs to the arena,
 * doctor_machine.c the machine. */
#ifndef DOM_DOCTOR_DOCTOR_H
#define DOM_DOCTOR_DOCTOR_H

#include "home/home.h"

typedef enum {
    DOM_DOCTOR_PASS,
    DOM_DOCTOR_WARN, /* works, with a disadvantage */
    DOM_DOCTOR_FAIL  /* a run would fail                                          */
} dom_doctor_result;

typedef struct {
    dom_doctor_result result;
    dom_err text;   /* one line: what was found                               */
    dom_err remedy; /* one line: what to do about it; "" if nothing */
} dom_doctor_finding;

/* Set the result and text of a finding, or its advice. */
__attribute__((format(printf, 3, 4))) void
dom_doctor_say(dom_doctor_finding *f, dom_doctor_result result, const char *format, ...);
__attribute__((format(printf, 2, 3))) void dom_doctor_advise(dom_doctor_finding *f,
                                                             const char *format, ...);

/* A check writes its finding. It changes nothing and leaves nothing behind. */
typedef void dom_doctor_check(const dom_home *home, dom_doctor_finding *f);

dom_doctor_check dom_doctor_versions, dom_doctor_host, dom_doctor_bots, dom_doctor_home,
    dom_doctor_space, dom_doctor_database, dom_doctor_lock, dom_doctor_run_folder,
    dom_doctor_languages;
dom_doctor_check dom_doctor_files, dom_doctor_cores, dom_doctor_user, dom_doctor_limits,
    dom_doctor_bubblewrap, dom_doctor_sandbox, dom_doctor_clock, dom_doctor_core_dumps;

/* Says whether bots could be shown this folder or device (bots/shown.h), and could read it. */
void dom_doctor_shown(const dom_home *home, const char *word, dom_doctor_finding *f);

#endif
