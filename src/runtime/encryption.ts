import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK = "v1.";

/** Encrypts texts at rest under one key and one purpose. `place` is where the text is stored; it is authenticated. */
export interface Sealer {
  seal(text: string, place: string): string;
  /** Returns undefined if the text was sealed under another key, for another place, or was changed. */
  open(sealed: string, place: string): string | undefined;
}

/** Creates a sealer whose key is derived from the server's secret and the purpose. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "parapet", purpose, 32));
  return {
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
      if (!sealed.startsWith(MARK) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
