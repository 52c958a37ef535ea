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
        [DOM_RATINGS_BOUND_BELOW] = "won so clearly that results give no upper limit",
        [DOM_RATINGS_BOUND_ABOVE] = "lost so clearly that results give no lower limit",
        [DOM_RATINGS_BOUND_BOTH] = "won and lost so clearly that results give no limit",
    };
    return meanings[bound];
}
