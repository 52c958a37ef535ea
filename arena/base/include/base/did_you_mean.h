/* base/did_you_mean.h - suggests the allowed word that is most like a misspelt one.
 *
 * The misspelt word is compared with one candidate after the other, so the candidates may come from
 * anywhere. Nothing is allocated.
 *
 *     dom_suggest near = dom_suggest_of("leaderbord");
 *     for (each command)
 *         dom_suggest_try(&near, command->name);
 *     printf("no such command%s\n", dom_suggest_hint(&near).text);
 */
#ifndef DOM_BASE_DID_YOU_MEAN_H
#define DOM_BASE_DID_YOU_MEAN_H

enum { DOM_SUGGEST_BYTES = 48 }; /* a word of so many bytes or more is never suggested */

typedef struct {
    const char *word;             /* the misspelt word; borrowed              */
    char best[DOM_SUGGEST_BYTES]; /* the most similar candidate; "" if none is near */
    int distance;                 /* edits from `word` to `best`; while `best` is "", the smallest
                                     number of edits that is too many */
} dom_suggest;

/* Starts the search for `word`, which must outlive the result. */
dom_suggest dom_suggest_of(const char *word);

/* Compares the word with one candidate. Of two candidates that are equally near, the first is kept.
 * A word of 3 letters or more with which a candidate begins counts as near to it. */
void dom_suggest_try(dom_suggest *near, const char *candidate);

/* The end of an error message: " (did you mean sets?)", or "" if no candidate is near. */
typedef struct {
    char text[DOM_SUGGEST_BYTES + 20];
} dom_hint;
dom_hint dom_suggest_hint(const dom_suggest *near);

/* Returns how many letters must be inserted, removed, replaced or swapped with their neighbour to
 * turn `a` into `b`; DOM_SUGGEST_BYTES if one of them has DOM_SUGGEST_BYTES bytes or more. */
int dom_suggest_distance(const char *a, const char *b);

#endif
