import { hash, verify } from "@node-rs/argon2";

/** The least that OWASP recommends for argon2id, the default of the library; one hash takes 19 MiB and some tens of milliseconds off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), COST);

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
