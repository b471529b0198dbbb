import { CORRELATION } from "../../src/analysis/correlate/correlation-settings.ts";
import type { FindingFacts } from "../../src/model/finding-facts.ts";
import type { Actor } from "../../src/model/rows/actor.ts";
import { isUuid } from "../../src/model/text/uuid.ts";
import type { Severity, ThreatType } from "../../src/model/vocabulary.ts";
import { correlateSubjects, judgeDue } from "../../src/pipeline/correlate/correlate-subjects.ts";
import { nameId } from "../../src/runtime/ids.ts";
import { addCaseEntry } from "../../src/store/cases/case-entries.ts";
import { saveCorrelatedCase } from "../../src/store/cases/correlated-cases.ts";
import { rememberFlags } from "../../src/store/cases/flags-before.ts";
import { replaceFeedback, saveDecision } from "../../src/store/cases/judge.ts";
import { queueSubjects } from "../../src/store/cases/judge-queue.ts";
import type { DomainDb, DomainHandle } from "../../src/store/database/database.ts";
import { type StoredFinding, saveFindings } from "../../src/store/threats/findings.ts";
import { saveThreats } from "../../src/store/threats/threats.ts";
import { aThreat } from "./given.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NOW = Date.UTC(2026, 10, 15, 12);

/** A finding as a test describes it. */
export interface Found {
  readonly subject: string;
  readonly at: number;
  readonly severity: Severity;
  readonly detector?: string;
  readonly tactic?: string;
  readonly type?: ThreatType;
  readonly facts?: FindingFacts;
  /** Names the triggering row; findings of one row report one act. */
  readonly row?: string;
  /** The identifier used in rows for a person without a known name. */
  readonly key?: string;
}

/** Stores findings with their events and queues their subjects, as the pipeline does; returns the event ids. */
export function givenFindings(db: DomainHandle, found: readonly Found[], now = NOW): Promise<readonly string[]> {
  return db.transaction((tx) => storeFindings(tx, found, now));
}

/** Does the same inside a transaction. The same finding always has the same id. */
export async function storeFindings(tx: DomainDb, found: readonly Found[], now = NOW): Promise<readonly string[]> {
  const findings = found.map((each) => toFinding(each, now));
  await saveThreats(
    tx,
    findings.map(({ eventId, actor, severity, title, recordedAt }) =>
      aThreat({
        eventId,
        severity,
        title,
        tuid: actor?.tuid ?? null,
        userName: actor?.name ?? null,
        userEmail: actor?.email ?? null,
        createdAt: recordedAt,
      }),
    ),
    new Date(now),
  );
  await saveFindings(tx, findings);
  const last = new Map<string, number>();
  for (const { subject, at } of found) last.set(subject, Math.max(last.get(subject) ?? at, at));
  await queueSubjects(
    tx,
    [...last].map(([subject, at]) => ({ subject, lastEventAt: new Date(at), firstRecordedAt: new Date(now) })),
    CORRELATION,
  );
  return findings.map(({ eventId }) => eventId);
}

/** Stores records in every table of correlation for a case that correlation did not create. */
export function givenTraces(
  db: DomainHandle,
  { caseId, eventId, subject }: { readonly caseId: string; readonly eventId: string; readonly subject: string },
): Promise<void> {
  const at = new Date(NOW);
  const times = { firstEventAt: at, lastEventAt: at };
  return db.transaction(async (tx) => {
    await saveFindings(tx, [{ ...toFinding({ subject, at: NOW, severity: "high" }, NOW), eventId }]);
    await queueSubjects(tx, [{ subject, lastEventAt: at, firstRecordedAt: at }], CORRELATION);
    await saveCorrelatedCase(tx, { caseId, subject, ...times, digest: "" }, [eventId]);
    await rememberFlags(tx, caseId, [eventId]);
    await replaceFeedback(tx, { caseId, confirmed: true, decidedAt: at });
    const decision = {
      judgeVersion: 1,
      decidedAt: at,
      promoted: true,
      score: 1,
      findings: 1,
      inputs: "[]",
      reasons: [],
    };
    const entry = {
      entryId: nameId(NAMESPACE, `entry ${caseId}`),
      caseId,
      stateBefore: null,
      stateAfter: null,
    } as const;
    await addCaseEntry(tx, { ...entry, kind: "note", comment: subject, madeBy: "operator:dana", madeAt: at });
    await saveDecision(tx, { candidateId: caseId, digest: "", subject, ...times, ...decision });
  });
}

const NAMESPACE = "8d3c1f7e-2b54-5c1a-9f60-7a1b2c3d4e5f";

/** Returns whether findings about a subject name no actor. */
const isNobody = (subject: string): boolean => /^(?:ip|host|org):/.test(subject);

function actorOf({ subject, key }: Found): Actor {
  const isPerson = isUuid(subject);
  return {
    kind: isPerson ? "user" : "service",
    key: key ?? subject,
    keys: [key ?? subject],
    upn: null,
    name: key ? null : isPerson ? "Maya Ito" : "payroll-export",
    subject,
    tuid: isPerson ? subject : null,
    email: isPerson && !key ? "maya.ito@northwind.example" : null,
  };
}

function toFinding(found: Found, now: number): StoredFinding {
  const { subject, at, severity, detector = "rare_country", tactic = "initial_access" } = found;
  return {
    eventId: nameId(NAMESPACE, `${detector}|${subject}|${at}`),
    detector,
    major: 1,
    group: null,
    period: null,
    at: new Date(at),
    recordedAt: new Date(now),
    severity,
    title: `Something that ${detector} found`,
    threatType: found.type ?? "account_compromise",
    tactics: [tactic],
    techniques: [],
    signal: "core_iam",
    actor: isNobody(subject) ? null : actorOf(found),
    subject,
    facts: found.facts ?? {},
    precision: null,
    evidence: [{ table: "SigninLogs", rowId: nameId(NAMESPACE, `row ${found.row ?? `${detector} ${at}`}`), at }],
    digest: `${severity}${at}`,
  };
}

/** Judges all due subjects at a time when every stored finding is old enough. */
export const judgeAll = (db: DomainHandle, now = NOW + HOUR / 2): Promise<number> => judgeDue(db, () => new Date(now));

/** Stores findings and correlates their subjects in one transaction, as the pipeline does. */
export function runFindings(db: DomainHandle, found: readonly Found[], now = NOW): Promise<void> {
  return db.transaction(async (tx) => {
    await storeFindings(tx, found, now);
    await correlateSubjects(tx, () => new Date(now), [...new Set(found.map(({ subject }) => subject))]);
  });
}

export interface MadeCase {
  readonly case_id: string;
  readonly state: string;
  readonly user_email: string | null;
  readonly user_name: string | null;
  readonly threat_type: string;
  readonly threat_brief: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  readonly wire: string;
  readonly etag: string;
  readonly events: readonly string[];
}

/** Returns every case of the domain with the ids of its events, the earliest first. */
export function readMadeCases(db: DomainHandle): Promise<readonly MadeCase[]> {
  return db.query<MadeCase>(
    `select c.case_id, c.state, c.user_email, c.user_name, c.threat_type, c.threat_brief, c.created_at, c.updated_at,
       c.closed_at, c.wire, c.etag,
       array(select e.event_id from case_events e where e.domain_id = $1 and e.case_id = c.case_id order by e.position)
         as events
     from cases c left join correlated_cases k on k.domain_id = $1 and k.case_id = c.case_id
     where c.domain_id = $1 order by k.first_event_at, c.case_id`,
  );
}
