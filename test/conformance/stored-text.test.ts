import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { saveThreats } from "../../src/store/threats/threats.ts";
import { findStaleTexts, rebuildDomain } from "../../src/transfer/rebuild.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { aThreat, givenCase, givenDrift, givenNhi, givenThreat, givenUser } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import {
  caseRecord,
  driftRecord,
  idOf,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  personaRecord,
  threatRecord,
  userRecord,
  verdictRecord,
  type WireRecord,
} from "../support/records.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { OUTCOMES, STATES } from "../support/verdict-model.ts";
import { judge, readCase } from "../support/verdicts.ts";

const RUNS = 15;
const EVENTS = 6;
const CASES = 4;

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService({ limits: { read: 100_000, write: 100_000, windowMs: 60_000, domainFactor: 5 } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

const importFile = (file: string, records: readonly WireRecord[]) => importRecords(domain, { [file]: records });

async function expectFresh(): Promise<void> {
  expect(await findStaleTexts(domain.db)).toEqual([]);
}

const eventNumber = fc.integer({ min: 1, max: EVENTS });
const caseNumber = fc.integer({ min: 101, max: 100 + CASES });
const someEvents = fc.uniqueArray(eventNumber, { maxLength: EVENTS }).map((numbers) => numbers.map(idOf));
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => !value.includes("\u0000")),
  fc.constantFrom('"quoted" \\ back', "\u2028 line\ttab", "\u{1f9ff} é ﬁ", "</script>", "'$1'"),
);
const moment = fc
  .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2026-11-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const flags = fc.constantFrom({}, { flagged: true, safe: false }, { flagged: false, safe: true }, { flagged: false });

type Write = () => Promise<unknown>;

const importThreat = fc
  .tuple(eventNumber, text, text, fc.constantFrom("low", "high"), flags)
  .map(([number, title, userName, severity, given]): Write => {
    return () => importFile("threats", [threatRecord(number, { title, user_name: userName, severity, ...given })]);
  });
const importCase = fc
  .tuple(caseNumber, text, fc.constantFrom(...STATES), someEvents, moment)
  .map(([number, brief, state, eventIds, at]): Write => {
    const closedAt = state === "closed" ? at : null;
    const fields = { threat_brief: brief, state, closed_at: closedAt, updated_at: at, event_ids: eventIds };
    return () => importFile("cases", [caseRecord(number, fields)]);
  });
const importVerdict = fc
  .tuple(fc.integer({ min: 201, max: 206 }), fc.constantFrom(...OUTCOMES), fc.option(text), someEvents, moment)
  .map(([number, outcome, comment, eventIds, at]): Write => {
    const fields = { case_id: idOf(101 + (number % CASES)), outcome, comment, event_ids: eventIds, processed_at: at };
    return () => importFile("verdicts", [verdictRecord(number, fields)]);
  });
const importOthers = fc.tuple(fc.integer({ min: 301, max: 303 }), text, moment).map(([number, words, at]): Write => {
  const overview = { key_points: [words], summary: words };
  const files = {
    users: [userRecord(number, { name: words, updated_at: at })],
    personas: [personaRecord(number, { persona_overview: words, updated_at: at })],
    "persona-details": [personaDetailRecord(number, { generated_at: at, overview })],
    nhi: [nhiRecord(number, { display_name: words || "robot", last_seen: at })],
    "nhi-details": [nhiDetailRecord(number, { purpose: { [words]: [words, 1.5, null] } })],
    drift: [driftRecord(number, { delta: { [words]: words, b: [at] }, period_start_at: at })],
  };
  return () => importRecords(domain, files);
});
const submit = fc
  .tuple(caseNumber, fc.constantFrom(...OUTCOMES), fc.option(text), someEvents)
  .map(([number, outcome, comment, eventIds]): Write => {
    return async () => {
      advanceClock(service, 1_000);
      const { status } = await judge(domain, idOf(number), { outcome, comment, event_ids: eventIds });
      expect([200, 404, 422]).toContain(status);
    };
  });
const build = fc.tuple(text, moment).map(([words, at]): Write => {
  return async () => {
    const { tuid } = await givenUser(domain.db, { name: words, createdAt: new Date(at) });
    const { eventId } = await givenThreat(domain.db, { title: words, tuid, createdAt: new Date(at) });
    await givenCase(domain.db, { threatBrief: words, eventIds: [eventId], createdAt: new Date(at) });
    await givenNhi(domain.db, { displayName: words, firstSeen: new Date(at) });
    await givenDrift(domain.db, { delta: { [words]: [words] }, detectedAt: new Date(at) });
  };
});

const write = fc.oneof(
  { weight: 3, arbitrary: submit },
  { weight: 2, arbitrary: importThreat },
  { weight: 2, arbitrary: importCase },
  { weight: 2, arbitrary: importVerdict },
  { weight: 1, arbitrary: importOthers },
  { weight: 1, arbitrary: build },
);

/** Creates events, and cases that share some of them. */
async function givenRecords(): Promise<void> {
  const numbers = Array.from({ length: EVENTS }, (_, index) => index + 1);
  const cases = Array.from({ length: CASES }, (_, index) =>
    caseRecord(101 + index, { event_ids: numbers.filter((number) => (number + index) % CASES !== 0).map(idOf) }),
  );
  await importFile(
    "threats",
    numbers.map((number) => threatRecord(number)),
  );
  await importFile("cases", cases);
}

it("after any writes in any order, every stored text matches its record", async () => {
  await givenRecords();
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const run of writes) {
        await run();
        await expectFresh();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

it("after concurrent writes, every stored text matches its record", async () => {
  await givenRecords();
  for (let round = 0; round < 20; round++) {
    const verdicts = [101, 102, 103, 104].map((number, index) =>
      judge(domain, idOf(number), { outcome: OUTCOMES[(round + index) % OUTCOMES.length], comment: `${round}` }),
    );
    const titled = [1, 2, 3].map((number) => threatRecord(number, { title: `round ${round}` }));
    const attached = caseRecord(105 + round, { event_ids: [idOf(4), idOf(5), idOf(6)] });
    const imports = [importFile("threats", titled), importFile("cases", [attached])];
    expect((await Promise.all(verdicts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all(imports);
    await expectFresh();
  }
});

it("every case with an event shows the current state of the event", async () => {
  await givenRecords();
  await importFile("threats", [threatRecord(1, { title: "renamed" })]);
  await judge(domain, idOf(102), { outcome: "SAFE", event_ids: [idOf(1)] });
  for (const number of [101, 102, 103]) {
    const shown = (await readCase(domain, idOf(number))).events.find(({ event_id }) => event_id === idOf(1));
    expect(shown).toMatchObject({ title: "renamed", flagged: false, safe: true });
  }
  await expectFresh();
});

it("a stale stored text is detected, and a rebuild replaces it", async () => {
  await givenRecords();
  const threat = aThreat();
  const { caseId } = await givenCase(domain.db, { eventIds: [(await givenThreat(domain.db, threat)).eventId] });
  // Changes the event without rendering the case that shows it.
  await domain.db.transaction((tx) => saveThreats(tx, [{ ...threat, title: "changed" }], threat.createdAt));
  expect(await findStaleTexts(domain.db)).toEqual([{ table: "cases", id: caseId }]);
  expect(await rebuildDomain(domain.db, () => service.clock.now)).toMatchObject({ changed: 1 });
  await expectFresh();
  expect((await domain.ask(`/cases/${caseId}`)).text).toContain('"title":"changed"');
});
