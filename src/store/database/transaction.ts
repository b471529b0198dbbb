import type { Versioned } from "../../model/vocabulary.ts";
import { toVersions, type VersionMemory, type VersionRow, type Versions } from "../domains/version-memory.ts";

/** Marks resources as changed, so that the transaction raises their versions just before it commits. */
export type MarkChanged = (...resources: readonly Versioned[]) => void;

/** Runs a statement whose parameter `$1` is the domain. */
export type RunInDomain = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[]; readonly affected: number }>;

/** A domain that a transaction changes, and the handle that its work gets. */
export interface DomainParts<D> {
  readonly domainId: string;
  /** Binds the transaction to the domain. */
  readonly enter: () => Promise<unknown>;
  readonly run: RunInDomain;
  readonly bind: (markChanged: MarkChanged) => D;
}

/** A connection on which one transaction runs. */
export interface TransactionParts {
  /** Sends `begin`, `commit` or `rollback`. */
  readonly command: (sql: string) => Promise<unknown>;
  readonly versionMemory: VersionMemory | undefined;
}

/** Returns a handle with which the transaction changes a domain. */
export type EnterDomain = <D>(parts: DomainParts<D>) => Promise<D>;

interface Entered {
  readonly domainId: string;
  readonly run: RunInDomain;
  readonly changed: Set<Versioned>;
  raised: Versions | undefined;
}

/**
 * Runs `work` in a transaction and commits it. The versions of everything that was marked as changed are raised by the
 * last statements before the commit and nowhere else: a transaction that waits for a version holds all its other locks
 * already, so that versions never take part in a deadlock.
 */
export async function runTransaction<R>(
  { command, versionMemory }: TransactionParts,
  work: (enter: EnterDomain) => Promise<R>,
): Promise<R> {
  const entered: Entered[] = [];
  let isOpen = true;
  await command("begin");
  try {
    const result = await work(async ({ domainId, enter, run, bind }) => {
      const changed = new Set<Versioned>();
      await enter();
      entered.push({ domainId, run, changed, raised: undefined });
      return bind((...resources) => {
        if (!isOpen) throw new Error(`${resources.join(", ")} cannot change: the transaction has ended`);
        for (const resource of resources) changed.add(resource);
      });
    });
    isOpen = false;
    for (const domain of entered.toSorted((a, b) => (a.domainId < b.domainId ? -1 : 1))) {
      if (domain.changed.size > 0) domain.raised = await raiseVersions(domain.run, domain.changed);
    }
    await command("commit");
    for (const { domainId, raised } of entered) if (raised) versionMemory?.raise(domainId, raised);
    return result;
  } catch (error) {
    isOpen = false;
    // A commit that reported an error may still have succeeded.
    for (const { domainId, raised } of entered) if (raised) versionMemory?.forget(domainId);
    // If the connection itself failed, the server rolls back.
    await command("rollback").catch(() => undefined);
    throw error;
  }
}

/** Refuses to mark a change outside a transaction, where no version would be raised with it. */
export const markOutsideTransaction: MarkChanged = (...resources) => {
  throw new Error(`${resources.join(", ")} can only be changed in a transaction`);
};

/** Raises versions in alphabetical order, so that two transactions that raise several never deadlock. */
async function raiseVersions(run: RunInDomain, resources: ReadonlySet<Versioned>): Promise<Versions> {
  const { rows } = await run(
    `insert into resource_versions (domain_id, resource, version)
     select $1, resource, 1 from unnest($2::text[]) as changed (resource) order by resource
     on conflict (domain_id, resource) do update set version = resource_versions.version + 1
     returning resource, version`,
    [[...resources].sort()],
  );
  return toVersions(rows as readonly VersionRow[]);
}
