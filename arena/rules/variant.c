#include "rules/variant.h"

#include "base/check.h"

#include <string.h>

/* A row says only what differs from its base, which stands above it; the first
 * base is the fallback of every option. Settings are written as in a tournament
 * file. The tag names the paragraph of RULES.md that is the proof. */
static const struct {
    const char *name, *base, *settings, *summary;
} rows[] = {
    /* [block] 1.3 */
    {"block-2", "", "", "Block for two: 7 tiles each, no drawing, to 100"},
    {"block-3", "block-2", "players=3 hand=5 target=61",
     "Block for three: 5 tiles each, no drawing, to 61"},
    {"block-4", "block-2", "players=4 hand=5 target=61",
     "Block for four: 5 tiles each, no drawing, to 61"},
    {"block-teams", "block-2", "players=4 teams=true hand=5",
     "Block for two teams of two: 5 tiles each, no drawing, to 100"},
    /* [draw] 1.5 */
    {"draw-2", "block-2", "draw_mode=optional",
     "Draw for two: 7 tiles each, draw at will, two tiles stay in the stock, to 100"},
    {"draw-3", "draw-2", "players=3 target=61", "Draw for three: 7 tiles each, to 61"},
    {"draw-4", "draw-2", "players=4 hand=6 target=61", "Draw for four: 6 tiles each, to 61"},
    {"draw-teams", "draw-2", "players=4 teams=true hand=6",
     "Draw for two teams of two: 6 tiles each, to 100"},
};

size_t dom_variant_count(void)
{
    return sizeof rows / sizeof *rows;
}

/* Index of the row of that name, or -1. */
static int find(const char *name)
{
    for (size_t i = 0; i < dom_variant_count(); i++)
        if (strcmp(rows[i].name, name) == 0)
            return (int)i;
    return -1;
}

static dom_options options_of(size_t index)
{
    int base = find(rows[index].base);
    dom_check(base < (int)index);
    dom_options options = base < 0 ? dom_options_default() : options_of((size_t)base);
    dom_rc rc = dom_options_apply(&options, rows[index].settings, NULL);
    dom_check(rc == DOM_OK && dom_options_check(&options, NULL) == DOM_OK);
    return options;
}

dom_variant dom_variant_at(size_t index)
{
    dom_check(index < dom_variant_count());
    dom_variant variant = {.summary = rows[index].summary, .options = options_of(index)};
    dom_text name = dom_text_of(variant.name, sizeof variant.name);
    dom_text_add(&name, rows[index].name);
    dom_text base = dom_text_of(variant.base, sizeof variant.base);
    dom_text_add(&base, rows[index].base);
    dom_check(!name.cut && !base.cut);
    return variant;
}

dom_rc dom_variant_find(dom_variant *out, const char *name, dom_err *err)
{
    int index = find(name);
    if (index >= 0) {
        *out = dom_variant_at((size_t)index);
        return DOM_OK;
    }
    char names[DOM_ERR_BYTES - 100];
    dom_text text = dom_text_of(names, sizeof names);
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_text_add(&text, i ? ", " : "");
        dom_text_add(&text, rows[i].name);
    }
    return dom_err_set(err, DOM_E_ABSENT, "there is no variant '%.40s'; there are: %s", name,
                       names);
}
