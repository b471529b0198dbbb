import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { findLogRows } from "../../src/store/rows/log-rows.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { NO_WARNINGS } from "../support/no-warnings.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Row, takeoverRows } from "../support/takeover-rows.ts";

const NOW = systemClock();

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: systemClock, server: { logger: NO_WARNINGS } });
  service.service.start();
});

afterAll(async () => {
  await service.stop();
});

async function send(domain: TestDomain, table: string, rows: readonly Row[]): Promise<void> {
  const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/${table}`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    payload: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ accepted: rows.length, duplicates: 0, rejected: [] });
}

interface Threat {
  readonly event_id: string;
  readonly tuid: string;
  readonly subcategory: readonly string[];
  readonly source: string;
  readonly source_table: string;
  readonly source_event_ids: readonly string[];
  readonly user_email: string;
}

interface Case {
  readonly case_id: string;
  readonly user_email: string;
  readonly threat_brief: string;
  readonly events: readonly { readonly event_id: string; readonly flagged: boolean; readonly safe: boolean }[];
}

async function listOf<T>(domain: TestDomain, path: string): Promise<readonly T[]> {
  const { status, body } = await domain.ask(path);
  expect(status).toBe(200);
  return (body["items"] ?? body["data"]) as unknown as readonly T[];
}

async function untilCases(domain: TestDomain): Promise<readonly Case[]> {
  for (;;) {
    const cases = (await countPending(domain.db, 1)) === 0 ? await listOf<Case>(domain, "/cases") : [];
    if (cases.length > 0) return cases;
    await sleep(50);
  }
}

describe("pushed rows of an account takeover", () => {
  const upn = "maya.ito@northwind.example";
  let domain: TestDomain;
  let neighbor: TestDomain;
  let cases: readonly Case[];
  let threats: readonly Threat[];

  beforeAll(async () => {
    domain = await service.givenDomain({ ready: false });
    neighbor = await service.givenDomain({ ready: false });
    const { signIns, mailbox } = takeoverRows(upn, NOW);
    await send(domain, "SigninLogs", signIns);
    await send(domain, "OfficeActivity", mailbox);
    // Another domain gets the denied prompts only, without the approval and the inbox rule.
    await send(neighbor, "SigninLogs", signIns.slice(0, 3));
    cases = await untilCases(domain);
    while ((await countPending(neighbor.db, 1)) > 0) await sleep(20);
    threats = await listOf<Threat>(domain, "/threats");
  });

  it("become threats that refer to their rows", async () => {
    const slugs = threats.map(({ subcategory }) => subcategory[0]);
    expect(slugs).toContain("mfa_fatigue");
    expect(slugs).toContain("mailbox_rule_forwards_outside");
    for (const { source_table: table, source_event_ids: ids, user_email: email } of threats) {
      expect(email).toBe(upn);
      expect(ids.length).toBeGreaterThan(0);
      const rows = await findLogRows(domain.db, table as "SigninLogs", ids);
      expect(rows.map(({ rowId }) => rowId).sort()).toEqual([...ids].sort());
    }
    const fatigue = threats.find(({ subcategory }) => subcategory[0] === "mfa_fatigue");
    expect(fatigue).toMatchObject({ source: "entra_signin", source_table: "SigninLogs" });
    // The approval, which is more certain than the denials before it.
    expect(fatigue?.source_event_ids[0]).toBe("item-sign-in-53");
  });

  it("become one case about the user, with all of them", async () => {
    expect(cases).toHaveLength(1);
    expect(cases[0]?.user_email).toBe(upn);
    expect(cases[0]?.threat_brief.length).toBeLessThanOrEqual(600);
    const held = cases[0]?.events.map(({ event_id }) => event_id) ?? [];
    expect(threats.map(({ event_id }) => event_id).filter((id) => !held.includes(id))).toEqual([]);
  });

  it("make the person a user", async () => {
    const users = await listOf<{ tuid: string; user_principal_name: string }>(domain, "/users");
    expect(users.map(({ user_principal_name: name }) => name)).toEqual([upn]);
    expect(new Set(threats.map(({ tuid }) => tuid))).toEqual(new Set(users.map(({ tuid }) => tuid)));
  });

  it("change nothing in another domain", async () => {
    expect(await listOf(neighbor, "/cases")).toEqual([]);
    expect(await listOf(neighbor, "/threats")).toEqual([]);
    expect(await listOf(neighbor, "/users")).toEqual([]);
  });

  it("make a case that keeps its verdict when more rows arrive", async () => {
    const caseId = cases[0]?.case_id ?? "";
    const verdict = { method: "POST", payload: { outcome: "FALSE_POSITIVE", comment: "A drill." } } as const;
    expect((await domain.ask(`/cases/${caseId}/verdict`, verdict)).status).toBe(200);
    const { signIns } = takeoverRows(upn, NOW);
    const later = { ...signIns[0], TimeGenerated: "2026-11-02T09:07:30.000Z", Id: "later", _ItemId: "item-later" };
    await send(domain, "SigninLogs", [later]);
    while ((await countPending(domain.db, 1)) > 0) await sleep(20);
    const [found] = await listOf<Case>(domain, "/cases?state=closed");
    expect(found?.case_id).toBe(caseId);
    expect(found?.events.filter(({ flagged, safe }) => flagged || !safe)).toEqual([]);
  });
});
