import { expect, it } from "vitest";
import { countedPeriodOf } from "../../scripts/evaluate/detection/evaluate-detection-seed.ts";
import { runOrganizations } from "../../scripts/evaluate/detection/run-organization.ts";
import { attackedRows, restsOn, scoreOutcome } from "../../scripts/evaluate/detection/score-outcome.ts";
import { DEMO_ATTACKS } from "../../src/synth/attacks/demo-attacks.ts";
import { generateAttacked, withoutAttacks } from "../../src/synth/detection/generate-attacked.ts";
import { planUntidyOrganization } from "../../src/synth/untidy/untidy-organization.ts";

const KNOBS = {
  seed: 31,
  until: new Date("2026-11-01T00:00:00.000Z"),
  users: 60,
  days: 3,
  history: 1,
  rows: 0.3,
  nhis: 3,
};

it("rows of an attack become a case at the time of the rows, and without them there is none", async () => {
  const theft = DEMO_ATTACKS.filter(({ kind }) => kind === "domain theft");
  const attacked = generateAttacked(planUntidyOrganization(KNOBS), [], theft);
  const both = [withoutAttacks(attacked), attacked];
  const [quiet, found] = await runOrganizations(both, { everyMinutes: 240, report: () => undefined });
  const rows = attackedRows(attacked.attacks);
  expect(quiet?.events.filter((event) => restsOn(event, rows))).toEqual([]);
  if (!found) throw new Error("the organization was not run");
  const [scored] = scoreOutcome(found, attacked.attacks, countedPeriodOf(KNOBS)).attacks;
  expect(scored?.found?.user).toBe(attacked.attacks[0]?.subjects[0]?.name);
  expect(scored?.foundAt?.getTime()).toBeGreaterThan(scored?.attack.start.getTime() ?? 0);
  expect(scored?.foundAt?.getTime()).toBeLessThan((scored?.attack.end.getTime() ?? 0) + 5 * 3_600_000);
});
