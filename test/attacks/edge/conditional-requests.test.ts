import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { flood } from "../support/flood.ts";
import { requestFor } from "../support/open-sockets.ts";

const READS_PER_MINUTE = 1_000;

attackTest("searches with If-None-Match: * without a pause", {}, async ({ port, keys: [key = ""] }) => {
  let sent = 0;
  const search = () => `/api/v1/external/users?search=nobody${sent++}`;
  const next = () => requestFor(search(), `x-api-key: ${key}`, "if-none-match: *");
  const statuses = await flood({ port, connections: 20, requests: 1_500, next });
  expect(statuses).toEqual({ 304: READS_PER_MINUTE, 429: 1_500 - READS_PER_MINUTE });
});
