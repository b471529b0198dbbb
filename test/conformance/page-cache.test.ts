import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { READINESS_RESOURCES } from "../../src/model/vocabulary.ts";
import { createMetrics, type Metrics } from "../../src/runtime/metrics.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import {
  givenCase,
  givenConnector,
  givenDrift,
  givenNhi,
  givenNhiDetail,
  givenPersona,
  givenPersonaDetail,
  givenThreat,
  givenUser,
} from "../support/given.ts";
import { nhiDetailRecord, personaDetailRecord } from "../support/records.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { OPEN_OPTIONS } from "../support/template.ts";
import { judge } from "../support/verdicts.ts";

const LIMITS = { read: 1_000_000, write: 1_000_000, windowMs: 60_000, domainFactor: 5 };
const CHECKS = 300;

let service: TestService;
let second: SecondService;
let metrics: Metrics;
let database: Database;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
  const { databaseUrl } = service;
  // On PostgreSQL the second service has its own connections; the embedded engine has one for all.
  database = databaseUrl ? await openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir: "unused" }) : service.database;
  metrics = createMetrics("test", () => 0);
  second = await startSecondService(service, { database, metrics, limits: LIMITS });
});
afterAll(async () => {
  await second.stop();
  if (database !== service.database) await database.close();
  await service.stop();
});

/** Requests the second service, which handles none of the writes. */
const readThere = (key: string, path: string): Promise<TestReply> => second.ask(path, { key });

async function cacheHits(): Promise<number> {
  return Number(/parapet_page_cache_total\{result="hit"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0);
}

/** A write with a marker, and the paths that must show it. */
interface Kind {
  readonly write: (mark: string) => Promise<unknown>;
  readonly paths: readonly string[];
}

async function givenKinds(domain: TestDomain): Promise<readonly Kind[]> {
  const { db } = domain;
  const { tuid } = await givenUser(db);
  const { nuid } = await givenNhi(db);
  const { driftId } = await givenDrift(db);
  const { eventId } = await givenThreat(db);
  const { caseId } = await givenCase(db);
  const at = new Date("2026-11-01T08:00:00.000Z");
  return [
    { write: (name) => givenUser(db, { tuid, name }), paths: ["/users", "/users?page_size=1"] },
    { write: (title) => givenThreat(db, { eventId, title }), paths: ["/threats", "/threats?source=entra_signin"] },
    {
      write: (comment) => judge(domain, caseId, { outcome: "SAFE", comment }),
      paths: [
        `/cases/${caseId}?include=verdict`,
        "/cases?include=state,verdict",
        "/cases?state=closed&include=verdict",
      ],
    },
    {
      write: (personaOverview) => givenPersona(db, { tuid, personaOverview, createdAt: at, updatedAt: at }),
      paths: [`/personas/${tuid}`],
    },
    {
      write: (summary) =>
        givenPersonaDetail(db, tuid, personaDetailRecord(1, { tuid, overview: { summary, key_points: [] } })),
      paths: [`/personas/${tuid}/detail`],
    },
    {
      write: (displayName) => givenNhi(db, { nuid, displayName }),
      paths: ["/nhi/personas", "/nhi/personas?status=all"],
    },
    {
      write: (mark) => givenNhiDetail(db, nuid, nhiDetailRecord(1, { nuid, purpose: { mark } })),
      paths: [`/nhi/personas/${nuid}/detail`],
    },
    { write: (mark) => givenDrift(db, { driftId, delta: { mark } }), paths: [`/drift/${driftId}`] },
    {
      // The marker of a connector is a time, because it shows no free text.
      write: (mark) => givenConnector(db, { updatedAt: new Date(Number(mark.slice(1))) }),
      paths: ["/integrations/okta"],
    },
  ];
}

const shown = (path: string, mark: string): string =>
  path.startsWith("/integrations/") ? new Date(Number(mark.slice(1))).toISOString() : mark;

describe("a cached response", () => {
  it("a commit by one service is visible in another at once, whatever it has cached", async () => {
    const domain = await service.givenDomain();
    const kinds = await givenKinds(domain);
    const before = await cacheHits();
    for (let check = 0; check < CHECKS; check++) {
      const { write, paths } = kinds[check % kinds.length] as Kind;
      const path = paths[Math.floor(check / kinds.length) % paths.length] as string;
      const mark = `m${1_700_000_000_000 + check}`;
      await write(mark);
      const reply = await readThere(domain.key, path);
      expect([path, reply.status, reply.text.includes(shown(path, mark))]).toEqual([path, 200, true]);
      expect((await readThere(domain.key, path)).text).toBe(reply.text);
    }
    expect((await cacheHits()) - before).toBeGreaterThanOrEqual(CHECKS);
  });

  it("a change to one resource does not invalidate cached responses of others", async () => {
    const domain = await service.givenDomain();
    await givenKinds(domain);
    await readThere(domain.key, "/users");
    const before = await cacheHits();
    await givenDrift(domain.db);
    await readThere(domain.key, "/users");
    expect((await cacheHits()) - before).toBe(1);
  });

  it("under continuous verdicts, every read includes all verdicts acknowledged before it", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    let [acknowledged, isWriting] = [0, true];
    const writeAll = async () => {
      for (let n = 1; n <= 60; n++) {
        const { status } = await judge(domain, caseId, { outcome: "ESCALATED", comment: `comment ${n}` });
        expect(status).toBe(200);
        acknowledged = n;
      }
    };
    const readAll = async (path: string, read: (path: string) => Promise<{ readonly text: string }>) => {
      let seen = 0;
      while (isWriting) {
        const [known, { text }] = [acknowledged, await read(path)];
        const newest = Math.max(0, ...[...text.matchAll(/"comment (\d+)"/g)].map(([, n]) => Number(n)));
        expect(newest).toBeGreaterThanOrEqual(Math.max(known, seen));
        seen = newest;
      }
    };
    const there = (path: string) => readThere(domain.key, path);
    await Promise.all([
      writeAll().finally(() => {
        isWriting = false;
      }),
      readAll(`/cases/${caseId}?include=verdict`, there),
      readAll(`/cases/${caseId}?include=verdict`, domain.ask),
      readAll("/cases?include=state,verdict", there),
      readAll("/cases?include=state,verdict", there),
      readAll("/cases?include=verdict&state=investigating", domain.ask),
    ]);
  });

  it("a key created or revoked in one service takes effect in another at once", async () => {
    const domain = await service.givenDomain();
    for (let round = 0; round < 5; round++) {
      const key = await domain.anotherKey();
      expect((await readThere(key, "/users")).status).toBe(200);
      expect((await readThere(key, "/users")).status).toBe(200);
      const ctx = { db: domain.db, clock: () => service.clock.now, actor: TEST_ACTOR } as const;
      await revokeApiKey(ctx, String(key.split("_")[1]));
      expect((await readThere(key, "/users")).status).toBe(401);
      expect((await readThere(domain.key, "/users")).status).toBe(200);
    }
  });

  it("a resource made ready in one service is ready in another at once", async () => {
    const domain = await service.givenDomain({ ready: false });
    await givenCase(domain.db);
    expect((await readThere(domain.key, "/cases")).status).toBe(423);
    await domain.db.transaction((tx) => markReady(tx, READINESS_RESOURCES, service.clock.now));
    expect((await readThere(domain.key, "/cases")).status).toBe(200);
  });
});

describe("cached responses and callers", () => {
  it("/whoami returns each key of a domain its own data", async () => {
    const domain = await service.givenDomain();
    const keys = [domain.key, await domain.anotherKey({ scopes: ["users:read"] }), await domain.anotherKey()];
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(keys.map((key) => readThere(key, "/whoami")));
      const ids = replies.map(({ text }) => (JSON.parse(text) as { key: { key_id: string } }).key.key_id);
      expect(ids).toEqual(keys.map((key) => key.split("_")[1]));
    }
  });

  it("a cached response is not returned to a key without the scope", async () => {
    const domain = await service.givenDomain();
    expect((await readThere(domain.key, "/cases")).status).toBe(200);
    const narrow = await domain.anotherKey({ scopes: ["users:read"] });
    expect((await readThere(narrow, "/cases")).status).toBe(403);
  });

  it("responses for two domains with the same path never mix", async () => {
    const [one, two] = [await service.givenDomain(), await service.givenDomain()];
    const tuid = (await givenUser(one.db, { name: "of one" })).tuid;
    await givenUser(two.db, { tuid, name: "of two" });
    const { caseId } = await givenCase(one.db, { threatBrief: "of one" });
    await givenCase(two.db, { caseId, threatBrief: "of two" });
    const paths = ["/users", "/cases", `/cases/${caseId}`];
    const asked = Array.from({ length: 60 }, (_, n) => ({
      domain: n % 2 === 0 ? one : two,
      path: paths[n % 3] as string,
    }));
    await Promise.all([one, two].map((domain) => readThere(domain.key, "/whoami")));
    // Both domains have the same versions, so that only the domain differs; the second request is cached.
    for (let round = 0; round < 2; round++) {
      const replies = await Promise.all(asked.map(({ domain, path }) => readThere(domain.key, path)));
      const owners = replies.map(({ text }) => text.match(/of (one|two)/g));
      expect(owners).toEqual(asked.map(({ domain }) => [domain === one ? "of one" : "of two"]));
    }
  });
});
