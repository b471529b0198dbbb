import { type RatedChange, rateChanges } from "../../src/analysis/drift/drift-severity.ts";
import { assignEpisodes, type KnownEpisode } from "../../src/analysis/drift/episodes.ts";
import { needsPersistence, persistenceTest } from "../../src/analysis/drift/persistence.ts";
import type { ActivityDay } from "../../src/model/identity/activity.ts";
import type { Knobs } from "../../src/synth/knobs.ts";
import { planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { truthOf } from "../../src/synth/plants/truth.ts";
import { changesOn } from "../../test/support/changes-on.ts";
import type { Member } from "../../test/support/drift-organization.ts";
import type { Measure } from "./gates.ts";
import { identityDays } from "./identity-days.ts";
import type { DriftResult } from "./results.ts";
import { type EvaluatedPeriod, scoreActivityDrift, scoreQuiet } from "./score-drift.ts";
import type { Truth } from "./score-people.ts";

const DAY_MS = 86_400_000;
/** Average rows of a person on a working day, as `parapet synth` generates them. */
const ROWS = 30;

/** Measures drift of activity where people leave as many rows as in the organizations that the gates were set for. */
export async function scoreDenseDrift(
  { knobs, firstDay }: { readonly knobs: Knobs; readonly firstDay: number },
  report: (text: string) => void,
): Promise<readonly Measure[]> {
  const planted = await driftOf({ ...knobs, rows: ROWS, plants: true }, firstDay, report);
  const quiet = await driftOf({ ...knobs, rows: ROWS, plants: false }, firstDay, report);
  const measures = [
    ...scoreActivityDrift(planted.truth, planted, planted.period),
    ...scoreQuiet(quiet.truth, quiet, quiet.period),
  ];
  // The budget is for all computators, of which those of access are not part of this.
  const own = measures.filter(({ output }) => !output.startsWith("drift"));
  return own.map((measure) => ({ ...measure, output: `dense: ${measure.output}` }));
}

/** Evaluates the activity of an organization day by day, without a database. */
async function driftOf(
  knobs: Knobs,
  firstDay: number,
  report: (text: string) => void,
): Promise<{ readonly truth: Truth; readonly drift: readonly DriftResult[]; readonly period: EvaluatedPeriod }> {
  const organization = planOrganization(knobs);
  const truth = truthOf(organization);
  const members = await membersOf(truth, (owners) => identityDays(organization, owners));
  const last = Math.floor(knobs.until.getTime() / DAY_MS);
  const first = last - knobs.days + firstDay;
  let known: readonly KnownEpisode[] = [];
  const held: Parameters<typeof persistenceTest>[0][number][] = [];
  const drift: DriftResult[] = [];
  for (let day = first; day <= last; day++) {
    report(`day ${day - first + 1} of ${last - first + 1}`);
    const changes = rateChanges(changesOn(day, members));
    const isPersistent = persistenceTest(held);
    const { opened, continued } = assignEpisodes(day, changes, { known, isPersistent, idOf: (name) => name });
    held.push(
      ...changes
        .filter(needsPersistence)
        .map(({ subject, computator, period }) => ({ subject, computator, period, day })),
    );
    const isContinued = new Set(continued.map(({ driftId }) => driftId));
    known = [
      ...known.map((one) => (isContinued.has(one.driftId) ? { ...one, lastHeldOn: day } : one)),
      ...opened.map(({ change: { subject, computator, period }, driftId, leadingKey }) => ({
        subject,
        computator,
        period,
        driftId,
        leadingKey,
        openedOn: day,
        lastHeldOn: day,
      })),
    ];
    drift.push(...opened.filter(({ supersededBy }) => supersededBy === null).map(({ change }) => toResult(change)));
  }
  return { truth, drift, period: { from: new Date(first * DAY_MS), until: new Date(last * DAY_MS) } };
}

async function membersOf(
  { people, programs }: Truth,
  daysOf: (owners: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, readonly ActivityDay[]>>,
): Promise<readonly Member[]> {
  const owners = new Map<string, string>();
  for (const { subject, app_id: appId } of programs) {
    owners.set(`oid:${subject.toLowerCase()}`, subject.toLowerCase());
    if (appId !== null) owners.set(`app:${appId.toLowerCase()}`, subject.toLowerCase());
  }
  for (const { subject, upn } of people) {
    owners.set(`oid:${subject.toLowerCase()}`, subject.toLowerCase());
    owners.set(`upn:${upn.toLowerCase()}`, subject.toLowerCase());
  }
  const groups = new Map(people.map(({ subject, listed_department: group }) => [subject.toLowerCase(), group]));
  return [...(await daysOf(owners))].map(([id, activity]) => ({
    subject: { id, kind: groups.has(id) ? "user" : "nhi", group: groups.get(id) ?? null },
    activity,
  }));
}

const toResult = ({
  subject,
  computator,
  period,
  day,
  current,
  severity,
  value,
  threshold,
}: RatedChange): DriftResult => ({
  computator,
  period,
  detectedAt: new Date(day * DAY_MS),
  periodStartAt: new Date(current.from * DAY_MS),
  email: null,
  principalId: subject,
  severity,
  excess: (value ?? 0) / (threshold || 1),
});
