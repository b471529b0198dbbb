import { randomFillSync } from "node:crypto";
import { v5, v7 } from "uuid";

/** Returns a new UUID that sorts by the time of its creation. */
export const newId = (): string => v7();

/** Returns the UUID of a name within a namespace, always the same one. */
export const nameId = (namespace: string, name: string): string => v5(name, namespace);

const REQUEST_ID_BYTES = 12;
/** Random bytes for a thousand ids at once: one call to the system costs the same. */
const pool = Buffer.alloc(REQUEST_ID_BYTES * 1_024);
let used = pool.length;

/** Returns a random id that correlates a response with its log line. It never comes from a caller. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += REQUEST_ID_BYTES;
  return pool.toString("base64url", used - REQUEST_ID_BYTES, used);
}
