import { WINDOW_DAYS } from "../../src/analysis/nhi/facts.ts";
import { rhythmOf } from "../../src/analysis/nhi/rhythm.ts";
import { type Knobs, NO_NOISE } from "../../src/synth/knobs.ts";
import { planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { truthOf } from "../../src/synth/plants/truth.ts";
import { seededRandom } from "../../src/synth/random.ts";
import type { Measure } from "./gates.ts";
import { identityDays } from "./identity-days.ts";
import { accuracyOf } from "./metrics.ts";

const DAY_MS = 86_400_000;
/** Few people: only programs matter here. */
const PROGRAMS = { users: 60, rows: 1, days: 60, nhis: 100, plants: false };
/** 15 % of the shortest interval, an hour. */
const JITTER_MS = 540_000;

interface Condition {
  readonly name: string;
  readonly least?: number;
  readonly knobs: Partial<Knobs>;
  readonly jitterMs?: number;
}

const CONDITIONS: readonly Condition[] = [
  { name: "clean", least: 0.95, knobs: {} },
  { name: "15 % jitter", knobs: {}, jitterMs: JITTER_MS },
  { name: "20 % loss", least: 0.9, knobs: { noise: { ...NO_NOISE, loss: 0.2 } } },
  { name: "times rounded to the minute", knobs: { noise: { ...NO_NOISE, rounded: 1 } } },
  { name: "14 days", least: 0.8, knobs: { days: 14 } },
];

/** Measures the accuracy of rhythms under several conditions of the logs. */
export async function scoreRhythmConditions(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const { name, least, knobs: given, jitterMs = 0 } of CONDITIONS) {
    report(`rhythms: ${name}`);
    const knobs: Knobs = { ...base, ...PROGRAMS, noise: NO_NOISE, ...given };
    const organization = planOrganization(knobs);
    const random = seededRandom(knobs.seed, "evaluation jitter");
    const programs = new Map(
      organization.nhis.flatMap(({ objectId, appId }) => [
        [`oid:${objectId}`, objectId] as const,
        [`app:${appId}`, objectId] as const,
      ]),
    );
    const days = await identityDays(organization, programs, () => Math.floor(jitterMs * (random.next() - 0.5)));
    const until = Math.floor(knobs.until.getTime() / DAY_MS);
    const pairs = truthOf(organization).programs.flatMap(({ subject, rhythm, app_id: appId }) => {
      if (rhythm === null || appId === null) return [];
      const own = (days.get(subject) ?? []).filter(({ day }) => day >= until - WINDOW_DAYS && day < until);
      return [{ truth: rhythm, found: rhythmOf(own, until).class }];
    });
    const gate = least === undefined ? {} : { gate: { least } };
    measures.push({ output: "call_rhythm", metric: `accuracy, ${name}`, value: accuracyOf(pairs), ...gate });
  }
  return measures;
}
