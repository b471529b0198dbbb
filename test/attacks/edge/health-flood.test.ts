import { expect } from "vitest";
import { attackTest } from "../support/attack-test.ts";
import { flood } from "../support/flood.ts";
import { requestFor } from "../support/open-sockets.ts";

attackTest("300 connections that ask for /readyz without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, requests: 10_000, next: () => requestFor("/readyz") });
  // A server that could not check for 2 s, because the machine was busy elsewhere, says so.
  expect(Object.keys(statuses).filter((status) => !["200", "503"].includes(status))).toEqual([]);
});

attackTest("300 connections that ask for what is not there without a pause", {}, async ({ port }) => {
  const statuses = await flood({ port, connections: 300, requests: 10_000, next: () => requestFor("/nothing") });
  expect(Object.keys(statuses)).toEqual(["404"]);
});
