import { describe, expect, test } from "vitest";
import { ADDRESS, access } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { MAIL } from "./fold-evidence.ts";
import { type IsUsual, isPlaceless, linksOf } from "./link.ts";

const nowhereUsual: IsUsual = () => false;
const everywhereUsual: IsUsual = () => true;
const namesOf = (facts: FindingFacts, isUsual = nowhereUsual, fields: Partial<CaseFinding> = {}) =>
  linksOf(access({ facts, ...fields }), isUsual).map(({ name }) => name);
const within = (facts: FindingFacts, name: string) =>
  linksOf(access({ facts }), nowhereUsual).find((link) => link.name === name)?.withinMs ?? 0;

describe("linksOf", () => {
  test.each<[string, FindingFacts]>([
    ["an address", { address: ADDRESS }],
    ["a network", { address: ADDRESS, network: "as:64500" }],
    ["an occurrence", { occurrence: "sign-in 1" }],
    ["an object", { object: "Global Administrator" }],
    ["an account", { account: "upn:omar@northwind.example" }],
    ["a recipient", { recipient: "rival.example" }],
    ["malware", { malware: "Emotet" }],
    ["a machine", { host: "web01" }],
  ])("%s links findings that have it in common, and no others", (_, facts) => {
    const [name] = namesOf(facts)
      .slice(-2)
      .filter((each) => Object.values(facts).some((value) => each.includes(value)));
    expect(name).toBeDefined();
    expect(namesOf({ ...facts })).toContain(name);
    const other = Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, `${value}-other`]));
    expect(namesOf(other)).not.toContain(name);
  });

  test("a usual address links nothing but one session, and neither does the organization's own network", () => {
    const [usual, own] = [
      namesOf({ address: ADDRESS, network: "as:64500" }, everywhereUsual),
      namesOf({ address: ADDRESS, network: "as:64500", isOwnNetwork: true }),
    ];
    expect(usual).toEqual(own);
    expect(usual.join()).not.toMatch(/203\.0\.113\.9|64500/);
    expect(usual).toContain("usual place");
    expect(namesOf({ address: ADDRESS })).not.toContain("usual place");
  });

  test("files and messages, which are others every time, link nothing", () => {
    expect(namesOf({ object: "plan.docx", isPassingObject: true })).toEqual(namesOf({}));
    expect(namesOf({ address: ADDRESS, act: MAIL, object: "Invoice" })).toEqual([]);
  });

  test("acts that serve a plan are linked, whatever they were done to", () => {
    const techniques = ["T1530"];
    expect(namesOf({ object: "a" }, nowhereUsual, { techniques })).toContain("purpose");
    expect(namesOf({ object: "a" }, nowhereUsual, { techniques: ["T1078"] })).not.toContain("purpose");
  });

  test("an entity links over days, a machine only one session", () => {
    expect(within({ object: "Owner" }, "object Owner")).toBeGreaterThan(within({ host: "web01" }, "host web01"));
  });

  test("an empty text is no entity", () => {
    expect(namesOf({ object: "", account: "", host: "" })).toEqual(namesOf({}));
  });
});

test("isPlaceless: a finding without an address is, a message is not", () => {
  const [without, at, mail] = [access(), access({ facts: { address: ADDRESS } }), access({ facts: { act: MAIL } })];
  expect([without, at, mail].map(isPlaceless)).toEqual([true, false, false]);
});
