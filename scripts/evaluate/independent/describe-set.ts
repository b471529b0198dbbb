import type { EventEvidence, JudgedCase } from "../../../src/store/cases/evaluation.ts";
import type { Outcome } from "../detection/deliver-periods.ts";
import { countOf } from "../detection/describe-outcome.ts";
import type { ScoredAttack, ScoredSet } from "./score-set.ts";

/** What became of each attack, and what was made of ordinary work, for whoever looks for causes. */
export interface SetDescription {
  readonly attacks: readonly DescribedAttack[];
  readonly false_cases: readonly DescribedCase[];
  /** Events without an attack, by detector. */
  readonly other_events: Readonly<Record<string, number>>;
}

export interface DescribedAttack {
  readonly attack: string;
  readonly kind: string;
  readonly area: string;
  readonly difficulty: string;
  readonly subjects: readonly string[];
  readonly summary: string;
  /** Some of its rows, to explain. */
  readonly rows: readonly string[];
  readonly result: "in a case" | "of another type" | "no case" | "no event";
  readonly expected: readonly string[];
  readonly events: readonly DescribedEvent[];
  readonly cases: readonly DescribedCase[];
}

interface DescribedEvent {
  readonly event_id: string;
  readonly detector: string;
  readonly title: string;
  readonly subject: string | null;
}

export interface DescribedCase {
  readonly case_id: string;
  readonly created_at: string;
  readonly user: string | null;
  readonly threat_type: string;
  readonly brief: string;
  /** Detectors with the number of their events. */
  readonly detectors: Readonly<Record<string, number>>;
}

const MOST_ROWS = 5;

export function describeSet({ events }: Outcome, scored: ScoredSet): SetDescription {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  return {
    attacks: scored.attacks.map((one) => describeAttack(one, byId)),
    false_cases: scored.falseCases.map((one) => describeCase(one, byId)),
    other_events: countOf(scored.otherEvents.map(({ detector }) => detector)),
  };
}

type EventsById = ReadonlyMap<string, EventEvidence>;

function describeAttack(one: ScoredAttack, byId: EventsById): DescribedAttack {
  const { id, kind, area, difficulty, subjects, summary, rows, types } = one.attack;
  return {
    attack: id,
    kind,
    area,
    difficulty,
    subjects,
    summary,
    rows: rows.slice(0, MOST_ROWS),
    result: resultOf(one),
    expected: types,
    events: one.events.map(({ eventId, detector, title, subject }) => ({
      event_id: eventId,
      detector,
      title,
      subject,
    })),
    cases: one.cases.map((each) => describeCase(each, byId)),
  };
}

function resultOf({ events, cases, isRightType }: ScoredAttack): DescribedAttack["result"] {
  if (events.length === 0) return "no event";
  if (cases.length === 0) return "no case";
  return isRightType ? "in a case" : "of another type";
}

function describeCase(one: JudgedCase, byId: EventsById): DescribedCase {
  return {
    case_id: one.caseId,
    created_at: one.createdAt.toISOString(),
    user: one.user,
    threat_type: one.threatType,
    brief: one.threatBrief,
    detectors: countOf(one.eventIds.flatMap((eventId) => byId.get(eventId)?.detector ?? [])),
  };
}
