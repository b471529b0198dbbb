import { createHmac, randomBytes } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SECRET_BYTES = 20;
export const STEP_SECONDS = 30;
const DIGITS = 6;

/** Returns a new secret for a TOTP device (RFC 6238: SHA-1, six digits, 30 seconds), in base 32. */
export function newTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join("");
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string): string {
  const label = encodeURIComponent(`Parapet:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Parapet&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

export const totpStep = (at: Date): number => Math.floor(at.getTime() / 1_000 / STEP_SECONDS);

function fromBase32(text: string): Buffer {
  let bits = "";
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
