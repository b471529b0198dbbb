import type { FastifyInstance } from "fastify";
import type { Readiness } from "./edge/readiness.ts";

export interface Health {
  readonly readiness: Readiness;
  readonly isDraining: () => boolean;
}

/** Mounts `/healthz` (the process is alive) and `/readyz` (it can serve). Both need no key and no slot, and show no detail. */
export function mountHealth(app: FastifyInstance, { readiness, isDraining }: Health): void {
  const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  const config = { slot: "none" } as const;
  app.get("/healthz", { config }, (_request, reply) => reply.headers(plain).send("ok\n"));
  app.get("/readyz", { config }, async (_request, reply) => {
    const ready = !isDraining() && (await readiness.isReady());
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? plain : { ...plain, "retry-after": "1" })
      .send(ready ? "ready\n" : "not ready\n");
  });
}
