import type { CaseFinding } from "../../model/case-finding.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { ThreatType } from "../../model/vocabulary.ts";

/** The stages of an attack, in the order in which it usually passes them. */
export const STAGES = ["access", "foothold", "control", "privilege", "spread", "effect"] as const;
export type Stage = (typeof STAGES)[number];

/** How the reasons of a decision name the stages. */
export const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  access: "access to an account",
  foothold: "a foothold",
  control: "remote control of a machine",
  privilege: "more privileges or less protection",
  spread: "exploration",
  effect: "an effect",
};

const TACTIC_STAGES: Readonly<Record<string, Stage>> = {
  reconnaissance: "access",
  resource_development: "access",
  initial_access: "access",
  credential_access: "privilege",
  execution: "foothold",
  persistence: "foothold",
  command_and_control: "control",
  privilege_escalation: "privilege",
  defense_evasion: "privilege",
  discovery: "spread",
  lateral_movement: "spread",
  collection: "effect",
  exfiltration: "effect",
  impact: "effect",
};

/** In the cloud, credentials are guessed before access, and anonymous networks are where it comes from. */
const SIGN_IN_STAGES: Readonly<Record<string, Stage>> = { credential_access: "access", command_and_control: "access" };

const TYPE_STAGES: Readonly<Record<ThreatType, Stage>> = {
  account_compromise: "access",
  privilege_escalation: "privilege",
  policy_violation: "privilege",
  data_exfiltration: "effect",
  insider_threat: "effect",
  sabotage: "effect",
  financial_fraud: "effect",
};

/** Who reads keys of cloud resources has access already. */
const RESOURCES: LogTable = "AzureActivity";

export const MACHINE_TABLES: ReadonlySet<LogTable> = new Set(["SecurityEvent", "Syslog", "CommonSecurityLog"]);

/**
 * Returns the stage that a finding belongs to. The type decides for effects: a rule that forwards mail persists, but its
 * effect is what matters. Otherwise the first tactic decides.
 */
export function stageOf({ threatType, tactics, table }: CaseFinding): Stage {
  const byType = TYPE_STAGES[threatType];
  if (byType === "effect") return byType;
  const isAfterSignIn = table !== null && (MACHINE_TABLES.has(table) || table === RESOURCES);
  for (const tactic of tactics) {
    // A rule may name any word as its tactic, also one that is a property of every object.
    const stages = !isAfterSignIn && Object.hasOwn(SIGN_IN_STAGES, tactic) ? SIGN_IN_STAGES : TACTIC_STAGES;
    const stage = Object.hasOwn(stages, tactic) ? stages[tactic] : undefined;
    if (stage !== undefined) return stage;
  }
  return byType;
}
