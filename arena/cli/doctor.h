/* cli/doctor.h - what a check of this machine says. doctor_arena.c looks at the
 * arena's own things, doctor_machine.c at the machine. */
#ifndef DOM_CLI_DOCTOR_H
#define DOM_CLI_DOCTOR_H

#include "home.h"

typedef enum {
    DOCTOR_PASS,
    DOCTOR_WARN, /* works, but not as well as it could                        */
    DOCTOR_FAIL  /* a run would fail                                          */
} doctor_result;

typedef struct {
    doctor_result result;
    dom_err text;   /* one line: what was found                               */
    dom_err remedy; /* one line: what to do about it, "" without              */
} doctor_finding;

/* Record what was found, or what helps; each returns nothing but its finding. */
__attribute__((format(printf, 3, 4))) void doctor_say(doctor_finding *f, doctor_result result,
                                                      const char *format, ...);
__attribute__((format(printf, 2, 3))) void doctor_advise(doctor_finding *f, const char *format,
                                                         ...);

/* Run a program for at most 10 s and keep the beginning of what it prints on stdout,
 * lines joined by ", ". Returns its exit status, or -1 when it could not be started,
 * was killed or took longer. */
int doctor_run(const char *const argv[], char *out, size_t room);

/* A check looks and says; it changes nothing and leaves nothing behind. */
typedef void doctor_check(const cli_home *home, doctor_finding *f);

doctor_check doctor_versions, doctor_host, doctor_bots, doctor_home, doctor_space, doctor_database,
    doctor_lock, doctor_run_folder, doctor_languages;
doctor_check doctor_files, doctor_cores, doctor_user, doctor_limits, doctor_bubblewrap,
    doctor_sandbox, doctor_clock, doctor_core_dumps;

#endif
