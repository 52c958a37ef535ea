/* What a person has won and lost, against each bot in each variant. */
#ifndef DOM_WEB_PERSON_RECORD_H
#define DOM_WEB_PERSON_RECORD_H

#include "web/site.h"

/* The results against a bot in a variant. A match counts once for each opponent at the table. */
typedef struct {
    uint32_t bot, variant; /* indexes into site->bots, site->variants */
    uint64_t won, drawn, lost;
} dom_web_person_line;

typedef struct {
    dom_web_person_line *lines; /* in the order in which they first met; release with free */
    size_t count, room;
    bool has_failed; /* out of memory: lines are missing */
} dom_web_person_record;

/* Counts the matches of a person that the site has, without those that are void. Copies of a bot,
 * such as greedy#2, count as the bot.
 *
 * person  index into site->bots */
dom_web_person_record dom_web_person_record_of(const dom_web_site *site, uint32_t person);

#endif
