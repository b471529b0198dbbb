import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import {
  DAY,
  type Found,
  givenFindings,
  HOUR,
  judgeAll,
  MINUTE,
  NOW,
  readMadeCases,
} from "../../test/support/judged.ts";
import type { FindingFacts } from "../model/finding-facts.ts";
import type { VerdictOutcome } from "../model/vocabulary.ts";
import { newId } from "../runtime/ids.ts";
import { readFeedback } from "../store/cases/judge.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { submitVerdict } from "./submit-verdict.ts";

const ADDRESS = { address: "203.0.113.9" };
const FACTS = { ...ADDRESS, act: "sign_in", country: "NO" };
const DETECTORS = ["country", "forwarding"];
let opened: TestDatabase;
let db: DomainHandle;
let maya: string;
let caseId: string;
let events: readonly string[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
  maya = newId();
  const findings: Found[] = [
    { subject: maya, at: NOW - 3 * HOUR, severity: "critical", detector: "country", facts: FACTS },
    { subject: maya, at: NOW - 2 * HOUR, severity: "critical", detector: "country", facts: FACTS },
    { subject: maya, at: NOW - HOUR, severity: "high", detector: "forwarding", facts: ADDRESS },
  ];
  events = await givenFindings(db, findings);
  await judgeAll(db);
  caseId = (await readMadeCases(db))[0]?.case_id ?? "";
});

const submit = (
  outcome: VerdictOutcome,
  { comment = null, eventIds = [], at = NOW }: { comment?: string | null; eventIds?: string[]; at?: number } = {},
) => {
  const ctx = { clock: () => new Date(at), actor: { kind: "api_key" as const, id: "k" } };
  return db.transaction((tx) => submitVerdict(ctx, tx, { caseId, outcome, comment, eventIds, ifMatch: undefined }));
};
const records = async () =>
  Object.fromEntries((await readFeedback(db, DETECTORS)).map(({ detector, confirmed: is }) => [detector, is]));
const refutedTimes = async () =>
  Object.fromEntries(
    (await readFeedback(db, DETECTORS)).flatMap(({ detector, confirmed: is, decidedAt }) =>
      is ? [] : [[detector, decidedAt]],
    ),
  );
const confirmed = true;
const refuted = false;

describe("feedback of verdicts to the judge", () => {
  test.each(["TRUE_POSITIVE", "ESCALATED"] as const)("%s confirms each detector of the case once", async (outcome) => {
    await submit(outcome);
    expect([await records(), await refutedTimes()]).toEqual([{ country: confirmed, forwarding: confirmed }, {}]);
  });

  test.each(["SAFE", "FALSE_POSITIVE"] as const)(
    "%s refutes each detector and clears the subject for it",
    async (outcome) => {
      await submit(outcome);
      const since = new Date(NOW);
      expect([await records(), await refutedTimes()]).toEqual([
        { country: refuted, forwarding: refuted },
        { country: since, forwarding: since },
      ]);
    },
  );

  test("DUPLICATE gives no feedback", async () => {
    await submit("DUPLICATE");
    expect([await records(), await refutedTimes()]).toEqual([{}, {}]);
  });

  test("a verdict on some events affects only their detectors; the same outcome on more events adds theirs", async () => {
    await submit("SAFE", { eventIds: [String(events[0])] });
    expect(await records()).toEqual({ country: refuted });
    await submit("SAFE", { eventIds: [String(events[2])], at: NOW + MINUTE });
    expect(await records()).toEqual({ country: refuted, forwarding: refuted });
  });

  test("the same outcome again adds nothing, with a comment or without", async () => {
    await submit("FALSE_POSITIVE");
    const before = [await records(), await refutedTimes()];
    await submit("FALSE_POSITIVE", { at: NOW + HOUR });
    await submit("FALSE_POSITIVE", { comment: "really", at: NOW + 2 * HOUR });
    expect([await records(), await refutedTimes()]).toEqual(before);
  });

  test("a contradicting verdict replaces the feedback of the earlier one", async () => {
    await submit("FALSE_POSITIVE");
    await submit("TRUE_POSITIVE", { eventIds: [String(events[2])] });
    expect([await records(), await refutedTimes()]).toEqual([{ forwarding: confirmed }, {}]);
    await submit("DUPLICATE");
    expect(await records()).toEqual({});
  });

  test("a refused verdict leaves no feedback", async () => {
    await expect(submit("SAFE", { eventIds: [newId()] })).rejects.toThrow(/not attached/);
    expect(await records()).toEqual({});
  });

  test("a finding that a verdict refuted opens no new case when it recurs, until the verdict is reversed", async () => {
    await submit("SAFE");
    const again = (at: number, facts: FindingFacts = FACTS): Promise<unknown> =>
      givenFindings(db, [{ subject: maya, at, severity: "critical", detector: "country", facts }], at);
    await again(NOW + DAY);
    expect(await judgeAll(db, NOW + DAY + HOUR)).toBe(0);
    await submit("TRUE_POSITIVE", { at: NOW + 2 * DAY });
    await again(NOW + DAY + MINUTE);
    expect(await judgeAll(db, NOW + 2 * DAY + HOUR)).toBe(1);
  });

  test("a finding about other behavior opens a case in spite of the verdict", async () => {
    await submit("SAFE");
    const elsewhere = { ...FACTS, country: "BR" };
    const found: Found = { subject: maya, at: NOW + DAY, severity: "critical", detector: "country", facts: elsewhere };
    await givenFindings(db, [found], NOW + DAY);
    expect(await judgeAll(db, NOW + DAY + HOUR)).toBe(1);
  });

  test("the facts of the findings are part of the feedback, each once", async () => {
    await submit("SAFE");
    const facts = new Map((await readFeedback(db, DETECTORS)).map((each) => [each.detector, each.facts]));
    expect(facts).toEqual(
      new Map([
        ["country", [FACTS]],
        ["forwarding", [ADDRESS]],
      ]),
    );
  });
});
