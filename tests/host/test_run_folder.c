/* Where the core's hosts and their bots meet. */
#include "folder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static char run[RUN_FOLDER_BYTES];
static dom_err err;

static void make(void)
{
    cr_assert(eq(int, run_folder_make(run, &err), DOM_OK), "%s", err.text);
}

Test(run_folder, can_be_written_to_and_stays_empty, .init = make)
{
    cr_expect(eq(int, run_folder_check(run, &err), DOM_OK), "%s", err.text);
    cr_expect(zero(int, rmdir(run)));
}

/* A disk that is full lets folders be made still, if it is a tmpfs. */
Test(run_folder, no_bot_starts_where_nothing_can_be_written, .init = make)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    cr_assert(zero(int, setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, RLIM_INFINITY})));
    int rc = run_folder_check(run, &err);
    cr_assert(zero(int, setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY})));
    cr_expect(eq(int, rc, DOM_E_IO));
    cr_expect(zero(int, rmdir(run)));
}

Test(run_folder, no_bot_starts_where_it_is_gone, .init = make)
{
    cr_assert(zero(int, rmdir(run)));
    cr_expect(eq(int, run_folder_check(run, &err), DOM_E_IO));
    cr_expect(ne(ptr, strstr(err.text, "no bot can be started any more"), NULL), "%s", err.text);
}
