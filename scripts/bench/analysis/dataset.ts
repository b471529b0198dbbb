import { ingestDirectory } from "../../../src/ingest/directory/ingest-directory.ts";
import { dimensionCode, tableCode } from "../../../src/model/activity/activity-codes.ts";
import { addUse, type DayFacts, emptyFacts } from "../../../src/model/activity/day-facts.ts";
import { packSample } from "../../../src/model/activity/day-sample.ts";
import type { DirectoryKind } from "../../../src/model/directory-kind.ts";
import type { Dimension } from "../../../src/model/identity/activity.ts";
import type { LogTable } from "../../../src/model/rows/log-row.ts";
import { shortDigest } from "../../../src/runtime/hashing.ts";
import { nameId } from "../../../src/runtime/ids.ts";
import { type ActivityBatch, type NewValue, saveActivity } from "../../../src/store/activity/save-activity.ts";
import { recordFactsChange } from "../../../src/store/analysis/analysis-changes.ts";
import type { Database, DomainHandle } from "../../../src/store/database/database.ts";
import { addDomain } from "../../../src/store/domains/domains.ts";
import { recordDelivery } from "../../../src/store/domains/readiness.ts";

export interface Size {
  readonly users: number;
  readonly services: number;
  readonly days: number;
}

const DAY_MS = 86_400_000;
const LINES = 1_000;
const ACTORS_PER_BATCH = 50;
const DEPARTMENTS = 40;
/** Of 100 days. */
const ACTIVE_DAYS = 70;

/** Fills a new domain with a directory and with the packed days of all identities, without rows. */
export async function fillActivity(
  database: Database,
  domainId: string,
  size: Size,
  end: Date,
  report: (text: string) => void,
): Promise<void> {
  await addDomain(database, { domainId, name: `d${domainId}`, createdAt: end });
  const db = database.forDomain(domainId);
  await fillDirectory(db, size, end);
  const actors = [...numbers(size.users).map(userOf), ...numbers(size.services).map(serviceOf)];
  const lastDay = Math.floor(end.getTime() / DAY_MS) - 1;
  for (let start = 0; start < actors.length; start += ACTORS_PER_BATCH) {
    const batch = batchOf(domainId, actors.slice(start, start + ACTORS_PER_BATCH), lastDay - size.days + 1, lastDay);
    await db.transaction((tx) => saveActivity(tx, batch));
    if (start % 1_000 === 0) report(`${start} of ${actors.length} identities`);
  }
  await db.transaction(async (tx) => {
    const first = new Date(end.getTime() - size.days * DAY_MS);
    await tx.runAll([recordDelivery(tx, ["personas", "nhi", "nhi-clusters"], { first, newest: end, at: end })]);
    await recordFactsChange(tx, { at: end, newestEventAt: end });
  });
}

interface BenchActor {
  readonly index: number;
  readonly id: string;
  readonly kind: "user" | "service";
}

const idOf = (name: string): string => nameId("6ba7b810-9dad-11d1-80b4-00c04fd430c8", name);
const userOf = (index: number): BenchActor => ({ index, id: idOf(`user ${index}`), kind: "user" });
const serviceOf = (index: number): BenchActor => ({ index, id: idOf(`service ${index}`), kind: "service" });
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

async function fillDirectory(db: DomainHandle, { users, services }: Size, at: Date): Promise<void> {
  const deliver = async (kind: DirectoryKind, objects: readonly object[]): Promise<void> => {
    for (let start = 0; start < objects.length; start += LINES) {
      const lines = objects.slice(start, start + LINES).map((value, line) => ({ line: line + 1, value: { ...value } }));
      const { rejected } = await ingestDirectory(db, () => at, { kind, lines });
      if (rejected[0]) throw new Error(`${kind}: ${rejected[0].error}`);
    }
  };
  await deliver(
    "users",
    numbers(users).map((index) => ({
      id: userOf(index).id,
      userPrincipalName: `person.${index}@northwind.example`,
      displayName: `Person ${index}`,
      department: `Department ${index % DEPARTMENTS}`,
      jobTitle: `Title ${index % 200}`,
      accountEnabled: true,
    })),
  );
  await deliver(
    "service-principals",
    numbers(services).map((index) => ({
      id: serviceOf(index).id,
      appId: idOf(`app ${index}`),
      displayName: `svc-family${index % 60}-${index}`,
      servicePrincipalType: "Application",
      accountEnabled: true,
    })),
  );
  await deliver(
    "app-role-assignments",
    numbers(services * 3).map((index) => ({
      id: idOf(`assignment ${index}`),
      principalId: serviceOf(index % services).id,
      resourceId: idOf("graph"),
      resourceDisplayName: "Microsoft Graph",
      appRoleId: idOf(`permission ${index % 40}`),
    })),
  );
}

/** The values of an identity that belongs to a group of similar ones, which change little from day to day. */
const VALUES: Readonly<Record<BenchActor["kind"], readonly (readonly [Dimension, number])[]>> = {
  user: [
    ["application", 5],
    ["operation", 4],
    ["resource", 5],
    ["country", 1],
    ["network", 2],
    ["device", 2],
    ["authentication", 1],
  ],
  service: [
    ["operation", 4],
    ["resource", 3],
    ["network", 1],
    ["credential", 1],
    ["caller", 1],
    ["call", 6],
  ],
};
const TABLE: Readonly<Record<BenchActor["kind"], LogTable>> = {
  user: "SigninLogs",
  service: "AADServicePrincipalSignInLogs",
};

function batchOf(domainId: string, actors: readonly BenchActor[], fromDay: number, toDay: number): ActivityBatch {
  const values = new Map<string, NewValue>();
  const hashOf = (dimension: Dimension, key: string): string => {
    const code = dimensionCode(dimension);
    const name = `${code}:${key}`;
    const known = values.get(name) ?? { dimension: code, hash: shortDigest(`${domainId}:${name}`), key, label: key };
    values.set(name, known);
    return known.hash;
  };
  const days = actors.flatMap((actor) =>
    numbers(toDay - fromDay + 1)
      .map((offset) => fromDay + offset)
      .filter((day) => pick(actor.index, day) % 100 < ACTIVE_DAYS)
      .map((day) => ({ actorKey: `oid:${actor.id}`, day, facts: factsOf(actor, day, hashOf) })),
  );
  return {
    days,
    values: [...values.values()],
    actors: actors.map(({ id, kind, index }) => ({
      actorKey: `oid:${id}`,
      kind,
      keys: [],
      name: `${kind} ${index}`,
      firstDay: fromDay,
      lastDay: toDay,
    })),
    sources: Object.values(TABLE).map((table) => ({
      table,
      firstDay: fromDay,
      lastDay: toDay,
      rows: days.length,
      days: new Set(days.map(({ day }) => day)),
    })),
    addresses: [],
    changes: [],
  };
}

function factsOf(actor: BenchActor, day: number, hashOf: (dimension: Dimension, key: string) => string): DayFacts {
  const facts = emptyFacts();
  const { index, kind, id } = actor;
  const sample = packSample({ table: TABLE[kind], contentKey: id });
  facts.tables = 1 << tableCode(TABLE[kind]);
  for (let hour = 8; hour < 17; hour++) facts.hours[hour] = 1 + (pick(index + hour, day) % 6);
  facts.events = facts.hours.reduce((sum, count) => sum + count, 0);
  facts.signIns = kind === "user" ? 3 : 0;
  for (const [dimension, count] of VALUES[kind]) {
    for (let n = 0; n < count; n++) {
      const key = `${dimension} ${((index % DEPARTMENTS) * 7 + n + (pick(index + n, day) % 3)) % 400}`;
      const value = dimension === "call" ? JSON.stringify([key, "graph", "tenant", "success", "200", "secret"]) : key;
      addUse(facts, dimensionCode(dimension), hashOf(dimension, value), {
        count: 1 + (pick(index, day + n) % 9),
        sample,
      });
    }
  }
  if (kind === "service") {
    for (let hour = 0; hour < 24; hour++) {
      facts.minutes.add(hour * 60 + (index % 60));
      facts.firstCalls.push((hour * 60 + (index % 60)) * 60_000);
    }
  }
  return facts;
}

/** A fixed pseudo-random number. */
const pick = (a: number, b: number): number =>
  (Math.imul(a + 1, 2_654_435_761) ^ Math.imul(b + 7, 1_597_334_677)) >>> 8;
