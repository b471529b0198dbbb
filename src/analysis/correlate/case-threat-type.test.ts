import { describe, expect, test } from "vitest";
import { aFinding, shuffled } from "../../../test/support/case-findings.ts";
import type { Severity, ThreatType } from "../../model/vocabulary.ts";
import { threatTypeOf } from "./case-threat-type.ts";

const found = (threatType: ThreatType, day = 0, severity: Severity = "high", detector: string = threatType) =>
  aFinding({ threatType, day, severity, detector });

describe("threatTypeOf", () => {
  test("a severe effect within 72 hours of signs of a takeover determines the type", () => {
    expect(threatTypeOf([found("account_compromise"), found("data_exfiltration", 3)])).toBe("data_exfiltration");
    expect(threatTypeOf([found("account_compromise"), found("financial_fraud", 1)])).toBe("financial_fraud");
  });

  test("a takeover without severe effects is account_compromise", () => {
    expect(threatTypeOf([found("account_compromise", 0, "low")])).toBe("account_compromise");
    expect(threatTypeOf([found("account_compromise"), found("sabotage", 1, "medium")])).toBe("account_compromise");
  });

  test("an effect before the takeover or long after it competes with it by weight", () => {
    const later = found("sabotage", 3.1, "critical");
    expect(threatTypeOf([found("account_compromise"), later])).toBe("sabotage");
    const signs = [found("account_compromise", 1), found("account_compromise", 1, "high", "another")];
    expect(threatTypeOf([found("sabotage", 0), ...signs])).toBe("account_compromise");
  });

  test("an effect without a takeover keeps its type, and is insider_threat where a detector reported that", () => {
    expect(threatTypeOf([found("data_exfiltration")])).toBe("data_exfiltration");
    expect(threatTypeOf([found("data_exfiltration"), found("insider_threat", 1, "low")])).toBe("insider_threat");
    expect(threatTypeOf([found("sabotage"), found("insider_threat", 1, "low")])).toBe("sabotage");
  });

  test("after a takeover nothing is insider_threat", () => {
    expect(threatTypeOf([found("account_compromise"), found("insider_threat", 1)])).toBe("data_exfiltration");
  });

  test("the greater risk wins, each detector counted once; ties go by the order of types", () => {
    const noise = Array.from({ length: 20 }, () => found("policy_violation", 0, "medium"));
    expect(threatTypeOf([...noise, found("sabotage", 0, "high")])).toBe("sabotage");
    expect(threatTypeOf([found("sabotage"), found("privilege_escalation")])).toBe("privilege_escalation");
  });

  test("lowered protection is a means: what it was lowered for, or who did it, determines the type", () => {
    const means = [found("policy_violation"), found("policy_violation", 0, "high", "another")];
    expect(threatTypeOf([...means, found("data_exfiltration")])).toBe("data_exfiltration");
    expect(threatTypeOf([found("account_compromise"), ...means, found("data_exfiltration")])).toBe("data_exfiltration");
    const critical = found("policy_violation", 0, "critical");
    expect(threatTypeOf([found("account_compromise"), critical, found("data_exfiltration")])).toBe("data_exfiltration");
    expect(threatTypeOf([...means, found("data_exfiltration", 0, "medium")])).toBe("data_exfiltration");
    expect(threatTypeOf([...means, found("data_exfiltration", 0, "low")])).toBe("policy_violation");
    expect(threatTypeOf([...means, found("account_compromise", 0, "low")])).toBe("account_compromise");
    expect(threatTypeOf(means)).toBe("policy_violation");
  });

  test("findings of severity none do not determine the type where others exist", () => {
    expect(threatTypeOf([found("sabotage", 0, "none"), found("policy_violation", 0, "low")])).toBe("policy_violation");
    expect(threatTypeOf([found("sabotage", 0, "none")])).toBe("sabotage");
  });

  test("the order of the findings changes nothing", () => {
    const types = ["sabotage", "policy_violation", "financial_fraud", "data_exfiltration"] as const;
    const findings = Array.from({ length: 30 }, (_, n) =>
      found(types[n % 4] ?? "sabotage", n / 3, "high", `d${n % 9}`),
    );
    const expected = threatTypeOf(findings);
    for (let seed = 0; seed < 10; seed++) expect(threatTypeOf(shuffled(findings, seed))).toBe(expected);
  });
});
