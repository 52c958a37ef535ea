#include "bot_files.h"

#include "base/text.h"
#include "fs/run_dir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 5, REMARK_BYTES = 512 };

/* ---- copying ------------------------------------------------------------------------------ */

/* Uses the files where they are, or a copy in the run directory if the bot's user cannot read them
 * there. */
static dom_rc stay_on_disk(dom_core_bot_files *files, uint16_t bot, const char *run,
                           const char *folder, char path[static DOM_PATH_BYTES], dom_err *err)
{
    files->on_disk[bot] = true;
    return dom_fs_run_dir_stage(run, bot, folder, path, DOM_PATH_BYTES, err);
}

static dom_rc copy_bot_files(dom_core_bot_files *files, uint16_t bot, const char *run,
                             const char *folder, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_fs_memory_dir_copy(&files->memory, bot, folder, path);
    if (rc != DOM_OK)
        rc = stay_on_disk(files, bot, run, folder, path, err);
    if (rc == DOM_OK && (files->folder[bot] = strdup(path)) == NULL)
        rc = dom_err_no_memory(err);
    return rc;
}

/* ---- those that stay on disk -------------------------------------------------------------- */

static void name_bots(dom_text *text, const dom_core_bot_files *files, const dom_core_entrant *bots)
{
    int count = 0;
    for (int bot = 0; bot < files->count; bot++) {
        if (!files->on_disk[bot] || count++ >= NAMED)
            continue;
        dom_text_add(text, count > 1 ? ", " : "");
        dom_text_add(text, bots[bot].name);
    }
    if (count > NAMED) {
        dom_text_add(text, " and ");
        dom_text_add_int(text, count - NAMED);
        dom_text_add(text, " more");
    }
}

static void remark_on_disk(const dom_core_bot_files *files, const dom_core_spec *spec)
{
    char line[REMARK_BYTES];
    dom_text text = dom_text_of(line, sizeof line);
    bool is_any = false;
    for (int bot = 0; bot < files->count; bot++)
        is_any |= files->on_disk[bot];
    if (!is_any || spec->sandbox != DOM_SANDBOX_BWRAP || spec->observer.on_remark == NULL)
        return;
    dom_text_add(&text, "files stay on disk, where processes of a bot can tell each other bits: ");
    name_bots(&text, files, spec->tournament->bots);
    dom_text_add(&text, " (");
    dom_text_add(&text, files->memory.why.text);
    dom_text_add(&text, "; see limits.snapshot_memory_mb)");
    spec->observer.on_remark(spec->observer.context, line);
}

/* ---- all bots ----------------------------------------------------------------------------- */

static uint64_t bytes_allowed(const dom_core_tournament *t)
{
    return t->limits.snapshot_memory_mb ? (uint64_t)t->limits.snapshot_memory_mb << 20
                                        : dom_fs_memory_dir_usual();
}

dom_rc dom_core_bot_files_open(dom_core_bot_files *files, const dom_core_spec *spec,
                               const char *run, dom_err *err)
{
    const dom_core_tournament *t = spec->tournament;
    dom_fs_memory_dir_open(&files->memory, run, bytes_allowed(t));
    files->count = t->bot_count;
    files->folder = calloc(t->bot_count, sizeof *files->folder);
    files->on_disk = calloc(t->bot_count, sizeof *files->on_disk);
    if (files->folder == NULL || files->on_disk == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = DOM_OK;
    for (uint16_t bot = 0; rc == DOM_OK && bot < t->bot_count; bot++)
        if (t->bots[bot].folder)
            rc = copy_bot_files(files, bot, run, t->bots[bot].folder, err);
    if (rc == DOM_OK)
        remark_on_disk(files, spec);
    return rc;
}

void dom_core_bot_files_close(dom_core_bot_files *files)
{
    dom_fs_memory_dir_close(&files->memory);
    for (int bot = 0; files->folder && bot < files->count; bot++)
        free(files->folder[bot]);
    free(files->folder);
    free(files->on_disk);
    *files = (dom_core_bot_files){.memory = files->memory};
}

const char *dom_core_bot_files_sandbox(const dom_core_bot_files *files, dom_sandbox level,
                                       const uint16_t bots[], int count)
{
    for (int i = 0; level == DOM_SANDBOX_BWRAP && i < count; i++)
        if (files->on_disk[bots[i]])
            return DOM_SANDBOX_ON_DISK;
    return dom_sandbox_words[level];
}
