import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Failure } from "../model/failure.ts";
import { newRequestId } from "../runtime/ids.ts";
import { commonHeaders } from "./common-headers.ts";
import { toFailureReply } from "./failure-reply.ts";

/** Answers what never becomes a request, in the one shape, on the bare socket. */
export interface BrokenRequests {
  /** For what the HTTP parser refuses. */
  readonly answer: (error: Error & { readonly code?: string }, socket: Socket) => void;
  /** Watches requests, so that a refusal never takes the place of an answer that is still due. */
  readonly watch: (app: FastifyInstance) => void;
}

export function createBrokenRequests(): BrokenRequests {
  const due = new WeakMap<Socket, Set<ServerResponse>>();
  const refused = new WeakSet<Socket>();
  return {
    answer: (error, socket) => {
      if (error.code === "ECONNRESET" || !socket.writable) {
        socket.destroy();
        return;
      }
      if (refused.has(socket)) return;
      refused.add(socket);
      // One whose body is the broken thing is never answered: only whole requests are waited for.
      const last = [...(due.get(socket) ?? [])].findLast(({ req }) => req.complete);
      if (last) last.once("close", () => refuse(socket, brokenRequest(error.code)));
      else refuse(socket, brokenRequest(error.code));
    },
    watch: (app) => {
      // Not in a hook: noise in the same packet is found before the first hook has run.
      app.server.on("request", ({ socket }, response) => {
        const ofSocket = due.get(socket) ?? new Set();
        due.set(socket, ofSocket.add(response));
        response.once("close", () => ofSocket.delete(response));
      });
      app.addHook("onRequest", async ({ raw }) => checkHost(raw));
      app.server.on("connect", (_request, socket) =>
        refuse(socket, new Failure("invalid_request", "this is no proxy")),
      );
      // An expectation that nobody knows may be ignored; refused, it would be without a body.
      app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
    },
  };
}

/** The parser can check this too, but answers without a body. Several hosts arrive as one text with commas. */
function checkHost({ headers: { host }, httpVersion }: IncomingMessage): void {
  if (host === undefined ? httpVersion === "1.1" : /[\s,]/.test(host)) {
    throw new Failure("invalid_request", "send one Host header", {}, { connection: "close" });
  }
}

function refuse(socket: Duplex, failure: Failure): void {
  if (!socket.writable) return;
  const requestId = newRequestId();
  const { status, headers, body } = toFailureReply(failure, requestId);
  const lines = Object.entries({
    ...headers,
    ...commonHeaders(requestId),
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? "Bad Request"}\r\n${lines.join("")}\r\n${body}`);
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

function brokenRequest(code: string | undefined): Failure {
  if (code === "HPE_HEADER_OVERFLOW") return new Failure("headers_too_large", "the headers may be 8 KiB at the most");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Failure("request_timeout", "the request did not arrive in time");
  return new Failure("invalid_request", "this is not a well-formed HTTP request");
}
