import { listedHoldings } from "../../analysis/drift/listed-holdings.ts";
import { type ListedHolding, updateHoldings } from "../../analysis/drift/update-holdings.ts";
import { appendTo } from "../../model/append-to.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import { nameId } from "../../runtime/ids.ts";
import { readDirectoryChanges } from "../../store/activity/directory-changes.ts";
import {
  readHoldings,
  readListedKinds,
  type StoredHolding,
  saveHoldings,
  saveListedKinds,
} from "../../store/holdings/holdings.ts";
import { findAliasedUsers } from "../../store/people/identities.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";

/** Identities that are compared in one transaction. */
const CHUNK = 500;

/** An object of the directory and the identity that it is. */
interface Holder {
  readonly objectId: string;
  /** The `tuid` or `nuid`. */
  readonly subject: string;
  /** The actor keys by which audit rows refer to it. */
  readonly targets: readonly string[];
}

/** Records what every identity of the directory holds, since when, and until when. */
export const holdingsPhase: AnalysisPhase = {
  name: "holdings",
  run: async (run) => {
    const listed = await readListedKinds(run.db);
    for (const load of [usersOf(run), servicesOf(run)]) {
      for await (const holders of load) {
        if (run.isStopped()) return;
        await updateChunk(run, holders, listed);
        await run.slice.pause();
      }
    }
    await run.db.transaction((tx) => saveListedKinds(tx, [...run.access.delivered], run.asOf));
  },
};

async function* usersOf({ db, directory }: AnalysisRun): AsyncIterable<readonly Holder[]> {
  for (let start = 0; start < directory.users.length; start += CHUNK) {
    const chunk = directory.users.slice(start, start + CHUNK);
    const tuids = await findAliasedUsers(
      db,
      chunk.map(({ objectId }) => `oid:${objectId}`),
    );
    yield chunk.flatMap(({ objectId, userPrincipalName }) => {
      const subject = tuids.get(`oid:${objectId}`);
      const upn = userPrincipalName ? [`upn:${userPrincipalName.toLowerCase()}`] : [];
      return subject ? [{ objectId, subject, targets: [`oid:${objectId}`, ...upn] }] : [];
    });
  }
}

async function* servicesOf({ db, directory }: AnalysisRun): AsyncIterable<readonly Holder[]> {
  for (let start = 0; start < directory.services.length; start += CHUNK) {
    yield directory.services.slice(start, start + CHUNK).map(({ objectId, appId }) => ({
      objectId,
      subject: nameId(db.domainId, `nhi:oid:${objectId}`),
      targets: [`oid:${objectId}`, ...(appId ? [`app:${appId.toLowerCase()}`] : [])],
    }));
  }
}

async function updateChunk(
  { db, access, directory, asOf, slice }: AnalysisRun,
  holders: readonly Holder[],
  listedKinds: ReadonlySet<string>,
): Promise<void> {
  const stored = await readHoldings(
    db,
    holders.map(({ subject }) => subject),
  );
  const changes = groupByTarget(await readDirectoryChanges(db, { targets: holders.flatMap(({ targets }) => targets) }));
  const isFirst = ({ attributes: { object } }: ListedHolding): boolean => !object || !listedKinds.has(object.kind);
  const changed: StoredHolding[] = [];
  for (const { objectId, subject, targets } of holders) {
    const updated = updateHoldings({
      stored: stored.get(subject) ?? [],
      listed: listedHoldings(access, directory, objectId),
      changes: targets.flatMap((target) => changes.get(target) ?? []).toSorted(byTime),
      isFirst,
      now: asOf,
    });
    for (const holding of updated) changed.push({ ...holding, subject });
    await slice.pause();
  }
  if (changed.length > 0) await db.transaction((tx) => saveHoldings(tx, changed));
}

/** Orders changes of the same time by their rows, so that the order of delivery does not matter. */
const byTime = (left: DirectoryChange, right: DirectoryChange): number =>
  left.at.getTime() - right.at.getTime() || (left.row.contentKey < right.row.contentKey ? -1 : 1);

function groupByTarget(changes: readonly DirectoryChange[]): ReadonlyMap<string, readonly DirectoryChange[]> {
  const groups = new Map<string, DirectoryChange[]>();
  for (const change of changes) appendTo(groups, change.target, change);
  return groups;
}
