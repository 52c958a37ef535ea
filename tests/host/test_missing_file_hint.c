/* What is said about a bot's command that cannot be executed, and about files that the sandbox
 * hides. */
#include "bot_folder.h"
#include "missing_file_hint.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>

static dom_err err;

TestSuite(missing_file_hint, .init = bot_folder_begin, .fini = bot_folder_end);

/* Returns "" if the program can be executed, else what is said. */
static char *said_of(const char *program, const char *path, dom_sandbox level)
{
    err.text[0] = '\0';
    dom_rc rc = dom_host_missing_file_check(program, bot_folder, path, level, NULL, &err);
    cr_expect(eq(int, rc, err.text[0] ? DOM_E_CONFIG : DOM_OK));
    return err.text;
}

static char *said_of_script(const char *text, const char *path, dom_sandbox level)
{
    bot_folder_make_bot(text, 0700);
    return said_of("./bot", path, level);
}

/* At level bwrap a bot sees only the system and its own folder. */
Test(missing_file_hint, what_the_sandbox_hides_is_named)
{
    char script[160], expected[400];
    cr_expect(eq(str, said_of_script("#!/bin/sh\n", "", DOM_SANDBOX_BWRAP), (char *)""));
    cr_expect(
        eq(str, said_of_script("#!/usr/bin/env sh\n", "/bin", DOM_SANDBOX_BWRAP), (char *)""));
    bot_folder_make_bot("", 0700);
    (void)snprintf(expected, sizeof expected,
                   "%s/bot is a link to what the sandbox does not show; shown: " DOM_SANDBOX_SHOWN,
                   bot_folder);
    cr_expect(eq(str, said_of("bot", bot_folder, DOM_SANDBOX_BWRAP), expected));
    cr_expect(eq(str, said_of("bot", bot_folder, DOM_SANDBOX_LIMITS), (char *)""));
    (void)snprintf(script, sizeof script, "#!%s/bot\n", bot_folder);
    (void)snprintf(expected, sizeof expected,
                   "./bot: its first line names the interpreter %s/bot, which the sandbox does not "
                   "show; shown: " DOM_SANDBOX_SHOWN,
                   bot_folder);
    cr_expect(eq(str, said_of_script(script, "", DOM_SANDBOX_BWRAP), expected));
    cr_expect(eq(str, said_of_script(script, "", DOM_SANDBOX_LIMITS), (char *)""));
    cr_expect(
        eq(str, said_of_script("#!/usr/bin/env bot\n", bot_folder, DOM_SANDBOX_BWRAP), expected));
}

Test(missing_file_hint, the_first_hidden_file_of_a_command_is_named)
{
    char out[256], expected[256];
    bot_folder_make_bot("", 0700);
    const char *bot = in_bot_folder("bot");
    (void)snprintf(expected, sizeof expected,
                   "; the sandbox does not show %s; shown: " DOM_SANDBOX_SHOWN, bot);
    dom_host_missing_file_hint(
        (const char *const[]){"/bin/sh", "bot", "/none", bot, "/etc/passwd", NULL}, NULL, out,
        sizeof out);
    cr_expect(eq(str, out, expected));
    (void)snprintf(
        expected, sizeof expected,
        "; the sandbox shows %s without what it needs beside it; shown whole: " DOM_SANDBOX_SHOWN,
        bot);
    dom_host_missing_file_hint((const char *const[]){bot, "/etc/passwd", NULL}, NULL, out,
                               sizeof out);
    cr_expect(eq(str, out, expected));
    dom_host_missing_file_hint((const char *const[]){"/bin/sh", bot_folder, NULL}, NULL, out,
                               sizeof out);
    cr_expect(eq(str, out, (char *)""));
}
