import { describe, expect, it } from "vitest";
import type { ActorAddress } from "../../store/activity/address-use.ts";
import type { ActivityBatch, NewActor, NewValue } from "../../store/activity/save-activity.ts";
import { createKnownActivity, type KnownActivity } from "./known-activity.ts";

const aValue = (fields: Partial<NewValue> = {}): NewValue => ({
  dimension: 1,
  hash: "abcdefgh",
  key: "mail",
  label: "Mail",
  ...fields,
});

const anActor = (fields: Partial<NewActor> = {}): NewActor => ({
  actorKey: "upn:ana@ours.test",
  kind: "user",
  keys: ["oid:1"],
  name: "Ana",
  firstDay: 10,
  lastDay: 12,
  ...fields,
});

const aBatch = (fields: Partial<ActivityBatch>): ActivityBatch => ({
  days: [],
  values: [],
  actors: [],
  sources: [],
  addresses: [],
  changes: [],
  ...fields,
});

/** Stores a batch in a transaction that is committed, and returns what was sent. */
function commit(known: KnownActivity, fields: Partial<ActivityBatch>, domainId = "d"): ActivityBatch {
  const transaction = known.begin(domainId);
  const sent = transaction.newOf(aBatch(fields));
  transaction.keep();
  return sent;
}

describe("known values", () => {
  it("are sent once, and again with a lesser label", () => {
    const known = createKnownActivity();
    expect(commit(known, { values: [aValue()] }).values).toHaveLength(1);
    expect(commit(known, { values: [aValue(), aValue({ label: "Mails" })] }).values).toEqual([]);
    expect(commit(known, { values: [aValue({ label: "A mail" })] }).values).toHaveLength(1);
    expect(commit(known, { values: [aValue()] }).values).toEqual([]);
  });

  it("are known to their domain and dimension only", () => {
    const known = createKnownActivity();
    commit(known, { values: [aValue()] });
    expect(commit(known, { values: [aValue()] }, "other").values).toHaveLength(1);
    expect(commit(known, { values: [aValue({ dimension: 2 })] }).values).toHaveLength(1);
  });

  it("of a transaction that failed are sent again", () => {
    const known = createKnownActivity();
    known.begin("d").newOf(aBatch({ values: [aValue()] }));
    expect(commit(known, { values: [aValue()] }).values).toHaveLength(1);
  });

  it("are forgotten when there are many others, which are at most twice the limit", () => {
    const known = createKnownActivity(2);
    commit(known, { values: [aValue()] });
    for (const hash of ["1", "2", "3", "4"]) commit(known, { values: [aValue({ hash })] });
    expect(commit(known, { values: [aValue()] }).values).toHaveLength(1);
  });
});

describe("known actors", () => {
  it.each<[string, Partial<NewActor>, Partial<NewActor>?]>([
    ["another identifier", { keys: ["oid:2"] }],
    ["a lesser name", { name: "A" }],
    ["a greater kind", { kind: "user" }, { kind: "service" }],
    ["an earlier day", { firstDay: 9 }],
    ["a later day", { lastDay: 13 }],
    ["a first name", { name: "Zoe" }, { name: null }],
  ])("are sent again with %s", (_, change, before = {}) => {
    const known = createKnownActivity();
    commit(known, { actors: [anActor(before)] });
    expect(commit(known, { actors: [anActor({ ...before, ...change })] }).actors).toHaveLength(1);
    expect(commit(known, { actors: [anActor({ ...before, ...change })] }).actors).toEqual([]);
  });

  it("are not sent again with less", () => {
    const known = createKnownActivity();
    commit(known, { actors: [anActor()] });
    const lesser = [anActor({ keys: [] }), anActor({ name: null }), anActor({ firstDay: 11, lastDay: 11 })];
    expect(commit(known, { actors: lesser }).actors).toEqual([]);
  });
});

describe("known addresses", () => {
  const anAddress = (lastDay: number, firstDay = lastDay): ActorAddress => ({
    address: "203.0.113.9",
    actorKey: "upn:ana@ours.test",
    firstDay,
    lastDay,
  });

  it("are sent once a week, and when they were used earlier", () => {
    const known = createKnownActivity();
    const sent = (used: ActorAddress) => commit(known, { addresses: [used] }).addresses.length;
    expect([10, 11, 16, 17, 18].map((day) => sent(anAddress(day)))).toEqual([1, 0, 0, 1, 0]);
    expect([sent(anAddress(9)), sent(anAddress(9)), sent(anAddress(17))]).toEqual([1, 0, 0]);
  });
});
