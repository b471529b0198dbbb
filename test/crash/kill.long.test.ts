import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { createDomain } from "../../src/actions/create-domain.ts";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { READINESS_RESOURCES, SCOPES } from "../../src/model/vocabulary.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { listVerdicts, type VerdictRecord } from "../../src/store/cases/verdicts.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { openTestDatabase } from "../support/database.ts";
import { givenCase } from "../support/given.ts";
import { type ServerProgram, startServerProgram } from "../support/server-program.ts";
import { TEST_PEPPER } from "../support/service.ts";
import { OPEN_OPTIONS, runOnServer } from "../support/template.ts";
import { caseAfter, OUTCOME_TABLE, OUTCOMES, type Outcome, type Unjudged } from "../support/verdict-model.ts";
import { type JudgedReply, judgedPart } from "../support/verdicts.ts";

const isPostgres = inject("engine") === "postgres";
/** The embedded engine takes seconds to start, so a normal run has only a few kills. */
const KILLS = Number(process.env["PARAPET_TEST_KILLS"] ?? (isPostgres ? 15 : 8));
const MAX_DELAY_MS = 150;
/** A fresh server is slow at first; some kills happen after this warm-up. */
const MAX_ANSWERS_BEFORE = 25;
const CLIENTS = 6;
const CASES = 5;

interface Verdict {
  readonly caseId: string;
  readonly outcome: Outcome;
  /** Unique, so that the verdict can be found in the history. */
  readonly comment: string;
  readonly eventIds: readonly string[];
  readonly key: string;
  /** Sent with an idempotency key. */
  readonly keyed: boolean;
}

interface Acknowledged extends Verdict {
  readonly body: string;
}

let settings: Readonly<Record<string, string>>;
let place: { readonly databaseUrl: string | undefined; readonly dataDir: string };
let domainId: string;
let keys: readonly string[];
let cases: ReadonlyMap<string, Unjudged>;
let server: ServerProgram | undefined;

beforeAll(async () => {
  const { database, databaseUrl, dataDir } = await openTestDatabase();
  domainId = await createDomain({ database: database, clock: systemClock, actor: TEST_ACTOR }, "northwind");
  const db = database.forDomain(domainId);
  const ctx = { db, clock: systemClock, actor: TEST_ACTOR } as const;
  const wanted = { name: null, scopes: SCOPES, expiresAt: null, allowedAddresses: [] };
  const issued = [];
  for (let n = 0; n < CLIENTS; n++) issued.push(await createApiKey(ctx, TEST_PEPPER, wanted));
  keys = issued.map(({ key }) => key);
  const made: [string, Unjudged][] = [];
  for (let n = 0; n < CASES; n++) made.push(await givenUnjudged(db));
  cases = new Map(made);
  await db.transaction((tx) => markReady(tx, READINESS_RESOURCES, systemClock()));
  await database.close();
  place = { databaseUrl, dataDir: dataDir ?? "unused" };
  const where = databaseUrl ? { PARAPET_DATABASE_URL: databaseUrl } : { PARAPET_DATA_DIR: place.dataDir };
  settings = { ...where, PARAPET_SECRET: TEST_PEPPER };
});

afterAll(async () => {
  await server?.kill();
  if (!place.databaseUrl) await rm(dirname(place.dataDir), { recursive: true, force: true });
  else await runOnServer(`drop database ${new URL(place.databaseUrl).pathname.slice(1)} with (force)`);
});

async function givenUnjudged(db: DomainHandle): Promise<[string, Unjudged]> {
  const { caseId, state, updatedAt, eventIds } = await givenCase(db, { updatedAt: new Date(0) });
  const events = eventIds.map((eventId) => ({ eventId, flagged: true, safe: false }));
  return [caseId, { state, closedAt: null, updatedAt: updatedAt.toISOString(), events }];
}

function anyOf<T>(items: readonly T[]): T {
  return items[randomInt(items.length)] as T;
}

function anyVerdict(round: number, client: number, n: number): Verdict {
  const [caseId, { events }] = anyOf([...cases]);
  const eventIds = events.map(({ eventId }) => eventId).filter(() => randomInt(3) === 0);
  const key = keys[client] as string;
  return { caseId, outcome: anyOf(OUTCOMES), comment: `${round}.${client}.${n}`, eventIds, key, keyed: n % 2 === 0 };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplay: boolean;
}

const isKeyed = ({ keyed }: Verdict): boolean => keyed;

/** Sends a verdict; resolves to undefined when the server was killed before the complete response arrived. */
async function send(address: string, verdict: Verdict): Promise<Answer | undefined> {
  const { caseId, outcome, comment, eventIds, key, keyed } = verdict;
  const idempotency = keyed ? { "idempotency-key": comment } : undefined;
  try {
    const reply = await fetch(`${address}${BASE_PATH}/cases/${caseId}/verdict`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", ...idempotency },
      body: JSON.stringify({ outcome, comment, event_ids: eventIds }),
    });
    const isReplay = reply.headers.get("idempotency-replayed") === "true";
    return { status: reply.status, body: await reply.text(), isReplay };
  } catch {
    return undefined;
  }
}

/** Everything that was ever sent, by whether it was acknowledged. */
interface Log {
  readonly acknowledged: Acknowledged[];
  readonly unanswered: Verdict[];
}

/** Sends verdicts one after the other until the server is killed. */
async function sendAll(address: string, round: number, client: number, log: Log): Promise<void> {
  for (let n = 0; ; n++) {
    const verdict = anyVerdict(round, client, n);
    const answer = await send(address, verdict);
    if (answer?.status === 200) log.acknowledged.push({ ...verdict, body: answer.body });
    else log.unanswered.push(verdict);
    if (!answer) return;
    // 503 is a valid response on a slow machine: nothing was acknowledged.
    if (![200, 503].includes(answer.status)) throw new Error(`a verdict was answered ${answer.status}: ${answer.body}`);
  }
}

/** Lets all clients send verdicts as fast as they can until the server is killed. */
async function killUnderLoad({ address, kill }: ServerProgram, round: number): Promise<Log> {
  const log: Log = { acknowledged: [], unanswered: [] };
  const clients = Array.from({ length: CLIENTS }, (_, client) => sendAll(address, round, client, log));
  const answers = 1 + randomInt(MAX_ANSWERS_BEFORE);
  const killMidway = async (): Promise<void> => {
    while (log.acknowledged.length + log.unanswered.length < answers) await sleep(1);
    await sleep(randomInt(MAX_DELAY_MS + 1));
    await kill();
  };
  await Promise.all([...clients, killMidway()]);
  return log;
}

/** Repeats requests that got no response, with the same idempotency keys; every repeat must succeed. */
async function repeatUnanswered(address: string, unanswered: readonly Verdict[]): Promise<readonly Acknowledged[]> {
  const answered: Acknowledged[] = [];
  for (const verdict of unanswered) {
    const answer = await send(address, verdict);
    expect(answer?.status).toBe(200);
    answered.push({ ...verdict, body: answer?.body ?? "" });
  }
  return answered;
}

async function expectReplays(address: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const verdict of acknowledged) {
    expect(await send(address, verdict)).toEqual({ status: 200, body: verdict.body, isReplay: true });
  }
}

const lineOf = (verdict: Pick<Verdict, "caseId" | "outcome" | "comment" | "eventIds">, keyId: string, at: string) =>
  JSON.stringify([verdict.comment, verdict.caseId, verdict.outcome, [...verdict.eventIds].sort(), keyId, at]);

/** Returns the verdict as its response promised it to be stored. */
function promisedLine(verdict: Acknowledged): string {
  const { processed_at: at } = JSON.parse(verdict.body) as { readonly processed_at: string };
  return lineOf(verdict, `api_key:${verdict.key.split("_")[1]}`, at);
}

function keptLine({ caseId, outcome, comment, eventIds, submittedBy, processedAt }: VerdictRecord): string {
  return lineOf({ caseId, outcome, comment: comment ?? "", eventIds }, submittedBy, processedAt.toISOString());
}

/** Checks that state, closing time, flags, verdict text and history of a case agree. */
function expectWhole(unjudged: Unjudged, history: readonly VerdictRecord[], shown: JudgedReply): void {
  const verdicts = history.map(({ processedAt, ...rest }) => ({ ...rest, processedAt: processedAt.toISOString() }));
  expect(judgedPart(shown)).toEqual(caseAfter(unjudged, verdicts));
  const states = [unjudged.state, ...history.map(({ outcome }) => OUTCOME_TABLE[outcome].state)];
  expect(history.map(({ stateBefore }) => stateBefore)).toEqual(states.slice(0, -1));
  expect(history.map(({ stateAfter }) => stateAfter)).toEqual(states.slice(1));
}

/** Compares everything the server has stored with everything that was ever sent to it. */
async function expectNothingLost(address: string, { acknowledged, unanswered }: Log): Promise<void> {
  const database = await openDatabase({ ...OPEN_OPTIONS, ...place, shared: true });
  try {
    const db = database.forDomain(domainId);
    const kept: VerdictRecord[] = [];
    for (const [caseId, unjudged] of cases) {
      const url = `${address}${BASE_PATH}/cases/${caseId}?include=state,verdict`;
      const shown = (await (await fetch(url, { headers: { "x-api-key": keys[0] as string } })).json()) as JudgedReply;
      const history = await listVerdicts(db, caseId);
      expectWhole(unjudged, history, shown);
      kept.push(...history);
    }
    const lines = new Set(kept.map(keptLine));
    expect(acknowledged.map(promisedLine).filter((line) => !lines.has(line))).toEqual([]);
    const sent = new Set([...acknowledged, ...unanswered].map(({ comment }) => comment));
    expect(kept.filter(({ comment }) => !sent.has(comment ?? ""))).toEqual([]);
    expect(new Set(kept.map(({ comment }) => comment)).size).toBe(kept.length);
    expect(await findStaleTexts(db)).toEqual([]);
  } finally {
    await database.close();
  }
}

it(
  `an acknowledged verdict survives a kill -9 right after it, and none is applied partially (${KILLS} kills)`,
  async ({ annotate }) => {
    const log: Log = { acknowledged: [], unanswered: [] };
    let [acknowledged, unanswered] = [0, 0];
    server = await startServerProgram(settings);
    for (let round = 0; round < KILLS; round++) {
      const sent = await killUnderLoad(server, round);
      acknowledged += sent.acknowledged.length;
      unanswered += sent.unanswered.length;
      server = await startServerProgram(settings);
      await expectReplays(server.address, sent.acknowledged.filter(isKeyed).slice(-3));
      const answered = await repeatUnanswered(server.address, sent.unanswered.filter(isKeyed));
      log.acknowledged.push(...sent.acknowledged, ...answered);
      log.unanswered.push(...sent.unanswered.filter((verdict) => !isKeyed(verdict)));
      await expectNothingLost(server.address, log);
    }
    await annotate(
      `${KILLS} kills and starts, ${acknowledged} verdicts acknowledged, ${unanswered} in flight when killed`,
    );
  },
  60_000 + KILLS * 60_000,
);
