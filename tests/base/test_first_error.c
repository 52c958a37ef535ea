#include "base/first_error.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static void expect(const char *output, const char *line)
{
    char found[200];
    dom_line first = dom_first_error(output, strlen(output));
    (void)snprintf(found, sizeof found, "%.*s", (int)first.length, first.length ? first.text : "");
    cr_expect(eq(str, found, (char *)line));
}

Test(first_error, the_error_line_is_found_in_the_output_of_many_languages)
{
    expect("lua5.4: bot.lua:1: module 'dkjson' not found:\n\tno field package.preload['dkjson']\n"
           "\t[C]: in ?\n",
           "lua5.4: bot.lua:1: module 'dkjson' not found:");
    expect("Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n"
           "    import error\nModuleNotFoundError: No module named 'error'\n",
           "ModuleNotFoundError: No module named 'error'");
    expect("Traceback (most recent call last):\n  File \"bot.py\"\nNameError: name 'x' is not "
           "defined\n",
           "NameError: name 'x' is not defined");
    expect("node:internal/modules/cjs/loader:1080\n  throw err;\n  ^\n\n"
           "Error: Cannot find module 'zeromq'\nRequire stack:\n",
           "Error: Cannot find module 'zeromq'");
    expect("Can't locate ZMQ/FFI.pm in @INC (you may need to install it)\nBEGIN failed\n",
           "Can't locate ZMQ/FFI.pm in @INC (you may need to install it)");
    expect("$ make error\ncc -Wall -Werror -o bot bot.c\nbot.c: In function 'main':\n"
           "bot.c:3:5: error: 'x' undeclared\nmake: *** [Makefile:2: bot] Error 1\n",
           "bot.c:3:5: error: 'x' undeclared");
    expect("./bot: error while loading shared libraries: libzmq.so.5\r\n",
           "./bot: error while loading shared libraries: libzmq.so.5");
}

Test(first_error, without_an_error_line_the_last_line_is_returned)
{
    expect("one\ntwo\r\n\n\n", "two");
    expect("one", "one");
    expect("\n\r\n", "");
    cr_expect(eq(sz, dom_first_error(NULL, 0).length, 0));
}
