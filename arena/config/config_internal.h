/* config_internal.h - shared by the files that read a tournament:
 *
 *     config.c              reads the file, then the command line, into a tournament
 *     config_keys.c         has the table of keys, and finds the line of a key for messages
 *     config_variants.c     reads the list `variants`
 *     config_bots.c         reads the list `bots`
 *     config_tables.c       checks that these bots fill the tables
 *     config_entry.c        reads what an entry of that list says
 *     stored_config.c       writes and reads what the database stores
 */
#ifndef DOM_CONFIG_CONFIG_INTERNAL_H
#define DOM_CONFIG_CONFIG_INTERNAL_H

#include "base/path.h"
#include "bots/manifest.h"
#include "config/config.h"
#include "yaml/yaml_schema.h"

/* Ranges of limits, for all bots or for one. */
enum {
    DOM_CONFIG_MOVE_MS_MAX = 60 * 60 * 1000,
    DOM_CONFIG_BANK_MS_MAX = 24 * DOM_CONFIG_MOVE_MS_MAX,
    DOM_CONFIG_MEMORY_MB_MIN = 16,
    DOM_CONFIG_MEMORY_MB_MAX = 1048576,
    DOM_CONFIG_PROCESSES_MAX = 4096
};

/* The struct that the table of keys fills. The tournament is its first member, so the offsets in
 * the table are also valid for a dom_core_tournament alone. */
typedef struct {
    dom_core_tournament t;
    const dom_yaml_node *variants, *bots; /* as nodes, read later; NULL = missing  */
} dom_config_file;

_Static_assert(offsetof(dom_config_file, t) == 0, "see above");

/* The state while a tournament is read. */
typedef struct {
    const dom_bots_places *places;
    const dom_config_request *request;
    dom_yaml *yaml;                    /* NULL without a file                               */
    dom_yaml_key_lines lines;          /* of the keys in that file, and which keys are wrong */
    dom_config_file file;              /* read so far                                       */
    dom_strings folders;               /* versions of the bots that are named as folders    */
    char base[DOM_PATH_BYTES];         /* the file's folder; "" = the working folder    */
    const dom_store_tournament *begun; /* the stored one that continues, or NULL */
    bool only_looks;     /* bots are looked at and not made, because nothing will be played */
    size_t unfit;        /* number of faults of bots that were found, but cannot play  */
    size_t unnamed;      /* number of bots that the tournament has, and the file does not name */
    size_t left_out;     /* number of broken bots that the tournament is played without */
    dom_strings *faults; /* all faults so far; reading continues after each one  */
    dom_err *err;        /* never NULL                                           */
} dom_config_reader;

/* An entry of `bots`: which bot, and what is said about it. */
typedef struct {
    const char *word; /* the bot; NULL: an inline bot, or nothing that can be used */
    char name[DOM_BOTS_NAME_MAX + 1]; /* under which it plays; "" = its own        */
    dom_core_setting setting;
} dom_config_entry;

/* The beginning of a message, such as "spring.yaml:5: bots" or "--bots". */
typedef struct {
    char text[DOM_YAML_SHOWN_BYTES + 80];
} dom_config_where;

dom_config_where dom_config_where_of_node(const dom_config_reader *reader,
                                          const dom_yaml_node *node, const char *key);
dom_config_where dom_config_where_of_option(const char *option);

/* Returns the line of a key in the file; 0 if the key is missing or there is no file. */
int dom_config_line_of(const dom_config_reader *reader, const char *key);

/* Mark a key as wrong, by the file or the option, and tell whether it is. A value that is wrong is
 * not compared with others: that would say a second time what is wrong, in other words. */
void dom_config_mark_wrong(dom_config_reader *reader, const char *key);
bool dom_config_is_wrong(const dom_config_reader *reader, const char *key);

/* Returns the place of a key, or where it should be: the option on the command line if
 * `is_requested` or if there is no file, else the key in the file. */
dom_config_where dom_config_where_of_key(const dom_config_reader *reader, const char *key,
                                         const char *option, bool is_requested);

/* Sets the error "FILE:LINE: key: PROBLEM; allowed: ...", with the allowed values from the table of
 * keys. Returns DOM_E_CONFIG. */
dom_rc dom_config_fail(const dom_config_reader *reader, const dom_yaml_node *node, const char *key,
                       const char *problem);

/* Reads the keys and variants of a stored tournament. Returns DOM_OK, or DOM_E_CONFIG if no
 * tournament file can say what it is; `err` has a line for the person. */
dom_rc dom_config_take_stored(dom_config_file *out, const dom_store_tournament *stored,
                              dom_err *err);

/* Reads an entry of the list `bots` in a file; the caller clears it, also after an error. Of a
 * map that describes an inline bot it reads nothing. Faults are collected; then out->word is NULL.
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_config_entry_read(dom_config_entry *out, dom_config_reader *reader,
                             const dom_yaml_node *node);
void dom_config_entry_clear(dom_config_entry *entry);

/* Returns true if the node is the map of an inline bot. */
bool dom_config_is_inline(const dom_yaml *yaml, const dom_yaml_node *node);

/* Sets the words, variables and limits of another setting. Pre: *out has no words and variables. */
dom_rc dom_config_setting_copy(dom_core_setting *out, const dom_core_setting *from, dom_err *err);

/* Fill reader->file.t.variants and reader->file.t.bots from the request or the file. Call them in
 * this order, because the bots are checked against the variants and limits. Faults are collected,
 * or returned if nothing more can be read. */
dom_rc dom_config_take_variants(dom_config_reader *reader);
dom_rc dom_config_take_bots(dom_config_reader *reader);

/* What messages offer to somebody who has named too few bots. */
#define DOM_CONFIG_COPIES "NAME#2 for a second copy"

/* Return where the bots are named, for messages: the option of the command line that names bots,
 * and the place of the list. */
const char *dom_config_bots_option(const dom_config_reader *reader);
dom_config_where dom_config_where_of_bots(const dom_config_reader *reader);

/* Checks the list of bots as a whole: that there are enough for a table, and that not all are
 * seeds. If all bots and variants are right, also that a comparison is of two versions, and which
 * variants are played; a remark names each variant that is not. Returns DOM_OK or DOM_E_CONFIG.
 *
 * count  how many bots are named, also those that are wrong */
dom_rc dom_config_check_bots(const dom_config_reader *reader, size_t count, bool are_right);

/* Returns how many bots, from the first on, are seeds; 0 if it is no gauntlet. */
size_t dom_config_seeds_of(const dom_core_tournament *tournament);

/* Returns true if a variant has a table of the bots that are right. */
bool dom_config_has_tables(const dom_core_tournament *tournament);

/* Returns how many different bots a table of this variant needs. */
int32_t dom_config_bots_at_table(const dom_core_tournament *tournament, const dom_variant *variant);

#endif
