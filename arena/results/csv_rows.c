#include "csv_rows.h"

#include "base/check.h"
#include "base/vec.h"
#include "results/results_csv.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 20, ROWS_MAX = 100000000, FIELDS_MAX = 256 };

typedef enum {
    SET,
    MATCH,
    BOT,
    PLACE,
    POINTS,
    TEAM,
    SEAT,
    FAULT_SEAT,
    ROUNDS,
    END,
    TOURNAMENT,
    VERSION,
    VARIANT,
    COLUMNS,
    NEEDED = PLACE + 1
} csv_column;

/* The columns that are read, by the names in the first line; `score` is what `export` calls points.
 */
static const struct {
    const char *name;
    csv_column column;
} columns[] = {{"set", SET},         {"match", MATCH},    {"bot", BOT},
               {"place", PLACE},     {"points", POINTS},  {"score", POINTS},
               {"team", TEAM},       {"seat", SEAT},      {"fault_seat", FAULT_SEAT},
               {"rounds", ROUNDS},   {"end", END},        {"tournament", TOURNAMENT},
               {"version", VERSION}, {"variant", VARIANT}};
enum { COLUMN_NAMES = sizeof columns / sizeof *columns };

/* A table that is being read. */
typedef struct {
    dom_results_csv_rows *to;
    char *at, *stop; /* what is not read yet, and its end */
    uint32_t line, next_line;
    char *field[FIELDS_MAX + 1]; /* of a row; the last one is empty */
    bool is_plain;               /* the fields of the row are printable ASCII */
    int fields, head_fields;
    uint16_t place[COLUMNS]; /* of a column in a row; FIELDS_MAX: there is none */
    const char *variant;     /* of the first row */
} csv_cutter;

dom_rc dom_results_csv_wrong(const dom_results_csv_rows *t, uint32_t line, const char *form, ...)
{
    char text[400];
    va_list values;
    va_start(values, form);
    (void)vsnprintf(text, sizeof text, form, values);
    va_end(values);
    return dom_err_set(t->err, DOM_E_CONFIG, "%s:%u: %s", t->path, line, text);
}

/* ---- the file ------------------------------------------------------------- */

static dom_rc read_blocks(dom_results_csv_rows *t, FILE *file, size_t size)
{
    size_t got;
    if (size < BLOCK_BYTES)
        size = BLOCK_BYTES;
    do {
        if (!dom_vec_reserve(t->text, t->bytes, t->text_room, size + 1))
            return dom_err_no_memory(t->err);
        got = fread(t->text + t->bytes, 1, size, file);
        t->bytes += got;
        size = BLOCK_BYTES;
    } while (got > 0 && t->bytes <= UINT32_MAX - 1);
    if (ferror(file))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: %s", t->path, strerror(errno));
    if (got > 0)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s: is larger than 4 GiB", t->path);
    t->text[t->bytes] = '\0';
    if (memchr(t->text, '\0', t->bytes))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: has a NUL byte; allowed: CSV text", t->path);
    return DOM_OK;
}

/* Returns true for a pipe without a name, as a shell makes it for a program: it ends with the
 * program that writes. A named pipe may wait for a writer for ever. */
static bool is_shell_pipe(int fd, const struct stat *of)
{
    struct statfs system;
    return S_ISFIFO(of->st_mode) && fstatfs(fd, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

/* Opens the file without waiting for it. Returns -1 with errno if it cannot be opened. */
static int open_text(const char *path, struct stat *of, bool *is_allowed)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                      : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, of) != 0)
        return fd;
    *is_allowed = is_stdin || S_ISREG(of->st_mode) || S_ISDIR(of->st_mode) || is_shell_pipe(fd, of);
    if (!is_stdin)
        (void)fcntl(fd, F_SETFL, 0); /* the rest of a pipe is waited for */
    return fd;
}

static dom_rc read_text(dom_results_csv_rows *t)
{
    struct stat of = {0};
    bool is_allowed = false;
    int fd = open_text(t->path, &of, &is_allowed);
    FILE *file = fd < 0 || !is_allowed ? NULL : fdopen(fd, "r");
    if (file == NULL) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return dom_err_set(t->err, DOM_E_CONFIG, "%.300s: %s", t->path,
                           fd < 0 || is_allowed
                               ? strerror(error)
                               : "is a device or a named pipe; allowed: a file, or - for standard "
                                 "input");
    }
    bool has_size = S_ISREG(of.st_mode) && of.st_size > 0 && of.st_size < UINT32_MAX;
    dom_rc rc = read_blocks(t, file, has_size ? (size_t)of.st_size : 0);
    (void)fclose(file);
    return rc;
}

/* ---- fields ----------------------------------------------------------------- */

/* Reads a field in quotes, of which two stand for one inside, and takes the quotes away. `at`
 * becomes what follows. Returns false if there is no end. */
static bool unquote(csv_cutter *t, char **at)
{
    char *to = *at, *from = *at + 1;
    for (; from < t->stop && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        t->next_line += *from == '\n';
        t->is_plain &= *from >= ' ' && *from < 0x7f;
        *to++ = *from;
    }
    *at = from + 1;
    bool has_end = from < t->stop;
    *to = '\0';
    return has_end;
}

/* Cuts the line at `at` into fields. */
static dom_rc cut_line(csv_cutter *t)
{
    char *at = t->at;
    t->line = t->next_line++;
    t->is_plain = true;
    for (t->fields = 0;; at++) {
        if (t->fields == FIELDS_MAX)
            return dom_results_csv_wrong(t->to, t->line, "has more than %d fields", FIELDS_MAX);
        char *field = at, last;
        t->field[t->fields++] = field;
        if (*at == '"' && !unquote(t, &at))
            return dom_results_csv_wrong(t->to, t->line, "a quote has no end");
        else if (at == field)
            for (; at < t->stop && *at != ',' && *at != '\n' && *at != '"'; at++)
                t->is_plain &= (*at >= ' ' && *at < 0x7f) || (*at == '\r' && at[1] == '\n');
        if (*at == '\r' && (at[1] == '\n' || at + 1 == t->stop))
            at++; /* after a quote */
        last = *at;
        if (last != ',' && last != '\n' && at < t->stop)
            return dom_results_csv_wrong(
                t->to, t->line,
                "a quote stands inside a field; a field with quotes, commas or line "
                "ends is \"quoted\", with two quotes for one");
        if (at > field && at[-1] == '\r' && last != ',')
            at[-1] = '\0';
        *at = '\0';
        if (last != ',') {
            t->at = at + 1;
            return DOM_OK;
        }
    }
}

static uint32_t place_of(const csv_cutter *t, csv_column column)
{
    return (uint32_t)(t->field[t->place[column]] - t->to->text);
}

static bool has_column(const csv_cutter *t, csv_column column)
{
    return t->place[column] < FIELDS_MAX;
}

static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return true;
    return false;
}

/* Checks a name; it may be empty if the column is not needed. */
static dom_rc check_name(const csv_cutter *t, const char *what, csv_column column)
{
    const char *wrong = NULL, *name = t->field[t->place[column]];
    if (name[0] == '\0' && column < NEEDED)
        wrong = "is empty";
    else if (strnlen(name, DOM_RESULTS_CSV_NAME_BYTES + 1) > DOM_RESULTS_CSV_NAME_BYTES)
        wrong = "is longer than 64 bytes";
    else if (!t->is_plain && !is_utf8(name))
        wrong = "is not UTF-8";
    else if (!t->is_plain && has_control(name))
        wrong = "has a control character";
    return wrong ? dom_results_csv_wrong(t->to, t->line, "the %s %s", what, wrong) : DOM_OK;
}

/* Reads a whole number of least..most. */
static dom_rc read_whole(const csv_cutter *t, csv_column column, uint32_t least, uint32_t most,
                         uint32_t *value)
{
    const char *text = t->field[t->place[column]], *c = text;
    uint64_t read = 0;
    for (; *c >= '0' && *c <= '9' && read <= most; c++)
        read = 10 * read + (unsigned)(*c - '0');
    if (*c || c == text || read < least || read > most) {
        const char *name = columns[0].name;
        for (size_t i = COLUMN_NAMES; i-- > 0;)
            name = columns[i].column == column ? columns[i].name : name;
        return dom_results_csv_wrong(t->to, t->line, "%s '%.20s' is not allowed; allowed: %u..%u",
                                     name, text, least, most);
    }
    *value = (uint32_t)read;
    return DOM_OK;
}

/* Reads a decimal number in units of 1/DOM_RESULTS_POINT. Returns false if the text is not such
 * a number or is too large. */
static bool parse_points(const char *text, int32_t *points)
{
    const char *c = text;
    bool is_negative = *c == '-';
    int64_t value = 0;
    int digits = 0, decimals = -1;
    for (c += is_negative; *c && digits <= 12; c++) {
        if (*c == '.' && decimals < 0 && digits > 0) {
            decimals = 0;
            continue;
        }
        if (*c < '0' || *c > '9' || decimals == 3)
            return false;
        value = 10 * value + (*c - '0');
        decimals += decimals >= 0;
        digits++;
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 3; i++)
        value *= 10;
    if (*c || digits == 0 || decimals == 0 || value > DOM_RATINGS_POOL_POINTS_MAX)
        return false;
    *points = (int32_t)(is_negative ? -value : value);
    return true;
}

static dom_rc read_points(const csv_cutter *t, dom_results_csv_row *r)
{
    const char *text = t->field[t->place[POINTS]];
    r->has_points = text[0] != '\0';
    if (!r->has_points || parse_points(text, &r->points))
        return DOM_OK;
    return dom_results_csv_wrong(
        t->to, t->line,
        "points '%.20s' are not allowed; allowed: nothing, or a number -%d..%d with "
        "at most three decimals",
        text, DOM_RESULTS_CSV_POINTS_MAX, DOM_RESULTS_CSV_POINTS_MAX);
}

/* Reads the numbers of a row. Columns that are not there leave what is usual. */
static dom_rc read_numbers(const csv_cutter *t, dom_results_csv_row *r)
{
    uint32_t place = 0, seat = DOM_RESULTS_CSV_NO_SEAT, fault_seat = DOM_RESULTS_CSV_NO_SEAT;
    const char *end = t->field[t->place[END]];
    dom_rc rc = read_whole(t, PLACE, 1, UINT8_MAX, &place);
    if (rc == DOM_OK)
        rc = read_points(t, r);
    if (rc == DOM_OK && has_column(t, SEAT))
        rc = read_whole(t, SEAT, 0, DOM_RESULTS_CSV_NO_SEAT - 1, &seat);
    if (rc == DOM_OK && has_column(t, ROUNDS))
        rc = read_whole(t, ROUNDS, 0, DOM_RATINGS_POOL_ROUNDS_MAX, &r->rounds);
    const char *faulty = t->field[t->place[FAULT_SEAT]];
    if (rc == DOM_OK && faulty[0] && strcmp(faulty, "-1") != 0)
        rc = read_whole(t, FAULT_SEAT, 0, DOM_RESULTS_CSV_NO_SEAT - 1, &fault_seat);
    r->place = (uint8_t)place;
    r->seat = (uint8_t)seat;
    r->is_faulty = fault_seat != DOM_RESULTS_CSV_NO_SEAT && fault_seat == seat;
    r->is_ended = fault_seat != DOM_RESULTS_CSV_NO_SEAT || (end[0] && strcmp(end, "normal") != 0);
    return rc;
}

/* Number set and bot. Rows of one set mostly follow each other. */
static dom_rc number_row(csv_cutter *t, dom_results_csv_row *r)
{
    const dom_results_csv_name set = {place_of(t, SET), place_of(t, TOURNAMENT)},
                               bot = {place_of(t, BOT), place_of(t, VERSION)};
    const dom_results_csv_row *last = t->to->count > 0 ? &t->to->row[t->to->count - 1] : NULL;
    uint32_t number;
    if (last && dom_results_csv_names_equal(t->to->text, t->to->sets.name[last->set], set))
        r->set = last->set;
    else if (!dom_results_csv_names_number(&t->to->sets, t->to->text, set, &r->set))
        return dom_err_no_memory(t->to->err);
    if (!dom_results_csv_names_number(&t->to->bots, t->to->text, bot, &number))
        return dom_err_no_memory(t->to->err);
    if (number >= DOM_RATINGS_POOL_PLAYERS_MAX)
        return dom_err_set(t->to->err, DOM_E_LIMIT, "%s: more than %d bots", t->to->path,
                           DOM_RATINGS_POOL_PLAYERS_MAX);
    r->bot = (uint16_t)number;
    return DOM_OK;
}

/* A list is about one variant. */
static dom_rc check_variant(csv_cutter *t)
{
    const char *variant = t->field[t->place[VARIANT]];
    if (t->variant == NULL)
        t->variant = variant;
    if (strcmp(t->variant, variant) == 0)
        return DOM_OK;
    return dom_results_csv_wrong(
        t->to, t->line,
        "the variant is '%.40s', and '%.40s' above; each has a list of its own, so "
        "type export --csv --variant VARIANT, or take out the column",
        variant, t->variant);
}

static dom_rc read_row(csv_cutter *t)
{
    static const struct {
        const char *what;
        csv_column column;
    } names[] = {{"set", SET},   {"match", MATCH},           {"bot", BOT},
                 {"team", TEAM}, {"tournament", TOURNAMENT}, {"version", VERSION}};
    dom_rc rc = DOM_OK;
    if (t->fields != t->head_fields)
        return dom_results_csv_wrong(t->to, t->line,
                                     "this row has %d fields, and the first line %d", t->fields,
                                     t->head_fields);
    for (size_t i = 0; rc == DOM_OK && i < sizeof names / sizeof *names; i++)
        rc = check_name(t, names[i].what, names[i].column);
    dom_results_csv_row r = {
        .match = place_of(t, MATCH), .team = place_of(t, TEAM), .line = t->line, .rounds = 1};
    if (rc == DOM_OK)
        rc = read_numbers(t, &r);
    if (rc == DOM_OK)
        rc = check_variant(t);
    if (rc == DOM_OK)
        rc = number_row(t, &r);
    if (rc == DOM_OK && t->to->count == ROWS_MAX)
        rc = dom_err_set(t->to->err, DOM_E_LIMIT, "%s:%u: more than %d rows", t->to->path, t->line,
                         ROWS_MAX);
    dom_results_csv_row *added =
        rc == DOM_OK ? dom_vec_add(t->to->row, t->to->count, t->to->room) : NULL;
    if (added)
        *added = r;
    return rc == DOM_OK && added == NULL ? dom_err_no_memory(t->to->err) : rc;
}

/* Finds the columns by the names in the first line. */
static dom_rc read_head(csv_cutter *t)
{
    if (strncmp(t->at, "\xef\xbb\xbf", 3) == 0)
        t->at += 3; /* some spreadsheets mark UTF-8 so */
    dom_rc rc = cut_line(t);
    t->head_fields = t->fields;
    t->field[FIELDS_MAX] = t->to->text + t->to->bytes;
    for (int c = 0; c < COLUMNS; c++)
        t->place[c] = FIELDS_MAX;
    for (int i = 0; rc == DOM_OK && i < t->fields; i++)
        for (size_t k = 0; rc == DOM_OK && k < COLUMN_NAMES; k++) {
            if (strcmp(t->field[i], columns[k].name) != 0)
                continue;
            if (has_column(t, columns[k].column))
                rc = dom_results_csv_wrong(
                    t->to, 1, "there are two columns '%s' (score means points)", columns[k].name);
            t->place[columns[k].column] = (uint16_t)i;
        }
    for (csv_column c = 0; rc == DOM_OK && c < NEEDED; c++)
        if (!has_column(t, c))
            rc = dom_results_csv_wrong(
                t->to, 1, "the first line names no column '%s'; needed: set, match, bot and place",
                columns[c].name);
    if (rc == DOM_OK && has_column(t, FAULT_SEAT) && !has_column(t, SEAT))
        rc = dom_results_csv_wrong(t->to, 1, "fault_seat needs a column 'seat'");
    return rc;
}

static dom_rc read_rows(csv_cutter *t)
{
    dom_check(t->to->text != NULL); /* read, be it empty                           */
    t->at = t->to->text;
    t->stop = t->to->text + t->to->bytes;
    t->next_line = 1;
    dom_rc rc = read_head(t);
    while (rc == DOM_OK && t->at < t->stop) {
        rc = cut_line(t);
        if (rc == DOM_OK && (t->fields > 1 || t->field[0][0]))
            rc = read_row(t);
    }
    if (rc == DOM_OK && t->to->count == 0)
        return dom_err_set(t->to->err, DOM_E_CONFIG,
                           "%s: there are no results after the first line", t->to->path);
    t->to->has_rounds = has_column(t, ROUNDS);
    return rc;
}

dom_rc dom_results_csv_rows_read(dom_results_csv_rows *rows)
{
    csv_cutter t = {.to = rows};
    dom_rc rc = read_text(rows);
    if (rc == DOM_OK)
        rc = read_rows(&t);
    dom_results_csv_names_close(&rows->sets);
    dom_results_csv_names_close(&rows->bots);
    return rc;
}

void dom_results_csv_rows_clear(dom_results_csv_rows *rows)
{
    free(rows->text);
    free(rows->row);
    dom_results_csv_names_clear(&rows->sets);
    dom_results_csv_names_clear(&rows->bots);
}
