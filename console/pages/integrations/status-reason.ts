import type { IntegrationSetup } from "./integration-setup.ts";

type Facts = Pick<
  IntegrationSetup,
  "status" | "consecutive_failures" | "problem" | "is_polled" | "polled_at" | "last_success_at"
>;

/** Returns why an integration has its status. */
export function statusReason({
  status,
  consecutive_failures,
  problem,
  is_polled,
  polled_at,
  last_success_at,
}: Facts): string {
  const last = problem === null ? "" : ` Last problem: ${problem}`;
  if (status === "disabled") return "Switched off: it is not polled.";
  if (status === "degraded") return `The last ${consecutive_failures} polls failed.${last}`;
  if (status === "pending") return `No poll has succeeded yet.${last}`;
  if (consecutive_failures > 0) return `The last ${consecutive_failures} polls failed; three make it degraded.${last}`;
  if (!is_polled || polled_at === null)
    return last_success_at === null ? "No rows have arrived yet." : "Rows arrive through the ingest API.";
  return "The last poll succeeded.";
}
