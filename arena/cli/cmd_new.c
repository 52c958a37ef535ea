/* `new LANG DIR`: makes a starter kit and names the packages that its language lacks here. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "bots/starter_kit.h"
#include "doctor/languages.h"

#include <stdio.h>

/* Prints the missing packages. This is no error: they may be installed later, or the kit may be
 * used on another machine. */
static void tell_missing(void *context, const dom_doctor_language *l)
{
    char packages[200];
    (void)context;
    dom_doctor_write_packages(packages, sizeof packages, &l->missing);
    if (packages[0])
        (void)fprintf(
            stderr, "domino-arena: new: to build and run bots in %s, install: apt-get install %s\n",
            l->name, packages);
}

static int new_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    dom_home home;
    char name[DOM_BOTS_NAME_MAX + 1];
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_bots_starter_kit_make(name, &home, call->word[0], call->word[1], &err);
    if (rc != DOM_OK)
        return dom_cli_fail(&err);
    (void)printf("%s: a bot in %s was made in %s; its README.md says what to do next\n\n"
                 "  cd %s\n  ./play    # against greedy\n",
                 name, call->word[0], call->word[1], call->word[1]);
    (void)fflush(stdout);
    (void)dom_doctor_look_at_languages(&home, call->word[0], tell_missing, NULL, &err);
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_new = {
    .name = "new",
    .operand = "LANG DIR",
    .needs_operand = true,
    .summary = "Make a starter kit: a bot that plays, with numbered TODOs",
    .lacks_database = true,
    .run = new_run};
