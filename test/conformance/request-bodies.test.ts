import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../support/error-of.ts";
import { givenCase } from "../support/given.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
let caseId: string;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  caseId = (await givenCase(domain.db)).caseId;
});
afterAll(() => service.stop());

function send(
  payload: string | Buffer,
  headers: Record<string, string> = { "content-type": "application/json" },
): Promise<TestReply> {
  return domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload, headers });
}

/** Asserts that no rejected body was applied. */
async function expectUntouched(): Promise<void> {
  expect((await domain.ask(`/cases/${caseId}?include=state,verdict`)).body).toMatchObject({
    state: "discover",
    verdict: null,
  });
}

const GOOD = '{"outcome":"SAFE"}';
const nested = (depth: number) => `{"outcome":"SAFE","comment":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

describe("invalid_json", () => {
  it.each<[string, string | Buffer]>([
    ["an empty body", ""],
    ["blanks only", " \n"],
    ["a byte order mark", `\ufeff${GOOD}`],
    ["UTF-16", Buffer.from(GOOD, "utf16le")],
    [
      "invalid UTF-8",
      Buffer.concat([Buffer.from('{"outcome":"SAFE","comment":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ],
    [
      "a truncated UTF-8 sequence",
      Buffer.concat([Buffer.from('{"outcome":"SAFE","comment":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]),
    ],
    [
      "overlong UTF-8",
      Buffer.concat([Buffer.from('{"outcome":"SAFE","comment":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      "a surrogate in UTF-8",
      Buffer.concat([Buffer.from('{"outcome":"SAFE","comment":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
    ["33 levels", nested(33)],
    ["10,000 levels", nested(10_000)],
    ["an unclosed object", '{"outcome":"SAFE"'],
    ["two values", `${GOOD}${GOOD}`],
    ["something behind the value", `${GOOD};`],
    ["a trailing comma", '{"outcome":"SAFE",}'],
    ["a comment", '{"outcome":"SAFE"/* fine */}'],
    ["single quotes", "{'outcome':'SAFE'}"],
    ["a bare key", '{outcome:"SAFE"}'],
    ["a raw line break in a text", '{"outcome":"SAFE","comment":"a\nb"}'],
    ["an unknown escape", '{"outcome":"SAFE","comment":"\\x41"}'],
    ["NaN", '{"outcome":NaN}'],
    ["a leading zero", '{"outcome":"SAFE","comment":01}'],
    ["a duplicate key", '{"outcome":"SAFE","outcome":"SAFE"}'],
    ["a duplicate key, once escaped", '{"outcome":"SAFE","\\u006futcome":"ESCALATED"}'],
    ["a nested duplicate key", '{"outcome":"SAFE","comment":{"a":1,"a":2}}'],
    ["__proto__", '{"outcome":"SAFE","__proto__":{"resolved":true}}'],
    ["__proto__ in escapes", '{"outcome":"SAFE","\\u005f_proto__":{}}'],
    ["constructor", '{"outcome":"SAFE","constructor":{"prototype":{}}}'],
    ["prototype further in", '{"outcome":"SAFE","comment":{"prototype":1}}'],
    ["an escaped NUL", '{"outcome":"SAFE","comment":"a\\u0000b"}'],
    ["a NUL in a key", '{"outcome":"SAFE","\\u0000":1}'],
    ["half a surrogate pair in escapes", '{"outcome":"SAFE","comment":"\\ud83d"}'],
    ["the other half", '{"outcome":"SAFE","comment":"\\ude00 first"}'],
    ["a number beyond any double", '{"outcome":"SAFE","comment":1e400}'],
    ["a whole number that a double cannot hold", '{"outcome":"SAFE","comment":9007199254740993}'],
  ])("%s is 400 invalid_json and changes nothing", async (_what, payload) => {
    expect(errorOf(await send(payload))).toEqual([400, "invalid_json"]);
    await expectUntouched();
  });

  it("a message about bad JSON does not repeat the body", async () => {
    for (const secret of [
      `{"outcome": hunter2hunter2hunter2}`,
      `${" ".repeat(100)}{"a": "b" hunter2hunter2hunter2 }`,
      "hunter2",
    ]) {
      const reply = await send(secret);
      expect(errorOf(reply)).toEqual([400, "invalid_json"]);
      expect(reply.text).not.toContain("hunter2");
    }
  });

  it("32 levels are valid JSON, and are rejected only by the schema", async () => {
    expect(errorOf(await send(nested(32)))).toEqual([400, "invalid_body"]);
  });
});

describe("invalid_body", () => {
  it.each<[string, string, string]>([
    ["no outcome", "{}", "outcome"],
    ["an unknown field", '{"outcome":"SAFE","note":"x"}', "note"],
    ["a field of Object", '{"outcome":"SAFE","toString":"x"}', "toString"],
    ["an outcome in lower case", '{"outcome":"safe"}', "outcome"],
    ["an outcome with a blank", '{"outcome":"SAFE "}', "outcome"],
    ["an outcome in a list", '{"outcome":["SAFE"]}', "outcome"],
    ["a null outcome", '{"outcome":null}', "outcome"],
    ["a number for a comment", '{"outcome":"SAFE","comment":5}', "comment"],
    ["true for a comment", '{"outcome":"SAFE","comment":true}', "comment"],
    ["one id instead of a list", `{"outcome":"SAFE","event_ids":"${randomUUID()}"}`, "event_ids"],
    ["an id that is none", '{"outcome":"SAFE","event_ids":["1"]}', "event_ids/0"],
    ["a list for an object", "[]", ""],
    ["a text for an object", '"SAFE"', ""],
    ["null", "null", ""],
    ["a number", "1", ""],
  ])("%s is 400 invalid_body and names the field; nothing is coerced", async (_what, payload, field) => {
    const reply = await send(payload);
    expect([...errorOf(reply), reply.body["field"]]).toEqual([400, "invalid_body", field]);
    await expectUntouched();
  });

  it("no body at all is 400 invalid_body", async () => {
    const reply = await domain.ask(`/cases/${caseId}/verdict`, { method: "POST" });
    expect(errorOf(reply)).toEqual([400, "invalid_body"]);
  });

  it("an invalid enum value is reported with the allowed values", async () => {
    const reply = await send('{"outcome":"MAYBE"}');
    expect(reply.body["allowed"]).toEqual(["SAFE", "TRUE_POSITIVE", "FALSE_POSITIVE", "DUPLICATE", "ESCALATED"]);
  });
});

describe("unsupported_media_type", () => {
  it.each([
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonx",
    "application/json-patch+json",
    "application/vnd.api+json",
    "*/*",
    "json",
    "",
    "application/",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    'application/json; charset="latin1"',
    "application/json;CHARSET=us-ascii",
  ])("a body of type '%s' is 415", async (contentType) => {
    expect(errorOf(await send(GOOD, { "content-type": contentType }))).toEqual([415, "unsupported_media_type"]);
    await expectUntouched();
  });

  it("a body without a content type is 415", async () => {
    expect(errorOf(await send(GOOD, {}))).toEqual([415, "unsupported_media_type"]);
    await expectUntouched();
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "APPLICATION/JSON",
  ])("a body of type '%s' is accepted", async (contentType) => {
    const own = await service.givenDomain();
    const fresh = await givenCase(own.db);
    const reply = await own.ask(`/cases/${fresh.caseId}/verdict`, {
      method: "POST",
      payload: GOOD,
      headers: { "content-type": contentType },
    });
    expect(reply.status).toBe(200);
  });

  it("a compressed body is 415", async () => {
    expect(errorOf(await send(GOOD, { "content-type": "application/json", "content-encoding": "gzip" }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    await expectUntouched();
  });
});

describe("payload_too_large", () => {
  const ofSize = (bytes: number) => GOOD.padEnd(bytes, " ");

  it("64 KiB are accepted, one byte more is 413", async () => {
    const own = await service.givenDomain();
    const fresh = await givenCase(own.db);
    const post = (payload: string) =>
      own.ask(`/cases/${fresh.caseId}/verdict`, {
        method: "POST",
        payload,
        headers: { "content-type": "application/json" },
      });
    expect(errorOf(await post(ofSize(65_537)))).toEqual([413, "payload_too_large"]);
    expect((await post(ofSize(65_536))).status).toBe(200);
  });

  it("a body that is only announced to be larger is 413 too", async () => {
    const reply = await send(GOOD, { "content-type": "application/json", "content-length": "65537" });
    expect(errorOf(reply)).toEqual([413, "payload_too_large"]);
    await expectUntouched();
  });
});

describe("a valid body", () => {
  it("text with every allowed character is accepted unchanged", async () => {
    const own = await service.givenDomain();
    const fresh = await givenCase(own.db);
    const comment = 'tab\there, "quotes", \\, emoji \u{1f600}, \u2028, \u0001, RTL \u202e, combining e\u0301';
    const reply = await own.ask(`/cases/${fresh.caseId}/verdict`, {
      method: "POST",
      payload: { outcome: "SAFE", comment },
    });
    expect(reply.status).toBe(200);
    const read = await own.ask(`/cases/${fresh.caseId}?include=verdict`);
    expect(read.body["verdict"]).toMatchObject({ comments: [comment] });
  });
});
