#include "ladder_home.h"

#include "base/text.h"
#include "bots/resolve.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSIONS = 32 };

scratch s;
dom_home home;
dom_store *store;

static void write_bot(const char *folder, const char *name, const char *variants)
{
    char path[DOM_PATH_BYTES], text[400];
    (void)snprintf(path, sizeof path, "%s/%s/bot.yaml", folder, name);
    (void)snprintf(text, sizeof text, "name: %s\nrun: [/bin/false]\ntransport: stdio\n%s%s%s", name,
                   variants ? "variants: [" : "", variants ? variants : "", variants ? "]\n" : "");
    scratch_write(&s, path, text);
}

void ladder_home_begin(void)
{
    static const char *const samples[] = {"random", "greedy", "careful"};
    scratch_open(&s);
    cr_assert(zero(int, chmod(s.path, 0711))); /* bots of other users may enter */
    expect_ok(dom_home_find(&home, scratch_at(&s, "home"), NULL, &last_err));
    dom_text_copy(home.host_program, sizeof home.host_program, HOST_PROGRAM);
    dom_text_copy(home.shipped_bots, sizeof home.shipped_bots, scratch_at(&s, "shipped"));
    for (int i = 0; i < 3; i++)
        write_bot("shipped", samples[i], NULL);
    expect_ok(dom_home_make(&home, &last_err));
    expect_ok(dom_store_open(&store, home.db, DOM_STORE_WRITE, &last_err));
}

void ladder_home_end(void)
{
    dom_store_close(&store);
    scratch_close(&s);
}

const char *snapshot(const char *name, const char *variants)
{
    static char versions[VERSIONS][DOM_BOTS_VERSION_BYTES];
    static unsigned next;
    char *version = versions[next++ % VERSIONS];
    dom_bots_resolved bot;
    dom_bots_places places = dom_bots_places_of(&home, NULL);
    dom_bots_context context = {.places = &places, .where = "a test"};
    write_bot("mine", name, variants);
    char folder[DOM_PATH_BYTES];
    (void)snprintf(folder, sizeof folder, "%s/mine/%s", s.path, name);
    expect_ok(dom_bots_resolve(&bot, &context, folder, &last_err));
    dom_text_copy(version, DOM_BOTS_VERSION_BYTES, bot.snapshot.version);
    dom_bots_resolved_clear(&bot);
    return version;
}
