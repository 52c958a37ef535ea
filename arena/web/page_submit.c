/* How to write a bot and bring it to the arena. */
#include "page.h"

void dom_web_page_submit(dom_web_page_frame *p)
{
    dom_web_frame_begin(p, "Submit a bot");
    dom_web_html_raw(
        p->h,
        "<p>A bot is a program in any language. It is asked when it has a choice, gets what its "
        "seat may know and the list of legal actions, and answers with an index into it.</p>\n"
        "<h2>1. Begin with one that plays</h2>\n<pre tabindex=\"0\"><code>domino-arena new "
        "python mybot\nmybot/play</code></pre>\n<p>The first makes a starter kit, the second "
        "plays it against <code>greedy</code>, unrated. The kit is a folder with the bot, the SDK "
        "and "
        "<code>bot.yaml</code>; any other language speaks the protocol, MessagePack over ZeroMQ "
        "or JSON lines on stdin and stdout, as <code>protocol/SPEC.md</code> tells.</p>\n"
        "<h2>2. Make it good</h2>\n<p>This is a whole bot:</p>\n"
        "<pre tabindex=\"0\"><code>from domino_arena import Bot, pips, run, tile_of\n\n"
        "class Heaviest(Bot):\n    name = \"heaviest\"\n\n"
        "    def choose(self, view):\n"
        "        plays = [a for a in view.legal if tile_of(a)]\n"
        "        return max(plays, key=lambda a: pips(tile_of(a))) if plays else 0\n\n"
        "run(Heaviest())</code></pre>\n"
        "<pre tabindex=\"0\"><code>domino-arena check ./mybot\ndomino-arena faults mybot"
        "</code></pre>\n<p>The first says what is still wrong with it, the second what went wrong "
        "in matches.</p>\n"
        "<h2>3. Submit it</h2>\n<pre tabindex=\"0\"><code>domino-arena submit ./mybot"
        "</code></pre>\n<p>It is copied, built, checked and placed against the ladder of its "
        "variants; its line then stands on the leaderboards.</p>\n"
        "<h2>What counts</h2>\n<ul>\n"
        "<li>Every series of deals is played in every rotation of the seats, so luck in the "
        "deal cancels.</li>\n"
        "<li>An illegal, late or broken answer costs the match. The page of your bot shows the "
        "newest faults, with what it was asked and what it printed.</li>\n"
        "<li>A bot changed in any file is a new version with a rating of its own.</li>\n"
        "</ul>\n");
    dom_web_frame_end(p);
}
