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

    /** Two halves, the larger one first. */
    public record Tile(int high, int low) {
        public int pips() { return high + low; }

        public boolean isDouble() { return high == low; }
    }

    /** Plays a tile at an end ({@code down}: face down, which closes the arm), or draws one. */
    public record Action(boolean draw, Tile tile, int end, boolean down) {}

    /**
     * Something that everybody saw in this round. {@code what} is lead, play, draw, pass, start or lot;
     * draw has a count, lead and play have an end, all except draw and pass have a tile. The other members
     * are 0 or null.
     */
    public record Event(int seat, String what, Tile tile, int end, boolean down, int count) {}

    public record Match(long table, String variant, int seat, int seats, boolean teams, List<String> bots,
                        long seed, String commit) {}

    /** {@code end} is domino, blocked or stuck. */
    public record Round(long table, int round, String end, int by, List<List<Tile>> hands,
                        List<Integer> points, List<Integer> scores) {}

    /** {@code end} is normal, or the code of a fault. */
    public record Result(long table, List<Integer> places, List<Integer> scores, String end,
                         int fault_seat) {}

    /** {@code table} is -1 for no particular table. */
    public record Fault(long table, String code, String text, boolean tolerated) {}

    public record Clock(int move_ms, int bank_ms) {}

    /** The arena and this tournament, with the options by variant and name. */
    public record Welcome(String arena, String bot, Map<String, Integer> limits,
                          Map<String, JsonObject> variants) {}

    /** What a bot thinks about its answer (SPEC.md, section 3, act); what is null is not sent. */
    public static final class Info {
        private static final int TEXT_BYTES = 200;
        /** Forecast of the round in match points. */
        public Double expected;
        public Long worlds;
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
        public long req, table, seed;
        public String variant;
        /** By which rule the leader was found, such as highest_double; empty if an older arena did not say. */
        public String lead = "";
        public int seat, seats, round, leader, stock, drawable, drawn;
        public List<Integer> scores, ends, counts;
        public List<Tile> hand;
        public List<Event> history;
        public List<Action> legal;
        public Clock clock;
        /** The match message of this table; null before it. */
        public transient Match match;
        /** Options of the variant, such as {@code options.get("arms").getAsInt()}. */
        public transient JsonObject options = new JsonObject();
        /** A bot may fill this in to say what it thinks about its answer. */
        public final transient Info info = new Info();
        transient JsonObject ask;

        /** Returns the index of an action in {@code legal}, or -1. */
        public int index(Action action) { return legal.indexOf(action); }

        /** Randomness without state: the same position of the same match gives the same numbers. */
        public Rng rng() { return new Rng(seed, round, history.size(), drawn); }

        @Override
        public String toString() { return String.valueOf(ask); }
    }

    /** The generator splitmix64; see SPEC.md, section 4. */
    public static final class Rng {
        private long state;

        public Rng(long... numbers) {
            for (long number : numbers) {
                state ^= number;
                state = bits();
            }
        }

        /** Returns 64 random bits. */
        public long bits() {
            long z = state += 0x9e3779b97f4a7c15L;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }

        /** Returns a number from 0 to n - 1, all equally likely. */
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
        public String name = getClass().getSimpleName();
        public String version = "0";
        /** How many tables may be open; 1 if the bot can only think about one match. */
        public int maxTables = 1024;
        /** The most views in one call of chooseMany. */
        public int batch = 64;
        /** Send `round` messages, for which onRound is called. */
        public boolean events = false;

        /** Returns an index into view.legal; view.index finds it. */
        public abstract int choose(View view);

        /** Returns one index per view. Override this to decide many views in one call. */
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

        public void onWelcome(Welcome welcome) {}

        public void onMatch(Match match) {}

        public void onRound(Round round) {}

        public void onResult(Result result) {}

        public void onFault(Fault fault) {}
    }

    /** Plays with a function choose(view); see run(Bot). */
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
