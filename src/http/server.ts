import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { BODY_LIMIT_BYTES, BODY_LIMIT_TEXT } from "../contract/body-limit.ts";
import { Failure, type FailureCode } from "../model/failure.ts";
import { JsonProblem, parseStrictJson } from "../model/text/strict-json.ts";
import { terminalJson } from "../model/text/terminal-text.ts";
import { newRequestId } from "../runtime/ids.ts";
import { commonHeaders } from "./common-headers.ts";
import { createBrokenRequests } from "./edge/broken-requests.ts";
import { type CallerName, CONNECTION_LIMITS, createConnections } from "./edge/connections.ts";
import { isDisconnected } from "./edge/is-disconnected.ts";
import type { Slots } from "./edge/slots.ts";
import { toFailureReply } from "./failure-reply.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * How a request acquires a slot: `none` means that it needs none, `guarded` that the route's guard acquires one for the
     * caller. Unset means one of the slots that all routes without a key share.
     */
    slot?: "none" | "guarded";
  }
}

export interface ServerOptions {
  readonly logger: { readonly level: string; readonly stream?: { write(line: string): void } } | false;
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Requests in flight; any more are answered with 503. */
  readonly maxInFlight: number;
  readonly handlerTimeoutMs: number;
}

export const DEFAULT_SERVER_OPTIONS: ServerOptions = {
  logger: { level: "info" },
  trustedProxies: [],
  maxInFlight: 1_000,
  handlerTimeoutMs: 5_000,
};

/** A path that matches no route. */
const UNROUTABLE_PATH = "/*";
const KEEP_ALIVE_MS = 72_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than any handler timeout, so that a slow request ends with a response and not with a closed socket. */
const SOCKET_TIMEOUT_MS = 150_000;
const HTTP_OPTIONS = {
  headersTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
  // Two keys in two Authorization headers must not be taken for the first.
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
};

/** Creates a server with hardened defaults and one error format, and without routes. */
export function createServer(
  options: ServerOptions,
  slots: Slots,
  callerOf: CallerName,
  onFailure: (code: FailureCode) => void,
): FastifyInstance {
  const connections = createConnections(CONNECTION_LIMITS, callerOf);
  const broken = createBrokenRequests(connections, onFailure);
  const unroutable = new WeakMap<IncomingMessage, Failure>();
  const app = fastify({
    logger: options.logger && {
      level: options.logger.level,
      hooks: { streamWrite: terminalJson },
      ...(options.logger.stream && { stream: options.logger.stream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    handlerTimeout: options.handlerTimeoutMs,
    routerOptions: { maxParamLength: 1_024 },
    // Requests that arrive while the server closes are served: Fastify's own 503 has another body format.
    return503OnClosing: false,
    serverFactory: (listener) => {
      const server = createHttpServer(HTTP_OPTIONS, connections.inTurn(listener));
      server.setTimeout(SOCKET_TIMEOUT_MS);
      server.maxRequestsPerSocket = 10_000;
      connections.watch(server);
      return server;
    },
    clientErrorHandler: (error, socket) => broken.answer(error, socket, app.log),
    // Fastify runs no hooks for these errors, so the request is routed to a path without a route, where hooks do run.
    frameworkErrors: (error, { raw, log }, reply) => {
      unroutable.set(raw, toFailure(error, log));
      raw.url = UNROUTABLE_PATH;
      app.routing(raw, reply.raw);
    },
  });
  installHeaders(app);
  broken.watch(app);
  installJsonParser(app);
  installSlots(app, slots);
  app.addHook("preClose", async () => connections.closeAfterResponse());
  installNotFound(app, unroutable);
  app.setErrorHandler((error: Error, request, reply) => {
    const failure = toFailure(error, request.log);
    if (!isDisconnected(request.raw)) onFailure(failure.code);
    return sendFailure(reply, failure, request.id);
  });
  return app;
}

function installHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders(request));
  });
}

function installJsonParser(app: FastifyInstance): void {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (!/^(identity)?$/i.test(request.headers["content-encoding"] ?? "")) {
      throw new Failure("unsupported_media_type", "send the body without a content encoding");
    }
    const charset = /;\s*charset="?([^";]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
    if (charset && charset.toLowerCase() !== "utf-8") {
      throw new Failure("unsupported_media_type", `the body must be UTF-8, not ${charset.slice(0, 32)}`);
    }
    try {
      return parseStrictJson(utf8.decode(body));
    } catch (error) {
      const reason = error instanceof JsonProblem ? error.message : "is not valid UTF-8";
      throw new Failure("invalid_json", `the body ${reason}`);
    }
  });
}

/** Acquires a slot for routes without a key; guarded routes acquire theirs once the caller is known. */
function installSlots(app: FastifyInstance, slots: Slots): void {
  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (routeOptions.config?.slot === undefined) slots.take(reply.raw, "open");
  });
}

/** Answers 405 with the allowed methods for a known path with another method, and 404 for any other path. */
function installNotFound(app: FastifyInstance, unroutable: WeakMap<IncomingMessage, Failure>): void {
  const known = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    known.set(url, methods);
  });
  const refuse = async (request: FastifyRequest): Promise<never> => {
    const failure = unroutable.get(request.raw);
    if (failure) throw failure;
    const path = request.raw.url?.split("?")[0]?.replace(/^https?:\/\/[^/]*/i, "") ?? "";
    const [, methods] = [...known].find(([url]) => isAtRoute(path, url)) ?? [];
    if (!methods) throw new Failure("route_not_found", "there is no operation at this path; see /docs for all paths");
    const allowed = [...methods].sort();
    const allow = allowed.join(", ");
    throw new Failure("method_not_allowed", `this path supports ${allow}`, { allowed }, { allow });
  };
  app.setNotFoundHandler(refuse);
  // Runs before the body is read: a wrong path is reported before a wrong body.
  app.addHook("onRequest", async (request) => {
    if (request.is404) await refuse(request);
  });
}

/** Returns whether a path matches a route pattern, whose `:name` segments match any non-empty segment. */
function isAtRoute(path: string, url: string): boolean {
  const parts = path.split("/");
  const wanted = url.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith(":") ? parts[at] !== "" : parts[at] === part))
  );
}

function sendFailure(reply: FastifyReply, failure: Failure, requestId: string): FastifyReply {
  const { status, headers, body } = toFailureReply(failure, requestId);
  return reply.code(status).headers(headers).send(body);
}

const FRAMEWORK_FAILURES: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure("unsupported_media_type", "send the body as application/json"),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure("payload_too_large", `the body may be ${BODY_LIMIT_TEXT} at most`),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Failure("invalid_request", "Content-Length does not match the body"),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure("invalid_json", "the body is empty"),
  FST_ERR_MAX_PARAM_LENGTH: () => new Failure("uri_too_long", "a segment of the path is too long"),
  FST_ERR_BAD_URL: () => new Failure("invalid_request", "the path is not valid percent-encoded UTF-8"),
  FST_ERR_HANDLER_TIMEOUT: () => new Failure("unavailable", "the request took too long; try again shortly", {}, RETRY),
  // The client disconnected before the body was complete. A connection reset by the database is a Failure already.
  ECONNRESET: () => new Failure("invalid_request", "the body did not arrive completely"),
  FST_ERR_ASYNC_CONSTRAINT: () => new Failure("invalid_request", "the request cannot be routed"),
};
const RETRY = { "retry-after": "1" };

/** Converts any error to a Failure. One that is neither ours nor a known framework error is a bug: it is logged in full and answered without detail. */
function toFailure(error: Error, log: FastifyBaseLogger): Failure {
  if (error instanceof Failure) {
    // Without a cause it is overload: logging each refusal would add to the load.
    if (error.code === "unavailable" && error.cause) log.warn({ err: describeCause(error.cause) }, error.message);
    return error;
  }
  const known = FRAMEWORK_FAILURES[(error as FastifyError).code ?? ""];
  if (known) return known();
  // Class 22: a value that passed validation but that the database cannot store. The caller can change it.
  if (/^22/.test(String((error as { code?: unknown }).code ?? ""))) {
    log.error({ err: describeCause(error) }, "the database refused a value that passed validation");
    return new Failure("invalid_request", "a value in the request cannot be processed");
  }
  log.error({ err: describeCause(error) }, "unhandled error");
  return new Failure("internal_error", "an internal error occurred; the server's log has it under this request id");
}

/** Returns only name, message, code and stack: an error object may hold a whole request or a secret. */
function describeCause(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return undefined;
  return { type: cause.name, message: cause.message, code: (cause as { code?: unknown }).code, stack: cause.stack };
}
