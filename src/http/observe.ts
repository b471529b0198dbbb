import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "../runtime/metrics.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the caller's key, once its secret has been verified. */
    keyId: string | null;
  }
}

/** Writes one log line and one measurement per request; neither contains a query, a header or a body. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest("keyId", null);
  app.addHook("onResponse", async (request, reply) => {
    const { method, keyId } = request;
    const route = request.routeOptions.url ?? "unmatched";
    const { statusCode: status, elapsedTime } = reply;
    metrics.observeRequest(method, route, status, elapsedTime / 1_000);
    const ms = Math.round(elapsedTime * 10) / 10;
    request.log.info({ method, route, status, ms, address: addressOf(request), ...(keyId && { keyId }) }, "answered");
  });
}

/** Returns the client's address; a proxy may forward any text in its place. */
function addressOf({ ip }: FastifyRequest): string {
  return isIP(ip) === 0 ? "invalid" : ip;
}
