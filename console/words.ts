import type { CaseState, Severity, Signal, ThreatType, VerdictOutcome } from "../src/model/vocabulary.ts";
import type { Option } from "./ui/field.tsx";

/** What the values of the API are called on screen. */

export const THREAT_TYPES: Readonly<Record<ThreatType, string>> = {
  account_compromise: "Account compromise",
  data_exfiltration: "Data exfiltration",
  insider_threat: "Insider threat",
  privilege_escalation: "Privilege escalation",
  policy_violation: "Policy violation",
  sabotage: "Sabotage",
  financial_fraud: "Financial fraud",
};

export const SEVERITIES: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  none: "None",
};

export const CASE_STATES: Readonly<Record<CaseState, string>> = {
  discover: "For review",
  pending_investigation: "Waiting",
  investigating: "Investigating",
  enforced: "Enforced",
  closed: "Closed",
};

export const OUTCOMES: Readonly<Record<VerdictOutcome, string>> = {
  TRUE_POSITIVE: "True positive",
  FALSE_POSITIVE: "False positive",
  SAFE: "Safe",
  DUPLICATE: "Duplicate",
  ESCALATED: "Escalated",
};

export const SIGNALS: Readonly<Record<Signal, string>> = {
  core_iam: "Identity",
  mfa: "MFA",
  passwordless: "Passwordless",
  device_trust: "Device trust",
  physical_access: "Physical access",
  communications: "Communications",
  productivity: "Productivity",
  saas: "SaaS",
  iga: "Access governance",
  endpoint_security: "Endpoint",
  pam: "Privileged access",
  network: "Network",
  zero_trust: "Zero trust",
  cloud: "Cloud",
  infrastructure: "Infrastructure",
};

/** Returns what a value is called: its entry, or for a value that is not known yet its own words. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : sentenceCase(value);
}

export const signalWord = (signal: string): string => wordFor(SIGNALS, signal);

/** Longer than any word of the API; imported values can be longer. */
const MAX_SHOWN = 200;

/** Returns `initial_access` as "Initial access". */
export function sentenceCase(value: string): string {
  const text = value.slice(0, MAX_SHOWN).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the options of a filter. */
export const optionsOf = (words: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Returns a number with its noun, such as `1 event` or `3 events`. */
export const amount = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : nouns}`;
