/* What is said about a program that cannot be executed. */
#include "bot_folder.h"
#include "fs/program.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static dom_err err;

TestSuite(fs_program, .init = bot_folder_begin, .fini = bot_folder_end);

/* Returns "" if the program can be executed, else what is said. */
static char *said_of(const char *program, const char *path)
{
    dom_fs_program found;
    err.text[0] = '\0';
    dom_rc rc = dom_fs_program_find(&found, program, bot_folder, path, &err);
    cr_expect(eq(int, rc, err.text[0] ? DOM_E_CONFIG : DOM_OK));
    return err.text;
}

static char *said_of_script(const char *text, const char *path)
{
    bot_folder_make_bot(text, 0700);
    return said_of("./bot", path);
}

Test(fs_program, a_program_is_looked_for_in_every_folder_of_the_path)
{
    char path[256];
    static const char *const orders[] = {"%s", "%s:/nowhere", "/nowhere:%s",
                                         "/nowhere:/none:%s:/x"};
    bot_folder_make_bot("", 0700);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        (void)snprintf(path, sizeof path, orders[i], bot_folder);
        cr_expect(eq(str, said_of("bot", path), (char *)""), "%s", path);
    }
    cr_expect(eq(str, said_of("bot", "/nowhere:/none"),
                 (char *)"bot: there is no such program in /nowhere:/none"));
    cr_expect(eq(str, said_of("bot", ""), (char *)"bot: there is no such program in "));
}

Test(fs_program, a_folder_is_no_program_in_the_path)
{
    char expected[128];
    (void)snprintf(expected, sizeof expected, "empty: there is no such program in %s", bot_folder);
    cr_expect(eq(str, said_of("empty", bot_folder), expected));
}

Test(fs_program, a_path_is_relative_to_the_bots_folder_or_absolute)
{
    bot_folder_make_bot("", 0700);
    cr_expect(eq(str, said_of("./bot", ""), (char *)""));
    cr_expect(eq(str, said_of(in_bot_folder("bot"), ""), (char *)""));
    cr_expect(eq(str, said_of("./none", ""), (char *)"./none: there is no such file"));
    cr_expect(
        eq(str, said_of("./empty", ""), (char *)"./empty: this is a folder; allowed: a program"));
    cr_expect(eq(str, said_of("/dev/null", ""),
                 (char *)"/dev/null: this is not a file; allowed: a program"));
    bot_folder_make_bot("", 0600);
    cr_expect(
        eq(str, said_of("./bot", ""), (char *)"./bot: the file may not be executed (chmod +x)"));
}

Test(fs_program, the_interpreter_of_a_script_is_checked)
{
    static const struct {
        const char *script, *said; /* behind "./bot: its first line " */
    } cases[] = {
        {"", ""},
        {"#", ""},
        {"#!/bin/sh\n", ""},
        {"#! /bin/sh -e\n", ""},
        {"#!/bin/sh", ""},
        {"#!/usr/bin/env sh\n", ""},
        {"#!/usr/bin/env -S sh\n", ""},
        {"#!/usr/bin/env A=b sh\n", ""},
        {"#!/usr/bin/env\n", ""},
        {"#!/bin/sh\r\n", "ends in a carriage return; allowed: a newline alone"},
        {"#!/none\n", "names the interpreter /none, which is not there"},
        {"#!/none -x\n", "names the interpreter /none, which is not there"},
        {"#!/usr/bin/env none\n", "names the interpreter none, which is in none of /usr/bin:/bin"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[256] = "";
        if (cases[i].said[0])
            (void)snprintf(expected, sizeof expected, "./bot: its first line %s", cases[i].said);
        cr_expect(eq(str, said_of_script(cases[i].script, "/usr/bin:/bin"), expected), "%s",
                  cases[i].script);
    }
}
