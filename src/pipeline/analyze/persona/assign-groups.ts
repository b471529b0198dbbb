import { normalizedDepartment, type Person } from "../../../analysis/persona/person.ts";
import { nameId } from "../../../runtime/ids.ts";
import type { DomainDb } from "../../../store/database/database.ts";
import { acquirePipelineLock } from "../../../store/database/pipeline-lock.ts";
import { findUsers, saveUsers } from "../../../store/people/users.ts";
import type { AnalysisRun } from "../analysis-run.ts";

/** Users whose group changes in one transaction. */
const CHUNK = 100;

/** Returns the id of the primary peer group of a user, which is the department; null without one. */
export const groupGuidOf = (domainId: string, department: string | null): string | null =>
  department === null ? null : nameId(domainId, `group:${normalizedDepartment(department)}`);

/**
 * Sets `group_guid` of the users of the directory. A new group is a change of the user. Users that the directory does not
 * have keep the group that they were imported with.
 */
export async function assignGroups(run: AnalysisRun, people: readonly Person[]): Promise<void> {
  const listed = people.filter(({ objectId }) => objectId !== null);
  for (let start = 0; start < listed.length && !run.isStopped(); start += CHUNK) {
    const groups = new Map(
      listed
        .slice(start, start + CHUNK)
        .map(({ tuid, department }) => [tuid, groupGuidOf(run.db.domainId, department)]),
    );
    const stale = await findStale(run.db, groups);
    if (stale.length === 0) continue;
    await run.db.transaction(async (tx) => {
      // Deliveries of the directory change the same users.
      await acquirePipelineLock(tx);
      const users = await findStale(tx, groups);
      const changed = users.map((user) => ({ ...user, groupGuid: groups.get(user.tuid) ?? null, updatedAt: run.now }));
      await saveUsers(tx, changed, run.now);
    });
  }
}

/** Returns the users whose stored group is another one. */
async function findStale(db: DomainDb, groups: ReadonlyMap<string, string | null>) {
  const users = await findUsers(db, [...groups.keys()]);
  return users.filter(({ tuid, groupGuid }) => groupGuid !== groups.get(tuid));
}
