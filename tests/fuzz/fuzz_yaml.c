/* Any file is read as a tournament file and as a bot.yaml, or refused with a line that
 * names it. The result is written as JSON. The JSON of a bot is also YAML, and is read
 * back as the same bot.
 *
 * No bot is built or snapshotted: this file replaces the functions of bots/resolve.h and
 * accepts every bot. */
#include "bots/resolve.h"
#include "config/config.h"
#include "config/stored_config.h"
#include "fuzz.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- bots without folders ----------------------------------------------------- */

dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err)
{
    const char *name = strchr(word, '/') ? "folder" : word;
    *out = (dom_bots_resolved){.name = ""};
    if (!dom_name_is_valid(name, DOM_BOTS_NAME_MAX))
        return dom_err_set(err, DOM_E_CONFIG, "%s: no bot", context->where);
    dom_text_copy(out->name, sizeof out->name, name);
    return DOM_OK;
}

dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err)
{
    *out = (dom_bots_resolved){.name = ""};
    size_t before = context->faults->count;
    dom_rc rc = dom_bots_manifest_read(&out->manifest, yaml, map, context->faults, err);
    out->is_broken = context->faults->count > before;
    if (rc == DOM_OK)
        dom_text_copy(out->name, sizeof out->name, out->manifest.name);
    return rc;
}

void dom_bots_resolved_clear(dom_bots_resolved *bot)
{
    dom_bots_manifest_clear(&bot->manifest);
    *bot = (dom_bots_resolved){.name = ""};
}

/* ---- the two kinds of files --------------------------------------------------- */

/* A file in memory and its path. */
typedef struct {
    int fd;
    char path[40];
} file;

static file file_of(const void *data, size_t size)
{
    file f = {.fd = memfd_create("fuzz", 0)};
    expect(f.fd >= 0 && write(f.fd, data, size) == (ssize_t)size);
    (void)snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.fd);
    return f;
}

/* Expects a message of one line. */
static void check_refusal(dom_rc rc, const dom_err *err)
{
    expect(rc == DOM_E_CONFIG && err->text[0] != '\0' && strchr(err->text, '\n') == NULL);
}

static dom_rc read_bot(dom_bots_manifest *out, const char *path)
{
    dom_yaml *yaml;
    dom_err err = {.text = ""};
    *out = (dom_bots_manifest){.build_steps = 0};
    dom_rc rc = dom_yaml_open(&yaml, path, &err);
    if (rc == DOM_OK)
        rc = dom_bots_manifest_read(out, yaml, dom_yaml_root(yaml), NULL, &err);
    if (rc != DOM_OK)
        check_refusal(rc, &err);
    dom_yaml_close(&yaml);
    return rc;
}

static void try_bot(const char *path)
{
    dom_bots_manifest bot, same;
    if (read_bot(&bot, path) != DOM_OK)
        return;
    char *text = dom_bots_manifest_text(&bot);
    expect(text != NULL);
    file f = file_of(text, strlen(text));
    expect(read_bot(&same, f.path) == DOM_OK);
    char *again = dom_bots_manifest_text(&same);
    expect(again != NULL && strcmp(text, again) == 0);
    free(text);
    free(again);
    dom_bots_manifest_clear(&bot);
    dom_bots_manifest_clear(&same);
    (void)close(f.fd);
}

static void try_tournament(const char *path)
{
    dom_core_tournament tournament;
    dom_bots_places places = {.home = "/nonexistent"};
    dom_config_request request = {.file = path};
    dom_err err = {.text = ""};
    dom_rc rc = dom_config_load(&tournament, &places, &request, &err);
    if (rc != DOM_OK) {
        check_refusal(rc, &err);
        return;
    }
    char *json = dom_config_json(&tournament);
    expect(json != NULL && tournament.bot_count >= 2 && tournament.variant_count >= 1);
    free(json);
    dom_config_free(&tournament);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    file f = file_of(data, size);
    try_bot(f.path);
    try_tournament(f.path);
    (void)close(f.fd);
    return 0;
}
