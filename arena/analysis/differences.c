#include "analysis/differences.h"

#include "base/text.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool dom_analysis_is_named(const char *word, const dom_store_bot *bot)
{
    size_t name = strcspn(word, "@");
    const char *version = word[name] == '@' ? word + name + 1 : "";
    return strlen(bot->name) == name && strncmp(bot->name, word, name) == 0 &&
           strncmp(bot->version, version, strlen(version)) == 0;
}

/* ---- two matches ---------------------------------------------------------------------------- */

/* A choice of one of two matches that are read side by side. */
typedef struct {
    const dom_analysis_set_match *of;
    const dom_analysis_choice *choice;
} side_choice;

static dom_action taken_of(const side_choice *s)
{
    return s->of->values.action[s->choice->first + s->choice->taken];
}

static bool is_same_action(dom_action a, dom_action b)
{
    return a.kind == b.kind && a.tile == b.tile && a.end == b.end && a.down == b.down;
}

/* Returns the index of an action among those of a choice, or -1. */
static int index_of(const side_choice *s, dom_action action)
{
    for (int i = 0; i < s->choice->actions; i++)
        if (is_same_action(s->of->values.action[s->choice->first + (uint32_t)i], action))
            return i;
    return -1;
}

/* Returns the first choice of a round, or the number of all choices. */
static size_t first_of_round(const dom_analysis_match *m, uint16_t round)
{
    size_t i = 0;
    while (i < m->choice_count && m->choice[i].round < round)
        i++;
    return i;
}

static bool is_in_round(const dom_analysis_match *m, size_t at, uint16_t round)
{
    return at < m->choice_count && m->choice[at].round == round;
}

/* Finds the first choices of a round in which the matches differ. Returns false if there are none.
 */
static bool find_difference(side_choice side[2], const dom_analysis_set_match *a,
                            const dom_analysis_set_match *b, uint16_t round)
{
    size_t i = first_of_round(&a->values, round);
    size_t j = first_of_round(&b->values, round);
    for (; is_in_round(&a->values, i, round) && is_in_round(&b->values, j, round); i++, j++) {
        side[0] = (side_choice){a, &a->values.choice[i]};
        side[1] = (side_choice){b, &b->values.choice[j]};
        bool is_same_place =
            side[0].choice->seat == side[1].choice->seat &&
            dom_tileset_equal(side[0].choice->hand, side[1].choice->hand) &&
            side[0].choice->end_count == side[1].choice->end_count &&
            memcmp(side[0].choice->end, side[1].choice->end, side[0].choice->end_count) == 0;
        if (!is_same_place)
            return false; /* another seat led, or on one side a choice had no value */
        if (!is_same_action(taken_of(&side[0]), taken_of(&side[1])))
            return true;
    }
    return false;
}

/* ---- differences ---------------------------------------------------------------------------- */

static double worth_of(const dom_analysis_difference *d)
{
    return d->value[0] - d->value[1];
}

static dom_rc keep(dom_analysis_differences *d, const dom_analysis_difference *added, dom_err *err)
{
    size_t at = d->count;
    while (at > 0 && fabs(worth_of(&d->item[at - 1])) < fabs(worth_of(added)))
        at--;
    if (at == d->most)
        return DOM_OK;
    if (d->count < d->most) {
        if (!dom_vec_reserve(d->item, d->count, d->room, 1))
            return dom_err_no_memory(err);
        d->count++;
    }
    memmove(&d->item[at + 1], &d->item[at], (d->count - 1 - at) * sizeof *d->item);
    d->item[at] = *added;
    return DOM_OK;
}

static dom_rc note(dom_analysis_differences *d, const side_choice side[2], dom_err *err)
{
    const dom_analysis_match *m = &side[0].of->values;
    int other = index_of(&side[0], taken_of(&side[1]));
    if (other < 0)
        return DOM_OK;
    dom_analysis_difference found = {.choice = *side[0].choice};
    dom_text_copy(found.tournament, sizeof found.tournament, d->of->name);
    dom_text_copy(found.variant, sizeof found.variant,
                  d->of->variants[side[0].of->match.variant].name);
    for (int k = 0; k < 2; k++) {
        found.match[k] = side[k].of->match.match;
        found.step[k] = side[k].choice->step;
        found.taken[k] = taken_of(&side[k]);
    }
    found.value[0] = m->value[side[0].choice->first + side[0].choice->taken];
    found.value[1] = m->value[side[0].choice->first + (uint32_t)other];
    d->differing++;
    dom_analysis_mean_add(&d->worth, worth_of(&found), 1);
    return keep(d, &found, err);
}

static uint16_t rounds_of(const dom_analysis_match *m)
{
    return m->round_count > 0 ? m->round[m->round_count - 1].round : 0;
}

/* Compares the rounds of two matches in which the bots had the same seat. */
static dom_rc compare(dom_analysis_differences *d, const dom_analysis_set_match *a,
                      const dom_analysis_set_match *b, int seat, dom_err *err)
{
    side_choice side[2];
    uint16_t rounds = rounds_of(&a->values);
    uint16_t other_rounds = rounds_of(&b->values);
    dom_rc rc = DOM_OK;
    for (uint16_t r = 1; r <= rounds && r <= other_rounds && rc == DOM_OK; r++) {
        d->rounds++;
        if (find_difference(side, a, b, r) && side[0].choice->seat == seat)
            rc = note(d, side, err);
    }
    return rc;
}

/* ---- sets ----------------------------------------------------------------------------------- */

static bool has_bot(const dom_analysis_differences *d, const dom_store_match *m, int seat,
                    int which)
{
    return dom_analysis_is_named(d->bot[which], &d->of->bots[m->seat[seat].bot]);
}

static dom_rc compare_in_seat(dom_analysis_differences *d, int seat, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; i < d->set_count; i++)
        for (size_t j = 0; j < d->set_count && rc == DOM_OK; j++)
            if (i != j && has_bot(d, &d->set[i].match, seat, 0) &&
                has_bot(d, &d->set[j].match, seat, 1))
                rc = compare(d, &d->set[i], &d->set[j], seat, err);
    return rc;
}

static dom_rc end_set(dom_analysis_differences *d, dom_err *err)
{
    dom_rc rc = DOM_OK;
    int seats = d->set_count > 0 ? d->set[0].match.seats : 0;
    for (int seat = 0; seat < seats && rc == DOM_OK; seat++)
        rc = compare_in_seat(d, seat, err);
    for (size_t i = 0; i < d->set_count; i++)
        dom_analysis_match_clear(&d->set[i].values);
    d->set_count = 0;
    dom_analysis_mean_end_set(&d->worth);
    return rc;
}

dom_rc dom_analysis_differences_add(dom_analysis_differences *d, const dom_store_tournament *t,
                                    const dom_store_match *m, const dom_analysis_match *values,
                                    dom_err *err)
{
    dom_rc rc = DOM_OK;
    bool is_same_set = d->set_count > 0 && d->of == t && d->set[0].match.set == m->set;
    if (!is_same_set)
        rc = end_set(d, err);
    d->of = t;
    if (rc != DOM_OK)
        return rc;
    dom_analysis_set_match *added = dom_vec_add(d->set, d->set_count, d->set_room);
    if (!added)
        return dom_err_no_memory(err);
    *added = (dom_analysis_set_match){.match = *m};
    added->match.decisions = NULL;
    return dom_analysis_match_copy(&added->values, values, err);
}

dom_rc dom_analysis_differences_end(dom_analysis_differences *d, dom_err *err)
{
    return end_set(d, err);
}

void dom_analysis_differences_clear(dom_analysis_differences *d)
{
    for (size_t i = 0; i < d->set_count; i++)
        dom_analysis_match_clear(&d->set[i].values);
    free(d->set);
    free(d->item);
    *d = (dom_analysis_differences){.count = 0};
}
