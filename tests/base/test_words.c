/* Every code has a name, and a broken assertion is printed with its place. */
#include "base/check.h"
#include "base/err.h"
#include "base/fault.h"
#include "base/rc.h"
#include "base/sandbox.h"
#include "base/string_list.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Test(base_words, every_error_code_has_its_own_name_and_text)
{
    enum { LEAST = -9 };
    for (int rc = 0; rc >= LEAST; rc--) {
        cr_assert(ne(str, (char *)dom_rc_name(rc), "E_UNKNOWN"), "%d", rc);
        cr_assert(ne(str, (char *)dom_rc_text(rc), "unknown result code"), "%d", rc);
        for (int other = 0; other > rc; other--) {
            cr_assert(ne(str, (char *)dom_rc_name(rc), (char *)dom_rc_name(other)));
            cr_assert(ne(str, (char *)dom_rc_text(rc), (char *)dom_rc_text(other)));
        }
    }
    cr_assert(eq(str, (char *)dom_rc_name(DOM_E_CONFIG), "E_CONFIG"));
    cr_assert(eq(str, (char *)dom_rc_text(DOM_E_NOMEM), "out of memory"));
    cr_assert(eq(str, (char *)dom_rc_name((dom_rc)(LEAST - 1)), "E_UNKNOWN"));
    cr_assert(eq(str, (char *)dom_rc_text((dom_rc)1), "unknown result code"));
}

Test(base_words, the_text_of_errno_is_never_cut)
{
    dom_err err = {.text = ""};
    char path[DOM_ERR_BYTES];
    memset(path, 'p', sizeof path);
    path[sizeof path - 1] = '\0';
    errno = ENOENT;
    cr_assert(eq(int, (int)dom_err_errno(&err, "a/b"), DOM_E_IO));
    cr_assert(eq(str, err.text, "a/b: No such file or directory"));
    errno = ENOENT;
    cr_assert(eq(int, (int)dom_err_errno(&err, path), DOM_E_IO));
    cr_assert(eq(str, err.text + 300, ": No such file or directory"));
    cr_assert(eq(int, (int)err.rc, DOM_E_IO));
}

Test(base_words, a_sorted_list_still_ends_with_null)
{
    dom_strings list = {.count = 0};
    dom_strings_sort(&list);
    cr_assert(dom_strings_add(&list, "b") && dom_strings_add(&list, "a"));
    dom_strings_sort(&list);
    cr_assert(eq(str, list.item[0], "a"));
    cr_assert(eq(str, list.item[1], "b"));
    cr_assert(eq(ptr, list.item[2], NULL));
    dom_strings_clear(&list);
}

Test(base_words, the_word_of_a_fault_is_read_back_as_that_fault)
{
    for (int fault = 0; fault < DOM_FAULT_COUNT; fault++)
        cr_assert(eq(int, (int)dom_fault_of(dom_fault_word((dom_fault)fault)), fault));
    cr_assert(eq(str, (char *)dom_fault_word(DOM_FAULT_NONE), "normal"));
    cr_assert(eq(int, (int)dom_fault_of("late"), DOM_FAULT_COUNT));
    cr_assert(eq(int, (int)dom_fault_of(""), DOM_FAULT_COUNT));
}

Test(base_words, there_are_as_many_sandbox_levels_as_the_list_says)
{
    cr_assert(eq(str, (char *)dom_sandbox_words[DOM_SANDBOX_LIMITS], "limits"));
    cr_assert(dom_sandbox_words[DOM_SANDBOX_COUNT] == NULL);
}

/* Breaks an assertion in a child process whose standard error is the pipe. */
static void break_a_promise(int fd)
{
    (void)dup2(fd, 2);
    dom_check(sizeof(char) == 1);
    dom_check(sizeof(char) == 2);
    _exit(0);
}

Test(base_words, a_broken_assertion_is_printed_with_its_file_and_line)
{
    int fds[2], status;
    char text[200] = "";
    cr_assert(eq(int, pipe(fds), 0));
    pid_t pid = fork();
    cr_assert(ge(int, pid, 0));
    if (pid == 0)
        break_a_promise(fds[1]);
    (void)close(fds[1]);
    cr_assert(ge(long, read(fds[0], text, sizeof text - 1), 1));
    cr_assert(eq(int, waitpid(pid, &status, 0), pid));
    bool is_aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    cr_assert(is_aborted);
    cr_assert(strstr(text, "test_words.c:") != NULL, "%s", text);
    cr_assert(strstr(text, ": broken promise: sizeof(char) == 2\n") != NULL, "%s", text);
}
