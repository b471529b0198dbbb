import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RATE_LIMITS } from "../../src/contract/rate-limits.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createFuzzer, type Fuzzer } from "./fuzz-server.ts";
import { readFuzzSettings } from "./fuzz-settings.ts";
import { givenFuzzedDomain } from "./fuzz-world.ts";
import { fuzzRequests, type KnownValues } from "./requests.ts";

const { seed } = readFuzzSettings(process.env);
/** Enough requests to exceed the write limit of the key that most of them use. */
const REQUESTS = 4 * RATE_LIMITS.write;

let service: TestService;
let known: KnownValues;
let fuzzer: Fuzzer;
beforeAll(async () => {
  service = await startTestService();
  known = await givenFuzzedDomain(service);
  fuzzer = createFuzzer(await service.service.app.listen({ port: 0, host: "127.0.0.1" }));
});
afterAll(async () => {
  fuzzer.close();
  await service.stop();
});

it(`under the default limits every response matches the documents, including 429 (seed ${seed})`, async () => {
  const writes = fuzzRequests(known).filter(({ method }) => method !== "GET" && method !== "HEAD");
  await fc.assert(
    fc.asyncProperty(writes, async (sent) => void (await fuzzer.send(sent))),
    { seed, numRuns: REQUESTS },
  );
  expect(fuzzer.counts.get(429) ?? 0).toBeGreaterThan(0);
});
