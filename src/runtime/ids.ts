import { randomFillSync } from "node:crypto";
import { v5, v7 } from "uuid";

/** A fresh id for something the service simply makes. Sorts by the time it was made. */
export const newId = (): string => v7();

/** The id that a name has within a namespace: the same name always has the same one. */
export const nameId = (namespace: string, name: string): string => v5(name, namespace);

const REQUEST_ID_BYTES = 12;
/** Asking the system for random bytes costs the same for a thousand ids as for one. */
const pool = Buffer.alloc(REQUEST_ID_BYTES * 1_024);
let used = pool.length;

/** Random, and never taken from a caller: correlates an answer with its log line. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += REQUEST_ID_BYTES;
  return pool.toString("base64url", used - REQUEST_ID_BYTES, used);
}
