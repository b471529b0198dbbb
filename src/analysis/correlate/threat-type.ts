import type { CaseFinding } from "../../model/case-finding.ts";
import type { Severity, ThreatType } from "../../model/vocabulary.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { isScored, rankOf } from "./finding-order.ts";

/** Of types that weigh the same, the first one here is the case's. */
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
const isGrave = ({ severity }: CaseFinding): boolean => rankOf(severity) >= rankOf("high");

/**
 * What a case is about. An effect that follows signs of a takeover names the case; without one the account itself is
 * what was taken. Nobody took over the account of an insider, and only a detector that knows the place and the device
 * says `insider_threat`: then what left the organization left it that way.
 */
export function threatTypeOf(findings: readonly CaseFinding[]): ThreatType {
  const counting = findings.some(isScored) ? findings.filter(isScored) : findings;
  const takeovers = counting.filter(isTakeover);
  const effects = counting.filter((finding) => !isTakeover(finding));
  if (takeovers.length === 0) {
    const type = heaviest(effects);
    return type === "data_exfiltration" && effects.some(isInside) ? "insider_threat" : type;
  }
  const grave = effects.filter(isGrave);
  const caused = grave.filter((effect) => takeovers.some((takeover) => leadsTo(takeover, effect)));
  if (caused.length > 0) return heaviest(caused.map(fromOutside));
  return grave.length === 0 ? "account_compromise" : heaviest(counting.map(fromOutside));
}

const isInside = ({ threatType }: CaseFinding): boolean => threatType === "insider_threat";

const leadsTo = (takeover: CaseFinding, effect: CaseFinding): boolean =>
  takeover.at <= effect.at && effect.at - takeover.at <= CORRELATION.takeoverMs;

/** With a takeover before it, what an insider would have done was not done by one. */
const fromOutside = (finding: CaseFinding): CaseFinding =>
  isInside(finding) ? { ...finding, threatType: "data_exfiltration" } : finding;

/** The type with the greatest risk, each detector counted once with its gravest finding. */
function heaviest(findings: readonly CaseFinding[]): ThreatType {
  const gravest = new Map<string, { readonly type: ThreatType; readonly severity: Severity }>();
  for (const { detector, threatType, severity } of findings) {
    const key = `${threatType} ${detector}`;
    const known = gravest.get(key);
    if (!known || rankOf(severity) > rankOf(known.severity)) gravest.set(key, { type: threatType, severity });
  }
  const risk = new Map<ThreatType, number>();
  for (const { type, severity } of gravest.values()) {
    risk.set(type, (risk.get(type) ?? 0) + CORRELATION.risk[severity]);
  }
  const [heaviestType = "policy_violation"] = [...risk.keys()].sort(
    (left, right) => (risk.get(right) ?? 0) - (risk.get(left) ?? 0) || ORDER.indexOf(left) - ORDER.indexOf(right),
  );
  return heaviestType;
}
