import type { Database } from "../../store/database/database.ts";
import { isSecretReplaced } from "../../store/installation/secret-fingerprint.ts";

/** How often the fingerprint is read. */
const CHECK_MS = 2_000;

/** A regular comparison of this process's secret with the database's. */
export interface SecretWatch {
  /** Resolves when the database has another secret; never if it keeps this one. */
  readonly replaced: Promise<void>;
  stop(): void;
}

/** Starts to compare the secret of this process with the database's. A database that does not answer changes nothing. */
export function watchSecret(
  { system }: Pick<Database, "system">,
  secret: string,
  { checkMs = CHECK_MS }: { readonly checkMs?: number } = {},
): SecretWatch {
  let isChecking = false;
  let timer: NodeJS.Timeout | undefined;
  const replaced = new Promise<void>((resolve) => {
    const check = async (): Promise<void> => {
      if (isChecking) return;
      isChecking = true;
      const isOther = await isSecretReplaced(system, secret).catch(() => false);
      isChecking = false;
      if (isOther) resolve();
    };
    timer = setInterval(() => void check(), checkMs).unref();
  });
  return { replaced, stop: () => clearInterval(timer) };
}
