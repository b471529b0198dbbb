import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../src/compose.ts";
import { ENDED_SESSIONS_PER_MINUTE } from "../../src/contract/rate-limits.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { createAccessTokens } from "../../src/runtime/access-token.ts";
import { newId } from "../../src/runtime/ids.ts";
import { newRefreshToken } from "../../src/runtime/refresh-token.ts";
import { endSessionsOf } from "../../src/store/accounts/sessions.ts";
import { composeTestService, inject, startTestService, TEST_PEPPER, type TestService } from "../support/service.ts";
import { Browser, givenAccount } from "../support/signed-in.ts";
import { type WatchedDatabase, watchDatabase } from "../support/watched-database.ts";

let first: TestService;
let watched: WatchedDatabase;
let service: TestService;
let second: Service;
beforeAll(async () => {
  first = await startTestService();
  watched = watchDatabase(first.database);
  second = composeTestService({ database: watched, clock: () => first.clock.now });
  await second.app.ready();
  // A second process on the same database, whose statements are counted.
  service = { ...first, ask: (path, options = {}) => inject(second, path, options) };
});
afterAll(async () => {
  await second.close();
  await first.stop();
});

const tokens = createAccessTokens(TEST_PEPPER);
const statementsDuring = async (work: () => Promise<unknown>) => {
  const before = watched.statements.length;
  await work();
  return watched.statements.slice(before).filter((text) => /account|session/.test(text)).length;
};
const endedSession = async (address: string) => {
  const { accountId, email } = await givenAccount(service);
  const browser = new Browser(service, address);
  await browser.signIn(email);
  const db = service.database.forDomain(INSTALLATION_ID);
  await endSessionsOf(db, accountId, "ended", service.clock.now);
  return { browser, email };
};

describe("tokens of sessions that have ended", () => {
  it("reach the database once: 200 requests with one cost as much as one", async () => {
    const { browser } = await endedSession("203.0.113.1");
    const statuses = new Set<number>();
    const statements = await statementsDuring(async () => {
      for (let n = 0; n < 200; n++) statuses.add((await browser.ask("/session")).status);
    });
    expect([...statuses]).toEqual([401]);
    expect(statements).toBe(2);
  });

  it("of many sessions reach it 60 times a minute from one address, and a valid session there keeps working", async () => {
    const address = "203.0.113.2";
    const valid = new Browser(service, address);
    const { email } = await givenAccount(service);
    await valid.signIn(email);
    let refused = 0;
    const statements = await statementsDuring(async () => {
      for (let n = 0; n < 150; n++) {
        const token = await tokens.issue({ sessionId: newId(), accountId: newId() }, service.clock.now);
        const reply = await new Browser(service, address).ask("/session", {
          headers: { authorization: `Bearer ${token}` },
        });
        if (reply.status === 429) refused += 1;
        else expect(reply.status).toBe(401);
      }
    });
    expect(statements).toBeLessThanOrEqual(ENDED_SESSIONS_PER_MINUTE * 2);
    expect(refused).toBe(150 - ENDED_SESSIONS_PER_MINUTE);
    expect((await valid.ask("/session")).status).toBe(200);
    const another = new Browser(service, address);
    expect((await another.signIn(email)).status).toBe(200);
    expect((await another.ask("/session")).status).toBe(200);
    expect((await another.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    expect((await another.ask("/session")).status).toBe(200);
  });

  it("still end at once in a process that has seen the session open", async () => {
    const { browser } = await endedSession("203.0.113.3");
    expect((await browser.ask("/session")).status).toBe(401);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(401);
  });
});

describe("refresh tokens", () => {
  const refresh = (token: string, address: string) =>
    new Browser(service, address).ask("/session/refresh", {
      method: "POST",
      headers: { cookie: `__Host-parapet-refresh=${token}` },
    });

  it("that were made up never reach the database", async () => {
    const statements = await statementsDuring(async () => {
      for (const token of ["x", newId(), `${newId()}.${"A".repeat(43)}.${"A".repeat(43)}`]) {
        expect((await refresh(token, "203.0.113.4")).status).toBe(401);
      }
      const foreign = newRefreshToken("another secret, of thirty-two characters and more", newId());
      expect((await refresh(foreign, "203.0.113.4")).status).toBe(401);
    });
    expect(statements).toBe(0);
  });

  it("of ended sessions reach it once each, and 60 times a minute from one address", async () => {
    const { browser } = await endedSession("203.0.113.5");
    const ended = browser.cookies.get("__Host-parapet-refresh") ?? "";
    await refresh(ended, "203.0.113.5");
    expect(
      await statementsDuring(async () => {
        for (let n = 0; n < 50; n++) expect((await refresh(ended, "203.0.113.5")).status).toBe(401);
      }),
    ).toBe(0);
    const statuses: number[] = [];
    for (let n = 0; n < 100; n++) {
      statuses.push((await refresh(newRefreshToken(TEST_PEPPER, newId()), "203.0.113.6")).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(ENDED_SESSIONS_PER_MINUTE);
  });
});

it("the ways to sign in are read from the database until there is an administrator, not again", async () => {
  await givenAccount(service, true);
  const ask = () => new Browser(service, "203.0.113.7").ask("/sign-in-options");
  expect((await ask()).body["needs_setup"]).toBe(false);
  expect(
    await statementsDuring(async () => {
      for (let n = 0; n < 20; n++) expect((await ask()).status).toBe(200);
    }),
  ).toBe(0);
});
