/* Where styles are shown: $DOMINO_ARENA_COLOR, $NO_COLOR, $TERM and the kind of the stream decide.
 */
#include "output/style.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pty.h>
#include <stdlib.h>

static const struct {
    const char *color, *no_color, *term; /* NULL: not set */
    bool on_terminal, elsewhere;
} cases[] = {
    {NULL, NULL, "xterm", true, false},      {"auto", NULL, "xterm", true, false},
    {NULL, "", "xterm", true, false},        {NULL, "1", "xterm", false, false},
    {"auto", "1", "xterm", false, false},    {NULL, NULL, "dumb", false, false},
    {NULL, NULL, NULL, false, false},        {"never", NULL, "xterm", false, false},
    {"always", NULL, "dumb", true, true},    {"always", "1", "xterm", true, true},
    {"rainbow", NULL, "xterm", true, false},
};

static void set(const char *variable, const char *value)
{
    (void)(value ? setenv(variable, value, 1) : unsetenv(variable));
}

Test(style, the_environment_and_the_terminal_decide_on_colours)
{
    int master, slave;
    cr_assert(zero(int, openpty(&master, &slave, NULL, NULL, NULL)));
    FILE *terminal = fdopen(slave, "w"), *file = tmpfile();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set(DOM_OUTPUT_COLOR_VARIABLE, cases[i].color);
        set("NO_COLOR", cases[i].no_color);
        set("TERM", cases[i].term);
        cr_expect(eq(int, dom_output_has_colours(terminal), cases[i].on_terminal), "%zu", i);
        cr_expect(eq(int, dom_output_has_colours(file), cases[i].elsewhere), "%zu", i);
    }
    (void)fclose(terminal);
    (void)fclose(file);
}

Test(style, every_style_that_is_switched_on_is_switched_off)
{
    for (dom_output_style style = DOM_OUTPUT_PLAIN; style < DOM_OUTPUT_STYLES; style++) {
        cr_expect(eq(int, dom_output_style_on(style, true)[0] != '\0', style != DOM_OUTPUT_PLAIN));
        cr_expect(eq(int, dom_output_style_off(style, true)[0] != '\0', style != DOM_OUTPUT_PLAIN));
        cr_expect(eq(str, (char *)dom_output_style_on(style, false), ""));
        cr_expect(eq(str, (char *)dom_output_style_off(style, false), ""));
    }
}
