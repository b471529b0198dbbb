import { hash } from "@node-rs/argon2";

/** The least that OWASP recommends for argon2id, the default of the library; one hash takes 19 MiB and some tens of milliseconds off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), COST);
