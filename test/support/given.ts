import { randomUUID } from "node:crypto";
import type { Case } from "../../src/model/case.ts";
import type { ConnectorRecord } from "../../src/model/connector.ts";
import type { DriftEvent } from "../../src/model/drift.ts";
import type { Nhi } from "../../src/model/nhi.ts";
import type { PersonaOverview } from "../../src/model/persona.ts";
import type { ThreatEvent } from "../../src/model/threat-event.ts";
import type { User } from "../../src/model/user.ts";
import { replaceCaseEvents } from "../../src/store/cases/case-events.ts";
import { saveCases } from "../../src/store/cases/cases.ts";
import { saveConnectors } from "../../src/store/connectors/connectors.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { saveDrift } from "../../src/store/people/drift.ts";
import { saveNhi, saveNhiDetails } from "../../src/store/people/nhi.ts";
import { savePersonaDetails, savePersonas } from "../../src/store/people/personas.ts";
import { saveUsers } from "../../src/store/people/users.ts";
import { lockThreats, saveThreats } from "../../src/store/threats/threats.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

/** Stores a user with a value in every field; a test sets only the fields it is about. */
export function aUser(fields: Partial<User> = {}): User {
  const tuid = fields.tuid ?? randomUUID();
  const upn = fields.userPrincipalName ?? `user.${tuid.slice(0, 8)}@northwind.example`;
  return {
    tuid,
    externalId: randomUUID(),
    name: `User ${tuid.slice(0, 8)}`,
    userPrincipalName: upn,
    emailAddresses: [upn],
    groupGuid: null,
    isActive: true,
    createdAt: AT,
    updatedAt: AT,
    ...fields,
  };
}

export async function givenUser(db: DomainHandle, fields: Partial<User> = {}): Promise<User> {
  const user = aUser(fields);
  await db.transaction((tx) => saveUsers(tx, [user], user.updatedAt));
  return user;
}

export function aThreat(fields: Partial<ThreatEvent> = {}): ThreatEvent {
  return {
    eventId: randomUUID(),
    tuid: null,
    severity: "medium",
    category: ["initial_access"],
    subcategory: ["rare_country", "T1078"],
    signalType: "core_iam",
    source: "entra_signin",
    sourceTable: "SigninLogs",
    sourceEventIds: [randomUUID()],
    title: "First sign-in from a new country",
    summary: "Signed in from a country not seen in 90 days.",
    userName: "Maya Ito",
    userEmail: "maya.ito@northwind.example",
    platformEventId: randomUUID(),
    flagged: true,
    safe: false,
    createdAt: AT,
    ...fields,
  };
}

export async function givenThreats(db: DomainHandle, threats: readonly ThreatEvent[], at = AT): Promise<void> {
  await db.transaction((tx) => saveThreats(tx, threats, at));
}

export async function givenThreat(db: DomainHandle, fields: Partial<ThreatEvent> = {}): Promise<ThreatEvent> {
  const threat = aThreat(fields);
  await givenThreats(db, [threat]);
  return threat;
}

export function aCase(fields: Partial<Case> = {}): Case {
  return {
    caseId: randomUUID(),
    userEmail: "maya.ito@northwind.example",
    userName: "Maya Ito",
    threatType: "account_compromise",
    threatBrief: "A new country, then a forwarding rule.",
    state: "discover",
    createdAt: AT,
    updatedAt: AT,
    closedAt: null,
    ...fields,
  };
}

/** Stores a case with the given events, or with two new ones. */
export async function givenCase(
  db: DomainHandle,
  fields: Partial<Case> & { readonly eventIds?: readonly string[] } = {},
): Promise<Case & { readonly eventIds: readonly string[] }> {
  const { eventIds, ...overrides } = fields;
  const item = aCase(overrides);
  return db.transaction(async (tx) => {
    const own = eventIds ? [] : [aThreat(), aThreat()];
    if (own.length > 0) await saveThreats(tx, own, AT);
    const ids = eventIds ?? own.map((threat) => threat.eventId);
    const stored = await lockThreats(tx, ids);
    const events = ids.flatMap((id) => stored.get(id) ?? []);
    await saveCases(tx, [{ item, verdict: null, events }], item.updatedAt);
    await replaceCaseEvents(tx, [{ caseId: item.caseId, eventIds: ids }], AT);
    return { ...item, eventIds: ids };
  });
}

export async function givenPersona(db: DomainHandle, persona: PersonaOverview): Promise<void> {
  await db.transaction((tx) => savePersonas(tx, [persona]));
}

/** Stores a persona detail as it is served. */
export async function givenPersonaDetail(db: DomainHandle, tuid: string, detail: object): Promise<void> {
  const text = JSON.stringify(detail);
  await db.transaction((tx) => savePersonaDetails(tx, [{ tuid, document: text, wire: text }]));
}

export function aNhi(fields: Partial<Nhi> = {}): Nhi {
  return {
    nuid: randomUUID(),
    displayName: "payroll-export",
    nhiClass: "service_principal",
    nhiClassLabel: "Service principal",
    identityType: { id: "entra.application", label: "Entra application" },
    archetype: null,
    archetypeLabel: null,
    provider: { key: "entra", label: "Microsoft Entra ID" },
    status: "active",
    hasPersona: false,
    stewardUpn: null,
    firstSeen: AT,
    lastSeen: AT,
    principalId: randomUUID(),
    appId: randomUUID(),
    ...fields,
  };
}

export async function givenNhi(db: DomainHandle, fields: Partial<Nhi> = {}): Promise<Nhi> {
  const nhi = aNhi(fields);
  await db.transaction((tx) => saveNhi(tx, [nhi]));
  return nhi;
}

/** Stores an NHI detail as it is served. */
export async function givenNhiDetail(db: DomainHandle, nuid: string, detail: object): Promise<void> {
  const text = JSON.stringify(detail);
  await db.transaction((tx) => saveNhiDetails(tx, [{ nuid, document: text, wire: text }]));
}

export async function givenConnector(
  db: DomainHandle,
  fields: Partial<ConnectorRecord> = {},
): Promise<ConnectorRecord> {
  const record: ConnectorRecord = {
    connectorType: "okta",
    enabled: true,
    createdAt: AT,
    updatedAt: AT,
    lastSuccessAt: AT,
    consecutiveFailures: 0,
    ...fields,
  };
  await db.transaction((tx) => saveConnectors(tx, [record]));
  return record;
}

export function aDrift(fields: Partial<DriftEvent> = {}): DriftEvent {
  return {
    driftId: randomUUID(),
    tuid: null,
    computator: "application_set",
    timePeriod: "7d",
    delta: { schema: 1, summary: "New application." },
    periodStartAt: new Date("2026-10-25T00:00:00.000Z"),
    detectedAt: new Date("2026-11-01T00:00:00.000Z"),
    user: { name: "Maya Ito", email: "maya.ito@northwind.example" },
    ...fields,
  };
}

export async function givenDrift(db: DomainHandle, fields: Partial<DriftEvent> = {}): Promise<DriftEvent> {
  const event = aDrift(fields);
  await db.transaction((tx) => saveDrift(tx, [event]));
  return event;
}
