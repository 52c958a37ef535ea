"""The named variants of RULES.md, section 2, and the base presets, as a table of differences from the defaults."""

import rules

INDIVIDUAL_SIZES = (2, 3, 4)
ALL_SIZES = (2, 3, 4, "teams")

BONEYARD = dict(players=3, doubles=False, lead_first="drawn_double", lead_next="winner", lead_after_tie="drawn_double",
                score="all_hands", block_tie="third_loses", target=200)
HOMO = dict(players=4, hand=6, lead_first="lowest_double", lead_next="lowest_double", lead_tile="own_double", arms=4,
            facedown=True, draw_mode="forced", reserve=0, dead_layout="immediate", score="average", target=0, rounds=8)
BRETTSPIELNETZ = dict(start_tile="nondouble", lead_first="seat0", draw_mode="forced", draw_limit=3,
                      end_rule="mover_stuck", score="penalty", domino_bonus=5, target=0, rounds=4, objective="low")
BLOCK = {
    2: dict(hand=7, target=100), 3: dict(players=3, hand=5, target=61), 4: dict(players=4, hand=5, target=61),
    "teams": dict(players=4, teams=True, hand=5, target=100),
}
DRAW = {
    2: dict(hand=7, target=100, draw_mode="optional"), 3: dict(players=3, hand=7, target=61, draw_mode="optional"),
    4: dict(players=4, hand=6, target=61, draw_mode="optional"),
    "teams": dict(players=4, teams=True, hand=6, target=100, draw_mode="optional"),
}
LARGE = {size: dict(players=size, set_max=9, hand=7 if size <= 6 else 5, target=0, rounds=size) for size in (5, 6, 7, 8)}
PUERTO_RICO = dict(hand=7, lead_first="highest_double", lead_tile="own_double", lead_next="winner", draw_mode="forced",
                   score="all_hands", target=200, lead_after_tie="highest_double")
HIGHEST_DOUBLE_LEADS = dict(lead_first="highest_double", lead_next="highest_double", lead_tile="own_double")

# family, base, sizes, settings: a dict, or a function of the size
FAMILIES = (
    ("block", BLOCK, ALL_SIZES, {}),
    ("draw", DRAW, ALL_SIZES, {}),
    ("block-high-tile", BLOCK, ALL_SIZES, dict(lead_first="high_tile")),
    ("block-redraw", BLOCK, ALL_SIZES, dict(lead_after_block="lots")),
    ("block-highest-double", BLOCK, ALL_SIZES, dict(lead_first="highest_double", lead_next="highest_double")),
    ("block-strict-ties", BLOCK, ALL_SIZES, dict(zero_tie="nobody")),
    ("draw-strict-ties", DRAW, ALL_SIZES, dict(zero_tie="nobody")),
    ("block-british", BLOCK, ALL_SIZES, dict(club_double="once")),
    ("block-austrian", BLOCK, (4,), dict(set_max=8, doubles=False, hand=7)),
    ("draw-dutch", DRAW, INDIVIDUAL_SIZES, dict(pip00=13, draw_mode="forced", draw_limit=2)),
    ("draw-puerto-rico", DRAW, (2, 3), PUERTO_RICO),
    ("draw-puerto-rico-blocker", DRAW, (2, 3), dict(PUERTO_RICO, block_tie="any_blocker")),
    ("draw-austrian", DRAW, (2, 3),
     lambda size: dict(set_max=8, doubles=False, hand={2: 9, 3: 7}[size], draw_mode="forced", reserve=0)),
    ("draw-south-america", DRAW, INDIVIDUAL_SIZES, lambda size: dict(hand=8 - size)),
    ("draw-vietnam", DRAW, INDIVIDUAL_SIZES, dict(HIGHEST_DOUBLE_LEADS, hand=1, opening_draw="until_double_six")),
    ("draw-ukraine", DRAW, INDIVIDUAL_SIZES, dict(lead_first="highest_double", lead_after_block="highest_double")),
    ("draw-double-six", DRAW, INDIVIDUAL_SIZES, HIGHEST_DOUBLE_LEADS),
    ("draw-high-tile", DRAW, INDIVIDUAL_SIZES, dict(lead_first="high_tile", lead_after_block="high_tile")),
    ("draw-same-leader", DRAW, INDIVIDUAL_SIZES, dict(lead_after_block="same")),
    ("draw-count", DRAW, INDIVIDUAL_SIZES, dict(lead_first="count", lead_after_block="count")),
    ("draw-whole-stock", DRAW, INDIVIDUAL_SIZES, dict(reserve=0)),
    ("draw-pay", DRAW, INDIVIDUAL_SIZES, dict(draw_cost=1)),
    ("draw-forced", DRAW, INDIVIDUAL_SIZES, dict(draw_mode="forced", reserve=0)),
    ("draw-one", DRAW, INDIVIDUAL_SIZES, dict(draw_mode="forced", draw_limit=1)),
)


def named_variants():
    """Returns a dict from names to options, with every named variant in every size."""
    table = {"boneyard-doubles": BONEYARD, "homo-homini-lupus": HOMO, "brettspielnetz": BRETTSPIELNETZ}
    for family, base, sizes, settings in FAMILIES:
        for size in sizes:
            table["%s-%s" % (family, size)] = {**base[size], **(settings(size) if callable(settings) else settings)}
    for size, settings in LARGE.items():
        table["block-%d" % size] = settings
        table["draw-%d" % size] = dict(settings, draw_mode="optional")
    table["partnership"] = dict(BLOCK["teams"], hand=7, score="opponents", lead_first="highest_double",
                                lead_tile="own_double")
    return {name: {**rules.DEFAULTS, **settings} for name, settings in table.items()}


NAMED = named_variants()

# The options of names before they were corrected. Tournaments that were begun then keep them.
EARLIER = {
    **{"block-highest-double-%s" % size: dict(lead_tile="own_double") for size in ALL_SIZES},
    **{"draw-puerto-rico-blocker-%s" % size: dict(block_tie="blocker") for size in (2, 3)},
    **{"draw-ukraine-%s" % size: dict(lead_next="highest_double", lead_after_block="next") for size in INDIVIDUAL_SIZES},
}
EARLIER = {name: {**NAMED[name], **settings} for name, settings in EARLIER.items()}
