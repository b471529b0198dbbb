import type { FastifyInstance } from "fastify";
import type { Metrics } from "../runtime/metrics.ts";

/** One log line and one measurement per request; neither holds a query, a header or a body. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unmatched";
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      "answered",
    );
  });
}
