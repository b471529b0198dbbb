import type { Case } from "../../../src/model/case.ts";
import { addConnectorPoll } from "../../../src/store/connectors/connector-polls.ts";
import { saveDrift } from "../../../src/store/people/drift.ts";
import { saveRuleException } from "../../../src/store/rules/rule-exceptions.ts";
import { addRuleSwitch } from "../../../src/store/rules/rule-switches.ts";
import { givenDeliveries } from "../../support/deliveries.ts";
import {
  aDrift,
  aThreat,
  givenCase,
  givenConnector,
  givenNhi,
  givenNhiDetail,
  givenPersona,
  givenPersonaDetail,
  givenThreats,
  givenUser,
} from "../../support/given.ts";
import { givenNhiCluster } from "../../support/given-clusters.ts";
import { givenTraces } from "../../support/judged.ts";
import { idOf, type WireRecord } from "../../support/records.ts";
import type { TestDomain, TestService } from "../../support/service.ts";
import { AMOUNT_DELTA, COUNT_DELTA, SET_DELTA, SHARE_DELTA } from "./drift-deltas.ts";
import { KNOWN_NHI } from "./nhi-documents.ts";
import { BARE_NHI, UNCOVERED_NHI } from "./nhi-documents-bare.ts";
import { BARE_PERSONA, KNOWN_PERSONA, SAFE_PERSONA, UNCOVERED_PERSONA } from "./person-documents.ts";

const EMAIL = "maya.ito@northwind.example";
const HOUR_MS = 3_600_000;

/** The ids of what the domain has: the same in every run. */
export const MAYA = idOf(1);
export const THREATS = { travel: idOf(51), forward: idOf(52), cleared: idOf(53), robot: idOf(54), nobody: idOf(55) };
export const CASES = {
  maya: idOf(61),
  jon: idOf(62),
  robot: idOf(63),
  waiting: idOf(64),
  investigated: idOf(65),
  closed: idOf(66),
  enforced: idOf(67),
};
export const DRIFT = {
  share: idOf(41),
  set: idOf(42),
  amount: idOf(43),
  count: idOf(44),
  foreign: idOf(45),
  text: idOf(46),
};
export const NHIS = { known: idOf(11), bare: idOf(12), uncovered: idOf(13), new: idOf(14) };

/** Fills a domain with something of everything, each of which looks different on its page. */
export async function givenNorthwind(service: TestService): Promise<TestDomain> {
  const domain = await service.givenDomain();
  await givenPeople(domain);
  await givenMachines(domain);
  await givenEvents(domain);
  await givenChanges(domain);
  await givenSources(domain, service.clock.now);
  await givenRules(domain);
  return domain;
}

const ago = (hours: number): Date => new Date(Date.UTC(2026, 10, 2, 10) - hours * HOUR_MS);

async function givenPeople({ db }: TestDomain): Promise<void> {
  const people = [
    { name: "Maya Ito", userPrincipalName: EMAIL, emailAddresses: [EMAIL, "maya@northwind.example"] },
    { name: "Jon Abara", userPrincipalName: "jon.abara@northwind.example" },
    { name: "Li Wei", userPrincipalName: "li.wei@northwind.example" },
    { name: "Dana Cole", userPrincipalName: "dana@northwind.example", isActive: false },
    { name: null, userPrincipalName: "nameless@northwind.example" },
  ];
  for (const [at, person] of people.entries()) {
    await givenUser(db, { tuid: idOf(at + 1), updatedAt: ago(30 + at), ...person });
  }
  const details: readonly WireRecord[] = [KNOWN_PERSONA, BARE_PERSONA, UNCOVERED_PERSONA, SAFE_PERSONA];
  for (const [at, detail] of details.entries()) {
    const tuid = idOf(at + 1);
    await givenPersona(db, { tuid, personaOverview: "A person.", createdAt: ago(30), updatedAt: ago(30) });
    await givenPersonaDetail(db, tuid, detail);
  }
}

async function givenMachines({ db }: TestDomain): Promise<void> {
  const machines = [
    { displayName: "invoice-mailer", archetypeLabel: "Mail automation", stewardUpn: EMAIL, detail: KNOWN_NHI },
    { displayName: "scheduler", status: "dormant", detail: BARE_NHI },
    { displayName: "ledger-sync", lastSeen: null, detail: UNCOVERED_NHI },
    { displayName: "new-robot", detail: undefined },
  ] as const;
  for (const [at, { detail, ...machine }] of machines.entries()) {
    const nuid = idOf(at + 11);
    await givenNhi(db, {
      nuid,
      hasPersona: detail !== undefined,
      principalId: `principal-${at}`,
      appId: `app-${at}`,
      ...(machine as object),
    });
    if (detail) await givenNhiDetail(db, nuid, detail);
  }
  const member = (place: number, name: string, outlierReasons: readonly string[]) => ({
    nuid: idOf(10 + place),
    name,
    position: place,
    score: 50 - place,
    similarity: 1,
    outlierReasons: [...outlierReasons],
  });
  await givenNhiCluster(db, {
    clusterId: idOf(31),
    name: "Mailers",
    tier: 0,
    members: [
      member(1, "invoice-mailer", ["unusual_permissions"]),
      member(2, "scheduler", []),
      member(3, "ledger-sync", []),
    ] as never,
  });
  await givenNhiCluster(db, {
    clusterId: idOf(32),
    name: "Pipelines",
    archetype: null as never,
    members: [1, 2, 3, 4, 5, 6, 7].map((place) =>
      member(place, `pipeline-${place}`, place < 3 ? ["unusual_permissions"] : []),
    ) as never,
  });
}

/** Adds threat events, and cases in every state. */
export async function givenEvents({ db }: TestDomain): Promise<void> {
  const threat = (eventId: string, hours: number, fields: Parameters<typeof aThreat>[0]) =>
    aThreat({
      eventId,
      tuid: MAYA,
      createdAt: ago(hours),
      sourceEventIds: [`row-of-${eventId.slice(-2)}`],
      platformEventId: null,
      ...fields,
    });
  await givenThreats(db, [
    threat(THREATS.travel, 20, { severity: "critical", subcategory: ["impossible_travel", "T1078"] }),
    threat(THREATS.forward, 19, {
      severity: "high",
      title: "Mailbox rule forwards mail outside",
      summary: "A rule sends all mail to another organization.",
      category: ["collection", "exfiltration"],
      subcategory: ["drift_of_something"],
      signalType: "communications",
      source: "office_activity",
      sourceTable: "OfficeActivity",
    }),
    threat(THREATS.cleared, 18, {
      severity: "low",
      safe: true,
      flagged: false,
      title: "Sign-in at night",
      sourceTable: null,
    }),
    threat(THREATS.robot, 17, {
      severity: "medium",
      tuid: null,
      userEmail: null,
      userName: "invoice-mailer",
      title: "New caller",
      category: [],
      subcategory: [],
    }),
    threat(THREATS.nobody, 16, {
      severity: "none",
      tuid: null,
      userEmail: null,
      userName: null,
      title: "Scan",
      source: "syslog",
      sourceEventIds: [],
    }),
  ]);
  const { travel, forward, cleared, robot, nobody } = THREATS;
  const cases: readonly (Partial<Case> & { readonly eventIds: readonly string[] })[] = [
    {
      caseId: CASES.maya,
      eventIds: [travel, forward, cleared],
      createdAt: ago(15),
      threatBrief: "A new country, then a forwarding rule. Check the forwarding rule first. It is new.",
    },
    {
      caseId: CASES.jon,
      eventIds: [forward],
      createdAt: ago(14),
      userName: "Jon Abara",
      userEmail: "jon.abara@northwind.example",
      threatType: "data_exfiltration",
    },
    {
      caseId: CASES.robot,
      eventIds: [robot, nobody],
      createdAt: ago(13),
      userName: "invoice-mailer",
      userEmail: null,
      threatType: "insider_threat",
    },
    {
      caseId: CASES.waiting,
      eventIds: [nobody],
      createdAt: ago(300),
      userName: null,
      userEmail: "guest@elsewhere.example",
      state: "pending_investigation",
    },
    { caseId: CASES.investigated, eventIds: [travel], createdAt: ago(200), state: "investigating" },
    { caseId: CASES.closed, eventIds: [cleared], createdAt: ago(100), state: "closed", closedAt: ago(50) },
    {
      caseId: CASES.enforced,
      eventIds: [forward],
      createdAt: ago(90),
      userName: null,
      userEmail: null,
      state: "enforced",
      closedAt: ago(40),
    },
  ];
  for (const each of cases) await givenCase(db, { updatedAt: each.createdAt ?? ago(1), ...each });
  await givenTraces(db, { caseId: CASES.maya, eventId: travel, subject: MAYA });
  await db.transaction((tx) =>
    tx.execute("update judge_decisions set reasons = $2 where domain_id = $1", [
      ["Two tactics in one hour.", "The account is privileged."],
    ]),
  );
}

async function givenChanges({ db }: TestDomain): Promise<void> {
  const changes = [
    [DRIFT.share, SHARE_DELTA, {}],
    [DRIFT.set, SET_DELTA, { computator: "entitlement_set", timePeriod: "30d" }],
    [
      DRIFT.amount,
      AMOUNT_DELTA,
      { computator: "activity_volume", periodStartAt: null, tuid: null, user: { name: null, email: null } },
    ],
    [DRIFT.count, COUNT_DELTA, { computator: "location_set", tuid: null }],
    [
      DRIFT.foreign,
      { summary: "Another system saw it.", parts: [1, { a: null }] },
      { computator: "steward_change", detectedAt: null },
    ],
    [DRIFT.text, "Just words.", { computator: "of_its_own", timePeriod: "90d" }],
  ] as const;
  await db.transaction((tx) =>
    saveDrift(
      tx,
      changes.map(([driftId, delta, given]) =>
        aDrift({ driftId, tuid: MAYA, delta: delta as never, ...(given as object) }),
      ),
    ),
  );
}

async function givenSources({ db }: TestDomain, now: Date): Promise<void> {
  await givenConnector(db);
  await givenConnector(db, { connectorType: "palo_alto", enabled: false, lastSuccessAt: null });
  await givenConnector(db, { connectorType: "syslog", lastSuccessAt: null });
  await givenConnector(db, { connectorType: "azure_activity", consecutiveFailures: 5, lastSuccessAt: ago(100) });
  await givenDeliveries(db, "northwind");
  const poll = { connectorType: "okta", pages: 3, accepted: 1_200, duplicates: 1_300, rejected: 1_400 };
  await db.transaction(async (tx) => {
    for (const [at, problem] of [null, "The vendor answered 401."].entries()) {
      const startedAt = new Date(now.getTime() - (at + 1) * HOUR_MS);
      const endedAt = new Date(startedAt.getTime() + (at === 0 ? 1_500 : 12_400));
      await addConnectorPoll(tx, { ...poll, pollId: idOf(70 + at), startedAt, endedAt, problem });
    }
  });
}

async function givenRules({ db }: TestDomain): Promise<void> {
  const made = { reason: "A penetration test.", madeBy: "operator:dana", madeAt: ago(5) };
  await db.transaction(async (tx) => {
    await addRuleSwitch(tx, {
      detector: "rare_country",
      reason: "Everybody travels.",
      switchedBy: "operator:dana",
      switchedAt: ago(6),
    });
    for (const [at, expiresAt] of [null, ago(-48), ago(1)].entries()) {
      const exception = { exceptionId: idOf(80 + at), detector: "impossible_travel", entity: `${at}-${EMAIL}` };
      await saveRuleException(tx, { ...exception, ...made, expiresAt });
    }
  });
}
