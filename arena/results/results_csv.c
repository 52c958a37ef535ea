#include "results/results_csv.h"

#include "base/check.h"
#include "base/vec.h"

#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 5, BLOCK_BYTES = 1 << 20, ROWS_MAX = 100000000 };

static const char header[] = "set,match,bot,place,points";

typedef struct {
    const char *set, *match, *bot;
    uint32_t line, player;
    uint8_t place;
    bool has_points;
    int64_t points;
} csv_row;

typedef struct {
    const char *path;
    dom_err *err;
    char *text; /* the file, its fields cut into strings                      */
    size_t bytes;
    csv_row *rows;
    size_t count, room;
    dom_ratings_pool *pool;
    dom_ratings_pool_match *matches; /* of one set                                     */
} csv_reader;

/* ---- the file ------------------------------------------------------------- */

static dom_rc read_blocks(csv_reader *t, FILE *file)
{
    size_t room = 0, got;
    do {
        if (!dom_vec_reserve(t->text, t->bytes, room, BLOCK_BYTES + 1))
            return dom_err_no_memory(t->err);
        got = fread(t->text + t->bytes, 1, BLOCK_BYTES, file);
        t->bytes += got;
    } while (got > 0);
    t->text[t->bytes] = '\0';
    if (ferror(file))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: %s", t->path, strerror(errno));
    if (memchr(t->text, '\0', t->bytes))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: has a NUL byte; allowed: CSV text", t->path);
    return DOM_OK;
}

static dom_rc read_text(csv_reader *t)
{
    FILE *file = fopen(t->path, "re");
    if (file == NULL)
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: %s", t->path, strerror(errno));
    dom_rc rc = read_blocks(t, file);
    (void)fclose(file);
    return rc;
}

/* ---- one line ------------------------------------------------------------- */

/* Cuts the line at its commas. Returns the number of fields, at most one more than allowed. */
static int split(char *line, char *field[])
{
    int count = 0;
    for (char *at = line; at && count <= FIELDS; count++) {
        if (count < FIELDS)
            field[count] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return count;
}

static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

static dom_rc check_name(const csv_reader *t, uint32_t line, const char *what, const char *name)
{
    const char *wrong = NULL;
    if (*name == '\0')
        wrong = "is empty";
    else if (strlen(name) > DOM_RESULTS_CSV_NAME_BYTES)
        wrong = "is longer than 64 bytes";
    else if (strchr(name, '"'))
        wrong = "has a quote; fields are bare";
    else if (!is_utf8(name))
        wrong = "is not UTF-8";
    for (const char *c = name; *c && !wrong; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            wrong = "has a control character";
    return wrong ? dom_err_set(t->err, DOM_E_CONFIG, "%s:%u: the %s %s", t->path, line, what, wrong)
                 : DOM_OK;
}

static dom_rc read_place(const csv_reader *t, csv_row *r, const char *text)
{
    int place = 0;
    const char *c = text;
    for (; *c >= '0' && *c <= '9' && place <= UINT8_MAX; c++)
        place = 10 * place + (*c - '0');
    if (*text == '\0' || *c || place < 1 || place > UINT8_MAX)
        return dom_err_set(t->err, DOM_E_CONFIG,
                           "%s:%u: place '%.20s' is not allowed; allowed: "
                           "1..255",
                           t->path, r->line, text);
    r->place = (uint8_t)place;
    return DOM_OK;
}

/* Reads a decimal number in units of 1/DOM_RESULTS_CSV_POINT. Returns false if the text is not such a
 * number or is too large. */
static bool parse_points(const char *text, int64_t *points)
{
    const char *c = text + (*text == '-');
    int64_t value = 0;
    int digits = 0, decimals = -1;
    for (; *c && digits <= 12; c++) {
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
    *points = *text == '-' ? -value : value;
    return *c == '\0' && digits > 0 && decimals != 0 && value <= DOM_RATINGS_POOL_POINTS_MAX;
}

static dom_rc read_points(const csv_reader *t, csv_row *r, const char *text)
{
    r->has_points = *text != '\0';
    if (!r->has_points || parse_points(text, &r->points))
        return DOM_OK;
    return dom_err_set(t->err, DOM_E_CONFIG,
                       "%s:%u: points '%.20s' are not allowed; allowed: nothing, or a number "
                       "-%d..%d with at most three decimals",
                       t->path, r->line, text, DOM_RESULTS_CSV_POINTS_MAX,
                       DOM_RESULTS_CSV_POINTS_MAX);
}

static dom_rc add_row(csv_reader *t, const csv_row *r)
{
    if (t->count == ROWS_MAX)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: more than %d rows", t->path, r->line,
                           ROWS_MAX);
    csv_row *added = dom_vec_add(t->rows, t->count, t->room);
    if (added == NULL)
        return dom_err_no_memory(t->err);
    *added = *r;
    return DOM_OK;
}

static dom_rc read_line(csv_reader *t, char *line, uint32_t number)
{
    char *field[FIELDS] = {NULL};
    int count = split(line, field);
    if (count != FIELDS)
        return dom_err_set(t->err, DOM_E_CONFIG,
                           "%s:%u: allowed: %d fields in a row, %s; this row has %s%d", t->path,
                           number, FIELDS, header, count > FIELDS ? "more than " : "",
                           count > FIELDS ? FIELDS : count);
    csv_row r = {.set = field[0], .match = field[1], .bot = field[2], .line = number};
    dom_rc rc = check_name(t, number, "set", r.set);
    if (rc == DOM_OK)
        rc = check_name(t, number, "match", r.match);
    if (rc == DOM_OK)
        rc = check_name(t, number, "bot", r.bot);
    if (rc == DOM_OK)
        rc = read_place(t, &r, field[3]);
    if (rc == DOM_OK)
        rc = read_points(t, &r, field[4]);
    return rc == DOM_OK ? add_row(t, &r) : rc;
}

/* Returns the line at *at, with a NUL at its end, and moves *at past it. */
static char *next_line(char **at)
{
    char *line = *at;
    size_t length = strcspn(line, "\n");
    *at = line + length + (line[length] == '\n');
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return line;
}

static dom_rc read_rows(csv_reader *t)
{
    dom_check(t->text != NULL); /* read, be it empty                           */
    char *at = t->text;
    const char *first = next_line(&at);
    if (strncmp(first, "\xef\xbb\xbf", 3) == 0)
        first += 3; /* some spreadsheets mark UTF-8 so */
    if (strcmp(first, header) != 0)
        return dom_err_set(t->err, DOM_E_CONFIG, "%s:1: the first line is wrong; allowed: '%s'",
                           t->path, header);
    dom_rc rc = DOM_OK;
    for (uint32_t number = 2; *at && rc == DOM_OK; number++) {
        char *line = next_line(&at);
        if (*line)
            rc = read_line(t, line, number);
    }
    if (rc == DOM_OK && t->count == 0)
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: there are no results after the first line",
                           t->path);
    return rc;
}

/* ---- bots ----------------------------------------------------------------- */

static int by_bot(const void *a, const void *b)
{
    return strcmp(((const csv_row *)a)->bot, ((const csv_row *)b)->bot);
}

static dom_rc name_bots(csv_reader *t, dom_strings *names)
{
    dom_check(t->rows != NULL); /* there is a row                              */
    qsort(t->rows, t->count, sizeof *t->rows, by_bot);
    for (size_t i = 0; i < t->count; i++) {
        bool is_new = i == 0 || by_bot(&t->rows[i - 1], &t->rows[i]) != 0;
        if (is_new && names->count == DOM_RATINGS_POOL_PLAYERS_MAX)
            return dom_err_set(t->err, DOM_E_LIMIT, "%s: more than %d bots", t->path,
                               DOM_RATINGS_POOL_PLAYERS_MAX);
        if (is_new && !dom_strings_add(names, t->rows[i].bot))
            return dom_err_no_memory(t->err);
        t->rows[i].player = (uint32_t)names->count - 1;
    }
    return DOM_OK;
}

/* ---- matches and sets ------------------------------------------------------ */

static int by_match(const void *a, const void *b)
{
    const csv_row *x = a, *y = b;
    int order = strcmp(x->set, y->set);
    if (order == 0)
        order = strcmp(x->match, y->match);
    if (order == 0)
        order = (x->player > y->player) - (x->player < y->player);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static dom_rc wrong_match(const csv_reader *t, const csv_row *r, const char *what)
{
    return dom_err_set(t->err, DOM_E_CONFIG, "%s:%u: match '%s' of set '%s' %s", t->path, r->line,
                       r->match, r->set, what);
}

static dom_rc check_match(const csv_reader *t, const csv_row rows[], size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (rows[i].player == rows[i - 1].player)
            return dom_err_set(t->err, DOM_E_CONFIG,
                               "%s:%u: bot '%s' is already in match '%s' of set '%s', in line %u",
                               t->path, rows[i].line, rows[i].bot, rows[i].match, rows[i].set,
                               rows[i - 1].line);
        if (rows[i].has_points != rows[0].has_points)
            return wrong_match(t, rows[i].has_points ? &rows[0] : &rows[i],
                               "has points for some bots only");
    }
    if (count < 2)
        return wrong_match(t, rows, "has one bot; allowed: 2..8");
    if (count > DOM_RATINGS_POOL_ENTRIES_MAX)
        return wrong_match(t, rows, "has more than 8 bots; allowed: 2..8");
    return DOM_OK;
}

static dom_ratings_pool_match match_of(const csv_row rows[], size_t count)
{
    dom_ratings_pool_match m = {.entries = (uint8_t)count,
                                .members = 1,
                                .fault = DOM_RATINGS_POOL_NO_FAULT,
                                .rounds = rows[0].has_points};
    for (size_t i = 0; i < count; i++) {
        m.player[i][0] = rows[i].player;
        m.place[i] = rows[i].place;
        m.points[i] = rows[i].points;
    }
    return m;
}

/* Returns how many rows from here on belong to the same set, or to the same match. */
static size_t run_of(const csv_row rows[], size_t left, bool of_match)
{
    size_t count = 1;
    while (count < left && strcmp(rows[count].set, rows[0].set) == 0 &&
           (!of_match || strcmp(rows[count].match, rows[0].match) == 0))
        count++;
    return count;
}

static dom_rc add_set(csv_reader *t, const csv_row rows[], size_t count)
{
    size_t matches = 0;
    for (size_t i = 0, size; i < count; i += size) {
        size = run_of(rows + i, count - i, true);
        dom_rc rc = check_match(t, rows + i, size);
        if (rc != DOM_OK)
            return rc;
        if (matches == DOM_RATINGS_POOL_SET_MATCHES_MAX)
            return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: set '%s' has more than %d matches",
                               t->path, rows[i].line, rows[i].set,
                               DOM_RATINGS_POOL_SET_MATCHES_MAX);
        t->matches[matches++] = match_of(rows + i, size);
    }
    dom_ratings_rc rc = dom_ratings_pool_add_set(t->pool, t->matches, matches);
    if (rc == DOM_RATINGS_E_LIMIT)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: set '%s' has more than %d pairings",
                           t->path, rows[0].line, rows[0].set, DOM_RATINGS_POOL_SET_PAIRINGS_MAX);
    return rc == DOM_RATINGS_OK ? DOM_OK : dom_err_no_memory(t->err);
}

static dom_rc add_sets(csv_reader *t)
{
    dom_rc rc = DOM_OK;
    t->matches = malloc(DOM_RATINGS_POOL_SET_MATCHES_MAX * sizeof *t->matches);
    if (t->matches == NULL)
        return dom_err_no_memory(t->err);
    qsort(t->rows, t->count, sizeof *t->rows, by_match);
    for (size_t i = 0, size; i < t->count && rc == DOM_OK; i += size) {
        size = run_of(t->rows + i, t->count - i, false);
        rc = add_set(t, t->rows + i, size);
    }
    return rc;
}

dom_rc dom_results_csv_read(const char *path, dom_ratings_pool *pool, dom_strings *names,
                            dom_err *err)
{
    csv_reader t = {.path = path, .err = err, .pool = pool};
    *names = (dom_strings){0};
    dom_rc rc = read_text(&t);
    if (rc == DOM_OK)
        rc = read_rows(&t);
    if (rc == DOM_OK)
        rc = name_bots(&t, names);
    if (rc == DOM_OK)
        rc = add_sets(&t);
    free(t.text);
    free(t.rows);
    free(t.matches);
    return rc;
}
