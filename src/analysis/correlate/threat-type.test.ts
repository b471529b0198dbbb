import { describe, expect, test } from "vitest";
import { aFinding, shuffled } from "../../../test/support/case-findings.ts";
import type { Severity, ThreatType } from "../../model/vocabulary.ts";
import { threatTypeOf } from "./threat-type.ts";

const found = (threatType: ThreatType, day = 0, severity: Severity = "high", detector: string = threatType) =>
  aFinding({ threatType, day, severity, detector });

describe("threatTypeOf", () => {
  test("a grave effect within 72 hours of signs of a takeover names the case", () => {
    expect(threatTypeOf([found("account_compromise"), found("data_exfiltration", 3)])).toBe("data_exfiltration");
    expect(threatTypeOf([found("account_compromise"), found("financial_fraud", 1)])).toBe("financial_fraud");
  });

  test("a takeover with no effect, or only slight ones, is a compromise of the account", () => {
    expect(threatTypeOf([found("account_compromise", 0, "low")])).toBe("account_compromise");
    expect(threatTypeOf([found("account_compromise"), found("sabotage", 1, "medium")])).toBe("account_compromise");
  });

  test("an effect before the takeover or long after it is held against it by weight", () => {
    const later = found("sabotage", 3.1, "critical");
    expect(threatTypeOf([found("account_compromise"), later])).toBe("sabotage");
    const signs = [found("account_compromise", 1), found("account_compromise", 1, "high", "another")];
    expect(threatTypeOf([found("sabotage", 0), ...signs])).toBe("account_compromise");
  });

  test("an effect without a takeover keeps its own type, and is an insider's where a detector knows as much", () => {
    expect(threatTypeOf([found("data_exfiltration")])).toBe("data_exfiltration");
    expect(threatTypeOf([found("data_exfiltration"), found("insider_threat", 1, "low")])).toBe("insider_threat");
    expect(threatTypeOf([found("sabotage"), found("insider_threat", 1, "low")])).toBe("sabotage");
  });

  test("after a takeover nothing is an insider's", () => {
    expect(threatTypeOf([found("account_compromise"), found("insider_threat", 1)])).toBe("data_exfiltration");
  });

  test("the greater risk wins, each detector counted once; of equals the graver type", () => {
    const noise = Array.from({ length: 20 }, () => found("policy_violation", 0, "medium"));
    expect(threatTypeOf([...noise, found("sabotage", 0, "high")])).toBe("sabotage");
    expect(threatTypeOf([found("sabotage"), found("privilege_escalation")])).toBe("privilege_escalation");
  });

  test("what does not count decides nothing where something counts", () => {
    expect(threatTypeOf([found("sabotage", 0, "none"), found("policy_violation", 0, "low")])).toBe("policy_violation");
    expect(threatTypeOf([found("sabotage", 0, "none")])).toBe("sabotage");
  });

  test("the order in which findings come changes nothing", () => {
    const types = ["sabotage", "policy_violation", "financial_fraud", "data_exfiltration"] as const;
    const findings = Array.from({ length: 30 }, (_, n) =>
      found(types[n % 4] ?? "sabotage", n / 3, "high", `d${n % 9}`),
    );
    const expected = threatTypeOf(findings);
    for (let seed = 0; seed < 10; seed++) expect(threatTypeOf(shuffled(findings, seed))).toBe(expected);
  });
});
