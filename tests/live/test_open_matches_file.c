/* The file of the matches under way: what a run writes is read back, and nothing else is accepted.
 */
#include "base/path.h"
#include "live/open_matches_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/domino-test.XXXXXX";
static char path[DOM_HOME_BESIDE_BYTES];
static dom_home home;
static dom_core_tournament tournament;
static dom_core_open_matches open_now;
static const uint8_t choices[] = {9, 0, 200, 1};

static void set_up(void)
{
    dom_err err = {.text = ""};
    cr_assert(mkdtemp(folder) != NULL);
    cr_assert(eq(int, dom_home_find(&home, folder, NULL, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_home_lock(&home, &err), DOM_OK), "%s", err.text);
    dom_home_open_matches_path(path, &home);
    tournament = (dom_core_tournament){.name = "spring"};
    open_now = (dom_core_open_matches){.count = 5, .shown = 2};
    open_now.match[0] = (dom_core_open_match){.match = 7,
                                              .set = 4,
                                              .rotation = 1,
                                              .variant = 2,
                                              .seats = 2,
                                              .bot = {3, 0},
                                              .score = {12, -40},
                                              .round = 3,
                                              .turn = 1,
                                              .started_ms = 1000,
                                              .asked_ms = 2000,
                                              .decisions = choices,
                                              .decisions_bytes = sizeof choices};
    open_now.match[1] =
        (dom_core_open_match){.match = 9, .set = 5, .seats = 4, .round = 1, .turn = DOM_NOBODY};
}

static void tear_down(void)
{
    char command[DOM_PATH_BYTES];
    dom_home_unlock(&home);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    (void)!system(command);
}

TestSuite(open_matches_file, .init = set_up, .fini = tear_down);

/* Publishes `open_now`. */
static dom_live_writer *publish(void)
{
    dom_live_writer *writer = dom_live_writer_open(&home, &tournament);
    cr_assert(writer != NULL);
    dom_core_watcher watcher = dom_live_watcher(writer);
    watcher.look(watcher.context, &open_now);
    return writer;
}

static char *read_file(void)
{
    static char text[4096];
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    return text;
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0);
    (void)fclose(file);
}

static void expect_read(bool has_spectators)
{
    dom_live_open_matches read;
    cr_assert(eq(int, dom_live_open_matches_read(&read, &home), DOM_OK));
    cr_expect(eq(str, read.tournament, tournament.name));
    cr_expect(eq(u32, read.open.count, 5));
    cr_assert(eq(u32, read.open.shown, 2));
    const dom_core_open_match *m = &read.open.match[0];
    cr_expect(all(eq(u64, m->match, 7), eq(u64, m->set, 4), eq(int, m->rotation, 1),
                  eq(u32, m->variant, 2), eq(int, m->seats, 2), eq(int, m->round, 3),
                  eq(i64, m->started_ms, 1000)));
    cr_expect(all(eq(int, m->bot[0], 3), eq(int, m->bot[1], 0), eq(int, m->score[0], 12),
                  eq(int, m->score[1], -40)));
    cr_expect(eq(int, m->turn, has_spectators ? 1 : DOM_NOBODY));
    cr_expect(eq(i64, m->asked_ms, has_spectators ? 2000 : 0));
    cr_expect(eq(sz, m->decisions_bytes, has_spectators ? sizeof choices : 0));
    cr_expect(eq(int, m->decisions != NULL, has_spectators));
    if (has_spectators)
        cr_expect(zero(int, memcmp(m->decisions, choices, sizeof choices)));
    cr_expect(eq(int, read.open.match[1].seats, 4));
    dom_live_open_matches_clear(&read);
}

Test(open_matches_file, what_a_run_publishes_is_read_back)
{
    tournament.has_spectators = true;
    dom_live_writer *writer = publish();
    expect_read(true);
    cr_expect(ne(ptr, strstr(read_file(), "0900c801"), NULL));
    dom_live_writer_close(writer);
}

Test(open_matches_file, without_spectators_it_has_no_choice_and_nobody_is_on_turn)
{
    dom_live_writer *writer = publish();
    expect_read(false);
    const char *text = read_file();
    cr_expect(eq(ptr, (void *)strstr(text, "0900c801"), NULL));
    cr_expect(eq(ptr, (void *)strstr(text, "play"), NULL));
    cr_expect(eq(ptr, (void *)strstr(text, "turn"), NULL));
    dom_live_writer_close(writer);
}

Test(open_matches_file, it_is_private_replaced_by_news_only_and_removed_at_the_end)
{
    struct stat first, same, other;
    dom_live_writer *writer = publish();
    dom_core_watcher watcher = dom_live_watcher(writer);
    cr_assert(zero(int, stat(path, &first)));
    cr_expect(eq(int, (int)(first.st_mode & 0777), 0600));
    watcher.look(watcher.context, &open_now);
    cr_assert(zero(int, stat(path, &same)));
    cr_expect(eq(u64, same.st_ino, first.st_ino));
    open_now.match[0].round++;
    watcher.look(watcher.context, &open_now);
    cr_assert(zero(int, stat(path, &other)));
    cr_expect(ne(u64, other.st_ino, first.st_ino));
    dom_live_writer_close(writer);
    cr_expect(ne(int, access(path, F_OK), 0));
}

Test(open_matches_file, a_run_without_the_lock_publishes_nothing)
{
    dom_home_unlock(&home);
    dom_live_writer *writer = dom_live_writer_open(&home, &tournament);
    cr_expect(dom_live_watcher(writer).look == NULL);
    dom_live_writer_close(writer);
}

Test(open_matches_file, the_next_run_removes_what_a_killed_one_has_left)
{
    char draft[DOM_HOME_BESIDE_BYTES];
    dom_err err;
    write_file("{}");
    dom_home_open_matches_draft(draft, &home);
    cr_assert(zero(int, symlink("nothing", draft)));
    dom_home_unlock(&home);
    cr_expect(zero(int, access(path, F_OK)));
    cr_assert(eq(int, dom_home_lock(&home, &err), DOM_OK));
    cr_expect(ne(int, access(path, F_OK), 0));
    cr_expect(ne(int, unlink(draft), 0), "it is removed already");
}

Test(open_matches_file, without_a_file_there_is_nothing)
{
    dom_live_open_matches read;
    cr_expect(eq(int, dom_live_open_matches_read(&read, &home), DOM_E_ABSENT));
    cr_expect(zero(u32, read.open.shown));
}

#define HEAD "{\"version\":1,\"tournament\":\"t\",\"count\":9,\"matches\":["
#define MATCH "\"match\":1,\"set\":1,\"rotation\":0,\"variant\":0,\"round\":1,\"started\":5"
#define GOOD MATCH ",\"bots\":[0,1],\"scores\":[0,0]"
#define PLAY(turn, choices) ",\"play\":{\"turn\":" turn ",\"asked\":1,\"choices\":" choices "}"

/* Each of these differs in one thing from a file that is accepted. */
Test(open_matches_file, what_no_run_has_written_is_refused)
{
    static const struct {
        const char *text;
        dom_rc rc;
    } cases[] = {
        {HEAD "{" GOOD "}]}", DOM_OK},
        {HEAD "{" GOOD PLAY("1", "\"00ff\"") "}]}", DOM_OK},
        {HEAD "{" GOOD PLAY("2", "\"00ff\"") "}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD PLAY("-2", "\"00ff\"") "}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD PLAY("1", "\"00f\"") "}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD PLAY("1", "\"00fx\"") "}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD PLAY("1", "7") "}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD ",\"play\":true}]}", DOM_E_MALFORMED},
        {HEAD "{" GOOD "}]", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0],\"scores\":[0]}]}", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,1,2,3,4,5,6,7,8],\"scores\":[0,0,0,0,0,0,0,0,0]}]}",
         DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,1],\"scores\":[0]}]}", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,-1],\"scores\":[0,0]}]}", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,1000],\"scores\":[0,0]}]}", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,1],\"scores\":[0,2147483648]}]}", DOM_E_MALFORMED},
        {HEAD "{" MATCH ",\"bots\":[0,\"1\"],\"scores\":[0,0]}]}", DOM_E_MALFORMED},
        {HEAD "7]}", DOM_E_MALFORMED},
        {HEAD "{}]}", DOM_E_MALFORMED},
        {"{\"version\":2,\"tournament\":\"t\",\"count\":0,\"matches\":[]}", DOM_E_MALFORMED},
        {"{\"version\":1,\"tournament\":\"t\",\"count\":0,\"matches\":[]}", DOM_OK},
        {"{\"version\":1,\"tournament\":\"t\",\"count\":-1,\"matches\":[]}", DOM_E_MALFORMED},
        {"{\"version\":1,\"tournament\":7,\"count\":0,\"matches\":[]}", DOM_E_MALFORMED},
        {"{\"version\":1,\"tournament\":\"t\",\"count\":0,\"matches\":{}}", DOM_E_MALFORMED},
        {"", DOM_E_MALFORMED},
        {"[]", DOM_E_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_live_open_matches read;
        write_file(cases[i].text);
        dom_rc rc = dom_live_open_matches_read(&read, &home);
        cr_expect(eq(int, rc, cases[i].rc), "%s", cases[i].text);
        if (rc != DOM_OK)
            cr_expect(read.open.shown == 0 && read.decisions == NULL, "%s", cases[i].text);
        dom_live_open_matches_clear(&read);
    }
}

/* ---- ranges -------------------------------------------------------------------------------- */

static void expect_text(const char *text, bool is_accepted)
{
    dom_live_open_matches read;
    write_file(text);
    dom_rc rc = dom_live_open_matches_read(&read, &home);
    cr_expect(eq(int, rc, is_accepted ? DOM_OK : DOM_E_MALFORMED), "%s", text);
    dom_live_open_matches_clear(&read);
}

/* Writes the text with this number in place of the word `N`. */
static void expect_number(const char *form, int64_t number, bool is_accepted)
{
    char text[1000];
    const char *at = strchr(form, 'N');
    (void)snprintf(text, sizeof text, "%.*s%lld%s", (int)(at - form), form, (long long)number,
                   at + 1);
    expect_text(text, is_accepted);
}

#define TWO ",\"bots\":[0,1],\"scores\":[0,0]}]}"

Test(open_matches_file, a_number_is_accepted_up_to_the_ends_of_its_range)
{
    static const struct {
        const char *form;
        int64_t least, most;
    } rows[] = {
        {HEAD "{\"match\":N,\"set\":1,\"rotation\":0,\"variant\":0,\"round\":1,\"started\":5" TWO,
         1, INT64_MAX},
        {HEAD "{\"match\":1,\"set\":N,\"rotation\":0,\"variant\":0,\"round\":1,\"started\":5" TWO,
         1, INT64_MAX},
        {HEAD "{\"match\":1,\"set\":1,\"rotation\":N,\"variant\":0,\"round\":1,\"started\":5" TWO,
         0, UINT8_MAX},
        {HEAD "{\"match\":1,\"set\":1,\"rotation\":0,\"variant\":N,\"round\":1,\"started\":5" TWO,
         0, DOM_CORE_VARIANTS_MAX - 1},
        {HEAD "{\"match\":1,\"set\":1,\"rotation\":0,\"variant\":0,\"round\":N,\"started\":5" TWO,
         1, INT32_MAX},
        {HEAD "{\"match\":1,\"set\":1,\"rotation\":0,\"variant\":0,\"round\":1,\"started\":N" TWO,
         0, INT64_MAX},
        {HEAD "{" MATCH ",\"bots\":[N,0],\"scores\":[0,0]}]}", 0, DOM_CORE_BOTS_MAX - 1},
        {HEAD "{" MATCH ",\"bots\":[0,N],\"scores\":[0,0]}]}", 0, DOM_CORE_BOTS_MAX - 1},
        {HEAD "{" MATCH ",\"bots\":[0,1],\"scores\":[N,0]}]}", INT32_MIN, INT32_MAX},
        {HEAD "{" GOOD ",\"play\":{\"turn\":N,\"asked\":1,\"choices\":\"\"}}]}", DOM_NOBODY, 1},
        {HEAD "{" GOOD ",\"play\":{\"turn\":0,\"asked\":N,\"choices\":\"\"}}]}", 0, INT64_MAX},
        {"{\"version\":1,\"tournament\":\"t\",\"count\":N,\"matches\":[]}", 0, UINT32_MAX},
        {"{\"version\":1,\"tournament\":\"t\",\"count\":N,\"matches\":[{" GOOD "}]}", 1,
         UINT32_MAX},
        {"{\"version\":N,\"tournament\":\"t\",\"count\":1,\"matches\":[]}", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_number(rows[i].form, rows[i].least, true);
        expect_number(rows[i].form, rows[i].least - 1, false);
        expect_number(rows[i].form, rows[i].most, true);
        if (rows[i].most < INT64_MAX)
            expect_number(rows[i].form, rows[i].most + 1, false);
    }
}

Test(open_matches_file, names_and_lists_have_a_largest_size)
{
    enum { NAME_MAX = sizeof((dom_live_open_matches *)0)->tournament - 1 };
    for (int more = 0; more < 2; more++) {
        static char text[DOM_CORE_WATCH_MATCHES_MAX * 200], name[NAME_MAX + 2];
        memset(name, 'x', (size_t)(NAME_MAX + more));
        (void)snprintf(text, sizeof text,
                       "{\"version\":1,\"tournament\":\"%s\",\"count\":1,\"matches\":[]}", name);
        expect_text(text, more == 0);
        size_t length = (size_t)snprintf(text, sizeof text,
                                         "{\"version\":1,\"tournament\":\"t\",\"count\":%d,"
                                         "\"matches\":[",
                                         DOM_CORE_WATCH_MATCHES_MAX + 1);
        for (int i = 0; i < DOM_CORE_WATCH_MATCHES_MAX + more; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s{" GOOD "}",
                                       i > 0 ? "," : "");
        (void)snprintf(text + length, sizeof text - length, "]}");
        expect_text(text, more == 0);
    }
    expect_text(HEAD "{" MATCH ",\"bots\":[0,1,2,3,4,5,6,7],\"scores\":[0,0,0,0,0,0,0,0]}]}", true);
}

/* All matches have their choices in one piece of memory. */
Test(open_matches_file, every_match_has_its_own_choices)
{
    static const uint8_t others[] = {5, 6, 7};
    dom_live_open_matches read;
    tournament.has_spectators = true;
    open_now.match[1].decisions = others;
    open_now.match[1].decisions_bytes = sizeof others;
    dom_live_writer *writer = publish();
    cr_assert(eq(int, dom_live_open_matches_read(&read, &home), DOM_OK));
    for (uint32_t i = 0; i < 2; i++) {
        const dom_core_open_match *m = &read.open.match[i], *was = &open_now.match[i];
        cr_assert(eq(sz, m->decisions_bytes, was->decisions_bytes));
        cr_expect(zero(int, memcmp(m->decisions, was->decisions, was->decisions_bytes)));
    }
    dom_live_open_matches_clear(&read);
    dom_live_writer_close(writer);
}

Test(open_matches_file, a_file_that_cannot_be_written_is_tried_again)
{
    char draft[DOM_HOME_BESIDE_BYTES];
    dom_home_open_matches_draft(draft, &home);
    cr_assert(zero(int, mkdir(draft, 0700)));
    dom_live_writer *writer = publish();
    cr_expect(ne(int, access(path, F_OK), 0));
    cr_assert(zero(int, rmdir(draft)));
    cr_assert(zero(int, mkdir(path, 0700)));
    dom_core_watcher watcher = dom_live_watcher(writer);
    watcher.look(watcher.context, &open_now);
    cr_expect(ne(int, access(draft, F_OK), 0), "no draft is left");
    cr_assert(zero(int, rmdir(path)));
    watcher.look(watcher.context, &open_now);
    cr_expect(zero(int, access(path, F_OK)));
    dom_live_writer_close(writer);
}
