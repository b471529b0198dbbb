import { describe, expect, test } from "vitest";
import {
  ADDRESS,
  access,
  DAY,
  effect,
  knowing,
  role,
  START,
  scoreOf,
  used,
} from "../../../test/support/case-findings.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { MAIL } from "./fold-evidence.ts";
import { judge } from "./judge.ts";
import type { Knowledge } from "./knowledge.ts";

const since = START - 60 * DAY;
const facts = { address: ADDRESS };
const SHARED = used({ people: 40 });
const scoreOfAccess = (more: FindingFacts, fields: Partial<Knowledge> = {}) =>
  scoreOf([access({ facts: more })], fields);

describe("the place", () => {
  test("weighs more if the subject is known and never was there", () => {
    const plain = scoreOfAccess({});
    expect(scoreOfAccess(facts, { since })).toBeGreaterThan(plain);
    expect(scoreOfAccess(facts, { since: START - DAY })).toBe(plain);
    expect(scoreOfAccess({ ...facts, isRefused: true }, { since })).toBe(plain);
  });

  test("weighs less if the subject or many others use it, or if it is the organization's own", () => {
    const plain = scoreOfAccess({});
    const familiar: Partial<Knowledge>[] = [
      { addresses: used({ since: START - 3 * DAY }) },
      { addresses: SHARED },
      { addresses: used({ people: 0, programs: 6, days: 20 }) },
    ];
    for (const fields of familiar) expect(scoreOfAccess(facts, { since, ...fields })).toBeLessThan(plain);
    expect(scoreOfAccess({ isOwnNetwork: true })).toBeLessThan(plain);
    const few = { since, addresses: used({ people: 0, programs: 6, days: 1 }) };
    expect(scoreOfAccess(facts, few)).toBe(scoreOfAccess(facts, { since }));
  });

  test("is named among the reasons with those who use it", () => {
    const addresses = used({ people: 0, programs: 6, days: 20 });
    const { reasons } = judge([access({ facts })], knowing({ since, addresses }));
    expect(reasons.join(" ")).toContain("weighs less (×0.4): 6 programs of the organization use the address");
  });

  test("does not become familiar because an attacker uses it for days", () => {
    const days = [0, 1, 2, 3].map((day) => access({ at: START + day * DAY, facts }));
    const addresses = used({ since: START });
    expect(scoreOf(days, { since, addresses })).toBe(scoreOf(days.slice(0, 1), { since, addresses }));
  });

  test("does not excuse what hardly ever happens for good reasons, except access", () => {
    const known = { since, addresses: SHARED };
    const precise = { precision: CORRELATION.precise + 0.1 };
    const vague = { precision: CORRELATION.precise - 0.1 };
    expect(scoreOf([effect({ ...precise, facts })], known)).toBe(scoreOf([effect(precise)]));
    expect(scoreOf([effect({ ...vague, facts })], known)).toBeLessThan(scoreOf([effect(vague)]));
    expect(scoreOf([access({ ...precise, facts })], known)).toBeLessThan(scoreOf([access(precise)]));
  });

  test.each([MAIL, "sendmail", "consent.added"])("of %s is none: people are deceived where they work", (act) => {
    const found = role({ facts: { ...facts, act } });
    const elsewhere = role({ facts: { act } });
    for (const fields of [{ since }, { addresses: SHARED }]) {
      expect(scoreOf([found], fields)).toBe(scoreOf([elsewhere], fields));
    }
  });

  test("of an act on a machine is none: its address is often that of another", () => {
    const found = (more: FindingFacts) => [access({ table: "SecurityEvent", facts: more })];
    expect(scoreOf(found(facts), { since })).toBe(scoreOf(found({}), { since }));
  });
});

describe("the sign-in", () => {
  test("weighs more with one factor, less with several and on a managed device", () => {
    const plain = scoreOfAccess({});
    expect(scoreOfAccess({ isMultiFactor: false })).toBeGreaterThan(plain);
    expect(scoreOfAccess({ isMultiFactor: true })).toBeLessThan(plain);
    expect(scoreOfAccess({ isManaged: true })).toBeLessThan(plain);
    expect(scoreOfAccess({ isManaged: false })).toBe(plain);
    expect(scoreOf([effect({ facts: { isManaged: true, isMultiFactor: false } })])).toBe(scoreOf([effect()]));
  });

  test("has neither too few factors nor a managed device if it was refused", () => {
    expect(scoreOfAccess({ isRefused: true, isMultiFactor: false, isManaged: true })).toBe(scoreOfAccess({}));
  });
});

describe("the subject", () => {
  test("makes access and effects weigh more if it holds a directory role", () => {
    for (const finding of [access(), effect()]) {
      expect(scoreOf([finding], { privileged: true })).toBeGreaterThan(scoreOf([finding]));
    }
  });

  test("makes effects weigh less if machines use it, and nothing else", () => {
    expect(scoreOf([effect()], { automated: true })).toBeLessThan(scoreOf([effect()]));
    expect(scoreOf([role()], { automated: true })).toBe(scoreOf([role()]));
  });

  test("makes access weigh more where machines that use it never were, and excuses nothing there", () => {
    const moved = { since, automated: true };
    expect(scoreOfAccess(facts, moved)).toBeGreaterThan(scoreOfAccess(facts, { since }));
    expect(scoreOf([effect({ facts })], moved)).toBe(scoreOf([effect({ facts })], { since }));
    const known = { since, addresses: used({ since: START - 3 * DAY }) };
    expect(scoreOf([effect({ facts })], { ...known, automated: true })).toBeLessThan(
      scoreOf([effect({ facts })], known),
    );
  });

  test("weighs less if it is an address that many people use", () => {
    const subject = `ip:${ADDRESS}`;
    const spray = [access({ severity: "critical", tactics: ["credential_access"] })];
    expect(scoreOf(spray, { subject, addresses: used({ people: 2_000, days: 30 }) })).toBeLessThan(
      scoreOf(spray, { subject }),
    );
  });
});

describe("what it was done to", () => {
  const account = "upn:guest_partner.example#ext#@northwind.example";
  const outsiders = new Set([account]);

  test("weighs more if a guest gets rights, and not because a guest is invited", () => {
    const given = [role({ facts: { act: "role.added", account } })];
    expect(scoreOf(given, { outsiders })).toBeGreaterThan(scoreOf(given));
    for (const act of ["guest.added", "user.added"]) {
      const invited = [role({ facts: { act, account } })];
      expect(scoreOf(invited, { outsiders })).toBe(scoreOf(invited));
    }
    const member = [role({ facts: { act: "role.added", account: "upn:omar@northwind.example" } })];
    expect(scoreOf(member, { outsiders })).toBe(scoreOf(member));
  });

  test("weighs less if the recipient is another domain of the organization", () => {
    const forwarded = [effect({ facts: { recipient: "northwind.example" } })];
    expect(scoreOf(forwarded, { ownDomains: new Set(["northwind.example"]) })).toBeLessThan(scoreOf(forwarded));
    expect(scoreOf(forwarded, { ownDomains: new Set(["another.example"]) })).toBe(scoreOf(forwarded));
  });

  test("weighs less if a message only arrived", () => {
    expect(scoreOfAccess({ act: MAIL })).toBeLessThan(scoreOfAccess({ act: "sign_in" }));
  });
});

test("the context multiplies by no more and no less than its limits", () => {
  const { min, max } = CORRELATION.context;
  const harmless = { act: MAIL, isManaged: true, isMultiFactor: true, isOwnNetwork: true, recipient: "own.example" };
  const least = judge([access({ facts: harmless })], knowing({ ownDomains: new Set(["own.example"]) }));
  expect(least.inputs[0]?.context).toBeGreaterThanOrEqual(min);
  const burst = Array.from({ length: 20 }, (_, n) =>
    access({ at: START + n, facts: { ...facts, isMultiFactor: false, account: "guest" } }),
  );
  const fields = { since, automated: true, privileged: true, outsiders: new Set(["guest"]) };
  for (const { context } of judge(burst, knowing(fields)).inputs) expect(context).toBeLessThanOrEqual(max);
});
