/* base/did_you_mean.h - "did you mean": the nearest of the words there are.
 *
 * One word is compared with as many candidates as there are, wherever they come
 * from; nothing is allocated.
 *
 *     dom_suggest near = dom_suggest_of("leaderbord");
 *     for (each command)
 *         dom_suggest_try(&near, command->name);
 *     printf("no such command%s\n", dom_suggest_hint(&near).text);
 */
#ifndef DOM_BASE_DID_YOU_MEAN_H
#define DOM_BASE_DID_YOU_MEAN_H

enum { DOM_SUGGEST_BYTES = 48 }; /* longer words are never like another       */

typedef struct {
    const char *word;             /* what was written; borrowed               */
    char best[DOM_SUGGEST_BYTES]; /* the candidate most like it, "" = none is */
    int distance;                 /* of `best`; before that, the first that is too far        */
} dom_suggest;

dom_suggest dom_suggest_of(const char *word);

/* Compare with one candidate. The first of equally near ones is kept. A word that
 * begins a candidate (3 letters or more) is near to it. */
void dom_suggest_try(dom_suggest *near, const char *candidate);

/* " (did you mean sets?)", or "" when nothing is near. */
typedef struct {
    char text[DOM_SUGGEST_BYTES + 20];
} dom_hint;
dom_hint dom_suggest_hint(const dom_suggest *near);

/* Letters to insert, remove, replace or swap with their neighbour to turn `a`
 * into `b`. Words of DOM_SUGGEST_BYTES or more are DOM_SUGGEST_BYTES apart. */
int dom_suggest_distance(const char *a, const char *b);

#endif
