/* analysis/fact.h - what in the position tells a costly action from the best one, in a sentence.
 *
 *     dom_analysis_fact fact = dom_analysis_fact_of(&view, &options, taken, best);
 *     printf("%s: %s\n", dom_analysis_fact_is_of_best(fact.kind) ? "better" : "taken",
 *            dom_analysis_fact_words_of(fact).text);
 *
 *     better: leaves 5 at every end, and seat 1 passed twice on 5
 *     taken: keeps the double 6-6, and no other tile of the hand shows 6
 *
 * A fact is true, and it follows from what the seat itself saw: its hand, the layout and the public
 * events of the round. It names no hidden tile. It is not a proof that the best action is better:
 * that is for the values of actions (search/value.h). It says what a strong player would look at
 * first.
 *
 * What the sentences mean:
 *   - A value is *open* if some open end shows it. An action *opens* a value that was not open, and
 *     *covers* a value that is no longer open after it.
 *   - The layout is *closed* if no seat can lay a tile any more. That is certain if no tile that is
 *     not laid fits an end. It is also certain if nothing can be drawn, no tile of the own hand
 *     fits, and every other seat has shown that it has none of the open values.
 *   - A seat has *shown* that it has none of a value if it passed while that value was open and has
 *     drawn nothing since. In games with forced drawing a seat that had to draw while the value was
 *     open has shown it too: it laid the one drawn tile that fitted. Later draws end all that was
 *     shown before them.
 *   - A seat *opened* the value of an end if its tile made it open. A double leaves the value of
 *     its end as it was, so it opens nothing.
 *   - A *fitting* tile is one that fits an open end after the action.
 *   - Pips are counted as the variant counts them in a hand: 0-0 may count 13.
 */
#ifndef DOM_ANALYSIS_FACT_H
#define DOM_ANALYSIS_FACT_H

#include "rules/view.h"

/* What a fact says. The numbers are stored: a new kind gets the next one. Which of several kinds is
 * said depends on the table in fact.c, where the most telling ones are first. */
typedef enum {
    DOM_ANALYSIS_FACT_NONE,
    /* one of the two actions draws */
    DOM_ANALYSIS_FACT_DRAWS_FOR_OUT,  /* taken draws, best lays the last tile of the hand */
    DOM_ANALYSIS_FACT_DRAWS_AT_COST,  /* taken draws and pays for it                      */
    DOM_ANALYSIS_FACT_DRAWS,          /* taken draws, best plays                          */
    DOM_ANALYSIS_FACT_PLAYS_FOR_DRAW, /* taken plays, best draws                          */
    /* both are plays; who can still lay a tile */
    DOM_ANALYSIS_FACT_COULD_CLOSE,       /* best closes the layout                         */
    DOM_ANALYSIS_FACT_CLOSES,            /* taken closes the layout                        */
    DOM_ANALYSIS_FACT_LEAVES_OWN,        /* after best no hidden tile fits, but own ones do */
    DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED, /* best leaves one value, and an opponent passed on it */
    DOM_ANALYSIS_FACT_LEAVES_LACKED,     /* best leaves only values that an opponent has not */
    /* one value, on which another seat passed or had to draw */
    DOM_ANALYSIS_FACT_OPENS_PASSED,
    DOM_ANALYSIS_FACT_COVERS_PASSED,
    DOM_ANALYSIS_FACT_OPENS_DRAWN,
    DOM_ANALYSIS_FACT_COVERS_DRAWN,
    DOM_ANALYSIS_FACT_COVERS_PARTNER,       /* taken covers what its partner opened        */
    DOM_ANALYSIS_FACT_OPENS_PARTNER_PASSED, /* taken opens what its partner passed on      */
    /* the tiles that stay in the hand */
    DOM_ANALYSIS_FACT_NONE_FITS,         /* after taken no tile of the hand fits             */
    DOM_ANALYSIS_FACT_KEEPS_LONE_DOUBLE, /* best is a double, the only tile with its value */
    DOM_ANALYSIS_FACT_KEEPS_DOUBLE,      /* best is a double, taken is not                   */
    DOM_ANALYSIS_FACT_KEEPS_HEAVY_LATE,  /* as KEEPS_HEAVY, and an opponent has one tile left */
    DOM_ANALYSIS_FACT_LEAVES_MANY_OWN,   /* best leaves a value of which the hand has most  */
    DOM_ANALYSIS_FACT_FEWER_FIT,         /* after taken at least two fewer tiles fit         */
    DOM_ANALYSIS_FACT_KEEPS_HEAVY,       /* best has at least three pips more                */
    DOM_ANALYSIS_FACT_OPENS_UNHELD,      /* taken opens a value that no tile of the hand shows */
    DOM_ANALYSIS_FACT_FEWER_VALUES,      /* after taken the hand shows fewer values          */
    /* the other tiles, and the faces of doubles */
    DOM_ANALYSIS_FACT_MORE_HIDDEN_FIT,     /* after taken more hidden tiles fit an end */
    DOM_ANALYSIS_FACT_FAR_MORE_HIDDEN_FIT, /* the same by at least four tiles */
    DOM_ANALYSIS_FACT_CLOSES_ARM,          /* taken lays a double face down, best does not   */
    DOM_ANALYSIS_FACT_COULD_CLOSE_ARM,     /* best lays a double face down, taken does not   */
    DOM_ANALYSIS_FACTS
} dom_analysis_fact_kind;

/* A fact with what its sentence names, plain data for files. Members that the kind does not use are
 * 0. */
typedef struct {
    uint8_t kind; /* dom_analysis_fact_kind                        */
    dom_tile tile;
    uint8_t value;  /* of an open end                               */
    uint8_t seat;   /* another seat                                 */
    uint16_t count; /* tiles, values, pips, passes or match points  */
    uint16_t other; /* the second number of the sentence            */
} dom_analysis_fact;

_Static_assert(sizeof(dom_analysis_fact) == 8, "no bytes between the members");

/* Returns the most telling fact about two actions, or one of kind NONE if no kind fits, if they are
 * the same action, or if the view contradicts itself.
 *
 * view     of the seat that chose, at its choice
 * options  of the view's variant
 * taken    the action that the seat took
 * best     the action that is worth most. Pre: both are legal actions of the view */
dom_analysis_fact dom_analysis_fact_of(const dom_view *view, const dom_options *options,
                                       dom_action taken, dom_action best);

/* The sentence of a fact: it begins with its verb, as it follows on the name of the action, and has
 * no full stop. It is "" for kind NONE. Pre: the fact is one that dom_analysis_fact_of returned. */
typedef struct {
    char text[112];
} dom_analysis_fact_words;
dom_analysis_fact_words dom_analysis_fact_words_of(dom_analysis_fact fact);

/* Returns true if the sentences of this kind are about the best action, false if they are about the
 * action taken. Pre: kind < DOM_ANALYSIS_FACTS. */
bool dom_analysis_fact_is_of_best(dom_analysis_fact_kind kind);

/* Returns a few words for a kind, for tables that count facts: always what the seat did or failed
 * to do, such as "keeps a double". Pre: kind < DOM_ANALYSIS_FACTS. */
const char *dom_analysis_fact_headline(dom_analysis_fact_kind kind);

#endif
