import { round, WINDOW_DAYS } from "./facts.ts";
import type { Operations } from "./operations.ts";
import { storesOf } from "./stores.ts";
import type { Uses } from "./uses.ts";

const MAX_STORES = 20;
const ONE_SIDED = 0.8;

function directionOf(read: number, written: number) {
  const total = read + written;
  if (total === 0) return "none" as const;
  if (read / total >= ONE_SIDED) return "outbound" as const;
  return written / total >= ONE_SIDED ? ("inbound" as const) : ("internal" as const);
}

/** Describes the data that an identity reads and writes. */
export function dataMovementOf(uses: Uses, { by_class: counts }: Operations) {
  const { callsBefore } = uses;
  return {
    window_days: WINDOW_DAYS,
    basis: "operation_counts" as const,
    read: counts.read + counts.secret,
    written: counts.write,
    deleted: counts.delete,
    exported: counts.export,
    unit: "operations" as const,
    bytes: uses.bytes,
    stores: storesOf(uses)
      .slice(0, MAX_STORES)
      .map(({ name, kind, calls }) => ({ name, kind, calls, sensitive: kind === "key_vault" ? true : null })),
    direction: directionOf(counts.read + counts.export + counts.secret, counts.write + counts.delete),
    change_vs_previous:
      callsBefore === null || callsBefore === 0 || uses.calls === 0
        ? null
        : round(Math.log2(uses.calls / callsBefore), 2),
  };
}
