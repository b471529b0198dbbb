import { type ActionContext, runAction } from "../../../src/actions/context.ts";
import { submitVerdict } from "../../../src/actions/submit-verdict.ts";
import type { AuditActor } from "../../../src/model/audit.ts";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import type { Clock } from "../../../src/runtime/clock.ts";
import { listEventEvidence, listJudgedCases } from "../../../src/store/cases/evaluation.ts";
import type { DomainDb } from "../../../src/store/database/database.ts";
import type { PlantedAttack } from "../../../src/synth/attacks/plant-attacks.ts";
import type { ScratchDomain } from "../scratch-domain.ts";
import { attackedRows, restsOn } from "./score-outcome.ts";

const SHIFT_HOURS = 8;
const ANALYST: AuditActor = { kind: "operator", id: "analyst", origin: "cli@evaluation" };

/** An analyst who answers, every eight hours, the cases that were made since. */
export interface Analyst {
  readonly answer: (domain: ScratchDomain, clock: Clock) => Promise<void>;
  /** When the last of the counted verdicts was given; undefined before. */
  readonly finishedAt: () => Date | undefined;
}

export interface AnalystPlan {
  readonly attacks: readonly PlantedAttack[];
  /** How many true verdicts are given; cases after them, and all of an analyst who does not teach, are closed as duplicates. */
  readonly verdicts: number;
  /** Whether verdicts state what is true; a duplicate leaves no feedback. */
  readonly isTeaching: boolean;
}

export function createAnalyst({ attacks, verdicts, isTeaching }: AnalystPlan): Analyst {
  const rows = attackedRows(attacks);
  const answered = new Set<string>();
  let finishedAt: Date | undefined;
  return {
    finishedAt: () => finishedAt,
    answer: async ({ db }, clock) => {
      if (!beginsShift(clock())) return;
      const open = (await listJudgedCases(db)).filter(({ caseId }) => !answered.has(caseId));
      const attacked = await attackedEvents(db, rows, open.length > 0);
      for (const { caseId, eventIds } of open) {
        const truth = truthOf(eventIds, attacked);
        await submit(
          { db, clock, actor: ANALYST },
          caseId,
          isTeaching && answered.size < verdicts ? truth : "DUPLICATE",
        );
        answered.add(caseId);
        if (answered.size === verdicts) finishedAt = clock();
      }
    },
  };
}

const truthOf = (eventIds: readonly string[], attacked: ReadonlySet<string>): VerdictOutcome =>
  eventIds.some((eventId) => attacked.has(eventId)) ? "TRUE_POSITIVE" : "FALSE_POSITIVE";

const HOUR_MS = 3_600_000;

const beginsShift = (now: Date): boolean => Math.floor(now.getTime() / HOUR_MS) % SHIFT_HOURS === 0;

async function attackedEvents(
  db: DomainDb,
  rows: ReadonlyMap<string, string>,
  isNeeded: boolean,
): Promise<ReadonlySet<string>> {
  const events = isNeeded ? await listEventEvidence(db) : [];
  return new Set(events.filter((event) => restsOn(event, rows)).map(({ eventId }) => eventId));
}

function submit(ctx: ActionContext, caseId: string, outcome: VerdictOutcome): Promise<unknown> {
  const request = { caseId, outcome, comment: null, eventIds: [], ifMatch: undefined };
  return runAction(ctx, (tx) => submitVerdict(ctx, tx, request));
}
