import { setTimeout as sleep } from "node:timers/promises";
import { attackTest } from "../support/attack-test.ts";
import { openSockets } from "../support/open-sockets.ts";

const PATH = "/api/v1/external/cases/11111111-1111-4111-8111-111111111111/verdict";

attackTest("400 verdicts of one domain whose bodies never end", {}, async ({ port, keys }) => {
  const sockets = await openSockets(port, 400);
  for (const [at, socket] of sockets.entries()) {
    const lines = [
      `POST ${PATH} HTTP/1.1`,
      "host: x",
      `x-api-key: ${keys[at % keys.length]}`,
      "content-type: application/json",
      "transfer-encoding: chunked",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n5\r\n{"com\r\n`);
  }
  await sleep(4_000);
  for (const socket of sockets) socket.destroy();
});
