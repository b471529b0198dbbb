import { isIP } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../runtime/metrics.ts";
import { isDisconnected } from "./edge/is-disconnected.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The status of a response that was written to the socket directly, because the rest of the request never arrived. */
    statusOnSocket: number | null;
    /** The id of the caller's key, once its secret has been verified. */
    keyId: string | null;
  }
}

/** The status that measurements have for a request whose connection closed before its response was sent. */
const ABORTED = 499;

/**
 * Writes one log line and one measurement per request; neither contains a query, a header or a body. A request whose
 * connection closed before the response was sent is logged as aborted.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest("keyId", null);
  app.decorateRequest("statusOnSocket", null);
  const observed = new WeakSet<FastifyRequest>();
  const observe = (request: FastifyRequest, reply: FastifyReply, status: number | undefined): void => {
    if (observed.has(request)) return;
    observed.add(request);
    const { method, keyId } = request;
    const route = request.routeOptions.url ?? "unmatched";
    const { elapsedTime } = reply;
    metrics.observeRequest(method, route, status ?? ABORTED, elapsedTime / 1_000);
    const ms = Math.round(elapsedTime * 10) / 10;
    const facts = {
      method,
      route,
      ...(status && { status }),
      ms,
      address: addressOf(request),
      ...(keyId && { keyId }),
    };
    request.log.info(facts, status ? "answered" : "aborted");
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => observe(request, reply, request.statusOnSocket ?? undefined));
  });
  // Runs before "close", also for a response that could not be sent.
  app.addHook("onResponse", async (request, reply) => {
    if (!reply.raw.errored && !isDisconnected(request.raw)) observe(request, reply, reply.statusCode);
  });
}

/** Returns the client's address; a connection that is already gone has none. */
function addressOf({ ip }: FastifyRequest): string {
  return isIP(ip) === 0 ? "invalid" : ip;
}
