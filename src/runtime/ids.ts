import { hash, randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Returns a new UUID that sorts by the time of its creation. */
export const newId = (): string => v7();

const NAMESPACE_BYTES = 16;

/** Returns the UUID (version 5) of a name within a namespace, which is a UUID too. The same name always has the same one. */
export function nameId(namespace: string, name: string): string {
  const bytes = Buffer.allocUnsafe(NAMESPACE_BYTES + Buffer.byteLength(name));
  if (bytes.write(namespace.replaceAll("-", ""), "hex") < NAMESPACE_BYTES) throw new Error(`not a UUID: ${namespace}`);
  bytes.write(name, NAMESPACE_BYTES);
  const hex = hash("sha1", bytes, "hex");
  // The two high bits of the ninth byte are the variant.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

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
