import { createHash } from "node:crypto";

const MODULUS = 1n << 256n;

/** A digest of a set of texts that may repeat. It does not depend on their order, so two databases may list them differently. */
export interface MultisetDigest {
  add(text: string): void;
  /** Returns 64 hexadecimal digits. */
  toHex(): string;
}

export function createMultisetDigest(): MultisetDigest {
  let sum = 0n;
  return {
    add: (text) => {
      sum = (sum + BigInt(`0x${createHash("sha256").update(text).digest("hex")}`)) % MODULUS;
    },
    toHex: () => sum.toString(16).padStart(64, "0"),
  };
}
