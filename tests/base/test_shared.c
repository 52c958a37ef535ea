/* Folders that a group shares. */
#include "base/shared.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void set_up(void)
{
    strcpy(folder, "/tmp/domino-shared.XXXXXX");
    cr_assert(ne(ptr, mkdtemp(folder), NULL));
    cr_assert(eq(int, chmod(folder, 02770), 0));
}

static void clean_up(void)
{
    (void)rmdir(folder);
}

TestSuite(base_shared, .init = set_up, .fini = clean_up);

static const char *path_of(const char *name)
{
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

Test(base_shared, a_folder_is_shared_by_its_group_alone)
{
    static const mode_t others[] = {0770, 02750, 02700, 02775, 02771, 0700, 0755, 0777};
    cr_assert(eq(int, dom_shared_is(folder), 1));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        cr_assert(eq(int, chmod(folder, others[i]), 0));
        cr_assert(eq(int, dom_shared_is(folder), 0), "%o", (unsigned)others[i]);
    }
    cr_assert(eq(int, dom_shared_is(path_of("nothing")), 0));
}

Test(base_shared, the_group_has_what_the_owner_has)
{
    cr_assert(eq(uint, dom_shared_mode(path_of("a"), 0600), 0660));
    cr_assert(eq(uint, dom_shared_mode(path_of("a"), 0755), 0770));
    cr_assert(eq(uint, dom_shared_mode(path_of("a"), 0444), 0440));
    cr_assert(eq(int, chdir(folder), 0));
    cr_assert(eq(uint, dom_shared_mode("a", 0600), 0660));
}

Test(base_shared, elsewhere_a_mode_stays_as_it_is)
{
    cr_assert(eq(int, chmod(folder, 0755), 0));
    cr_assert(eq(uint, dom_shared_mode(path_of("a"), 0644), 0644));
    cr_assert(eq(uint, dom_shared_mode(path_of("no/a"), 0600), 0600));
    cr_assert(eq(uint, dom_shared_mode("/a", 0755), 0755));
}
