import { describe, expect, it } from "vitest";
import { theFeatures } from "../../../test/support/given-clusters.ts";
import { keyOf } from "../../../test/support/nhi-facts.ts";
import type { NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import { groupSimilar } from "./clusters.ts";
import { describeClusters } from "./describe-clusters.ts";

const pause = async (): Promise<void> => undefined;
const newId = (nuid: string): string => keyOf(`cluster ${nuid}`);

/** Families of identities with common tokens, and some that belong to none. */
function planted(
  families: number,
  size: number,
  singles: number,
): readonly (NhiFeatures & { readonly family: string })[] {
  let state = 11;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const make = (family: string, nuid: string, tokens: readonly string[]) => ({
    ...theFeatures(nuid, { tokens: [...new Set(tokens)].sort() }),
    family,
  });
  const members = Array.from({ length: families }, (_, f) =>
    Array.from({ length: size }, (_unused, n) => {
      const own = Array.from({ length: 8 }, (_token, t) => `permission:f${f}.${t}`).filter(() => random() < 0.85);
      return make(`f${f}`, keyOf(`${f}/${n}`), [
        ...own,
        `stem:family${f}`,
        `system:s${f % 5}`,
        `rhythm:r${f % 4}`,
        `permission:noise${Math.floor(random() * 50)}`,
      ]);
    }),
  ).flat();
  const others = Array.from({ length: singles }, (_, n) =>
    make(
      `single${n}`,
      keyOf(`single ${n}`),
      Array.from({ length: 8 }, () => `permission:x${n}.${Math.floor(random() * 1e6)}`),
    ),
  );
  return [...members, ...others];
}

/** The adjusted Rand index of two partitions. */
function randIndex(pairs: readonly (readonly [string, string])[]): number {
  const choose = (n: number): number => (n * (n - 1)) / 2;
  const count = (names: readonly string[]): number => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts.values()].reduce((sum, n) => sum + choose(n), 0);
  };
  const both = count(pairs.map(([a, b]) => `${a}\n${b}`));
  const [left, right] = [count(pairs.map(([a]) => a)), count(pairs.map(([, b]) => b))];
  const expected = (left * right) / choose(pairs.length);
  return (both - expected) / ((left + right) / 2 - expected);
}

async function cluster(all: readonly NhiFeatures[], earlier: Parameters<typeof describeClusters>[1] = []) {
  return describeClusters(await groupSimilar(all, pause), earlier, newId);
}

const idsOf = (clusters: Awaited<ReturnType<typeof cluster>>) =>
  new Map(clusters.flatMap(({ clusterId, members }) => members.map(({ nuid }) => [nuid, clusterId] as const)));

describe("clusters", () => {
  const all = planted(40, 10, 20);

  it("find planted families", async () => {
    const found = idsOf(await cluster(all));
    expect(randIndex(all.map(({ nuid, family }) => [family, found.get(nuid) ?? nuid]))).toBeGreaterThanOrEqual(0.9);
    expect(all.filter(({ nuid, family }) => family.startsWith("single") && found.has(nuid))).toEqual([]);
  });

  it("do not depend on the order of identities", async () => {
    const shuffled = [...all].sort((a, b) => (keyOf(a.nuid) < keyOf(b.nuid) ? -1 : 1));
    expect(JSON.stringify(await cluster(shuffled))).toBe(JSON.stringify(await cluster(all)));
  });

  it("keep their ids when 5 % of the members change", async () => {
    const before = await cluster(all);
    const earlier = before.map(({ clusterId, members }) => ({
      clusterId,
      members: members.map(({ nuid }) => nuid).sort(),
    }));
    const changed = all.filter((_, at) => at % 20 !== 0);
    const after = idsOf(await cluster(changed, earlier));
    const kept = changed.filter(({ nuid }) => after.get(nuid) === idsOf(before).get(nuid));
    expect(kept.length / changed.length).toBeGreaterThanOrEqual(0.95);
  });

  it("rank members by risk, and name what makes one an outlier", async () => {
    const tokens = ["permission:Mail.Send", "stem:mailer", "system:Graph"];
    const members = Array.from({ length: 12 }, (_, n) =>
      theFeatures(keyOf(`m${n}`), {
        tokens,
        score: n,
        rhythm: "fixed_interval",
        entitlements: ["a"],
        archetype: "mail_automation",
      }),
    );
    const odd = theFeatures(keyOf("odd"), {
      tokens,
      score: 50,
      tier: 0,
      rhythm: "bursty",
      entitlements: ["a", "z"],
      privileged: ["z"],
      isUngoverned: true,
      archetype: "mail_automation",
    });
    const [only] = await cluster([...members, odd]);
    expect(only).toMatchObject({ tier: 2, archetype: "mail_automation", name: "Mail automation - Mail.Send, mailer" });
    expect(only?.members[0]).toMatchObject({
      nuid: odd.nuid,
      position: 1,
      outlierReasons: ["more_privileged", "rare_permission", "different_rhythm", "no_owner"],
    });
    expect(only?.members.slice(1).flatMap(({ outlierReasons }) => outlierReasons)).toEqual([]);
  });

  it("need 3 members", async () => {
    expect(
      await cluster([theFeatures(keyOf("a"), { tokens: ["x"] }), theFeatures(keyOf("b"), { tokens: ["x"] })]),
    ).toEqual([]);
  });
});
