import fc from "fast-check";
import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import type { Parameter } from "../../src/contract/openapi/document.ts";
import { bodiesFor, type FuzzBody } from "./bodies.ts";
import { type FuzzRequest, headerText, percentEncoded } from "./fuzz-request.ts";
import { type FuzzedOperation, OPERATIONS } from "./operations.ts";
import { POISON_TEXTS } from "./poison.ts";
import { poisonTexts, validValues } from "./values-of-schema.ts";

/** The data of a domain that requests can refer to. */
export interface KnownValues {
  /** Existing values for a parameter, by its name. */
  readonly byName: Readonly<Record<string, readonly string[]>>;
  readonly eventIds: readonly string[];
  /** Credential headers, mostly valid. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
  /** Headers of signed-in members, mostly with all rights. */
  readonly sessions: readonly Readonly<Record<string, string>>[];
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];
const EXTRA_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "accept-encoding": "gzip" },
  { "accept-encoding": "br;q=1, gzip;q=0.5" },
  { "accept-encoding": "*;q=0" },
  { "accept-encoding": "gzip;q=x, , ;" },
  { accept: "text/html" },
  { "if-none-match": "*" },
  { "if-none-match": 'W/"x", "y~gzip"' },
  { "if-none-match": "," },
  { "if-match": '"nothing"' },
  { range: "bytes=0-1" },
  { expect: "100-continue" },
  { "x-forwarded-for": "203.0.113.9, ::1" },
  { "x-request-id": "mine" },
  { "x-http-method-override": "DELETE" },
  { cookie: "a=b" },
  { origin: "https://evil.example" },
];

/** Generates requests to every operation of both documents: valid, at a bound, and with hostile text anywhere. */
export function fuzzRequests(known: KnownValues): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...OPERATIONS.map((fuzzed) => requestsTo(fuzzed, known)));
}

function requestsTo(fuzzed: FuzzedOperation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(fuzzed.method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: paths(fuzzed, known),
      query: queries(fuzzed, known),
      named: namedHeaders(fuzzed, known),
      credentials: credentialsFor(fuzzed, known),
      extra: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...EXTRA_HEADERS) },
      ),
      body: bodiesFor(fuzzed, known.eventIds),
    })
    .map(({ method, path, query, named, credentials, extra, body }) => ({
      method,
      target: `${fuzzed.basePath}${path}${query}`,
      headers: { ...extra, ...named, ...credentials, ...(sendsBody(method, body) && body.headers) },
      body: sendsBody(method, body) ? body.bytes : null,
    }));
}

function credentialsFor(
  { basePath }: FuzzedOperation,
  { credentials, sessions }: KnownValues,
): fc.Arbitrary<Readonly<Record<string, string>>> {
  const [own, others] = basePath === ADMIN_BASE_PATH ? [sessions, credentials] : [credentials, sessions];
  return fc.oneof(
    { weight: 24, arbitrary: fc.constant(own[0] ?? {}) },
    { weight: 4, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** A client sends no body with HEAD, and must not with TRACE. */
const sendsBody = (method: string, body: FuzzBody | null): body is FuzzBody =>
  body !== null && !/^(HEAD|TRACE)$/.test(method);

const parametersIn = ({ operation }: FuzzedOperation, place: Parameter["in"]): readonly Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === place);

/** Generates values for a parameter: existing ones, ones that the schema allows, and hostile text. */
function textsFor(parameter: Parameter, { resolve }: FuzzedOperation, known: KnownValues): fc.Arbitrary<string> {
  const valid = validValues(parameter.schema, resolve).map((value) => [value].flat().join(","));
  const named = known.byName[parameter.name];
  return fc.oneof(
    ...(named ? [{ weight: 5, arbitrary: fc.constantFrom(...named) }] : []),
    { weight: 4, arbitrary: valid },
    { weight: 2, arbitrary: poisonTexts(parameter.schema, resolve) },
  );
}

function paths(fuzzed: FuzzedOperation, known: KnownValues): fc.Arbitrary<string> {
  const parameters = parametersIn(fuzzed, "path");
  const filled = fc
    .tuple(...parameters.map((parameter) => textsFor(parameter, fuzzed, known)))
    .map((texts) =>
      parameters.reduce(
        (path, { name }, index) => path.replace(`{${name}}`, () => percentEncoded(texts[index] ?? "")),
        fuzzed.path,
      ),
    );
  const spoiled = fc
    .tuple(
      filled,
      fc.constantFrom("/", "//", "%", "%zz", "%00", "/..", "/%2e%2e", ";a=b", "%2F", "/x", "?", "#a", ".json"),
    )
    .map(([path, end]) => path + end);
  return fc.oneof({ weight: 20, arbitrary: filled }, { weight: 1, arbitrary: spoiled });
}

function queries(fuzzed: FuzzedOperation, known: KnownValues): fc.Arbitrary<string> {
  const parameters = parametersIn(fuzzed, "query");
  const pair = (parameter: Parameter) =>
    textsFor(parameter, fuzzed, known).map((text) => `${parameter.name}=${percentEncoded(text)}`);
  const stray = fc
    .tuple(fc.constantFrom("x", "api_key", "limit", ...POISON_TEXTS), fc.constantFrom(...POISON_TEXTS))
    .map(([name, text]) => `${percentEncoded(name)}=${percentEncoded(text)}`);
  const raw = fc.constantFrom(
    "&",
    "=",
    "&&=",
    "page_size",
    "%",
    "a=%zz",
    "=a",
    "page_size=1&page_size=2",
    "+",
    "a[]=1",
  );
  const usual =
    parameters.length === 0
      ? fc.constant([])
      : fc
          .subarray([...parameters], { maxLength: Math.min(3, parameters.length) })
          .chain((chosen) => fc.tuple(...chosen.map(pair)));
  const spoiled = fc.tuple(usual, fc.oneof(stray, raw)).map(([pairs, more]) => [...pairs, more]);
  return fc
    .oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: spoiled })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

function namedHeaders(fuzzed: FuzzedOperation, known: KnownValues): fc.Arbitrary<Readonly<Record<string, string>>> {
  const parameters = parametersIn(fuzzed, "header");
  const each = parameters.map((parameter) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: textsFor(parameter, fuzzed, known).map((text) => ({
          [parameter.name.toLowerCase()]: headerText(text),
        })),
      },
    ),
  );
  return fc.tuple(...each).map((headers) => Object.assign({}, ...headers));
}
