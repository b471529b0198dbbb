import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { dimensionCode, tableCode } from "../../src/model/activity/activity-codes.ts";
import { addUse, type DayFacts, emptyFacts } from "../../src/model/activity/day-facts.ts";
import { packSample } from "../../src/model/activity/day-sample.ts";
import type { DirectoryKind } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { Dimension } from "../../src/model/identity/activity.ts";
import { shortDigest } from "../../src/runtime/hashing.ts";
import { type NewValue, saveActivity } from "../../src/store/activity/save-activity.ts";
import { recordFactsChange } from "../../src/store/analysis/analysis-changes.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { acquirePipelineLock } from "../../src/store/database/pipeline-lock.ts";

const DAY_MS = 86_400_000;
const TABLE = { user: "SigninLogs", service: "AADServicePrincipalSignInLogs" } as const;

export const userId = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
export const serviceId = (place: number): string => `00000000-0000-4000-9000-${String(place).padStart(12, "0")}`;

export const userObject = (place: number, more: Fields = {}): Fields => ({
  id: userId(place),
  userPrincipalName: `user${place}@northwind.example`,
  mail: `user${place}@northwind.example`,
  displayName: `User ${place}`,
  jobTitle: place % 2 === 0 ? "Accountant" : "Software Engineer",
  department: place % 2 === 0 ? "Finance" : "Engineering",
  accountEnabled: true,
  createdDateTime: "2024-02-01T00:00:00Z",
  ...more,
});

export const serviceObject = (place: number, more: Fields = {}): Fields => ({
  id: serviceId(place),
  appId: `00000000-0000-4000-a000-${String(place).padStart(12, "0")}`,
  displayName: `export-${place}`,
  servicePrincipalType: "Application",
  appOwnerOrganizationId: "11111111-1111-4111-8111-111111111111",
  createdDateTime: "2025-01-01T00:00:00Z",
  ...more,
});

/** Delivers the complete list of directory objects of a kind. */
export async function deliverObjects(
  db: DomainHandle,
  kind: DirectoryKind,
  objects: readonly Fields[],
  at: Date,
): Promise<void> {
  const lines = objects.map((value, index) => ({ line: index + 1, value }));
  await ingestDirectory(db, () => at, { kind, lines, walk: { first: true, last: true } });
}

/** What one identity did on a day. */
export interface OwnDay {
  readonly kind: "user" | "service";
  readonly place: number;
  readonly day: number;
  /** Each use with the dimension, key, label and count. */
  readonly uses: readonly (readonly [Dimension, string, string, number])[];
}

/** Adds days to the activity of a domain, without rows. */
export async function deliverDays(db: DomainHandle, days: readonly OwnDay[]): Promise<void> {
  const values = new Map<string, NewValue>();
  const packed = days.map((own) => ({ actorKey: keyOf(own), day: own.day, facts: factsOf(db.domainId, own, values) }));
  const numbers = days.map(({ day }) => day);
  const [firstDay, lastDay] = [Math.min(...numbers), Math.max(...numbers)];
  const end = new Date(lastDay * DAY_MS + 12 * 3_600_000);
  await db.transaction(async (tx) => {
    await acquirePipelineLock(tx);
    await saveActivity(tx, {
      days: packed,
      values: [...values.values()],
      actors: [...new Map(days.map((own) => [keyOf(own), own])).values()].map((own) => ({
        actorKey: keyOf(own),
        kind: own.kind,
        keys: [],
        name: `${own.kind} ${own.place}`,
        firstDay,
        lastDay,
      })),
      sources: Object.values(TABLE).map((table) => ({
        table,
        firstDay,
        lastDay,
        rows: days.length,
        days: new Set(numbers),
      })),
      addresses: [],
      changes: [],
    });
    await recordFactsChange(tx, { at: end, newestEventAt: end });
  });
}

const keyOf = ({ kind, place }: OwnDay): string => `oid:${kind === "user" ? userId(place) : serviceId(place)}`;

function factsOf(domainId: string, { kind, place, day, uses }: OwnDay, values: Map<string, NewValue>): DayFacts {
  const facts = emptyFacts();
  const contentKey = `00000000-0000-4000-b${String(place).padStart(3, "0")}-${String(day).padStart(12, "0")}`;
  const sample = packSample({ table: TABLE[kind], contentKey });
  facts.tables = 1 << tableCode(TABLE[kind]);
  facts.signIns = kind === "user" ? 1 : 0;
  for (const [dimension, key, label, count] of uses) {
    const code = dimensionCode(dimension);
    const hash = shortDigest(`${domainId}:${code}:${key}`);
    values.set(`${code}:${key}`, { dimension: code, hash, key, label });
    addUse(facts, code, hash, { count, sample });
    facts.events += count;
  }
  facts.hours[9] = facts.events;
  return facts;
}

/** The tables that hold what the analysis found, with the order of their rows. */
const RESULTS: Readonly<Record<string, string>> = {
  users: "tuid",
  personas: "tuid",
  persona_details: "tuid",
  nhi: "nuid",
  nhi_profiles: "nuid",
  nhi_details: "nuid",
  nhi_clusters: "1, 2",
  holdings: "1, 2, 3, 4",
  drift: "drift_id",
  drift_episodes: "drift_id",
  drift_held_days: "1, 2, 3, 4, 5",
  threats: "1, 2",
};

/** Returns all results of the analysis of a domain, by table. */
export async function readResults(db: DomainHandle): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const found: Record<string, readonly unknown[]> = {};
  for (const [table, order] of Object.entries(RESULTS)) {
    found[table] = await db.query(`select * from ${table} where domain_id = $1 order by ${order}`);
  }
  return found;
}
