import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { NO_WARNINGS } from "../support/no-warnings.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Row, takeoverRows } from "../support/takeover-rows.ts";
import { judge } from "../support/verdicts.ts";

const MINUTE = 60_000;
const THREE_DAYS = 3 * 24 * 60 * MINUTE;
const START = systemClock();
const upn = "maya.ito@northwind.example";

let service: TestService;
let domain: TestDomain;
let mirror: Mirror;

beforeAll(async () => {
  service = await startTestService({ clock: systemClock, server: { logger: NO_WARNINGS } });
  service.service.start();
});
afterAll(async () => {
  await service.stop();
});

const LISTS = {
  cases: { path: "/cases?include=state,verdict&page_size=", member: "items", id: "case_id" },
  threats: { path: "/threats?page_size=", member: "data", id: "event_id" },
  users: { path: "/users?page_size=", member: "items", id: "tuid" },
} as const;
type ListName = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as readonly ListName[];

/** Reads all pages of a list; returns the text of each item by its id. */
async function readAll(name: ListName, pageSize: number, filter = ""): Promise<ReadonlyMap<string, string>> {
  const { path, member, id } = LISTS[name];
  const items = new Map<string, string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after: string = cursor === "" ? "" : `&next_cursor=${cursor}`;
    const { status, body } = await domain.ask(`${path}${pageSize}${filter}${after}`);
    expect(status).toBe(200);
    for (const item of body[member] as unknown as readonly Row[]) items.set(String(item[id]), JSON.stringify(item));
    cursor = body["next_cursor"] as unknown as string | null;
  }
  return items;
}

/** A copy of the lists that is kept up to date by asking for what changed since the last look. */
class Mirror {
  readonly copies = {
    cases: new Map<string, string>(),
    threats: new Map<string, string>(),
    users: new Map<string, string>(),
  };
  #lastLook = START;

  /** Updates the copy; returns the ids that were reported as changed. */
  async look(): Promise<Readonly<Record<ListName, readonly string[]>>> {
    const since = this.#lastLook;
    this.#lastLook = systemClock();
    const changed = { cases: [] as string[], threats: [] as string[], users: [] as string[] };
    for (const name of NAMES) {
      const items = await readAll(name, 2, `&updated_after=${since.toISOString()}`);
      for (const [id, text] of items) this.copies[name].set(id, text);
      changed[name].push(...items.keys());
    }
    return changed;
  }
}

beforeEach(async () => {
  domain = await service.givenDomain();
  mirror = new Mirror();
  await mirror.look();
});

/** Lets the clock go on, so that nothing that follows has the time of the last look. */
async function pass(): Promise<void> {
  const before = systemClock().getTime();
  while (systemClock().getTime() <= before) await sleep(1);
}

async function deliver(table: string, rows: readonly Row[]): Promise<void> {
  const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/${table}`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    payload: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  });
  expect(reply.body).toMatchObject({ accepted: rows.length });
  await untilProcessed();
}

/** Resolves once no row is pending and no subject is due. */
async function untilProcessed(): Promise<void> {
  const isBusy = async () => {
    const [row] = await domain.db.query<{ busy: boolean }>(
      `select exists (select from pending_blocks where domain_id = $1)
         or exists (select from judge_queue where domain_id = $1 and due_at <= $2) as busy`,
      [systemClock()],
    );
    return row?.busy === true;
  };
  while (await isBusy()) await sleep(20);
}

async function expectComplete(): Promise<void> {
  for (const name of NAMES) expect(mirror.copies[name]).toEqual(new Map(await readAll(name, 200)));
}

const lateRows = () => takeoverRows(upn, new Date(START.getTime() - THREE_DAYS));

/** A case made from rows that were three days old when they arrived. */
async function givenLateCase(): Promise<string> {
  const { signIns, mailbox } = lateRows();
  await deliver("SigninLogs", signIns);
  await deliver("OfficeActivity", mailbox);
  const [caseId = ""] = (await readAll("cases", 200)).keys();
  return caseId;
}

const eventIdsOf = (text: string | undefined): readonly string[] =>
  (JSON.parse(text ?? '{"events":[]}') as { events: readonly { event_id: string }[] }).events.map(
    ({ event_id }) => event_id,
  );

describe("a mirror that asks for everything since its last look", () => {
  it("gets the case, threats and user that come out of rows three days old", async () => {
    await pass();
    const caseId = await givenLateCase();
    const changed = await mirror.look();
    expect(changed.cases).toEqual([caseId]);
    expect(changed.threats.length).toBeGreaterThan(1);
    expect(changed.users).toHaveLength(1);
    await expectComplete();
  });

  it("places what comes out of a backfill by its event time, and records the change now", async () => {
    await pass();
    const before = systemClock();
    await givenLateCase();
    const [text] = (await readAll("cases", 200)).values();
    const { created_at, updated_at } = JSON.parse(text ?? "{}") as { created_at: string; updated_at: string };
    expect(new Date(created_at).getTime()).toBeLessThan(START.getTime() - THREE_DAYS + 60 * MINUTE);
    expect(updated_at >= before.toISOString()).toBe(true);
  });

  it("sees a case grow by rows that arrive late", async () => {
    await pass();
    const caseId = await givenLateCase();
    await mirror.look();
    const before = eventIdsOf(mirror.copies.cases.get(caseId));
    await pass();
    const rule = { ...lateRows().mailbox[0], OfficeId: "mailbox-rule-2", _ItemId: "item-mailbox-rule-2" };
    const at = new Date(START.getTime() - THREE_DAYS - 30 * MINUTE).toISOString();
    await deliver("OfficeActivity", [{ ...rule, TimeGenerated: at, Operation: "Set-InboxRule" }]);
    const changed = await mirror.look();
    const joined = eventIdsOf(mirror.copies.cases.get(caseId)).filter((id) => !before.includes(id));
    expect(changed.cases).toEqual([caseId]);
    expect(joined.length).toBeGreaterThan(0);
    expect(changed.threats).toEqual(expect.arrayContaining([...joined]));
    await expectComplete();
  });

  it("sees a verdict, in the case and in the threats whose flags it sets", async () => {
    await pass();
    const caseId = await givenLateCase();
    await mirror.look();
    await pass();
    expect((await judge(domain, caseId, { outcome: "SAFE" })).status).toBe(200);
    const changed = await mirror.look();
    expect(changed.cases).toEqual([caseId]);
    expect([...changed.threats].sort()).toEqual([...eventIdsOf(mirror.copies.cases.get(caseId))].sort());
    expect(mirror.copies.cases.get(caseId)).toContain('"state":"closed"');
    await expectComplete();
  });

  it("sees a user renamed by the directory, in the user, the threats and the case", async () => {
    await pass();
    const caseId = await givenLateCase();
    await mirror.look();
    await pass();
    const value = { id: "0b1c6f5e-0000-4000-8000-000000000001", userPrincipalName: upn, displayName: "Maya Ito-Berg" };
    await ingestDirectory(domain.db, systemClock, { kind: "users", lines: [{ line: 1, value }] });
    const changed = await mirror.look();
    expect(changed.cases).toEqual([caseId]);
    expect(changed.users.length).toBeGreaterThan(0);
    for (const name of NAMES) expect([...mirror.copies[name].values()].join()).toContain("Maya Ito-Berg");
    await expectComplete();
  });

  it("gets nothing when nothing has changed", async () => {
    await pass();
    await givenLateCase();
    await mirror.look();
    await pass();
    await mirror.look();
    await pass();
    expect(await mirror.look()).toEqual({ cases: [], threats: [], users: [] });
  });
});
