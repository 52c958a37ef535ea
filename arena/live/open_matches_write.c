/* Writes the matches under way as JSON, aside, and then renames the file. It is not synced, because
 * after a power cut nobody watches the run any more. */
#include "base/shared.h"
#include "format.h"
#include "fs/whole_file.h"
#include "live/open_matches_file.h"

#include <fcntl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dom_live_writer {
    const dom_home *home;
    const dom_core_tournament *tournament;
    char *text; /* what the file has; NULL before it was written             */
};

/* ---- JSON ------------------------------------------------------------------- */

/* Each of these functions returns a new reference, or NULL without memory. jansson accepts a NULL
 * and fails. */

static json_t *choices_json(const dom_core_open_match *m)
{
    size_t room = 2 * m->decisions_bytes + 1;
    char *hex = malloc(room);
    if (hex == NULL)
        return NULL;
    json_t *json = json_string(sodium_bin2hex(hex, room, m->decisions, m->decisions_bytes));
    free(hex);
    return json;
}

static json_t *bots_json(const dom_core_open_match *m)
{
    json_t *array = json_array();
    for (int s = 0; s < m->seats; s++)
        (void)json_array_append_new(array, json_integer(m->bot[s]));
    return array;
}

static json_t *scores_json(const dom_core_open_match *m)
{
    json_t *array = json_array();
    for (int s = 0; s < m->seats; s++)
        (void)json_array_append_new(array, json_integer(m->score[s]));
    return array;
}

/* What only spectators see. */
static json_t *play_json(const dom_core_open_match *m)
{
    return json_pack("{s:i, s:I, s:o}", "turn", m->turn, "asked", (json_int_t)m->asked_ms,
                     "choices", choices_json(m));
}

static json_t *match_json(const dom_core_open_match *m, bool has_spectators)
{
    return json_pack("{s:I, s:I, s:i, s:i, s:o, s:o, s:i, s:I, s:o*}", "match",
                     (json_int_t)m->match, "set", (json_int_t)m->set, "rotation", m->rotation,
                     "variant", (int)m->variant, "bots", bots_json(m), "scores", scores_json(m),
                     "round", m->round, "started", (json_int_t)m->started_ms, "play",
                     has_spectators ? play_json(m) : NULL);
}

static char *text_of(const dom_live_writer *w, const dom_core_open_matches *open)
{
    json_t *matches = json_array();
    for (uint32_t i = 0; i < open->shown; i++)
        (void)json_array_append_new(matches,
                                    match_json(&open->match[i], w->tournament->has_spectators));
    json_t *root =
        json_pack("{s:i, s:s, s:i, s:o}", "version", DOM_LIVE_FORMAT_VERSION, "tournament",
                  w->tournament->name, "count", (int)open->count, "matches", matches);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return text;
}

/* ---- the file --------------------------------------------------------------- */

static bool replace_file(const dom_home *home, const char *text)
{
    char path[DOM_HOME_BESIDE_BYTES], aside[DOM_HOME_BESIDE_BYTES];
    dom_home_open_matches_path(path, home);
    dom_home_open_matches_draft(aside, home);
    (void)unlink(aside); /* an earlier write may have failed */
    int fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, dom_shared_mode(aside, 0600));
    if (fd < 0)
        return false;
    bool is_written = dom_fs_write_all(fd, text, strlen(text));
    is_written &= close(fd) == 0;
    is_written = is_written && rename(aside, path) == 0;
    if (!is_written)
        (void)unlink(aside);
    return is_written;
}

static void look(void *context, const dom_core_open_matches *open)
{
    dom_live_writer *w = context;
    char *text = text_of(w, open);
    bool is_news = text && (w->text == NULL || strcmp(text, w->text) != 0);
    if (!is_news || !replace_file(w->home, text)) {
        free(text);
        return;
    }
    free(w->text);
    w->text = text;
}

dom_live_writer *dom_live_writer_open(const dom_home *home, const dom_core_tournament *tournament)
{
    dom_live_writer *w = calloc(1, sizeof *w);
    if (w)
        *w = (dom_live_writer){.home = home, .tournament = tournament};
    return w;
}

dom_core_watcher dom_live_watcher(dom_live_writer *w)
{
    return w->home->lock_fd < 0 ? (dom_core_watcher){.look = NULL}
                                : (dom_core_watcher){.context = w, .look = look};
}

void dom_live_writer_close(dom_live_writer *w)
{
    char path[DOM_HOME_BESIDE_BYTES];
    if (w == NULL)
        return;
    dom_home_open_matches_path(path, w->home);
    if (w->text)
        (void)unlink(path);
    free(w->text);
    free(w);
}
