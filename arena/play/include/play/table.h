/* play/table.h - a table at which people sit, played by a process of its own.
 *
 * The process is `domino-arena table`. It reads what it is to play from its standard input, and has
 * one end of a socket for every person; the caller has the others (play/seat.h). It plays one
 * match, as a tournament of its own: one table, one set, unrated, with a secret of its own. So
 * every deal is played once, and `verify`, `replay` and the pages know these matches like all
 * others. The process ends with the match, or when the caller ends.
 *
 *     dom_play_table_start(&table, &spec, &err)
 *     seat = dom_play_seat_open(table.seat_fd[0], 0);
 *     ...
 *     dom_play_table_take_end(&table, &err)      DOM_OK when the match is stored
 *     dom_play_table_stop(&table)
 *
 * Several tables may play at the same time into one database, and beside a tournament in another
 * one.
 */
#ifndef DOM_PLAY_TABLE_H
#define DOM_PLAY_TABLE_H

#include "bots/places.h"
#include "home/home.h"
#include "protocol/message.h"
#include "rules/variant.h"

enum { DOM_PLAY_NAME_BYTES = 65 };

/* What is to be played. All texts are borrowed. */
typedef struct {
    const dom_home *home; /* the data folder with the bots, and the database of these matches */
    const char *variant;
    int seats;
    const char *seat[DOM_SEATS_MAX]; /* a bot as in `--bots`, or the name of a person     */
    uint32_t people;                 /* bit i: seat[i] is a person                        */
    uint32_t move_ms;                /* time of a bot for a choice; 0: the usual one          */
    bool is_clocked; /* the first legal action is played for a person whose time is up  */
} dom_play_table_spec;

/* A table under way. */
typedef struct {
    char tournament[DOM_PLAY_NAME_BYTES]; /* its name in the database; its match has number 1 */
    int pid;                              /* of the process; 0: it has ended              */
    int errors;                           /* descriptor of what it prints on stderr         */
    int seat_fd[DOM_SEATS_MAX]; /* the caller's ends, by seat; -1: a bot sits there. The caller
                                   owns them                                              */
} dom_play_table;

/* Starts the process. Returns DOM_OK; DOM_E_CONFIG if the name of a bot is too long or no UTF-8;
 * DOM_E_IO; DOM_E_NOMEM. The process checks the rest, so those errors come later. */
dom_rc dom_play_table_start(dom_play_table *table, const dom_play_table_spec *spec, dom_err *err);

/* Returns DOM_E_ABSENT while the process runs. After that: DOM_OK if the match is stored, else the
 * code and the line with which the process failed. */
dom_rc dom_play_table_take_end(dom_play_table *table, dom_err *err);

/* Ends the process if it runs; its match is not stored. It waits for the end. */
void dom_play_table_stop(dom_play_table *table);

/* Names who sits where: people first, in their order, then the bots in turn until all seats are
 * taken. Example: people {anna}, bots {careful, greedy}, 4 seats: anna, careful, greedy, careful.
 *
 * Returns DOM_OK, or DOM_E_CONFIG if there are more people than seats, or seats but no bot. */
dom_rc dom_play_table_fill(dom_play_table_spec *spec, const char *const people[],
                           size_t people_count, const char *const bots[], size_t bot_count,
                           dom_err *err);

/* Reads the name of a person. Capital letters become small ones, because names are written so in
 * lists, records and files: "Anna" becomes "anna". Returns false, with *name undefined, if that is
 * no name. */
bool dom_play_person_read(char name[static DOM_NAME_BYTES], const char *text);

/* What the process does. `home` has been found, with the database of the table. Returns the codes
 * of dom_tournament_run_play, or DOM_E_MALFORMED if standard input has no table. */
dom_rc dom_play_table_process(dom_home *home, const dom_bots_listener *listener, dom_err *err);

#endif
