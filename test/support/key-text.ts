const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** CRC-32 of ISO 3309, bit by bit: independent of the code under test. */
function crc32(text: string): number {
  let rest = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** Returns a well-formed key with this id and secret and the right checksum. */
export function keyOf(keyId: string, secret: string): string {
  const body = `ppt_${keyId}_${secret}`;
  const digits = [5, 4, 3, 2, 1, 0].map((place) => BASE62.charAt(Math.floor(crc32(body) / 62 ** place) % 62));
  return body + digits.join("");
}

export const keyIdOf = (key: string): string => key.slice(4, 12);
export const secretOf = (key: string): string => key.slice(13, 45);

/** A well-formed key that does not exist. */
export const unknownKey = (): string => keyOf(randomText(8), randomText(32));

/** Returns a key whose secret differs in one character, with the right checksum. */
export function withWrongSecret(key: string): string {
  const secret = secretOf(key);
  return keyOf(keyIdOf(key), secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A"));
}

function randomText(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(Math.floor(Math.random() * 62))).join("");
}
