#include "output/board_text.h"

#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE_BYTES = 16,
    BACK_LYING = 0x1f030, /* the 49 faces follow it: 7 * left + right */
    BACK_UPRIGHT = 0x1f062,
    FACES_ACROSS = 7
};

/* Four ends lie around a double, so all have the same pips. */
void dom_output_board_lead(dom_output_board *board, dom_tile tile, int ends)
{
    *board = (dom_output_board){
        .ends = ends,
        .lead = {.near = (uint8_t)dom_tile_high(tile), .far = (uint8_t)dom_tile_low(tile)}};
    for (int end = 0; end < ends; end++)
        board->open[end] = (int8_t)(end == 0 ? dom_tile_high(tile) : dom_tile_low(tile));
}

void dom_output_board_play(dom_output_board *board, dom_tile tile, int end, bool is_down)
{
    int near = board->open[end];
    int far = dom_tile_other_half(tile, near);
    board->arm[end][board->count[end]++] =
        (dom_output_tile){.near = (uint8_t)near, .far = (uint8_t)far, .is_down = is_down};
    board->open[end] = (int8_t)(is_down ? DOM_ARM_CLOSED : far);
}

/* ---- one tile --------------------------------------------------------------- */

/* Write a code point that takes four bytes in UTF-8, and a blank. */
static void write_utf8(char text[static TILE_BYTES], unsigned code)
{
    (void)snprintf(text, TILE_BYTES, "%c%c%c%c ", (int)(0xf0 | code >> 18),
                   (int)(0x80 | (code >> 12 & 63)), (int)(0x80 | (code >> 6 & 63)),
                   (int)(0x80 | (code & 63)));
}

static void write_character(char text[static TILE_BYTES], int left, int right, bool is_down)
{
    unsigned back = left == right ? BACK_UPRIGHT : BACK_LYING;
    write_utf8(text, is_down ? back : back + 1 + (unsigned)(FACES_ACROSS * left + right));
}

static void write_brackets(char text[static TILE_BYTES], int left, int right, bool is_down)
{
    if (is_down)
        (void)snprintf(text, TILE_BYTES, "[#|#]");
    else
        (void)snprintf(text, TILE_BYTES, "[%d|%d]", left, right);
}

/* ---- lines of tiles --------------------------------------------------------- */

typedef struct {
    FILE *out;
    dom_output_tiles style;
    int margin, width;
    int column; /* 0: at the start of a line */
} board_pen;

static void put_tile(board_pen *p, int left, int right, bool is_down)
{
    char text[TILE_BYTES];
    if (p->style == DOM_OUTPUT_TILES_UNICODE)
        write_character(text, left, right, is_down);
    else
        write_brackets(text, left, right, is_down);
    int columns = p->style == DOM_OUTPUT_TILES_UNICODE ? 2 : (int)strlen(text);
    if (p->column > p->margin && p->column + columns > p->width) {
        (void)fputc('\n', p->out);
        p->column = 0;
    }
    if (p->column == 0) {
        (void)fprintf(p->out, "%*s", p->margin, "");
        p->column = p->margin;
    }
    (void)fputs(text, p->out);
    p->column += columns;
}

/* Print one line. End 0 is on the left, so its arm is printed from its open end inwards. */
static void print_row(const dom_output_board *board, board_pen *p)
{
    for (int i = board->count[0] - 1; i >= 0; i--)
        put_tile(p, board->arm[0][i].far, board->arm[0][i].near, board->arm[0][i].is_down);
    put_tile(p, board->lead.near, board->lead.far, board->lead.is_down);
    for (int i = 0; i < board->count[1]; i++)
        put_tile(p, board->arm[1][i].near, board->arm[1][i].far, board->arm[1][i].is_down);
    (void)fputc('\n', p->out);
}

static void print_arm(const dom_output_board *board, int end, board_pen *p)
{
    int indent = fprintf(p->out, "%*s%-7s", p->margin, "", dom_end_name(end));
    board_pen arm = *p;
    arm.margin = arm.column = indent;
    for (int i = 0; i < board->count[end]; i++)
        put_tile(&arm, board->arm[end][i].near, board->arm[end][i].far, board->arm[end][i].is_down);
    if (board->open[end] == DOM_ARM_CLOSED)
        (void)fprintf(p->out, " closed\n");
    else
        (void)fprintf(p->out, " %d\n", board->open[end]);
}

void dom_output_board_print(const dom_output_board *board, FILE *out, int margin, int width,
                            dom_output_tiles style)
{
    board_pen p = {.out = out, .style = style, .margin = margin, .width = width};
    if (board->ends == 0)
        return;
    if (board->ends == 2) {
        print_row(board, &p);
        return;
    }
    p.column = fprintf(out, "%*slead   ", margin, "");
    put_tile(&p, board->lead.near, board->lead.far, board->lead.is_down);
    (void)fputc('\n', out);
    for (int end = 0; end < board->ends; end++) {
        p.column = 0;
        print_arm(board, end, &p);
    }
}
