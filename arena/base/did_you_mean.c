#include "base/did_you_mean.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* The optimal string alignment distance by dynamic programming over prefixes. A row needs the
 * row above it (insert, remove, replace) and the one above that (swap two letters). */
int dom_suggest_distance(const char *a, const char *b)
{
    int row[3][DOM_SUGGEST_BYTES];
    int a_len = (int)strnlen(a, DOM_SUGGEST_BYTES);
    int b_len = (int)strnlen(b, DOM_SUGGEST_BYTES);
    if (a_len == DOM_SUGGEST_BYTES || b_len == DOM_SUGGEST_BYTES)
        return DOM_SUGGEST_BYTES;
    for (int j = 0; j <= b_len; j++)
        row[0][j] = j;
    for (int i = 1; i <= a_len; i++) {
        int *now = row[i % 3];
        const int *above = row[(i + 2) % 3];
        const int *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= b_len; j++) {
            now[j] = min(min(above[j], now[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = min(now[j], before[j - 2] + 1);
        }
    }
    return row[a_len % 3][b_len];
}

dom_suggest dom_suggest_of(const char *word)
{
    /* one slip is allowed in a short word, and one more for every four letters */
    int slips = 1 + (int)strnlen(word, DOM_SUGGEST_BYTES) / 4;
    return (dom_suggest){.word = word, .distance = slips + 1};
}

void dom_suggest_try(dom_suggest *near, const char *candidate)
{
    int distance = dom_suggest_distance(near->word, candidate);
    size_t length = strlen(near->word);
    bool is_short = strnlen(candidate, DOM_SUGGEST_BYTES) < DOM_SUGGEST_BYTES;
    if (is_short && length >= 3 && strncmp(near->word, candidate, length) == 0)
        distance = min(distance, 1);
    if (distance >= near->distance || distance >= (int)strlen(candidate))
        return; /* too far, or no letter of the candidate would be left */
    near->distance = distance;
    memcpy(near->best, candidate,
           strlen(candidate) + 1); /* a near candidate is shorter than DOM_SUGGEST_BYTES */
}

dom_hint dom_suggest_hint(const dom_suggest *near)
{
    dom_hint hint = {.text = ""};
    if (near->best[0] != '\0')
        (void)snprintf(hint.text, sizeof hint.text, " (did you mean %s?)", near->best);
    return hint;
}
