import { expect, it } from "vitest";
import { plantRoles, trueShares } from "../../../test/support/planted-roles.ts";
import { seededRandom } from "../../synth/random.ts";
import { createPeerIndex, GENERAL, type PeerMember, steppedCount } from "./peer-tokens.ts";
import { createPeerFinder } from "./peers.ts";

const RARE = 0.1;

interface Answer {
  readonly truth: number;
  readonly prevalence: number | null;
}

async function answersOf(users: number, seed: number): Promise<readonly Answer[]> {
  const members = plantRoles(users, seed);
  const shareOf = trueShares(members);
  const finder = createPeerFinder(await createPeerIndex(members));
  return members.flatMap(({ id, role, entitlements }) => {
    const peers = finder.peersOf(id);
    return entitlements.map((key) => ({ truth: shareOf(role, key), prevalence: peers.prevalenceOf(`e:${key}`) }));
  });
}

it("peer prevalence is close to the share in the planted role, and what is rare there is found", async () => {
  const all = await answersOf(2_000, 7);
  const given = all.flatMap(({ truth, prevalence }) => (prevalence === null ? [] : [{ truth, prevalence }]));
  const rare = given.filter(({ truth }) => truth < RARE);
  const flagged = given.filter(({ prevalence }) => prevalence < RARE);
  const found = rare.filter(({ prevalence }) => prevalence < RARE);
  const error = given.reduce((sum, { truth, prevalence }) => sum + Math.abs(prevalence - truth), 0) / given.length;
  expect(error).toBeLessThanOrEqual(0.1);
  expect(found.length / flagged.length).toBeGreaterThanOrEqual(0.95);
  expect(found.length / rare.length).toBeGreaterThanOrEqual(0.85);
  expect(given.length / all.length).toBeGreaterThanOrEqual(0.9);
});

const resultsOf = async (members: readonly PeerMember[], asked: readonly PeerMember[]) => {
  const finder = createPeerFinder(await createPeerIndex(members));
  return asked.map(({ id, tokens }) => {
    const peers = finder.peersOf(id);
    return [peers.general, peers.behavior, tokens.map(({ key }) => peers.prevalenceOf(key))];
  });
};

it("the order of members and tokens does not matter", async () => {
  const members = plantRoles(300, 3);
  const random = seededRandom(5, "shuffle");
  const shuffled = random
    .sample(members, members.length)
    .map((member) => ({ ...member, tokens: random.sample(member.tokens, member.tokens.length) }));
  expect(await resultsOf(shuffled, members)).toEqual(await resultsOf(members, members));
});

it("an unrelated member changes nothing", async () => {
  const members = plantRoles(300, 4);
  const unrelated = { id: "aaa", tokens: [{ key: "e:alone", use: GENERAL }] };
  expect(steppedCount(301)).toBe(steppedCount(300));
  expect(await resultsOf([unrelated, ...members], members)).toEqual(await resultsOf(members, members));
});

it("prevalence is null with fewer than 5 similar users, and for what nobody has", async () => {
  const token = (key: string) => ({ key, use: GENERAL });
  const twins = ["a", "b", "c", "d", "e"].map((id) => ({ id, tokens: [token("e:x"), token("d:y"), token("t:z")] }));
  const others = Array.from({ length: 40 }, (_, place) => ({ id: `o${place}`, tokens: [token(`e:${place}`)] }));
  const finder = createPeerFinder(await createPeerIndex([...twins, ...others]));
  expect(finder.peersOf("a").general).toEqual([]);
  expect(finder.peersOf("a").prevalenceOf("e:x")).toBeNull();
  const more = createPeerFinder(
    await createPeerIndex([...twins, { id: "f", tokens: [token("d:y"), token("t:z")] }, ...others]),
  );
  expect(more.peersOf("a").general).toHaveLength(5);
  expect(more.peersOf("a").prevalenceOf("e:x")).toBe(0.8);
  expect(more.peersOf("a").prevalenceOf("e:unheard of")).toBeNull();
  expect(more.peersOf("nobody").general).toEqual([]);
});

it("whether peers share an entitlement does not decide whether they are peers for its prevalence", async () => {
  const token = (key: string) => ({ key, use: GENERAL });
  const holders = Array.from({ length: 6 }, (_, place) => ({
    id: `h${place}`,
    tokens: [token("e:rare"), token(`d:${place}`)],
  }));
  const team = Array.from({ length: 8 }, (_, place) => ({
    id: `t${place}`,
    tokens: [token("d:team"), token("t:team")],
  }));
  const one = { id: "one", tokens: [token("e:rare"), token("d:team"), token("t:team")] };
  const finder = createPeerFinder(await createPeerIndex([...holders, ...team, one]));
  expect(finder.peersOf("one").prevalenceOf("e:rare")).toBe(0);
});
