import { expect } from "vitest";
import { errorOf } from "./error-of.ts";
import type { TestReply, TestService } from "./service.ts";

export const databaseName = ({ databaseUrl = "" }: TestService) => new URL(databaseUrl).pathname.slice(1);

/** Checks that a response is the one of an outage. */
export function expectUnavailable(reply: TestReply): void {
  expect(errorOf(reply)).toEqual([503, "unavailable"]);
  expect(Object.keys(reply.body)).toEqual(["error", "message", "request_id"]);
  expect(reply.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(reply.headers["x-request-id"]).toBe(reply.body["request_id"]);
}
