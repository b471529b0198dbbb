import { expect, it } from "vitest";
import { ApiError } from "./api-error.ts";

it("an error has the code, the words and the request of the response", () => {
  const error = new ApiError(409, { error: "conflict", message: "it was changed", request_id: "r-1", more: 1 });
  expect([error.status, error.code, error.message, error.requestId]).toEqual([
    409,
    "conflict",
    "it was changed",
    "r-1",
  ]);
  expect(error.body).toMatchObject({ more: 1 });
});

it("a response without a usable body still has a code, and the id of its header", () => {
  const error = new ApiError(
    502,
    { error: "", message: 7 },
    new Headers({ "x-request-id": "r-2", "retry-after": "30" }),
  );
  expect([error.code, error.message, error.requestId, error.retryAfterSeconds]).toEqual([
    "bad_response",
    "The server could not be reached.",
    "r-2",
    30,
  ]);
  expect([new ApiError(0, {}).code, new ApiError(0, {}).requestId]).toEqual(["network", null]);
  expect(new ApiError(429, {}, new Headers({ "retry-after": "tomorrow" })).retryAfterSeconds).toBeNull();
});

it.each([
  [0, true],
  [400, false],
  [409, false],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
])("a request that was answered with %d may succeed if it is sent again: %s", (status, isTransient) => {
  expect(new ApiError(status, {}).isTransient).toBe(isTransient);
});
