import type { DetectorFacts } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import type { Severity } from "../../model/vocabulary.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findActors } from "../../store/people/identities.ts";
import type { StoredLogRow } from "../../store/rows/stored-row.ts";
import { listEventsOn } from "../../store/threats/events-on-row.ts";
import { detectRows, guarded } from "../detect/detect-rows.ts";
import type { DetectorSet, OnDetectorProblem, RowLook } from "../detect/detector-set.ts";
import { type ExplainedEvent, explainEvent } from "./explain-event.ts";
import { explainSignals, type RowSignal } from "./explain-signals.ts";
import { type Outcome, outcomeOf, type Reporting } from "./outcome.ts";

/** A rule that matches a row. */
export interface MatchedRule {
  /** The rule's slug. */
  readonly rule: string;
  /** Null for a rule whose matches only correlations count. */
  readonly title: string | null;
  readonly severity: Severity | null;
  /** `counted` if the rule makes no events itself. */
  readonly outcome: Outcome | "counted";
}

/** How the detectors of a domain see a stored row now, and what came of it when it was processed. */
export interface RowExplanation {
  readonly table: LogTable;
  readonly rowId: string;
  readonly at: Date;
  /** It arrived so late that only rules evaluate it. */
  readonly isLate: boolean;
  readonly actor: Actor | null;
  readonly rules: readonly MatchedRule[];
  readonly signals: readonly RowSignal[];
  readonly events: readonly ExplainedEvent[];
}

/** What rows are explained with. */
export interface Explaining {
  readonly db: DomainDb;
  readonly detectors: DetectorSet;
  readonly now: Date;
  readonly onProblem: OnDetectorProblem;
}

/** Evaluates the detectors on a stored row again, without storing anything, and reads what came of it. */
export async function explainRow(explaining: Explaining, row: StoredLogRow): Promise<RowExplanation> {
  const { db, detectors, now, onProblem } = explaining;
  // The pipeline identifies rows by their content, too.
  const examined: LogRow = { ...row, rowId: row.contentKey };
  const actor = await findActor(explaining, examined);
  const detected = await detectRows(detectors, [examined], () => actor, onProblem);
  // What threw has just been reported.
  const look = guarded("rules", ignore, () => detectors.look(examined, actor, ignore));
  const events = await listEventsOn(db, row);
  const reporting = { settings: detectors.settings, actor, now, reporting: new Set(events.map(detectorOf)) };
  const explained: ExplainedEvent[] = [];
  for (const event of events) explained.push(await explainEvent(db, event));
  return {
    table: row.table,
    rowId: row.rowId,
    at: new Date(row.at),
    isLate: row.late,
    actor,
    rules: look ? rulesOf(look, detectors.stateful, reporting) : [],
    signals: await explainSignals(db, detected, reporting),
    events: explained,
  };
}

const ignore: OnDetectorProblem = () => undefined;

const detectorOf = ({ detector }: { readonly detector: string }): string => detector;

async function findActor({ db, onProblem }: Explaining, row: LogRow): Promise<Actor | null> {
  const named = guarded("actor", onProblem, () => actorOf(row)) ?? null;
  if (named === null) return null;
  return (await findActors(db, [named])).get(named) ?? null;
}

function rulesOf(
  { seen, findings }: RowLook,
  stateful: DetectorSet["stateful"],
  reporting: Reporting,
): readonly MatchedRule[] {
  const own = new Map(findings.map(({ detector }) => [detector.slug, detector]));
  // A rule that is silent about habits is a stateful detector of the same name.
  const known = new Map<string, DetectorFacts>([...stateful.map(({ facts }) => [facts.slug, facts] as const), ...own]);
  return [...seen.matches].sort().map((rule) => {
    const facts = known.get(rule);
    const reporter = own.get(rule);
    return {
      rule,
      title: facts?.title ?? null,
      severity: facts?.severity ?? null,
      outcome: reporter === undefined ? "counted" : outcomeOf(reporting, reporter, null),
    };
  });
}
