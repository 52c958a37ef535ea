#include "output/remarks.h"

#include "base/bytes.h"
#include "base/first_error.h"
#include "bots/remote_keys.h"
#include "output/output.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LINES_SHOWN = 10, /* lines of the output of a failed build */
    BYTES_SHOWN = 2000,
    LOG_SHOWN_OF = 1 << 20 /* bytes of it in which the first error is sought */
};

/* ---- while bots are prepared ------------------------------------------------ */

static void print_remark(void *context, const char *text)
{
    (void)context;
    (void)fprintf(stderr, "domino-arena: %s\n", text);
}

/* Print the start of a build, because builds take long. */
static void print_build(void *context, const char *bot, const char *log)
{
    (void)context;
    (void)fprintf(stderr, "building %s; its output: %s\n", bot, log);
}

/* Print the output of a failed build from its first error on, or its end. */
static void print_build_errors(void *context, const char *path)
{
    (void)context;
    FILE *log = fopen(path, "re");
    char *text = log ? malloc(LOG_SHOWN_OF) : NULL;
    size_t size = text ? fread(text, 1, LOG_SHOWN_OF, log) : 0;
    dom_line error = dom_first_error(text, size);
    size_t at = dom_bytes_tail_at(text, size, LINES_SHOWN, BYTES_SHOWN);
    if (error.length > 0 && (size_t)(error.text - text) < at)
        at = (size_t)(error.text - text);
    size_t end = at;
    for (int lines = 0; end < size && lines < LINES_SHOWN && end - at < BYTES_SHOWN; end++)
        lines += text[end] == '\n';
    dom_output_put_bytes(stderr, "| ", text + at, end - at);
    free(text);
    if (log)
        (void)fclose(log);
}

const dom_bots_listener dom_output_listener = {
    .on_remark = print_remark, .on_build = print_build, .on_build_failed = print_build_errors};

/* ---- before a tournament begins ---------------------------------------------- */

void dom_output_print_remarks(const dom_strings *remarks)
{
    for (size_t i = 0; i < remarks->count; i++)
        (void)fprintf(stderr, "remark: %s\n", remarks->item[i]);
}

void dom_output_print_addresses(const dom_core_listen *listen, const dom_core_tournament *t)
{
    char key[DOM_CURVE_LETTERS + 1];
    int seats = dom_core_seats(t);
    if (listen->port == 0)
        return;
    for (int bot = 0; bot < t->bot_count; bot++)
        for (int seat = 0; t->bots[bot].transport == DOM_CORE_TRANSPORT_REMOTE && seat < seats;
             seat++)
            (void)fprintf(stderr, "%s, seat %d: tcp://%s:%u\n", t->bots[bot].name, seat,
                          listen->address, dom_core_port(listen, t, bot, seat));
    dom_bots_own_key(key, listen);
    (void)fprintf(stderr, "the arena's public key: %s\n", key);
}
