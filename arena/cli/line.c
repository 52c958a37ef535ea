#include "line.h"

#include <stdlib.h>
#include <string.h>

enum {
    TILE_BYTES = 16,
    BACK_LYING = 0x1f030, /* and the 49 faces: 7 * left + right                */
    BACK_UPRIGHT = 0x1f062,
    FACES_ACROSS = 7
};

void cli_line_lead(cli_line *line, dom_tile tile, const dom_round *round)
{
    *line = (cli_line){
        .ends = round->end_count,
        .lead = {.near = (uint8_t)dom_tile_high(tile), .far = (uint8_t)dom_tile_low(tile)}};
    memcpy(line->open, round->ends, sizeof line->open);
}

void cli_line_play(cli_line *line, dom_tile tile, int end, bool is_down)
{
    int near = line->open[end];
    int far = dom_tile_high(tile) == near ? dom_tile_low(tile) : dom_tile_high(tile);
    line->arm[end][line->count[end]++] =
        (cli_laid){.near = (uint8_t)near, .far = (uint8_t)far, .is_down = is_down};
    line->open[end] = (int8_t)(is_down ? DOM_ARM_CLOSED : far);
}

/* ---- one tile --------------------------------------------------------------- */

/* A code point of four bytes in UTF-8. */
static void write_utf8(char text[static TILE_BYTES], unsigned code)
{
    (void)snprintf(text, TILE_BYTES, "%c%c%c%c ", (int)(0xf0 | code >> 18),
                   (int)(0x80 | (code >> 12 & 63)), (int)(0x80 | (code >> 6 & 63)),
                   (int)(0x80 | (code & 63)));
}

static void write_unicode(char text[static TILE_BYTES], int left, int right, bool is_down)
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

/* ---- lines of them ---------------------------------------------------------- */

typedef struct {
    FILE *out;
    cli_tiles style;
    int margin, width;
    int column; /* 0: a line begins                                            */
} pen;

static void put(pen *p, int left, int right, bool is_down)
{
    char text[TILE_BYTES];
    if (p->style == CLI_TILES_UNICODE)
        write_unicode(text, left, right, is_down);
    else
        write_brackets(text, left, right, is_down);
    int columns = p->style == CLI_TILES_UNICODE ? 2 : (int)strlen(text);
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

/* End 0 on the left, so its arm is read from its open end. */
static void print_row(const cli_line *line, pen *p)
{
    for (int i = line->count[0] - 1; i >= 0; i--)
        put(p, line->arm[0][i].far, line->arm[0][i].near, line->arm[0][i].is_down);
    put(p, line->lead.near, line->lead.far, line->lead.is_down);
    for (int i = 0; i < line->count[1]; i++)
        put(p, line->arm[1][i].near, line->arm[1][i].far, line->arm[1][i].is_down);
    (void)fputc('\n', p->out);
}

static void print_arm(const cli_line *line, int end, pen *p)
{
    int indent = fprintf(p->out, "%*send %d  ", p->margin, "", end);
    pen arm = *p;
    arm.margin = arm.column = indent;
    for (int i = 0; i < line->count[end]; i++)
        put(&arm, line->arm[end][i].near, line->arm[end][i].far, line->arm[end][i].is_down);
    if (line->open[end] == DOM_ARM_CLOSED)
        (void)fprintf(p->out, " closed\n");
    else
        (void)fprintf(p->out, " %d\n", line->open[end]);
}

void cli_line_print(const cli_line *line, FILE *out, int margin, int width, cli_tiles style)
{
    pen p = {.out = out, .style = style, .margin = margin, .width = width};
    if (line->ends == 0)
        return;
    if (line->ends == 2) {
        print_row(line, &p);
        return;
    }
    p.column = fprintf(out, "%*slead   ", margin, "");
    put(&p, line->lead.near, line->lead.far, line->lead.is_down);
    (void)fputc('\n', out);
    for (int end = 0; end < line->ends; end++) {
        p.column = 0;
        print_arm(line, end, &p);
    }
}
