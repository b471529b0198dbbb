import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { VERDICT_OUTCOMES } from "../../src/model/vocabulary.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";
import { headerText, percentEncoded } from "./fuzz-request.ts";
import { createFuzzer, type FuzzAnswer, type Fuzzer } from "./fuzz-server.ts";
import { readFuzzSettings } from "./fuzz-settings.ts";
import { givenFuzzedDomain } from "./fuzz-world.ts";
import { POISON_TEXTS } from "./poison.ts";

const { requests, seed } = readFuzzSettings(process.env);
/** One in fifty requests of a run starts a sequence of up to ten. */
const RUNS = Math.ceil(requests / 50);
const MS_PER_RUN = 1_000;

let service: TestService;
let fuzzer: Fuzzer;
let key: string;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
  ({ key } = await givenFuzzedDomain(service));
  fuzzer = createFuzzer(await service.service.app.listen({ port: 0, host: "127.0.0.1" }));
});
afterAll(async () => {
  fuzzer.close();
  await service.stop();
});

const read = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<FuzzAnswer> =>
  fuzzer.send({ method: "GET", target: BASE_PATH + path, headers: { "x-api-key": key, ...headers }, body: null });
const submit = (caseId: string, verdict: object, headers: Readonly<Record<string, string>>): Promise<FuzzAnswer> =>
  fuzzer.send({
    method: "POST",
    target: `${BASE_PATH}/cases/${caseId}/verdict`,
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(verdict)),
  });

const listed = fc.constantFrom(
  ["/cases", "items", "case_id"] as const,
  ["/threats", "data", "event_id"] as const,
  ["/users", "items", "tuid"] as const,
  ["/nhi/personas", "items", "nuid"] as const,
);

it(
  `a list is paged through by cursor, and each page is 304 for its ETag (seed ${seed})`,
  async () => {
    const walk = fc.asyncProperty(listed, fc.integer({ min: 1, max: 30 }), async ([path, member, id], size) => {
      const seen = new Set<string>();
      let cursor: string | null = null;
      for (let page = 0; page < 4; page++) {
        const target: string = `${path}?page_size=${size}${cursor === null ? "" : `&next_cursor=${cursor}`}`;
        const answer = await read(target);
        expect(answer.status).toBe(200);
        const again = await read(target, { "if-none-match": answer.headers["etag"] ?? "" });
        expect([again.status, again.text]).toEqual([304, ""]);
        const body = JSON.parse(answer.text);
        for (const item of body[member]) {
          expect(seen.has(item[id])).toBe(false);
          seen.add(item[id]);
        }
        cursor = body.next_cursor;
        if (cursor === null) break;
        expect(body[member].length).toBe(size);
      }
    });
    await fc.assert(walk, { seed, numRuns: RUNS });
  },
  60_000 + RUNS * MS_PER_RUN,
);

const comments = fc.option(fc.oneof(fc.constantFrom(...POISON_TEXTS), fc.string({ unit: "binary", maxLength: 200 })));

it(
  `a case is read, gets a verdict with If-Match, replays it by Idempotency-Key, and shows it (seed ${seed})`,
  async () => {
    const judged = fc.asyncProperty(
      fc.nat(),
      fc.constantFrom(...VERDICT_OUTCOMES),
      comments,
      fc.constantFrom(...POISON_TEXTS).map(headerText),
      async (at, outcome, comment, words) => {
        const { items } = JSON.parse((await read("/cases?page_size=5")).text);
        const { case_id: caseId, events } = items[at % items.length];
        const first = await read(`/cases/${caseId}`);
        const etag = first.headers["etag"] ?? "";
        const verdict = {
          outcome,
          comment,
          event_ids: events.slice(0, at % 3).map((event: { event_id: string }) => event.event_id),
        };
        const named = { "idempotency-key": `${randomUUID()}${words}`.slice(0, 255), "if-match": etag };
        const answer = await submit(caseId, verdict, named);
        if (answer.status !== 200) {
          // A comment or idempotency key with characters that cannot be stored is 400.
          expect(answer.status).toBe(400);
          return;
        }
        const replayed = await submit(caseId, verdict, named);
        expect([replayed.text, replayed.headers["idempotency-replayed"]]).toEqual([answer.text, "true"]);
        const other = outcome === "SAFE" ? "ESCALATED" : "SAFE";
        expect((await submit(caseId, { outcome: other }, named)).status).toBe(422);
        const shown = JSON.parse((await read(`/cases/${caseId}?include=state,verdict`)).text);
        expect(shown.verdict.outcome).toBe(outcome);
        if (comment) expect(shown.verdict.comments).toContain(comment);
        await read(`/cases?include=verdict&email=${percentEncoded(shown.user_email ?? "x")}`);
      },
    );
    await fc.assert(judged, { seed, numRuns: RUNS });
  },
  60_000 + RUNS * MS_PER_RUN,
);
