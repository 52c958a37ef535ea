/* How to write a bot and bring it to the arena. */
#include "page.h"

void page_submit(web_page_of *p)
{
    frame_begin(p, "Submit a bot");
    html_raw(
        p->h,
        "<p>A bot is a program in any language. It is asked when it has a choice, gets what its "
        "seat may know and the list of legal actions, and answers with an index into it.</p>\n"
        "<h2>1. Write it</h2>\n<p>Put <code>bot.py</code> and <code>bot.yaml</code> into a "
        "folder, beside a copy of the Python SDK, <code>domino_arena.py</code>:</p>\n"
        "<pre tabindex=\"0\"><code>from domino_arena import Bot, pips, run, tile_of\n\n"
        "class Heaviest(Bot):\n    name = \"heaviest\"\n\n"
        "    def choose(self, view):\n"
        "        plays = [a for a in view.legal if tile_of(a)]\n"
        "        return max(plays, key=lambda a: pips(tile_of(a))) if plays else 0\n\n"
        "run(Heaviest())</code></pre>\n"
        "<pre tabindex=\"0\"><code>name: heaviest\nrun: [/usr/bin/python3, bot.py]"
        "</code></pre>\n"
        "<p>In C there is an SDK too; any other language speaks the protocol, MessagePack over "
        "ZeroMQ or JSON lines on stdin and stdout, as <code>protocol/SPEC.md</code> tells."
        "</p>\n"
        "<h2>2. Try it</h2>\n<pre tabindex=\"0\"><code>domino-arena run --variant block-2 "
        "--bots ./heaviest,greedy --sets 100\ndomino-arena faults heaviest\n"
        "domino-arena leaderboard</code></pre>\n"
        "<h2>3. Enter it</h2>\n<p>Add the folder to <code>bots</code> in the tournament's file "
        "and run the tournament again: it is extended by the matches of the new bot, and "
        "nothing is played or dealt a second time.</p>\n"
        "<pre tabindex=\"0\"><code>name: spring\nvariants: [block-2, draw-3]\n"
        "bots: [greedy, careful, ./heaviest]\nsets: 200</code></pre>\n"
        "<h2>What counts</h2>\n<ul>\n"
        "<li>Every series of deals is played in every rotation of the seats, so luck in the "
        "deal cancels.</li>\n"
        "<li>An illegal, late or broken answer costs the match. The page of your bot shows the "
        "newest faults, with what it was asked and what it printed.</li>\n"
        "<li>A bot changed in any file is a new version with a rating of its own.</li>\n"
        "</ul>\n");
    frame_end(p);
}
