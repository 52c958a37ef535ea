// A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
#include "domino_arena.hpp"

#include <algorithm>

struct Mine : domino::Bot {
    // TODO 1: say who you are: `author` in bot.yaml.

    // One of view.legal, or its index. Asked only when there are two or more.
    domino::Answer choose(const domino::View &view) override
    {
        // TODO 2: print something to std::cerr here, run ./play, and look at it:
        //         domino-arena replay 1 --stderr
        return *std::max_element(view.legal.begin(), view.legal.end(), [&](const auto &a, const auto &b) {
            return worth(view, a) < worth(view, b);
        });
    }

    // How good an action is; this is what makes your bot.
    static int worth(const domino::View &view, const domino::Action &action)
    {
        (void)view;
        if (action.draw)
            return -1;
        // TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
        // TODO 4: which values are left in view.hand for the ends that this leaves open?
        //         view.ends has them; a play on end e turns ends[e] into pips - ends[e].
        // TODO 5: who passed or drew in view.history had none of the values that were open.
        // TODO 6: with view.counts and all tiles seen, what may the others still hold?
        return action.tile.pips();
    }
};

int main()
{
    Mine bot;
    return domino::run(bot);
}
