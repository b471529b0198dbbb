import type { Endpoint, Input, Reply } from "../contract/endpoint.ts";
import { BASE_PATH, type PublicEndpoints, publicEndpoints } from "../contract/endpoints.ts";
import { trimTrailing } from "../model/text/trim-trailing.ts";
import { type SendOptions, send, unwrap } from "./send.ts";

export interface ClientOptions {
  /** The address of the service, with or without `/api/v1/external`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
  /** Default 4. */
  readonly retries?: number;
  /** Default one minute, as long as a rate limit can ask for. */
  readonly maxWaitMs?: number;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

type Lists = "listCases" | "listThreats" | "listUsers" | "listNhi";
type Page<E extends Endpoint> = Reply<E> extends { next_cursor: string | null } ? Reply<E> : never;
type Item<E extends Endpoint> =
  Reply<E> extends { items: readonly (infer I)[] } ? I : Reply<E> extends { data: readonly (infer I)[] } ? I : never;
type Query<E extends Endpoint> = Input<E> extends { query: infer Q } ? Q : never;

/** Where a walk stands: every item, or every page with the cursor it ends at. */
export interface Walk<E extends Endpoint> extends AsyncIterable<Item<E>> {
  pages(): AsyncIterable<Page<E>>;
}

export type Client = {
  /** One call of the operation, retried while the service is busy. */
  readonly [K in keyof PublicEndpoints]: (
    input: Partial<Input<PublicEndpoints[K]>> & Needed<PublicEndpoints[K]>,
    options?: CallOptions,
  ) => Promise<Reply<PublicEndpoints[K]>>;
} & {
  /** Every item of a list, page after page: `for await (const item of client.walk("listCases", { state: "discover" }))`. */
  walk<K extends Lists>(list: K, query?: Query<PublicEndpoints[K]>, options?: CallOptions): Walk<PublicEndpoints[K]>;
};

/** Path parameters and a body must be given; a query and headers may be left out. */
type Needed<E extends Endpoint> = Pick<Input<E>, Extract<keyof Input<E>, "params" | "body">>;

type Parts = Readonly<Partial<Record<"params" | "query" | "headers" | "body", Readonly<Record<string, unknown>>>>>;

/** The text without a suffix it may have. */
const withoutSuffix = (text: string, suffix: string): string =>
  text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;

/** A client of the public API: a method per operation, typed by the contract itself. */
export function createClient(options: ClientOptions): Client {
  const base = withoutSuffix(trimTrailing(options.baseUrl, "/"), BASE_PATH) + BASE_PATH;
  const sending: SendOptions = {
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 4,
    maxWaitMs: options.maxWaitMs ?? 60_000,
    wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
  const call = async (endpoint: Endpoint, input: Parts, { signal }: CallOptions = {}): Promise<unknown> => {
    const headers = { ...toHeaders(input.headers), "x-api-key": options.apiKey };
    const request = {
      url: toUrl(base, endpoint, input),
      method: endpoint.method,
      headers: input.body ? { ...headers, "content-type": "application/json" } : headers,
      body: input.body && JSON.stringify(input.body),
      repeatable: endpoint.method === "GET" || input.headers?.["idempotency-key"] !== undefined,
      signal,
    };
    try {
      return await send(request, sending);
    } catch (error) {
      throw unwrap(error);
    }
  };
  const methods = Object.entries(publicEndpoints).map(([name, endpoint]) => [
    name,
    (input: Parts = {}, callOptions?: CallOptions) => call(endpoint, input, callOptions),
  ]);
  const walk = (list: Lists, query: Record<string, unknown> = {}, callOptions?: CallOptions) =>
    walkOf((cursor) =>
      call(publicEndpoints[list], { query: { ...query, ...(cursor && { next_cursor: cursor }) } }, callOptions),
    );
  // The methods are made from the contract at run time; their types are made from it at compile time.
  return { ...Object.fromEntries(methods), walk } as unknown as Client;
}

interface AnyPage {
  readonly next_cursor: string | null;
  readonly items?: readonly unknown[];
  readonly data?: readonly unknown[];
}

function walkOf(read: (cursor: string | undefined) => Promise<unknown>) {
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

function toUrl(base: string, endpoint: Endpoint, input: Parts): URL {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return url;
}

function toHeaders(headers: Parts["headers"]): Record<string, string> {
  const given = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
