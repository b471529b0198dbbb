import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../../src/model/failure.ts";
import { IS_COMPLETE } from "../support/complete-run.ts";
import { aThreat, givenCase, givenThreats, givenUser } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const DOMAINS = 20;
const REQUESTS = IS_COMPLETE ? 2_000 : 600;
/** Concurrent requests: more than the pool has connections, fewer than the overload limit. */
const AT_ONCE = 100;

let service: TestService;
let port: number;
let domains: readonly TestDomain[];
beforeAll(async () => {
  // Caches are disabled, so every request queries the database.
  service = await startTestService({ cacheBytes: 1 });
  domains = await Promise.all(Array.from({ length: DOMAINS }, () => service.givenDomain()));
  for (const { db, domainId } of domains) {
    const user = await givenUser(db, { name: domainId });
    await givenThreats(
      db,
      [1, 2, 3].map(() => aThreat({ tuid: user.tuid, title: domainId, userName: domainId })),
    );
    await givenCase(db, { userName: domainId, threatBrief: domainId, eventIds: [] });
  }
  await service.service.app.listen({ host: "127.0.0.1", port: 0 });
  port = (service.service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send(domain: TestDomain, path: string, onSent: (sent: ClientRequest) => void = () => undefined) {
  return new Promise<Answer | "aborted">((resolve) => {
    const options = { port, path: `/api/v1/external${path}`, headers: { "x-api-key": domain.key } };
    const sent = request(options, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => {
        text += chunk;
      });
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.on("error", () => resolve("aborted"));
    });
    sent.on("error", () => resolve("aborted"));
    sent.end(() => onSent(sent));
  });
}

/** Aborts a request while the service is processing it. */
const sendAndLeave = (domain: TestDomain, path: string) =>
  send(domain, path, (sent) => setImmediate(() => sent.destroy()));

/** Runs a failing statement on the same pool, alone or in the middle of a transaction. */
async function fail(domain: TestDomain, inTransaction: boolean): Promise<"failed"> {
  const { db } = domain;
  const broken = "select 1 / (case when $1::uuid is null then 1 else 0 end)";
  const work = inTransaction
    ? db.transaction(async (tx) => {
        await tx.query("select tuid from users where domain_id = $1");
        await tx.query(broken);
      })
    : db.query(broken);
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (error instanceof Failure && error.code === "unavailable") return fail(domain, inTransaction);
  expect(String(error)).toContain("division by zero");
  return "failed";
}

/** What a busy machine answers; the request is then sent again. */
const UNAVAILABLE = 503;
const PATHS = ["/threats", "/users", "/cases", "/threats?page_size=1", "/users?search=0", "/whoami"];

/** Asserts that every text that contains a domain marker contains the caller's. */
function foreignIn(domain: TestDomain, text: string): readonly string[] {
  return domains.map(({ domainId }) => domainId).filter((other) => other !== domain.domainId && text.includes(other));
}

const turns = Array.from({ length: REQUESTS }, (_, turn) => turn);
const lotOf = (turn: number): number => Math.floor(turn / DOMAINS) % 20;
const leaves = (turn: number): boolean => lotOf(turn) === 1;

/** One request: a read, which one time in twenty is aborted and one time in twenty follows a failed statement. */
async function take(turn: number): Promise<{ readonly domain: TestDomain; readonly answer: Answer | "aborted" }> {
  const domain = domains[turn % DOMAINS] as TestDomain;
  const path = PATHS[turn % PATHS.length] ?? "";
  if (lotOf(turn) === 0) await fail(domain, turn % 2 === 0);
  for (;;) {
    const answer = await (leaves(turn) ? sendAndLeave(domain, path) : send(domain, path));
    if (answer === "aborted" || answer.status !== UNAVAILABLE) return { domain, answer };
  }
}

/** Runs all requests with bounded concurrency and collects the results. */
async function runTurns(): Promise<readonly Awaited<ReturnType<typeof take>>[]> {
  const outcomes: Awaited<ReturnType<typeof take>>[] = [];
  let next = 0;
  const work = async () => {
    while (next < REQUESTS) outcomes.push(await take(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

describe("pool mixing", { shuffle: false }, () => {
  const title = `${REQUESTS} requests of ${DOMAINS} domains, 5 % aborted and 5 % SQL errors, see no foreign row`;

  it(title, async () => {
    const outcomes = await runTurns();
    expect(outcomes).toHaveLength(REQUESTS);
    const answers = outcomes.flatMap(({ domain, answer }) => (answer === "aborted" ? [] : [{ domain, ...answer }]));
    expect(answers.flatMap(({ domain, text }) => foreignIn(domain, text))).toEqual([]);
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    expect(answers.filter(({ domain, text }) => !text.includes(domain.domainId))).toEqual([]);
    expect(answers.length).toBeGreaterThanOrEqual(REQUESTS - turns.filter(leaves).length);
    expect(answers.length).toBeLessThan(REQUESTS);
  });

  it("afterwards every list contains all items of its domain and no others", async () => {
    for (const domain of domains) {
      const threats = (await domain.ask("/threats")).body["data"] as unknown as readonly { readonly title: string }[];
      expect(threats.map(({ title }) => title)).toEqual([domain.domainId, domain.domainId, domain.domainId]);
      const users = (await domain.ask("/users")).body["items"] as unknown as readonly { readonly domain_id: string }[];
      expect(users.map((user) => user.domain_id)).toEqual([domain.domainId]);
    }
  });

  it("connections used by many domains keep no domain or role", async () => {
    const left = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.database.exclusively((_run, db) =>
          db.query<{ domain: string | null; who: string; owner: string }>(
            `select nullif(current_setting('parapet.domain_id', true), '') as domain, current_user as who,
               session_user as owner`,
          ),
        ),
      ),
    );
    for (const { domain, who, owner } of left.flat()) expect([domain, who]).toEqual([null, owner]);
  });
});
