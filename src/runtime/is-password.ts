import { verify } from "@node-rs/argon2";
import { hashPassword } from "./password-hash.ts";

/**
 * Compares a password with a hash. Without a hash it takes as long as with one, so that the time of a response does not
 * reveal whether an account exists.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy()), password.normalize("NFKC"));
  return matches && passwordHash !== null;
}

let decoyHash: Promise<string> | undefined;
const decoy = (): Promise<string> => {
  decoyHash ??= hashPassword("no account has this password");
  return decoyHash;
};
