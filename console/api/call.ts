import type { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";
import type { Endpoint, Input, Reply } from "../../src/contract/endpoint.ts";
import { ApiError } from "./api-error.ts";
import { OPERATIONS } from "./operations.ts";

type Endpoints = typeof adminEndpoints;
export type OperationId = keyof Endpoints;
export type ReplyOf<O extends OperationId> = Reply<Endpoints[O]>;

type DomainParam<E> = E extends { readonly requires: infer R }
  ? [R] extends ["nothing" | "session" | "operator"]
    ? unknown
    : { readonly params: { readonly domain_id: string } }
  : unknown;
type PartOf<E extends Endpoint, K extends string> = Input<E> extends { readonly [P in K]: infer V } ? V : unknown;
/** A part of which every member is optional may be left out. */
type Given<K extends string, V> = unknown extends V
  ? unknown
  : Partial<V> extends V
    ? { readonly [P in K]?: V }
    : { readonly [P in K]: V };
/** The parts of a request without the domain. */
export type OwnInputOf<O extends OperationId> = Given<"params", Omit<PartOf<Endpoints[O], "params">, "domain_id">> &
  Given<"query", PartOf<Endpoints[O], "query">> &
  Given<"headers", PartOf<Endpoints[O], "headers">> &
  Given<"body", PartOf<Endpoints[O], "body">>;
export type InputOf<O extends OperationId> = OwnInputOf<O> & DomainParam<Endpoints[O]>;

/** The parts of any request, as they are sent. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const BASE_PATH = "/api/v1/admin";
/** What the page does when a request needs the person: sign in again, or enter the password again. */
export interface SessionPrompts {
  /** Shows the sign-in page. */
  onSessionEnded(): void;
  /** Asks for the password; resolves to false if the person cancels. */
  reauthenticate(): Promise<boolean>;
}

let prompts: SessionPrompts = { onSessionEnded: () => undefined, reauthenticate: async () => false };
export function setSessionPrompts(given: SessionPrompts): void {
  prompts = given;
}

/** A response with the entity tag of its content. */
export interface Received<T> {
  readonly data: T;
  readonly etag: string | null;
}

/** Calls an operation of the admin API and returns the body of its response. */
export async function call<O extends OperationId>(
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<ReplyOf<O>> {
  return (await callForTag(operation, input, signal)).data;
}

/** Calls an operation and returns the body of its response with its entity tag. */
export async function callForTag<O extends OperationId>(
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<Received<ReplyOf<O>>> {
  const sendNow = () => request(operation, input as AnyInput, signal) as Promise<Received<ReplyOf<O>>>;
  const send = () => (REPLACES_TOKENS.has(operation) ? withLock(sendNow) : sendNow());
  for (let repairs = 0; ; repairs += 1) {
    try {
      return await send();
    } catch (error) {
      if (repairs === MAX_REPAIRS || !(await mayRetry(error))) throw error;
    }
  }
}

/** A fresh access token, and then a password: after a pause both are lacking. */
const MAX_REPAIRS = 2;

/** Repairs what a failed request lacks: a fresh access token, or a password that was just entered. */
async function mayRetry(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "reauthentication_required") return prompts.reauthenticate();
  // Another 401, such as that of a wrong code, would be the same again and count as a second attempt.
  if (error.code !== "invalid_session") return false;
  if (await refresh()) return true;
  prompts.onSessionEnded();
  return false;
}

let refreshing: Promise<boolean> | undefined;
/** Renews the access token; concurrent callers share one request, because a refresh token works once. */
function refresh(): Promise<boolean> {
  refreshing ??= withLock(() => request("refreshSession", {}))
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Operations whose response replaces the tokens: another tab must not renew those of the session that ends. */
const REPLACES_TOKENS: ReadonlySet<OperationId> = new Set(["reauthenticate"]);

/** Runs one refresh at a time among the tabs of the browser. */
function withLock<T>(run: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("parapet.refresh", run) : run();
}

async function request(operation: OperationId, input: AnyInput, signal?: AbortSignal): Promise<Received<unknown>> {
  const { method } = OPERATIONS[operation];
  const response = await fetch(addressOf(operation, input), {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...(input.body !== undefined && JSON_TYPE), ...input.headers },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, {});
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || body === undefined) throw new ApiError(response.status, toRecord(body), response.headers);
  return { data: body, etag: response.headers.get("etag") };
}

const JSON_TYPE = { "content-type": "application/json" };

function addressOf(operation: OperationId, { params = {}, query = {} }: AnyInput): string {
  const path = OPERATIONS[operation].path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return BASE_PATH + path + (search && `?${search}`);
}

function toRecord(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? { ...body } : { message: "The server sent no usable response." };
}
