/* bots/resolve.h - finds the bot that a word on the command line or in a file means, and makes a
 * snapshot of it that can be run.
 *
 *     ./mybot  ../bots/x  .     a folder with a bot.yaml
 *     greedy                    the installed sample bot of that name, else the newest snapshot
 *     greedy@3fa2c1             the snapshot whose version begins with these digits
 *     greedy@latest             the snapshot that was taken last, before those of the folders that
 *                               are named beside it
 *     greedy@previous           the one that was taken before it
 *     mine@submitted            the version that was submitted last and not removed since
 *     mine@v1                   the version that was submitted with the tag v1
 *     greedy#2  ./mybot#2       a second copy (2..99), which plays under that name
 *
 * A tournament file may also contain the description of a bot (inline).
 */
#ifndef DOM_BOTS_RESOLVE_H
#define DOM_BOTS_RESOLVE_H

#include "bots/manifest.h"
#include "bots/places.h"
#include "bots/snapshot.h"

#include <stdbool.h>
#include <string.h>

enum { DOM_BOTS_COPIES_MAX = 99 }; /* number of the last copy of a bot              */

/* What a tournament says about a bot, beside the word that means it. Words and variables belong to
 * the version (bots/snapshot.h). */
typedef struct {
    const char *name;        /* under which it plays; "" = its own                */
    const dom_strings *args; /* added to its command                             */
    const dom_strings *env;  /* "NAME=VALUE", added to its variables or in place of them */
} dom_bots_setting;

typedef struct {
    char name[DOM_BOTS_NAME_MAX + 1];    /* with the number of the copy, if it is one */
    char kept_as[DOM_BOTS_NAME_MAX + 1]; /* NAME of its snapshot (bots/snapshot.h)    */
    dom_bots_snapshot snapshot;
    dom_bots_manifest manifest; /* of the snapshot                                  */
    /* After a failure: the bot's folder was found, and its author has to mend what is in it, as
     * when the build fails. */
    bool is_broken;
} dom_bots_resolved;

/* Where the word was written. */
typedef struct {
    const dom_bots_places *places;
    const char *base;                /* folder that relative paths start from; NULL = "."    */
    const char *where;               /* begins messages: "--bots", "spring.yaml:5: bots"     */
    const dom_bots_setting *setting; /* NULL = nothing is said; not for an inline bot */
    /* Versions of the folders that are named beside the word; NULL = none. Example: in `compare
     * ./mybot mybot@latest` the version of ./mybot is not the latest, although it was copied last.
     * So the same command means the same versions when it is repeated. */
    const dom_strings *folders;
    /* What bots are shown, with which no folder of a bot may share a folder (bots/shown.h); NULL =
     * nothing. */
    const dom_strings *shown;
    /* NULL, or receives all faults of an inline bot (dom_bots_manifest_read). */
    dom_strings *faults;
    /* The stored tournament that continues; NULL = none. Of a bot that it has, the word finds the
     * version that it began with, whatever became of the folder or the sample bot since. A remark
     * says if the word means another one now. */
    const dom_store_tournament *begun;
    /* Makes and builds nothing. The version of a folder is computed; its snapshot is the one that
     * exists, or the folder itself. Then it is checked that the programs of the bot and of its
     * build are there. */
    bool is_dry_run;
} dom_bots_context;

/* Returns true if the word is a folder and no name. */
static inline bool dom_bots_word_is_folder(const char *word)
{
    return strchr(word, '/') || strcmp(word, ".") == 0 || strcmp(word, "..") == 0;
}

/* Returns true if the word names a version that does not depend on when snapshots were taken: by
 * its digits, a tag, or "submitted". */
static inline bool dom_bots_word_is_version(const char *word)
{
    const char *at = dom_bots_word_is_folder(word) ? NULL : strchr(word, '@');
    return at && strncmp(at, "@latest", strlen("@latest")) != 0 &&
           strncmp(at, "@previous", strlen("@previous")) != 0;
}

/* Finds a bot, makes its snapshot (which may build it) and reads its manifest. In a dry run it
 * makes nothing.
 *
 * out  filled; release it with dom_bots_resolved_clear; on failure zeroed but for is_broken
 *
 * With context->setting, the snapshot is one of the bot as it is set: it is made of the folder, or
 * of the snapshot that the word means.
 *
 * If a name is also the name of a folder, a remark says which of the two is meant.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "WHERE: what; allowed: ..." or, for an error in a manifest,
 * "FOLDER/bot.yaml:LINE: ..."; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err);

/* The same for an inline bot, which `map` describes. If faults were added to context->faults, it
 * returns DOM_OK and sets out->is_broken. */
dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err);

void dom_bots_resolved_clear(dom_bots_resolved *bot);

#endif
