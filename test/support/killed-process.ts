import type { Database, DomainDb, DomainHandle, DomainStatements } from "../../src/store/database/database.ts";

const KILLED = "killed";

/** Database access of a process that is killed at some statement: it and all later ones fail, as do open transactions. */
export interface KilledProcess {
  handle(db: DomainHandle): DomainHandle;
  database(database: Database): Database;
  /** How many statements have counted so far. */
  readonly used: () => number;
}

/** Counts the statements on domains for which `isCounted` is true, and kills the process at the n-th. */
export function killedAt(n: number, isCounted: (text: string) => boolean = () => true): KilledProcess {
  let used = 0;
  const alive = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    if (isCounted(text)) used++;
    if (used >= n) throw new Error(KILLED);
    return run();
  };
  const watched = <D extends DomainDb>(inner: D): D => ({
    ...inner,
    query: <R>(text: string, values?: readonly unknown[]) => alive(text, () => inner.query<R>(text, values)),
    execute: (text: string, values?: readonly unknown[]) => alive(text, () => inner.execute(text, values)),
    // One by one, so that the process can be killed between them.
    runAll: async <T extends readonly unknown[]>(statements: DomainStatements<T>) => {
      const results: unknown[] = [];
      for (const one of statements) results.push(...(await alive(one.text, () => inner.runAll([one]))));
      return results as readonly unknown[] as T;
    },
  });
  const handle = (db: DomainHandle): DomainHandle => ({
    ...watched(db),
    transaction: (work) => db.transaction((tx) => work(watched(tx))),
  });
  return {
    handle,
    database: (database) => ({
      ...database,
      forDomain: (domainId) => handle(database.forDomain(domainId)),
      acrossDomains: (ids, work) => database.acrossDomains(ids, (one, other) => work(watched(one), watched(other))),
    }),
    used: () => used,
  };
}

/** Counts the statements of a process that is never killed. */
export const neverKilled = (isCounted?: (text: string) => boolean): KilledProcess =>
  killedAt(Number.POSITIVE_INFINITY, isCounted);

/** Returns true for the error of a killed process, and throws every other error. */
export function isKilled(error: Error): true {
  if (error.message !== KILLED) throw error;
  return true;
}
