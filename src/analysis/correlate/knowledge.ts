import type { CaseFinding } from "../../model/case-finding.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { type EarlierFindings, NOTHING_EARLIER } from "./earlier-findings.ts";
import { type Habits, NO_HABITS } from "./habits.ts";
import type { Feedback } from "./learning.ts";

/** Who has used an address. */
export interface AddressUse {
  /** How many people used it successfully in the last 30 days. */
  readonly people: number;
  /** How many programs did. */
  readonly programs: number;
  /** Over how many days. */
  readonly days: number;
  /** The first day on which the subject used it, in epoch milliseconds; null if it did not. */
  readonly since: number | null;
}

/** What the judge reads about the subject and the organization when it decides. */
export interface Knowledge {
  readonly subject: string;
  /** What verdicts state about the detectors of the findings. */
  readonly feedback: readonly Feedback[];
  /** Whether the subject holds a role of the directory. */
  readonly privileged: boolean;
  /** Whether the subject is an account that machines use: synchronization, backup, a pipeline. */
  readonly automated: boolean;
  readonly addresses: ReadonlyMap<string, AddressUse>;
  /** Findings about acts of others that concern the subject's account. */
  readonly concerning: readonly CaseFinding[];
  /** Domains of the recipients in the findings that are the organization's own. */
  readonly ownDomains: ReadonlySet<string>;
  /** The accounts in the findings that are guests, by their keys. */
  readonly outsiders: ReadonlySet<string>;
  /** What the subject did on earlier days. */
  readonly habits: Habits;
  /** What was found on earlier days. */
  readonly earlier: EarlierFindings;
  /** The first day of the rows of each table. */
  readonly firstDays: ReadonlyMap<LogTable, number>;
  /** The first day of the subject's activity, in epoch milliseconds; null if that is unknown. */
  readonly since: number | null;
}

export const NO_KNOWLEDGE: Knowledge = {
  subject: "",
  feedback: [],
  privileged: false,
  automated: false,
  addresses: new Map(),
  concerning: [],
  ownDomains: new Set(),
  outsiders: new Set(),
  habits: NO_HABITS,
  earlier: NOTHING_EARLIER,
  firstDays: new Map(),
  since: null,
};
