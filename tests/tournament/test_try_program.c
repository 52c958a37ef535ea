/* What a program prints is one line, however it arrives. */
#include "tournament/try_program.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

Test(try_program, lines_that_arrive_in_parts_are_joined)
{
    const char *const seq[] = {"/usr/bin/seq", "1000", NULL}; /* more than is read at once */
    char out[16384], wanted[16384] = "1";
    for (int i = 2; i <= 1000; i++)
        (void)snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), ", %d", i);
    cr_assert(eq(int, dom_tournament_try_program(seq, out, sizeof out), 0));
    cr_assert(eq(str, out, wanted));
}

Test(try_program, an_output_that_is_too_long_is_cut)
{
    const char *const seq[] = {"/usr/bin/seq", "1000", NULL};
    char out[8];
    cr_assert(eq(int, dom_tournament_try_program(seq, out, sizeof out), 0));
    cr_assert(eq(str, out, "1, 2, 3"));
}

Test(try_program, a_program_that_does_not_exist_has_no_status)
{
    const char *const none[] = {"/nowhere/program", NULL};
    char out[8] = "x";
    cr_assert(eq(int, dom_tournament_try_program(none, out, sizeof out), -1));
    cr_assert(eq(str, out, ""));
}
