/* Reads files of positions. */
#include "rehearsal/position_suite.h"

#include "rehearsal_cast.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns room for one more position, all zero; NULL when out of memory. */
static dom_rehearsal_position *add_position(dom_rehearsal_positions *list, int line)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        dom_rehearsal_position *item = realloc(list->item, room * sizeof *item);
        if (item == NULL)
            return NULL;
        list->item = item;
        list->room = room;
    }
    dom_rehearsal_position *added = &list->item[list->count++];
    *added = (dom_rehearsal_position){.line = line};
    return added;
}

static dom_rc read_line(dom_rehearsal_positions *out, const char *path, int number, char *line,
                        dom_err *err)
{
    dom_err why = {.rc = DOM_OK};
    line += strspn(line, " \t\r\n");
    if (*line == '\0' || *line == '#')
        return DOM_OK;
    dom_rehearsal_position *added = add_position(out, number);
    if (added == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_record_position_read(&added->position, line, &why);
    return rc == DOM_OK ? rc : dom_err_set(err, rc, "%.200s:%d: %s", path, number, why.text);
}

/* A `welcome` lists the variants, at most 64. */
static dom_rc check_variants(const dom_rehearsal_positions *list, const char *path, dom_err *err)
{
    dom_core_tournament *t = calloc(1, sizeof *t);
    dom_rc rc = t ? DOM_OK : dom_err_no_memory(err);
    uint16_t at;
    for (size_t i = 0; rc == DOM_OK && i < list->count; i++)
        if (!dom_rehearsal_variant_add(t, &list->item[i].position.variant, &at))
            rc = dom_err_set(err, DOM_E_CONFIG, "%.200s:%d: another variant; allowed: at most %d",
                             path, list->item[i].line, DOM_CORE_VARIANTS_MAX);
    free(t);
    return rc;
}

dom_rc dom_rehearsal_positions_read(dom_rehearsal_positions *out, const char *path, dom_err *err)
{
    char *line = NULL;
    size_t room = 0;
    dom_rc rc = DOM_OK;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return dom_err_set(err, errno == ENOENT ? DOM_E_CONFIG : DOM_E_IO, "%.200s: %s", path,
                           strerror(errno));
    for (int number = 1; rc == DOM_OK && getline(&line, &room, file) >= 0; number++)
        rc = read_line(out, path, number, line, err);
    if (rc == DOM_OK && ferror(file))
        rc = dom_err_set(err, DOM_E_IO, "%.200s: %s", path, strerror(errno));
    free(line);
    (void)fclose(file);
    if (rc == DOM_OK && out->count == 0)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "%.200s: there is no position in it; allowed: lines that domino-arena "
                         "replay MATCH --position STEP writes",
                         path);
    return rc == DOM_OK ? check_variants(out, path, err) : rc;
}

void dom_rehearsal_positions_clear(dom_rehearsal_positions *positions)
{
    for (size_t i = 0; i < positions->count; i++)
        dom_record_position_clear(&positions->item[i].position);
    free(positions->item);
    *positions = (dom_rehearsal_positions){.count = 0};
}
