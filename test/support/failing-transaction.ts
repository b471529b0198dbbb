import type { DomainDb, DomainHandle } from "../../src/store/database/database.ts";

const CUT = "cut off";

/** Returns true for the error of a failing transaction, and throws every other error. */
export function isCutOff(error: Error): boolean {
  if (error.message !== CUT) throw error;
  return true;
}

/** The same handle, whose transaction fails instead of its n-th statement. */
export function failingAt(db: DomainHandle, n: number): DomainHandle {
  const failing = (tx: DomainDb): DomainDb => {
    let left = n;
    const spend = (): void => {
      if (left-- === 0) throw new Error(CUT);
    };
    return {
      ...tx,
      query: async (text, values) => {
        spend();
        return tx.query(text, values);
      },
      execute: async (text, values) => {
        spend();
        return tx.execute(text, values);
      },
    };
  };
  return { ...db, transaction: (work) => db.transaction((tx) => work(failing(tx))) };
}
