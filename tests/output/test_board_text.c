/* The tiles on the table as text. */
#include "output/board_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static dom_output_board board;

static void lead(int high, int low, int ends)
{
    dom_output_board_lead(&board, dom_tile_of(high, low), ends);
}

static void play(int a, int b, int end)
{
    dom_output_board_play(&board, dom_tile_of(a, b), end, false);
}

static void expect_line(int margin, int width, dom_output_tiles style, const char *wanted)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    dom_output_board_print(&board, out, margin, width, style);
    (void)fclose(out);
    cr_assert(eq(str, text, (char *)wanted));
    free(text);
}

Test(board_text, an_empty_table_prints_nothing)
{
    board = (dom_output_board){0};
    expect_line(2, 80, DOM_OUTPUT_TILES_BRACKETS, "");
}

Test(board_text, end_0_is_on_the_left_and_adjacent_halves_match)
{
    lead(6, 4, 2);
    expect_line(0, 80, DOM_OUTPUT_TILES_BRACKETS, "[6|4]\n");
    play(4, 4, 1);
    play(1, 4, 1);
    play(6, 2, 0);
    play(0, 2, 0);
    expect_line(2, 80, DOM_OUTPUT_TILES_BRACKETS, "  [0|2][2|6][6|4][4|4][4|1]\n");
}

Test(board_text, a_long_line_is_wrapped_to_the_width)
{
    lead(6, 4, 2);
    play(4, 4, 1);
    play(1, 4, 1);
    expect_line(2, 12, DOM_OUTPUT_TILES_BRACKETS, "  [6|4][4|4]\n  [4|1]\n");
    expect_line(2, 11, DOM_OUTPUT_TILES_BRACKETS, "  [6|4]\n  [4|4]\n  [4|1]\n");
    expect_line(2, 1, DOM_OUTPUT_TILES_BRACKETS, "  [6|4]\n  [4|4]\n  [4|1]\n");
}

Test(board_text, double_twelve_tiles_fit_too)
{
    lead(12, 10, 2);
    play(12, 9, 0);
    expect_line(0, 80, DOM_OUTPUT_TILES_BRACKETS, "[9|12][12|10]\n");
    expect_line(0, 12, DOM_OUTPUT_TILES_BRACKETS, "[9|12]\n[12|10]\n");
}

Test(board_text, each_of_four_ends_has_a_line)
{
    lead(3, 3, 4);
    play(3, 1, 2);
    play(1, 0, 2);
    play(3, 6, 0);
    dom_output_board_play(&board, dom_tile_of(6, 6), 0, true);
    expect_line(1, 80, DOM_OUTPUT_TILES_BRACKETS,
                " lead   [3|3]\n"
                " left   [3|6][#|#] closed\n"
                " right   3\n"
                " upper  [3|1][1|0] 0\n"
                " lower   3\n");
    expect_line(1, 14, DOM_OUTPUT_TILES_BRACKETS,
                " lead   [3|3]\n"
                " left   [3|6]\n        [#|#] closed\n"
                " right   3\n"
                " upper  [3|1]\n        [1|0] 0\n"
                " lower   3\n");
}

Test(board_text, unicode_tiles_lie_and_doubles_stand)
{
    lead(6, 4, 2);
    play(4, 4, 1);
    play(6, 0, 0);
    play(0, 0, 0);
    /* 0-0 upright, 0-6, 6-4, 4-4 upright. */
    expect_line(0, 80, DOM_OUTPUT_TILES_UNICODE, "\U0001F063 \U0001F037 \U0001F05F \U0001F083 \n");
    expect_line(0, 4, DOM_OUTPUT_TILES_UNICODE, "\U0001F063 \U0001F037 \n\U0001F05F \U0001F083 \n");
}

Test(board_text, unicode_shows_the_backs_of_tiles_that_lie_face_down)
{
    lead(6, 6, 4);
    play(6, 5, 1);
    dom_output_board_play(&board, dom_tile_of(5, 5), 1, true);
    expect_line(0, 80, DOM_OUTPUT_TILES_UNICODE,
                "lead   \U0001F093 \nleft    6\nright  \U0001F060 \U0001F062  closed\n"
                "upper   6\nlower   6\n");
}
