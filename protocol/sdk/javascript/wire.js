// The two transports. send(message) sends an object. receive() waits for a message and returns an
// array of it and all others that have arrived, or null when the connection has ended. If `remote` is
// true, run() then connects again.

const LINGER_MS = 200;
const HEARTBEAT_MS = 5000; // detects a network that fails silently

/** One JSON object per line. All other output to standard output goes to standard error. */
export function openStdio() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  process.stdout.on("error", () => {}); // the arena has ended; receive() will report it
  const chunks = process.stdin[Symbol.asyncIterator]();
  let rest = "";
  process.stdin.setEncoding("utf8");
  return {
    remote: false,
    send: (message) => write(JSON.stringify(message) + "\n"),
    async receive() {
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return null;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        const messages = lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
        if (messages.length > 0) return messages;
      }
    },
    close: () => process.stdin.destroy(),
  };
}

/** One MessagePack map per frame on a DEALER socket; one socket is one connection. */
export async function openZmq(environment) {
  const { Dealer } = await import("zeromq");
  const { decode, encode } = await import("@msgpack/msgpack");
  const endpoint = environment.DOMINO_ARENA_ENDPOINT;
  const remote = "DOMINO_ARENA_SERVER_KEY" in environment;
  const socket = new Dealer({
    linger: LINGER_MS,
    sendHighWaterMark: 0,
    reconnectInterval: -1, // never: a new connection must begin with a hello
    ...identity(environment, remote),
  });
  const unpack = (frame) => decode(frame, { mapKeyConverter: String });
  let problem = null;
  const end = (error) => {
    problem ??= error;
    if (!socket.closed) socket.close();
  };
  socket.events.on("disconnect", () => end(null));
  socket.events.on("handshake:error:auth", () =>
    end(new Error("the arena does not accept the token or key of this bot")));
  socket.events.on("close", () => end(remote ? null : new Error(`there is no arena at ${endpoint}`)));
  socket.connect(endpoint);
  let sending = Promise.resolve(); // a socket sends one message at a time
  return {
    remote,
    send(message) {
      const frame = encode(message);
      sending = sending.then(() => uninterrupted(() => socket.send(frame))).catch(() => {}); // receive() will report it
    },
    async receive() {
      await sending;
      try {
        const messages = [];
        do messages.push(...(await uninterrupted(() => socket.receive())).map(unpack));
        while (socket.readable);
        return messages;
      } catch (error) {
        if (!socket.closed) throw error;
        if (problem) throw problem;
        return null;
      }
    },
    close: () => socket.closed || socket.close(),
  };
}

/** Repeats the call while a signal interrupts it; libzmq may report this as EAGAIN. */
async function uninterrupted(call) {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (error.code !== "EINTR" && error.code !== "EAGAIN") throw error;
    }
}

function identity(environment, remote) {
  if (remote)
    return {
      curveServerKey: environment.DOMINO_ARENA_SERVER_KEY,
      curvePublicKey: environment.DOMINO_ARENA_PUBLIC_KEY,
      curveSecretKey: environment.DOMINO_ARENA_SECRET_KEY,
      ipv6: true,
      heartbeatInterval: HEARTBEAT_MS,
    };
  return { plainUsername: "bot", plainPassword: environment.DOMINO_ARENA_TOKEN };
}
