import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { composeTestService, startTestService, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";
import { createFuzzer, type Fuzzer } from "./fuzz-server.ts";
import { readFuzzSettings } from "./fuzz-settings.ts";
import { type FuzzedDomain, givenFuzzedDomain } from "./fuzz-world.ts";
import { fuzzRequests } from "./requests.ts";

const { requests, seed } = readFuzzSettings(process.env);
const MS_PER_REQUEST = 100;

let service: TestService;
let domain: FuzzedDomain;
let fuzzer: Fuzzer;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED, adminLimits: UNLIMITED });
  domain = await givenFuzzedDomain(service);
  fuzzer = createFuzzer(await service.service.app.listen({ port: 0, host: "127.0.0.1" }));
});
afterAll(async () => {
  fuzzer.close();
  await service.stop();
});

describe("a server", { shuffle: false }, () => {
  it(
    `${requests} requests generated from the OpenAPI documents get responses that match the documents, none of them 5xx (seed ${seed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fuzzRequests(domain), async (sent) => void (await fuzzer.send(sent))),
        { seed, numRuns: requests },
      );
      const counts = Object.fromEntries([...fuzzer.counts].sort(([left], [right]) => left - right));
      process.stdout.write(`fuzz: seed ${seed}, answers by status ${JSON.stringify(counts)}\n`);
      // A run in which every request is rejected would prove nothing.
      expect(fuzzer.counts.get(200) ?? 0).toBeGreaterThan(requests / 10);
    },
    60_000 + requests * MS_PER_REQUEST,
  );

  it(
    "the delivered rows are processed without errors, and every stored text matches its record",
    async () => {
      const failures: string[] = [];
      const stale = await findStaleTexts(domain.db);
      const stream = { write: (line: string) => void failures.push(line) };
      const { database } = service;
      const server = { logger: { level: "warn", stream } };
      const second = composeTestService({ database, clock: () => service.clock.now, server });
      expect(await countPending(domain.db, 1)).toBe(1);
      second.start();
      while (failures.length === 0 && (await countPending(domain.db, 1)) > 0) await sleep(100);
      await second.close();
      expect(failures).toEqual([]);
      expect(await findStaleTexts(domain.db)).toEqual(stale);
    },
    60_000 + requests * MS_PER_REQUEST,
  );
});
