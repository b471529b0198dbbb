import type { JudgedCase } from "../../../src/store/cases/evaluation.ts";
import type { AttackedOrganization } from "../../../src/synth/detection/generate-attacked.ts";
import type { Outcome } from "./deliver-periods.ts";
import type { FoundAttack, ScoredOutcome } from "./score-outcome.ts";

/** A false case, for whoever looks for its cause. */
export interface FalseCase {
  readonly case_id: string;
  readonly created_at: string;
  readonly user: string | null;
  readonly threat_type: string;
  readonly brief: string;
  /** Detectors with the number of their events. */
  readonly detectors: Readonly<Record<string, number>>;
  /** What the rows behind it belong to, with their number; `work` is the ordinary day of a person. */
  readonly origins: Readonly<Record<string, number>>;
}

export function describeFalseCases(
  { events }: Outcome,
  { falseCases }: ScoredOutcome,
  { origins }: Pick<AttackedOrganization, "origins">,
): readonly FalseCase[] {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const describe = (one: JudgedCase): FalseCase => {
    const own = one.eventIds.flatMap((eventId) => byId.get(eventId) ?? []);
    const rowIds = new Set(own.flatMap(({ rowIds: ids }) => ids));
    return {
      case_id: one.caseId,
      created_at: one.createdAt.toISOString(),
      user: one.user,
      threat_type: one.threatType,
      brief: one.threatBrief,
      detectors: countOf(own.map(({ detector }) => detector)),
      origins: countOf([...rowIds].map((rowId) => origins.get(rowId) ?? "work")),
    };
  };
  return falseCases.map(describe);
}

export function countOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

/** An attack that made no case, made one too late or one of another type. */
export interface MissedAttack {
  readonly attack: string;
  readonly slow: boolean;
  readonly subjects: readonly string[];
  readonly start: string;
  readonly end: string;
  readonly problem: "no case" | "late" | "wrong type";
  readonly expected: readonly string[];
  readonly found: string | null;
  /** Detectors with the number of events on its rows. */
  readonly detectors: Readonly<Record<string, number>>;
}

export const describeMissed = ({ attacks }: ScoredOutcome): readonly MissedAttack[] =>
  attacks.flatMap((one) => {
    const problem = problemOf(one);
    if (!problem) return [];
    const { attack, events, found } = one;
    return [
      {
        attack: attack.id,
        slow: attack.isSlow,
        subjects: attack.subjects.map(({ kind, name }) => `${kind} ${name}`),
        start: attack.start.toISOString(),
        end: attack.end.toISOString(),
        problem,
        expected: attack.types,
        found: found?.threatType ?? null,
        detectors: countOf(events.map(({ detector }) => detector)),
      },
    ];
  });

function problemOf({ found, isInTime, isRightType }: FoundAttack): MissedAttack["problem"] | undefined {
  if (!found) return "no case";
  if (!isRightType) return "wrong type";
  return isInTime ? undefined : "late";
}
