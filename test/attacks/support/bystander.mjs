// A client of a domain that is not under attack. It runs on its own thread, so that it measures the server's delay and
// not that of the attacker's event loop.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { port, keys, basePath, ingestPath, gapMs, deliverEveryMs, timeoutMs } = workerData;
const reader = new Agent({ keepAlive: true, maxSockets: 1 });
const deliverer = new Agent({ keepAlive: true, maxSockets: 1 });

let samples = [];
let isStopped = false;
let serial = 0;

parentPort.on("message", (message) => {
  if (message === "collect") {
    parentPort.postMessage(samples);
    samples = [];
  }
  if (message === "stop") isStopped = true;
});

const readLoop = repeat(gapMs, () => {
  serial++;
  // A cached page, an uncached page and a single item, since each takes a different code path.
  const paths = ["/cases?page_size=5", `/users?search=nobody${serial}`, "/whoami"];
  return measure("read", { agent: reader, path: `${basePath}${paths[serial % paths.length]}` });
});
const deliverLoop = repeat(deliverEveryMs, () => {
  const row = { TimeGenerated: new Date().toISOString(), SyslogMessage: `bystander ${Math.random()}` };
  return measure("deliver", {
    agent: deliverer,
    method: "POST",
    path: `${ingestPath}/tables/Syslog`,
    headers: { "content-type": "application/x-ndjson" },
    body: JSON.stringify(row),
  });
});

await Promise.all([readLoop, deliverLoop]);
reader.destroy();
deliverer.destroy();
parentPort.close();

async function repeat(everyMs, work) {
  while (!isStopped) {
    samples.push(await work());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function measure(kind, { headers = {}, body, ...options }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const finish = (status) => resolve({ kind, status, at: startedAt, ms: performance.now() - startedAt });
    const sent = request({
      host: "127.0.0.1",
      port,
      ...options,
      headers: { "x-api-key": keys[serial % keys.length], ...headers },
    });
    // A server that never answers is a sample too: the longest there can be.
    const timer = setTimeout(() => sent.destroy(new Error("no answer")), timeoutMs);
    sent.on("response", (response) => {
      response.resume();
      response.once("end", () => {
        clearTimeout(timer);
        finish(response.statusCode);
      });
      response.once("error", () => finish(0));
    });
    sent.once("error", () => {
      clearTimeout(timer);
      finish(0);
    });
    sent.end(body);
  });
}
