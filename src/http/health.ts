import type { FastifyInstance } from "fastify";

export interface Health {
  /** Resolves when requests can be served. */
  readonly check: () => Promise<void>;
  readonly isDraining: () => boolean;
}

const PATIENCE_MS = 500;

/** `/healthz`: the process lives. `/readyz`: it can serve. Both open to anyone and without detail. */
export function mountHealth(app: FastifyInstance, { check, isDraining }: Health): void {
  const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  app.get("/healthz", (_request, reply) => reply.headers(plain).send("ok\n"));
  app.get("/readyz", async (_request, reply) => {
    const ready = !isDraining() && (await within(check(), PATIENCE_MS));
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? plain : { ...plain, "retry-after": "1" })
      .send(ready ? "ready\n" : "not ready\n");
  });
}

async function within(work: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
