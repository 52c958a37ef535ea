// The probe of tests/sdk/test_languages.py in C++; that file says what it does.
#include "domino_arena.hpp"

#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>

using namespace domino;

static void tell(const json &what)
{
    std::cerr << "told " + what.dump() + "\n" << std::flush;
}

struct Probe : Bot {
    Probe() { name = "probe", version = "1"; }
};

struct Tell : Probe {
    Tell() { events = true; }

    Answer choose(const View &v) override
    {
        const json target = v.options.is_null() ? json() : v.options.value("target", json());
        tell({"choose", v.req, v.table, v.variant, v.seat, v.seats, v.seed, v.round, v.scores,
              v.leader, v.lead, v.hand, v.ends, v.counts, v.stock, v.drawable, v.drawn, v.history, v.legal,
              {v.clock.move_ms, v.clock.bank_ms}, target, v.match ? json(v.match->seed) : json()});
        return static_cast<int>(v.legal.size()) - 1;
    }
    void on_match(const Match &m) override
    {
        tell({"match", m.table, m.variant, m.seat, m.seats, m.teams, m.bots, m.seed, m.commit});
    }
    void on_round(const Round &r) override
    {
        tell({"round", r.table, r.round, r.end, r.by, r.hands, r.points, r.scores});
    }
    void on_result(const Result &r) override
    {
        tell({"result", r.table, r.places, r.scores, r.end, r.fault_seat});
    }
    void on_fault(const Fault &f) override { tell({"fault", f.table, f.code, f.text, f.tolerated}); }
};

struct Many : Probe {
    Many() { max_tables = 10, batch = 5; }
    std::vector<Answer> choose_many(const std::vector<View> &views) override
    {
        tell({"many", views.size()});
        std::vector<Answer> answers;
        for (const View &view : views)
            answers.push_back(static_cast<int>(view.legal.size()) - 1);
        return answers;
    }
};

struct Chooser : Probe {
    std::function<Answer(const View &)> function;
    explicit Chooser(std::function<Answer(const View &)> f) : function(std::move(f)) {}
    Answer choose(const View &view) override { return function(view); }
};

static Answer tell_numbers(const View &view)
{
    Rng rng = view.rng();
    json numbers;
    for (int n : {2, 7, 10, 183, 1000, 65536})
        numbers.push_back(rng.below(n));
    tell({"rng", numbers});
    return 0;
}

static Answer think(const View &view)
{
    view.info = {{"expected", -4.125}, {"worlds", 480}, {"depth", 3}, {"text", "6-4 blockt über Sitz 1"}};
    return 0;
}

static Answer wait_for_gate(const View &)
{
    std::ifstream gate("gate");
    gate.ignore(std::numeric_limits<std::streamsize>::max());
    return 0;
}

int main(int, char **argv)
{
    struct sigaction nothing = {};
    nothing.sa_handler = [](int) {};
    sigaction(SIGWINCH, &nothing, nullptr);
    const std::string mode = argv[1];
    std::unique_ptr<Bot> bot;
    if (mode == "tell")
        bot = std::make_unique<Tell>();
    else if (mode == "many")
        bot = std::make_unique<Many>();
    else if (mode == "action")
        bot = std::make_unique<Chooser>([](const View &view) { return view.legal.at(1); });
    else if (mode == "info")
        bot = std::make_unique<Chooser>(think);
    else if (mode == "rng")
        bot = std::make_unique<Chooser>(tell_numbers);
    else if (mode == "throw")
        bot = std::make_unique<Chooser>(
            [](const View &) -> Answer { throw std::runtime_error("the probe broke"); });
    else if (mode == "illegal")
        bot = std::make_unique<Chooser>(
            [](const View &view) { return static_cast<int>(view.legal.size()); });
    else if (mode == "wait")
        bot = std::make_unique<Chooser>(wait_for_gate);
    else
        bot = std::make_unique<Chooser>([](const View &) { return std::puts("noise") * 0; });
    return run(*bot);
}
