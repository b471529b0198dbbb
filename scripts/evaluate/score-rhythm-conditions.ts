import { type Knobs, NO_NOISE } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Measure } from "./gates.ts";
import { scorePrograms } from "./score-programs.ts";

/** Few people: only programs matter here. */
const FEW_PEOPLE = { users: 50, rows: 1, plants: false };

/** Measures the accuracy of rhythms without defects of the logs, with a fifth of the rows lost, and after two weeks. */
export async function scoreRhythmConditions(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const conditions = [
    { name: "clean", least: 0.95, knobs: { noise: NO_NOISE } },
    { name: "20 % loss", least: 0.9, knobs: { noise: { ...NO_NOISE, loss: 0.2 } } },
    { name: "14 days", least: 0.8, knobs: { noise: NO_NOISE, days: 14 } },
  ];
  const measures: Measure[] = [];
  for (const { name, least, knobs: given } of conditions) {
    const knobs = { ...base, ...FEW_PEOPLE, ...given };
    const { truth, results } = await evaluateOrganization({ knobs, every: knobs.days, firstDay: knobs.days, report });
    const found = scorePrograms(truth, results).find(({ output }) => output === "call_rhythm");
    measures.push({ output: "call_rhythm", metric: `accuracy, ${name}`, value: found?.value ?? null, gate: { least } });
  }
  return measures;
}
