import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BEHAVIORS } from "../../src/analysis/detect/behavior/behaviors.ts";
import { compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import { isPartial } from "../../src/analysis/detect/sigma/compiled-rule.ts";
import { failedMappingExamples } from "../../src/analysis/detect/sigma/mapping/mapping-examples.ts";
import { findingOf } from "../../src/analysis/detect/sigma/match/finding-of.ts";
import { readDocuments } from "../../src/analysis/detect/sigma/parse/read-documents.ts";
import { slugOf } from "../../src/analysis/detect/sigma/parse/rule-identity.ts";
import { exampleRow, failedExamplesOf } from "../../src/analysis/detect/sigma/rule-examples.ts";
import type { RowHit, SeenRow, StatefulDetector } from "../../src/analysis/detect/stateful-detector.ts";
import { supersededAmong, supersessionOf } from "../../src/analysis/detect/supersede.ts";
import type { Actor } from "../../src/model/rows/actor.ts";
import { ANALYSIS_TABLES, type LogTable } from "../../src/model/rows/log-row.ts";
import { SEVERITIES, SOURCE_TABLE_NAMES } from "../../src/model/vocabulary.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";

const { sources, unread } = await readRulesFolder(SHIPPED_RULES);
const { engine, rules, detectors, refused, mappings } = compileRules(sources);
const documents = sources.flatMap(readDocuments).filter(({ data }) => data["mapping"] === undefined);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const person: Actor = {
  kind: "user",
  key: "upn:dana.cole@fabrikam.example",
  keys: ["upn:dana.cole@fabrikam.example"],
  upn: "dana.cole@fabrikam.example",
  name: null,
  subject: "dana",
  tuid: null,
  email: null,
};

describe("the shipped rules", () => {
  it("all load, and are at least 120", () => {
    expect(refused).toEqual([]);
    expect(unread).toEqual([]);
    expect(rules.length).toBeGreaterThanOrEqual(120);
  });

  it("look at every table", () => {
    const tables = new Set(rules.flatMap((rule) => rule.tables));
    expect([...SOURCE_TABLE_NAMES, ...ANALYSIS_TABLES].filter((table) => !tables.has(table))).toEqual([]);
  });

  it("fire on their examples and stay silent on those they must not fire on", () => {
    expect(rules.flatMap((rule) => failedExamplesOf(rule, engine))).toEqual([]);
  });

  it("each have a row that fires and one that does not", () => {
    const without = rules.filter(({ examples: { fires, silent } }) => fires.length === 0 || silent.length === 0);
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it("each have at least two rows that do not fire where they read text of devices and hosts", () => {
    const readers = rules.filter(({ path }) => /^(network|syslog)\//.test(path));
    expect(readers.length).toBeGreaterThan(40);
    // One near miss rarely shows a refusal, a test or a removal, which vendors report in nearly the same words.
    const few = readers.filter(({ examples: { silent } }) => silent.length < 2);
    expect(few.map(({ path }) => path)).toEqual([]);
  });

  it("each say why, what else looks like it, what it is a sign of and what to write of a row", () => {
    const silent = documents.filter(({ data }) => {
      const own = data["parapet"] as Readonly<Record<string, unknown>> | undefined;
      return !own?.["why"] || !own["threat_type"] || !own["summary"] || !data["falsepositives"] || !data["level"];
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it("each name their tactics and techniques", () => {
    const facts = [...rules, ...detectors].map((each) => each.facts);
    const without = facts.filter(({ tactics, techniques }) => tactics.length === 0 || techniques.length === 0);
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it("have names and ids of their own, which behaviors do not have either", () => {
    const slugs = [...documents.map(slugOf), ...BEHAVIORS.map(({ facts }) => facts.slug)];
    expect(new Set(slugs).size).toBe(slugs.length);
    const ids = documents.map(({ data }) => String(data["id"]));
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are each in a file that is named after them alone", () => {
    expect(documents.filter(({ index }) => index > 0).map(({ path }) => path)).toEqual([]);
    expect(sources.filter(({ path }) => !/^[a-z-]+\/[a-z0-9-]+\.yml$/.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it("make events, or feed a correlation that does", () => {
    const used = new Set(documents.flatMap(({ data }) => correlationOf(data).rules));
    const idle = rules.filter(({ generate, facts }) => !generate && !used.has(facts.slug));
    expect(idle.map(({ facts }) => facts.slug)).toEqual([]);
  });
});

describe("the shipped mappings", () => {
  it("read the values of their examples, and leave out the rows that they must", () => {
    expect(mappings.flatMap(failedMappingExamples)).toEqual([]);
  });

  it("each have an example with values, and one of a row that does not belong where they have a condition", () => {
    const without = mappings.filter(
      ({ condition, examples, title }) =>
        title !== "Entra risk detections" &&
        (!examples.some(({ fields }) => fields !== null) ||
          (condition !== null && !examples.some(({ fields }) => fields === null))),
    );
    expect(without.map(({ title }) => title)).toEqual([]);
  });

  it("are explained with an example that holds", () => {
    const guide = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8");
    const [, text = ""] = /```yaml\n(title: Gate controllers\n[^`]+)```/.exec(guide) ?? [];
    const explained = compileRules([{ path: "gate.yml", text }]);
    expect(explained.refused).toEqual([]);
    expect(explained.mappings.map(({ examples }) => examples.length)).toEqual([2]);
    expect(explained.mappings.flatMap(failedMappingExamples)).toEqual([]);
  });

  it("leave no shipped rule partial", () => {
    expect(rules.filter(isPartial).map(({ facts }) => facts.slug)).toEqual([]);
  });
});

describe("the shipped correlations", () => {
  it("are at least 5", () => {
    expect(detectors.length).toBeGreaterThanOrEqual(5);
  });

  it.each(detectors.map((detector) => [detector.facts.slug, detector] as const))(
    "%s fires on the examples of its rules, and not with one row less",
    (slug, detector) => {
      const document = documents.find((each) => slugOf(each) === slug);
      const correlation = correlationOf(document?.data ?? {});
      const hits = rowsOf(correlation).flatMap((seen, at) => storedHits(detector, seen, at));
      expect(findingsIn(detector, hits)).toBe(1);
      expect(findingsIn(detector, hits.slice(0, -1))).toBe(0);
    },
  );
});

interface CorrelationShape {
  readonly type: string;
  readonly rules: readonly string[];
  readonly groupBy: readonly string[];
  readonly field: string | null;
  readonly least: number;
}

function correlationOf(data: Readonly<Record<string, unknown>>): CorrelationShape {
  const part = (data["correlation"] ?? {}) as Readonly<Record<string, unknown>>;
  const condition = (part["condition"] ?? {}) as Readonly<Record<string, unknown>>;
  const names = (part["rules"] ?? []) as readonly string[];
  // Numbers are kept as they are written.
  const least = condition["gte"] === undefined ? names.length : Number(String(condition["gte"]));
  const groupBy = (part["group-by"] ?? []) as readonly string[];
  return {
    type: String(part["type"]),
    rules: names,
    groupBy,
    field: (condition["field"] as string | undefined) ?? null,
    least,
  };
}

/** Just enough rows for the correlation: the first example of each of its rules, over and over, all of one group. */
function rowsOf({ type, rules: names, groupBy, field, least }: CorrelationShape): readonly SeenRow[] {
  const firesOf = (name: string | undefined) => rules.find(({ facts }) => facts.slug === name)?.examples.fires[0] ?? {};
  const first = firesOf(names[0]);
  const group = Object.fromEntries(groupBy.flatMap((key) => (key in first ? [[key, first[key]]] : [])));
  const length = type === "value_sum" ? Math.ceil(least / Number(first[field ?? ""])) : least;
  return Array.from({ length }, (_, at) => {
    const rule = rules.find(({ facts }) => facts.slug === names[at % names.length]);
    const example = { ...firesOf(rule?.facts.slug), ...group };
    const fields = field === null || type === "value_sum" ? example : { ...example, ...varied(example, field, at) };
    const table = (fields["Type"] as LogTable | undefined) ?? rule?.tables[0] ?? "SigninLogs";
    const row = { ...exampleRow(table, fields, `row-${at}`), at: at * 1_000 };
    return { row, actor: person, matches: new Set(engine.matches(row).map(({ facts }) => facts.slug)) };
  });
}

/**
 * Another value of a field. The group that gets a member is a property of the target; the object of another directory act,
 * and who lost a role, is the target itself; a query is part of the message.
 */
function varied(
  example: Readonly<Record<string, unknown>>,
  field: string,
  at: number,
): Readonly<Record<string, unknown>> {
  const targets = JSON.stringify(example["TargetResources"] ?? []);
  if (field === "Act.Object" && targets.includes("Group.DisplayName"))
    return { TargetResources: JSON.parse(targets.replace(/"newValue":"\\"[^"\\]+/, `"newValue":"\\"group-${at}`)) };
  if (field === "Act.Object" || field === "Act.Target")
    return { TargetResources: [{ type: "User", displayName: `target-${at}` }] };
  if (field === "query") return { SyslogMessage: String(example["SyslogMessage"]).replace("query: ", `query: q${at}`) };
  return { [field]: `${String(example[field])}-${at}` };
}

function storedHits(detector: StatefulDetector, seen: SeenRow, at: number): readonly RowHit[] {
  const ref = { table: seen.row.table, rowId: `row-${at}`, at: at * 1_000 };
  const kept = { at: at * 1_000, ref, actor: person, platformEventId: null, count: 1 };
  return detector.hitsOf(seen).map((hit) => ({ ...hit, ...kept }));
}

function findingsIn(detector: StatefulDetector, hits: readonly RowHit[]): number {
  const groups = [...new Set(hits.map(({ group }) => group))];
  expect(groups).toHaveLength(1);
  return detector.evaluate({ group: groups[0] ?? "", hits, since: 0 }).length;
}

describe("the titles of rules about cloud operations", () => {
  const DELETED = /delet|remov|unregister|purg|switched off|cancel|ended/i;
  const WRITTEN =
    /chang|creat|set\b|add|assign|elevat|allow|switched|disabled|run\b|read\b|started|captur|moved|publish|install|requir|export|defined|issued|forward|opened|enabled/i;
  const operationsOf = (data: Readonly<Record<string, unknown>>): readonly string[] =>
    [...JSON.stringify(data["detection"]).matchAll(/[\w.]+(?:\/[\w.]+)+/g)].map(([operation]) => operation);
  const cloud = documents.filter(({ path, data }) => path.startsWith("azure-activity/") && data["detection"]);

  it("name a deletion where one is selected, and another change where one is", () => {
    const misleading = cloud.filter(({ data }) => {
      const operations = operationsOf(data);
      const title = String(data["title"]);
      const deletes = operations.some((operation) => /\/delete$/i.test(operation));
      const writes = operations.some((operation) => /\/write$/i.test(operation));
      return (deletes && !DELETED.test(title)) || (writes && !WRITTEN.test(title));
    });
    expect(misleading.map(({ path, data }) => `${path}: ${String(data["title"])}`)).toEqual([]);
  });
});

describe("a DNS zone transfer", () => {
  const slugsOf = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
    engine.matches(exampleRow("IdentityQueryEvents", fields, "row")).map(({ facts }) => facts.slug);

  it.each([["AXFR"], ["IXFR"], ["axfr"]])("is a query of type %s", (type) => {
    expect(slugsOf({ ActionType: "DNS query", QueryType: type })).toContain("identity_recon_dns_zone");
  });

  it.each([["A"], ["ANY"], ["SRV"], ["NS"], ["EnumerateUsers"]])("is no query of type %s", (type) => {
    expect(slugsOf({ ActionType: "DNS query", QueryType: type })).not.toContain("identity_recon_dns_zone");
    expect(slugsOf({ ActionType: "SAMR query", QueryType: type })).not.toContain("identity_recon_dns_zone");
  });
});

it("the deletion of one storage account counts once, though it is logged as accepted and as succeeded", () => {
  const detector = detectors.find(({ facts }) => facts.slug === "azure_storage_accounts_deleted_in_series");
  const rule = rules.find(({ facts }) => facts.slug === "azure_storage_account_deleted");
  const deletion = (account: string, status: string, at: number): SeenRow => {
    const fields = {
      ...rule?.examples.fires[0],
      ActivityStatusValue: status,
      ResourceId: `/storageAccounts/${account}`,
    };
    const row = { ...exampleRow("AzureActivity", fields, `row-${at}`), at: at * 1_000 };
    return { row, actor: person, matches: new Set(["azure_storage_account_deleted"]) };
  };
  const logged = (accounts: readonly string[]) =>
    accounts
      .flatMap((account) => ["Accepted", "Succeeded"].map((status) => [account, status] as const))
      .flatMap(([account, status], at) => (detector ? storedHits(detector, deletion(account, status, at), at) : []));
  if (!detector) throw new Error("no such correlation");
  expect(findingsIn(detector, logged(["a", "b"]))).toBe(0);
  expect(findingsIn(detector, logged(["a", "b", "c"]))).toBe(1);
});

describe("what the shipped detectors supersede", () => {
  const facts = [...rules, ...detectors, ...BEHAVIORS].map((each) => each.facts);
  const supersession = supersessionOf(facts);

  it("are detectors that exist and create events", () => {
    const creating = new Set([
      ...rules.filter(({ generate }) => generate).map((rule) => rule.facts.slug),
      ...[...detectors, ...BEHAVIORS].map((detector) => detector.facts.slug),
    ]);
    const unknown = facts.flatMap(({ slug, supersedes = [] }) =>
      supersedes.filter((other) => !creating.has(other)).map((other) => `${slug}: ${other}`),
    );
    expect(unknown).toEqual([]);
  });

  it("never supersedes them in turn", () => {
    const mutual = [...supersession].filter(([slug, others]) =>
      [...others].some((other) => other !== slug && supersession.get(other)?.has(slug)),
    );
    expect(mutual.map(([slug]) => slug)).toEqual([]);
  });

  it("is at most as severe as the rule that matches the same row", () => {
    const severityOf = new Map(facts.map(({ slug, severity }) => [slug, SEVERITIES.indexOf(severity)]));
    const useless = rules.flatMap(({ facts: { slug, supersedes = [] } }) =>
      supersedes
        .filter((other) => (severityOf.get(other) ?? 0) > (severityOf.get(slug) ?? 0))
        .map((o) => `${slug}: ${o}`),
    );
    expect(useless).toEqual([]);
  });

  it.each([
    ["risk_high_other", "risk_unfamiliar_features", { RiskEventType: "unfamiliarFeatures", RiskLevel: "high" }],
    ["risk_token_stolen", "risk_high_other", { RiskEventType: "attackerInTheMiddle", RiskLevel: "high" }],
  ])("%s replaces %s on a row that both match", (one, other, fields) => {
    const row = exampleRow("AADUserRiskEvents", fields, "row");
    const found = engine.matches(row).map((rule) => findingOf(rule, { row, actor: person, matches: new Set() }));
    const slugs = found.map(({ detector }) => detector.slug);
    expect(slugs).toEqual(expect.arrayContaining([one, other]));
    const compared = found.map(({ detector, severity, rows }) => ({
      eventId: detector.slug,
      detector: detector.slug,
      severity,
      evidence: rows,
    }));
    expect(slugs.filter((slug) => !supersededAmong(compared, supersession).has(slug))).toEqual([one]);
  });
});
