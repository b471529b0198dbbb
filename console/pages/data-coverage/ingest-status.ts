import type { Tone } from "../../ui/badge.tsx";

export type IngestStatus = "receiving" | "quiet" | "never";

const QUIET_MS = 86_400_000;

/** Returns whether rows of a log table arrive: within the last day, before that, or never. */
export function ingestStatus(table: { readonly received_at: string | null }, now: number): IngestStatus {
  if (table.received_at === null) return "never";
  return now - Date.parse(table.received_at) > QUIET_MS ? "quiet" : "receiving";
}

export const INGEST_STATUSES: Readonly<Record<IngestStatus, string>> = {
  receiving: "Receiving",
  quiet: "Quiet",
  never: "Never received",
};

export const INGEST_TONES: Readonly<Record<IngestStatus, Tone>> = {
  receiving: "good",
  quiet: "high",
  never: "neutral",
};
