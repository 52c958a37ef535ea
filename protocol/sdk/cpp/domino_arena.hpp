// Write a bot for Domino Arena in C++17: one header, to be copied next to your bot.
//
//     #include "domino_arena.hpp"
//
//     struct Mine : domino::Bot {
//         domino::Answer choose(const domino::View &view) override { return 0; }
//     };
//
//     int main() { Mine bot; return domino::run(bot); }
//
// Needs nlohmann-json and cppzmq with libzmq. README.md beside this file is the manual; SPEC.md says
// what the fields mean.
#ifndef DOMINO_ARENA_HPP
#define DOMINO_ARENA_HPP

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>
#include <unistd.h>
#include <zmq.hpp>

namespace domino {

using json = nlohmann::json;

// -- What a bot sees ------------------------------------------------------------------------------

struct Tile {
    int high = 0, low = 0;
    int pips() const { return high + low; }
    bool is_double() const { return high == low; }
    friend bool operator==(const Tile &a, const Tile &b)
    {
        return a.high == b.high && a.low == b.low;
    }
};

struct Action {
    bool draw = false; // true: a draw; then the other members mean nothing
    Tile tile;
    int end = 0;       // the open end where the tile is played
    bool down = false; // face down, closes the arm
    friend bool operator==(const Action &a, const Action &b)
    {
        return a.draw == b.draw && a.tile == b.tile && a.end == b.end && a.down == b.down;
    }
};

struct Event {
    int seat = -1;
    std::string what; // lead, play, draw, pass, start, lot
    Tile tile;        // not for draw and pass
    int end = 0;      // for lead and play
    bool down = false;
    int count = 0; // for draw
};

struct Match {
    std::int64_t table, seed;
    std::string variant, commit;
    int seat, seats;
    bool teams;
    std::vector<std::string> bots;
};

struct Round {
    std::int64_t table;
    int round, by;
    std::string end; // domino, blocked, stuck
    std::vector<std::vector<Tile>> hands;
    std::vector<int> points, scores;
};

struct Result {
    std::int64_t table;
    std::vector<int> places, scores;
    std::string end; // normal, or the code of a fault
    int fault_seat;
};

struct Fault {
    std::int64_t table; // -1: no particular table
    std::string code, text;
    bool tolerated;
};

struct Clock {
    int move_ms, bank_ms;
};

// The generator splitmix64; see SPEC.md, section 4.
class Rng {
public:
    Rng(std::initializer_list<std::uint64_t> numbers)
    {
        for (std::uint64_t number : numbers) {
            state_ ^= number;
            state_ = bits();
        }
    }

    // 64 random bits.
    std::uint64_t bits()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    // A number from 0 to n - 1, all equally likely. n is at least 1.
    int below(std::uint64_t n)
    {
        const std::uint64_t surplus = (0 - n) % n; // 2^64 mod n
        std::uint64_t word = bits();
        while (word < surplus)
            word = bits();
        return static_cast<int>(word % n);
    }

private:
    std::uint64_t state_ = 0;
};

// What one seat knows when it has to choose.
struct View {
    std::int64_t req, table, seed;
    std::string variant;
    std::string lead; // by which rule the leader was found, such as highest_double; see SPEC.md
    int seat, seats, round, leader, stock, drawable, drawn;
    std::vector<int> scores, ends, counts;
    std::vector<Tile> hand;
    std::vector<Event> history;
    std::vector<Action> legal;
    Clock clock;
    std::shared_ptr<const Match> match; // the match message of this table; null before it
    json options;                       // options of the variant, such as options["arms"]
    json ask;                           // the whole message; dump() shows it

    // A bot may set this to say what it thinks about its answer (SPEC.md, section 3, act):
    //     view.info = {{"expected", 4.5}, {"worlds", 480}, {"depth", 3}, {"text", "6-4 blocks"}};
    mutable json info;

    // Randomness without state: the same position of the same match gives the same numbers.
    Rng rng() const
    {
        return {static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(round), history.size(),
                static_cast<std::uint64_t>(drawn)};
    }
};

// An index into legal, or one of its actions.
using Answer = std::variant<int, Action>;

// Derive from this class and write choose. Everything else is optional.
class Bot {
public:
    std::string name, version = "0";
    int max_tables = 1024; // how many tables may be open; 1 if the bot can only think about one match
    int batch = 64;       // the most views in one call of choose_many
    bool events = false;  // call on_round
    json welcome;         // the arena's welcome, after it has arrived

    virtual ~Bot() = default;

    virtual Answer choose(const View &) { throw std::logic_error("the bot has no choose"); }

    virtual std::vector<Answer> choose_many(const std::vector<View> &views)
    {
        std::vector<Answer> answers;
        for (const View &view : views) {
            try {
                answers.push_back(choose(view));
            } catch (const std::exception &error) {
                throw std::runtime_error("in this position: " + view.ask.dump() +
                                         "\nchoose failed: " + error.what());
            }
        }
        return answers;
    }

    virtual void on_match(const Match &) {}
    virtual void on_round(const Round &) {}
    virtual void on_result(const Result &) {}
    virtual void on_fault(const Fault &) {}
};

// -- Messages -------------------------------------------------------------------------------------

inline void to_json(json &j, const Tile &tile)
{
    j = {tile.high, tile.low};
}

inline void from_json(const json &j, Tile &tile)
{
    tile = {j.at(0), j.at(1)};
}

inline void to_json(json &j, const Action &action)
{
    j = action.draw ? json{"draw"} : json{"play", action.tile.high, action.tile.low, action.end};
    if (action.down)
        j.push_back("down");
}

inline void from_json(const json &j, Action &action)
{
    action = {};
    action.draw = j.at(0) == "draw";
    if (!action.draw)
        action = {false, {j.at(1), j.at(2)}, j.at(3), j.size() > 4};
}

inline void from_json(const json &j, Event &event)
{
    event = {};
    event.seat = j.at(0);
    event.what = j.at(1);
    if (event.what == "draw")
        event.count = j.at(2);
    else if (event.what != "pass")
        event.tile = {j.at(2), j.at(3)};
    if (event.what == "lead" || event.what == "play")
        event.end = j.at(4);
    event.down = j.size() > 5;
}

inline void to_json(json &j, const Event &event)
{
    j = {event.seat, event.what};
    if (event.what == "draw")
        j.push_back(event.count);
    else if (event.what != "pass")
        j.insert(j.end(), {event.tile.high, event.tile.low});
    if (event.what == "lead" || event.what == "play")
        j.push_back(event.end);
    if (event.down)
        j.push_back("down");
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Match, table, variant, seat, seats, teams, bots, seed, commit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Round, table, round, end, by, hands, points, scores)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Result, table, places, scores, end, fault_seat)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Fault, table, code, text, tolerated)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Clock, move_ms, bank_ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(View, req, table, variant, seat, seats, seed, round, scores,
                                   leader, hand, ends, counts, stock, drawable, drawn, history,
                                   legal, clock)

namespace detail {

// -- Transports -----------------------------------------------------------------------------------

enum class Said { opened, messages, gone };

// `opened` is true when there is a new connection, which needs a hello. `messages` are all that have arrived.
struct Wire {
    virtual ~Wire() = default;
    virtual Said receive(std::vector<json> &messages) = 0;
    virtual void send(const json &message) = 0;
};

// Descriptor 1 becomes standard error, so that printed text cannot get between the messages.
inline int take_output()
{
    const int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return out;
}

// One JSON object per line.
class Stdio : public Wire {
public:
    Stdio() : out_(take_output()) { std::signal(SIGPIPE, SIG_IGN); }

    Said receive(std::vector<json> &messages) override
    {
        if (!std::exchange(opened_, true))
            return Said::opened;
        while (messages.empty()) {
            char chunk[65536];
            const ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return Said::gone;
            rest_.append(chunk, static_cast<std::size_t>(n));
            take_lines(messages);
        }
        return Said::messages;
    }

    void send(const json &message) override
    {
        // A text that the bot cut within a character must not end it.
        const std::string line =
            message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
        for (std::size_t done = 0; done < line.size();) {
            const ssize_t n = write(out_, line.data() + done, line.size() - done);
            if (n < 0 && errno != EINTR)
                return; // the arena has ended; receive will report it
            done += n > 0 ? static_cast<std::size_t>(n) : 0;
        }
    }

private:
    void take_lines(std::vector<json> &messages)
    {
        std::size_t start = 0, end;
        while ((end = rest_.find('\n', start)) != std::string::npos) {
            const std::string line = rest_.substr(start, end - start);
            if (line.find_first_not_of(" \t\r") != std::string::npos)
                messages.push_back(json::parse(line));
            start = end + 1;
        }
        rest_.erase(0, start);
    }

    int out_;
    bool opened_ = false;
    std::string rest_;
};

inline std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

// Returns the result of the call, which is repeated if a signal interrupts it.
template <typename Call>
auto uninterrupted(Call call)
{
    for (;;)
        try {
            return call();
        } catch (const zmq::error_t &error) {
            if (error.num() != EINTR)
                throw;
        }
}

// One MessagePack map per frame on a DEALER socket. A remote bot's socket reconnects by itself. A monitor
// reports this, because each connection must begin with a hello.
class Zmq : public Wire {
public:
    Zmq() : socket_(context_, zmq::socket_type::dealer), monitor_(context_, zmq::socket_type::pair)
    {
        take_output();
        socket_.set(zmq::sockopt::linger, 200);
        monitor_.set(zmq::sockopt::linger, 0);
        if (remote_) {
            socket_.set(zmq::sockopt::curve_serverkey, environment("DOMINO_ARENA_SERVER_KEY"));
            socket_.set(zmq::sockopt::curve_publickey, environment("DOMINO_ARENA_PUBLIC_KEY"));
            socket_.set(zmq::sockopt::curve_secretkey, environment("DOMINO_ARENA_SECRET_KEY"));
            socket_.set(zmq::sockopt::immediate, true); // no message is queued for the next connection
            socket_.set(zmq::sockopt::ipv6, true);
            socket_.set(zmq::sockopt::heartbeat_ivl, 1000);
            socket_.set(zmq::sockopt::heartbeat_timeout, 5000);
            zmq_socket_monitor(socket_, "inproc://events",
                               ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED);
            uninterrupted([&] { monitor_.connect("inproc://events"); });
        } else {
            socket_.set(zmq::sockopt::plain_username, "bot");
            socket_.set(zmq::sockopt::plain_password, environment("DOMINO_ARENA_TOKEN"));
        }
        uninterrupted([&] { socket_.connect(environment("DOMINO_ARENA_ENDPOINT")); });
    }

    Said receive(std::vector<json> &messages) override
    {
        for (;;) {
            zmq::message_t frame;
            follow_connection();
            if (connection_ == Connection::opened) {
                while (take(socket_, frame))
                    ; // a message of the previous connection
                connection_ = Connection::greeted;
                return Said::opened;
            }
            while (take(socket_, frame)) {
                const auto *bytes = frame.data<std::uint8_t>();
                messages.push_back(json::from_msgpack(bytes, bytes + frame.size()));
            }
            if (!messages.empty())
                return Said::messages;
            zmq::pollitem_t items[] = {{socket_, 0, ZMQ_POLLIN, 0}, {monitor_, 0, ZMQ_POLLIN, 0}};
            uninterrupted([&] { return zmq::poll(items, remote_ ? 2 : 1); });
        }
    }

    void send(const json &message) override
    {
        follow_connection();
        if (connection_ != Connection::greeted)
            return; // receive will report it
        const std::vector<std::uint8_t> frame = json::to_msgpack(message);
        const auto flags = remote_ ? zmq::send_flags::dontwait : zmq::send_flags::none;
        uninterrupted([&] { return socket_.send(zmq::buffer(frame), flags); });
    }

private:
    static bool take(zmq::socket_t &from, zmq::message_t &frame)
    {
        return bool(uninterrupted([&] { return from.recv(frame, zmq::recv_flags::dontwait); }));
    }

    // The monitor reports the end of a connection at least 100 ms (RECONNECT_IVL) before there is another
    // one. So as long as no end is reported, a message goes to the greeted connection, or is lost.
    void follow_connection()
    {
        zmq::message_t frame;
        while (remote_ && take(monitor_, frame)) {
            std::uint16_t event;
            std::memcpy(&event, frame.data(), sizeof event);
            connection_ = event == ZMQ_EVENT_DISCONNECTED ? Connection::lost : Connection::opened;
            take(monitor_, frame); // the address of the event
        }
    }

    enum class Connection { lost, opened, greeted };

    const bool remote_ = std::getenv("DOMINO_ARENA_SERVER_KEY") != nullptr;
    Connection connection_ = remote_ ? Connection::lost : Connection::opened;
    zmq::context_t context_;
    zmq::socket_t socket_, monitor_;
};

// -- The conversation -----------------------------------------------------------------------------

// Returns an info as it is sent: a long text is cut between two characters. The arena drops a bad
// info, and `check` says why.
inline json info_of(json info)
{
    constexpr std::size_t text_bytes = 200;
    if (!info.is_object() || !info.contains("text") || !info["text"].is_string())
        return info;
    std::string text = info["text"];
    if (text.size() > text_bytes) {
        std::size_t end = text_bytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            end--;
        text.resize(end);
    }
    info["text"] = text;
    return info;
}

// Returns the index of the bot's answer; an answer that is not legal is an error here.
inline int choice_of(const View &view, const Answer &answer)
{
    const int count = static_cast<int>(view.legal.size());
    int index;
    json said;
    if (const Action *action = std::get_if<Action>(&answer)) {
        const auto found = std::find(view.legal.begin(), view.legal.end(), *action);
        index = static_cast<int>(found - view.legal.begin());
        said = *action;
    } else {
        said = index = std::get<int>(answer);
    }
    if (index < 0 || index >= count)
        throw std::runtime_error("in this position: " + view.ask.dump() + "\nthe bot answered " +
                                 said.dump() +
                                 ", which is neither a legal action nor the index of one");
    return index;
}

class Session {
public:
    Session(Bot &bot, Wire &wire) : bot_(bot), wire_(wire) {}

    void play()
    {
        while (!over_) {
            std::vector<json> messages;
            const Said said = wire_.receive(messages);
            if (said == Said::gone)
                return;
            if (said == Said::opened)
                say_hello();
            for (const json &message : messages)
                handle(message);
            answer();
        }
    }

private:
    void say_hello()
    {
        waiting_.clear(); // they belong to a connection that has ended
        matches_.clear();
        wire_.send({{"type", "hello"},
                    {"protocol", 1},
                    {"name", bot_.name},
                    {"version", bot_.version},
                    {"language", "cpp"},
                    {"max_tables", bot_.max_tables},
                    {"batch", batch_},
                    {"events", bot_.events},
                    {"multipart", true}});
    }

    void handle(const json &message)
    {
        const std::string type = message.at("type");
        if (over_)
            return;
        if (type == "ask")
            add(json::array({message}));
        else if (type == "asks")
            add(message.at("asks"));
        else if (type == "bye")
            over_ = true;
        else
            tell(type, message);
    }

    void tell(const std::string &type, const json &message)
    {
        answer(); // else the bot gets the end of a match before it makes its last choice
        if (type == "welcome") {
            bot_.welcome = message;
        } else if (type == "match") {
            auto match = std::make_shared<const Match>(message.get<Match>());
            matches_[match->table] = match;
            bot_.on_match(*match);
        } else if (type == "round") {
            bot_.on_round(message.get<Round>());
        } else if (type == "result") {
            matches_.erase(message.at("table").get<std::int64_t>());
            bot_.on_result(message.get<Result>());
        } else if (type == "fault") {
            bot_.on_fault(message.get<Fault>());
        } // anything else is of an unknown type, from a newer arena
    }

    // Keeps the asks: more may have arrived, and all are answered together in one message.
    void add(const json &asks)
    {
        if (waiting_.size() + asks.size() > static_cast<std::size_t>(batch_))
            answer();
        for (const json &ask : asks) {
            View view = ask.get<View>();
            view.lead = ask.value("lead", ""); // an older arena does not send it
            view.ask = ask;
            const auto match = matches_.find(view.table);
            if (match != matches_.end())
                view.match = match->second;
            if (bot_.welcome.contains("variants") && bot_.welcome["variants"].contains(view.variant))
                view.options = bot_.welcome["variants"][view.variant];
            waiting_.push_back(std::move(view));
        }
    }

    void answer()
    {
        if (waiting_.empty())
            return;
        const std::vector<View> views = std::exchange(waiting_, {});
        const std::vector<Answer> answers = bot_.choose_many(views);
        if (answers.size() != views.size())
            throw std::logic_error("choose_many gave " + std::to_string(answers.size()) +
                                   " answers for " + std::to_string(views.size()) + " views");
        const bool informed = std::any_of(views.begin(), views.end(),
                                          [](const View &view) { return !view.info.is_null(); });
        const std::size_t most = informed ? acts_with_info : views.size();
        json acts = json::array();
        for (std::size_t i = 0; i < views.size(); i++) {
            acts.push_back({{"req", views[i].req}, {"choice", choice_of(views[i], answers[i])}});
            if (!views[i].info.is_null())
                acts.back()["info"] = info_of(views[i].info);
            if (acts.size() == most) {
                send_acts(acts);
                acts = json::array();
            }
        }
        if (!acts.empty())
            send_acts(acts);
    }

    void send_acts(const json &acts)
    {
        json message = {{"type", "acts"}, {"acts", acts}};
        if (acts.size() == 1) {
            message = acts[0];
            message["type"] = "act";
        }
        wire_.send(message);
    }

    // In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
    static constexpr std::size_t acts_with_info = 32;

    Bot &bot_;
    Wire &wire_;
    const int batch_ = std::min(bot_.batch, bot_.max_tables); // the arena refuses a larger batch
    bool over_ = false;
    std::map<std::int64_t, std::shared_ptr<const Match>> matches_;
    std::vector<View> waiting_; // not answered yet, oldest first
};

} // namespace detail

// Plays until the arena says bye or ends. Returns the exit status for main: 0, or 1 after an error, with
// a message on standard error.
inline int run(Bot &bot)
{
    try {
        std::unique_ptr<detail::Wire> wire;
        if (std::getenv("DOMINO_ARENA_ENDPOINT"))
            wire = std::make_unique<detail::Zmq>();
        else
            wire = std::make_unique<detail::Stdio>();
        detail::Session(bot, *wire).play();
        return 0;
    } catch (const std::exception &error) {
        std::cerr << error.what() << std::endl;
        return 1;
    }
}

} // namespace domino

#endif
