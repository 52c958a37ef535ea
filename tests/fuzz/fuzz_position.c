/* Lines of positions: every line that is read is written as a line that is read back as the same
 * position, and a seat has a choice there. */
#include "fuzz.h"
#include "record/position_line.h"

#include <string.h>

enum { LINE_BYTES = 8192 };

static void write_line(const dom_record_position *position, char line[LINE_BYTES])
{
    FILE *out = fmemopen(line, LINE_BYTES, "w");
    expect(out != NULL);
    dom_record_position_write(position, out);
    expect(ftell(out) < LINE_BYTES - 1);
    (void)fclose(out);
}

static void expect_choice(const dom_record_position *position)
{
    dom_table *table = malloc(sizeof *table);
    expect(table != NULL &&
           dom_record_position_set_up(position, table, NULL, NULL, NULL) == DOM_OK);
    expect(table->state == DOM_TABLE_ASKING && table->legal_count >= 2);
    free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char line[LINE_BYTES / 2], again[LINE_BYTES], third[LINE_BYTES];
    dom_record_position position, back;
    dom_err err;
    if (size >= sizeof line)
        return 0;
    if (size > 0)
        memcpy(line, bytes, size);
    line[size] = '\0';
    if (dom_record_position_read(&position, line, &err) == DOM_OK) {
        expect_choice(&position);
        write_line(&position, again);
        memcpy(third, again, sizeof third);
        expect(dom_record_position_read(&back, third, &err) == DOM_OK);
        write_line(&back, third);
        expect(strcmp(again, third) == 0);
        dom_record_position_clear(&back);
    }
    dom_record_position_clear(&position);
    return 0;
}
