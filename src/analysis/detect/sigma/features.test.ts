import { describe, expect, test } from "vitest";
import { SHIPPED_MAPPINGS } from "../../../../test/support/rules.ts";
import { compileRules } from "./compile-rules.ts";

/** Every feature of the specification 2.1.0, and of older rules, as the detection of a rule; true when it is supported. */
const FEATURES: readonly (readonly [string, string, boolean])[] = [
  ["contains", "{ s: { Identity|contains: a }, condition: s }", true],
  ["startswith", "{ s: { Identity|startswith: a }, condition: s }", true],
  ["endswith", "{ s: { Identity|endswith: a }, condition: s }", true],
  ["all", "{ s: { Identity|contains|all: [a, b] }, condition: s }", true],
  ["re", "{ s: { Identity|re: 'a.*b' }, condition: s }", true],
  ["re|i", "{ s: { Identity|re|i: 'a.*b' }, condition: s }", true],
  ["re|m", "{ s: { Identity|re|m: '^a' }, condition: s }", true],
  ["re|s", "{ s: { Identity|re|s: 'a.b' }, condition: s }", true],
  ["re with inline flags", "{ s: { Identity|re: '(?i)ab' }, condition: s }", true],
  ["cidr", "{ s: { IPAddress|cidr: 10.0.0.0/8 }, condition: s }", true],
  ["expand without a value", "{ s: { Identity|expand: '%names%' }, condition: s }", false],
  ["expand", "{ s: { Identity|expand: '%known%' }, condition: s }", true],
  ["base64", "{ s: { Identity|base64: a }, condition: s }", true],
  ["base64offset", "{ s: { Identity|base64offset|contains: abc }, condition: s }", true],
  ["wide", "{ s: { Identity|wide|base64offset|contains: abc }, condition: s }", true],
  ["utf16", "{ s: { Identity|utf16|base64: a }, condition: s }", true],
  ["utf16le", "{ s: { Identity|utf16le|base64: a }, condition: s }", true],
  ["utf16be", "{ s: { Identity|utf16be|base64: a }, condition: s }", true],
  ["windash", "{ s: { Identity|windash|contains: ' -a' }, condition: s }", true],
  ["fieldref", "{ s: { HomeTenantId|fieldref: ResourceTenantId }, condition: s }", true],
  ["exists", "{ s: { Identity|exists: false }, condition: s }", true],
  ["cased", "{ s: { Identity|cased: A }, condition: s }", true],
  ["neq", "{ s: { Identity|neq: a }, condition: s }", true],
  ["lt", "{ s: { DurationMs|lt: 5 }, condition: s }", true],
  ["lte", "{ s: { DurationMs|lte: 5 }, condition: s }", true],
  ["gt", "{ s: { DurationMs|gt: 5 }, condition: s }", true],
  ["gte", "{ s: { DurationMs|gte: 5 }, condition: s }", true],
  ["minute", "{ s: { TimeGenerated|minute: 5 }, condition: s }", true],
  ["hour", "{ s: { TimeGenerated|hour: 5 }, condition: s }", true],
  ["day", "{ s: { TimeGenerated|day: 5 }, condition: s }", true],
  ["week", "{ s: { TimeGenerated|week: 5 }, condition: s }", true],
  ["month", "{ s: { TimeGenerated|month: 5 }, condition: s }", true],
  ["year", "{ s: { TimeGenerated|year: 2026 }, condition: s }", true],
  ["and, or, not, parentheses", "{ s: { Identity: a }, t: { Location: b }, condition: s and not (t or s) }", true],
  ["1 of pattern", "{ s_a: { Identity: a }, s_b: { Location: b }, condition: 1 of s_* }", true],
  ["all of pattern", "{ s_a: { Identity: a }, s_b: { Location: b }, condition: all of s_* }", true],
  ["N of them", "{ a: { Identity: a }, b: { Location: b }, condition: 2 of them }", true],
  ["any of them", "{ a: { Identity: a }, b: { Location: b }, condition: any of them }", true],
  ["several conditions", "{ a: { Identity: a }, b: { Location: b }, condition: [a, b] }", true],
  ["list of maps", "{ s: [{ Identity: a }, { Location: b }], condition: s }", true],
  ["list of keywords", "{ s: [a, b, 3], condition: s }", true],
  ["all keywords", "{ s: { '|all': [a, b] }, condition: s }", true],
  ["wildcards and escapes", "{ s: { Identity: ['a*', '?b', 'c\\*d', 'e\\\\\\\\f'] }, condition: s }", true],
  ["numbers, null and empty text", "{ s: { ResultType: 5, Identity: null, Location: '' }, condition: s }", true],
  ["dotted fields", "{ s: { properties.message: a, DeviceDetail.trusttype: b }, condition: s }", true],
  ["unknown field", "{ s: { Nothing: a }, condition: s }", true],
  ["timeframe", "{ s: { Identity: a }, timeframe: 5m, condition: s }", false],
  ["aggregation", "{ s: { Identity: a }, condition: s | count() by Identity > 5 }", false],
  ["near", "{ s: { Identity: a }, condition: s | near s }", false],
  ["unknown modifier", "{ s: { Identity|fuzzy: a }, condition: s }", false],
  ["backreference", "{ s: { Identity|re: '(a)\\1' }, condition: s }", false],
];

const LOGSOURCES: readonly (readonly [string, boolean])[] = [
  ["product: azure, service: signinlogs", true],
  ["product: azure, service: auditlogs", true],
  ["product: azure, service: riskdetection", true],
  ["product: azure, service: pim", true],
  ["product: azure, service: activitylogs", true],
  ["product: m365, service: threat_management", true],
  ["product: m365, service: threat_detection", true],
  ["product: m365, service: exchange", true],
  ["product: m365, service: audit", true],
  ["product: windows, service: security", true],
  ["product: windows, service: system", true],
  ["product: windows, category: process_creation", true],
  ["product: windows, category: process_access", true],
  ["product: windows, category: registry_set", true],
  ["product: windows, category: registry_add", true],
  ["product: windows, category: registry_delete", true],
  ["product: windows, category: registry_event", true],
  ["product: windows, category: file_event", true],
  ["product: windows, category: file_delete", true],
  ["product: windows, category: file_access", true],
  ["product: windows, category: file_rename", true],
  ["product: windows, category: network_connection", true],
  ["product: windows, category: pipe_created", true],
  ["product: windows, category: driver_load", true],
  ["product: windows, category: image_load", false],
  ["product: windows, category: ps_script", false],
  ["product: linux", true],
  ["product: linux, category: process_creation", true],
  ["product: linux, category: file_event", true],
  ["product: linux, category: network_connection", true],
  ["product: linux, service: auditd", true],
  ["product: linux, service: sshd", true],
  ["product: linux, service: cron", true],
  ["product: linux, service: unheard", false],
  ["category: webserver", true],
  ["category: webserver, product: apache", true],
  ["category: proxy", true],
  ["category: dns", true],
  ["category: firewall", true],
  ["category: antivirus", true],
  ["product: okta, service: okta", true],
  ["product: cisco, service: aaa, category: accounting", true],
  ["product: fortigate, service: event", true],
  ["product: aws, service: cloudtrail", false],
];

const CORRELATIONS: readonly (readonly [string, boolean])[] = [
  ["type: event_count, rules: [base], group-by: [Identity], timespan: 30s, condition: { gte: 5 }", true],
  ["type: value_count, rules: [base], group-by: [Identity], timespan: 5m, condition: { field: Location, gt: 5 }", true],
  ["type: temporal, rules: [base, other], group-by: [Identity], timespan: 5h", true],
  ["type: temporal_ordered, rules: [base, other], group-by: [Identity], timespan: 1d", true],
  [
    "type: value_sum, rules: [base], group-by: [Identity], timespan: 1d, condition: { field: DurationMs, gte: 5 }",
    true,
  ],
  ["type: value_avg, rules: [base], group-by: [Identity], timespan: 1d, condition: { field: DurationMs, lt: 5 }", true],
  [
    "type: value_percentile, rules: [base], timespan: 1d, condition: { field: DurationMs, gte: 5, percentile: 95 }",
    true,
  ],
  ["type: event_count, rules: [base], timespan: 1d, condition: { gte: 5, lt: 9 }, generate: true", true],
  ["type: event_count, rules: [base], timespan: 1d, condition: { eq: 5 }, aliases: { x: { base: Identity } }", true],
  ["type: event_count, rules: [base], timespan: 1d, condition: { lte: 5 }", false],
  ["type: value_max, rules: [base], timespan: 1d, condition: { field: DurationMs, gte: 5 }", false],
];

const rule = (logsource: string, detection: string) =>
  `title: A rule\nlogsource: { ${logsource} }\ndetection: ${detection}\n`;

/** Whether the rule of this text loads; one that does not must say why. */
function loads(text: string): boolean {
  const bases = ["base", "other"].map((name) => ({
    path: `${name}.yml`,
    text: rule("product: azure, service: signinlogs", "{ s: { Identity: a }, condition: s }"),
  }));
  const options = { placeholders: { known: ["a", "b"] } };
  const { rules, detectors, refused } = compileRules(
    [...SHIPPED_MAPPINGS, ...bases, { path: "the-rule.yml", text }],
    options,
  );
  const used = rules.length + detectors.length - bases.length;
  expect(used + refused.length).toBe(1);
  for (const { path, reason } of refused) expect([path, reason.length > 10]).toEqual(["the-rule.yml", true]);
  return used === 1;
}

describe("every feature of Sigma is supported, or refused with its reason", () => {
  test.each(FEATURES)("%s", (_, detection, supported) => {
    expect(loads(rule("product: azure, service: signinlogs", detection))).toBe(supported);
  });

  test.each(LOGSOURCES)("logsource %s", (logsource, supported) => {
    expect(loads(rule(logsource, "{ s: [a], condition: s }"))).toBe(supported);
  });

  test.each(CORRELATIONS)("correlation %s", (correlation, supported) => {
    expect(loads(`title: A correlation\ncorrelation: { ${correlation} }\n`)).toBe(supported);
  });
});
