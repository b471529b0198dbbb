import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RATE_LIMITS } from "../../src/contract/rate-limits.ts";
import type { Database, DomainDb, DomainHandle } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { saveUsers } from "../../src/store/people/users.ts";
import { aUser, givenUser } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { OPEN_OPTIONS } from "../support/template.ts";

let service: TestService;
let domain: TestDomain;
/** Connects through the socket, as a command beside a running server does. */
let beside: Database;
beforeAll(async () => {
  service = await startTestService({ limits: { ...RATE_LIMITS, read: 1_000_000 } });
  domain = await service.givenDomain();
  beside = await openDatabase({ ...OPEN_OPTIONS, dataDir: service.dataDir ?? "", shared: true });
});
afterAll(async () => {
  await beside.close();
  await service.stop();
});

const there = () => beside.forDomain(domain.domainId);
const usersText = async () => (await domain.ask("/users")).text;

/** Starts a transaction of another process that holds the engine until `release` is called. */
async function holdEngine(work: (tx: DomainDb) => Promise<void>) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hold = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const done = there().transaction(async (tx) => {
    await work(tx);
    hold();
    await released;
  });
  await Promise.race([held, done]);
  return {
    commit: () => {
      release();
      return done;
    },
  };
}

/** Starts a transaction that raises a version, without committing it. */
async function rollBack(tuid: string): Promise<void> {
  const work = domain.db.transaction(async (tx) => {
    await saveUsers(tx, [aUser({ tuid, name: "never" })], new Date(0));
    throw new Error("changed its mind");
  });
  await expect(work).rejects.toThrow("changed its mind");
}

it("K: what was committed by this process or through the socket is shown by the next request, in any order", async () => {
  const { tuid } = await givenUser(domain.db, { name: "mark 0." });
  let mark = 0;
  const write = (db: DomainHandle) => givenUser(db, { tuid, name: `mark ${++mark}.` });
  const steps = {
    here: () => write(domain.db),
    there: () => write(there()),
    read: async () => undefined,
    rollBack: () => rollBack(tuid),
  };
  const names = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]));
  await fc.assert(
    fc.asyncProperty(fc.array(names, { maxLength: 12 }), async (chosen) => {
      for (const name of chosen) {
        await steps[name]();
        expect(await usersText()).toContain(`mark ${mark}.`);
      }
    }),
    { numRuns: 20 },
  );
});

it("K: while both write at once, no reader sees less than was acknowledged before it asked", async () => {
  const users = [await givenUser(domain.db), await givenUser(domain.db)];
  const acknowledged = [0, 0];
  let writers = 2;
  const write = async (at: 0 | 1) => {
    for (let n = 1; n <= 40; n++) {
      await givenUser(at === 0 ? domain.db : there(), { tuid: users[at]?.tuid ?? "", name: `w${at} ${n}.` });
      acknowledged[at] = n;
    }
    writers--;
  };
  const read = async () => {
    while (writers > 0) {
      const before = [...acknowledged];
      const text = await usersText();
      const seen = [0, 1].map((at) => Number(new RegExp(`w${at} (\\d+)\\.`).exec(text)?.[1] ?? 0));
      expect(seen[0]).toBeGreaterThanOrEqual(before[0] ?? 0);
      expect(seen[1]).toBeGreaterThanOrEqual(before[1] ?? 0);
      await sleep(1);
    }
  };
  await Promise.all([write(0), write(1), read(), read(), read()]);
});

it("K: a cached page needs no engine: it is answered while a transaction of another process holds it", async () => {
  await givenUser(domain.db, { name: "before" });
  const cached = await usersText();
  const held = await holdEngine(async (tx) => {
    await saveUsers(tx, [aUser({ name: "from beside" })], new Date(0));
  });
  for (let n = 0; n < 20; n++) expect(await usersText()).toBe(cached);
  await held.commit();
  expect(await usersText()).toContain("from beside");
});
