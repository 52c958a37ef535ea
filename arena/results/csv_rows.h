/* csv_rows.h - the rows of a CSV table of results, as results/results_csv.h describes it.
 *
 * Each field becomes a string where it stands in the text. Names are places in it, which keeps a
 * row at 32 bytes.
 */
#ifndef DOM_RESULTS_CSV_ROWS_H
#define DOM_RESULTS_CSV_ROWS_H

#include "csv_names.h"

#include "base/err.h"

enum { DOM_RESULTS_CSV_NO_SEAT = 255 };

typedef struct {
    uint32_t set;         /* number in `sets` */
    uint32_t match, team; /* where the names begin in the text; "" without a team */
    uint32_t line, rounds;
    int32_t points;
    uint16_t bot; /* number in `bots` */
    uint8_t place, seat;
    bool has_points;
    bool is_faulty; /* this seat ended the match by a fault */
    bool is_ended;  /* any seat did */
} dom_results_csv_row;

typedef struct {
    const char *path; /* set by the caller */
    dom_err *err;     /* set by the caller */
    char *text;       /* what names are places in */
    size_t bytes, text_room;
    dom_results_csv_row *row;
    size_t count, room;
    dom_results_csv_names sets, bots;
    bool has_rounds; /* the table says in how many rounds points were made */
} dom_results_csv_rows;

/* Reads a table. Returns as dom_results_csv_read; call dom_results_csv_rows_clear in any case. */
dom_rc dom_results_csv_rows_read(dom_results_csv_rows *rows);
void dom_results_csv_rows_clear(dom_results_csv_rows *rows);

/* Says what is wrong in a line; returns DOM_E_CONFIG. */
__attribute__((format(printf, 3, 4))) dom_rc
dom_results_csv_wrong(const dom_results_csv_rows *rows, uint32_t line, const char *form, ...);

#endif
