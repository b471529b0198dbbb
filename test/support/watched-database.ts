import type { Database, DomainDb, SystemDb } from "../../src/store/database/database.ts";

/** A database that records its statements. */
export interface WatchedDatabase extends Database {
  /** Every statement so far, in order. */
  readonly statements: string[];
}

export function watchDatabase(database: Database): WatchedDatabase {
  const statements: string[] = [];
  const watched = <D extends SystemDb | DomainDb>(db: D): D => ({
    ...db,
    ...("runAll" in db && {
      runAll: (given: readonly { readonly text: string }[]) => {
        statements.push(...given.map(({ text }) => text));
        return db.runAll(given as never);
      },
    }),
    query: <R>(text: string, values?: readonly unknown[]) => {
      statements.push(text);
      return db.query<R>(text, values);
    },
    execute: (text: string, values?: readonly unknown[]) => {
      statements.push(text);
      return db.execute(text, values);
    },
  });
  return {
    ...database,
    statements,
    forChecks: (domainId) => watched(database.forChecks(domainId)),
    system: watched(database.system),
    forDomain: (domainId) => {
      const handle = database.forDomain(domainId);
      return { ...watched(handle), transaction: (work) => handle.transaction((tx) => work(watched(tx))) };
    },
    acrossDomains: (ids, work) => database.acrossDomains(ids, (one, other) => work(watched(one), watched(other))),
  };
}

/** Whether a statement changes anything. */
export const isWrite = (statement: string): boolean => !/^\s*select\b(?!.*\bfor (update|share)\b)/is.test(statement);
