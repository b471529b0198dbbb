import { createHash, createHmac, hash, timingSafeEqual } from "node:crypto";

export const sha256 = (text: string | Uint8Array): string => hash("sha256", text, "base64url");

/** Returns a digest in hexadecimal, for people and other tools. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** Returns the first 8 bytes of a digest as text, one character per byte, so that texts compare like the bytes. */
export const shortDigest = (text: string): string => hash("sha256", text, "binary").slice(0, 8);

/** Returns the first 16 bytes of a digest in the form of a UUID, for columns of that type. */
export function digestUuid(text: string): string {
  return toUuid(hash("sha256", text, "hex"));
}

/** Writes the first 32 hexadecimal digits of a text as a UUID. */
export const toUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

/** Returns a keyed digest, which is useless without the key. */
export const hmacSha256 = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");

/** Compares two digests in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A digest of many parts. Each part is preceded by its length, so that no two lists of parts are alike. */
export interface PartsDigest {
  add(part: string | Uint8Array): void;
  end(): string;
}

export function createPartsDigest(): PartsDigest {
  const digest = createHash("sha256");
  return {
    add: (part) => void digest.update(`${part.length}:`).update(part),
    end: () => digest.digest("base64url"),
  };
}
