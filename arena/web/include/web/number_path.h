/* web/number_path.h - the paths of pages that have a number: in a tournament or in another list.
 *
 *     match/TOURNAMENT/12.html      the first round of match 12
 *     match/TOURNAMENT/12/3.html    its third round; rounds are numbered from 1, and the first has
 *                                   the path above
 *     match/TOURNAMENT/12/1.html    another path of the first round, which nothing links to
 *     match/TOURNAMENT/12.json      its match record (protocol/SPEC.md, section 5)
 *     matches/TOURNAMENT/2.html     the second page of all matches
 *     matches/TOURNAMENT/2.json     the same for programs
 *     matches/2.html                the second page of the matches of all tournaments, read only;
 *                                   web/match_filter.h writes the paths of lists
 */
#ifndef DOM_WEB_NUMBER_PATH_H
#define DOM_WEB_NUMBER_PATH_H

#include "web/site.h"

enum { DOM_WEB_NUMBER_PATH_BYTES = DOM_WEB_SLUG_BYTES + 64 };

typedef struct {
    char slug[DOM_WEB_SLUG_BYTES]; /* of a name, mostly the tournament's; "": there is none */
    uint64_t number;               /* from 1 */
    uint32_t round;                /* from 1; 1 for pages without rounds */
    bool is_json;                  /* the path ends with .json; round is 1 */
    bool is_alias; /* it was read from the other path of the first round; never written */
} dom_web_number_path;

/* Writes FOLDER/SLUG/... */
void dom_web_number_path_write(char out[static DOM_WEB_NUMBER_PATH_BYTES], const char *folder,
                               const dom_web_number_path *path);

/* Reads a path that begins with FOLDER/. Returns false, with *out undefined, if
 * dom_web_number_path_write cannot produce this path, and it is no alias of one. */
bool dom_web_number_path_read(dom_web_number_path *out, const char *folder, const char *path);

#endif
