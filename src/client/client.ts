import { trimTrailing } from "../model/text/trim-trailing.ts";
import type { Lists, Methods, MethodsWithResponse } from "./api-types.ts";
import { API_PATH, CLIENT_OPERATIONS, type ClientOperation } from "./operations.ts";
import type { CallOptions, ConditionalOptions, NotModified, Received } from "./response.ts";
import { type SendOptions, send } from "./send.ts";

export interface ClientOptions {
  /** The address of the service, with or without `/api/v1/external`. */
  readonly baseUrl: string;
  /** A missing key is refused at once, so that it may come straight from an environment variable. */
  readonly apiKey: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is sent again. Default: 4. */
  readonly retries?: number | undefined;
  /** The longest wait before a retry. Default: 60,000, the longest wait of a rate limit. */
  readonly maxWaitMs?: number | undefined;
  /** Waits before a retry; rejects when the signal is aborted. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** A list that is read page by page: iterate over it for its items, or over `pages()`. */
export interface Walk<Item, Page> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page>;
}

/** A client of the public API, with one method per operation. */
export interface Client extends Methods {
  /** The same operations, with the status and headers of the response; reads can be conditional. */
  readonly withResponse: MethodsWithResponse;
  /** Reads all items of a list: `for await (const item of client.walk("listCases", { state: "discover" }))`. */
  walk<K extends keyof Lists>(
    list: K,
    query?: Lists[K]["query"],
    options?: CallOptions,
  ): Walk<Lists[K]["item"], Lists[K]["page"]>;
}

type Input = Readonly<Partial<Record<"params" | "query" | "headers" | "body", Readonly<Record<string, unknown>>>>>;
type Options = CallOptions | ConditionalOptions;
type Call = (name: string, input: Input, options?: Options) => Promise<Received<unknown> | NotModified>;

/** Creates a client of the public API. */
export function createClient(options: ClientOptions): Client {
  const call = callerOf(options);
  const names = Object.keys(CLIENT_OPERATIONS);
  const methodsOf = <T>(method: (name: string, input: Input, callOptions?: Options) => T) =>
    Object.fromEntries(
      names.map((name) => [name, (input: Input = {}, callOptions?: Options) => method(name, input, callOptions)]),
    );
  const dataOf = async (name: string, input: Input, { signal }: Options = {}) =>
    (await call(name, input, { signal })).data;
  const walk = (list: string, query: Readonly<Record<string, unknown>> = {}, callOptions?: CallOptions) =>
    walkOf((cursor) => dataOf(list, { query: { ...query, ...(cursor && { next_cursor: cursor }) } }, callOptions));
  // The methods are created from the table of operations; the types are generated from the same document.
  return { ...methodsOf(dataOf), withResponse: methodsOf(call), walk } as unknown as Client;
}

function callerOf(options: ClientOptions): Call {
  const base = readBaseUrl(options.baseUrl);
  const apiKey = readApiKey(options.apiKey);
  const sending: SendOptions = {
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 4,
    maxWaitMs: options.maxWaitMs ?? 60_000,
    wait: options.wait ?? sleep,
  };
  return async (name, input, { signal, ifNoneMatch } = {}) => {
    const operation = CLIENT_OPERATIONS[name];
    if (!operation) throw new TypeError(`the API has no operation '${name}'`);
    const headers = headersOf(operation, input, ifNoneMatch);
    const request = {
      url: toUrl(base, operation, input),
      method: operation.method,
      headers: { ...headers, "x-api-key": apiKey },
      body: input.body && JSON.stringify(input.body),
      repeatable: operation.method === "GET" || headers["idempotency-key"] !== undefined,
      signal,
    };
    return send(request, sending);
  };
}

function readBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new TypeError(
      "baseUrl is not an absolute URL; give the address of the service, such as http://127.0.0.1:8080",
    );
  }
  const address = trimTrailing(text, "/");
  return address.endsWith(API_PATH) ? address : address + API_PATH;
}

function readApiKey(text: string | undefined): string {
  const apiKey = text?.trim() ?? "";
  if (apiKey === "") throw new TypeError("apiKey is missing; create a key with 'parapet key create --domain NAME'");
  // `fetch` would quote an invalid header value, and with it the key, in its error.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey has characters that no API key has");
  return apiKey;
}

interface AnyPage {
  readonly next_cursor: string | null;
  readonly items?: readonly unknown[];
  readonly data?: readonly unknown[];
}

function walkOf(read: (cursor: string | undefined) => Promise<unknown>): Walk<unknown, unknown> {
  async function* pages(): AsyncGenerator<AnyPage> {
    let cursor: string | undefined;
    do {
      const page = (await read(cursor)) as AnyPage;
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* page.items ?? page.data ?? [];
  }
  return { pages, [Symbol.asyncIterator]: items };
}

function toUrl(base: string, { path }: ClientOperation, input: Input): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(name, input.params?.[name]));
  const url = new URL(base + filled);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return url;
}

/** Encodes a path parameter; an empty one or `..` would address another operation. */
function toSegment(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (text === "" || text === "." || text === "..") throw new TypeError(`params.${name} must not be '${text}'`);
  return encodeURIComponent(text);
}

/** Returns the headers of a request. A write gets an idempotency key, so that it can be retried. */
function headersOf(
  { takesIdempotencyKey }: ClientOperation,
  { headers, body }: Input,
  ifNoneMatch: string | undefined,
): Record<string, string> {
  const given = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...(takesIdempotencyKey && { "idempotency-key": crypto.randomUUID() }),
    ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)])),
    ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
    ...(body && { "content-type": "application/json" }),
  };
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
