import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { FuzzedOperation } from "./operations.ts";
import { POISON_BYTES, POISON_IDS, POISON_JSON, POISON_NUMBERS, POISON_TEXTS, POISON_TIMES } from "./poison.ts";
import { validValues } from "./values-of-schema.ts";

/** A body with the headers that describe it. */
export interface FuzzBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";
const OTHER_TYPES = [
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
  "application/json; charset=utf-16",
  "application/ndjson",
  "application/gzip",
  "text/plain",
  "text/csv",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json, application/json",
  "application/jsonx",
  "APPLICATION/JSON",
  "json",
  "/",
  ";",
  "application/json;",
  "*/*",
];
const ENCODINGS = ["gzip", "x-gzip", "GZIP", "identity", "br", "deflate", "gzip, gzip", "zstd"];

/** Generates bodies for an operation; `known` are ids that events or lines can refer to. */
export function bodiesFor(fuzzed: FuzzedOperation, known: readonly string[]): fc.Arbitrary<FuzzBody | null> {
  const content = fuzzed.operation.requestBody?.content;
  if (!content) return fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: strayBodies });
  const document = fuzzed.resolve(content[JSON_TYPE].schema);
  const bodies = content[LINES_TYPE] ? deliveries(known) : documents(validValues(document, fuzzed.resolve), known);
  return fc.oneof({ weight: 40, arbitrary: bodies }, { weight: 1, arbitrary: fc.constant(null) });
}

const textBody = (text: string, type: string): FuzzBody => ({
  bytes: Buffer.from(text),
  headers: { "content-type": type },
});

const types = (usual: string) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) });

const strayBodies = fc
  .tuple(fc.constantFrom(...POISON_JSON), types(JSON_TYPE))
  .map(([text, type]) => textBody(text, type));

/** Generates any JSON value with hostile text in it. */
const poisonValues = fc.oneof(
  fc.constantFrom<unknown>(...POISON_TEXTS),
  fc.constantFrom<unknown>(...POISON_IDS, ...POISON_TIMES, ...POISON_NUMBERS),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    "",
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
    "x".repeat(2_001),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates objects with properties replaced, removed or added. */
function mutated(objects: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      objects,
      fc.nat(),
      poisonValues,
      fc.constantFrom("replace", "remove", "add"),
      fc.constantFrom(...POISON_TEXTS),
    )
    .map(([value, at, poison, how, name]) => {
      const members = Object.entries(value as object);
      const [chosen] = members[at % Math.max(1, members.length)] ?? [name];
      const rest = members.filter(([member]) => member !== chosen);
      if (how === "remove") return Object.fromEntries(rest);
      return Object.fromEntries([...members, [how === "add" ? name : chosen, poison]]);
    });
}

function documents(values: fc.Arbitrary<unknown>, known: readonly string[]): fc.Arbitrary<FuzzBody> {
  const applied = fc
    .tuple(values, fc.subarray([...known]))
    .map(([value, ids]) => ({ ...(value as object), event_ids: ids }));
  const texts = fc.oneof(
    { weight: 4, arbitrary: applied.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: values.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: mutated(values).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.constantFrom(...POISON_JSON) },
    { weight: 2, arbitrary: spoiled(values.map((value) => JSON.stringify(value))) },
  );
  const plain = fc.tuple(texts, types(JSON_TYPE)).map(([text, type]) => textBody(text, type));
  return fc.oneof(
    { weight: 12, arbitrary: plain },
    { weight: 1, arbitrary: brokenBytes(JSON_TYPE) },
    { weight: 1, arbitrary: packed(plain) },
  );
}

/** Generates truncated texts and texts with an insertion. */
function spoiled(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      texts,
      fc.nat(),
      fc.constantFrom("", ...POISON_JSON.slice(0, 40), ...POISON_TEXTS.slice(0, 30)),
      fc.boolean(),
    )
    .map(([text, at, poison, cut]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + poison + (cut ? "" : text.slice(place));
    });
}

function brokenBytes(type: string): fc.Arbitrary<FuzzBody> {
  return fc.tuple(fc.constantFrom(...POISON_BYTES), fc.constantFrom("", '{"a":"', "{}\n")).map(([bytes, before]) => ({
    bytes: Buffer.concat([Buffer.from(before), bytes]),
    headers: { "content-type": type },
  }));
}

function packed(bodies: fc.Arbitrary<FuzzBody>): fc.Arbitrary<FuzzBody> {
  return fc
    .tuple(bodies, fc.constantFrom("gzip", ...ENCODINGS), fc.constantFrom("whole", "whole", "cut", "plain", "twice"))
    .map(([{ bytes, headers }, encoding, how]) => {
      const whole = gzipSync(bytes);
      const sent = { whole, cut: whole.subarray(0, whole.length >> 1), plain: bytes, twice: gzipSync(whole) }[how];
      return { bytes: sent, headers: { ...headers, "content-encoding": encoding } };
    });
}

const MEMBERS = [
  "TimeGenerated",
  "_ItemId",
  "Type",
  "Timestamp",
  "time",
  "properties",
  "category",
  "operationName",
  "CreationTime",
  "Workload",
  "UserPrincipalName",
  "UserId",
  "IPAddress",
  "ResultType",
  "id",
  "userPrincipalName",
  "displayName",
  "mail",
  "proxyAddresses",
  "accountEnabled",
  "members",
  "@removed",
  "@odata.type",
  "SyslogMessage",
  "CommandLine",
  "Computer",
  "EventID",
  "AdditionalFields",
  "LocationDetails",
];

/** Generates a row or directory object with properties that parsers read. */
function lines(known: readonly string[]): fc.Arbitrary<object> {
  const usual = fc.constantFrom<unknown>(
    "2026-11-02T09:00:00Z",
    "maya.ito@northwind.example",
    "203.0.113.9",
    "SigninLogs",
    ...known,
    ["smtp:a@northwind.example"],
    { reason: "deleted" },
    { userPrincipalName: "a@northwind.example", createdDateTime: "2026-11-02T09:00:00Z" },
  );
  const members = fc.dictionary(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...MEMBERS) },
      { weight: 1, arbitrary: fc.constantFrom(...POISON_TEXTS) },
    ),
    fc.oneof(usual, poisonValues),
    { maxKeys: 7 },
  );
  return fc
    .tuple(members, fc.boolean(), fc.constantFrom("2026-11-02T09:00:00Z", ...POISON_TIMES), fc.constantFrom(...known))
    .map(([more, usable, at, id]) => (usable ? { TimeGenerated: at, id, ...more } : more));
}

function deliveries(known: readonly string[]): fc.Arbitrary<FuzzBody> {
  const texts = fc.array(
    fc.oneof(
      { weight: 12, arbitrary: lines(known).map((line) => JSON.stringify(line)) },
      { weight: 1, arbitrary: fc.constantFrom(...POISON_JSON) },
      { weight: 1, arbitrary: spoiled(lines(known).map((line) => JSON.stringify(line))) },
    ),
    { maxLength: 5 },
  );
  const shaped = fc.tuple(texts, fc.constantFrom("lines", "array", "records", "value")).map(([each, shape]) => {
    if (shape === "lines") return [each.join("\n"), LINES_TYPE] as const;
    const list = `[${each.join(",")}]`;
    return [shape === "array" ? list : `{"${shape}":${list}}`, JSON_TYPE] as const;
  });
  const plain = shaped.chain(([text, type]) => types(type).map((chosen) => textBody(text, chosen)));
  return fc.oneof(
    { weight: 12, arbitrary: plain },
    { weight: 1, arbitrary: brokenBytes(LINES_TYPE) },
    { weight: 3, arbitrary: packed(plain) },
  );
}
