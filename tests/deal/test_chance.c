/* Deals are fair: chi-square tests with a fixed secret, so the result is always the same. */
#include "deal/deal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

enum { DEALS = 200000 };

/* Returns how many standard deviations `sum` is away from its expected value, if `sum` has a
 * chi-square distribution with `freedom` degrees of freedom (cube root of Wilson and Hilferty). */
static double deviation(double sum, double freedom)
{
    double part = 2 / (9 * freedom);
    return (cbrt(sum / freedom) - (1 - part)) / sqrt(part);
}

/* At most four deviations in both directions: too even is as suspect as too uneven. */
static void check_fair(double sum, double freedom)
{
    double z = deviation(sum, freedom);
    bool is_fair = -4 < z && z < 4;
    cr_assert(is_fair, "chi-square %.1f, %g degrees of freedom, z %.2f", sum, freedom, z);
}

static double cell(double seen, double expected)
{
    return (seen - expected) * (seen - expected) / expected;
}

/* Rounds of consecutive sets, as a tournament deals them. */
typedef struct {
    dom_options options;
    dom_lead_need need;
    dom_deal_secret secret;
    dom_deal_key key;
    uint32_t dealt;
} dealer;

static dealer dealer_of(const char *settings, dom_lead rule)
{
    dealer d = {.options = dom_options_default(), .need = {.rule = rule, .seat = DOM_NOBODY}};
    cr_assert(eq(int, dom_options_apply(&d.options, settings, NULL), DOM_OK));
    if (rule != DOM_LEAD_ROTATE)
        d.need.seats = (uint8_t)((1u << d.options.players) - 1);
    dom_deal_secret_of_seed(&d.secret, 20261121);
    return d;
}

static dom_deal next_deal(dealer *d)
{
    enum { ROUNDS = 8 };
    uint32_t n = d->dealt++;
    if (n % ROUNDS == 0)
        dom_deal_key_of_set(&d->key, &d->secret, "fair", 1 + n / ROUNDS);
    dom_deal deal;
    dom_deal_make(&deal, &d->options, &d->key, 1 + (int)(n % ROUNDS), d->need);
    return deal;
}

Test(deal_chance, every_tile_is_dealt_to_every_seat_equally_often)
{
    enum { TILES = 28, PLACES = 5, HAND = 6 };
    static double seen[TILES][PLACES];
    dealer d = dealer_of("players=4 hand=6", DOM_LEAD_ROTATE);
    for (int i = 0; i < DEALS; i++) {
        dom_deal deal = next_deal(&d);
        for (int s = 0; s < PLACES - 1; s++)
            for (dom_tile t = dom_tileset_next(deal.hand[s], 0); t != DOM_NO_TILE;
                 t = dom_tileset_next(deal.hand[s], t + 1))
                seen[t][s]++;
        for (int j = 0; j < deal.stock_count; j++)
            seen[deal.stock[0][j]][PLACES - 1]++;
    }
    double sum = 0;
    for (int t = 0; t < TILES; t++)
        for (int p = 0; p < PLACES; p++) {
            double share = p == PLACES - 1 ? TILES - HAND * (PLACES - 1) : HAND;
            sum += cell(seen[t][p], DEALS * share / TILES);
        }
    /* The factor is needed because both the rows and the columns have fixed sums. */
    check_fair(sum * (TILES - 1) / TILES, (TILES - 1) * (PLACES - 1));
}

Test(deal_chance, hands_have_each_number_of_doubles_as_often_as_expected)
{
    /* C(7,k) C(21,7-k) / C(28,7): tiles of one hand do not attract each other. */
    static const double ways[] = {116280, 379848, 427329, 209475, 46550, 4410, 147, 1};
    static double seen[8];
    dealer d = dealer_of("players=2 hand=7", DOM_LEAD_ROTATE);
    for (int i = 0; i < DEALS; i++) {
        dom_deal deal = next_deal(&d);
        int doubles = 0;
        for (int pip = 0; pip <= 6; pip++)
            doubles += dom_tileset_has(deal.hand[1], dom_tile_of(pip, pip));
        seen[doubles]++;
    }
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        double last = k == 5 ? 1 : 0; /* five or more together */
        sum += cell(seen[k] + last * (seen[6] + seen[7]),
                    DEALS * (ways[k] + last * (ways[6] + ways[7])) / 1184040);
    }
    check_fair(sum, 5);
}

Test(deal_chance, every_tile_is_equally_often_at_every_place_of_a_stock)
{
    enum { TILES = 28, PLACES = 14 };
    static double seen[TILES][PLACES];
    dealer d = dealer_of("players=2 hand=7 draw_mode=optional", DOM_LEAD_ROTATE);
    for (int i = 0; i < DEALS; i++) {
        dom_deal deal = next_deal(&d);
        for (int j = 0; j < PLACES; j++)
            seen[deal.stock[1][j]][j]++;
    }
    double sum = 0;
    for (int t = 0; t < TILES; t++)
        for (int p = 0; p < PLACES; p++)
            sum += cell(seen[t][p], (double)DEALS / TILES);
    /* One tile per place, as above; the hands are the missing column. */
    double hands = 0;
    for (int t = 0; t < TILES; t++) {
        double dealt = DEALS;
        for (int p = 0; p < PLACES; p++)
            dealt -= seen[t][p];
        hands += cell(dealt, DEALS / 2.0);
    }
    check_fair((sum + hands) * (TILES - 1) / TILES, (TILES - 1) * PLACES);
}

Test(deal_chance, the_orders_of_the_stock_of_two_seats_are_independent)
{
    enum { PLACES = 14 };
    static double seen[PLACES];
    dealer d = dealer_of("players=2 hand=7 draw_mode=optional", DOM_LEAD_ROTATE);
    for (int i = 0; i < DEALS; i++) {
        dom_deal deal = next_deal(&d);
        int place = 0; /* where seat 1 finds seat 0's first tile */
        while (deal.stock[1][place] != deal.stock[0][0])
            place++;
        seen[place]++;
    }
    double sum = 0;
    for (int p = 0; p < PLACES; p++)
        sum += cell(seen[p], (double)DEALS / PLACES);
    check_fair(sum, PLACES - 1);
}

Test(deal_chance, every_start_tile_is_equally_likely)
{
    enum { ALLOWED = 21 };
    static double seen[DOM_TILES_MAX];
    dealer d = dealer_of("players=2 hand=7 start_tile=nondouble", DOM_LEAD_ROTATE);
    for (int i = 0; i < DEALS; i++)
        seen[next_deal(&d).start]++;
    double sum = 0;
    for (int t = 0; t < 28; t++)
        if (!dom_tile_is_double((dom_tile)t))
            sum += cell(seen[t], (double)DEALS / ALLOWED);
    check_fair(sum, ALLOWED - 1);
}

static void check_leaders(const char *settings, dom_lead rule)
{
    double seen[DOM_SEATS_MAX] = {0};
    dealer d = dealer_of(settings, rule);
    for (int i = 0; i < DEALS; i++)
        seen[next_deal(&d).leader]++;
    double sum = 0;
    for (int s = 0; s < d.options.players; s++)
        sum += cell(seen[s], (double)DEALS / d.options.players);
    check_fair(sum, d.options.players - 1);
}

Test(deal_chance, lots_give_every_seat_the_lead_equally_often)
{
    check_leaders("players=3 hand=5", DOM_LEAD_LOTS);
}

Test(deal_chance, high_tile_gives_every_seat_the_lead_equally_often)
{
    check_leaders("players=4 hand=5", DOM_LEAD_HIGH_TILE);
}

Test(deal_chance, drawn_doubles_give_every_seat_the_lead_equally_often)
{
    check_leaders("players=3 hand=7 doubles=false", DOM_LEAD_DRAWN_DOUBLE);
}
