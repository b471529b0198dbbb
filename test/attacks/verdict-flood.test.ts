import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { promisify } from "node:util";
import pg from "pg";
import { expect } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { aThreat, givenCase, givenThreats } from "../support/given.ts";
import { attackTest, type Target } from "./support/attack-test.ts";

const CASE_ID = "0b1c6f5e-0000-4000-8000-00000000ca5e";
const VERDICTS = 180;
const EVENTS = 200;
/** Each character takes six in JSON, which is the longest that a comment can become. */
const COMMENT = "\u0001".repeat(1_990);
/** 200 events of about 700 bytes, 20 comments of 12 kB and 200 ids. */
const MAX_ITEM_BYTES = 512 * 1_024;
/** The text of the case, the rows of its events and the verdict itself, as the engine stores and logs them. */
const MAX_DISK_BYTES_PER_VERDICT = 512 * 1_024;

attackTest(
  `${VERDICTS} contradicting verdicts with long comments on a case of ${EVENTS} events`,
  { prepare: givenLargeCase },
  async (target) => {
    const before = await diskBytes(target);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const statuses = new Set<number>();
    for (let n = 0; n < VERDICTS; n++) {
      const outcome = n < VERDICTS / 2 && n % 2 === 0 ? "SAFE" : "TRUE_POSITIVE";
      statuses.add((await send(target, agent, n, { outcome, comment: `${COMMENT}${n}` })).status);
    }
    const shown = await send(target, agent, 0);
    agent.destroy();
    expect(statuses).toEqual(new Set([200]));
    const { verdict } = JSON.parse(shown.body);
    expect([verdict.comments.length, verdict.comments_omitted]).toEqual([20, VERDICTS / 2 - 19]);
    expect(Buffer.byteLength(shown.body)).toBeLessThan(MAX_ITEM_BYTES);
    expect(((await diskBytes(target)) - before) / VERDICTS).toBeLessThan(MAX_DISK_BYTES_PER_VERDICT);
  },
);

async function givenLargeCase(db: DomainHandle): Promise<void> {
  const events = Array.from({ length: EVENTS }, () => aThreat());
  await givenThreats(db, events);
  await givenCase(db, { caseId: CASE_ID, eventIds: events.map(({ eventId }) => eventId) });
}

/** Submits a verdict, or reads the case when there is none to submit. */
function send(
  { port, keys }: Target,
  agent: Agent,
  n: number,
  verdict?: object,
): Promise<{ readonly status: number; readonly body: string }> {
  const path = `${BASE_PATH}/cases/${CASE_ID}${verdict ? "/verdict" : "?include=state,verdict"}`;
  const headers = { "x-api-key": keys[n % keys.length] ?? "", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, agent, method: verdict ? "POST" : "GET", path, headers });
    sent.on("response", (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() }));
    });
    sent.on("error", reject);
    sent.end(verdict && JSON.stringify(verdict));
  });
}

/** Returns the size of the database on disk. */
async function diskBytes({ databaseUrl, dataDir }: Target): Promise<number> {
  if (!databaseUrl) {
    const { stdout } = await promisify(execFile)("du", ["-sk", String(dataDir)]);
    return Number.parseInt(stdout, 10) * 1_024;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
