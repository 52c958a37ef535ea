#include "snapshot_bot.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

scratch s;
dom_bots_manifest manifest;

void snapshot_set_up(void)
{
    scratch_open(&s);
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "bot/bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    scratch_write(&s, "bot/bot.sh", "#!/bin/sh\nexec cat\n");
    scratch_write(&s, "bot/data/book.txt", "6-6\n");
    cr_assert(chmod("bot/bot.sh", 0755) == 0);
    cr_assert(eq(int, dom_bots_manifest_load(&manifest, "bot", NULL), DOM_OK));
}

void snapshot_clean_up(void)
{
    dom_bots_manifest_clear(&manifest);
    scratch_close(&s);
}

dom_rc take(dom_bots_snapshot *snapshot, dom_err *err)
{
    dom_bots_snapshot_spec spec = {.home = "home", .folder = "bot", .manifest = &manifest};
    return dom_bots_snapshot_take(snapshot, &spec, err);
}

dom_bots_snapshot taken(void)
{
    dom_bots_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_assert(eq(int, take(&snapshot, &err), DOM_OK), "%s", err.text);
    return snapshot;
}

void expect_refused(const char *message)
{
    dom_bots_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_expect(eq(int, take(&snapshot, &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, message, strlen(message)) == 0, "%s", err.text);
    cr_expect(scratch_count("home/bots/mybot") <= 0, "nothing is left");
}

/* Removes a folder of the home with its contents. */
void expect_text(const char *folder, const char *name, const char *text)
{
    char path[DOM_PATH_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    char *found = scratch_read(path);
    cr_expect(found != NULL && strcmp(found, text) == 0, "%s", path);
    free(found);
}

dom_rc take_built(dom_bots_snapshot *snapshot, const char *build, int64_t limit_ms, dom_err *err)
{
    char text[400];
    (void)snprintf(text, sizeof text, "name: mybot\nrun: [./bot.sh]\nbuild: %s\n", build);
    scratch_write(&s, "bot/bot.yaml", text);
    dom_bots_manifest_clear(&manifest);
    cr_assert(eq(int, dom_bots_manifest_load(&manifest, "bot", NULL), DOM_OK), "%s", text);
    dom_bots_snapshot_spec spec = {
        .home = "home", .folder = "bot", .manifest = &manifest, .build_ms = limit_ms};
    return dom_bots_snapshot_take(snapshot, &spec, err);
}
