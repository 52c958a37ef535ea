#include "ratings/match.h"

bool dom_ratings_match_has_result(const dom_ratings_match *match, int a, int b)
{
    return match->fault == DOM_RATINGS_NO_FAULT || match->fault == a || match->fault == b;
}

bool dom_ratings_match_has_points(const dom_ratings_match *match)
{
    return match->rounds > 0 && match->fault == DOM_RATINGS_NO_FAULT;
}

int dom_ratings_match_half_points(uint8_t own_place, uint8_t other_place)
{
    return own_place < other_place ? 2 : own_place == other_place ? 1 : 0;
}

dom_ratings_score dom_ratings_match_score(const dom_ratings_match *match, int entry)
{
    dom_ratings_score score = {.wins = 0};
    for (int other = 0; other < match->entries; other++) {
        if (other == entry || !dom_ratings_match_has_result(match, entry, other))
            continue;
        int half = dom_ratings_match_half_points(match->place[entry], match->place[other]);
        score.wins += half == 2;
        score.draws += half == 1;
        score.losses += half == 0;
    }
    return score;
}

void dom_ratings_score_add(dom_ratings_score *sum, const dom_ratings_score *more)
{
    sum->wins += more->wins;
    sum->draws += more->draws;
    sum->losses += more->losses;
}

uint64_t dom_ratings_score_games(const dom_ratings_score *score)
{
    return score->wins + score->draws + score->losses;
}

double dom_ratings_score_share(const dom_ratings_score *score)
{
    uint64_t games = dom_ratings_score_games(score);
    return games ? ((double)score->wins + (double)score->draws / 2) / (double)games : 0;
}
