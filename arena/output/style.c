#include "output/style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const codes[DOM_OUTPUT_STYLES] = {
    [DOM_OUTPUT_PLAIN] = "",        [DOM_OUTPUT_TITLE] = "\033[1m", [DOM_OUTPUT_LEADER] = "\033[1m",
    [DOM_OUTPUT_GAIN] = "\033[32m", [DOM_OUTPUT_LOSS] = "\033[31m", [DOM_OUTPUT_FAULT] = "\033[31m",
};

dom_output_style dom_output_rank_style(uint32_t lo, uint32_t hi)
{
    return lo == 1 && hi == 1 ? DOM_OUTPUT_LEADER : DOM_OUTPUT_PLAIN;
}

static bool is_set_to(const char *variable, const char *value)
{
    const char *found = getenv(variable);
    return found && strcmp(found, value) == 0;
}

bool dom_output_can_draw(FILE *out)
{
    return isatty(fileno(out)) && getenv("TERM") && !is_set_to("TERM", "dumb");
}

bool dom_output_has_colours(FILE *out)
{
    if (is_set_to(DOM_OUTPUT_COLOR_VARIABLE, "always"))
        return true;
    bool is_wanted = getenv("NO_COLOR") == NULL || is_set_to("NO_COLOR", "");
    return is_wanted && !is_set_to(DOM_OUTPUT_COLOR_VARIABLE, "never") && dom_output_can_draw(out);
}

const char *dom_output_style_on(dom_output_style style, bool has_colours)
{
    return has_colours ? codes[style] : "";
}

const char *dom_output_style_off(dom_output_style style, bool has_colours)
{
    return has_colours && style != DOM_OUTPUT_PLAIN ? "\033[0m" : "";
}

void dom_output_put_styled(FILE *out, dom_output_style style, const char *text)
{
    bool has_colours = dom_output_has_colours(out);
    (void)fprintf(out, "%s%s%s", dom_output_style_on(style, has_colours), text,
                  dom_output_style_off(style, has_colours));
}
