/* The page for authors: how to write, test and submit a bot. */
#include "page.h"

void dom_web_page_submit(dom_web_page_frame *p, size_t number)
{
    (void)number;
    dom_web_frame_begin(p, "Submit a bot");
    dom_web_html_raw(
        p->h,
        "<p>A bot is a program in any language. When its seat has a choice, the arena asks it: it "
        "sends what the seat may know and the list of legal actions. The bot answers with an "
        "index into this list.</p>\n"
        "<h2>1. Begin with a starter kit</h2>\n<pre tabindex=\"0\"><code>domino-arena new "
        "python mybot\nmybot/play</code></pre>\n<p>The first command makes a starter kit: a folder "
        "with a bot that already plays, the SDK and the manifest <code>bot.yaml</code>. The second "
        "command plays unrated matches against <code>greedy</code>. Without an SDK, a bot speaks "
        "the protocol directly: MessagePack over ZeroMQ, or JSON lines on stdin and stdout. "
        "<code>protocol/SPEC.md</code> describes it.</p>\n"
        "<h2>2. Improve it</h2>\n<p>This is a complete bot:</p>\n"
        "<pre tabindex=\"0\"><code>from domino_arena import Bot, pips, run, tile_of\n\n"
        "class Heaviest(Bot):\n    name = \"heaviest\"\n\n"
        "    def choose(self, view):\n"
        "        plays = [a for a in view.legal if tile_of(a)]\n"
        "        return max(plays, key=lambda a: pips(tile_of(a))) if plays else 0\n\n"
        "run(Heaviest())</code></pre>\n"
        "<pre tabindex=\"0\"><code>domino-arena check ./mybot\ndomino-arena faults mybot"
        "</code></pre>\n<p>The first command tests whether the bot follows the protocol. The "
        "second lists its faults in matches.</p>\n"
        "<h2>3. Submit it</h2>\n<pre tabindex=\"0\"><code>domino-arena submit ./mybot"
        "</code></pre>\n<p>The arena copies, builds and checks the bot, and plays it against the "
        "ladder in each of its variants. Then it appears on the leaderboards.</p>\n"
        "<h2>Rules</h2>\n<ul>\n"
        "<li>The same deals are played in every rotation of the seats, so luck in the deals "
        "cancels out.</li>\n"
        "<li>An illegal, late or unreadable answer loses the match. The page of your bot shows its "
        "newest faults, each with the ask and the end of the bot's output.</li>\n"
        "<li>A bot with any changed file is a new version with a rating of its own.</li>\n"
        "</ul>\n");
    dom_web_frame_end(p);
}
