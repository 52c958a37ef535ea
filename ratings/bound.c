#include "ratings/list.h"

const char *dom_ratings_bound_word(dom_ratings_bound bound)
{
    static const char *const words[] = {
        [DOM_RATINGS_BOUND_NONE] = "",
        [DOM_RATINGS_BOUND_BELOW] = ">",
        [DOM_RATINGS_BOUND_ABOVE] = "<",
        [DOM_RATINGS_BOUND_BOTH] = "<>",
    };
    return words[bound];
}

bool dom_ratings_bound_has_lo(dom_ratings_bound bound)
{
    return bound == DOM_RATINGS_BOUND_NONE || bound == DOM_RATINGS_BOUND_BELOW;
}

bool dom_ratings_bound_has_hi(dom_ratings_bound bound)
{
    return bound == DOM_RATINGS_BOUND_NONE || bound == DOM_RATINGS_BOUND_ABOVE;
}

const char *dom_ratings_bound_meaning(dom_ratings_bound bound)
{
    static const char *const meanings[] = {
        [DOM_RATINGS_BOUND_NONE] = "",
        [DOM_RATINGS_BOUND_BELOW] = "no upper limit, because weaker bots scored (almost) nothing "
                                    "against this bot and its equals",
        [DOM_RATINGS_BOUND_ABOVE] = "no lower limit, because this bot and its equals scored "
                                    "(almost) nothing against stronger bots",
        [DOM_RATINGS_BOUND_BOTH] = "no limit, because between this bot with its equals and the "
                                   "others one side scored (almost) nothing",
    };
    return meanings[bound];
}
