/* Every case of the .case files in tests/data is a test of its own; the format is
 * described in tests/data/README.md. */
#include "case_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <string.h>

ParameterizedTestParameters(rules_cases, a_position_plays_as_written)
{
    domino_cases cases = {0};
    bool readable = domino_cases_add_folder(&cases, DOM_TEST_DATA);
    cases.room = cases.count + 1;
    cases.count = 0;
    cases.list = cr_calloc(cases.room, sizeof *cases.list);
    readable = domino_cases_add_folder(&cases, DOM_TEST_DATA) && readable;
    if (!readable) {
        domino_case *unread = &cases.list[cases.count++];
        strcpy(unread->malformed, "the folder of the case files, or one of them, cannot be read");
    }
    return cr_make_param_array(domino_case, cases.list, cases.count);
}

ParameterizedTest(domino_case *c, rules_cases, a_position_plays_as_written)
{
    char message[CASE_MESSAGE_BYTES];
    bool holds = domino_case_run(c, message);
    cr_assert(holds, "%s", message);
}

Test(rules_cases, there_are_cases_for_every_game)
{
    domino_cases cases = {0};
    cr_assert(domino_cases_add_folder(&cases, DOM_TEST_DATA));
    cr_assert(ge(sz, cases.count, 80));
}

/* Errors in case files, and a part of the message for each. */
static const struct {
    const char *text, *message;
} malformed[] = {
    {"legal pass\n", "t.case:1: (before the first case): 'legal pass' stands before"},
    {"case\nposition block-2\nlegal pass\n", "t.case:1: : a case needs a title"},
    {"case T\nlegal pass\n", "t.case:2: T: legal: malformed: the case has no position yet"},
    {"case T\n", "t.case:1: T: case: malformed: the case expects nothing"},
    {"case T\nposition block-2\ndo pass\n", "t.case:1: T: case: malformed: the case expects"},
    {"case T\nposition block-2\nposition block-2\nturn 0\n", "t.case:3: T: position: malformed"},
    {"case T\nposition blok-2\nturn 0\n", "t.case:2: T: position: malformed: there is no variant"},
    {"case T\nposition block-2 | hand 7-0\nturn 0\n", "t.case:2: T: position: malformed: hand:"},
    {"case T\nposition block-2\nlegel pass\n", "t.case:3: T: legel: malformed: there is no such"},
    {"case T\nposition block-2 | ends 1,1\nillegal 6-4\n",
     "t.case:3: T: illegal: malformed: '6-4'"},
    {"case T\nposition block-2 | ends 1,1\nillegal\n",
     "t.case:3: T: illegal: malformed: no action"},
    {"case T\nposition block-2\nstate block-2 | turn 7\n", "t.case:3: T: state: malformed: turn:"},
    {"short b block-2\ncase T\nposition b\nturn 0\n",
     "t.case:1: (before the first case): 'short b"},
    {"case T\nposition block-2\npoints 0 0\n", "t.case:3: T: points: the round is not over"},
};

/* Expectations that fail, and a part of the message for each. */
static const struct {
    const char *text, *message;
} failing[] = {
    {"case T\nposition block-2 | ends 1,1\n\n# why\nlegal  draw   pass\n",
     "t.case:5: T: legal: expected 'draw pass', got 'pass'"},
    {"case T\nposition block-2 | ends 1,1 | hand 1-0,2-2 / 2-1\ndo 2-2@0\nturn 0\n",
     "t.case:3: T: do: expected '2-2@0' to be legal, got a refusal; legal: 1-0@0"},
    {"case T\nposition block-2 | ends 1,1 | hand 1-0,2-2 / 2-1\nillegal 1-0@0\n",
     "t.case:3: T: illegal: expected '1-0@0' to be refused, got it done"},
    {"case T\nposition block-2 | ends 1,1 | hand 1-0 / 2-1\ndo 1-0@0\npoints 3 3\n",
     "t.case:4: T: points: expected '3 3', got '3 0'"},
    {"case T\nposition block-2\ndrew 1-0\n", "t.case:3: T: drew: expected '1-0', got 'no draw'"},
};

static void expect_message(const char *text, const char *message)
{
    domino_case list[2];
    domino_cases cases = {.list = list, .room = 2};
    char got[CASE_MESSAGE_BYTES] = "nothing";
    domino_cases_add(&cases, "t.case", text);
    cr_assert(ge(sz, cases.count, 1));
    cr_assert(not(domino_case_run(&list[0], got)), "passed: %s", text);
    cr_assert(strstr(got, message) != NULL, "expected '%s', got '%s'", message, got);
}

Test(rules_cases, a_malformed_case_fails_with_file_and_line)
{
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        expect_message(malformed[i].text, malformed[i].message);
}

Test(rules_cases, a_failing_line_says_expected_and_got)
{
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
        expect_message(failing[i].text, failing[i].message);
}

Test(rules_cases, a_short_name_stands_for_a_variant_with_settings)
{
    domino_case c;
    domino_cases cases = {.list = &c, .room = 1};
    char message[CASE_MESSAGE_BYTES];
    domino_cases_add(&cases, "t.case",
                     "short three = block-2 players=3\ncase T\nposition three | ends 1,1 | turn 2\n"
                     "do pass\npips 0 0 0\n");
    cr_assert(domino_case_run(&c, message), "%s", message);
}
