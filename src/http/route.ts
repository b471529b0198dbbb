import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { type Checker, checkerOf } from "../contract/check.ts";
import type { Endpoint, Input, InputProblem } from "../contract/endpoint.ts";
import { Failure } from "../model/failure.ts";
import type { ReadinessResource, Versioned } from "../model/vocabulary.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Allowance, allowanceHeaders } from "./allowance.ts";
import { type Answer, chooseEncoding, etagHeader, matchTag } from "./answer.ts";
import { type DeliveredBody, deliveredBody } from "./delivered-body.ts";
import type { SerializeByName } from "./edge/serialize-by-name.ts";
import type { Slots } from "./edge/slots.ts";
import type { PageCache } from "./page-cache.ts";
import { invalid, type QueryReader, queryReaderOf } from "./read-query.ts";

/** The authenticated caller, as the guard returns it. */
export interface Admitted {
  readonly domainId: string;
  readonly allowance: Allowance;
  /** The versions of the domain's data when the request arrived. */
  readonly versions: Readonly<Partial<Record<Versioned, string>>>;
  /** Fails with 423 while the resource is not ready for the caller's domain. */
  requireReady(resource: ReadinessResource): Promise<void>;
}

/** Checks credentials, limits, scope and address, in this order; throws the `Failure` of the first check that fails. */
export type Guard<C extends Admitted> = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
) => Promise<C>;

export type Handler<E extends Endpoint, C> = (
  caller: C,
  input: Input<E> & (E extends { readonly delivery: unknown } ? { readonly body: DeliveredBody } : unknown),
) => Promise<Answer>;

/** Storing thousands of rows takes longer than reading a page. */
const DELIVERY_TIMEOUT_MS = 120_000;
const SLOW_TIMEOUT_MS = 30_000;

export interface Plane<C extends Admitted> {
  readonly app: FastifyInstance;
  readonly basePath: string;
  readonly guard: Guard<C>;
  readonly slots: Slots;
  /** Runs one compression per domain at a time: zlib's threads are few, and all domains share them. */
  readonly compressing: SerializeByName;
  readonly cache: PageCache;
  readonly clock: Clock;
  readonly onCache: (hit: boolean) => void;
}

/**
 * Mounts one endpoint of the contract. A handler runs only with valid input and while the resource that the endpoint
 * declares is ready. `dependsOn` names the data that its response is built from, apart from readiness; null means that
 * the response depends on the caller and is never cached.
 */
export function mount<E extends Endpoint, C extends Admitted>(
  plane: Plane<C>,
  endpoint: E,
  dependsOn: readonly Versioned[] | null,
  handler: Handler<E, C>,
): void {
  const readInput = inputReaderOf(endpoint);
  const { readiness } = endpoint;
  const versioned: readonly Versioned[] | null = readiness && dependsOn ? [...dependsOn, "readiness"] : dependsOn;
  const admitted = new WeakMap<FastifyRequest, C>();
  const answer = async (request: FastifyRequest, reply: FastifyReply, caller: C): Promise<FastifyReply> => {
    const make = async () => {
      const input = readInput(request) as Parameters<typeof handler>[1];
      if (readiness) await caller.requireReady(readiness);
      return handler(caller, input);
    };
    if (endpoint.redirects) {
      const { headers } = await make();
      return reply
        .code(303)
        .headers({ "cache-control": "no-store", ...headers })
        .send();
    }
    if (endpoint.method !== "GET") {
      const { headers, body } = await make();
      return reply.headers({ ...JSON_TYPE, "cache-control": "no-store", ...headers }).send(body);
    }
    const made = versioned ? await fromCache(plane, request, caller, versioned, make) : await make();
    return sendAnswer(plane, request, reply, made, caller);
  };
  plane.app.route({
    method: endpoint.method,
    url: plane.basePath + endpoint.path,
    config: { slot: "guarded" },
    ...(endpoint.delivery && { handlerTimeout: DELIVERY_TIMEOUT_MS }),
    ...(endpoint.slow && { handlerTimeout: SLOW_TIMEOUT_MS }),
    onRequest: async (request, reply) => {
      admitted.set(request, await plane.guard(request, reply, endpoint));
      // The client has disconnected, so no response is built.
      if (request.raw.socket.destroyed) throw new Failure("invalid_request", "the client has disconnected");
    },
    handler: (request, reply) =>
      plane.slots.during(reply.raw, () => answer(request, reply, admitted.get(request) as C)),
  });
}

/** Returns the cached answer if the data it was built from is unchanged; otherwise builds and caches a new one. */
async function fromCache<C extends Admitted>(
  { cache, onCache }: Plane<C>,
  request: FastifyRequest,
  caller: C,
  dependsOn: readonly Versioned[],
  make: () => Promise<Answer>,
): Promise<Answer> {
  // A URL that is in the cache was valid before, so it is not validated again.
  const key = `${caller.domainId} ${request.raw.url}`;
  const versions = dependsOn.map((resource) => caller.versions[resource] ?? "0").join(".");
  const cached = cache.find(key, versions);
  onCache(cached !== undefined);
  if (cached) return cached;
  const answer = await make();
  cache.keep(key, versions, answer);
  return answer;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

async function sendAnswer<C extends Admitted>(
  { clock, slots, compressing }: Plane<C>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { allowance, domainId }: C,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"], answer.body.length);
  reply.headers({
    etag: etagHeader(answer.etag, encoding),
    "cache-control": "private, no-cache",
    vary: "accept-encoding",
  });
  const match = matchTag(request.headers["if-none-match"], answer.etag);
  if (match === "any") return reply.code(304).send();
  if (match === "exact") {
    const remaining = await allowance.admission.release();
    return reply
      .code(304)
      .headers(allowanceHeaders(allowance, clock(), remaining))
      .send();
  }
  const body = await answer.encoded(encoding, (compress) => compressing(domainId, compress));
  slots.send(reply.raw, body.length);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.headers({ ...JSON_TYPE, ...answer.headers }).send(body);
}

type InputReader = (request: FastifyRequest) => Record<string, unknown>;

function inputReaderOf(endpoint: Endpoint): InputReader {
  const checkParams = endpoint.params && checkerOf(endpoint.params);
  const readQuery: QueryReader = queryReaderOf(endpoint.query);
  const readHeaders = endpoint.headers && headerReaderOf(endpoint.headers);
  const checkBody = endpoint.body && checkerOf(endpoint.body);
  const check = endpoint.check as ((input: unknown) => InputProblem | undefined) | undefined;
  return (request) => {
    const params = request.params as Record<string, string>;
    const problem = checkParams?.(params);
    if (problem) throw invalid(problem.field, problem.message);
    const search = request.raw.url?.split("?").slice(1).join("?") ?? "";
    const input = {
      params,
      query: readQuery(search),
      headers: readHeaders?.(request),
      body: endpoint.delivery ? deliveredBody(request) : checkBody && checkedBody(checkBody, request.body),
    };
    const wrong = check?.(input);
    if (wrong) throw wrong.in === "query" ? invalid(wrong.param, wrong.message, wrong.allowed) : invalidHeader(wrong);
    return input;
  };
}

/** Returns a reader of the headers that the contract names; all others are ignored. */
function headerReaderOf(schema: TSchema): (request: FastifyRequest) => Record<string, unknown> {
  const names = Object.keys((schema as unknown as { properties: Record<string, unknown> }).properties);
  const check = checkerOf(schema);
  return (request) => {
    const given = names.filter((name) => request.headers[name] !== undefined);
    const values = Object.fromEntries(given.map((name) => [name, request.headers[name]]));
    const problem = check(values);
    if (problem) throw invalidHeader({ param: problem.field, message: problem.message });
    return values;
  };
}

function invalidHeader({ param, message }: Pick<InputProblem, "param" | "message">): Failure {
  return new Failure("invalid_parameter", `header '${param}' ${message}`, { param });
}

function checkedBody(check: Checker, body: unknown): unknown {
  if (body === undefined) throw new Failure("invalid_body", "a JSON body is required");
  const problem = check(body);
  if (!problem) return body;
  const what = problem.field ? `field '${problem.field}'` : "the body";
  throw new Failure("invalid_body", `${what} ${problem.message}`, {
    field: problem.field,
    ...(problem.allowed && { allowed: problem.allowed }),
  });
}
