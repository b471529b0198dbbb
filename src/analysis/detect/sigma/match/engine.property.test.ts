import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowOf, SHIPPED_MAPPINGS } from "../../../../../test/support/rules.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { compileRules } from "../compile-rules.ts";
import { SubstringIndex } from "./substring-index.ts";

/** Few words, alike and overlapping, so that rules and rows meet often. */
const WORDS = [
  "admin",
  "administrator",
  "min",
  "a",
  "ad",
  "svc-1",
  "svc-12",
  "10.1.2.3",
  "ÄRGER",
  "ΟΔΟΣ",
  "x*y",
  "5",
  "",
  "a b ",
];
const word = fc.constantFrom(...WORDS);
const TABLES: readonly LogTable[] = ["SigninLogs", "AuditLogs", "SecurityEvent"];
const FIELDS = [
  "Identity",
  "identity",
  "Location",
  "DeviceDetail.deviceId",
  "TargetResources.id",
  "TaskName",
  "Unknown",
];
const field = fc.constantFrom(...FIELDS);

const MODIFIERS = [
  "",
  "|contains",
  "|startswith",
  "|endswith",
  "|cased",
  "|contains|cased",
  "|contains|all",
  "|neq",
  "|windash",
];
const textPredicate = fc
  .tuple(
    field,
    fc.constantFrom(...MODIFIERS),
    fc.uniqueArray(fc.oneof(word, fc.constantFrom("ad*", "*min", "?d*n", "s?c*")), { minLength: 1, maxLength: 3 }),
  )
  .map(([name, modifiers, values]) => ({ [`${name}${modifiers}`]: values }));
const otherPredicate = fc.oneof(
  fc
    .tuple(field, fc.constantFrom("ad+", "^svc-\\d+$", "(?i)ärger", "[a-m]{2}"))
    .map(([name, re]) => ({ [`${name}|re`]: re })),
  fc.tuple(field, fc.boolean()).map(([name, expected]) => ({ [`${name}|exists`]: expected })),
  field.map((name) => ({ [name]: null })),
  field.map((name) => ({ [`${name}|cidr`]: "10.0.0.0/8" })),
  field.map((name) => ({ [`${name}|gte`]: 5 })),
  fc.tuple(field, field).map(([name, other]) => ({ [`${name}|fieldref`]: other })),
);
const fields = fc
  .array(fc.oneof({ weight: 3, arbitrary: textPredicate }, otherPredicate), { minLength: 1, maxLength: 3 })
  .map((predicates) => Object.assign({}, ...predicates) as Record<string, unknown>);
const keywords = fc.uniqueArray(
  word.filter((text) => text !== ""),
  { minLength: 1, maxLength: 2 },
);
const selection = fc.oneof(
  { weight: 4, arbitrary: fields },
  { weight: 2, arbitrary: fc.array(fields, { minLength: 1, maxLength: 3 }) },
  keywords,
);
const condition = fc.constantFrom(
  "a",
  "not a",
  "a and b",
  "a or b",
  "a and not b",
  "a and (b or c)",
  "(a or b) and not c",
  "1 of them",
  "all of them",
  "2 of them",
  "not 1 of them",
  "a or not (b and c)",
);
const rule = fc.record({ a: selection, b: selection, c: selection, condition });

const value = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.oneof(
      word,
      fc.tuple(word, fc.constantFrom("-", ""), word).map((parts) => parts.join("")),
    ),
  },
  fc.array(word, { maxLength: 3 }),
  fc.array(word, { maxLength: 3 }).map((list) => JSON.stringify(list)),
  fc.constantFrom(null, 5, true),
);
const row = fc.record(
  {
    Identity: value,
    Location: value,
    DeviceDetail: fc.oneof(
      fc.record({ deviceId: value }),
      fc.record({ DeviceId: word }).map((detail) => JSON.stringify(detail)),
    ),
    TargetResources: fc.array(fc.record({ id: value }), { maxLength: 3 }),
    EventData: word.map((text) => `<Data Name="TaskName">${text}</Data>`),
    unknown: value,
  },
  { requiredKeys: [] },
);

/** A log source whose fields are expressions, beside one that is the whole table. */
const MAPPED = {
  path: "mapped.yml",
  text: `title: Mapped
mapping:
  logsource: { product: test, category: mapped }
  table: SecurityEvent
  condition: { Location|contains: ad }
  others: columns
  keywords: [Identity, EventData]
  fields:
    Identity: { join: [Identity, Location], with: '-' }
    Location: { from: Identity, replace: { ad: AD-, 'svc-#': user } }
    DeviceDetail.deviceId: [{ from: Identity, extract: '([a-m]+)' }, { text: svc-1 }]
    TargetResources.id: { first: [Location, Identity] }
    TaskName: { from: EventData, data: TaskName }
  absent: [Unknown]
---
title: Mapped otherwise
mapping:
  logsource: { product: test, category: mapped }
  table: SecurityEvent
  others: columns
  fields:
    TaskName: { from: Identity, map: { admin: '5' }, otherwise: svc-12 }
`,
};

const SERVICE_OF: Readonly<Record<string, string>> = {
  SigninLogs: "azure, service: signinlogs",
  AuditLogs: "azure, service: auditlogs",
  SecurityEvent: "windows, service: security",
};

describe("the engine", () => {
  test("finds with the prefilter exactly the rules that evaluating each of them finds", () => {
    let matched = 0;
    const property = fc.property(
      fc.array(rule, { minLength: 1, maxLength: 10 }),
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...TABLES),
      fc.boolean(),
      (rules, rows, table, isMapped) => {
        const logsource = (at: number) =>
          isMapped && table === "SecurityEvent" && at % 2 === 0 ? "test, category: mapped" : SERVICE_OF[table];
        const sources = rules.map((detection, at) => ({
          path: `rule-${at}.yml`,
          text: `title: Rule ${at}\nlogsource: { product: ${logsource(at)} }\ndetection: ${JSON.stringify(detection)}\n`,
        }));
        const { engine, refused } = compileRules([...SHIPPED_MAPPINGS, MAPPED, ...sources]);
        expect(refused).toEqual([]);
        for (const columns of rows) {
          const found = engine.matches(rowOf(columns, table)).map(({ facts }) => facts.slug);
          expect(found).toEqual(engine.matchesFull(rowOf(columns, table)).map(({ facts }) => facts.slug));
          matched += found.length;
        }
      },
    );
    fc.assert(property, { numRuns: 80 });
    expect(matched).toBeGreaterThan(0);
  });
});

describe("the search for many literals", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "Ω"), maxLength: 24 });

  test("finds what searching for each literal finds", () => {
    const property = fc.property(
      fc.uniqueArray(
        letters.filter((text) => text !== ""),
        { minLength: 1, maxLength: 40 },
      ),
      fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "Ω"), maxLength: 700 }), {
        minLength: 1,
        maxLength: 6,
      }),
      (literals, values) => {
        const index = new SubstringIndex<string>();
        for (const literal of literals) index.add(literal, literal);
        index.build();
        for (const text of [...values, ...values]) {
          const expected = literals.filter((literal) => text.includes(literal));
          expect(new Set(index.foundIn(text))).toEqual(new Set(expected));
        }
      },
    );
    fc.assert(property, { numRuns: 150 });
  });
});
