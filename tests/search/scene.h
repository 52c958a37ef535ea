/* tests/search/scene.h - a round in play, written as text. */
#ifndef DOM_TESTS_SEARCH_SCENE_H
#define DOM_TESTS_SEARCH_SCENE_H

#include "rules/view.h"

/* A round to set up. */
typedef struct {
    const char *settings; /* "players=2 hand=3"; seat 0 leads unless they say otherwise */
    const char *hands; /* "5-3,6-6/5-0,1-1": the dealt tiles of each seat; the rest is the stock */
    const char *stock; /* the tiles that are drawn first, or NULL                     */
    const char *start; /* the start tile, or NULL                                   */
    const char *actions; /* "5-3@0 5-0@0 draw pass"                                     */
} scene;

/* Plays the scene in *match. The test fails if an action is not legal. */
void scene_play(dom_match *match, const scene *set);

/* The same, and writes the view of the seat that is on turn then. */
void scene_view(dom_match *match, const scene *set, dom_view *view);

#endif
