import { describe, expect, test } from "vitest";
import { rowOf } from "../../../../../test/support/rules.ts";
import { MAX_EVIDENCE } from "../../../../model/finding.ts";
import type { Actor } from "../../../../model/rows/actor.ts";
import type { RowHit, SeenRow, StatefulDetector } from "../../stateful-detector.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { compileRules } from "../compile-rules.ts";

const START = 20_000 * DAY_MS + 600 * MINUTE_MS;

const actor = (subject: string): Actor => ({
  kind: "user",
  key: `upn:${subject}`,
  keys: [`upn:${subject}`],
  upn: subject,
  name: null,
  subject,
  tuid: null,
  email: null,
});

const BASES = `title: Failed
name: failed
logsource: { product: azure, service: signinlogs }
level: low
tags: [attack.credential-access]
detection: { selection: { ResultType: 50126 }, condition: selection }
---
title: Granted
name: granted
logsource: { product: azure, service: auditlogs }
detection: { selection: { OperationName: grant }, condition: selection }
---
title: Read
name: read
logsource: { product: m365, service: officeactivity }
detection: { selection: { Operation: read }, condition: selection }
`;

const sources = (correlation: string) => [
  { path: "bases.yml", text: BASES },
  { path: "together.yml", text: `title: Together\ncorrelation: ${correlation}\n` },
];

function detectorOf(correlation: string): StatefulDetector {
  const { detectors, refused } = compileRules(sources(correlation));
  const [detector] = detectors;
  if (!detector) throw new Error(refused[0]?.reason);
  return detector;
}

const reasonOf = (correlation: string): string => compileRules(sources(correlation)).refused[0]?.reason ?? "";

interface Happening {
  readonly minute: number;
  readonly rule: "bases" | "granted" | "read";
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly subject?: string;
}

const TABLE_OF = { bases: "SigninLogs", granted: "AuditLogs", read: "OfficeActivity" } as const;

function seenOf({ minute, rule, fields = {}, subject = "ada" }: Happening, id: number): SeenRow {
  const row = { ...rowOf(fields, TABLE_OF[rule], `row-${id}`), at: START + minute * MINUTE_MS };
  return { row, actor: actor(subject), matches: new Set([rule]) };
}

/** What a detector finds in what happened, through hits as they are stored. */
function findings(detector: StatefulDetector, happenings: readonly Happening[]) {
  const groups = new Map<string, RowHit[]>();
  for (const [id, happening] of happenings.entries()) {
    const seen = seenOf(happening, id);
    for (const hit of detector.hitsOf(seen)) {
      const { row } = seen;
      const ref = { table: row.table, rowId: row.rowId, at: row.at };
      const stored = { ...hit, at: row.at, ref, actor: seen.actor, platformEventId: null, count: 1 };
      groups.set(hit.group, [...(groups.get(hit.group) ?? []), stored]);
    }
  }
  return [...groups].flatMap(([group, hits]) => {
    const sorted = hits.toSorted((a, b) => a.at - b.at || (a.ref.rowId < b.ref.rowId ? -1 : 1));
    return detector.evaluate({ group, hits: sorted, since: sorted[0]?.at ?? 0 });
  });
}

const times = (count: number, rule: Happening["rule"], more: (at: number) => Partial<Happening> = () => ({})) =>
  Array.from({ length: count }, (_, at): Happening => ({ minute: at, rule, ...more(at) }));

describe("event_count", () => {
  const detector = detectorOf("{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 3 } }");

  test("fires at the row that reaches the count within the timespan", () => {
    const [finding, ...rest] = findings(detector, times(3, "bases"));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ at: START + 2 * MINUTE_MS, severity: "low", title: "Together" });
    expect(finding?.rows.map(({ rowId }) => rowId)).toEqual(["row-2", "row-1", "row-0"]);
    expect(finding?.summary).toBe("Together: 3 matching rows for ada within 5m (expected: at least 3).");
    expect(finding?.actor?.subject).toBe("ada");
  });

  test("stays silent when the rows are further apart, of other people, or of other rules", () => {
    expect(
      findings(
        detector,
        times(3, "bases", (at) => ({ minute: at * 3 })),
      ),
    ).toEqual([]);
    expect(
      findings(
        detector,
        times(3, "bases", (at) => ({ subject: `user-${at}` })),
      ),
    ).toEqual([]);
    expect(findings(detector, times(3, "read"))).toEqual([]);
  });

  test("counts rows at both ends of the timespan", () => {
    expect(
      findings(
        detector,
        times(3, "bases", (at) => ({ minute: at * 2.5 })),
      ),
    ).toHaveLength(1);
  });

  test("fires once a day for each group, at the first time", () => {
    const days = [...times(10, "bases"), ...times(3, "bases", (at) => ({ minute: 1_440 + at }))];
    expect(findings(detector, days).map(({ at }) => at)).toEqual([START + 2 * MINUTE_MS, START + 1_442 * MINUTE_MS]);
    const keys = findings(detector, days).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test("groups by the fields it names", () => {
    const byAddress = detectorOf(
      "{ type: event_count, rules: [bases], group-by: [IPAddress], timespan: 5m, condition: { gte: 3 } }",
    );
    const spread = times(6, "bases", (at) => ({
      fields: { IPAddress: at % 2 ? "192.0.2.1" : "192.0.2.2" },
      subject: `u${at}`,
    }));
    expect(findings(byAddress, spread).map(({ summary }) => summary)).toEqual([
      expect.stringContaining("IPAddress 192.0.2.2"),
      expect.stringContaining("IPAddress 192.0.2.1"),
    ]);
    expect(findings(byAddress, times(3, "bases"))).toEqual([]);
  });

  test("supports a range", () => {
    const range = detectorOf("{ type: event_count, rules: [bases], timespan: 5m, condition: { gt: 1, lte: 2 } }");
    expect(
      findings(
        range,
        times(5, "bases", () => ({ minute: 0 })),
      ),
    ).toEqual([]);
    expect(findings(range, times(2, "bases"))).toHaveLength(1);
  });

  test("has at most as many rows of evidence as a finding may have", () => {
    const many = detectorOf("{ type: event_count, rules: [bases], timespan: 1d, condition: { gte: 80 } }");
    expect(findings(many, times(80, "bases"))[0]?.rows).toHaveLength(MAX_EVIDENCE);
  });
});

describe("a correlation that is silent about habits", () => {
  const counted = "{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 3 } }";
  const detector = detectorOf(`${counted}\nparapet: { habit_days: 2 }`);
  const onDays = (...days: readonly number[]) =>
    days.flatMap((day) => times(3, "bases", (at) => ({ minute: day * 1_440 + at })));

  test("reports a group until it completed it on so many earlier days of the last 30", () => {
    expect(findings(detector, onDays(0, 1, 2, 3))).toHaveLength(2);
    expect(findings(detector, onDays(0, 1, 40))).toHaveLength(3);
    expect(findings(detector, onDays(3, 2, 1, 0)).map(({ key }) => key)).toEqual(
      findings(detector, onDays(0, 1, 2, 3)).map(({ key }) => key),
    );
  });

  test("does not count days on which the condition was not met", () => {
    const single = [0, 1, 2].map((day): Happening => ({ minute: day * 1_440, rule: "bases" }));
    expect(findings(detector, [...single, ...onDays(5)])).toHaveLength(1);
  });
});

describe("value_count", () => {
  const detector = detectorOf(
    "{ type: value_count, rules: [bases], group-by: [IPAddress], timespan: 1h, condition: { field: UserPrincipalName, gte: 3 } }",
  );
  const tries = (users: readonly string[]) =>
    times(users.length, "bases", (at) => ({ fields: { IPAddress: "192.0.2.1", UserPrincipalName: users[at] } }));

  test("counts distinct values without case, and lists some", () => {
    expect(findings(detector, tries(["a", "A", "b", "a", "b"]))).toEqual([]);
    const [finding] = findings(detector, tries(["a", "b", "a", "c"]));
    expect(finding?.summary).toContain("3 different values of UserPrincipalName");
    expect(finding?.summary).toContain("a, b, c");
    expect(finding?.rows.map(({ rowId }) => rowId)).toEqual(["row-3", "row-2", "row-1"]);
  });
});

describe("temporal", () => {
  const detector = detectorOf("{ type: temporal, rules: [bases, granted, read], timespan: 10m }");

  test("fires when all rules matched within the timespan, in any order", () => {
    const happened: Happening[] = [
      { minute: 0, rule: "read" },
      { minute: 4, rule: "bases" },
      { minute: 9, rule: "granted" },
    ];
    expect(findings(detector, happened)[0]).toMatchObject({ at: START + 9 * MINUTE_MS, rows: { length: 3 } });
    expect(findings(detector, happened.slice(0, 2))).toEqual([]);
    expect(findings(detector, [...happened.slice(0, 2), { minute: 11, rule: "granted" }])).toEqual([]);
  });

  test("may require only some of them", () => {
    const two = detectorOf("{ type: temporal, rules: [bases, granted, read], timespan: 10m, condition: { gte: 2 } }");
    expect(
      findings(two, [
        { minute: 0, rule: "read" },
        { minute: 4, rule: "bases" },
      ]),
    ).toHaveLength(1);
    expect(findings(two, times(4, "bases"))).toEqual([]);
  });

  test("groups by aliases, the field of each rule", () => {
    const aliased = detectorOf(`
  type: temporal
  rules: [bases, granted]
  group-by: [who]
  timespan: 10m
  aliases: { who: { bases: UserPrincipalName, granted: InitiatedBy.user.userPrincipalName } }`);
    const signIn: Happening = { minute: 0, rule: "bases", fields: { UserPrincipalName: "Eve" } };
    const grant = (who: string): Happening => ({
      minute: 1,
      rule: "granted",
      fields: { InitiatedBy: { user: { userPrincipalName: who } } },
    });
    expect(findings(aliased, [signIn, grant("eve")])).toHaveLength(1);
    expect(findings(aliased, [signIn, grant("bob")])).toEqual([]);
  });
});

describe("temporal_ordered", () => {
  const detector = detectorOf("{ type: temporal_ordered, rules: [bases, granted, read], timespan: 10m }");
  const happened = (...steps: readonly (readonly [number, Happening["rule"]])[]) =>
    findings(
      detector,
      steps.map(([minute, rule]) => ({ minute, rule })),
    );

  test("fires when the rules matched one after the other", () => {
    expect(happened([0, "bases"], [1, "granted"], [2, "read"])[0]).toMatchObject({ at: START + 2 * MINUTE_MS });
    expect(happened([0, "granted"], [1, "bases"], [2, "read"])).toEqual([]);
    expect(happened([0, "bases"], [1, "granted"], [11, "read"])).toEqual([]);
    expect(happened([0, "bases"], [0, "granted"], [0, "read"])).toEqual([]);
  });

  test("uses the latest first step that still completes the sequence", () => {
    const found = happened([0, "bases"], [5, "bases"], [6, "granted"], [7, "bases"], [14, "read"]);
    expect(found[0]?.rows.map(({ rowId }) => rowId)).toEqual(["row-4", "row-2", "row-1"]);
  });
});

describe("sums, averages and percentiles", () => {
  const sizes = (...numbers: readonly unknown[]) =>
    times(numbers.length, "bases", (at) => ({ fields: { DurationMs: numbers[at] } }));
  const detector = (type: string, condition: string) =>
    detectorOf(`{ type: ${type}, rules: [bases], timespan: 1h, condition: { field: DurationMs, ${condition} } }`);

  test("are compared with the numbers of the field", () => {
    expect(findings(detector("value_sum", "gt: 100"), sizes(50, "40", "x", 20))[0]?.summary).toContain("is 110");
    expect(findings(detector("value_sum", "gt: 100"), sizes(50, 50))).toEqual([]);
    expect(findings(detector("value_avg", "gte: 40"), sizes(10, 20, 90))[0]?.summary).toContain("is 40");
    expect(findings(detector("value_percentile", "gte: 90, percentile: 50"), sizes(1, 90, 2))[0]).toBeUndefined();
    expect(findings(detector("value_percentile", "gte: 90, percentile: 50"), sizes(1, 90, 95))).toHaveLength(1);
  });
});

describe("the summary of a correlation", () => {
  const summaryOf = (summary: string, groupBy = "") => {
    const correlation = `{ type: event_count, rules: [bases], ${groupBy} timespan: 5m, condition: { gte: 2 } }`;
    const detector = detectorOf(`${correlation}\nparapet: { summary: '${summary}' }`);
    const fields = { IPAddress: "2001:db8::1", Location: "C\u0000H|x" };
    return findings(
      detector,
      times(2, "bases", () => ({ fields })),
    )[0]?.summary;
  };

  test("fills in numbers, the group and its fields", () => {
    expect(
      summaryOf("{count} of {expected} for {IPAddress} in {timespan} ({group}).", "group-by: [IPAddress, Location],"),
    ).toBe("2 of at least 2 for 2001:db8::1 in 5m (IPAddress 2001:db8::1, Location c h|x).");
  });

  test("fills in sanitized fields of the row that completed it", () => {
    expect(summaryOf("{count} from {Location}, {Nothing}.")).toBe("2 from C H|x, unknown.");
  });

  test("renders 'unknown' for a field that was not stored, even if every object has a property of that name", () => {
    const template = "parapet: { summary: '{count}: {constructor}, {__proto__}' }";
    const correlation = "{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 2 } }";
    const { hitsOf } = detectorOf(correlation);
    const detector = { ...detectorOf(`${correlation}\n${template}`), hitsOf };
    expect(findings(detector, times(2, "bases"))[0]?.summary).toBe("2: unknown, unknown");
    expect(summaryOf("{count}: {constructor}, {__proto__}")).toBe("2: unknown, unknown");
  });

  test("adds the numbers where the template has no {count}", () => {
    expect(summaryOf("Too many.")).toBe("Too many. 2 matching rows for ada within 5m (expected: at least 2).");
  });
});

describe("the rules of a correlation", () => {
  const generates = (correlation: string) =>
    compileRules(sources(correlation)).rules.find(({ facts }) => facts.slug === "bases")?.generate;

  test("generate no findings unless `generate` is set", () => {
    expect(generates("{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 3 } }")).toBe(false);
    expect(
      generates("{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 3 }, generate: true }"),
    ).toBe(true);
    expect(generates("{ type: event_count, rules: [granted], timespan: 5m, condition: { gte: 3 } }")).toBe(true);
  });

  test("are listed with the correlation that silences them", () => {
    const counted = (more: string) =>
      `{ type: event_count, rules: [bases], timespan: 5m, condition: { gte: 3 }${more} }`;
    const silencedBy = (correlation: string) =>
      compileRules(sources(correlation)).effects.map(({ path, kind, rules }) => [path, kind, rules.map(slugOf)]);
    const slugOf = ({ facts }: { readonly facts: { readonly slug: string } }) => facts.slug;
    expect(silencedBy(counted(""))).toEqual([["together.yml", "silences", ["bases"]]]);
    expect(silencedBy(counted(", generate: true"))).toEqual([["together.yml", "silences", []]]);
  });

  test("provide level, tactics and tables where the correlation has none", () => {
    const { facts, tables } = detectorOf("{ type: temporal, rules: [bases, granted], timespan: 5m }");
    expect(facts).toMatchObject({ slug: "together", severity: "medium", tactics: ["credential_access"] });
    expect(tables).toEqual(["SigninLogs", "AuditLogs"]);
  });
});

describe("an unsupported correlation is refused", () => {
  test.each([
    ["{ type: first_seen, rules: [bases], timespan: 5m }", "'first_seen'"],
    ["{ type: temporal, rules: [nobody], timespan: 5m }", "'nobody'"],
    ["{ type: temporal, rules: [together], timespan: 5m }", "is a correlation"],
    ["{ type: temporal, rules: [], timespan: 5m }", "must reference 1 to 100 rules"],
    ["{ type: temporal, rules: [bases], timespan: 5 }", "timespan"],
    ["{ type: temporal, rules: [bases], timespan: 90d }", "longer than 30d"],
    ["{ type: temporal, rules: [bases], timespan: 5m, condition: bases and read }", "must be a map"],
    ["{ type: event_count, rules: [bases], timespan: 5m }", "'condition'"],
    ["{ type: event_count, rules: [bases], timespan: 5m, condition: { lt: 5 } }", "first row"],
    ["{ type: event_count, rules: [bases], timespan: 5m, condition: { neq: 5 } }", "first row"],
    ["{ type: event_count, rules: [bases], timespan: 5m, condition: { above: 5 } }", "'above'"],
    ["{ type: value_count, rules: [bases], timespan: 5m, condition: { gte: 5 } }", "needs 'field'"],
    ["{ type: temporal_ordered, rules: [bases, read], timespan: 5m, condition: { gte: 1 } }", "all of its rules"],
    ["{ type: temporal, rules: [bases, read], timespan: 5m, condition: { gte: 3 } }", "never match"],
    ["{ type: temporal, rules: [bases], timespan: 5m, window: 3 }", "'window'"],
  ])("%s: %s", (correlation, reason) => {
    expect(reasonOf(correlation)).toContain(reason);
  });
});
