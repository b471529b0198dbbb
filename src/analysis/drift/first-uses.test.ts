import { describe, expect, it } from "vitest";
import { changesOn } from "../../../test/support/changes-on.ts";
import type { Member } from "../../../test/support/drift-organization.ts";
import { DAY, dayOfCalls, type Use } from "../../../test/support/nhi-facts.ts";

const HISTORY_DAYS = 120;
const USUAL: readonly Use[] = [
  ["operation", "read:get /users", 20],
  ["caller", "ip:203.0.113.10", 20],
  ["credential", "key-old", 20],
];

interface Planned {
  readonly id: string;
  readonly kind?: "user" | "nhi";
  readonly group?: string;
  /** Uses of every day. */
  readonly usual?: readonly Use[];
  /** Uses of some days before the evaluation day. */
  readonly uses?: readonly (readonly [ago: number, use: Use])[];
}

const memberOf = ({ id, kind = "nhi", group, usual = USUAL, uses = [] }: Planned): Member => ({
  subject: { id, kind, group: group ?? null },
  activity: Array.from({ length: HISTORY_DAYS }, (_, day) => {
    const ago = HISTORY_DAYS - day;
    const own = uses.filter(([when]) => when === ago).map(([, use]) => use);
    return dayOfCalls(DAY - ago, 60, [...usual, ...own]);
  }),
});

/** Returns the changes of the first member in the last week: computator and keys. */
const found = (...planned: readonly Planned[]) =>
  changesOn(DAY, planned.map(memberOf))
    .filter(({ subject, period }) => subject === planned[0]?.id && period === "7d")
    .map(({ computator, items }) => [computator, ...items.map(({ key }) => key)]);

const NEW_KEY: Use = ["credential", "key-new", 1];
const SUBJECT: Use = ["caller", "federated:repo:evil/fork", 1];
const ADMIN: Use = ["operation", "admin:add member to role", 1];

describe("a single first use is reported in the window of a week", () => {
  it.each([
    ["a key that an NHI never used", "credential_set", NEW_KEY],
    ["a federated subject that never called", "caller_set", SUBJECT],
    ["a privileged operation of an NHI", "operation_mix", ADMIN],
  ])("%s", (_, computator, use) => {
    const [, key] = use;
    expect(found({ id: "a", uses: [[2, use]] })).toEqual([[computator, expect.stringContaining(key)]]);
    expect(
      found({
        id: "a",
        uses: [
          [2, use],
          [40, use],
        ],
      }),
    ).toEqual([]);
    expect(found({ id: "a", uses: [[9, use]] })).toEqual([]);
    expect(found({ id: "a" })).toEqual([]);
  });

  it("is not reported of a key if hardly any use of another one is known", () => {
    const usual = USUAL.filter(([dimension]) => dimension !== "credential");
    const old = (count: number): Use => ["credential", "key-old", count];
    expect(
      found({
        id: "a",
        usual,
        uses: [
          [2, NEW_KEY],
          [50, old(29)],
        ],
      }),
    ).toEqual([]);
    expect(
      found({
        id: "a",
        usual,
        uses: [
          [2, NEW_KEY],
          [50, old(30)],
        ],
      }),
    ).toHaveLength(1);
  });

  it("has the row of the use", () => {
    const [change] = changesOn(DAY, [memberOf({ id: "a", uses: [[2, NEW_KEY]] })]);
    const { activity } = memberOf({ id: "a", uses: [[2, NEW_KEY]] });
    const sample = activity.flatMap(({ uses }) => uses).find(({ key }) => key === "key-new")?.sample;
    expect(change?.items.flatMap(({ rows }) => rows)).toEqual([sample]);
  });
});

describe("the first privileged operation of a user", () => {
  const user = { id: "a", kind: "user", group: "it" } as const;

  it("is reported if the user never had one", () => {
    expect(found({ ...user, uses: [[2, ADMIN]] })).toEqual([["operation_mix", expect.stringContaining("admin:")]]);
  });

  it("is not reported of an administrator, who does something new every week", () => {
    const other: Use = ["operation", "admin:reset password", 1];
    expect(
      found({
        ...user,
        uses: [
          [2, ADMIN],
          [60, other],
        ],
      }),
    ).toEqual([]);
  });

  it("is not reported if two others of the peer group do the same", () => {
    const peers = ["b", "c"].map((id): Planned => ({ ...user, id, uses: [[30, ADMIN]] }));
    expect(found({ ...user, uses: [[2, ADMIN]] }, ...peers)).toEqual([]);
    expect(found({ ...user, uses: [[2, ADMIN]] }, ...peers.map((peer) => ({ ...peer, group: "hr" })))).not.toEqual([]);
  });
});
