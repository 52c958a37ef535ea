/* Which packages bots of each language lack, by tables whose commands all machines have. */
#include "doctor/doctor.h"
#include "doctor/languages.h"

#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scratch s;
static dom_home home;
static dom_err err;
static char seen[1000];

static void set_up(void)
{
    scratch_open(&s);
    home = (dom_home){.lock_fd = -1};
    strcpy(home.starters, scratch_at(&s, "starters"));
    scratch_folder(&s, "starters");
    setenv("PATH", "/usr/bin:/bin", 1);
    seen[0] = '\0';
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(doctor_languages, .init = set_up, .fini = clean_up);

/* Adds "NAME SAMPLE: PACKAGES; ". */
static void see(void *context, const dom_doctor_language *l)
{
    char packages[200];
    size_t size = strlen(seen);
    (void)context;
    dom_doctor_write_packages(packages, sizeof packages, &l->missing);
    (void)snprintf(seen + size, sizeof seen - size, "%s %s: %s; ", l->name, l->sample, packages);
}

static void write_table(const char *entries)
{
    char text[3000];
    (void)snprintf(text, sizeof text, "{\"languages\": [%s]}", entries);
    scratch_write(&s, "languages.json", text);
}

static void expect_seen(const char *name, const char *expected)
{
    seen[0] = '\0';
    cr_assert(eq(int, dom_doctor_look_at_languages(&home, name, see, NULL, &err), DOM_OK));
    cr_expect(eq(str, seen, (char *)expected));
}

/* No machine has these packages. */
#define TWO "\"packages\": [\"no-such-package\", \"nor-this-one\"]"

Test(doctor_languages, one_without_a_build_step_is_tried)
{
    write_table("{\"language\": \"a\", \"sample\": \"bot-a\", " TWO ", \"needs\": [[\"true\"]]},"
                "{\"language\": \"b\", \"sample\": \"bot-b\", " TWO ", \"needs\": [[\"false\"]]},"
                "{\"language\": \"c\", \"sample\": \"bot-c\", " TWO
                ", \"needs\": [[\"test\", \"1\", \"=\", \"1\"], [\"test\", \"1\", \"=\", \"2\"]]},"
                "{\"language\": \"d\", \"sample\": \"bot-d\", " TWO ", \"needs\": [[]]},"
                "{\"language\": \"e\", \"sample\": \"bot-e\", " TWO ", \"needs\": [[7]]},"
                "{\"language\": \"f\", \"sample\": \"bot-f\", " TWO ", \"needs\": []}");
    expect_seen(NULL, "a bot-a: ; "
                      "b bot-b: no-such-package nor-this-one; "
                      "c bot-c: no-such-package nor-this-one; "
                      "d bot-d: no-such-package nor-this-one; "
                      "e bot-e: no-such-package nor-this-one; "
                      "f bot-f: ; ");
    expect_seen("b", "b bot-b: no-such-package nor-this-one; ");
    expect_seen("x", "");
}

/* As many words as a command may have, and one more. */
Test(doctor_languages, a_command_has_at_most_32_words)
{
    char words[2][400] = {"\"true\"", "\"true\""}, table[1500];
    for (int more = 0; more < 2; more++)
        for (int i = 1; i < 32 + more; i++)
            strcat(words[more], ", \"x\"");
    (void)snprintf(table, sizeof table,
                   "{\"language\": \"a\", \"sample\": \"A\", " TWO ", \"needs\": [[%s]]},"
                   "{\"language\": \"b\", \"sample\": \"B\", " TWO ", \"needs\": [[%s]]}",
                   words[0], words[1]);
    write_table(table);
    expect_seen(NULL, "a A: ; b B: no-such-package nor-this-one; ");
}

/* All its packages are named, because one of them must be broken: `sh` is a command in PATH. */
Test(doctor_languages, a_command_that_fails_with_all_packages_there_names_all)
{
    write_table("{\"language\": \"a\", \"sample\": \"A\", \"packages\": [\"sh\", \"env\"], "
                "\"needs\": [[\"false\"]]}");
    expect_seen(NULL, "a A: sh env; ");
}

/* Without dpkg no package is reported as missing, so only its commands are sure. */
Test(doctor_languages, one_with_a_build_step_needs_its_packages_or_their_commands)
{
    write_table("{\"language\": \"a\", \"sample\": \"A\", \"build\": [[\"make\"]], "
                "\"packages\": [\"sh\"], \"needs\": [[\"false\"]]}");
    expect_seen(NULL, "a A: ; ");
}

/* Every Debian has libc6, which is no command. All languages together have 200 packages here. */
Test(doctor_languages, dpkg_is_asked_about_many_packages)
{
    char words[1500] = "", table[2000];
    if (system("dpkg-query -W libc6 > /dev/null 2>&1") != 0)
        cr_skip("no Debian");
    for (int i = 1; i < 200; i++)
        strcat(words, "\"sh\", ");
    (void)snprintf(table, sizeof table,
                   "{\"language\": \"a\", \"sample\": \"A\", \"build\": [[\"make\"]], "
                   "\"packages\": [%s\"libc6\"]}",
                   words);
    write_table(table);
    expect_seen(NULL, "a A: ; ");
}

/* Every Debian has bash, which is in PATH, and libc6, which is no command. */
Test(doctor_languages, dpkg_knows_which_packages_are_there)
{
    if (system("dpkg-query -W bash libc6 > /dev/null 2>&1") != 0)
        cr_skip("no Debian");
    write_table("{\"language\": \"a\", \"sample\": \"A\", \"build\": [[\"make\"]], "
                "\"packages\": [1, \"bash\", \"libc6\"]},"
                "{\"language\": \"b\", \"sample\": \"B\", \"build\": [[\"make\"]], " TWO "},"
                "{\"language\": \"c\", \"sample\": \"C\", \"build\": [[\"make\"]], "
                "\"packages\": [\"bc6\", \"libc6\", \"no-such-package\"]}");
    expect_seen(NULL, "a A: ; b B: no-such-package nor-this-one; c C: bc6 no-such-package; ");
    write_table("{\"language\": \"a\", \"sample\": \"A\", \"build\": [[\"make\"]], "
                "\"packages\": [\"libc6\"]}");
    expect_seen(NULL, "a A: ; ");
}

Test(doctor_languages, an_entry_without_a_name_or_a_sample_is_left_out)
{
    write_table("{\"language\": \"a\"}, {\"sample\": \"B\"}, 7, "
                "{\"language\": \"c\", \"sample\": \"C\", \"packages\": [1, \"x\"], "
                "\"needs\": [[\"false\"]]}");
    expect_seen(NULL, "c C: x; ");
}

Test(doctor_languages, a_table_that_cannot_be_read_is_an_error)
{
    cr_expect(eq(int, dom_doctor_look_at_languages(&home, NULL, see, NULL, &err), DOM_E_IO));
    cr_expect(ne(ptr, strstr(err.text, "languages.json: "), NULL), "%s", err.text);
    scratch_write(&s, "languages.json", "{");
    cr_expect(eq(int, dom_doctor_look_at_languages(&home, NULL, see, NULL, &err), DOM_E_IO));
    cr_expect(eq(str, seen, ""));
}

Test(doctor_languages, the_finding_names_what_works_and_all_that_is_missing)
{
    dom_doctor_finding found = {.result = DOM_DOCTOR_FAIL};
    dom_doctor_languages(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_WARN));
    cr_expect(eq(str, found.remedy.text, "install the arena as a whole"));
    write_table("{\"language\": \"a\", \"sample\": \"A\", " TWO ", \"needs\": [[\"true\"]]},"
                "{\"language\": \"b\", \"sample\": \"B\", " TWO ", \"needs\": []}");
    found = (dom_doctor_finding){.result = DOM_DOCTOR_FAIL};
    dom_doctor_languages(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_PASS));
    cr_expect(eq(str, found.text.text, "bots can be built and run in a b"));
    cr_expect(eq(str, found.remedy.text, ""));
    write_table("{\"language\": \"a\", \"sample\": \"A\", " TWO ", \"needs\": [[\"true\"]]},"
                "{\"language\": \"b\", \"sample\": \"B\", " TWO ", \"needs\": [[\"false\"]]},"
                "{\"language\": \"c\", \"sample\": \"C\", \"packages\": [\"no-third\"], "
                "\"needs\": [[\"false\"]]}");
    found = (dom_doctor_finding){.result = DOM_DOCTOR_FAIL};
    dom_doctor_languages(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_WARN));
    cr_expect(
        eq(str, found.text.text, "bots can be built and run in a; something is missing for B C"));
    cr_expect(eq(str, found.remedy.text,
                 "for all of them: apt-get install no-such-package nor-this-one no-third"));
}
