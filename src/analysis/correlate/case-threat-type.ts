import type { CaseFinding } from "../../model/case-finding.ts";
import type { Severity, ThreatType } from "../../model/vocabulary.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { isScored, rankOf } from "./finding-order.ts";

/** Breaks ties between types of equal weight. */
const ORDER: readonly ThreatType[] = [
  "privilege_escalation",
  "data_exfiltration",
  "sabotage",
  "financial_fraud",
  "account_compromise",
  "insider_threat",
  "policy_violation",
];

const isTakeover = ({ threatType }: CaseFinding): boolean => threatType === "account_compromise";
const isMeans = ({ threatType }: CaseFinding): boolean => threatType === "policy_violation";
const isSevere = ({ severity }: CaseFinding): boolean => rankOf(severity) >= rankOf("high");

/**
 * Determines the threat type of a case. A severe effect that follows signs of a takeover determines it; signs alone are
 * `account_compromise`. Lowered protection is a means: it determines the type only if there are neither signs of a takeover
 * nor other effects of some weight.
 * Exfiltration without signs of a takeover is `insider_threat` if a detector reported that type.
 */
export function threatTypeOf(findings: readonly CaseFinding[]): ThreatType {
  const counting = findings.some(isScored) ? findings.filter(isScored) : findings;
  const takeovers = counting.filter(isTakeover);
  const effects = withoutMeans(counting.filter((finding) => !isTakeover(finding)));
  if (takeovers.length === 0) {
    const type = heaviest(effects);
    return type === "data_exfiltration" && effects.some(isInside) ? "insider_threat" : type;
  }
  const severe = effects.filter((effect) => isSevere(effect) && !isMeans(effect));
  const caused = severe.filter((effect) => takeovers.some((takeover) => leadsTo(takeover, effect)));
  if (caused.length > 0) return heaviest(caused.map(fromOutside));
  return severe.length === 0 ? "account_compromise" : heaviest(counting.map(fromOutside));
}

/** Leaves out lowered protection where another effect is of some weight, or at least as severe as it is. */
function withoutMeans(effects: readonly CaseFinding[]): readonly CaseFinding[] {
  const ends = effects.filter((effect) => !isMeans(effect));
  const worst = Math.max(...effects.map(({ severity }) => rankOf(severity)));
  const least = Math.min(worst, rankOf("medium"));
  return ends.some(({ severity }) => rankOf(severity) >= least) ? ends : effects;
}

const isInside = ({ threatType }: CaseFinding): boolean => threatType === "insider_threat";

const leadsTo = (takeover: CaseFinding, effect: CaseFinding): boolean =>
  takeover.at <= effect.at && effect.at - takeover.at <= CORRELATION.takeoverMs;

/** After a takeover, an insider finding counts as exfiltration. */
const fromOutside = (finding: CaseFinding): CaseFinding =>
  isInside(finding) ? { ...finding, threatType: "data_exfiltration" } : finding;

/** Returns the type with the greatest risk; each detector counts once, with its most severe finding. */
function heaviest(findings: readonly CaseFinding[]): ThreatType {
  const worst = new Map<string, { readonly type: ThreatType; readonly severity: Severity }>();
  for (const { detector, threatType, severity } of findings) {
    const key = `${threatType} ${detector}`;
    const known = worst.get(key);
    if (!known || rankOf(severity) > rankOf(known.severity)) worst.set(key, { type: threatType, severity });
  }
  const risk = new Map<ThreatType, number>();
  for (const { type, severity } of worst.values()) {
    risk.set(type, (risk.get(type) ?? 0) + CORRELATION.risk[severity]);
  }
  const [heaviestType = "policy_violation"] = [...risk.keys()].sort(
    (left, right) => (risk.get(right) ?? 0) - (risk.get(left) ?? 0) || ORDER.indexOf(left) - ORDER.indexOf(right),
  );
  return heaviestType;
}
