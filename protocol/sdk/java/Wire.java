import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** The two transports. */
abstract class Wire implements AutoCloseable {
    enum Said { OPENED, MESSAGES, GONE }

    /**
     * Waits for one of these. OPENED: there is a new connection, which needs a hello. MESSAGES: all that
     * have arrived were added. GONE: the arena has ended.
     */
    abstract Said receive(List<JsonObject> messages);

    abstract void send(JsonObject message);

    @Override
    public void close() {}

    /** Opens the transport that the environment names. Printed text goes to standard error from now on. */
    static Wire open() {
        System.setOut(System.err);
        return System.getenv("DOMINO_ARENA_ENDPOINT") != null ? new Zmq(System.getenv()) : new Stdio();
    }

    // -- Tiles, actions and events as they are sent -----------------------------------------------

    static Gson gson() {
        return new GsonBuilder()
            .registerTypeAdapter(Domino.Tile.class,
                (JsonDeserializer<Domino.Tile>) (json, type, context) -> tile(json.getAsJsonArray(), 0))
            .registerTypeAdapter(Domino.Action.class,
                (JsonDeserializer<Domino.Action>) (json, type, context) -> action(json.getAsJsonArray()))
            .registerTypeAdapter(Domino.Event.class,
                (JsonDeserializer<Domino.Event>) (json, type, context) -> event(json.getAsJsonArray()))
            .registerTypeAdapter(Domino.Tile.class,
                (JsonSerializer<Domino.Tile>) (tile, type, context) -> list(tile.high(), tile.low()))
            .registerTypeAdapter(Domino.Action.class,
                (JsonSerializer<Domino.Action>) (action, type, context) -> list(action))
            .registerTypeAdapter(Domino.Event.class,
                (JsonSerializer<Domino.Event>) (event, type, context) -> list(event))
            .serializeNulls()
            .create();
    }

    private static Domino.Tile tile(JsonArray list, int at) {
        return new Domino.Tile(list.get(at).getAsInt(), list.get(at + 1).getAsInt());
    }

    private static Domino.Action action(JsonArray list) {
        if (list.get(0).getAsString().equals("draw")) {
            return new Domino.Action(true, null, 0, false);
        }
        return new Domino.Action(false, tile(list, 1), list.get(3).getAsInt(), list.size() > 4);
    }

    private static Domino.Event event(JsonArray list) {
        int seat = list.get(0).getAsInt();
        String what = list.get(1).getAsString();
        return switch (what) {
            case "pass" -> new Domino.Event(seat, what, null, 0, false, 0);
            case "draw" -> new Domino.Event(seat, what, null, 0, false, list.get(2).getAsInt());
            case "lead", "play" -> new Domino.Event(seat, what, tile(list, 2), list.get(4).getAsInt(),
                list.size() > 5, 0);
            default -> new Domino.Event(seat, what, tile(list, 2), 0, false, 0);
        };
    }

    private static JsonArray list(Domino.Action action) {
        if (action.draw()) {
            return list("draw");
        }
        JsonArray list = list("play", action.tile().high(), action.tile().low(), action.end());
        return down(list, action.down());
    }

    private static JsonArray list(Domino.Event event) {
        Domino.Tile tile = event.tile();
        JsonArray list = switch (event.what()) {
            case "pass" -> list(event.seat(), "pass");
            case "draw" -> list(event.seat(), "draw", event.count());
            case "lead", "play" -> list(event.seat(), event.what(), tile.high(), tile.low(), event.end());
            default -> list(event.seat(), event.what(), tile.high(), tile.low());
        };
        return down(list, event.down());
    }

    private static JsonArray down(JsonArray list, boolean down) {
        if (down) {
            list.add("down");
        }
        return list;
    }

    private static JsonArray list(Object... entries) {
        JsonArray list = new JsonArray();
        for (Object entry : entries) {
            list.add(entry instanceof String text ? new JsonPrimitive(text) : new JsonPrimitive((Integer) entry));
        }
        return list;
    }

    // -- One JSON object per line -----------------------------------------------------------------

    private static final class Stdio extends Wire {
        private final InputStream in = System.in;
        private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final byte[] chunk = new byte[1 << 16];
        private boolean opened;

        @Override
        Said receive(List<JsonObject> messages) {
            if (!opened) {
                opened = true;
                return Said.OPENED;
            }
            while (messages.isEmpty()) {
                int size = read();
                if (size < 0) {
                    return Said.GONE;
                }
                take(size, messages);
            }
            return Said.MESSAGES;
        }

        private int read() {
            try {
                return in.read(chunk);
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }

        private void take(int size, List<JsonObject> messages) {
            int start = 0;
            for (int i = 0; i < size; i++) {
                if (chunk[i] == '\n') {
                    line.write(chunk, start, i - start);
                    start = i + 1;
                    String text = line.toString(StandardCharsets.UTF_8);
                    line.reset();
                    if (!text.isBlank()) {
                        messages.add(JsonParser.parseString(text).getAsJsonObject());
                    }
                }
            }
            line.write(chunk, start, size - start);
        }

        @Override
        void send(JsonObject message) {
            try {
                out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException gone) {
                return; // receive will report it
            }
        }
    }

    // -- One MessagePack map per frame ------------------------------------------------------------

    /** The functions of libzmq that are used; the numbers are those of zmq.h. */
    private interface LibZmq extends Library {
        int DEALER = 5, PAIR = 0, DONTWAIT = 1, POLLIN = 1, EVENT_DISCONNECTED = 0x200, EVENT_HANDSHAKE_SUCCEEDED = 0x1000;
        int LINGER = 17, IMMEDIATE = 39, IPV6 = 42, PLAIN_USERNAME = 45, PLAIN_PASSWORD = 46, CURVE_PUBLICKEY = 48,
            CURVE_SECRETKEY = 49, CURVE_SERVERKEY = 50, HEARTBEAT_IVL = 75, HEARTBEAT_TIMEOUT = 77;

        Pointer zmq_ctx_new();

        Pointer zmq_socket(Pointer context, int type);

        int zmq_setsockopt(Pointer socket, int option, byte[] value, long size);

        int zmq_connect(Pointer socket, String endpoint);

        int zmq_socket_monitor(Pointer socket, String endpoint, int events);

        int zmq_poll(ByteBuffer items, int count, long timeout);

        int zmq_recv(Pointer socket, byte[] buffer, long size, int flags);

        int zmq_send(Pointer socket, byte[] frame, long size, int flags);

        int zmq_close(Pointer socket);

        int zmq_ctx_term(Pointer context);
    }

    /** A remote bot's socket reconnects by itself. A monitor reports this, because each connection must begin with hello. */
    private static final class Zmq extends Wire {
        private enum Connection { LOST, OPENED, GREETED }

        private static final int EINTR = 4;
        private static final int ITEM_BYTES = 16; // zmq_pollitem_t on machines of 64 bits

        private final LibZmq lib = Native.load("zmq", LibZmq.class);
        private final Pointer context = lib.zmq_ctx_new();
        private final Pointer socket = lib.zmq_socket(context, LibZmq.DEALER);
        private final Pointer monitor; // null except for a remote bot
        private final byte[] buffer = new byte[1 << 20]; // no message of the arena is longer
        private Connection connection;

        Zmq(Map<String, String> environment) {
            set(LibZmq.LINGER, 200);
            if (environment.containsKey("DOMINO_ARENA_SERVER_KEY")) {
                monitor = setUpRemote(environment);
                connection = Connection.LOST;
            } else {
                monitor = null;
                connection = Connection.OPENED;
                set(LibZmq.PLAIN_USERNAME, "bot");
                set(LibZmq.PLAIN_PASSWORD, environment.get("DOMINO_ARENA_TOKEN"));
            }
            String endpoint = environment.get("DOMINO_ARENA_ENDPOINT");
            if (uninterrupted(() -> lib.zmq_connect(socket, endpoint)) != 0) {
                throw new IllegalStateException("cannot connect to " + endpoint);
            }
        }

        /** IMMEDIATE: no message is queued for the next connection. */
        private Pointer setUpRemote(Map<String, String> environment) {
            set(LibZmq.CURVE_SERVERKEY, environment.get("DOMINO_ARENA_SERVER_KEY"));
            set(LibZmq.CURVE_PUBLICKEY, environment.get("DOMINO_ARENA_PUBLIC_KEY"));
            set(LibZmq.CURVE_SECRETKEY, environment.get("DOMINO_ARENA_SECRET_KEY"));
            set(LibZmq.IMMEDIATE, 1);
            set(LibZmq.IPV6, 1);
            set(LibZmq.HEARTBEAT_IVL, 1000);
            set(LibZmq.HEARTBEAT_TIMEOUT, 5000);
            lib.zmq_socket_monitor(socket, "inproc://events",
                LibZmq.EVENT_HANDSHAKE_SUCCEEDED | LibZmq.EVENT_DISCONNECTED);
            Pointer pair = lib.zmq_socket(context, LibZmq.PAIR);
            uninterrupted(() -> lib.zmq_connect(pair, "inproc://events"));
            return pair;
        }

        private void set(int option, int value) {
            byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
            lib.zmq_setsockopt(socket, option, bytes, bytes.length);
        }

        private void set(int option, String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            if (lib.zmq_setsockopt(socket, option, bytes, bytes.length) != 0) {
                throw new IllegalStateException("the environment has a token or key of the arena that is not valid");
            }
        }

        @Override
        Said receive(List<JsonObject> messages) {
            while (true) {
                followConnection();
                if (connection == Connection.OPENED) {
                    while (take(socket) != null) { } // a message of the previous connection
                    connection = Connection.GREETED;
                    return Said.OPENED;
                }
                for (byte[] frame = take(socket); frame != null; frame = take(socket)) {
                    messages.add(unpack(frame));
                }
                if (!messages.isEmpty()) {
                    return Said.MESSAGES;
                }
                waitForNews();
            }
        }

        /**
         * Reads the monitor. It reports the end of a connection at least 100 ms (RECONNECT_IVL) before there
         * is another one. So as long as no end is reported, a message goes to the connection that was
         * greeted, or is lost.
         */
        private void followConnection() {
            byte[] frame;
            while (monitor != null && (frame = take(monitor)) != null) {
                int event = ByteBuffer.wrap(frame).order(ByteOrder.nativeOrder()).getShort();
                connection = event == LibZmq.EVENT_DISCONNECTED ? Connection.LOST : Connection.OPENED;
                take(monitor); // the address of the event
            }
        }

        private void waitForNews() {
            ByteBuffer items = ByteBuffer.allocateDirect(2 * ITEM_BYTES).order(ByteOrder.nativeOrder());
            putItem(items, socket);
            if (monitor != null) {
                putItem(items, monitor);
            }
            items.flip();
            lib.zmq_poll(items, items.limit() / ITEM_BYTES, -1); // a signal may end the wait, without news
        }

        /** Returns the result of the call, which is repeated if a signal interrupts it. */
        private static int uninterrupted(IntSupplier call) {
            int status = call.getAsInt();
            while (status < 0 && Native.getLastError() == EINTR) {
                status = call.getAsInt();
            }
            return status;
        }

        private static void putItem(ByteBuffer items, Pointer socket) {
            items.putLong(Pointer.nativeValue(socket)).putInt(0).putShort((short) LibZmq.POLLIN)
                .putShort((short) 0);
        }

        private byte[] take(Pointer from) {
            int size = uninterrupted(() -> lib.zmq_recv(from, buffer, buffer.length, LibZmq.DONTWAIT));
            return size < 0 || size > buffer.length ? null : Arrays.copyOf(buffer, size);
        }

        @Override
        void send(JsonObject message) {
            followConnection();
            if (connection != Connection.GREETED) {
                return; // receive will report it
            }
            try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
                pack(packer, message);
                byte[] frame = packer.toByteArray();
                uninterrupted(() -> lib.zmq_send(socket, frame, frame.length, LibZmq.DONTWAIT));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }

        @Override
        public void close() {
            lib.zmq_close(socket);
            if (monitor != null) {
                lib.zmq_close(monitor);
            }
            lib.zmq_ctx_term(context);
        }

        private static JsonObject unpack(byte[] frame) {
            try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(frame)) {
                return JsonParser.parseString(unpacker.unpackValue().toJson()).getAsJsonObject();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }

        private static void pack(MessageBufferPacker packer, JsonElement value) throws IOException {
            if (value instanceof JsonObject object) {
                packer.packMapHeader(object.size());
                for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
                    packer.packString(entry.getKey());
                    pack(packer, entry.getValue());
                }
            } else if (value instanceof JsonArray array) {
                packer.packArrayHeader(array.size());
                for (JsonElement entry : array) {
                    pack(packer, entry);
                }
            } else if (value.getAsJsonPrimitive().isNumber() && value.getAsNumber() instanceof Double real) {
                packer.packDouble(real);
            } else if (value.getAsJsonPrimitive().isNumber()) {
                packer.packLong(value.getAsLong());
            } else if (value.getAsJsonPrimitive().isBoolean()) {
                packer.packBoolean(value.getAsBoolean());
            } else {
                packer.packString(value.getAsString());
            }
        }
    }
}
