import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { LOG_TABLES } from "../../src/model/rows/log-row.ts";
import { findLogRows } from "../../src/store/rows/log-rows.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { type AskOptions, startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { storedRows } from "../support/stored-rows.ts";

const NDJSON = { "content-type": "application/x-ndjson" };
const GZIP = { ...NDJSON, "content-encoding": "gzip" };
const TABLE = `${INGEST_BASE_PATH}/tables/SigninLogs`;
const USERS = `${INGEST_BASE_PATH}/directory/users`;

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService({ pressure: { maxPending: 50, maxBodies: 2 } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

const row = (n: number, more: object = {}) => ({
  TimeGenerated: "2026-11-02T09:00:00Z",
  UserPrincipalName: `user${n}@northwind.example`,
  ...more,
});
const lines = (rows: readonly object[]) => rows.map((each) => JSON.stringify(each)).join("\n");
const post = (payload: AskOptions["payload"], options: AskOptions = {}, path = TABLE) =>
  domain.ask(path, { method: "POST", headers: NDJSON, ...(payload === undefined ? {} : { payload }), ...options });

describe("rows", () => {
  it("are accepted as lines, as an array and as an envelope, plain and gzip, and are stored once", async () => {
    const body = lines([row(1), row(2)]);
    const none = { duplicates: 0, rejected: [], conflicts: [] };
    expect((await post(body)).body).toEqual({ accepted: 2, ...none });
    expect((await post(gzipSync(body), { headers: GZIP })).body).toMatchObject({ accepted: 0, duplicates: 2 });
    expect((await post([row(2), row(3)], { headers: {} })).body).toMatchObject({ accepted: 1, duplicates: 1 });
    const envelope = JSON.stringify({ records: [row(3), row(4)] }, null, 2);
    const json = { "content-type": "application/json; charset=utf-8" };
    expect((await post(envelope, { headers: json })).body).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await post(body, { headers: json })).body).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await countPending(domain.db, 10)).toBe(4);
  });

  it("that are invalid are reported with their line number and do not affect the others", async () => {
    const bad = [
      JSON.stringify(row(1)),
      "",
      "{oops",
      "[1]",
      '{"TimeGenerated":"yesterday"}',
      '{"_ItemId":"x"}',
      '{"TimeGenerated":"2026-11-02T09:00:00Z","a":"\\u0000"}',
      '{"TimeGenerated":"2026-11-02T09:00:00Z","a":"\\ud800"}',
      '{"TimeGenerated":"2026-11-02T09:00:00Z","__proto__":{"x":1}}',
      '{"TimeGenerated":"2026-11-02T09:00:00Z","a":1,"a":2}',
      `{"TimeGenerated":"2026-11-02T09:00:00Z","a":${"[".repeat(40)}${"]".repeat(40)}}`,
      JSON.stringify(row(2, { Type: "AuditLogs" })),
      JSON.stringify(row(3, { _ItemId: "x".repeat(300) })),
      JSON.stringify(row(4, { Note: "x".repeat(300_000) })),
      `{"TimeGenerated":"2026-11-02T09:00:00Z","a":"${"x".repeat(1_100_000)}"}`,
      JSON.stringify(row(5)),
    ];
    const reply = await post(bad.join("\n"));
    expect(reply.body["accepted"]).toBe(2);
    const rejected = reply.body["rejected"] as unknown as readonly { line: number; error: string }[];
    expect(rejected.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(rejected.every(({ error }) => error.length > 0 && error.length <= 300)).toBe(true);
    const array = await post(`[${bad.filter((line) => line !== "" && line !== "{oops").join(",")}]`, {
      headers: { "content-type": "application/json" },
    });
    expect(array.body).toMatchObject({ accepted: 0, duplicates: 2 });
  });

  it("with invalid UTF-8 are rejected without affecting other lines", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${lines([row(1)])}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(lines([row(2)])),
    ]);
    expect((await post(bytes)).body).toMatchObject({
      accepted: 2,
      rejected: [{ line: 2, error: "is not valid UTF-8" }],
    });
  });

  it("keep integers that JavaScript cannot represent", async () => {
    const text = '{"TimeGenerated":"2026-11-02T09:00:00Z","EmailClusterId":12525668163062207440,"_ItemId":"n"}';
    expect((await post(text, {}, `${INGEST_BASE_PATH}/tables/EmailEvents`)).body).toMatchObject({ accepted: 1 });
    const [kept] = await findLogRows(domain.db, "EmailEvents", ["n"]);
    expect(kept?.fields["EmailClusterId"]).toBe("12525668163062207440");
  });

  it("with the id of a different row are stored and reported as conflicts", async () => {
    const reply = await post(lines([row(1, { _ItemId: "same" }), row(2, { _ItemId: "same" })]));
    expect(reply.body).toMatchObject({ accepted: 2 });
    const conflicts = reply.body["conflicts"] as unknown as readonly {
      line: number;
      item_id: string;
      row_id: string;
    }[];
    expect(conflicts.map(({ item_id }) => item_id)).toEqual(["same", "same"]);
    expect(new Set(conflicts.map(({ row_id }) => row_id)).size).toBe(2);
  });

  it("of an unknown table are 404 with the known tables", async () => {
    const reply = await post(lines([row(1)]), {}, `${INGEST_BASE_PATH}/tables/SignInLogz`);
    expect([reply.status, reply.body["error"], reply.body["allowed"]]).toEqual([
      404,
      "table_not_found",
      [...LOG_TABLES],
    ]);
  });

  it("count as polls of a connector that receives deliveries, and of no other", async () => {
    expect((await post(lines([row(1)]), {}, `${TABLE}?connector=duo`)).status).toBe(200);
    expect((await domain.ask("/integrations/duo")).body).toMatchObject({ configured: true, status: "active" });
    for (const other of ["okta", "no_such_type"]) {
      const refused = await post(lines([row(1)]), {}, `${TABLE}?connector=${other}`);
      expect([refused.status, refused.body["param"]]).toEqual([400, "connector"]);
    }
  });
});

describe("bodies", () => {
  it("that decompress to too much, or are not gzip, are rejected completely", async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1_048_576, 0x20));
    expect(bomb.length).toBeLessThan(100_000);
    expect((await post(bomb, { headers: GZIP })).body["error"]).toBe("payload_too_large");
    expect((await post(Buffer.alloc(17 * 1_048_576, 0x20))).status).toBe(413);
    expect((await post("no gzip", { headers: GZIP })).body["error"]).toBe("invalid_json");
    expect((await post(gzipSync(lines([row(1)])).subarray(0, 30), { headers: GZIP })).body["error"]).toBe(
      "invalid_json",
    );
    expect(await countPending(domain.db, 10)).toBe(0);
  });

  it("with too many lines are rejected completely", async () => {
    expect((await post("{}\n".repeat(20_001))).status).toBe(413);
  });

  it("with too many empty lines or elements are rejected completely", async () => {
    const empty = await post("\n".repeat(20_002));
    expect([empty.status, String(empty.body["message"])]).toEqual([413, expect.stringContaining("20,000 empty lines")]);
    const json = { "content-type": "application/json" };
    for (const body of [`[${",".repeat(20_001)}]`, `{"records":[${"0,".repeat(20_000)}0]}`]) {
      expect((await post(body, { headers: json })).body["error"]).toBe("payload_too_large");
    }
    expect(await countPending(domain.db, 10)).toBe(0);
  });

  it("that are one JSON document are validated as strictly as lines", async () => {
    const json = { "content-type": "application/json" };
    const time = '"TimeGenerated":"2026-11-02T09:00:00Z"';
    const good = `{${time},"UserPrincipalName":"ada@northwind.example","EmailClusterId":12345678901234567890}`;
    const bad = [
      `{${time},"a":1,"a":2}`,
      `{${time},"__proto__":{"x":1}}`,
      `{${time},"a":${"[".repeat(40)}${"]".repeat(40)}}`,
    ];
    for (const name of ["value", "records"]) {
      const { status, body } = await post(`{"x":1,"${name}":[${[good, ...bad].join(",")}]}`, { headers: json });
      expect([status, body["rejected"]]).toEqual([
        200,
        [
          { line: 2, error: expect.stringMatching(/^has the key 'a' twice in one object, at position \d+$/) },
          { line: 3, error: "has the forbidden key '__proto__'" },
          { line: 4, error: "is nested more than 32 levels deep" },
        ],
      ]);
    }
    const [row] = await storedRows(domain.db);
    expect(row?.text).toContain('"12345678901234567890"');
    for (const body of [
      `{"x":1,"x":2,"value":[${good}]}`,
      `{"value":[${good}],"value":[]}`,
      `{"value":[${good}],"records":[]}`,
      `{"value":[${good}] x}`,
      `{"value":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    ]) {
      const refused = await post(body, { headers: json });
      expect([refused.status, refused.body["error"]], body.slice(0, 60)).toEqual([400, "invalid_json"]);
    }
  });

  it("with many invalid lines report the first of them and the total", async () => {
    const { status, body } = await post("{}\n".repeat(1_500));
    expect([status, (body["rejected"] as unknown as readonly object[]).length, body["rejected_count"]]).toEqual([
      200, 1_000, 1_500,
    ]);
  });

  it("of another type, charset or encoding are 415", async () => {
    for (const headers of [
      { "content-type": "text/csv" },
      { "content-type": "application/x-ndjson; charset=latin1" },
      { ...NDJSON, "content-encoding": "br" },
    ]) {
      expect((await post(lines([row(1)]), { headers })).status).toBe(415);
    }
  });

  it("that are gzip without saying so are 415 with the header to send", async () => {
    const { status, body } = await post(gzipSync(lines([row(1)])), { headers: NDJSON });
    expect([status, body["message"]]).toEqual([
      415,
      "The body is gzip; send it with the header Content-Encoding: gzip.",
    ]);
  });

  it("of which every line is rejected are 200 and name each line", async () => {
    const { status, body } = await post('{"a":1\n{"Records":[{"Id":"1"}]}\n');
    expect([status, body]).toEqual([
      200,
      {
        accepted: 0,
        duplicates: 0,
        rejected: [
          { line: 1, error: expect.stringContaining("it ends too early, at position 7") },
          { line: 2, error: expect.stringContaining("its list must be called 'records'") },
        ],
        conflicts: [],
      },
    ]);
  });

  it("for an unknown table or kind are 404 with the name that was probably meant", async () => {
    const at = (path: string, method: "POST" | "PUT") =>
      domain.ask(`${INGEST_BASE_PATH}${path}`, {
        method,
        payload: "[]",
        headers: { "content-type": "application/json" },
      });
    expect((await at("/tables/syslog", "POST")).body["message"]).toBe(
      "There is no table 'syslog'; did you mean 'Syslog'?",
    );
    expect((await at("/tables/SignInLog", "POST")).body["message"]).toMatch(/did you mean 'SigninLogs'\?$/);
    expect((await at("/tables/Zebra", "POST")).body["message"]).toBe("There is no table 'Zebra'.");
    expect((await at("/directory/user", "PUT")).body["message"]).toMatch(/did you mean 'users'\?$/);
  });

  it("that are empty are accepted as an empty delivery", async () => {
    expect((await post("\n\n")).body).toEqual({ accepted: 0, duplicates: 0, rejected: [], conflicts: [] });
  });

  it("with an unterminated array are rejected", async () => {
    const reply = await post(`[${JSON.stringify(row(1))},`, { headers: { "content-type": "application/json" } });
    expect([reply.status, reply.body["error"]]).toEqual([400, "invalid_json"]);
  });
});

describe("the right to deliver", () => {
  it("requires the scope ingest:write and counts against the write limit", async () => {
    const key = await domain.anotherKey({ scopes: ["cases:read"] });
    const refused = await post(lines([row(1)]), { key });
    expect([refused.status, refused.body["required_scope"]]).toEqual([403, "ingest:write"]);
    expect((await post(lines([row(1)]), { key: null })).status).toBe(401);
    for (const path of [TABLE, USERS]) {
      const method = path === TABLE ? "POST" : "PUT";
      const reply = await domain.ask(path, { method, payload: [] });
      expect(reply.headers["ratelimit-policy"]).toBe('"write";q=200;w=60');
      expect(reply.headers["x-request-id"]).toBeDefined();
    }
  });

  it("is 405 with the supported methods for any other method", async () => {
    const reply = await domain.ask(TABLE);
    expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST"]);
    expect((await domain.ask(USERS)).headers["allow"]).toBe("PATCH, PUT");
    expect((await post("", {}, `${TABLE}?nope=1`)).body["error"]).toBe("unknown_parameter");
  });
});

describe("backpressure", () => {
  it("returns 503 to a domain with too many waiting rows, and to no other", async () => {
    await post(lines(Array.from({ length: 60 }, (_, n) => row(n))));
    const reply = await post(lines([row(100)]));
    expect([reply.status, reply.body["error"], reply.headers["retry-after"]]).toEqual([503, "unavailable", "10"]);
    const other = await service.givenDomain();
    expect((await other.ask(TABLE, { method: "POST", headers: NDJSON, payload: lines([row(1)]) })).status).toBe(200);
  });

  it("returns 503 for concurrent deliveries that do not fit in memory", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => post(lines([row(n)]))));
    const statuses = new Set(replies.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    const stored = replies.filter(({ status }) => status === 200).length;
    expect(await countPending(domain.db, 50)).toBe(stored);
  });
});

describe("the directory", () => {
  const ada = {
    id: "0b1c6f5e-0000-4000-8000-000000000001",
    userPrincipalName: "ada@northwind.example",
    displayName: "Ada",
  };

  it("is accepted as a snapshot and as changes, and its users are listed", async () => {
    const reply = await domain.ask(USERS, { method: "PUT", payload: { "@odata.context": "x", value: [ada] } });
    expect(reply.body).toEqual({ accepted: 1, duplicates: 0, removed: 0, rejected: [] });
    expect((await domain.ask("/users")).text).toContain("ada@northwind.example");
    await domain.ask(USERS, { method: "PATCH", payload: [{ id: ada.id, displayName: "Ada L." }] });
    expect((await domain.ask("/users?search=ada l.")).text).toContain("ada@northwind.example");
    await domain.ask(USERS, { method: "PUT", payload: [] });
    expect((await domain.ask("/users")).text).toContain('"is_active":false');
  });

  it("of an unknown kind is 404 with the known kinds", async () => {
    const reply = await domain.ask(`${INGEST_BASE_PATH}/directory/people`, { method: "PUT", payload: [] });
    expect([reply.status, reply.body["error"]]).toEqual([404, "kind_not_found"]);
    expect(reply.body["allowed"]).toContain("users");
  });

  it("in parts removes nothing before the last part", async () => {
    await domain.ask(USERS, { method: "PUT", payload: [ada] });
    await domain.ask(`${USERS}?part=first`, { method: "PUT", payload: [{ ...ada, id: ada.id.replace(/1$/, "2") }] });
    expect((await domain.ask(`${USERS}?part=last`, { method: "PUT", payload: [] })).body).toMatchObject({ removed: 1 });
    expect((await domain.ask(`${USERS}?part=middle`, { method: "PUT", payload: [] })).status).toBe(400);
  });

  it("removes nothing for an empty body or a page that is not the last", async () => {
    await domain.ask(USERS, { method: "PUT", payload: [ada] });
    const page = (id: string, more: object = {}) => ({ value: [{ ...ada, id: ada.id.replace(/1$/, id) }], ...more });
    const more = { "@odata.nextLink": "https://graph.example/users?$skiptoken=x" };
    const put = (payload: AskOptions["payload"], part = "", headers: AskOptions["headers"] = {}) =>
      domain.ask(`${USERS}${part}`, { method: "PUT", headers, payload: payload ?? "" });
    const empty = await put(" \n", "", NDJSON);
    expect([empty.status, empty.body["error"]]).toEqual([400, "invalid_json"]);
    expect(empty.body["message"]).toContain("send []");
    for (const [body, part] of [
      [page("2", more), ""],
      [page("2", more), "?part=last"],
      [{ value: [], ...more }, ""],
      [[page("2"), page("3", more)], ""],
    ] as const) {
      const refused = await put(body, part);
      expect([refused.status, refused.body["param"]], JSON.stringify(body)).toEqual([400, "part"]);
      expect(refused.body["message"]).toContain("part=first");
    }
    expect((await domain.ask("/users")).text).not.toContain('"is_active":false');
    expect((await put(page("2", more), "?part=first")).status).toBe(200);
    expect((await put(page("3"), "?part=last")).body).toMatchObject({ accepted: 1, removed: 1 });
    expect((await put([page("2", more), page("3")])).body).toMatchObject({ duplicates: 2, removed: 0 });
  });

  it("rejects a part without a first part", async () => {
    for (const part of ["next", "last"]) {
      const refused = await domain.ask(`${USERS}?part=${part}`, { method: "PUT", payload: [ada] });
      expect([refused.status, refused.body["param"]]).toEqual([400, "part"]);
    }
    await domain.ask(`${USERS}?part=first`, { method: "PUT", payload: [ada] });
    await domain.ask(USERS, { method: "PATCH", payload: [{ id: ada.id, jobTitle: "x" }] });
    expect((await domain.ask(`${USERS}?part=next`, { method: "PUT", payload: [] })).status).toBe(200);
    expect((await domain.ask(`${USERS}?part=last`, { method: "PUT", payload: [] })).status).toBe(200);
    expect((await domain.ask(`${USERS}?part=next`, { method: "PUT", payload: [] })).status).toBe(400);
  });
});
