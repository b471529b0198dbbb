import { expect } from "vitest";
import { attackTest } from "./support/attack-test.ts";
import { flood } from "./support/flood.ts";
import { requestFor } from "./support/open-sockets.ts";

attackTest("300 connections that ask for /readyz without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, forMs: 3_000, next: () => requestFor("/readyz") });
  expect(Object.keys(statuses)).toEqual(["200"]);
});

attackTest("300 connections that ask for what is not there without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, forMs: 3_000, next: () => requestFor("/nothing") });
  expect(Object.keys(statuses)).toEqual(["404"]);
});
