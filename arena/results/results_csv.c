#include "results/results_csv.h"

#include "csv_names.h"

#include "base/check.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <linux/magic.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The text stays as it is: names are places in it, which keeps a row at 20 bytes. */

enum { FIELDS = 5, TEAM_FIELDS = 6, BLOCK_BYTES = 1 << 20, ROWS_MAX = 100000000 };
enum { PAD = 2 + DOM_RESULTS_CSV_NAME_BYTES }; /* after the text, so that names can be compared */

static const char header[] = "set,match,bot,place,points",
                  team_header[] = "set,match,bot,place,points,team";

typedef struct {
    uint32_t set;   /* in the order in which sets appear */
    uint32_t match; /* where the name of its match begins in the text */
    uint32_t team;  /* where its team begins; 0: none */
    int32_t points;
    uint16_t bot; /* in the order in which bots appear */
    uint8_t place;
    bool has_points;
} csv_row;

typedef struct {
    const char *path;
    dom_err *err;
    char *text; /* the file, with a line feed and zeros after it */
    size_t bytes, text_room;
    int fields;
    csv_row *rows;
    size_t count, room;
    dom_results_csv_names sets, bots;
    uint32_t *player; /* by bot: its place in the order of names */
    dom_results_csv *to;
    dom_ratings_pool_match *matches; /* of one set */
    double squares, pairs;           /* of the differences of points in all pairs of all matches */
} csv_reader;

/* ---- the file ------------------------------------------------------------- */

static dom_rc read_blocks(csv_reader *t, FILE *file, size_t size)
{
    size_t got;
    if (size < BLOCK_BYTES)
        size = BLOCK_BYTES;
    do {
        if (!dom_vec_reserve(t->text, t->bytes, t->text_room, size + PAD))
            return dom_err_no_memory(t->err);
        got = fread(t->text + t->bytes, 1, size, file);
        t->bytes += got;
        size = BLOCK_BYTES;
    } while (got > 0 && t->bytes <= UINT32_MAX - PAD);
    if (ferror(file))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: %s", t->path, strerror(errno));
    if (got > 0)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s: is larger than 4 GiB", t->path);
    memset(t->text + t->bytes, 0, PAD);
    t->text[t->bytes] = '\n';
    if (memchr(t->text, '\0', t->bytes))
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: has a NUL byte; allowed: CSV text", t->path);
    return DOM_OK;
}

/* Returns true for a pipe without a name, as a shell makes it for a program: it ends with the program that writes.
 * A named pipe may wait for a writer for ever. */
static bool is_shell_pipe(int fd, const struct stat *of)
{
    struct statfs system;
    return S_ISFIFO(of->st_mode) && fstatfs(fd, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

/* Opens the file without waiting for it. Returns -1 with errno if it cannot be opened. */
static int open_text(const char *path, struct stat *of, bool *is_allowed)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, of) != 0)
        return fd;
    *is_allowed = S_ISREG(of->st_mode) || S_ISDIR(of->st_mode) || is_shell_pipe(fd, of);
    (void)fcntl(fd, F_SETFL, 0); /* the rest of a pipe is waited for */
    return fd;
}

static dom_rc read_text(csv_reader *t)
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
                               : "is a device or a named pipe; allowed: a file, or /dev/stdin as a "
                                 "pipe");
    }
    bool has_size = S_ISREG(of.st_mode) && of.st_size > 0 && of.st_size < UINT32_MAX;
    dom_rc rc = read_blocks(t, file, has_size ? (size_t)of.st_size : 0);
    (void)fclose(file);
    return rc;
}

/* Returns the number of the line in which a place in the text is. */
static unsigned line_of(const csv_reader *t, const char *at)
{
    unsigned line = 1;
    for (const char *c = t->text; (c = memchr(c, '\n', (size_t)(at - c))) != NULL; c++)
        line++;
    return line;
}

static dom_results_csv_field field_at(const csv_reader *t, uint32_t place)
{
    const char *at = t->text + place;
    return (dom_results_csv_field){at, strcspn(at, ",\r\n")};
}

static bool is_same(dom_results_csv_field a, dom_results_csv_field b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Compare two names in the text, which end at a comma or at the end of their line. */
static int compare_names(const char *a, const char *b)
{
    while (*a == *b && *a != ',' && (unsigned char)*a >= ' ')
        a++, b++;
    int of_a = *a == ',' || (unsigned char)*a < ' ' ? -1 : (unsigned char)*a;
    int of_b = *b == ',' || (unsigned char)*b < ' ' ? -1 : (unsigned char)*b;
    return of_a - of_b;
}

/* ---- names ------------------------------------------------------------------ */

static bool is_utf8(dom_results_csv_field text)
{
    json_t *string = json_stringn(text.at, text.length);
    json_decref(string);
    return string != NULL;
}

/* Check a name with bytes that are not plain. */
static const char *fault_of_name(dom_results_csv_field name)
{
    if (memchr(name.at, '"', name.length))
        return "has a quote; fields are bare";
    if (!is_utf8(name))
        return "is not UTF-8";
    for (size_t i = 0; i < name.length; i++)
        if ((unsigned char)name.at[i] < ' ' || name.at[i] == 0x7f)
            return "has a control character";
    return NULL;
}

static dom_rc check_name(const csv_reader *t, const char *what, dom_results_csv_field name,
                         bool is_plain)
{
    const char *wrong = NULL;
    if (is_plain && name.length - 1 < DOM_RESULTS_CSV_NAME_BYTES)
        return DOM_OK;
    if (name.length == 0)
        wrong = "is empty";
    else if (name.length > DOM_RESULTS_CSV_NAME_BYTES)
        wrong = "is longer than 64 bytes";
    else if (!is_plain)
        wrong = fault_of_name(name);
    return wrong ? dom_err_set(t->err, DOM_E_CONFIG, "%s:%u: the %s %s", t->path,
                               line_of(t, name.at), what, wrong)
                 : DOM_OK;
}

/* ---- one line ------------------------------------------------------------- */

/* A line, cut at its commas. */
typedef struct {
    dom_results_csv_field field[TEAM_FIELDS];
    int count;     /* of fields; more than TEAM_FIELDS if there are more */
    bool is_plain; /* it has printable ASCII only, and no quote */
    const char *end;
} csv_line;

/* Returns nonzero if one of the 8 bytes of `word` is 0. */
static uint64_t zero_byte(uint64_t word)
{
    return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/* Returns true if all bytes are printable ASCII and none is a quote. Eight bytes are looked at in one
 * step, because every line of a large file passes here. */
static bool is_plain(const char *at, size_t length)
{
    uint64_t odd = 0, word;
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(&word, at, sizeof word);
        odd |= word & 0x8080808080808080u;
        odd |= (word - 0x2020202020202020u) & ~word & 0x8080808080808080u; /* below a blank */
        odd |= zero_byte(word ^ 0x7f7f7f7f7f7f7f7fu) | zero_byte(word ^ 0x2222222222222222u);
    }
    for (; length > 0; at++, length--)
        odd |= (unsigned char)(*at - ' ') >= 0x5f || *at == '"';
    return odd == 0;
}

/* Cut the line at `at`. */
static void cut_line(const csv_reader *t, const char *at, csv_line *line)
{
    line->end = memchr(at, '\n', (size_t)(t->text + t->bytes + 1 - at));
    const char *end = line->end > at && line->end[-1] == '\r' ? line->end - 1 : line->end;
    line->is_plain = is_plain(at, (size_t)(end - at));
    line->count = 0;
    for (const char *from = at; at <= end; at++) {
        if (*at != ',' && at < end)
            continue;
        if (line->count < TEAM_FIELDS)
            line->field[line->count] = (dom_results_csv_field){from, (size_t)(at - from)};
        line->count++;
        from = at + 1;
    }
}

static dom_rc read_place(const csv_reader *t, csv_row *r, dom_results_csv_field text)
{
    int place = 0;
    size_t i = 0;
    for (; i < text.length && text.at[i] >= '0' && text.at[i] <= '9' && place <= UINT8_MAX; i++)
        place = 10 * place + (text.at[i] - '0');
    if (i < text.length || place < 1 || place > UINT8_MAX)
        return dom_err_set(
            t->err, DOM_E_CONFIG, "%s:%u: place '%.*s' is not allowed; allowed: 1..255", t->path,
            line_of(t, text.at), (int)(text.length < 20 ? text.length : 20), text.at);
    r->place = (uint8_t)place;
    return DOM_OK;
}

/* Reads a decimal number in units of 1/DOM_RESULTS_CSV_POINT. Returns false if the text is not such a
 * number or is too large. */
static bool parse_points(dom_results_csv_field text, int32_t *points)
{
    const char *c = text.at, *end = text.at + text.length;
    bool is_negative = c < end && *c == '-';
    int64_t value = 0;
    int digits = 0, decimals = -1;
    for (c += is_negative; c < end && digits <= 12; c++) {
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
    if (c < end || digits == 0 || decimals == 0 || value > DOM_RATINGS_POOL_POINTS_MAX)
        return false;
    *points = (int32_t)(is_negative ? -value : value);
    return true;
}

static dom_rc read_points(const csv_reader *t, csv_row *r, dom_results_csv_field text)
{
    r->has_points = text.length > 0;
    if (!r->has_points || parse_points(text, &r->points))
        return DOM_OK;
    return dom_err_set(t->err, DOM_E_CONFIG,
                       "%s:%u: points '%.*s' are not allowed; allowed: nothing, or a number "
                       "-%d..%d with at most three decimals",
                       t->path, line_of(t, text.at), (int)(text.length < 20 ? text.length : 20),
                       text.at, DOM_RESULTS_CSV_POINTS_MAX, DOM_RESULTS_CSV_POINTS_MAX);
}

static dom_rc add_row(csv_reader *t, const csv_row *r, const char *at)
{
    if (t->count == ROWS_MAX)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: more than %d rows", t->path, line_of(t, at),
                           ROWS_MAX);
    csv_row *added = dom_vec_add(t->rows, t->count, t->room);
    if (added == NULL)
        return dom_err_no_memory(t->err);
    *added = *r;
    return DOM_OK;
}

/* Number set and bot. Rows of one set mostly follow each other. */
static dom_rc number_row(csv_reader *t, csv_row *r, dom_results_csv_field set,
                         dom_results_csv_field bot)
{
    const csv_row *last = t->count > 0 ? &t->rows[t->count - 1] : NULL;
    uint32_t number;
    if (last && compare_names(set.at, t->text + t->sets.name[last->set]) == 0)
        r->set = last->set;
    else if (!dom_results_csv_names_number(&t->sets, t->text, set, &r->set))
        return dom_err_no_memory(t->err);
    if (!dom_results_csv_names_number(&t->bots, t->text, bot, &number))
        return dom_err_no_memory(t->err);
    if (number >= DOM_RATINGS_POOL_PLAYERS_MAX)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s: more than %d bots", t->path,
                           DOM_RATINGS_POOL_PLAYERS_MAX);
    r->bot = (uint16_t)number;
    return DOM_OK;
}

static dom_rc read_line(csv_reader *t, const csv_line *line)
{
    const dom_results_csv_field *field = line->field;
    if (line->count != t->fields)
        return dom_err_set(
            t->err, DOM_E_CONFIG, "%s:%u: allowed: %d fields in a row, %s; this row has %s%d",
            t->path, line_of(t, field[0].at), t->fields, t->fields == FIELDS ? header : team_header,
            line->count > t->fields ? "more than " : "",
            line->count > t->fields ? t->fields : line->count);
    csv_row r = {.match = (uint32_t)(field[1].at - t->text)};
    dom_rc rc = check_name(t, "set", field[0], line->is_plain);
    if (rc == DOM_OK)
        rc = check_name(t, "match", field[1], line->is_plain);
    if (rc == DOM_OK)
        rc = check_name(t, "bot", field[2], line->is_plain);
    if (rc == DOM_OK)
        rc = read_place(t, &r, field[3]);
    if (rc == DOM_OK)
        rc = read_points(t, &r, field[4]);
    if (rc == DOM_OK && t->fields == TEAM_FIELDS && field[5].length > 0) {
        rc = check_name(t, "team", field[5], line->is_plain);
        r.team = (uint32_t)(field[5].at - t->text);
    }
    if (rc == DOM_OK)
        rc = number_row(t, &r, field[0], field[2]);
    return rc == DOM_OK ? add_row(t, &r, field[0].at) : rc;
}

static dom_rc read_header(csv_reader *t, const char **at)
{
    if (strncmp(*at, "\xef\xbb\xbf", 3) == 0)
        *at += 3; /* some spreadsheets mark UTF-8 so */
    const char *end = strchr(*at, '\n');
    dom_results_csv_field line = {*at, (size_t)(end - *at)};
    if (line.length > 0 && end[-1] == '\r')
        line.length--;
    *at = end + 1;
    if (is_same(line, (dom_results_csv_field){header, sizeof header - 1}))
        t->fields = FIELDS;
    else if (is_same(line, (dom_results_csv_field){team_header, sizeof team_header - 1}))
        t->fields = TEAM_FIELDS;
    else
        return dom_err_set(t->err, DOM_E_CONFIG,
                           "%s:1: the first line is wrong; allowed: '%s', or the same with ',team'",
                           t->path, header);
    return DOM_OK;
}

static dom_rc read_rows(csv_reader *t)
{
    dom_check(t->text != NULL); /* read, be it empty                           */
    const char *at = t->text, *end = t->text + t->bytes;
    dom_rc rc = read_header(t, &at);
    csv_line line;
    while (rc == DOM_OK && at < end) {
        cut_line(t, at, &line);
        if (line.count > 1 || line.field[0].length > 0)
            rc = read_line(t, &line);
        at = line.end + 1;
    }
    if (rc == DOM_OK && t->count == 0)
        return dom_err_set(t->err, DOM_E_CONFIG, "%s: there are no results after the first line",
                           t->path);
    return rc;
}

/* ---- bots ----------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Number the bots by name. */
static dom_rc name_bots(csv_reader *t)
{
    dom_strings *names = &t->to->names;
    t->player = calloc(t->bots.count, sizeof *t->player);
    if (t->player == NULL)
        return dom_err_no_memory(t->err);
    for (size_t i = 0; i < t->bots.count; i++) {
        char name[DOM_RESULTS_CSV_NAME_BYTES + 1];
        dom_results_csv_field field = field_at(t, t->bots.name[i]);
        memcpy(name, field.at, field.length);
        name[field.length] = '\0';
        if (!dom_strings_add(names, name))
            return dom_err_no_memory(t->err);
    }
    dom_strings_sort(names);
    for (size_t i = 0; i < t->bots.count; i++) {
        char name[DOM_RESULTS_CSV_NAME_BYTES + 1], *key = name;
        dom_results_csv_field field = field_at(t, t->bots.name[i]);
        memcpy(name, field.at, field.length);
        name[field.length] = '\0';
        char **found = bsearch(&key, names->item, names->count, sizeof *names->item, by_text);
        dom_check(found != NULL);
        t->player[i] = (uint32_t)(found - names->item);
    }
    return DOM_OK;
}

/* ---- matches ----------------------------------------------------------------- */

static int compare_rows(const csv_reader *t, const csv_row *a, const csv_row *b)
{
    int order = compare_names(t->text + a->match, t->text + b->match);
    if (order == 0 && a->team != 0 && b->team != 0)
        order = compare_names(t->text + a->team, t->text + b->team);
    else if (order == 0)
        order = (a->team != 0) - (b->team != 0);
    if (order == 0 && a->bot != b->bot)
        order = t->player[a->bot] < t->player[b->bot] ? -1 : 1;
    return order ? order : (a->match > b->match) - (a->match < b->match);
}

static int by_match(const void *a, const void *b, void *reader)
{
    return compare_rows(reader, a, b);
}

static dom_rc wrong_match(const csv_reader *t, const csv_row *r, const char *what)
{
    dom_results_csv_field match = field_at(t, r->match), set = field_at(t, t->sets.name[r->set]);
    return dom_err_set(t->err, DOM_E_CONFIG, "%s:%u: match '%.*s' of set '%.*s' %s", t->path,
                       line_of(t, match.at), (int)match.length, match.at, (int)set.length, set.at,
                       what);
}

static dom_rc check_twice(const csv_reader *t, const csv_row *first, const csv_row *again)
{
    dom_results_csv_field bot = field_at(t, t->bots.name[first->bot]),
                          match = field_at(t, again->match),
                          set = field_at(t, t->sets.name[first->set]);
    return dom_err_set(t->err, DOM_E_CONFIG,
                       "%s:%u: bot '%.*s' is already in match '%.*s' of set '%.*s', in line %u",
                       t->path, line_of(t, match.at), (int)bot.length, bot.at, (int)match.length,
                       match.at, (int)set.length, set.at, line_of(t, t->text + first->match));
}

static bool is_partner(const csv_reader *t, const csv_row *a, const csv_row *b)
{
    return a->team != 0 && b->team != 0 && compare_names(t->text + a->team, t->text + b->team) == 0;
}

/* Check that rows of one match, sorted, are teams of two. */
static dom_rc check_teams(const csv_reader *t, const csv_row rows[], size_t count)
{
    for (size_t i = 0; i < count; i += 2) {
        if (rows[i].team == 0)
            return wrong_match(t, &rows[i], "has bots with a team and bots without one");
        if (i + 1 == count || !is_partner(t, &rows[i], &rows[i + 1]) ||
            (i + 2 < count && is_partner(t, &rows[i], &rows[i + 2])))
            return wrong_match(t, &rows[i], "has a team that is not of two bots; allowed: two");
        if (rows[i].place != rows[i + 1].place || rows[i].points != rows[i + 1].points)
            return wrong_match(t, &rows[i + 1],
                               "gives partners different places or points; they share them");
    }
    return DOM_OK;
}

static dom_rc check_match(const csv_reader *t, const csv_row rows[], size_t count)
{
    size_t members = rows[count - 1].team ? 2 : 1; /* rows without a team are sorted first */
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++)
            if (rows[k].bot == rows[i].bot)
                return check_twice(t, rows[k].match < rows[i].match ? &rows[k] : &rows[i],
                                   rows[k].match < rows[i].match ? &rows[i] : &rows[k]);
        if (rows[i].has_points != rows[0].has_points)
            return wrong_match(t, rows[i].has_points ? &rows[0] : &rows[i],
                               "has points for some bots only");
        if (i == DOM_RATINGS_POOL_ENTRIES_MAX * members)
            return wrong_match(t, rows,
                               members > 1 ? "has more than 8 teams; allowed: 2..8"
                                           : "has more than 8 bots; allowed: 2..8");
    }
    if (count < 2)
        return wrong_match(t, rows, "has one bot; allowed: 2..8");
    if (members > 1 && count < 4)
        return wrong_match(t, rows, "has one team; allowed: 2..8");
    if (t->to->by_points && !rows[0].has_points)
        return wrong_match(t, rows, "has no points, and a rating by points needs them");
    if (t->to->rankings && members > 1)
        return wrong_match(t, rows, "has teams; the model of Plackett and Luce has single bots");
    return members > 1 ? check_teams(t, rows, count) : DOM_OK;
}

static void write_match(const csv_reader *t, const csv_row rows[], size_t count,
                        dom_ratings_pool_match *m)
{
    uint8_t members = rows[0].team ? 2 : 1;
    m->entries = (uint8_t)(count / members);
    m->members = members;
    m->fault = DOM_RATINGS_POOL_NO_FAULT;
    m->rounds = rows[0].has_points;
    m->points_scale = t->to->points_scale;
    for (size_t i = 0; i < count; i++) {
        m->player[i / members][i % members] = t->player[rows[i].bot];
        m->place[i / members] = rows[i].place;
        m->points[i / members] = rows[i].points;
    }
}

/* ---- sets -------------------------------------------------------------------- */

/* Returns how many rows from here on belong to the same match. */
static size_t match_rows(const csv_reader *t, const csv_row rows[], size_t left)
{
    size_t count = 1;
    while (count < left && compare_names(t->text + rows[count].match, t->text + rows[0].match) == 0)
        count++;
    return count;
}

static void sort_rows(csv_reader *t, csv_row rows[], size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_rows(t, &rows[i - 1], &rows[i]) > 0) {
            qsort_r(rows, count, sizeof *rows, by_match, t);
            return;
        }
}

/* Make the matches of one set from its rows. */
static dom_rc write_set(csv_reader *t, csv_row rows[], size_t count, size_t *matches)
{
    dom_results_csv_field set = field_at(t, t->sets.name[rows[0].set]);
    *matches = 0;
    sort_rows(t, rows, count);
    for (size_t i = 0, size; i < count; i += size) {
        size = match_rows(t, rows + i, count - i);
        dom_rc rc = check_match(t, rows + i, size);
        if (rc != DOM_OK)
            return rc;
        if (*matches == DOM_RATINGS_POOL_SET_MATCHES_MAX)
            return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: set '%.*s' has more than %d matches",
                               t->path, line_of(t, t->text + rows[i].match), (int)set.length,
                               set.at, DOM_RATINGS_POOL_SET_MATCHES_MAX);
        write_match(t, rows + i, size, &t->matches[(*matches)++]);
    }
    return DOM_OK;
}

/* What is done with the matches of a set. */
typedef dom_rc csv_visit(csv_reader *t, const csv_row *first, size_t matches);

static dom_rc measure_set(csv_reader *t, const csv_row *first, size_t matches)
{
    (void)first;
    for (const dom_ratings_pool_match *m = t->matches; m < t->matches + matches; m++)
        for (int a = 0; a < m->entries; a++)
            for (int b = a + 1; b < m->entries; b++, t->pairs++) {
                double difference = (double)(m->points[a] - m->points[b]);
                t->squares += difference * difference;
            }
    return DOM_OK;
}

static dom_rc add_set(csv_reader *t, const csv_row *first, size_t matches)
{
    dom_results_csv_field set = field_at(t, t->sets.name[first->set]);
    dom_ratings_rc rc = dom_ratings_pool_add_set(t->to->pool, t->matches, matches);
    for (size_t i = 0; t->to->rankings && rc == DOM_RATINGS_OK && i < matches; i++)
        rc = dom_ratings_rankings_add(t->to->rankings, &t->matches[i]);
    if (rc == DOM_RATINGS_E_LIMIT)
        return dom_err_set(t->err, DOM_E_LIMIT, "%s:%u: set '%.*s' has more than %d pairings",
                           t->path, line_of(t, t->text + first->match), (int)set.length, set.at,
                           DOM_RATINGS_POOL_SET_PAIRINGS_MAX);
    return rc == DOM_RATINGS_OK ? DOM_OK : dom_err_no_memory(t->err);
}

/* Bring the rows of each set together, in the order in which sets appear, if they are not. In time
 * proportional to the rows: the place of each row follows from the sizes of the sets before its own. */
static dom_rc gather(csv_reader *t)
{
    bool is_gathered = true;
    for (size_t i = 1; i < t->count; i++)
        is_gathered &= t->rows[i].set >= t->rows[i - 1].set;
    if (is_gathered)
        return DOM_OK;
    size_t *from = calloc(t->sets.count + 1, sizeof *from);
    csv_row *rows = malloc(t->count * sizeof *rows);
    if (from && rows) {
        for (size_t i = 0; i < t->count; i++)
            from[t->rows[i].set + 1]++;
        for (size_t set = 1; set < t->sets.count; set++)
            from[set] += from[set - 1];
        for (size_t i = 0; i < t->count; i++)
            rows[from[t->rows[i].set]++] = t->rows[i];
        free(t->rows);
        t->rows = rows;
        t->room = t->count;
    } else {
        free(rows);
    }
    free(from);
    return from && rows ? DOM_OK : dom_err_no_memory(t->err);
}

static dom_rc visit_sets(csv_reader *t, csv_visit *visit)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0, end, matches; rc == DOM_OK && i < t->count; i = end) {
        for (end = i + 1; end < t->count && t->rows[end].set == t->rows[i].set;)
            end++;
        rc = write_set(t, t->rows + i, end - i, &matches);
        if (rc == DOM_OK)
            rc = visit(t, &t->rows[i], matches);
    }
    return rc;
}

/* Find the scale of points first, if it is needed. */
static dom_rc add_sets(csv_reader *t)
{
    t->matches = calloc(DOM_RATINGS_POOL_SET_MATCHES_MAX, sizeof *t->matches);
    dom_rc rc = t->matches ? gather(t) : dom_err_no_memory(t->err);
    if (rc == DOM_OK && t->to->by_points) {
        rc = visit_sets(t, measure_set);
        t->to->points_scale = (int64_t)fmax(1, round(sqrt(t->squares / fmax(1, t->pairs))));
    }
    return rc == DOM_OK ? visit_sets(t, add_set) : rc;
}

dom_rc dom_results_csv_read(dom_results_csv *to, const char *path, dom_err *err)
{
    csv_reader t = {.path = path, .err = err, .to = to};
    to->names = (dom_strings){0};
    to->points_scale = 0;
    dom_rc rc = read_text(&t);
    if (rc == DOM_OK)
        rc = read_rows(&t);
    dom_results_csv_names_close(&t.sets);
    dom_results_csv_names_close(&t.bots);
    if (rc == DOM_OK)
        rc = name_bots(&t);
    if (rc == DOM_OK)
        rc = add_sets(&t);
    free(t.text);
    free(t.rows);
    dom_results_csv_names_clear(&t.sets);
    dom_results_csv_names_clear(&t.bots);
    free(t.player);
    free(t.matches);
    return rc;
}
