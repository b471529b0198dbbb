import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { type Checker, checkerOf } from "../contract/check.ts";
import type { Endpoint, Input } from "../contract/endpoint.ts";
import { Failure } from "../model/failure.ts";
import type { Versioned } from "../model/vocabulary.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Allowance, allowanceHeaders } from "./allowance.ts";
import { type Answer, chooseEncoding, etagHeader, matchTag } from "./answer.ts";
import { type DeliveredBody, deliveredBody } from "./delivered-body.ts";
import type { Slots } from "./edge/slots.ts";
import type { Turns } from "./edge/turns.ts";
import type { PageCache } from "./page-cache.ts";
import { invalid, type QueryReader, queryReaderOf } from "./read-query.ts";

/** Who asks, once the guard has let them in. */
export interface Admitted {
  readonly domainId: string;
  readonly allowance: Allowance;
  /** The versions of the domain's data when the request came in. */
  readonly versions: Readonly<Partial<Record<Versioned, string>>>;
}

/** Credentials, limits, scope and address, in this order; throws a `Failure` at the first that does not hold. */
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

export interface Plane<C extends Admitted> {
  readonly app: FastifyInstance;
  readonly basePath: string;
  readonly guard: Guard<C>;
  readonly slots: Slots;
  /** Compression of one domain's answers: the threads for it are few, and shared by all domains. */
  readonly compressing: Turns;
  readonly cache: PageCache;
  readonly clock: Clock;
  readonly onCache: (hit: boolean) => void;
}

/**
 * Mounts one endpoint of the contract. `dependsOn` names the data its answer is made from; null means that the answer
 * depends on who asks and is made anew each time.
 */
export function mount<E extends Endpoint, C extends Admitted>(
  plane: Plane<C>,
  endpoint: E,
  dependsOn: readonly Versioned[] | null,
  handler: Handler<E, C>,
): void {
  const readInput = inputReaderOf(endpoint);
  const admitted = new WeakMap<FastifyRequest, C>();
  const answer = async (request: FastifyRequest, reply: FastifyReply, caller: C): Promise<FastifyReply> => {
    const make = () => handler(caller, readInput(request) as Parameters<typeof handler>[1]);
    if (endpoint.method !== "GET") {
      const { headers, body } = await make();
      return reply.headers({ ...JSON_TYPE, "cache-control": "no-store", ...headers }).send(body);
    }
    const made = dependsOn ? await recalled(plane, request, caller, dependsOn, make) : await make();
    return sendAnswer(plane, request, reply, made, caller);
  };
  plane.app.route({
    method: endpoint.method,
    url: plane.basePath + endpoint.path,
    config: { slot: "guarded" },
    ...(endpoint.delivery && { handlerTimeout: DELIVERY_TIMEOUT_MS }),
    onRequest: async (request, reply) => {
      admitted.set(request, await plane.guard(request, reply, endpoint));
      // Nobody waits for this answer any more, so it is not made.
      if (request.raw.socket.destroyed) throw new Failure("invalid_request", "the caller has left");
    },
    handler: (request, reply) =>
      plane.slots.during(reply.raw, () => answer(request, reply, admitted.get(request) as C)),
  });
}

/** An answer from the cache when nothing it was made from has changed since; else a new one, kept for the next. */
async function recalled<C extends Admitted>(
  { cache, onCache }: Plane<C>,
  request: FastifyRequest,
  caller: C,
  dependsOn: readonly Versioned[],
  make: () => Promise<Answer>,
): Promise<Answer> {
  // The same words were valid before: a cached answer needs no reading of them again.
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
  return (request) => {
    const params = request.params as Record<string, string>;
    const problem = checkParams?.(params);
    if (problem) throw invalid(problem.field, problem.message);
    const search = request.raw.url?.split("?").slice(1).join("?") ?? "";
    return {
      params,
      query: readQuery(search),
      headers: readHeaders?.(request),
      body: endpoint.delivery ? deliveredBody(request) : checkBody && checkedBody(checkBody, request.body),
    };
  };
}

/** Only the headers the contract names; the rest of a request's headers are none of an endpoint's business. */
function headerReaderOf(schema: TSchema): (request: FastifyRequest) => Record<string, unknown> {
  const names = Object.keys((schema as unknown as { properties: Record<string, unknown> }).properties);
  const check = checkerOf(schema);
  return (request) => {
    const given = names.filter((name) => request.headers[name] !== undefined);
    const values = Object.fromEntries(given.map((name) => [name, request.headers[name]]));
    const problem = check(values);
    if (problem)
      throw new Failure("invalid_parameter", `header '${problem.field}' ${problem.message}`, { param: problem.field });
    return values;
  };
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
