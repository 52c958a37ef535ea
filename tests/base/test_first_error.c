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

/* Checks the last error of a program's output, with the place of the author's mistake. */
static void expect_last(const char *output, const char *line)
{
    char found[300];
    size_t size = strlen(output);
    dom_line error = dom_last_error(output, size);
    dom_error_place place = dom_error_place_of(output, size, error);
    (void)snprintf(found, sizeof found, "%.*s at %.*s:%u%s", (int)error.length, error.text,
                   (int)place.file.length, place.file.length ? place.file.text : "", place.line,
                   place.is_in_error ? ", named" : "");
    cr_expect(eq(str, found, (char *)line));
}

Test(first_error, the_last_error_has_the_place_in_the_bot_in_many_languages)
{
    expect_last("in this position:\n  ends = (3, 3)\nTraceback (most recent call last):\n"
                "  File \"/bot/bot.py\", line 9, in <module>\n    run(heaviest)\n"
                "  File \"/bot/domino_arena.py\", line 61, in choose_many\n"
                "  File \"/bot/bot.py\", line 7, in heaviest\n    return view.legal[99]\n"
                "IndexError: tuple index out of range\n",
                "IndexError: tuple index out of range at bot.py:7");
    expect_last("Traceback (most recent call last):\n  File \"/bot/bot.py\", line 7, in heaviest\n"
                "  File \"/bot/domino_arena/__init__.py\", line 61, in pips\n"
                "IndexError: tuple index out of range\n",
                "IndexError: tuple index out of range at bot.py:7");
    expect_last("an error: no GPU\n  File \"/bot/bot.py\", line 7, in f\n"
                "  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in raw_decode\n"
                "json.decoder.JSONDecodeError: Expecting value\n",
                "json.decoder.JSONDecodeError: Expecting value at bot.py:7");
    expect_last("file:///bot/bot.js:7\n  return view.legal[99].x;\n   ^\n\n"
                "TypeError: Cannot read properties of undefined (reading 'x')\n"
                "    at choose (file:///bot/bot.js:7:26)\n"
                "    at Session.answer (file:///bot/domino_arena.js:190:40)\n\nNode.js v18.20.4\n",
                "TypeError: Cannot read properties of undefined (reading 'x') at bot.js:7");
    expect_last("panic: runtime error: index out of range [99] with length 2\n\n"
                "goroutine 1 [running]:\nmain.choose(...)\n\t/bot/bot.go:12 +0x1d\n"
                "bot/domino.(*session).chooseOne(0xc00)\n\t/bot/domino/domino.go:377 +0x8f\n",
                "panic: runtime error: index out of range [99] with length 2 at bot.go:12");
    expect_last("Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 99\n"
                "\tat java.base/java.util.List.get(List.java:100)\n\tat Bot.choose(Bot.java:7)\n"
                "\tat Domino$Bot.chooseMany(Domino.java:140)\n\tat Bot.main(Bot.java:3)\n",
                "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 99 at "
                "Bot.java:7");
    expect_last("thread 'main' panicked at src/main.rs:12:5:\nindex out of bounds\n"
                "note: run with `RUST_BACKTRACE=1` environment variable\n",
                "index out of bounds at main.rs:12");
    expect_last("lua5.4: bot.lua:7: attempt to index a nil value\nstack traceback:\n\t[C]: in ?\n",
                "lua5.4: bot.lua:7: attempt to index a nil value at bot.lua:7, named");
    expect_last("Illegal division by zero at bot.pl line 7.\n",
                "Illegal division by zero at bot.pl line 7. at bot.pl:7, named");
    expect_last("bot.rb:7:in `choose': undefined method `x' for nil:NilClass (NoMethodError)\n"
                "\tfrom /bot/domino_arena.rb:44\n",
                "bot.rb:7:in `choose': undefined method `x' for nil:NilClass (NoMethodError) at "
                "bot.rb:7, named");
    expect_last(
        "PHP Fatal error:  Uncaught TypeError: x in /bot/bot.php:7\nStack trace:\n#0 {main}\n"
        "  thrown in /bot/bot.php on line 7\n",
        "PHP Fatal error:  Uncaught TypeError: x in /bot/bot.php:7 at bot.php:7, named");
}

Test(first_error, the_error_stands_below_the_position)
{
    expect_last(
        "cannot open the book, bot.awk:3\nin this position:\n{\"type\":\"ask\",\"seat\":0}\n"
        "the bot answered '7', which is not the index of a legal action\n",
        "the bot answered '7', which is not the index of a legal action at :0");
    expect_last(
        "in this position:\n  hand = {{1, 0}}\n"
        "/usr/bin/lua5.4: the bot answered 3, which is neither a legal action\nstack traceback:\n"
        "\t[C]: in function 'error'\n\t./domino_arena.lua:159: in upvalue 'choice'\n"
        "\tbot.lua:80: in main chunk\n",
        "/usr/bin/lua5.4: the bot answered 3, which is neither a legal action at bot.lua:80");
    expect_last("in this position: {\"Req\":1}\nthe bot chose 7 of 7 legal actions\n",
                "the bot chose 7 of 7 legal actions at :0");
    expect_last("in this position:\n  seat = 0\nthe well has run dry\n",
                "the well has run dry at :0");
    expect_last("the well has run dry\n", " at :0");
}

Test(first_error, an_output_without_a_place_has_none)
{
    expect_last("killed at 12:30:05 by 127.0.0.1:80\n", " at :0");
    expect_last("an error\nkilled at 12:30:05 by 127.0.0.1:80\n", "an error at :0");
    expect_last("", " at :0");
}

Test(first_error, without_an_error_line_the_last_line_is_returned)
{
    expect("one\ntwo\r\n\n\n", "two");
    expect("one", "one");
    expect("\n\r\n", "");
    cr_expect(eq(sz, dom_first_error(NULL, 0).length, 0));
}
