import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Write a bot for Domino Arena in Java: this file and Wire.java, to be copied next to your bot.
 *
 * <pre>
 * public class Bot extends Domino.Bot {
 *     public int choose(Domino.View view) { return 0; }
 *     public static void main(String[] args) { Domino.run(new Bot()); }
 * }
 * </pre>
 *
 * A bot is asked only when it has two or more legal actions. Every view is complete, so a bot needs no
 * memory. SPEC.md says what the fields mean.
 */
public final class Domino {
    private Domino() {}

    // -- What a bot sees --------------------------------------------------------------------------

    /**
     * Two halves, the larger one first.
     *
     * @param high the larger half
     * @param low the smaller half
     */
    public record Tile(int high, int low) {
        /** {@return the sum of both halves} */
        public int pips() { return high + low; }

        /** {@return whether both halves are equal} */
        public boolean isDouble() { return high == low; }
    }

    /**
     * Plays a tile at an end, or draws one.
     *
     * @param draw true for a draw; then the other members mean nothing
     * @param tile what is played
     * @param end the number of the end
     * @param down true: face down, which closes the arm
     */
    public record Action(boolean draw, Tile tile, int end, boolean down) {}

    /**
     * Something that everybody saw in this round.
     *
     * @param seat who did it; -1 for a start tile
     * @param what lead, play, draw, pass, start or lot
     * @param tile null for draw and pass
     * @param end the number of the end, for lead and play; else 0
     * @param down true: face down
     * @param count how many tiles were drawn, for draw; else 0
     */
    public record Event(int seat, String what, Tile tile, int end, boolean down, int count) {}

    /**
     * A seat at a table.
     *
     * @param table number of the table, unique for the life of the process
     * @param variant name of the game
     * @param seat the bot's own seat, from 0 in turn order
     * @param seats number of seats
     * @param teams true: partners sit at 0 and 2, and at 1 and 3
     * @param bots the name of the bot in each seat; ? where the tournament hides it
     * @param seed a number for the bot's own randomness; see View.rng
     * @param commit the hash that commits the arena to its deals
     */
    public record Match(long table, String variant, int seat, int seats, boolean teams, List<String> bots,
                        long seed, String commit) {}

    /**
     * The end of a round.
     *
     * @param table number of the table
     * @param round from 1
     * @param end domino, blocked or stuck
     * @param by the seat that went out or was stuck; in a blocked round the last seat that played, or -1
     * @param hands the tiles left in each hand
     * @param points points of this round per seat, minus draw costs
     * @param scores match points per seat, after this round
     */
    public record Round(long table, int round, String end, int by, List<List<Tile>> hands,
                        List<Integer> points, List<Integer> scores) {}

    /**
     * The end of a match.
     *
     * @param table number of the table
     * @param places the place of each seat; 1 is best
     * @param scores match points per seat
     * @param end normal, or the code of a fault
     * @param fault_seat the seat with the fault, or -1
     */
    public record Result(long table, List<Integer> places, List<Integer> scores, String end,
                         int fault_seat) {}

    /**
     * A fault of this bot.
     *
     * @param table number of the table; -1 for no particular table
     * @param code what kind of fault it is, such as illegal
     * @param text what happened
     * @param tolerated true: the arena played the first legal action instead, and the match continues
     */
    public record Fault(long table, String code, String text, boolean tolerated) {}

    /**
     * The time for an answer, in milliseconds.
     *
     * @param move_ms thinking time for this ask
     * @param bank_ms what is left of the bank of this match
     */
    public record Clock(int move_ms, int bank_ms) {}

    /**
     * The arena and this tournament.
     *
     * @param arena version of the arena
     * @param bot the name under which the bot is registered
     * @param limits limits by name, such as move_ms
     * @param variants the options of each variant by name
     */
    public record Welcome(String arena, String bot, Map<String, Integer> limits,
                          Map<String, JsonObject> variants) {}

    /** What a bot thinks about its answer (SPEC.md, section 3, act); what is null is not sent. */
    public static final class Info {
        private static final int TEXT_BYTES = 200;

        /** Creates an info that says nothing. */
        public Info() {}

        /** Forecast of the round in match points. */
        public Double expected;
        /** How many deals that agree with the view the bot looked at. */
        public Long worlds;
        /** How many moves it looked ahead. */
        public Integer depth;
        /** A remark; what is longer than 200 bytes is cut. */
        public String text;

        JsonObject toJson() {
            JsonObject json = new JsonObject();
            if (expected != null && Double.isFinite(expected)) {
                json.addProperty("expected", expected);
            }
            if (worlds != null) {
                json.addProperty("worlds", worlds);
            }
            if (depth != null) {
                json.addProperty("depth", depth);
            }
            if (text != null) {
                json.addProperty("text", cut(text));
            }
            return json;
        }

        private static String cut(String text) {
            int end = 0;
            for (int bytes = 0; end < text.length();) {
                String character = Character.toString(text.codePointAt(end));
                bytes += character.getBytes(StandardCharsets.UTF_8).length;
                if (bytes > TEXT_BYTES) {
                    break;
                }
                end += character.length();
            }
            return text.substring(0, end);
        }
    }

    /** What one seat knows when it has to choose. */
    public static final class View {
        /** Number of this ask. */
        public long req;
        /** Number of the table. */
        public long table;
        /** A number for the bot's own randomness; see rng. */
        public long seed;
        /** Name of the game. */
        public String variant;
        /** By which rule the leader was found, such as highest_double; empty if an older arena did not say. */
        public String lead = "";
        /** The bot's own seat; it is its turn. */
        public int seat;
        /** Number of seats. */
        public int seats;
        /** Number of the round, from 1. */
        public int round;
        /** The seat that leads this round; -1 while that is not decided. */
        public int leader;
        /** Tiles left in the stock. */
        public int stock;
        /** How many of them may still be drawn. */
        public int drawable;
        /** Tiles that this seat has drawn in this turn. */
        public int drawn;
        /** Match points per seat. */
        public List<Integer> scores;
        /** What each open end shows; -1 for a closed arm; empty before the lead. */
        public List<Integer> ends;
        /** Tiles held per seat. */
        public List<Integer> counts;
        /** The bot's tiles, in tile order. */
        public List<Tile> hand;
        /** What everybody saw in this round, oldest first. */
        public List<Event> history;
        /** The legal actions, two or more. */
        public List<Action> legal;
        /** The time for this answer. */
        public Clock clock;
        /** The match message of this table; null before it. */
        public transient Match match;
        /** Options of the variant, such as {@code options.get("arms").getAsInt()}. */
        public transient JsonObject options = new JsonObject();
        /** A bot may fill this in to say what it thinks about its answer. */
        public final transient Info info = new Info();
        transient JsonObject ask;

        /** Creates a view without a position, whose members are filled in. */
        public View() {}

        /**
         * Looks for an action.
         *
         * @param action such as one that was kept
         * @return its index in {@code legal}, or -1
         */
        public int index(Action action) { return legal.indexOf(action); }

        /**
         * Randomness without state: the same position of the same match gives the same numbers.
         *
         * @return a new generator
         */
        public Rng rng() { return new Rng(seed, round, history.size(), drawn); }

        @Override
        public String toString() { return String.valueOf(ask); }
    }

    /** The generator splitmix64; see SPEC.md, section 4. */
    public static final class Rng {
        private long state;

        /**
         * Creates a generator.
         *
         * @param numbers its seed
         */
        public Rng(long... numbers) {
            for (long number : numbers) {
                state ^= number;
                state = bits();
            }
        }

        /** {@return 64 random bits} */
        public long bits() {
            long z = state += 0x9e3779b97f4a7c15L;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }

        /**
         * Draws a number.
         *
         * @param n how many numbers there are, 1 or more
         * @return a number from 0 to n - 1, all equally likely
         */
        public int below(int n) {
            long surplus = Long.remainderUnsigned(-n, n); // 2^64 mod n
            long bits = bits();
            while (Long.compareUnsigned(bits, surplus) < 0) {
                bits = bits();
            }
            return (int) Long.remainderUnsigned(bits, n);
        }
    }

    // -- What a bot is made of --------------------------------------------------------------------

    /** Derive from this class and write choose. Everything else is optional. */
    public abstract static class Bot {
        /** A label, at most 64 bytes. */
        public String name = getClass().getSimpleName();
        /** A label, at most 64 bytes. */
        public String version = "0";
        /** How many tables may be open; 1 if the bot can only think about one match. */
        public int maxTables = 1024;
        /** The most views in one call of chooseMany. */
        public int batch = 64;
        /** Send `round` messages, for which onRound is called. */
        public boolean events = false;

        /** Creates a bot; its members are what it says of itself. */
        public Bot() {}

        /**
         * Chooses an action.
         *
         * @param view what the seat knows
         * @return an index into view.legal; view.index finds it
         */
        public abstract int choose(View view);

        /**
         * Chooses an action for each view. Override this to decide many views in one call.
         *
         * @param views what the seats know
         * @return one index per view
         */
        public List<Integer> chooseMany(List<View> views) {
            List<Integer> choices = new ArrayList<>();
            for (View view : views) {
                try {
                    choices.add(choose(view));
                } catch (RuntimeException | Error error) {
                    explain(view);
                    throw error;
                }
            }
            return choices;
        }

        /**
         * The arena and this tournament; comes first.
         *
         * @param welcome the arena's message
         */
        public void onWelcome(Welcome welcome) {}

        /**
         * A seat at a table.
         *
         * @param match the arena's message
         */
        public void onMatch(Match match) {}

        /**
         * A round is over; only if {@code events} is true.
         *
         * @param round the arena's message
         */
        public void onRound(Round round) {}

        /**
         * A match is over.
         *
         * @param result the arena's message
         */
        public void onResult(Result result) {}

        /**
         * The arena found a fault of this bot.
         *
         * @param fault the arena's message
         */
        public void onFault(Fault fault) {}
    }

    /**
     * Plays with a function; see run(Bot).
     *
     * @param name a label, at most 64 bytes
     * @param choose returns an index into view.legal
     */
    public static void run(String name, ToIntFunction<View> choose) {
        Bot bot = new Bot() {
            @Override
            public int choose(View view) { return choose.applyAsInt(view); }
        };
        bot.name = name;
        run(bot);
    }

    /**
     * Plays until the arena says bye or ends. An exception of the bot is passed on, so that the process
     * ends with status 1 and a stack trace.
     *
     * @param bot what decides
     */
    public static void run(Bot bot) {
        try (Wire wire = Wire.open()) {
            new Session(bot, wire).play();
        }
    }

    /** Prints the position of a mistake. The exception follows it, so that it is the end of the output. */
    private static void explain(View view) {
        System.err.println("in this position: " + view);
    }

    // -- The conversation -------------------------------------------------------------------------

    private static final class Session {
        private final Bot bot;
        private final Wire wire;
        private final int batch;
        private final Gson gson = Wire.gson();
        private final Map<Long, Match> matches = new HashMap<>();
        private Map<String, JsonObject> variants = Map.of();
        private List<View> waiting = new ArrayList<>(); // not answered yet, oldest first
        private boolean over;

        Session(Bot bot, Wire wire) {
            this.bot = bot;
            this.wire = wire;
            this.batch = Math.min(bot.batch, bot.maxTables); // the arena refuses a larger batch
        }

        void play() {
            while (!over) {
                List<JsonObject> messages = new ArrayList<>();
                Wire.Said said = wire.receive(messages);
                if (said == Wire.Said.GONE) {
                    return;
                }
                if (said == Wire.Said.OPENED) {
                    hello();
                }
                for (JsonObject message : messages) {
                    handle(message.get("type").getAsString(), message);
                }
                answer();
            }
        }

        /** Begins a connection. Asks of the previous connection are forgotten. */
        private void hello() {
            waiting.clear();
            matches.clear();
            JsonObject hello = new JsonObject();
            hello.addProperty("type", "hello");
            hello.addProperty("protocol", 1);
            hello.addProperty("name", bot.name);
            hello.addProperty("version", bot.version);
            hello.addProperty("language", "java");
            hello.addProperty("max_tables", bot.maxTables);
            hello.addProperty("batch", batch);
            hello.addProperty("events", bot.events);
            hello.addProperty("multipart", true);
            wire.send(hello);
        }

        private void handle(String type, JsonObject message) {
            if (over) {
                return;
            }
            switch (type) {
                case "ask" -> add(List.of(message));
                case "asks" -> add(message.getAsJsonArray("asks").asList());
                default -> {
                    answer(); // else the bot gets the end of a match before it makes its last choice
                    tell(type, message);
                }
            }
        }

        private void tell(String type, JsonObject message) {
            switch (type) {
                case "welcome" -> {
                    Welcome welcome = gson.fromJson(message, Welcome.class);
                    variants = welcome.variants();
                    bot.onWelcome(welcome);
                }
                case "match" -> {
                    Match match = gson.fromJson(message, Match.class);
                    matches.put(match.table(), match);
                    bot.onMatch(match);
                }
                case "round" -> bot.onRound(gson.fromJson(message, Round.class));
                case "result" -> {
                    Result result = gson.fromJson(message, Result.class);
                    matches.remove(result.table());
                    bot.onResult(result);
                }
                case "fault" -> bot.onFault(gson.fromJson(message, Fault.class));
                case "bye" -> over = true;
                default -> { } // an unknown type: the arena is newer than this file
            }
        }

        /** Keeps the asks: more may have arrived, and all are answered together in one message. */
        private void add(List<? extends JsonElement> asks) {
            if (waiting.size() + asks.size() > batch) {
                answer();
            }
            for (JsonElement ask : asks) {
                View view = gson.fromJson(ask, View.class);
                view.ask = ask.getAsJsonObject();
                view.match = matches.get(view.table);
                view.options = variants.getOrDefault(view.variant, view.options);
                waiting.add(view);
            }
        }

        // In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
        private static final int ACTS_WITH_INFO = 32;

        private void answer() {
            if (waiting.isEmpty()) {
                return;
            }
            List<View> views = waiting;
            waiting = new ArrayList<>();
            List<Integer> choices = bot.chooseMany(views);
            if (choices.size() != views.size()) {
                throw new IllegalStateException(
                    "chooseMany gave " + choices.size() + " answers for " + views.size() + " views");
            }
            List<JsonObject> acts = new ArrayList<>();
            for (int i = 0; i < views.size(); i++) {
                acts.add(act(views.get(i), choices.get(i)));
            }
            int most = acts.stream().anyMatch(act -> act.has("info")) ? ACTS_WITH_INFO : acts.size();
            for (int i = 0; i < acts.size(); i += most) {
                sendActs(acts.subList(i, Math.min(i + most, acts.size())));
            }
        }

        private void sendActs(List<JsonObject> acts) {
            JsonObject message = acts.size() == 1 ? acts.get(0) : new JsonObject();
            message.addProperty("type", acts.size() == 1 ? "act" : "acts");
            if (acts.size() > 1) {
                JsonArray array = new JsonArray();
                acts.forEach(array::add);
                message.add("acts", array);
            }
            wire.send(message);
        }

        private static JsonObject act(View view, int choice) {
            if (choice < 0 || choice >= view.legal.size()) {
                explain(view);
                throw new IllegalStateException(
                    "the bot chose " + choice + " of " + view.legal.size() + " legal actions");
            }
            JsonObject act = new JsonObject();
            act.addProperty("req", view.req);
            act.addProperty("choice", choice);
            JsonObject info = view.info.toJson();
            if (info.size() > 0) {
                act.add("info", info);
            }
            return act;
        }
    }
}
