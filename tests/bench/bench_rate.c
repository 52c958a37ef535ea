/* Speed and memory of `rate` with a large table, beside a plain reader of the same file, which cuts the
 * lines at their commas and reads place and points.
 *
 *     bench_rate [ROWS]     10,000,000 if not given; writes a file of 22 bytes a row into the folder of
 *                           temporary files
 *
 * Prints processor seconds of both, their ratio, and the memory of `rate` per row, the file included.
 * If M. Ballicora's program `ordo` is on PATH, it rates the same games from a PGN file, without errors
 * and with 100 simulations, and its processor seconds are printed as well. */
#include "bench.h"
#include "ratings/list.h"
#include "results/results_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BOTS = 100, ROWS = 10000000, ROWS_OF_SET = 4 };

static void fail(const char *what)
{
    (void)fprintf(stderr, "bench_rate: %s\n", what);
    exit(2);
}

/* Write the table, and the same games for Ordo if `games` is not NULL. */
static void write_table(FILE *file, FILE *games, long rows)
{
    (void)fputs("set,match,bot,place,points\n", file);
    for (long set = 1; set <= rows / ROWS_OF_SET; set++) {
        uint32_t a = bench_below(BOTS), b = (a + 1 + bench_below(BOTS - 1)) % BOTS;
        for (int match = 1; match <= 2; match++) {
            int wins = bench_below(300) + b / 2 > 150 + a / 2;
            (void)fprintf(file, "%ld,%d,bot-%u,%d,%d\n%ld,%d,bot-%u,%d,%d\n", set, match, a,
                          2 - wins, wins ? 10 : -10, set, match, b, 1 + wins, wins ? -10 : 10);
            if (games)
                (void)fprintf(games,
                              "[White \"bot-%u\"]\n[Black \"bot-%u\"]\n[Result \"%s\"]\n\n%s\n\n",
                              a, b, wins ? "1-0" : "0-1", wins ? "1-0" : "0-1");
        }
    }
    if (fflush(file) != 0 || (games && fflush(games) != 0))
        fail("the table cannot be written");
}

/* ---- Ordo -------------------------------------------------------------------- */

static bool has_ordo(void)
{
    return system("command -v ordo >/dev/null 2>&1") == 0;
}

static double seconds_of_children(void)
{
    struct rusage use;
    (void)getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

static void beside_ordo(const char *games, const char *options, double rated)
{
    char command[200];
    double before = seconds_of_children();
    (void)snprintf(command, sizeof command, "ordo -q %s -p %s -o /dev/null >/dev/null", options,
                   games);
    if (system(command) != 0)
        fail("ordo failed");
    double ordo = seconds_of_children() - before;
    (void)printf("ordo %s: %.2f s, rated with intervals in %.2f times that\n", options, ordo,
                 rated / ordo);
}

/* ---- the table ----------------------------------------------------------------- */

/* Returns the sum of what it read, so that no reading is left out. */
static double read_plainly(const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    double sum = 0;
    if (file == NULL)
        fail("the table cannot be read");
    while (getline(&line, &room, file) > 0) {
        char *at = line, *field[5] = {NULL};
        for (int i = 0; i < 5; i++)
            field[i] = strsep(&at, ",\n");
        sum += (double)strtol(field[3], NULL, 10) + strtod(field[4], NULL);
    }
    free(line);
    (void)fclose(file);
    return sum;
}

static void rate(const char *path)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    dom_results_csv to = {.pool = pool};
    dom_err err = {.text = ""};
    dom_ratings_list list;
    if (pool == NULL || dom_results_csv_read(&to, path, &err) != DOM_OK)
        fail(err.text);
    if (dom_ratings_list_fit(&list, pool, NULL) != DOM_RATINGS_OK)
        fail("the list cannot be fitted");
    dom_ratings_list_clear(&list);
    dom_strings_clear(&to.names);
    dom_ratings_pool_free(&pool);
}

static FILE *temporary(char *path)
{
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file == NULL)
        fail("no temporary file");
    return file;
}

int main(int argc, char **argv)
{
    char path[] = "/tmp/bench_rate.XXXXXX", games_path[] = "/tmp/bench_rate.XXXXXX";
    long rows = argc > 1 ? atol(argv[1]) : ROWS;
    if (rows < ROWS_OF_SET)
        fail("at least 4 rows are needed");
    FILE *file = temporary(path), *games = has_ordo() ? temporary(games_path) : NULL;
    struct rusage before, after;
    write_table(file, games, rows);
    (void)fclose(file);
    double start = bench_now_s(), sum = read_plainly(path), plain = bench_now_s() - start;
    (void)getrusage(RUSAGE_SELF, &before);
    start = bench_now_s();
    rate(path);
    double rated = bench_now_s() - start;
    (void)getrusage(RUSAGE_SELF, &after);
    (void)unlink(path);
    (void)printf(
        "%ld rows: plain reader %.2f s (sum %.0f), rated with intervals %.2f s: %.2f times; "
        "%.1f bytes a row\n",
        rows, plain, sum, rated, rated / plain,
        1024.0 * (double)(after.ru_maxrss - before.ru_maxrss) / (double)rows);
    if (games) {
        (void)fclose(games);
        beside_ordo(games_path, "", rated);
        beside_ordo(games_path, "-s 100", rated);
        (void)unlink(games_path);
    }
}
