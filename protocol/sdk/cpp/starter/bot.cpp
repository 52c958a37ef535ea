// A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.
#include "domino_arena.hpp"

#include <algorithm>

struct Mine : domino::Bot {
    // TODO 1: write your name into bot.yaml, as `author`.

    // Returns one of view.legal, or its index. It is called only if there are two or more.
    domino::Answer choose(const domino::View &view) override
    {
        // TODO 2: print something to std::cerr here, run ./play, and look at the output:
        //         domino-arena replay 1 --stderr
        return *std::max_element(view.legal.begin(), view.legal.end(), [&](const auto &a, const auto &b) {
            return worth(view, a) < worth(view, b);
        });
    }

    // Returns how good an action is. This function decides how strong your bot is.
    static int worth(const domino::View &view, const domino::Action &action)
    {
        (void)view;
        if (action.draw)
            return -1;
        // TODO 3: this plays the most pips, like greedy. A double fits only one value. Should it go first?
        // TODO 4: after this play, which tiles of view.hand fit the open ends?
        //         view.ends has their values; a play at end e changes ends[e] to pips - ends[e].
        // TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
        // TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
        return action.tile.pips();
    }
};

int main()
{
    Mine bot;
    return domino::run(bot);
}
