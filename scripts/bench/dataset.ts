import { createHash } from "node:crypto";
import type { Case } from "../../src/model/case.ts";
import type { ThreatEvent } from "../../src/model/threat-event.ts";
import { READINESS_RESOURCES, SIGNALS, THREAT_TYPES } from "../../src/model/vocabulary.ts";
import { replaceCaseEvents } from "../../src/store/cases/case-events.ts";
import { saveCases } from "../../src/store/cases/cases.ts";
import type { Database, DomainDb } from "../../src/store/database/database.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { saveThreats } from "../../src/store/threats/threats.ts";

const EVENTS_PER_CASE = 5;
const CASES_PER_BATCH = 400;
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Fills a fresh domain with this many threats, five to a case, through the store's own functions. */
export async function fillDomain(
  database: Database,
  domainId: string,
  name: string,
  threats: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const at = new Date(FIRST_MS);
  await addDomain(database, { domainId, name, createdAt: at });
  const cases = threats / EVENTS_PER_CASE;
  for (let from = 0; from < cases; from += CASES_PER_BATCH) {
    const batch = Array.from({ length: Math.min(CASES_PER_BATCH, cases - from) }, (_, i) => aCase(name, from + i));
    await database.forDomain(domainId).transaction((tx) => saveBatch(tx, batch));
    onProgress((from + batch.length) * EVENTS_PER_CASE);
  }
  await database.forDomain(domainId).transaction((tx) => markReady(tx, READINESS_RESOURCES, at));
}

interface Batch {
  readonly item: Case;
  readonly events: readonly ThreatEvent[];
}

async function saveBatch(tx: DomainDb, batch: readonly Batch[]): Promise<void> {
  const at = batch.at(-1)?.item.createdAt ?? new Date(FIRST_MS);
  await saveThreats(
    tx,
    batch.flatMap(({ events }) => events),
    at,
  );
  await saveCases(
    tx,
    batch.map(({ item, events }) => ({ item, events, verdict: null })),
    at,
  );
  await replaceCaseEvents(
    tx,
    batch.map(({ item, events }) => ({ caseId: item.caseId, eventIds: events.map(({ eventId }) => eventId) })),
    at,
  );
}

function aCase(name: string, index: number): Batch {
  const createdAt = new Date(FIRST_MS + index * 1_000);
  const person = index % 1_000;
  const userEmail = `person.${person}@northwind.example`;
  const item: Case = {
    caseId: idOf(`${name} case ${index}`),
    userEmail,
    userName: `Person ${person}`,
    threatType: THREAT_TYPES[index % THREAT_TYPES.length] ?? "sabotage",
    threatBrief: "Sign-in from a country never seen before, then mail forwarded outside, then many files read. ".repeat(
      2,
    ),
    state: "discover",
    createdAt,
    updatedAt: createdAt,
    closedAt: null,
  };
  const events = Array.from({ length: EVENTS_PER_CASE }, (_, n): ThreatEvent => {
    const eventId = idOf(`${name} event ${index} ${n}`);
    return {
      eventId,
      tuid: idOf(`person ${person}`),
      severity: "high",
      category: ["initial_access", `category_${(index + n) % 40}`],
      subcategory: ["rare_country", "T1078"],
      signalType: SIGNALS[(index + n) % SIGNALS.length] ?? "cloud",
      source: n % 2 === 0 ? "entra_signin" : "office_activity",
      sourceTable: n % 2 === 0 ? "SigninLogs" : "OfficeActivity",
      sourceEventIds: [idOf(`row ${index} ${n}`)],
      title: "First sign-in from a new country",
      summary: `${userEmail} signed in from a country not seen in 90 days.`,
      userName: `Person ${person}`,
      userEmail,
      platformEventId: idOf(`native ${index} ${n}`),
      flagged: true,
      safe: false,
      createdAt: new Date(createdAt.getTime() + n),
    };
  });
  return { item, events };
}

function idOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
