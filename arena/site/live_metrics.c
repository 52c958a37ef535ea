/* Measures a live site, and writes the figures in the text format of Prometheus, version 0.0.4. */
#include "live_site_internal.h"

#include "base/now.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "domino_arena_"

enum { LINE_BYTES = 400 };

/* ---- measuring ------------------------------------------------------------------------ */

static double bytes_of(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (double)file.st_size : 0;
}

/* Returns the size of the database with its log. */
static double database_bytes(const dom_home *home)
{
    char log[DOM_HOME_BESIDE_BYTES];
    (void)snprintf(log, sizeof log, "%s-wal", home->db);
    return bytes_of(home->db) + bytes_of(log);
}

static void read_site(dom_site_live_figures *out, dom_web_site *site)
{
    site->now_ms = dom_now_ms();
    out->age_seconds = (double)dom_web_site_age_s(site);
    out->running = site->is_at_work;
    out->open_matches = site->open.is_there ? site->open.count : 0;
    out->tournaments = (double)site->tournament_count;
    out->matches = dom_web_site_is_counted(site) ? 0 : NAN;
    for (size_t i = 0; i < site->tournament_count; i++)
        out->matches += (double)site->tournaments[i].done;
}

void dom_site_live_figures_read(dom_site_live_figures *out, const char *name,
                                const dom_site_live_scope *scope, dom_site_live_shown *shown)
{
    (void)pthread_mutex_lock(&shown->lock);
    double none = shown->is_empty ? 0 : NAN;
    *out = (dom_site_live_figures){.name = name,
                                   .bytes = database_bytes(scope->home),
                                   .readings = (double)shown->readings,
                                   .reading_seconds = NAN,
                                   .age_seconds = none,
                                   .running = none,
                                   .open_matches = none,
                                   .tournaments = none,
                                   .matches = none};
    if (shown->readings > 0)
        out->reading_seconds = (double)shown->reading_us / 1e6;
    if (shown->has_site)
        read_site(out, &shown->site);
    (void)pthread_mutex_unlock(&shown->lock);
}

/* ---- writing -------------------------------------------------------------------------- */

static void add_head(dom_http_body *out, const char *name, const char *type, const char *help)
{
    char lines[LINE_BYTES];
    int size = snprintf(lines, sizeof lines, "# HELP " PREFIX "%s %s\n# TYPE " PREFIX "%s %s\n",
                        name, help, name, type);
    dom_http_body_add(out, lines, (size_t)size);
}

/* Adds a value, which is left out if it is not known. `label` may be NULL. */
static void add_value(dom_http_body *out, const char *name, const char *label, const char *of,
                      double value)
{
    char line[LINE_BYTES];
    int size =
        label ? snprintf(line, sizeof line, PREFIX "%s{%s=\"%s\"} %.15g\n", name, label, of, value)
              : snprintf(line, sizeof line, PREFIX "%s %.15g\n", name, value);
    if (!isnan(value))
        dom_http_body_add(out, line, (size_t)size);
}

/* A metric that every database has. */
typedef struct {
    const char *name, *type, *help;
    size_t at; /* of its value in dom_site_live_figures */
} database_metric;

#define FIGURE(member) offsetof(dom_site_live_figures, member)

static const database_metric database_metrics[] = {
    {"readings_total", "counter", "Complete readings of the database for the pages.",
     FIGURE(readings)},
    {"reading_seconds", "gauge", "How long the last reading lasted.", FIGURE(reading_seconds)},
    {"pages_age_seconds", "gauge", "For how long the pages may have lacked what was played.",
     FIGURE(age_seconds)},
    {"database_bytes", "gauge", "Size of the database with its log.", FIGURE(bytes)},
    {"tournaments", "gauge", "Tournaments that are stored.", FIGURE(tournaments)},
    {"matches", "gauge", "Matches that are stored.", FIGURE(matches)},
    {"running", "gauge", "1 while an arena plays a tournament of the database, else 0.",
     FIGURE(running)},
    {"open_matches", "gauge", "Matches under way that have lasted two seconds.",
     FIGURE(open_matches)},
};

static void write_database_metric(dom_http_body *out, const database_metric *metric,
                                  const dom_site_live_metrics *m)
{
    add_head(out, metric->name, metric->type, metric->help);
    for (size_t i = 0; i < m->database_count; i++) {
        double value;
        memcpy(&value, (const char *)&m->databases[i] + metric->at, sizeof value);
        add_value(out, metric->name, "database", m->databases[i].name, value);
    }
}

static void write_load(dom_http_body *out, const dom_http_load *load)
{
    add_head(out, "http_responses_total", "counter", "Answers to requests, by class of status.");
    for (int i = 2; i < DOM_HTTP_STATUS_CLASSES; i++) { /* nothing answers with 1xx */
        char code[4] = {(char)('0' + i), 'x', 'x', '\0'};
        add_value(out, "http_responses_total", "code", code, (double)load->answers[i]);
    }
    add_head(out, "http_connections", "gauge", "Open connections.");
    add_value(out, "http_connections", NULL, NULL, load->connections);
    add_head(out, "http_event_streams", "gauge", "Open connections that follow the pages.");
    add_value(out, "http_event_streams", NULL, NULL, load->listeners);
}

static void write_hall(dom_http_body *out, const dom_play_hall_counts *hall)
{
    static const char *const states[] = {
        [DOM_PLAY_WAITING] = "waiting", [DOM_PLAY_PLAYING] = "playing", [DOM_PLAY_ENDED] = "ended"};
    add_head(out, "tables", "gauge", "Tables of people, by state.");
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        add_value(out, "tables", "state", states[i], hall->tables[i]);
    add_head(out, "people", "gauge", "People at tables that have not ended.");
    add_value(out, "people", NULL, NULL, hall->people);
}

void dom_site_live_metrics_write(dom_http_body *out, const dom_site_live_metrics *m)
{
    add_head(out, "build_info", "gauge", "Always 1; the label is the version of domino-arena.");
    add_value(out, "build_info", "version", m->version, 1);
    write_load(out, &m->load);
    add_head(out, "disk_free_bytes", "gauge", "Free space where the database is.");
    add_value(out, "disk_free_bytes", NULL, NULL, m->disk_free_bytes);
    for (size_t i = 0; i < sizeof database_metrics / sizeof *database_metrics; i++)
        write_database_metric(out, &database_metrics[i], m);
    if (m->database_count > 1)
        write_hall(out, &m->hall);
}
