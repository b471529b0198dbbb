import type { Setting } from "./setting.ts";

export const SOURCES = ["all", "audit", "directory", "none"] as const;
/** What a tenant delivers: everything, only AuditLogs, only its directory, or nothing. */
export type Sources = (typeof SOURCES)[number];

/** Defects of delivered logs, as shares of all rows. */
export interface Noise {
  readonly loss: number;
  readonly duplicates: number;
  /** Rows that arrive up to two days after later ones. */
  readonly late: number;
  /** Rows whose time is rounded to the minute. */
  readonly rounded: number;
  /** Outages of one to five days of one log table, per 120 days. */
  readonly outages: number;
}

/** The input of a synthetic organization with planted truth. */
export interface Knobs extends Setting {
  readonly users: number;
  readonly nhis: number;
  /** Full days of logs before the day of `until`. */
  readonly days: number;
  /** Average rows of a person on a working day. */
  readonly rows: number;
  /** Whether changes of behavior, privileged paths and other findings are planted; without, nothing unusual happens. */
  readonly plants: boolean;
  readonly sources: Sources;
  readonly noise: Noise;
}

export const DEFAULT_NOISE: Noise = { loss: 0.02, duplicates: 0.01, late: 0.005, rounded: 0.02, outages: 1 };
export const NO_NOISE: Noise = { loss: 0, duplicates: 0, late: 0, rounded: 0, outages: 0 };
