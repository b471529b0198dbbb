import type { Uses } from "./uses.ts";

/**
 * Returns the workloads that use an identity. Network addresses and user agents, which are callers too, are counted only:
 * no persona shows them.
 */
export const workloadCallers = (uses: Uses): ReturnType<Uses["of"]> =>
  uses.of("caller").filter(({ key }) => !key.startsWith("ip:") && !key.startsWith("agent:"));
