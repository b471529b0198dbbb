import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { openSockets, requestFor } from "../support/open-sockets.ts";

/** Sends many requests at once on each connection and resets it before any answer is read. */
async function sendAndReset(port: number, connections: number, requests: string): Promise<void> {
  const sockets = await openSockets(port, connections);
  for (const socket of sockets) socket.write(requests);
  await sleep(50);
  for (const socket of sockets) socket.resetAndDestroy();
  await sleep(50);
}

async function expectServed(port: number): Promise<void> {
  for (const path of ["/healthz", "/readyz", "/docs"]) {
    expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 200]);
  }
}

attackTest("1,500 pipelined requests on one connection that is reset, 20 times", {}, async ({ port }) => {
  for (let time = 0; time < 20; time++) await sendAndReset(port, 1, requestFor("/readyz").repeat(1_500));
  await expectServed(port);
});

attackTest("40 pipelined requests on each of 60 connections that are reset, 20 times", {}, async ({ port, keys }) => {
  const paths = ["/readyz", "/docs", "/nothing", "/api/v1/external/whoami"];
  const requests = Array.from({ length: 40 }, (_, at) =>
    requestFor(paths[at % paths.length] ?? "", `x-api-key: ${keys[at % keys.length]}`),
  );
  for (let time = 0; time < 20; time++) {
    // Half of the rounds stay within the limit of one connection, so that their requests are started.
    const sent = time % 2 ? requests : requests.slice(0, 30);
    await sendAndReset(port, 60, sent.join(""));
  }
  await expectServed(port);
});
