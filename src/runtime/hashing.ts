import { createHmac, hash, timingSafeEqual } from "node:crypto";

export const sha256 = (text: string | Uint8Array): string => hash("sha256", text, "base64url");

/** For digests that people compare or compute with other tools. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** A keyed digest: useless to whoever holds the digest but not the key. */
export const hmacSha256 = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");

/** Compares two digests in time that does not depend on where they differ. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
