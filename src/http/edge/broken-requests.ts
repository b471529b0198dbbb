import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { Failure, type FailureCode } from "../../model/failure.ts";
import { newRequestId } from "../../runtime/ids.ts";
import { commonHeaders } from "../common-headers.ts";
import { toFailureReply } from "../failure-reply.ts";
import type { Connections } from "./connections.ts";

/** Answers malformed requests, which never reach a route, in the common error format. */
export interface BrokenRequests {
  /** Answers a request that the HTTP parser refuses, directly on its socket. */
  readonly answer: (error: Error & { readonly code?: string }, socket: Socket, log: FastifyBaseLogger) => void;
  /** Refuses requests that the HTTP parser accepts but no route can handle. */
  readonly watch: (app: FastifyInstance) => void;
}

export function createBrokenRequests(
  { unanswered }: Pick<Connections, "unanswered">,
  onFailure: (code: FailureCode) => void,
): BrokenRequests {
  const refused = new WeakSet<Socket>();
  /** Requests that have reached a route, of which the body may still be missing. */
  const begun = new WeakMap<IncomingMessage, FastifyRequest>();
  const refuse = (socket: Duplex, failure: Failure, log: FastifyBaseLogger, request?: FastifyRequest): void => {
    if (!socket.writable) return;
    onFailure(failure.code);
    const requestId = request?.id ?? newRequestId();
    const status = writeRefusal(socket, failure, requestId);
    // The line of a request that has reached a route is written when its response closes.
    if (request) request.statusOnSocket = status;
    else log.info({ reqId: requestId, route: "unmatched", status, address: addressOf(socket) }, "answered");
  };
  /** Answers a request that ended before it was complete, in case the client still reads; it is logged as aborted. */
  const refuseTruncated = (socket: Duplex, log: FastifyBaseLogger, request?: FastifyRequest): void => {
    if (!socket.writable) return;
    const requestId = request?.id ?? newRequestId();
    writeRefusal(socket, malformed(), requestId);
    if (!request) log.info({ reqId: requestId, route: "unmatched", address: addressOf(socket) }, "aborted");
  };
  return {
    answer: (error, socket, log) => {
      if (error.code === "ECONNRESET" || !socket.writable) {
        socket.destroy();
        return;
      }
      if (refused.has(socket)) return;
      refused.add(socket);
      const waiting = unanswered(socket);
      const incomplete = waiting.find(({ req }) => !req.complete);
      const request = incomplete && begun.get(incomplete.req);
      const refuseBroken = () =>
        error.code === "HPE_INVALID_EOF_STATE"
          ? refuseTruncated(socket, log, request)
          : refuse(socket, brokenRequest(error.code), log, request);
      // Responses to earlier requests go first. A request whose own body is malformed gets no other response.
      const last = waiting.findLast(({ req }) => req.complete);
      if (last) last.once("close", refuseBroken);
      else refuseBroken();
    },
    watch: (app) => {
      app.addHook("onRequest", async (request) => {
        begun.set(request.raw, request);
        checkHost(request.raw);
      });
      app.server.on("connect", (_request, socket) =>
        refuse(socket, new Failure("invalid_request", "this server is not a proxy"), app.log),
      );
      // An unknown expectation may be ignored. Node.js would refuse it without a body.
      app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
    },
  };
}

/** Requires one Host header. Node.js can check this too, but answers without a body; several hosts arrive joined by commas. */
function checkHost({ headers: { host }, httpVersion }: IncomingMessage): void {
  if (host === undefined ? httpVersion === "1.1" : /[\s,]/.test(host)) {
    throw new Failure("invalid_request", "send one Host header", {}, { connection: "close" });
  }
}

/** A client that neither reads the refusal nor disconnects is disconnected after this time. */
const LINGER_MS = 2_000;

/** Writes an error response to the socket and closes it; returns the status. */
function writeRefusal(socket: Duplex, failure: Failure, requestId: string): number {
  const { status, headers, body } = toFailureReply(failure, requestId);
  const lines = Object.entries({
    ...headers,
    ...commonHeaders({ id: requestId, protocol: "http" }),
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? "Bad Request"}\r\n${lines.join("")}\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(linger));
  return status;
}

const addressOf = (socket: Duplex): string | undefined => (socket as Socket).remoteAddress;

const STATUS_TEXT: Readonly<Record<number, string>> = {
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

function brokenRequest(code: string | undefined): Failure {
  if (code === "HPE_HEADER_OVERFLOW") return new Failure("headers_too_large", "the headers may be 8 KiB at most");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Failure("request_timeout", "the request did not arrive in time");
  return malformed();
}

const malformed = (): Failure => new Failure("invalid_request", "this is not a well-formed HTTP request");
