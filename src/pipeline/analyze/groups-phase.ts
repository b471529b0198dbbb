import { normalizedDepartment, toPerson } from "../../analysis/persona/person.ts";
import type { User } from "../../model/user.ts";
import { nameId } from "../../runtime/ids.ts";
import { acquirePipelineLock } from "../../store/database/pipeline-lock.ts";
import { findUsers, readUsers, saveUsers } from "../../store/people/users.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { listedUserOf } from "./listed-user.ts";

/** Users that are read at once, and the most that change in one transaction, which has to be short. */
const CHUNK = 25;

/**
 * Sets `group_guid` of the users of the directory. A new group is a change of the user. Users that the directory does not
 * have keep the group that they were imported with.
 */
export const groupsPhase: AnalysisPhase = {
  name: "groups",
  run: async (run) => {
    for (let after: string | undefined; !run.isStopped(); ) {
      const page = await readUsers(run.db, after, CHUNK);
      await assignGroups(
        run,
        page.map(({ item }) => item),
      );
      await run.slice.pause();
      if (page.length < CHUNK) return;
      after = page.at(-1)?.item.tuid;
    }
  },
};

/** Returns the id of the primary peer group of a user, which is the department; null without one. */
const groupGuidOf = (domainId: string, department: string | null): string | null =>
  department === null ? null : nameId(domainId, `group:${normalizedDepartment(department)}`);

async function assignGroups(run: AnalysisRun, users: readonly User[]): Promise<void> {
  const stale = staleOf(run, users);
  if (stale.length === 0) return;
  await run.db.transaction(async (tx) => {
    // Deliveries of the directory change the same users.
    await acquirePipelineLock(tx);
    const current = await findUsers(
      tx,
      stale.map(({ tuid }) => tuid),
    );
    await saveUsers(tx, staleOf(run, current), run.now);
  });
}

/** Returns the users of the directory whose stored group is another one, with the right group. */
function staleOf(run: AnalysisRun, users: readonly User[]): readonly User[] {
  return users.flatMap((user) => {
    const { objectId, department } = toPerson(user, listedUserOf(run, user));
    const groupGuid = groupGuidOf(run.db.domainId, department);
    if (objectId === null || groupGuid === user.groupGuid) return [];
    return [{ ...user, groupGuid, updatedAt: run.now }];
  });
}
