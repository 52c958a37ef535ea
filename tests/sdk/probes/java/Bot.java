import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/** The probe of tests/sdk/test_languages.py in Java; that file says what it does. */
public class Bot extends Domino.Bot {
    private static final Gson GSON = Wire.gson();

    private final ToIntFunction<Domino.View> chooser;

    Bot(ToIntFunction<Domino.View> chooser) {
        this.chooser = chooser;
        name = "probe";
        version = "1";
    }

    @Override
    public int choose(Domino.View view) { return chooser.applyAsInt(view); }

    private static void tell(Object... what) { System.err.println("told " + GSON.toJson(what)); }

    private static int last(Domino.View view) { return view.legal.size() - 1; }

    private static int tellNumbers(Domino.View view) {
        Domino.Rng rng = view.rng();
        tell("rng", Arrays.stream(new int[] {2, 7, 10, 183, 1000, 65536}).map(rng::below).toArray());
        return 0;
    }

    private static int print() {
        System.out.println("noise");
        return 0;
    }

    private static class Tell extends Bot {
        Tell() {
            super(null);
            events = true;
        }

        @Override
        public int choose(Domino.View v) {
            tell("choose", v.req, v.table, v.variant, v.seat, v.seats, v.seed, v.round, v.scores, v.leader,
                v.lead, v.hand, v.ends, v.counts, v.stock, v.drawable, v.drawn, v.history, v.legal,
                List.of(v.clock.move_ms(), v.clock.bank_ms()), v.options.get("target"),
                v.match == null ? null : v.match.seed());
            return last(v);
        }

        @Override
        public void onMatch(Domino.Match m) {
            tell("match", m.table(), m.variant(), m.seat(), m.seats(), m.teams(), m.bots(), m.seed(), m.commit());
        }

        @Override
        public void onRound(Domino.Round r) {
            tell("round", r.table(), r.round(), r.end(), r.by(), r.hands(), r.points(), r.scores());
        }

        @Override
        public void onResult(Domino.Result r) {
            tell("result", r.table(), r.places(), r.scores(), r.end(), r.fault_seat());
        }

        @Override
        public void onFault(Domino.Fault f) { tell("fault", f.table(), f.code(), f.text(), f.tolerated()); }
    }

    private static class Many extends Bot {
        Many() {
            super(null);
            maxTables = 10;
            batch = 5;
        }

        @Override
        public List<Integer> chooseMany(List<Domino.View> views) {
            tell("many", views.size());
            List<Integer> choices = new ArrayList<>();
            views.forEach(view -> choices.add(last(view)));
            return choices;
        }
    }

    private static int waitForGate() {
        try {
            return Files.readString(Path.of("gate")).length() * 0;
        } catch (IOException error) {
            throw new RuntimeException(error);
        }
    }

    private static int think(Domino.View view) {
        view.info.expected = -4.125;
        view.info.worlds = 480L;
        view.info.depth = 3;
        view.info.text = "6-4 blockt über Sitz 1";
        return 0;
    }

    private static int fail() { throw new RuntimeException("the probe broke"); }

    public static void main(String[] args) {
        sun.misc.Signal.handle(new sun.misc.Signal("WINCH"), signal -> { });
        Domino.run(switch (args[0]) {
            case "tell" -> new Tell();
            case "many" -> new Many();
            case "action" -> new Bot(view -> view.index(view.legal.get(1)));
            case "info" -> new Bot(Bot::think);
            case "rng" -> new Bot(Bot::tellNumbers);
            case "throw" -> new Bot(view -> fail());
            case "illegal" -> new Bot(view -> view.legal.size());
            case "wait" -> new Bot(view -> waitForGate());
            default -> new Bot(view -> print());
        });
    }
}
