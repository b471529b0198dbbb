import type { ThreatType } from "../../../../model/vocabulary.ts";

/** Techniques that determine the threat type more precisely than their tactics. */
const BY_TECHNIQUE: readonly (readonly [RegExp, ThreatType])[] = [
  [/^T1657/, "financial_fraud"],
  [/^T1(?:485|486|489|490|491|495|496|498|499|529|531|561|565)/, "sabotage"],
  [/^T1(?:020|029|030|039|048|052|074|114|123|213|530|537|567)/, "data_exfiltration"],
  [/^T1(?:110|111|528|539|550|552|555|556|557|558|566|606|621|649)/, "account_compromise"],
  [/^T1(?:068|098|134|484|546|547|548)/, "privilege_escalation"],
];

/** Tactics in order of precedence. */
const BY_TACTIC: readonly (readonly [string, ThreatType])[] = [
  ["exfiltration", "data_exfiltration"],
  ["impact", "sabotage"],
  ["collection", "data_exfiltration"],
  ["credential_access", "account_compromise"],
  ["initial_access", "account_compromise"],
  ["command_and_control", "account_compromise"],
  ["privilege_escalation", "privilege_escalation"],
];

/** Returns the threat type of a rule that does not declare one. */
export function threatTypeFor(tactics: readonly string[], techniques: readonly string[]): ThreatType {
  for (const [pattern, type] of BY_TECHNIQUE) if (techniques.some((technique) => pattern.test(technique))) return type;
  for (const [tactic, type] of BY_TACTIC) if (tactics.includes(tactic)) return type;
  return "policy_violation";
}
