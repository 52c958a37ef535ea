import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the first legal action, with threads and some memory as a search would have. */
class Bot {
    private static final Pattern REQ = Pattern.compile("\"req\":(\\d+)");

    public static void main(String[] args) throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        var in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("{\"type\":\"hello\",\"protocol\":1,\"language\":\"java\"}");
        for (String line; (line = in.readLine()) != null; ) {
            if (line.contains("\"type\":\"bye\""))
                System.exit(0);
            if (!line.contains("\"type\":\"ask\""))
                continue;
            Future<Integer> sum = threads.submit(() -> new byte[8 << 20].length);
            Matcher req = REQ.matcher(line);
            if (sum.get() > 0 && req.find())
                System.out.println("{\"type\":\"act\",\"req\":" + req.group(1) + ",\"choice\":0}");
        }
    }
}
