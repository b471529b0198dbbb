import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { flood } from "../support/flood.ts";
import { requestFor } from "../support/open-sockets.ts";

attackTest("300 connections that request /readyz without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, requests: 10_000, next: () => requestFor("/readyz") });
  // 503 if the server could not check the database for 2 s because the machine was busy.
  expect(Object.keys(statuses).filter((status) => !["200", "503"].includes(status))).toEqual([]);
});

attackTest("300 connections that request an unknown path without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, requests: 10_000, next: () => requestFor("/nothing") });
  expect(Object.keys(statuses)).toEqual(["404"]);
});
