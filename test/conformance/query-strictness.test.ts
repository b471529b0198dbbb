import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicEndpoints } from "../../src/contract/endpoints.ts";
import { RATE_LIMITS } from "../../src/contract/rate-limits.ts";
import {
  CASE_STATES,
  DRIFT_PERIODS,
  keysOf,
  NHI_CLASSES,
  SEVERITIES,
  THREAT_TYPES,
} from "../../src/model/vocabulary.ts";
import { givenItems, idsOf, LIST_ROUTES, pageOf } from "../support/lists.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  // This test sends thousands of invalid requests; rate limits are tested elsewhere.
  service = await startTestService({ limits: { ...RATE_LIMITS, read: 100_000 } });
  domain = await service.givenDomain();
});
afterAll(() => service.stop());

/** The documented parameters of each list. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/cases": [
    ...["email", "state", "threat_type", "created_after", "created_before"],
    ...["updated_after", "include", "page_size", "next_cursor"],
  ],
  "/threats": [
    ...["email", "tuid", "category", "source"],
    ...["severity", "created_after", "created_before", "updated_after", "page_size", "next_cursor"],
  ],
  "/users": ["search", "updated_after", "page_size", "next_cursor"],
  "/nhi/personas": ["search", "nhi_class", "provider", "status", "has_persona", "page_size", "next_cursor"],
  "/drift": ["tuid", "computator", "time_period", "detected_after", "page_size", "next_cursor"],
  "/nhi/clusters": ["page_size", "next_cursor"],
};
const LISTS = Object.keys(PARAMETERS);
const EACH_PARAMETER = LISTS.flatMap((path) => (PARAMETERS[path] ?? []).map((name) => [path, name] as const));

async function refusalOf(target: string) {
  const { status, body } = await domain.ask(target);
  return { status, error: body["error"], param: body["param"], allowed: body["allowed"] } as const;
}

const invalid = (param: string) => ({ status: 400, error: "invalid_parameter", param }) as const;

describe("an unknown query parameter is 400 `unknown_parameter` with `param` and the list `allowed`", () => {
  const NAMES = [
    ...["limit", "Page_Size", "PAGE_SIZE", "page_size[]", "page-size", "cursor", "domain_id", "api_key", "x-api-key"],
    ...[
      "q",
      "name",
      "search_text",
      "removed_at",
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "hasOwnProperty",
    ],
    ...["email[$ne]", "state.x", " state", "state ", "stаte"],
  ];

  it.each(LISTS)("on %s, whatever its name", async (path) => {
    for (const name of NAMES) {
      const reply = await refusalOf(`${path}?${encodeURIComponent(name)}=1`);
      expect(reply, name).toEqual({ status: 400, error: "unknown_parameter", param: name, allowed: PARAMETERS[path] });
    }
  });

  it.each(["__proto__=1", "constructor=1", "__proto__[page_size]=1", "constructor.prototype.page_size=1"])(
    "a name that could pollute a prototype has no effect on later requests: %s",
    async (query) => {
      expect((await domain.ask(`/cases?${query}`)).status).toBe(400);
      expect(Object.hasOwn(Object.prototype, "page_size")).toBe(false);
      expect((await domain.ask("/cases")).status).toBe(200);
    },
  );

  it("also without a value, without a name, and next to valid parameters", async () => {
    const unknown = (param: string) => ({
      status: 400,
      error: "unknown_parameter",
      param,
      allowed: PARAMETERS["/cases"],
    });
    expect(await refusalOf("/cases?limit")).toEqual(unknown("limit"));
    expect(await refusalOf("/cases?limit=")).toEqual(unknown("limit"));
    expect(await refusalOf("/cases?=1")).toEqual(unknown(""));
    expect(await refusalOf("/cases?state=closed&limit=5&page_size=5")).toEqual(unknown("limit"));
  });

  it("also on every GET that is not a list, and on /integrations", async () => {
    const id = "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11";
    const known: Readonly<Record<string, readonly string[]>> = { "/cases/:case_id": ["include"] };
    const reads = Object.values(publicEndpoints).filter(
      ({ method, path }) => method === "GET" && ![...LISTS, "/integrations"].includes(path),
    );
    for (const { path } of reads) {
      const reply = await refusalOf(
        `${path.replace(/:[a-z_]+/, path.includes("connector") ? "okta" : id)}?page_size=5`,
      );
      const allowed = known[path] ?? [];
      expect(reply, path).toEqual({ status: 400, error: "unknown_parameter", param: "page_size", allowed });
    }
    const allowed = ["status", "category", "signal", "page_size", "next_cursor"];
    expect(await refusalOf("/integrations?q=1")).toMatchObject({ error: "unknown_parameter", param: "q", allowed });
  });

  it("a key in the query string is an unknown parameter", async () => {
    const withoutHeader = await domain.ask(`/cases?api_key=${domain.key}`, { key: null });
    expect([withoutHeader.status, withoutHeader.body["error"]]).toEqual([401, "missing_api_key"]);
    const withHeader = await domain.ask(`/cases?X-API-Key=${domain.key}`);
    expect([withHeader.status, withHeader.body["error"]]).toEqual([400, "unknown_parameter"]);
  });
});

/** A valid value for each parameter, so that only the error under test is reported. */
const GOOD: Readonly<Record<string, string>> = {
  email: "maya@x.example",
  state: "closed",
  threat_type: "sabotage",
  created_after: "2026-10-01T00:00:00Z",
  created_before: "2026-11-01T00:00:00Z",
  updated_after: "2026-10-01T00:00:00Z",
  include: "state",
  page_size: "5",
  next_cursor: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
  tuid: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
  category: "impact",
  source: "syslog",
  severity: "high",
  search: "maya",
  nhi_class: "ai_agent",
  provider: "aws",
  status: "all",
  has_persona: "true",
  computator: "application_set",
  time_period: "7d",
  detected_after: "2026-10-01T00:00:00Z",
};

/** The values of the parameters that have a fixed list of them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  state: CASE_STATES,
  threat_type: THREAT_TYPES,
  include: ["state", "verdict", "severity", "times"],
  severity: SEVERITIES,
  nhi_class: keysOf(NHI_CLASSES),
  status: ["active", "dormant", "all"],
  has_persona: ["true", "false"],
  time_period: DRIFT_PERIODS,
};
const refused = (path: string, name: string) => ({ ...invalid(name), allowed: VALUES[name] ?? PARAMETERS[path] });

describe("a repeated query parameter is 400 `invalid_parameter` with `param` and its values, otherwise all names, in `allowed`", () => {
  it.each(EACH_PARAMETER)("%s?%s, with equal and with different values", async (path, name) => {
    const expected = refused(path, name);
    const value = GOOD[name];
    expect(await refusalOf(`${path}?${name}=${value}&${name}=${value}`)).toEqual(expected);
    expect(await refusalOf(`${path}?${name}=${value}&${name}=other`)).toEqual(expected);
    expect(
      await refusalOf(`${path}?${name}=${value}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`),
    ).toEqual(expected);
  });
});

describe("an empty query parameter is 400 `invalid_parameter` with `param` and its values, otherwise all names, in `allowed`", () => {
  it.each(EACH_PARAMETER)("%s?%s, with and without the equals sign", async (path, name) => {
    const expected = refused(path, name);
    expect(await refusalOf(`${path}?${name}=`)).toEqual(expected);
    expect(await refusalOf(`${path}?${name}`)).toEqual(expected);
  });
});

it("the message about a cursor quotes the parameter as it is spelled", async () => {
  const { body } = await domain.ask("/cases?next_cursor=x");
  expect(body["message"]).toMatch(/^Parameter 'next_cursor' is not a position/);
});

it.each(["/cases?", "/cases?&", "/cases?&&page_size=5&"])(
  "empty segments of the query string are ignored: %s",
  async (target) => {
    expect((await domain.ask(target)).status).toBe(200);
  },
);

it.each(EACH_PARAMETER)("%s accepts %s", async (path, name) => {
  const reply = await refusalOf(`${path}?${name}=${GOOD[name]}`);
  // No item has the id of the valid cursor, which is a different error than an unknown parameter.
  expect(
    reply.status === 200 || (name === "next_cursor" && reply.error === "invalid_cursor"),
    JSON.stringify(reply),
  ).toBe(true);
});

describe("`page_size`", () => {
  const OUTSIDE = ["0", "-0", "-1", "201", "1000", "9007199254740993", "9223372036854775808", "-9223372036854775809"];
  const NO_INTEGER = [
    ...["1e400", "NaN", "Infinity", "0x10", "1e2", "1.0", "1.5", "1,5", "1_0", " 5", "5 ", "+5", "५", "５", "²"],
    ...["00050", "050", "-", "--5", "5n", "null", "undefined", "true", "[5]", "five", "5;", "5'--", "1".repeat(400)],
  ];

  it.each(LISTS)("outside 1..200, or not an integer, is 400 on %s", async (path) => {
    for (const value of [...OUTSIDE, ...NO_INTEGER]) {
      const reply = await refusalOf(`${path}?page_size=${encodeURIComponent(value)}`);
      expect(reply, value).toMatchObject(invalid("page_size"));
    }
  });

  it("an unencoded plus sign is a space, which is not part of a number", async () => {
    expect(await refusalOf("/cases?page_size=+5")).toMatchObject(invalid("page_size"));
  });

  it.each(LIST_ROUTES)("on $path the default is 50 and the maximum 200, and it is never clamped", async (route) => {
    const crowded = await service.givenDomain();
    const at = new Date("2026-10-01T00:00:00.000Z");
    const number = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
    await givenItems(
      crowded.db,
      route,
      Array.from({ length: 201 }, (_, index) => ({ id: number(index), at })),
    );
    const sizeOf = async (query: string) => idsOf(await crowded.ask(`${route.path}${query}`), route).length;
    expect(await sizeOf("")).toBe(50);
    expect(await sizeOf("?page_size=1")).toBe(1);
    expect(await sizeOf("?page_size=50")).toBe(50);
    expect(await sizeOf("?page_size=200")).toBe(200);
    expect((await crowded.ask(`${route.path}?page_size=201`)).status).toBe(400);
  });
});

describe("date-times are RFC 3339 with an offset or `Z`", () => {
  const PARAMETERS_OF_TIME = [
    ...["/cases?created_after", "/cases?created_before", "/cases?updated_after"],
    ...["/threats?created_after", "/threats?created_before", "/threats?updated_after", "/users?updated_after"],
  ];
  const GOOD_TIMES = [
    ...["2026-10-01T00:00:00Z", "2026-10-01T00:00:00z", "2026-10-01t00:00:00Z", "2026-10-01T00:00:00.1Z"],
    ...["2026-10-01T00:00:00.123456789Z", "2026-10-01T00:00:00+00:00", "2026-10-01T00:00:00-00:00"],
    ...["2026-10-01T00:00:00+14:00", "2026-10-01T00:00:00-12:00", "2024-02-29T00:00:00Z", "1970-01-01T00:00:00Z"],
    ...["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.9999999Z"],
  ];
  const BAD_TIMES = [
    ...["2026-10-01T00:00:00", "2026-10-01 00:00:00Z", "2026-10-01_00:00:00Z", "2026-10-01", "2026-10", "2026"],
    ...["2026-10-01T00:00Z", "2026-10-01T00Z", "20261001T000000Z", "2026-W40-4T00:00:00Z", "2026-274T00:00:00Z"],
    ...["2026-10-01T00:00:00+23:59", "2026-10-01T00:00:00-16:00", "2026-10-01T00:00:00+14:01"],
    ...["2026-10-01T00:00:00+0200", "2026-10-01T00:00:00+02", "2026-10-01T00:00:00 02:00", "2026-10-01T00:00:00+01:60"],
    ...["2026-10-01T24:00:00Z", "2026-10-01T23:60:00Z", "2026-10-01T23:59:60Z", "2026-12-31T23:59:60Z"],
    ...["2026-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z"],
    ...["2026-00-01T00:00:00Z", "2026-10-00T00:00:00Z", "2026-10-32T00:00:00Z", "2026-10-01T-1:00:00Z"],
    ...["0000-01-01T00:00:00Z", "+010000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z"],
    ...["9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00", "0", "1767225600", "1767225600000", "1e12"],
    ...["infinity", "-infinity", "now", "today", "epoch", "allballs", "yesterday", "null", "Invalid Date"],
    ...["2026-10-01T00:00:00.Z", "2026-10-01T00:00:00.1234567890Z", "2026-10-01T00:00:00,5Z", "2026-10-01T00:00:00ZZ"],
    ...[" 2026-10-01T00:00:00Z", "2026-10-01T00:00:00Z ", "2026-10-01T00:00:00Z\n", "２０２６-10-01T00:00:00Z"],
    ...["2026-10-01T00:00:00Z[UTC]", "2026-10-01T00:00:00 UTC", "2026-10-01T00:00:00 Europe/Berlin"],
    ...[
      "Thu, 01 Oct 2026 00:00:00 GMT",
      "10/01/2026",
      "2026-10-01T00:00:00Z' or 1=1--",
      "P1D",
      "2026-10-01T00:00:00−02:00",
    ],
  ];

  it.each(PARAMETERS_OF_TIME)("%s accepts every RFC 3339 form of a time", async (target) => {
    for (const time of GOOD_TIMES) {
      const reply = await domain.ask(`${target}=${encodeURIComponent(time)}`);
      expect(reply.status, `${time} ${reply.text}`).toBe(200);
    }
  });

  it.each(PARAMETERS_OF_TIME)("%s rejects everything else with 400", async (target) => {
    const param = target.split("?")[1] ?? "";
    for (const time of BAD_TIMES) {
      expect(await refusalOf(`${target}=${encodeURIComponent(time)}`), time).toMatchObject(invalid(param));
    }
  });

  it("an offset with an unencoded plus sign is rejected, not read as a different time", async () => {
    expect(await refusalOf("/cases?created_after=2026-10-01T00:00:00+02:00")).toMatchObject(invalid("created_after"));
  });
});

const BAD_UUIDS = [
  ...["urn:uuid:018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11", "{018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11}"],
  ...[
    "018f2f6e7c3a7b519a540d6f3f1c2b11",
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b1",
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b111",
  ],
  ...[
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b1g",
    "018f-2f6e7c3a-7b51-9a54-0d6f3f1c2b11",
    "018f2f6e_7c3a_7b51_9a54_0d6f3f1c2b11",
  ],
  ...[
    " 018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11 ",
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11\n",
  ],
  ...[
    "０18f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
    "0",
    "1",
    "null",
    "undefined",
    "' or 1=1--",
    "../cases",
    "a".repeat(5_000),
  ],
];
const GOOD_UUIDS = [
  ...[
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  ],
  ...[
    "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
    "018F2F6E-7C3A-7B51-9A54-0D6F3F1C2B11",
  ],
];

it("`tuid` accepts any UUID in its hyphenated form, of any version and case", async () => {
  for (const tuid of GOOD_UUIDS) expect(pageOf(await domain.ask(`/threats?tuid=${tuid}`)).data, tuid).toEqual([]);
});

it("`tuid` that is not a UUID is 400", async () => {
  for (const tuid of BAD_UUIDS) {
    expect(await refusalOf(`/threats?tuid=${encodeURIComponent(tuid)}`), tuid).toMatchObject(invalid("tuid"));
  }
});

it.each(LISTS)("on %s a cursor that is not a UUID, or not the id of an item, is 400 `invalid_cursor`", async (path) => {
  const expected = { status: 400, error: "invalid_cursor", param: "next_cursor" };
  for (const cursor of [...BAD_UUIDS, ...GOOD_UUIDS]) {
    expect(await refusalOf(`${path}?next_cursor=${encodeURIComponent(cursor)}`), cursor).toMatchObject(expected);
  }
});

describe("text that is not valid Unicode is 400", () => {
  const TEXT_PARAMETERS = EACH_PARAMETER.filter(([, name]) =>
    ["email", "category", "source", "search", "provider"].includes(name),
  );
  const NO_TEXT = [
    ...["%00", "a%00b", "%ED%A0%80", "%ED%BF%BF", "%ED%B0%80%ED%A0%80", "%C0%80", "%C0%AF", "%F5%80%80%80"],
    ...["%F4%90%80%80", "%80", "%C3", "%C3%28", "%E2%82", "%FF%FE", "%", "%2", "%zz", "%u0041", "a%", "100%"],
  ];

  it.each(TEXT_PARAMETERS)(
    "on %s, in %s: NUL, lone surrogates, overlong and malformed UTF-8, invalid percent-encoding",
    async (path, name) => {
      for (const value of NO_TEXT)
        expect(await refusalOf(`${path}?${name}=${value}`), value).toMatchObject(invalid(name));
    },
  );

  it.each(LISTS)("on %s, in a parameter's name", async (path) => {
    for (const value of NO_TEXT) {
      const reply = await refusalOf(`${path}?${value}=1`);
      expect([reply.status, reply.error], value).toEqual([400, "invalid_parameter"]);
    }
  });

  const ODD_TEXT = [
    ...[
      " ",
      "\u00a0",
      "\t",
      "\r\n",
      "\u001b[31m",
      "\u007f",
      "\u0085",
      "\u2028",
      "\ufeff",
      "\ufffe",
      "\uffff",
      "\u{10ffff}",
    ],
    ...[
      "\u202eabc",
      "\u200d",
      "\u200b",
      "\u{e0041}",
      "e\u0301\u0301",
      "👩‍👩‍👧‍👦",
      "<script>alert(1)</script>",
      "$" + "{7*7}",
      "{{7*7}}",
    ],
    ...[
      "' OR 1=1--",
      "\\",
      "%",
      "_",
      "[",
      "*",
      '"',
      '" | union *',
      "*)(",
      "$(id)",
      "=1+1",
      "$1",
      "?",
      "a?b",
      "{a,b}",
      'a"b',
    ],
  ];

  it.each(TEXT_PARAMETERS.filter(([, name]) => name !== "provider"))(
    "on %s, in %s: unusual but valid text is a value that matches nothing",
    async (path, name) => {
      for (const value of ODD_TEXT) {
        const reply = await domain.ask(`${path}?${name}=${encodeURIComponent(value)}`);
        const { items, data, next_cursor } = pageOf(reply);
        expect([items ?? data, next_cursor], JSON.stringify(value)).toEqual([[], null]);
      }
    },
  );
});

it.each([
  ["/cases?email", 320],
  ["/threats?email", 320],
  ["/threats?category", 256],
  ["/threats?source", 256],
  ["/users?search", 256],
  ["/nhi/personas?search", 256],
])("%s accepts at most %i characters", async (target, length) => {
  for (const letter of ["a", "é", "山", "🚀"]) {
    expect((await domain.ask(`${target}=${encodeURIComponent(letter.repeat(length))}`)).status, letter).toBe(200);
    const reply = await refusalOf(`${target}=${encodeURIComponent(letter.repeat(length + 1))}`);
    expect(reply, letter).toMatchObject(invalid(target.split("?")[1] ?? ""));
  }
});

it("every parameter error has `message` and `request_id`, and the header repeats the id", async () => {
  for (const target of ["/cases?limit=1", "/cases?page_size=0", "/cases?next_cursor=x", "/cases?state=&state="]) {
    const { headers, body } = await domain.ask(target);
    expect(String(body["message"]).length, target).toBeGreaterThan(10);
    expect(body["request_id"], target).toBe(headers["x-request-id"]);
  }
});

it("the schema is checked before readiness: 400, not 423", async () => {
  const young = await service.givenDomain({ ready: false });
  for (const path of LISTS) expect((await young.ask(`${path}?page_size=0`)).status, path).toBe(400);
  expect((await young.ask("/cases?next_cursor=x")).status).toBe(400);
  const swapped = "created_after=2026-11-01T00:00:00Z&created_before=2026-10-01T00:00:00Z";
  expect((await young.ask(`/cases?${swapped}`)).status).toBe(400);
  expect((await young.ask("/nhi/personas?provider=acme")).status).toBe(400);
  expect((await young.ask("/cases")).status).toBe(423);
});
