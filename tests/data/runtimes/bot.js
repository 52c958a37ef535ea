// Plays the first legal action, with a worker and some memory as a search would have.
const { Worker } = require("worker_threads");
const readline = require("readline");

const worker = new Worker(
  "require('worker_threads').parentPort.on('message', n => Buffer.alloc(n).fill(1))", { eval: true });
const say = message => process.stdout.write(JSON.stringify(message) + "\n");

say({ type: "hello", protocol: 1, language: "node" });
readline.createInterface({ input: process.stdin }).on("line", line => {
  const message = JSON.parse(line);
  if (message.type === "bye") process.exit(0);
  if (message.type !== "ask") return;
  worker.postMessage(8 << 20);
  say({ type: "act", req: message.req, choice: 0 });
});
