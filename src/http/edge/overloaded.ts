import { Failure } from "../../model/failure.ts";

/** Returns the failure of a request that is over the share of its caller. */
export const overloaded = (): Failure =>
  new Failure("unavailable", "too many requests are in flight; try again shortly", {}, { "retry-after": "1" });
