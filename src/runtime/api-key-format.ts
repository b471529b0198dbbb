import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORMAT = /^ppt_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export interface ParsedKey {
  readonly keyId: string;
  readonly secret: string;
}

/** Generates a key with its public id and its secret. Only a keyed digest of the secret is ever stored. */
export function mintKey(): ParsedKey & { readonly key: string } {
  const keyId = randomText(8);
  const secret = randomText(32);
  const body = `ppt_${keyId}_${secret}`;
  return { keyId, secret, key: body + checksum(body) };
}

/** Parses a key; returns undefined if its format or checksum is wrong, so that a typing error costs no database query. */
export function parseKey(key: string): ParsedKey | undefined {
  const match = FORMAT.exec(key);
  if (!match) return undefined;
  const [, keyId = "", secret = "", sum] = match;
  return checksum(key.slice(0, -6)) === sum ? { keyId, secret } : undefined;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomText(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(62))).join("");
}
