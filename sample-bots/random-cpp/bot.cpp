// Plays any legal action, all equally likely.
#include "domino_arena.hpp"

struct Random : domino::Bot {
    Random() { name = "random-cpp"; }

    domino::Answer choose(const domino::View &view) override
    {
        return view.rng().below(view.legal.size());
    }
};

int main()
{
    Random bot;
    return domino::run(bot);
}
