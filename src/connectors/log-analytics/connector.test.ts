import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CLIENT_SECRET,
  type LogAnalyticsVendor,
  startLogAnalytics,
} from "../../../test/support/vendors/log-analytics.ts";
import { createStillWorld, pullAll, rowsOf, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import type { Source } from "../connector.ts";
import { readSettings } from "../read-settings.ts";
import { logAnalyticsConnector } from "./connector.ts";

let vendor: LogAnalyticsVendor;
let world: StillWorld;
let sources: Source[];

beforeEach(async () => {
  vendor = await startLogAnalytics();
  world = createStillWorld("2026-11-15T12:00:00.000Z");
  sources = [];
});
afterEach(async () => {
  for (const source of sources) source.close();
  await vendor.close();
});

function open(settings: Readonly<Record<string, string>> = {}): Source {
  const given = { tables: "SigninLogs", backfill_days: "1", ...vendor.settings, ...settings };
  const source = logAnalyticsConnector.open(readSettings(logAnalyticsConnector, given), world);
  sources.push(source);
  return source;
}

function givenRows(table: string, count: number, at: (index: number) => string): void {
  const rows = Array.from({ length: count }, (_, index) => ({
    ingested: at(index),
    cells: { TimeGenerated: at(index), Id: `${table}-${index}`, _ItemId: `item-${index}`, Nothing: null, Blank: "" },
  }));
  vendor.tables.set(table, [...(vendor.tables.get(table) ?? []), ...rows]);
}

const minute = (index: number): string => new Date(Date.UTC(2026, 10, 15, 0, index)).toISOString();
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows.map(({ Id }) => String(Id));

describe("a poll", () => {
  test("reads every row of the backfill, unchanged but without empty columns", async () => {
    givenRows("SigninLogs", 3, minute);
    const { pages } = await pullAll(open());
    expect(rowsOf(pages, "SigninLogs")[1]).toEqual({ TimeGenerated: minute(1), Id: "SigninLogs-1", _ItemId: "item-1" });
    expect(idsOf(rowsOf(pages, "SigninLogs"))).toEqual(["SigninLogs-0", "SigninLogs-1", "SigninLogs-2"]);
  });

  test("parses a dynamic column, unless its text is not JSON or has a long number", async () => {
    const cells = {
      TimeGenerated: minute(1),
      ADetails: '{"city":"Lyon"}',
      BDetails: "{no",
      CDetails: "[1234567890123456789]",
    };
    vendor.tables.set("SigninLogs", [{ ingested: minute(1), cells }]);
    expect(rowsOf((await pullAll(open())).pages, "SigninLogs")).toEqual([{ ...cells, ADetails: { city: "Lyon" } }]);
  });

  test("reads all 25 tables; a table that the workspace does not have is noted and stops nothing", async () => {
    for (const table of LOG_TABLES.slice(1)) givenRows(table, 1, minute);
    const { pages } = await pullAll(open({ tables: "all" }));
    const seen = new Set(pages.flatMap(({ rows }) => Object.keys(rows)));
    expect([...seen].sort()).toEqual([...LOG_TABLES.slice(1)].sort());
    expect(pages.at(-1)).toMatchObject({ more: false, notes: [`not in the workspace: ${LOG_TABLES[0]}`] });
  });

  test("fails if the workspace has none of the tables", async () => {
    await expect(pullAll(open())).rejects.toMatchObject({ kind: "refused" });
  });

  test("starts where the last one ended, with an overlap for rows that became visible late", async () => {
    givenRows("SigninLogs", 2, minute);
    const source = open();
    const { cursor } = await pullAll(source);
    world.now = new Date("2026-11-15T12:10:00.000Z");
    givenRows("SigninLogs", 1, () => "2026-11-15T11:55:00.000Z");
    givenRows("SigninLogs", 1, () => "2026-11-15T12:05:00.000Z");
    const { pages } = await pullAll(source, cursor);
    expect(rowsOf(pages, "SigninLogs")).toHaveLength(2);
    const [, query] = vendor.asked.filter(({ url }) => url.pathname.endsWith("/query"));
    expect(query?.body).toContain("datetime(2026-11-15T11:49:00.000Z)");
  });

  test("continues after any page that was stored", async () => {
    givenRows("SigninLogs", 1440, (index) => new Date(Date.UTC(2026, 10, 10, 0, index * 4)).toISOString());
    const { pages } = await pullAll(open({ backfill_days: "6" }));
    const half = Math.floor(pages.length / 2);
    const before = rowsOf(pages.slice(0, half), "SigninLogs");
    const after = rowsOf((await pullAll(open({ backfill_days: "6" }), pages[half - 1]?.cursor)).pages, "SigninLogs");
    expect(new Set([...idsOf(before), ...idsOf(after)]).size).toBe(1440);
    expect(after.length).toBeLessThan(1440);
  });

  test("reads the table that is furthest behind first, so that tables advance together", async () => {
    for (const table of ["SigninLogs", "AuditLogs"]) givenRows(table, 1, minute);
    const { pages } = await pullAll(open({ tables: "SigninLogs,AuditLogs", backfill_days: "3" }));
    const order = pages.flatMap(({ rows }) => Object.keys(rows)).slice(0, 4);
    expect(order.filter((table) => table === "AuditLogs")).toHaveLength(2);
  });
});

describe("results that are too large", () => {
  test("a partial response halves the window until every row is read, each once", async () => {
    vendor.maxRows = 7;
    givenRows("SigninLogs", 100, minute);
    const ids = idsOf(rowsOf((await pullAll(open())).pages, "SigninLogs"));
    expect(ids).toHaveLength(100);
    expect(new Set(ids).size).toBe(100);
  });

  test("more rows than a page may have halve the window", async () => {
    givenRows("SigninLogs", 7_000, (index) => new Date(Date.UTC(2026, 10, 15, 0, 0, index)).toISOString());
    const { pages } = await pullAll(open());
    expect(new Set(idsOf(rowsOf(pages, "SigninLogs"))).size).toBe(7_000);
    expect(Math.max(...pages.map(({ rows }) => rows.SigninLogs?.length ?? 0))).toBeLessThanOrEqual(5_000);
  });

  test("a second with too many rows is read in parts", async () => {
    vendor.maxRows = 10;
    givenRows("SigninLogs", 200, () => minute(1));
    expect(new Set(idsOf(rowsOf((await pullAll(open())).pages, "SigninLogs"))).size).toBe(200);
  });

  test("a second that stays too large when split is a problem, and the cursor does not move past it", async () => {
    vendor.maxRows = 1;
    givenRows("SigninLogs", 500, () => minute(1));
    const pages: unknown[] = [];
    await expect(
      (async () => {
        for await (const page of open().pull(undefined)) pages.push(page.rows.SigninLogs?.length);
      })(),
    ).rejects.toMatchObject({ kind: "too_large" });
    expect(pages.reduce<number>((sum, length) => sum + Number(length), 0)).toBe(0);
  });

  test("a response above the size limit and a gateway timeout halve the window too", async () => {
    givenRows("SigninLogs", 20, minute);
    vendor.disturb("/query", { flood: 65 * 1_048_576 }, { status: 504 });
    expect(rowsOf((await pullAll(open())).pages, "SigninLogs")).toHaveLength(20);
  });
});

describe("failures of the service", () => {
  test("429 is retried after Retry-After, 5xx with exponential backoff", async () => {
    givenRows("SigninLogs", 2, minute);
    vendor.disturb("/query", { status: 429, headers: { "retry-after": "17" } }, { status: 500 }, { status: 502 });
    expect(rowsOf((await pullAll(open())).pages, "SigninLogs")).toHaveLength(2);
    expect(world.slept).toEqual([17_000, 1_500, 3_000]);
  });

  test("an expired token is renewed", async () => {
    for (const table of ["SigninLogs", "AuditLogs"]) givenRows(table, 2, minute);
    const rows: unknown[] = [];
    for await (const page of open({ tables: "SigninLogs,AuditLogs", backfill_days: "3" }).pull(undefined)) {
      rows.push(...Object.values(page.rows).flat());
      vendor.expireTokens();
    }
    expect(rows).toHaveLength(4);
    expect(vendor.tokens).toBeGreaterThan(2);
  });

  test("a token is requested once and cached", async () => {
    givenRows("SigninLogs", 2, minute);
    await pullAll(open({ backfill_days: "5" }));
    expect(vendor.tokens).toBe(1);
  });

  test.each([
    ["no JSON", "<html>"],
    ["no tables", { tables: [] }],
    ["no list", { tables: {} }],
    ["a row of another width", { tables: [{ columns: [{ name: "A" }], rows: [["x", "y"]] }] }],
    ["columns without names", { tables: [{ columns: [{}], rows: [] }] }],
    ["rows that are not lists", { tables: [{ columns: [{ name: "A" }], rows: [{}] }] }],
  ])("a malformed response is a problem: %s", async (_what, body) => {
    givenRows("SigninLogs", 1, minute);
    vendor.disturb("/query", { body });
    await expect(pullAll(open())).rejects.toMatchObject({ kind: "malformed" });
  });

  test("the problem of a refused secret does not contain the secret", async () => {
    const wrong = "another~secret";
    const failed = await pullAll(open({ client_secret: wrong })).catch((error: Error) => error);
    expect(failed).toMatchObject({ kind: "bad_credentials", code: "invalid_client" });
    expect(`${failed} ${JSON.stringify(failed)}`).not.toContain(wrong);
    expect(`${failed} ${JSON.stringify(failed)}`).not.toContain(CLIENT_SECRET);
  });

  test("the problem of a refused query names its status", async () => {
    givenRows("SigninLogs", 1, minute);
    vendor.disturb("/query", { status: 400, body: { error: { code: "BadArgumentError" } } });
    await expect(pullAll(open())).rejects.toMatchObject({ kind: "refused", status: 400 });
    vendor.disturb("/query", { status: 403, body: { error: { code: "InsufficientAccessError" } } });
    await expect(pullAll(open())).rejects.toMatchObject({ kind: "not_permitted", code: "InsufficientAccessError" });
  });
});

test("settings are validated strictly", () => {
  const settings = { ...vendor.settings };
  const read = (more: Record<string, string>) => () => readSettings(logAnalyticsConnector, { ...settings, ...more });
  expect(read({ tables: "SigninLogs,Nope" })).toThrow(/'Nope'/);
  expect(read({ workspace_id: "x" })).toThrow(/not a UUID/);
  expect(read({ backfill_days: "9999" })).toThrow(/0 to 730/);
  expect(read({ api_endpoint: "ftp://x" })).toThrow(/https/);
  expect(read({ api_endpoint: "https://u:p@x/" })).toThrow(/more than a host/);
  expect(read({ client_secret: "" })).toThrow(/'client_secret' is missing/);
  expect(read({ nonsense: "1" })).toThrow(/no setting 'nonsense'/);
});
