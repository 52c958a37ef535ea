/* The file of values: what was added is found, by all that it depends on; a damaged file loses at
 * most what is damaged. */
#include "../record/played.h"
#include "../tools/scratch.h"
#include "analysis/analysis_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static scratch s;
static dom_store *store;
static played one, two;
static dom_analysis_workbench bench;
static const dom_analysis_plan plan = {.worlds = 4};

static void set_up(void)
{
    scratch_open(&s);
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_WRITE, NULL), DOM_OK));
    played_play(&one, "block-2", 3, 0, 0, 0);
    played_play(&two, "draw-3", 4, 0, 0, 0);
}

static void clean_up(void)
{
    dom_store_close(&store);
    scratch_close(&s);
}

TestSuite(analysis_file, .init = set_up, .fini = clean_up);

static const char *path(void)
{
    return scratch_at(&s, "a.db-analysis");
}

static dom_analysis_file *open_file(void)
{
    dom_analysis_file *file;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_analysis_file_open(&file, store, &err), DOM_OK), "%s", err.text);
    return file;
}

static void add(dom_analysis_file *file, const played *p)
{
    dom_analysis_match m = {.choice_count = 0};
    dom_record_match record = played_record(p);
    cr_assert(eq(int, dom_analysis_match_values(&m, &bench, &record, &plan, NULL, NULL), DOM_OK));
    cr_assert(eq(int, dom_analysis_file_add(file, &record, &plan, &m, NULL), DOM_OK));
    dom_analysis_match_clear(&m);
}

/* Makes the file with both matches. */
static void make_file(void)
{
    dom_analysis_file *file = open_file();
    add(file, &one);
    add(file, &two);
    dom_analysis_file_close(&file);
}

/* Returns whether a reader finds the match. */
static bool is_found(const played *p)
{
    dom_analysis_file *file;
    dom_analysis_match m = {.choice_count = 0};
    dom_record_match record = played_record(p);
    cr_assert(eq(int, dom_analysis_file_read(&file, store, NULL), DOM_OK));
    dom_rc rc = dom_analysis_file_find(file, &record, &plan, &m);
    cr_expect(eq(int, rc == DOM_OK, m.choice_count > 0));
    dom_analysis_match_clear(&m);
    dom_analysis_file_close(&file);
    return rc == DOM_OK;
}

static off_t size_of_file(void)
{
    struct stat st;
    cr_assert(zero(int, stat(path(), &st)));
    return st.st_size;
}

static void change_byte(off_t at)
{
    char byte;
    int fd = open(path(), O_RDWR);
    cr_assert(eq(int, (int)pread(fd, &byte, 1, at), 1));
    byte = (char)(byte ^ 1);
    cr_assert(eq(int, (int)pwrite(fd, &byte, 1, at), 1));
    (void)close(fd);
}

Test(analysis_file, what_was_added_is_found_as_it_was)
{
    dom_analysis_match m = {.choice_count = 0}, found = {.choice_count = 0};
    dom_record_match record = played_record(&two);
    dom_analysis_file *file = open_file();
    add(file, &one);
    cr_assert(eq(int, dom_analysis_match_values(&m, &bench, &record, &plan, NULL, NULL), DOM_OK));
    cr_assert(eq(int, dom_analysis_file_add(file, &record, &plan, &m, NULL), DOM_OK));
    dom_analysis_file_close(&file);
    cr_assert(eq(int, dom_analysis_file_read(&file, store, NULL), DOM_OK));
    cr_assert(eq(int, dom_analysis_file_find(file, &record, &plan, &found), DOM_OK));
    cr_assert(eq(sz, found.choice_count, m.choice_count));
    cr_assert(eq(sz, found.round_count, m.round_count));
    cr_assert(eq(sz, found.value_count, m.value_count));
    for (size_t i = 0; i < m.choice_count; i++) {
        cr_expect(eq(u32, found.choice[i].step, m.choice[i].step));
        cr_expect(eq(dbl, found.choice[i].skill.mean, m.choice[i].skill.mean));
        cr_expect(eq(dbl, found.choice[i].loss.variance, m.choice[i].loss.variance));
        cr_expect(
            zero(int, memcmp(&found.choice[i].fact, &m.choice[i].fact, sizeof m.choice[i].fact)));
    }
    for (size_t i = 0; i < m.round_count; i++)
        cr_expect(eq(dbl, found.round[i].luck, m.round[i].luck));
    for (size_t i = 0; i < m.value_count; i++)
        cr_expect(eq(dbl, found.value[i], m.value[i]));
    cr_expect(zero(int, memcmp(found.action, m.action, m.action_count * sizeof *m.action)));
    dom_analysis_match_clear(&found);
    dom_analysis_match_clear(&m);
    dom_analysis_file_close(&file);
}

Test(analysis_file, a_match_is_found_by_all_that_its_values_depend_on)
{
    dom_analysis_match m = {.choice_count = 0};
    make_file();
    dom_analysis_file *file;
    cr_assert(eq(int, dom_analysis_file_read(&file, store, NULL), DOM_OK));
    static const dom_analysis_plan other_plan[] = {{.worlds = 5},
                                                   {.worlds = 4, .has_causes = true},
                                                   {.worlds = 4, .open_positions = 1024},
                                                   {.worlds = 4, .open_positions = 2048}};
    dom_options options = one.variant.options;
    options.target++;
    dom_record_match changed[6];
    for (int i = 0; i < 6; i++)
        changed[i] = played_record(&one);
    changed[1].key.byte[0] ^= 1;
    changed[2].options = &options;
    changed[3].decisions_bytes--;
    changed[4].match++;
    changed[5].rotation ^= 1;
    for (int i = 0; i < 6; i++) {
        cr_expect(eq(int, dom_analysis_file_find(file, &changed[i], &plan, &m) == DOM_OK, i == 0),
                  "%d", i);
        dom_analysis_match_clear(&m);
    }
    for (size_t i = 0; i < sizeof other_plan / sizeof *other_plan; i++)
        cr_expect(
            eq(int, dom_analysis_file_find(file, &changed[0], &other_plan[i], &m), DOM_E_ABSENT));
    dom_analysis_file_close(&file);
}

Test(analysis_file, what_else_a_plan_asks_for_is_kept_with_it)
{
    static const dom_analysis_plan more = {.worlds = 4, .has_causes = true, .open_positions = 1024};
    dom_analysis_match m = {.choice_count = 0}, found = {.choice_count = 0};
    dom_record_match record = played_record(&two);
    dom_analysis_file *file = open_file();
    add(file, &two);
    cr_assert(eq(int, dom_analysis_match_values(&m, &bench, &record, &more, NULL, NULL), DOM_OK));
    cr_assert(eq(int, dom_analysis_file_add(file, &record, &more, &m, NULL), DOM_OK));
    cr_assert(eq(int, dom_analysis_file_find(file, &record, &more, &found), DOM_OK));
    cr_assert(eq(sz, found.round_count, m.round_count));
    for (size_t i = 0; i < m.round_count; i++)
        for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
            cr_expect(eq(dbl, found.round[i].caused[c], m.round[i].caused[c]));
    for (size_t i = 0; i < m.round_count; i++)
        cr_expect(eq(dbl, found.round[i].open_loss, m.round[i].open_loss));
    for (size_t i = 0; i < m.choice_count; i++) {
        cr_expect(eq(int, found.choice[i].open.is_solved, m.choice[i].open.is_solved));
        cr_expect(eq(dbl, found.choice[i].open.loss, m.choice[i].open.loss));
    }
    dom_analysis_match_clear(&found);
    cr_assert(eq(int, dom_analysis_file_find(file, &record, &plan, &found), DOM_OK));
    for (size_t i = 0; i < found.round_count; i++) {
        cr_expect(zero(dbl, found.round[i].caused[DOM_SEARCH_OTHERS]));
        cr_expect(zero(int, found.round[i].open_solved));
    }
    dom_analysis_match_clear(&found);
    dom_analysis_match_clear(&m);
    dom_analysis_file_close(&file);
}

Test(analysis_file, what_a_killed_writer_left_is_cut_off)
{
    make_file();
    off_t whole = size_of_file();
    cr_assert(zero(int, truncate(path(), whole - 1)));
    cr_expect(is_found(&one));
    cr_expect(not(is_found(&two)));
    dom_analysis_file *file = open_file();
    add(file, &two);
    dom_analysis_file_close(&file);
    cr_expect(is_found(&one) && is_found(&two));
    cr_expect(eq(i64, size_of_file(), whole));
}

Test(analysis_file, no_changed_byte_is_read)
{
    make_file();
    off_t whole = size_of_file();
    for (off_t at = 0; at < whole; at += 37) {
        change_byte(at);
        bool both = is_found(&one) && is_found(&two);
        cr_expect(not(both), "byte %ld", (long)at);
        change_byte(at);
    }
    cr_expect(is_found(&one) && is_found(&two));
}

Test(analysis_file, a_file_of_another_version_is_begun_anew)
{
    make_file();
    change_byte(20);
    dom_analysis_file *file = open_file();
    add(file, &two);
    dom_analysis_file_close(&file);
    cr_expect(not(is_found(&one)));
    cr_expect(is_found(&two));
}

Test(analysis_file, several_may_add_at_the_same_time)
{
    make_file();
    off_t whole = size_of_file();
    cr_assert(zero(int, unlink(path())));
    dom_analysis_file *first = open_file(), *second = open_file();
    add(first, &one);
    cr_expect(is_found(&one));
    add(second, &two);
    cr_expect(is_found(&one) && is_found(&two));
    add(first, &one);
    dom_analysis_file_close(&first);
    dom_analysis_file_close(&second);
    cr_expect(is_found(&one) && is_found(&two));
    cr_expect(lt(i64, whole, size_of_file()), "the same match twice, of which the last counts");
}

Test(analysis_file, a_writer_notices_that_the_file_was_begun_anew)
{
    make_file();
    dom_analysis_file *first = open_file(), *second = NULL;
    change_byte(20);
    second = open_file();
    add(second, &two);
    add(first, &one);
    dom_analysis_file_close(&first);
    dom_analysis_file_close(&second);
    cr_expect(is_found(&one) && is_found(&two));
}

Test(analysis_file, a_lock_that_is_never_let_go_is_named)
{
    dom_err err = {.text = ""};
    dom_analysis_match m = {.choice_count = 0};
    dom_record_match record = played_record(&one);
    dom_analysis_file *file = open_file();
    int other = open(path(), O_RDONLY);
    cr_assert(zero(int, flock(other, LOCK_EX)));
    cr_assert(eq(int, dom_analysis_match_values(&m, &bench, &record, &plan, NULL, NULL), DOM_OK));
    cr_expect(eq(int, dom_analysis_file_add(file, &record, &plan, &m, &err), DOM_E_IO));
    cr_expect(ne(ptr, strstr(err.text, "another process has kept it locked"), NULL));
    (void)close(other);
    cr_expect(eq(int, dom_analysis_file_add(file, &record, &plan, &m, &err), DOM_OK), "%s",
              err.text);
    dom_analysis_match_clear(&m);
    dom_analysis_file_close(&file);
    cr_expect(is_found(&one));
}

Test(analysis_file, a_file_that_others_may_write_is_not_used)
{
    dom_analysis_file *file;
    dom_err err = {.text = ""};
    make_file();
    cr_assert(zero(int, chmod(path(), 0666)));
    cr_expect(not(is_found(&one)));
    cr_expect(eq(int, dom_analysis_file_open(&file, store, &err), DOM_E_IO));
    cr_expect(ne(ptr, strstr(err.text, "others may write it"), NULL), "%s", err.text);
}

Test(analysis_file, no_link_is_followed)
{
    dom_analysis_file *file;
    scratch_write(&s, "other", "kept");
    cr_assert(zero(int, symlink(scratch_at(&s, "other"), path())));
    cr_expect(not(is_found(&one)));
    cr_expect(eq(int, dom_analysis_file_open(&file, store, NULL), DOM_E_IO));
    char *text = scratch_read(scratch_at(&s, "other"));
    cr_expect(eq(str, text, "kept"));
    free(text);
}
