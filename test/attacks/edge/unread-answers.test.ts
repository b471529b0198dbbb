import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { INGEST_BASE_PATH } from "../../../src/contract/ingest.ts";
import { attackTest } from "../support/attack-test.ts";
import { openSockets, requestFor } from "../support/open-sockets.ts";

const STALL_MS = 5_000;

attackTest("1,200 connections that request public pages and never read the responses", {}, async ({ port }) => {
  const sockets = await openSockets(port, 1_200);
  const paths = ["/docs", "/api/v1/external/openapi.json", `${INGEST_BASE_PATH}/openapi.json`];
  const pages = requestFor(paths[0] ?? "") + requestFor(paths[1] ?? "") + requestFor(paths[2] ?? "");
  for (const socket of sockets) socket.write(pages);
  await sleep(2 * STALL_MS);
  const page = await fetch(`http://127.0.0.1:${port}/docs`);
  expect(page.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

attackTest("a connection that reads nothing and keeps sending is closed", {}, async ({ port }) => {
  const [socket = expect.fail("no connection")] = await openSockets(port, 1);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
  socket.write(requestFor("/docs").repeat(30));
  const trickle = setInterval(() => socket.write("G"), 250);
  const outcome = await Promise.race([closed, sleep(STALL_MS + 5_000, "still open")]);
  clearInterval(trickle);
  socket.destroy();
  expect(outcome).toBe("closed");
});
