import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { openSockets, requestFor } from "../support/open-sockets.ts";

attackTest("6,000 connections that stay open and send nothing", {}, async ({ port }) => {
  const sockets = [];
  for (let round = 0; round < 12; round++) sockets.push(...(await openSockets(port, 500)));
  await sleep(1_000);
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(health.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

attackTest("5,000 connections that are opened, used once and reset", {}, async ({ port }) => {
  for (let round = 0; round < 50; round++) {
    const sockets = await openSockets(port, 100);
    for (const socket of sockets) socket.write(requestFor("/healthz"));
    await sleep(10);
    for (const socket of sockets) socket.resetAndDestroy();
  }
});
