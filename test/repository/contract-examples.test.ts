import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeBrief } from "../../src/analysis/correlate/brief.ts";
import { condense, EMPTY_OVERVIEW } from "../../src/analysis/correlate/case-overview.ts";
import { threatTypeOf } from "../../src/analysis/correlate/case-threat-type.ts";
import { judge } from "../../src/analysis/correlate/judge.ts";
import { NO_KNOWLEDGE } from "../../src/analysis/correlate/knowledge.ts";
import { spanOf } from "../../src/analysis/correlate/span.ts";
import { BEHAVIOR_DEFAULTS } from "../../src/analysis/detect/behavior/behavior-defaults.ts";
import { rareCountry } from "../../src/analysis/detect/behavior/detectors/rare-country.ts";
import { findingOf } from "../../src/analysis/detect/sigma/match/finding-of.ts";
import { listCases } from "../../src/contract/cases.ts";
import { listThreats } from "../../src/contract/threats.ts";
import type { Finding } from "../../src/model/finding.ts";
import { toThreatEvent } from "../../src/pipeline/detect/threat-of-finding.ts";
import { compileFolder } from "../../src/pipeline/rules/compile-folder.ts";
import { SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";
import { aFinding } from "../support/case-findings.ts";
import { SHIPPED_MAPPINGS } from "../support/rules.ts";
import { findingsOf, seenRow, times } from "../support/run-detectors.ts";

type Example = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const UPN = "maya.ito@northwind.example";
const RULE = "office/mailbox-rule-forwards-outside.yml";
const [threat] = (listThreats.replyExample as { data: readonly Example[] }).data;
const [found] = (listCases.replyExample as { items: readonly (Example & { events: readonly Example[] })[] }).items;
const [signedIn, forwarded] = (found?.events ?? []).map((event) => Date.parse(String(event["created_at"])));

const signIn = (at: number, country: string) =>
  seenRow("SigninLogs", at, {
    UserPrincipalName: UPN,
    ResultType: "0",
    LocationDetails: { countryOrRegion: country },
  });

/** What the detectors report for 33 days of sign-ins from one country, one from another, and an inbox rule. */
function reported(): readonly Finding[] {
  const at = signedIn ?? 0;
  const usual = times(33, (day) => signIn(at - (33 - day) * DAY_MS, "US"));
  const rule = { path: RULE, text: readFileSync(join(SHIPPED_RULES, RULE), "utf8") };
  const { engine } = compileFolder([...SHIPPED_MAPPINGS, rule]);
  const inbox = seenRow("OfficeActivity", forwarded ?? 0, {
    Operation: "New-InboxRule",
    UserId: UPN,
    ClientIP: "203.0.113.80",
    ResultStatus: "True",
    Parameters: [
      { Name: "Name", Value: "sync" },
      { Name: "ForwardTo", Value: "dropbox44@mail.example" },
    ],
  });
  return [
    ...findingsOf(rareCountry(BEHAVIOR_DEFAULTS.rareCountry), [...usual, signIn(at, "BR")]),
    ...engine.matches(inbox.row).map((rule) => findingOf(rule, inbox)),
  ];
}

const wordsOf = (finding: Finding | undefined): Example => {
  if (!finding) return {};
  const event = toThreatEvent("00000000-0000-4000-8000-000000000000", finding, new Date(finding.at), () => "row");
  const { severity, category, subcategory, title, summary, source } = event;
  return { severity, category, subcategory, title, summary, source, signal_type: event.signalType };
};

describe("the examples of the reference claim what the service would", () => {
  const findings = reported();

  it("the event of /threats is what its detector reports", () => {
    const { severity: _, signal_type: __, ...shown } = wordsOf(findings[0]);
    expect(threat).toMatchObject(shown);
  });

  it("the events of the case are what their detectors report", () => {
    expect(findings).toHaveLength(2);
    expect(found?.events).toMatchObject(findings.map(wordsOf));
  });

  it("the case is one that the judge promotes, with the brief that is written about it", () => {
    const events = findings.map(({ at, detector, severity, title, rows }) =>
      aFinding({
        at,
        severity,
        title,
        detector: detector.slug,
        tactics: detector.tactics,
        threatType: detector.threatType,
        table: rows[0]?.table ?? "SigninLogs",
      }),
    );
    // The organization has sent rows for long, and nothing like it was found before.
    const firstDays = new Map(events.flatMap(({ table }) => (table === null ? [] : [[table, 0] as const])));
    const decision = judge(events, { ...NO_KNOWLEDGE, firstDays });
    expect(decision.promoted).toBe(true);
    const threatType = threatTypeOf(events);
    expect(found).toMatchObject({
      threat_type: threatType,
      threat_brief: writeBrief({
        who: { subject: "0190", name: "Maya Ito", address: UPN },
        overview: condense(EMPTY_OVERVIEW, events, new Set()),
        span: spanOf(events),
        threatType,
        decision,
        hidden: 0,
      }),
    });
  });
});
