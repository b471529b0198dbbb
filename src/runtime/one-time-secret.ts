import { randomBytes, randomInt } from "node:crypto";

/** Returns a random token of 256 bits, for cookies. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Letters and digits that are hard to confuse when read aloud or copied by hand. */
const READABLE = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** Returns a code of 122 random bits that a person can copy: five groups of five characters. */
export function newReadableCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => READABLE.charAt(randomInt(READABLE.length))).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Returns a code as it was generated: a person may type lower case, spaces or no dashes. */
export function normalizeCode(text: string): string {
  const plain = text.toUpperCase().replace(/[\s-]/g, "");
  return plain.match(/.{1,5}/g)?.join("-") ?? "";
}
