import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listVerdicts } from "../../src/store/cases/verdicts.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { aThreat, givenCase, givenThreats } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import {
  caseAfter,
  type ModelVerdict,
  OUTCOMES,
  type Outcome,
  STATES,
  submit,
  type Unjudged,
} from "../support/verdict-model.ts";
import { judge, judgedPart, readCase } from "../support/verdicts.ts";

const RUNS = 40;

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService({ limits: { read: 100_000, write: 100_000, windowMs: 60_000, domainFactor: 5 } });
  domain = await service.givenDomain();
});
afterAll(() => service.stop());

interface Step {
  readonly outcome: Outcome;
  readonly comment: string | null | undefined;
  /** Indexes into the events of the case; an index beyond the end wraps around. */
  readonly scope: readonly number[] | null | undefined;
  readonly afterMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  outcome: fc.constantFrom(...OUTCOMES),
  comment: fc.constantFrom(undefined, null, "", "known travel", "second look", '"\\ \u{1f9ff}'),
  scope: fc.oneof(fc.constantFrom(undefined, null), fc.array(fc.nat({ max: 3 }), { maxLength: 5 })),
  afterMs: fc.constantFrom(1, 1_000, 86_400_000),
});

const start = fc.record({
  state: fc.constantFrom(...STATES),
  events: fc.array(
    fc.constantFrom({ flagged: true, safe: false }, { flagged: false, safe: true }, { flagged: false, safe: false }),
    { maxLength: 4 },
  ),
});

async function givenUnjudged({
  state,
  events,
}: {
  state: Unjudged["state"];
  events: readonly { flagged: boolean; safe: boolean }[];
}) {
  const threats = events.map((flags) => aThreat(flags));
  await givenThreats(domain.db, threats);
  const closedAt = state === "closed" ? new Date("2026-11-01T09:00:00.000Z") : null;
  const found = await givenCase(domain.db, { state, closedAt, eventIds: threats.map(({ eventId }) => eventId) });
  const unjudged: Unjudged = {
    state,
    closedAt: closedAt?.toISOString() ?? null,
    updatedAt: found.updatedAt.toISOString(),
    events: threats.map(({ eventId, flagged, safe }) => ({ eventId, flagged, safe })),
  };
  return { caseId: found.caseId, unjudged };
}

it("after any sequence of verdicts, the API shows the state that the verdict rules give", async () => {
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 1, maxLength: 8 }), async (from, steps) => {
      const { caseId, unjudged } = await givenUnjudged(from);
      let history: readonly ModelVerdict[] = [];
      for (const { outcome, comment, scope, afterMs } of steps) {
        advanceClock(service, afterMs);
        const eventIds = scope?.flatMap((index) => unjudged.events[index % unjudged.events.length]?.eventId ?? []);
        const reply = await judge(domain, caseId, { outcome, comment, event_ids: scope && eventIds });
        const verdict: ModelVerdict = {
          outcome,
          comment: comment || null,
          eventIds: [...new Set(eventIds)],
          processedAt: service.clock.now.toISOString(),
        };
        const after = submit(history, verdict);
        history = after.history;
        const expected = caseAfter(unjudged, history);
        expect([reply.status, reply.body]).toEqual([
          200,
          {
            success: true,
            case_id: caseId,
            outcome,
            resolved: expected.verdict?.resolved,
            processed_at: after.answered.processedAt,
          },
        ]);
        expect(judgedPart(await readCase(domain, caseId))).toEqual(expected);
      }
      const stored = await listVerdicts(domain.db, caseId);
      expect(stored.map(({ outcome, comment, eventIds }) => ({ outcome, comment, eventIds }))).toEqual(
        history.map(({ outcome, comment, eventIds }) => ({ outcome, comment, eventIds })),
      );
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(await findStaleTexts(domain.db)).toEqual([]);
});
