import { describe, expect, test } from "vitest";
import { aFinding, DAY, START, shuffled } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { completedAt, judge } from "./judge.ts";
import { type AddressUse, type Knowledge, NO_KNOWLEDGE } from "./knowledge.ts";

const HOUR = DAY / 24;
const ADDRESS = "203.0.113.9";
const knowing = (fields: Partial<Knowledge>): Knowledge => ({ ...NO_KNOWLEDGE, subject: "maya", ...fields });
const ofSeverity = (severity: Severity, fields: Partial<CaseFinding> = {}) =>
  aFinding({ severity, detector: severity, title: `A ${severity} finding`, ...fields });
const promotes = (...findings: CaseFinding[]) => judge(findings, NO_KNOWLEDGE).promoted;
const scoreOf = (findings: readonly CaseFinding[], fields: Partial<Knowledge> = {}) =>
  judge(findings, knowing(fields)).score;
const used = (use: Partial<AddressUse>) =>
  new Map([[ADDRESS, { people: 1, programs: 0, days: 1, since: null, ...use }]]);

const access = (fields: Partial<CaseFinding> = {}) => aFinding({ detector: "rare_country", ...fields });
const role = (fields: Partial<CaseFinding> = {}) =>
  aFinding({
    detector: "role_added",
    title: "Role added",
    threatType: "privilege_escalation",
    tactics: ["privilege_escalation"],
    ...fields,
  });
const effect = (fields: Partial<CaseFinding> = {}) =>
  aFinding({
    detector: "mass_download",
    title: "Many files downloaded",
    at: START + 2 * HOUR,
    threatType: "data_exfiltration",
    tactics: ["exfiltration"],
    ...fields,
  });

describe("a single piece of evidence", () => {
  test("has the precision of its severity, and makes a case only if it is critical", () => {
    const severities = ["none", "low", "medium", "high", "critical"] as const;
    expect(severities.map((severity) => scoreOf([ofSeverity(severity)]))).toEqual([0, 0.03, 0.1, 0.3, 0.6]);
    expect(severities.filter((severity) => promotes(ofSeverity(severity)))).toEqual(["critical"]);
  });

  test("makes a case if its detector declares a precision that is high enough, whatever its severity", () => {
    expect(promotes(ofSeverity("medium", { precision: 0.7 }))).toBe(true);
    expect(promotes(ofSeverity("critical", { precision: 0.4 }))).toBe(false);
  });

  test("counts once, however often it is repeated", () => {
    const repeats = Array.from({ length: 500 }, (_, n) => ofSeverity("high", { at: START + n * 60_000 }));
    expect(scoreOf(repeats)).toBe(0.3);
  });

  test("counts once when several rules match its row, and when several tables report it", () => {
    const row = { rows: ["OfficeActivity/1"], table: "OfficeActivity" } as const;
    const matches = ["persistence", "exfiltration", "defense_evasion"].map((tactic) =>
      aFinding({ ...row, detector: tactic, tactics: [tactic], severity: "high" }),
    );
    expect(promotes(...matches)).toBe(false);
    const tables = ["AuditLogs", "OfficeActivity", "CloudAppEvents"] as const;
    const reports = tables.map((table, n) =>
      role({ table, detector: table, rows: [`${table}/1`], at: START + n * 20_000, facts: { act: "consent.added" } }),
    );
    expect(judge(reports, NO_KNOWLEDGE)).toMatchObject({ promoted: false, inputs: [{ findings: 3 }] });
  });
});

describe("a sequence", () => {
  const chain = [
    access({ rows: ["SigninLogs/1"], facts: { address: ADDRESS, isMultiFactor: false } }),
    access({ rows: ["SigninLogs/1"], detector: "new_device", severity: "low", title: "New device" }),
    effect({ facts: { address: ADDRESS, count: 3_000 } }),
  ];

  test("of weak findings makes a case: a new place with one factor and a new device, then thousands of downloads", () => {
    expect(judge(chain, knowing({ since: START - 60 * DAY })).promoted).toBe(true);
    expect(judge(chain.slice(0, 2), knowing({ since: START - 60 * DAY })).promoted).toBe(false);
    expect(judge(chain.slice(2), knowing({ since: START - 60 * DAY })).promoted).toBe(false);
  });

  test("of the same findings is none from an address that the person used before, nor from a shared one", () => {
    const since = START - 60 * DAY;
    expect(judge(chain, knowing({ since, addresses: used({ since: START - 3 * DAY }) })).promoted).toBe(false);
    expect(judge(chain, knowing({ since, addresses: used({ people: 20 }) })).promoted).toBe(false);
    expect(judge(chain, knowing({ since, addresses: used({ people: 2, since: START }) })).promoted).toBe(true);
  });

  test("needs several stages: further findings of one stage add little, but several severe acts are enough", () => {
    const stages = [access({ severity: "high" }), effect({ severity: "high" })];
    expect(scoreOf(stages)).toBeGreaterThan(0.9);
    const severe = ["policy", "log", "service"].map((detector) =>
      role({ severity: "high", detector, rows: [detector] }),
    );
    expect(promotes(...severe)).toBe(true);
    expect(promotes(...severe.slice(2))).toBe(false);
    const oneStage = ["a", "b", "c", "d"].map((detector) => role({ severity: "medium", detector }));
    expect(promotes(...oneStage)).toBe(false);
  });

  test("counts less the longer it takes, and access counts less after what it should have led to", () => {
    const [first] = [access({ severity: "high" })];
    const scores = [0.1, 2, 5, 20].map((days) =>
      scoreOf([first, effect({ severity: "high", at: START + days * DAY })]),
    );
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
    expect(new Set(scores).size).toBe(4);
    const reversed = [effect({ at: START }), access({ at: START + HOUR })];
    expect(scoreOf(reversed)).toBeLessThan(scoreOf([access({ at: START }), effect({ at: START + HOUR })]));
  });

  test("of high findings makes a case even when its steps are days apart", () => {
    const slow = [access({ severity: "high" }), effect({ severity: "high", at: START + 6 * DAY })];
    expect(promotes(...slow)).toBe(true);
  });

  test("does not join weak findings over more than three days, unless they come from the same new address", () => {
    const from = (address: string) => ({ facts: { address } });
    const weak = (at: number, address: string) => [
      access({ severity: "high", ...from(ADDRESS) }),
      effect({ at: START + at, ...from(address) }),
    ];
    const since = START - 60 * DAY;
    const alone = scoreOf([access({ severity: "high", ...from(ADDRESS) })], { since });
    expect(scoreOf(weak(2 * DAY, "198.51.100.7"), { since })).toBeGreaterThan(alone);
    expect(scoreOf(weak(4 * DAY, "198.51.100.7"), { since })).toBe(alone);
    expect(scoreOf(weak(4 * DAY, ADDRESS), { since })).toBeGreaterThan(alone);
  });

  test("has no part in which a message only arrived, unless the subject acts within a day", () => {
    const mail = access({ severity: "critical", rows: ["EmailEvents/1"], facts: { act: "mail" } });
    const later = (hours: number) => [mail, effect({ severity: "high", at: START + hours * HOUR })];
    const alone = scoreOf([effect({ severity: "high" })]);
    expect(scoreOf(later(2))).toBeGreaterThan(alone);
    expect(scoreOf(later(30))).toBe(alone);
    expect(scoreOf([mail])).toBe(0);
  });

  test("is not hidden by earlier findings of the same detectors", () => {
    const noise = Array.from({ length: 40 }, (_, n) => access({ at: START - (20 - n / 4) * DAY, severity: "low" }));
    const attack = [access({ severity: "high" }), effect({ severity: "high" })];
    expect(scoreOf([...noise, ...attack])).toBeGreaterThanOrEqual(scoreOf(attack));
  });
});

describe("the context", () => {
  const since = START - 60 * DAY;

  test("of an account that machines use weighs more where it never was, and does not excuse what is done there", () => {
    const [known, moved] = [
      { since, automated: true, addresses: used({ since: START - 3 * DAY }) },
      { since, automated: true },
    ];
    const facts = { address: ADDRESS };
    expect(scoreOf([access({ facts })], moved)).toBeGreaterThan(scoreOf([access({ facts })], { since }));
    expect(scoreOf([effect({ facts })], moved)).toBe(scoreOf([effect({ facts })], { since }));
    expect(scoreOf([effect({ facts })], known)).toBeLessThan(
      scoreOf([effect({ facts })], { ...known, automated: false }),
    );
  });

  test("of an address that several programs use over days is that of a shared one", () => {
    const facts = { address: ADDRESS };
    const shared = { since, addresses: used({ people: 0, programs: 6, days: 20 }) };
    expect(scoreOf([access({ facts })], shared)).toBeLessThan(scoreOf([access({ facts })], { since }));
    const few = { since, addresses: used({ people: 0, programs: 6, days: 1 }) };
    expect(scoreOf([access({ facts })], few)).toBe(scoreOf([access({ facts })], { since }));
    expect(judge([access({ facts })], knowing(shared)).reasons.join(" ")).toContain("6 programs of the organization");
  });

  test("of an application: a new place and a sensitive act make a case, each of them alone does not", () => {
    const place = access({ detector: "app_new_place", severity: "high", facts: { address: ADDRESS, act: "sign_in" } });
    const keys = aFinding({
      detector: "azure_storage_keys_listed",
      title: "Access keys listed",
      severity: "low",
      tactics: ["credential_access"],
      threatType: "data_exfiltration",
      table: "AzureActivity",
      rows: ["AzureActivity/1"],
      facts: { address: ADDRESS, act: "listkeys" },
    });
    expect(judge([place, keys], knowing({ since })).promoted).toBe(true);
    expect(judge([place], knowing({ since })).promoted).toBe(false);
    expect(judge([keys], knowing({ since })).promoted).toBe(false);
  });

  test("of access weighs: a new place, one factor, a managed device, a directory role", () => {
    const plain = scoreOf([access()]);
    expect(scoreOf([access({ facts: { address: ADDRESS } })], { since })).toBeGreaterThan(plain);
    expect(scoreOf([access({ facts: { isMultiFactor: false } })])).toBeGreaterThan(plain);
    expect(scoreOf([access({ facts: { isMultiFactor: true } })])).toBeLessThan(plain);
    expect(scoreOf([access({ facts: { isManaged: true } })])).toBeLessThan(plain);
    expect(scoreOf([access()], { privileged: true })).toBeGreaterThan(plain);
    expect(scoreOf([access({ facts: { isOwnNetwork: true } })])).toBeLessThan(plain);
  });

  test("of an effect is milder for an account that machines use", () => {
    expect(scoreOf([effect()], { automated: true })).toBeLessThan(scoreOf([effect()]));
    expect(scoreOf([role()], { automated: true })).toBe(scoreOf([role()]));
  });

  test("of a message that only arrived is milder, and its sender's address is no place of the subject", () => {
    const mail = access({ severity: "high", facts: { act: "mail", address: ADDRESS } });
    expect(scoreOf([mail], { since })).toBe(0);
  });

  test("of a consent does not depend on the place, because people are tricked where they work", () => {
    const consent = role({ facts: { act: "consent.added", address: ADDRESS } });
    expect(scoreOf([consent], { addresses: used({ people: 40 }) })).toBe(scoreOf([consent]));
  });

  test("of what was found on five earlier days from the same network is milder", () => {
    const today = Math.floor(START / DAY);
    const found = (network: string) => effect({ severity: "high", facts: { network } });
    const routine = [
      {
        detector: "mass_download",
        network: "as:64500",
        address: null,
        isOwnNetwork: false,
        days: [9, 7, 5, 3, 1].map((day) => today - day),
      },
    ];
    expect(scoreOf([found("as:64500")], { routine })).toBeLessThan(scoreOf([found("as:64500")]));
    expect(scoreOf([found("as:64501")], { routine })).toBe(scoreOf([found("as:64501")]));
    const fewer = routine.map((each) => ({ ...each, days: [...each.days.slice(1), today] }));
    expect(scoreOf([found("as:64500")], { routine: fewer })).toBe(scoreOf([found("as:64500")]));
  });

  test("of what was found on five earlier days from any network that the organization shares is milder", () => {
    const today = Math.floor(START / DAY);
    const onDays = (network: string, isOwnNetwork: boolean, days: readonly number[]) => ({
      detector: "mass_download",
      network,
      address: ADDRESS,
      isOwnNetwork,
      days: days.map((day) => today - day),
    });
    const found = effect({ severity: "high", facts: { network: "as:64502", isOwnNetwork: true } });
    const routine = [onDays("as:64500", true, [9, 7, 5]), onDays("as:64501", false, [3, 1])];
    const shared = { routine, addresses: used({ people: 40 }) };
    expect(scoreOf([found], shared)).toBeLessThan(scoreOf([found], { addresses: used({ people: 40 }) }));
    expect(scoreOf([found], { routine })).toBe(scoreOf([found]));
    const elsewhere = effect({ severity: "high", facts: { network: "as:64509", address: "198.51.100.7" } });
    expect(scoreOf([elsewhere], shared)).toBe(scoreOf([elsewhere]));
  });

  test("of a familiar place does not excuse what hardly ever happens for good reasons", () => {
    const addresses = used({ people: 40 });
    const facts = { address: ADDRESS };
    const known = (precision: number) => scoreOf([effect({ precision, facts })], { since, addresses });
    expect(known(0.7)).toBe(scoreOf([effect({ precision: 0.7 })]));
    expect(known(0.5)).toBeLessThan(scoreOf([effect({ precision: 0.5 })]));
    const entered = scoreOf([access({ precision: 0.7, facts })], { since, addresses });
    expect(entered).toBeLessThan(scoreOf([access({ precision: 0.7 })]));
  });

  test("of a refused sign-in has neither a new place nor too few factors", () => {
    const facts = { address: ADDRESS, isMultiFactor: false };
    const refused = scoreOf([access({ facts: { ...facts, isRefused: true } })], { since });
    expect(refused).toBe(scoreOf([access()]));
    expect(scoreOf([access({ facts })], { since })).toBeGreaterThan(refused);
  });

  test("of a finding that many people have is worth little, unless its detector is usually right", () => {
    const pair = [access(), effect({ severity: "high" })];
    expect(judge(pair, knowing({})).promoted).toBe(true);
    const everywhere = knowing({ common: new Map([["rare_country medium", 0.5]]) });
    const decision = judge(pair, everywhere);
    expect(decision.score).toBe(scoreOf([effect({ severity: "high" })]));
    expect(judge([access()], everywhere).reasons.join(" ")).toContain(
      "weighs less: 50 % of the people had such a finding on earlier days.",
    );
    const shares = [0, 0.02, 0.05, 0.1, 0.9].map((share) =>
      scoreOf(pair, { common: new Map([["rare_country medium", share]]) }),
    );
    expect(shares).toEqual([...shares].sort((left, right) => right - left));
    const precise = ofSeverity("critical", { detector: "rare_country" });
    const critical = knowing({ common: new Map([["rare_country critical", 0.5]]) });
    expect(judge([precise], critical).promoted).toBe(true);
    const severe = access({ severity: "high" });
    expect(scoreOf([severe], everywhere)).toBe(scoreOf([severe]));
  });

  test("of a recipient in another domain of the organization is milder", () => {
    const forwarded = effect({ facts: { recipient: "northwind.example" } });
    const ownDomains = new Set(["northwind.example"]);
    expect(scoreOf([forwarded], { ownDomains })).toBeLessThan(scoreOf([forwarded]));
  });

  test("an address that an attacker uses for days does not become familiar", () => {
    const days = [0, 1, 2, 3].map((day) => access({ at: START + day * DAY, facts: { address: ADDRESS } }));
    const addresses = used({ since: START });
    expect(scoreOf(days, { since, addresses })).toBe(scoreOf(days.slice(0, 1), { since, addresses }));
  });

  test("an address that many people of the organization use is no attacker", () => {
    const spray = ofSeverity("critical", { tactics: ["credential_access"] });
    const subject = `ip:${ADDRESS}`;
    expect(judge([spray], knowing({ subject, addresses: used({ people: 2_000, days: 30 }) })).promoted).toBe(false);
    expect(judge([spray], knowing({ subject })).promoted).toBe(true);
  });
});

describe("acts of others on the account", () => {
  const reset = role({ severity: "high", at: START - HOUR, title: "Password reset by an administrator" });

  test("add to what the account did in the days after, and make no case alone", () => {
    const own = access({ severity: "medium" });
    const concerning = [reset];
    expect(judge([own], knowing({})).promoted).toBe(false);
    const decision = judge([own], knowing({ concerning }));
    expect(decision).toMatchObject({ promoted: true, deciding: [own] });
    expect(decision.reasons.join(" ")).toContain(
      '"Password reset by an administrator" weighs as usual: another account did it to this one.',
    );
    const before = access({ severity: "medium", at: START - 5 * HOUR });
    const daysLater = access({ severity: "medium", at: START + 3 * DAY });
    expect(judge([before, daysLater], knowing({ concerning })).score).toBe(
      judge([before, daysLater], knowing({})).score,
    );
    const alone = { ...reset, severity: "critical" } as const;
    expect(judge([access({ severity: "none" })], knowing({ concerning: [alone] })).promoted).toBe(false);
  });
});

describe("a decision", () => {
  test("has its pieces of evidence and its reasons in plain words, with titles of detectors", () => {
    const findings = [
      access({ rows: ["SigninLogs/1"], facts: { isMultiFactor: false } }),
      access({ rows: ["SigninLogs/1"], detector: "new_device", severity: "low", title: "New device" }),
      effect({ severity: "high" }),
    ];
    const { inputs, reasons, deciding } = judge(findings, NO_KNOWLEDGE);
    expect(inputs).toMatchObject([
      { detector: "mass_download", stage: "effect", precision: 0.3, context: 1, findings: 1, decides: true },
      { detector: "rare_country", corroborating: ["new_device"], stage: "access", context: 1.4, findings: 2 },
    ]);
    expect(deciding).toEqual(findings);
    expect(reasons).toEqual([
      "The score of 0.89 reaches the required 0.55.",
      'Stages of an attack within 2 h: access to an account ("First sign-in from a new country"), then an effect ("Many files downloaded").',
      '"First sign-in from a new country" weighs more: one factor was enough.',
      '2 findings report the same act and count once; "First sign-in from a new country" is the strongest, beside New device.',
    ]);
    expect(reasons.join()).not.toMatch(/rare_country|mass_download/);
  });

  test("that makes no case has reasons too", () => {
    expect(judge([ofSeverity("low")], NO_KNOWLEDGE).reasons).toEqual([
      "The score of 0.03 is below the required 0.55.",
      '"A low finding" stands alone; it is right in about 3 of 100 cases.',
    ]);
  });

  test("does not depend on the order of the findings", () => {
    const severities = ["low", "medium", "high", "none"] as const;
    const acts = ["sign_in", "role_add", undefined] as const;
    const findings = Array.from({ length: 90 }, (_, n) => {
      const make = [access, role, effect][n % 3] ?? access;
      const act = acts[n % 3];
      return make({
        severity: severities[n % 4] ?? "low",
        detector: `d${n % 7}`,
        at: START + ((n * 37) % 50) * HOUR,
        rows: [`SigninLogs/${n % 20}`, `SigninLogs/${(n * 7) % 20}`],
        facts: { ...(act === undefined ? {} : { act }), object: `o${n % 4}`, address: `198.51.100.${n % 5}` },
      });
    });
    const knowledge = knowing({ since: START - 20 * DAY, addresses: used({ people: 12 }) });
    const expected = judge(findings, knowledge);
    for (let seed = 0; seed < 10; seed++) expect(judge(shuffled(findings, seed), knowledge)).toEqual(expected);
  });

  test("never reaches certainty", () => {
    const findings = [access, role, effect].map((make) => make({ severity: "critical", precision: 0.98 }));
    expect(scoreOf(findings, { privileged: true })).toBe(0.99);
  });
});

describe("completedAt", () => {
  test("is the time of the first finding with which the judge would have promoted", () => {
    const findings = [access({ severity: "high" }), role({ at: START + DAY }), effect({ at: START + 2 * DAY })];
    expect(completedAt(judge(shuffled(findings, 1), NO_KNOWLEDGE), NO_KNOWLEDGE)).toBe(START + DAY);
    expect(completedAt(judge(findings.slice(0, 1), NO_KNOWLEDGE), NO_KNOWLEDGE)).toBeUndefined();
  });
});
