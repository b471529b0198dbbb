import type { InjectOptions } from "fastify";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { createDomain } from "../../src/actions/create-domain.ts";
import { composeService, type Parts, type Service } from "../../src/compose.ts";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { READINESS_RESOURCES, SCOPES, type Scope } from "../../src/model/vocabulary.ts";
import { newId } from "../../src/runtime/ids.ts";
import { createMetrics } from "../../src/runtime/metrics.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { TEST_ACTOR } from "./actor.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { checkResponse } from "./response-check.ts";

export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body as JSON. */
  readonly body: Record<string, never> & { readonly [member: string]: unknown };
}

export interface AskOptions {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "PATCH" | "OPTIONS";
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string or bytes as they are. */
  readonly payload?: object | string | Buffer;
  readonly address?: string;
}

/** A domain of a test, with a key that has every scope. */
export interface TestDomain {
  readonly db: DomainHandle;
  readonly domainId: string;
  readonly name: string;
  readonly key: string;
  /**
   * Sends a request to the public API with this domain's key; every response is checked against the OpenAPI document.
   */
  ask(path: string, options?: AskOptions): Promise<TestReply>;
  anotherKey(options?: {
    scopes?: readonly Scope[];
    expiresAt?: Date | null;
    allowedAddresses?: readonly string[];
  }): Promise<string>;
}

export interface TestService extends TestDatabase {
  readonly service: Service;
  /** The service's clock; assign to change the time. */
  clock: { now: Date };
  /** Creates a domain; all its resources are ready unless specified otherwise. */
  givenDomain(options?: { ready?: boolean }): Promise<TestDomain>;
  ask(path: string, options?: AskOptions): Promise<TestReply>;
  stop(): Promise<void>;
}

export const TEST_PEPPER = "a pepper for tests, thirty-two characters and more";

/** Composes the service as `serve` does, with a secret of the tests and without a log. */
export function composeTestService(parts: Pick<Parts, "database" | "clock"> & Partial<Parts>): Service {
  return composeService({
    pepper: TEST_PEPPER,
    metrics: createMetrics("test", () => 0),
    rulesFolder: "no-such-folder",
    analysis: { intervalMs: undefined, memoryMb: 512 },
    ...parts,
    server: { logger: false, ...parts.server },
  });
}

/** Starts the whole service on an empty database, for requests in process. Start one per file, in `beforeAll`. */
export async function startTestService(parts: Partial<Parts> = {}): Promise<TestService> {
  const opened = await openTestDatabase();
  const clock = { now: new Date("2026-11-02T10:00:00.000Z") };
  const service = composeTestService({ database: opened.database, clock: () => clock.now, ...parts });
  await service.app.ready();
  const ask = (path: string, options: AskOptions = {}) => inject(service, path, options);
  return {
    ...opened,
    service,
    clock,
    ask,
    givenDomain: (options = {}) => givenDomain(opened.database, () => clock.now, ask, options),
    stop: async () => {
      await service.close();
      await opened.close();
    },
  };
}

/** Sends a request to a service in process; the response is checked against the OpenAPI document. */
export async function inject(service: Service, path: string, options: AskOptions): Promise<TestReply> {
  const { method = "GET", key, headers = {}, payload, address } = options;
  const isJson = typeof payload === "object" && !Buffer.isBuffer(payload);
  const request: InjectOptions = {
    method,
    url: path.startsWith("/api/") ? path : BASE_PATH + path,
    headers: { ...(key && { "x-api-key": key }), ...(isJson && { "content-type": "application/json" }), ...headers },
    ...(payload !== undefined && { payload: isJson ? JSON.stringify(payload) : (payload as string | Buffer) }),
    ...(address && { remoteAddress: address }),
  };
  const reply = await service.app.inject(request);
  const encoded = reply.headers["content-encoding"] !== undefined;
  if (!encoded) checkResponse(method, request.url as string, reply.statusCode, reply.body);
  const isJsonReply =
    !encoded && String(reply.headers["content-type"]).startsWith("application/json") && reply.body !== "";
  return {
    status: reply.statusCode,
    headers: reply.headers as Record<string, string | undefined>,
    text: reply.body,
    body: isJsonReply ? (JSON.parse(reply.body) as TestReply["body"]) : ({} as TestReply["body"]),
  };
}

async function givenDomain(
  database: Database,
  clock: () => Date,
  ask: TestService["ask"],
  { ready = true }: { ready?: boolean },
): Promise<TestDomain> {
  const name = `d${newId()}`;
  const domainId = await createDomain({ database: database, clock: clock, actor: TEST_ACTOR }, name);
  const db = database.forDomain(domainId);
  const ctx = { db, clock, actor: TEST_ACTOR } as const;
  const anotherKey: TestDomain["anotherKey"] = async ({
    scopes = SCOPES,
    expiresAt = null,
    allowedAddresses = [],
  } = {}) => (await createApiKey(ctx, TEST_PEPPER, { name: "test", scopes, expiresAt, allowedAddresses })).key;
  const key = await anotherKey();
  if (ready) {
    await db.transaction((tx) => markReady(tx, READINESS_RESOURCES, clock()));
  }
  return { db, domainId, name, key, anotherKey, ask: (path, options = {}) => ask(path, { key, ...options }) };
}
