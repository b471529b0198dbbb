import { expect } from "vitest";
import { attackTest } from "./support/attack-test.ts";
import { flood } from "./support/flood.ts";
import { requestFor } from "./support/open-sockets.ts";

const READS_PER_MINUTE = 1_000;

attackTest("searches with If-None-Match: * without a pause", {}, async ({ port, keys: [key = ""] }) => {
  let sent = 0;
  const search = () => `/api/v1/external/users?search=nobody${sent++}`;
  const next = () => requestFor(search(), `x-api-key: ${key}`, "if-none-match: *");
  const statuses = await flood({ port, connections: 20, forMs: 4_000, next });
  expect(statuses["304"]).toBeLessThanOrEqual(READS_PER_MINUTE);
  expect(Object.keys(statuses).every((status) => ["304", "429"].includes(status))).toBe(true);
});
